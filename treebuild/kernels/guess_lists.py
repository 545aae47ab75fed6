"""Which guesses a scan tries: one of those that a symmetry of the candidates makes equal, or a sample.

A swap exchanges two pegs, two symbols, or both at once. One that maps the candidates onto themselves maps a guess to
one that makes parts of the same sizes, and is a candidate if the first one is. So of two such guesses only the first
need be tried. Nor do symbols that no candidate has differ: where symbols may repeat, only the first of these is used.
It works for games that have all codes of their space: there the symbols of a code give its index.
"""

from __future__ import annotations

from treebuild.kernels.constants import (
    MARKS,
    MAX_SWAPS,
    MIN_CANDIDATES_ABSENT,
    MIN_CANDIDATES_SWAPS,
    NONE,
)
from treebuild.kernels.layout import Swap
from treebuild.kernels.uncompiled import bit, count_bits, flag, i64, u64, word


def add_swap(work, found, peg, other_peg, symbol, other_symbol):
    """Note a swap. Returns how many there are."""
    swap = work.swaps + found
    swap[0].peg, swap[0].other_peg = peg, other_peg
    swap[0].symbol, swap[0].other_symbol = symbol, other_symbol
    return found + 1


def swapped(symbols, peg, swap):
    """The symbol of a peg of a code after a swap."""
    symbol: i64 = symbols[swap.other_peg if peg == swap.peg else swap.peg if peg == swap.other_peg else peg]
    return swap.other_symbol if symbol == swap.symbol else swap.symbol if symbol == swap.other_symbol else symbol


def swapped_code(tables, code, swap):
    """The index of the code that a code becomes by a swap.

    A symbol counts, in the index, as many codes as there are for each lower symbol that its peg could have instead.
    """
    symbols = tables.code + code * tables.pegs
    index: i64 = 0
    used: u64 = 0
    for peg in range(tables.pegs):
        symbol = swapped(symbols, peg, swap)
        lower = symbol
        if not tables.repeat:
            lower -= count_bits(used & (bit(symbol) - 1))
            used |= bit(symbol)
        index += lower * tables.place[peg]
    return index


def keeps(tables, work, candidates, n, swap):
    """Whether the candidates, marked in work.sought, stay the same by a swap."""
    for secret in candidates[:n]:
        if not work.sought[swapped_code(tables, secret, swap)]:
            return False
    return True


def symbols_present(tables, candidates, n):
    """A bit for every symbol that a candidate has."""
    present: u64 = 0
    for secret in candidates[:n]:
        symbols = tables.secret + secret * tables.pegs
        for peg in range(tables.pegs):
            present |= bit(symbols[peg])
    return present


def find_swaps(tables, work, candidates, n, absent_too):
    """Write swaps that map the candidates onto themselves to work.swaps; return how many.

    Of symbols that change places freely each is swapped with the next of them only, and likewise of pegs: a code that
    comes first under these swaps comes first under all of them. `absent_too` says whether symbols that no candidate has
    are swapped with each other.
    """
    symbols, present = tables.symbol_count, symbols_present(tables, candidates, n)
    found: i64 = 0
    for b in range(1, symbols):
        for a in range(b - 1, -1, -1):
            here, there = present >> a & 1, present >> b & 1
            if here != there or (not here and not absent_too):
                continue
            if found < MAX_SWAPS and (not here or keeps(tables, work, candidates, n, Swap(0, 0, a, b))):
                found = add_swap(work, found, 0, 0, a, b)
                break
    if tables.source == MARKS:
        return found
    for j in range(1, tables.pegs):
        next_of_class: flag = True
        for i in range(j - 1, -1, -1):
            if keeps(tables, work, candidates, n, Swap(i, j, 0, 0)):
                if next_of_class and found < MAX_SWAPS:
                    found = add_swap(work, found, i, j, 0, 0)
                next_of_class = False
                continue
            for b in range(1, symbols):
                for a in range(b):
                    if found < MAX_SWAPS and keeps(tables, work, candidates, n, Swap(i, j, a, b)):
                        found = add_swap(work, found, i, j, a, b)
    return found


