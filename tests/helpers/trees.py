"""Trees as dictionaries of dictionaries, and comparing trees node by node."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random

import numpy as np

from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.tree.tree import NONE, Builder, Tree


def same(one: Tree, other: Tree) -> bool:
    """Whether two trees of one game are the same, node for node."""
    arrays = ("guess", "reply", "first_child", "solved", "size")
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in arrays)


@dataclass
class Plain:
    """A node as a dictionary: the guess, the candidates, the secret that it finds, and what follows each reply."""

    guess: int
    candidates: list[int]
    solved: int = NONE
    after: dict[int, Plain] = field(default_factory=dict)

    def walk(self, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Plain]]:
        """Every node with the replies that lead to it."""
        yield path, self
        for reply, child in self.after.items():
            yield from child.walk((*path, reply))

    def depths(self, depth: int) -> list[int]:
        """The depths of the secrets that this node, at a depth, and the nodes below it find."""
        here = [depth] if self.solved != NONE else []
        return here + [found for child in self.after.values() for found in child.depths(depth + 1)]


def random_plain(game: Game, choose: Random, candidates: list[int] | None = None) -> Plain:
    """A tree of random guesses, of which each tells something."""
    left = list(range(len(game.secrets))) if candidates is None else candidates
    while True:
        node, parts = Plain(choose.randrange(len(game.codes)), left), dict[int, list[int]]()
        for secret in left:
            parts.setdefault(game.reply(game.codes[node.guess], game.secrets[secret]), []).append(secret)
        if len(parts) > 1 or game.win in parts:
            break
    node.solved = parts.pop(game.win, [NONE])[0]
    node.after = {reply: random_plain(game, choose, part) for reply, part in sorted(parts.items())}
    return node


def made_of(game: Game, root: Plain) -> Tree:
    """The tree of these dictionaries, unchecked."""
    builder, waiting = Builder(game), [root]
    for node in waiting:
        builder.add(node.guess, len(node.candidates), node.solved, node.after)
        waiting.extend(node.after.values())
    return builder.tree()


def plain(tree: Tree) -> Plain:
    """The dictionaries of a tree, by its arrays alone."""
    nodes = [Plain(guess, [], solved) for guess, solved in zip(tree.guess.tolist(), tree.solved.tolist(), strict=True)]
    for node, (first, end) in zip(nodes, pairwise(tree.first_child.tolist()), strict=True):
        node.after = {int(tree.reply[child]): nodes[child] for child in range(first, end)}
    for node in reversed(nodes):
        found = [] if node.solved == NONE else [node.solved]
        node.candidates = sorted([*found, *(secret for child in node.after.values() for secret in child.candidates)])
    return nodes[0]


def decoded_or_refused(decode: Callable[[bytes, Game], Tree], data: bytes, game: Game) -> Tree | None:
    """The tree of some bytes, in which every secret is found; None where they are refused, in one line."""
    try:
        tree = decode(data, game)
    except TreebuildError as error:
        assert "\n" not in str(error)
        return None
    assert sum(tree.counts) == len(game.secrets)
    return tree
