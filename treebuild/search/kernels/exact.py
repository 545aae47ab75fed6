"""The exact search: branch and bound over guesses, compiled. Arrays in, numbers out.

`search` is the whole algorithm; everything else here serves it. A node is a set of candidates at a depth. The value of
a node is the smallest cost of a tree for it, where a secret solved at depth d costs cost[d], an exact integer that
never falls with d. Values of INFINITE and above mean that the depth limit cannot be kept.

Bounds, with their proofs
-------------------------
FILL. Let no guess make more than w non-winning parts of the set S. A guess solves one secret at most, so a tree for S
solves at most 1 secret at depth d, w at d + 1, w * w at d + 2, ...: a node has at most w children, because a part of a
subset of S is a subset of a part of S. Costs never fall with depth, so filling the levels from the top is cheapest.
PARTS takes for w the most parts any guess makes of the set at hand, found by the scan. It holds for all sets below.
CAPS lowers w for a part that gives reply r to some guess: it lies within the part of all secrets that do, and whatever
the guess, no guess makes more than cap[r] parts of that.
PERFECT. A member that gets a different reply from every other candidate solves itself at d and all others at d + 1. No
tree does better: one secret at most is solved at d. Without such a member, either a non-member is guessed and nothing
is solved at d, or a member with two others in one part, of which one is solved at d + 2 or later.
SYMBOLS. If exchanging two symbols everywhere maps S onto itself, it maps a tree for S that starts with g onto one of
equal cost that starts with the image of g. The relation is transitive: (a c) = (a b)(b c)(a b). So within each class of
exchangeable symbols only codes that use them in ascending order of first occurrence need be guessed.
TWINS. Two guesses with equal partitions, winning part included, have equal costs.
A guess that is no member and leaves all candidates in one part tells nothing: as cost[d] <= cost[d + 1], a tree without
it costs no more. A member that does so removes itself, and is kept.
TABLE. Values and bounds of sets already seen, keyed by 128 random bits: each secret has a random 128-bit word, the key
is their exclusive or, mixed with the depth. Over the choice of words two given sets collide with probability 2^-128; a
search of 10^8 sets meets a collision with probability below 10^-22.
"""

import numpy as np

from treebuild.search.kernels.heuristics import rank_planned
from treebuild.search.kernels.layout import (
    AIM,
    BOARD,
    BOUND,
    COSTS,
    CRUSH,
    FILL,
    GUESS,
    I64,
    INFINITE,
    KEY,
    KEY2,
    MEMORY,
    NONE,
    OPEN,
    PACKED_SIZE,
    PAIR,
    PARTITION,
    PERFECT,
    PLACE,
    SET,
    SIZE,
    START,
    STOPPED,
    SYMBOLS,
    TABLE,
    TOO_DEEP,
    TWINS,
    VALUE,
    Aim,
    Array,
    Board,
    Memory,
    Place,
    kernel,
    types,
)  # fmt: skip
from treebuild.search.kernels.scan import count_bits, fill
from treebuild.search.kernels.symbols import classes, rename, renamed
from treebuild.search.kernels.table import DEPTH_KEY, key_of, known, look_up, remember


@kernel(PAIR(BOARD, AIM, MEMORY, SET, I64), inline=True)
def by_members(board: Board, aim: Aim, memory: Memory, candidates: Array, depth: int) -> tuple[int, int]:
    """PERFECT: (value, guess) where members decide it, else (a lower bound, -1). For games of 64 replies at most."""
    n = len(candidates)
    now, then, late = aim.cost[depth], aim.cost[depth + 1], aim.cost[depth + 2]
    if then >= INFINITE:
        return INFINITE, NONE
    near = INFINITE if late >= INFINITE else now + (n - 2) * then + late
    most, choice = n - 2, NONE
    if aim.plan[depth] >= CRUSH:
        most = n - 1  # a heuristic takes a perfect member (it has no better), but need not take the next best
    seen = memory.scratch[1].view(np.uint64)
    seen[:n] = np.uint64(1) << np.uint64(board.win)
    for i in range(n):
        code = int(board.code_of[candidates[i]])
        row, replies = board.reply[code], seen[i]
        for j in range(i + 1 if board.symmetric else 0, n):
            bit = np.uint64(1) << np.uint64(row[candidates[j]])
            replies |= bit
            if board.symmetric:
                seen[j] |= bit
        parts = count_bits(replies)
        if parts > most:
            if parts == n:
                return min(INFINITE, now + (n - 1) * then), code
            most, choice = parts, code
    if choice != NONE and near <= n * then:
        return min(INFINITE, near), choice
    return min(INFINITE, near, n * then), NONE


