"""What is made of a Pareto front: the tree of one of its points, and its picture."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from treebuild.codec.files import write_bytes
from treebuild.errors import TreebuildError
from treebuild.game.reply_matrix import Replies
from treebuild.search.pareto import TIE_RULE, Front
from treebuild.tree.policy import grow
from treebuild.tree.tree import Built, Tree
from treebuild.tree.verifier import verify
from treebuild.version import __version__

PICTURES = (".svg", ".png")


def tree_of(replies: Replies, front: Front, point: tuple[int, int]) -> Tree:
    """The tree of a point (total, secrets at the greatest depth) of a game's front, replayed.

    Raises TreebuildError for a point that is not on the front.
    """
    objective = f"total,limit:{front.depth}; at most {point[1]} secrets at depth {front.depth}"
    searched = f"no tree of at most {front.depth} guesses betters total or secrets at depth {front.depth}, and no worse"
    built = Built(f"pareto --tree {point[0]},{point[1]}", objective, TIE_RULE, __version__, searched)
    tree = grow(replies, front.policy(point), "total", built)
    replayed = verify(tree)
    if not replayed.ok:
        raise TreebuildError(f"the tree of {point} is not sound: {replayed.problems[0]}")
    return tree


def check_picture(file: Path) -> None:
    """Raise TreebuildError where `draw` would: to be asked before the search, not after it."""
    if file.suffix not in PICTURES:
        raise TreebuildError(f"{file}: expected a name that ends in {' or '.join(PICTURES)}")
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise TreebuildError("a picture needs matplotlib: pip install 'treebuild[plot]'") from None


def draw(front: Front, game: str, file: Path, force: bool = False) -> None:
    """Draw a front to a .svg or .png file.

    Raises TreebuildError for another name, without matplotlib, and when the file exists and `force` is not given.
    """
    check_picture(file)
    from matplotlib.figure import Figure

    totals, deepest = zip(*front.points, strict=True)
    figure = Figure(figsize=(7, 4.5), layout="constrained")
    axes = figure.add_subplot()
    axes.step(totals, deepest, where="post", color="#0072b2", linewidth=1)
    axes.plot(totals, deepest, "o", color="#0b6e4f", markersize=4)
    axes.set(
        title=f"{game}, greatest depth {front.depth}",
        xlabel="total guesses",
        ylabel=f"secrets that take {front.depth} guesses",
    )
    drawn = BytesIO()
    figure.savefig(drawn, format=file.suffix.removeprefix("."))
    write_bytes(file, drawn.getvalue(), force)
