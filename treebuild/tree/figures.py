"""The figures that commands print: of a tree, of a node, of a path through a tree, and of two trees compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from treebuild.errors import TreebuildError, check_type
from treebuild.game.game import Game
from treebuild.game.user_input import read_reply
from treebuild.tree.tree import NONE, Node, Tree


@dataclass(frozen=True)
class Comparison:
    """Two trees of one game, compared: secrets by number of guesses, totals, and how many secrets each finds faster.

    distribution_a[i] is the number of secrets that tree a finds with guess i + 1; both distributions have the length of
    the longer one. In a game with weights, `weighted_a` and `weighted_b` have sums of weights in place of numbers of
    secrets; in other games they are empty. `a_faster`, `b_faster` and `equal` count secrets in every game.

    >>> compare(build("minavg", "p3c4r"), build("simple", "p3c4r")).total_b
    250
    """

    distribution_a: tuple[int, ...]
    distribution_b: tuple[int, ...]
    total_a: int
    total_b: int
    a_faster: int
    b_faster: int
    equal: int
    weighted_a: tuple[int, ...] = ()
    weighted_b: tuple[int, ...] = ()


def compare(a: Tree, b: Tree) -> Comparison:
    """Compare two trees, secret by secret.

    Raises TreebuildError for trees of different games, or with different weights, costs or groups.

    >>> found = compare(build("minavg", "p3c4r"), build("simple", "p3c4r"))
    >>> found.total_a, found.total_b
    (208, 250)
    >>> found.a_faster, found.b_faster, found.equal
    (38, 9, 17)
    """
    for tree in a, b:
        check_type(tree, Tree, "tree: expected a Tree, as build and load(path) return")
    if a.game.name != b.game.name:
        raise TreebuildError(f"trees of different games cannot be compared: {a.game.name} and {b.game.name}")
    if not a.game.alike(b.game):
        raise TreebuildError(f"trees of different games cannot be compared: two are called {a.game.name}")
    one, other = a.game.conditions, b.game.conditions
    if (one.costs, one.cost_unit) != (other.costs, other.cost_unit):
        raise TreebuildError(f"trees of {a.game.name} with different costs of guesses cannot be compared")
    if (one.groups, one.group_names) != (other.groups, other.group_names):
        raise TreebuildError(f"trees of {a.game.name} with different groups of secrets cannot be compared")
    if one.weights != other.weights:
        raise TreebuildError(f"trees of {a.game.name} with different weights of secrets cannot be compared")
    length = max(a.max_depth, b.max_depth)
    first, second = (tree.counts + (0,) * (length - tree.max_depth) for tree in (a, b))
    weighted = (tree.weighted_counts and tree.weighted_counts + (0,) * (length - tree.max_depth) for tree in (a, b))
    a_faster = int((a.secret_depth < b.secret_depth).sum())
    b_faster = int((a.secret_depth > b.secret_depth).sum())
    equal = len(a.game.secrets) - a_faster - b_faster
    return Comparison(first, second, a.total, b.total, a_faster, b_faster, equal, *weighted)


def record(tree: Tree, file: str | None = None) -> dict[str, Any]:
    """The figures of a tree as plain values, as every command prints them (schema/figures.schema.json).

    `file` is the path that the record names.

    >>> from treebuild.tree.figures import record
    >>> record(build("minavg", "p3c4r"))["distribution"]
    {'1': 1, '2': 6, '3': 33, '4': 24}
    """
    return {
        "file": file,
        "game": tree.game.name,
        "algorithm": tree.built.algorithm if tree.built else "unknown",
        "secrets": len(tree.game.secrets),
        **({"groups": len(tree.game.conditions.group_names)} if tree.game.conditions.groups else {}),
        "total": tree.total,
        "average": float(tree.average),
        "max_depth": tree.max_depth,
        "distribution": {str(depth): count for depth, count in enumerate(tree.counts, 1)},
        **by_weight(dict(enumerate(tree.weighted_counts, 1)), tree.expected),
        **by_rule(*rule_of(tree)),
    }


def rule_of(tree: Tree) -> tuple[str, Fraction | None, Fraction | None]:
    """(rule of guesses, expected cost, expected tests) of a tree; None without costs, and without `identify`."""
    played = tree.game.conditions
    return played.guesses, tree.cost if played.costs else None, tree.tests if played.guesses == "identify" else None


def by_rule(guesses: str, cost: Fraction | None, tests: Fraction | None) -> dict[str, Any]:
    """The entries of a record for a rule of guesses, its cost and its tests, which `rule_of` returns."""
    means = {"cost": cost, "tests": tests}
    rule = {"guesses": guesses} if guesses != "all" else {}
    return rule | {
        name: {"exact": str(mean), "average": float(mean)} for name, mean in means.items() if mean is not None
    }


def by_weight(weighted: Mapping[int, int], expected: Fraction) -> dict[str, Any]:
    """The entries of a record for weights: weight by number of guesses, and guesses expected; none without weights."""
    weights = {str(depth): weight for depth, weight in weighted.items()}
    return {"weights": weights, "expected": str(expected)} if weighted else {}


def node_record(tree: Tree, replies: Sequence[str]) -> dict[str, Any]:
    """The figures, as plain values, of the node that these replies lead to from the root.

    `replies` are texts such as "1.2" (see `read_reply`). Raises TreebuildError for a reply that the game does not have,
    and for one that cannot come.
    """
    game = tree.game
    given = _numbers(game, replies)
    node, labels = tree.after(given), [game.replies[reply] for reply in given]
    if node == NONE:
        return {"replies": labels, "solved": True}
    parts = [{"reply": game.replies[reply], **_figures(tree, child)} for reply, child in tree.children(node)]
    if tree.solved[node] != NONE:
        weight = {"weight": game.conditions.weights[tree.solved[node]]} if game.conditions.weights else {}
        cost = {"cost": None} if game.conditions.costs else {}
        none = {"guess": None, **cost, "nth": None, "average": None, "e": None}
        found = {"reply": game.replies[game.win], "candidates": 1, **weight, **none}
        parts.append(found)
    where = {"replies": labels, "solved": False, "node": node, "depth": int(tree.depth[node])}
    return {**where, **_figures(tree, node), "parts": parts}


def way_record(tree: Tree, replies: Sequence[str], secret: str | None = None) -> dict[str, Any]:
    """The guesses on the path of these replies, or of a secret, and the number of candidates that each reply leaves.

    Raises TreebuildError for replies as `node_record` does, and for a secret that the game does not have.

    >>> from treebuild.tree.figures import way_record
    >>> [turn["guess"] for turn in way_record(build("minavg", "p3c4r"), [], "321")["turns"]]
    ['012', '123', '321']
    """
    game = tree.game
    sought = None if secret is None else game.parse_secret(secret)
    numbers = _numbers(game, replies)
    turns: list[dict[str, Any]] = []
    node = last = 0
    while node != NONE and (sought is not None or len(turns) < len(numbers)):
        last, code = node, game.codes[tree.guess[node]]
        ended = game.win if tree.ends(node) else None  # a guess that names a group ends the game, whatever the reply
        reply = numbers[len(turns)] if sought is None else game.reply(code, sought) if ended is None else ended
        node = tree.after([reply], node)
        left = 1 if node == NONE else int(tree.size[node])
        turns.append({"guess": game.spell(code), "reply": game.replies[reply], "candidates": left})
    if len(turns) < len(numbers):
        tree.after(numbers)  # raises the error that no guess follows
    if node == NONE and (group := tree.group(last)):
        turns[-1]["group"] = group
    found = {} if sought is None else {"secret": game.spell(sought)}
    return {"replies": [turn["reply"] for turn in turns], "solved": node == NONE, **found, "turns": turns}


def ways_of(tree: Tree, name: str) -> list[dict[str, Any]]:
    """The way to a secret, see `way_record`; or the ways to a hypothesis, each with the `variants` that take it.

    Raises TreebuildError for a name that is neither.
    """
    game = tree.game
    variants = game.secrets_called(name)
    hypothesis = next((known for known, secrets in game.variants.items() if secrets == variants), None)
    if hypothesis is None:
        return [way_record(tree, [], name)]
    ways: dict[tuple[str, ...], dict[str, Any]] = {}
    for secret in map(game.spell, variants):
        way = way_record(tree, [], secret)
        told = ways.setdefault(tuple(way["replies"]), way | {"secret": hypothesis, "variants": []})
        told["variants"].append(secret)
    return list(ways.values())


def _numbers(game: Game, replies: Sequence[str]) -> list[int]:
    """The indices of replies given as texts. Raises TreebuildError for a text that is no reply of the game."""
    return [read_reply(game, text) for text in replies]


def _figures(tree: Tree, node: int) -> dict[str, Any]:
    """The entries of a record for one node."""
    game, guess = tree.game, int(tree.guess[node])
    return {
        "candidates": int(tree.size[node]),
        **({"weight": int(tree.weight[node])} if game.conditions.weights else {}),
        "guess": game.spell(game.codes[guess]),
        **({"group": group} if (group := tree.group(node)) else {}),
        **({"cost": str(game.conditions.cost(guess))} if game.conditions.costs else {}),
        "nth": int(tree.nth[node]),
        "average": float(Node(tree, node).average),
        "e": int(tree.e[node]),
    }
