"""SYMBOLS: the symbols that may be exchanged in a set, and new names of symbols and pegs that make images equal."""

from __future__ import annotations

from treebuild.kernels.uncompiled import bit, i64, plus, product, u64

FIRST_MULTIPLIER, SECOND_MULTIPLIER = 0x1E3779B97F4A7C15, 0x3F58476D1CE4E5B9  # odd, see `scrambled`


def image(tables, code, peg_at, names):
    """The code that has at each peg k the symbol names[a], where a is the symbol of `code` at peg_at[k]."""
    symbols = tables.symbols + code * tables.pegs
    number: i64 = 0
    for k in range(tables.pegs):
        number = number * tables.symbol_count + names[symbols[peg_at[k]]]
    return tables.code_spelled[number]


def scrambled(word):
    """A word that looks random."""
    word = product(word ^ (word >> 31), FIRST_MULTIPLIER)
    word = product(word ^ (word >> 27), SECOND_MULTIPLIER)
    return word ^ (word >> 31)


def order_pegs(tables, work, level, candidates, n, free, n_free):
    """Put the pegs `free` in an order that depends on the candidates, but not on the numbers of pegs and symbols.

    The order depends on the numbers of candidates that have each symbol at each peg. It writes the old peg of each peg
    k to work.peg_at[level, k]; pegs that are not free keep their places. scratch[1, a] becomes a sum, with random
    weights of the pegs, of the numbers of candidates that have symbol a there.
    """
    symbols, pegs, number_at = tables.symbol_count, tables.pegs, work.number_at
    occurs, score = work.scratch + work.scratch_row, work.scratch + 2 * work.scratch_row
    peg_at = work.peg_at + level * pegs
    for i in range(symbols * pegs):
        number_at[i] = 0
    for secret in candidates[:n]:
        code = tables.symbols + tables.code_of[secret] * pegs
        for peg in range(pegs):
            number_at[code[peg] * pegs + peg] += 1
    for a in range(symbols):
        occurs[a] = 0
        for peg in range(pegs):
            occurs[a] = plus(occurs[a], scrambled(number_at[a * pegs + peg]))
    for peg in range(pegs):
        peg_at[peg], score[peg] = peg, 0
        for a in range(symbols):
            score[peg] = plus(score[peg], scrambled(plus(occurs[a], scrambled(number_at[a * pegs + peg]))))
    for i in range(n_free):
        moved, at = free[i], i
        while at > 0 and score[peg_at[free[at - 1]]] > score[moved]:
            peg_at[free[at]] = peg_at[free[at - 1]]
            at -= 1
        peg_at[free[at]] = moved
    for a in range(symbols):
        occurs[a] = 0
        for k in range(pegs):
            occurs[a] = plus(occurs[a], product(number_at[a * pegs + peg_at[k]], tables.hash_word[2 * k] >> 20))


def find_classes(tables, work, candidates, n):
    """SYMBOLS: write to scratch[0, a] the lowest symbol that is exchangeable with symbol a.

    The sums that `order_pegs` wrote to scratch[1] are equal for exchangeable symbols, and differ for most other pairs.
    """
    class_of, occurs = work.scratch, work.scratch + work.scratch_row
    names, unmoved = work.scratch + 2 * work.scratch_row, work.scratch + 3 * work.scratch_row
    symbols, mark = tables.symbol_count, work.mark
    for secret in candidates[:n]:
        mark[secret] = 1
    for a in range(symbols):
        names[a] = a
    for peg in range(tables.pegs):
        unmoved[peg] = peg
    for b in range(symbols):
        class_of[b] = b
        for a in range(tables.fixed_symbols, b):
            if class_of[a] != a or occurs[a] != occurs[b]:
                continue
            names[a], names[b] = b, a
            class_of[b] = a
            for secret in candidates[:n]:
                code = image(tables, tables.code_of[secret], unmoved, names)
                if not mark[tables.secret_of[code]]:
                    class_of[b] = b
                    break
            names[a], names[b] = a, b
            if class_of[b] != b:
                break
    for secret in candidates[:n]:
        mark[secret] = 0


def rename_symbols(tables, work, level):
    """Rename the symbols so that the largest class is the last. Returns the first symbol of that class.

    Fixed symbols keep their names. The order of all others does not depend on their old names. new_name[level, a]
    becomes the new name of symbol a, and exchangeable[level, a] the mask of the symbols that are exchangeable with the
    symbol now named a.
    """
    class_of, occurs = work.scratch, work.scratch + work.scratch_row
    order, size = work.scratch + 2 * work.scratch_row, work.scratch + 3 * work.scratch_row
    symbols, fixed = tables.symbol_count, tables.fixed_symbols
    names, exchangeable = work.new_name + level * symbols, work.exchangeable + level * max(symbols, 1)
    for a in range(symbols):
        size[a] = 0
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
        exchangeable[names[class_of[a]]] |= bit(names[a])
    for a in range(symbols):
        exchangeable[names[a]] = exchangeable[names[class_of[a]]]
    return symbols - size[last]


def in_order(tables, code, exchangeable):
    """SYMBOLS: whether the symbols of every class occur in the code in ascending order, by their first occurrences."""
    used: u64 = 0
    symbols = tables.symbols + code * tables.pegs
    for peg in range(tables.pegs):
        symbol, own = symbols[peg], bit(symbols[peg])
        if used & own == 0 and exchangeable[symbol] & (own - 1) & ~used:
            return False
        used |= own
    return True
