"""SYMBOLS: the symbols that may be exchanged in a set, and new names of symbols that make equivalent sets equal."""

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
def find_classes(tables: GameTables, work: Workspace, candidates: Array) -> None:
    """SYMBOLS: write the lowest symbol that is exchangeable with symbol a to scratch[0, a].

    scratch[1, a] sums random weights of the positions at which a occurs. The sums are equal for exchangeable symbols,
    and differ for most others.
    """
    class_of, occurs, names = work.scratch[0], work.scratch[1], work.scratch[2, : tables.symbol_count]
    symbols, pegs = tables.symbol_count, tables.symbols.shape[1]
    occurs[:symbols] = 0
    for secret in candidates:
        work.mark[secret] = 1
        for peg in range(pegs):
            occurs[tables.symbols[tables.code_of[secret], peg]] += tables.hash_word[peg, 0] >> 20
    for a in range(symbols):
        names[a] = a
    for b in range(symbols):
        class_of[b] = b
        for a in range(tables.fixed_symbols, b):
            if class_of[a] != a or occurs[a] != occurs[b]:
                continue
            names[a], names[b] = b, a
            class_of[b] = a
            for secret in candidates:
                if not work.mark[renamed_secret(tables, int(secret), names)]:
                    class_of[b] = b
                    break
            names[a], names[b] = a, b
            if class_of[b] != b:
                break
    for secret in candidates:
        work.mark[secret] = 0


@kernel(I64(GAME_TABLES, WORKSPACE, I64))
def rename_symbols(tables: GameTables, work: Workspace, level: int) -> int:
    """Rename the symbols so that the largest class is the last. Returns the first symbol of that class.

    The others follow each other in an order that does not depend on their old names; fixed symbols keep theirs.
    new_name[level, a] becomes the new name of symbol a, and exchangeable[level, a] the mask of the symbols that are
    exchangeable with the one now named a.
    """
    class_of, occurs, order, size = work.scratch[0], work.scratch[1], work.scratch[2], work.scratch[3]
    names, exchangeable = work.new_name[level], work.exchangeable[level]
    symbols, fixed = tables.symbol_count, tables.fixed_symbols
    size[:symbols] = 0
    for a in range(symbols):
        size[class_of[a]] += 1
    last = fixed
    for a in range(fixed, symbols):
        if size[a] > size[last] or (size[a] == size[last] and occurs[a] > occurs[last]):
            last = a
    for a in range(symbols):
        i = a
        if fixed <= a and class_of[a] != last:
            while i > fixed and (class_of[order[i - 1]] == last or occurs[order[i - 1]] > occurs[a]):
                order[i] = order[i - 1]
                i -= 1
        order[i] = a
    for i in range(symbols):
        names[order[i]] = i
        exchangeable[i] = 0
    for a in range(symbols):
        exchangeable[names[class_of[a]]] |= np.uint64(1) << np.uint64(names[a])
    for a in range(symbols):
        exchangeable[names[a]] = exchangeable[names[class_of[a]]]
    return symbols - int(size[last])


@kernel(types.boolean(GAME_TABLES, I64, WORDS), inline=True)
def in_order(tables: GameTables, code: int, exchangeable: Array) -> bool:
    """SYMBOLS: whether the symbols of every class occur in the code in ascending order, by their first occurrences."""
    used = np.uint64(0)
    for symbol in tables.symbols[code]:
        bit = np.uint64(1) << np.uint64(symbol)
        if used & bit == 0 and exchangeable[symbol] & (bit - np.uint64(1)) & ~used:
            return False
        used |= bit
    return True
