"""Near-optimal trees and their lower bounds, beside the reference implementation on small games."""

from __future__ import annotations

import gc
import itertools
import random
from dataclasses import replace
from threading import Event, Lock, current_thread, main_thread
from time import monotonic, sleep
from typing import Any

import numpy as np
import pytest

from tests.conftest import seeds
from tests.helpers.near import FEW, NARROWED, drawn, solved
from treebuild import build, verify
from treebuild.codec.msgpack import encode
from treebuild.errors import TreebuildError
from treebuild.game.lookup import as_game
from treebuild.game.positions import Candidates
from treebuild.game.reply_matrix import part_sizes, reply_matrix
from treebuild.search.engine.game_tables import PreparedGame
from treebuild.search.engine.reply_blocks import ReplyBlocks
from treebuild.search.engine.solver import PositionSolver
from treebuild.search.goal.objective import Objective
from treebuild.search.goal.plan import Source
from treebuild.search.goal.vectors import INFINITE, Vector
from treebuild.search.near import guesses as near_guesses
from treebuild.search.near import solve as near
from treebuild.search.near.efforts import EFFORTS, Effort
from treebuild.search.near.exact_attempt import ExactAttempt
from treebuild.search.near.nodes import NearNode, Shortlist
from treebuild.search.near.passes import Pass
from treebuild.search.store.results import Result
from treebuild.search.walk.claims import near_in_words
from treebuild.search.walk.handover import Handover
from treebuild.search.walk.open_node import OpenNode
from treebuild.search.walk.problem import Problem
from treebuild.search.walk.scheduler import Scheduler
from treebuild.search.walk.search_options import SearchOptions
from treebuild.search.walk.threads import Pool
from treebuild.search.walk.walk import LocalWorker, Step, Walk
from treebuild.tree.policy import grow
from treebuild.tree.tree import Tree

OBJECTIVES = "total", "total,limit:4", "fours", "fives,total", "limit:3", "deepest", "total,deepest", "deepest,limit:5"
PLANS = ((Source.ALL,), (Source.MEMBERS,))


@pytest.mark.parametrize("seed", seeds(2, 200))
def test_bounds_are_below_and_costs_are_replayed(seed: int) -> None:
    choose = random.Random(seed)
    efforts = {**EFFORTS, 1: choose.choice((FEW, NARROWED))}
    handover = Handover(always_easy=choose.choice((2, 72)), easy_squares=choose.choice((0, 2)))
    for _ in range(25):
        replies = reply_matrix(drawn(choose))
        solved(replies, choose.choice(OBJECTIVES), choose.choice(PLANS), choose.choice((1, 3)), efforts, handover)


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize(
    ("seed", "games"), [(0, 50), *(pytest.param(seed, 500, marks=pytest.mark.long) for seed in range(1, 21))]
)
def test_effort_9_finds_the_optimum(seed: int, games: int, whole: bool) -> None:
    """In nine of ten games; in eight of ten where no effort searches a whole game, or four candidates, exactly."""
    choose = random.Random(seed)
    few = {n: replace(effort, exact=3, parts=3, steps=8, work=0) for n, effort in EFFORTS.items()}
    outcomes = [
        solved(
            reply_matrix(drawn(choose)),
            choose.choice(OBJECTIVES),
            choose.choice(PLANS),
            effort=9,
            efforts=EFFORTS if whole else few,
        )
        for _ in range(games)
    ]
    found = [best for there, best in outcomes if there]
    assert len(found) > games / 2 and sum(found) >= (0.9 if whole else 0.8) * len(found)


@pytest.mark.parametrize("seed", seeds(4, 200))
def test_a_small_game_is_searched_to_the_end(seed: int) -> None:
    choose = random.Random(seed)
    for _ in range(25):
        replies = reply_matrix(drawn(choose))
        there, best = solved(
            replies, choose.choice(OBJECTIVES), choose.choice(PLANS), 1, {1: replace(FEW, work=1 << 20)}
        )
        assert there == best, replies.game


