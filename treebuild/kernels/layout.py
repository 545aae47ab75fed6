"""The data that kernels work on: the game, the costs, the working space, a node. Python sees named tuples of arrays.

Every field states its type and its shape once, here. From these the build makes the structs of C that kernels read (see
`tools/amalgamate.py`). `words` checks the arrays of a tuple and fills such a struct, and `allocated` makes the arrays
of a working space. A name in a shape is a size: all shapes of a tuple that have this name agree on it, and the struct
has a member for it. `_` is any size. `Reply` is a byte in games of up to MAX_REPLIES_BYTES replies, and a word of 16
bits in other games.
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
    key: int  # the two words of the key of the set
    key2: int
    bound: int  # a lower bound of its cost
    status: int  # SETTLED or OPEN


class RuledPart(NamedTuple):
    """The part of one reply to a guess, in `ruled`."""

    reply: int
    first: int  # where its candidates begin
    size: int
    lower: int  # a lower bound of its cost
    status: int  # SETTLED or OPEN


class Entry(NamedTuple):
    """An entry of the transposition table, see `table`. Two entries share a cache line."""

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

    reply: Annotated[Array, "Reply", "codes, secrets"]  # the index of the reply; only its shape counts if `arranged`
    columns: Annotated[Array, "Reply", "secrets, codes"]  # the same by secret, in the order of `code_at`
    code_at: Annotated[Array, "u32", "codes"]  # the code of each column
    column_of: Annotated[Array, "i32", "codes"]  # the column of each code
    columns_from: Annotated[Array, "i32", "_"]  # [l]: how many columns use symbols l, l + 1, ... in order
    secret_of: Annotated[Array, "i32", "codes"]  # the secret that a code wins against, or -1
    code_of: Annotated[Array, "u32", "secrets"]  # a code that wins against each secret, see `Replies`
    own_column: Annotated[Array, "i32", "secrets"]  # the column of that code
    symbols: Annotated[Array, "u8", "codes, pegs"]  # no pegs for a game without symbols
    free_pegs: Annotated[Array, "u32", "free"]  # the largest class of pegs that may change places
    code_spelled: Annotated[Array, "i32", "_"]  # (symbols ** pegs,): the code with these symbols as digits, or -1
    hash_word: Annotated[Array, "i64", "_, 2"]  # by secret: random words, from which the keys of sets are made
    cap: Annotated[Array, "i64", "replies"]  # CAPS, the most non-winning parts of the secrets with each reply
    no_guesses: Annotated[Array, "u32", "_"]  # (0,): stands for "no list of guesses is given"
    order: Annotated[Array, "u32", "weights"]  # with weights, the number of each secret by falling weight
    weight: Annotated[Array, "i64", "weights"]  # the weights by that number; empty if secrets have no weights
    fill_level: Annotated[Array, "u8", "_, weights"]  # [w, i]: the level of secret i in nodes of w children, see FILL
    win: int  # index of the winning reply
    symbol_count: int  # number of symbols, 0 for a game without symbols
    fixed_symbols: int  # the number of symbols, the first ones, that may not be exchanged
    symmetric: int  # whether any two secrets, as guesses, give each other the same reply
    one_winner: int  # whether each secret has only one winning code
    min_candidates_sizes: int  # MIN_CANDIDATES_SIZES, or more in games of many replies
    weighted: int  # whether costs go by weight
    arranged: int  # whether the replies are in `columns` alone: see `game_tables.make_game_tables`

    def numbered(self, candidates: Array) -> Array:
        """The numbers that kernels give candidates, uint32. `candidates`, int32, and the result ascend."""
        if len(self.order):
            candidates = np.sort(self.order[candidates])
        return np.ascontiguousarray(candidates, np.uint32)


class Costs(NamedTuple):
    """The costs that the search minimises. Row EXACT allows all codes at every depth; row PLANNED follows the plan."""

    cost: Annotated[Array, "i64", "depths"]  # cost of a secret solved at each depth; never falls; [0] is unused
    flat: Annotated[Array, "i64", "_"]  # (depths,): with weights, the part of the cost that does not go by weight
    plan: Annotated[Array, "i64", "2, depths"]  # the Source of the guesses at each depth
    prunings: Annotated[Array, "i64", "2"]  # bits of Prunings
    logarithm: Annotated[Array, "f64", "_"]  # (secrets + 1,): n ln n
    free_from: int  # the depth from which on the plan allows all codes


class Workspace(NamedTuple):
    """Working space. Only one search at a time may use it. But threads may share the table."""

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
    heaviest_sum: Annotated[Array, "i64", "secrets + 1"]  # the weight of the i heaviest candidates together
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
    """The position of a search in the tree, and its places in the working space."""

    depth: int  # depth of the guess to make
    row: int  # row of Costs: EXACT or PLANNED
    lower_bound: int  # a known lower bound of the value
    cap: int  # the most non-winning parts that a guess makes of the candidates
    level: int  # row of those arrays of Workspace that have a row for each level
    top: int  # where Workspace.bound and Workspace.tie are free
    sets: int  # where Workspace.sets is free
    complete: int  # whether a list of guesses, if given, represents all guesses that the plan allows: see PARTS


class ReplyTables(NamedTuple):
    """The source of the replies of a game: the reply matrix, or a rule and the symbols of codes and secrets.

    By a rule, each peg adds a term (see `reply_rules.Rule.term`) to a sum, which determines the reply. With
    the matrix, the sum is the reply itself.
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
    place: Annotated[Array, "i64", "places"]  # by peg: its place value in the index of a code, see `guess_lists`
    sample: Annotated[Array, "i32", "sampled"]  # the codes to try if there are too many; empty if all are tried
    secrets: int
    source: int  # FROM_MATRIX, COUNTS, PLACES or MARKS
    symbol_count: int  # number of symbols, 0 for a game without symbols
    repeat: int  # whether a code of the whole space may have a symbol twice
    one_list: int  # whether code i wins against secret i, and there are no others


