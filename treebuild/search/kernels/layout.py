"""The data that the compiled search works on, as named tuples: the game, the costs, the working space, a node.

Every field states its type once, here. From it `compiling` derives the compiler's type, and `solver` makes the array.
"""

from typing import Annotated, Any, NamedTuple, TypeAlias

import numpy as np

from treebuild.search.allowed import Source
from treebuild.search.bounds import Prunings

Array: TypeAlias = np.ndarray[Any, Any]

NONE = -1
STOPPED = -1  # the value that a search returns when it was told to stop
ASKED, TOO_DEEP, LIMIT = 1, 2, 3  # why a search stops: Workspace.state[0]
INFINITE = 1 << 54  # a cost that breaks the depth limit; 255 of these fit an int64, so bounds cannot overflow
MAX_REPLIES_PACKED = 16  # replies of a game whose counters of 4 bits fit a 64-bit word
MAX_CANDIDATES_PACKED = 255  # candidates that counters of 8 bits can count
MAX_REPLIES_MARKED = 32  # replies that fit the words of `count_marked`; with more, `count_by_pairs` counts the parts
COLUMNS_WIDE = 512  # columns that `count_wide` counts at a time: its six words for each fit the first-level cache
MAX_REPLIES_WORD = 64  # replies that fit the word in which members mark them; with more, each has a stamp of its own
MIN_CANDIDATES_ONE_SCAN = 32  # candidates from which on one scan keeps all guesses; with fewer there are two scans
MIN_CANDIDATES_SIZES = 32  # candidates from which on a scan counts the sizes of parts; with fewer only their number
MIN_CANDIDATES_IMAGES = 32  # candidates of a part from which on it is renamed and looked up before others are searched
MIN_CANDIDATES_BITSETS, MAX_CANDIDATES_BITSETS = 32, 128  # candidates of a set that `member_bitsets` is used for
MAX_CANDIDATES_PERFECT = 64  # candidates of a part for which PERFECT counts the parts that members make
MAX_CANDIDATES_MATRIX = 256  # candidates whose replies to each other are copied into a matrix, which fits the cache
MAX_LEVELS = 64  # guesses that may follow each other in one search
MAX_RECENT_PARTITIONS = 32  # guesses that SAME_PARTITION compares a guess with, at most

# The compiler takes plain integers only.
FILL, PARTS, CAPS, PERFECT = int(Prunings.FILL), int(Prunings.PARTS), int(Prunings.CAPS), int(Prunings.PERFECT)
SYMBOLS, SAME_PARTITION = int(Prunings.SYMBOLS), int(Prunings.SAME_PARTITION)
TABLE, RELAX = int(Prunings.TABLE), int(Prunings.RELAX)
ALL, MEMBERS = int(Source.ALL), int(Source.MEMBERS)
CRUSH, LARMOUTH = int(Source.CRUSH), int(Source.LARMOUTH)
CRUSH_MEMBERS, CRUSH_BOTH = int(Source.CRUSH_MEMBERS), int(Source.CRUSH_BOTH)

BY_SUM, BY_LARGEST, BY_CRUSH = range(3)  # how a greedy strategy makes a score of part sizes
BY_SIZE, BY_INFORMATION = range(2)  # how it makes one of the weights of parts
SIZE_BITS = 20  # the low bits that hold the size of a part; the bits above them hold its weight
GUESSES_PER_BLOCK = 1024  # guesses whose parts are counted together, at most
MAX_REPLIES_COMPARED = 32  # replies that are counted one after another; with more, guess after guess
ROWS = 8  # candidates whose replies are counted together
MAX_SWAPS = 24  # symmetries of a set of candidates that are used at a time
MIN_CANDIDATES_ABSENT, MIN_CANDIDATES_SWAPS = 16, 128  # from so many on it pays to leave out guesses, see `guess_lists`
FROM_MATRIX, COUNTS, PLACES, MARKS = range(4)
"""Where replies come from: the matrix, or a rule that counts pegs and symbols, counts pegs, or marks every peg."""

