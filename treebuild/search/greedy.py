"""Greedy strategies: each takes the guess with the best score, computed from the sizes of the parts that it makes."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.positions import Candidates, History
from treebuild.game.reply_matrix import Replies, count_replies, weigh_groups, weigh_replies
from treebuild.game.reply_rules import Indices
from treebuild.kernels.constants import BY_CRUSH, BY_INFORMATION, BY_LARGEST, BY_SIZE, BY_SUM, GUESSES_PER_BLOCK
from treebuild.search.engine.reply_blocks import ReplyBlocks, logarithms
from treebuild.search.goal.permitted import Permitted, is_ruled
from treebuild.tree.policy import Policy
from treebuild.tree.tree import ECounts

TIE_RULE = "best score over all parts, then a candidate, then the lowest index; of one or two candidates the lowest"
LIKELY_TIE_RULE = f"{TIE_RULE}; of candidates the heaviest first"

CHECKED = 256  # secrets for which a score is checked when it is made
_BLOCK = 1 << 22  # counts, of the candidates of each group that give each reply, that one array may hold


def in_words(game: Game, name: str) -> tuple[str, str]:
    """The objective and the tie rule of a score in a game. The objective is "" where the algorithm's own holds."""
    score, played = SCORES[name], game.conditions
    by_size = score.likely is not None and score.likely.kind == BY_SIZE
    objective = score.likely.objective if score.likely and (played.weights or played.groups) else ""
    ties = LIKELY_TIE_RULE if objective else TIE_RULE
    if is_ruled(game):
        ties = "best score over all parts, " + "then the cheapest, " * (bool(played.costs) and not score.priced)
        ties += "then a candidate, " + "the heaviest first, " * bool(played.weights) + "then the lowest index"
        if not played.costs and played.guesses != "identify":
            ties += "; of one or two candidates the " + ("heaviest" if played.weights else "lowest")
        if played.costs and score.priced:
            objective = f"{'weight of ' if played.weights and by_size else ''}{score.priced}"
        if played.groups and by_size:
            objective = "sum of w*n over parts of weight w and of n groups" + ", its fall per cost" * bool(played.costs)
        elif played.groups and score.likely:
            objective += ", about the group"
    return objective, ties


@dataclass(frozen=True)
class Likely:
    """The form of a score where secrets have weights, for scores that are expectations over the secrets.

    kind       BY_SIZE or BY_INFORMATION: how the kernel computes it
    objective  the score in words
    bonus      for each unit of its weight, this is subtracted from the score of a guess that is a candidate
    """

    kind: int
    objective: str
    bonus: float = 0.0

    def units(self, whole: int) -> tuple[float, float]:
        """The factors of w ln w and of the weight of a candidate, where all secrets weigh `whole` together.

        After multiplication, w ln w is rounded to an integer. One unit is 2^-50 of the largest possible value, so that
        parts of equal weights score the same.
        """
        unit = 2.0 ** (50 - math.ceil(math.log2(whole * math.log(whole + 1))))
        return unit, self.bonus * unit

    def values(
        self, heavy: NDArray[np.int64], sizes: NDArray[np.int64], own: NDArray[np.int64], whole: int
    ) -> NDArray[np.int64]:
        """int64 (guesses,): the scores of guesses, of which the smallest is best.

        heavy  int64 (guesses, replies): the weight of the candidates that give a reply
        sizes  int64 (guesses, replies): the number of these candidates
        own    int64 (guesses,): the weight of the guess if it is a candidate, else 0
        whole  the weight of all secrets
        """
        if self.kind == BY_SIZE:
            return np.asarray((heavy * sizes).sum(axis=1), np.int64)
        unit, bonus = self.units(whole)
        parts = np.rint(heavy * np.log(np.maximum(heavy, 1)) * unit).astype(np.int64)
        return np.asarray(parts.sum(axis=1) - np.rint(own * bonus).astype(np.int64), np.int64)


def _sizes(secrets: int) -> tuple[NDArray[np.int64], int]:
    return np.arange(secrets + 1, dtype=np.int64), 0


