"""Hostile files, closed and narrow streams, full disks: one line, the right exit code, no traceback."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import msgpack
import pytest

from tests.conftest import mostly_long
from tests.helpers import command_line
from tests.helpers.command_line import fails
from treebuild.algorithms import ALGORITHMS, build
from treebuild.codec import load, save
from treebuild.codec import msgpack as codec_msgpack
from treebuild.errors import LONGEST, TreebuildError, printable
from treebuild.game.game import Game
from treebuild.search.walk.threads import MAX_JOBS
from treebuild.tree.policy import MOST_GUESSES
from treebuild.tree.tree import Built
from treebuild.tree.verifier import MOST_REPLAYED, verify

HOSTILE = "\x1b[2K\x1b]0;owned\x07\r\nok: all 5040 secrets replayed\u202e\u2028\x9b31m"
PYTHON = f"exec {sys.executable} -m treebuild"


def run(command: str, cwd: Path) -> subprocess.CompletedProcess[bytes]:
    """A command line after `treebuild`, in this process, with patterns of file names in this folder."""
    words = [name for word in shlex.split(command) for name in _named(word, cwd)]
    return command_line.run(*words, cwd=cwd)


def _named(word: str, folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob(word)) if "*" in word else [word]


def shell(command: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """A command line, in a shell and a process of its own, with `treebuild` for this package."""
    words = command.replace("treebuild", PYTHON, 1)
    env = {"PYTHONIOENCODING": "utf-8", "COLUMNS": "80"} | environment
    return subprocess.run(words, shell=True, capture_output=True, cwd=cwd, env=os.environ | env, timeout=250)


def only_says(text: bytes) -> bool:
    """Whether a text has printable characters and line ends only."""
    return all(line.isprintable() for line in text.decode().split("\n"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Trees whose files say hostile things, and one with a claim that nothing backs."""
    folder = tmp_path_factory.mktemp("hostile")
    tree = build("minavg", "p2c3n")
    save(tree, folder / "tree.msgpack")
    save(tree, folder / "tree.b92i")
    hostile = replace(tree, built=Built(*[HOSTILE] * 5))
    save(hostile, folder / "hostile.msgpack")
    save(hostile, folder / f"{HOSTILE.replace('/', '')}.msgpack")
    (folder / os.fsdecode(b"caf\xe9.msgpack")).write_bytes(codec_msgpack.encode(tree))
    save(replace(tree, built=Built("a", "total", "", "", "nothing is better")), folder / "claims.msgpack")
    document = codec_msgpack.document(tree)
    for field, value in (("criterion", HOSTILE), (HOSTILE, 1)):
        (folder / f"bad{len(field)}.msgpack").write_bytes(msgpack.packb(document | {field: value}))
    game = document["game"] | {"name": HOSTILE}
    (folder / "badgame.msgpack").write_bytes(msgpack.packb(document | {"game": game}))
    return folder


SAYING = [
    "verify *.msgpack",
    "show hostile.msgpack 0.1",
    "compare hostile.msgpack *ok*.msgpack",
    "convert *ok*.msgpack *ok*.b92",
    "show --sizes caf*.msgpack",
    "report *.msgpack -o r.html",
    "report hostile.msgpack *ok*.msgpack caf*.msgpack -o /dev/null",
    "verify --game p4c10n *.msgpack",
    "convert hostile.msgpack o.rank --pack",
    "build minavg --game p2c3n -o *ok*.msgpack",
    "show tree.msgpack \"$(printf '\\033[2K')\"",
    "verify --no-such-\"$(printf '\\033[2K')\"",
    "no-such-\"$(printf '\\033[2K')\"",
    "export py *ok*.msgpack -o *ok*.py",
]


@pytest.mark.parametrize("command", mostly_long(SAYING, SAYING[:2] + SAYING[-2:]))
def test_what_files_say_does_nothing_to_a_terminal(command: str, folder: Path) -> None:
    done = shell(f"treebuild {command}", folder)
    assert done.returncode in (0, 1, 2), done.stderr
    assert only_says(done.stdout) and only_says(done.stderr), (done.stdout, done.stderr)
    assert b"Traceback" not in done.stderr
    assert not any(line.startswith(b"ok: all 5040") for line in (done.stdout + done.stderr).splitlines())


