"""Which guesses a scan tries: of guesses that a symmetry of the candidates makes equal only the first, or a sample.

A swap exchanges two pegs, two symbols, or both at once. If a swap maps the candidates onto themselves, it maps a guess
to a guess that makes parts of the same sizes, and a candidate to a candidate. So the scan need try only the first of
two such guesses. Symbols that no candidate has are alike too: where symbols may repeat, a guess need use only the first
of these. All this works for games that have all codes of their space, where the symbols of a code give its index.
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
    """Add a swap to the `found` swaps in work.swaps. Returns their new number."""
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

    A symbol adds tables.place[peg] to the index for each lower symbol that its peg could have instead: the number of
    codes that begin in the same way and have that symbol there.
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
    """Whether a swap maps the candidates, which are marked in work.sought, onto themselves."""
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

    Of symbols that change places freely, each is swapped only with the next one, and the same holds for pegs: a code
    that comes first under these swaps comes first under all swaps of the class. `absent_too` says whether symbols that
    no candidate has are swapped with each other.
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
    """Whether no swap in work.swaps maps a code to an earlier code."""
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
    """Write the codes that no symmetry makes equal to an earlier code to work.guesses. Returns their number."""
    left_out: u64 = 0
    swaps: i64 = 0
    count: i64 = 0
    if tables.repeat:
        absent = word(~symbols_present(tables, candidates, n)) & (bit(tables.symbol_count) - 1)
        left_out = absent & (absent - 1)  # all absent symbols but the lowest
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
    """Write the codes of the sample and candidates to work.guesses, ascending. Returns their number.

    There are at most as many candidates as codes in the sample, evenly spread.
    """
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
    """Whether a code wins against a candidate. work.sought marks the candidates."""
    secret = tables.secret_of[code]
    return secret != NONE and work.sought[secret] != 0


def list_guesses(tables, work, candidates, n, members_only):
    """Write the guesses to try to work.guesses, ascending. Returns their number. work.sought marks the candidates."""
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
    """Write to orbits, int32 (codes,), for each code the lowest code to which swaps that keep the candidates map it."""
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
        found: i64 = 1  # the number of codes of this orbit so far, which are in work.guesses
        while done < found:
            for number in range(swaps):
                image = swapped_code(tables, work.guesses[done], work.swaps[number])
                if orbits[image] == NONE:
                    orbits[image], work.guesses[found] = lowest, image
                    found += 1
            done += 1
