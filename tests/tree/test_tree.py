import random
from fractions import Fraction

import numpy as np
import pytest

from tests.conftest import built
from tests.helpers import naive
from tests.helpers.trees import same
from treebuild.algorithms import build
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.positions import Candidates, History
from treebuild.game.reply_matrix import Replies, candidates_after, partition, reply_matrix
from treebuild.tree.links import from_links
from treebuild.tree.policy import grow, policy_of, walk
from treebuild.tree.tree import NONE, Tree


def links(tree: Tree) -> list[dict[int, int]]:
    return [dict(tree.children(node)) for node in range(len(tree))]


def figures_by_walking(tree: Tree, node: int, depth: int) -> list[int]:
    """Depths of all secrets at or below a node, by walking down from it."""
    below = [depth] if tree.solved[node] != NONE else []
    for child in links(tree)[node].values():
        below += figures_by_walking(tree, child, depth + 1)
    return below


@pytest.mark.parametrize("name", ["simple", "minmax", "crush", "larmouth"])
@pytest.mark.parametrize("rules", ["p2c3n", "p3c4r", "p3c5n"])
def test_n_th_and_e_are_the_papers(rules: str, name: str) -> None:
    tree = build(name, rules)
    for node in range(len(tree)):
        depths = figures_by_walking(tree, node, int(tree.depth[node]))
        assert tree.nth[node] == max(depths)
        assert tree.e[node] == (sum(depths) if tree.criterion == "total" else depths.count(max(depths)))
        assert tree.size[node] == len(depths)


def test_the_root_sums_up_the_tree(minavg: Tree) -> None:
    assert minavg.criterion == "total" and minavg.e[0] == minavg.total == 26551
    assert minavg.nth[0] == minavg.max_depth == 7
    assert minavg.average == Fraction(26551, 5040)
    crush = built("crush", "p4c10n")
    assert crush.criterion == "deepest" and crush.e[0] == crush.counts[-1]


def test_order_is_breadth_first(minavg: Tree) -> None:
    children = [child for node in range(len(minavg)) for _, child in minavg.children(node)]
    assert children == list(range(1, len(minavg)))
    assert (np.diff(minavg.depth) >= 0).all()
    assert minavg.depth[0] == 1 and minavg.parent[0] == NONE
    assert (minavg.reply != minavg.game.win).all()


def test_trees_cannot_be_assigned_to(minavg: Tree) -> None:
    with pytest.raises(AttributeError):
        minavg.guess = minavg.guess  # type: ignore[misc]
    with pytest.raises(ValueError, match="read-only"):
        minavg.guess[0] = 1


def test_depths_of_secrets_add_up_to_the_counts(minavg: Tree) -> None:
    assert np.bincount(minavg.secret_depth).tolist()[1:] == list(minavg.counts)


def test_links_in_any_order_make_the_same_tree() -> None:
    tree = build("minavg", "p3c4n")
    order = [0, *random.Random(3).sample(range(1, len(tree)), len(tree) - 1)]
    place = {node: i for i, node in enumerate(order)}
    child = [{reply: place[c] for reply, c in links(tree)[node].items()} for node in order]
    shuffled = from_links(tree.game, [int(tree.guess[node]) for node in order], child)
    assert same(shuffled, tree)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda guess, child: guess.clear(), "no nodes"),
        (lambda guess, child: child[0].popitem(), "no child for reply"),
        (lambda guess, child: child[1].update({0: 2}), "cannot come"),
        (lambda guess, child: child[0].update({1: 0}), "reached twice"),
        (lambda guess, child: child[0].update({1: child[0][2]}), "reached twice"),
        (lambda guess, child: (guess.append(0), child.append({})), "unreachable"),
        (lambda guess, child: guess.__setitem__(1, guess[0]), "node 1"),
    ],
)
def test_bad_links_are_named(change, message: str) -> None:
    tree = build("simple", "p2c3n")
    guess, child = tree.guess.tolist(), links(tree)
    change(guess, child)
    with pytest.raises(TreebuildError, match=message):
        from_links(tree.game, guess, child)


def test_a_wasted_guess_is_refused(tiny: Replies) -> None:
    game = Game.from_parts("three", range(4), range(3), lambda g, s: g == s, [False, True], True)
    with pytest.raises(TreebuildError, match="wasted"):
        from_links(game, [3, 0, 1, 2], [{0: 1}, {0: 2}, {0: 3}, {}])
    with pytest.raises(TreebuildError, match="tells nothing"):
        grow(reply_matrix(game), lambda candidates, history: 3)


def test_grow_follows_the_policy(tiny: Replies) -> None:
    asked: list[tuple[list[int], History]] = []

    def policy(candidates: Candidates, history: History) -> int:
        asked.append((candidates.tolist(), history))
        return int(candidates[-1])

    tree = grow(tiny, policy)
    codes = list(tiny.game.codes)
    assert asked[0] == (list(range(6)), ())
    for candidates, history in asked:
        assert candidates_after(tiny.game, history).tolist() == candidates
    assert dict(enumerate(tree.counts, 1)) == naive.depths(lambda left: left[-1], codes)


def test_seed_003_remeasured() -> None:
    """The lowest consistent code after 0123, repetition allowed: seed 003 says 8.0291 and worst 13; 7.4467 measured."""
    replies = reply_matrix(Game.from_rules("p4c10r"))
    first = replies.game.code_index[0, 1, 2, 3]
    tree = grow(replies, lambda candidates, history: int(candidates[0]) if history else first)
    assert (tree.total, tree.max_depth) == (74467, 13)


def test_the_node_after_replies() -> None:
    tree = build("simple", "p2c3n")
    assert tree.after([]) == 0
    assert tree.after([tree.game.win]) == -1
    assert tree.after([2]) == tree.child(0, 2)
    assert tree.after([1], start=tree.child(0, 1)) == tree.after([1, 1])
    with pytest.raises(TreebuildError, match=r"^at the root this tree has no reply 0\.0: its replies are 0\.1, 0\.2"):
        tree.after([0])
    with pytest.raises(TreebuildError, match=r"^after 2\.0 the secret is found: no guess follows$"):
        tree.after([tree.game.win, 1])


@pytest.mark.parametrize("rules", ["p1c1n", "p2c3n", "p3c4r"])
def test_walk_gives_every_node_its_candidates_and_depth(rules: str) -> None:
    tree = build("minavg", rules)
    replies = reply_matrix(tree.game)
    seen = list(walk(tree, replies))
    assert [node for node, _, _ in seen] == list(range(len(tree)))
    for node, candidates, depth in seen:
        assert (len(candidates), depth) == (tree.size[node], tree.depth[node])
        for reply, part in partition(replies, int(tree.guess[node]), candidates):
            child = tree.child(node, reply)
            assert (child == NONE) == (reply == tree.game.win)
            assert child == NONE or seen[child][1].tolist() == part.tolist()


def test_policy_of_a_tree_grows_it_again() -> None:
    tree = build("entropy", "p3c4r")
    replies = reply_matrix(tree.game)
    again = grow(replies, policy_of(replies, tree))
    assert same(again, tree)