def test_files_for_others_only_say_too(folder: Path) -> None:
    done = run("report hostile.msgpack *ok*.msgpack caf*.msgpack -o report.html --force", folder)
    assert done.returncode == 0, done.stderr
    assert only_says((folder / "report.html").read_bytes())
    assert run("report --plot hostile.msgpack caf*.msgpack -o a.svg --force", folder).returncode == 0
    assert only_says((folder / "a.svg").read_bytes())
    assert run("export web *ok*.msgpack caf*.msgpack -o a.html --force", folder).returncode == 0


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a b", "a b"),
        ("быки ●○ 猜", "быки ●○ 猜"),
        ("\x1b[31m\x7f\x9b", "\\x1b[31m\\x7f\\x9b"),
        ("a\nb\r\u2028\u202e", "a\\nb\\r\\u2028\\u202e"),
        ("\udce9\ud800", "\\udce9\\ud800"),
    ],
)
def test_what_cannot_be_printed_is_escaped(text: str, shown: str) -> None:
    assert printable(text) == shown == printable(shown) == str(TreebuildError(text))


@pytest.mark.parametrize("command", ["verify", "compare ':bug:.msgpack'"])
@pytest.mark.parametrize("name", [":bug:.msgpack", "[red].msgpack"])
def test_colons_and_brackets_in_names_mean_nothing(name: str, command: str, folder: Path) -> None:
    for written in ":bug:.msgpack", name:
        save(build("minavg", "p2c3n"), folder / written, force=True)
    done = run(f"{command} '{name}'", folder)
    assert not done.returncode and name.encode() in done.stdout


def test_a_line_has_an_end() -> None:
    shown = printable("x" * 1_000_000 + ": what to do")
    assert len(shown) <= LONGEST + 3 and shown.endswith(": what to do")


def test_a_claim_is_told_as_a_claim(folder: Path) -> None:
    done = run("verify claims.msgpack", folder)
    assert b"ok: all 6 secrets" in done.stdout
    assert b"claimed, not checked: nothing is better; a certificate is checked" in done.stdout
    (record,) = json.loads(run("verify claims.msgpack --json", folder).stdout)
    assert record["claimed"] == "nothing is better"
    assert verify(load(folder / "claims.msgpack")).claimed == "nothing is better"
    assert b"claimed" not in run("verify tree.msgpack", folder).stdout
    done = run("convert claims.msgpack kept.rank --pack --force", folder)
    assert b"keeps total: the objective that the file claims, not checked" in done.stdout
    assert b"not checked" not in run("convert claims.msgpack kept.rank --pack --force --keep total", folder).stdout
    run("report claims.msgpack -o claims.html --force", folder)
    assert b"claimed, not checked: nothing is better" in (folder / "claims.html").read_bytes()


def test_what_was_searched_is_told_as_that(folder: Path) -> None:
    done = run("build exact --objective total --game p2c3n", folder)
    assert b"searched: no tree of this game has a smaller total than" in done.stdout and b"claimed" not in done.stdout


@pytest.mark.parametrize("command", ["verify tree.b92i --game p2c3n", "convert tree.msgpack copy.b92i --force"])
def test_a_format_without_a_check_says_so(command: str, folder: Path) -> None:
    done = run(command, folder)
    assert b"has no check digits, a damaged copy may be another tree: compare the counts: here 1 3 2" in done.stdout


@pytest.mark.parametrize("encoding", mostly_long(["ascii", "latin-1"], ["ascii"]))
def test_streams_of_few_characters(encoding: str, folder: Path) -> None:
    for command in (
        "verify tree.msgpack caf*.msgpack",
        "build --help",
        "play tree.msgpack --guess --secret 01 --lang zh",
    ):
        done = shell(f"echo 12 | treebuild {command}", folder, PYTHONIOENCODING=encoding)
        assert done.returncode == 0 and done.stderr == b"", (command, done.stderr)
    done = shell("treebuild verify tree.msgpack", folder, PYTHONIOENCODING="ascii")
    assert b"########" in done.stdout and b"\\u" not in done.stdout


