"""`make dist`: what is in the wheel and the source distribution, and that the wheel alone is enough."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import made_once, missing, require
from tests.helpers.foreign import Trap, traced
from tests.helpers.local_cluster import LocalCluster
from tools.amalgamate import MODULES, WIDTHS
from tools.compile_kernels import CannotBuildError, all_levels, compile_all, compiler
from treebuild.algorithms import build as build_tree
from treebuild.kernels.processor import folder, levels

ROOT = Path(__file__).parent.parent
INSTALL = "pip install dist/treebuild-*.whl"
PROGRAMS = ("sh", "touch", "uname", *(["setpriv"] if os.geteuid() == 0 else []))  # beside Python: no compiler
PYENV = Path("~/.pyenv/versions").expanduser()
GAME = "0.1\n1.1\nq\n"


COMPILED = {
    *(
        f"treebuild/kernels/{folder(level)}/{module}_{width}.abi3.so"
        for level in all_levels() for module in MODULES for width in WIDTHS
    ),
    *(f"treebuild/checker/{folder(level)}/treecheck" for level in all_levels()),
}  # fmt: skip
OTHER_PROCESSOR = """
import platform, sys
from treebuild.__main__ import main
platform.machine = lambda: "riscv64"
sys.argv = ["treebuild", "build", "minavg"]
main()
"""
LOADED = """
import treebuild.kernels as kernels
kernels.levels = lambda: [{level!r}]
from treebuild.algorithms import build
print(build("minavg", "p3c6n").total)
print(*sorted({{line.split()[-1] for line in open("/proc/self/maps") if "treebuild/kernels/" in line}}))
"""

pytestmark = pytest.mark.timeout(1800)  # the search is compiled for three kinds of processors


def build(*arguments: object, **environment: str) -> None:
    """`python -m build`, as `make dist` does it, but with what is installed here."""
    try:
        compiler()
    except CannotBuildError as error:
        missing(str(error))
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
    assert held == files("treebuild") | COMPILED
    assert {"treebuild/py.typed", "treebuild/player/treeplayer.h", "treebuild/player/page/page.html"} <= held


def test_a_wheel_is_built_by_what_builds_wheels_alone() -> None:
    """Not by what lints, tests and plays pages: `make dist` installed all that once."""
    recipe = re.findall(r"^dist:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    (words,) = re.findall(r"pip install (.*)", *recipe)
    assert [word for word in words.split() if not word.startswith("-")] == ["build"]
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
    assert {re.split("[<>=]", word)[0] for word in needed} == {"setuptools", "cython"}


def test_the_source_distribution_holds_all_that_the_tests_need(source: Path) -> None:
    with tarfile.open(source) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    needed = {"Makefile", "README.md", "LICENSE", "pyproject.toml"}
    assert files("treebuild", "tests", "tools", "schema", "trees", "docs") | needed <= held
    assert not [name for name in held if name in COMPILED or name.endswith((".so", ".dylib", ".pyd"))]


@pytest.mark.long
def test_the_same_source_makes_the_same_modules(dist: Path, tmp_path: Path) -> None:
    """Compiled for the wheel, and in the checkout, which lies elsewhere."""
    compile_all(tmp_path, levels()[:1], lambda line: None)
    (wheel,) = dist.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        for path in tmp_path.rglob("*_bytes.*"):
            assert path.read_bytes() == archive.read(str(path.relative_to(tmp_path)))


@pytest.mark.long
def test_the_modules_name_no_folder_of_their_builder(dist: Path, unpacked: Path) -> None:
    (wheel,) = dist.glob("*.whl")
    folders = [str(ROOT), str(unpacked), "site-packages", tempfile.gettempdir() + "/"]
    with zipfile.ZipFile(wheel) as archive:
        for name in COMPILED:
            code = archive.read(name)
            assert not [folder for folder in folders if folder.encode() in code], name


@pytest.mark.long
def test_the_modules_need_the_c_library_alone(dist: Path, tmp_path: Path) -> None:
    """No version of it that is later than the tag of the wheel says."""
    require("readelf")
    (wheel,) = dist.glob("*-cp311-abi3-manylinux_2_*.whl")
    (newest,) = re.findall(r"manylinux_2_(\d+)", wheel.name)
    with zipfile.ZipFile(wheel) as archive:
        paths = [archive.extract(name, tmp_path) for name in COMPILED]
    for path in paths:
        done = subprocess.run(["readelf", "-W", "-d", "-V", path], capture_output=True, text=True)
        needed = {word.split(".so")[0] for word in re.findall(r"Shared library: \[(.*?)\]", done.stdout)}
        assert needed <= {"libc", "libm", "ld-linux-x86-64", "ld-linux-aarch64"}
        assert all(int(minor) <= int(newest) for minor in re.findall(r"GLIBC_2\.(\d+)", done.stdout))


@pytest.mark.parametrize("compiler", ["", "/nowhere/cc"])
def test_without_a_compiler(unpacked: Path, tmp_path: Path, compiler: str) -> None:
    """The build fails with one line that says what is missing."""
    environment = os.environ | {"PATH": str(tmp_path), "CC": compiler}
    words = [sys.executable, "-m", "build", "--no-isolation", "--skip-dependency-check", "--wheel", "--outdir"]
    if not compiler and importlib.util.find_spec("ziglang"):
        pytest.skip("the package ziglang is a compiler, and is installed here")
    done = subprocess.run([*words, tmp_path, unpacked], capture_output=True, text=True, env=environment)
    assert done.returncode != 0
    reasons = [line for line in (done.stderr + done.stdout).splitlines() if line.startswith("error: ")]
    assert reasons and ("CC is '/nowhere/cc', which is no program here" if compiler else "no C compiler") in reasons[0]
    assert "Traceback" not in done.stderr


# --- the wheel, installed where nothing else is


@pytest.fixture(scope="module")
def installed(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an empty environment in which the wheel in dist/ has been installed."""
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
    treebuild("convert m.msgpack m.rank --pack --keep total")
    assert "total 5625" in treebuild("verify m.rank --game mastermind")
    assert "Guess 3: 1067" in treebuild("play t.msgpack", GAME)
    treebuild("export web -o play.html")
    assert (work / "play.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    for language in ("py", "js", "c"):
        treebuild(f"export {language} t.msgpack -o game.{language}")
    treebuild("export npm treebuild-player")
    assert (work / "game.d.ts").exists() and (work / "treebuild-player" / "treeplayer.d.ts").exists()


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
    for name in ("cython", "ziglang"):
        assert "ModuleNotFoundError" in run(installed, f"python -c 'import {name}'").stderr
    assert run(installed, "cc").returncode != 0
    size = sum(path.lstat().st_size for path in (installed / "venv").rglob("*"))
    assert size < 125 << 20


@pytest.mark.long
@pytest.mark.parametrize("level", levels())
def test_the_modules_of_the_level_are_loaded(installed: Path, level: str) -> None:
    """And no others."""
    (installed / "loaded.py").write_text(LOADED.format(level=level))
    done = run(installed, "python loaded.py")
    assert done.returncode == 0, done.stderr
    total, *maps = done.stdout.split()
    assert int(total) == build_tree("minavg", "p3c6n").total
    assert maps and {Path(path).parent.name for path in maps} == {folder(level)}


@pytest.mark.long
def test_no_module_fits(installed: Path) -> None:
    """One line says so, for a processor that there is no code for."""
    (installed / "other.py").write_text(OTHER_PROCESSOR)
    done = run(installed, "python other.py")
    assert done.returncode == 1 and done.stdout == "" and done.stderr.count("\n") == 1
    assert "has no compiled search for this processor" in done.stderr
    assert "total 26551" in run(installed, "treebuild build minavg").stdout


# --- nothing is run or loaded that the installation did not bring


COMMANDS = """
--version
list games
build minavg -o t.msgpack
build near --effort 1 --game p3c6n --jobs 2 --store near.store -o n.msgpack
build exact --objective total --game p3c4r --jobs 2 --store s.store --proof e.proof -o e.msgpack
verify t.msgpack n.msgpack
verify e.msgpack --proof e.proof
certify --objective total --game p3c4r -o a.proof
check a.proof
check --python a.proof
suggest 0123:1.1
review 012:0.1 --game p3c4r
show t.msgpack
compare t.msgpack t.msgpack
play t.msgpack
convert t.msgpack t.rank --pack --keep total
export web -o play.html
export py t.msgpack -o game.py
export js t.msgpack -o game.js
export c t.msgpack -o game.h
export npm package t.msgpack
report t.msgpack -o report.html
estimate --game p3c4r
store s.store
players --game p3c4r
pareto --game p2c4n --plot front.svg
plot remainders 0123:1.1 -o remainders.png
build exact --objective total --game p3c4r --cluster {address} -o c.msgpack
"""
SYSTEM = ("/usr", "/bin", "/lib", "/lib64", "/sbin", "/etc", "/proc", "/sys", "/dev")
LIBRARIES = ("libc.so.6", "libm.so.6", "libz.so.1", "libstdc++.so.6", "libsqlite3.so.0", "libffi.so.8", "libpython3.so")


@pytest.fixture
def with_extras(installed: Path) -> Iterator[Path]:
    """The same with Dask and matplotlib, which are those of the environment that runs the tests."""
    for name in ("distributed", "matplotlib"):
        if importlib.util.find_spec(name) is None:
            missing(f"the package {name} is not installed")
    (site,) = (installed / "venv").glob("lib/python3*/site-packages")
    (site / "extras.pth").write_text(f"{sysconfig.get_path('purelib')}\n{sysconfig.get_path('platlib')}\n")
    yield installed
    (site / "extras.pth").unlink()


@pytest.mark.long
def test_nothing_foreign_runs(with_extras: Path, tmp_path: Path) -> None:
    """In folders of an attacker: everything there has the name of something that treebuild runs or loads."""
    require("strace")
    trap, python = Trap(tmp_path), with_extras / "venv" / "bin" / "python"
    trap.plant([*COMPILED, *(Path(*Path(name).parts[2:]) for name in COMPILED), *LIBRARIES])
    planted, environment = trap.files, trap.environment(os.defpath)
    ours = {with_extras, *map(Path, (sys.base_prefix, sys.base_exec_prefix, sysconfig.get_path("purelib"), *SYSTEM))}
    roots = {*ours, *(path.resolve() for path in ours)}

    def brought(path: Path) -> bool:
        return any(path.is_relative_to(root) for root in roots)

    def run(*words: str) -> None:
        trace = traced([*words], tmp_path / "log", trap.work, environment, GAME)
        assert trace.done.returncode == 0, (words, trace.done.stderr)
        assert [path.name for path in trap.marks.iterdir()] == [], words
        assert [path for path in trace.ran | trace.mapped if not brought(path)] == [], words
        assert [path for path in trace.opened & planted if path.name != "matplotlibrc"] == [], words
        assert [path for path in trace.opened if path.suffix in (".py", ".pyc", ".so") and not brought(path)] == [], (
            words
        )

    cluster = LocalCluster()
    try:
        cluster.start_workers()
        for line in COMMANDS.format(address=cluster.address).strip().split("\n"):
            run(str(with_extras / "venv" / "bin" / "treebuild"), *line.split())
        run(str(python), "-P", "-m", "treebuild", "--version")
    finally:
        cluster.close()
    kept = {path for path in trap.files - planted if path.parent not in (trap.work, trap.work / "package")}
    assert [path for path in kept if path.parent != trap.cache / "matplotlib"] == []  # its list of fonts

    caught = traced([str(python), "-m", "treebuild"], tmp_path / "log", trap.work, environment)
    assert caught.opened & planted and list(trap.marks.iterdir())  # Python looks for the package in the working folder
    caught = traced(["/bin/sh", "-c", "uname"], tmp_path / "log", trap.work, environment)
    assert trap.programs / "uname" in caught.ran and trap.marks / "uname" in trap.marks.iterdir()


def starts(python: str) -> bool:
    return subprocess.run([python, "-c", ""], capture_output=True).returncode == 0


@pytest.mark.long
@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
def test_the_wheel_runs_by_later_versions_of_python(dist: Path, version: str, tmp_path: Path) -> None:
    """One wheel is for all of them."""
    named = (shutil.which(f"python{version}"), *map(str, PYENV.glob(f"{version}.*/bin/python")))
    found = next((python for python in named if python and starts(python)), None)  # pyenv names some that do not
    if found is None:
        pytest.skip(f"there is no Python {version} here")
    subprocess.run([found, "-m", "venv", str(tmp_path / "venv")], check=True)
    python, (wheel,) = str(tmp_path / "venv" / "bin" / "python"), dist.glob("*.whl")
    done = subprocess.run([python, "-m", "pip", "install", "-q", str(wheel)], capture_output=True, text=True)
    if done.returncode:
        missing(f"pip could not install the wheel: {done.stderr.strip()}")
    words = [python, "-m", "treebuild", "build", "exact", "--objective", "total", "--game", "mastermind"]
    made = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path)
    assert made.returncode == 0 and "total 5625" in made.stdout, made.stderr
