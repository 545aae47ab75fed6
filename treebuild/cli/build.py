"""treebuild build: search, grow, replay, write."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Optional

import typer

from treebuild.cli.options import Force, Jobs, Json
from treebuild.game import Game


def _complete(incomplete: str) -> list[tuple[str, str]]:
    from treebuild.algorithms import ALGORITHMS

    return [(name, a.summary) for name, a in ALGORITHMS.items() if name.startswith(incomplete)]


def build(
    algorithm: Annotated[
        str, typer.Argument(help="See `treebuild list`.", autocompletion=_complete, show_default=False)
    ],
    game: Annotated[str, typer.Option("--game", metavar="RULES", help="pNcMn, pNcMr or an alias.")] = "p4c10n",
    output: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(
            "-o", "--output", metavar="FILE", help="Write the tree; the extension says how.", show_default=False
        ),
    ] = None,
    objective: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(
            "--objective",
            help="For `exact`: total, deepest, sevens, limit:N, race:FILE, by commas.",
            show_default=False,
        ),
    ] = None,
    candidates_only: Annotated[bool, typer.Option("--candidates-only", help="Guess candidates only.")] = False,
    seed: Annotated[int, typer.Option("--seed", help="For `random`.")] = 0,
    jobs: Jobs = 1,
    force: Force = False,
    json: Json = False,
) -> None:
    """Build a tree, replay every secret through it, show the counts, write it to a file."""
    from treebuild.build import build as build_tree
    from treebuild.cli.progress import progress_bar
    from treebuild.cli.verify import report
    from treebuild.codec import format_of, save
    from treebuild.files import check_writable
    from treebuild.verify import verify

    if output is not None:
        format_of(output)
        check_writable(output, force)
    with progress_bar() as progress:
        tree = build_tree(
            algorithm,
            game,
            objective=objective and race_counts(objective, game),
            candidates_only=candidates_only,
            seed=seed,
            jobs=jobs,
            progress=progress,
        )
    found = verify(tree)
    if output is not None and found.ok:
        save(tree, output, force)
    report([(output, found)], json)


def race_counts(objective: str, game: str) -> str:
    """The objective with every race:FILE spelled race:COUNTS, the depth counts of the tree in the file."""
    from treebuild.codec import load

    def word(text: str) -> str:
        kind, _, file = text.strip().partition(":")
        if kind != "race" or not file or re.fullmatch(r"[0-9/]+", file):
            return text
        return "race:" + "/".join(map(str, load(Path(file), Game.from_rules(game)).counts))

    return ",".join(word(text) for text in objective.split(","))


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(no_args_is_help=True)(build)
