from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgpack
import pytest

from tests.conftest import mostly_long
from tests.helpers import published
from tests.helpers.command_line import fails, prints, run_text
from treebuild.algorithms import ALGORITHMS, build
from treebuild.bar import progress_bar
from treebuild.checker.check import check
from treebuild.codec import load, save
from treebuild.codec.formats import OWN
from treebuild.tree.verifier import verify


@pytest.fixture(scope="module")
def trees(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("trees")
    save(build("minavg"), folder / "t.msgpack")
    save(build("minavg"), folder / "t.b92")
    save(build("parts"), folder / "parts.b92")
    save(build("minavg", "p4c6r"), folder / "mm.msgpack")
    save(build("minavg", "p4c6r"), folder / "mm.b92")
    return folder


def test_help_imports_nothing_heavy() -> None:
    code = "import sys, treebuild.cli; print(*sys.modules)"
    names = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"numpy", "numba", "msgpack"} & set(names)


def test_version_is_printed() -> None:
    from treebuild import __version__

    done = subprocess.run([sys.executable, "-m", "treebuild", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"treebuild {__version__}\n"


def test_build_replays_and_writes(tmp_path: Path) -> None:
    file = tmp_path / "t.msgpack"
    printed = prints("build", "minavg", "-o", file)
    assert "total 26551, average 26551/5040 = 5.2681, greatest depth 7" in printed
    assert "ok: all 5040 secrets replayed" in printed
    assert max(map(len, printed.replace(str(file), "").splitlines())) <= 80
    assert list(tmp_path.iterdir()) == [file]
    first = file.read_bytes()
    fails("build", "minavg", "-o", file, message=f"{file}: already exists; use --force to replace it")
    assert file.read_bytes() == first
    prints("build", "minavg", "-o", file, "--force")
    assert file.read_bytes() == first


def test_a_seed_and_the_guesses_are_options_of_build() -> None:
    (record,) = json.loads(prints("build random --game p3c5n --seed 4 --guesses candidates --json"))
    assert record["algorithm"] == "random --seed 4"
    assert record["game"] == "p3c5n" and record["ok"] and sum(record["distribution"].values()) == 60


def test_verify_prints_records(trees: Path) -> None:
    first, second = json.loads(prints("verify", trees / "t.msgpack", trees / "mm.msgpack", "--json"))
    counts = published.GREEDY["p4c10n", "minavg"]
    assert first == {
        "file": str(trees / "t.msgpack"),
        "game": "p4c10n",
        "algorithm": "minavg",
        "secrets": 5040,
        "total": 26551,
        "average": 26551 / 5040,
        "max_depth": 7,
        "distribution": {str(depth): count for depth, count in enumerate(counts, 1)},
        "ok": True,
        "problems": [],
        "claimed": "",
    }
    assert (second["game"], second["total"]) == ("p4c6r", 5696)


def test_verify_reports_each_file_and_fails_for_one(trees: Path, tmp_path: Path) -> None:
    (tmp_path / "cut.msgpack").write_bytes((trees / "t.msgpack").read_bytes()[:-1])
    done = run_text("verify", tmp_path / "cut.msgpack", trees / "t.b92")
    assert done.returncode == 1
    assert "total 26551" in done.stdout and "cut short" in done.stderr
    record, other = json.loads(run_text("verify", tmp_path / "cut.msgpack", trees / "t.b92", "--json").stdout)
    assert record["ok"] is False and "cut short" in record["problems"][0] and other["ok"] is True


def test_show_finds_the_position_after_replies(trees: Path) -> None:
    assert "guess 3 is 1067; 192 candidates left" in prints("show", trees / "t.msgpack", "0.1", "1.1")
    (record,) = json.loads(prints("show", trees / "t.msgpack", "0.1", "1.1", "--json"))
    assert sum(part["candidates"] for part in record["parts"]) == record["candidates"] == 192
    assert sum(part["e"] for part in record["parts"]) == record["e"] == 1060
    assert max(part["nth"] for part in record["parts"]) == record["nth"]
    assert sum(part["average"] * part["candidates"] for part in record["parts"]) == pytest.approx(record["e"])
    assert json.loads(prints("show", trees / "t.msgpack", "4.0", "--json"))[0]["solved"]
    assert "guess 1 is 0123; 5040 candidates left" in prints("show", trees / "t.msgpack")


@pytest.mark.parametrize(
    ("algorithm", "counted", "e"),
    [("minavg", "total", 1060), ("greedy-crush", "at worst", 2)],
)
def test_show_says_worst_average_and_what_the_tree_counts(algorithm: str, counted: str, e: int, tmp_path: Path) -> None:
    """The words of everybody in place of n-th and e, those of Slovesnov's paper."""
    save(build(algorithm), tmp_path / "tree.msgpack")
    node = load(tmp_path / "tree.msgpack")["0.1", "1.1"]
    printed = prints("show", tmp_path / "tree.msgpack", *node.replies)
    assert f"worst {node.worst}, average {float(node.average):.4f}, {counted} {e}\n" in printed
    assert re.search(rf"^reply +candidates +next guess +worst +average +{counted} *$", printed, re.MULTILINE)
    for reply, child in node.children.items():
        figures = rf" +{child.size} +{child.guess} +{child.worst} +{float(child.average):.4f} +\d+ *$"
        assert re.search(rf"^ +{re.escape(reply)}{figures}", printed, re.MULTILINE)


@pytest.mark.parametrize("reply", ["3.1", "5.0", "x", "", "-1"])
def test_show_replies_that_cannot_happen(trees: Path, reply: str) -> None:
    fails("show", trees / "t.msgpack", "--", reply, message="is not a reply: expected one of 0.0, 0.1")


def test_show_replies_that_contradict(trees: Path) -> None:
    fails(
        "show", trees / "t.msgpack", "0.0", "0.0", message="after 0.0 this tree has no reply 0.0: its replies are 0.2"
    )
    fails("show", trees / "t.msgpack", "4.0", "0.4", message="after 4.0 the secret is found: no guess follows")


def test_compare_counts_who_is_faster(trees: Path) -> None:
    words = "compare", trees / "t.b92", trees / "parts.b92"
    assert "26551  26751   +200" in prints(*words)
    first, second = json.loads(prints(*words, "--json"))
    assert [*first["distribution"].values()] == [*published.GREEDY["p4c10n", "minavg"]]
    (race,), (other,) = first["against"], second["against"]
    assert race["faster"] + race["slower"] + race["equal"] == 5040
    assert (race["faster"], race["file"]) == (other["slower"], str(trees / "parts.b92"))
    fails("compare", trees / "t.msgpack", trees / "mm.msgpack", message="different games")


def test_a_gap_is_given_in_per_cent() -> None:
    assert "a smaller total than" in prints("build", "near", "--game", "p3c6r", "--gap", "0.5%")
    for wrong in "1", "0.01", "-1%", "100%", "x%":
        fails("build", "near", "--game", "p3c6r", f"--gap={wrong}", message="--gap", code=2)


def test_compare_tells_gaps(tmp_path: Path) -> None:
    files = tmp_path / "near.msgpack", tmp_path / "minavg.msgpack"
    prints("build", "near", "--game", "p4c9n", "--effort", "1", "-o", files[0])
    prints("build", "minavg", "--game", "p4c9n", "-o", files[1])
    shown = prints("compare", *files)
    assert "gap at most  2.67 %  3.33 %" in shown and "no tree has a smaller total than 14545" in shown
    gaps = [(record["bound"], record["gap"]) for record in json.loads(prints("compare", *files, "--json"))]
    assert gaps == [(14545, round(388 / 14545, 6)), (14545, round(484 / 14545, 6))]
    prints("report", *files, "-o", tmp_path / "r.html")
    page = (tmp_path / "r.html").read_text("utf-8")
    assert "above 14545 by" in page and "<td>3.33 %</td>" in page


def test_convert_keeps_the_tree_and_replaces_nothing(trees: Path, tmp_path: Path) -> None:
    prints("convert", trees / "t.b92", tmp_path / "t.msgpack")
    prints("convert", tmp_path / "t.msgpack", tmp_path / "t.b92")
    assert (tmp_path / "t.b92").read_bytes() == (trees / "t.b92").read_bytes()
    fails("convert", trees / "t.b92", tmp_path / "t.b92", message="already exists")
    prints("convert", trees / "mm.b92", tmp_path / "mm.msgpack", "--game", "mastermind")


def test_list_has_every_algorithm() -> None:
    lines = prints("list").splitlines()
    assert [line.split()[0] for line in lines] == list(ALGORITHMS) and max(map(len, lines)) <= 80
    assert [record["algorithm"] for record in json.loads(prints("list", "--json"))] == list(ALGORITHMS)


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("treebuild build min", ["minmax", "minavg"]),
        ("treebuild play --game mas", ["mastermind"]),
        ("treebuild suggest --by ent", ["entropy"]),
        ("treebuild plot sus", ["suspects"]),
        ("treebuild help su", ["suggest"]),
        ("treebuild help plot sus", ["suspects"]),
        ("treebuild list fo", ["formats"]),
    ],
)
def test_words_are_completed(words: str, completed: list[str]) -> None:
    environment = os.environ | {
        "_TREEBUILD_COMPLETE": "complete_bash",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split()) - 1),
    }
    code = "from treebuild.cli import app; app(prog_name='treebuild')"
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert done.stdout.split() == completed


