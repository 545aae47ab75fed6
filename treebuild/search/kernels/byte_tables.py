"""The bits of replies, looked up in a table of sixteen bytes: x86 processors with AVX2 look up 32 replies at once.

LLVM makes no such code of a loop over a table, so the instruction is named here. Other processors shift bits instead,
see `counting.count_marked`.
"""

from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba.core import config, types
from numba.extending import intrinsic, overload

from treebuild.search.kernels.layout import Array

VECTOR = 32  # replies that `join_bits` looks up


def _has_byte_tables() -> bool:
    """Whether the processor that is compiled for has AVX2."""
    settings: Any = config
    if settings.CPU_NAME:  # a level, as `tools.compile_kernels` asks for
        return settings.CPU_NAME in ("x86-64-v3", "x86-64-v4")
    return bool(llvm.get_host_cpu_features().get("avx2", False))


HAS_BYTE_TABLES = _has_byte_tables()
_BYTES = ir.VectorType(ir.IntType(8), VECTOR)
_LOOK_UP = "llvm.x86.avx2.pshuf.b", (), ir.FunctionType(_BYTES, [_BYTES, _BYTES])
_BITS, _NONE = [1 << bit for bit in range(8)], [0] * 8
_TABLES = [ir.Constant(_BYTES, 2 * table) for table in (_BITS + _NONE, _NONE + _BITS)]  # one for each half of a vector


def join_bits(lower: Array, upper: Array, a: Array, b: Array, c: Array, d: Array, at: int) -> None:
    """Add the replies a[i], b[i], c[i] and d[i], which are below 16, to the sets lower[i] and upper[i], for VECTOR i.

    These are i = at, ..., at + VECTOR - 1. lower[i] has the bits of the replies 0 to 7, and upper[i] those of 8 to 15.
    All arrays are uint8 (at + VECTOR or more,).
    """
    for i in range(at, at + VECTOR):
        for row in (a, b, c, d):
            (upper if row[i] >= 8 else lower)[i] |= 1 << row[i] % 8


@intrinsic
def _join(_: Any, lower: Any, upper: Any, a: Any, b: Any, c: Any, d: Any, at: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        *kinds, _ = signature.args
        *arrays, first = arguments
        places = []
        for kind, array in zip(kinds, arrays, strict=True):
            data = context.make_array(kind)(context, builder, array).data
            places.append(builder.bitcast(builder.gep(data, [first]), _BYTES.as_pointer()))
        *sets, row_a, row_b, row_c, row_d = (builder.load(place, align=1) for place in places)
        look_up = builder.module.declare_intrinsic(*_LOOK_UP)
        for place, bits, table in zip(places[:2], sets, _TABLES, strict=True):
            joined = bits
            for row in (row_a, row_b, row_c, row_d):
                joined = builder.or_(joined, builder.call(look_up, [table, row]))
            builder.store(joined, place, align=1)
        return context.get_dummy_value()

    return types.void(lower, upper, a, b, c, d, at), generate


overload(join_bits)(
    lambda lower, upper, a, b, c, d, at: (
        lambda lower, upper, a, b, c, d, at: _join(lower, upper, a, b, c, d, at)  # type: ignore[call-arg]
    )
)
