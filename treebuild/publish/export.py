"""A player and a tree as one file in one language, or as a package for npm: ready to use in a project."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from treebuild.codec import implicit, ranked
from treebuild.codec.formats import OWN
from treebuild.errors import TreebuildError, UsageError, check_type
from treebuild.publish import templates
from treebuild.publish.keys import key, key_types
from treebuild.tree.tree import Tree
from treebuild.version import __version__

FORMS = {"rank": "ranked", "b92i": "implicit", "b92": "explicit"}  # formats, and their names in the players
MOST_PEGS, MOST_GUESSES = 6, 254  # of a game that the player in C plays
MOST_REPLIES = 65  # of a game whose ranked trees the players read: 10 pegs
SHORT_TEXT_CHARACTERS = 8000  # of an implicit text; with fewer, no other format with its decoder makes a smaller file
MOST_COUNTS = 60  # that a comment has
_PLAIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 #%()*+,-.:;=@[]^_{|}~!")


@dataclass(frozen=True)
class Export:
    """A player and a tree in one file: its source, the format of the tree in it, and the characters of its text.

    `types` declares for TypeScript what a JavaScript module exports. `files` is a package for npm: its files by name.
    Both are empty where the language has none.
    """

    source: str
    form: str
    characters: int
    types: str = ""
    files: Mapping[str, str] = field(default_factory=dict)


def export(tree: Tree | None, language: str, form: str | None = None) -> Export:
    """A player that needs no other file, in "js", "c" or "py"; its `start` begins a game with the tree.

    "npm" makes a package of the module in JavaScript and its types; without a tree, of a player that reads texts.

    `form` is the format of the tree in it, one of FORMS; the player has no decoder of any other format. Without `form`
    the format that can carry the tree and makes the smallest file is taken. The text survives copy and paste, HTML and
    trigraphs. A tree of a game without a rule string, such as one of tests or words, or of a game with groups of
    secrets, becomes a program that asks its guesses in words (`publish.keys`), because the players know only the codes
    of rule strings, and go on until a guess wins. Raises TreebuildError for another language or format, and for a game
    or tree too large for the formats or, in C, for the player.

    >>> made = export(build("minavg", "p3c4r"), "py")
    >>> made.form, made.characters, made.source.splitlines()[-1]
    ('b92i', 14, '    return load(TREE, "p3c4r", "implicit")')
    >>> list(export(None, "npm").files)
    ['package.json', 'treeplayer.js', 'treeplayer.d.ts']
    """
    if language == "npm":
        return _package(tree, form)
    check_type(tree, Tree, "tree: expected a Tree, as build and load(path) return")
    assert tree
    if language not in _LANGUAGES:
        raise UsageError(f"unknown language {language!r}: expected one of {', '.join(LANGUAGES)}")
    space = tree.game.space
    if tree.game.conditions.groups or space is None:
        if form is not None:
            written = f"{tree.game.name!r} is written as guesses and answers, not as {', '.join(FORMS)}"
            raise UsageError(f"{written}: leave the format out")
        return Export(key(tree, language), "key", len(tree), key_types(tree) if language == "js" else "")
    if language == "c" and space.pegs > MOST_PEGS:
        raise TreebuildError(
            f"{tree.game.name} has {space.pegs} pegs: the C player plays games of up to {MOST_PEGS}; export js or py"
        )
    most = implicit.LIMIT if language == "c" else ranked.MOST_CODES
    if len(tree.game.codes) > most:
        raise TreebuildError(
            f"{tree.game.name} has {len(tree.game.codes)} codes: the player in {_NAMES[language]} plays games of up to "
            f"{most}; play this one in the page (treebuild export web)"
        )
    if language == "c" and tree.max_depth > MOST_GUESSES:
        raise TreebuildError(
            f"the tree takes {tree.max_depth} guesses: the C player plays up to {MOST_GUESSES}; export js or py"
        )
    if form is None:
        return _smallest(tree, language)
    if form not in FORMS:
        raise UsageError(f"no player reads {form!r}: expected one of {', '.join(FORMS)}")
    if form not in _read(language):
        raise UsageError(
            f"the player in {_NAMES[language]} does not read {form}: expected one of {', '.join(_read(language))}"
        )
    if form == "rank" and len(tree.game.replies) > MOST_REPLIES:
        raise TreebuildError(
            f"{tree.game.name} has {len(tree.game.replies)} replies: the players read ranked trees of up to "
            f"{MOST_REPLIES}; export it as b92i or b92"
        )
    text = OWN[f".{form}"].encode(tree).decode().removesuffix("\n")
    types = _types(tree, FORMS[form]) if language == "js" else ""
    return Export(_LANGUAGES[language](tree, FORMS[form], text), form, len(text), types)


def _package(tree: Tree | None, form: str | None) -> Export:
    """A package for npm, named after the game of its tree."""
    if tree is None:
        if form is not None:
            raise UsageError("a player without a tree reads every format: leave the format out")
        made = Export(templates.source("player/treeplayer.js"), "", 0, templates.source("player/treeplayer.d.ts"))
        name, module, what = "treebuild-player", "treeplayer", "Bulls and Cows, Mastermind and games like them"
    else:
        made = export(tree, "js", form)
        game = re.sub(r"[^a-z0-9]+", "-", tree.game.name.lower())[:100].strip("-") or "game"
        name, module, what = f"treebuild-{game}", "game", tree.game.name
    script, types = f"{module}.js", f"{module}.d.ts"
    described = {
        "name": name,
        "version": __version__,
        "description": f"Plays {what} from a treebuild tree",
        "license": "MIT",
        "type": "module",
        "exports": {".": {"types": f"./{types}", "default": f"./{script}"}},
        "types": f"./{types}",
        "sideEffects": False,
        "files": [script, types],
    }
    return replace(
        made, files={"package.json": json.dumps(described, indent=2) + "\n", script: made.source, types: made.types}
    )


def _read(language: str) -> tuple[str, ...]:
    """The formats that the player in a language reads. In C it reads no ranked text: it would need too much memory."""
    return tuple(form for form in FORMS if (language, form) != ("c", "rank"))


def _smallest(tree: Tree, language: str) -> Export:
    """The smallest of the files that can carry the tree. Raises TreebuildError when there is none."""
    made: list[Export] = []
    for form in sorted(_read(language), key=("b92i", "rank", "b92").index):
        try:
            made.append(export(tree, language, form))
        except TreebuildError as error:
            refusal = error
        if made and made[0].form == "b92i" and made[0].characters < SHORT_TEXT_CHARACTERS:
            break
    if not made:
        raise refusal
    return min(made, key=lambda made: len(made.source))


def _player(name: str, comment: str, form: str) -> str:
    """A player with the decoder of one format, without the sections of its source that hold the other decoders."""
    sections = re.split(rf"^(?={comment} --- )", templates.source(f"player/{name}"), flags=re.MULTILINE)
    others = tuple(f"{comment} --- {other}" for other in FORMS.values() if other != form)
    return "".join(section for section in sections if not section.startswith(others)).rstrip("\n")


def _title(tree: Tree) -> str:
    """A comment's text about the tree."""
    name = templates.remark(tree.built.algorithm) if tree.built else "a tree"
    counts = " ".join(map(str, tree.counts[:MOST_COUNTS])) + " ..." * (tree.max_depth > MOST_COUNTS)
    return f"{name} for {tree.game.name}: {tree.total} guesses, solved in 1, 2, ...: {counts}"


