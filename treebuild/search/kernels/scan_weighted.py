"""Scanning where secrets have weights: see `scan`, and `weighing` for the order of the candidates.

One scan keeps all guesses whose bound is low enough. A first bound comes from a profile of a guess: how many candidates
it solves by the next depth, at most, by the one after it, and so on, the heaviest of all first. For guesses that pass,
FILL charges each part for itself: by this bound, which tells guesses of equally many parts apart, they are tried.
"""

from typing import Any

import numpy as np

from treebuild.search.kernels.compiling import AIM, BOARD, I64, MEMORY, PAIR, PLACE, SET, TRIPLE, U64, WORDS, kernel
from treebuild.search.kernels.counting import STEP, count_packed, count_parts, tally
from treebuild.search.kernels.layout import (
    FILL,
    MEMBERS,
    NONE,
    PACKED_REPLIES,
    PACKED_SIZE,
    PARTS,
    Aim,
    Array,
    Board,
    Memory,
    Place,
)
from treebuild.search.kernels.scan import add_excess, list_members
from treebuild.search.kernels.symbols import in_order
from treebuild.search.kernels.weighted_bounds import by_profile, charge


@kernel(I64(U64), inline=True)
def count_fields(word: Any) -> int:
    """How many of the bytes of a word, each below 128, are not 0."""
    some = ((word + np.uint64(0x7F7F7F7F7F7F7F7F)) & np.uint64(0x8080808080808080)) >> np.uint64(7)
    return int((some * np.uint64(0x0101010101010101)) >> np.uint64(56))


@kernel(PAIR(BOARD, AIM, MEMORY, SET, PLACE, I64, I64, I64, I64, WORDS), inline=True)
def keep_weighed(
    board: Board, aim: Aim, memory: Memory, candidates: Array, place: Place, code: int, widest: int, below: int,
    kept: int, alike: Array,
) -> tuple[int, int]:  # fmt: skip
    """Add a guess to those kept, if FILL bounds it below `below` and SYMBOLS does not leave it to another.

    Returns the bound, or `below`, and how many are kept.
    """
    sizes, row, total, squares = memory.scratch[0], board.reply[code], 0, 0
    fills = aim.prunings[place.row] & FILL
    sizes[:] = 0
    for secret in candidates:
        reply = row[secret]
        size = sizes[reply]
        depth = place.depth
        if reply != board.win:
            depth += 1 + (int(board.level[min(widest, board.cap[reply]), size]) if fills else min(size, 1))
        total += charge(board, aim, int(secret), depth)
        if total >= below:
            return below, kept
        squares += 2 * size + 1
        sizes[reply] = size + 1
    if in_order(board, code, alike):
        memory.bound[place.top + kept] = total
        memory.tie[place.top + kept] = (squares << 32) | code
        kept += 1
    return total, kept


@kernel(I64(BOARD, MEMORY, I64), inline=True)
def winner_of(board: Board, memory: Memory, code: int) -> int:
    """What the candidate weighs that a code wins against, or -1. Candidates are marked."""
    secret = board.secret_of[code]
    return int(board.weight[secret]) if secret != NONE and memory.mark[secret] else NONE


@kernel(TRIPLE(BOARD, AIM, MEMORY, SET, PLACE, I64, I64, WORDS))
def weigh_small(
    board: Board, aim: Aim, memory: Memory, candidates: Array, place: Place, below: int, width: int, alike: Array
) -> tuple[int, int, int]:
    """`rank_weighed` of few candidates: the bound comes from the number of parts alone, by FILL for two depths."""
    most = count_parts(board, candidates, width, memory.seen, memory.number)
    number = memory.number.view(np.uint8)
    n, depth, kept = len(candidates), place.depth, 0
    fewest, least = most + 1, below
    while fewest > 2 and by_profile(aim, memory.heaviest, depth, n, NONE, fewest - 1, n, n) < below:
        fewest -= 1
    widest = min(place.cap, most) if aim.prunings[place.row] & PARTS else place.cap
    for secret in candidates:
        column = int(board.own_column[secret])
        if column < width:  # else an equivalent member represents it
            bound = by_profile(aim, memory.heaviest, depth, n, int(board.weight[secret]), int(number[column]), n, n)
            if bound < below:
                code = int(board.code_of[secret])
                bound, kept = keep_weighed(
                    board, aim, memory, candidates, place, code, widest, below, kept, alike
                )  # fmt: skip
                least = min(least, bound)
    for j in range(width):
        if number[j] >= fewest and winner_of(board, memory, board.code_at[j]) == NONE:
            code = int(board.code_at[j])
            bound, kept = keep_weighed(board, aim, memory, candidates, place, code, widest, below, kept, alike)
            least = min(least, bound)
    return kept, least, widest


