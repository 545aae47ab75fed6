import os
import random
import re
import subprocess
import sys
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from tests.conftest import distinct_secrets, mostly_long, two_d
from tests.helpers import naive, published
from treebuild.algorithms import build
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.reply_matrix import Replies, reply_matrix
from treebuild.kernels.constants import BY_LARGEST, BY_SUM
from treebuild.search import greedy

GREEDY = list(greedy.SCORES)


def named(score: str) -> str:
    """The algorithm that takes the best guess by a score; `crush` alone is the exact search."""
    return "greedy-crush" if score == "crush" else score


NAMES = [named(score) for score in GREEDY]


def depths(score: str, codes: list[tuple[int, ...]], candidates_only: bool) -> Counter[int]:
    """How many secrets a greedy strategy finds at each depth, by its definition."""
    return naive.depths(lambda left: naive.greedy_guess(score, codes, left, candidates_only), codes)


@pytest.mark.parametrize(("game", "name"), published.GREEDY_TOTALS)
def test_published_figures(game: str, name: str) -> None:
    tree = build(name, game)
    assert tree.total == published.GREEDY_TOTALS[game, name]
    if (game, name) in published.GREEDY:
        assert tree.counts == published.GREEDY[game, name]


@pytest.mark.parametrize("candidates_only", [False, True])
@pytest.mark.parametrize("name", GREEDY)
@pytest.mark.parametrize("rules", ["p2c3n", "p3c4n", "p3c3r", "p2c6r", "p4c4n", "p3c5n"])
def test_trees_of_small_games_are_the_oracles(rules: str, name: str, candidates_only: bool) -> None:
    tree = build(named(name), rules, candidates_only=candidates_only)
    counts = depths(name, list(tree.game.codes), candidates_only)
    assert dict(enumerate(tree.counts, 1)) == {depth: counts[depth] for depth in range(1, max(counts) + 1)}


@pytest.mark.parametrize("name", mostly_long(GREEDY, GREEDY[:3]))
def test_guesses_on_random_candidates_are_the_oracles(name: str) -> None:
    replies = reply_matrix(Game.from_rules("p3c6n"))
    codes = list(replies.game.codes)
    chosen = random.Random(7)
    policies = [greedy.scored(replies, name, only) for only in (False, True)]
    for size in [3, 4, 5, 7, 10, 14, 15, 16, 17, 30, 31, 45, 60, 90] * 2:
        candidates = sorted(chosen.sample(range(len(codes)), size))
        for only, policy in enumerate(policies):
            guess = policy(np.array(candidates, np.int32), ())
            assert codes[guess] == naive.greedy_guess(name, codes, [codes[c] for c in candidates], bool(only))


@pytest.mark.parametrize("make", mostly_long([two_d, distinct_secrets], [two_d]))
@pytest.mark.parametrize("name", GREEDY)
def test_games_from_parts(make, name: str) -> None:
    tree = build(named(name), make())
    assert sum(tree.counts) == len(tree.game.secrets)


def test_entropy_on_seed_001() -> None:
    """Seed 001 reports 2:7 3:55 4:229 5:69 and AABC first, ties by the highest code; worst case 5 for twoD."""
    tree = build("entropy", distinct_secrets())
    assert tree.max_depth == 5
    assert len(set(tree.game.codes[tree.guess[0]])) == 3
    assert build("entropy", two_d()).max_depth == 5


def test_more_replies_than_fit_one_word() -> None:
    for name in GREEDY:
        tree = build(named(name), "p5c2r")  # 20 replies
        counts = depths(name, list(tree.game.codes), candidates_only=False)
        assert tree.counts == tuple(counts[depth] for depth in range(1, max(counts) + 1))


def test_equal_entropies_tie_exactly() -> None:
    table = greedy.SCORES["entropy"].table(5040)[0]
    assert table[4] == 4 * table[2]  # 4 ln 4 = 4 * 2 ln 2: parts {4, 1, 1, 1, 1} tie with {2, 2, 2, 2}
    assert table[6] == 3 * table[2] + 2 * table[3]
    assert table[1] == 0
    assert all(table[n] < table[n + 1] for n in range(1, 5040))
    assert table[5040] < 2**62


def test_one_and_two_candidates(bulls_cows: Replies) -> None:
    for name in GREEDY:
        policy = greedy.scored(bulls_cows, name)
        assert policy(np.array([70, 3000], np.int32), ()) == 70


def test_simple_guesses_the_lowest(bulls_cows: Replies) -> None:
    assert greedy.simple(bulls_cows)(np.array([9, 11, 400], np.int32), ()) == 9


def test_random_is_seeded() -> None:
    first, again, other = (build("random", "p3c6n", seed=seed) for seed in (1, 1, 2))
    assert first.guess.tolist() == again.guess.tolist() != other.guess.tolist()
    assert first.average == Fraction(first.total, 120)
    with pytest.raises(TreebuildError, match="bad seed"):
        build("random", "p2c3n", seed=-1)
    with pytest.raises(TreebuildError, match="takes no seed"):
        build("minavg", "p2c3n", seed=1)


def test_candidates_only_guesses_candidates_only() -> None:
    for name in ("simple", "random", *map(named, GREEDY), "avg", "crush"):
        tree = build(name, "p3c5n", candidates_only=True)
        assert (tree.solved >= 0).all()
    for name in ("strongest", "avg45", "fso"):
        with pytest.raises(TreebuildError, match="drop candidates_only=True"):
            build(name, "p3c5n", candidates_only=True)


def test_the_kernel_uncompiled() -> None:
    """The same Python code, without the compiler: what it says is what it does, and no index leaves its array."""
    code = f"from treebuild import build; print(*(build(n, 'p2c4n').total for n in {NAMES}))"
    plain = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"TREEBUILD_PLAIN": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert [int(total) for total in plain.stdout.split()] == [build(name, "p2c4n").total for name in NAMES]


@pytest.mark.parametrize(
    ("fault", "kind", "bonus", "table"),
    [
        ("adds 0, 2, 3 for parts of 0, 1, 2: no step", BY_SUM, 0, lambda n: np.minimum(2 * n, n + 1)),
        ("adds 1, 4, 5 for parts of 1, 2, 3: no step", BY_SUM, 0, lambda n: n + 2 * (n > 1)),
        ("adds 1 for an empty part, expected 0", BY_SUM, 0, lambda n: n + 1),
        ("has a bonus of -1 for candidates, expected 0 or more", BY_SUM, -1, lambda n: n),
        ("adds up to 2^62 or more", BY_SUM, 0, lambda n: n << 54),
        ("adds up to 2^62 or more", BY_SUM, 0, lambda n: -(n << 54)),
        ("is float64 of shape (257,), expected int64 of shape (257,)", BY_SUM, 0, lambda n: n * 1.5),
        ("is int64 of shape (256,), expected", BY_SUM, 0, lambda n: n[1:]),
        ("is not read, because its kind is not BY_SUM", BY_LARGEST, 0, lambda n: n**2),
        ("its kind is none of BY_LARGEST, BY_SUM, BY_CRUSH", 9, 0, lambda n: n),
    ],
)
def test_a_score_that_the_searches_cannot_use(fault: str, kind: int, bonus: int, table) -> None:
    """It is refused when it is made. Its trees would not be those of its definition, without a word."""
    with pytest.raises(TreebuildError, match=re.escape(fault)):
        greedy.Score("odd", "", "", kind, lambda secrets: (table(np.arange(secrets + 1)), bonus))
