"""The same kernels compiled and as plain Python, beside each other, on small games of every kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.conftest import mostly_long, seeds
from tests.helpers.oracle import prepared
from tests.helpers.random_games import costs, random_game, round_game
from tests.helpers.ruled import RULES, ruled_game
from treebuild.algorithms import build
from treebuild.analysis.players import expected
from treebuild.certificate.checker_rules import CheckerRules
from treebuild.game.game import Game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.search.engine.game_tables import PreparedGame
from treebuild.search.engine.reply_blocks import ReplyBlocks
from treebuild.search.engine.ruled_solver import RuledSolver
from treebuild.search.engine.solver import Solver
from treebuild.search.goal.objective import Objective
from treebuild.search.goal.plan import Plan, Source
from treebuild.search.greedy import SCORES

REPLIES = (2, 3, 5, 8, 16, 17, 32, 33, 64, 65, 100, 256, 257, 300)
PLANS: dict[str, Plan] = {
    "all": (Source.ALL,),
    "members": (Source.MEMBERS,),
    "crush": (Source.CRUSH, Source.ALL),
    "larmouth": (Source.LARMOUTH, Source.ALL),
    "both": (Source.CRUSH_BOTH, Source.CRUSH, Source.ALL),
}
Answers = list[Any]


def both(monkeypatch: pytest.MonkeyPatch, answers: Callable[[], Answers]) -> tuple[Answers, Answers]:
    """What compiled kernels answer, and what plain ones do."""
    compiled = answers()
    monkeypatch.setenv("TREEBUILD_PLAIN", "1")
    return compiled, answers()


def subsets(choose: Random, secrets: int, largest: int) -> Iterator[np.ndarray[Any, np.dtype[np.int32]]]:
    """Some sets of candidates, of many sizes."""
    for size in (1, 2, 3, choose.randint(4, largest), largest):
        yield np.array(sorted(choose.sample(range(secrets), min(size, secrets))), np.int32)


def searched(game: Game, plan: Plan, largest: int, objective: str = "total,deepest") -> Answers:
    """What a search says of some sets of a game: values, guesses, how many positions it looks at."""
    tables, choose = PreparedGame(reply_matrix(game)), Random(largest)
    by_weight = (True,) if game.conditions.weights else ()
    solver = Solver(tables.tables, costs(objective, 12), largest, 1, plan, by_weight=by_weight, bits=8)
    found: Answers = []
    for candidates in subsets(choose, len(game.secrets), largest):
        some = np.array(sorted(choose.sample(range(len(game.codes)), min(9, len(game.codes)))), np.int32)
        exact, guess = solver.search(candidates, 1)
        found += [(exact, guess), solver.search(candidates, 1, exact), solver.search(candidates, 2, None, some)]
        if plan[0].heuristic:
            found.append(solver.chosen(candidates, 1, some))
    return [*found, solver.nodes]


@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize("replies", mostly_long(REPLIES, (2, 5, 16, 17, 33, 65, 257, 300)))
def test_the_search_is_that_of_plain_python(replies: int, plan: str, monkeypatch: pytest.MonkeyPatch) -> None:
    choose = Random(replies)
    game = random_game(choose, 14, replies, others=6, winners=1 + replies % 2, answers=min(replies - 1, 5) or 1)
    compiled, plain = both(monkeypatch, lambda: searched(game, PLANS[plan], 9))
    assert compiled == plain


@pytest.mark.parametrize("replies", mostly_long(REPLIES, (3, 16, 32, 300)))
def test_the_search_with_weights_is_that_of_plain_python(replies: int, monkeypatch: pytest.MonkeyPatch) -> None:
    choose = Random(replies)
    game = random_game(choose, 12, replies, others=4, answers=4).weighted([choose.randint(1, 5) for _ in range(12)])
    compiled, plain = both(monkeypatch, lambda: searched(game, (Source.ALL,), 8, "total"))
    assert compiled == plain


@pytest.mark.parametrize(
    "rules", mostly_long(["p3c6r", "p4c4r", "p3c5n", "p4c6n", "ends", "wordle"], ["p4c4r", "ends"])
)
def test_search_of_games_with_symbols(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = prepared(rules).replies.game
    compiled, plain = both(monkeypatch, lambda: searched(game, (Source.ALL,), 12))
    assert compiled == plain


@pytest.mark.parametrize("replies", [5, 16, 20, 40])
def test_search_of_larger_sets(replies: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sets that are scanned in other ways: their sizes are counted, and bitsets tell what members do."""
    game = random_game(Random(replies), 44, replies, others=5)
    compiled, plain = both(monkeypatch, lambda: searched(game, (Source.ALL,), 40, "total"))
    assert compiled == plain