SIZE, START, KEY, KEY2, BOUND, STATUS, PART_FIELDS = range(7)  # columns of Workspace.parts
SETTLED, OPEN, RELAXED = range(3)  # STATUS of a part: its value is known, or not yet, or RELAX has only bounded it
VALUE, SIZE_AND_GUESS, ENTRY_FIELDS = 2, 3, 4  # columns of Workspace.table after the key; size << 32 | guess + 1
EXACT, PLANNED = 0, 1  # rows of Costs.plan and Costs.prunings


class GameTables(NamedTuple):
    """The game. Searches only read it, so threads may share it."""

    reply: Annotated[Array, np.uint8, 2]  # (codes, secrets): index of the reply
    columns: Annotated[Array, np.uint8, 2]  # (secrets, codes): the same by secret, with the codes in another order
    code_at: Annotated[Array, np.uint32, 1]  # (codes,): the code of each column
    column_of: Annotated[Array, np.int32, 1]  # (codes,): the column of each code
    columns_from: Annotated[Array, np.int32, 1]  # (symbols,): how many columns use symbols l, l + 1, ... in order
    secret_of: Annotated[Array, np.int32, 1]  # (codes,): the secret that a code wins against, or -1
    code_of: Annotated[Array, np.uint32, 1]  # (secrets,): the lowest code that wins against each secret
    own_column: Annotated[Array, np.int32, 1]  # (secrets,): the column of that code
    symbols: Annotated[Array, np.uint8, 2]  # (codes, pegs); (codes, 0) for a game without symbols
    free_pegs: Annotated[Array, np.uint32, 1]  # the largest class of pegs that may change places; (0,) if there is none
    code_spelled: Annotated[Array, np.int32, 1]  # (symbols ** pegs,): the code with these symbols as digits, or -1
    hash_word: Annotated[Array, np.int64, 2]  # (secrets or more, 2): random words, from which the keys of sets are made
    cap: Annotated[Array, np.int64, 1]  # (replies,): CAPS, the most non-winning parts of the secrets with each reply
    no_guesses: Annotated[Array, np.uint32, 1]  # (0,): stands for "no list of guesses is given"
    order: Annotated[Array, np.uint32, 1]  # (secrets,): with weights, the number of each secret by falling weight
    weight: Annotated[Array, np.int64, 1]  # (secrets,): the weights by that number; (0,) where all are equal
    fill_level: Annotated[Array, np.uint8, 2]  # (replies, secrets): [w, i] is the level of the i-th secret, see FILL
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


class ReplyTables(NamedTuple):
    """Where the replies of a game come from: the reply matrix, or a rule and the symbols of codes and secrets.

    A rule makes a sum of what each peg adds (see `reply_rules.Rule.term`). It numbers the reply; there are at most 256.
    """

    by_secret: Annotated[Array, np.uint8, 2]  # (secrets, codes): the matrix; (0, 0) where replies are computed
    columns: Annotated[Array, np.uint8, 2]  # (pegs, codes): the symbols of every code
    counts: Annotated[Array, np.uint8, 2]  # (symbols, codes): how often each code has a symbol; only for COUNTS
    code: Annotated[Array, np.uint8, 2]  # (codes, pegs): the symbols of every code again, code by code
    secret: Annotated[Array, np.uint8, 2]  # (secrets, pegs): the symbols of every secret
    reply_of: Annotated[Array, np.uint8, 1]  # (256,): the reply of each sum
    sum_of: Annotated[Array, np.uint8, 1]  # (replies,): the sum of each reply
    secret_of: Annotated[Array, np.int32, 1]  # (codes,): the secret that a code wins against, or -1
    winner: Annotated[Array, np.int32, 1]  # (winning codes,): the codes that win against a secret, secret by secret
    begin: Annotated[Array, np.int64, 1]  # (secrets + 1,): where the winning codes of each secret begin
    place: Annotated[Array, np.int64, 1]  # (pegs,): what a symbol counts in the index of a code, see `guess_lists`
    sample: Annotated[Array, np.int32, 1]  # the codes that are tried where not all can be; (0,) where all can be
    source: int  # FROM_MATRIX, COUNTS, PLACES or MARKS
    symbol_count: int  # number of symbols, 0 for a game without
    repeat: int  # whether a code of the whole space may have a symbol twice
    one_list: int  # whether code i wins against secret i, and there are no others


