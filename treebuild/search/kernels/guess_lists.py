"""Which guesses a scan tries: one of those that a symmetry of the candidates makes equal, or a sample.

A swap exchanges two pegs, two symbols, or both at once. One that maps the candidates onto themselves maps a guess to
one that makes parts of the same sizes, and is a candidate if the first one is. So of two such guesses only the first
need be tried. Nor do symbols that no candidate has differ: where symbols may repeat, only the first of these is used.
It works for games that have all codes of their space: there the symbols of a code give its index.
"""

import numpy as np

from treebuild.search.kernels.bits import Word, count_bits, integer
from treebuild.search.kernels.compiling import BYTES, I32_ARRAY, I64, REPLY_TABLES, SCAN_WORKSPACE, U64, kernel, types
from treebuild.search.kernels.layout import (
    MARKS,
    MAX_SWAPS,
    MIN_CANDIDATES_ABSENT,
    MIN_CANDIDATES_SWAPS,
    NONE,
    Array,
    ReplyTables,
    ScanWorkspace,
)


@kernel(I64(SCAN_WORKSPACE, I64, I64, I64, I64, I64), inline=True)
def _add_swap(work: ScanWorkspace, found: int, i: int, j: int, a: int, b: int) -> int:
    work.swaps[found, 0], work.swaps[found, 1], work.swaps[found, 2], work.swaps[found, 3] = i, j, a, b
    return found + 1


@kernel(types.UniTuple(I64, 4)(SCAN_WORKSPACE, I64), inline=True)
def _swap_at(work: ScanWorkspace, swap: int) -> tuple[int, int, int, int]:
    """The pegs and the symbols that a swap exchanges.

    To unpack a row of an array instead would compile an error with the path of this file in it, and then the same
    source would not make the same library everywhere.
    """
    return work.swaps[swap, 0], work.swaps[swap, 1], work.swaps[swap, 2], work.swaps[swap, 3]


@kernel(I64(BYTES, I64, I64, I64, I64, I64), inline=True)
def _swapped(symbols: Array, peg: int, i: int, j: int, a: int, b: int) -> int:
    """The symbol of a peg of a code when pegs i and j, and symbols a and b, change places."""
    symbol = int(symbols[j if peg == i else i if peg == j else peg])
    return b if symbol == a else a if symbol == b else symbol


@kernel(I64(REPLY_TABLES, I64, I64, I64, I64, I64), inline=True)
def _image(tables: ReplyTables, code: int, i: int, j: int, a: int, b: int) -> int:
    """The index of the code that a code becomes when pegs i and j, and symbols a and b, change places.

    A symbol counts, in the index, as many codes as there are for each lower symbol that its peg could have instead.
    """
    symbols, one, index, used = tables.code[code], np.uint64(1), 0, np.uint64(0)
    for peg in range(len(symbols)):
        symbol = lower = _swapped(symbols, peg, i, j, a, b)
        if not tables.repeat:
            lower -= integer(count_bits(used & ((one << np.uint64(symbol)) - one)))
            used |= one << np.uint64(symbol)
        index += lower * tables.place[peg]
    return int(index)


@kernel(types.boolean(REPLY_TABLES, SCAN_WORKSPACE, I32_ARRAY, I64, I64, I64, I64), inline=True)
def _keeps(tables: ReplyTables, work: ScanWorkspace, candidates: Array, i: int, j: int, a: int, b: int) -> bool:
    """Whether the candidates, marked in work.sought, stay the same when pegs i and j, and symbols a and b, swap."""
    kept = True
    for secret in candidates:
        if not work.sought[_image(tables, secret, i, j, a, b)]:
            kept = False
            break
    return kept


@kernel(U64(REPLY_TABLES, I32_ARRAY), inline=True)
def _present(tables: ReplyTables, candidates: Array) -> Word:
    """A bit for every symbol that a candidate has."""
    present = np.uint64(0)
    for secret in candidates:
        for symbol in tables.secret[secret]:
            present |= np.uint64(1) << np.uint64(symbol)
    return present


@kernel(I64(REPLY_TABLES, SCAN_WORKSPACE, I32_ARRAY, I64))
def find_swaps(tables: ReplyTables, work: ScanWorkspace, candidates: Array, absent_too: int) -> int:
    """Write swaps that map the candidates onto themselves to work.swaps, (peg, peg, symbol, symbol); return how many.

    Of symbols that change places freely each is swapped with the next of them only, and likewise of pegs: a code that
    comes first under these swaps comes first under all of them. `absent_too` says whether symbols that no candidate has
    are swapped with each other.
    """
    pegs, symbols, found, one = tables.code.shape[1], tables.symbol_count, 0, np.uint64(1)
    present = _present(tables, candidates)
    for b in range(1, symbols):
        for a in range(b - 1, -1, -1):
            here, there = present >> np.uint64(a) & one, present >> np.uint64(b) & one
            if here != there or (not here and not absent_too):
                continue
            if found < MAX_SWAPS and (not here or _keeps(tables, work, candidates, 0, 0, a, b)):
                found = _add_swap(work, found, 0, 0, a, b)
                break
    if tables.source == MARKS:
        return found
    for j in range(1, pegs):
        next_of_class = True
        for i in range(j - 1, -1, -1):
            if _keeps(tables, work, candidates, i, j, 0, 0):
                if next_of_class and found < MAX_SWAPS:
                    found = _add_swap(work, found, i, j, 0, 0)
                next_of_class = False
                continue
            for b in range(1, symbols):
                for a in range(b):
                    if found < MAX_SWAPS and _keeps(tables, work, candidates, i, j, a, b):
                        found = _add_swap(work, found, i, j, a, b)
    return found


