"""The paper's algorithms: a heuristic chooses at some moves, the others are searched exactly (Slovesnov 2011, 2.1-2.4).

The compiled search does both: a `Source` says where each move takes its guesses from. What is the paper's own stands
here: the sets S2 and S3 for moves 2 and 3, taken from the highest guess down, and the pass over candidates of 2.3.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from queue import SimpleQueue
from time import perf_counter
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from treebuild.errors import TreebuildError
from treebuild.game import symmetry
from treebuild.game.replies import Replies, partition
from treebuild.search.exact import History, Proof, Step, Tables
from treebuild.search.objective import Objective
from treebuild.search.solver import (
    ALL_CODES,
    CRUSH,
    CRUSH_BOTH,
    CRUSH_MEMBERS,
    LARMOUTH,
    MEMBERS,
    Prunings,
    Solver,
    Source,
    chosen_by,
)

Candidates: TypeAlias = NDArray[np.int32]

LAST = 7  # guesses the paper allows
DEEPEST = -1  # instead of a plan: the exact search of the o algorithms
TIE_RULE = (
    "at heuristic moves and at move 2 the highest index (crush: a candidate before that); at the other exact moves as "
    "the exact search"
)


@dataclass(frozen=True)
class Recipe:
    """Which moves a heuristic decides: first to last, by crush or Larmouth's formula; or none, and members only.

    `then` adds the o of crush5o: where no secret takes seven guesses, the deepest counts are minimised exactly.
    """

    heuristic: Source | None
    first: int = 0
    last: int = -1
    then: bool = False

    @property
    def objective(self) -> str:
        """What is minimised."""
        return "sevens" if self.heuristic is CRUSH else f"total,limit:{LAST}"

    @property
    def plans(self) -> list[tuple[Source, ...]]:
        """Sources for moves 1, 2, ...; of several plans the better one is followed from move 4 on.

        The candidates-first pass of 2.3 is active for crush from move 4 on. The published figures of crush35 come out
        when a pass over candidates at move 4 stays with candidates at move 5, those of crush45 and crush5 when move 5
        tries both: so two plans where the heuristic starts before move 4, and one where it does not.
        """
        if self.heuristic is None:
            return [(ALL_CODES, ALL_CODES, ALL_CODES, MEMBERS)]
        if self.heuristic is LARMOUTH or self.last < 4:
            return [self._plan(self.heuristic, self.heuristic)]
        if self.first > 3:
            return [self._plan(CRUSH_BOTH, CRUSH_BOTH)]
        return [self._plan(CRUSH_MEMBERS, CRUSH_MEMBERS), self._plan(CRUSH, CRUSH_BOTH)]

    def _plan(self, fourth: Source, fifth: Source) -> tuple[Source, ...]:
        chosen = {4: fourth, 5: fifth}
        assert self.heuristic is not None
        return tuple(
            chosen.get(move, self.heuristic) if self.first <= move <= self.last else ALL_CODES
            for move in range(1, LAST)
        )


@dataclass(frozen=True)
class Line:
    """A line of the building log: what was found after a reply to the first guess (Slovesnov 2011, section 9)."""

    reply: str
    secrets: int
    e: int
    seconds: float
    best: str


class Hybrid:
    """One of the paper's algorithms over a game, and the policy that comes out of it."""

    def __init__(
        self,
        replies: Replies,
        recipe: Recipe,
        jobs: int = 1,
        log: Callable[[Line], None] | None = None,
        progress: Callable[[Step], None] | None = None,
    ) -> None:
        self.replies, self.recipe, self.log, self.progress = replies, recipe, log, progress
        self.game = Tables(replies)
        objective = Objective.parse(recipe.objective)
        self.costs = [objective.vector(depth, LAST)[0] for depth in range(LAST + 1)]
        vectors = [(cost,) for cost in self.costs]
        largest = len(self.game.everything)
        self.solvers = [Solver(self.game.board, vectors, largest, 1, plan) for plan in recipe.plans]
        self.forks = [[solver.fork() for solver in self.solvers] for _ in range(jobs)]
        self.first = int(self.game.firsts[0])
        self.found: dict[int, tuple[int, int]] = {}  # reply to the first guess -> (value, second guess)
        self.choices: dict[tuple[int, bytes], int] = {}
        self.plan_of: dict[tuple[int, bytes], int] = {}  # (depth, candidates) -> index of the plan, or DEEPEST
        self.deepest: Proof | None = None
        if recipe.then:
            self.deepest = Proof(
                self.game, Objective.parse("deepest"), LAST - 1, (ALL_CODES,), Prunings.ALL, jobs, None
            )

    def run(self) -> None:
        """Search, over all first guesses that matter. Raises TreebuildError when no tree finds all in seven guesses."""
        best, choice = self.solvers[0].infinite, (self.first, self.found)
        for first in reversed(self.game.firsts.tolist()):
            self.first, self.found = first, {}
            self._thirds.clear()
            parts = partition(self.replies, first, self.game.everything)
            self._share([(reply, part) for reply, part in parts if reply != self.replies.win])
            total = sum(value for value, _ in self.found.values())
            if total < best:
                best, choice = total, (first, self.found)
        self.first, self.found = choice
        self._thirds.clear()
        if best >= self.solvers[0].infinite:
            raise TreebuildError(
                f"not all secrets of {self.replies.game.name} are found in {LAST} guesses, and the paper's algorithms "
                "allow no more: use an exact or a greedy algorithm"
            )
        self._note(partition(self.replies, self.first, self.game.everything))

    def _share(self, parts: list[tuple[int, Candidates]]) -> None:
        """Find the second guess after every first reply, the largest parts first; every job is a thread."""
        free: SimpleQueue[list[Solver]] = SimpleQueue()
        for solvers in self.forks:
            free.put(solvers)

        def work(reply: int, part: Candidates) -> None:
            solvers = free.get()
            self.found[reply] = self._second(solvers, reply, part)
            free.put(solvers)

        with ThreadPoolExecutor(len(self.forks)) as pool:
            futures = [pool.submit(work, *part) for part in sorted(parts, key=lambda part: -len(part[1]))]
            try:
                while wait(futures, timeout=0.2, return_when=FIRST_EXCEPTION).not_done:
                    if any(future.done() and future.exception() for future in futures):
                        break
                for future in futures:
                    future.result()
            except BaseException:
                for solver in chain.from_iterable(self.forks):
                    solver.stop()
                pool.shutdown(wait=False, cancel_futures=True)
                raise

    def seconds(self) -> list[int]:
        """S2: the second guesses that matter, ascending (1.5)."""
        orbits = self.game.symmetry.orbits([(self.first, 0)])
        return [guess for guess in symmetry.representatives(orbits).tolist() if guess != self.first]

    def thirds(self, second: int) -> NDArray[np.int32]:
        """S3: the third guesses that matter, int32, ascending; the first two guesses do not change places (1.6)."""
        if second not in self._thirds:
            found = symmetry.representatives(self.game.symmetry.orbits([(self.first, "first"), (second, "second")]))
            self._thirds[second] = found[(found != self.first) & (found != second)]
        return self._thirds[second]

    @cached_property
    def _thirds(self) -> dict[int, NDArray[np.int32]]:
        return {}

    def third(self, part: Candidates, second: int, below: int | None = None) -> int:
        """The value of what is left after the first guess, a second one and their replies (int32, ascending).

        With `below`, when the value is not less, a lower bound that is not either.
        """
        return self._third(self.solvers, part, second, self.solvers[0].infinite if below is None else below)

    def _second(self, solvers: list[Solver], reply: int, part: Candidates) -> tuple[int, int]:
        """The value of what is left after the first reply, and the second guess: of equals the highest."""
        start, best, choice = perf_counter(), solvers[0].infinite, -1
        guesses = self.seconds()
        if self.recipe.first == 2:
            guesses = [chosen_by(solvers[0], part, 2, np.array(guesses, np.int32))]
        for done, guess in enumerate(reversed(guesses), 1):
            parts = partition(self.replies, guess, part)
            useless = len(parts) == 1 and parts[0][0] != self.replies.win
            total = best if useless else 0
            for answer, left in sorted(parts, key=lambda found: len(found[1])):
                if total >= best:
                    break
                total += (
                    self.costs[2] if answer == self.replies.win else self._third(solvers, left, guess, best - total)
                )
            if total < best:
                best, choice = total, guess
            if self.progress:
                cost = (best,) if choice >= 0 else None
                self.progress(Step(((self.first, reply),), guess, done, len(guesses), cost, None))
            if best == 0:
                break
        if self.log:
            game = self.replies.game
            spelled = "-" if choice < 0 else game.spell(game.codes[choice])
            self.log(Line(game.replies[reply], len(part), best, perf_counter() - start, spelled))
        return best, choice

    def _third(self, solvers: list[Solver], part: Candidates, second: int, below: int) -> int:
        """The value of what is left after two replies, or a lower bound not below `below`."""
        if len(solvers) == 1 or len(part) < 3:
            return solvers[0].search(part, 3, below, self.thirds(second))[0]
        guess = chosen_by(solvers[0], part, 3, self.thirds(second))
        total = 0
        for answer, left in partition(self.replies, guess, part):
            if total < below:
                total += self.costs[3] if answer == self.replies.win else self._fourth(solvers, left)[0]
        return total

    def _fourth(self, solvers: list[Solver], part: Candidates) -> tuple[int, int]:
        """The value of what is left after three replies, and which plan reaches it."""
        return min((solver.value(part, 4), plan) for plan, solver in enumerate(solvers))

    def _note(self, parts: list[tuple[int, Candidates]]) -> None:
        """Note the first three guesses, which the policy cannot find again from the candidates alone."""
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
                value = self._third(self.solvers, left, second, self.solvers[0].infinite)
                if not self._is_deepest(value, left, (*history, (second, answer))):
                    self.choices[3, left.tobytes()] = self._third_guess(left, second)

    def _third_guess(self, part: Candidates, second: int) -> int:
        if len(self.solvers) == 1:
            return self.solvers[0].search(part, 3, None, self.thirds(second))[1]
        return chosen_by(self.solvers[0], part, 3, self.thirds(second))

    def _is_deepest(self, value: int, part: Candidates, history: History) -> bool:
        """Whether the o of the algorithm takes over here; if so, note the guesses it makes while symmetries hold."""
        if self.deepest is None or value > 0:
            return False
        found = self.deepest.node(part, history, self.deepest.infinite, self.deepest.solver)
        self.deepest.choose(part, history, found)
        self.plan_of[len(history) + 1, part.tobytes()] = DEEPEST
        return True

    def policy(self, candidates: Candidates, depth: int) -> int:
        """The algorithm's guess: a Policy. It must be asked about a node before the nodes below it."""
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
        guess = searched.policy(candidates, depth)
        if plan != 0:  # what is below goes on as here
            for reply, part in partition(self.replies, guess, candidates):
                if reply != self.replies.win:
                    self.plan_of[depth + 1, part.tobytes()] = plan
        return guess
