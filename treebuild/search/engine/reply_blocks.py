"""Replies to blocks of guesses. Compiled code computes them if it has the rule of the game, else it reads the matrix.

A game whose replies are computed needs no matrix here, so that it may have many more codes.
"""

from __future__ import annotations

import math
from copy import copy
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from treebuild import kernels
from treebuild.game.game import Game
from treebuild.game.positions import Candidates
from treebuild.game.reply_matrix import Replies
from treebuild.game.reply_rules import MATRIX_LIMIT, Rule, matrix_size, reply_dtype
from treebuild.kernels.constants import COUNTS, FROM_MATRIX, MARKS, MAX_REPLIES_BYTES, PLACES
from treebuild.kernels.layout import ReplyTables, ScanWorkspace
from treebuild.kernels.workspaces import scan_workspace

SOURCES = {"counts": COUNTS, "places": PLACES, "marks": MARKS}  # by `RuleKind.in_kernels`
MOST_PAIRS = 1 << 34  # in a game with more pairs of a guess and a secret, a sample of the guesses is tried
SEED = 1996  # of that sample
_SYMBOLS = 256  # the most symbols that a byte can number
_NAMED = 63  # the most symbols for which a word has a bit each
_PEGS = 63  # the most pegs for which a word has a bit each


def is_computed(game: Game) -> bool:
    """Whether compiled code can compute the replies of a game, so that it needs no matrix."""
    rule = game.rule
    if not isinstance(rule, Rule) or not rule.kind.in_kernels or len(game.symbols) > _SYMBOLS:
        return False
    if SOURCES[rule.kind.in_kernels] != PLACES and rule.pegs > _PEGS:
        return False
    return int(rule.sums.max()) <= np.iinfo(rule.numbered.dtype).max


def is_too_large(game: Game) -> bool:
    """Whether the reply matrix of a game would take more than MATRIX_LIMIT."""
    return matrix_size(len(game.codes), len(game.secrets), len(game.replies)) > MATRIX_LIMIT


def sample_size(game: Game) -> int:
    """How many codes are drawn as guesses for the large positions of a game; 0 if all codes are tried."""
    codes, secrets = len(game.codes), len(game.secrets)
    if codes * secrets <= MOST_PAIRS or not is_computed(game) or game.secrets is not game.codes:
        return 0
    return MOST_PAIRS // secrets


def sample_rule(game: Game, candidates_only: bool = False) -> str:
    """The sample of guesses in words, for a tie rule; "" if all guesses are tried, as in all but large games."""
    size = 0 if candidates_only else sample_size(game)
    if not size:
        return ""
    return (
        f"where more than {size} guesses are left that symmetry does not make equal, of a sample: of as many codes, "
        f"drawn by the seed {SEED}, and of the candidates, of which at most as many are taken, evenly spread"
    )


def logarithms(secrets: int) -> NDArray[np.int64]:
    """n ln n for n = 0 ... secrets in fixed point, so that equal sums are equal integers.

    ln n is the sum of the logarithms of its primes, each rounded once. Two guesses with equal products of n^n have
    equal prime exponents, hence equal sums to the last bit, and the tie rule decides. The rounding is at most half a
    unit (some 2^-44) for each of some 2^16 prime factors. Unequal sums differ by more than that, unless the products
    agree to eight digits. In that case either sum may come out larger, but the same one on every machine.
    """
    unit = 2.0 ** (61 - math.ceil(math.log2(secrets * math.log(secrets + 1) + 1)))
    logarithm = np.zeros(secrets + 1, np.int64)
    for prime in range(2, secrets + 1):
        if logarithm[prime] == 0:
            step = round(math.log(prime) * unit)
            power = prime
            while power <= secrets:
                logarithm[power::power] += step
                power *= prime
    return np.arange(secrets + 1, dtype=np.int64) * logarithm


