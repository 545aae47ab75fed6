"""treebuild guesses: what a history leaves, and what every guess would tell of it."""

from __future__ import annotations

import json as json_module
from typing import TYPE_CHECKING, Annotated, Any

import typer

from treebuild.cli.options import Game, Json

if TYPE_CHECKING:
    from treebuild.analysis.positions import Worth


def guesses(
    history: Annotated[
        list[str] | None,
        typer.Argument(metavar="[CODE:REPLY]...", help="What was guessed and replied: 1234:1.1.", show_default=False),
    ] = None,
    game: Game = "p4c10n",
    by: Annotated[str, typer.Option("--by", metavar="SCORE", help="minavg, entropy, minmax, parts, ...")] = "minavg",
    top: Annotated[int, typer.Option("--top", min=1, help="How many guesses.")] = 10,
    code: Annotated[
        str | None, typer.Option("--code", metavar="CODE", help="This guess only.", show_default=False)
    ] = None,
    exact: Annotated[bool, typer.Option("--exact", help="Guesses that the best trees take from here on.")] = False,
    json: Json = False,
) -> None:
    """Show what guesses are worth in a position: parts, candidates left on average, information, rank."""
    from treebuild.analysis.positions import Position

    position = Position(game, history or [])
    found = [position.of(code, by, exact)] if code else position.best(by, top, exact=exact, distinct=True)
    if json:
        typer.echo(json_module.dumps({"left": len(position.candidates), "guesses": [*map(_record, found)]}, indent=2))
        return
    from treebuild.cli import display

    left = len(position.candidates)
    console = display.console()
    console.print(f"{left} candidate{'s' * (left > 1)} left", style="bold")
    if left <= 12:
        console.print(" ".join(position.game.spell(position.game.secrets[secret]) for secret in position.candidates))
    if not code:
        shown = {worth.code for worth in found}
        found += [worth for worth in position.best(by, 1, candidates=True, exact=exact) if worth.code not in shown]
    console.print(_table(found, exact))


def _record(worth: Worth) -> dict[str, Any]:
    record = {
        "code": worth.code,
        "rank": worth.rank,
        "expected_left": float(worth.expected_left),
        "entropy_bits": worth.entropy_bits,
        "largest_part": worth.largest_part,
        "parts": worth.parts,
        "candidate": worth.candidate,
        "alike": worth.alike,
    }
    return record if worth.exact is None else {**record, "exact": float(worth.exact), "fraction": str(worth.exact)}


def _table(found: list[Worth], exact: bool) -> Any:
    from treebuild.cli import display

    last = ("from here on",) if exact else ()
    table = display.plain_table(
        "guess", "rank", "parts", "largest", "left", "bits", *last, "alike", "candidate", left=1
    )
    for worth in found:
        figures = [worth.code, str(worth.rank), str(worth.parts), str(worth.largest_part)]
        figures += [f"{float(worth.expected_left):.4f}", f"{worth.entropy_bits:.4f}"]
        figures += [f"{float(worth.exact):.4f}"] if worth.exact is not None else []
        figures.append(str(worth.alike))
        table.add_row(*figures, "yes" if worth.candidate else "")
    return table
