"""The page that plays: one HTML file with the player and the trees inside, for any browser, with no network."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

import numpy as np

from treebuild.algorithms import build
from treebuild.codec import implicit, ranked
from treebuild.codec.carried import WORD, is_carried, kept_codes, parts_of
from treebuild.codec.formats import OWN
from treebuild.errors import Remedy, TreebuildError, check_type, printable
from treebuild.game.game import SYMBOLS, Game
from treebuild.game.reply_matrix import tabled
from treebuild.game.reply_rules import BYTE_REPLIES, Rule, Table
from treebuild.game.user_input import is_key, style
from treebuild.publish import templates
from treebuild.publish.best import SHOWN
from treebuild.publish.keys import key_page
from treebuild.publish.sizes import gzipped
from treebuild.tree.policy import Progress
from treebuild.tree.tree import Tree

PLAYABLE = 32_768  # secrets of a game that the page plays; more would keep a browser busy for too long
LARGE = 10_000  # codes or secrets; the tree of a larger game is in the page as its guesses, in none of the formats
LIMITS = 160 << 10, 48 << 10  # bytes of a page, as it is and compressed
MORE = 320 << 10, 112 << 10  # bytes of a page with a list of words, or with the tree of a large game
LISTED = 1 << 20, 384 << 10  # bytes of a page with a table, or with a list of more than LARGE secrets: it needs all
QUICK, SHORT = (".b92i", ".b92"), (".rank",)  # formats the player opens at once, and formats for short links
_LONG = Remedy("drop {}", "short")


@dataclass(frozen=True)
class Entry:
    """A tree as the page gets it: its title ("" for one in the page's own words), its game, its text and its counts.

    rules    describe the game, where its name does not
    kind     what the page calls the tree, a key of messages.js
    grown    how the page makes the tree itself, without a text: "simple" or "minavg"
    guesses  the rule of guesses, where a visitor may not make every guess
    """

    title: str
    game: str
    text: str
    counts: tuple[int, ...]
    rules: dict[str, Any] | None = None
    kind: str | None = None
    grown: str | None = None
    guesses: str | None = None


def page(
    trees: Tree | Sequence[Tree | tuple[str, Tree]] | None = None,
    short: bool = False,
    progress: Progress | None = None,
) -> str:
    """An HTML file that plays a tree, or some trees, the first by default; without any, all the games of the page.

    A tree may have a title, as in (title, tree); the page names other trees in its own words. With `short` the page
    carries its trees, of pNcM games, in the ranked format: the links it makes are short, and opening it takes the
    browser half a second more. Of a list of words, the page has the guesses of the trees and the secrets, and the other
    words only if all fit MORE. A key, which is a tree of questions or one whose secrets have groups, comes alone, as a
    page of `key_page`. The content security policy names the hashes of the page's own script and style: nothing else
    runs, nothing is fetched. Raises TreebuildError for an empty list, and for a tree that the page cannot play.

    >>> page([("Fewest left", build("minavg", "p3c4r")), build("simple", "p3c4r")])[:15]
    '<!DOCTYPE html>'
    """
    if trees is None:
        return default_page(progress)
    titled = [(title, _known(tree)) for title, tree in _titled(trees)]
    if not titled:
        raise TreebuildError("no trees: expected at least one for the page to play")
    for title, tree in titled:
        if is_key(tree.game):
            check_alone(tree.game, len(titled), short)
            return key_page(tree, title)
    games = [tree.game for _, tree in titled]
    _check_names(games)
    html = _page_of(titled, short, every_code=True)
    if not _is_small(html, MORE if any(is_carried(game) or _is_large(game) for game in games) else LIMITS):
        if any(map(is_carried, games)):
            html = _page_of(titled, short, every_code=False)
        _check_size(html, games)
    return html


def check_alone(game: Game, trees: int = 1, more: bool = False) -> None:
    """Raise TreebuildError for a page of a key with other trees, or with `more`: short links, or an app around it."""
    if trees > 1 or more:
        raise TreebuildError(
            f"{game.name} is a key: its page has one tree, and neither short links nor an app; export it alone, with -o"
        )


def _titled(trees: Tree | Sequence[Tree | tuple[str, Tree]]) -> list[tuple[str, Tree]]:
    """Each tree with its title, or with "" if the page is to name it."""
    expected = "tree: expected a Tree, or a list of trees or (title, tree) pairs"
    check_type(trees, (Tree, list, tuple), expected)
    pairs = [("", each) if isinstance(each, Tree) else each for each in ([trees] if isinstance(trees, Tree) else trees)]
    for pair in pairs:
        check_type(pair, tuple, expected)
        check_type(pair[-1], Tree, expected)
    return pairs


def _known(tree: Tree) -> Tree:
    """The tree; of a game whose rule the page does not have, the tree of the same game as a table of replies."""
    rule = tree.game.rule
    return tree.of(tabled(tree.game)) if isinstance(rule, Rule) and not rule.kind.in_page else tree


def _check_names(games: Sequence[Game]) -> None:
    """Raise TreebuildError for two games of one name, because the page knows games by their names."""
    named: dict[str, Game] = {}
    for game in games:
        other = named.setdefault(game.name, game)
        if not game.alike(other):
            raise TreebuildError(f"two games are called {game.name!r}: export them apart, or give one another name")
        if is_carried(game) and game.codes != other.codes:
            raise TreebuildError(
                f"two trees of {game.name!r} carry only their own guesses: name the game, which has all of them, or "
                "export the trees apart"
            )


def _page_of(trees: Sequence[tuple[str, Tree]], short: bool, every_code: bool) -> str:
    """The page; where it does not have every code, it has those that some tree of a game needs."""
    kept: dict[str, set[int]] = {}
    for _, tree in trees:
        kept.setdefault(tree.game.name, set()).update(range(len(tree.game.codes)) if every_code else kept_codes(tree))
    extensions = SHORT if short else QUICK
    return _page([_entry(title, tree, extensions, sorted(kept[tree.game.name])) for title, tree in trees])


def _is_small(html: str, limits: tuple[int, int]) -> bool:
    return all(size <= most for size, most in zip(_sizes(html), limits, strict=True))


def _sizes(html: str) -> tuple[int, int]:
    """The bytes of a page, as it is and compressed."""
    data = html.encode()
    return len(data), gzipped(data)


def _is_large(game: Game) -> bool:
    return len(game.secrets) > LARGE


def _check_size(html: str, games: Sequence[Game]) -> None:
    """Raise TreebuildError for a page beyond MORE, or LISTED, with the tree of a large game or a table in it."""
    large = next((game for game in games if _is_large(game) or isinstance(game.rule, Table)), None)
    limits = LISTED if large and is_carried(large) else MORE
    if large and not _is_small(html, limits):
        (raw, compressed), (most, most_compressed) = (
            [-(-size >> 10) for size in pair] for pair in (_sizes(html), limits)
        )
        raise TreebuildError(
            f"{large.name}: the page would have {raw} KB, {compressed} KB compressed: expected at most {most} and "
            f"{most_compressed}; "
            + ("export fewer trees" if len(games) > 1 else "play this tree in the terminal (treebuild play)")
        )


@cache
def default_page(progress: Progress | None = None) -> str:
    """The page with the best trees known, of Bulls and Cows and of Mastermind, and with trees to compare them with."""
    return _page([
        *_shipped("p4c10n"), _made("asPeople", "p4c10n", "simple"),
        *_shipped("p3c10n"), _made("asPeople", "p3c10n", "simple"),
        _made("leastLeft", "p5c10n", "minavg", progress),
        _made("leastLeft", "no-leading-zero", "minavg"), _made("asPeople", "no-leading-zero", "simple"),
        *_shipped("p4c6r"), _made("asPeople", "p4c6r", "simple"),
        _made("leastLeft", "p5c6r", "minavg"),
        Entry("", "p5c8r", "", (), kind="leastLeft", grown="minavg"),
    ])  # fmt: skip


def _shipped(name: str) -> Iterator[Entry]:
    """Entries of the trees of a game that are known to be best at something."""
    for kind, game, text in SHOWN:
        if game == name:
            yield Entry("", game, text, ranked.decode(text.encode(), Game.from_rules(game)).counts, kind=kind)


def _made(kind: str, name: str, rule: str, progress: Progress | None = None) -> Entry:
    """The entry of a tree that the page makes itself; its counts are those of the same tree, made here."""
    tree = build(rule, name, progress=progress)
    rules = _rules(tree.game, range(len(tree.game.codes))) if is_carried(tree.game) else None
    return Entry("", tree.game.name, "", tree.counts, rules, kind, rule)


def _page(entries: Sequence[Entry]) -> str:
    listed = [{key: value for key, value in asdict(entry).items() if value is not None} for entry in entries]
    return templates.page(
        "player/page/page.html",
        style=templates.source("player/page/page.min.css"),  # both made by `make bundle` from what lies beside them
        script=templates.source("player/page/page.min.js"),
        trees=templates.literal(listed),
    )


def _entry(title: str, tree: Tree, extensions: Sequence[str], kept: Sequence[int]) -> Entry:
    """The tree's entry, with its text in the first of the formats that can carry it, else with these codes."""
    game = tree.game
    if game.rule is None:
        raise TreebuildError(
            f"{game.name!r} is made by Python code, which the page cannot run: give the game as a Python file, or as a "
            'table (rule = "table" in game.toml)'
        )
    if len(game.secrets) > PLAYABLE:
        what = "secrets" if is_carried(game) else "codes"
        raise TreebuildError(
            f"{game.name} has {len(game.secrets)} {what}: a page plays at most {PLAYABLE}; "
            "play this tree in the terminal (treebuild play)"
        )
    guesses = None if game.conditions.guesses == "all" else game.conditions.guesses
    named = not is_carried(game) and len(game.symbols) <= len(SYMBOLS)
    if named and len(game.codes) > LARGE and extensions != SHORT:
        return Entry(printable(title), game.name, _guesses(tree), tree.counts, guesses=guesses)
    refusal = TreebuildError(f"the page has short links for pNcM games of at most 36 symbols and {LARGE} codes only")
    for extension in extensions if named and len(game.codes) <= LARGE else ():
        try:
            text = OWN[extension].encode(tree).decode("ascii").rstrip("\n")
        except TreebuildError as error:
            refusal = error
            continue
        return Entry(printable(title), game.name, text, tree.counts, guesses=guesses)
    if extensions == SHORT:
        raise refusal.at(game.name, _LONG)
    return _described(title, tree, kept, guesses)


def _guesses(tree: Tree) -> str:
    """The text of a tree of a pNcM game that is too large for the formats: the guesses that .b92i would store."""
    try:
        return ".".join(map(_base36, implicit.guesses(tree)))
    except TreebuildError as error:
        raise TreebuildError(f"{tree.game.name}: {error.message}", remedy=Remedy("use {}", "normalise")) from None


def _described(title: str, tree: Tree, kept: Sequence[int], guesses: str | None) -> Entry:
    """The entry of a tree whose game has to be described to the page. The function openGuesses reads its text."""
    game = tree.game
    place = {code: i for i, code in enumerate(kept)}
    pairs = zip(tree.guess.tolist(), tree.size.tolist(), strict=True)
    stored = [place[guess] for guess, size in pairs if size > 1 or isinstance(game.rule, Table)]
    text = ".".join(map(_base36, stored))
    return Entry(printable(title), printable(game.name), text, tree.counts, _rules(game, kept), guesses=guesses)


def _rules(game: Game, kept: Sequence[int]) -> dict[str, Any]:
    """The description of a game for the page, with these codes."""
    parts = parts_of(game, list(kept))
    if style(game) == "marks":
        return parts  # the page spells the replies itself
    wide = len(game.replies) > BYTE_REPLIES
    table = [np.frombuffer(row, WORD).astype(">u2").tobytes() if wide else row for row in parts["table"]]
    return {**parts, "table": [row.hex() for row in table], "replies": list(game.replies)}


def _base36(number: int) -> str:
    more, last = divmod(number, 36)
    return (_base36(more) if more else "") + SYMBOLS[last]
