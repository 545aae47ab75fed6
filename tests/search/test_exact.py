import random
from functools import partial

import numpy as np
import pytest

from tests.conftest import distinct_secrets, mostly_long, seconds_to_stop, two_d
from tests.helpers.oracle import SETS
from tests.helpers.random_games import costs
from tests.helpers.small_games import words
from tests.helpers.trees import same
from tests.helpers.words_of_keys import numbers, with_sum
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.reply_matrix import Replies, partition, reply_matrix
from treebuild.search.bounds.prunings import fill
from treebuild.search.engine.game_tables import SEED, PreparedGame, hash_words
from treebuild.search.engine.solver import Solver, StoppedError
from treebuild.search.exact import solve
from treebuild.search.goal.objective import Objective
from treebuild.search.goal.plan import Source
from treebuild.search.walk.problem import Problem
from treebuild.search.walk.search_options import SearchOptions
from treebuild.search.walk.walk import Step
from treebuild.tree.policy import grow
from treebuild.tree.tree import Tree


def tree(replies: Replies, text: str, **options: object) -> Tree:
    return grow(replies, solve(replies, Objective.parse(text), **options).policy)  # type: ignore[arg-type]


@pytest.mark.parametrize(("text", "greatest"), [("total", 9), ("sevens,total", 7), ("total,deepest", 7)])
def test_prunings_agree_on_sets_of_the_real_game(bulls_cows: Replies, text: str, greatest: int) -> None:
    vectors, tables = costs(text, greatest), PreparedGame(bulls_cows).tables
    choose = random.Random(text)
    solvers = [Solver(tables, vectors, 40, 3, prunings=prunings) for prunings in SETS]
    for _ in range(60):
        first, second = choose.randrange(5040), choose.randrange(5040)
        secret = choose.randrange(5040)
        rows = bulls_cows.matrix[[first, second]]
        candidates = np.flatnonzero((rows == rows[:, [secret]]).all(axis=0)).astype(np.int32)
        candidates = np.sort(np.array(choose.sample(candidates.tolist(), min(len(candidates), 9)), np.int32))
        values = [solver.value(candidates, 5) for solver in solvers]
        assert len(set(values)) == 1


@pytest.mark.parametrize("size", [100, 121, 255, 256, 300])
def test_a_list_of_guesses_is_worth_what_its_best_one_is(size: int) -> None:
    """Many are counted all at once, each alone by its row."""
    choose, tables = random.Random(size), PreparedGame(reply_matrix("p4c6n")).tables
    solver = Solver(tables, costs("total", 9), 360, 1)
    for _ in range(3):
        candidates = np.array(sorted(choose.sample(range(360), size)), np.int32)
        listed = np.array(sorted(choose.sample(range(360), 100)), np.int32)
        alone = {code: solver.search(candidates, 1, guesses=np.array([code], np.int32))[0] for code in listed.tolist()}
        value, guess = solver.search(candidates, 1, guesses=listed)
        assert value == min(alone.values()) == alone[guess]
        assert solver.search(candidates, 1)[0] <= value


@pytest.mark.parametrize(("text", "greatest"), [("total", 9), ("sevens,total", 7), ("total,limit:4", 4)])
def test_guesses_are_put_in_order_by_what_their_parts_cost_at_least(text: str, greatest: int) -> None:
    """Where few depths are left some cannot be made any more: they are the last, whatever their parts."""
    replies = reply_matrix(Game.from_rules("p4c6n"))
    problem = Problem(PreparedGame(replies), Objective.parse(text), greatest)
    chosen = random.Random(text)
    for depth in 1, 2, 3:
        candidates = np.array(sorted(chosen.sample(range(360), chosen.randint(2, 300))), np.int32)
        expected = []
        for guess in range(360):
            cost: tuple[int, ...] = problem.zero
            parts = partition(replies, guess, candidates)
            for reply, part in parts:
                cap = int(problem.game.tables.cap[reply])
                filled = (
                    problem.bounds.costs[depth]
                    if reply == replies.win
                    else fill(problem.bounds.costs, depth + 1, cap, len(part))
                )
                cost = tuple(a + b for a, b in zip(cost, filled or problem.infinite, strict=True))
            if len(parts) > 1:
                squares = sum(len(part) ** 2 for _, part in parts)
                expected.append((min(cost, problem.infinite), squares, guess))
        found = problem.bounds.ordered(candidates, depth, np.arange(360, dtype=np.int32))
        assert found == [(cost, guess) for cost, _, guess in sorted(expected)]


