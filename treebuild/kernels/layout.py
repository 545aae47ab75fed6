"""The data that kernels work on: the game, the costs, the working space, a node. Python sees named tuples of arrays.

Every field states its type and its shape once, here. From them the build makes the structs of C that kernels read (see
`tools/amalgamate.py`), `words` fills such a struct and checks what goes into it, and `allocated` makes the arrays of a
working space. A name in a shape is a size: it is the same wherever it stands in a tuple, and the struct has it, too.
`_` is any size. `Reply` is a byte in games of up to MAX_REPLIES_BYTES replies, and a word of 16 bits in others.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, NamedTuple, TypeAlias, TypeVar, get_args, get_type_hints

import numpy as np
from numpy.typing import NDArray

from treebuild.kernels import constants

Array: TypeAlias = np.ndarray[Any, Any]
Data = TypeVar("Data", bound=tuple[Any, ...])


class Part(NamedTuple):
    """The part of one reply to a guess, see `partition`."""

    size: int
    start: int  # where its candidates begin in the list that `write_parts` writes
    key: int  # two words that stand for the set
    key2: int
    bound: int  # a lower bound of its cost
    status: int  # SETTLED or OPEN


class RuledPart(NamedTuple):
    """The part of one reply to a guess where positions allow some guesses only."""

    reply: int
    first: int  # where its candidates begin
    size: int
    lower: int  # a lower bound of its cost
    status: int  # SETTLED or OPEN


class Entry(NamedTuple):
    """What the transposition table knows of a set, see `table`. Two entries share a cache line."""

    key: int
    key2: int
    value: int
    size_and_guess: int  # size << 32 | guess + 1


class Swap(NamedTuple):
    """The pegs and the symbols that a symmetry exchanges, see `guess_lists`."""

    peg: int
    other_peg: int
    symbol: int
    other_symbol: int


class GameTables(NamedTuple):
    """The game. Searches only read it, so threads may share it."""

    reply: Annotated[Array, "Reply", "codes, secrets"]  # the index of the reply
    columns: Annotated[Array, "Reply", "secrets, codes"]  # the same by secret, with the codes in another order
    code_at: Annotated[Array, "u32", "codes"]  # the code of each column
    column_of: Annotated[Array, "i32", "codes"]  # the column of each code
    columns_from: Annotated[Array, "i32", "_"]  # [l]: how many columns use symbols l, l + 1, ... in order
    secret_of: Annotated[Array, "i32", "codes"]  # the secret that a code wins against, or -1
    code_of: Annotated[Array, "u32", "secrets"]  # the lowest code that wins against each secret
    own_column: Annotated[Array, "i32", "secrets"]  # the column of that code
    symbols: Annotated[Array, "u8", "codes, pegs"]  # no pegs for a game without symbols
    free_pegs: Annotated[Array, "u32", "free"]  # the largest class of pegs that may change places
    code_spelled: Annotated[Array, "i32", "_"]  # (symbols ** pegs,): the code with these symbols as digits, or -1
    hash_word: Annotated[Array, "i64", "_, 2"]  # by secret: random words, from which the keys of sets are made
    cap: Annotated[Array, "i64", "replies"]  # CAPS, the most non-winning parts of the secrets with each reply
    no_guesses: Annotated[Array, "u32", "_"]  # (0,): stands for "no list of guesses is given"
    order: Annotated[Array, "u32", "weights"]  # with weights, the number of each secret by falling weight
    weight: Annotated[Array, "i64", "weights"]  # the weights by that number; none where all are equal
    fill_level: Annotated[Array, "u8", "_, weights"]  # [w, i] is the level of the i-th secret, see FILL
    win: int  # index of the winning reply
    symbol_count: int  # number of symbols, 0 for a game without
    fixed_symbols: int  # how many of them, the first, may not be exchanged
    symmetric: int  # whether any two secrets, as guesses, give each other the same reply
    one_winner: int  # whether each secret has one winning code only
    min_candidates_sizes: int  # MIN_CANDIDATES_SIZES, or more in games of many replies
    weighted: int  # whether costs go by weight

    def numbered(self, candidates: Array) -> Array:
        """Candidates as the kernels number them, uint32; both `candidates`, int32, and the result ascend."""
        if len(self.order):
            candidates = np.sort(self.order[candidates])
        return np.ascontiguousarray(candidates, np.uint32)


class Costs(NamedTuple):
    """What the search minimises. Row EXACT allows all codes at every depth; row PLANNED follows the given plan."""

    cost: Annotated[Array, "i64", "depths"]  # cost of a secret solved at each depth; never falls; [0] is unused
    flat: Annotated[Array, "i64", "_"]  # (depths,): with weights, what a secret costs whatever its weight
    plan: Annotated[Array, "i64", "2, depths"]  # the Source of the guesses at each depth
    prunings: Annotated[Array, "i64", "2"]  # bits of Prunings
    logarithm: Annotated[Array, "f64", "_"]  # (secrets + 1,): n ln n
    free_from: int  # the depth from which on the plan allows all codes


class Workspace(NamedTuple):
    """Working space. Only one search at a time may use it, but for the table, which threads may share."""

    table: Annotated[Array, "Entry", "entries"]
    packed: Annotated[Array, "u64", "codes"]  # counters of 4 bits
    even: Annotated[Array, "u64", "codes"]  # counters of 8 bits for replies 0, 2, 4, ...
    odd: Annotated[Array, "u64", "codes"]  # the same for replies 1, 3, 5, ...
    wide: Annotated[Array, "u64", "6, COLUMNS_WIDE"]  # counters of `counting.count_wide`
    reply_bits: Annotated[Array, "u32", "codes"]  # the replies that occur, as bits
    part_count: Annotated[Array, "u64", "codes // 8 + 1"]  # number of parts, one byte for each column
    counts: Annotated[Array, "i64", "codes, replies"]  # part sizes of guesses, see `counting.tally`
    largest: Annotated[Array, "i64", "codes"]  # size of the largest part of each code
    score: Annotated[Array, "f64", "codes"]  # score of each code
    power: Annotated[Array, "i64", "64"]  # powers of a base
    stamp: Annotated[Array, "i64", "replies"]  # the member that last got each reply, see `most_parts_stamped`
    heaviest_sum: Annotated[Array, "i64", "secrets + 1"]  # what the i heaviest candidates weigh together
    mark: Annotated[Array, "u8", "secrets"]  # zero between uses
    answer: Annotated[Array, "Reply", "secrets"]  # the replies to one guess
    bound: Annotated[Array, "i64", "space"]  # a stack of heaps: the bounds of the guesses that scans keep
    tie: Annotated[Array, "i64", "space"]  # decides between equal bounds: squares << 32 | code
    sets: Annotated[Array, "u32", "2 * secrets * (MAX_LEVELS + 1) + codes"]  # a stack of sets of secrets
    number_at: Annotated[Array, "i64", "symbols, pegs"]  # how many candidates have a symbol at a peg
    peg_at: Annotated[Array, "i64", "MAX_LEVELS, pegs"]  # by level: see `symbols.order_pegs`
    new_name: Annotated[Array, "i64", "MAX_LEVELS, symbols"]  # by level: see `symbols.rename_symbols`
    exchangeable: Annotated[Array, "u64", "MAX_LEVELS, symbols or 1"]  # likewise
    parts: Annotated[Array, "Part", "MAX_LEVELS, replies"]  # by level: the parts of a guess, by reply
    met: Annotated[Array, "Reply", "MAX_LEVELS, replies + 1"]  # by level: the replies that occur
    recent: Annotated[Array, "u32", "MAX_LEVELS, MAX_RECENT_PARTITIONS"]  # columns of the guesses tried last
    bitsets: Annotated[Array, "u64", "MAX_LEVELS, MAX_CANDIDATES_BITSETS, 2, MAX_REPLIES_PACKED"]  # see `members`
    part_bits: Annotated[Array, "u64", "MAX_REPLIES_PACKED, 2"]  # the parts of a guess, as bits of candidates
    scratch: Annotated[Array, "i64", "4, scratch_row"]  # the most of symbols, replies and MAX_CANDIDATES_PERFECT
    state: Annotated[Array, "i64", "4"]  # [0] why to stop, or 0; [1] nodes searched; [2] last stamp; [3] most nodes


class NodeState(NamedTuple):
    """Where a search stands."""

    depth: int  # depth of the guess to make
    row: int  # row of Costs: EXACT or PLANNED
    lower_bound: int  # a lower bound of the value that is known already
    cap: int  # the most non-winning parts that a guess makes of the candidates
    level: int  # row of those arrays of Workspace that have a row for each level
    top: int  # where Workspace.bound and Workspace.tie are free
    sets: int  # where Workspace.sets is free
    complete: int  # whether a list of guesses, if one is given, stands for all that the plan allows: see PARTS


class ReplyTables(NamedTuple):
    """Where the replies of a game come from: the reply matrix, or a rule and the symbols of codes and secrets.

    A rule makes a sum of what each peg adds (see `reply_rules.Rule.term`). It numbers the reply; it is below 256. For
    the matrix the sum is the reply.
    """

    by_secret: Annotated[Array, "Reply", "_, _"]  # (secrets, codes): the matrix; (0, 0) where replies are computed
    columns: Annotated[Array, "u8", "_, _"]  # (pegs, codes): the symbols of every code
    counts: Annotated[Array, "u8", "counted, _"]  # (symbols, codes): how often codes have a symbol; only for COUNTS
    code: Annotated[Array, "u8", "_, pegs"]  # (codes, pegs): the symbols of every code again, code by code
    secret: Annotated[Array, "u8", "_, pegs"]  # (secrets, pegs): the symbols of every secret
    reply_of: Annotated[Array, "Reply", "sums"]  # the reply of each sum
    sum_of: Annotated[Array, "Reply", "replies"]  # the sum of each reply
    secret_of: Annotated[Array, "i32", "codes"]  # the secret that a code wins against, or -1
    winner: Annotated[Array, "i32", "_"]  # (winning codes,): the codes that win against a secret, secret by secret
    begin: Annotated[Array, "i64", "_"]  # (secrets + 1,): where the winning codes of each secret begin
    place: Annotated[Array, "i64", "places"]  # by peg: what a symbol counts in the index of a code, see `guess_lists`
    sample: Annotated[Array, "i32", "sampled"]  # the codes that are tried where not all can be; none where all can be
    secrets: int
    source: int  # FROM_MATRIX, COUNTS, PLACES or MARKS
    symbol_count: int  # number of symbols, 0 for a game without
    repeat: int  # whether a code of the whole space may have a symbol twice
    one_list: int  # whether code i wins against secret i, and there are no others


class ScanWorkspace(NamedTuple):
    """Working space of one scan of guesses at a time."""

    columns: Annotated[Array, "u8", "pegs, block"]  # the symbols of the guesses at hand
    counts: Annotated[Array, "u8", "counted, block"]  # how often each has a symbol
    left: Annotated[Array, "u8", "block"]  # how many of a symbol may still be cows
    rows: Annotated[Array, "Reply", "ROWS, block"]  # the sums of so many candidates, see ReplyTables
    tallies: Annotated[Array, "u8", "replies, block"]  # part sizes up to 255
    sizes: Annotated[Array, "i32", "replies, block"]  # part sizes
    parts: Annotated[Array, "i32", "block"]  # how many parts there are
    least: Annotated[Array, "i64", "replies + 1"]  # the least score of so many parts
    guesses: Annotated[Array, "i32", "codes"]  # the guesses to try
    swaps: Annotated[Array, "Swap", "MAX_SWAPS"]  # see `guess_lists.find_swaps`
    sought: Annotated[Array, "u8", "secrets"]  # zero between uses
    seen: Annotated[Array, "i64", "sums"]  # the member that last got each reply
    vector: Annotated[Array, "i32", "replies"]  # the part sizes of a guess, the largest first
    best_vector: Annotated[Array, "i32", "replies"]  # those of the best


class RuledTables(NamedTuple):
    """The game where a position allows some guesses only. Searches only read it.

    Secrets are numbered by falling weight, as in GameTables.
    """

    reply: Annotated[Array, "Reply", "codes, secrets"]  # the reply matrix
    among: Annotated[Array, "Reply", "_, _"]  # (codes, codes): the replies if codes were secrets; or (0, 0)
    keeps: Annotated[Array, "u8", "_, replies, _"]  # (shapes, replies, replies): see `permitted.keeping`
    shape: Annotated[Array, "u8", "_"]  # (codes,): the row of `keeps` that is for the guess
    secret_of: Annotated[Array, "i32", "codes"]  # the secret that a code wins against, or -1
    code_of: Annotated[Array, "u32", "secrets"]  # the lowest code that wins against each secret
    secret_word: Annotated[Array, "i64", "secrets, 2"]  # random words, from which keys of positions are made
    code_word: Annotated[Array, "i64", "codes, 2"]  # likewise
    weight: Annotated[Array, "i64", "secrets"]  # what each secret weighs, 1 where all are equal
    group: Annotated[Array, "i32", "secrets"]  # the group of each secret, below the number of secrets
    surcharge: Annotated[Array, "i64", "codes"]  # what a guess costs a unit of weight, above the cheapest
    win: int  # index of the winning reply
    allows: int  # ANY, WINNERS, SHRINKING or TESTS
    members: int  # whether `ruled_bounds.bound_by_members` holds
    names_last: int  # whether only a last group is named: see `permitted.names_last`
    grouped: int  # whether some group has several secrets; then guesses are TESTS, and costs flat but for the limit


class RuledCosts(NamedTuple):
    """What a search minimises: a secret of weight w that is solved at depth d costs w * cost[d] + flat[d]."""

    cost: Annotated[Array, "i64", "depths"]
    flat: Annotated[Array, "i64", "depths"]  # INFINITE beyond the depth limit
    step: int  # what `cost` rises by with every depth, where it always does; else 0


class RuledWorkspace(NamedTuple):
    """Working space. Only one search at a time may use it."""

    table: Annotated[Array, "Entry", "entries"]
    counter: Annotated[Array, "i64", "replies + 1"]  # part sizes above a stamp, the last entry
    mark: Annotated[Array, "u8", "secrets"]  # zero between uses
    bound: Annotated[Array, "i64", "codes * levels"]  # a stack of heaps: the bounds of the guesses that scans keep
    tie: Annotated[Array, "i64", "codes * levels"]  # decides between equal bounds: squares << 32 | code
    sets: Annotated[Array, "u32", "secrets * (levels + 1)"]  # a stack of sets of secrets
    allowed: Annotated[Array, "u32", "codes * (levels + 1)"]  # a stack of lists of codes; at first all codes
    rise: Annotated[Array, "i64", "levels, 2, secrets + 1"]  # see `ruled_bounds.fill_rises`
    cheapest: Annotated[Array, "i64", "levels, MAX_LEVELS + 1"]  # see `ruled_bounds.sum_cheapest`
    parts: Annotated[Array, "RuledPart", "levels, replies"]  # by level: the parts of a guess, the smallest first
    heavy: Annotated[Array, "i64", "secrets"]  # see `ruled_bounds.weigh_groups`
    place: Annotated[Array, "i64", "secrets"]  # zero between uses
    merged: Annotated[Array, "i64", "secrets"]  # see `ruled_bounds.shortest`
    start: Annotated[Array, "i64", "replies + 1"]  # where each part begins, while parts are written
    state: Annotated[Array, "i64", "4"]  # [0] why to stop, or 0; [1] positions searched; [3] the most, or 0


class Position(NamedTuple):
    """Where a search stands whose positions allow some guesses only."""

    depth: int  # depth of the guess to make
    level: int  # row of those arrays of the workspace that have a row for each level
    width: int  # the most non-winning parts that an allowed guess makes, here and later
    top: int  # where `bound` and `tie` are free
    sets: int  # where `sets` is free
    first: int  # where the allowed codes begin in `allowed`
    codes: int  # how many there are
    complete: int  # whether a list of guesses, if one is given, stands for all that are allowed
    key: int  # two words that stand for the allowed codes
    key2: int


class CheckerWorkspace(NamedTuple):
    """Working space of `proof_rules`. Of two rows, one is for a claim and one for a part that is looked at."""

    reply_bits: Annotated[Array, "u32", "codes"]  # see `count_parts`
    winner: Annotated[Array, "u32", "_"]  # (winning codes,): the columns that win against a secret, secret by secret
    begin: Annotated[Array, "i64", "secrets + 1"]  # where the columns of each secret begin
    part_count: Annotated[Array, "u64", "2, words"]  # non-winning parts of each column, a byte each
    wins: Annotated[Array, "u8", "2, codes"]  # whether a column wins against a candidate
    least: Annotated[Array, "i64", "2, 2, replies + 1"]  # the least cost of a guess by wins and parts
    filled: Annotated[Array, "i64", "2, secrets + 1"]  # without weights, Fill of so many candidates
    answer: Annotated[Array, "Reply", "2, secrets"]  # the replies to the guess at hand
    start: Annotated[Array, "i64", "2, replies + 1"]  # where the part of each reply begins in `order`
    bound: Annotated[Array, "i64", "2, replies"]  # a lower bound of the cost of each part
    order: Annotated[Array, "u32", "2, secrets"]  # positions in the list of candidates, part after part
    part: Annotated[Array, "u32", "secrets"]  # the part that is looked at
    member: Annotated[Array, "u32", "2, 16"]  # a part that the members rule is for, as codes and as secrets
    reply_among: Annotated[Array, "Reply", "2, MAX_CANDIDATES_MATRIX, MAX_CANDIDATES_MATRIX"]  # [i, k]: k's reply to i
    candidates_only: int  # whether only members may be guessed


class ChanceTables(NamedTuple):
    """What `chances` reads and writes, for one set of candidates. Of small sets `seen` notes the whole one only."""

    table: Annotated[Array, "Reply", "secrets, secrets"]  # the replies to every candidate as a guess
    pad: Annotated[Array, "u64", "PAD_WORDS"]
    answered: Annotated[Array, "u64", "replies"]  # the candidates that gave each reply
    weights: Annotated[Array, "i64", "1, secrets"]  # how many candidates each stands for as the first guess
    primes: Annotated[Array, "u64", "2, many"]  # primes below 2^31, and the inverse of SCALE modulo each
    inverses: Annotated[Array, "u64", "many, inverted"]  # the inverses of 1, 2, ... modulo each
    sets: Annotated[Array, "i32", "CHANCE_LEVELS, secrets"]  # by level: the candidates of a set
    ordered: Annotated[Array, "i32", "CHANCE_LEVELS, secrets"]  # the same, part after part
    starts: Annotated[Array, "i32", "CHANCE_LEVELS, replies + 1"]  # where each part begins
    sums: Annotated[Array, "i64", "CHANCE_LEVELS, width"]  # over parts: SCALE times the counts by number of guesses
    residues: Annotated[Array, "u64", "CHANCE_LEVELS, many, width"]  # [0, p, d]: expected secrets found by guess d + 1
    seen: Annotated[Array, "i64", "CHANCE_LEVELS, secrets + 1"]  # by level: 1 where a set of so many candidates came up


DTYPES = {"u8": "uint8", "u32": "uint32", "u64": "uint64", "i32": "int32", "i64": "int64", "f64": "float64"}
RECORDS = {record.__name__: record for record in (Part, RuledPart, Entry, Swap)}
"""What an array may hold a row of, as int64, in place of a number."""


def words(data: tuple[Any, ...], reply: str) -> NDArray[np.int64]:
    """int64: the struct of C that kernels read such a tuple as. It lives no longer than the arrays do.

    `reply` is the dtype of replies, uint8 or uint16. First come the fields, the addresses of arrays among them, and
    then the sizes, as `sizes` lists them. Raises TypeError for an array of another dtype or shape than it has to have.
    """
    found: list[int] = []
    known: dict[str, int] = {}
    for (name, (kind, shape)), value in zip(fields(type(data)).items(), data, strict=True):
        if not kind:
            found.append(int(value))
            continue
        _check(f"{type(data).__name__}.{name}", value, _dtype(kind, reply), _with_record(shape, kind), known)
        found.append(value.ctypes.data)
    return np.array([*found, *(known[size] for size in sizes(type(data)))], np.int64)


def allocated(kind: type[Data], reply: str, given: dict[str, Any], **known: int) -> Data:
    """A tuple of arrays of zeros, but for those that are `given`. `known` has the sizes that their shapes name."""
    arrays = {
        name: np.zeros(_evaluated(_with_record(shape, kind), known), _dtype(kind, reply))
        for name, (kind, shape) in fields(kind).items()
        if name not in given
    }
    return kind(**arrays, **given)


@cache
def fields(data: type[tuple[Any, ...]]) -> dict[str, tuple[str, str]]:
    """Of every field the kind of number that its array holds, and its shape; nothing for a field that is an integer."""
    hints = get_type_hints(data, include_extras=True)
    return {name: get_args(hint)[1:] if get_args(hint) else ("", "") for name, hint in hints.items()}


@cache
def members_of(data: type[tuple[Any, ...]]) -> str:
    """The members of the struct of such a tuple, as C has them: by these, kernels tell whether they are current."""
    listed = [f"{kind}* {name}" if kind else f"i64 {name}" for name, (kind, _) in fields(data).items()]
    return "; ".join([*listed, *(f"i64 {size}" for size in sizes(data))])


@cache
def sizes(data: type[tuple[Any, ...]]) -> tuple[str, ...]:
    """The sizes that the shapes of a tuple name, in order."""
    names = (name.strip() for _, shape in fields(data).values() for name in shape.split(","))
    return tuple(dict.fromkeys(name for name in names if name.islower() and name.isidentifier() and name != "_"))


def _dtype(kind: str, reply: str) -> str:
    return reply if kind == "Reply" else "int64" if kind in RECORDS else DTYPES[kind]


def _with_record(shape: str, kind: str) -> str:
    return f"{shape}, {len(RECORDS[kind]._fields)}" if kind in RECORDS else shape


@cache
def _compiled(shape: str) -> Any:
    return compile(f"({shape},)", "shape", "eval")


def _evaluated(shape: str, known: dict[str, int]) -> tuple[int, ...]:
    found: tuple[int, ...] = eval(_compiled(shape), vars(constants), known)  # a shape of this module, no input
    return found


def _check(what: str, array: Any, dtype: str, shape: str, known: dict[str, int]) -> None:
    """Raise TypeError unless an array is what it has to be; note the sizes that its shape names."""
    names = [name.strip() for name in shape.split(",")]
    if isinstance(array, np.ndarray) and array.dtype == dtype and array.flags.c_contiguous:
        if array.ndim == len(names) and all(map(_fits, names, array.shape, [known] * array.ndim)):
            return
        found = f"one of shape {array.shape}"
    else:
        found = given(array)
    raise TypeError(f"{what} has to be a contiguous array of {dtype} of shape ({shape}), not {found}")


def given(array: Any) -> str:
    """What an array is, or what stands in its place, for a message."""
    if not isinstance(array, np.ndarray):
        return f"a {type(array).__name__}"
    return f"{array.dtype}{'' if array.flags.c_contiguous else ' with gaps'}"


def _fits(name: str, size: int, known: dict[str, int]) -> bool:
    """Whether a size is what a shape says; one that is named for the first time is noted."""
    if name == "_":
        return True
    if name.islower() and name.isidentifier():
        return known.setdefault(name, size) == size
    try:
        return bool(_evaluated(name, known)[0] == size)
    except NameError:  # of a size that only later fields name
        return True
