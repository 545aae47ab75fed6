"""A player and a tree as one file in one language, to be dropped into a project of that language."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import resources

from treebuild.codec import explicit, implicit
from treebuild.errors import TreebuildError
from treebuild.tree import Tree

PLAYER = resources.files("treebuild") / "player"
WIDTH = 110  # columns of the lines that hold the text
_PLAIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 #%()*+,-.:;=@[]^_{|}~!")


def export(tree: Tree, language: str) -> str:
    """The source of a player that needs no other file, "js", "c" or "py"; its `start` begins a game with the tree.

    The text of the tree, implicit where that can carry it and explicit otherwise, is written so that it survives copy
    and paste, HTML and trigraphs. Raises TreebuildError for another language, a game without a rule string, and a game
    or tree too large for the formats or, in C, for the player.
    """
    if language not in _LANGUAGES:
        raise TreebuildError(f"unknown language {language!r}: expected one of {', '.join(_LANGUAGES)}")
    rule = tree.game.rule
    if rule is None:
        raise TreebuildError(f"{tree.game.name!r} has no rule string pNcM: the players know no other games")
    if language == "c" and rule.pegs > 4:
        raise TreebuildError(f"{tree.game.name} has {rule.pegs} pegs: the C player plays games of up to 4")
    form, text = _text(tree)
    return _LANGUAGES[language](tree, form, text)


def _player(name: str) -> str:
    return (PLAYER / name).read_text("utf-8")


def _text(tree: Tree) -> tuple[str, str]:
    try:
        return "implicit", implicit.encode(tree).decode().removesuffix("\n")
    except TreebuildError:
        return "explicit", explicit.encode(tree).decode().removesuffix("\n")


def _title(tree: Tree) -> str:
    """What a comment says of the tree; a name from a file cannot end the comment."""
    name = re.sub(r"[^\w .,:+-]", "_", tree.built.algorithm, flags=re.ASCII) if tree.built else "a tree"
    return f"{name} for {tree.game.name}: {tree.total} guesses, solved in 1, 2, ...: {' '.join(map(str, tree.counts))}"


def _javascript(tree: Tree, form: str, text: str) -> str:
    lines = " +\n  ".join(f'"{line}"' for line in _escaped(text))
    return f"""{_player("treeplayer.js")}
// --- the tree ---

// {_title(tree)}
const TREE =
  {lines};

/** A new game with this tree. */
export function start() {{
  return load(TREE, "{tree.game.name}", "{form}");
}}
"""


def _python(tree: Tree, form: str, text: str) -> str:
    lines = "\n    ".join(f'"{line}"' for line in _escaped(text))
    return f'''{_player("treeplayer.py")}

# --- the tree

# {_title(tree)}
TREE = (
    {lines}
)


def start() -> Player:
    """A new game with this tree."""
    return load(TREE, "{tree.game.name}", "{form}")
'''


def _c(tree: Tree, form: str, text: str) -> str:
    """The limits of the player are those of the tree; the text is numbers, as C99 promises no long string literals."""
    guesses, nodes = (len(text) // 2 or 1, 1) if form == "implicit" else (1, len(tree))
    limits = {"GUESSES": guesses, "NODES": nodes, "DEPTH": tree.max_depth + 1}
    defines = "\n".join(f"#define TREEPLAYER_{name} {limit}" for name, limit in limits.items())
    codes = [str(ord(character)) for character in text]
    lines = ",\n    ".join(", ".join(codes[i : i + 22]) for i in range(0, len(codes), 22))
    guard = "#define TREEPLAYER_H\n"
    before, after = _player("treeplayer.h").removesuffix("#endif\n").split(guard)
    return f"""{before}{guard}
{defines}
{after}
/* ---- the tree ---- */

/* {_title(tree)} */
#ifndef TREEPLAYER_ROM
#define TREEPLAYER_ROM /* on AVR: PROGMEM */
#endif
static const char treeplayer_tree[] TREEPLAYER_ROM = {{
    {lines or "0"}}};

/* Begins a new game with this tree. Returns an error kind, 0 if there is none. */
static inline int treeplayer_start(treeplayer *p) {{
    return treeplayer_load(p, treeplayer_tree, {len(codes)}, "{tree.game.name}", TREEPLAYER_{form.upper()});
}}

#endif
"""


def _escaped(text: str) -> list[str]:
    """The text as the insides of string literals, line by line; nothing in it means anything to HTML or an editor."""
    lines = [""]
    for character in text:
        written = character if character in _PLAIN else f"\\x{ord(character):02x}"
        if len(lines[-1]) + len(written) > WIDTH:
            lines.append("")
        lines[-1] += written
    return lines


_LANGUAGES: dict[str, Callable[[Tree, str, str], str]] = {"js": _javascript, "c": _c, "py": _python}