@pytest.mark.parametrize("guesses", RULES)
@pytest.mark.parametrize("seed", seeds(6, 40))
def test_search_by_a_rule_of_guesses(guesses: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    choose = Random(seed)
    game = ruled_game(choose, guesses, weights=seed % 3 == 0, groups=guesses == "identify" and seed % 2 == 0)
    replies, everything = reply_matrix(game), np.arange(len(game.secrets), dtype=np.int32)
    objective, depths = Objective.parse("total"), len(game.secrets) + 3
    vectors = [objective.vector(depth, depths) for depth in range(depths + 1)]

    def answers() -> Answers:
        solver = RuledSolver(replies, vectors, (True,) if game.conditions.weights else ())
        exact, guess = solver.search_position(everything, ())
        below = solver.search_position(everything, (), exact)
        return [(exact, guess), below, solver.nodes]

    compiled, plain = both(monkeypatch, answers)
    assert compiled == plain


@pytest.mark.parametrize("game", ["p3c4n", "p3c4r", "wordle", "bulls"])
def test_replies_to_blocks_of_guesses(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    replies = prepared(game).replies
    everything = np.arange(len(replies.game.secrets), dtype=np.int32)
    guesses = np.arange(0, len(replies.game.codes), 3, dtype=np.int32)
    table = np.arange(len(everything) + 1, dtype=np.int64) ** 2

    def answers() -> Answers:
        found: Answers = []
        for computed in (False, True):
            blocks = ReplyBlocks(replies, computed)
            for candidates in (everything[1:4], everything[::2].copy(), everything):
                sums, parts = blocks.sums(table, guesses, candidates)
                found += [blocks.sizes(guesses, candidates).tolist(), sums.tolist(), parts.tolist()]
            found.append(blocks.orbits(everything[:5]).tolist() if blocks.has_orbits else [])
        return found

    compiled, plain = both(monkeypatch, answers)
    assert compiled == plain
    half = len(compiled) // 2
    assert compiled[: half - 1] == compiled[half:-1]  # from the matrix, and computed


@pytest.mark.parametrize("score", SCORES)
@pytest.mark.parametrize("replies", mostly_long(REPLIES, (5, 33, 300)))
def test_greedy_trees_are_those_of_plain_python(replies: int, score: str, monkeypatch: pytest.MonkeyPatch) -> None:
    choose = Random(replies)
    game = random_game(choose, 20, replies, others=9, answers=7)
    weighted = game.weighted([choose.randint(1, 9) for _ in range(20)])
    names = [name for name in ("minavg", "entropy", "parts", "crush", "minmax") if score in name] or ["minavg"]
    compiled, plain = both(
        monkeypatch, lambda: [build(name, some).guess.tolist() for name in names for some in (game, weighted)]
    )
    assert compiled == plain


@pytest.mark.parametrize("replies", [4, 16, 17, 40])
def test_rules_of_the_checker(replies: int, monkeypatch: pytest.MonkeyPatch) -> None:
    choose = Random(replies)
    game = random_game(choose, 20, replies, others=8, answers=4)
    weighted = game.weighted([choose.randint(1, 9) for _ in range(20)])
    codes = np.arange(len(game.codes), dtype=np.int32)

    def answers() -> Answers:
        found: Answers = []
        for some, rates in ((game, [(0, 1), (0, 2), (0, 3)]), (weighted, [(1, 0), (2, 0), (3, 0)])):
            rules = CheckerRules(PreparedGame(reply_matrix(some)).tables, rates, candidates_only=False)
            candidates = np.arange(0, 20, 2, dtype=np.int32)
            left, width = rules.not_refuted(candidates, (), 23, codes)
            found += [left, width, rules.bounds(candidates, (), 0, {0: candidates[:6], 1: candidates[3:]}, width)]
        return found

    compiled, plain = both(monkeypatch, answers)
    assert compiled == plain


@pytest.mark.parametrize("game", ["p2c3r", "p2c5n", "p2c4r"])
def test_chances_are_those_of_plain_python(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled, plain = both(monkeypatch, lambda: [expected("random", game).counts])
    assert compiled == plain


def test_a_game_with_a_symmetry(monkeypatch: pytest.MonkeyPatch) -> None:
    game = round_game(Random(1), 12, 4, others=1)
    compiled, plain = both(monkeypatch, lambda: searched(game, (Source.ALL,), 9))
    assert compiled == plain
