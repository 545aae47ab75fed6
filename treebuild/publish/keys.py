"""A tree of tests, or of words, as a program or a page that asks in words, and at the end names the secret or group.

Such a key needs no rule and no codec: it has the guess of every node, the answers to it, and where they lead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape

from treebuild.errors import TreebuildError
from treebuild.game.reply_matrix import replies_to
from treebuild.game.user_input import style
from treebuild.publish import templates
from treebuild.tree.session import questions_of
from treebuild.tree.tree import NONE, Tree

Link = tuple[int, int, int]
"""(node, answer, the node that follows). The answer that wins comes last; it leads to the node itself, or to another
node that has the name of the secret."""

MOST_NODES = 1 << 16  # of a tree in C
LONGEST_LITERAL = 4095  # characters that C99 promises
_PLAIN = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,;:!()=-_")  # in a string of C


def key(tree: Tree, language: str) -> str:
    """The source of a program, in "js", "c" or "py", that asks the guesses of a tree of tests or of words.

    Raises TreebuildError for a tree that is too large for C.
    """
    return _LANGUAGES[language](tree)


def key_types(tree: Tree) -> str:
    """What the program in JavaScript exports, for TypeScript."""
    return templates.filled("player/exports/key.d.ts", title=_title(tree))


def key_page(tree: Tree, title: str = "") -> str:
    """An HTML file that asks the questions of a tree of tests. Nothing else runs in it, nothing is fetched.

    It carries the answers of all secrets to all tests, so that it can go on where somebody does not know an answer.
    Where all candidates are of one group of the game, the page names the group. Its own words are in English, Russian
    or Chinese, at first in the language that the browser prefers. Questions and answers are the game's.
    """
    return templates.page(
        "player/key_page/page.html",
        style=templates.source("player/key_page/page.css"),
        script="".join(templates.source(f"player/key_page/{name}.js") for name in ("search", "words", "view")),
        title=escape(title or tree.game.name),
        key=templates.literal(_tested(tree)),
    )


def _tested(tree: Tree) -> dict[str, object]:
    """The key as its page reads it: `player/key_page/search.js` names the fields."""
    game, everyone = tree.game, range(len(tree.game.secrets))
    rows = {question: replies_to(game, question, everyone) for question in questions_of(tree)}
    answers = {question: sorted(set(row)) for question, row in rows.items() if len(set(row)) > 1}
    place = {question: at for at, question in enumerate(answers)}
    asking = [node for node in range(len(tree)) if tree.asks(node)]
    hypotheses = {variant: name for name, variants in game.variants.items() for variant in variants}
    entry = {node: at for at, node in enumerate(asking)}
    return {
        "questions": [
            [game.spell(game.codes[question]), [game.replies[answer] for answer in own]]
            for question, own in answers.items()
        ],
        "names": [game.named(secret) for secret in everyone],
        "hypotheses": [hypotheses.get(code, game.spell(code)) for code in game.secrets],
        "weights": game.conditions.weights or None,
        "costs": [game.conditions.costs[question] for question in answers] if game.conditions.costs else None,
        "table": [[own.index(answer) for answer in rows[question]] for question, own in answers.items()],
        "tree": [
            [place[guess], *(entry.get(tree.child(node, answer), 0) for answer in answers[guess])]
            for node, guess in zip(asking, tree.guess[asking].tolist(), strict=True)
        ],
        "win": game.replies[game.win],
    }


def _marked(tree: Tree) -> bool:
    """Whether answers are marks, which people spell in many ways."""
    return style(tree.game) == "marks"


@dataclass(frozen=True)
class _Program:
    """What a program asks, or has found, in each node; the answers that can come; and all links, by node."""

    questions: list[str]
    answers: list[str]
    links: list[Link]


def _program(tree: Tree) -> _Program:
    """A tree as the data of a program.

    A node of one candidate, or of one group, has no links: its name is the secret or the group. A guess may have
    another name than the secret against which it wins, as in a table; then a further node has the name of the secret.
    """
    game, links = tree.game, list[Link]()
    names = [tree.asked(node) for node in range(len(tree))]
    for node in range(len(tree)):
        links += [(node, answer, child) for answer, child in tree.children(node)]
        if tree.solved[node] == NONE or tree.ends(node):
            continue
        found = tree.group(node) or game.spell(game.secrets[tree.solved[node]])
        if tree.size[node] == 1:
            names[node] = found
        elif found == names[node]:
            links.append((node, game.win, node))
        else:
            links.append((node, game.win, len(names)))
            names.append(found)
    replies = sorted({answer for _, answer, _ in links})
    place = {answer: at for at, answer in enumerate(replies)}
    return _Program(
        names,
        [game.replies[answer] for answer in replies],
        [(node, place[answer], after) for node, answer, after in links],
    )


def _title(tree: Tree) -> str:
    """A comment's text about the tree."""
    name, secrets = templates.remark(tree.game.name), len(tree.game.secrets)
    if tree.game.conditions.guesses == "identify":
        variants = len(tree.game.variants)
        what = f"{variants} hypotheses ({secrets} variants)" if variants else f"{secrets} hypotheses"
        return f"{name}: {what}, {float(tree.tests):.2f} tests on average"
    return f"{name}: {secrets} secrets, {float(tree.average):.2f} guesses on average"


