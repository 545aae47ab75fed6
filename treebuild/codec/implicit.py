"""Base-92 text, implicit: only the guesses that cannot be inferred (Slovesnov 2017). See schema/base92-implicit.md.

Nodes in breadth-first order. A node of one or two candidates guesses the lowest; a node of no more candidates than
there are replies guesses the first candidate that all the others answer differently; every other node stores its guess.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from treebuild.codec.text import BASE, DIGITS, VALUE, read_text, two_digits
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.replies import Replies, partition, reply_matrix, tells_apart
from treebuild.tree.policy import grow
from treebuild.tree.tree import NONE, Tree

LIMIT = BASE * BASE  # codes that two digits can number
LOST_DEL = "; the text may have lost a DEL (code 127) in copying"


@dataclass(frozen=True)
class Change:
    """A guess that `normalise` replaced: the node of the tree given, its candidates, and code indices."""

    node: int
    size: int
    old: int
    new: int


def encode(tree: Tree) -> bytes:
    """The tree's string as ASCII and a newline.

    Raises TreebuildError for more than 8464 codes, and where a node does not guess what the format infers there.
    """
    _check_game(tree.game)
    replies = reply_matrix(tree.game)
    stored = []
    for node, candidates in _walk(tree, replies):
        guess = int(tree.guess[node])
        inferred = tells_apart(replies, candidates)
        if inferred is None:
            stored.append(guess)
        elif inferred != guess:
            spell, codes = tree.game.spell, tree.game.codes
            raise TreebuildError(
                f"node {node}, with {len(candidates)} candidates, guesses {spell(codes[guess])} where the implicit "
                f"format infers {spell(codes[inferred])}; use `treebuild convert --normalise`, or .b92"
            )
    return ("".join(map(two_digits, stored)) + "\n").encode("ascii")


def decode(data: bytes, game: Game | None = None, patient: bool = False) -> Tree:
    """The tree of a string, over `game` or Bulls and Cows. Raises TreebuildError for anything but a sound tree."""
    game = game or Game.from_rules()
    _check_game(game)
    text = read_text(data, DIGITS)
    if len(text) % 2:
        raise TreebuildError(f"{len(text)} characters: expected two for every guess{LOST_DEL}", "odd")
    replies = reply_matrix(game)
    digits = iter(text)
    position = 0

    def read(candidates: NDArray[np.int32]) -> int:
        nonlocal position
        if position == len(text):
            raise TreebuildError(
                f"the text ends at {position} characters, a guess of {len(candidates)} candidates is missing{LOST_DEL}",
                "truncated",
            )
        guess = VALUE[next(digits)] * BASE + VALUE[next(digits)]
        if guess >= len(game.codes):
            raise TreebuildError(
                f"character {position + 1} guesses code {guess}, but {game.name} has {len(game.codes)} codes{LOST_DEL}",
                "guess",
            )
        position += 2
        return guess

    try:
        tree = grow(replies, _policy(replies, read), patient=patient)
    except TreebuildError as error:
        if error.kind != "wasted":
            raise
        raise TreebuildError(f"{error}{LOST_DEL}", error.kind) from None
    if position < len(text):
        raise TreebuildError(f"character {position + 1}: expected the end, the tree is complete{LOST_DEL}", "trailing")
    return tree


def stored(tree: Tree) -> list[int]:
    """The nodes whose guess the string stores, in its order."""
    replies = reply_matrix(tree.game)
    return [node for node, candidates in _walk(tree, replies) if tells_apart(replies, candidates) is None]


def normalise(tree: Tree) -> tuple[Tree, list[Change]]:
    """The tree with the format's own guess wherever it infers one, and the guesses that were replaced.

    No depth count gets worse, so there is nothing to choose: of n candidates one at most can be solved at their node's
    depth, and what the format infers solves one there and all the others at the next. Below such a node every guess is
    inferred too, hence the guesses that are stored keep their candidates.
    """
    replies = reply_matrix(tree.game)
    stored, changes = [], []
    for node, candidates in _walk(tree, replies):
        guess = int(tree.guess[node])
        inferred = tells_apart(replies, candidates)
        if inferred is None:
            stored.append(guess)
        elif inferred != guess:
            changes.append(Change(node, len(candidates), guess, inferred))
    guesses = iter(stored)
    return grow(replies, _policy(replies, lambda _: next(guesses)), tree.criterion, tree.built), changes


def report(before: Tree, after: Tree, changes: list[Change]) -> list[str]:
    """What `normalise` did, a line for every guess it replaced and one for the depth counts."""
    spelled = [before.game.spell(code) for code in before.game.codes]
    lines = [f"node {c.node} ({c.size} candidates): {spelled[c.old]} -> {spelled[c.new]}" for c in changes]
    counts = [" ".join(map(str, tree.counts)) for tree in (before, after)]
    same = f"counts stay {counts[0]}" if counts[0] == counts[1] else f"counts {counts[0]} -> {counts[1]}"
    return [*lines, f"{len(changes)} guesses replaced; {same}"]


def _policy(replies: Replies, stored: Callable[[NDArray[np.int32]], int]) -> Callable[[NDArray[np.int32], int], int]:
    def policy(candidates: NDArray[np.int32], _depth: int) -> int:
        inferred = tells_apart(replies, candidates)
        return stored(candidates) if inferred is None else inferred

    return policy


def _walk(tree: Tree, replies: Replies) -> Iterator[tuple[int, NDArray[np.int32]]]:
    """Every node, breadth first, with its candidates."""
    waiting = {0: np.arange(len(tree.game.secrets), dtype=np.int32)}
    for node, (guess, links) in enumerate(zip(tree.guess.tolist(), tree.child.tolist(), strict=True)):
        candidates = waiting.pop(node)
        yield node, candidates
        for reply, part in partition(replies, guess, candidates):
            if links[reply] != NONE:
                waiting[links[reply]] = part


def _check_game(game: Game) -> None:
    if len(game.codes) > LIMIT:
        raise TreebuildError(
            f"the implicit format numbers at most {LIMIT} codes, {game.name} has {len(game.codes)}; use .msgpack",
            "game",
        )