def test_the_exact_search_stops_at_its_limit_and_goes_on() -> None:
    """After as many positions as it may look at, whatever was tried before; with more it comes to its end."""
    replies = reply_matrix("p4c8n")
    exact = ExactAttempt(Problem(PreparedGame(replies), Objective.parse("total"), 10), SearchOptions(), min_nodes=0)
    for limit in 500, 400, 500, 1000:
        assert exact.run((7846,), limit * len(replies.game.codes)) is None
        assert exact.problem.solver.nodes == max(500, limit)
    result = exact.run((7846,), 10_000 * len(replies.game.codes))
    assert result is not None and result.exact
    assert result.value == (grow(replies, exact.policy).total,) == (7817,)


@pytest.mark.parametrize(
    "words", [{"objective": "limit:1"}, {"objective": "limit:3"}, {"objective": "total,limit:4", "first": "000"}]
)
def test_a_limit_that_no_tree_keeps_is_told_as_searched(words: dict[str, Any]) -> None:
    with pytest.raises(TreebuildError, match=r" (1 guess|[34] guesses) \(searched\): allow more") as told:
        build("near", "p3c5r", **words)
    with pytest.raises(TreebuildError) as expected:
        build("exact", "p3c5r", **words)
    assert str(told.value) == str(expected.value)


def test_the_bound_meets_the_optimum() -> None:
    """After enough steps, without any position searched exactly but single secrets."""
    everything = Effort(exact=1, parts=1, first=9, second=60, later=60, steps=100_000)
    solution = near.solve(reply_matrix("p2c4r"), Objective.parse("total"), 1, efforts={1: everything})
    assert solution.bound == solution.cost == (45,)
    assert solution.searched == "no tree of this game has a smaller total than 45"


def test_threads_change_nothing_and_the_file_names_the_effort(passes_only: None) -> None:
    one, two = (build("near", "p4c7r", effort=2, jobs=jobs) for jobs in (1, 2))
    assert encode(one) == encode(two)
    assert one.built is not None and one.built.algorithm == "near --effort 2"
    assert one.built.searched.startswith("near: ")


