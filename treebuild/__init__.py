"""Decision trees for Bulls and Cows and games like it: build, prove, verify, ship.

>>> from treebuild import build, save, verify
>>> tree = build("minavg", "p3c4r")  # an algorithm, and a game: codes of 3 pegs, 4 symbols, repetition allowed
>>> tree.counts  # secrets found in 1, 2, 3, ... guesses
(1, 6, 33, 24)
>>> verify(tree).ok  # every secret replayed
True
>>> save(tree, "tree.msgpack")

A function that takes a game also takes its rule string or alias: "p4c10n" or "bulls-cows", "p4c6r" or "mastermind".
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from treebuild.version import __version__ as __version__

if TYPE_CHECKING:
    from treebuild.algorithms import build
    from treebuild.analysis.algorithms_compared import Trial, compare_algorithms
    from treebuild.analysis.players import players
    from treebuild.analysis.position import Worth
    from treebuild.analysis.review import Review, review
    from treebuild.analysis.suggest import suggest
    from treebuild.bar import progress_bar
    from treebuild.certificate.write import certify
    from treebuild.checker.check import check
    from treebuild.codec import convert, load, save
    from treebuild.errors import TreebuildError
    from treebuild.game.game import Game
    from treebuild.game.reply_matrix import Replies, reply_matrix
    from treebuild.publish.export import export
    from treebuild.publish.packing import pack
    from treebuild.publish.page import page
    from treebuild.publish.pareto_front import pareto
    from treebuild.search.estimate import estimate
    from treebuild.tree.figures import Comparison, compare
    from treebuild.tree.policy import grow
    from treebuild.tree.session import Session, play
    from treebuild.tree.tree import Node, Tree
    from treebuild.tree.verifier import Verification, verify

__all__ = [
    "Comparison", "Game", "Node", "Replies", "Review", "Session", "Tree", "TreebuildError", "Trial", "Verification",
    "Worth", "build", "certify", "check", "compare", "compare_algorithms", "convert", "estimate", "export", "grow",
    "load", "pack", "page", "pareto", "play", "players", "progress_bar", "reply_matrix", "review", "save", "suggest",
    "verify",
]  # fmt: skip

_HOME = {
    "Comparison": "tree.figures",
    "Game": "game.game",
    "Node": "tree.tree",
    "Replies": "game.reply_matrix",
    "Review": "analysis.review",
    "Session": "tree.session",
    "Tree": "tree.tree",
    "TreebuildError": "errors",
    "Trial": "analysis.algorithms_compared",
    "Verification": "tree.verifier",
    "Worth": "analysis.position",
    "build": "algorithms",
    "certify": "certificate.write",
    "check": "checker.check",
    "compare": "tree.figures",
    "compare_algorithms": "analysis.algorithms_compared",
    "convert": "codec",
    "estimate": "search.estimate",
    "export": "publish.export",
    "grow": "tree.policy",
    "load": "codec",
    "pack": "publish.packing",
    "page": "publish.page",
    "pareto": "publish.pareto_front",
    "play": "tree.session",
    "players": "analysis.players",
    "progress_bar": "bar",
    "reply_matrix": "game.reply_matrix",
    "review": "analysis.review",
    "save": "codec",
    "suggest": "analysis.suggest",
    "verify": "tree.verifier",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that `treebuild --help` need not import any of them."""
    if name not in _HOME:
        raise AttributeError(f"module 'treebuild' has no attribute {name!r}")
    return getattr(import_module(f"treebuild.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    """The public names, which `help(treebuild)` and completion show."""
    return [*__all__, "__version__"]
