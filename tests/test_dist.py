"""`make dist`: what is in the wheel and the source distribution, and that the wheel alone is enough."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import missing, require

ROOT = Path(__file__).parent.parent
(INSTALL,) = re.findall(r"^pip install .*\.whl", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
GAME = "0.1\n1.1\nq\n"


def build(*arguments: object) -> None:
    """`python -m build`, as `make dist` does it."""
    words = [sys.executable, "-m", "build", "--no-isolation", *map(str, arguments), str(ROOT)]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with both distributions; the wheel is built from the unpacked source distribution."""
    folder = tmp_path_factory.mktemp("dist")
    build("--outdir", folder)
    return folder


def files(*folders: str) -> set[str]:
    """The files of these folders of the checkout."""
    found = (path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file())
    return {str(path.relative_to(ROOT)) for path in found if "__pycache__" not in path.parts}


def test_the_wheel_holds_the_package_and_nothing_else(dist: Path) -> None:
    (wheel,) = dist.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert held == files("treebuild")
    assert {"treebuild/py.typed", "treebuild/player/treeplayer.h", "treebuild/player/page/page.html"} <= held


def test_the_source_distribution_holds_all_that_the_tests_need(dist: Path) -> None:
    (source,) = dist.glob("*.tar.gz")
    with tarfile.open(source) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    needed = {"Makefile", "README.md", "LICENSE", "pyproject.toml"}
    assert files("treebuild", "tests", "schema", "trees", "docs") | needed <= held


def test_the_same_source_makes_the_same_bytes(dist: Path, tmp_path: Path) -> None:
    build("--outdir", tmp_path, "--wheel")
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.read_bytes() == (dist / wheel.name).read_bytes()


# --- the wheel, installed where nothing else is


@pytest.fixture(scope="module")
def installed(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an empty environment in which the README's line has been run, the wheel in dist/."""
    folder = tmp_path_factory.mktemp("installed")
    subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
    shutil.copytree(dist, folder / "dist")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    environment["PATH"] = f"{folder / 'venv' / 'bin'}:{environment['PATH']}"
    done = subprocess.run(INSTALL, shell=True, cwd=folder, env=environment, capture_output=True, text=True)
    if done.returncode:
        missing(f"pip could not install the wheel: {done.stderr.strip()}")
    return folder


@pytest.fixture
def read_only(installed: Path) -> Iterator[Path]:
    """The same with nothing compiled, and nobody may write to the environment."""
    for compiled in list((installed / "venv").rglob("treebuild/**/__pycache__")):
        shutil.rmtree(compiled)
    subprocess.run(["chmod", "-R", "a-w", str(installed / "venv")], check=True)
    yield installed
    subprocess.run(["chmod", "-R", "u+w", str(installed / "venv")], check=True)


def run(folder: Path, command: str, said: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """A line of a shell that finds the environment's programs first and knows no PYTHONPATH and no home.

    Root may write to what is read only, so root gives that up.
    """
    if os.geteuid() == 0:
        require("setpriv")
    as_anyone = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] if os.geteuid() == 0 else []
    environment = {"PATH": f"{folder / 'venv' / 'bin'}:/usr/bin:/bin", "HOME": os.devnull, "LC_ALL": "C.UTF-8"}
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


@pytest.mark.timeout(1200)  # nothing is kept, so every command compiles
@pytest.mark.long
def test_a_package_that_cannot_be_written(read_only: Path, tmp_path: Path) -> None:
    """Nor is there a home: what is compiled cannot be kept, and is compiled in every process."""
    before = set(read_only.rglob("*"))
    assert run(read_only, "touch venv/x").returncode != 0
    use(read_only, tmp_path)
    assert set(read_only.rglob("*")) == before
