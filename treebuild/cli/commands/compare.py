"""treebuild compare: the distributions of two trees side by side, or several algorithms in several games."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from treebuild.cli import stopping
from treebuild.cli.error_line import error_line
from treebuild.cli.options import ConditionOptions, Costs, Effort, Guesses, Jobs, Json, Memory, Missing, Rules, Weights
from treebuild.cli.streams import say, say_json, say_whole
from treebuild.errors import UsageError, printable

if TYPE_CHECKING:
    from rich.table import Table

    from treebuild.analysis.algorithms_compared import Trial
    from treebuild.game.game import Game

WIDTH = 80  # columns of the table of algorithms, in which long names of games are cut
COLUMNS = ("game", "secrets", "algorithm", "total", "average", "worst", "expected", "cost", "tests")
SMALLEST = ("average", "worst", "expected", "cost", "tests")  # the smallest of a game in these columns is marked
EXPLAINED = {
    "expected": "expected: guesses for a secret drawn by weight; the average takes all to be equally likely",
    "cost": "cost: what the guesses for a secret cost, drawn by weight",
    "tests": "tests: guesses that name no candidate; the average counts the others, too",
}
"""Columns that the table has only where secrets have weights, guesses have costs, or guesses are `identify`."""
File = Annotated[
    Path | None,
    typer.Argument(
        metavar="FILE",
        help="One of two trees: a file (`treebuild list formats` shows the formats), a ranked text, or - for stdin.",
        show_default=False,
    ),
]


def compare(
    a: File = None,
    b: File = None,
    game: Rules = None,
    games: Annotated[
        str | None,
        typer.Option(
            "--games",
            metavar="GAME,...",
            help="In place of two trees: build the trees of --algorithms for these games, as --game names them.",
            show_default=False,
        ),
    ] = None,
    algorithms: Annotated[
        str | None,
        typer.Option(
            "--algorithms",
            metavar="NAME,...",
            help="What builds the trees; `treebuild list` lists the algorithms.",
            show_default=False,
        ),
    ] = None,
    objective: Annotated[
        str | None,
        typer.Option(
            "--objective",
            metavar="WHAT",
            help="What the trees of `exact` and `near` are best at, as for `build`. (default: total)",
            show_default=False,
        ),
    ] = None,
    effort: Effort = None,
    weights: Weights = None,
    missing: Missing = "",
    guesses: Guesses = None,
    costs: Costs = None,
    jobs: Jobs = 1,
    memory: Memory = None,
    csv: Annotated[bool, typer.Option("--csv", help="Print the table of --games as CSV.")] = False,
    json: Json = False,
) -> None:
    """Compare two trees of a game, secret by secret, or several algorithms in several games, by their trees' totals."""
    from treebuild.analysis.algorithms_compared import compare_algorithms
    from treebuild.bar import progress_bar

    conditions = ConditionOptions(weights, missing, guesses, costs)
    if games is None and algorithms is None:
        built = {"--objective": objective, "--effort": effort, "--memory": memory, "--csv": csv or None}
        if extra := [option for option, value in built.items() if value is not None]:
            raise UsageError(f"{extra[0]} is for --games and --algorithms")
        if a is None or b is None:
            raise UsageError("expected two trees, or --games and --algorithms")
        _two_trees(a, b, game, conditions, json)
        return
    if games is None or algorithms is None or a is not None or game is not None:
        raise UsageError("--games and --algorithms go together, without trees and without --game")
    if csv and json:
        raise UsageError("--csv and --json are two forms of one table: choose one")
    played, names = [conditions.of_game(name) for name in _listed(games)], _listed(algorithms)
    done: list[Trial] = []
    show = _json if json else _csv if csv else _table
    try:
        with progress_bar() as bar:
            trials = compare_algorithms(
                played, names, objective=objective, effort=effort, jobs=jobs, memory=memory, progress=bar
            )
            for trial in trials:
                done.append(trial)
    except KeyboardInterrupt:
        stopping.left(f"{len(done)} of {len(played) * len(names)} trees were built", None)
        show(done)
        sys.stdout.flush()  # the process ends without it
        raise
    show(done)


def _listed(names: str) -> list[str]:
    """The names between commas, each once."""
    return [*dict.fromkeys(filter(None, (name.strip() for name in names.split(","))))]


def _figures(trial: Trial) -> dict[str, Any]:
    """The row of a trial, by COLUMNS, without figures that its tree or its game does not have."""
    from treebuild.tree.figures import rule_of

    row = {"game": trial.game.name, "secrets": len(trial.game.secrets), "algorithm": trial.algorithm}
    if (tree := trial.tree) is None:
        return row
    _, cost, tests = rule_of(tree)
    expected = tree.expected if trial.game.conditions.weights else None
    figures = {"total": tree.total, "average": tree.average, "worst": tree.max_depth, "expected": expected}
    return row | {name: value for name, value in {**figures, "cost": cost, "tests": tests}.items() if value is not None}


def _why(trial: Trial) -> str:
    return error_line(trial.error, "compare") if trial.error else ""


def _json(trials: Sequence[Trial]) -> None:
    from treebuild.tree.figures import record

    say_json([
        {"game": trial.game.name, "algorithm": trial.algorithm, "why": _why(trial)}
        if trial.tree is None
        else record(trial.tree)
        | {"claimed": trial.tree.built.searched if trial.tree.built else "", "seconds": round(trial.seconds, 3)}
        for trial in trials
    ])  # fmt: skip