class ScanWorkspace(NamedTuple):
    """Working space of one scan of guesses at a time."""

    columns: Annotated[Array, np.uint8, 2]  # (pegs, block): the symbols of the guesses at hand
    counts: Annotated[Array, np.uint8, 2]  # (symbols, block): how often each has a symbol
    left: Annotated[Array, np.uint8, 1]  # (block,): how many of a symbol may still be cows
    rows: Annotated[Array, np.uint8, 2]  # (ROWS, block): the sums of so many candidates, see ReplyTables
    tallies: Annotated[Array, np.uint8, 2]  # (replies, block): part sizes up to 255
    sizes: Annotated[Array, np.int32, 2]  # (replies, block): part sizes
    parts: Annotated[Array, np.uint8, 1]  # (block,): how many parts there are; 256 are 0
    least: Annotated[Array, np.int64, 1]  # (replies + 1,): the least score of so many parts
    guesses: Annotated[Array, np.int32, 1]  # (codes,): the guesses to try
    swaps: Annotated[Array, np.int64, 2]  # (MAX_SWAPS, 4): see `guess_lists.find_swaps`
    sought: Annotated[Array, np.uint8, 1]  # (secrets + 1,): zero between uses; the last entry is for codes without one
    seen: Annotated[Array, np.int64, 1]  # (256,): the member that last got each reply
    vector: Annotated[Array, np.int32, 1]  # (replies,): the part sizes of a guess, the largest first
    best_vector: Annotated[Array, np.int32, 1]  # (replies,): those of the best


class Costs(NamedTuple):
    """What the search minimises. Row EXACT allows all codes at every depth; row PLANNED follows the given plan."""

    cost: Annotated[Array, np.int64, 1]  # (depths,): cost of a secret solved at each depth; never falls; [0] is unused
    flat: Annotated[Array, np.int64, 1]  # (depths,): with weights, what a secret costs whatever its weight; else (0,)
    plan: Annotated[Array, np.int64, 2]  # (2, depths): the Source of the guesses at each depth
    prunings: Annotated[Array, np.int64, 1]  # (2,): bits of Prunings
    logarithm: Annotated[Array, np.float64, 1]  # (secrets + 1,): n ln n
    free_from: int  # the depth from which on the plan allows all codes


