"""The paper's algorithms: against reference implementations of their heuristics, its lemmas, and its tables."""

import math
import random
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.conftest import two_d
from tests.helpers.trees import same
from tools import paper_figures as paper
from tools import paper_tables as tables
from treebuild import codec
from treebuild.algorithms import Run, algorithm, build
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.reply_matrix import Replies, partition
from treebuild.search.bounds.prunings import Prunings
from treebuild.search.engine.game_tables import PreparedGame
from treebuild.search.engine.solver import Solver
from treebuild.search.goal.objective import Objective
from treebuild.search.goal.plan import Source
from treebuild.search.walk.search_options import SearchOptions
from treebuild.search.walk.walk import Step
from treebuild.slovesnov import hybrid
from treebuild.tree.tree import Tree
from treebuild.tree.verifier import verify

TREES = Path(__file__).parents[2] / "trees" / "p4c10n"
CODES = np.arange(5040, dtype=np.int32)


@pytest.fixture(scope="module")
def game(bulls_cows: Replies) -> PreparedGame:
    return PreparedGame(bulls_cows)


def solver(game: PreparedGame, objective: str, *plan: Source, prunings: Prunings = Prunings.ALL) -> Solver:
    costs = [Objective.parse(objective).vector(depth, 7) for depth in range(8)]
    return Solver(game.tables, costs, 5040, 1, plan or (Source.ALL,), prunings)


def positions(game: PreparedGame, count: int, smallest: int, largest: int, seed: int) -> list[NDArray[np.int32]]:
    """Candidates left after a few random guesses."""
    chosen, found = random.Random(seed), list[NDArray[np.int32]]()
    while len(found) < count:
        candidates = game.everything
        while len(candidates) > largest:
            candidates = chosen.choice(partition(game.replies, chosen.randrange(5040), candidates))[1]
        if len(candidates) >= smallest:
            found.append(candidates)
    return found


def crush_naively(replies: Replies, candidates: NDArray[np.int32], codes: list[int]) -> int:
    best, choice = None, -1
    for code in reversed(codes):
        sizes = sorted((len(part) for _, part in partition(replies, code, candidates)), reverse=True)
        if len(sizes) > 1:
            rank = (sizes, code not in candidates)
            if best is None or rank < best:
                best, choice = rank, code
    return choice


def larmouth_naively(replies: Replies, candidates: NDArray[np.int32], codes: list[int]) -> int:
    best, choice = math.inf, -1
    for code in reversed(codes):
        parts = partition(replies, code, candidates)
        score = 0.0
        for _, part in parts:
            score += len(part) * math.log(len(part))
        score -= 2 * math.log(2) if code in candidates else 0
        if len(parts) > 1 and score < best:
            best, choice = score, code
    return choice


@pytest.mark.parametrize("sizes", [(3, 14), (15, 60), (100, 127), (128, 400)])
def test_heuristics_guess_as_the_reference_does(game: PreparedGame, sizes: tuple[int, int]) -> None:
    searches = {
        source: solver(game, "sevens", source) for source in (Source.CRUSH, Source.LARMOUTH, Source.CRUSH_MEMBERS)
    }
    for candidates in positions(game, 4, *sizes, seed=sizes[0]):
        members, replies, none = candidates.tolist(), game.replies, game.tables.no_guesses
        for source, expected in (
            (Source.CRUSH, crush_naively(replies, candidates, CODES.tolist())),
            (Source.LARMOUTH, larmouth_naively(replies, candidates, CODES.tolist())),
            (Source.CRUSH_MEMBERS, crush_naively(replies, candidates, members)),
        ):
            assert searches[source].chosen(candidates, 4, none) == expected
        some = np.sort(np.random.default_rng(len(members)).choice(CODES, 60, replace=False))
        assert searches[Source.CRUSH].chosen(candidates, 4, some) == crush_naively(replies, candidates, some.tolist())


def test_a_heuristics_value_is_that_of_its_guesses(game: PreparedGame) -> None:
    """The compiled search with a plan, against the plan followed by hand."""
    replies = game.replies
    for heuristic, reference, objective in (
        (Source.LARMOUTH, larmouth_naively, "total,limit:7"),
        (Source.CRUSH, crush_naively, "sevens"),
    ):
        exact = solver(game, objective)
        search = solver(game, objective, Source.ALL, Source.ALL, Source.ALL, heuristic, heuristic, Source.ALL)
        costs = [Objective.parse(objective).vector(depth, 7)[0] for depth in range(8)]

        def value(candidates, depth, reference=reference, exact=exact, costs=costs):
            if depth == 6 or len(candidates) < 3:
                return exact.value(candidates, depth)
            guess = reference(replies, candidates, CODES.tolist())
            return min(exact.infinite, sum(
                costs[depth] if reply == replies.win else value(part, depth + 1)
                for reply, part in partition(replies, guess, candidates)
            ))  # fmt: skip

        for candidates in positions(game, 3, 20, 90, seed=5):
            assert search.value(candidates, 4) == value(candidates, 4)


