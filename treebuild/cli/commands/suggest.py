"""treebuild suggest: what to guess next, and what every guess would tell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from treebuild.cli.options import (
    MOST,
    ConditionOptions,
    Costs,
    Groups,
    Guesses,
    Jobs,
    Json,
    Store,
    TurnsGame,
    complete_score,
    number,
)
from treebuild.cli.stopping import leaving_store
from treebuild.cli.streams import say, say_json
from treebuild.errors import UsageError

if TYPE_CHECKING:
    from rich.console import Console

    from treebuild.analysis.suggest import Position, Worth

MAX_LISTED = 12  # candidates, or groups of them, that are listed
LEGEND = (
    "left: candidates that the guess leaves on average. bits: what it tells on average. alike: how many codes symmetry "
    "makes equal to it; one of them is shown, and all of them count in the ranks. Guesses with the same score share a "
    "rank, but candidates come before the others."
)
COSTS_LEGEND = "The ranks do not go by the costs of guesses."
WEIGHTS_LEGEND = "left, bits, exact and near go by the secrets' weights, as do {by_weight}; other scores count secrets."
UNSURE_LEGEND = "Questions whose answers nobody is sure of are not asked again"
TOGETHER_LEGEND = "; what no other question tells apart is named together."
GROUPS_LEGEND = "largest and left count groups, and bits are what the guess tells about the group."
VALUE_LEGEND = {
    "exact": "exact: guesses needed from here on, on average, this one included, when the best ones follow; - for a "
    "guess that tells nothing.",
    "exact cost": "exact: what guesses cost from here on, on average, this one included, when the best ones follow; - "
    "for a guess that tells nothing.",
    "near": "near: guesses needed from here on, on average, this one included, when good ones follow; the best "
    "may need fewer; - for a guess that tells nothing.",
    "near cost": "near: what guesses cost from here on, on average, this one included, when good ones follow; the best "
    "may cost less; - for a guess that tells nothing.",
    "cost": "There are too many codes and candidates to tell at once what guesses cost from here on.",
    "": "There are too many codes and candidates to tell at once how many guesses are needed from here on.",
}
READINGS_LEGEND = (
    "Nobody is sure of all replies, by which the rule allows guesses: these are the guesses that it may allow, and "
    "nobody can tell how many are needed."
)
FIRST = "Of the guesses that leave the fewest, the first has the best `exact`; --by exact compares all guesses."
SEARCHED = "No other guess needs fewer (searched).", "No other guess costs less (searched)."  # by guesses, and by costs


def suggest(
    history: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="CODE:REPLY",
            help="The guesses and their replies: 1234:1.1. For words: crane:..y.g, or bbybg, 00102, ⬛⬛🟨⬛🟩.",
            show_default=False,
        ),
    ] = None,
    game: TurnsGame = None,
    guesses: Guesses = None,
    costs: Costs = None,
    groups: Groups = None,
    by: Annotated[
        str | None,
        typer.Option(
            "--by",
            metavar="SCORE",
            autocompletion=complete_score,
            help="Sort by minmax, minavg, entropy, parts, greedy-crush, larmouth (greedy algorithms of `treebuild "
            "list`), near or exact, which searches until the best guesses are certain. (default: minavg; where the "
            "guesses needed are known exactly, the guess that needs the fewest comes first)",
            show_default=False,
        ),
    ] = None,
    top: Annotated[
        int,
        typer.Option(
            "--top",
            metavar="N",
            parser=number(1, MOST),
            help="Show N guesses, and the best candidate if it is none of them.",
        ),
    ] = 10,
    code: Annotated[
        str | None, typer.Option("--code", metavar="CODE", help="Show only this code.", show_default=False)
    ] = None,
    jobs: Jobs = 1,
    store: Store = None,
    json: Json = False,
) -> None:
    """Suggest what to guess next: what a guess tells, how much it leaves, and how many guesses are needed after it."""
    from treebuild.analysis.suggest import EXACT, NEAR, Position
    from treebuild.bar import progress_bar
    from treebuild.game.findings import check_denied
    from treebuild.search.resources import opened
    from treebuild.search.walk.search_options import SearchOptions

    score = by or "minavg"
    if (store is not None or jobs > 1) and (score != EXACT or code is not None):
        raise UsageError("--store and --jobs are for a search for the best guesses: use them with --by exact")
    conditions = ConditionOptions(guesses=guesses, costs=costs, groups=groups)
    chosen = conditions.of_game(game, history or [])
    with progress_bar():  # with a million codes it takes half a minute
        position = Position(chosen, history or [])
        check_denied(position.game, position.turns)
    value = position.told(score)
    if store is not None:
        position.check_storable()
    with leaving_store(store), opened(store) as kept, progress_bar() as bar:
        if code is not None:
            found = [position.of(code, score)]
        elif by is None:
            found = position.suggested(top)
        else:
            options = SearchOptions(jobs, store=kept)
            found = position.best(by, top, distinct=True, progress=bar, options=options)
    if code is not None:
        _remark(position, found[0])
    ranked = code is None and (score == EXACT or (by is None and position.compares_costs))
    if not (code is not None or ranked or any(worth.candidate for worth in found)):
        found += position.best(score, 1, candidates=True) if score != NEAR else []
    if value and score not in (EXACT, NEAR):
        found = [position.valued(worth, value) for worth in found]
    if json:
        shortest = {"fewest": float(found[0].exact)} if ranked and found[0].exact is not None else {}
        left = {
            "left": len(position.candidates),
            **_groups_left(position),
            "compared": position.compared,
            "sampled": position.sampled,
        }
        say_json({**left, **shortest, "guesses": [*map(_record, found)]})
        return
    _print(position, found, value, ranked, by is None and code is None)


def _remark(position: Position, worth: Worth) -> None:
    """Say it if the rule of the game does not allow a guess."""
    game, code = position.game, position.game.parse(worth.code)
    if not position.permits(game.code_index[code]):
        say(f"note: guesses `{game.conditions.guesses}` do not allow {worth.code} here", err=True)


def _groups_left(position: Position) -> dict[str, Any]:
    """How many groups the candidates are of, and which, if they are few; nothing in a game without groups."""
    from treebuild.game.findings import names_left

    if not position.game.conditions.groups:
        return {}
    few = position.left <= MAX_LISTED
    names = {"group_names": names_left(position.game, position.candidates.tolist())} if few else {}
    return {"groups": position.left, **names}


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
    if worth.cost is not None:
        record["cost"] = str(worth.cost)
    if worth.exact is not None:
        record |= {"exact": float(worth.exact), "fraction": str(worth.exact)}
    return record if worth.near is None else {**record, "near": float(worth.near)}


def _print(position: Position, found: list[Worth], value: str, ranked: bool, fewest_first: bool) -> None:
    from treebuild.cli import tables

    left = len(position.candidates)
    console = tables.console()
    game = position.game
    of = f", of {position.left} group{'s' * (position.left > 1)}" if game.conditions.groups else ""
    console.print(f"{left} candidate{'s' * (left > 1)} left{of}", style="bold")
    if left <= MAX_LISTED:
        _list(console, [game.spell(game.secrets[secret]) for secret in position.candidates])
    elif position.left > 1:
        _list(console, _groups_left(position).get("group_names", []))
    if game.conditions.groups and position.left == 1:
        console.print(f"found: {game.named(position.candidates[0])}")
    console.print(_table(found, value, ranked))
    console.print(f"\n{LEGEND}", style="dim")
    if position.weighted:
        console.print(WEIGHTS_LEGEND.format(by_weight=_by_weight()), style="dim")
    legend = VALUE_LEGEND[value if not game.conditions.costs else f"{value} cost".strip()]
    legend = READINGS_LEGEND if len(position.readings) > 1 else legend
    certain = SEARCHED[bool(game.conditions.costs)] if ranked else FIRST if fewest_first and value == "exact" else ""
    console.print(f"{legend} {certain}".strip(), style="dim")
    if position.unsure:
        key = game.conditions.guesses == "identify"
        console.print(UNSURE_LEGEND + (TOGETHER_LEGEND if key else "."), style="dim")
    if game.conditions.costs and not ranked:
        console.print(COSTS_LEGEND, style="dim")
    if game.conditions.groups:
        console.print(GROUPS_LEGEND, style="dim")
    if position.sampled:
        console.print(
            f"There are too many codes to compare all of them: {position.compared} were compared, evenly spread.",
            style="dim",
        )


def _list(console: Console, names: list[str]) -> None:
    if names:
        text = "".join(names)
        console.print(("; " if "," in text else ", " if " " in text else " ").join(names))


def _by_weight() -> str:
    from treebuild.search.greedy import SCORES

    return ", ".join(name for name, score in SCORES.items() if score.likely is not None)


def _table(found: list[Worth], value: str, ranked: bool) -> Any:
    from treebuild.cli import tables

    priced = ("cost",) if found and found[0].cost is not None else ()
    last = ((value, "") if ranked else (value,)) if value else ()
    table = tables.plain_table(
        "guess", "rank", "parts", "largest", "left", "bits", "alike", "candidate", *priced, *last, left=1
    )
    for worth in found:
        figures = [worth.code, str(worth.rank), str(worth.parts), str(worth.largest_part)]
        figures += [f"{float(worth.expected_left):.4f}", f"{worth.entropy_bits:.4f}", str(worth.alike)]
        figures.append("yes" if worth.candidate else "")
        figures += [str(worth.cost)] if priced else []
        needed = worth.exact if worth.near is None else worth.near
        figures += ["-" if needed is None else f"{float(needed):.4f}"] if value else []
        figures += ["best" if needed is not None and needed == found[0].exact else ""] if ranked else []
        table.add_row(*figures)
    return table
