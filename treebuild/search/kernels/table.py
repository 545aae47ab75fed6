"""TABLE: the transposition table, keyed by two words. The odds of a collision stand in exact.py."""

from treebuild.search.kernels.layout import (
    BOARD,
    GUESS,
    I64,
    MEMORY,
    NONE,
    PAIR,
    SET,
    VALUE,
    WEIGHT,
    Array,
    Board,
    Memory,
    kernel,
    types,
)

DEPTH_KEY = 0x1E3779B97F4A7C15  # odd: tells the depths of a set apart


@kernel(PAIR(BOARD, SET, I64), inline=True)
def key_of(board: Board, candidates: Array, depth: int) -> tuple[int, int]:
    """TABLE: the key of a set at a depth."""
    key, key2 = depth * DEPTH_KEY, 0
    for secret in candidates:
        key ^= board.word[secret, 0]
        key2 ^= board.word[secret, 1]
    return key, key2


@kernel(I64(MEMORY, I64, I64), inline=True)
def look_up(memory: Memory, key: int, key2: int) -> int:
    """The entry of the table with this key, or -1."""
    slot = 2 * (key & (len(memory.table) // 2 - 1))
    for entry in range(slot, slot + 2):
        if memory.table[entry, 0] == key and memory.table[entry, 1] == key2:
            return entry
    return NONE


@kernel(PAIR(BOARD, MEMORY, SET, I64, I64), inline=True)
def known(board: Board, memory: Memory, candidates: Array, depth: int, beta: int) -> tuple[int, int]:
    """TABLE: value and guess of a set, or a bound not below beta and -1, or (-1, -1)."""
    key, key2 = key_of(board, candidates, depth)
    entry = look_up(memory, key, key2)
    if entry != NONE:
        value, guess = memory.table[entry, VALUE], memory.table[entry, GUESS]
        if guess != NONE or value >= beta:
            return value, guess
    return NONE, NONE


@kernel(types.void(MEMORY, I64, I64, I64, I64, I64), inline=True)
def remember(memory: Memory, key: int, key2: int, value: int, guess: int, size: int) -> None:
    """Store a value (with its guess) or a lower bound (guess -1); of two entries the set of more secrets stays."""
    table = memory.table
    slot = 2 * (key & (len(table) // 2 - 1))
    entry = look_up(memory, key, key2)
    if entry == NONE:
        entry = slot if table[slot, WEIGHT] <= table[slot + 1, WEIGHT] else slot + 1
    elif table[entry, GUESS] != NONE or (guess == NONE and table[entry, VALUE] >= value):
        return
    table[entry, 0], table[entry, 1] = key, key2
    table[entry, VALUE], table[entry, GUESS], table[entry, WEIGHT] = value, guess, size
