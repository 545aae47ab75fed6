"""TABLE: the transposition table, whose keys have two words. `search.bounds` has the odds that two sets share a key.

Threads read and write one table without locks. Each word of a key is stored joined with a seal of the other two words
of its entry. What two threads wrote at once has another seal, so it is not found (Hyatt and Mann 2002).
"""

from treebuild.search.kernels.compiling import (
    GAME_TABLES,
    I64,
    NODE_STATE,
    PAIR,
    PARTITION,
    SET,
    TRIPLE,
    WORKSPACE,
    kernel,
    types,
)
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
VALUE_KEY, GUESS_KEY = 0x3F58476D1CE4E5B9, 0x14D049BB133111EB  # odd, see `sealed`


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


@kernel(I64(I64, I64), inline=True)
def sealed(value: int, size_and_guess: int) -> int:
    """The seal of what an entry says."""
    return (value * VALUE_KEY) ^ (size_and_guess * GUESS_KEY)


@kernel(TRIPLE(PARTITION, I64, I64), inline=True)
def look_up(table: Array, key: int, key2: int) -> tuple[int, int, int]:
    """The entry with this key, its value, and its guess, or -1 where the value is a lower bound; or -1 three times."""
    slot = 2 * (key & (len(table) // 2 - 1))
    for entry in range(slot, slot + 2):
        value, size_and_guess = table[entry, VALUE], table[entry, SIZE_AND_GUESS]
        seal = sealed(value, size_and_guess)
        if table[entry, 0] ^ seal == key and table[entry, 1] ^ seal == key2:
            return entry, value, (size_and_guess & 0xFFFFFFFF) - 1
    return NONE, NONE, NONE


@kernel(types.void(PARTITION, I64, I64, I64, I64, I64), inline=True)
def store(table: Array, key: int, key2: int, size: int, value: int, guess: int) -> None:
    """Store the value of a set of so many candidates with its guess, or a lower bound and -1.

    A bound never replaces a value or a better bound. Of the two entries that a set may take, the one of fewer
    candidates is replaced.
    """
    slot = 2 * (key & (len(table) // 2 - 1))
    entry, old_value, old_guess = look_up(table, key, key2)
    if entry == NONE:
        entry = slot if table[slot, SIZE_AND_GUESS] >> 32 <= table[slot + 1, SIZE_AND_GUESS] >> 32 else slot + 1
    elif old_guess != NONE or (guess == NONE and old_value >= value):
        return
    size_and_guess = size << 32 | guess + 1
    seal = sealed(value, size_and_guess)
    table[entry, 0], table[entry, 1] = key ^ seal, key2 ^ seal
    table[entry, VALUE], table[entry, SIZE_AND_GUESS] = value, size_and_guess


@kernel(PAIR(GAME_TABLES, WORKSPACE, SET, NODE_STATE, I64), inline=True)
def known(tables: GameTables, work: Workspace, candidates: Array, node: NodeState, cutoff: int) -> tuple[int, int]:
    """The value and guess of a set; or a lower bound of `cutoff` or more, and -1; or (-1, -1) if nothing is known."""
    key, key2 = key_of(tables, candidates, node)
    entry, value, guess = look_up(work.table, key, key2)
    if entry != NONE and (guess != NONE or value >= cutoff):
        return value, guess
    return NONE, NONE


@kernel(types.void(GAME_TABLES, WORKSPACE, SET, NODE_STATE, I64, I64), inline=True)
def remember(tables: GameTables, work: Workspace, candidates: Array, node: NodeState, value: int, guess: int) -> None:
    """`store` what is known of a set at a node."""
    key, key2 = key_of(tables, candidates, node)
    store(work.table, key, key2, len(candidates), value, guess)