def test_a_bound_that_is_not_reached_is_a_bound(bulls_cows: Replies) -> None:
    solver = Solver(PreparedGame(bulls_cows).tables, costs("total", 12), 200, 3)
    candidates = np.flatnonzero((bulls_cows.matrix[0] == 3) & (bulls_cows.matrix[500] == 2)).astype(np.int32)
    exact, guess = solver.search(candidates, 3)
    assert guess >= 0
    for below in range(exact - 6, exact + 4):
        fresh = solver.fork(apart=True)
        value, guess = fresh.search(candidates, 3, below)
        if below > exact:
            assert (value, guess >= 0) == (exact, True)
        else:
            assert guess == -1
            assert below <= value <= exact


MASTERMIND = [
    ("total", 5625), ("avg", (1, 8, 80, 668, 538, 1)), ("total,limit:5", 5626), ("fives", 539),
    ("deepest", (1, 8, 77, 671, 539)), ("fives,total", 539),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "counts"),
    mostly_long(MASTERMIND, MASTERMIND[:1]),
)
def test_optima_of_mastermind_are_those_published(
    mastermind: Replies, text: str, counts: int | tuple[int, ...]
) -> None:
    grown = tree(mastermind, text)
    if isinstance(counts, tuple):
        assert grown.counts == counts
    elif text.startswith("fives"):
        assert (grown.max_depth, grown.counts[4]) == (5, counts)
    else:
        assert grown.total == counts


@pytest.fixture(scope="module")
def mastermind() -> Replies:
    return reply_matrix(Game.from_rules("mastermind"))


def test_the_exact_searches_of_the_paper_that_guess_candidates_only_from_move_four(bulls_cows: Replies) -> None:
    """Slovesnov 2011, section 7, column fso."""
    solution = solve(bulls_cows, Objective.parse("total"), plan=(Source.ALL, Source.ALL, Source.ALL, Source.MEMBERS))
    by_reply = [1806, 7942, 6818, 1269, 32, 2393, 3716, 1020, 30, 839, 312, 21, 97, 1]
    assert [cost for (cost,) in solution.by_reply.values()] == by_reply
    assert solution.cost == (26296,)
    assert grow(bulls_cows, solution.policy).total == 26296


def test_smallest_total_of_bulls_and_cows(bulls_cows: Replies) -> None:
    """Tanaka 1996: 26274; by first reply as in Slovesnov 2011, section 7. The replay counts what the search claims."""
    solution = solve(bulls_cows, Objective.parse("total"))
    assert solution.cost == (26274,)
    by_reply = [1806, 7935, 6808, 1268, 32, 2393, 3712, 1020, 30, 839, 312, 21, 97, 1]
    assert [cost for (cost,) in solution.by_reply.values()] == by_reply
    assert grow(bulls_cows, solution.policy).total == 26274
    assert solution.searched == "no tree of this game has a smaller total than 26274"


@pytest.mark.parametrize("limit", [5, 6])
def test_no_tree_of_bulls_and_cows_has_greatest_depth_six(bulls_cows: Replies, limit: int) -> None:
    with pytest.raises(TreebuildError, match=f"no tree of p4c10n solves every secret in {limit} guesses"):
        solve(bulls_cows, Objective.parse(f"limit:{limit}"))
    assert tree(bulls_cows, "limit:7").max_depth == 7


def test_games_that_are_no_pncm_games() -> None:
    """Seed 001: greedy entropy needs five guesses in twoD, four do; of 360 secrets no tree solves all in four."""
    assert tree(reply_matrix(two_d()), "deepest").max_depth == 4
    distinct = reply_matrix(distinct_secrets())
    with pytest.raises(TreebuildError, match="in 4 guesses"):
        solve(distinct, Objective.parse("limit:4"))


@pytest.mark.parametrize("text", mostly_long(["total", "sixes,total"], ["total"]))
def test_any_number_of_jobs_gives_the_same_tree(mastermind: Replies, text: str) -> None:
    one, three = (tree(mastermind, text, options=SearchOptions(jobs)) for jobs in (1, 3))
    assert same(one, three)


