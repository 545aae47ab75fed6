"""treebuild list: the algorithms, one line each."""

from __future__ import annotations

import typer

from treebuild.cli.options import Json
from treebuild.cli.streams import say_json


def list_(json: Json = False) -> None:
    """List the algorithms that `treebuild build` knows."""
    from treebuild.algorithms import ALGORITHMS

    if json:
        say_json(
            [
                {"algorithm": a.name, "summary": a.summary, "objective": a.objective, "tie_rule": a.tie_rule}
                for a in ALGORITHMS.values()
            ]
        )
        return
    width = max(map(len, ALGORITHMS))
    for name, algorithm in ALGORITHMS.items():
        typer.echo(f"{name:{width}}  {algorithm.summary}")
