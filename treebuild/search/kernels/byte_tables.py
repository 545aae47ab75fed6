"""The bits of replies, looked up in a table of sixteen bytes: x86 processors with AVX2 look up 32 replies at once.

LLVM makes no such code of a loop over a table, so the instruction is named here. Other processors shift bits instead,
see `counting.count_marked`.
"""

from typing import Any, cast

from llvmlite import ir
from numba.core import codegen, config, types
from numba.extending import intrinsic, overload

from treebuild.search.kernels.layout import Array

VECTOR = 32  # replies that `join_bits` looks up


def _has_byte_tables() -> bool:
    """Whether the processor that numba compiles for has AVX2: this one, or what its settings say instead."""
    settings, host = cast(Any, config), cast(Any, codegen)
    given: str | None = settings.CPU_FEATURES
    features = (host.get_host_cpu_features() if given is None else given).split(",")
    return "-avx2" not in features and ("+avx2" in features or settings.CPU_NAME in ("x86-64-v3", "x86-64-v4"))


HAS_BYTE_TABLES = _has_byte_tables()
_BYTES = ir.VectorType(ir.IntType(8), VECTOR)
_LOOK_UP = "llvm.x86.avx2.pshuf.b", (), ir.FunctionType(_BYTES, [_BYTES, _BYTES])
_BITS, _NONE = [1 << bit for bit in range(8)], [0] * 8
_TABLES = [ir.Constant(_BYTES, 2 * table) for table in (_BITS + _NONE, _NONE + _BITS)]  # one for each half of a vector


def _all(byte: int) -> Any:
    """A vector of equal bytes."""
    return ir.Constant(_BYTES, VECTOR * [byte])


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
    def looked_up(builder: Any, half: int, row: Any) -> Any:
        """The bits of replies in one half of sixteen. What is compiled for any processor has this, called or not."""
        if HAS_BYTE_TABLES:
            return builder.call(builder.module.declare_intrinsic(*_LOOK_UP), [_TABLES[half], row])
        place, zero, one, eight = builder.sub(row, _all(8 * half)), *map(_all, (0, 1, 8))
        return builder.select(builder.icmp_unsigned("<", place, eight), builder.shl(one, place), zero)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        *kinds, _ = signature.args
        *arrays, first = arguments
        places = []
        for kind, array in zip(kinds, arrays, strict=True):
            data = context.make_array(kind)(context, builder, array).data
            places.append(builder.bitcast(builder.gep(data, [first]), _BYTES.as_pointer()))
        *sets, row_a, row_b, row_c, row_d = (builder.load(place, align=1) for place in places)
        for half, joined in enumerate(sets):
            for row in (row_a, row_b, row_c, row_d):
                joined = builder.or_(joined, looked_up(builder, half, row))
            builder.store(joined, places[half], align=1)
        return context.get_dummy_value()

    return types.void(lower, upper, a, b, c, d, at), generate


overload(join_bits)(
    lambda lower, upper, a, b, c, d, at: (
        lambda lower, upper, a, b, c, d, at: _join(lower, upper, a, b, c, d, at)  # type: ignore[call-arg]
    )
)
