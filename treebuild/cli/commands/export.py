"""treebuild export: a tree with its player as one file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from treebuild.cli.options import Force, Json, Rules, TreeFile, game_file, game_of
from treebuild.cli.program import group
from treebuild.cli.streams import aside, say, say_json
from treebuild.errors import UsageError

Target = Annotated[
    Path,
    typer.Option(
        "-o", "--output", metavar="FILE", help="The file to write, or - for the standard output.", show_default=False
    ),
]

Form = Annotated[
    str | None,
    typer.Option(
        "--as",
        metavar="FORMAT",
        help="The format of the tree in it, for pNcM games without groups: rank, b92i or b92. (default: the smallest)",
        show_default=False,
    ),
]
Short = Annotated[
    bool,
    typer.Option(
        "--short",
        help="Make links short; otherwise a link to a tree of Bulls and Cows has some 800 to 1,200 characters. "
        "With short links the page takes half a second more to open.",
    ),
]
Page = Annotated[
    Path | None,
    typer.Option("-o", "--output", metavar="FILE", help="The page to write, or - for the standard output."),
]
App = Annotated[
    Path | None,
    typer.Option(
        "--pwa",
        metavar="DIR",
        help="Write an app instead, for a web server: the page, its manifest, its icon and a service worker. Browsers "
        "can install it, and then it needs no network.",
    ),
]
Games = Annotated[
    list[str],
    typer.Option(
        "--game", metavar="GAME", help="The game of trees whose files do not name it: once for all trees, or once each."
    ),
]
Trees = Annotated[
    list[Path], typer.Argument(metavar="TREE", help="Trees to play; without any, the page has the best trees known.")
]


def js(
    tree: TreeFile, output: Target, form: Form = None, game: Rules = None, force: Force = False, json: Json = False
) -> None:
    """Write an ES module for browsers and Node; start() begins a game."""
    _write("js", tree, output, form, game, force, json)


def c(
    tree: TreeFile, output: Target, form: Form = None, game: Rules = None, force: Force = False, json: Json = False
) -> None:
    """Write a C99 header for small machines; treeplayer_start, or a treekey of zeros, begins a game."""
    _write("c", tree, output, form, game, force, json)


def py(
    tree: TreeFile, output: Target, form: Form = None, game: Rules = None, force: Force = False, json: Json = False
) -> None:
    """Write a Python module that needs nothing else; start() begins a game."""
    _write("py", tree, output, form, game, force, json)


def web(
    trees: Trees = [],  # noqa: B006
    output: Page = None,
    pwa: App = None,
    short: Short = False,
    game: Games = [],  # noqa: B006
    force: Force = False,
) -> None:
    """Write a web page that you can open from disk and play on. Without trees it has all its games."""
    from treebuild.cli.progress import progress_bar
    from treebuild.codec import load
    from treebuild.codec.files import check_different, check_writable
    from treebuild.game.user_input import is_key, style
    from treebuild.publish.app import FILES, app
    from treebuild.publish.page import check_alone, page

    if (output is None) == (pwa is None):
        raise UsageError("expected -o FILE for a page of one file, or --pwa DIR for an app")
    for path in trees if output else []:
        check_different(page=output, tree=path)
    for name in game:
        check_different(page=output, game=game_file(name))
    targets = [output] if output else [pwa / name for name in FILES] if pwa and pwa.exists() else []
    for target in targets:
        check_writable(target, force)
    if len(game) not in (0, 1, len(trees)):
        raise UsageError(f"--game is given {len(game)} times, for {len(trees)} trees: once, or once for each")
    games = [game_of(name) for name in game] or [None]
    played = games * len(trees) if len(games) == 1 else games
    loaded = [load(path, of) for path, of in zip(trees, played, strict=True)]
    for path, of, tree in zip(trees, played, loaded, strict=True):
        if of is None and style(tree.game) == "marks":
            words = f"only the {len(tree.game.codes)} words that are guesses of its tree or secrets"
            say(f"{path} has {words}: with --game the page takes every word of the game", err=True)
    for tree in loaded:
        if is_key(tree.game):
            check_alone(tree.game, len(loaded), short or bool(pwa))
    with progress_bar() as progress:
        text = page(loaded or None, short, progress)
    if output:
        _save(text.encode(), output, force)
    if pwa:
        files = app(text)
        pwa.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            _save(data, pwa / name, force)


def _write(
    language: str, source: Path, output: Path, form: str | None, game: str | None, force: bool, json: bool
) -> None:
    from treebuild.codec import load
    from treebuild.codec.files import check_different, check_writable, write_bytes
    from treebuild.publish.export import export as export_tree
    from treebuild.tree.figures import record

    check_different(player=output, tree=source, game=game_file(game))
    check_writable(output, force)
    tree = load(source, game_of(game))
    made = export_tree(tree, language, form)
    data = made.source.encode()
    write_bytes(output, data, force)
    with aside(output):
        if json:
            written = {"format": made.form, "bytes": len(data), "tree": made.characters}
            say_json([record(tree, str(output)) | {"source": str(source), "written": written}])
        else:
            what = f"a tree of {made.characters} in {made.form}, and its player"
            if made.form == "key":
                what = f"a tree of {made.characters} guesses and names"
            say(f"{output}: {len(data)} bytes: {what}")


def _save(data: bytes, output: Path, force: bool) -> None:
    from treebuild.codec.files import write_bytes

    write_bytes(output, data, force)
    with aside(output):
        say(f"{output}: {len(data)} bytes")


export = group("export", "Write a tree and its player as one file.", js, c, py, web)
