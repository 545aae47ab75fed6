"""Sets of at most 64 things as the bits of a word."""

from typing import Any, TypeAlias

import numpy as np
from llvmlite import ir
from numba.extending import intrinsic, overload

from treebuild.search.kernels.compiling import U64

Word: TypeAlias = Any
"""An unsigned integer of 64 bits."""


def count_bits(word: Word) -> Word:
    """The number of things in a set."""
    return int(word).bit_count()


def lowest_bit(word: Word) -> Word:
    """The number of the first thing in a set that is not empty."""
    return (int(word) & -int(word)).bit_length() - 1


def integer(word: Word) -> int:
    """The same number with a sign."""
    return int(word)


@intrinsic
def _count(_: Any, word: Any) -> Any:
    return U64(U64), lambda context, builder, signature, arguments: builder.ctpop(arguments[0])


@intrinsic
def _lowest(_: Any, word: Any) -> Any:
    not_empty = ir.Constant(ir.IntType(1), 1)
    return U64(U64), lambda context, builder, signature, arguments: builder.cttz(arguments[0], not_empty)


overload(count_bits)(lambda word: lambda word: _count(word))  # type: ignore[call-arg]
overload(lowest_bit)(lambda word: lambda word: _lowest(word))  # type: ignore[call-arg]
overload(integer)(lambda word: lambda word: np.int64(word))
