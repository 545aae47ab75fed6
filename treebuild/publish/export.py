"""A player and a tree as one file in one language, to be dropped into a project of that language."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import resources

from treebuild.codec import FORMATS, implicit, ranked
from treebuild.errors import TreebuildError, UsageError, check_type
from treebuild.publish.keys import key
from treebuild.tree.tree import Tree

PLAYER = resources.files("treebuild") / "player"
FORMS = {"rank": "ranked", "b92i": "implicit", "b92": "explicit"}  # and what the players call them
MOST_PEGS, MOST_GUESSES = 6, 254  # of a game that the player in C plays
MOST_REPLIES = 65  # of a game whose ranked trees the players read: 10 pegs
SHORT_TEXT_CHARACTERS = 8000  # of an implicit text: with fewer, no other format makes a smaller file, by its decoder
_JS_EXAMPLE = (  # in the player's first comment: of its own file, and of an exported one
    """import { load } from "./treeplayer.js";
//   const player = load(text, "p4c10n");      // the format is told from the text
""",
    """import { start } from "./tree.js";        // this file, whatever its name
//   const player = start();
""",
)
_PY_EXAMPLE = (
    """load(text, "p4c10n")   # explicit, implicit or ranked; the format is told from the text""",
    """start()                # with the tree at the end of this file""",
)
_SNIFF = re.compile(  # the function that tells formats apart, with its comment, in either language
    r"^(/\*\*(?:(?!\*/).)*\*/\n)?export function sniff.*?^}\n\n|^def sniff.*?(?=^def )", re.MULTILINE | re.DOTALL
)
WIDTH = 110  # columns of the lines that hold the text
_PLAIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 #%()*+,-.:;=@[]^_{|}~!")


@dataclass(frozen=True)
class Export:
    """A player and a tree in one file: its source, the format of the tree in it, and the characters of its text."""

    source: str
    form: str
    characters: int


def export(tree: Tree, language: str, form: str | None = None) -> Export:
    """A player that needs no other file, in "js", "c" or "py"; its `start` begins a game with the tree.

    `form` is the format of the tree in it, one of FORMS; the player is left without the decoders of the others. Without
    `form` it is the one that makes the smallest file of those that can carry the tree. The text is written so that it
    survives copy and paste, HTML and trigraphs. A tree of a game without a rule string, such as one of tests or words,
    or of one with groups of secrets, becomes a program that asks its guesses in words (`publish.keys`): the players of
    a rule string's codes go on until a guess wins. Raises TreebuildError for another language or format, and a game or
    tree too large for the formats or, in C, for the player.

    >>> made = export(build("minavg", "p3c4r"), "py")
    >>> made.form, made.characters, made.source.splitlines()[-1]
    ('b92i', 14, '    return load(TREE, "p3c4r", "implicit")')
    """
    check_type(tree, Tree, "tree: expected a Tree, as build and load(path) return")
    if language not in _LANGUAGES:
        raise UsageError(f"unknown language {language!r}: expected one of {', '.join(_LANGUAGES)}")
    space = tree.game.space
    if tree.game.groups or space is None:
        if form is not None:
            written = f"{tree.game.name!r} is written as guesses and answers, not as {', '.join(FORMS)}"
            raise UsageError(f"{written}: leave the format out")
        return Export(key(tree, language), "key", len(tree))
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
    text = FORMATS[f".{form}"].encode(tree).decode().removesuffix("\n")
    return Export(_LANGUAGES[language](tree, FORMS[form], text), form, len(text))


def _read(language: str) -> tuple[str, ...]:
    """The formats that a player reads: small machines have no room to rank guesses."""
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


def _player(name: str) -> str:
    return (PLAYER / name).read_text("utf-8")


def _player_of(name: str, comment: str, form: str) -> str:
    """A player with the decoder of one format, which it takes every text for."""
    others = [other for other in FORMS.values() if other != form]
    sections = re.split(rf"^(?={comment} --- )", _player(name), flags=re.MULTILINE)
    kept = [part for part in sections if not part.startswith(tuple(f"{comment} --- {other}" for other in others))]
    text = re.sub(rf'^ +"({"|".join(others)})": .*\n', "", "".join(kept), flags=re.MULTILINE)  # of Python's FORMATS
    return _SNIFF.sub("", text).replace("sniff(body)", f'"{form}"')


