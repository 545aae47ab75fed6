"""SYMBOLS: symbols that may be exchanged in a set of candidates, and names that make equal sets of equivalent ones."""

import numpy as np

from treebuild.search.kernels.compiling import GAME_TABLES, I64, I64_ARRAY, SET, WORDS, WORKSPACE, kernel, types
from treebuild.search.kernels.layout import Array, GameTables, Workspace


@kernel(I64(GAME_TABLES, I64, I64_ARRAY), inline=True)
def renamed(tables: GameTables, code: int, names: Array) -> int:
    """The code with every symbol a replaced by names[a]."""
    number = 0
    for symbol in tables.symbols[code]:
        number = number * len(names) + names[symbol]
    return int(tables.code_spelled[number])


@kernel(I64(GAME_TABLES, I64, I64_ARRAY), inline=True)
def renamed_secret(tables: GameTables, secret: int, names: Array) -> int:
    """The secret with every symbol a replaced by names[a]."""
    return int(tables.secret_of[renamed(tables, int(tables.code_of[secret]), names)])


@kernel(types.void(GAME_TABLES, WORKSPACE, SET))
def classes(tables: GameTables, work: Workspace, candidates: Array) -> None:
    """SYMBOLS: scratch[0, a] becomes the lowest symbol exchangeable with a.

    scratch[1, a], the occurrences of a at each position summed with a random weight a position, is equal for
    exchangeable symbols, and tells most others apart.
    """
    twin_of, occurs, names = work.scratch[0], work.scratch[1], work.scratch[2, : tables.symbol_count]
    symbols, pegs = tables.symbol_count, tables.symbols.shape[1]
    occurs[:symbols] = 0
    for secret in candidates:
        work.mark[secret] = 1
        for peg in range(pegs):
            occurs[tables.symbols[tables.code_of[secret], peg]] += tables.word[peg, 0] >> 20
    for a in range(symbols):
        names[a] = a
    for b in range(symbols):
        twin_of[b] = b
        for a in range(tables.fixed_symbols, b):
            if twin_of[a] != a or occurs[a] != occurs[b]:
                continue
            names[a], names[b] = b, a
            twin_of[b] = a
            for secret in candidates:
                if not work.mark[renamed_secret(tables, int(secret), names)]:
                    twin_of[b] = b
                    break
            names[a], names[b] = a, b
            if twin_of[b] != b:
                break
    for secret in candidates:
        work.mark[secret] = 0


@kernel(I64(GAME_TABLES, WORKSPACE, I64))
def rename(tables: GameTables, work: Workspace, level: int) -> int:
    """New names for the symbols: the largest class last, the others in an order that renaming keeps, fixed ones as are.

    names[level, a] becomes the name of symbol a, and alike[level, a] the mask of the symbols exchangeable with the one
    now named a. Returns the first symbol of the last class.
    """
    twin_of, occurs, order, size = work.scratch[0], work.scratch[1], work.scratch[2], work.scratch[3]
    names, alike = work.names[level], work.alike[level]
    symbols, fixed = tables.symbol_count, tables.fixed_symbols
    size[:symbols] = 0
    for a in range(symbols):
        size[twin_of[a]] += 1
    last = fixed
    for a in range(fixed, symbols):
        if size[a] > size[last] or (size[a] == size[last] and occurs[a] > occurs[last]):
            last = a
    for a in range(symbols):
        i = a
        if fixed <= a and twin_of[a] != last:
            while i > fixed and (twin_of[order[i - 1]] == last or occurs[order[i - 1]] > occurs[a]):
                order[i] = order[i - 1]
                i -= 1
        order[i] = a
    for i in range(symbols):
        names[order[i]] = i
        alike[i] = 0
    for a in range(symbols):
        alike[names[twin_of[a]]] |= np.uint64(1) << np.uint64(names[a])
    for a in range(symbols):
        alike[names[a]] = alike[names[twin_of[a]]]
    return symbols - int(size[last])


@kernel(types.boolean(GAME_TABLES, I64, WORDS), inline=True)
def in_order(tables: GameTables, code: int, alike: Array) -> bool:
    """SYMBOLS: whether the code uses the symbols of every class in ascending order of first occurrence."""
    used = np.uint64(0)
    for symbol in tables.symbols[code]:
        bit = np.uint64(1) << np.uint64(symbol)
        if used & bit == 0 and alike[symbol] & (bit - np.uint64(1)) & ~used:
            return False
        used |= bit
    return True