def _javascript(tree: Tree, form: str, text: str) -> str:
    return templates.filled(
        "player/exports/tree.js",
        player=_player("treeplayer.js", "//", form),
        title=_title(tree),
        text=" +\n  ".join(f'"{line}"' for line in _escaped(text)),
        game=tree.game.name,
        format=form,
    )


def _types(tree: Tree, form: str) -> str:
    """The types of the module in JavaScript, which reads one format."""
    every = '"explicit" | "implicit" | "ranked"'
    types = templates.source("player/treeplayer.d.ts").rstrip("\n").replace(every, f'"{form}"')
    return templates.filled("player/exports/tree.d.ts", types=types, title=_title(tree))


def _python(tree: Tree, form: str, text: str) -> str:
    return templates.filled(
        "player/exports/tree.py",
        player=_player("treeplayer.py", "#", form),
        title=_title(tree),
        text="\n    ".join(f'"{line}"' for line in _escaped(text)),
        game=tree.game.name,
        format=form,
    )


def _c(tree: Tree, form: str, text: str) -> str:
    """The header. Its limits fit the tree. The text is an array of numbers: C99 promises no long string literals."""
    assert tree.game.space
    pegs, implicit_form = max(tree.game.space.pegs, 4), form == "implicit"
    return templates.header(
        "player/exports/tree.h",
        title=_title(tree),
        rom=templates.source("player/exports/rom.h").rstrip("\n"),
        nodes=1 if implicit_form else len(tree),
        depth=tree.max_depth + 1,
        pegs=pegs,
        player=templates.source("player/treeplayer.h").rstrip("\n"),
        text=_numbers(list(text.encode())),
        length=len(text),
        after=_numbers(_follows(tree, 32 if pegs > 4 else 16) if implicit_form else []),
        game=tree.game.name,
        format=f"TREEPLAYER_{form.upper()}",
    )


def _follows(tree: Tree, step: int) -> list[int]:
    """For every stored guess: `step` times the number of its parent, plus the reply to the parent; 0 for the first."""
    number = {node: i for i, node in enumerate(implicit.stored(tree))}
    if step * len(number) > 1 << 16:
        raise TreebuildError(
            f"the tree stores {len(number)} guesses: the C player plays up to {(1 << 16) // step} of an implicit text; "
            "export it as b92"
        )
    links = ((node, reply, after) for node in number for reply, after in tree.children(node))
    return [0, *(step * number[node] + reply for node, reply, after in links if after in number)]


def _numbers(values: list[int]) -> str:
    """The insides of an array of C, which may not be empty."""
    return ",\n    ".join(templates.lines(map(str, values), ", ")) or "0"


def _escaped(text: str) -> list[str]:
    """The text as the insides of string literals, line by line, without characters that HTML or editors change."""
    return templates.lines(character if character in _PLAIN else f"\\x{ord(character):02x}" for character in text)


_LANGUAGES: dict[str, Callable[[Tree, str, str], str]] = {"js": _javascript, "c": _c, "py": _python}
LANGUAGES = (*_LANGUAGES, "npm")
_NAMES = {"js": "JavaScript", "c": "C", "py": "Python"}
