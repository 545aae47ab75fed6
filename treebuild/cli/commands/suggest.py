"""treebuild suggest: what to guess next, and what every guess would tell."""

from __future__ import annotations

from collections.abc import Iterator
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

    from treebuild.analysis.position import Position, Worth

MAX_LISTED = 12  # candidates, or groups of them, that are listed
SHOWN = 10  # guesses
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
READINGS_LEGEND = (
    "Some replies are uncertain, and the rule depends on them: these guesses are allowed after at least one possible "
    "history; how many guesses are needed is unknown."
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
        int | None,
        typer.Option(
            "--top",
            metavar="N",
            parser=number(1, MOST),
            help="Show N guesses. If they are sorted by a score and none is a candidate, the best candidate follows. "
            f"(default: {SHOWN})",
            show_default=False,
        ),
    ] = None,
    code: Annotated[
        str | None, typer.Option("--code", metavar="CODE", help="Show only this code.", show_default=False)
    ] = None,
    jobs: Jobs = 1,
    store: Store = None,
    json: Json = False,
) -> None:
    """Suggest what to guess next: what a guess tells, how much it leaves, and how many guesses are needed after it."""
    from treebuild.analysis.guess_values import EXACT, check_storable
    from treebuild.analysis.position import Position
    from treebuild.analysis.suggest import Suggestions, suggestions
    from treebuild.bar import progress_bar
    from treebuild.game.findings import check_denied
    from treebuild.search.resources import opened
    from treebuild.search.walk.search_options import SearchOptions

    if (store is not None or jobs > 1) and (by != EXACT or code is not None):
        raise UsageError("--store and --jobs are for a search for the best guesses: use them with --by exact")
    if code is not None and top is not None:
        raise UsageError("--code shows one guess, and --top the best ones: give only one of them")
    conditions = ConditionOptions(guesses=guesses, costs=costs, groups=groups)
    chosen = conditions.of_game(game, history or [])
    with progress_bar():  # with a million codes it takes half a minute
        position = Position(chosen, history or [])
        check_denied(position.game, position.turns)
    score = by or "minavg"
    value = position.value_kind(score)
    if store is not None:
        check_storable(position.game)
    with leaving_store(store), opened(store) as kept, progress_bar() as bar:
        if code is not None:
            found = Suggestions([position.of(code, score)], [], value)
        else:
            options = SearchOptions(jobs, store=kept) if by == EXACT else None
            found = suggestions(position, by, SHOWN if top is None else top, bar, options)
    if code is not None:
        _remark(position, found.guesses[0])
    worths = found.guesses + found.candidate
    if value:
        worths = [position.valued(worth, value) for worth in worths]
    if json:
        fewest = {"fewest": float(worths[0].exact)} if found.searched and worths[0].exact is not None else {}
        say_json({**_left(position), **fewest, "guesses": [*map(_record, worths)]})
        return
    _print(position, worths, value, found.searched, by is None and code is None)


def _remark(position: Position, worth: Worth) -> None:
    """Say it if the rule of the game does not allow a guess."""
    game, code = position.game, position.game.parse(worth.code)
    if not position.permits(game.code_index[code]):
        say(f"note: guesses `{game.conditions.guesses}` do not allow {worth.code} here", err=True)


def _left(position: Position) -> dict[str, Any]:
    """What is left, and how many codes were compared."""
    return {
        "left": len(position.candidates),
        **_groups_left(position),
        "compared": position.compared,
        "sampled": position.sampled,
    }


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


def _print(position: Position, worths: list[Worth], value: str, searched: bool, fewest_first: bool) -> None:
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
    console.print(_table(worths, value, searched))
    console.print("")
    for line in _legends(position, value, searched, fewest_first):
        console.print(line, style="dim")


def _legends(position: Position, value: str, searched: bool, fewest_first: bool) -> Iterator[str]:
    """What the table means, a line at a time."""
    played = position.game.conditions
    yield LEGEND
    if position.weighted:
        yield WEIGHTS_LEGEND.format(by_weight=_by_weight())
    legend = READINGS_LEGEND if len(position.readings) > 1 else _value_legend(value, bool(played.costs))
    certain = SEARCHED[bool(played.costs)] if searched else FIRST if fewest_first and value == "exact" else ""
    yield f"{legend} {certain}".strip()
    if position.unsure:
        yield UNSURE_LEGEND + (TOGETHER_LEGEND if played.guesses == "identify" else ".")
    if played.costs and not searched:
        yield COSTS_LEGEND
    if played.groups:
        yield GROUPS_LEGEND
    if position.sampled:
        yield f"There are too many codes to compare all of them: {position.compared} were compared, evenly spread."


def _value_legend(value: str, priced: bool) -> str:
    """What the column "exact" or "near" shows; or that there is neither."""
    needed, fewer = ("what guesses cost", "cost less") if priced else ("guesses needed", "need fewer")
    if not value:
        unknown = needed if priced else "how many guesses are needed"
        return f"There are too many codes and candidates to tell at once {unknown} from here on."
    followed = "the best ones follow" if value == "exact" else f"good ones follow; the best may {fewer}"
    return (
        f"{value}: {needed} from here on, on average, this one included, when {followed}; - for a guess that tells "
        "nothing."
    )


def _list(console: Console, names: list[str]) -> None:
    if names:
        text = "".join(names)
        console.print(("; " if "," in text else ", " if " " in text else " ").join(names))


def _by_weight() -> str:
    from treebuild.search.greedy import SCORES

    return ", ".join(name for name, score in SCORES.items() if score.likely is not None)


def _table(worths: list[Worth], value: str, searched: bool) -> Any:
    from treebuild.cli import tables

    priced = ("cost",) if worths and worths[0].cost is not None else ()
    last = ((value, "") if searched else (value,)) if value else ()
    table = tables.plain_table(
        "guess", "rank", "parts", "largest", "left", "bits", "alike", "candidate", *priced, *last, left=1
    )
    for worth in worths:
        figures = [worth.code, str(worth.rank), str(worth.parts), str(worth.largest_part)]
        figures += [f"{float(worth.expected_left):.4f}", f"{worth.entropy_bits:.4f}", str(worth.alike)]
        figures.append("yes" if worth.candidate else "")
        figures += [str(worth.cost)] if priced else []
        needed = worth.exact if worth.near is None else worth.near
        figures += ["-" if needed is None else f"{float(needed):.4f}"] if value else []
        figures += ["best" if needed is not None and needed == worths[0].exact else ""] if searched else []
        table.add_row(*figures)
    return table