def _title(tree: Tree) -> str:
    """What a comment says of the tree; a name from a file cannot end the comment."""
    name = re.sub(r"[^\w .,:+-]", "_", tree.built.algorithm, flags=re.ASCII) if tree.built else "a tree"
    return f"{name} for {tree.game.name}: {tree.total} guesses, solved in 1, 2, ...: {' '.join(map(str, tree.counts))}"


def _javascript(tree: Tree, form: str, text: str) -> str:
    lines = " +\n  ".join(f'"{line}"' for line in _escaped(text))
    return f"""{_player_of("treeplayer.js", "//", form).replace(*_JS_EXAMPLE)}
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
    return f'''{_player_of("treeplayer.py", "#", form).replace(*_PY_EXAMPLE)}

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
    """The limits of the player are those of the tree; texts are numbers, as C99 promises no long string literals."""
    assert tree.game.space
    pegs = tree.game.space.pegs
    limits = {"GUESSES": 1, "NODES": 1 if form == "implicit" else len(tree), "DEPTH": tree.max_depth + 1}
    if pegs > 4:
        limits["PEGS"] = pegs
    defines = "\n".join(f"#define TREEPLAYER_{name} {limit}" for name, limit in limits.items())
    after = _numbers("uint16_t treeplayer_after", _follows(tree, 32 if pegs > 4 else 16)) if form == "implicit" else ""
    guard = "#define TREEPLAYER_H\n"
    head, body = _player("treeplayer.h").removesuffix("#endif\n").split(guard)
    return f"""{head}{guard}
{defines}
{body}
/* ---- the tree ---- */

/* {_title(tree)} */
#ifndef TREEPLAYER_ROM
#define TREEPLAYER_ROM /* on AVR: PROGMEM, with TREEPLAYER_READ pgm_read_byte and TREEPLAYER_WORD pgm_read_word */
#endif
{_numbers("char treeplayer_tree", list(text.encode()))}{after}
/* Begins a new game with this tree. Returns an error kind, 0 if there is none. */
static inline int treeplayer_start(treeplayer *p) {{
{_start(tree, form, text)}
}}

#endif
"""


def _start(tree: Tree, form: str, text: str) -> str:
    """The body of treeplayer_start. What load would find out of an implicit text is in the file already."""
    if form == "explicit":
        return f'    return treeplayer_load(p, treeplayer_tree, {len(text)}, "{tree.game.name}", TREEPLAYER_EXPLICIT);'
    return f"""    memset(p, 0, sizeof *p);
    p->text = treeplayer_tree;
    p->length = {len(text)};
    p->after = treeplayer_after;
    p->count = {len(text) // 2};
    p->node[0] = {"0" if text else "TREEPLAYER_INFERRED"};
    int error = treeplayer_rules(p, "{tree.game.name}", 92 * 92);
    return error ? error : treeplayer_begin(p);"""


def _follows(tree: Tree, step: int) -> list[int]:
    """Of every stored guess: `step` times the number of the one that it follows, plus the reply between; first 0."""
    number = {node: i for i, node in enumerate(implicit.stored(tree))}
    if step * len(number) > 1 << 16:
        raise TreebuildError(
            f"the tree stores {len(number)} guesses: the C player plays up to {(1 << 16) // step} of an implicit text; "
            "export it as b92"
        )
    links = ((node, reply, after) for node in number for reply, after in tree.children(node))
    return [0, *(step * number[node] + reply for node, reply, after in links if after in number)]


def _numbers(name: str, values: list[int]) -> str:
    lines = ",\n    ".join(", ".join(map(str, values[i : i + 20])) for i in range(0, len(values), 20))
    return f"static const {name}[] TREEPLAYER_ROM = {{\n    {lines or '0'}}};\n"


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
_NAMES = {"js": "JavaScript", "c": "C", "py": "Python"}
