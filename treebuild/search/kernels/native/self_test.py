"""Whether an entry point does what it should, on a game of six codes.

Compiled code is called by numba's private convention, with code made on another machine, perhaps by another numba. So
everything that is loaded works out something small first, which is compared with what plain Python makes of it
(OUTCOMES, see tests/search/test_native.py). A test takes a millisecond at most.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from treebuild.search.kernels.layout import (
    BY_INFORMATION,
    BY_SUM,
    COUNTS,
    CRUSH,
    EXACT,
    GUESSES_PER_BLOCK,
    INFINITE,
    MIN_CANDIDATES_SIZES,
    NONE,
    Array,
    Costs,
    GameTables,
    ReplyTables,
)
from treebuild.search.kernels.native.calling import Entry
from treebuild.search.kernels.random_player_layout import MAX_LEVELS, PAD_WORDS, SCALE
from treebuild.search.kernels.ruled_layout import SHRINKING, RuledCosts, RuledTables, ruled_workspace
from treebuild.search.kernels.workspaces import checker_workspace, empty_table, scan_workspace, search_workspace

OUTCOMES: dict[str, tuple[int, ...]] = {
    "solve": (13, 0, 11, 3, 2),
    "solve_ruled": (13, 0, 11, 3, 2),
    "choose": (5, 0),
    "fill_columns": (0, 1, 2, 0, 4, 2),
    "max_parts": (3, 0),
    "fill_sizes": (2, 1, 1, 0, 1, 1, 1, 2, 0, 1),
    "fill_sums": (7, 7, 4, 4),
    "fill_orbits": (0, 1, 2, 3, 3, 1),
    "best_guess": (1, 0),
    "likeliest_guess": (2, 0),
    "not_refuted": (4, 3, 1, 3, 4, 5, 255, 255),
    "bound_set": (13, 0),
    "expected_residues": (3, 0, 1, 3, 2, 0),
}
"""What each has to make of the game, see `outcome`."""

Run = Callable[..., tuple[int, int]]

# Two of three digits, none twice; the replies in order are 0.1, 0.2, 1.0, 1.1 (which does not occur), 2.0.
_CODES = ("01", "02", "10", "12", "20", "21")
_WIN, _REPLIES, _ENTRIES, _DEPTHS = 4, 5, 64, 16


def passes(entry: Entry) -> bool:
    """Whether an entry point has the outcome that it should have."""
    try:
        return outcome(entry.name, entry) == OUTCOMES[entry.name]
    except (RuntimeError, TypeError):  # it returned an error, or takes other arguments
        return False


def outcome(name: str, run: Run) -> tuple[int, ...]:
    """What an entry point makes of the game: what it returns, and some of what it writes."""
    return _TESTS[name](run)


@cache
def _replies() -> Array:
    """uint8 (codes, codes): a reply is (bulls, cows), numbered in order."""
    numbers = {(0, 1): 0, (0, 2): 1, (1, 0): 2, (1, 1): 3, (2, 0): _WIN}
    matrix = np.empty((len(_CODES), len(_CODES)), np.uint8)
    for i, guess in enumerate(_CODES):
        for j, secret in enumerate(_CODES):
            bulls = sum(a == b for a, b in zip(guess, secret, strict=True))
            matrix[i, j] = numbers[bulls, len(set(guess) & set(secret)) - bulls]
    return matrix


def _tables() -> GameTables:
    size = len(_CODES)
    given: dict[str, Any] = {
        "reply": _replies(),
        "columns": _replies(),
        "code_at": _numbers(),
        "column_of": np.arange(size, dtype=np.int32),
        "columns_from": np.full(1, size, np.int32),
        "secret_of": np.arange(size, dtype=np.int32),
        "code_of": _numbers(),
        "own_column": np.arange(size, dtype=np.int32),
        "hash_word": np.arange(1, 2 * size + 1).reshape(size, 2) * 0x1234567,
        "cap": np.full(_REPLIES, _REPLIES - 1),
        "win": _WIN,
        "symbol_count": 0,
        "fixed_symbols": 0,
        "symmetric": 1,
        "one_winner": 1,
        "min_candidates_sizes": MIN_CANDIDATES_SIZES,
        "weighted": 0,
    }
    shapes = {
        "free_pegs": 0,
        "code_spelled": 0,
        "no_guesses": 0,
        "order": 0,
        "weight": 0,
        "fill_level": (0, 0),
        "symbols": (size, 0),
    }
    zeros: dict[str, Any] = {
        name: np.zeros(shape, GameTables.__annotations__[name].__metadata__[0]) for name, shape in shapes.items()
    }
    return GameTables(**given, **zeros)


def _costs() -> Costs:
    """Guesses are counted; all codes may be guessed, and all prunings are on but those that need more of a game."""
    logarithm = np.array([size * math.log(max(size, 1)) for size in range(len(_CODES) + 1)])
    rows, none = np.zeros((2, _DEPTHS), np.int64), np.zeros(2, np.int64)
    return Costs(np.arange(_DEPTHS), np.zeros(0, np.int64), rows, none, logarithm, 0)


def _numbers() -> Array:
    return np.arange(len(_CODES), dtype=np.uint32)


def _solve(run: Run) -> tuple[int, ...]:
    """The least total, and of four candidates when three codes may be guessed."""
    tables, costs, work = _tables(), _costs(), search_workspace(_tables(), empty_table(_ENTRIES))
    whole = run(tables, costs, work, _numbers(), 1, EXACT, INFINITE, 0, tables.no_guesses, 0)
    some = run(tables, costs, work, _numbers()[2:], 2, EXACT, INFINITE, 0, _numbers()[1:4], 0)
    return *whole, *some, int(work.state[1])


def _solve_ruled(run: Run) -> tuple[int, ...]:
    """The same where every guess has to be consistent with all replies so far."""
    size, weight = len(_CODES), np.ones(len(_CODES), np.int64)
    words = np.arange(1, 4 * size + 1).reshape(2 * size, 2) * 0x1234567
    tables = RuledTables(
        reply=_replies(),
        among=_replies(),
        keeps=np.eye(_REPLIES, dtype=np.uint8)[None],
        shape=np.zeros(size, np.uint8),
        secret_of=np.arange(size, dtype=np.int32),
        code_of=_numbers(),
        secret_word=words[:size],
        code_word=words[size:],
        weight=weight,
        group=np.arange(size, dtype=np.int32),
        surcharge=np.zeros(size, np.int64),
        win=_WIN,
        allows=SHRINKING,
        members=1,
        names_last=0,
        grouped=0,
    )
    costs, work = RuledCosts(np.arange(_DEPTHS), np.zeros(_DEPTHS, np.int64), 1), ruled_workspace(tables, _ENTRIES)
    whole = run(tables, costs, work, _numbers(), 1, INFINITE, _numbers(), _numbers()[:0], 0)
    some = run(tables, costs, work, _numbers()[2:], 2, INFINITE, _numbers(), _numbers()[1:4], 0)
    return *whole, *some, int(work.state[1])


def _choose(run: Run) -> tuple[int, ...]:
    tables = _tables()
    return run(
        tables,
        _costs(),
        search_workspace(_tables(), empty_table(_ENTRIES)),
        _numbers()[1:],
        tables.no_guesses,
        CRUSH,
        0,
    )


def _fill_columns(run: Run) -> tuple[int, ...]:
    columns = np.zeros_like(_replies())
    run(_replies(), np.ascontiguousarray(_numbers()[::-1]), columns)
    return tuple(columns[1].tolist())


def _max_parts(run: Run) -> tuple[int, ...]:
    size = len(_CODES)
    space = np.zeros(size, np.uint8), np.zeros(_REPLIES, np.int64), np.zeros(size, np.uint32), np.zeros(1, np.uint64)
    return run(_tables(), *space, _numbers()[1:])


def _reply_tables() -> ReplyTables:
    """Replies that are computed: a sum is 3 * bulls and the symbols in common."""
    code = np.array([[int(digit) for digit in code] for code in _CODES], np.uint8)
    reply_of, numbers = np.zeros(256, np.uint8), np.arange(len(_CODES) + 1)
    reply_of[[1, 2, 4, 5, 8]] = range(_REPLIES)
    return ReplyTables(
        by_secret=np.zeros((0, 0), np.uint8),
        columns=np.ascontiguousarray(code.T),
        counts=np.array([(code == symbol).sum(axis=1) for symbol in range(3)], np.uint8),
        code=code,
        secret=code,
        reply_of=reply_of,
        sum_of=np.array([1, 2, 4, 5, 8], np.uint8),
        secret_of=numbers[:-1].astype(np.int32),
        winner=numbers[:-1].astype(np.int32),
        begin=numbers,
        place=np.array([2, 1]),
        sample=np.zeros(0, np.int32),
        source=COUNTS,
        symbol_count=3,
        repeat=0,
        one_list=1,
    )


def _fill_sizes(run: Run) -> tuple[int, ...]:
    tables, numbers = _reply_tables(), np.arange(5, dtype=np.int32)
    sizes = np.zeros((2, _REPLIES), np.int32)
    run(tables, scan_workspace(tables), numbers[:2], numbers, sizes)
    return tuple(sizes.ravel().tolist())


def _fill_sums(run: Run) -> tuple[int, ...]:
    """Of the squares of the part sizes."""
    tables, numbers = _reply_tables(), np.arange(5, dtype=np.int32)
    sums, parts = np.zeros(2, np.int64), np.zeros(2, np.int64)
    run(tables, scan_workspace(tables), np.arange(6) ** 2, numbers[:2], numbers, sums, parts)
    return *sums.tolist(), *parts.tolist()


def _fill_orbits(run: Run) -> tuple[int, ...]:
    """After 01 and one bull: 02 and 21."""
    tables, orbits = _reply_tables(), np.zeros(len(_CODES), np.int32)
    run(tables, scan_workspace(tables), np.array([1, 5], np.int32), orbits)
    return tuple(orbits.tolist())


def _best_guess(run: Run) -> tuple[int, ...]:
    tables, numbers = _reply_tables(), np.arange(len(_CODES), dtype=np.int32)
    return run(tables, scan_workspace(tables), np.arange(len(_CODES) + 1) ** 2, BY_SUM, 1, 0, numbers[1:])


def _likeliest_guess(run: Run) -> tuple[int, ...]:
    tables, numbers = _reply_tables(), np.arange(len(_CODES), dtype=np.int32)
    units, weight = np.array([2.0**40, 0.0]), np.array([3, 1, 4, 1, 5, 9])
    parts = np.zeros((GUESSES_PER_BLOCK // 4, _REPLIES), np.int64)
    return run(tables, scan_workspace(tables), numbers, weight, BY_INFORMATION, 0, units, parts, numbers)


def _not_refuted(run: Run) -> tuple[int, ...]:
    left = np.full(len(_CODES), NONE & 0xFF, np.uint32)
    found = run(_tables(), _costs(), checker_workspace(_tables(), False), _numbers()[1:], 1, 11, _numbers(), left)
    return *found, *left.tolist()


def _bound_set(run: Run) -> tuple[int, ...]:
    return run(_tables(), _costs(), checker_workspace(_tables(), False), _numbers(), 1, 3, INFINITE)


def _expected_residues(run: Run) -> tuple[int, ...]:
    """Modulo a prime, in place of several: the numbers are small."""
    size, width, prime = len(_CODES), 40, 2147483647
    inverses = [[0, *(pow(number, -1, prime) for number in range(1, size + 1))]]
    primes = np.array([[prime], [pow(SCALE, -1, prime)]], np.uint64)
    pad, answered = np.zeros(PAD_WORDS, np.uint64), np.zeros(256, np.uint64)
    sets, starts = np.zeros((MAX_LEVELS, size), np.int32), np.zeros((MAX_LEVELS, _REPLIES + 1), np.int32)
    residues, seen = np.zeros((MAX_LEVELS, 1, width), np.uint64), np.zeros((MAX_LEVELS, size + 1), np.int64)
    sums, weights = np.zeros((MAX_LEVELS, width), np.int64), np.ones((1, size), np.int64)
    given = _replies(), pad, answered, weights, primes, np.array(inverses, np.uint64)
    found = run(*given, sets, sets.copy(), starts, sums, residues, seen)
    return *found, *residues[0, 0, :4].tolist()


_TESTS: dict[str, Callable[[Run], tuple[int, ...]]] = {
    "solve": _solve,
    "solve_ruled": _solve_ruled,
    "choose": _choose,
    "fill_columns": _fill_columns,
    "max_parts": _max_parts,
    "fill_sizes": _fill_sizes,
    "fill_sums": _fill_sums,
    "fill_orbits": _fill_orbits,
    "best_guess": _best_guess,
    "likeliest_guess": _likeliest_guess,
    "not_refuted": _not_refuted,
    "bound_set": _bound_set,
    "expected_residues": _expected_residues,
}
