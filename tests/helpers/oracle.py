"""The compiled search beside the reference implementation: games, positions, and all that both are asked about them."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, product
from typing import Any, NamedTuple

import numpy as np

from tests.conftest import distinct_secrets, two_d
from tests.helpers.random_games import costs, random_costs, random_game
from tests.helpers.reference_search import Candidates, Cost, ReferenceSearch
from tests.helpers.small_games import in_space
from treebuild.game.game import Game
from treebuild.game.lookup import find_game
from treebuild.game.reply_matrix import Replies, partition, reply_matrix
from treebuild.game.reply_rules import Rule
from treebuild.game.space import Space
from treebuild.search.bounds.prunings import Prunings
from treebuild.search.engine.game_tables import PreparedGame
from treebuild.search.engine.solver import Solver
from treebuild.search.goal.plan import Source
from treebuild.search.goal.vectors import Vector
from treebuild.slovesnov.hybrid import Recipe

SETS = [Prunings.ALL, Prunings(0), *(Prunings.ALL & ~one for one in Prunings)]
RECIPES = [Recipe(None)] + [
    Recipe(heuristic, first, last)
    for heuristic in (Source.CRUSH, Source.LARMOUTH)
    for first in range(2, 6)
    for last in range(first, 6)
]
PLANS = list(
    dict.fromkeys([(Source.ALL,), (Source.MEMBERS,), *chain.from_iterable(recipe.plans for recipe in RECIPES)])
)
OBJECTIVES = [
    ("total", 14), ("limit:4,total", 4), ("sevens", 7), ("fives,total", 5), ("total,fours", 4), ("deepest", 5),
    ("total,deepest", 6), ("race:1/2/5/1", 9), ("limit:3", 3),
]  # fmt: skip


REPLIES = (2, 3, 4, 5, 7, 8, 12, 15, 16, 17, 24, 31, 32, 33, 48, 63, 64, 65, 100, 128, 200, 250, 255)
GAMES = (
    "p3c6r", "p4c4r", "p3c7n", "p4c6n", "p2c10n", "ends", "p2c6r", "p3c5r", "p4c6r", "twoD", "zero", "distinct",
    "bulls", "wordle",
)  # fmt: skip


class Wrong(NamedTuple):
    """An answer of the compiled search that is not the reference's."""

    game: Game
    plan: tuple[str, ...]
    costs: Sequence[Vector]
    prunings: Prunings
    candidates: Candidates
    depth: int
    among: list[int] | None
    below: int | None
    expected: Cost
    found: Cost
    guess: int


def ends() -> Game:
    """A game where only the first peg and the last may change places: no symbol is beside itself."""
    codes = [code for code in product(range(5), repeat=3) if code[1] not in (code[0], code[2])]
    return Game.from_symbols("ends", Rule("bulls-cows", 3), "abcde", codes)


def prepared(rules: str) -> PreparedGame:
    games: dict[str, Callable[[], Game]] = {
        "twoD": two_d,
        "distinct": distinct_secrets,
        "zero": lambda: in_space("bulls-cows", Space(3, 7, False, 0)),
        "bulls": lambda: in_space("bulls", Space(3, 5, True), Space(3, 5, False)),
        "wordle": lambda: in_space("wordle", Space(3, 6, True, 5)),
        "ends": ends,
    }
    return PreparedGame(reply_matrix(games[rules]() if rules in games else find_game(rules)))


class Oracle:
    """The reference and compiled solvers of one problem, asked the same questions, one after another."""

    def __init__(
        self,
        tables: PreparedGame,
        table: Sequence[Vector],
        plan: tuple[Source, ...],
        sets: Iterable[Prunings] = SETS,
        largest: int = 0,
    ) -> None:
        self.replies, self.table, self.plan = tables.replies, table, plan
        self.reference = ReferenceSearch(tables.replies, table, plan)
        self.free = self.reference if plan == (Source.ALL,) else ReferenceSearch(tables.replies, table)
        most = largest or len(tables.everything)
        self.solvers = {prunings: Solver(tables.tables, table, most, 1, plan, prunings) for prunings in sets}
        self.asked = 0
        self.wrong: list[Wrong] = []

    def ask(self, candidates: Candidates, depth: int, among: list[int] | None = None) -> None:
        """Compare the value, and the cost of the guess."""
        expected = self.reference.value(candidates, depth, among)
        some = None if among is None else np.array(among, np.int32)
        self.asked += 1
        for prunings, solver in self.solvers.items():
            value, guess = solver.search(np.array(candidates, np.int32), depth, None, some)
            found = self.reference.impossible if guess < 0 else solver.encoding.decode(value)
            allowed = among is None or guess in among
            reached = guess < 0 or (allowed and self.reference.cost(guess, candidates, depth) == expected)
            if found != expected or not reached:
                self._note(prunings, candidates, depth, among, None, expected, found, guess)

    def ask_below(self, candidates: Candidates, depth: int, choose: random.Random) -> None:
        """Where the value is not below a limit, a search may stop at a lower bound that is not either.

        A list that holds all codes, and is said to, and a bound that is known already change nothing. By all codes,
        whatever the plan says, a set costs no more.
        """
        expected, freely = self.reference.value(candidates, depth), self.free.value(candidates, depth)
        given, codes = np.array(candidates, np.int32), np.arange(len(self.replies.matrix), dtype=np.int32)
        self.asked += 1
        for prunings, solver in self.solvers.items():
            exact, least = self._spelled(solver, expected), self._spelled(solver, freely)
            near = exact if exact < solver.infinite else 40
            below, floor = max(1, near + choose.randint(-9, 5)), max(0, near - choose.choice((0, 0, 1, 3, near)))
            some, complete = choose.choice(((None, False), (codes, True)))
            for value, guess, right in (
                (*solver.search(given, depth, below, some, complete, floor), exact),
                (solver.relaxed(given, depth, below, codes), -1, least),
            ):
                if not (value == right if guess >= 0 else min(below, right) <= min(value, solver.infinite) <= right):
                    self._note(prunings, candidates, depth, None, below, expected, (value,), guess)

    @staticmethod
    def _spelled(solver: Solver, cost: Cost) -> int:
        return solver.infinite if math.inf in cost else solver.encoding.encode([int(place) for place in cost])

    def ask_all(self, choose: random.Random, candidates: Candidates, depth: int) -> None:
        """Ask for the value, with and without a list of guesses, and for a bound."""
        for position in with_lists(choose, self.replies, candidates, depth):
            self.ask(*position)
        self.ask_below(candidates, depth, choose)

    def _note(self, prunings: Prunings, candidates: Candidates, depth: int, *rest: Any) -> None:
        names = tuple(source.name for source in self.plan)
        self.wrong.append(Wrong(self.replies.game, names, self.table, prunings, candidates, depth, *rest))