@dataclass(frozen=True)
class Score:
    """A score of guesses by their parts; the smallest score is the best.

    The searches skip guesses that cannot be best. For this they assume of `table` what `tabled` checks: an empty part
    adds 0, no step from one size to the next is smaller than the step before (so that parts as even as possible score
    best, and more parts no worse than fewer), the bonus is 0 or more, and sums fit in 62 bits. Making a Score checks
    it for CHECKED secrets, and each search for those of its game. Raises TreebuildError where it does not hold.
    """

    name: str
    summary: str
    """A line of `treebuild list`."""
    objective: str
    """What is smallest, in words."""
    kind: int
    """BY_LARGEST, BY_SUM or BY_CRUSH: the largest part, the sum of the table's values, or all parts, the largest first.
    """
    table: Callable[[int], tuple[NDArray[np.int64], int]] = _sizes
    """table(secrets) gives int64 (secrets + 1,), what a part of each size adds to the score, and the bonus that is
    subtracted from the score of a candidate. Only BY_SUM has another than the sizes and 0."""
    likely: Likely | None = None
    """The score where secrets have weights; without it, the score counts secrets there too."""
    priced: str = ""
    """A name, in games where guesses have costs, for how far the score of a guess is below that of one undivided part,
    for each unit of the cost of the guess. The guess with the most of it is taken. If this is "", the cost decides only
    between equal scores."""
    criterion: ECounts = "total"
    """What `Tree.e` of its trees counts."""
    algorithm: str = ""
    """Its name as an algorithm, if `name` is that of another one."""

    def __post_init__(self) -> None:
        if self.kind not in (BY_LARGEST, BY_SUM, BY_CRUSH):
            raise TreebuildError(f"score {self.name!r}: its kind is none of BY_LARGEST, BY_SUM, BY_CRUSH")
        self.tabled(CHECKED)

    def tabled(self, secrets: int) -> tuple[NDArray[np.int64], int]:
        """`table(secrets)`, checked. Raises TreebuildError where it is not what the searches assume."""
        table, bonus = self.table(secrets)
        shape, steps = (table.dtype.name, table.shape), np.diff(table)
        if shape != ("int64", (secrets + 1,)):
            fault = f"is {shape[0]} of shape {shape[1]}, expected int64 of shape {(secrets + 1,)}"
        elif self.kind != BY_SUM and (bonus or not np.array_equal(table, np.arange(secrets + 1))):
            fault = "is not read, because its kind is not BY_SUM: leave it out"
        elif table[0]:
            fault = f"adds {table[0]} for an empty part, expected 0"
        elif bonus < 0:
            fault = f"has a bonus of {bonus} for candidates, expected 0 or more"
        elif max(-int(table.min()), int(table.max()), secrets * abs(int(table[1])), bonus) >> 62:
            fault = "adds up to 2^62 or more: use smaller numbers"
        elif (smaller := np.flatnonzero(steps[1:] < steps[:-1])).size:
            size = int(smaller[0])
            added = ", ".join(map(str, table[size : size + 3].tolist()))
            fault = (
                f"adds {added} for parts of {size}, {size + 1}, {size + 2}: no step from one size to the next may be "
                "smaller than the step before"
            )
        else:
            return table, bonus
        raise TreebuildError(f"score {self.name!r}: its table for {secrets} secrets {fault}")

    def values(
        self, sizes: NDArray[np.int32], members: NDArray[np.bool_], table: NDArray[np.int64], bonus: int
    ) -> NDArray[np.int64]:
        """int64 (guesses, columns): the scores of guesses, compared column by column; the smallest is best.

        sizes         int32 (guesses, replies): the sizes of the parts
        members       bool (guesses,): whether the guess is a candidate
        table, bonus  the results of `self.tabled`
        """
        if self.kind == BY_LARGEST:
            return np.asarray(sizes.max(axis=1, keepdims=True), np.int64)
        if self.kind == BY_CRUSH:
            return np.sort(sizes, axis=1)[:, ::-1].astype(np.int64)
        return np.asarray(table[sizes].sum(axis=1, keepdims=True) - bonus * members[:, None], np.int64)

    def of_groups(
        self, sizes: NDArray[np.int64], heavy: NDArray[np.int64], table: NDArray[np.int64], whole: int
    ) -> NDArray[np.int64]:
        """int64 (guesses, columns): `values` for a game that is over when the group of the secret is known.

        sizes, heavy  int64 (guesses, replies, groups): how many candidates of a group give a reply, and their weight
        table         the table of `self.tabled`
        whole         the weight of all secrets

        The size of a part is the number of its groups. The score by information is the information that is still to be
        gained about the group: the sum of w ln w over the parts, less that sum over the groups in them.
        """
        groups, nobody = np.count_nonzero(sizes, axis=2), np.zeros(len(sizes), np.int64)
        if self.likely is None:
            return self.values(groups.astype(np.int32), nobody.astype(np.bool_), table, 0)
        values = self.likely.values(heavy.sum(axis=2), groups.astype(np.int64), nobody, whole)
        if self.likely.kind == BY_INFORMATION:
            values -= self.likely.values(heavy.reshape(len(heavy), -1), groups, nobody, whole)
        return values[:, None]