@kernel(types.void(COSTS, COSTS, I64, I64))
def sift(bound: Array, tie: Array, node: int, size: int) -> None:
    """Restore the heap below `node`: least bound first, then least tie."""
    b, t = bound[node], tie[node]
    while 2 * node + 1 < size:
        child = 2 * node + 1
        other = child + 1
        if other < size and (bound[other] < bound[child] or (bound[other] == bound[child] and tie[other] < tie[child])):
            child = other
        if b < bound[child] or (b == bound[child] and t < tie[child]):
            break
        bound[node], tie[node] = bound[child], tie[child]
        node = child
    bound[node], tie[node] = b, t


@kernel(I64(I64), inline=True)
def scramble(x: int) -> int:
    """A bijection of 64-bit words under which sums of images say nothing about exclusive ors (splitmix64)."""
    z = np.uint64(x)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return int(z ^ (z >> np.uint64(31)))


@kernel(I64(BOARD, AIM, MEMORY, SET, I64, I64, I64, I64, PARTITION), inline=True)
def measure(
    board: Board,
    aim: Aim,
    memory: Memory,
    candidates: Array,
    column: int,
    depth: int,
    best: int,
    widest: int,
    parts: Array,
) -> int:
    """Size and bound of every part of a guess. Returns the sum of the bounds, or a smaller one that is >= best.

    Of few candidates the scan has left the columns in the cache; the row of the guess is seldom there.
    """
    sizes = memory.scratch[0]
    sizes[: len(parts)] = 0
    if len(candidates) <= PACKED_SIZE and len(board.columns):
        for i in range(len(candidates)):
            reply = board.columns[candidates[i], column] >> 2
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
        if size < 3 or aim.prunings & FILL:
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
        places[reply] = start
        start += parts[reply, SIZE]
    for i in range(len(candidates)):
        reply = memory.answer[i]
        order[places[reply]] = candidates[i]
        places[reply] += 1
    i = 0
    for reply in range(len(parts)):
        key, key2 = 0, 0
        while i < places[reply]:
            key ^= board.word[order[i], 0]
            key2 ^= board.word[order[i], 1]
            i += 1
        parts[reply, KEY], parts[reply, KEY2] = key, key2


@kernel(I64(BOARD, AIM, MEMORY, I64, I64, PARTITION, SET, I64), inline=True)
def settle(
    board: Board, aim: Aim, memory: Memory, depth: int, best: int, parts: Array, order: Array, total: int
) -> int:
    """Raise the bounds of parts at `depth` by PERFECT and TABLE, without search, until their total reaches best."""
    if aim.prunings & TABLE:
        for reply in range(len(parts)):
            if parts[reply, OPEN]:
                entry = look_up(memory, parts[reply, KEY] ^ (depth * DEPTH_KEY), parts[reply, KEY2])
                if entry != NONE:
                    bound = max(memory.table[entry, VALUE], parts[reply, BOUND])
                    parts[reply, OPEN] = memory.table[entry, GUESS] == NONE
                    total += bound - parts[reply, BOUND]
                    parts[reply, BOUND] = bound
                    if total >= best:
                        return total
    if aim.prunings & PERFECT:
        for reply in range(len(parts)):
            size = parts[reply, SIZE]
            if not parts[reply, OPEN] or size > len(parts):
                continue
            start = parts[reply, START]
            bound, guess = by_members(board, aim, memory, order[start : start + size], depth)
            parts[reply, OPEN] = guess == NONE
            if bound > parts[reply, BOUND]:
                total += bound - parts[reply, BOUND]
                parts[reply, BOUND] = bound
            if total >= best:
                return total
    return total


