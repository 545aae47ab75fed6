"""All guesses at once: the parts they make of a set of candidates, and a lower bound for each."""

from typing import Any

import numpy as np

from treebuild.search.kernels.layout import (
    AIM,
    BOARD,
    COSTS,
    FEW,
    FILL,
    I64,
    INFINITE,
    MEMBERS,
    MEMORY,
    NONE,
    PACKED_REPLIES,
    PACKED_SIZE,
    PARTS,
    PLACE,
    SET,
    TRIPLE,
    U64,
    WORDS,
    Aim,
    Array,
    Board,
    Memory,
    Place,
    kernel,
    types,
)  # fmt: skip
from treebuild.search.kernels.symbols import in_order


@kernel(I64(COSTS, I64, I64, I64), inline=True)
def fill(cost: Array, depth: int, width: int, size: int) -> int:
    """FILL: the least cost of `size` secrets from `depth` on when no node has more than `width` children."""
    total, slots = 0, 1
    while size > 0:
        if cost[depth] >= INFINITE:
            return INFINITE
        total += min(slots, size) * cost[depth]
        size -= slots
        slots *= width
        depth += 1
    return min(total, INFINITE)


@kernel(I64(U64), inline=True)
def count_bits(word: Any) -> int:
    """The number of one bits."""
    word -= (word >> np.uint64(1)) & np.uint64(0x5555555555555555)
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return int((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@kernel(I64(BOARD, SET, I64), inline=True)
def count_parts(board: Board, candidates: Array, code: int) -> int:
    """The number of parts a code makes of the candidates. For games of 64 replies at most."""
    seen, row = np.uint64(0), board.reply[code]
    for secret in candidates:
        seen |= np.uint64(1) << np.uint64(row[secret])
    return count_bits(seen)


@kernel(types.void(BOARD, MEMORY, SET, I64, I64))
def count_packed(board: Board, memory: Memory, candidates: Array, start: int, width: int) -> None:
    """Count the parts every code of columns start .. start + width makes of at most 255 candidates.

    Byte r // 2 of memory.even (r even) or memory.odd (r odd) becomes the number of candidates with reply r, or 127
    where there are more. Fifteen candidates fill counters of four bits before these are added to bytes. The loops stay
    within 1024 columns, whose counters the first-level cache holds, and take four candidates a pass.
    """
    one, low = np.uint64(1), np.uint64(0x0F0F0F0F0F0F0F0F)
    high, seven, most = np.uint64(0x8080808080808080), np.uint64(7), np.uint64(127)
    n = len(candidates)
    for block in range(0, width, 1024):
        length = min(1024, width - block)
        packed = memory.packed[:length]
        even, odd = memory.even[block : block + length], memory.odd[block : block + length]
        left = start + block
        even[:] = 0
        odd[:] = 0
        for first in range(0, n, 15):
            last = min(n, first + 15)
            packed[:] = 0
            i = first
            while i + 4 <= last:
                a = board.columns[candidates[i], left : left + length]
                b = board.columns[candidates[i + 1], left : left + length]
                c = board.columns[candidates[i + 2], left : left + length]
                d = board.columns[candidates[i + 3], left : left + length]
                for j in range(length):
                    packed[j] += (
                        (one << np.uint64(a[j])) + (one << np.uint64(b[j]))
                        + (one << np.uint64(c[j])) + (one << np.uint64(d[j]))
                    )  # fmt: skip
                i += 4
            while i < last:
                a = board.columns[candidates[i], left : left + length]
                for j in range(length):
                    packed[j] += one << np.uint64(a[j])
                i += 1
            for j in range(length):
                even[j] += packed[j] & low
                odd[j] += (packed[j] >> np.uint64(4)) & low
        if n > 127:
            for j in range(length):
                even[j] = (even[j] | (((even[j] & high) >> seven) * most)) & ~high
                odd[j] = (odd[j] | (((odd[j] & high) >> seven) * most)) & ~high


@kernel(I64(BOARD, MEMORY, SET, I64, I64))
def mark_replies(board: Board, memory: Memory, candidates: Array, start: int, width: int) -> int:
    """Count the parts every code of columns start .. start + width makes, in memory.number. Returns the most.

    A loop of 16-bit operations: a shift by less than 16 lets the compiler keep to narrow lanes.
    """
    one, mask = np.uint32(1), np.uint32(15)
    fives, threes, fifteens = np.uint16(0x5555), np.uint16(0x3333), np.uint16(0x0F0F)
    n, most = len(candidates), np.uint8(0)
    number = memory.number.view(np.uint8)
    for block in range(0, width, 2048):
        length = min(2048, width - block)
        left = start + block
        seen, parts = memory.seen[:length], number[block : block + length]
        seen[:] = 0
        i = 0
        while i + 4 <= n:
            a = board.columns[candidates[i], left : left + length]
            b = board.columns[candidates[i + 1], left : left + length]
            c = board.columns[candidates[i + 2], left : left + length]
            d = board.columns[candidates[i + 3], left : left + length]
            for j in range(length):
                seen[j] |= np.uint16(
                    (one << (np.uint32(a[j] >> 2) & mask)) | (one << (np.uint32(b[j] >> 2) & mask))
                    | (one << (np.uint32(c[j] >> 2) & mask)) | (one << (np.uint32(d[j] >> 2) & mask))
                )  # fmt: skip
            i += 4
        while i < n:
            a = board.columns[candidates[i], left : left + length]
            for j in range(length):
                seen[j] |= np.uint16(one << (np.uint32(a[j] >> 2) & mask))
            i += 1
        for j in range(length):
            x = seen[j]
            x = x - ((x >> np.uint16(1)) & fives)
            x = (x & threes) + ((x >> np.uint16(2)) & threes)
            x = (x + (x >> np.uint16(4))) & fifteens
            parts[j] = np.uint8(x + (x >> np.uint16(8)))
        for j in range(length):
            most = max(most, parts[j])
    return int(most)


@kernel(I64(BOARD, MEMORY, SET, I64, I64, I64, I64, WORDS), inline=True)
def keep(
    board: Board, memory: Memory, candidates: Array, column: int, bound: int, top: int, kept: int, alike: Array
) -> int:
    """Add a guess to those kept, unless SYMBOLS makes another do for it. Returns how many are kept."""
    if not in_order(board, int(board.code_at[column]), alike):
        return kept
    sizes, squares = memory.scratch[0], 0
    sizes[:] = 0
    for secret in candidates:
        reply = board.columns[secret, column] >> 2
        squares += 2 * sizes[reply] + 1
        sizes[reply] += 1
    memory.bound[top + kept] = bound
    memory.tie[top + kept] = (squares << 32) | column
    return kept + 1


@kernel(TRIPLE(BOARD, AIM, MEMORY, SET, PLACE, I64, I64, I64, WORDS))
def rank_small(
    board: Board, aim: Aim, memory: Memory, candidates: Array, place: Place, above: int, below: int,
    group: int, alike: Array,
) -> tuple[int, int, int]:  # fmt: skip
    """As `rank_listed`, for few candidates: the bound comes from the number of parts alone, by FILL for two depths."""
    start, end, column_of = board.level[group], board.level[group + 1], board.column_of[group]
    most = mark_replies(board, memory, candidates, start, end - start)
    number = memory.number.view(np.uint8)
    n, depth, top = len(candidates), place.depth, place.top
    c0, c1 = aim.cost[depth], aim.cost[depth + 1]
    c2 = aim.cost[depth + 2] if aim.prunings & FILL else c1
    least = n * c2 - most * (c2 - c1)
    for secret in candidates:
        memory.mark[secret] = 1
        column = column_of[board.code_of[secret]]
        if column != NONE:  # else another member does for it
            least = min(least, n * c2 - int(number[column - start]) * (c2 - c1) - (c1 - c0))
    limit = least + 1 if above == NONE else below
    kept = 0
    if least < below:
        for secret in candidates:
            column = int(column_of[board.code_of[secret]])
            if column != NONE:
                bound = n * c2 - int(number[column - start]) * (c2 - c1) - (c1 - c0)
                if above < bound < limit:
                    kept = keep(board, memory, candidates, column, bound, top, kept, alike)
        fewest = 2
        while fewest <= most and n * c2 - fewest * (c2 - c1) >= limit:
            fewest += 1
        high, short = np.uint64(0x8080808080808080), np.uint64(128 - fewest) * np.uint64(0x0101010101010101)
        for word in range((end - start + 7) // 8):  # a byte reaches its high bit where a guess makes parts enough
            if not (memory.number[word] + short) & high:
                continue
            for j in range(8 * word, min(8 * word + 8, end - start)):
                bound = n * c2 - int(number[j]) * (c2 - c1)
                if number[j] < fewest or bound <= above:
                    continue
                secret = board.secret_of[board.code_at[start + j]]
                if secret == NONE or not memory.mark[secret]:
                    kept = keep(board, memory, candidates, start + j, bound, top, kept, alike)
    for secret in candidates:
        memory.mark[secret] = 0
    return kept, least, min(place.cap, most) if aim.prunings & PARTS else place.cap


@kernel(types.void(MEMORY, COSTS, I64, I64, I64))
def add_excess(memory: Memory, bound: Array, width: int, replies: int, weight: int) -> None:
    """Add to every bound `weight` for each candidate by which a part exceeds scratch[0, reply]; bytes side by side."""
    limit = memory.scratch[0, :replies]
    high, seven, ones = np.uint64(0x8080808080808080), np.uint64(7), np.uint64(0x0101010101010101)
    lower, upper = np.uint64(0), np.uint64(0)
    for reply in range(len(limit)):
        byte = np.uint64(min(limit[reply], 127)) << np.uint64(4 * (reply & 14))
        if reply & 1:
            upper |= byte
        else:
            lower |= byte
    for j in range(width):
        a = (memory.even[j] | high) - lower
        b = (memory.odd[j] | high) - upper
        over = a & high
        a &= over - (over >> seven)
        over = b & high
        b &= over - (over >> seven)
        bound[j] += weight * int(((a * ones) >> np.uint64(56)) + ((b * ones) >> np.uint64(56)))


@kernel(TRIPLE(BOARD, AIM, MEMORY, I64, PLACE, I64, I64, I64, WORDS))
def rank_packed(
    board: Board, aim: Aim, memory: Memory, n: int, place: Place, below: int, start: int, width: int, alike: Array
) -> tuple[int, int, int]:
    """Keep the guesses whose bound is below `below`.

    They go to memory.bound and memory.tie, from place.top on. Returns (how many, the least bound of all, the most
    non-winning parts). The columns have been counted. With k parts a guess solves k secrets at depth + 1 at most; by
    FILL, what exceeds the places of a part at depth + 2 is solved later, and so on.
    """
    high, seven, ones = np.uint64(0x8080808080808080), np.uint64(7), np.uint64(0x0101010101010101)
    last, flags, byte = np.uint64(56), np.uint64(0x7F7F7F7F7F7F7F7F), np.uint64(255)
    shift = np.uint64(4 * (board.win & 14))
    even, odd, number = memory.even[:width], memory.odd[:width], memory.packed[:width]
    bounds, ties = memory.bound[place.top : place.top + width], memory.tie[place.top : place.top + width]
    for j in range(width):
        several = (((even[j] + flags) & high) >> seven) + (((odd[j] + flags) & high) >> seven)
        number[j] = (several * ones) >> last
    depth = place.depth
    c0, c1, c2, c3 = aim.cost[depth], aim.cost[depth + 1], aim.cost[depth + 2], aim.cost[depth + 3]
    if not aim.prunings & FILL:
        c2 = c1
    most = np.uint64(0)
    wins = odd if board.win & 1 else even
    for j in range(width):
        win = (wins[j] >> shift) & np.uint64(1)
        parts = number[j] - win
        most = max(most, parts)
        bounds[j] = n * c2 + int(win) * (c0 - c2) - int(parts) * (c2 - c1)
    widest = min(place.cap, int(most)) if aim.prunings & PARTS else place.cap
    if aim.prunings & FILL:
        limit = memory.scratch[0, : len(board.cap)]
        for reply in range(len(limit)):
            limit[reply] = 1 + min(widest, board.cap[reply])
        limit[board.win] = 127
        shortest = 127
        for reply in range(len(limit)):
            shortest = min(shortest, limit[reply])
        if c3 > c2 and n > 1 + shortest:
            add_excess(memory, bounds, width, len(limit), c3 - c2)
        c4 = aim.cost[depth + 4]
        for reply in range(len(limit)):
            limit[reply] += (limit[reply] - 1) * widest
        if c4 > c3 and n > 1 + shortest + (shortest - 1) * widest:
            add_excess(memory, bounds, width, len(limit), c4 - c3)
    least = bounds[0]
    for j in range(width):
        least = min(least, bounds[j])
    kept = 0
    if least >= below:
        return kept, least, widest
    for j in range(width):
        bound = bounds[j]
        if bound >= below or number[j] < np.uint64(2) or not in_order(board, int(board.code_at[start + j]), alike):
            continue
        squares = np.uint64(0)
        for bit in range(0, 64, 8):
            size = (even[j] >> np.uint64(bit)) & byte
            squares += size * size
            size = (odd[j] >> np.uint64(bit)) & byte
            squares += size * size
        bounds[kept] = bound
        ties[kept] = (int(squares) << 32) | (start + j)
        kept += 1
    return kept, least, widest


@kernel(TRIPLE(BOARD, AIM, MEMORY, SET, PLACE, I64, I64, SET, WORDS))
def rank_listed(
    board: Board, aim: Aim, memory: Memory, candidates: Array, place: Place, above: int, below: int,
    codes: Array, alike: Array,
) -> tuple[int, int, int]:  # fmt: skip
    """As `rank_packed`, for any number of replies and candidates, over a list of codes; of few in two scans.

    With above = -1 a scan of few candidates keeps the guesses of the least bound only: mostly one of them will do. A
    second keeps those with bounds above `above`, the least of the first.
    """
    n, replies, win, depth = len(candidates), len(board.cap), board.win, place.depth
    column_of, most = board.column_of[len(board.column_of) - 1], 0
    for j in range(len(codes)):
        row, count = board.reply[codes[j]], memory.counts[j]
        count[:] = 0
        for secret in candidates:
            count[row[secret]] += 1
        parts = 0
        for reply in range(replies):
            parts += count[reply] > 0
        most = max(most, parts - count[win])
    widest = min(place.cap, most) if aim.prunings & PARTS else place.cap
    kept, least = 0, INFINITE
    for j in range(len(codes)):
        count = memory.counts[j]
        bound, parts, squares = aim.cost[depth] * count[win], int(count[win]), int(count[win])
        for reply in range(replies):
            size = int(count[reply])
            if size == 0 or reply == win:
                continue
            parts += 1
            squares += size * size
            if bound < INFINITE:
                if aim.prunings & FILL:
                    bound += fill(aim.cost, depth + 1, min(widest, board.cap[reply]), size)
                else:
                    bound += size * min(aim.cost[depth + 1], INFINITE // n)
        if parts < 2:
            continue
        least = min(least, bound)
        if above == NONE and n < FEW:
            if bound > least:
                continue
            if kept and bound < memory.bound[place.top]:
                kept = 0
        if bound >= below or bound <= above or not in_order(board, int(codes[j]), alike):
            continue
        memory.bound[place.top + kept] = bound
        memory.tie[place.top + kept] = (squares << 32) | column_of[codes[j]]
        kept += 1
    return kept, least, widest


@kernel(TRIPLE(BOARD, AIM, MEMORY, SET, PLACE, I64, I64, SET, I64))
def rank(
    board: Board, aim: Aim, memory: Memory, candidates: Array, place: Place, above: int, below: int,
    among: Array, first: int,
) -> tuple[int, int, int]:  # fmt: skip
    """As `rank_listed`, for the guesses allowed here: `among`, or when that is empty, what the plan says.

    `first` is the first of the symbols that are exchangeable up to the last.
    """
    n = len(candidates)
    if above != NONE and n >= FEW:
        return 0, below, place.cap
    alike = memory.alike[place.level]
    if len(among):
        return rank_listed(board, aim, memory, candidates, place, above, below, among, alike)
    if aim.plan[place.depth] == MEMBERS:
        codes = memory.sets[place.sets : place.sets + n]
        for i in range(n):
            codes[i] = board.code_of[candidates[i]]
        return rank_listed(board, aim, memory, candidates, place, above, below, codes, alike)
    start, width = int(board.level[first]), int(board.level[first + 1] - board.level[first])
    if n > PACKED_SIZE or len(board.cap) > PACKED_REPLIES:
        codes = board.code_at[start : start + width]
        return rank_listed(board, aim, memory, candidates, place, above, below, codes, alike)
    if n < FEW:
        return rank_small(board, aim, memory, candidates, place, above, below, first, alike)
    count_packed(board, memory, candidates, start, width)
    return rank_packed(board, aim, memory, n, place, below, start, width, alike)