def test_what_is_no_tree_is_told(trees: Path, tmp_path: Path) -> None:
    (tmp_path / "empty.b92").write_bytes(b"")
    (tmp_path / "other.msgpack").write_bytes(msgpack.packb({"hello": 1}))
    for name in "folder", "folder.b92", "folder.rank":
        (tmp_path / name).mkdir()
    for name in "link", "link.b92":
        (tmp_path / name).symlink_to("nowhere")
    for file, message in (
        (tmp_path / "empty.b92", "is empty, expected a tree"),
        (tmp_path / "other.msgpack", "is msgpack, but not a tree"),
        (tmp_path / "folder", "folder: is a directory, expected a tree file"),
        (tmp_path / "folder.b92", "folder.b92: is a directory, expected a tree file"),
        (tmp_path / "folder.rank", "folder.rank: is a directory, expected a tree file"),
        (tmp_path / "link", "link: leads to nowhere, where there is no file"),
        (tmp_path / "link.b92", "link.b92: leads to nowhere, where there is no file"),
        (trees / "mm.b92", "; if it is of another game, name it, such as --game p4c6r\n"),
    ):
        fails("verify", file, message=message)
    fails("verify", trees / "mm.msgpack", "--game", "p4c10n", message="holds a tree of p4c6r, not of p4c10n")
    fails("build", "minavg", "-o", tmp_path / "folder.b92", "--force", message="is a directory")