class ScanWorkspace(NamedTuple):
    """Working space. Only one scan of guesses at a time may use it."""

    columns: Annotated[Array, "u8", "pegs, block"]  # the symbols of the guesses of a block
    counts: Annotated[Array, "u8", "counted, block"]  # how often each guess has a symbol
    left: Annotated[Array, "u8", "block"]  # how many more times a symbol may be a cow
    rows: Annotated[Array, "Reply", "listed, block"]  # the sums of candidates, of ROWS or more: see ReplyTables
    tallies: Annotated[Array, "u8", "replies, block"]  # part sizes up to 255
    sizes: Annotated[Array, "i32", "replies, block"]  # part sizes
    parts: Annotated[Array, "i32", "block"]  # the number of parts
    least: Annotated[Array, "i64", "replies + 1"]  # the least score by number of parts
    guesses: Annotated[Array, "i32", "codes"]  # the guesses to try
    swaps: Annotated[Array, "Swap", "MAX_SWAPS"]  # see `guess_lists.find_swaps`
    sought: Annotated[Array, "u8", "secrets"]  # zero between uses
    seen: Annotated[Array, "i64", "sums"]  # the member that last got each reply
    slot: Annotated[Array, "i32", "sums"]  # the number of the part with each sum; -1 between uses
    vector: Annotated[Array, "i32", "replies"]  # the part sizes of a guess, the largest first
    best_vector: Annotated[Array, "i32", "replies"]  # the same of the best guess