def test_the_better_of_two_is_taken(game: PreparedGame) -> None:
    plans = {
        source.name: (*[Source.ALL] * 4, source, Source.ALL)
        for source in (Source.CRUSH, Source.CRUSH_MEMBERS, Source.CRUSH_BOTH)
    }
    searches = {name: solver(game, "sevens", *plan) for name, plan in plans.items()}
    several = 0
    for candidates in positions(game, 40, 30, 130, seed=9):
        one, other, both = (search.value(candidates, 5) for search in searches.values())
        assert both == min(one, other)
        several += one != other
    assert several


@pytest.mark.parametrize("pruning", [p for p in Prunings if p is not Prunings.SYMBOLS])
def test_no_pruning_changes_a_hybrids_value(game: PreparedGame, pruning: Prunings) -> None:
    for objective, fifth in (("sevens", Source.CRUSH_BOTH), ("total,limit:7", Source.LARMOUTH)):
        plan = (*[Source.ALL] * 4, fifth, Source.ALL)
        whole = solver(game, objective, *plan)
        without = solver(game, objective, *plan, prunings=Prunings.ALL & ~pruning)
        for candidates in positions(game, 4, 15, 40, seed=21):
            assert whole.value(candidates, 4) == without.value(candidates, 4)


# --- lemmas


def swaps(a: tuple[int, ...], b: tuple[int, ...]) -> bool:
    """Whether some permutation of positions and symbols maps a to b and b to a."""
    for order in permutations(range(4)):
        names: dict[int, int] = {}
        pairs = [(a[i], b[order[i]]) for i in range(4)] + [(b[i], a[order[i]]) for i in range(4)]
        if all(names.setdefault(x, y) == y for x, y in pairs) and len(set(names.values())) == len(names):
            return True
    return False


def test_lemma_2(game: PreparedGame) -> None:
    chosen, codes = random.Random(2), game.replies.game.codes
    assert all(swaps(chosen.choice(codes), chosen.choice(codes)) for _ in range(300))


@pytest.mark.parametrize("objective", ["sevens", "total"])
def test_lemmas_3_and_11(game: PreparedGame, objective: str) -> None:
    """Replies of two guesses may change places; guesses with equal replies may too: images are worth the same."""
    chosen, replies, search = random.Random(3), game.replies, solver(game, objective + ",limit:7")
    compared = 0
    while compared < 12:
        first, second = chosen.randrange(5040), chosen.randrange(5040)
        row, other = replies.matrix[first], replies.matrix[second]
        a, b = chosen.randrange(13), chosen.randrange(13)
        here = np.flatnonzero((row == a) & (other == b)).astype(np.int32)
        there = np.flatnonzero((row == b) & (other == a)).astype(np.int32)
        assert len(here) == len(there)
        if 3 <= len(here) <= 60:
            assert search.value(here, 4) == search.value(there, 4)
            compared += 1
            if a == b:
                orbits = game.symmetry.orbits(((first, a), (second, a)))
                images = np.flatnonzero(orbits == orbits[chosen.randrange(5040)]).astype(np.int32)[:6]
                values = {search.search(here, 4, None, images[i : i + 1])[0] for i in range(len(images))}
                assert len(values) == 1


def test_the_second_and_third_guesses_are_those_of_the_paper(game: PreparedGame) -> None:
    search = hybrid.Hybrid(game.replies, hybrid.Recipe(None))
    codes = game.replies.game
    assert tuple(codes.spell(codes.codes[guess]) for guess in search.seconds()) == paper.S2
    assert sum(len(search.thirds(second)) for second in search.seconds()) == paper.S3_TOTAL


# --- trees


@pytest.fixture(scope="module")
def shipped() -> dict[str, Tree]:
    return {name: codec.load(TREES / f"{name}.msgpack") for name in tables.TREES}


@pytest.mark.long
@pytest.mark.parametrize("name", ["crush35", "avg35", "fso"])
def test_the_quick_ones_are_built_as_shipped(name: str, shipped: dict[str, Tree]) -> None:
    tree = build(name, jobs=2)
    assert verify(tree).ok
    assert same(tree, shipped[name])


@pytest.mark.parametrize("name", paper.TOTALS)
def test_totals_are_the_papers(name: str, shipped: dict[str, Tree]) -> None:
    after = tables.after_first(shipped[name])
    assert tuple(after[reply].e for reply in paper.REPLIES[:-1]) == paper.TOTALS[name][:-1]
    assert shipped[name].total == sum(paper.TOTALS[name])