@pytest.mark.parametrize("rules", ["p4c6r", "p4c7n"])
def test_images_of_guesses_change_nothing(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """To look at one guess of each orbit is to find the same tree as by looking at all."""
    effort, replies = replace(FEW, exact=8, parts=8, second=3, later=2, firsts=2), reply_matrix(rules)

    def found() -> Tree:
        return grow(replies, near.solve(replies, Objective.parse("total"), 1, efforts={1: effort}).policy)

    tree = found()
    monkeypatch.setattr(ReplyBlocks, "has_orbits", False)
    assert encode(tree) == encode(found())


def test_threads_change_nothing_where_a_game_is_searched_to_the_end() -> None:
    one, two = (build("near", "p4c8n", jobs=jobs) for jobs in (1, 2))
    assert encode(one) == encode(two)
    assert one.built is not None and one.built.searched == "no tree of this game has a smaller total than 7817"
    assert one.total == 7817 and list(one.guess) == list(build("exact", "p4c8n", objective="total").guess)


@pytest.mark.parametrize("rules", ["p1c1n", "p2c1r", "p1c3n"])
def test_games_of_few_secrets(rules: str) -> None:
    assert build("near", rules).total == build("exact", rules, objective="total").total


def test_passes_alone_come_near_the_optimum_of_bulls_and_cows(passes_only: None) -> None:
    """Less than a twentieth of a per cent above the optimum, without the exact search."""
    tree = build("near", effort=2)
    assert 26274 <= tree.total <= 26287
    assert verify(tree).ok


def test_bulls_and_cows_are_searched_to_the_end() -> None:
    tree = build("near")
    assert tree.built is not None and tree.built.searched == "no tree of this game has a smaller total than 26274"
    assert tree.total == 26274 and verify(tree).ok


@pytest.mark.parametrize(
    ("name", "game", "words", "why"),
    [
        ("near", "p3c4r", {"effort": 10}, "no effort 10: expected a number from 1 to 9"),
        ("near", "p3c4r", {"effort": 0}, "no effort 0: expected"),
        ("near", "p3c4r", {"effort": 2, "seconds": 1}, "expected one of them"),
        ("near", "p4c7r", {"objective": "limit:5", "effort": 1}, "finds no tree of p4c7r .* in 5 guesses: try"),
        ("near", "p3c4r", {"seconds": 0}, "bad number of seconds 0: expected more than 0"),
        ("near", "p6c9r", {"cluster": "tcp://127.0.0.1:1"}, "cannot use a cluster for p6c9r"),
        ("near", "p3c4r", {"gap": "1%"}, "gap: expected a share of the lower bound, such as 0.01"),
        ("near", "p3c4r", {"gap": 1}, "bad gap 1: expected a share of the lower bound"),
        ("near", "p3c4r", {"gap": 0.1, "objective": "fours"}, "a gap is a share of the total: fours does not begin"),
        ("minavg", "p3c4r", {"gap": 0.1}, "'minavg' takes no gap: only `near` does"),
        ("minavg", "p3c4r", {"effort": 3}, "'minavg' takes no effort: only `near` does"),
        ("minavg", "p3c4r", {"seconds": 3}, "'minavg' takes no seconds: only `near` does"),
        ("minavg", "p3c4r", {"cluster": "tcp://127.0.0.1:1"}, "'minavg' cannot use a cluster"),
    ],
)
def test_wrong_words_are_refused(name: str, game: str, words: dict[str, Any], why: str) -> None:
    with pytest.raises(TreebuildError, match=why):
        build(name, game, **words)


@pytest.mark.parametrize("objective", ["total,deepest", "deepest"])
def test_secrets_at_the_greatest_depth(objective: str) -> None:
    """No worse at what counts first than a greedy tree, no better than the best; the bound is below the best."""
    for rules in "p2c4r", "p3c4r", "p3c5n":
        best, replies = build("exact", rules, objective=objective), reply_matrix(rules)
        found = near.solve(replies, Objective.parse(objective), 1, efforts={1: FEW})
        tree = grow(replies, found.policy)
        assert verify(tree).ok
        if objective == "deepest":
            assert tree.max_depth >= best.max_depth
        else:
            assert found.bound[0] <= best.total <= found.cost[0] == tree.total


def test_when_the_time_is_up_the_best_tree_so_far_is_kept(passes_only: None) -> None:
    lines = list[near.NearLine]()
    tree = build("near", "p4c7r", seconds=0.001, log=lines.append)
    assert verify(tree).ok and {line.effort for line in lines} == {1}
    assert tree.built is not None and tree.built.algorithm == "near --seconds 0.001"
    assert lines[-1].cost == (tree.total,) and 0 < lines[-1].bound[0] < tree.total
    assert lines[-1].gap == pytest.approx(tree.total / lines[-1].bound[0] - 1)


@pytest.mark.parametrize("words", [{"gap": 0.03}, {"gap": 0.03, "seconds": 1000}, {"gap": 0.05, "effort": 9}], ids=str)
def test_the_search_ends_when_the_gap_is_reached(words: dict[str, Any], passes_only: None) -> None:
    """Long before its time is up or its efforts are over, and not in an earlier pass; the log tells of every bound."""
    lines = list[near.NearLine]()
    tree = build("near", "p4c7r", log=lines.append, **words)
    gaps = [line.gap for line in lines]
    assert tree.built is not None and lines[-1].cost == (tree.total,)
    assert gaps[-1] is not None and 0 < gaps[-1] <= words["gap"] and lines[-1].effort < 9
    assert all(line.gap is not None and line.gap > words["gap"] for line in lines if line.effort < lines[-1].effort)
    said = tree.built.algorithm
    assert said.endswith(f"--gap {100 * words['gap']:g}%") and ("--seconds 1000" in said) == ("seconds" in words)
    assert f"no tree of this game has a smaller total than {lines[-1].bound[0]}" in tree.built.searched


def test_with_little_time_a_tree_comes_before_the_exact_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without seconds, effort 1 finds the best tree of this game at once; with enough of them, the same one."""
    best = build("near", "p4c7n", effort=1)
    lines = list[near.NearLine]()
    assert build("near", "p4c7n", seconds=1000, log=lines.append).guess.tolist() == best.guess.tolist()
    assert lines[0].bound < lines[0].cost and lines[-1].bound == lines[-1].cost == (best.total,)
    assert {line.effort for line in lines} == {1}

    def long(self: ExactAttempt, cutoff: Vector, work: int) -> Result | None:
        while True:
            self.problem.solver.check_stop()

    monkeypatch.setattr(ExactAttempt, "run", long)
    tree = build("near", "p4c7n", seconds=0.1)
    assert verify(tree).ok and tree.total == lines[-2].cost[0]
    assert tree.built is not None and tree.built.algorithm == "near --seconds 0.1"


def test_ctrl_c_keeps_the_best_tree_so_far(passes_only: None) -> None:
    def interrupt(line: near.NearLine) -> None:
        if line.effort == 2:
            raise KeyboardInterrupt

    tree = build("near", "p4c7r", seconds=1000, log=interrupt)
    assert tree.built is not None and tree.built.algorithm == "near --seconds 1000"
    assert verify(tree).ok
    with pytest.raises(KeyboardInterrupt):
        build("near", "p4c7r", effort=2, log=interrupt)


def test_ctrl_c_ends_all_searches_for_the_least_depth(monkeypatch: pytest.MonkeyPatch, passes_only: None) -> None:
    """`deepest` searches again and again, with smaller limits: after Ctrl-C none takes the rest of the seconds."""
    ends, run = list[float | None](), near._Passes.run

    def interrupted(self: near._Passes, effort: int, end: float | None) -> near.NearSolution:
        ends.append(end)
        if len(ends) > 1:
            return run(self, effort, end)
        with monkeypatch.context() as patch:
            patch.setattr(near._Passes, "_raise", raise_interrupt)
            return run(self, effort, end)

    def raise_interrupt(self: near._Passes, number: int, seconds: float = 0.0) -> None:
        if self.policy is not None:
            raise KeyboardInterrupt

    monkeypatch.setattr(near._Passes, "run", interrupted)
    start = monotonic()
    assert verify(build("near", "p3c5r", objective="deepest", seconds=1000)).ok
    first, *later = ends
    assert first and first > start + 900
    assert later and all(end is not None and end < start + 900 for end in later)


def test_every_pass_is_to_beat_the_one_before(passes_only: None) -> None:
    lines = list[near.NearLine]()
    tree = build("near", "p4c7r", effort=3, log=lines.append)
    costs, bounds = [line.cost for line in lines], [line.bound for line in lines]
    assert costs == sorted(costs, reverse=True) and bounds == sorted(bounds)
    assert costs[-1] == (tree.total,) < costs[0] and bounds[-1] > bounds[0]
    assert {line.effort for line in lines} == {1, 2, 3}


@pytest.mark.parametrize("words", [("near",), ("exact", "total"), ("exact", "total,deepest")], ids=str)
def test_a_search_leaves_no_tables_behind(words: tuple[str, ...], **how: Any) -> None:
    """They go with the search: no circle of references keeps them until the garbage collector looks for it."""
    name, objective = words[0], words[1] if len(words) > 1 else None
    gc.disable()
    try:
        before = [known for known in gc.get_objects() if isinstance(known, Problem | PositionSolver)]
        build(name, "p3c5r", objective=objective, **how)
        after = [known for known in gc.get_objects() if isinstance(known, Problem | PositionSolver)]
        assert len(after) == len(before)  # what other tests left, a failed one perhaps
    finally:
        gc.enable()


@pytest.mark.parametrize("jobs", [1, 2])
def test_passes_leave_no_tables_behind(jobs: int, passes_only: None) -> None:
    test_a_search_leaves_no_tables_behind(("near",), jobs=jobs, effort=2)


def test_progress_never_goes_back() -> None:
    """Threads tell of it one at a time. What was tried is a part of what is to be tried, and all of it at the end."""
    told, busy = list[Step](), Lock()

    def progress(step: Step) -> None:
        assert busy.acquire(blocking=False)
        sleep(0.0002)
        told.append(step)
        busy.release()

    options = SearchOptions(3, progress, handover=Handover(always_easy=2))
    near.solve(reply_matrix("p3c6r"), Objective.parse("total"), 2, options=options, efforts={1: FEW, 2: NARROWED})
    assert told[0].done == 1 and told[-1].done == told[-1].options
    for before, after in itertools.pairwise(told):
        assert after.done == (before.done + 1 if before.done < before.options else 1) <= after.options


def test_ctrl_c_does_not_reach_who_chooses_guesses(passes_only: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would leave threads behind that nobody stops, if it came while a pool starts them."""
    run, callers = Pool.map, set[bool]()

    def noted(self: Pool[Any], *words: Any) -> list[Any]:
        callers.add(current_thread() is main_thread())
        return run(self, *words)

    monkeypatch.setattr(Pool, "map", noted)
    build("near", "p3c7r", effort=1)
    assert callers == {False}


def test_options_that_are_given_back_count_once(passes_only: None) -> None:
    """A worker of a cluster gives back the options of a task that it has no time for."""

    class Hurried(LocalWorker):
        def lease_size(self, walk: Walk, node: OpenNode) -> int:
            return 3

        def evaluate(self, walk: Walk, node: OpenNode, leased: list[tuple[int, int]]) -> list[int]:
            super().evaluate(walk, node, leased[:1])
            return [index for index, _ in leased[1:]]

    problem = Problem(PreparedGame(reply_matrix("p3c5r")), Objective.parse("total"), 125)
    worker, tried = Hurried(problem, problem.solver), list[int]()
    pass_ = Pass(problem, NARROWED, SearchOptions(), Scheduler(Pool.of([worker], LocalWorker.stop)))
    part = problem.parts(problem.game.everything, (), 1, problem.bounds)[1][-1]
    node = NearNode(part.candidates, part.history, Result(problem.infinite), [3, 7, 38])
    pass_.decide_apart([node], tried.append)
    assert node.decided and tried == [1, 1, 1]


def test_first_guesses_are_chosen_by_trying(passes_only: None) -> None:
    """In Mastermind the guess of most information is not the best one to begin with."""
    informed = build("entropy", "p4c6r")
    code = informed.game.spell(informed.game.codes[informed.guess[0]])
    tree = build("near", "p4c6r", effort=1)
    assert tree.total < build("near", "p4c6r", first=code, effort=1).total
    assert build("near", "p4c6r", effort=2).total == 5625


def test_hard_positions_are_not_searched_exactly(passes_only: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Orders of six symbols: no guess makes more than six parts, and of 100 candidates that is few."""
    largest, search_compiled = list[int](), Problem.search_compiled

    def noted(self: Problem, candidates: Candidates, *words: Any, **more: Any) -> Result:
        guesses = words[2]
        sizes = [len(candidates)] if guesses is None else part_sizes(self.replies, guesses, candidates).max(axis=1)
        largest.extend(sizes)
        return search_compiled(self, candidates, *words, **more)

    monkeypatch.setattr(Problem, "search_compiled", noted)
    tree = build("near", "p6c6n", effort=1)
    assert 36 < max(largest) <= Handover().always_easy < 100 < EFFORTS[1].parts + 1
    assert verify(tree).ok


WAYS = (
    ("p3c7r", Effort(exact=6, parts=26, first=3, second=20, later=1, steps=3), 5, 0.1),
    ("p3c8r", Effort(exact=10, parts=15, first=3, second=10, later=2, steps=3), 2, 0.1),
    ("p3c9r", Effort(exact=6, parts=11, first=3, second=3, later=2, steps=3, firsts=40), 2, 0.2),
)


@pytest.mark.parametrize(
    ("rules", "effort", "always", "squares"),
    [WAYS[0], *(pytest.param(*way, marks=pytest.mark.long) for way in WAYS[1:])],
)
def test_the_tree_is_that_of_the_way_that_was_searched(
    rules: str, effort: Effort, always: int, squares: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Candidates that the compiled search has counted exactly may be a position of another way, with a worse guess."""
    monkeypatch.setattr(near_guesses, "FIRST_BITS", 0)
    handover = Handover(always_easy=always, easy_squares=squares)
    replies, total, trees = reply_matrix(rules), Objective.parse("total"), set[bytes]()
    for jobs in 1, 2, 3:
        solution = near.solve(replies, total, 1, options=SearchOptions(jobs, handover=handover), efforts={1: effort})
        tree = grow(replies, solution.policy)
        assert (tree.total,) == solution.cost
        trees.add(encode(tree))
    assert len(trees) == 1


@pytest.mark.parametrize(
    ("costs", "kept", "guesses"),
    [
        ((9, 4, 7, 4, 7), 3, [11, 13, 12]),
        ((4, 4, 4, 4), 2, [10, 11]),
        ((9, 4), 2, [11, 10]),
        ((99, 4, 99, 7), 3, [11, 13, 10, 12]),
        ((99, 99), 1, [10, 11]),
    ],
)
def test_the_best_by_quick_costs_are_kept_in_any_order_of_reports(
    costs: tuple[int, ...], kept: int, guesses: list[int]
) -> None:
    """Of equal ones the first; and where a limit, of which 99 tells, lets fewer through, all."""
    everything = np.arange(5, dtype=np.int32)
    for order in itertools.permutations(range(len(costs))):
        node = NearNode(everything, (), Result((99,)), [10 + index for index in range(len(costs))])
        shortlist = Shortlist(node, kept, (99,))
        for index in order:
            shortlist.report(index, min((costs[index],), shortlist.cutoff(index)))
        shortlist.narrow()
        assert node.options == [((0,), guess) for guess in guesses] and node.incumbent is None


def test_a_shortlist_is_helped_until_as_many_options_are_tried_as_it_keeps() -> None:
    """Only then may the next option have a cutoff, so only then is there something to wait for."""
    node = NearNode(np.arange(5, dtype=np.int32), (), Result((INFINITE,)), [10, 11, 12, 13])
    shortlist, free = Shortlist(node, 2, (INFINITE,)), lambda guess: True
    with shortlist.lease(free):
        assert not shortlist.awaits_cutoff
        with shortlist.lease(free):
            assert shortlist.awaits_cutoff
            shortlist.report(0, (7,))
            assert shortlist.awaits_cutoff
            shortlist.report(1, (9,))
        assert not shortlist.awaits_cutoff and shortlist.cutoff(2) == (9,)


def test_what_is_not_known_of_sevens_is_said() -> None:
    """A bound of no secret at a depth claims nothing of their number, and nothing of trees that have some."""
    game = PreparedGame(reply_matrix(as_game("p3c4n")))
    both, alone = (Problem(game, Objective.parse(objective), 5) for objective in ("fives,total", "fives"))
    open_still = "near: some tree may have no secret at depth 5 or later; no tree of this game of at most 4 guesses "
    assert near_in_words(both, (0, 70), (2, 75)) == open_still + "has a smaller total than 70 (searched)"
    assert near_in_words(alone, (0,), (2,)) == "near: no bound is known, so there may be better trees"
    assert near_in_words(alone, (0,), (0,)) == "this tree needs at most 4 guesses"


def test_what_stops_a_search_has_ended_before_the_next_one_begins() -> None:
    """The timer of a pass, which began to stop it as it ended, does not stop the pass that follows."""
    began, ended = Event(), Event()

    class Slow(near._Passes):
        def __init__(self) -> None:
            pass

        def _end(self) -> None:
            began.set()
            sleep(0.2)
            ended.set()

    with Slow()._stopped_at(monotonic()):
        assert began.wait(30)
    assert ended.is_set()