def test_a_full_disk_leaves_nothing_behind(trees: Path, tmp_path: Path) -> None:
    """No room for the file: one line, exit code 1, the old file as it was, no temporary file."""
    target = tmp_path / "t.b92"
    target.write_bytes(b"old")
    code = (
        "import os, sys, errno\n"
        "def full(fd): raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))\n"
        "os.fsync = full\n"
        "from treebuild.cli import main\n"
        f"sys.argv = ['treebuild', 'convert', {str(trees / 't.msgpack')!r}, {str(target)!r}, '--force']\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr == f"error: {target}: cannot be written: No space left on device\n"
    assert target.read_bytes() == b"old" and list(tmp_path.iterdir()) == [target]


def processor_seconds(process: int) -> float:
    """What a process has had of the processor."""
    after_name = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize(
    ("search", "seconds"),
    [
        ("minavg --game p5c10n", 0.6),
        pytest.param("exact --objective total --game p4c9r --jobs 2", 0.8, marks=pytest.mark.long),
        ("exact --objective total --game p4c9r --store s", 0.8),
    ],
)
def test_ctrl_c_leaves_nothing_behind(tmp_path: Path, search: str, seconds: float) -> None:
    target = tmp_path / "t.msgpack"
    words = [sys.executable, "-m", "treebuild", "build", *search.split(), "-o", str(target)]
    process = subprocess.Popen(  # a shell's background jobs, such as CI may be, are told to ignore the signal
        words,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    while process.poll() is None and processor_seconds(process.pid) < seconds:  # then it searches, however busy we are
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=20)
    assert process.returncode == 130, errors
    if "--store" in search:
        assert (
            errors == "interrupted; s keeps what is settled: give the same command again, and it goes on from there\n"
        )
        return
    assert errors == "interrupted; no unfinished file was left behind\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("store", mostly_long([False, True], [True]))
def test_ctrl_c_keeps_the_tree_of_a_search_with_seconds(tmp_path: Path, store: bool) -> None:
    said = tmp_path / "said"
    words = [sys.executable, "-m", "treebuild", "build", "--game", "p4c8r", "--seconds", "100", "-o", "t.rank"]
    with said.open("w") as errors:
        process = subprocess.Popen(
            [*words, *(["--store", "s"] if store else [])],
            stdout=subprocess.DEVNULL,
            stderr=errors,
            cwd=tmp_path,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
    while said.read_text().count("\n") < 2:  # the titles and the first tree
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=60) == 130
    again = "; s keeps what is settled: give the same command again, and it goes on from there" if store else ""
    assert said.read_text().endswith(f"\ninterrupted; the best tree by then is in t.rank{again}\n")
    assert verify(load(tmp_path / "t.rank", "p4c8r")).ok


def test_ctrl_c_stops_where_python_swallows_the_exception() -> None:
    code = """if True:
        import signal, time, weakref
        from treebuild.cli import stopping

        class Thing: pass

        signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell's background jobs are told to ignore it
        thing = Thing()
        watch = weakref.ref(thing, lambda gone: signal.raise_signal(signal.SIGINT))
        try:
            with stopping.listening():
                del thing
                time.sleep(60)
        except KeyboardInterrupt:
            stopping.end()
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30)
    assert (done.returncode, done.stderr) == (130, "interrupted; no unfinished file was left behind\n")


@pytest.mark.parametrize(
    ("number", "word"), [(signal.SIGINT, "interrupted"), (signal.SIGTERM, "terminated"), (signal.SIGHUP, "hung up")]
)
@pytest.mark.parametrize("moment", ["streams.finish", "sys.exit"])
def test_a_signal_after_the_work_ends_the_command_too(number: signal.Signals, word: str, moment: str) -> None:
    """While the streams are flushed, nobody would catch an exception."""
    code = f"""if True:
        import signal, sys
        import treebuild.cli
        from treebuild.__main__ import main

        signal.signal({number.value}, signal.SIG_DFL)
        where, name = {moment!r}.split(".")
        where = sys if where == "sys" else treebuild.cli.streams
        rest = getattr(where, name)
        setattr(where, name, lambda *words: (signal.raise_signal({number.value}), rest(*words)))
        sys.argv = ["treebuild", "list", "games"]
        main()
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (128 + number, f"{word}; no unfinished file was left behind\n")
    assert done.stdout == prints("list", "games")


def test_a_closed_pipe_is_no_error(trees: Path) -> None:
    done = subprocess.run(
        f"{sys.executable} -m treebuild verify {trees}/t.msgpack | head -1", shell=True, capture_output=True, text=True
    )
    assert "Traceback" not in done.stderr and "Exception" not in done.stderr


@pytest.mark.long
@pytest.mark.parametrize("columns", [20, 40])
def test_no_figure_is_cut_in_a_narrow_terminal(columns: int, trees: Path) -> None:
    tree, words = load(trees / "t.b92"), {"verify": (), "show": (), "compare": ("parts.b92",), "show --sizes": ()}
    shown = {word: prints(*word.split(), "t.b92", *more, columns=columns, cwd=trees) for word, more in words.items()}
    assert not any("…" in text for text in shown.values())
    for depth, count in enumerate(tree.counts, 1):
        assert re.search(rf"^ +{depth} +{count}\b", shown["verify"], re.MULTILINE)
        assert re.search(rf"^ +{depth} +{count} +\d+ +[+-]\d+", shown["compare"], re.MULTILINE)
    assert re.search(r"^  0\.1 +1440 +\d{4} +7 +\d\.\d{4} +\d+ *$", shown["show"], re.MULTILINE)
    sizes = re.findall(r"^(\.\w+) +(\d+) .* (\d+) *$", shown["show --sizes"], re.MULTILINE)
    assert {name: int(size) for name, size, _ in sizes} == {name: len(OWN[name].encode(tree)) for name in OWN}


def test_a_bar_pulses_until_there_is_a_total(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    told: list[tuple[int, int | None]] = []
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setattr(
        "rich.progress.Progress.update",
        lambda self, task, completed, description: told.append((completed, self.tasks[task].total)),
    )
    with progress_bar() as progress:
        assert progress is not None
        progress(0, 0, "looking")
        progress(1, 4, "guesses")
        progress(0, 0, "later than expected")
    assert told == [(0, None), (1, 4), (0, None)]


@pytest.mark.parametrize(
    "words",
    [
        "build exact --objective total --game p2c3n -o one.msgpack --store one.msgpack",
        "build exact --objective total --game p2c3n -o one.msgpack --proof one.msgpack",
        "certify --objective total --game p2c3n -o one.msgpack --store one.msgpack",
        "export js tree.msgpack -o tree.msgpack --force",
        "export web tree.msgpack -o tree.msgpack --force",
        "report tree.msgpack -o tree.msgpack --force",
        "report listed.msgpack -o game.toml --game game.toml --force",
        "export c listed.msgpack -o game.toml --game game.toml --force",
        "export web listed.msgpack -o game.toml --game game.toml --force",
        "certify --objective total --game game.toml -o game.toml --force",
        "certify --objective total --game p2c3n --weights in.csv -o in.csv --force",
        "certify --objective total --game p2c3n --costs in.csv -o in.csv --force",
        "certify --objective total --game p2c3n --guesses identify --groups in.csv -o in.csv --force",
        "certify --objective total --game bulls-cows --codes in.csv -o in.csv --force",
        "build exact --objective total --game p2c3n --weights in.csv --proof ./in.csv --force",
        "build exact --objective total --game p2c3n --weights in.csv --store in.csv",
        "build simple --game p2c3n --weights in.csv -o in.csv --force",
        "convert words.msgpack game.csv --game bulls-cows --codes game.csv --force",
        "build simple --game bulls-cows --codes in.csv -o in.csv --force",
        "build exact --objective total --game bulls-cows --codes in.csv --proof in.csv --force",
        "pareto --game p2c3n --store in.csv --plot in.csv --force",
        "pareto --game p2c3n --store tree.msgpack --tree 1,1 -o tree.msgpack --force",
        "build exact --objective total --game p2c3n --store s --proof s-wal --force",
        "certify --objective total --game p2c3n --store s -o ./s-journal",
        "build exact --game p2c3n --objective race:tree.msgpack -o tree.msgpack --force",
        "build exact --game p2c3n --objective total,race:tree.msgpack -o new.msgpack --proof tree.msgpack --force",
        "build exact --game p2c3n --objective race:tree.msgpack --store tree.msgpack",
        "certify --game p2c3n --objective race:tree.msgpack -o tree.msgpack --force",
        "convert tree.msgpack tree.msgpack --force",
        "convert tree.msgpack tree.rank --game p2c3n --pack --keep race:tree.rank --force",
        "export npm . package.json --game p2c3n --force",
    ],
)
def test_two_files_with_one_name_are_refused_before_anything_is_written(words: str, tmp_path: Path) -> None:
    """A tree in the place of its store, its certificate, what is made of it, or of a file that is read."""
    save(build("minavg", "p2c3n"), tmp_path / "tree.msgpack")
    (tmp_path / "in.csv").write_text("01,2\n")
    (tmp_path / "game.toml").write_text('rule = "bulls-cows"\ncodes = ["01", "02"]\n')
    (tmp_path / "game.csv").write_text("01\n02\n")
    for name in "package.json", "tree.rank":
        prints("convert", "tree.msgpack", name, cwd=tmp_path)
    prints("build minavg --game game.toml -o listed.msgpack", cwd=tmp_path)
    prints("build minavg --game bulls-cows --codes game.csv -o words.msgpack", cwd=tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    fails(words, message="need two different files", code=2, cwd=tmp_path)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize("name", ["codes.csv", "secrets.csv", "weights.csv", "costs.csv", "table.csv", "groups.csv"])
def test_a_file_that_a_game_file_names_is_never_replaced(name: str, tmp_path: Path) -> None:
    """Nor by a name that leads to it."""
    parts = {
        "codes.csv": "01\n02\n12\n",
        "secrets.csv": "01\n02\n",
        "weights.csv": "01,2\n",
        "costs.csv": "12,2\n",
        "table.csv": "test,owl,seal\nflies?,yes,no\n",
        "groups.csv": "owl,a\nseal,b\n",
    }
    for part, text in parts.items():
        (tmp_path / part).write_text(text)
    keys, tests = ("codes", "secrets", "weights", "costs"), ("table", "groups")
    listed = "".join(f'{key} = "{key}.csv"\n' for key in keys)
    (tmp_path / "listed.toml").write_text(f'rule = "bulls-cows"\n{listed}')
    tabled = "".join(f'{key} = "{key}.csv"\n' for key in tests)
    (tmp_path / "tabled.toml").write_text(f'rule = "table"\nguesses = "identify"\n{tabled}')
    (tmp_path / "link.csv").symlink_to(name)
    game = "tabled.toml" if name.removesuffix(".csv") in tests else "listed.toml"
    for output in name, "link.csv":
        for words in (
            f"build exact --objective total --game {game} -o {output}",
            f"build exact --objective total --game {game} --proof {output}",
            f"build exact --objective total --game {game} -o new.msgpack --store {output}",
            f"certify --objective total --game {game} -o {output}",
        ):
            fails(*words.split(), "--force", message="need two different files", code=2, cwd=tmp_path)
            fails(words, message="need two different files", code=2, cwd=tmp_path)
    assert {part: (tmp_path / part).read_text() for part in parts} == parts
    assert not (tmp_path / "new.msgpack").exists()


def test_a_python_program_may_write_what_it_has_read(tmp_path: Path) -> None:
    """Also in a process in which a command has run, and a command may write what an earlier one has read."""
    save(build("minavg", "p2c3n"), tmp_path / "tree.msgpack")
    prints("verify tree.msgpack", cwd=tmp_path)
    prints("build minavg --game p2c3n -o tree.msgpack --force", cwd=tmp_path)
    save(load(tmp_path / "tree.msgpack"), tmp_path / "tree.msgpack", force=True)


def test_a_certificate_goes_through_a_pipe(tmp_path: Path) -> None:
    words = ["-m", "treebuild", "certify", "--objective", "total", "--game", "p2c3n", "-o", "-"]
    done = subprocess.run([sys.executable, *words], capture_output=True, check=True)
    (tmp_path / "t.proof").write_bytes(done.stdout)
    assert check(tmp_path / "t.proof").theorem
    assert b"searched: no tree of this game has a smaller total than" in done.stderr