class RuledTables(NamedTuple):
    """A game with a rule of guesses or costs of guesses, for `ruled`. Searches only read it.

    Secrets are numbered by falling weight, as in GameTables.
    """

    reply: Annotated[Array, "Reply", "codes, secrets"]  # the reply matrix
    among: Annotated[Array, "Reply", "_, _"]  # (codes, codes): the replies if codes were secrets; or (0, 0)
    keeps: Annotated[Array, "u8", "_, replies, _"]  # (shapes, replies, replies): see `permitted.keeping`
    shape: Annotated[Array, "u8", "_"]  # (codes,): the row of `keeps` for each guess
    secret_of: Annotated[Array, "i32", "codes"]  # the secret that a code wins against, or -1
    code_of: Annotated[Array, "u32", "secrets"]  # a code that wins against each secret, see `Replies`
    secret_word: Annotated[Array, "i64", "secrets, 2"]  # random words, from which keys of positions are made
    code_word: Annotated[Array, "i64", "codes, 2"]  # likewise
    weight: Annotated[Array, "i64", "secrets"]  # the weight of each secret; 1 if costs do not go by weight
    group: Annotated[Array, "i32", "secrets"]  # the group of each secret, below the number of secrets
    surcharge: Annotated[Array, "i64", "codes"]  # the cost of a guess for a unit of weight, above the cheapest guess
    win: int  # index of the winning reply
    allows: int  # ANY, WINNERS, SHRINKING or TESTS
    members: int  # whether `ruled_bounds.bound_by_members` holds
    names_last: int  # whether only a last group is named: see `permitted.names_last`
    grouped: int  # whether the game has groups; then guesses are TESTS, and `flat` is 0 up to the depth limit


class RuledCosts(NamedTuple):
    """The costs that a search minimises: a secret of weight w, solved at depth d, costs w * cost[d] + flat[d]."""

    cost: Annotated[Array, "i64", "depths"]
    flat: Annotated[Array, "i64", "depths"]  # INFINITE beyond the depth limit
    step: int  # by how much `cost` rises with every depth if this is always the same, else 0


class RuledWorkspace(NamedTuple):
    """Working space. Only one search at a time may use it."""

    table: Annotated[Array, "Entry", "entries"]
    counter: Annotated[Array, "i64", "replies + 1"]  # part sizes plus a stamp; the last entry is the stamp
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
    """The position of a search of `ruled`, and its places in the working space."""

    depth: int  # depth of the guess to make
    level: int  # row of those arrays of the workspace that have a row for each level
    width: int  # the most non-winning parts that an allowed guess makes, here and later
    top: int  # where `bound` and `tie` are free
    sets: int  # where `sets` is free
    first: int  # where the allowed codes begin in `allowed`
    codes: int  # the number of allowed codes
    complete: int  # whether a list of guesses, if given, represents all allowed guesses
    key: int  # the part of the key for the allowed codes, two words
    key2: int


class CheckerWorkspace(NamedTuple):
    """Working space of `proof_rules`. Of two rows, one is for a claim, and one for a part of a guess for it."""

    reply_bits: Annotated[Array, "u32", "codes"]  # see `count_parts`
    winner: Annotated[Array, "u32", "_"]  # (winning codes,): the columns that win against a secret, secret by secret
    begin: Annotated[Array, "i64", "secrets + 1"]  # where the columns of each secret begin
    part_count: Annotated[Array, "u64", "2, words"]  # non-winning parts of each column, a byte each
    wins: Annotated[Array, "u8", "2, codes"]  # whether a column wins against a candidate
    least: Annotated[Array, "i64", "2, 2, replies + 1"]  # the least cost of a guess by wins and parts
    filled: Annotated[Array, "i64", "2, secrets + 1"]  # without weights, Fill by the number of candidates
    answer: Annotated[Array, "Reply", "2, secrets"]  # the replies to the current guess
    start: Annotated[Array, "i64", "2, replies + 1"]  # where the part of each reply begins in `order`
    bound: Annotated[Array, "i64", "2, replies"]  # a lower bound of the cost of each part
    order: Annotated[Array, "u32", "2, secrets"]  # positions in the list of candidates, part after part
    part: Annotated[Array, "u32", "secrets"]  # the candidates of the part
    member: Annotated[Array, "u32", "2, 16"]  # a part for the members rule, as codes and as secrets
    reply_among: Annotated[Array, "Reply", "2, MAX_CANDIDATES_MATRIX, MAX_CANDIDATES_MATRIX"]  # [i, k]: k's reply to i
    candidates_only: int  # whether only members may be guessed


