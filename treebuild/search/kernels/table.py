"""TABLE: the transposition table, whose keys have two words. `search.bounds` has the odds that two sets share a key."""

from treebuild.search.kernels.compiling import GAME_TABLES, I64, NODE_STATE, PAIR, SET, WORKSPACE, kernel, types
from treebuild.search.kernels.layout import (
    MAX_LEVELS,
    NONE,
    SIZE_AND_GUESS,
    VALUE,
    Array,
    GameTables,
    NodeState,
    Workspace,
)

DEPTH_KEY = 0x1E3779B97F4A7C15  # odd, so that a set has another key at every depth


@kernel(I64(I64, I64, I64), inline=True)
def key_at(key: int, depth: int, row: int) -> int:
    """The first word of the key of a set at a depth, by a row of Costs. The two rows give a set different values."""
    return key ^ ((depth + 4 * MAX_LEVELS * row) * DEPTH_KEY)


@kernel(PAIR(GAME_TABLES, SET, NODE_STATE), inline=True)
def key_of(tables: GameTables, candidates: Array, node: NodeState) -> tuple[int, int]:
    """The two words of the key of a set at a node."""
    key, key2 = 0, 0
    for secret in candidates:
        key ^= tables.hash_word[secret, 0]
        key2 ^= tables.hash_word[secret, 1]
    return key_at(key, node.depth, node.row), key2


@kernel(I64(WORKSPACE, I64, I64), inline=True)
def look_up(work: Workspace, key: int, key2: int) -> int:
    """The entry of the table with this key, or -1."""
    slot = 2 * (key & (len(work.table) // 2 - 1))
    for entry in range(slot, slot + 2):
        if work.table[entry, 0] == key and work.table[entry, 1] == key2:
            return entry
    return NONE


@kernel(I64(WORKSPACE, I64), inline=True)
def guess_at(work: Workspace, entry: int) -> int:
    """The guess of an entry of the table, or -1 where its value is a lower bound."""
    return int(work.table[entry, SIZE_AND_GUESS] & 0xFFFFFFFF) - 1


@kernel(PAIR(GAME_TABLES, WORKSPACE, SET, NODE_STATE, I64), inline=True)
def known(tables: GameTables, work: Workspace, candidates: Array, node: NodeState, cutoff: int) -> tuple[int, int]:
    """The value and guess of a set; or a lower bound of `cutoff` or more, and -1; or (-1, -1) if nothing is known."""
    key, key2 = key_of(tables, candidates, node)
    entry = look_up(work, key, key2)
    if entry != NONE:
        value, guess = work.table[entry, VALUE], guess_at(work, entry)
        if guess != NONE or value >= cutoff:
            return value, guess
    return NONE, NONE


@kernel(types.void(GAME_TABLES, WORKSPACE, SET, NODE_STATE, I64, I64), inline=True)
def remember(tables: GameTables, work: Workspace, candidates: Array, node: NodeState, value: int, guess: int) -> None:
    """Store the value of a set with its guess, or a lower bound and -1.

    A bound never replaces a value or a better bound. Of the two entries that a set may take, the one of fewer
    candidates is replaced.
    """
    table = work.table
    key, key2 = key_of(tables, candidates, node)
    slot = 2 * (key & (len(table) // 2 - 1))
    entry = look_up(work, key, key2)
    if entry == NONE:
        entry = slot if table[slot, SIZE_AND_GUESS] >> 32 <= table[slot + 1, SIZE_AND_GUESS] >> 32 else slot + 1
    elif guess_at(work, entry) != NONE or (guess == NONE and table[entry, VALUE] >= value):
        return
    table[entry, 0], table[entry, 1] = key, key2
    table[entry, VALUE], table[entry, SIZE_AND_GUESS] = value, len(candidates) << 32 | guess + 1
