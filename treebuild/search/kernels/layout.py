"""What the compiled search works on: the game, the costs, the work and the node, as named tuples of arrays.

Every field names its type once: here. `compiling` makes the compiler's types of them, `solver` the arrays.
"""

from typing import Annotated, Any, NamedTuple, TypeAlias

import numpy as np

from treebuild.search.allowed import Source
from treebuild.search.bounds import Prunings

Array: TypeAlias = np.ndarray[Any, Any]

NONE = -1
STOPPED = -1  # the value of a search that was told to stop
ASKED, TOO_DEEP = 1, 2  # why: Workspace.state[0]
INFINITE = 1 << 54  # a cost that breaks the depth limit; 255 of these fit an int64, so bounds cannot overflow
PACKED_REPLIES = 16  # counters of 4 bits in a 64-bit word
PACKED_SIZE = 255  # counters of 8 bits
MARKED_REPLIES = 32  # bits of the words that a scan of few candidates marks replies in; beyond, it compares pairs
WORD_REPLIES = 64  # bits of the word in which members mark replies; beyond, they note them one by one
FEW = 32  # of fewer candidates a first scan keeps only the guesses of the least bound
CLOSEST = 128  # of FEW to as many candidates, what members would make of them is worked out: see `separating`
ASKED_MEMBERS = 64  # of a part of as many all members are asked what they would make of it
NEAR = 256  # of as many candidates, all replies among them are put side by side: the cache holds them
LEVELS = 64  # guesses below the set that is given
TWIN_MEMORY = 32  # guesses of equal bound and equal squares, where twins are neighbours, that are remembered

# The compiler takes plain integers only.
FILL, PARTS, CAPS, PERFECT = int(Prunings.FILL), int(Prunings.PARTS), int(Prunings.CAPS), int(Prunings.PERFECT)
SYMBOLS, TWINS, TABLE, RELAX = int(Prunings.SYMBOLS), int(Prunings.TWINS), int(Prunings.TABLE), int(Prunings.RELAX)
ALL, MEMBERS = int(Source.ALL), int(Source.MEMBERS)
CRUSH, LARMOUTH = int(Source.CRUSH), int(Source.LARMOUTH)
CRUSH_MEMBERS, CRUSH_BOTH = int(Source.CRUSH_MEMBERS), int(Source.CRUSH_BOTH)

AGAIN = 2  # a part that RELAX has bounded: see `parts.reopen`; 1 is open, 0 settled
BY_SUM, BY_LARGEST, BY_CRUSH = range(3)  # how part sizes make the score of a greedy strategy
BY_SIZE, BY_INFORMATION = range(2)  # how the weights of parts do
SIZE_BITS = 20  # of a number that holds the weight of a part, above them, and its size
BLOCK = 1024  # guesses whose part sizes are counted together: they stay in the first-level cache

SIZE, START, KEY, KEY2, BOUND, OPEN, PART_FIELDS = range(7)  # columns of Workspace.parts
VALUE, MOVE, ENTRY_FIELDS = 2, 3, 4  # columns of Workspace.table, after the key; MOVE is size << 32 | guess + 1
EXACT, PLANNED = 0, 1  # rows of Costs.plan and Costs.prunings


class GameTables(NamedTuple):
    """The game, read only."""

    reply: Annotated[Array, np.uint8, 2]  # (codes, secrets): index of the reply
    columns: Annotated[Array, np.uint8, 2]  # (secrets, codes): the same by secret, the codes in another order
    code_at: Annotated[Array, np.uint32, 1]  # (codes,): the code of a column
    column_of: Annotated[Array, np.int32, 1]  # (codes,): the column of a code
    width: Annotated[
        Array, np.int32, 1
    ]  # (symbols,): columns of codes that use symbols l, l + 1, ... in order: the first
    secret_of: Annotated[Array, np.int32, 1]  # (codes,): the secret a code wins against, or -1
    code_of: Annotated[Array, np.uint32, 1]  # (secrets,): the lowest code that wins against a secret
    own_column: Annotated[Array, np.int32, 1]  # (secrets,): the column of that code
    symbols: Annotated[Array, np.uint8, 2]  # (codes, pegs); (codes, 0) for a game without symbols
    code_spelled: Annotated[Array, np.int32, 1]  # (symbols ** pegs,): the code of these digits, or -1
    word: Annotated[Array, np.int64, 2]  # (secrets or more, 2): random words
    cap: Annotated[Array, np.int64, 1]  # (replies,): the most non-winning parts of secrets that give this reply
    nothing: Annotated[Array, np.uint32, 1]  # (0,): no list of guesses
    order: Annotated[Array, np.uint32, 1]  # (secrets,): the number of every secret, by falling weight; else (0,)
    weight: Annotated[Array, np.int64, 1]  # (secrets,): weights of secrets; (0,) where all are equal
    level: Annotated[Array, np.uint8, 2]  # (replies, secrets): with w children a node, the level of the i-th secret
    win: int  # index of the winning reply
    symbol_count: int  # number of symbols, 0 for a game without
    fixed_symbols: int  # how many of them, the first, never change places
    symmetric: int  # whether two secrets always give each other, as guesses, the same reply
    single: int  # whether no secret has several winning codes
    few: int  # of fewer candidates a scan counts parts, not their sizes: FEW, or in games of many replies more
    weighted: int  # whether costs go by weight

    def numbered(self, candidates: Array) -> Array:
        """Secrets (int32, ascending) by their numbers here, uint32, ascending."""
        if len(self.order):
            candidates = np.sort(self.order[candidates])
        return np.ascontiguousarray(candidates, np.uint32)


