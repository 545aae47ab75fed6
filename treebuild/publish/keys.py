"""A tree of tests, or of words, as a program or a page that asks in words, and at the end names the secret or group.

Such a key needs no rule and no codec: it has the guess of every node, the answers to it, and where they lead.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from treebuild.errors import TreebuildError, printable
from treebuild.game.reply_matrix import replies_to
from treebuild.game.user_input import style
from treebuild.publish import templates
from treebuild.tree.session import questions_of
from treebuild.tree.tree import NONE, Tree

Link = tuple[int, int, int]
"""(node, answer, the node that follows). The answer that wins comes last; it leads to the node itself, or to another
node that has the name of the secret."""

MOST_NODES = 1 << 16  # of a tree in C
_PLAIN = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,;:!()=-_")  # in a string of C


def key(tree: Tree, language: str) -> str:
    """The source of a program, in "js", "c" or "py", that asks the guesses of a tree of tests or of words.

    Raises TreebuildError for a tree that is too large for C.
    """
    return _LANGUAGES[language](tree)


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
    entry = {node: at for at, node in enumerate(asking)}
    return {
        "questions": [
            [game.spell(game.codes[question]), [game.replies[answer] for answer in own]]
            for question, own in answers.items()
        ],
        "names": [game.named(secret) for secret in everyone],
        "hypotheses": [_hypothesis(game.spell(code), game.named(at)) for at, code in enumerate(game.secrets)],
        "weights": game.conditions.weights or None,
        "table": [[own.index(answer) for answer in rows[question]] for question, own in answers.items()],
        "tree": [
            [place[guess], *(entry.get(tree.child(node, answer), 0) for answer in answers[guess])]
            for node, guess in zip(asking, tree.guess[asking].tolist(), strict=True)
        ],
        "win": game.replies[game.win],
    }


def _hypothesis(secret: str, group: str) -> str:
    """What a secret is a variant of, from its name and that of its group: files do not say it in another way.

    `game.variants` names a variant by its hypothesis and, in brackets, by its answers; the group has the name of the
    hypothesis, or those of several.
    """
    cuts = (secret[:at] for at in reversed(range(len(secret))) if secret.startswith(" (", at))
    return next((cut for cut in cuts if cut in group), secret)


def _marked(tree: Tree) -> bool:
    """Whether answers are marks, which people spell in many ways."""
    return style(tree.game) == "marks"


def _nodes(tree: Tree) -> tuple[list[str], list[Link]]:
    """What each node asks, or has found, and all links, by node.

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
    return names, links


def _title(tree: Tree) -> str:
    """A comment's text about the tree, in which a name from a file cannot end the comment."""
    name = "".join(c if c.isalnum() or c in " .,-" else "_" for c in printable(tree.game.name))
    secrets = len(tree.game.secrets)
    if tree.game.conditions.guesses == "identify":
        return f"{name}: {secrets} hypotheses, {float(tree.tests):.2f} tests on average"
    return f"{name}: {secrets} secrets, {float(tree.average):.2f} guesses on average"


def _javascript(tree: Tree) -> str:
    names, links = _nodes(tree)
    return templates.filled(
        "player/exports/key.js",
        title=_title(tree),
        questions=templates.literal(names),
        answers=templates.literal(tree.game.replies),
        links=templates.literal(links),
        marked=templates.literal(_marked(tree)),
    )


def _python(tree: Tree) -> str:
    names, links = _nodes(tree)
    after: dict[int, dict[int, int]] = {}
    for node, answer, child in links:
        after.setdefault(node, {})[answer] = child
    return templates.filled(
        "player/exports/key.py",
        title=_title(tree),
        questions=ascii(names),
        answers=ascii([*tree.game.replies]),
        next=after,
        marked=_marked(tree),
    )


def _c(tree: Tree) -> str:
    names, links = _nodes(tree)
    if len(names) > MOST_NODES:
        raise TreebuildError(
            f"the tree has {len(names)} nodes: a program in C has {MOST_NODES} at most; export js or py"
        )
    return templates.filled(
        "player/exports/key.h",
        title=_title(tree),
        questions=", ".join(map(_quoted, names)),
        answers=", ".join(map(_quoted, tree.game.replies)),
        links=", ".join(f"{{{node}, {answer}, {after}}}" for node, answer, after in links) or "{0}",
        count=len(links),
        marked=int(_marked(tree)),
    )


def _quoted(text: str) -> str:
    """A string literal of C, in UTF-8. Escapes have three octal digits, so that no digit after them belongs to them."""
    return '"' + "".join(chr(byte) if byte in _PLAIN else f"\\{byte:03o}" for byte in text.encode()) + '"'


_LANGUAGES: dict[str, Callable[[Tree], str]] = {"js": _javascript, "c": _c, "py": _python}
