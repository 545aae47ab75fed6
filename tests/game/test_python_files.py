"""Games as Python files: a process of its own runs them, and nothing but the game comes back."""

from __future__ import annotations

import json
import os
import py_compile
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.conftest import mostly_long
from tests.helpers.command_line import fails, prints
from treebuild import build, load, save, verify
from treebuild.errors import TreebuildError
from treebuild.game import python_file
from treebuild.game.lookup import as_game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.game.symmetry import symmetry_of

TEXTS = ["game = {}", "def game():\n    return {}"]
CANNOT_USE, ADVICE = "cannot use the folder of temporary files", "free space there, or set TMPDIR"


def test_python_files_see_what_python_shows_them(write, capfd) -> None:
    """Dataclasses, a module beside the file; what is printed leaves the standard output to the command."""
    text = """
from __future__ import annotations
from dataclasses import dataclass
from treebuild import Game
from numbers_beside_it import NUMBERS
@dataclass(frozen=True)
class Code:
    number: int
print("making it")
codes = [Code(number) for number in NUMBERS]
game = Game.from_parts("dataclass", codes, codes, lambda g, s: g == s, [False, True], True)
"""
    path = write(text, "json.py", numbers_beside_it_py="NUMBERS = [1, 2, 3]\n")
    path.with_name("numbers.beside.it.py").rename(path.with_name("numbers_beside_it.py"))
    assert json.loads(prints("build", "simple", "--game", path, "--json"))[0]["distribution"] == {
        "1": 1,
        "2": 1,
        "3": 1,
    }
    assert capfd.readouterr().err == "making it\n"


@pytest.mark.parametrize("text", mostly_long(TEXTS, TEXTS[1:]))
def test_python_files(text: str, write) -> None:
    made = 'Game.from_parts("py", [1, 2], [1, 2], lambda g, s: g == s, [False, True], True)'
    path = write(f"from treebuild import Game\n{text.format(made)}\n", "own.py")
    game = as_game(str(path))
    assert game.name == "py"
    tree = build("simple", game)
    file = path.with_name("t.msgpack")
    save(tree, file)
    assert load(file).counts == load(file, game).counts == tree.counts  # the tree carries its game
    assert "all 2 secrets" in prints("verify", file, "--game", path)


