"""SCAN, and the lower bound of `near`, beside the least cost of a tree: random games of every kind."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest

from tests.conftest import mostly_long, seeds
from tests.helpers.near import drawn
from tests.helpers.oracle import PLANS, REPLIES, a_game, a_table
from tests.helpers.random_games import random_costs, weighted
from tests.helpers.reference_search import ReferenceSearch, least
from tests.helpers.ruled import KINDS, least_total, of_kind
from treebuild.game.game import Game
from treebuild.game.reply_matrix import Replies, part_sizes, partition, reply_matrix
from treebuild.game.reply_rules import Rule
from treebuild.kernels.constants import MAX_CANDIDATES_PACKED
from treebuild.search.bounds.supersets import Supersets, least_cost
from treebuild.search.engine.game_tables import PreparedGame
from treebuild.search.engine.reply_blocks import ReplyBlocks
from treebuild.search.engine.ruled_solver import RuledSolver
from treebuild.search.engine.solver import Solver
from treebuild.search.goal.objective import Objective
from treebuild.search.goal.plan import Source
from treebuild.search.goal.prices import prices_of
from treebuild.search.goal.vectors import Vector
from treebuild.search.near.bound import LowerBound
from treebuild.search.near.scans import MIN_CANDIDATES_REACH, Scans
from treebuild.search.walk.problem import Problem
from treebuild.search.walk.search_options import SearchOptions

TOTAL: list[Vector] = [(depth,) for depth in range(12)]
FREE = [plan for plan in PLANS if not any(source.heuristic for source in plan)]


def by_part_counts(replies: Replies, candidates: list[int], codes: np.ndarray, depth: int = 1) -> int:
    """The least total of guesses, if each solves one secret of every part with the next guess, and the others after."""
    sizes = part_sizes(replies, codes.astype(np.int32), np.array(candidates, np.int32))
    wins, parts = sizes[:, replies.win] > 0, (sizes > 0).sum(axis=1)
    telling = (parts > 1) | wins
    return int((len(candidates) * (depth + 2) - parts - wins)[telling].min())


@pytest.mark.parametrize("seed", seeds(2, 40))
@pytest.mark.parametrize("replies", mostly_long(REPLIES, (2, 4, 16, 17, 33, 65)))
def test_a_scan_is_no_more_than_the_value(replies: int, seed: int) -> None:
    """By random costs, with weights and without, and by plans; for totals no less than the count of parts says."""
    choose = random.Random(f"{replies} {seed}")
    for _ in range(5):
        game = a_game(choose, replies) if choose.random() < 0.7 else weighted(choose, a_game(choose, replies))
        matrix, total = reply_matrix(game), choose.random() < 0.4
        table: list[Vector] = TOTAL if total else random_costs(choose, 6)  # what goes by weight never falls with depth
        if not total and not game.conditions.weights and choose.random() < 0.5:
            table = a_table(choose)
        by_weight = tuple(total or choose.random() < 0.5 for _ in table[0]) if game.conditions.weights else ()
        plan = choose.choice(FREE)
        solver = Solver(PreparedGame(matrix).tables, table, len(game.secrets), 1, plan, by_weight=by_weight, bits=4)
        reference = ReferenceSearch(matrix, table, plan, by_weight)
        for _ in range(3):
            size, depth = choose.randint(min(3, len(game.secrets)), len(game.secrets)), choose.randint(1, 3)
            candidates = sorted(choose.sample(range(len(game.secrets)), size))
            if size < 3:
                continue
            found = solver.least(np.array(candidates, np.int32), ((0, 0),) * (depth - 1))
            value = reference.value(tuple(candidates), depth)
            assert found <= solver.infinite
            if not by_weight:
                counted = part_sizes(matrix, np.arange(len(game.codes), dtype=np.int32), np.array(candidates)) > 0
                by_count = least_cost(table, depth, size, int(counted.sum(axis=1).max()))
                assert value >= (reference.impossible if by_count is None else by_count), (game, candidates, depth)
            if value != reference.impossible:
                assert found <= solver.encoding.encode([int(place) for place in value]), (game, candidates, depth)
            if table is TOTAL and not by_weight:
                assert found >= by_part_counts(matrix, candidates, np.arange(len(game.codes)), depth)


@pytest.mark.parametrize("seed", seeds(2, 100))
@pytest.mark.parametrize("costs", [False, True], ids=["guesses", "costs"])
@pytest.mark.parametrize("weights", [False, True], ids=["equal", "weights"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_scan_under_a_rule_is_no_more_than_the_least_total(kind: str, weights: bool, costs: bool, seed: int) -> None:
    choose = random.Random(f"{seed} {kind} {weights} {costs}")
    for _ in range(5):
        game = of_kind(choose, kind, weights, costs)
        if not Scans.hold(game):
            assert kind in ("identify", "groups")
            continue
        replies, prices = reply_matrix(game), prices_of(reply_matrix(game))
        charged = [prices.vector(depth) if prices else (depth,) for depth in range(len(game.secrets) + 1)]
        solver = RuledSolver(replies, charged, (True,) if weights else (), prices)
        everything = np.arange(len(game.secrets), dtype=np.int32)
        found = solver.least(everything, ())
        assert found <= least_total(game), game
        if len(everything) > 2 and not weights and prices is None:
            permitted = solver.permitted.at(everything, ())
            assert found >= by_part_counts(replies, everything.tolist(), permitted)


def words(choose: random.Random, secrets: int, codes: int) -> Game:
    """A game of words of four letters, with 81 replies."""
    spelled = choose.sample(list(product(range(8), repeat=4)), codes)
    return Game.from_symbols("words", Rule("wordle", 4), "abcdefgh", spelled, spelled[:secrets])


@pytest.mark.parametrize("seed", seeds(3, 60))
def test_supersets_change_no_scan(seed: int) -> None:
    """A code makes no more parts than they say, and the scan that looks at few codes finds the same bound."""
    choose = random.Random(seed)
    game = words(choose, choose.choice((200, 400)), choose.choice((500, 1500)))
    replies, codes = reply_matrix(game), np.arange(len(game.codes), dtype=np.int32)
    blocks, nothing = ReplyBlocks(replies), np.zeros(len(game.secrets) + 1, np.int64)
    assert Supersets.hold(game)
    supersets = Supersets(game, lambda some: blocks.sums(nothing, codes, some)[1])
    solver = Solver(PreparedGame(replies).tables, TOTAL, len(game.secrets), 1, bits=4)
    fewer = 0
    for candidates in parts_of(choose, replies):
        most, counted = supersets.most(candidates), (part_sizes(replies, codes, candidates) > 0).sum(axis=1)
        assert (most >= counted).all()
        fewer += int((most < blocks.sums(nothing, codes, np.arange(len(game.secrets), dtype=np.int32))[1]).any())
        for limits in most, counted.astype(np.uint32), np.full(len(codes), 999, np.uint32):
            found = solver.least(candidates, (), limits)
            assert found == by_part_counts(replies, candidates.tolist(), codes)
            without = least_cost(TOTAL, 1, len(candidates), int(limits.max()))
            assert without is not None and without <= (found,)
            if len(candidates) <= MAX_CANDIDATES_PACKED:
                assert found == solver.least(candidates, ())
    assert fewer


@pytest.mark.parametrize("guesses", ["all", "hard"])
@pytest.mark.parametrize("seed", seeds(1, 20))
def test_parts_are_bounded_until_it_is_enough(seed: int, guesses: str) -> None:
    """With SUPERSETS alone first; what they find is no more than what the scans of all parts find."""
    choose = random.Random(f"{seed} {guesses}")
    replies = reply_matrix(words(choose, 300, 600).with_guesses(guesses))
    problem = Problem(PreparedGame(replies), Objective.parse("total"), 20)
    scans, worker = Scans(problem, problem.part_bounds), SearchOptions(1).threads(problem).first
    everything, sizes_of = problem.game.everything, worker.blocks.sizes
    for guess in choose.sample(range(len(replies.game.codes)), 5):
        total, parts = problem.parts(everything, (), guess, problem.bounds)
        scanned = total[0] + sum(scans.bound(part, worker.solver, sizes_of)[0] - part.bound[0] for part in parts)
        assert scanned > total[0] and scans.raised(total, parts, problem.infinite, worker) == (scanned,)
        for enough in range(total[0], scanned, max((scanned - total[0]) // 8, 1)):
            assert enough <= scans.raised(total, parts, (enough,), worker)[0] <= scanned


@pytest.mark.parametrize("guesses", ["hard", "consistent"])
@pytest.mark.parametrize("seed", seeds(1, 30))
def test_supersets_change_no_scan_under_a_rule(seed: int, guesses: str) -> None:
    choose = random.Random(f"{seed} {guesses}")
    game = words(choose, 250, 800).with_guesses(guesses)
    replies, codes = reply_matrix(game), np.arange(len(game.codes), dtype=np.int32)
    supersets = Supersets(game, lambda some: (part_sizes(replies, codes, some) > 0).sum(axis=1))
    solver = RuledSolver(replies, [(depth,) for depth in range(20)])
    everything, seen = np.arange(len(game.secrets), dtype=np.int32), 0
    for guess in choose.sample(range(len(game.codes)), 8):
        for reply, part in partition(replies, guess, everything):
            history = ((guess, reply),)
            permitted = solver.permitted.at(part, history)
            if len(part) >= 3 and reply != replies.win:
                expected = by_part_counts(replies, part.tolist(), permitted, 2)
                assert solver.least(part, history, supersets.most(part)) == expected <= solver.least(part, history)
                seen += 1
    assert seen


def parts_of(choose: random.Random, replies: Replies) -> Iterator[np.ndarray]:
    """Some sets of three candidates or more: what a guess leaves of all, and any."""
    everything = np.arange(len(replies.game.secrets), dtype=np.int32)
    yield everything
    for size in (3, 20, 70, 99):
        yield np.array(sorted(choose.sample(everything.tolist(), size)), np.int32)
    for _ in range(6):
        answers = replies.to(choose.randrange(len(replies.game.codes)), everything)
        part = everything[answers == answers[choose.randrange(len(everything))]]
        if len(part) >= 3:
            yield part


def raised(replies: Replies, text: str, plan: tuple[Source, ...], exact: int, jobs: int) -> Iterator[Vector]:
    """The bounds after the steps of a search, until it has found the smallest cost; parts are scanned."""
    game = replies.game
    problem = Problem(
        PreparedGame(replies), Objective.parse(text), Objective.parse(text).limit or len(game.secrets), plan
    )
    threads, bounds = SearchOptions(jobs).threads(problem), list[Vector]()
    lower = LowerBound(problem, threads.first.blocks, exact, problem.part_bounds, threads.pool)
    lower.raise_to(problem.infinite, 1000, after_step=lambda: bounds.append(lower.bound))
    assert lower.root.settled or lower.bound >= problem.infinite
    yield from bounds


@pytest.mark.parametrize("seed", seeds(3, 200))
def test_a_scan_with_reach_is_no_more_than_the_value(seed: int) -> None:
    """Of any candidates at any depth; a sample of the guesses finds no less than all guesses."""
    choose, reached = random.Random(seed), 0
    for _ in range(20):
        replies, text = reply_matrix(drawn(choose)), choose.choice(("total", "total,limit:4", "fives,total"))
        game, objective = replies.game, Objective.parse(text)
        problem = Problem(PreparedGame(replies), objective, objective.limit or len(game.secrets))
        known, blocks = least(replies, text, (Source.ALL,)), ReplyBlocks(replies)
        if known is None or not problem.part_bounds.reaches:
            continue
        codes, (_, reference) = np.arange(len(game.codes), dtype=np.int32), known
        for _ in range(5):
            depth, size = choose.randint(1, 3), choose.randint(min(3, len(game.secrets)), len(game.secrets))
            candidates = np.array(sorted(choose.sample(range(len(game.secrets)), size)), np.int32)
            value = reference.value(tuple(candidates.tolist()), depth)
            found = problem.part_bounds.least(candidates, depth, codes, blocks.sizes)
            assert value == reference.impossible or found <= value, (game, text, candidates, depth)
            assert found >= problem.bounds.least(candidates, depth, codes, blocks.sizes)
            assert found <= problem.part_bounds.least(candidates, depth, codes[::2].copy(), blocks.sizes)
            reached += found == value
    assert reached


@pytest.mark.parametrize("fewest", [MIN_CANDIDATES_REACH, 3])
@pytest.mark.parametrize("seed", seeds(3, 200))
def test_the_bound_rises_to_the_least_cost_and_no_further(
    seed: int, fewest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where parts of `fewest` candidates or more are scanned with REACH."""
    monkeypatch.setattr("treebuild.search.near.scans.MIN_CANDIDATES_REACH", fewest)
    choose = random.Random(seed)
    for _ in range(50):
        replies, plan = reply_matrix(drawn(choose)), choose.choice(((Source.ALL,), (Source.MEMBERS,)))
        text = choose.choice(("total", "total,limit:4", "fives,total", "fours"))
        known = least(replies, text, plan)
        bounds = list(raised(replies, text, plan, choose.choice((1, 3)), choose.choice((1, 2))))
        assert bounds == sorted(bounds)
        if known is not None:
            best = known[1].value(tuple(range(len(replies.game.secrets))), 1)
            assert bounds[-1] == best, (replies.game, text, plan)


@pytest.mark.parametrize("seed", seeds(2, 100))
@pytest.mark.parametrize("costs", [False, True], ids=["guesses", "costs"])
@pytest.mark.parametrize("weights", [False, True], ids=["equal", "weights"])
@pytest.mark.parametrize("kind", KINDS)
def test_under_a_rule_it_rises_to_the_least_total(kind: str, weights: bool, costs: bool, seed: int) -> None:
    choose = random.Random(f"{seed} {kind} {weights} {costs}")
    for _ in range(5):
        game = of_kind(choose, kind, weights, costs)
        bounds = list(raised(reply_matrix(game), "total", (Source.ALL,), 1, 1))
        assert bounds == sorted(bounds) and bounds[-1] == (least_total(game),), game