class Workspace(NamedTuple):
    """Working space. Only one search at a time may use it, but for the table, which threads may share."""

    table: Annotated[Array, np.int64, 2]  # (entries, 4): two words of key, VALUE, SIZE_AND_GUESS; two to a cache line
    packed: Annotated[Array, np.uint64, 1]  # (columns,): counters of 4 bits
    even: Annotated[Array, np.uint64, 1]  # (columns,): counters of 8 bits for replies 0, 2, 4, ...
    odd: Annotated[Array, np.uint64, 1]  # (columns,): the same for replies 1, 3, 5, ...
    wide: Annotated[Array, np.uint64, 2]  # (6, COLUMNS_WIDE): counters of `counting.count_wide`
    reply_bits: Annotated[Array, np.uint32, 1]  # (columns,): the replies that occur, as bits
    part_count: Annotated[Array, np.uint64, 1]  # (columns / 8 and more,): number of parts, one byte for each column
    counts: Annotated[Array, np.int64, 2]  # (codes, replies): part sizes of guesses, see `counting.tally`
    largest: Annotated[Array, np.int64, 1]  # (codes,): size of the largest part of each code
    score: Annotated[Array, np.float64, 1]  # (codes,): score of each code
    power: Annotated[Array, np.int64, 1]  # (64,): powers of a base
    stamp: Annotated[Array, np.int64, 1]  # (replies,): the member that last got each reply, see `most_parts_stamped`
    heaviest_sum: Annotated[Array, np.int64, 1]  # (secrets + 1,): what the i heaviest candidates weigh together
    mark: Annotated[Array, np.uint8, 1]  # (secrets,): zero between uses
    answer: Annotated[Array, np.uint8, 1]  # (secrets,): the replies to one guess
    bound: Annotated[Array, np.int64, 1]  # (space,): a stack of heaps: the bounds of the guesses that scans keep
    tie: Annotated[Array, np.int64, 1]  # (space,): decides between equal bounds: squares << 32 | code
    sets: Annotated[Array, np.uint32, 1]  # (space,): a stack of sets of secrets
    number_at: Annotated[Array, np.int64, 2]  # (symbols, pegs): how many candidates have a symbol at a peg
    peg_at: Annotated[Array, np.int64, 2]  # (levels, pegs): see `symbols.order_pegs`
    new_name: Annotated[Array, np.int64, 2]  # (levels, symbols): see `symbols.rename_symbols`
    exchangeable: Annotated[Array, np.uint64, 2]  # (levels, symbols): likewise
    parts: Annotated[Array, np.int64, 3]  # (levels, replies, 6): the parts of a guess, see `partition`
    met: Annotated[Array, np.uint8, 2]  # (levels, replies + 1): the replies that occur
    recent: Annotated[Array, np.uint32, 2]  # (levels, MAX_RECENT_PARTITIONS): columns of the guesses tried last
    bitsets: Annotated[Array, np.uint64, 4]  # (levels, MAX_CANDIDATES_BITSETS, 2, replies): see `member_bitsets`
    part_bits: Annotated[Array, np.uint64, 2]  # (MAX_REPLIES_PACKED, 2): the parts of a guess, as bits of candidates
    scratch: Annotated[Array, np.int64, 2]  # (4, the most of symbols, replies and MAX_CANDIDATES_PERFECT)
    state: Annotated[
        Array, np.int64, 1
    ]  # (4,): [0] why to stop, or 0; [1] nodes searched; [2] last stamp; [3] most nodes


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


class CheckerWorkspace(NamedTuple):
    """Working space of `checker_rules`. Of two rows, one is for a claim and one for a part that is looked at."""

    reply_bits: Annotated[Array, np.uint32, 1]  # (codes,): see `count_parts`
    winner: Annotated[Array, np.uint32, 1]  # (winning codes,): the columns that win against a secret, secret by secret
    begin: Annotated[Array, np.int64, 1]  # (secrets + 1,): where the columns of each secret begin
    part_count: Annotated[Array, np.uint64, 2]  # (2, codes / 8 and more): non-winning parts of each column, a byte each
    wins: Annotated[Array, np.uint8, 2]  # (2, codes): whether a column wins against a candidate
    least: Annotated[Array, np.int64, 3]  # (2, 2, replies + 1): the least cost of a guess by wins and parts
    filled: Annotated[Array, np.int64, 2]  # (2, secrets + 1): without weights, Fill of so many candidates
    answer: Annotated[Array, np.uint8, 2]  # (2, secrets): the replies to the guess at hand
    start: Annotated[Array, np.int64, 2]  # (2, replies + 1): where the part of each reply begins in `order`
    bound: Annotated[Array, np.int64, 2]  # (2, replies): a lower bound of the cost of each part
    order: Annotated[Array, np.uint32, 2]  # (2, secrets): positions in the list of candidates, part after part
    part: Annotated[Array, np.uint32, 1]  # (secrets,): the part that is looked at
    member: Annotated[Array, np.uint32, 2]  # (2, 16): a part that the members rule is for, as codes and as secrets
    reply_among: Annotated[Array, np.uint8, 3]  # (2, most, most): [i, k] is k's reply to i; MAX_CANDIDATES_MATRIX
    candidates_only: Annotated[Array, np.uint8, 1]  # (1,): whether only members may be guessed