def comes_first(tables, work, swaps, code):
    """Whether no swap found makes an earlier code of a code."""
    symbols, pegs = tables.code + code * tables.pegs, tables.pegs
    for number in range(swaps):
        for peg in range(pegs):
            symbol = swapped(symbols, peg, work.swaps[number])
            if symbol != symbols[peg]:
                if symbol < symbols[peg]:
                    return False
                break
    return True


def list_different(tables, work, candidates, n):
    """The codes that no swap found makes equal to an earlier one."""
    left_out: u64 = 0
    swaps: i64 = 0
    count: i64 = 0
    if tables.repeat:
        absent = word(~symbols_present(tables, candidates, n)) & (bit(tables.symbol_count) - 1)
        left_out = absent & (absent - 1)  # all but the lowest
    if n >= MIN_CANDIDATES_SWAPS:
        swaps = find_swaps(tables, work, candidates, n, not tables.repeat)
    for code in range(tables.codes):
        symbols = tables.code + code * tables.pegs
        named: u64 = 0
        for peg in range(tables.pegs):
            named |= bit(symbols[peg])
        if not named & left_out and comes_first(tables, work, swaps, code):
            work.guesses[count] = code
            count += 1
    return count


def list_sample(tables, work, candidates, n):
    """The codes of the sample, and candidates: at most as many more, evenly spread."""
    some, members = tables.sampled, min(n, tables.sampled)
    count: i64 = 0
    i: i64 = 0
    j: i64 = 0
    while i < some or j < members:
        drawn: i64 = tables.sample[i] if i < some else tables.codes
        member: i64 = candidates[j * n // members] if j < members else tables.codes
        work.guesses[count] = min(drawn, member)
        count += 1
        i += drawn <= member
        j += member <= drawn
    return count


def is_sought(tables, work, code):
    """Whether a code wins against a candidate; work.sought marks these."""
    secret = tables.secret_of[code]
    return secret != NONE and work.sought[secret] != 0


def list_guesses(tables, work, candidates, n, members_only):
    """Write the guesses to try to work.guesses, ascending, and return their number. work.sought marks candidates."""
    codes, guesses = tables.codes, work.guesses
    count: i64 = 0
    if members_only and tables.one_list:
        for i in range(n):
            guesses[i] = candidates[i]
        return n
    if members_only:
        for code in range(codes):
            if is_sought(tables, work, code):
                guesses[count] = code
                count += 1
        return count
    if tables.places > 0 and n >= MIN_CANDIDATES_ABSENT:
        count = list_different(tables, work, candidates, n)
    else:
        count = codes
        if tables.sampled == 0:
            for code in range(codes):
                guesses[code] = code
    if tables.sampled and count > tables.sampled:
        return list_sample(tables, work, candidates, n)
    return count


def write_orbits(tables, work, candidates, n, orbits):
    """Write orbits, int32 (codes,): the lowest code that swaps which keep the candidates make of each."""
    for secret in candidates[:n]:
        work.sought[secret] = 1
    swaps = find_swaps(tables, work, candidates, n, 1)
    for secret in candidates[:n]:
        work.sought[secret] = 0
    for code in range(tables.codes):
        orbits[code] = NONE
    for lowest in range(tables.codes):
        if orbits[lowest] != NONE:
            continue
        orbits[lowest], work.guesses[0] = lowest, lowest
        done: i64 = 0
        found: i64 = 1  # codes of this orbit, in work.guesses
        while done < found:
            for number in range(swaps):
                image = swapped_code(tables, work.guesses[done], work.swaps[number])
                if orbits[image] == NONE:
                    orbits[image], work.guesses[found] = lowest, image
                    found += 1
            done += 1