def test_costs_that_do_not_fit(bulls_cows: Replies) -> None:
    with pytest.raises(TreebuildError, match="can be searched exactly"):
        solve(bulls_cows, Objective.costs("huge", [1, 2, 10**15]))


def test_a_game_too_deep_for_the_search() -> None:
    names = tuple(range(90))
    game = Game.from_parts("doors", names, names, lambda g, s: g == s, (False, True), True)
    with pytest.raises(TreebuildError, match="guesses deep: give the objective a depth limit"):
        solve(reply_matrix(game), Objective.parse("total"))


def test_a_search_stops_when_told(bulls_cows: Replies) -> None:
    solver = Solver(PreparedGame(bulls_cows).tables, costs("sevens", 7), 1440, 2)
    candidates = np.flatnonzero(bulls_cows.matrix[0] == 1).astype(np.int32)
    assert seconds_to_stop(lambda: solver.search(candidates, 2), solver.stop, after=0.1) < 1


def test_a_stop_outlasts_a_limit_of_positions(bulls_cows: Replies) -> None:
    """Told to stop just before the limit is reached, or just after, a search stops, and so do all later ones."""
    tables, candidates = PreparedGame(bulls_cows).tables, np.flatnonzero(bulls_cows.matrix[0] == 1).astype(np.int32)

    def search(solver: Solver) -> tuple[int, int]:
        return solver.search(candidates, 2)

    solver = Solver(tables, costs("sevens", 7), 1440, 2)
    assert solver.limited(solver.nodes + 5, partial(search, solver)) is None
    assert solver.limited(solver.nodes + 5, partial(search, solver)) is None  # it goes on
    solver.stop()
    with pytest.raises(StoppedError):
        solver.limited(solver.nodes + 1, partial(search, solver))
    solver = Solver(tables, costs("sevens", 7), 1440, 2)

    def stopped_late() -> None:
        try:
            search(solver)
        finally:
            solver.stop()

    assert solver.limited(solver.nodes + 5, stopped_late) is None
    with pytest.raises(StoppedError):
        search(solver)


def test_progress_is_told(mastermind: Replies) -> None:
    steps: list[Step] = []
    solution = solve(mastermind, Objective.parse("total"), options=SearchOptions(progress=steps.append))
    assert {len(step.history) for step in steps} == {0, 1}
    assert steps[-1].best == solution.cost
    assert all(step.done <= step.options and (step.bound is None) == (step.done == step.options) for step in steps)


def test_a_game_made_for_known_words_deceives_no_search():
    """By the words that a seed alone draws, two sets of candidates share a key. The first to be searched costs more."""
    number = 140
    *words, last = numbers(hash_words(number, SEED))
    some = [*with_sum(words, last), number - 1]
    hard, easy = some[: len(some) // 2 - 6], some[len(some) // 2 - 6 :]
    others = [secret for secret in range(number) if secret not in some]

    def reply(guess: int, secret: int) -> str:
        worse = guess > number
        if guess == secret:
            return "found"
        if guess < number:
            return str(secret) if guess == easy[0] and secret in easy else "no"
        if secret in some and not (worse and secret == easy[0]):
            return "hard" if secret in hard else "easy"
        return str(others[1] if worse and secret == others[0] else secret)

    replies = ["found", "no", "hard", "easy", *map(str, range(number))]
    game = Game.from_parts("made", range(number + 2), range(number), reply, replies, "found")
    known = 2 * len(others) + sum(range(2, len(hard) + 2)) + 3 * len(easy) - 1  # of a tree that begins with `number`
    assert tree(reply_matrix(game), "total").total <= known


def test_what_draws_the_words_of_the_table():
    """A seed alone where nobody chooses the game; else the replies, with the columns in the order of the words."""
    game = Game.from_rules("p2c3n")
    spelled = [game.spell(code) for code in game.codes]
    lists = (1, 2, 3, 4, 5, 6), (2, 1, 3, 4, 5, 6), (1, 2, 3, 4, 5, 7)
    weighted = [game.weighted(dict(zip(spelled, w, strict=True))) for w in lists]
    priced = [game.priced({spelled[0]: cost}) for cost in (2, 3)]
    drawn = [PreparedGame(reply_matrix(one)).tables.hash_word for one in (game, *weighted, *priced, words())]
    assert np.array_equal(drawn[0], hash_words(6, SEED))
    assert len({array.tobytes() for array in drawn}) == 7