@kernel(TRIPLE(BOARD, AIM, MEMORY, SET, PLACE, I64, I64, WORDS))
def weigh_packed(
    board: Board, aim: Aim, memory: Memory, candidates: Array, place: Place, below: int, width: int, alike: Array
) -> tuple[int, int, int]:
    """`rank_weighed` of at most 255 candidates: by FILL for four depths, from part sizes counted side by side."""
    count_packed(board, memory, candidates, width)
    n, depth, most, kept, least = len(candidates), place.depth, 0, 0, below
    beyond, far = memory.bound[place.top : place.top + width], memory.tie[place.top : place.top + width]
    fills, parts = aim.prunings[place.row] & FILL, memory.packed[:width]
    for j in range(width):
        parts[j] = np.uint64(count_fields(memory.even[j]) + count_fields(memory.odd[j]))
        beyond[j], far[j] = 0, 0
        won = winner_of(board, memory, board.code_at[j]) != NONE
        most = max(most, int(parts[j]) - int(won))
    widest = min(place.cap, most) if aim.prunings[place.row] & PARTS else place.cap
    if fills:
        limit = memory.scratch[0, : len(board.cap)]
        for reply in range(len(limit)):
            limit[reply] = 1 + min(widest, board.cap[reply])
        limit[board.win] = 127
        add_excess(memory, beyond, width, len(limit), 1)
        for reply in range(len(limit)):
            limit[reply] += (limit[reply] - 1) * widest
        add_excess(memory, far, width, len(limit), 1)
    for j in range(width):
        code, soon, later, last = int(board.code_at[j]), int(parts[j]), n - int(beyond[j]), n - int(far[j])
        winner = winner_of(board, memory, code)
        if soon > 1 and by_profile(aim, memory.heaviest, depth, n, winner, soon, later, last) < below:
            bound, kept = keep_weighed(board, aim, memory, candidates, place, code, widest, below, kept, alike)
            least = min(least, bound)
    return kept, least, widest


@kernel(TRIPLE(BOARD, AIM, MEMORY, SET, PLACE, I64, SET, WORDS))
def weigh_counted(
    board: Board, aim: Aim, memory: Memory, candidates: Array, place: Place, below: int, codes: Array, alike: Array
) -> tuple[int, int, int]:
    """`rank_weighed` of a list of codes, for any number of replies and candidates: by FILL for four depths."""
    n, kept, most, least = len(candidates), 0, 0, below
    counter, fills = memory.counts[0], aim.prunings[place.row] & FILL
    counter[:] = 0
    for j in range(len(codes)):
        code, start = int(codes[j]), STEP * j
        parts, _, _ = tally(board.reply[code], candidates, counter, start)
        winner, later, last = winner_of(board, memory, code), n, n
        most = max(most, parts - int(winner != NONE))
        if fills:
            for reply in range(len(board.cap)):
                size, limit = max(counter[reply], start) - start, min(place.cap, board.cap[reply])
                if size > 1 + limit:
                    later -= size - 1 - limit
                    last -= max(0, size - 1 - limit - limit * place.cap)
        if parts > 1 and by_profile(aim, memory.heaviest, place.depth, n, winner, parts, later, last) < below:
            bound, kept = keep_weighed(board, aim, memory, candidates, place, code, place.cap, below, kept, alike)
            least = min(least, bound)
    counter[:] = 0
    return kept, least, min(place.cap, most) if aim.prunings[place.row] & PARTS and place.complete else place.cap


@kernel(TRIPLE(BOARD, AIM, MEMORY, SET, PLACE, I64, SET, I64))
def rank_weighed(
    board: Board, aim: Aim, memory: Memory, candidates: Array, place: Place, below: int, among: Array, first: int
) -> tuple[int, int, int]:  # fmt: skip
    """A scan of the guesses allowed here, as `scan.rank` makes one."""
    n, width, alike = len(candidates), int(board.width[first]), memory.alike[place.level]
    codes, listed = board.code_at[:width], len(among) > 0
    if aim.plan[place.row, place.depth] == MEMBERS:
        space = memory.sets[place.sets : place.sets + len(board.secret_of)]
        codes, listed = space[: list_members(board, memory, candidates, among, space)], True
    elif listed:
        codes = among
    memory.heaviest[0] = 0
    for i in range(n):
        memory.heaviest[i + 1] = memory.heaviest[i] + board.weight[candidates[i]]
        memory.mark[candidates[i]] = 1
    if not listed and n < board.few and board.single:
        found = weigh_small(board, aim, memory, candidates, place, below, width, alike)
    elif listed or n > PACKED_SIZE or len(board.cap) > PACKED_REPLIES:
        found = weigh_counted(board, aim, memory, candidates, place, below, codes, alike)
    else:
        found = weigh_packed(board, aim, memory, candidates, place, below, width, alike)
    for secret in candidates:
        memory.mark[secret] = 0
    return found