@pytest.mark.long
def test_a_python_file_runs_as_it_is(write, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not by code that Python kept for an older file of its size and time, or that somebody put there."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    text = "from treebuild import Game\ngame = Game.from_rules('p2c{}r')\n"
    for symbols in 3, 4:
        path = write(text.format(symbols), "own.py")
        os.utime(path, (1e9, 1e9))
        assert as_game(str(path)).name == f"p2c{symbols}r"
        assert not path.with_name("__pycache__").exists()
    py_compile.compile(str(path), invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    assert as_game(str(write(text.format(5), "own.py"))).name == "p2c5r"


@pytest.mark.parametrize(
    "beside", mostly_long(["sizes.py", "sizes/__init__.py", "sizes/whole.py"], ["sizes/__init__.py"])
)
def test_python_files_import_what_is_beside_them(beside: str, tmp_path: Path) -> None:
    """Modules of the same name in two folders are two modules, and one that was changed is read again."""
    module = beside.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    for folder, symbols in ("a", 3), ("b", 4), ("a", 12):
        game, numbers = tmp_path / folder / "own.py", tmp_path / folder / beside
        numbers.parent.mkdir(parents=True, exist_ok=True)
        numbers.write_text(f"SYMBOLS = {symbols}\n")
        game.write_text(
            f"from treebuild import Game\nfrom {module} import SYMBOLS\ngame = Game.from_rules(f'p2c{{SYMBOLS}}r')\n"
        )
        assert as_game(str(game)).name == f"p2c{symbols}r"


def _beside(folder: Path, symbols: int, imports: str = "from sizes import SYMBOLS", first: str = "") -> str:
    """A game file whose number of symbols is in a module beside it."""
    folder.mkdir(exist_ok=True)
    (folder / "sizes.py").write_text(f"{first}SYMBOLS = {symbols}\n")
    os.utime(folder / "sizes.py", (1e9, 1e9))
    path = folder / "own.py"
    path.write_text(f"from treebuild import Game\n{imports}\ngame = Game.from_rules(f'p2c{{SYMBOLS}}r')\n")
    return str(path)


@pytest.mark.parametrize("place", mostly_long(["relative", "absolute"], ["relative"]))
def test_a_module_beside_a_python_file_is_that_of_its_folder(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever the program is then, whatever it imported itself, and whatever Python kept; a link leads to its file."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    mine = ModuleType("sizes")
    monkeypatch.setitem(sys.modules, "sizes", mine)
    for folder, symbols in ("a", 3), ("b", 4), ("a", 5):
        path = Path(_beside(tmp_path / folder, symbols))
        monkeypatch.chdir(path.parent)
        assert as_game("own.py" if place == "relative" else str(path)).name == f"p2c{symbols}r"
        assert sys.modules["sizes"] is mine and str(path.parent) not in sys.path
    (tmp_path / "b" / "link.py").symlink_to(tmp_path / "a" / "own.py")
    assert as_game("../b/link.py").name == "p2c5r"


def test_a_python_file_changes_nothing_in_this_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Where it is, what it has imported and from where, what it prints; nor does what this program has change it."""
    own = "import os, sys\nimport sizes as own\nfrom sizes import SYMBOLS\nassert not hasattr(own, 'PAST')"
    path = _beside(tmp_path, 3, f"{own}\nos.chdir('/')\nsys.path.clear()\nprint('made')")
    before, here = sys.path.copy(), Path.cwd()
    mine = ModuleType("sizes")
    monkeypatch.setattr(mine, "PAST", True, raising=False)
    monkeypatch.setitem(sys.modules, "sizes", mine)
    assert as_game(path).name == "p2c3r"
    assert (sys.path, Path.cwd(), sys.modules["sizes"]) == (before, here, mine)
    assert capfd.readouterr() == ("", "made\n")


@pytest.mark.long
@pytest.mark.parametrize("lib", ["lib", "games/lib"])
def test_modules_of_another_game_or_of_the_past_are_never_run(
    lib: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever the file has them from: here from a folder that it adds to sys.path itself."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    own = f"import sys\nsys.path.insert(0, __file__[:-6] + '{lib}')\nfrom sizes import SYMBOLS"
    for folder, symbols in ("a", 3), ("b", 4), ("a", 5), ("b", 6):
        path = _beside(tmp_path / folder, 9, own)
        (tmp_path / folder / lib).mkdir(parents=True, exist_ok=True)
        Path(path).with_name("sizes.py").replace(tmp_path / folder / lib / "sizes.py")
        (tmp_path / folder / lib / "sizes.py").write_text(f"SYMBOLS = {symbols}\n")
        os.utime(tmp_path / folder / lib / "sizes.py", (1e9, 1e9))
        assert as_game(path).name == f"p2c{symbols}r"
        assert not [*tmp_path.rglob("__pycache__")]


@pytest.mark.parametrize(
    "name", mostly_long(["secrets", "numpy", "test", "treebuild", "treebuild/__init__"], ["numpy", "treebuild"])
)
def test_a_module_with_the_name_of_an_installed_one_is_not_imported(name: str, tmp_path: Path) -> None:
    """It is never run in place of it, and whoever imports it learns that there are two."""
    path, top = _beside(tmp_path, 3, "from sizes import SYMBOLS"), name.partition("/")[0]
    beside = tmp_path / f"{name}.py"
    beside.parent.mkdir(exist_ok=True)
    beside.write_text("SYMBOLS = 1 / 0\n")
    if top == "treebuild":
        with pytest.raises(TreebuildError, match=r"own.py: line 1: imports treebuild, an installed module, and \S+"):
            as_game(path)
        return
    assert as_game(path).name == "p2c3r"
    (tmp_path / "sizes.py").write_text(f"SYMBOLS = 3\nfrom {top} import SYMBOLS\n")
    with pytest.raises(
        TreebuildError, match=rf"sizes.py: line 2: imports {top}, an installed module, and \S+/{top} has"
    ):
        as_game(path)


@pytest.mark.parametrize("count", mostly_long([2, 6], [2]))
def test_python_files_in_threads(count: int, tmp_path: Path) -> None:
    """Each has its own modules, and the standard output is the program's afterwards."""
    out, first = sys.stdout, "from time import sleep\nsleep(0.01)\n"
    paths = [_beside(tmp_path / str(symbols), symbols, first=first) for symbols in range(2, 2 + count)]
    with ThreadPoolExecutor(len(paths)) as threads:
        for symbols, game in enumerate(threads.map(as_game, paths), 2):
            assert game.name == f"p2c{symbols}r"
    assert sys.stdout is out


@pytest.mark.long
def test_a_python_file_that_runs_another(tmp_path: Path) -> None:
    """Each has its own modules."""
    other = f"assert as_game({_beside(tmp_path / 'other', 2)!r}).name == 'p2c2r'"
    inner = f"from treebuild.game.lookup import as_game\nimport sizes\n{other}\nfrom sizes import SYMBOLS"
    assert as_game(_beside(tmp_path, 9, inner)).name == "p2c9r"


@pytest.mark.parametrize("nested", mostly_long([0, 6], [6]))
def test_python_files_that_run_one_another_end(nested: int, write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(python_file, "nested", nested)
    text = """
from concurrent.futures import ThreadPoolExecutor
from treebuild.game.lookup import as_game
with ThreadPoolExecutor() as threads:
    game = threads.submit(as_game, __file__).result()
"""
    with pytest.raises(TreebuildError, match=r"line 5: .* more than 8 game files run one another"):
        as_game(str(write(text, "own.py")))


ENDS_EARLY = [
    ("import os; os._exit(3)", "Python ended with exit code 3 while it ran the file"),
    ("import os; os._exit(0)", "Python ended with exit code 0 while it ran the file"),
    ("import os; os.kill(os.getpid(), 11)", "Python ended with exit code -11 while it ran the file"),
    ("raise SystemExit('no')", "line 1: SystemExit: no"),
    ("game = 3", "has no `game`: expected a treebuild.Game, or a function that returns one"),
]


@pytest.mark.parametrize(("text", "said"), mostly_long(ENDS_EARLY, ENDS_EARLY[1:3]))
def test_a_python_file_that_ends_early(write, text: str, said: str) -> None:
    path = write(text, "own.py")
    with pytest.raises(TreebuildError) as error:
        as_game(str(path))
    assert str(error.value) == f"{path}: {said}"


def test_a_python_file_that_takes_long_is_said(write, monkeypatch: pytest.MonkeyPatch, caplog) -> None:
    monkeypatch.setattr(python_file, "_NOTE_AFTER", 0.1)
    text = "import time, treebuild\ntime.sleep(2)\ngame = treebuild.Game.from_rules('p2c3r')\n"
    assert as_game(str(write(text, "own.py"))).name == "p2c3r"
    assert "own.py: still runs, or computes its replies" in caplog.text


@pytest.mark.parametrize(
    "also",
    [
        "import multiprocessing as m, time; m.Process(target=time.sleep, args=(400,), daemon=True).start()",
        "import os\nif not os.fork(): os.execlp('sleep', 'sleep', '400')",
        "import sys; assert sys.argv == [__file__] and not sys.stdin.read(); sys.stdout.close(); sys.stderr = None",
        *(
            pytest.param(text, marks=pytest.mark.long)
            for text in (
                "import os; os.fork()",
                "import os; os.closerange(3, 99)",
                "import test.support",
                "import atexit, os; atexit.register(os._exit, 5)",
            )
        ),
    ],
)
def test_a_python_file_that_leaves_something_behind(write, also: str) -> None:
    """Processes, closed streams, threads: it has a game, and nobody waits for the rest."""
    path = write(f"{also}\nfrom treebuild import Game\ngame = Game.from_rules('p2c3r')\n", "own.py")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(python_file, "_error_stream", lambda: subprocess.DEVNULL)  # what is left would keep pytest's open
        assert as_game(str(path)).name == "p2c3r"


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("spawn", "my-own.py"),
        *(pytest.param(kind, "json.py", marks=pytest.mark.long) for kind in ("fork", "forkserver")),
    ],
)
def test_pools_of_processes_end_with_the_file(write, kind: str, name: str) -> None:
    """Whether the file ends them or not: nobody who reads the error stream waits for them."""
    text = f"""
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from time import sleep
from treebuild import Game
def square(number):
    return number * number
def game():
    pool = ProcessPoolExecutor(2, get_context("{kind}"))
    squares = [*pool.map(square, range(3))]
    pool.submit(sleep, 3)
    return Game.from_parts("squares", squares, squares, lambda g, s: g == s, [False, True], True)
"""
    path = write("", "own.py").with_name(name)
    path.write_text(text)
    words = "-m", "treebuild", "build", "simple", "--game", str(path)
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=True, timeout=120)
    assert "total 6" in done.stdout and not done.stderr


def test_what_a_python_file_writes_at_its_end_is_whole(write) -> None:
    text = """
import atexit, time
from threading import Thread
from treebuild import Game
game, file = Game.from_rules("p2c3r"), open(__file__ + ".txt", "w")
def late():
    time.sleep(3)
    file.write("late\\n")
Thread(target=late).start()
atexit.register(file.write, "at exit\\n")
if __name__ == "__main__":
    raise SystemExit("it is no program")
"""
    path = write(text, "own.py")
    assert as_game(str(path)).name == "p2c3r"
    assert path.with_name("own.py.txt").read_text() == "late\nat exit\n"


def test_a_python_file_has_an_absolute_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "data").mkdir()
    path = _beside(tmp_path, 3, "import os\nos.chdir('data')\nSYMBOLS = open(os.path.dirname(__file__) + '/n').read()")
    (tmp_path / "n").write_text("4")
    monkeypatch.chdir(tmp_path)
    assert as_game(Path(path).name).name == "p2c4r"


