"""TABLE: the transposition table, whose keys have two words. `bounds.prunings` has the odds that two sets share a key.

Threads read and write one table without locks. An entry stores each word of its key joined with a seal, which is
computed from its other two words. If two threads write an entry at once, a mixed entry does not fit its seal, so nobody
finds it (Hyatt and Mann 2002).
"""

from __future__ import annotations

from treebuild.kernels.constants import LOW_HALF, MAX_LEVELS, NONE
from treebuild.kernels.uncompiled import flag, i64, product

DEPTH_KEY = 0x1E3779B97F4A7C15  # odd, so that a set has another key at every depth
VALUE_KEY, GUESS_KEY = 0x3F58476D1CE4E5B9, 0x14D049BB133111EB  # odd, see `sealed`


def key_at(key, depth, row):
    """The first word of the key of a set at a depth, by a row of Costs. The two rows give a set different values."""
    return key ^ product(depth + 4 * MAX_LEVELS * row, DEPTH_KEY)


def key_of(tables, candidates, n, node):
    """The two words of the key of a set at a node."""
    key: i64 = 0
    key2: i64 = 0
    words = tables.hash_word
    for secret in candidates[:n]:
        key ^= words[2 * secret]
        key2 ^= words[2 * secret + 1]
    return key_at(key, node.depth, node.row), key2


def sealed(value, size_and_guess):
    """The seal of an entry, from its value and its last word."""
    return product(value, VALUE_KEY) ^ product(size_and_guess, GUESS_KEY)


def look_up(table, entries, key, key2):
    """The entry with this key, its value, and its guess, which is -1 for a lower bound; without an entry three -1."""
    slot = 2 * (key & (entries // 2 - 1))
    for entry in range(slot, slot + 2):
        value, size_and_guess = table[entry].value, table[entry].size_and_guess
        seal = sealed(value, size_and_guess)
        if table[entry].key ^ seal == key and table[entry].key2 ^ seal == key2:
            return entry, value, (size_and_guess & LOW_HALF) - 1
    return NONE, NONE, NONE


def store(table, entries, key, key2, size, value, guess):
    """Store the value of a set of `size` candidates with its guess, or a lower bound and -1.

    A bound never replaces a value or a better bound of the set. If the set has no entry, it replaces the entry of fewer
    candidates, of the two entries that it may take.
    """
    slot = 2 * (key & (entries // 2 - 1))
    entry, old_value, old_guess = look_up(table, entries, key, key2)
    if entry == NONE:
        smaller: flag = table[slot].size_and_guess >> 32 <= table[slot + 1].size_and_guess >> 32
        entry = slot if smaller else slot + 1
    elif old_guess != NONE or (guess == NONE and old_value >= value):
        return
    size_and_guess = size << 32 | guess + 1
    seal = sealed(value, size_and_guess)
    table[entry].key, table[entry].key2 = key ^ seal, key2 ^ seal
    table[entry].value, table[entry].size_and_guess = value, size_and_guess


def known(tables, work, candidates, n, node, cutoff):
    """The value and guess of a set; or a lower bound of `cutoff` or more, and -1; or (-1, -1) if nothing is known."""
    key, key2 = key_of(tables, candidates, n, node)
    entry, value, guess = look_up(work.table, work.entries, key, key2)
    if entry != NONE and (guess != NONE or value >= cutoff):
        return value, guess
    return NONE, NONE


def remember(tables, work, candidates, n, node, value, guess):
    """`store` the value or the lower bound of a set at a node."""
    key, key2 = key_of(tables, candidates, n, node)
    store(work.table, work.entries, key, key2, n, value, guess)
