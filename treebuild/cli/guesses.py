"""treebuild guesses: what a history leaves, and what every guess would tell about it."""

from __future__ import annotations

import json as json_module
from typing import TYPE_CHECKING, Annotated, Any

import typer

from treebuild.cli.options import Json, TurnsGame, game_for

if TYPE_CHECKING:
    from fractions import Fraction

    from treebuild.analysis.positions import Position, Worth

FEW = 12  # candidates that are listed
LEGEND = (
    "left: candidates that the guess leaves on average. bits: what it tells on average. alike: how many codes symmetry "
    "makes equal to it; one of them is shown, and all of them count in the ranks. Guesses with the same score share a "
    "rank, but candidates come before the others."
)
WEIGHTS_LEGEND = "left, bits and exact go by the secrets' weights, as do {by_weight}; other scores count secrets."
EXACT_LEGEND = (
    "exact: guesses needed from here on, on average, this one included, when the best ones follow; - for a guess that "
    "tells nothing. The best guess of all is always shown, the others are those that the score ranks first."
)


def guesses(
    history: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="CODE:REPLY",
            help="The guesses so far with their replies: 1234:1.1. Of words crane:..y.g, or bbybg, 00102, ⬛⬛🟨⬛🟩.",
            show_default=False,
        ),
    ] = None,
    game: TurnsGame = None,
    by: Annotated[
        str, typer.Option("--by", metavar="SCORE", help="minavg, entropy, minmax, parts, ..., or exact.")
    ] = "minavg",
    top: Annotated[int, typer.Option("--top", min=1, help="How many guesses.")] = 10,
    code: Annotated[
        str | None, typer.Option("--code", metavar="CODE", help="Show only this code.", show_default=False)
    ] = None,
    exact: Annotated[
        bool, typer.Option("--exact", help="Sort by the guesses needed from here on, as --by exact does.")
    ] = False,
    json: Json = False,
) -> None:
    """Show what guesses are worth in a position: parts, candidates left on average, information, rank."""
    from treebuild.analysis.positions import EXACT, Position

    exact = exact or by == EXACT
    position = Position(game_for(game, history or []), history or [])
    found = [position.of(code, by, exact)] if code else position.best(by, top, exact=exact, distinct=True)
    fewest = position.fewest if exact else None
    if json:
        shortest = {} if fewest is None else {"fewest": float(fewest)}
        left = {"left": len(position.candidates), "compared": position.compared, "sampled": position.sampled}
        typer.echo(json_module.dumps({**left, **shortest, "guesses": [*map(_record, found)]}, indent=2))
        return
    if not code and not any(worth.candidate for worth in found):
        found += position.best(by, 1, candidates=True, exact=exact)
    _print(position, found, fewest)


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


def _print(position: Position, found: list[Worth], fewest: Fraction | None) -> None:
    from treebuild.cli import display

    left = len(position.candidates)
    console = display.console()
    console.print(f"{left} candidate{'s' * (left > 1)} left", style="bold")
    if left <= FEW:
        console.print(" ".join(position.game.spell(position.game.secrets[secret]) for secret in position.candidates))
    console.print(_table(found, fewest))
    console.print(f"\n{LEGEND}", style="dim")
    if position.weighted:
        console.print(WEIGHTS_LEGEND.format(by_weight=_by_weight()), style="dim")
    if fewest is not None:
        console.print(EXACT_LEGEND, style="dim")
    if position.sampled:
        console.print(
            f"There are too many codes to compare all of them: {position.compared} were compared, evenly spread.",
            style="dim",
        )


def _by_weight() -> str:
    from treebuild.search.greedy import SCORES

    return ", ".join(name for name, score in SCORES.items() if score.likely is not None)


def _table(found: list[Worth], fewest: Fraction | None) -> Any:
    from treebuild.cli import display

    last = ("exact", "") if fewest is not None else ()
    table = display.plain_table(
        "guess", "rank", "parts", "largest", "left", "bits", "alike", "candidate", *last, left=1
    )
    for worth in found:
        figures = [worth.code, str(worth.rank), str(worth.parts), str(worth.largest_part)]
        figures += [f"{float(worth.expected_left):.4f}", f"{worth.entropy_bits:.4f}", str(worth.alike)]
        figures.append("yes" if worth.candidate else "")
        if fewest is not None:
            figures += [_exact(worth), "best" if worth.exact == fewest else ""]
        table.add_row(*figures)
    return table


def _exact(worth: Worth) -> str:
    return "-" if worth.exact is None else f"{float(worth.exact):.4f}"
