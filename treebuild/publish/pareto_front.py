"""A Pareto front, the trees of its points, and its picture."""

from __future__ import annotations

from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING

from treebuild.analysis.canvas import Picture, blank, encoded, style
from treebuild.codec.files import write_bytes
from treebuild.errors import TreebuildError, UsageError, check_type
from treebuild.game.game import Game
from treebuild.game.reply_matrix import Replies, reply_matrix
from treebuild.search.pareto import TIE_RULE, Front
from treebuild.search.pareto import front as searched
from treebuild.search.resources import opened
from treebuild.search.store.results import contradiction
from treebuild.tree.policy import Progress, grow
from treebuild.tree.tree import Built, Tree
from treebuild.tree.verifier import verify
from treebuild.version import __version__

if TYPE_CHECKING:
    from treebuild.search.store.sqlite import StoreFile

PICTURES = (".svg", ".png")


def pareto(
    game: Game | str = "p4c10n",
    depth: int | None = None,
    *,
    jobs: int = 1,
    progress: Progress | None = None,
    store: StoreFile | Path | str | None = None,
) -> Front:
    """Search exactly for every best compromise between few guesses and few secrets that take the most guesses.

    The front has `points` (total, secrets at the greatest depth), by ascending total, and that `depth`: the one given,
    or the smallest that a tree can keep. Its `policy(point)` grows a tree of a point. `jobs` threads share the search.
    `store` is a file that keeps settled positions. A store that is given by its path is closed at the end: open it
    first to grow trees from it as well. Raises TreebuildError when no tree keeps the depth, and for a game with
    weights, costs or groups.

    >>> front = pareto("p4c5n")
    >>> front.depth, front.points
    (5, ((462, 23), (463, 22), (464, 21)))
    >>> grow(reply_matrix("p4c5n"), front.policy((463, 22))).counts
    (1, 4, 28, 65, 22)
    """
    replies = reply_matrix(game)
    check_type(depth, (int, NoneType), "depth: expected a whole number of guesses")
    most = depth and min(depth, len(replies.game.secrets))
    with opened(store) as file:
        front = searched(replies, most, jobs=jobs, progress=progress, store=file)
        if file is not None:  # a store may say anything, so the tree of every point is replayed
            for point in front.points:
                tree_of(replies, front, point)
        return front


def tree_of(replies: Replies, front: Front, point: tuple[int, int]) -> Tree:
    """The tree of a point (total, secrets at the greatest depth) of a game's front, replayed.

    Raises TreebuildError for a point that is not on the front, or whose tree is that of another point.
    """
    objective = f"total,limit:{front.depth}; at most {point[1]} secrets at depth {front.depth}"
    searched = f"no tree of at most {front.depth} guesses betters total or secrets at depth {front.depth}, and no worse"
    built = Built(f"pareto --tree {point[0]},{point[1]}", objective, TIE_RULE, __version__, searched)
    tree = grow(replies, front.policy(point), "total", built)
    replayed = verify(tree)
    if not replayed.ok:
        raise TreebuildError(f"the tree of {point} is not sound: {replayed.problems[0]}")
    if (found := (tree.total, (*tree.counts, *(0,) * front.depth)[front.depth - 1])) != point:
        raise contradiction(f"the tree of {point} is that of {found}")
    return tree


def check_picture(file: Path) -> None:
    """Raise TreebuildError where `draw` would. A command calls this before the search, not after it."""
    if file.suffix not in PICTURES:
        raise UsageError(f"{file}: expected a name that ends in {' or '.join(PICTURES)}")
    with style():
        pass


def draw(front: Front, game: str, file: Path, force: bool = False) -> None:
    """Draw a front to a .svg or .png file.

    Raises TreebuildError for another name, without matplotlib, and when the file exists and `force` is not given.
    """
    check_picture(file)
    totals, deepest = zip(*front.points, strict=True)
    with style():
        figure = blank(3.1)
        axes = figure.add_subplot()
        axes.step(totals, deepest, where="post", color="#0072b2", linewidth=1)
        axes.plot(totals, deepest, "o", color="#0b6e4f", markersize=4)
        title = f"{game}, greatest depth {front.depth}"
        axes.set(title=title, xlabel="total guesses", ylabel=f"secrets that take {front.depth} guesses")
    write_bytes(file, encoded(Picture(figure, title), file.suffix), force)