STREAMS = [
    ("play tree.msgpack <&-", 0),
    ("play tree.msgpack --guess <&-", 0),
    ("build minavg --game p2c3n 2>&-", 0),
    ("build minavg --game p2c3n -o closed.msgpack --force <&- >&- 2>&-", 0),
    ("verify missing.msgpack 2>&-", 1),
    ("verify missing.msgpack 2>/dev/full", 1),
    ("verify --json tree.msgpack >&-", 0),
    ("build minavg --game p2c3n -o - >&-", 1),
    ("convert tree.msgpack - >&-", 1),
    ("convert tree.msgpack - >/dev/null", 0),
    ("certify --objective total --game p2c3n -o - >&-", 1),
    ("export js tree.msgpack -o - >&-", 1),
    ("frobnicate 2>&-", 2),
    ("verify tree.msgpack >/dev/full", 1),
    ("--help >/dev/full", 1),
    ("show tree.msgpack >/dev/full 2>/dev/full", 1),
    ("convert tree.msgpack - >/dev/full", 1),
    ("show tree.msgpack | true", 0),
]


@pytest.mark.parametrize(("command", "code"), mostly_long(STREAMS, STREAMS[::3]))
def test_streams_that_are_closed_or_full(command: str, code: int, folder: Path) -> None:
    done = shell(f"treebuild {command}", folder)
    assert done.returncode == code, done.stderr
    assert b"Traceback" not in done.stderr and b"Exception" not in done.stderr
    if ">/dev/full" in command and "2>" not in command:
        assert done.stderr.startswith(b"error: the standard output cannot be written: ") and done.stderr.endswith(
            b"No space left on device\n"
        )
        assert done.stderr.count(b"\n") == 1
    if " - >&-" in command:
        assert done.stderr == b"error: the standard output is closed: name a file to write\n"


PLOT, CLUSTER = "plot tree tree.msgpack -o damaged.svg", "build near --game p2c3n --cluster tcp://127.0.0.1:1"


@pytest.mark.parametrize(
    ("file", "command", "library"),
    [
        ("matplotlibrc", PLOT, "matplotlib"),
        ("home/.config/matplotlib/matplotlibrc", PLOT, "matplotlib"),
        ("home/.config/dask/dask.yaml", CLUSTER, "distributed"),
    ],
)
def test_a_damaged_configuration_of_a_library_is_one_line(
    file: str, command: str, library: str, folder: Path, tmp_path: Path
) -> None:
    pytest.importorskip(library)
    shutil.copy(folder / "tree.msgpack", tmp_path)
    path = tmp_path / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"\xff")
    home = tmp_path / "home"
    done = shell(f"treebuild {command}", tmp_path, HOME=str(home), XDG_CONFIG_HOME=str(home / ".config"))
    assert done.returncode == 1 and done.stderr.count(b"\n") == 1, done.stderr
    assert done.stderr.startswith(f"error: {library} cannot be loaded (".encode())


@pytest.mark.parametrize("jobs", ["0", str(MAX_JOBS + 1), "9" * 5000])
def test_jobs_beyond_reason(jobs: str) -> None:
    fails(f"build exact --objective total --game p2c3n --jobs {jobs}", message="--jobs", code=2)


@pytest.mark.parametrize("jobs", [0, -1, MAX_JOBS + 1, 10**20, 10**4000, True, 1.0, "2", None])
def test_jobs_beyond_reason_from_python(jobs: int) -> None:
    with pytest.raises(TreebuildError, match=f"bad number of jobs: expected a whole number from 1 to {MAX_JOBS}"):
        build("exact", "p2c3n", objective="total", jobs=jobs)


@pytest.mark.parametrize("name", [name for name, algorithm in ALGORITHMS.items() if not algorithm.shared])
def test_jobs_with_nothing_to_do(name: str) -> None:
    with pytest.raises(TreebuildError, match=f"'{name}' is built by one thread"):
        build(name, "p2c3n", jobs=2)


@pytest.mark.parametrize("extension", [".b92i", ".b92"])
def test_a_format_that_cannot_carry_the_game_is_refused_before_the_search(extension: str) -> None:
    fails(f"build minavg -o t{extension} --game p6c6r", message="p6c6r has 46656")