def _squares(secrets: int) -> tuple[NDArray[np.int64], int]:
    return np.arange(secrets + 1, dtype=np.int64) ** 2, 0


def _information(secrets: int) -> tuple[NDArray[np.int64], int]:
    return logarithms(secrets), 0


def _parts(secrets: int) -> tuple[NDArray[np.int64], int]:
    return -np.minimum(np.arange(secrets + 1, dtype=np.int64), 1), 0


def _larmouth(secrets: int) -> tuple[NDArray[np.int64], int]:
    table = logarithms(max(secrets, 2))
    return table[: secrets + 1], int(table[2])


_BY_INFORMATION = "sum of w*ln(w) over parts of weight w"
SCORES = {
    score.name: score
    for score in (
        Score("minmax", "smallest largest part (Knuth 1977)", "largest part", BY_LARGEST),
        Score(
            "minavg",
            "smallest expected number of candidates left",
            "sum of n*n over parts",
            BY_SUM,
            _squares,
            Likely(BY_SIZE, "sum of w*n over parts of weight w"),
            "pairs told apart, per cost",
        ),
        Score(
            "entropy",
            "most information: largest entropy of the parts",
            "sum of n*ln(n) over parts",
            BY_SUM,
            _information,
            Likely(BY_INFORMATION, _BY_INFORMATION),
            "information gained, per cost",
        ),
        Score("parts", "most parts", "number of parts", BY_SUM, _parts, priced="parts more than one, per cost"),
        Score(
            "crush",
            "smallest largest part, then the next largest (Slovesnov 2.2.1)",
            "part sizes, largest first",
            BY_CRUSH,
            criterion="deepest",
            algorithm="greedy-crush",
        ),
        Score(
            "larmouth",
            "entropy with a bonus for candidates (Slovesnov 2.2.2)",
            "sum of n*ln(n), less 2*ln(2) in S",
            BY_SUM,
            _larmouth,
            Likely(BY_INFORMATION, f"{_BY_INFORMATION}, less 2*w*ln(2) in S", 2 * math.log(2)),
        ),
    )
}
"""The scores by name. Each is an algorithm of `build`, and a way to sort the guesses of `suggest`."""


def scores_by_name() -> dict[str, Score]:
    """The scores by all their names: those of SCORES, and those that they have as algorithms."""
    return SCORES | {score.algorithm: score for score in SCORES.values() if score.algorithm}


def scored(
    replies: Replies,
    name: str,
    candidates_only: bool = False,
    blocks: ReplyBlocks | None = None,
    permitted: Permitted | None = None,
) -> Policy:
    """The policy that takes the best of all codes, or of the candidates, by a score of SCORES. Ties go by TIE_RULE.

    In games of more than `reply_blocks.MOST_PAIRS` codes times secrets it tries a sample of the guesses, see
    `sample_rule`. Pass `blocks` or `permitted` if the caller has them already; only a game with a rule of guesses or
    with costs needs `permitted`.

    Raises KeyError for a name that is not in SCORES.
    """
    score = SCORES[name]
    blocks = blocks or ReplyBlocks(replies)
    if is_ruled(replies.game):
        return _permitted(replies, blocks, score, permitted or Permitted(replies))
    if replies.game.conditions.weights and score.likely is not None:
        return _likeliest(replies, blocks, score.likely, candidates_only)
    table, bonus = score.tabled(len(replies.game.secrets))
    best_guess = partial(blocks.scan.best_guess, table, score.kind, bonus, candidates_only)

    def policy(candidates: Candidates, history: History) -> int:
        guess: int = replies.code_of[candidates[0]] if len(candidates) <= 2 else best_guess(candidates)
        return int(guess)

    return policy


