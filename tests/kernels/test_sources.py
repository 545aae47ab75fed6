"""What the sources of kernels have to be, so that they mean the same in C on every platform, and in Python."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.conftest import mostly_long
from tools.amalgamate import KERNELS, MODULES, WIDTHS, write
from tools.compile_kernels import BUILD, to_c
from treebuild.kernels import constants
from treebuild.search.bounds.prunings import Prunings
from treebuild.search.goal.plan import Source

NAMES = sorted(path.stem for path in KERNELS.glob("*.pxd") if path.stem != "types")
LONG = re.compile(r"^ +long __pyx_v_\w+", re.MULTILINE)  # 32 bits on Windows


@pytest.mark.parametrize("module", mostly_long(MODULES, ["chances"]))
def test_no_integer_is_a_long(module: str) -> None:
    """A variable that begins as a literal is one, unless its type is annotated."""
    for width in WIDTHS:
        source = write(module, width, BUILD / "kernels")
        assert LONG.findall(to_c(source).read_text("utf-8")) == []


@pytest.mark.parametrize("name", NAMES)
def test_every_function_is_declared(name: str) -> None:
    """A function that the `.pxd` does not declare would be one of Python."""
    source, declared = ast.parse((KERNELS / f"{name}.py").read_text("utf-8")), (KERNELS / f"{name}.pxd").read_text()
    functions = {node.name for node in source.body if isinstance(node, ast.FunctionDef)}
    assert functions == set(re.findall(r"^cdef .*?(\w+)\($", declared.replace("(i64", "i64"), re.MULTILINE)) | set(
        re.findall(r"^cdef [^\n]*?(\w+)\([^)]*\) noexcept", declared.replace("(i64, i64, i64, i64)", "").replace(
            "(i64, i64, i64)", "").replace("(i64, i64)", ""), re.MULTILINE)
    )  # fmt: skip
    assert declared.count("noexcept nogil") == len(functions)


def test_bits_and_numbers_are_those_of_the_search() -> None:
    for pruning in Prunings:
        if hasattr(constants, pruning.name or ""):
            assert getattr(constants, pruning.name or "") == pruning
    assert all(getattr(constants, source.name) == source for source in Source)


def test_a_constant_has_one_value(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels that are joined share their names."""
    for name in ("constants.py", "layout.py", "types.pxd", "heap.py", "heap.pxd"):
        (tmp_path / name).write_text((KERNELS / name).read_text("utf-8"), "utf-8")
    (tmp_path / "heap.py").write_text("NONE = 3\n" + (KERNELS / "heap.py").read_text("utf-8"), "utf-8")
    monkeypatch.setattr("tools.amalgamate.KERNELS", tmp_path)
    with pytest.raises(ValueError, match=r"heap\.py defines NONE again"):
        write("heap", "bytes", tmp_path / "out")
