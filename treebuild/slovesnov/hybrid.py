"""The paper's algorithms: a heuristic chooses at some moves, the others are searched exactly (Slovesnov 2011, 2.1-2.4).

`kernels.planned` searches by a plan: a `Source` says where each move takes its guesses from. This module adds what only
the paper has: the sets S2 and S3 for moves 2 and 3, taken from the highest guess down, and the pass over candidates of
2.3.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from treebuild.errors import TreebuildError
from treebuild.game import symmetry
from treebuild.game.positions import Candidates, History
from treebuild.game.reply_matrix import Replies, partition
from treebuild.search.engine.game_tables import PreparedGame
from treebuild.search.engine.solver import Solver
from treebuild.search.goal.objective import Objective
from treebuild.search.goal.plan import Source
from treebuild.search.walk.exhaustive import Exhaustive
from treebuild.search.walk.problem import Problem
from treebuild.search.walk.search_options import SearchOptions
from treebuild.search.walk.threads import Pool
from treebuild.search.walk.walk import Step

LAST = 7  # guesses that the paper allows
DEEPEST = -1  # in place of the index of a plan: the exact search of the o algorithms
TIE_RULE = (
    "at heuristic moves and at move 2 the highest index (crush: a candidate before that); at the other exact moves as "
    "the exact search"
)
PAPER = ("crush35", "crush45", "crush5", "crush35o", "crush45o", "crush5o", "avg35", "avg45", "avg5", "fso")
"""The algorithms that the paper names; others are spelled the same way: crush4, avg25, ..."""
_NAMES = re.compile(r"(crush|avg)([2-5])([2-5])?(o?)|fso")


@dataclass(frozen=True)
class Recipe:
    """The moves that a heuristic decides, from `first` to `last`. Without a heuristic, moves from 4 on take candidates.

    `then` adds the o of crush5o: where no secret takes seven guesses, it minimises the deepest counts exactly.
    """

    heuristic: Source | None
    first: int = 0
    last: int = -1
    then: bool = False

    @property
    def objective(self) -> str:
        """What is minimised."""
        return "sevens" if self.heuristic is Source.CRUSH else f"total,limit:{LAST}"

    @property
    def plans(self) -> list[tuple[Source, ...]]:
        """Plans: where the guesses of moves 1, 2, ... come from. From move 4 on the best of several plans is followed.

        The candidates-first pass of 2.3 is active for crush from move 4 on. The published figures of crush35 come out
        if a pass over candidates at move 4 stays with candidates at move 5; the figures of crush45 and crush5 come out
        if move 5 tries both. So there are two plans if the heuristic starts before move 4, and one if it does not.
        """
        if self.heuristic is None:
            return [(Source.ALL, Source.ALL, Source.ALL, Source.MEMBERS)]
        if self.heuristic is Source.LARMOUTH or self.last < 4:
            return [self._plan(self.heuristic, self.heuristic)]
        if self.first > 3:
            return [self._plan(Source.CRUSH_BOTH, Source.CRUSH_BOTH)]
        return [self._plan(Source.CRUSH_MEMBERS, Source.CRUSH_MEMBERS), self._plan(Source.CRUSH, Source.CRUSH_BOTH)]

    def _plan(self, fourth: Source, fifth: Source) -> tuple[Source, ...]:
        chosen = {4: fourth, 5: fifth}
        assert self.heuristic is not None
        return tuple(
            chosen.get(move, self.heuristic) if self.first <= move <= self.last else Source.ALL
            for move in range(1, LAST)
        )


def named(name: str) -> tuple[Recipe, str] | None:
    """The recipe of a name, and a summary: a heuristic, the moves it decides, and perhaps o; or fso (2.4, 7, 8)."""
    match = _NAMES.fullmatch(name)
    if match is None:
        return None
    family, first, last = match[1], int(match[2] or 0), int(match[3] or match[2] or -1)
    if family is None:
        return Recipe(None), "exact, but from move 4 on it guesses candidates only"
    if last < first or (match[4] and family == "avg"):
        return None
    recipe = Recipe(Source.CRUSH if family == "crush" else Source.LARMOUTH, first, last, bool(match[4]))
    moves = f"move {first}" if first == last else f"moves {first} to {last}"
    chooses = "crush" if family == "crush" else "Larmouth's formula"
    return recipe, f"{chooses} decides {moves}" + "; exact where no secret needs 7 guesses" * recipe.then


@dataclass(frozen=True)
class Line:
    """A line of the building log, for a reply to the first guess (Slovesnov 2011, section 9)."""

    reply: str
    secrets: int
    e: int
    seconds: float
    best: str


class Hybrid:
    """One of the paper's algorithms for a game: `run` searches, and `policy` says the guesses found."""

    def __init__(
        self,
        replies: Replies,
        recipe: Recipe,
        jobs: int = 1,
        log: Callable[[Line], None] | None = None,
        progress: Callable[[Step], None] | None = None,
    ) -> None:
        self.replies, self.recipe, self.log, self.progress = replies, recipe, log, progress
        self.game = PreparedGame(replies)
        objective = Objective.parse(recipe.objective)
        self.costs = [objective.vector(depth, LAST)[0] for depth in range(LAST + 1)]
        vectors = [(cost,) for cost in self.costs]
        largest = len(self.game.everything)
        self.solvers = [Solver(self.game.tables, vectors, largest, 1, plan) for plan in recipe.plans]
        self.pool = Pool(self.solvers, jobs, _fork, _stop)
        self._begin(int(self.game.firsts[0]), {})
        self.choices: dict[tuple[int, bytes], int] = {}
        self.plan_of: dict[tuple[int, bytes], int] = {}  # (depth, candidates) -> index of the plan, or DEEPEST
        self.deepest: Exhaustive | None = None
        if recipe.then:
            deepest = Problem(self.game, Objective.parse("deepest"), LAST - 1)
            self.deepest = Exhaustive(deepest, SearchOptions(jobs))

    def run(self) -> None:
        """Search all first guesses that matter. Raises TreebuildError if no tree finds all secrets in LAST guesses."""
        best, choice = self.solvers[0].infinite, (self.first, self.found)
        for first in reversed(self.game.firsts.tolist()):
            self._begin(first, {})
            parts = partition(self.replies, first, self.game.everything)
            self._share([(reply, part) for reply, part in parts if reply != self.replies.win])
            total = sum(value for value, _ in self.found.values())
            if total < best:
                best, choice = total, (first, self.found)
        self._begin(*choice)
        if best >= self.solvers[0].infinite:
            raise TreebuildError(
                f"not all secrets of {self.replies.game.name} are found in {LAST} guesses, and the paper's algorithms "
                "allow no more: use an exact or a greedy algorithm"
            )
        self._note(partition(self.replies, self.first, self.game.everything))

    def _share(self, parts: list[tuple[int, Candidates]]) -> None:
        """Find the second guess after every first reply, the largest parts first, by the threads of the pool."""

        def work(solvers: list[Solver], part: tuple[int, Candidates]) -> None:
            self.found[part[0]] = self._second(solvers, *part)

        self.pool.map(work, sorted(parts, key=lambda part: -len(part[1])))

    def seconds(self) -> list[int]:
        """S2: the second guesses that matter, ascending (1.5)."""
        orbits = self.game.symmetry.orbits(((self.first, 0),))
        return [guess for guess in symmetry.representatives(orbits).tolist() if guess != self.first]

    def thirds(self, second: int) -> NDArray[np.int32]:
        """S3: the third guesses that matter, int32, ascending; the first two guesses do not change places (1.6)."""
        if second not in self._thirds:
            found = symmetry.representatives(self.game.symmetry.orbits(((self.first, 0), (second, 1))))
            self._thirds[second] = found[(found != self.first) & (found != second)]
        return self._thirds[second]

    def _begin(self, first: int, found: dict[int, tuple[int, int]]) -> None:
        """Go on from a first guess; `found` has the value and the second guess of replies to it."""
        self.first, self.found = first, found
        self._thirds: dict[int, NDArray[np.int32]] = {}
        self._third_found: dict[tuple[int, bytes], tuple[int, int]] = {}

    def third(self, part: Candidates, second: int, cutoff: int | None = None) -> int:
        """The value of the candidates (int32, ascending) that the first two guesses and their replies leave.

        If the value is not below `cutoff`, the result is a lower bound that is not below it either.
        """
        return self._third(self.solvers, part, second, self.solvers[0].infinite if cutoff is None else cutoff)[0]

    def _second(self, solvers: list[Solver], reply: int, part: Candidates) -> tuple[int, int]:
        """The value of the candidates after the first reply, and the second guess: of equal guesses the highest (3.3).

        First it tries the guesses whose bounds are smallest, then the others, each from the highest down, if RELAX
        leaves them a chance: a guess above the best one so far has to reach its value, a guess below has to beat it.
        """
        start, infinite = perf_counter(), solvers[0].infinite
        guesses = self.seconds()
        if self.recipe.first == 2:
            guesses = [solvers[0].chosen(part, 2, np.array(guesses, np.int32))]
        bounds, likely = {}, infinite
        for guess in reversed(guesses):
            bounds[guess] = sum(self._bounds(solvers[0], part, guess, likely).values())
            likely = min(likely, bounds[guess])
        best, choice = infinite, -1
        order = sorted(guesses, key=lambda guess: (bounds[guess] > likely, -guess))
        for done, guess in enumerate(order, 1):
            cutoff = min(best + (guess > choice >= 0), infinite)
            if bounds[guess] < cutoff:
                value = self._cost(solvers, part, guess, cutoff)
                if value < cutoff:
                    best, choice = value, guess
            if self.progress:
                cost = (best,) if choice >= 0 else None
                self.progress(Step(((self.first, reply),), guess, done, len(order), cost, None))
        if self.log:
            game = self.replies.game
            spelled = "-" if choice < 0 else game.spell(game.codes[choice])
            self.log(Line(game.replies[reply], len(part), best, perf_counter() - start, spelled))
        return best, choice

    def _bounds(self, solver: Solver, part: Candidates, second: int, cutoff: int) -> dict[int, int]:
        """RELAX: a lower bound for each part of a second guess, by reply, until their sum reaches `cutoff`.

        The bound of a guess that tells nothing is infinite. If a heuristic decides move 3, bounds are 0, because the
        value takes less time than a bound.
        """
        parts = partition(self.replies, second, part)
        if len(parts) == 1 and parts[0][0] != self.replies.win:
            return {parts[0][0]: solver.infinite}
        bounds, total = {}, 0
        for answer, left in sorted(parts, key=lambda found: len(found[1])):
            if answer == self.replies.win:
                bounds[answer] = self.costs[2]
            elif self.recipe.heuristic is not None and self.recipe.first <= 3:
                bounds[answer] = 0
            else:
                bounds[answer] = solver.relaxed(left, 3, cutoff - total, self.thirds(second))
            total += bounds[answer]
            if total >= cutoff:
                break
        return bounds

    def _cost(self, solvers: list[Solver], part: Candidates, second: int, cutoff: int) -> int:
        """The cost of a second guess, or a lower bound not below `cutoff`."""
        bounds = self._bounds(solvers[0], part, second, cutoff)
        total = sum(bounds.values())
        for answer, left in sorted(partition(self.replies, second, part), key=lambda found: len(found[1])):
            if total >= cutoff:
                break
            if answer != self.replies.win:
                value, _ = self._third(solvers, left, second, cutoff - total + bounds[answer], bounds[answer])
                total += value - bounds[answer]
        return total

    def _third(
        self, solvers: list[Solver], part: Candidates, second: int, cutoff: int, lower_bound: int = 0
    ) -> tuple[int, int]:
        """The value of the candidates after two replies, and the third guess; or a bound not below `cutoff`, and -1.

        The value is known to be at least `lower_bound`.
        """
        key = second, part.tobytes()
        if key in self._third_found:
            return self._third_found[key]
        if len(solvers) == 1 or len(part) < 3:
            value, guess = solvers[0].search(
                part, 3, cutoff, self.thirds(second), complete=True, lower_bound=lower_bound
            )
        else:
            value, guess = 0, solvers[0].chosen(part, 3, self.thirds(second))
            for answer, left in partition(self.replies, guess, part):
                if value < cutoff:
                    won = answer == self.replies.win
                    value += self.costs[3] if won else self._fourth(solvers, left)[0]
        if value < cutoff:
            self._third_found[key] = value, guess
        return value, guess

    def _fourth(self, solvers: list[Solver], part: Candidates) -> tuple[int, int]:
        """The value of the candidates after three replies, and the plan that reaches it."""
        return min((solver.value(part, 4), plan) for plan, solver in enumerate(solvers))

    def _note(self, parts: list[tuple[int, Candidates]]) -> None:
        """Note the first three guesses: the policy cannot find them again from the candidates alone."""
        self.choices[1, self.game.everything.tobytes()] = self.first
        for reply, part in parts:
            if reply == self.replies.win:
                continue
            value, second = self.found[reply]
            history: History = ((self.first, reply),)
            if self._is_deepest(value, part, history):
                continue
            self.choices[2, part.tobytes()] = second
            for answer, left in partition(self.replies, second, part):
                if answer == self.replies.win or len(left) < 3:
                    continue
                value, third = self._third(self.solvers, left, second, self.solvers[0].infinite)
                if not self._is_deepest(value, left, (*history, (second, answer))):
                    self.choices[3, left.tobytes()] = third

    def _is_deepest(self, value: int, part: Candidates, history: History) -> bool:
        """Whether the exact search of an o algorithm takes over here. If so, note its guesses while symmetries hold."""
        if self.deepest is None or value > 0:
            return False
        self.deepest.note_choices(part, history, self.deepest.value(part, history))
        self.plan_of[len(history) + 1, part.tobytes()] = DEEPEST
        return True

    def policy(self, candidates: Candidates, history: History) -> int:
        """The algorithm's guess: a Policy. It must be asked about a node before the nodes below it."""
        depth = len(history) + 1
        node = depth, candidates.tobytes()
        if (choice := self.choices.get(node)) is not None:
            return choice
        plan = self.plan_of.get(node)
        if plan is None:
            value, plan = self._fourth(self.solvers, candidates) if depth == 4 else (-1, 0)
            if depth > 4:
                value = self.solvers[plan].value(candidates, depth)
            plan = DEEPEST if self.deepest is not None and value == 0 else plan
        searched = self.deepest if self.deepest is not None and plan == DEEPEST else self.solvers[plan]
        guess = searched.policy(candidates, history)
        if plan != 0:  # the nodes below follow the same plan
            for reply, part in partition(self.replies, guess, candidates):
                if reply != self.replies.win:
                    self.plan_of[depth + 1, part.tobytes()] = plan
        return guess


def _fork(solvers: list[Solver]) -> list[Solver]:
    return [solver.fork() for solver in solvers]


def _stop(solvers: list[Solver]) -> None:
    for solver in solvers:
        solver.stop()
