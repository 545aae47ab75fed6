from functools import cache

import pytest

from treebuild.errors import TreebuildError
from treebuild.game import Game
from treebuild.replies import Replies, reply_matrix
from treebuild.search.pareto import front
from treebuild.tree import grow


def exhaustive(replies: Replies, last: int) -> list[tuple[int, int]]:
    """The front by trying everything, from the first code on: for tiny games."""
    matrix, win = replies.matrix.tolist(), replies.win

    def best(points: set[tuple[int, int]]) -> set[tuple[int, int]]:
        return {p for p in points if not any(q != p and q[0] <= p[0] and q[1] <= p[1] for q in points)}

    @cache
    def points(left: tuple[int, ...], depth: int) -> set[tuple[int, int]]:
        if depth > last:
            return set()
        if len(left) == 1:
            return {(depth, int(depth == last))}
        found: set[tuple[int, int]] = set()
        for guess in range(len(matrix)) if depth > 1 else [0]:
            split: dict[int, list[int]] = {}
            for secret in left:
                split.setdefault(matrix[guess][secret], []).append(secret)
            if len(split) == 1:
                continue
            sums = {(0, 0)}
            for reply, part in split.items():
                more = {(depth, int(depth == last))} if reply == win else points(tuple(part), depth + 1)
                sums = best({(a + c, b + d) for a, b in sums for c, d in more})
            found = best(found | sums)
        return found

    return sorted(points(tuple(range(len(matrix))), 1))


@pytest.mark.parametrize(("rules", "last"), [("p2c4n", 4), ("p3c4n", 4), ("p3c4n", 5), ("p2c5n", 5), ("p2c5n", 6)])
def test_small_fronts_are_complete(rules: str, last: int) -> None:
    replies = reply_matrix(Game.from_rules(rules))
    found = front(replies, last)
    points = [choice.point for choice in found.choices]
    expected = exhaustive(replies, last)
    assert set(points) <= set(expected) if found.gaps else points == expected
    for choice in found.choices:
        tree = grow(replies, choice.policy)
        assert choice.point == (tree.total, tree.counts[-1] if tree.max_depth == last else 0)


def test_a_game_that_begins_in_several_ways_is_refused() -> None:
    with pytest.raises(TreebuildError, match="can begin in 5 ways"):
        front(reply_matrix(Game.from_rules("mastermind")), 6)


def test_a_limit_no_tree_keeps() -> None:
    with pytest.raises(TreebuildError, match="in 2 guesses"):
        front(reply_matrix(Game.from_rules("p3c4n")), 2)