@pytest.mark.long
def test_long_chains_are_verified_by_the_patient_alone(tmp_path: Path) -> None:
    """One candidate is found with every guess: others are told before it takes seconds."""
    chain = build("simple", "p1c900n")
    with pytest.raises(TreebuildError, match="the secrets take more than 400000 guesses in all") as error:
        verify(chain, patient=False)
    assert error.value.kind == "limit" and MOST_REPLAYED < chain.total <= MOST_GUESSES
    save(chain, tmp_path / "chain.msgpack")
    assert b"--patient" in run("verify chain.msgpack", tmp_path).stderr
    assert b"ok: all 900 secrets replayed" in run("verify chain.msgpack --patient", tmp_path).stdout


def test_a_fifo_without_a_writer(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "t.msgpack")
    done = shell("treebuild verify t.msgpack", tmp_path)
    assert done.returncode == 1 and done.stderr == b"error: t.msgpack: is a FIFO, expected a tree file\n"


@pytest.mark.parametrize(
    "objective",
    [
        "race:" + "9" * 5000,
        "limit:\N{ARABIC-INDIC DIGIT FIVE}",
        "race:\N{ARABIC-INDIC DIGIT FIVE}",
        "total,total",
        "limit:5,limit:05",
    ],
)
def test_objectives_that_are_none(objective: str) -> None:
    named = objective == "race:\N{ARABIC-INDIC DIGIT FIVE}"  # the name of a file that is not there
    fails(f"build exact --game p2c3n --objective {objective}", message="error: ", code=1 if named else 2)


def test_codes_that_cannot_be_looked_up() -> None:
    def game(codes: object, reply: object, replies: object = ("no", "yes")) -> Game:
        return Game.from_parts("g", codes, codes, lambda guess, secret: reply, replies, "yes")  # type: ignore[arg-type]

    with pytest.raises(TreebuildError, match="expected every code to be hashable, such as a tuple and not a list"):
        game([[0], [1]], "no")
    with pytest.raises(TreebuildError, match="expected every reply to be hashable"):
        game([0, 1], "no", [["no"], "yes"])
    with pytest.raises(TreebuildError, match=r"\['no'\], its reply\(0, 0\), is not one of its replies"):
        build("simple", game([0, 1], ["no"]))


@pytest.mark.parametrize("after", mostly_long([0.02, 0.1, 0.2, 0.5, 1.0], [0.02, 0.2, 0.5]))
def test_ctrl_c_at_the_start(after: float, tmp_path: Path) -> None:
    """While this or that is being imported: from where the program begins, after Python and its site are up."""
    code = "import os; from treebuild.__main__ import main; os.write(1, b'.'); main()"
    words = ["build", "exact", "--objective", "total", "--game", "p4c9r", "-o", str(tmp_path / "t.msgpack")]
    with subprocess.Popen(
        [sys.executable, "-c", code, *words],
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        assert process.stdout is not None and process.stdout.read(1) == b"."
        time.sleep(after)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130 and errors == b"interrupted; no unfinished file was left behind\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("number", "word"), [(signal.SIGINT, "interrupted"), (signal.SIGHUP, "hung up")])
def test_a_terminal_stops_all_processes_that_make_trees(number: signal.Signals, word: str, tmp_path: Path) -> None:
    code = (
        "from tools import shipped\n"
        "from tools.__main__ import app, main\n"
        "if __name__ == '__main__':\n"
        "    shipped.SHIPPED = shipped.Shipped('p3c4n', 'simple'), shipped.Shipped('p4c10n', 'avg')\n"
        "    shipped.SECONDS['p3c4n/simple'] = 1000  # so that it comes first\n"
        "    main(app)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, "trees", str(tmp_path), "--jobs", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),
        start_new_session=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    ) as process:
        assert process.stdout is not None and process.stdout.readline().startswith(b"p3c4n/")
        os.killpg(process.pid, number)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert errors == f"{word}; the finished files are in {tmp_path}; run it again for the others\n".encode()
    assert not list(tmp_path.rglob(".treebuild*")) and list(tmp_path.rglob("*.msgpack"))