@pytest.mark.long
def test_what_a_python_file_prints_is_in_no_file_of_the_user(write, tmp_path: Path) -> None:
    """Though a file may have the number of the error stream, if that was closed."""
    game = write("from treebuild import Game\nprint('made')\ngame = Game.from_rules('p2c3r')\n", "own.py")
    program = "f = open('mine.csv', 'w'); from treebuild.game.lookup import as_game; as_game('own.py'); f.write('a')"
    shell = f'exec {sys.executable} -c "{program}" 2>&- </dev/null'
    subprocess.run(["sh", "-c", shell], check=True, cwd=game.parent)
    assert game.with_name("mine.csv").read_text() == "a"


@pytest.mark.long
def test_a_folder_of_treebuild_beside_a_game_may_be_treebuild(tmp_path: Path) -> None:
    path = _beside(tmp_path, 3)
    (tmp_path / "treebuild").symlink_to(Path(python_file.__file__).parents[1])
    program = "from treebuild.game.lookup import as_game; print(as_game('own.py').name)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout == "p2c3r\n" and Path(path).exists()


def test_a_game_that_cannot_be_told_for_want_of_room(write) -> None:
    limit = "from resource import RLIMIT_FSIZE, setrlimit\nsetrlimit(RLIMIT_FSIZE, (9, 9))\n"
    path = write(f"{limit}from treebuild import Game\ngame = Game.from_rules('p2c3r')\n", "own.py")
    with pytest.raises(TreebuildError, match=rf"own\.py: {CANNOT_USE}: No space left on device; {ADVICE}$"):
        as_game(str(path))


