"""Players who choose at random: the guesses that they need, computed exactly or from games that they play.

A player has a rule that says which codes it may guess, each with the same chance. So the numbers of secrets that it is
expected to find by its first guess, its second, ... are sums over positions: over every code that it may guess, and
every part that this code makes.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from statistics import NormalDist
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from treebuild.analysis.random_player import expected_counts
from treebuild.errors import Remedy, TreebuildError, UsageError, check_type
from treebuild.game.conditions import Supports
from treebuild.game.game import Game
from treebuild.game.lookup import as_game
from treebuild.game.positions import Candidates, History
from treebuild.game.reply_matrix import Replies, partition, reply_matrix
from treebuild.game.reply_rules import matrix_size
from treebuild.game.symmetry import symmetry_of
from treebuild.search.engine.reply_blocks import ReplyBlocks
from treebuild.search.greedy import SCORES
from treebuild.tree.policy import Progress

Ties: TypeAlias = Literal["random", "lowest"]
Codes = NDArray[np.int32]
Rule: TypeAlias = Callable[[Candidates, int], Codes]
"""(candidates, number of the guess) -> the codes that may be guessed."""

SURE = 0.95  # the chance that an interval holds the truth
EXACT_WORK = 100_000  # codes times secrets: in larger games the exact figures of players of all codes take too long
OF_ALL = Supports(weights=True)  # for players that look at all codes; they take all weights to be equal
OF_CANDIDATES = Supports(weights=True, guesses=("all", "candidates", "consistent", "hard"))  # all allow candidates
MOST_READ = 1 << 28  # bytes of a reply matrix; where it is larger, players compute the replies that they need
REMEMBERED = 1 << 16  # positions whose guesses a player remembers while it plays
HEURISTIC = re.compile(r"heuristic-([1-9][0-9]?)")

SUMMARIES = {
    "random": "any candidate",
    "information": "of all codes, the fewest candidates left on average; the first guess at random (seed 0)",
    "information-candidates": "the same, of the candidates",
    "heuristic-N": "N times any candidate; then, of all codes, the most information (seed 3)",
}


@dataclass(frozen=True)
class Expected:
    """The exact result of a player.

    counts  how many secrets the player is expected to find with the first guess, the second, ...

    >>> from treebuild.analysis.players import expected
    >>> found = expected("random", "three-of-seven")
    >>> found.average, f"{float(found.average):.4f}", found.worst
    (Fraction(3726239, 907200), '4.1074', 7)
    """

    player: str
    game: Game
    counts: tuple[Fraction, ...]

    @property
    def average(self) -> Fraction:
        """Guesses per secret."""
        return _average(self.counts)

    @property
    def worst(self) -> int:
        """The most guesses that may be needed."""
        return len(self.counts)


@dataclass(frozen=True)
class Sampled:
    """The result of games that a player played: `counts` says how many games took one guess, two, ..."""

    player: str
    game: Game
    counts: tuple[int, ...]
    seed: int

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(self.counts)

    @property
    def average(self) -> Fraction:
        """Guesses per game."""
        return _average(self.counts)

    @property
    def worst(self) -> int:
        """The most guesses that were needed."""
        return len(self.counts)

    @property
    def error(self) -> float:
        """The standard error of the average."""
        mean = float(self.average)
        squares = sum(count * (guesses - mean) ** 2 for guesses, count in enumerate(self.counts, 1))
        return math.sqrt(squares / (self.games - 1) / self.games)

    @property
    def interval(self) -> tuple[float, float]:
        """An interval that holds the expected number of guesses with probability SURE."""
        width = NormalDist().inv_cdf((1 + SURE) / 2) * self.error
        return float(self.average) - width, float(self.average) + width


Played: TypeAlias = Expected | Sampled


def _average(counts: Sequence[Fraction | int]) -> Fraction:
    return Fraction(sum(guess * count for guess, count in enumerate(counts, 1))) / sum(counts)


@dataclass(frozen=True)
class Comparison:
    """Two players of one game: how many more guesses the second needs, and how certain that is.

    doubt  the chance of seeing such a difference, or a larger one, if there is none; 0 for exact figures that differ
    """

    first: Played
    second: Played

    @property
    def difference(self) -> Fraction:
        """How many guesses more the second needs on average."""
        return self.second.average - self.first.average

    @property
    def error(self) -> float:
        """The standard error of the difference; exact figures have none."""
        return math.hypot(*(one.error for one in (self.first, self.second) if isinstance(one, Sampled)))

    @property
    def doubt(self) -> float:
        """Two-sided, by the normal distribution, as Welch's test is for many games."""
        if not self.error:
            return float(self.difference == 0)
        return math.erfc(abs(float(self.difference)) / self.error / math.sqrt(2))