@kernel(I64(REPLY_TABLES, SCAN_WORKSPACE, I32_ARRAY))
def _list_different(tables: ReplyTables, work: ScanWorkspace, candidates: Array) -> int:
    """The codes that no swap found makes equal to an earlier one."""
    pegs, one = tables.code.shape[1], np.uint64(1)
    left_out, swaps = np.uint64(0), 0
    if tables.repeat:
        absent = ~_present(tables, candidates) & ((one << np.uint64(tables.symbol_count)) - one)
        left_out = absent & (absent - one)  # all but the lowest
    if len(candidates) >= MIN_CANDIDATES_SWAPS:
        swaps = find_swaps(tables, work, candidates, not tables.repeat)
    count = 0
    for code in range(len(tables.code)):
        symbols, named = tables.code[code], np.uint64(0)
        for peg in range(pegs):
            named |= one << np.uint64(symbols[peg])
        if named & left_out:
            continue
        first = True
        for swap in range(swaps):
            i, j, a, b = _swap_at(work, swap)
            for peg in range(pegs):
                symbol = _swapped(symbols, peg, i, j, a, b)
                if symbol != symbols[peg]:
                    first = symbol > symbols[peg]
                    break
            if not first:
                break
        if first:
            work.guesses[count] = code
            count += 1
    return count


@kernel(I64(REPLY_TABLES, SCAN_WORKSPACE, I32_ARRAY))
def _list_sample(tables: ReplyTables, work: ScanWorkspace, candidates: Array) -> int:
    """The codes of the sample, and candidates: at most as many more, evenly spread."""
    some, n, count, i, j = len(tables.sample), len(candidates), 0, 0, 0
    members = min(n, some)
    while i < some or j < members:
        drawn = int(tables.sample[i]) if i < some else len(tables.secret_of)
        member = int(candidates[j * n // members]) if j < members else len(tables.secret_of)
        work.guesses[count] = min(drawn, member)
        count += 1
        i += drawn <= member
        j += member <= drawn
    return count


@kernel(I64(REPLY_TABLES, SCAN_WORKSPACE, I32_ARRAY, I64))
def list_guesses(tables: ReplyTables, work: ScanWorkspace, candidates: Array, members_only: int) -> int:
    """Write the guesses to try to work.guesses, ascending, and return their number. work.sought marks candidates."""
    codes, count = len(tables.secret_of), 0
    if members_only and tables.one_list:
        for i in range(len(candidates)):
            work.guesses[i] = candidates[i]
        return len(candidates)
    if members_only:
        for code in range(codes):
            if work.sought[tables.secret_of[code]]:
                work.guesses[count] = code
                count += 1
        return count
    whole = len(tables.place) > 0
    if whole and len(candidates) >= MIN_CANDIDATES_ABSENT:
        count = _list_different(tables, work, candidates)
    else:
        count = codes
        if len(tables.sample) == 0:
            for code in range(codes):
                work.guesses[code] = code
    if len(tables.sample) and count > len(tables.sample):
        return _list_sample(tables, work, candidates)
    return count


@kernel(types.void(REPLY_TABLES, SCAN_WORKSPACE, I32_ARRAY, I32_ARRAY))
def fill_orbits(tables: ReplyTables, work: ScanWorkspace, candidates: Array, orbits: Array) -> None:
    """Write orbits, int32 (codes,): the lowest code that swaps which keep the candidates, int32, make of each."""
    for secret in candidates:
        work.sought[secret] = 1
    swaps = find_swaps(tables, work, candidates, 1)
    for secret in candidates:
        work.sought[secret] = 0
    orbits[:] = NONE
    for lowest in range(len(orbits)):
        if orbits[lowest] != NONE:
            continue
        orbits[lowest], work.guesses[0] = lowest, lowest
        done, found = 0, 1  # codes of this orbit, in work.guesses
        while done < found:
            for swap in range(swaps):
                i, j, a, b = _swap_at(work, swap)
                image = _image(tables, work.guesses[done], i, j, a, b)
                if orbits[image] == NONE:
                    orbits[image], work.guesses[found] = lowest, image
                    found += 1
            done += 1