def with_lists(
    choose: random.Random, replies: Replies, candidates: Candidates, depth: int
) -> Iterator[tuple[Candidates, int, list[int] | None]]:
    """A set as it is, and begun with one code or several; then once more, and what the one code leaves of it."""
    everything = range(len(replies.matrix))
    if choose.random() < 0.5:
        yield candidates, depth, None
    guess = choose.choice(everything)
    yield candidates, depth, [guess]
    yield candidates, depth, sorted(choose.sample(everything, choose.randint(1, len(everything))))
    yield candidates, depth, None
    for reply, part in partition(replies, guess, np.array(candidates, np.int32)):
        if reply != replies.win and 2 < len(part) < len(candidates):
            yield tuple(part.tolist()), depth + 1, None


def a_game(choose: random.Random, replies: int) -> Game:
    """A random game that the reference is done with in a moment."""
    most = {2: 7, 3: 8, 4: 10, 5: 12}.get(replies, 14 if replies < 12 else 24)
    answers = None if choose.random() < 0.5 else choose.randint(min(3, replies - 1), min(8, replies - 1))
    if answers is not None and answers < 5:
        most = min(most, 10)
    return random_game(
        choose, choose.randint(2, most), replies, winners=choose.choice((1, 1, 2, 3)), others=choose.randint(0, 5),
        answers=answers,
    )  # fmt: skip


def in_random_games(choose: random.Random, replies: int, games: int, sets: Sequence[Prunings]) -> Iterator[Oracle]:
    """Random sets of random games with so many replies, by random objectives and plans."""
    for _ in range(games):
        tables = PreparedGame(reply_matrix(a_game(choose, replies)))
        table = random_costs(choose, choose.randint(3, 7)) if choose.random() < 0.4 else a_table(choose)
        plan = choose.choice(PLANS) if choose.random() < 0.5 else (Source.ALL,)
        oracle = Oracle(tables, table, plan, sets)
        for _ in range(4):
            candidates = choose.sample(tables.everything.tolist(), choose.randint(1, len(tables.everything)))
            oracle.ask_all(choose, tuple(sorted(candidates)), choose.randint(1, 4))
        yield oracle


def in_game(
    choose: random.Random,
    tables: PreparedGame,
    plan: tuple[Source, ...],
    count: int,
    largest: int,
    sets: Sequence[Prunings],
) -> Oracle:
    """Sets of up to `largest` candidates: what some random guesses leave of a game, or any."""
    table = a_table(choose) if choose.random() < 0.8 else random_costs(choose, choose.randint(5, 7))
    oracle = Oracle(tables, table, plan, sets, largest)
    for _ in range(count):
        left = tables.everything
        while len(left) > largest and choose.random() < 0.9:
            left = choose.choice(partition(tables.replies, choose.randrange(len(tables.replies.matrix)), left))[1]
        size = min(len(left), largest, choose.choice((5, 10, 20, largest)))
        oracle.ask_all(choose, tuple(sorted(choose.sample(left.tolist(), size))), choose.randint(1, 4))
    return oracle


def a_table(choose: random.Random) -> list[Vector]:
    """The costs of an objective that is used in earnest."""
    return costs(*choose.choice(OBJECTIVES))


def agreed(oracles: Iterable[Oracle]) -> int:
    """How many positions were asked about; nothing may differ."""
    asked, wrong = 0, list[Wrong]()
    for oracle in oracles:
        asked += oracle.asked
        wrong += oracle.wrong
    fewest = sorted(wrong, key=lambda one: len(one.candidates))[:3]
    shown = "".join(f"\n{one._asdict() | {'game': one.game.name}}" for one in fewest)
    assert not wrong, f"{len(wrong)} answers about {asked} positions differ, such as{shown}"
    return asked