def players(
    names: str | Sequence[str] = "random",
    game: Game | str = "p4c10n",
    *,
    ties: Ties = "random",
    games: int | None = None,
    seed: int = 0,
    jobs: int = 1,
    progress: Progress | None = None,
) -> list[Played]:
    """What players who choose at random need, in the order of their names, each one of SUMMARIES.

    A result has `counts`, how many secrets are found with the first guess, the second, ..., their `average`, and the
    `worst`. Without `games` the results are exact, an `Expected` each, and `jobs` threads compute them. With `games`
    each player plays this number of games, drawn by `seed`; the result is a `Sampled`, and its `interval` holds the
    expected number of guesses with a probability of 95 %. `ties` says which of equally good codes a player guesses:
    any, or the lowest. Raises TreebuildError for an unknown player and for a game that is too large.

    >>> [f"{played.player} {float(played.average):.4f}" for played in players(["random", "information"], "p3c6n")]
    ['random 3.6927', 'information 3.9119']
    >>> (played,) = players("random", "p3c6n", games=100)
    >>> played.games, played.average
    (100, Fraction(92, 25))
    """
    check_type(names, (str, list, tuple), "player: expected a name, or a list of names")
    named, game = [names] if isinstance(names, str) else names, as_game(game)
    for name in named:
        check_type(name, str, "player: expected a name")
    if games is not None:
        return [sampled(name, game, games=games, seed=seed, ties=ties, progress=progress) for name in named]
    return [expected(name, game, ties=ties, jobs=jobs, progress=progress) for name in named]


def expected(
    player: str,
    game: Game | str = "p4c10n",
    *,
    ties: Ties = "random",
    jobs: int = 1,
    progress: Progress | None = None,
) -> Expected:
    """The exact result of a player of SUMMARIES, when every secret has the same chance.

    `ties` says what a player guesses of codes that are equally good by its rule: any of them, or the lowest (seed 0).
    Raises TreebuildError for an unknown player and for a game that is too large.
    """
    game = as_game(game)
    replies = reply_matrix(game)
    rule = _rule(player, replies, ties)
    if player == "random":
        return Expected(player, game, expected_counts(replies, jobs, progress))
    if len(game.codes) * len(game.secrets) > EXACT_WORK:
        raise TreebuildError(
            f"{game.name} is too large for exact figures of {player!r}",
            remedy=Remedy("{} plays a sample", "games", 10_000),
        )
    return Expected(player, game, _Sums(replies, rule, ties == "random", progress).counts())


def sampled(
    player: str,
    game: Game | str = "p4c10n",
    *,
    games: int,
    seed: int = 0,
    ties: Ties = "random",
    progress: Progress | None = None,
) -> Sampled:
    """Let a player play `games` games, at least two. The seed draws the secrets and the guesses.

    Raises TreebuildError for an unknown player, too few games, and a negative seed.
    """
    game = as_game(game)
    for number in games, seed:
        check_type(number, (int, np.integer), "number of games, or seed: expected a whole number")
    if games < 2 or seed < 0:
        raise TreebuildError(f"{games} games with the seed {seed}: expected at least two, and no negative seed")
    replies = reply_matrix(game)
    rule = _remembering(_rule(player, replies, ties))
    if matrix_size(len(game.codes), len(game.secrets), replies.count) <= MOST_READ:
        replies.matrix  # noqa: B018 - now `to` reads it
    draw, everything = Random(seed), np.arange(len(game.secrets), dtype=np.int32)
    taken: Counter[int] = Counter()
    for number in range(games):
        if progress is not None and number % 64 == 0:
            progress(number, games, player)
        secret, candidates, guesses, reply = draw.randrange(len(everything)), everything, 0, -1
        while reply != game.win:
            guesses += 1
            codes = rule(candidates, guesses)
            code = int(codes[draw.randrange(len(codes))])
            answers = replies.to(code, candidates)
            reply = int(answers[np.searchsorted(candidates, secret)])
            candidates = candidates[answers == reply]
        taken[guesses] += 1
    return Sampled(player, game, tuple(taken[guesses] for guesses in range(1, max(taken) + 1)), seed)


