"""CI checks the certificates that changed since the release, and runs the long tests for which there is time."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.conftest import in_part

ROOT = Path(__file__).parents[2]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout of a few files, at a release; `make` and the tools that install programs only succeed."""
    (tmp_path / "bin").mkdir()
    for name in "make", "apt-get", "coqc":
        (tmp_path / "bin" / name).write_text("#!/bin/sh\n")
        (tmp_path / "bin" / name).chmod(0o755)
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "run", tmp_path / ".ci" / "run")
    for name in (
        "treebuild/version.py",
        "treebuild/checker/check.py",
        "treebuild/checker/treecheck.c",
        "schema/proof.md",
    ):
        change(tmp_path, name)
    change(tmp_path, "trees/proofs/old.proof")
    git(tmp_path, "init", "--quiet")
    commit(tmp_path)
    return tmp_path


def change(folder: Path, name: str) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    with (folder / name).open("a") as file:
        file.write("a line\n")


def git(folder: Path, *words: str) -> None:
    identity = "-c", "user.name=A", "-c", "user.email=a@example.org"
    subprocess.run(["git", *identity, *words], cwd=folder, check=True, capture_output=True)


def commit(folder: Path) -> None:
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "change")


def run(folder: Path, *, seconds: int = 0) -> subprocess.CompletedProcess[str]:
    """Run it as if it had begun so many seconds ago: bash counts on from the SECONDS that it finds."""
    environment = os.environ | {"PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "SECONDS": str(seconds)}
    return subprocess.run([folder / ".ci" / "run"], env=environment, capture_output=True, text=True, timeout=60)


def steps(folder: Path) -> list[str]:
    """The steps that check certificates, as CI names them."""
    done = run(folder)
    assert done.returncode == 0, done.stderr
    lines = [line.removeprefix("== make ") for line in done.stdout.splitlines() if line.startswith("== make ")]
    return [line for line in lines if line.startswith("check") and " min " not in line]


def test_certificates_that_changed_are_checked(checkout: Path) -> None:
    assert all("left out" in step for step in steps(checkout)) and len(steps(checkout)) == 2
    longest = [f"frontier/{game}-total.proof" for game in ("p4c10r", "p4c12n", "p5c7r")]
    for name in "worst/new.proof", "proofs/new.proof", *longest:
        change(checkout, f"trees/{name}")
    commit(checkout)
    in_c, in_python = steps(checkout)
    assert in_c.split() == ["check-c", "C_PROOFS=trees/proofs/new.proof", "trees/worst/new.proof"]
    assert in_python.split() == ["check-python", "PYTHON_PROOFS=trees/proofs/new.proof"]


@pytest.mark.parametrize(
    ("source", "whole"),
    [
        ("treebuild/checker/check.py", ["check-python"]),
        ("treebuild/checker/treecheck.c", ["check-c"]),
        ("schema/proof.md", ["check-c", "check-python"]),
    ],
)
def test_a_checker_that_changed_checks_all(source: str, whole: list[str], checkout: Path) -> None:
    change(checkout, source)
    commit(checkout)
    assert [step for step in steps(checkout) if "left out" not in step] == whole


def test_a_theorem_that_fails_fails_it(checkout: Path) -> None:
    """Although the theorems are checked beside other steps; what Coq says is shown whole."""
    (checkout / "bin" / "make").write_text('#!/bin/sh\n[ "$1" != formal ] || { echo no proof; exit 1; }\n')
    change(checkout, "formal/Game.v")
    commit(checkout)
    done = run(checkout)
    assert done.returncode == 1
    assert done.stdout.endswith("== make formal\nno proof\n") and "== make test\n" not in done.stdout


@pytest.mark.parametrize(("seconds", "begun"), [(0, 8), (5000, 0)])
def test_long_tests_are_run_in_parts_while_there_is_time(seconds: int, begun: int, checkout: Path) -> None:
    """All eight, beginning with another one at every commit."""
    firsts = set()
    for _ in range(2):
        done = run(checkout, seconds=seconds)
        assert done.returncode == 0, done.stderr
        lines = [line for line in done.stdout.splitlines() if "make test-long" in line and " min " not in line]
        parts = [line.split("PART=")[1][:3] for line in lines]
        assert sorted(parts) == [f"{part}/8" for part in range(1, 9)]
        assert ["left out" in line for line in lines] == [False] * begun + [True] * (8 - begun)
        firsts.add(parts[0])
        change(checkout, "README.md")
        commit(checkout)
    assert len(firsts) == 2


def test_every_test_is_in_one_part() -> None:
    """A test of many cases is dealt out; a file keeps the others together."""
    names = [f"a.py::many[{case}]" for case in range(20)] + ["a.py::one", "a.py::few[0]", "a.py::few[1]", "b.py::one"]
    chosen = [in_part(names, part, 8) for part in range(1, 9)]
    assert all(sum(of) == 1 for of in zip(*chosen, strict=True))
    assert all(sum(of[:20]) in (2, 3) for of in chosen)
    assert [of for of in chosen if any(of[20:23])] == [of for of in chosen if all(of[20:23])]


def test_the_lists_are_the_makefiles() -> None:
    """`make` takes a list in place of its own."""
    for target, variable in ("check-c", "C_PROOFS"), ("check-python", "PYTHON_PROOFS"):
        done = subprocess.run(
            ["make", "--dry-run", target, f"{variable}=trees/a.proof"], cwd=ROOT, capture_output=True, text=True
        )
        assert "ls -S trees/a.proof |" in done.stdout, done.stderr