def _likeliest(replies: Replies, blocks: ReplyBlocks, likely: Likely, candidates_only: bool) -> Policy:
    """`scored` where secrets have weights and the score is an expectation. Ties go by LIKELY_TIE_RULE."""
    weights = replies.game.conditions.weights
    weight = np.array(weights, np.int64)
    units = np.array(likely.units(int(weight.sum())))
    parts = np.zeros((min(GUESSES_PER_BLOCK // 4, blocks.work.rows.shape[1]), replies.count), np.int64)
    best_guess = partial(
        blocks.scan.likeliest_guess, replies.code_of, weight, likely.kind, candidates_only, units, parts
    )

    def policy(candidates: Candidates, history: History) -> int:
        if len(candidates) <= 2:
            return int(replies.code_of[max(candidates.tolist(), key=lambda secret: weights[secret])])
        guess: int = best_guess(candidates)
        return guess

    return policy


class RuledScore:
    """A score for games where positions permit some guesses only or guesses have costs, computed in numpy."""

    def __init__(self, replies: Replies, score: Score) -> None:
        self.replies, self.score, game = replies, score, replies.game
        self.weight = np.array(game.secret_weights, np.int64)
        self.price = np.array(game.conditions.costs or [1] * len(game.codes), np.int64)
        self._groups = np.array(game.conditions.groups, np.int64)
        self._likely = score.likely if game.conditions.weights else None
        self._table, self._bonus = score.tabled(len(game.secrets))
        self._counts_sizes = score.kind == BY_SUM and self._likely is None and not game.conditions.groups

    def telling(
        self, guesses: NDArray[np.int32], candidates: Candidates, blocks: ReplyBlocks
    ) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """The guesses among these that tell something, and int64 (guesses, columns): their `Score.values`."""
        if self._counts_sizes and len(candidates) > 1:
            sums, parts = blocks.sums(self._table, guesses, candidates)
            guesses, sums = guesses[parts > 1], sums[parts > 1]
            members = np.isin(self.replies.secret_of[guesses], candidates)
            return guesses, (sums - self._bonus * members)[:, None]
        pieces = [self._telling(some, candidates, blocks) for some in self.pieces(guesses)]
        telling, values = zip(*pieces, strict=True)
        return np.concatenate(telling), np.concatenate(values)

    def _telling(
        self, guesses: NDArray[np.int32], candidates: Candidates, blocks: ReplyBlocks
    ) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        sizes = blocks.parts(guesses, candidates)
        telling = (sizes.max(axis=1) < len(candidates)) | np.isin(self.replies.secret_of[guesses], candidates)
        return guesses[telling], self.values(guesses[telling], candidates, sizes[telling])

    def pieces(self, guesses: NDArray[np.int32]) -> list[NDArray[np.int32]]:
        """The guesses in pieces, so that no array has the sizes of the parts of too many guesses."""
        few = max(_BLOCK // self.replies.count, 1)
        return np.split(guesses, range(few, len(guesses), few))

    def values(self, guesses: NDArray[np.int32], candidates: Candidates, sizes: NDArray[np.int32]) -> NDArray[np.int64]:
        """int64 (guesses, columns): the scores, as `Score.values`; `sizes` are those of `ReplyBlocks.parts`."""
        if len(self._groups):
            block = max(_BLOCK // (self.replies.count * len(candidates)), 1)
            pieces = (guesses[start : start + block] for start in range(0, len(guesses), block))
            of_groups = [self._of_groups(self.replies.rows(few, candidates), candidates) for few in pieces]
            return np.concatenate(of_groups) if of_groups else np.zeros((0, 1), np.int64)
        members = np.isin(self.replies.secret_of[guesses], candidates)
        if self._likely is None:
            return self.score.values(sizes, members, self._table, self._bonus)
        own = np.where(members, self.weight[self.replies.secret_of[guesses]], 0)
        rows, count = self.replies.rows(guesses, candidates), self.replies.count
        heavy, counted = weigh_replies(rows, count, self.weight[candidates]), count_replies(rows, count)
        return self._likely.values(heavy, counted, own, int(self.weight.sum()))[:, None]

    def gains(
        self, guesses: NDArray[np.int32], candidates: Candidates, values: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """float64 (guesses,): how far the score of each guess is below that of one undivided part, divided by its cost.

        It is infinite for a guess that costs nothing.
        """
        gained = self._undivided(candidates) - values[:, 0]
        cost = self.price[guesses]
        gains: NDArray[np.float64] = np.divide(gained, cost, out=np.full(len(cost), np.inf), where=cost > 0)
        return gains

    def _of_groups(self, rows: Indices, candidates: Candidates) -> NDArray[np.int64]:
        """`Score.of_groups` of guesses, from the replies of the candidates to them (guesses, candidates)."""
        weights, groups, count = self.weight[candidates], self._groups[candidates], self.replies.count
        sizes, heavy = (weigh_groups(rows, count, groups, some) for some in (np.ones_like(weights), weights))
        return self.score.of_groups(sizes, heavy, self._table, int(self.weight.sum()))

    def _undivided(self, candidates: Candidates) -> int:
        """The score of a guess that leaves all candidates in one part."""
        if len(self._groups):
            return int(self._of_groups(np.zeros((1, len(candidates)), np.uint8), candidates)[0, 0])
        if self._likely is None:
            return int(self._table[len(candidates)])
        heavy, size = self.weight[candidates].sum(keepdims=True)[None], np.array([[len(candidates)]])
        return int(self._likely.values(heavy, size, np.zeros(1, np.int64), int(self.weight.sum()))[0])


def _permitted(replies: Replies, blocks: ReplyBlocks, score: Score, permitted: Permitted) -> Policy:
    """`scored` where positions permit some guesses only or guesses have costs; `in_words` gives the tie rule."""
    game, ruled = replies.game, RuledScore(replies, score)

    def policy(candidates: Candidates, history: History) -> int:
        if len(candidates) <= 2 and game.conditions.guesses != "identify" and not game.conditions.costs:
            return int(replies.code_of[max(candidates.tolist(), key=lambda secret: ruled.weight[secret])])
        guesses, values = ruled.telling(permitted.at(candidates, history), candidates, blocks)
        members = np.isin(replies.secret_of[guesses], candidates)
        heavier = np.where(members, -ruled.weight[replies.secret_of[guesses]], 0)
        keys: list[NDArray[Any]] = [guesses, heavier, ~members]
        if game.conditions.costs and score.priced:
            keys.append(-ruled.gains(guesses, candidates, values))
        else:
            keys += [ruled.price[guesses], *values.T[::-1]]
        best: int = guesses[np.lexsort(keys)].tolist()[0]
        return best

    return policy


def simple(replies: Replies) -> Policy:
    """The policy that guesses the lowest candidate or, in games that permit only tests, the lowest test."""
    if replies.game.conditions.guesses == "identify":
        permitted = Permitted(replies)
        return lambda candidates, history: int(permitted.at(candidates, history)[0])
    return lambda candidates, history: int(replies.code_of[candidates[0]])


def random_candidate(replies: Replies, seed: int) -> Policy:
    """The policy that guesses a random candidate or, in games that permit only tests, a random test.

    The same seed grows the same tree. Raises TreebuildError if the seed is negative.
    """
    if seed < 0:
        raise TreebuildError(f"bad seed {seed}: expected 0 or more")
    choose, permitted = random.Random(seed).choice, Permitted(replies)

    def policy(candidates: Candidates, history: History) -> int:
        if replies.game.conditions.guesses == "identify":
            return int(choose(permitted.at(candidates, history).tolist()))
        return int(replies.code_of[candidates[0] if len(candidates) <= 2 else choose(candidates.tolist())])

    return policy
