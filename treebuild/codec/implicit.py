"""Base-92 text, implicit: only the guesses that cannot be inferred (Slovesnov 2017). See schema/base92-implicit.md.

Nodes in breadth-first order. A node of one or two candidates guesses the lowest; a node of no more candidates than
there are replies guesses the first candidate that all the others answer differently; every other node stores its guess.
"""

from __future__ import annotations

from dataclasses import dataclass

from treebuild.codec.text import BASE, DIGITS, VALUE, check_whole, read_text, two_digits
from treebuild.errors import Remedy, TreebuildError
from treebuild.game.conditions import PLAIN
from treebuild.game.game import Game
from treebuild.game.lookup import as_game
from treebuild.game.positions import Candidates, History
from treebuild.game.reply_matrix import reply_matrix, tells_apart
from treebuild.tree.policy import grow, policy_of, walk
from treebuild.tree.tree import Tree

LIMIT = BASE * BASE  # codes that two digits can number
LOST_DEL = "; the text may have lost a DEL (code 127) in copying"


def encode(tree: Tree) -> bytes:
    """The tree's string as ASCII and a newline.

    Raises TreebuildError for more than 8464 codes, and where a node does not guess what the format infers there.
    """
    check_game(tree.game)
    return ("".join(map(two_digits, guesses(tree))) + "\n").encode("ascii")


def guesses(tree: Tree) -> list[int]:
    """The guesses that the string stores. Raises TreebuildError where a node does not guess what the format infers."""
    replies = reply_matrix(tree.game)
    found = []
    for node, candidates, _ in walk(tree, replies):
        guess = int(tree.guess[node])
        inferred = tells_apart(replies, candidates)
        if inferred is None:
            found.append(guess)
        elif inferred != guess:
            spell, codes = tree.game.spell, tree.game.codes
            raise TreebuildError(
                f"node {node}, with {len(candidates)} candidates, guesses {spell(codes[guess])} where the implicit "
                f"format infers {spell(codes[inferred])}",
                remedy=Remedy("use {}, or .b92", "normalise"),
            )
    return found


def decode(data: bytes, game: Game | str | None = None, patient: bool = False) -> Tree:
    """The tree of a string, over `game` or Bulls and Cows. Raises TreebuildError for anything but a sound tree."""
    game = as_game(game)
    check_game(game)
    text = read_text(data, DIGITS)
    if len(text) % 2:
        raise TreebuildError(f"{len(text)} characters: expected two for every guess{LOST_DEL}", "odd")
    replies = reply_matrix(game)
    digits = iter(text)
    position = 0

    def policy(candidates: Candidates, _history: History) -> int:
        nonlocal position
        inferred = tells_apart(replies, candidates)
        if inferred is not None:
            return inferred
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
        tree = grow(replies, policy, patient=patient)
    except TreebuildError as error:
        if error.kind != "wasted":
            raise
        raise TreebuildError(f"{error.message}{LOST_DEL}", error.kind) from None
    if position < len(text):
        raise TreebuildError(f"character {position + 1}: expected the end, the tree is complete{LOST_DEL}", "trailing")
    return tree


def stored(tree: Tree) -> list[int]:
    """The nodes whose guesses the string stores, in the order of the string."""
    replies = reply_matrix(tree.game)
    return [node for node, candidates, _ in walk(tree, replies) if tells_apart(replies, candidates) is None]


@dataclass(frozen=True)
class Change:
    """A guess that `normalise` replaced: the node of the tree given, its candidates, and code indices."""

    node: int
    size: int
    old: int
    new: int


def normalise(tree: Tree) -> tuple[Tree, list[Change]]:
    """The tree that guesses the lowest candidate telling all apart wherever there is one, and the guesses replaced.

    No depth count gets worse, so there is nothing to choose: of n candidates one at most can be solved at their node's
    depth, and such a guess solves one there and all the others at the next. Nothing else is replaced. Raises
    TreebuildError for a game with weights, by which the lowest candidate may be worse than another, and for one with a
    rule of guesses or costs.
    """
    tree.game.require("the implicit format's rule", PLAIN)
    replies = reply_matrix(tree.game)
    changes = []
    for node, candidates, _ in walk(tree, replies):
        old, new = int(tree.guess[node]), tells_apart(replies, candidates)
        if new is not None and new != old:
            changes.append(Change(node, len(candidates), old, new))
    given = policy_of(replies, tree)

    def policy(candidates: Candidates, history: History) -> int:
        apart = tells_apart(replies, candidates)
        return given(candidates, history) if apart is None else apart

    return grow(replies, policy, tree.criterion, tree.built), changes


def replaced(before: Tree, after: Tree, changes: list[Change]) -> list[str]:
    """What `normalise` did: a line for every guess it replaced and one for the depth counts."""
    spelled = [before.game.spell(code) for code in before.game.codes]
    lines = [f"node {c.node} ({c.size} candidates): {spelled[c.old]} -> {spelled[c.new]}" for c in changes]
    counts = [" ".join(map(str, tree.counts)) for tree in (before, after)]
    same = f"counts stay {counts[0]}" if counts[0] == counts[1] else f"counts {counts[0]} -> {counts[1]}"
    return [*lines, f"{len(changes)} guesses replaced; {same}"]


def check_game(game: Game) -> None:
    """Raise TreebuildError for a game too large for the format."""
    check_whole(game)
    if len(game.codes) > LIMIT:
        raise TreebuildError(
            f"the implicit format numbers at most {LIMIT} codes, {game.name} has {len(game.codes)}; use .msgpack",
            "game",
        )