@kernel(I64(PARTITION), inline=True)
def hardest(parts: Array) -> int:
    """The part to search next, or -1: the small ones first, which are cheap, then the largest, which says most."""
    chosen, weight = NONE, -1
    for reply in range(len(parts)):
        if parts[reply, OPEN]:
            size = parts[reply, SIZE]
            rank = size if size > len(parts) else 1 << 40
            if rank > weight:
                chosen, weight = reply, rank
    return chosen


@kernel(types.boolean(PARTITION, I64, PARTITION, I64), inline=True)
def twin(parts: Array, win: int, seen: Array, number: int) -> bool:
    """TWINS: whether the partition is among the last ones seen; else it is remembered. A sum of 128-bit words."""
    key, key2 = 0, 0
    for reply in range(len(parts)):
        if parts[reply, SIZE]:
            key += scramble(parts[reply, KEY] + (reply == win))
            key2 += scramble(parts[reply, KEY2])
    for i in range(min(number, len(seen))):
        if seen[i, 0] == key and seen[i, 1] == key2:
            return True
    seen[number % len(seen), 0], seen[number % len(seen), 1] = key, key2
    return False


@kernel(types.Tuple((SET, I64, PLACE))(BOARD, AIM, MEMORY, SET, PLACE, SET))
def name_symbols(
    board: Board, aim: Aim, memory: Memory, given: Array, place: Place, among: Array
) -> tuple[Array, int, Place]:
    """SYMBOLS: the candidates with their symbols renamed, the first symbol of the last class, and the place after them.

    A list of guesses to choose among is not renamed, so then nothing is.
    """
    if len(among) or board.symbol_count == 0 or not aim.prunings & SYMBOLS:
        memory.alike[place.level] = 0
        for a in range(board.symbol_count):
            memory.names[place.level, a] = a
        return given, int(max(board.symbol_count - 1, 0)), place
    classes(board, memory, given)
    first = rename(board, memory, place.level)
    candidates = memory.sets[place.sets : place.sets + len(given)]
    for i in range(len(given)):
        candidates[i] = renamed(board, int(given[i]), memory.names[place.level])
    return candidates, first, Place(place.depth, place.cap, place.level, place.top, place.sets + len(given))


@kernel(I64(BOARD, MEMORY, I64, I64))
def old_name(board: Board, memory: Memory, level: int, guess: int) -> int:
    """The guess with the names its symbols had before `name_symbols`."""
    if guess == NONE or board.symbol_count == 0:
        return guess
    names = memory.scratch[0, : board.symbol_count]
    for a in range(board.symbol_count):
        names[memory.names[level, a]] = a
    return renamed(board, guess, names)


@kernel(PAIR(BOARD, MEMORY, SET, PLACE, I64, I64))
def learned(board: Board, memory: Memory, given: Array, place: Place, value: int, guess: int) -> tuple[int, int]:
    """TABLE: store the value of a set under its old names too, by which `settle` finds it. Returns value and guess."""
    guess = old_name(board, memory, place.level, guess)
    key, key2 = key_of(board, given, place.depth)
    remember(memory, key, key2, value, guess, len(given))
    return value, guess


