"""Which compiled modules are loaded, and what is said where there are none, or others than there should be."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import treebuild
from tests.conftest import mostly_long
from tools.compile_kernels import all_levels
from treebuild import kernels
from treebuild.errors import TreebuildError
from treebuild.game.reply_matrix import reply_matrix
from treebuild.kernels import layout, processor
from treebuild.kernels.layout import words
from treebuild.kernels.workspaces import empty_table, search_workspace
from treebuild.search.engine.game_tables import PreparedGame
from treebuild.search.engine.reply_blocks import ReplyBlocks

CPUINFO = "processor\t: 0\nmodel name\t: some\nflags\t\t: fpu pni {}\nprocessor\t: 1\nflags\t\t: none\n"
V2 = "ssse3 sse4_1 sse4_2 popcnt cx16 lahf_lm "
V3 = V2 + "avx avx2 bmi1 bmi2 f16c fma abm movbe xsave "
V4 = V3 + "avx512f avx512bw avx512cd avx512dq avx512vl"


@pytest.mark.parametrize(
    ("flags", "found"), [("", 0), (V2, 1), (V3, 2), (V4, 3), (V3.replace("bmi2", ""), 1), (V4.replace("avx ", ""), 1)]
)
def test_a_level_counts_with_all_below_it(
    flags: str, found: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A level counts with all below it; AVX alone is not enough for any."""
    (tmp_path / "cpuinfo").write_text(CPUINFO.format(flags))
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    assert processor.levels(tmp_path / "cpuinfo") == list(processor.X86[:found])[::-1]
    assert all_levels() == list(processor.X86)


def test_other_processors_have_one_level_or_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.machine", lambda: "aarch64")
    assert processor.levels() == all_levels() == ["aarch64-generic"]
    monkeypatch.setattr("sys.maxsize", 2**31 - 1)
    assert processor.levels() == []


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of the package."""
    shutil.copytree(
        Path(treebuild.__file__).parent, tmp_path / "treebuild", ignore=shutil.ignore_patterns("__pycache__")
    )
    return tmp_path


def built(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """`treebuild build minavg` by the package in a folder."""
    return subprocess.run(
        [sys.executable, "-m", "treebuild", "build", "minavg", "--game", "p2c3n"], capture_output=True, text=True,
        cwd=folder, env=os.environ | {"PYTHONPATH": str(folder)} | environment,
    )  # fmt: skip


def module_in(folder: Path) -> Path:
    """The module that `minavg` needs."""
    (path,) = folder.glob(f"treebuild/kernels/{processor.folder(processor.levels()[0])}/scores_bytes.*")
    return path


@pytest.mark.parametrize("damage", mostly_long(["cut", "text", "empty", "foreign"], ["cut", "foreign"]))
def test_damaged_modules_are_told(copied: Path, damage: str) -> None:
    """One line that names the file and the remedy, and never a crash."""
    path = module_in(copied)
    if damage == "foreign":  # a shared library of another processor: the machine stands in bytes 18 and 19
        data = bytearray(path.read_bytes())
        data[18:20] = b"\x28\x00"
        path.write_bytes(data)
    else:
        path.write_bytes({"cut": path.read_bytes()[:5000], "text": b"no library\n", "empty": b""}[damage])
    done = built(copied)
    assert done.returncode == 1 and done.stderr.count("\n") == 1, done.stderr
    assert "scores_bytes" in done.stderr and "install treebuild again" in done.stderr


def test_a_module_of_another_python(copied: Path) -> None:
    """A library that is no module of Python."""
    path = module_in(copied)
    source = copied / "other.c"
    source.write_text("int other(void) { return 1; }\n")
    if shutil.which("cc") is None:
        pytest.skip("no C compiler makes a foreign library")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", path, source], check=True)
    done = built(copied)
    assert done.returncode == 1 and done.stderr.count("\n") == 1 and "PyInit_scores_bytes" in done.stderr


def test_without_modules_it_says_how_to_make_them(copied: Path) -> None:
    for folder in (copied / "treebuild" / "kernels").glob("*_*/"):
        shutil.rmtree(folder)
    done = built(copied)
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert "no compiled search for this processor" in done.stderr and "make kernels" in done.stderr


def test_nothing_is_written_and_nothing_else_read(copied: Path) -> None:
    """The package needs no home, no cache and no compiler, and leaves nothing behind."""
    before = sorted(copied.rglob("*"))
    done = built(copied, HOME=os.devnull, XDG_CACHE_HOME=os.devnull, PATH="", PYTHONDONTWRITEBYTECODE="1")
    assert done.returncode == 0 and not done.stderr and "ok: all 6 secrets replayed" in done.stdout
    assert sorted(copied.rglob("*")) == before


def test_plain_python_needs_no_modules(copied: Path) -> None:
    """What is compiled is not touched."""
    for folder in (copied / "treebuild" / "kernels").glob("*_*/"):
        shutil.rmtree(folder)
    done = built(copied, TREEBUILD_PLAIN="1")
    assert done.returncode == 0 and "ok: all 6 secrets replayed" in done.stdout


def test_an_unknown_processor_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "levels", lambda: ["riscv64-generic"])
    kernels._compiled.cache_clear()
    with pytest.raises(TreebuildError, match="no compiled search for this processor"):
        kernels.load("scores", 5)
    kernels._compiled.cache_clear()


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("reply", np.zeros((6, 6), np.uint16)),
        ("reply", np.zeros((6, 5), np.uint8)),
        ("reply", np.zeros((6, 12), np.uint8)[:, ::2]),
        ("code_of", np.zeros(6, np.int32)),
        ("cap", np.zeros((5, 1), np.int64)),
        ("own_column", [0, 1, 2]),
    ],
)
def test_arrays_of_other_types_are_refused(field: str, wrong: Any) -> None:
    tables: Any = PreparedGame(reply_matrix("p2c3n")).tables
    work = search_workspace(tables, empty_table(16))
    compiled = kernels.load("branch_and_bound", 5)
    space = np.zeros(6, np.uint8), np.zeros(5, np.int64), np.zeros(6, np.uint32), np.zeros(1, np.uint64)
    assert len(words(work, "uint8")) == len(work._fields) + len(
        {"entries", "codes", "replies", "secrets"} | set("spcx")
    )
    with pytest.raises(TypeError, match=r"^GameTables\.\w+ has to be a contiguous array of \w+ of shape \(.*\), not "):
        compiled.PartCounter(tables._replace(**{field: wrong}), *space)


@pytest.mark.parametrize(
    "wrong", [np.zeros(3, np.int64), np.zeros(6, np.int32)[::2], np.zeros((0, 2), np.float64), [1, 2], None, "text"]
)
def test_candidates_of_other_types_are_refused(wrong: Any) -> None:
    blocks = ReplyBlocks(reply_matrix("p2c3n"))
    sizes, guesses = np.zeros((1, 5), np.int32), np.zeros(1, np.int32)
    with pytest.raises(TypeError, match=r"^compiled code takes a contiguous array of int32 here, not "):
        blocks.scan.fill_sizes(guesses, wrong, sizes)


def test_kernels_of_another_layout_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """They would read past the struct."""
    tables = PreparedGame(reply_matrix("p2c3n")).tables
    space = np.zeros(6, np.uint8), np.zeros(5, np.int64), np.zeros(6, np.uint32), np.zeros(1, np.uint64)
    monkeypatch.setattr(layout, "members_of", lambda data: "i64 another")
    with pytest.raises(ImportError, match="GameTables has changed since the kernels were compiled"):
        kernels.load("branch_and_bound", 5).PartCounter(tables, *space)
