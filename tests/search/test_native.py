"""Where compiled code comes from: which library is chosen, what is trusted, what is tested before it is used."""

from __future__ import annotations

import ast
import ctypes
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.compile_kernels import CannotBuildError, linker, wheel_levels
from treebuild.errors import TreebuildError
from treebuild.search.kernels import native
from treebuild.search.kernels.native import calling, jit, libraries, processor, self_test, trust

INTERPRET = """
from treebuild.search.kernels.native import calling, self_test
for name in calling.HOME:
    print(name, *map(int, self_test.outcome(name, calling.Interpreted(name))))
"""
SEARCH = """
import sys
from treebuild.algorithms import build
build("minavg", "p2c3n")
print(*(name for name in ("numba", "llvmlite") if name in sys.modules))
"""
CPUINFO = "processor\t: 0\nmodel name\t: some\nflags\t\t: fpu pni {}\nprocessor\t: 1\nflags\t\t: none\n"
V2 = "ssse3 sse4_1 sse4_2 popcnt cx16 lahf_lm "
V3 = V2 + "avx avx2 bmi1 bmi2 f16c fma abm movbe xsave "
V4 = V3 + "avx512f avx512bw avx512cd avx512dq avx512vl"


@pytest.fixture(autouse=True)
def nothing_loaded() -> Iterator[None]:
    """Every test loads code anew, and leaves nothing of it."""
    caches = native._entry, libraries._library
    for cache in caches:
        cache.cache_clear()
    yield
    for cache in caches:
        cache.cache_clear()


# --- self-tests


def test_outcomes_are_those_of_plain_python() -> None:
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", INTERPRET], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = {name: tuple(map(int, words)) for name, *words in map(str.split, done.stdout.splitlines())}
    assert found == self_test.OUTCOMES
    assert set(found) == set(calling.HOME)


@pytest.mark.parametrize("name", calling.HOME)
def test_every_entry_point_passes(name: str) -> None:
    entry = native.entry(name)
    assert isinstance(entry, calling.Entry)
    assert self_test.passes(entry)