class ReplyBlocks:
    """The replies of a game, a block of guesses at a time. Only one thread at a time may use it.

    tables  the arrays that the compiled scans read
    work    their working space
    scan    the compiled scans

    >>> import numpy as np
    >>> from treebuild.search.engine.reply_blocks import ReplyBlocks
    >>> blocks = ReplyBlocks(reply_matrix("p2c3n"))
    >>> everything = np.arange(6, dtype=np.int32)
    >>> blocks.sizes(everything[:1], everything).tolist()
    [[0, 2, 1, 2, 1]]
    """

    def __init__(self, replies: Replies, computed: bool | None = None) -> None:
        """`computed` says whether replies are computed; by default they are if `is_computed` says they can be."""
        game = replies.game
        computed = is_computed(game) if computed is None else computed
        self.tables = _computed(replies) if computed else _read(replies)
        self._use(scan_workspace(self.tables))

    def _use(self, work: ScanWorkspace) -> None:
        self.work = work
        self.scan = kernels.load("scores", len(self.tables.sum_of)).Scan(self.tables, work)

    def fork(self) -> ReplyBlocks:
        """The same replies for another thread, with a working space of its own."""
        other = copy(self)
        other._use(scan_workspace(self.tables))
        return other

    def sizes(self, guesses: NDArray[np.int32], candidates: Candidates) -> NDArray[np.int32]:
        """int32 (guesses, replies): how many of the candidates give each reply to each guess.

        guesses and candidates are int32; the guesses ascend.
        """
        sizes = np.empty((len(guesses), len(self.tables.sum_of)), np.int32)
        self.scan.fill_sizes(guesses, candidates, sizes)
        return sizes

    def parts(self, guesses: NDArray[np.int32], candidates: Candidates) -> NDArray[np.int32]:
        """int32 (guesses, parts): the sizes of the parts that each guess makes of the candidates, and then zeros.

        There are as many columns as candidates or replies, whichever are fewer. The guesses ascend.
        """
        sizes = np.empty((len(guesses), min(len(candidates), len(self.tables.sum_of))), np.int32)
        self.scan.fill_parts(guesses, candidates, sizes)
        return sizes

    def sums(
        self, table: NDArray[np.int64], guesses: NDArray[np.int32], candidates: Candidates
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """int64 (guesses,) twice: for every guess the sum of table[size] over its parts, and the number of its parts.

        `table` is int64 (secrets + 1,), and 0 for an empty part. The guesses ascend.
        """
        sums, parts = np.empty(len(guesses), np.int64), np.empty(len(guesses), np.int64)
        self.scan.fill_sums(table, guesses, candidates, sums, parts)
        return sums, parts

    def orbits(self, candidates: Candidates) -> NDArray[np.int32]:
        """int32 (codes,): for every code the lowest code to which a symmetry of the candidates maps it.

        It holds only if `has_orbits`. The symmetries are generated by swaps of two pegs, of two symbols, or of both at
        once.
        """
        orbits = np.empty(len(self.tables.secret_of), np.int32)
        self.scan.fill_orbits(candidates, orbits)
        return orbits

    @property
    def has_orbits(self) -> bool:
        """Whether `orbits` can be used: the codes are those of a whole space, computed, and have no weights."""
        return len(self.tables.place) > 0


def _read(replies: Replies) -> ReplyTables:
    """The tables of a game whose replies the scans read from the matrix."""
    none, count, dtype = np.zeros((0, 0), np.uint8), replies.count, replies.by_secret.dtype
    numbers = np.arange(max(count, MAX_REPLIES_BYTES)).astype(dtype)
    return ReplyTables(
        by_secret=replies.by_secret,
        columns=none,
        counts=none,
        code=none,
        secret=none,
        reply_of=numbers,
        sum_of=numbers[:count].copy(),
        source=FROM_MATRIX,
        symbol_count=0,
        place=np.zeros(0, np.int64),
        repeat=0,
        **_winners(replies),
    )


def _computed(replies: Replies) -> ReplyTables:
    """The tables of a game whose replies the scans compute."""
    game, rule = replies.game, replies.game.rule
    assert isinstance(rule, Rule)
    source, symbols = SOURCES[rule.kind.in_kernels], len(game.symbols)
    code = game.code_symbols.astype(np.uint8)
    secret = code if game.secrets is game.codes else game.secret_symbols.astype(np.uint8)
    counted = symbols if source == COUNTS else 0
    counts = np.empty((counted, len(code)), np.uint8)
    for symbol, row in enumerate(counts):
        np.sum(code == symbol, axis=1, out=row)
    dtype = reply_dtype(replies.count)
    sum_of = rule.sums.astype(dtype)
    reply_of = np.zeros(max(int(sum_of.max()) + 1, MAX_REPLIES_BYTES), dtype)
    reply_of[sum_of] = np.arange(replies.count)
    place = _places(game)
    return ReplyTables(
        by_secret=np.zeros((0, 0), dtype),
        columns=np.ascontiguousarray(code.T),
        counts=counts,
        code=code,
        secret=secret,
        reply_of=reply_of,
        sum_of=sum_of,
        source=source,
        symbol_count=symbols,
        place=place,
        repeat=int(len(place) > 0 and game.space is not None and game.space.repeat),
        **_winners(replies),
    )


def _winners(replies: Replies) -> dict[str, Any]:
    """The fields of ReplyTables for the codes that win against each secret, and for the sample of guesses."""
    game, secret_of = replies.game, replies.secret_of
    winner = np.argsort(secret_of, kind="stable")[np.count_nonzero(secret_of < 0) :].astype(np.int32)
    begin = np.searchsorted(secret_of[winner], np.arange(len(game.secrets) + 1))
    size = sample_size(game)
    draw = Random(SEED).random
    keys = np.array([draw() for _ in game.codes]) if size else np.zeros(0)
    return {
        "secret_of": secret_of,
        "secrets": len(game.secrets),
        "winner": winner,
        "begin": begin.astype(np.int64),
        "one_list": int(np.array_equal(secret_of, np.arange(len(game.secrets)))),
        "sample": np.sort(np.argsort(keys, kind="stable")[:size]).astype(np.int32),
    }


def _places(game: Game) -> NDArray[np.int64]:
    """int64: the place value of each peg in the index of a code, see `kernels.guess_lists`; empty without `orbits`."""
    space = game.space
    if space is None or space.not_first is not None or game.conditions.weights or len(game.codes) != space.code_count:
        return np.zeros(0, np.int64)
    if game.secrets is not game.codes or space.symbols > _NAMED:
        return np.zeros(0, np.int64)
    pegs, symbols = space.pegs, space.symbols
    later = [
        symbols ** (pegs - 1 - peg) if space.repeat else math.perm(symbols - 1 - peg, pegs - 1 - peg)
        for peg in range(pegs)
    ]
    return np.array(later, np.int64)
