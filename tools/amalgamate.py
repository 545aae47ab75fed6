"""Writes the sources of a compiled module from the kernels: a file of Python, and the declarations of C beside it.

A kernel is plain Python (`treebuild/kernels/*.py`), and a `.pxd` beside it declares the types of its functions for
Cython. This module joins a kernel and all kernels that it imports in one file, so that the compiler sees them together
and may inline small functions. It leaves out the imports between them, turns constants into constants of C, and the
named tuples of `layout` into structs.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

KERNELS = Path(__file__).parent.parent / "treebuild" / "kernels"
PACKAGE = "treebuild.kernels"
MODULES = tuple(sorted(path.stem for path in KERNELS.glob("*.pxd") if "cdef class" in path.read_text("utf-8")))
"""The kernels that Python calls, which have a class. Each becomes a compiled module."""
WIDTHS = {
    "bytes": {"reply": "u8", "name": "uint8"},
    "words": {"reply": "u16", "name": "uint16"},
}
"""By the second half of the name of a compiled module: the type of a reply, in C and in numpy."""
TYPES = """\
cdef extern from *:
    \"\"\"
    #include <stdint.h>
    typedef uint8_t u8; typedef uint16_t u16; typedef uint32_t u32; typedef uint64_t u64;
    typedef int32_t i32; typedef int64_t i64; typedef double f64;
    #define REPLY_BYTES sizeof({reply})
    \"\"\"
    ctypedef unsigned char u8
    ctypedef unsigned short u16
    ctypedef unsigned int u32
    ctypedef unsigned long long u64
    ctypedef int i32
    ctypedef long long i64
    ctypedef double f64

ctypedef bint flag

ctypedef {reply} Reply

cdef inline str reply_name():
    return "{name}"