@pytest.mark.parametrize("name", calling.HOME)
def test_words_are_passed_one_by_one_where_the_stack_is_unknown(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on processors that are not x86-64, and on Windows; here both ways have to do."""
    monkeypatch.setattr(calling, "_IN_REGISTERS", None)
    entry = native.entry(name)
    assert isinstance(entry, calling.Entry)
    assert self_test.passes(entry)


def test_wrong_results_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = native.entry("max_parts")
    assert isinstance(entry, calling.Entry)
    monkeypatch.setitem(self_test.OUTCOMES, "max_parts", (4, 0))
    assert not self_test.passes(entry)


def test_other_arguments_fail() -> None:
    """Code for which an argument had another type is not called."""
    entry = native.entry("max_parts")
    assert isinstance(entry, calling.Entry)
    entry.kinds[-1] = "int32/1"
    assert not self_test.passes(entry)


# --- processors


@pytest.mark.parametrize(
    ("flags", "found"), [("", 0), (V2, 1), (V3, 2), (V4, 3), (V3.replace("bmi2", ""), 1), (V4.replace("avx ", ""), 1)]
)
def test_levels(flags: str, found: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A level counts with all below it; AVX alone is not enough for any."""
    (tmp_path / "cpuinfo").write_text(CPUINFO.format(flags))
    monkeypatch.setattr(processor, "CPUINFO", tmp_path / "cpuinfo")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    assert processor.levels() == list(processor.X86[:found])[::-1]
    assert wheel_levels() == (list(processor.X86) if found else [])


def test_other_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.machine", lambda: "aarch64")
    assert processor.levels() == ["aarch64-generic"]
    monkeypatch.setattr("sys.maxsize", 2**31 - 1)
    assert processor.levels() == []


# --- libraries


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library that plain C makes: it has the symbols of one, so that it can be told which was loaded."""
    try:
        words = [linker(), "-shared", "-fPIC", "-o"]
    except CannotBuildError as error:
        pytest.skip(str(error))
    folder = tmp_path_factory.mktemp("library")
    about = json.dumps({"kinds": {"max_parts": ["int"]}})
    lines = [f"const char treebuild_about[] = {json.dumps(about)};", "int treebuild_max_parts(void) { return 1; }"]
    (folder / "some.c").write_text("\n".join(lines))
    subprocess.run([*words, str(folder / "some.so"), str(folder / "some.c")], check=True)
    return folder / "some.so"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, library: Path) -> Path:
    """A folder with libraries for two levels, of a processor that has three."""
    monkeypatch.setattr(libraries, "FOLDER", tmp_path)
    monkeypatch.setattr(libraries, "sources_hash", lambda: "0" * 16)
    monkeypatch.setattr(processor, "levels", lambda: ["best", "good", "old"])
    for level in ("good", "old"):
        (tmp_path / libraries.file_name(level)).write_bytes(library.read_bytes())
    return tmp_path


def test_the_best_library_is_loaded(folder: Path) -> None:
    entry = libraries.load("max_parts")
    assert entry.origin == str(folder / libraries.file_name("good"))
    assert entry.kinds == ["int"]


def test_of_other_sources(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libraries, "sources_hash", lambda: "1" * 16)
    with pytest.raises(libraries.UnfitError, match="no library for best on"):
        libraries.load("max_parts")
    (folder / libraries.file_name("best").replace("1", "2")).touch()
    with pytest.raises(libraries.UnfitError, match="other sources"):
        libraries.load("max_parts")


def test_the_hash_is_of_the_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kernels = tmp_path / "kernels"
    (kernels / "native").mkdir(parents=True)
    sources = [kernels / "scan.py", *(tmp_path / name for name in libraries.CONSTANTS)]
    for source in sources:
        source.write_text("x = 1\n")
    monkeypatch.setattr(libraries, "FOLDER", kernels / "native")
    found = set()
    for change in (None, *sources):
        if change:
            change.write_text("x = 2\n")
        libraries.sources_hash.cache_clear()
        found.add(libraries.sources_hash())
    libraries.sources_hash.cache_clear()
    assert len(found) == 1 + len(sources)


def test_kernels_depend_on_nothing_else() -> None:
    """What they import of the package is in the hash: other kernels, and the modules of constants."""
    hashed = {f"treebuild.search.{name.removesuffix('.py')}" for name in libraries.CONSTANTS}
    found = set()
    for path in libraries.FOLDER.parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("treebuild"):
                found.add(node.module)
    assert {name for name in found if not name.startswith("treebuild.search.kernels.")} == hashed


def test_no_shared_library(folder: Path) -> None:
    for path in folder.iterdir():
        path.write_bytes(b"something else")
    with pytest.raises(libraries.UnfitError, match=r"good-0+\.so is not loaded"):
        libraries.load("max_parts")


def test_wrong_libraries_give_way_to_numba(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its function fails the self-test: another is compiled, or, without numba, one line says what to do."""
    monkeypatch.setattr(jit, "load", lambda name: f"compiled {name}")
    assert native.entry("max_parts") == "compiled max_parts"
    native._entry.cache_clear()
    monkeypatch.setitem(sys.modules, "treebuild.search.kernels.native.jit", None)
    monkeypatch.delattr(native, "jit")
    with pytest.raises(TreebuildError, match=r"good-0+\.so gives wrong results here .*pip install 'treebuild\[jit\]'"):
        native.entry("max_parts")


# --- trust: for libraries, and for what is kept


def closed(path: Path) -> str:
    """Whether a file is trusted; and the same of a file to be put into its folder."""
    assert bool(trust.folder_weakness(path.parent)) <= bool(trust.weakness(path))
    return trust.weakness(path)


@pytest.mark.parametrize("mode", [0o777, 0o1777, 0o707])
def test_a_folder_that_others_can_write_to(folder: Path, mode: int) -> None:
    """A sticky one too, such as /tmp."""
    assert not closed(folder / libraries.file_name("good"))
    folder.chmod(mode)
    with pytest.raises(libraries.UnfitError, match=f"others can write to {folder} .*chmod go-w {folder}"):
        libraries.load("max_parts")


def test_a_file_that_others_can_write_to(folder: Path) -> None:
    """The next best one is loaded."""
    (folder / libraries.file_name("good")).chmod(0o666)
    assert libraries.load("max_parts").origin == str(folder / libraries.file_name("old"))


def test_parent_folders(tmp_path: Path) -> None:
    """Others may rename what is in a folder that they can write to, but for a sticky one."""
    (tmp_path / "above" / "own").mkdir(parents=True)
    path = tmp_path / "above" / "own" / "some.o"
    path.touch()
    (tmp_path / "above").chmod(0o777)
    assert "above" in closed(path)
    (tmp_path / "above").chmod(0o1777)
    assert closed(path) == ""


def test_links_are_followed(tmp_path: Path) -> None:
    (tmp_path / "open").mkdir()
    (tmp_path / "open" / "some.o").touch()
    (tmp_path / "open").chmod(0o777)
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "some.o").symlink_to(tmp_path / "open" / "some.o")
    assert "open" in trust.weakness(tmp_path / "own" / "some.o")