class Costs(NamedTuple):
    """What is sought. Row EXACT takes all codes everywhere; row PLANNED follows the plan that was given."""

    cost: Annotated[Array, np.int64, 1]  # (depths,): cost of a secret solved at each depth; never falls; 0 is unused
    flat: Annotated[Array, np.int64, 1]  # (depths,): where costs go by weight, what is added whatever a secret weighs
    plan: Annotated[Array, np.int64, 2]  # (2, depths): the Source of each depth
    prunings: Annotated[Array, np.int64, 1]  # (2,): bits of Prunings
    logarithm: Annotated[Array, np.float64, 1]  # (secrets + 1,): n ln n
    free: int  # the first depth from which on the plan takes all codes


class Workspace(NamedTuple):
    """Working space of one search at a time."""

    table: Annotated[Array, np.int64, 2]  # (entries, 4): two words of key, VALUE, MOVE; two entries fill a cache line
    packed: Annotated[Array, np.uint64, 1]  # (columns,): counters of 4 bits
    even: Annotated[Array, np.uint64, 1]  # (columns,): counters of 8 bits, of replies 0, 2, 4, ...
    odd: Annotated[Array, np.uint64, 1]  # (columns,): of replies 1, 3, 5, ...
    seen: Annotated[Array, np.uint32, 1]  # (columns,): replies that occur, as bits
    number: Annotated[Array, np.uint64, 1]  # (columns / 8 and more,): how many, a byte a column
    counts: Annotated[Array, np.int64, 2]  # (codes, replies): counters of guesses: see `counting.tally`
    largest: Annotated[Array, np.int64, 1]  # (codes,): largest part of each code
    score: Annotated[Array, np.float64, 1]  # (codes,): its score
    power: Annotated[Array, np.int64, 1]  # (64,): powers of a base
    stamp: Annotated[Array, np.int64, 1]  # (replies,): the members that were given a reply last: see `most_parts`
    heaviest: Annotated[Array, np.int64, 1]  # (secrets + 1,): what the heaviest candidates weigh together
    mark: Annotated[Array, np.uint8, 1]  # (secrets,): zero between uses
    answer: Annotated[Array, np.uint8, 1]  # (secrets,): replies to one guess
    bound: Annotated[Array, np.int64, 1]  # (space,): stack of the guesses that scans leave, as heaps
    tie: Annotated[Array, np.int64, 1]  # (space,): decides between equal bounds: squares, then code, 32 bits each
    sets: Annotated[Array, np.uint32, 1]  # (space,): stack of sets of secrets
    names: Annotated[Array, np.int64, 2]  # (levels, symbols): see `symbols.rename`
    alike: Annotated[Array, np.uint64, 2]  # (levels, symbols): likewise
    parts: Annotated[Array, np.int64, 3]  # (levels, replies, 6): the parts of a guess
    met: Annotated[Array, np.uint8, 2]  # (levels, replies + 1): the replies that occur
    twins: Annotated[Array, np.uint32, 2]  # (levels, TWIN_MEMORY): columns of guesses tried lately
    made: Annotated[Array, np.uint64, 4]  # (levels, CLOSEST, 2, PACKED_REPLIES): see `separating.separate`
    part: Annotated[Array, np.uint64, 2]  # (PACKED_REPLIES, 2): the parts of a guess, as bits
    scratch: Annotated[Array, np.int64, 2]  # (4, most of symbols, replies and ASKED_MEMBERS)
    state: Annotated[Array, np.int64, 1]  # (3,): [0] why to stop, if not 0; counters of [1] nodes, [2] members asked


class NodeState(NamedTuple):
    """Where a search stands."""

    depth: int  # of the guess to make
    row: int  # of Costs: EXACT or PLANNED
    floor: int  # a lower bound of the value that is known already
    cap: int  # the most non-winning parts a guess makes of the candidates
    level: int  # row of Workspace.names, alike, parts and twins
    top: int  # where Workspace.bound and tie are free
    sets: int  # where Workspace.sets is free
    complete: int  # whether a list of guesses, if one is given, stands for all that the plan allows: see PARTS


class CheckerWorkspace(NamedTuple):
    """Working space of what `refuting` works out: of most a row for a claim, and one for a part that it looks at."""

    seen: Annotated[Array, np.uint32, 1]  # (codes,): see `count_parts`
    winner: Annotated[Array, np.uint32, 1]  # (winning codes,): the columns that win against a secret, secret by secret
    begin: Annotated[Array, np.int64, 1]  # (secrets + 1): where those of a secret begin
    number: Annotated[
        Array, np.uint64, 2
    ]  # (2, codes / 8 and more): the non-winning parts of every column, a byte each
    wins: Annotated[Array, np.uint8, 2]  # (2, codes): whether a column wins against a candidate
    least: Annotated[Array, np.int64, 3]  # (2, 2, replies + 1): the least cost of a guess by wins and parts
    filled: Annotated[Array, np.int64, 2]  # (2, secrets + 1): Fill of so many candidates, without weights
    answer: Annotated[Array, np.uint8, 2]  # (2, secrets): the replies to the code that parts them
    start: Annotated[Array, np.int64, 2]  # (2, replies + 1): where the part of a reply begins in `order`
    bound: Annotated[Array, np.int64, 2]  # (2, replies): a lower bound of its cost
    order: Annotated[Array, np.uint32, 2]  # (2, secrets): places in the list of candidates, part after part
    given: Annotated[Array, np.uint32, 1]  # (secrets,): the part that is looked at
    few: Annotated[Array, np.uint32, 2]  # (2, 16): a part that the members rule is for, as codes and as secrets
    near: Annotated[Array, np.uint8, 3]  # (2, NEAR, NEAR): the replies among few candidates
    candidates_only: Annotated[Array, np.uint8, 1]  # (1,): whether only members may be guessed
