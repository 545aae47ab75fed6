"""treebuild export: a tree with its player as one file, a page or a package."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from treebuild.cli.options import Force, Json, Rules, TreeFile, game_of
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
NoTypes = Annotated[bool, typer.Option("--no-types", help="Leave out the file of types, .d.ts, beside the module.")]
Package = Annotated[
    Path,
    typer.Argument(
        metavar="DIR", help="The folder of the package, which is made if it is not there.", show_default=False
    ),
]
Packed = Annotated[
    Path | None,
    typer.Argument(metavar="[FILE]", help="A tree, as `export js` takes it.", show_default=False),
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
    tree: TreeFile,
    output: Target,
    form: Form = None,
    no_types: NoTypes = False,
    game: Rules = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Write an ES module for browsers and Node, and its types for TypeScript; start() begins a game."""
    from treebuild.codec.files import STREAM

    types = None if no_types or output == STREAM else _types_beside(output)
    _write("js", tree, output, form, game, force, json, types)


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


def npm(folder: Package, tree: Packed = None, form: Form = None, game: Rules = None, force: Force = False) -> None:
    """Write a package for npm: a module that plays the tree, and its types; without a tree, the player for any tree."""
    from treebuild.codec import load
    from treebuild.codec.files import STREAM
    from treebuild.publish.export import export as export_tree

    if tree is None and game is not None:
        raise UsageError("--game: expected a tree of this game after the folder")
    if folder.is_file() or folder == STREAM:
        raise UsageError(f"{folder} is a file: expected the folder of the package, and then a tree, if any")
    made = export_tree(load(tree, game_of(game)) if tree else None, "npm", form)
    _save_all(folder, {name: text.encode() for name, text in made.files.items()}, force)


def web(
    trees: Trees = [],  # noqa: B006
    output: Page = None,
    pwa: App = None,
    short: Short = False,
    game: Games = [],  # noqa: B006
    force: Force = False,
) -> None:
    """Write a web page that you can open from disk and play on. Without trees it has all its games."""
    from treebuild.bar import progress_bar
    from treebuild.codec import load
    from treebuild.codec.files import check_folder, check_writable, write_bytes
    from treebuild.game.user_input import is_key, style
    from treebuild.publish.app import FILES, app
    from treebuild.publish.page import check_alone, page

    if (output is None) == (pwa is None):
        raise UsageError("expected -o FILE for a page of one file, or --pwa DIR for an app")
    if game and not trees:
        raise UsageError("expected a tree as well; `treebuild build` makes one, with the same --game or --codes")
    if len(game) not in (0, 1, len(trees)):
        raise UsageError(f"--game is given {len(game)} times, for {len(trees)} trees: once, or once for each")
    games = [game_of(name) for name in game] or [None]
    played = games * len(trees) if len(games) == 1 else games
    loaded = [load(path, of) for path, of in zip(trees, played, strict=True)]
    if output:
        check_writable(output, force)
    if pwa:
        check_folder(pwa, FILES, force)
    for path, of, tree in zip(trees, played, loaded, strict=True):
        if of is None and style(tree.game) == "marks":
            words = f"only the {len(tree.game.codes)} words that are guesses of its tree or secrets"
            say(f"{path} has {words}: if more may be guessed, name them with --game or --codes", err=True)
    for tree in loaded:
        if is_key(tree.game):
            check_alone(tree.game, len(loaded), short or bool(pwa))
    with progress_bar() as progress:
        text = page(loaded or None, short, progress)
    if output:
        data = text.encode()
        write_bytes(output, data, force)
        with aside(output):
            say(f"{output}: {len(data)} bytes")
    if pwa:
        _save_all(pwa, app(text), force)


def _write(
    language: str,
    source: Path,
    output: Path,
    form: str | None,
    game: str | None,
    force: bool,
    json: bool,
    types: Path | None = None,
) -> None:
    from treebuild.codec import load
    from treebuild.codec.files import check_different, check_writable, write_bytes, write_files
    from treebuild.publish.export import export as export_tree
    from treebuild.tree.figures import record

    check_different(player=output, types=types)
    tree = load(source, game_of(game))
    for target in [output, types] if types else [output]:
        check_writable(target, force)
    made = export_tree(tree, language, form)
    data = made.source.encode()
    if types:
        write_files({output: data, types: made.types.encode()}, force)
    else:
        write_bytes(output, data, force)
    with aside(output):
        if json:
            written = {"format": made.form, "bytes": len(data), "tree": made.characters}
            written |= {"types": str(types)} if types else {}
            say_json([record(tree, str(output)) | {"source": str(source), "written": written}])
        else:
            what = f"a tree of {made.characters} in {made.form}, and its player"
            if made.form == "key":
                what = f"a tree of {made.characters} guesses and names"
            say(f"{output}: {len(data)} bytes: {what}" + (f"; its types are in {types}" if types else ""))


def _types_beside(module: Path) -> Path:
    """Where TypeScript looks for the types of a module."""
    if module.suffix in (".js", ".mjs"):
        return module.with_suffix(module.suffix.replace(".", ".d.").replace("js", "ts"))
    return module.with_name(f"{module.name}.d.ts")


def _save_all(folder: Path, files: Mapping[str, bytes], force: bool) -> None:
    from treebuild.codec.files import write_folder

    write_folder(folder, files, force)
    for name, data in files.items():
        say(f"{folder / name}: {len(data)} bytes")


export = group("export", "Write a tree and its player as one file, a page or a package.", js, c, py, npm, web)