@pytest.mark.parametrize(("name", "tree"), [("crush35", "crush35"), ("crush45", "crush45o"), ("crush5", "crush5o")])
def test_sevens_are_the_papers(name: str, tree: str, shipped: dict[str, Tree]) -> None:
    after = tables.after_first(shipped[tree])
    assert {reply: after[reply].sevens for reply in paper.REPLIES[:-1]} == {
        reply: sevens for reply, sevens in paper.SEVENS[name].items() if reply != "4.0"
    }
    assert max(len(shipped[tree].counts), 7) == 7


def test_second_guesses_are_those_of_the_log(shipped: dict[str, Tree]) -> None:
    for name in ("crush35", "avg35", "avg45"):
        after = tables.after_first(shipped[name])
        for reply, best in paper.BEST[name].items():
            assert reply == "4.0" or after[reply].second == best
    for name, reply in (("crush45", "0.1"), ("crush45", "0.2"), ("crush5", "0.1"), ("crush5", "0.2")):
        assert tables.after_first(shipped[f"{name}o"])[reply].second == paper.BEST[name][reply]


def test_the_deepest_positions_are_those_of_the_paper(shipped: dict[str, Tree]) -> None:
    for name in ("crush45o", "crush5o"):
        after = tables.after_first(shipped[name])
        assert {reply: (after[reply].nth, after[reply].e) for reply in paper.DEEPEST} == paper.DEEPEST


def test_tables_set_ours_beside_the_published(shipped: dict[str, Tree]) -> None:
    found = list(tables.tables(shipped))
    assert [table.section for table in found] == ["5.1, 5.5", "6", "7"]
    sevens = next(row for row in found[0].rows if row[0] == "0.1")
    assert sevens == ("0.1", "76", "76", "1456", "53", "53", "1245", "46", "46", "1245")
    assert found[2].rows[-1][:3] == ("total", "26431", "26431")
    assert "| total |" in found[0].markdown
    with pytest.raises(TreebuildError, match="need the tree crush35"):
        list(tables.tables({}))


# --- names and other games


def test_names_say_which_move_who_decides() -> None:
    assert set(hybrid.PAPER) >= {"crush35", "crush45", "crush5", "crush35o", "crush45o", "crush5o", "avg5", "fso"}
    assert algorithm("crush4").summary == "crush decides move 4"
    assert algorithm("avg25").objective == "total,limit:7"
    for name in ("crush53", "avg5o", "crush6", "crush1", "avg", "crush345"):
        if name == "avg":
            continue
        with pytest.raises(TreebuildError, match="unknown algorithm"):
            algorithm(name)


@pytest.mark.parametrize("rules", ["p1c1n", "p1c2r", "p2c2r", "p2c3n", "p3c3n", "p2c9n", "p3c4r"])
@pytest.mark.parametrize("name", ["crush35", "crush5o", "avg45", "fso"])
def test_small_games_have_sound_trees(rules: str, name: str) -> None:
    """Lone candidates after the first reply, games over at once, nothing to choose from."""
    assert verify(build(name, rules)).ok


@pytest.mark.long
def test_other_ranges_and_games() -> None:
    assert verify(build("avg25", "p3c6n")).ok
    assert verify(build("crush4", "p3c6n")).ok
    tree = build("avg45", "mastermind", jobs=2)
    assert verify(tree).ok and tree.total < 5668  # better than the greedy `parts`
    assert verify(build("avg35", two_d())).ok
    with pytest.raises(TreebuildError, match="in 7 guesses"):
        build("avg35", Game.from_rules("p1c30r"))


def test_the_log_tells_every_first_reply() -> None:
    lines: list[hybrid.Line] = []
    tree = build("avg35", log=lines.append)
    assert {line.reply: line.e for line in lines} == dict(
        zip(paper.REPLIES[:-1], paper.TOTALS["avg35"][:-1], strict=True)
    )
    assert sum(line.e for line in lines) + 1 == tree.total
    assert all(paper.BEST["avg35"][line.reply] == line.best for line in lines)


def test_jobs_do_not_change_the_tree(shipped: dict[str, Tree]) -> None:
    assert (build("avg35", jobs=1).guess == shipped["avg35"].guess).all()


def test_progress_is_told(bulls_cows: Replies) -> None:
    steps: list[Step] = []
    algorithm("crush35").search(bulls_cows, Run(search=SearchOptions(progress=steps.append)))
    replies = set(range(bulls_cows.count)) - {bulls_cows.win}
    assert {step.history for step in steps} == {((0, reply),) for reply in replies}
    assert all(1 <= step.done <= step.options for step in steps)
