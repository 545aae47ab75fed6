"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from treebuild.search.parallel.threads import MAX_JOBS

if TYPE_CHECKING:
    from treebuild.game import game
    from treebuild.tree.tree import Tree

TreeFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="A tree (.msgpack, .b92, ...), - or a ranked text.", show_default=False)
]
Force = Annotated[bool, typer.Option("--force", help="Replace an existing file.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Jobs = Annotated[
    int, typer.Option("--jobs", "-j", min=1, max=MAX_JOBS, help="Threads that share the work; the result is the same.")
]
Store = Annotated[
    Path | None,
    typer.Option(
        "--store",
        metavar="FILE",
        help="Keep what is settled: an interrupted search goes on, processes share the work.",
        show_default=False,
    ),
]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Let workers of a Dask scheduler search: tcp://host:port.",
        show_default=False,
    ),
]
Patient = Annotated[bool, typer.Option("--patient", help="Take on even what takes more than seconds.")]
Game = Annotated[
    str,
    typer.Option("--game", metavar="GAME", help="pNcMn or pNcMr, a name (`treebuild games`), game.toml, game.py."),
]
Rules = Annotated[
    str | None,
    typer.Option(
        "--game",
        metavar="GAME",
        help="pNcMn or pNcMr, a name (`treebuild games`), game.toml, game.py. [default: the file's own, or p4c10n]",
        show_default=False,
    ),
]
Weights = Annotated[
    Path | None,
    typer.Option(
        "--weights", metavar="FILE", help="How likely each secret is: a CSV file, secret,weight.", show_default=False
    ),
]
Missing = Annotated[
    str, typer.Option("--missing", metavar="WEIGHT", help="Of secrets that --weights leaves out.", show_default="0")
]


def game_of(rules: str | None) -> game.Game | None:
    """The game an option named, or None."""
    from treebuild.game.lookup import find_game

    return None if rules is None else find_game(rules)


def weighed_game(rules: str, weights: Path | None, missing: str) -> game.Game:
    """The game an option named, with the weights of another. Raises TreebuildError for `missing` without weights."""
    from treebuild.game.lookup import find_game

    return weigh_by(find_game(rules), weights, missing)


def weigh_by(found: game.Game, weights: Path | None, missing: str) -> game.Game:
    """The game with the weights that options give. Raises TreebuildError for `missing` without weights."""
    from treebuild.errors import TreebuildError
    from treebuild.game.files import weigh
    from treebuild.game.weights import number

    if weights is None:
        if missing:
            raise TreebuildError("--missing is the weight of secrets that --weights leaves out: give both")
        return found
    return weigh(found, weights, number(missing or "0", "--missing"))


def weighed_tree(tree: Tree, weights: Path | None, missing: str) -> Tree:
    """A tree that was read, of a game with the weights of an option, if that is given."""
    weighed = weigh_by(tree.game, weights, missing)
    return tree if weighed is tree.game else tree.weighed(weighed.weights or [1] * len(weighed.secrets))
