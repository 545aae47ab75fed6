"""treebuild show: one node of a tree, the way to it, or to a secret, the whole tree, or its sizes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from treebuild.cli.options import Json, Rules, TreeFile, game_of
from treebuild.cli.streams import say_json, say_whole
from treebuild.errors import TreebuildError, UsageError, printable, some_of

if TYPE_CHECKING:
    from pathlib import Path

    from treebuild.publish.sizes import Size
    from treebuild.tree.tree import Tree

MOST_VARIANTS = 3  # of one way that are named above it


def show(
    file: TreeFile,
    replies: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="REPLY", help="The replies from the first guess on, such as 0.1 1.1.", show_default=False
        ),
    ] = None,
    secret: Annotated[
        str | None,
        typer.Option(
            "--secret",
            metavar="CODE",
            help="Show how the tree finds this secret, or every variant of this hypothesis.",
            show_default=False,
        ),
    ] = None,
    path: Annotated[bool, typer.Option("--path", help="Show the guesses on the way to the node.")] = False,
    form: Annotated[
        str | None,
        typer.Option(
            "--as",
            metavar="FORM",
            help="Print the whole tree below the node as text, csv, json, dot or graphml.",
            show_default=False,
        ),
    ] = None,
    sizes: Annotated[
        bool,
        typer.Option(
            "--sizes",
            help="Show how many bytes the tree takes in each of our own formats, also compressed, and how long "
            "it takes to read.",
        ),
    ] = False,
    game: Rules = None,
    json: Json = False,
) -> None:
    """Show what a tree guesses after some replies, how many candidates are left, and what follows each reply."""
    from treebuild.codec import load
    from treebuild.tree.figures import node_record, way_record, ways_of

    of_a_node = {"replies": bool(replies), "--secret": secret is not None, "--path": path, "--as": form is not None}
    _check(
        {"replies": bool(replies), "--secret": secret is not None},
        {"--as": form is not None, "--secret": secret is not None},
        {"--as": form is not None, "--path": path},
        {"--as": form is not None, "--json": json},
        *({"--sizes": sizes, name: given} for name, given in of_a_node.items()),
    )
    tree = load(file, game_of(game))
    if sizes:
        _sizes(tree, file, json)
        return
    if form is not None:
        _whole(tree, replies or [], form)
        return
    if path or secret is not None:
        ways = ways_of(tree, secret) if secret is not None else [way_record(tree, replies or [])]
    else:
        ways, record = [], node_record(tree, replies or [])
    if json:
        say_json(ways or [record])
    elif ways:
        _print_ways(ways)
    else:
        _print(tree, record)


def _check(*pairs: dict[str, bool]) -> None:
    """Raise UsageError for the first pair of options that are both given."""
    for pair in pairs:
        if all(pair.values()):
            raise UsageError(f"{' and '.join(pair)} do not go together: leave out one of them")


def _whole(tree: Tree, replies: list[str], form: str) -> None:
    from treebuild.publish.outline import outline
    from treebuild.tree.figures import node_record

    record = node_record(tree, replies)
    if record["solved"]:
        raise TreebuildError(f"after {' '.join(replies)} the secret is found: nothing is below")
    for line in outline(tree, form, record["node"]):
        say_whole(line)


def _print_ways(ways: list[dict[str, Any]]) -> None:
    from treebuild.cli import tables

    console = tables.console()
    for way in ways:
        if "variants" in way:
            console.print(some_of(way["variants"], MOST_VARIANTS, "; "), style="bold")
        table = tables.plain_table("", "guess", "reply", "left", left=3)
        for number, turn in enumerate(way["turns"], 1):
            table.add_row(str(number), turn.get("group", turn["guess"]), turn["reply"], str(turn["candidates"]))
        console.print(table)


def _print(tree: Tree, record: dict[str, Any]) -> None:
    from treebuild.cli import tables
    from treebuild.tree.figures import rule_of

    console = tables.console()
    path = " ".join(record["replies"])
    if record["solved"]:
        console.print(f"after {path} the secret is found")
        return
    counted = "total" if tree.criterion == "total" else "at worst"
    console.print(f"after {path}:" if path else "at the root:", style="bold")
    guess = f"guess {record['depth']} is {record['guess']}"
    names = f", which names {record['group']}" if "group" in record else ""
    console.print(f"{guess}{names}; {record['candidates']} candidates left")
    if tree.game.conditions.costs:
        console.print(f"it costs {record['cost']}")
    if not record["replies"]:
        for line in tables.by_rule(*rule_of(tree)):
            console.print(line)
    figures = f"worst {record['nth']}, average {record['average']:.4f}, {counted} {record['e']}"
    if tree.game.conditions.weights:
        figures = f"each {'variant' if tree.game.variants else 'secret'} counted once, also below: {figures}"
    console.print(figures)
    weighted = ["weight"] if tree.game.conditions.weights else []
    if weighted:
        console.print(f"they weigh {record['weight']} of {sum(tree.game.conditions.weights)}")
    priced = ["cost"] if tree.game.conditions.costs else []
    table = tables.plain_table("reply", "candidates", *weighted, "next guess", *priced, "worst", "average", counted)
    for part in record["parts"]:
        price = [part["cost"] or ""] if priced else []
        worth = ("", "", "") if part["nth"] is None else (part["nth"], f"{part['average']:.4f}", part["e"])
        values = (part.get("group", part["guess"]) or "found", *price, *worth)
        weight = [str(part["weight"])] if weighted else []
        table.add_row(part["reply"], str(part["candidates"]), *weight, *map(str, values))
    console.print(table)


def _sizes(tree: Tree, file: Path, json: bool) -> None:
    from treebuild.cli import tables
    from treebuild.publish.sizes import compressors
    from treebuild.publish.sizes import sizes as measure
    from treebuild.tree.figures import record

    measured, programs = list(measure(tree)), list(compressors())
    if json:
        say_json([record(tree, str(file)) | {"sizes": [*map(_size_record, measured)]}])
        return
    console = tables.console()
    console.print(printable(str(file)), style="bold", soft_wrap=True)
    table = tables.plain_table("format", "bytes", *programs, "read, ms", left=1)
    for size in measured:
        if size.why:
            table.add_row(size.extension, "-", *["-"] * len(programs), "-")
        else:
            packed = [str(size.packed[name]) for name in programs]
            table.add_row(size.extension, str(size.raw), *packed, f"{1000 * size.seconds:.0f}")
    console.print(table)
    for size in measured:
        if size.why:
            console.print(f"{size.extension}: {size.why}")


def _size_record(size: Size) -> dict[str, Any]:
    """What one format takes; `why` it cannot carry the tree instead of figures."""
    named = {"format": size.extension.removeprefix(".")}
    if size.why:
        return named | {"why": size.why}
    return named | {"bytes": size.raw, "compressed": size.packed, "seconds": round(size.seconds, 4)}
