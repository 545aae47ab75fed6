"""SYMBOLS: symbols that may be exchanged in a set of candidates, and names that make equal sets of equivalent ones."""

import numpy as np

from treebuild.search.kernels.compiling import BOARD, COSTS, I64, MEMORY, SET, WORDS, kernel, types
from treebuild.search.kernels.layout import Array, Board, Memory


@kernel(I64(BOARD, I64, COSTS), inline=True)
def renamed(board: Board, code: int, names: Array) -> int:
    """The code with every symbol a replaced by names[a]."""
    number = 0
    for symbol in board.symbols[code]:
        number = number * len(names) + names[symbol]
    return int(board.code_spelled[number])


@kernel(I64(BOARD, I64, COSTS), inline=True)
def renamed_secret(board: Board, secret: int, names: Array) -> int:
    """The secret with every symbol a replaced by names[a]."""
    return int(board.secret_of[renamed(board, int(board.code_of[secret]), names)])


@kernel(types.void(BOARD, MEMORY, SET))
def classes(board: Board, memory: Memory, candidates: Array) -> None:
    """SYMBOLS: scratch[0, a] becomes the lowest symbol exchangeable with a.

    scratch[1, a], the occurrences of a at each position summed with a random weight a position, is equal for
    exchangeable symbols, and tells most others apart.
    """
    twin_of, occurs, names = memory.scratch[0], memory.scratch[1], memory.scratch[2, : board.symbol_count]
    symbols, pegs = board.symbol_count, board.symbols.shape[1]
    occurs[:symbols] = 0
    for secret in candidates:
        memory.mark[secret] = 1
        for peg in range(pegs):
            occurs[board.symbols[board.code_of[secret], peg]] += board.word[peg, 0] >> 20
    for a in range(symbols):
        names[a] = a
    for b in range(symbols):
        twin_of[b] = b
        for a in range(board.fixed_symbols, b):
            if twin_of[a] != a or occurs[a] != occurs[b]:
                continue
            names[a], names[b] = b, a
            twin_of[b] = a
            for secret in candidates:
                if not memory.mark[renamed_secret(board, int(secret), names)]:
                    twin_of[b] = b
                    break
            names[a], names[b] = a, b
            if twin_of[b] != b:
                break
    for secret in candidates:
        memory.mark[secret] = 0


@kernel(I64(BOARD, MEMORY, I64))
def rename(board: Board, memory: Memory, level: int) -> int:
    """New names for the symbols: the largest class last, the others in an order that renaming keeps, fixed ones as are.

    names[level, a] becomes the name of symbol a, and alike[level, a] the mask of the symbols exchangeable with the one
    now named a. Returns the first symbol of the last class.
    """
    twin_of, occurs, order, size = memory.scratch[0], memory.scratch[1], memory.scratch[2], memory.scratch[3]
    names, alike = memory.names[level], memory.alike[level]
    symbols, fixed = board.symbol_count, board.fixed_symbols
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


@kernel(types.boolean(BOARD, I64, WORDS), inline=True)
def in_order(board: Board, code: int, alike: Array) -> bool:
    """SYMBOLS: whether the code uses the symbols of every class in ascending order of first occurrence."""
    used = np.uint64(0)
    for symbol in board.symbols[code]:
        bit = np.uint64(1) << np.uint64(symbol)
        if used & bit == 0 and alike[symbol] & (bit - np.uint64(1)) & ~used:
            return False
        used |= bit
    return True