def _remembering(rule: Rule) -> Rule:
    """The rule, asked only once for a position that returns in other games, as the first one does in all."""
    known: dict[tuple[int, bytes], Codes] = {}

    def remembered(candidates: Candidates, guess: int) -> Codes:
        position = guess, candidates.tobytes()
        if position not in known:
            if len(known) == REMEMBERED:
                known.clear()
            known[position] = rule(candidates, guess)
        return known[position]

    return remembered


def _rule(player: str, replies: Replies, ties: Ties) -> Rule:
    """The rule of a player. Raises TreebuildError for an unknown name, and for a game that may forbid its guesses."""
    everything = np.arange(len(replies.game.codes), dtype=np.int32)
    heuristic = HEURISTIC.fullmatch(player)
    if (player not in SUMMARIES and heuristic is None) or player == "heuristic-N":
        raise UsageError(f"unknown player {player!r}: expected one of {', '.join(SUMMARIES)}, N a number such as 3")
    candidates_only = player in ("random", "information-candidates")
    replies.game.require(repr(player), OF_CANDIDATES if candidates_only else OF_ALL)
    at_random = int(heuristic[1]) if heuristic else 1
    table, _ = SCORES["entropy" if heuristic else "minavg"].table(len(replies.game.secrets))
    blocks = None if player == "random" else ReplyBlocks(replies)

    def rule(candidates: Candidates, guess: int) -> Codes:
        members = replies.code_of[candidates]
        if blocks is None or guess <= at_random or len(candidates) == 1:
            return members
        codes = np.sort(members) if candidates_only else everything
        scores, _ = blocks.sums(table, codes, candidates)
        best: Codes = codes[scores == scores.min()]
        return best if ties == "random" else best[:1]

    return rule


class _Sums:
    """Sums over positions, each computed once; with a rule that is `fair` to symmetric codes, once up to symmetry.

    No rule is fair where a secret has several winning codes, because only the lowest of these is guessed at random.
    """

    def __init__(self, replies: Replies, rule: Rule, fair: bool, progress: Progress | None) -> None:
        self.replies, self.rule, self.progress = replies, rule, progress
        self.symmetry = symmetry_of(replies) if fair and not replies.several_winners else None
        self.known: dict[tuple[int, bytes], list[Fraction]] = {}

    def counts(self) -> tuple[Fraction, ...]:
        """The expected counts of the whole game."""
        return tuple(self._below((), np.arange(len(self.replies.game.secrets), dtype=np.int32)))

    def _below(self, history: History, candidates: Candidates) -> list[Fraction]:
        """How many of these candidates are expected to be found by the next guess, the one after it, ..."""
        depth = len(history) + 1
        codes, weights = self._distinct(history, candidates, self.rule(candidates, depth))
        found: list[Fraction] = []
        for number, (code, weight) in enumerate(zip(codes.tolist(), weights.tolist(), strict=True)):
            if self.progress is not None and depth == 1:
                self.progress(number, len(codes), "first guesses")
            for reply, part in partition(self.replies, code, candidates):
                if reply == self.replies.win:
                    _add(found, 0, [Fraction(weight)])
                    continue
                if len(part) == len(candidates):
                    raise TreebuildError(
                        f"{self.replies.game.name}: this player may go on for ever with guesses that tell nothing"
                    )
                if len(part) == 1:  # every player guesses it at once
                    _add(found, 1, [Fraction(weight)])
                    continue
                position = depth, part.tobytes()
                if position not in self.known:
                    self.known[position] = self._below((*history, (code, reply)), part)
                _add(found, 1, [weight * count for count in self.known[position]])
        total = sum(weights.tolist())
        return [count / total for count in found]

    def _distinct(self, history: History, candidates: Candidates, codes: Codes) -> tuple[Codes, NDArray[np.int64]]:
        """One code of each set that candidates answer alike, or that symmetry exchanges, and the sizes of the sets."""
        if self.symmetry is not None and len(history) < 2:
            return np.unique(self.symmetry.orbits(history)[codes], return_counts=True)
        rows = self.replies.matrix[np.ix_(codes, candidates)]
        _, first, weights = np.unique(rows, axis=0, return_index=True, return_counts=True)
        return codes[first], weights


def _add(found: list[Fraction], start: int, counts: Sequence[Fraction]) -> None:
    found.extend([Fraction(0)] * (start + len(counts) - len(found)))
    for at, count in enumerate(counts, start):
        found[at] += count
