"""`make dist`: what is in the wheel and the source distribution, and that the wheel alone is enough."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import numba
import pytest
from treebuild.search.kernels.native.libraries import file_name
from treebuild.search.kernels.native.processor import levels

from tests.conftest import made_once, missing, require
from tools.compile_kernels import wheel_levels

ROOT = Path(__file__).parent.parent
(INSTALL,) = re.findall(r"^pip install .*\.whl", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
PROGRAMS = ("sh", "touch", "uname", *(["setpriv"] if os.geteuid() == 0 else []))  # beside Python: no compiler
GAME = "0.1\n1.1\nq\n"


KERNELS = Path("treebuild", "search", "kernels")
LIBRARIES = {f"{KERNELS}/native/{file_name(level)}" for level in wheel_levels()}
COMPILED = (".so", ".dylib", ".dll")
OTHER_PROCESSOR = """
import platform, sys
from treebuild.__main__ import main
platform.machine = lambda: "riscv64"
sys.argv = ["treebuild", "build", "minavg"]
main()
"""
LOADED = """
from treebuild.algorithms import build
from treebuild.search.kernels import native
from treebuild.search.kernels.native import processor
processor.levels = lambda: [{level!r}]
build("minavg", "p2c3n")
print(native.entry("best_guess").origin)
print(*sorted({{line.split()[-1] for line in open("/proc/self/maps") if "x86-64-v" in line}}))
"""

pytestmark = pytest.mark.timeout(1800)  # compiling the search for three kinds of processors takes minutes


def build(*arguments: object, **environment: str) -> None:
    """`python -m build`, as `make dist` does it."""
    words = [sys.executable, "-m", "build", "--no-isolation", *map(str, arguments)]
    done = subprocess.run(words, capture_output=True, text=True, env=os.environ | environment)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution."""
    folder = tmp_path_factory.mktemp("source")
    build("--sdist", "--outdir", folder, ROOT)
    (path,) = folder.glob("*.tar.gz")
    return path


@pytest.fixture(scope="module")
def unpacked(source: Path) -> Path:
    """The folder that is in the source distribution."""
    with tarfile.open(source) as archive:
        archive.extractall(source.parent, filter="data")
    return source.parent / source.name.removesuffix(".tar.gz")