def _csv(trials: Sequence[Trial]) -> None:
    from treebuild.codec.csv import cell

    say(",".join((*COLUMNS, "why")))
    for trial in trials:
        row = _figures(trial)
        values = [row.get(name) for name in COLUMNS]
        numbers = [value if value is None or isinstance(value, str | int) else float(value) for value in values]
        say_whole(",".join(map(cell, (*numbers, _why(trial) or None))))


def _table(trials: Sequence[Trial]) -> None:
    """A row for each trial, the smallest figures of each game marked; below, why there is no tree."""
    from treebuild.cli import tables

    rows = [_figures(trial) for trial in trials]
    shown = [name for name in COLUMNS if name not in EXPLAINED or any(name in row for row in rows)]
    texts = list[list[str]]()
    for _, of_game in groupby(zip(trials, rows, strict=True), lambda pair: id(pair[0].game)):
        some = [row for _, row in of_game]
        for row in some:
            first = [printable(row["game"]), str(row["secrets"])] if row is some[0] else ["", ""]
            texts.append([*first, *(_text(name, row, some) for name in shown[2:])])
    rest = sum(2 + max(map(len, cells)) for cells in zip(shown[1:], *(text[1:] for text in texts), strict=True))
    console, table = tables.console(), tables.plain_table(*shown, left=1)
    table.columns[2].justify = "left"
    for name, *others in texts:
        table.add_row(tables.cut(name, WIDTH - rest), *others)
    console.print(table)
    if any(cell.startswith("*") for text in texts for cell in text[1:]):
        console.print("* the smallest of these trees of the game", style="dim")
    for name in shown[COLUMNS.index("worst") + 1 :]:
        console.print(EXPLAINED[name], style="dim")
    for trial in trials:
        if trial.tree is None:
            console.print(printable(f"{trial.algorithm}, {trial.game.name}: {_why(trial)}"))


def _text(name: str, row: dict[str, Any], rows: Sequence[dict[str, Any]]) -> str:
    """A cell of the table. A star marks the smallest figure of the rows of a game, where others are larger."""
    if name not in row:
        return "not built" if name == "total" else ""
    value, rivals = row[name], {other[name] for other in rows if name in other}
    text = f"{float(value):.4f}" if isinstance(value, Fraction) else str(value)
    return f"*{text}" if name in SMALLEST and value == min(rivals) < max(rivals) else text


def _two_trees(a: Path, b: Path, game: str | Game | None, conditions: ConditionOptions, json: bool) -> None:
    """Print the distributions of two trees side by side, and for how many secrets either is faster."""
    from treebuild.tree.figures import compare as side_by_side
    from treebuild.tree.figures import record, rule_of
    from treebuild.tree.gap import bound_of, gap, percent

    first, second = (conditions.of_tree(file, game) for file in (a, b))
    comparison = side_by_side(first, second)
    bound = bound_of((first, second))
    if json:
        races = (comparison.a_faster, comparison.b_faster), (comparison.b_faster, comparison.a_faster)
        against = [{"faster": faster, "slower": slower, "equal": comparison.equal} for faster, slower in races]
        trees = (first, a, b), (second, b, a)
        say_json(
            [
                record(tree, str(file))
                | {"against": [{"file": str(other), **race}]}
                | ({} if bound is None else {"bound": bound, "gap": round(gap(tree.total, bound), 6)})
                for (tree, file, other), race in zip(trees, against, strict=True)
            ]
        )
        return
    from treebuild.cli import tables

    console = tables.console()
    for name, file, tree in (("A", a, first), ("B", b, second)):
        about = [f"{name}: {file}", *tables.by_rule(*rule_of(tree))]
        console.print(printable("; ".join(about)), soft_wrap=True)
    table = _counts("A", "B", comparison.distribution_a, comparison.distribution_b)
    table.add_row(
        "total", str(comparison.total_a), str(comparison.total_b), f"{comparison.total_b - comparison.total_a:+d}"
    )
    if bound is not None:
        table.add_row("gap at most", percent(gap(first.total, bound)), percent(gap(second.total, bound)), "")
    console.print(table)
    if bound is not None:
        console.print(f"claimed, not checked: no tree has a smaller total than {bound}")
    if comparison.weighted_a:
        table = _counts("weight A", "weight B", comparison.weighted_a, comparison.weighted_b)
        ours, theirs = float(first.expected), float(second.expected)
        table.add_row("expected", f"{ours:.4f}", f"{theirs:.4f}", f"{theirs - ours:+.4f}")
        console.print(table)
    console.print(
        f"same secret: A is faster for {comparison.a_faster}, B for {comparison.b_faster}, equal for {comparison.equal}"
    )


def _counts(head_a: str, head_b: str, a: Sequence[int], b: Sequence[int]) -> Table:
    """A table with a row for each number of guesses: two counts and their difference."""
    from treebuild.cli import tables

    table = tables.plain_table("guesses", head_a, head_b, "B - A")
    for depth, (left, right) in enumerate(zip(a, b, strict=True), 1):
        table.add_row(str(depth), str(left), str(right), f"{right - left:+d}")
    return table