def _javascript(tree: Tree) -> str:
    program = _program(tree)

    def listed(values: Sequence[object]) -> str:
        return ",\n  ".join(templates.lines(map(templates.literal, values), ", "))

    return templates.filled(
        "player/exports/key.js",
        title=_title(tree),
        questions=listed(program.questions),
        answers=listed(program.answers),
        links=listed(program.links),
        marked=templates.literal(_marked(tree)),
    )


def _python(tree: Tree) -> str:
    program = _program(tree)
    after: dict[int, dict[int, int]] = {}
    for node, answer, child in program.links:
        after.setdefault(node, {})[answer] = child

    def listed(values: Iterable[str]) -> str:
        return ",\n    ".join(templates.lines(values, ", "))

    return templates.filled(
        "player/exports/key.py",
        title=_title(tree),
        questions=listed(map(ascii, program.questions)),
        answers=listed(map(ascii, program.answers)),
        next=listed(f"{node}: {links}" for node, links in after.items()),
        marked=_marked(tree),
    )


def _c(tree: Tree) -> str:
    program = _program(tree)
    if len(program.questions) > MOST_NODES:
        raise TreebuildError(
            f"the tree has {len(program.questions)} nodes: a program in C has {MOST_NODES} at most; export js or py"
        )
    # A link leads to the node of its number, from 1 on; those after them lead to their own node.
    links = sorted(program.links, key=lambda link: (link[0] == link[2], link[2]))
    questions, answers = _pages(program.questions), _pages(program.answers)
    return templates.header(
        "player/exports/key.h",
        title=_title(tree),
        rom=templates.source("player/exports/rom.h").rstrip("\n"),
        questions=questions.source,
        questions_width=questions.width,
        questions_step=questions.step,
        answers=answers.source,
        answers_width=answers.width,
        answers_step=answers.step,
        nodes=len(program.questions),
        links=",\n    ".join(templates.lines((f"{{{node}, {answer}}}" for node, answer, _ in links), ", ")) or "{0}",
        count=len(links),
        marked=int(_marked(tree)),
    )


@dataclass(frozen=True)
class _Pages:
    """Texts as rows of one array of C: `step` texts in a row of `width` bytes, each with a zero after it."""

    source: str
    step: int
    width: int


def _pages(texts: Sequence[str]) -> _Pages:
    """The texts in the least memory: rows of one text waste what the longest text has more than others."""
    encoded = [text.encode() for text in texts] or [b""]
    found: dict[int, list[bytes]] = {}
    for step in (1 << power for power in range(8)):
        pages = [b"\0".join(encoded[at : at + step]) for at in range(0, len(encoded), step)]
        if step == 1 or max(map(len, pages)) < LONGEST_LITERAL:
            found[step] = pages
    step = min(found, key=lambda step: len(found[step]) * (max(map(len, found[step])) + 1))
    source = ",\n    ".join(templates.lines(map(_quoted, found[step]), ", "))
    return _Pages(source, step, max(map(len, found[step])) + 1)


def _quoted(text: bytes) -> str:
    """String literals of C, one after another. Escapes have three octal digits; a digit after them is a character."""
    return '"' + '"\n    "'.join(templates.lines(chr(c) if c in _PLAIN else f"\\{c:03o}" for c in text)) + '"'


_LANGUAGES: dict[str, Callable[[Tree], str]] = {"js": _javascript, "c": _c, "py": _python}
