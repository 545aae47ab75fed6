"""SYMBOLS: the symbols that may be exchanged in a set, and new names of symbols and pegs by which images are equal."""

import numpy as np

from treebuild.search.kernels.compiling import GAME_TABLES, I64, I64_ARRAY, SET, WORDS, WORKSPACE, kernel, types
from treebuild.search.kernels.layout import Array, GameTables, Workspace


@kernel(I64(GAME_TABLES, I64, I64_ARRAY, I64_ARRAY), inline=True)
def image(tables: GameTables, code: int, peg_at: Array, names: Array) -> int:
    """The code that has, at each peg k, names[a], where a is the symbol of `code` at peg_at[k]."""
    number = 0
    for k in range(len(peg_at)):
        number = number * len(names) + names[tables.symbols[code, peg_at[k]]]
    return int(tables.code_spelled[number])


@kernel(I64(I64), inline=True)
def scrambled(word: int) -> int:
    """A word that looks random."""
    word = (word ^ (word >> 31)) * 0x1E3779B97F4A7C15
    word = (word ^ (word >> 27)) * 0x3F58476D1CE4E5B9
    return word ^ (word >> 31)


@kernel(types.void(GAME_TABLES, WORKSPACE, I64, SET, SET))
def order_pegs(tables: GameTables, work: Workspace, level: int, candidates: Array, free: Array) -> None:
    """Put the pegs `free` in an order that depends on the candidates, but not on how pegs and symbols are numbered.

    It goes by the numbers of candidates that have each symbol at each peg. peg_at[level, k] becomes the old peg of peg
    k; pegs that are not free keep their places. scratch[1, a] sums random weights of the pegs at which symbol a occurs.
    """
    symbols, pegs = tables.symbol_count, tables.symbols.shape[1]
    occurs, score, number_at, peg_at = work.scratch[1], work.scratch[2], work.number_at, work.peg_at[level]
    number_at[:] = 0
    for secret in candidates:
        for peg in range(pegs):
            number_at[tables.symbols[tables.code_of[secret], peg], peg] += 1
    for a in range(symbols):
        occurs[a] = 0
        for peg in range(pegs):
            occurs[a] += scrambled(number_at[a, peg])
    for peg in range(pegs):
        peg_at[peg], score[peg] = peg, 0
        for a in range(symbols):
            score[peg] += scrambled(occurs[a] + scrambled(number_at[a, peg]))
    for i in range(len(free)):
        peg = int(free[i])
        while i > 0 and score[peg_at[free[i - 1]]] > score[peg]:
            peg_at[free[i]] = peg_at[free[i - 1]]
            i -= 1
        peg_at[free[i]] = peg
    for a in range(symbols):
        occurs[a] = 0
        for k in range(pegs):
            occurs[a] += number_at[a, peg_at[k]] * (tables.hash_word[k, 0] >> 20)


@kernel(types.void(GAME_TABLES, WORKSPACE, SET))
def find_classes(tables: GameTables, work: Workspace, candidates: Array) -> None:
    """SYMBOLS: write the lowest symbol that is exchangeable with symbol a to scratch[0, a].

    The sums that `order_pegs` wrote to scratch[1] are equal for exchangeable symbols, and differ for most others.
    """
    class_of, occurs, names = work.scratch[0], work.scratch[1], work.scratch[2, : tables.symbol_count]
    unmoved, symbols = work.scratch[3, : tables.symbols.shape[1]], tables.symbol_count
    for secret in candidates:
        work.mark[secret] = 1
    for a in range(symbols):
        names[a] = a
    for peg in range(len(unmoved)):
        unmoved[peg] = peg
    for b in range(symbols):
        class_of[b] = b
        for a in range(tables.fixed_symbols, b):
            if class_of[a] != a or occurs[a] != occurs[b]:
                continue
            names[a], names[b] = b, a
            class_of[b] = a
            for secret in candidates:
                code = image(tables, int(tables.code_of[secret]), unmoved, names)
                if not work.mark[tables.secret_of[code]]:
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
