import subprocess
import sys
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.conftest import built
from tests.helpers import naive
from tests.helpers.trees import Plain, made_of, plain
from treebuild.algorithms import build
from treebuild.game.game import Game
from treebuild.game.reply_rules import Rule
from treebuild.tree.tree import NONE, Tree
from treebuild.tree.verifier import verify


def replay_naively(tree: Tree) -> Counter[int]:
    """Guesses each secret takes, with the oracle's reply."""
    counts: Counter[int] = Counter()
    for secret in tree.game.secrets:
        node, guesses = 0, 1
        while (guess := tree.game.codes[tree.guess[node]]) != secret:
            node = tree.child(node, tree.game.replies.index(naive.bulls_and_cows(guess, secret)))
            guesses += 1
        counts[guesses] += 1
    return counts


@pytest.mark.parametrize(("name", "rules"), [("minavg", "p4c10n"), ("crush", "p4c6r"), ("larmouth", "p3c4r")])
def test_the_replay_is_the_oracles(name: str, rules: str) -> None:
    tree = built(name, rules)
    found = verify(tree)
    assert found.ok
    assert found.distribution == replay_naively(tree)
    assert (found.total, found.max_depth, found.secrets) == (tree.total, tree.max_depth, len(tree.game.secrets))
    assert tuple(found.distribution.values()) == tree.counts
    assert (found.game, found.algorithm, found.nodes) == (rules, name, len(tree))


def test_a_depth_without_a_secret_counts_as_none() -> None:
    """The first guess is no secret, so that nothing is found at depth 1: with weights, that made the verifier fail."""
    words = ["crane", "crate", "trace", "stole", "slate"]
    for weights in ({}, {"crate": 4, "trace": 1, "stole": 1, "slate": 1}):
        codes = [tuple(ord(letter) - 97 for letter in word) for word in words]
        game = Game.from_symbols("words", Rule("wordle", 5), "abcdefghijklmnopqrstuvwxyz", codes, codes[1:])
        tree = build("minavg", game.weighted(weights) if weights else game, first="crane")
        found = verify(tree)
        assert found.ok, found.problems
        assert found.distribution == dict(enumerate(tree.counts, 1)) and found.distribution[1] == 0
        assert found.weighted == dict(enumerate(tree.weighted_counts, 1))
        assert found.max_depth == tree.max_depth and found.expected == tree.expected


def changed(tree: Tree, field: str, node: int, value: object) -> Tree:
    """The tree with one field of one node set to another value."""
    array = getattr(tree, field).copy()
    array[node] = value
    return replace(tree, **{field: array})


def retold(tree: Tree, field: str, node: int) -> Tree:
    """The tree with one of its own figures about one node off by one."""
    figure = getattr(tree, field).copy()
    figure[node] += 1
    other = replace(tree)
    other.__dict__[field] = figure
    return other


@pytest.fixture
def tree() -> Tree:
    return build("minavg", "p3c5n")


@pytest.mark.parametrize("field", ["nth", "e"])
@pytest.mark.parametrize("node", [0, 3, 20])
def test_wrong_figures_are_found(tree: Tree, field: str, node: int) -> None:
    found = verify(retold(tree, field, node))
    assert not found.ok and any(f"node {node}:" in problem for problem in found.problems)


@pytest.mark.parametrize("field", ["size", "solved"])
def test_wrong_candidates_are_found(tree: Tree, field: str) -> None:
    assert any("node 2" in problem for problem in verify(changed(tree, field, 2, 7)).problems)


def test_any_other_guess_or_link_is_found(tree: Tree) -> None:
    """Every single change of a guess or a link is noticed, unless the changed tree is as sound as the first."""
    for node in range(0, len(tree), 5):
        other = int(tree.guess[node] + 1) % len(tree.game.codes)
        assert not verify(changed(tree, "guess", node, other)).ok
    for child in range(1, len(tree), 3):
        for reply in {-7, NONE, *range(len(tree.game.replies) + 1), len(tree)} - {int(tree.reply[child])}:
            assert not verify(changed(tree, "reply", child, reply)).ok
    for node in range(0, len(tree) + 1, 3):
        for first in {-7, 0, node, int(tree.first_child[node]) - 1, len(tree) + 5} - {int(tree.first_child[node])}:
            assert not verify(changed(tree, "first_child", node, first)).ok