def test_a_folder_of_temporary_files_that_is_none(write, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write("from treebuild import Game\ngame = Game.from_rules('p2c3r')\n", "own.py")
    for folder, said in (path, "Not a directory"), (path.with_name("none"), "No such file or directory"):
        monkeypatch.setattr(tempfile, "tempdir", str(folder))
        with pytest.raises(TreebuildError) as error:
            as_game(str(path))
        assert str(error.value) == f"{path}: {CANNOT_USE}: {said}; {ADVICE}"


@pytest.mark.long
def test_a_tree_is_of_the_same_game_with_its_replies_in_another_order(write, tmp_path: Path) -> None:
    text = """
from treebuild import Game
def reply(g, s):
    return "higher" if s > g else "lower" if s < g else "right"
game = Game.from_parts("numbers", range(9), range(9), reply, {}, "right")
"""
    orders = ["lower", "higher", "right"], ["right", "lower", "higher"], ["lower", "higher", "won"]
    one, other = (as_game(str(write(text.format(order), "own.py"))) for order in orders[:2])
    tree, file = build("minavg", one), tmp_path / "tree.msgpack"
    save(tree, file)
    assert verify(load(file, other)).ok and load(file, other).counts == tree.counts
    named = as_game(str(write(text.replace('"right"', '"won"').format(orders[2]), "own.py")))
    with pytest.raises(TreebuildError, match="holds a tree of numbers with other replies"):
        load(file, named)


@pytest.mark.parametrize("program", ["/bin/true", "/nothing/python"])
def test_a_python_that_does_not_run(write, program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write("", "own.py")
    path.write_text("game = 1\n")
    monkeypatch.setattr(sys, "executable", program)
    said = "Python ended with exit code 0 while it ran the file" if program == "/bin/true" else "cannot be started"
    with pytest.raises(TreebuildError, match=f"own.py: .*{said}"):
        as_game(str(path))


@pytest.mark.long
def test_a_module_loaded_by_its_place_is_that_of_its_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    own = (
        "from importlib.util import module_from_spec, spec_from_file_location\n"
        "spec = spec_from_file_location('other', __file__[:-6] + 'sizes.py')\n"
        "sizes = module_from_spec(spec)\nspec.loader.exec_module(sizes)\nSYMBOLS = sizes.SYMBOLS"
    )
    for symbols in 3, 4:
        assert as_game(_beside(tmp_path, symbols, own)).name == f"p2c{symbols}r"


def test_a_tree_that_names_its_python_file_is_read_with_it(write) -> None:
    """As version 1.1 wrote them all."""
    made = "Game.from_parts('py', [1, 2, 3], [1, 2, 3], lambda g, s: g == s, [False, True], True, weights=[1, 2, 4])"
    path = write(f"from treebuild import Game\ngame = {made}\n", "own.py")
    game, file = as_game(str(path)), path.with_name("old.msgpack")
    old = build("simple", replace(game, rule=None))
    save(old, file)
    with pytest.raises(TreebuildError, match="is a tree of 'py', which it names but does not carry"):
        load(file)
    tree = load(file, game)
    assert tree.counts == old.counts and tree.game.rule is game.rule and tree.game.conditions == game.conditions
    save(tree, file, force=True)
    assert load(file).counts == old.counts


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("number", [signal.SIGINT, pytest.param(signal.SIGKILL, marks=pytest.mark.long)], ids=str)
def test_a_python_file_ends_with_whoever_runs_it(write, number: signal.Signals) -> None:
    path = write("open(__file__ + '.on', 'w').close()\nwhile True: pass\n", "own.py")
    started = subprocess.Popen(
        [sys.executable, "-m", "treebuild", "build", "simple", "--game", path], stderr=subprocess.PIPE
    )
    with started:
        assert started.stderr is not None
        for _ in range(600):
            if path.with_name("own.py.on").exists():
                break
            time.sleep(0.1)
        started.send_signal(number)
        # The file's process has the same error stream: this is the end of both.
        assert b"Traceback" not in started.stderr.read()
    assert started.returncode == (130 if number == signal.SIGINT else -signal.SIGKILL)


READ = ["sizes.py", "data.txt", "more.txt", "own.py"]


@pytest.mark.parametrize("file", mostly_long(READ, ["data.txt"]))
def test_what_a_python_file_reads_is_no_output(file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    reads = "print(open('data.txt').read(), file=open('log.txt', 'w'))\nopen(b'more.txt', 'r+')"
    path = _beside(tmp_path, 3, f"from sizes import SYMBOLS\n{reads}")
    for name in "data.txt", "more.txt":
        (tmp_path / name).write_text("3")
    before = Path(file).read_bytes()
    words = "certify", "--objective", "total", "--game", path, "-o", f"./{file}", "--force"
    fails(*words, code=2, message=f"{file}: is read, and would be overwritten")
    assert Path(file).read_bytes() == before
    assert (tmp_path / "log.txt").exists()


def test_what_a_reply_prints_is_not_standard_output(write, capfd: pytest.CaptureFixture[str]) -> None:
    text = """
from treebuild import Game
def reply(guess, secret):
    print("asked")
    return guess == secret
game = Game.from_parts("own", [1, 2], [1, 2], reply, [False, True], True)
"""
    printed = prints("build", "simple", "--game", write(text, "own.py"), "--json")
    assert json.loads(printed)[0]["distribution"] == {"1": 1, "2": 1}
    assert capfd.readouterr() == ("", "asked\n" * 4)


MADE = [
    "Game.from_rules('p3c4n').weighted({'012': 3}).with_guesses('consistent')",
    "Game.from_table('t', ['a', 'b'], ['x', 'y', 'z'], ['no', 'yes'], None, [[0, 1, 1], [0, 0, 1]], 'ppq')",
    "Game.from_table('t', ['x', 'y'], ['x', 'y'], [f'{i}' for i in range(300)], 299, [[299, 8], [7, 299]])",
    "Game.from_table('t', ['a', 'b'], ['x', 'y'], ['no', 'yes'], None, [[0, 1], [1, 1]]).priced({'a': 0.5})",
    "Game.from_table(L.A, [L.A, L.B], [L.A, L.B], [L.A, L.B], 0, [[0, 1], [1, 0]])",
    "find_game('no-leading-zero')",
    "find_game('wordle.toml')",
]


@pytest.mark.parametrize("made", mostly_long(MADE, MADE[:2]))
def test_a_python_file_may_make_any_game(made: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wordle.toml").write_text('rule = "wordle"\ncodes = ["crane", "slate"]\nsecrets = ["slate"]\n')
    imports = (
        "from enum import StrEnum\nfrom treebuild import Game\nfrom treebuild.game.lookup import find_game\n"
        "L = StrEnum('L', {'A': 'a', 'B': 'bb'})\n"
    )
    (tmp_path / "own.py").write_text(f"{imports}game = {made}")
    known: dict[str, Any] = {}
    exec(imports, known)
    game, expected = as_game("own.py"), eval(made, known)
    assert game.alike(expected) and game.conditions == expected.conditions and game.codes == expected.codes
    assert (game.space, game.symbols, game.win) == (expected.space, expected.symbols, expected.win)
    assert (reply_matrix(game).matrix == reply_matrix(expected).matrix).all() and game.variants == expected.variants
    assert (game.secrets is game.codes) == (expected.secrets is expected.codes)


RING = """
from treebuild import Game
SIZE = 6
def reply(guess, secret):
    return min((guess - secret) % SIZE, (secret - guess) % SIZE)
symmetries = [lambda code: (code + 1) % SIZE, lambda code: -code % SIZE]
game = Game.from_parts("ring", range(SIZE), {secrets}, reply, range(4), 0, {symmetries})
"""
FLOATS = "[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]"
ORBITS = [("range(SIZE)", "()", 6), ("range(SIZE)", "symmetries[:1]", 1), (FLOATS, "symmetries", 1)]


@pytest.mark.parametrize(("secrets", "symmetries", "orbits"), mostly_long(ORBITS, ORBITS[2:]))
def test_symmetries_of_a_python_file(write, secrets: str, symmetries: str, orbits: int) -> None:
    game = as_game(str(write(RING.format(secrets=secrets, symmetries=symmetries), "own.py")))
    assert len(set(symmetry_of(game).orbits().tolist())) == orbits


def test_symmetries_of_a_python_file_that_are_none(write) -> None:
    symmetries = "symmetries + [lambda code: code // 2]"
    game = as_game(str(write(RING.format(secrets="range(SIZE)", symmetries=symmetries), "own.py")))
    with pytest.raises(TreebuildError, match="symmetry 2 does not keep all replies"):
        symmetry_of(game)


def test_modules_beside_a_python_file_import_one_another(tmp_path: Path) -> None:
    """Each is run once, in whichever way it is imported."""
    own = "from sizes import SYMBOLS\nimport importlib, other, sizes\nassert importlib.import_module('other') is other"
    path = _beside(tmp_path, 3, f"{own} is sizes.other", "import other\n")
    (tmp_path / "other.py").write_text("import sizes\nassert not hasattr(sizes, 'SYMBOLS')\n")
    assert as_game(path).name == "p2c3r"


@pytest.mark.long
def test_a_reply_finds_the_modules_that_its_file_has_imported(tmp_path: Path) -> None:
    """Those of its own folder, long after the file was run, and another one in another folder."""
    games = []
    for folder, right in ("a", 1), ("b", 2):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "sizes.py").write_text(f"def same(g, s):\n    return {right} * (g == s)\n")
        path = tmp_path / folder / "own.py"
        path.write_text(
            "from treebuild import Game\nimport sizes\n"
            f"game = Game.from_parts('own', [1, 2], [1, 2], lambda g, s: sizes.same(g, s), [0, 1, 2], {right})\n"
        )
        games.append(as_game(str(path)))
    assert [build("simple", game).total for game in games] == [3, 3] and "sizes" not in sys.modules


def test_a_reply_may_import_what_is_beside_its_file(tmp_path: Path) -> None:
    (tmp_path / "sizes.py").write_text("WINS = True\n")
    path = tmp_path / "own.py"
    path.write_text(
        "from treebuild import Game\ndef reply(g, s):\n    import sizes\n    return (g == s) is sizes.WINS\n"
        "game = Game.from_parts('own', [1, 2], [1, 2], reply, [False, True], True)\n"
    )
    assert build("simple", str(path)).counts == (1, 1)


@pytest.mark.long
def test_a_list_made_of_a_set_has_one_order(write, monkeypatch: pytest.MonkeyPatch) -> None:
    """In every run: formats without the game and certificates number the codes."""
    monkeypatch.delenv("PYTHONHASHSEED", raising=False)
    made = "Game.from_parts('own', words, words, lambda g, s: g == s, [False, True], True)"
    path = write(f"from treebuild import Game\nwords = list(set('abcdefghijklmnop'))\ngame = {made}\n", "own.py")
    assert as_game(str(path)).codes == as_game(str(path)).codes


def test_a_reply_of_ones_own_in_place_of_a_rule(write) -> None:
    """What is left of the rule, such as its symbols, is no part of the table."""
    replaced = "replace(Game.from_rules('p2c3n'), name='own', rule=None, space=None, reply=lambda g, s: 4 * (g == s))"
    text = f"from dataclasses import replace\nfrom treebuild import Game\ngame = {replaced}\n"
    game = as_game(str(write(text, "own.py")))
    assert game.answer("01", "02") == game.replies[0] and build("exact", game, objective="total").total == 21
