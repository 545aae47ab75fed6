"""The implicit format, .b92i: base-92 text with only the guesses that cannot be inferred (Slovesnov 2017).

schema/base92-implicit.md specifies it. Nodes are in breadth-first order. A node of one or two candidates guesses the
lowest. A node of no more candidates than there are replies guesses the first candidate to which all candidates give
different replies, if there is one. Every other node stores its guess.
"""

from __future__ import annotations

from dataclasses import dataclass

from treebuild.codec.base92 import BASE, DIGITS, VALUE, check_whole, read_text, two_digits
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
    """The tree's text as ASCII and a newline.

    Raises TreebuildError for more than LIMIT codes, and where the format infers another guess than a node makes.
    """
    check_game(tree.game)
    return ("".join(map(two_digits, guesses(tree))) + "\n").encode("ascii")


def guesses(tree: Tree) -> list[int]:
    """The guesses that the text stores, as indices of codes.

    Raises TreebuildError where the format infers another guess than a node makes.
    """
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
    """The tree of a text, of `game` or Bulls and Cows. Raises TreebuildError for anything but a sound tree."""
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
    """The nodes whose guesses the text stores, in the order of the text."""
    replies = reply_matrix(tree.game)
    return [node for node, candidates, _ in walk(tree, replies) if tells_apart(replies, candidates) is None]


@dataclass(frozen=True)
class Change:
    """A guess that `normalise` replaced.

    node  its node in the tree before
    size  the number of candidates
    old   the index of the code guessed before
    new   the index of the code guessed now
    """

    node: int
    size: int
    old: int
    new: int


def normalise(tree: Tree) -> tuple[Tree, list[Change]]:
    """The tree with the guess that the format infers at every node where it infers one, and the guesses replaced.

    This is the lowest candidate that tells all candidates apart. No depth count gets worse: of n candidates at most one
    can be solved at the depth of their node, and this guess solves one there and all others at the next depth. Raises
    TreebuildError for a game with weights, in which the lowest candidate may be worse than another, and for a game with
    a rule of guesses or costs.
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
    """A line for every guess that `normalise` replaced, and one for the depth counts."""
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
