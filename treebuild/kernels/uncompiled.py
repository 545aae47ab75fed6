"""The names that kernels need to run as plain Python: twins of the declarations for the compiler in `types.pxd`.

Pointers are arrays with an offset, words wrap as in C, and a struct is a tuple whose arrays have become pointers. An
index outside an array raises IndexError, and a number that does not fit a signed type raises OverflowError. So plain
Python finds errors that C would let pass.
"""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any, TypeAlias, overload

import numpy as np

from treebuild.kernels.constants import VECTOR
from treebuild.kernels.layout import RECORDS, Array, fields, given, sizes

u8: TypeAlias = int
u16: TypeAlias = int
u32: TypeAlias = int
u64: TypeAlias = int
i32: TypeAlias = int
i64: TypeAlias = int
f64: TypeAlias = float
Reply: TypeAlias = int
flag: TypeAlias = bool

ALL_BITS = (1 << 64) - 1
HAS_BYTE_TABLES = True


class Pointer:
    """A pointer into a contiguous array, whose dimensions do not matter."""

    __slots__ = ("array", "at", "fields")

    def __init__(self, array: Array, at: int = 0, fields: tuple[str, ...] = ()) -> None:
        """With `fields`, it points to records that have these fields."""
        self.array, self.at, self.fields = (array if array.ndim == 1 else array.reshape(-1)), at, fields

    def __add__(self, distance: int) -> Pointer:
        return Pointer(self.array, self.at + int(distance) * max(len(self.fields), 1), self.fields)

    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> list[Any]: ...
    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return [self[i] for i in range(index.start or 0, index.stop)]
        at = self._index(index)
        return Record(self.array, at, self.fields) if self.fields else self.array.item(at)

    def __setitem__(self, index: int, value: Any) -> None:
        at = self._index(index)
        if self.array.dtype.kind == "u":
            value = int(value) & ((1 << 8 * self.array.itemsize) - 1)
        self.array[at] = value

    def _index(self, index: int) -> int:
        at = self.at + int(index) * max(len(self.fields), 1)
        if not 0 <= at < len(self.array):
            raise IndexError(f"{at} of {len(self.array)}")
        return at


class Record:
    """A struct in an array."""

    _place: tuple[Array, int, tuple[str, ...]]

    def __init__(self, array: Array, at: int, fields: tuple[str, ...]) -> None:
        self.__dict__["_place"] = array, at, fields

    def __getattr__(self, name: str) -> int:
        array, at, fields = self._place
        found: int = array.item(at + fields.index(name))
        return found

    def __setattr__(self, name: str, value: int) -> None:
        array, at, fields = self._place
        array[at + fields.index(name)] = value


def bound(data: tuple[Any, ...], kept: list[Any]) -> SimpleNamespace:
    """The struct of a tuple of `layout`, as kernels read it: pointers, integers and sizes. `kept` keeps it alive."""
    kept.append(data)
    values: dict[str, Any] = {}
    for (name, (kind, shape)), value in zip(fields(type(data)).items(), data, strict=True):
        values[name] = value
        if kind:
            record = RECORDS[kind]._fields if kind in RECORDS else ()
            values[name] = Pointer(value, 0, record)
            for size, found in zip(map(str.strip, shape.split(",")), value.shape, strict=False):
                if size in sizes(type(data)):
                    values.setdefault(size, found)
    return SimpleNamespace(**values)


bound_game_tables = bound_costs = bound_workspace = bound_reply_tables = bound_scan_workspace = bound
bound_ruled_tables = bound_ruled_costs = bound_ruled_workspace = bound_checker_workspace = bound_chance_tables = bound


def _numbers(dtype: type) -> Any:
    def numbers(array: Any) -> Pointer:
        if not isinstance(array, np.ndarray) or array.dtype != dtype or not array.flags.c_contiguous:
            raise TypeError(f"compiled code takes a contiguous array of {dtype.__name__} here, not {given(array)}")
        return Pointer(array)

    return numbers


u32s, i32s, i64s, u64s, u8s, f64s = map(_numbers, (np.uint32, np.int32, np.int64, np.uint64, np.uint8, np.float64))


def bytes_of(words: Pointer) -> Pointer:
    """The bytes of words, the lowest byte first."""
    return Pointer(words.array.view(np.uint8), words.at * words.array.itemsize)


def halves_of(words: Pointer) -> Pointer:
    """The words of 16 bits in longer words, the lowest first."""
    return Pointer(words.array.view(np.uint16), words.at * words.array.itemsize // 2)


def words_of(numbers: Pointer) -> Pointer:
    """Signed numbers of 64 bits as words."""
    return Pointer(numbers.array.view(np.uint64), numbers.at)


def bit(number: int) -> u64:
    """The word that has this bit alone."""
    return 1 << int(number)


def mark(number: int) -> u32:
    """`bit`, in a word of 32 bits at most."""
    return 1 << int(number)


def count_bits(word: u64) -> i64:
    """The number of bits that are set."""
    return int(word).bit_count()


def lowest_bit(word: u64) -> i64:
    """The number of the first bit that is set; the word is not 0."""
    return (int(word) & -int(word)).bit_length() - 1


def word(number: int) -> u64:
    """The number as a word without a sign."""
    return int(number) & ALL_BITS


def byte(number: int) -> u8:
    """The lowest byte of a number."""
    return int(number) & 255


def integer(word: int) -> i64:
    """The word as a number with a sign."""
    word = int(word) & ALL_BITS
    return word - (1 << 64) if word >> 63 else word


def logarithm(number: float) -> f64:
    """The natural logarithm."""
    return math.log(number)


def rounded(number: float) -> i64:
    """The nearest integer; of two equally near integers the even one."""
    return round(number)


def product(a: int, b: int) -> i64:
    """The product, modulo 2^64, with a sign."""
    return integer(int(a) * int(b))


def plus(a: int, b: int) -> i64:
    """The sum, modulo 2^64, with a sign."""
    return integer(int(a) + int(b))


def join_bits(lower: Pointer, upper: Pointer, a: Pointer, b: Pointer, c: Pointer, d: Pointer) -> None:
    """Add the replies a[i], b[i], c[i] and d[i], which are below 16, to the sets lower[i] and upper[i], for i < VECTOR.

    lower[i] has the bits of the replies 0 to 7, and upper[i] has those of 8 to 15. All are bytes.
    """
    for i in range(VECTOR):
        for row in (a, b, c, d):
            (upper if row[i] >= 8 else lower)[i] |= 1 << row[i] % 8