@kernel(types.void(COSTS, COSTS, I64))
def heapify(bound: Array, tie: Array, size: int) -> None:
    """Make a heap of guesses."""
    for node in range(size // 2 - 1, -1, -1):
        sift(bound, tie, node, size)


@kernel(PAIR(BOARD, AIM, MEMORY, SET, PLACE, I64, SET))
def search(
    board: Board, aim: Aim, memory: Memory, given: Array, place: Place, beta: int, among: Array
) -> tuple[int, int]:
    """The value of three or more candidates that members do not decide, and the guess that reaches it.

    The guess is the first, by (bound, sum of squared part sizes, code, symbols renamed), of those that reach the value.
    When the value is not below beta, the result is a lower bound, not below beta, and -1.
    """
    memory.state[1] += 1
    if place.level >= len(memory.parts) - 1 or place.top + len(board.code_at) > len(memory.bound):
        memory.state[0] = TOO_DEEP
    if memory.state[0]:
        return STOPPED, NONE
    candidates, first, place = name_symbols(board, aim, memory, given, place, among)
    n, depth, whole = len(candidates), place.depth, len(among) == 0
    if whole and aim.prunings & TABLE:
        value, choice = known(board, memory, candidates, depth, beta)
        if value != NONE:
            return learned(board, memory, given, place, value, choice)
    parts, seen, order = memory.parts[place.level], memory.twins[place.level], memory.sets[place.sets : place.sets + n]
    left, least, widest = rank_planned(board, aim, memory, candidates, place, NONE, beta, among, first)
    best, choice, floor = beta, NONE, NONE
    while best > least:
        bound, tie = memory.bound[place.top : place.top + left], memory.tie[place.top : place.top + left]
        heapify(bound, tie, left)
        last_bound, last_squares, number, top = NONE, NONE, 0, place.top + left
        while left and least < best and bound[0] < best:
            now, squares, column = bound[0], tie[0] >> 32, tie[0] & 0xFFFFFFFF
            left -= 1
            bound[0], tie[0] = bound[left], tie[left]
            sift(bound, tie, 0, left)
            total = measure(board, aim, memory, candidates, column, depth, best, widest, parts)
            if total >= best:
                continue
            group(board, memory, candidates, parts, order)
            if now != last_bound or squares != last_squares:
                last_bound, last_squares, number = now, squares, 0
            alone = number == 0 and (left == 0 or bound[0] != now or tie[0] >> 32 != squares)
            if aim.prunings & TWINS and not alone:
                if twin(parts, board.win, seen, number):
                    continue
                number += 1
            total = settle(board, aim, memory, depth + 1, best, parts, order, total)
            reply = hardest(parts)
            while total < best and reply != NONE:
                part, old = order[parts[reply, START] : parts[reply, START] + parts[reply, SIZE]], parts[reply, BOUND]
                below = Place(depth + 1, min(widest, board.cap[reply]), place.level + 1, top, place.sets + n)
                value, _ = search(board, aim, memory, part, below, best - total + old, board.nothing)
                if value == STOPPED:
                    return STOPPED, NONE
                parts[reply, OPEN] = 0
                total += value - old
                reply = hardest(parts)
            if total < best:
                best, choice = total, int(board.code_at[column])
        if floor != NONE:
            break
        floor = least
        if floor < best:
            left, _, _ = rank_planned(board, aim, memory, candidates, place, floor, best, among, first)
    value = best if choice != NONE else max(best, least)
    if whole and aim.prunings & TABLE:
        key, key2 = key_of(board, candidates, depth)
        remember(memory, key, key2, value, choice, n)
        return learned(board, memory, given, place, value, choice)
    return value, old_name(board, memory, place.level, choice)


@kernel(PAIR(BOARD, AIM, MEMORY, SET, I64, I64, I64, SET))
def solve(
    board: Board, aim: Aim, memory: Memory, candidates: Array, depth: int, beta: int, cap: int, among: Array
) -> tuple[int, int]:
    """`search` for any set: the value and a guess, or a lower bound not below beta and -1."""
    n = len(candidates)
    if n < 3:
        return fill(aim.cost, depth, 1, n), int(board.code_of[candidates[0]])
    if aim.prunings & PERFECT and n <= len(board.cap):
        value, guess = by_members(board, aim, memory, candidates, depth)
        if guess != NONE or value >= beta:
            return value, guess
    if aim.prunings & TABLE and len(among) == 0:
        value, guess = known(board, memory, candidates, depth, beta)
        if value != NONE:
            return value, guess
    return search(board, aim, memory, candidates, Place(depth, cap, 0, 0, 0), beta, among)
