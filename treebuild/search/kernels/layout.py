"""What the exact search works on: the game, the aim and the memory, as named tuples of arrays and their numba types."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numba
import numpy as np
from numba import njit

Array: TypeAlias = np.ndarray[Any, Any]

types: Any = numba.types

Function = TypeVar("Function", bound=Callable[..., Any])


def kernel(signature: Any, inline: bool = False) -> Callable[[Function], Function]:
    """Compile a function for one signature, when its module is imported; `inline` into its callers or not.

    A call copies every field of `Board` and `Memory`, some 250 words: what is called often has to be inline.

    Kernels own no memory. Counting references to arrays took half of the time; without it (_nrt=False) they may not
    allocate, and work in `Memory`.
    """
    compiler: Any = njit
    options = {"nogil": True, "cache": True, "forceinline": inline, "_nrt": False}
    decorator: Callable[[Function], Function] = compiler(signature, **options)
    return decorator


NONE = -1
STOPPED = -1  # the value of a search that was told to stop
ASKED, TOO_DEEP = 1, 2  # why: Memory.state[0]
INFINITE = 1 << 54  # a cost that breaks the depth limit; 255 of these fit an int64, so bounds cannot overflow
PACKED_REPLIES = 16  # counters of 4 bits in a 64-bit word
PACKED_SIZE = 255  # counters of 8 bits
FEW = 32  # of fewer candidates a scan counts parts, not their sizes, and keeps only the guesses of the least bound
WORD_REPLIES = 64  # bits in a word: games of more replies go without PERFECT

# Prunings: bits of Aim.prunings. Clearing one changes the time, never a value. Proofs stand in exact.py.
FILL, PARTS, CAPS, PERFECT, SYMBOLS, TWINS, TABLE = (1 << i for i in range(7))

# Where a depth takes its guesses from: Aim.plan
ALL, MEMBERS = 0, 1
CRUSH, LARMOUTH, CRUSH_MEMBERS, CRUSH_BOTH = 2, 3, 4, 5  # what a heuristic chooses: of all, of members, of either

SIZE, START, KEY, KEY2, BOUND, OPEN, PART_FIELDS = range(7)  # columns of Memory.parts
VALUE, GUESS, WEIGHT, ENTRY_FIELDS = 2, 3, 4, 5  # columns of Memory.table, after the key
TWIN_MEMORY = 32  # partitions remembered among guesses of equal bound and equal squares, where twins are neighbours


class Board(NamedTuple):
    """The game, read only.

    reply         uint8 (codes, secrets): index of the reply
    columns       uint8 (secrets, columns): 4 * reply, a column a code; codes repeat, see level. Empty beyond 16 replies
    code_at       uint32 (columns,): the code of a column
    level         int32 (symbols + 1,): where the columns begin whose codes use symbols l, l + 1, ... in this order only
    column_of     int32 (symbols, codes): the column of a code among those of a level, or -1
    secret_of     int32 (codes,): the secret a code wins against, or -1
    code_of       uint32 (secrets,): the lowest code that wins against a secret
    symbols       uint8 (codes, pegs); (codes, 0) for a game without symbols
    code_spelled  int32 (symbols ** pegs,): the code whose symbols, as digits of a number, spell the index, or -1
    word          int64 (secrets or more, 2): random words
    cap           int64 (replies,): the most non-winning parts any guess makes of secrets that give this reply to a code
    nothing       uint32 (0,)
    win           index of the winning reply
    symbol_count  number of symbols, 0 for a game without
    symmetric     whether two secrets always give each other, as guesses, the same reply
    """

    reply: Array
    columns: Array
    code_at: Array
    level: Array
    column_of: Array
    secret_of: Array
    code_of: Array
    symbols: Array
    code_spelled: Array
    word: Array
    cap: Array
    nothing: Array
    win: int
    symbol_count: int
    symmetric: int


class Aim(NamedTuple):
    """What is sought.

    cost      int64 (depths,): cost of a secret solved at each depth; never falls; index 0 unused
    plan      int64 (depths,): where each depth takes its guesses from
    logarithm float64 (secrets + 1,): n ln n
    prunings  bits
    """

    cost: Array
    plan: Array
    logarithm: Array
    prunings: int


class Memory(NamedTuple):
    """Working space of one search at a time.

    table    int64 (entries, 5): two words of key, value, guess (-1: the value is a lower bound), number of candidates
    packed   uint64 (columns,), even and odd likewise: counters of 4 bits, then of 8 bits
    seen     uint16 (columns,): replies that occur, as bits
    number   uint64 (columns / 8 and more,): how many, a byte a column
    counts   int32 (codes, replies): counters of a plain scan
    largest  int64 (codes,): largest part of each code a heuristic looks at; score, float64, likewise
    power    int64 (64,): powers of a base
    mark     uint8 (secrets,): zero between uses
    answer   uint8 (secrets,): replies to one guess
    bound    int64 (space,): stack of the guesses that scans leave, as heaps
    tie      int64 (space,): what decides between those of equal bound: sum of squares, then column, in 32 bits each
    sets     uint32 (space,): stack of sets of secrets
    names    int64 (levels, symbols), alike uint64 (levels, symbols): see `symbols.rename`
    parts    int64 (levels, replies, 6): the parts of a guess
    twins    int64 (levels, TWIN_MEMORY, 2): partitions seen lately
    scratch  int64 (4, most of symbols, replies and 16)
    state    int64 (2,): [0] why to stop, if not 0; [1] counts nodes
    """

    table: Array
    packed: Array
    even: Array
    odd: Array
    seen: Array
    number: Array
    counts: Array
    largest: Array
    score: Array
    power: Array
    mark: Array
    answer: Array
    bound: Array
    tie: Array
    sets: Array
    names: Array
    alike: Array
    parts: Array
    twins: Array
    scratch: Array
    state: Array


class Place(NamedTuple):
    """Where a search stands.

    depth  of the guess to make
    cap    the most parts a guess makes of the candidates
    level  row of Memory.names, alike, parts and twins; top: where Memory.bound and tie are free; sets: Memory.sets too
    """

    depth: int
    cap: int
    level: int
    top: int
    sets: int


def array_type(dtype: Any, ndim: int) -> Any:
    """The numba type of a contiguous array."""
    return types.Array(dtype, ndim, "C")


I64, U32, U8, U16, U64 = types.int64, types.uint32, types.uint8, types.uint16, types.uint64
WORDS, COSTS, SET = array_type(U64, 1), array_type(I64, 1), array_type(U32, 1)
PARTITION = array_type(I64, 2)
PAIR, TRIPLE = types.UniTuple(I64, 2), types.UniTuple(I64, 3)


def _tuple_type(cls: Any, fields: str) -> Any:
    """The numba type of a named tuple, field by field: type and number of dimensions, or i for an integer."""
    kinds = {"I": I64, "i": types.int32, "w": U32, "b": U8, "h": U16, "u": U64, "d": types.float64}
    return types.NamedTuple([array_type(kinds[f[0]], int(f[1])) if len(f) == 2 else I64 for f in fields.split()], cls)


BOARD = _tuple_type(Board, "b2 b2 w1 i1 i2 i1 w1 b2 i1 I2 I1 w1 I I I")
AIM = _tuple_type(Aim, "I1 I1 d1 I")
MEMORY = _tuple_type(Memory, "I2 u1 u1 u1 h1 u1 i2 I1 d1 I1 b1 b1 I1 I1 w1 I2 u2 I3 I3 I2 I1")
PLACE = types.NamedUniTuple(I64, 5, Place)
