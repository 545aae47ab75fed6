from fractions import Fraction

import pytest

from tests.conftest import mostly_long
from treebuild.game.game import Game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.search.exact import solve
from treebuild.search.goal.objective import Objective
from treebuild.search.race import odds, strongest
from treebuild.tree.policy import grow


def test_odds_are_counted_over_all_pairs_of_secrets() -> None:
    here, there = [1, 2, 4], [1, 1, 3, 1]
    ours, theirs = ([d for d, n in enumerate(counts) for _ in range(n)] for counts in (here, there))
    wins = sum(a < b for a in ours for b in theirs)
    ties = sum(a == b for a in ours for b in theirs)
    races = len(ours) * len(theirs)
    assert (odds(here, there).wins, odds(here, there).ties) == (Fraction(wins, races), Fraction(ties, races))
    assert odds(here, there).score + odds(there, here).score == 1


@pytest.mark.parametrize("rules", mostly_long(["p3c5n", "mastermind"], ["p3c5n"]))
def test_no_tree_scores_more_than_half_against_the_strongest(rules: str) -> None:
    replies = reply_matrix(Game.from_rules(rules))
    start = grow(replies, solve(replies, Objective.parse("total")).policy)
    told = []
    tree, solution = strongest(replies, start, progress=lambda answer, chance: told.append((answer, chance)))
    secrets = len(replies.game.secrets)
    assert solution.cost[0] >= secrets * secrets  # twice the races lost, and once those tied
    assert told[-1][1].score == Fraction(1, 2)
    assert odds(tree.counts, start.counts).score >= Fraction(1, 2)
    other = grow(replies, solve(replies, Objective.parse("deepest")).policy)
    assert odds(other.counts, tree.counts).score <= Fraction(1, 2)
