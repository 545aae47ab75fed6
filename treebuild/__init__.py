"""Decision trees for Bulls and Cows and games like it: build, prove, verify, ship."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from treebuild.algorithms import build
    from treebuild.codec import load, save
    from treebuild.errors import TreebuildError
    from treebuild.game.game import Game
    from treebuild.tree.policy import grow
    from treebuild.tree.tree import Tree
    from treebuild.tree.verifier import verify

__version__ = "0.1.0"
__all__ = ["Game", "Tree", "TreebuildError", "build", "grow", "load", "save", "verify"]

_HOME = {
    "Game": "game.game",
    "Tree": "tree.tree",
    "TreebuildError": "errors",
    "build": "algorithms",
    "grow": "tree.policy",
    "load": "codec",
    "save": "codec",
    "verify": "tree.verifier",
}


def __getattr__(name: str) -> Any:
    """Import what is asked for when it is asked for: `treebuild --help` pays for none of it."""
    if name in _HOME:
        return getattr(import_module(f"treebuild.{_HOME[name]}"), name)
    raise AttributeError(f"module 'treebuild' has no attribute {name!r}")
