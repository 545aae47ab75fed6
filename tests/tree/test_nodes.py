"""The nodes of trees, and the arrays behind them, held against dictionaries of dictionaries."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers.random_games import random_game
from tests.helpers.trees import Plain, made_of, plain, random_plain, same
from treebuild import build
from treebuild.codec.formats import OWN
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.tree.links import from_links
from treebuild.tree.policy import grow, walk
from treebuild.tree.tree import NONE, Node, Tree
from treebuild.tree.verifier import verify


@st.composite
def trees(draw: st.DrawFn) -> tuple[Game, Plain]:
    """A game with a random table, and a random tree of it."""
    choose = Random(draw(st.integers(0, 1 << 32)))
    secrets, replies = draw(st.integers(1, 40)), draw(st.integers(2, 12))
    game = random_game(choose, secrets, replies, winners=2, others=3)
    return game, random_plain(game, choose)


def by_policy(game: Game, root: Plain) -> Tree:
    """The tree that grows from the guesses of these dictionaries."""
    return grow(reply_matrix(game), lambda candidates, history: at(root, [reply for _, reply in history]).guess)


def at(root: Plain, path: list[int]) -> Plain:
    for reply in path:
        root = root.after[reply]
    return root


def by_links(game: Game, root: Plain, choose: Random) -> Tree:
    """The tree of the nodes in random order, the root first."""
    nodes = [node for _, node in root.walk()]
    order = [root, *choose.sample(nodes[1:], len(nodes) - 1)]
    number = {id(node): i for i, node in enumerate(order)}
    links = [{reply: number[id(child)] for reply, child in node.after.items()} for node in order]
    return from_links(game, [node.guess for node in order], links)


@given(trees(), st.integers(0, 1 << 32))
def test_every_way_to_make_a_tree_makes_the_same(given: tuple[Game, Plain], seed: int) -> None:
    game, root = given
    tree = by_links(game, root, Random(seed))
    assert same(tree, made_of(game, root)) and plain(tree) == root
    found = verify(tree)
    assert found.ok, found.problems
    lone = [node for _, node in root.walk() if len(node.candidates) == 1]
    for node in lone:  # `grow` guesses a lone candidate by its lowest code
        node.guess = int(reply_matrix(game).code_of[node.candidates[0]])
    assert same(by_policy(game, root), made_of(game, root))


@given(trees())
def test_arrays_are_those_of_the_dictionaries(given: tuple[Game, Plain]) -> None:
    game, root = given
    tree = made_of(game, root)
    walked = list(walk(tree, reply_matrix(game)))
    assert [node for node, _, _ in walked] == list(range(len(tree)))
    assert [path for path, _ in root.walk()].__len__() == len(tree)
    for path, wanted in root.walk():
        node = tree.after(path)
        depths = wanted.depths(len(path) + 1)
        assert tree.guess[node] == wanted.guess and tree.solved[node] == wanted.solved
        assert tree.path(node) == list(path) and tree.depth[node] == len(path) + 1
        assert dict(tree.children(node)) == {reply: tree.after([reply], node) for reply in wanted.after}
        for reply in range(len(game.replies)):
            assert (tree.child(node, reply) == NONE) == (reply not in wanted.after)
        assert tree.answers(node) == sorted([*wanted.after, *([game.win] if wanted.solved != NONE else [])])
        assert tree.parent[node] == (tree.after(path[:-1]) if path else NONE)
        below = [tree.after((*path, *more)) for more, _ in wanted.walk()]
        assert sorted(below) == [index for level in tree.subtree(node) for index in level]
        assert walked[node][1].tolist() == wanted.candidates and walked[node][2] == tree.depth[node]
        assert tree.size[node] == len(depths)
        assert tree.nth[node] == max(depths) and tree.e[node] == sum(depths)
        assert tree.counts_at(node) == tuple(depths.count(depth) for depth in range(1, max(depths) + 1))
        assert tree.sums(tree.found)[node] == len(depths)


@given(trees())
def test_nodes_say_what_the_dictionaries_have(given: tuple[Game, Plain]) -> None:
    game, root = given
    tree = made_of(game, root)
    assert [node.index for node in tree] == list(range(len(tree)))
    for path, wanted in root.walk():
        labels = tuple(game.replies[reply] for reply in path)
        node = tree[labels]
        depths = wanted.depths(len(path) + 1)
        assert node == Node(tree, tree.after(path)) == tree[list(labels)]
        assert node.replies == labels and node.reply == (labels[-1] if labels else None)
        assert node.guess == str(game.codes[wanted.guess]) and node.size == len(wanted.candidates)
        assert node.solved == (None if wanted.solved == NONE else str(game.secrets[wanted.solved]))
        assert node.candidates == tuple(str(game.secrets[secret]) for secret in wanted.candidates)
        assert (node.worst, node.total, node.average * node.size) == (max(depths), sum(depths), sum(depths))
        assert node.children == {game.replies[reply]: tree[(*labels, game.replies[reply])] for reply in wanted.after}
        for reply, child in node.children.items():
            assert node[reply] == child


@given(trees())
def test_the_formats_carry_them(given: tuple[Game, Plain]) -> None:
    game, root = given
    tree = made_of(game, root)
    for extension in ".msgpack", ".b92":
        data = OWN[extension].encode(tree)
        again = OWN[extension].read(data, game, True)
        assert same(again, tree) and OWN[extension].encode(again) == data


def test_replies_are_read_as_people_write_them() -> None:
    tree = build("minavg", "mastermind")
    assert tree["12"] == tree["1 2"] == tree["1.2"] == tree["1.2",] == tree.root["1.2"] == tree.root.children["1.2"]
    assert tree["1.2", "0.2"] == tree["1.2"]["0.2"]
    assert tree[()] == tree[[]] == tree.root == next(iter(tree))


@pytest.mark.parametrize(
    ("replies", "message"),
    [
        (
            ("0.1", "0.0"),
            r"^after 0\.1 this tree has no reply 0\.0: its replies are 0\.1, 1\.0, 1\.1, 1\.2, 2\.0, 3\.0$",
        ),
        ("3.0.0", r"^'3\.0\.0' is not a reply: expected one of 0\.0, 0\.1, 0\.2, 0\.3, 1\.0, 1\.1, 1\.2, 2\.0, 3\.0$"),
        (("0.1", 2), r"^2 is no reply: expected a text, such as '0\.1'$"),
        (0, r"""^0 is no reply: expected texts, such as tree\["0\.1", "1\.1"\]$"""),
        ("3.0", r"^after 3\.0 the secret is found: no guess follows$"),
        (("3.0", "0.1"), r"^after 3\.0 the secret is found: no guess follows$"),
    ],
)
def test_replies_that_lead_nowhere(replies: object, message: str) -> None:
    tree = build("minavg", "p3c4r")
    with pytest.raises(TreebuildError, match=message):
        tree[replies]  # type: ignore[index]


def test_a_refusal_lists_only_so_many_replies() -> None:
    game = Game.from_parts("numbers", range(90), range(90), lambda g, s: abs(g - s), range(90), 0)
    tree = grow(reply_matrix(game), lambda candidates, history: 0)
    with pytest.raises(TreebuildError, match=r"after 7 this tree has no reply 3: its replies are 0$"):
        tree["7", "3"]
    tree = grow(reply_matrix(game), lambda candidates, history: 1 if not history else 0)
    with pytest.raises(TreebuildError, match=r"at the root this tree has no reply 89: .* 28, 29, \.\.\.$"):
        tree["89"]


def test_a_node_shows_its_replies_and_guess() -> None:
    tree = build("minavg", "p3c4r")
    assert repr(tree.root) == "Node(p3c4r: guess 012, 64 candidates)"
    assert repr(tree["0.0"]) == "Node(p3c4r after 0.0: guess 333, 1 candidate)"


def test_arrays_grow_with_the_nodes_alone() -> None:
    """A game of thousands of replies: four numbers for each node, and no row of replies."""
    game = Game.from_parts("numbers", range(3000), range(3000), lambda g, s: abs(g - s), range(3000), 0)
    tree = grow(reply_matrix(game), lambda candidates, history: 0)
    assert len(tree) == 3000 and verify(tree).ok
    stored = sum(value.size for value in vars(tree).values() if hasattr(value, "size"))
    assert stored < 20 * len(tree)