"""


def write(module: str, width: str, folder: Path) -> Path:
    """Write the sources of a compiled module into a folder, if they have changed. Returns the Python file."""
    kernels = _in_order(module)
    numbers = _constants(["constants", *kernels])
    structs, binders = _structs()
    bodies = "\n\n".join(_body(kernel, numbers) for kernel in kernels)
    declarations = [_declarations("types"), binders, *map(_declarations, kernels)]
    target = folder / f"{module}_{width}.py"
    head = TYPES.format(**WIDTHS[width])
    _write(target, f"from __future__ import annotations\n\nimport cython\n\n{bodies}\n")
    _write(target.with_suffix(".pxd"), "\n\n".join((head, _declared(numbers), structs, *declarations)) + "\n")
    return target


def _in_order(module: str) -> list[str]:
    """A kernel and the kernels that it imports, each after its own imports."""
    found: list[str] = []

    def visit(kernel: str) -> None:
        for other in _imported(kernel):
            if other not in found and (KERNELS / f"{other}.pxd").exists():
                visit(other)
        found.append(kernel)

    visit(module)
    return list(dict.fromkeys(found))


def _imported(kernel: str) -> list[str]:
    """The modules of the package that a kernel imports."""
    return [
        node.module.removeprefix(f"{PACKAGE}.")
        for node in _tree(kernel).body
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(f"{PACKAGE}.")
    ]


def _tree(kernel: str) -> ast.Module:
    return ast.parse(_source(kernel))


def _source(kernel: str) -> str:
    return (KERNELS / f"{kernel}.py").read_text("utf-8")


def _constants(kernels: list[str]) -> dict[str, int]:
    """The integers in capitals that these modules define, in order. Raises ValueError where two define one name."""
    known: dict[str, Any] = {}
    for kernel in kernels:
        for node in filter(_is_constant, _tree(kernel).body):
            before = set(known)
            exec(compile(ast.Module([node], []), kernel, "exec"), known)
            again = before & _assigned(node)
            if again:
                raise ValueError(f"{kernel}.py defines {', '.join(again)} again: give it another name")
    return {name: value for name, value in known.items() if name.isupper() and isinstance(value, int)}


def _assigned(statement: ast.stmt) -> set[str]:
    """The names that a statement assigns to."""
    names = (node for node in ast.walk(statement) if isinstance(node, ast.Name))
    return {name.id for name in names if isinstance(name.ctx, ast.Store)}


def _is_constant(node: ast.stmt) -> bool:
    """Whether a statement defines names in capitals."""
    return isinstance(node, ast.Assign) and all(map(str.isupper, _assigned(node)))


def _declared(numbers: dict[str, int]) -> str:
    """The declarations of these constants in C."""
    words = {name for name, value in numbers.items() if value >= 1 << 63}
    lines = [
        f"    #define {name} (({'u64' if name in words else 'i64'}) {value}{'U' if name in words else ''}LL)"
        for name, value in numbers.items()
    ]
    signed = ", ".join(name for name in numbers if name not in words)
    unsigned = f"    const u64 {', '.join(name for name in numbers if name in words)}\n" if words else ""
    return 'cdef extern from *:\n    """\n' + "\n".join(lines) + f'\n    """\n    const i64 {signed}\n{unsigned}'


def _structs() -> tuple[str, str]:
    """(the named tuples of `layout` as structs, functions that make pointers to these structs)."""
    declared, binders = [], []
    for node in _tree("layout").body:
        if isinstance(node, ast.ClassDef):
            members, sizes = _members(node)
            declared.append(f"cdef struct {node.name}:\n" + "\n".join([*members, *sizes]))
            if sizes:
                snake = re.sub("(?<!^)([A-Z])", r"_\1", node.name).lower()
                binders.append(
                    f"cdef inline {node.name}* bound_{snake}(object data, list kept) except? NULL:\n"
                    f'    return <{node.name}*> bound(data, kept, "{"; ".join(map(str.strip, [*members, *sizes]))}")'
                )
    return "\n\n".join(declared), "\n\n".join(binders)


def _members(node: ast.ClassDef) -> tuple[list[str], list[str]]:
    """(the fields of a struct, the sizes that their shapes name), in the order of `layout.words`."""
    members, sizes = list[str](), list[str]()
    for field in node.body:
        if not isinstance(field, ast.AnnAssign) or not isinstance(field.target, ast.Name):
            continue
        if isinstance(field.annotation, ast.Name):
            members.append(f"    i64 {field.target.id}")
            continue
        assert isinstance(field.annotation, ast.Subscript) and isinstance(field.annotation.slice, ast.Tuple)
        kind, shape = map(ast.literal_eval, field.annotation.slice.elts[1:])
        members.append(f"    {kind}* {field.target.id}")
        sizes += [f"    i64 {size}" for size in map(str.strip, shape.split(",")) if re.fullmatch("[a-z][a-z_]*", size)]
    return members, list(dict.fromkeys(sizes))


def _body(kernel: str, numbers: dict[str, int]) -> str:
    """The lines of a kernel without its imports of other kernels and without its constants."""
    lines = _source(kernel).splitlines()
    for node in _tree(kernel).body:
        mine = isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(f"{PACKAGE}.")
        future = isinstance(node, ast.ImportFrom) and node.module == "__future__"
        itself = isinstance(node, ast.Import) and node.names[0].name == "cython"
        if mine or future or itself or (_is_constant(node) and set(numbers) & _assigned(node)):
            assert node.end_lineno
            lines[node.lineno - 1 : node.end_lineno] = [""] * (node.end_lineno - node.lineno + 1)
    for call in ast.walk(_tree(kernel)):  # Cython must know whether a range rises
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "range":
            for step in call.args[2:]:
                if isinstance(step, ast.Name) and step.id in numbers:
                    line, start, end = step.lineno - 1, step.col_offset, step.end_col_offset
                    lines[line] = f"{lines[line][:start]}{numbers[step.id]}{lines[line][end:]}"
    return f"# {kernel}.py\n" + "\n".join(lines)


def _declarations(kernel: str) -> str:
    return f"# {kernel}.pxd\n" + (KERNELS / f"{kernel}.pxd").read_text("utf-8")


def _write(path: Path, text: str) -> None:
    """Write a file, unless it has this text already: files that do not change are not compiled again."""
    if not path.exists() or path.read_text("utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