class ChanceTables(NamedTuple):
    """The data of `chances` for one set of candidates. `seen` has no entries for small sets, except the whole set."""

    table: Annotated[Array, "Reply", "secrets, secrets"]  # the replies to every candidate as a guess
    pad: Annotated[Array, "u64", "PAD_WORDS"]
    answered: Annotated[Array, "u64", "replies"]  # the candidates that gave each reply
    weights: Annotated[Array, "i64", "1, secrets"]  # how many candidates each one represents as the first guess
    primes: Annotated[Array, "u64", "2, many"]  # primes below 2^31, and the inverse of SCALE modulo each
    inverses: Annotated[Array, "u64", "many, inverted"]  # the inverses of 1, 2, ... modulo each
    sets: Annotated[Array, "i32", "CHANCE_LEVELS, secrets"]  # by level: the candidates of a set
    ordered: Annotated[Array, "i32", "CHANCE_LEVELS, secrets"]  # the same, part after part
    starts: Annotated[Array, "i32", "CHANCE_LEVELS, replies + 1"]  # where each part begins
    sums: Annotated[Array, "i64", "CHANCE_LEVELS, width"]  # over parts: SCALE times the counts by number of guesses
    residues: Annotated[Array, "u64", "CHANCE_LEVELS, many, width"]  # [0, p, d]: expected secrets found by guess d + 1
    seen: Annotated[Array, "i64", "CHANCE_LEVELS, secrets + 1"]  # [level, n]: 1 if a set of n candidates came up


DTYPES = {"u8": "uint8", "u32": "uint32", "u64": "uint64", "i32": "int32", "i64": "int64", "f64": "float64"}
RECORDS = {record.__name__: record for record in (Part, RuledPart, Entry, Swap)}
"""The records of which an array may hold rows, as int64, instead of numbers."""


def words(data: tuple[Any, ...], reply: str) -> NDArray[np.int64]:
    """int64: the struct of C for a tuple, which kernels read. Keep the arrays alive as long as the struct is in use.

    `reply` is the dtype of replies, uint8 or uint16. First come the fields, an array by its address, and then the sizes
    in the order of `sizes`. Raises TypeError for an array of a wrong dtype or shape.
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
    """A tuple of arrays of zeros, except the arrays in `given`. `known` has the sizes that shapes name."""
    arrays = {
        name: np.zeros(_evaluated(_with_record(shape, kind), known), _dtype(kind, reply))
        for name, (kind, shape) in fields(kind).items()
        if name not in given
    }
    return kind(**arrays, **given)


@cache
def fields(data: type[tuple[Any, ...]]) -> dict[str, tuple[str, str]]:
    """For every field, the kind of number in its array and the shape; two empty strings for a field of one integer."""
    hints = get_type_hints(data, include_extras=True)
    return {name: get_args(hint)[1:] if get_args(hint) else ("", "") for name, hint in hints.items()}


@cache
def members_of(data: type[tuple[Any, ...]]) -> str:
    """The members of the struct of a tuple, in C. Compiled kernels compare them to tell whether they are current."""
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
    """Raise TypeError unless an array has this dtype and shape. Note the sizes that the shape names."""
    names = [name.strip() for name in shape.split(",")]
    if isinstance(array, np.ndarray) and array.dtype == dtype and array.flags.c_contiguous:
        if array.ndim == len(names) and all(map(_fits, names, array.shape, [known] * array.ndim)):
            return
        found = f"one of shape {array.shape}"
    else:
        found = given(array)
    raise TypeError(f"{what} has to be a contiguous array of {dtype} of shape ({shape}), not {found}")


def given(array: Any) -> str:
    """A description, for a message, of an array or of a value given in place of one."""
    if not isinstance(array, np.ndarray):
        return f"a {type(array).__name__}"
    return f"{array.dtype}{'' if array.flags.c_contiguous else ' with gaps'}"


def _fits(name: str, size: int, known: dict[str, int]) -> bool:
    """Whether a size fits an entry of a shape. If the entry is a name that is not known yet, note its size."""
    if name == "_":
        return True
    if name.islower() and name.isidentifier():
        return known.setdefault(name, size) == size
    try:
        return bool(_evaluated(name, known)[0] == size)
    except NameError:  # the entry names a size that only later fields have
        return True
