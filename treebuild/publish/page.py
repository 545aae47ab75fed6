"""The page that plays: one HTML file with the player and the trees inside, for any browser, with no network."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib import resources

from treebuild.codec import FORMATS, ranked
from treebuild.errors import TreebuildError, printable
from treebuild.game.game import Game
from treebuild.publish.best import BEST
from treebuild.tree.tree import Tree

PLAYER = resources.files("treebuild") / "player"
PAGE = PLAYER / "page"
SCRIPTS = ("words.js", "core.js", "finds.js", "hides.js", "explore.js", "main.js")  # in one scope, in this order
NOTE = "// Commented: treebuild/player in the Python package."
PLAYABLE = 10_000  # in a game that the page plays; larger ones would keep a browser busy for too long
QUICK, SHORT = (".b92i", ".b92"), (".rank",)  # formats the player opens at once, and formats for short links


@dataclass(frozen=True)
class Entry:
    """A tree as the page gets it: its title ("" for one in the page's own words), its game, its text and its counts."""

    title: str
    game: str
    text: str
    counts: tuple[int, ...]


def page(trees: Sequence[tuple[str, Tree]], short: bool = False) -> str:
    """An HTML file that plays these (title, tree) pairs, the first by default; "" is a title in the page's own words.

    With `short` the page carries its trees in the ranked format: the links it makes are short, and opening it takes the
    browser half a second more. The content security policy names the hashes of its own script and style: nothing else
    runs, nothing is fetched. Raises TreebuildError without trees, and for a tree that the page cannot play.
    """
    if not trees:
        raise TreebuildError("no trees: expected at least one for the page to play")
    entries = [_entry(title, tree, SHORT if short else QUICK) for title, tree in trees]
    return _page([entry for entry, _ in entries], any(extension == ".b92" for _, extension in entries))


@cache
def default_page() -> str:
    """The page with the best trees known: of Bulls and Cows and of Mastermind."""
    return _page([Entry("", game, text, _counts(game, text)) for game, text in BEST])


def _counts(game: str, text: str) -> tuple[int, ...]:
    return ranked.decode(text.encode(), Game.from_rules(game)).counts


def _page(entries: list[Entry], explicit: bool = False) -> str:
    own = "".join((PAGE / name).read_text("utf-8") for name in SCRIPTS)
    script = f"\n{NOTE}\n{_bare(_player(explicit))}{{\n{_bare(own)}}}\n"  # a block: the page's names are its own
    style = f"\n{_bare((PAGE / 'page.css').read_text('utf-8'))}"
    policy = (
        f"default-src 'none'; script-src '{_digest(script)}'; style-src '{_digest(style)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    parts = {"policy": policy, "style": style, "script": script, "trees": _data([asdict(entry) for entry in entries])}
    before, *rest = (PAGE / "page.html").read_text("utf-8").split("{{")
    return before + "".join(parts[name] + after for name, after in (piece.split("}}", 1) for piece in rest))


def _player(explicit: bool) -> str:
    """The JavaScript player without the sections that the page has no use for."""
    unused = ["// --- a game in progress", *([] if explicit else ["// --- explicit"])]
    text = (PLAYER / "treeplayer.js").read_text("utf-8")
    sections = re.split(r"^(?=// --- )", text, flags=re.MULTILINE)
    return "".join(section for section in sections if not section.startswith(tuple(unused)))


def _bare(code: str) -> str:
    """A script or style without comments and empty lines, indented by tabs, to keep the page small.

    No string in them holds " // ", and none goes over a line.
    """
    code = re.sub(r"^ *(//.*|/\*(?s:.*?)\*/)\n|^\n| +// .*$", "", code, flags=re.MULTILINE)
    return re.sub(r"^(  )+", lambda indent: "\t" * (len(indent[0]) // 2), code, flags=re.MULTILINE)


def _entry(title: str, tree: Tree, extensions: Sequence[str]) -> tuple[Entry, str]:
    """The tree's entry, and the extension of the first of the formats that can carry it."""
    if tree.game.space is None:
        raise TreebuildError(f"game {tree.game.name!r}: the page plays pNcM games only")
    if len(tree.game.codes) > PLAYABLE:
        raise TreebuildError(f"{tree.game.name} has {len(tree.game.codes)} codes: the page plays at most {PLAYABLE}")
    for extension in extensions:
        try:
            text = FORMATS[extension].encode(tree).decode("ascii").rstrip("\n")
        except TreebuildError as error:
            refusal = error
            continue
        return Entry(printable(title), tree.game.name, text, tree.counts), extension
    raise refusal


def _data(value: object) -> str:
    """JSON that survives HTML and text editors: no markup, no control characters."""
    text = json.dumps(value, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026").replace("\x7f", "\\u007f")


def _digest(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode('ascii')}"
