"""treebuild show: one node of a tree, the way to it, or to a secret, the whole tree, or its sizes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from treebuild.cli.options import Json, Rules, TreeFile, game_of
from treebuild.cli.streams import say_json, say_whole
from treebuild.errors import TreebuildError, UsageError, printable

if TYPE_CHECKING:
    from pathlib import Path

    from treebuild.publish.sizes import Size
    from treebuild.tree.tree import Tree


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
        typer.Option("--secret", metavar="CODE", help="Show how the tree finds this secret.", show_default=False),
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
    from treebuild.tree.figures import node_record, way_record

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
    record = way_record(tree, replies or [], secret) if path or secret is not None else node_record(tree, replies or [])
    if json:
        say_json([record])
    elif "turns" in record:
        _print_way(record)
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


def _print_way(record: dict[str, Any]) -> None:
    from treebuild.cli import tables

    console = tables.console()
    table = tables.plain_table("", "guess", "reply", "left", left=3)
    for number, turn in enumerate(record["turns"], 1):
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
    e_is = "total guesses of its secrets" if tree.criterion == "total" else f"secrets solved at depth {record['nth']}"
    console.print(f"after {path}:" if path else "at the root:", style="bold")
    guess = f"guess {record['depth']} is {record['guess']}"
    names = f", which names {record['group']}" if "group" in record else ""
    console.print(f"{guess}{names}; {record['candidates']} candidates left")
    if tree.game.conditions.costs:
        console.print(f"it costs {record['cost']}")
    if not record["replies"]:
        for line in tables.by_rule(*rule_of(tree)):
            console.print(line)
    console.print(f"worst (n-th) {record['nth']}, average {record['average']:.4f}, e {record['e']} ({e_is})")
    weighted = ["weight"] if tree.game.conditions.weights else []
    if weighted:
        console.print(f"they weigh {record['weight']} of {sum(tree.game.conditions.weights)}")
    priced = ["cost"] if tree.game.conditions.costs else []
    table = tables.plain_table("reply", "candidates", *weighted, "next guess", *priced, "worst (n-th)", "average", "e")
    for part in record["parts"]:
        price = [part["cost"] or ""] if priced else []
        worth = ("", "", "") if part["nth"] is None else (part["nth"], f"{part['average']:.4f}", part["e"])
        figures = (part.get("group", part["guess"]) or "found", *price, *worth)
        weight = [str(part["weight"])] if weighted else []
        table.add_row(part["reply"], str(part["candidates"]), *weight, *map(str, figures))
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