def test_problems_are_named(tree: Tree) -> None:
    child = tree.child(0, 1)
    problems = verify(changed(tree, "reply", child, 0)).problems
    assert any("is lost: node 0 has no branch for 0.1" in problem for problem in problems)
    assert "node 0 has a branch for 0.0, which cannot come" in problems
    assert f"node {child} is unreachable" in problems


@pytest.mark.parametrize(
    ("field", "place", "value", "problem"),
    [
        ("first_child", 0, 2, "the children of all nodes are not the nodes from 1 to"),
        ("first_child", -1, 5000, "the children of all nodes are not the nodes from 1 to"),
        ("first_child", 2, 1, "node 1 has the children"),
        ("first_child", 2, 10**6, "node 1 has the children"),
        ("reply", 0, 1, "the children of all nodes are not the nodes from 1 to"),
        ("reply", 2, 99, "node 0 has the children 1 to"),
        ("guess", 3, 60, "node 3: guess is stored as 60, expected 0 to 59"),
        ("guess", 3, -1, "node 3: guess is stored as -1, expected 0 to 59"),
        ("solved", 0, 60, "node 0: solved is stored as 60, expected -1 to 59"),
    ],
)
def test_arrays_of_no_tree_are_named(tree: Tree, field: str, place: int, value: int, problem: str) -> None:
    found = verify(changed(tree, field, place, value))
    assert found.problems[0].startswith(problem) and not found.distribution


@pytest.mark.parametrize("field", ["reply", "first_child", "solved", "size"])
def test_arrays_of_another_length_are_named(tree: Tree, field: str) -> None:
    array = getattr(tree, field)
    for other in array[:-1], np.append(array, 0), array[:0]:
        changes: dict[str, Any] = {field: other}
        found = verify(replace(tree, **changes))
        assert found.problems[0] == f"`{field}` has {len(other)} entries for {len(tree)} nodes"


def test_a_wasted_guess_is_named(tree: Tree) -> None:
    """After the first reply of the root its question is asked again: all replies are the same."""
    root = plain(tree)
    root.after[1] = Plain(root.guess, root.after[1].candidates, after={1: root.after[1]})
    problems = verify(made_of(tree.game, root)).problems
    node = tree.child(0, 1)
    assert f"node {node} wastes its guess: all its {tree.size[node]} candidates reply the same" in problems


@pytest.mark.parametrize(
    ("claim", "problem"),
    [
        ("no tree of this game has a smaller total than 207", "a smaller total than 207, the replay gives 206"),
        ("near: total 205; no tree of this game has a smaller total than 200", "a total of 205, the replay gives 206"),
        ("near: total 206; no tree of this game has a smaller total than 300", "none has a smaller total than 300"),
        ("near: total 206; no tree of this game has a smaller total than 206", ""),
        ("no tree of this game that begins with 0000 has a smaller total than 300", ""),
        ("no tree of this game has a smaller total than " + 9999 * "9", ""),
    ],
)
def test_claims_that_the_replay_refutes(claim: str, problem: str) -> None:
    tree = build("exact", "p3c4r", objective="total")
    assert tree.built is not None
    found = verify(replace(tree, built=replace(tree.built, searched=claim)))
    assert found.ok == (not problem)
    assert problem in " ".join(found.problems)


def test_the_verifier_stands_alone() -> None:
    """Loading and verifying a tree imports no search, no kernel, no compiler."""
    code = "import sys, treebuild.tree.verifier, treebuild.codec; print(*sorted(sys.modules))"
    names = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "treebuild.tree.verifier" in names
    for name in names:
        assert not name.startswith(("treebuild.search", "treebuild.kernels", "treebuild.algorithms"))