@pytest.mark.parametrize("what", ["file", "folder", "above"])
def test_other_owners(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "above" / "folder" / "file"
    path.parent.mkdir(parents=True)
    path.touch()
    if os.geteuid() == 0:
        os.chown(next(place for place in (path, *path.parents) if place.name == what), 12345, -1)
    else:
        monkeypatch.setattr(trust, "_trusted", lambda: {0})
    assert "belongs to another user" in closed(path)


def test_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A group that has no member but the user does no harm."""
    path = tmp_path / "some.o"
    path.touch()
    path.chmod(0o660)
    monkeypatch.setattr(trust, "_is_private", lambda group: False)
    assert "others can write" in closed(path)
    monkeypatch.setattr(trust, "_is_private", lambda group: True)
    assert closed(path) == ""


# --- what numba compiles


@pytest.fixture(scope="module")
def compiled() -> bytes:
    """What is kept of the entry point that is compiled soonest."""
    return jit._compiled("expected_residues")


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiled: bytes) -> Path:
    """The file that `expected_residues` is loaded from; it is in a new folder. Whoever compiles it hears of it."""
    folder = tmp_path / "kept"
    monkeypatch.setattr(jit, "_folders", lambda: iter([folder]))
    monkeypatch.setattr(jit, "_compiled", lambda name: compiled)
    assert jit.load("expected_residues").origin == "compiled now"
    return next(folder.glob("expected_residues-*.o"))


def test_what_is_compiled_is_kept(kept: Path) -> None:
    assert jit.load("expected_residues").origin == str(kept)
    assert kept.parent.stat().st_mode & 0o77 == 0


@pytest.mark.parametrize("mode", [0o777, 0o1777])
def test_kept_where_others_can_write(kept: Path, mode: int, capsys: pytest.CaptureFixture[str]) -> None:
    """It is neither loaded nor written."""
    kept.parent.chmod(mode)
    assert jit.load("expected_residues").origin == "compiled now"
    kept.unlink()
    jit._say_once.cache_clear()
    assert jit.load("expected_residues").origin == "compiled now"
    assert not kept.exists()
    assert "compiled code cannot be kept" in capsys.readouterr().err


def test_a_kept_file_of_another_user(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if os.geteuid() == 0:
        os.chown(kept, 12345, -1)
    else:
        monkeypatch.setattr(trust, "_trusted", lambda: {0})
    assert jit.load("expected_residues").origin == "compiled now"


def test_a_damaged_kept_file(kept: Path) -> None:
    data = bytearray(kept.read_bytes())
    data[-100] ^= 1
    kept.write_bytes(data)
    assert jit.load("expected_residues").origin == "compiled now"
    assert jit.load("expected_residues").origin == str(kept)


def test_what_fails_its_test_is_not_used(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(self_test.OUTCOMES, "expected_residues", ())
    with pytest.raises(TreebuildError, match=r"numba \S+ compiles gives wrong results here \(expected_residues\)"):
        jit.load("expected_residues")


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Ctrl-C raises KeyboardInterrupt, also where tests run in the background and ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_while_the_compiler_calls_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    @ctypes.CFUNCTYPE(None)  # type: ignore[untyped-decorator]
    def call_back() -> None:
        raise KeyboardInterrupt

    def compiling(name: str) -> bytes:
        call_back()
        for _ in range(1000):
            time.sleep(0.01)
        pytest.fail("the interrupt is lost")

    monkeypatch.setattr(jit, "_folders", lambda: iter([tmp_path]))
    monkeypatch.setattr(jit, "_compiled", compiling)
    with pytest.raises(KeyboardInterrupt):
        jit.load("max_parts")
    assert capfd.readouterr().err == ""


# --- the compiler


def test_a_search_whose_code_is_there_imports_no_compiler() -> None:
    """It imports numba's binding of LLVM, where the code is not in a library."""
    for name in ("best_guess", "fill_columns"):
        native.entry(name)
    done = subprocess.run([sys.executable, "-c", SEARCH], capture_output=True, text=True, check=True)
    try:
        libraries.load("best_guess")
    except libraries.UnfitError:
        assert done.stdout.split() == ["llvmlite"]
    else:
        assert done.stdout.split() == []