@pytest.fixture(scope="module")
def dist(unpacked: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel, built from the unpacked source distribution; processes of one run share it."""
    return made_once(tmp_path_factory, "dist", lambda folder: build("--wheel", "--outdir", folder, unpacked))


def files(*folders: str) -> set[str]:
    """The files of these folders of the checkout, but for what git ignores: what is compiled, the site of documents."""
    words = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *folders]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        missing(f"git cannot list the files of the checkout: {done.stderr.strip()}")
    return {name for name in done.stdout.split("\0") if name and (ROOT / name).exists()}


@pytest.mark.long
def test_the_wheel_holds_the_package_and_nothing_else(dist: Path) -> None:
    (wheel,) = dist.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert held == files("treebuild") | LIBRARIES
    assert {"treebuild/py.typed", "treebuild/player/treeplayer.h", "treebuild/player/page/page.html"} <= held


def test_numba_is_bounded_above() -> None:
    """Its calling convention is private: a minor version that nobody has tried may change it."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    asked = settings["build-system"]["requires"], settings["project"]["optional-dependencies"]["jit"]
    bounded = [[word for word in words if re.fullmatch(r"(numba|llvmlite)>=0\.\d+,<0\.\d+", word)] for words in asked]
    assert len(bounded[0]) == 2 and bounded[0] == bounded[1] == asked[1]


def test_a_wheel_is_built_by_what_builds_wheels_alone() -> None:
    """Not by what lints, tests and plays pages: `make dist` installed all that once."""
    recipe = re.findall(r"^dist:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    (words,) = re.findall(r"pip install (.*)", *recipe)
    assert [word for word in words.split() if not word.startswith("-")] == ["build"]
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
    assert {re.split("[<>=]", word)[0] for word in needed} == {"hatchling", "numba", "llvmlite"}


def test_the_source_distribution_holds_all_that_the_tests_need(source: Path) -> None:
    with tarfile.open(source) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    needed = {"Makefile", "README.md", "LICENSE", "pyproject.toml"}
    assert files("treebuild", "tests", "tools", "schema", "trees", "docs") | needed <= held
    assert not [name for name in held if name.endswith(COMPILED)]


@pytest.mark.long
def test_the_same_source_makes_the_same_bytes(unpacked: Path, tmp_path: Path) -> None:
    """Of the checkout and of what is in the source distribution, which lies elsewhere: wheels without libraries."""
    made = list[Path]()
    for name, folder in ("checkout", ROOT), ("unpacked", unpacked):
        build("--outdir", tmp_path / name, "--wheel", folder, HATCH_BUILD_NO_HOOKS="true")
        made += (tmp_path / name).glob("*.whl")
    first, second = made
    assert first.name == second.name and first.read_bytes() == second.read_bytes()


@pytest.mark.long
def test_the_same_source_makes_the_same_library(dist: Path, tmp_path: Path) -> None:
    """Compiled in the checkout, for one kind of processors, by a numba that lies in another folder."""
    elsewhere, made = tmp_path / "elsewhere", tmp_path / "made"
    elsewhere.mkdir()
    (elsewhere / "numba").symlink_to(Path(numba.__file__).parent)
    environment = os.environ | {"PYTHONPATH": str(elsewhere)}
    words = [sys.executable, "-m", "tools.compile_kernels", "--here", str(made)]
    subprocess.run(words, check=True, cwd=ROOT, capture_output=True, env=environment)
    (library,) = made.iterdir()
    (wheel,) = dist.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        assert library.read_bytes() == archive.read(f"{KERNELS}/native/{library.name}")


@pytest.mark.long
def test_the_libraries_name_no_folder_of_their_builder(dist: Path, unpacked: Path) -> None:
    (wheel,) = dist.glob("*.whl")
    folders = [str(ROOT), str(unpacked), str(Path(numba.__file__).parent), "site-packages", tempfile.gettempdir() + "/"]
    with zipfile.ZipFile(wheel) as archive:
        for name in LIBRARIES:
            code = archive.read(name)
            assert not [folder for folder in folders if folder.encode() in code], name


@pytest.mark.long
def test_the_libraries_need_hardly_anything(dist: Path, tmp_path: Path) -> None:
    """So that the wheel is for all Linux systems with glibc: no library, and no version of the C library, is named."""
    require("readelf")
    (wheel,) = dist.glob("*-py3-none-manylinux_2_17_*.whl")
    with zipfile.ZipFile(wheel) as archive:
        paths = [archive.extract(name, tmp_path) for name in LIBRARIES]
    for path in paths:
        done = subprocess.run(["readelf", "-W", "-d", "-V", "--dyn-syms", path], capture_output=True, text=True)
        assert "NEEDED" not in done.stdout and "GLIBC" not in done.stdout
        assert {line.split()[-1] for line in done.stdout.splitlines() if " UND " in line} - {"UND"} == {"log", "memset"}


@pytest.mark.parametrize("compiler", ["", "/nowhere/cc"])
def test_without_a_linker(unpacked: Path, tmp_path: Path, compiler: str) -> None:
    """The build fails with one line that says what is missing."""
    environment = os.environ | {"PATH": str(tmp_path), "CC": compiler}
    words = [sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", str(tmp_path), str(unpacked)]
    done = subprocess.run(words, capture_output=True, text=True, env=environment)
    assert done.returncode != 0
    assert "no C compiler is there to link the compiled search with" in done.stderr + done.stdout
    assert "Traceback" not in done.stderr


# --- the wheel, installed where nothing else is


@pytest.fixture(scope="module")
def installed(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an empty environment in which the README's line has been run, the wheel in dist/."""
    folder = tmp_path_factory.mktemp("installed")
    subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
    shutil.copytree(dist, folder / "dist")
    (folder / "bin").mkdir()
    for program in PROGRAMS:
        require(program)
        (folder / "bin" / program).symlink_to(str(shutil.which(program)))
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    environment["PATH"] = f"{folder / 'venv' / 'bin'}:{environment['PATH']}"
    done = subprocess.run(INSTALL, shell=True, cwd=folder, env=environment, capture_output=True, text=True)
    if done.returncode:
        missing(f"pip could not install the wheel: {done.stderr.strip()}")
    return folder


@pytest.fixture
def read_only(installed: Path) -> Iterator[Path]:
    """The same without bytecode, and nobody may write to the environment."""
    for compiled in list((installed / "venv").rglob("treebuild/**/__pycache__")):
        shutil.rmtree(compiled)
    subprocess.run(["chmod", "-R", "a-w", str(installed / "venv")], check=True)
    yield installed
    subprocess.run(["chmod", "-R", "u+w", str(installed / "venv")], check=True)


def run(folder: Path, command: str, said: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """A line of a shell that finds no programs but the environment's and a few, and knows no PYTHONPATH and no home.

    Root may write to what is read only, so root gives that up.
    """
    as_anyone = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] if os.geteuid() == 0 else []
    environment = {"PATH": f"{folder / 'venv' / 'bin'}:{folder / 'bin'}", "HOME": os.devnull, "LC_ALL": "C.UTF-8"}
    words = [*as_anyone, "sh", "-c", command]
    return subprocess.run(words, cwd=cwd or folder, env=environment, input=said, capture_output=True, text=True)


def use(folder: Path, work: Path) -> None:
    """Build, replay, pack, play and export with what is installed in the folder, in an empty folder to work in."""

    def treebuild(words: str, said: str = "") -> str:
        done = run(folder, f"treebuild {words}", said, work)
        assert done.returncode == 0, f"{words}: {done.stderr}"
        assert "Traceback" not in done.stderr
        return done.stdout

    where = run(folder, "python -c 'import treebuild; print(treebuild.__file__)'", cwd=work)
    assert where.stdout.startswith(str(folder / "venv"))
    assert "total 26551" in treebuild("build minavg -o t.msgpack")
    assert "total 5625" in treebuild("build exact --objective total --game mastermind -o m.msgpack")
    assert "ok: all 1296 secrets replayed" in treebuild("verify m.msgpack t.msgpack")
    shutil.copy(ROOT / "trees" / "proofs" / "p4c6r-total.proof", work)
    assert "optimal, checked: every tree of p4c6r" in treebuild("verify m.msgpack --proof p4c6r-total.proof")
    treebuild("pack m.msgpack m.rank --keep total")
    assert "total 5625" in treebuild("verify m.rank --game mastermind")
    assert "Guess 3: 1067" in treebuild("play t.msgpack", GAME)
    treebuild("export web -o play.html")
    assert (work / "play.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    for language in ("py", "js", "c"):
        treebuild(f"export {language} t.msgpack -o game.{language}")


@pytest.mark.long
def test_the_wheel_in_an_empty_environment(installed: Path, tmp_path: Path) -> None:
    use(installed, tmp_path)


@pytest.mark.long
def test_a_package_that_cannot_be_written(read_only: Path, tmp_path: Path) -> None:
    """Nor is there a home."""
    before = set(read_only.rglob("*"))
    assert run(read_only, "touch venv/x").returncode != 0
    use(read_only, tmp_path)
    assert set(read_only.rglob("*")) == before


@pytest.mark.long
def test_no_compiler_is_installed(installed: Path) -> None:
    for name in ("numba", "llvmlite"):
        assert "ModuleNotFoundError" in run(installed, f"python -c 'import {name}'").stderr
    assert run(installed, "cc").returncode != 0
    size = sum(path.lstat().st_size for path in (installed / "venv").rglob("*"))
    assert size < 140 << 20


@pytest.mark.long
@pytest.mark.parametrize("level", levels())
def test_the_library_of_the_level_is_loaded(installed: Path, level: str) -> None:
    """And no other."""
    (installed / "loaded.py").write_text(LOADED.format(level=level))
    done = run(installed, "python loaded.py")
    assert done.returncode == 0, done.stderr
    origin, maps = done.stdout.splitlines()
    assert Path(origin).name == file_name(level)
    assert maps == origin


def fails(folder: Path, command: str = "treebuild build minavg") -> str:
    """The one line of a command that fails, which says how to mend it."""
    done = run(folder, command)
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert done.stderr.endswith("install the wheel for this platform, or: pip install 'treebuild[jit]'\n")
    return done.stderr


@pytest.mark.long
def test_no_library_fits(installed: Path) -> None:
    """None for this processor; none of the sources that are there; one that others could have written."""
    (kernels,) = (installed / "venv").glob(f"lib/python*/site-packages/{KERNELS}")
    (installed / "other.py").write_text(OTHER_PROCESSOR)
    assert "has no library for riscv64-generic on linux" in fails(installed, "python other.py")
    source = (kernels / "scan.py").read_text("utf-8")
    (kernels / "scan.py").write_text(f"{source}# changed\n", "utf-8")
    assert "were made of other sources than those that are installed" in fails(installed)
    (kernels / "scan.py").write_text(source, "utf-8")
    (kernels / "native").chmod(0o777)
    assert f"others can write to {kernels / 'native'}" in fails(installed)
    (kernels / "native").chmod(0o755)
    assert "total 26551" in run(installed, "treebuild build minavg").stdout
