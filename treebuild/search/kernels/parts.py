"""The parts of one guess: their sizes, their bounds, and what is known of them without search.

Row r of Memory.parts[level] is the part of reply r: SIZE, START in the list that `group` writes, two words of key, a
lower BOUND, and whether it is OPEN, which means that its value is not known yet. The cost of a guess is at least the
sum of all BOUNDs.
"""

from treebuild.search.kernels.bounding import by_members, fill
from treebuild.search.kernels.compiling import AIM, BOARD, I64, MEMORY, PARTITION, PLACE, SET, kernel, types
from treebuild.search.kernels.layout import (
    AGAIN,
    BOUND,
    FILL,
    INFINITE,
    KEY,
    KEY2,
    NONE,
    OPEN,
    PACKED_SIZE,
    PERFECT,
    SIZE,
    START,
    TABLE,
    VALUE,
    Aim,
    Array,
    Board,
    Memory,
    Place,
)
from treebuild.search.kernels.table import guess_at, key_at, look_up


@kernel(I64(BOARD, AIM, MEMORY, SET, PLACE, I64, I64, I64), inline=True)
def measure(
    board: Board, aim: Aim, memory: Memory, candidates: Array, place: Place, column: int, best: int, widest: int
) -> int:
    """Size and bound of every part of the guess in a column. Returns the sum of the bounds, or a smaller one >= best.

    `widest` is the width of the set, see FILL. Of few candidates the scan has left the columns in the cache; the row of
    the guess is seldom there.
    """
    sizes, parts, depth = memory.scratch[0], memory.parts[place.level], place.depth
    sizes[: len(parts)] = 0
    if len(candidates) <= PACKED_SIZE:
        for i in range(len(candidates)):
            reply = board.columns[candidates[i], column]
            memory.answer[i] = reply
            sizes[reply] += 1
    else:
        row = board.reply[board.code_at[column]]
        for i in range(len(candidates)):
            reply = row[candidates[i]]
            memory.answer[i] = reply
            sizes[reply] += 1
    total = aim.cost[depth] * sizes[board.win]
    for reply in range(len(parts)):
        size = sizes[reply]
        parts[reply, SIZE] = size
        parts[reply, OPEN] = 0
        if size == 0 or reply == board.win:
            continue
        if size < 3 or aim.prunings[place.row] & FILL:
            bound = fill(aim.cost, depth + 1, min(widest, board.cap[reply]), size)
        else:
            bound = min(INFINITE, size * aim.cost[depth + 1])
        parts[reply, BOUND] = bound
        parts[reply, OPEN] = size > 2
        total += bound
        if total >= best:
            break
    return int(total)


@kernel(types.void(BOARD, MEMORY, SET, PARTITION, SET), inline=True)
def group(board: Board, memory: Memory, candidates: Array, parts: Array, order: Array) -> None:
    """Write the candidates part after part, in reply order, and find where each part starts, and its key.

    The replies are those that `measure` left in memory.answer. The candidates of a part keep their order.
    """
    places, start = memory.scratch[0], 0
    for reply in range(len(parts)):
        parts[reply, START] = start
        parts[reply, KEY], parts[reply, KEY2] = 0, 0
        places[reply] = start
        start += parts[reply, SIZE]
    for i in range(len(candidates)):
        reply, secret = memory.answer[i], candidates[i]
        order[places[reply]] = secret
        places[reply] += 1
        parts[reply, KEY] ^= board.word[secret, 0]
        parts[reply, KEY2] ^= board.word[secret, 1]


@kernel(I64(PARTITION, I64, I64), inline=True)
def next_smaller(parts: Array, size: int, reply: int) -> int:
    """The open part that comes after one of this size and reply, the largest first, then in reply order; or -1."""
    chosen = NONE
    for other in range(len(parts)):
        own = parts[other, SIZE]
        after = own < size or (own == size and other > reply)
        if parts[other, OPEN] and after and (chosen == NONE or own > parts[chosen, SIZE]):
            chosen = other
    return chosen


@kernel(I64(BOARD, AIM, MEMORY, PLACE, I64, PARTITION, SET, I64), inline=True)
def settle(
    board: Board, aim: Aim, memory: Memory, below: Place, best: int, parts: Array, order: Array, total: int
) -> int:
    """Raise the bounds of open parts by TABLE and PERFECT, without search, until their sum, `total`, reaches best.

    `below` is the place of the parts; `order` has the candidates part after part. Returns the sum.
    """
    prunings = aim.prunings[below.row]
    if prunings & TABLE:
        for reply in range(len(parts)):
            if parts[reply, OPEN]:
                entry = look_up(memory, key_at(parts[reply, KEY], below.depth, below.row), parts[reply, KEY2])
                if entry != NONE:
                    bound = max(memory.table[entry, VALUE], parts[reply, BOUND])
                    parts[reply, OPEN] = guess_at(memory, entry) == NONE
                    total += bound - parts[reply, BOUND]
                    parts[reply, BOUND] = bound
                    if total >= best:
                        return total
    if prunings & PERFECT:  # the largest first: they are the least likely to be perfect
        size, reply = len(parts) + 1, len(parts)
        while total < best:
            reply = next_smaller(parts, size, reply)
            if reply == NONE:
                break
            size, start = parts[reply, SIZE], parts[reply, START]
            bound, guess = by_members(board, aim, memory, order[start : start + size], below)
            parts[reply, OPEN] = guess == NONE
            if bound > parts[reply, BOUND]:
                total += bound - parts[reply, BOUND]
                parts[reply, BOUND] = bound
    return total


@kernel(I64(PARTITION, I64), inline=True)
def next_open(parts: Array, smallest: int) -> int:
    """The part to search next, or -1: the small ones first, which are cheap, then the largest, which says most.

    Parts of no more than `smallest` candidates are passed over.
    """
    chosen, weight = NONE, -1
    for reply in range(len(parts)):
        size = parts[reply, SIZE]
        if parts[reply, OPEN] == 1 and size > smallest:
            rank = size if size > len(parts) else 1 << 40
            if rank > weight:
                chosen, weight = reply, rank
    return chosen


@kernel(types.void(PARTITION), inline=True)
def reopen(parts: Array) -> None:
    """Open the parts that are to be searched again, by the plan, after RELAX has bounded them."""
    for reply in range(len(parts)):
        if parts[reply, OPEN] == AGAIN:
            parts[reply, OPEN] = 1
