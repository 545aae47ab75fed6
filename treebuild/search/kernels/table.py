"""TABLE: the transposition table, keyed by two words; the odds of a collision stand in `search.bounds`."""

from treebuild.search.kernels.compiling import GAME_TABLES, I64, NODE_STATE, PAIR, SET, WORKSPACE, kernel, types
from treebuild.search.kernels.layout import LEVELS, MOVE, NONE, VALUE, Array, GameTables, NodeState, Workspace

DEPTH_KEY = 0x1E3779B97F4A7C15  # odd: tells the depths of a set apart


@kernel(I64(I64, I64, I64), inline=True)
def key_at(key: int, depth: int, row: int) -> int:
    """The first word of the key of a set at a depth: what it is worth by one row of Costs says nothing of the other."""
    return key ^ ((depth + 4 * LEVELS * row) * DEPTH_KEY)


@kernel(PAIR(GAME_TABLES, SET, NODE_STATE), inline=True)
def key_of(tables: GameTables, candidates: Array, node: NodeState) -> tuple[int, int]:
    """The key of a set at a node."""
    key, key2 = 0, 0
    for secret in candidates:
        key ^= tables.word[secret, 0]
        key2 ^= tables.word[secret, 1]
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
    """The guess of an entry of the table; -1 where its value is a lower bound."""
    return int(work.table[entry, MOVE] & 0xFFFFFFFF) - 1


@kernel(PAIR(GAME_TABLES, WORKSPACE, SET, NODE_STATE, I64), inline=True)
def known(tables: GameTables, work: Workspace, candidates: Array, node: NodeState, beta: int) -> tuple[int, int]:
    """Value and guess of a set, or a bound not below beta and -1, or (-1, -1)."""
    key, key2 = key_of(tables, candidates, node)
    entry = look_up(work, key, key2)
    if entry != NONE:
        value, guess = work.table[entry, VALUE], guess_at(work, entry)
        if guess != NONE or value >= beta:
            return value, guess
    return NONE, NONE


@kernel(types.void(GAME_TABLES, WORKSPACE, SET, NODE_STATE, I64, I64), inline=True)
def remember(tables: GameTables, work: Workspace, candidates: Array, node: NodeState, value: int, guess: int) -> None:
    """Store the value of a set, with its guess, or a lower bound and -1.

    A bound never replaces a value, nor a better bound. Of two entries the one of more candidates stays.
    """
    table = work.table
    key, key2 = key_of(tables, candidates, node)
    slot = 2 * (key & (len(table) // 2 - 1))
    entry = look_up(work, key, key2)
    if entry == NONE:
        entry = slot if table[slot, MOVE] >> 32 <= table[slot + 1, MOVE] >> 32 else slot + 1
    elif guess_at(work, entry) != NONE or (guess == NONE and table[entry, VALUE] >= value):
        return
    table[entry, 0], table[entry, 1] = key, key2
    table[entry, VALUE], table[entry, MOVE] = value, len(candidates) << 32 | guess + 1
