"""A tree of tests as one file in one language: it asks the questions in words, and ends with what it found.

A key needs no rule and no codec: the file has the question of every node, the answers to it, and where they lead.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from treebuild.errors import printable
from treebuild.tree.tree import NONE, Tree

Link = tuple[int, int, int]
"""(node, answer, the node that follows); the last answer of all, `win`, ends at the node itself."""


def key(tree: Tree, language: str) -> str:
    """The source of a program, in "js", "c" or "py", that asks the questions of a tree of tests."""
    return _LANGUAGES[language](tree)


def _questions(tree: Tree) -> list[str]:
    """What each node asks, or has found."""
    return [tree.asked(node) for node in range(len(tree))]


def _links(tree: Tree) -> list[Link]:
    """All links, by node. A node of one candidate, or of one group, has none: its name is what was found."""
    links: list[Link] = []
    for node, row in enumerate(tree.child.tolist()):
        links += [(node, answer, child) for answer, child in enumerate(row) if child != NONE]
        if tree.solved[node] != NONE and tree.size[node] > 1 and not tree.ends(node):
            links.append((node, tree.game.win, node))
    return links


def _title(tree: Tree) -> str:
    """What a comment says; a name from a file cannot end the comment."""
    name = "".join(c if c.isalnum() or c in " .,-" else "_" for c in printable(tree.game.name))
    return f"{name}: {len(tree.game.secrets)} hypotheses, {float(tree.tests):.2f} tests on average"


def _python(tree: Tree) -> str:
    links: dict[int, dict[int, int]] = {}
    for node, answer, after in _links(tree):
        links.setdefault(node, {})[answer] = after
    return f'''# {_title(tree)}. Made by treebuild.

QUESTIONS = {_questions(tree)!a}
ANSWERS = {list(tree.game.replies)!a}
NEXT = {links!r}


class Player:
    """A search in progress: `question` is asked, `answer` is told, and `found` is what it was, once that is known."""

    def __init__(self):
        self._nodes = [0]
        self._named = False

    @property
    def question(self):
        """What to ask; None once it is found."""
        return None if self.found is not None else QUESTIONS[self._nodes[-1]]

    @property
    def found(self):
        """What was found; None while questions are left."""
        node = self._nodes[-1]
        return QUESTIONS[node] if self._named or node not in NEXT else None

    def answers(self):
        """The answers that can come to the question."""
        return [] if self.found is not None else [ANSWERS[answer] for answer in NEXT[self._nodes[-1]]]

    def answer(self, text):
        """Take an answer; False, and nothing changes, for one that cannot come."""
        if text not in self.answers():
            return False
        node = self._nodes[-1]
        self._nodes.append(NEXT[node][ANSWERS.index(text)])
        self._named = self._nodes[-1] == node
        return True

    def undo(self):
        """Take the last answer back; False when there is none."""
        if len(self._nodes) == 1:
            return False
        self._nodes.pop()
        self._named = False
        return True


def start():
    """A new search."""
    return Player()
'''


def _javascript(tree: Tree) -> str:
    parts = _questions(tree), tree.game.replies, _links(tree)
    questions, answers, links = (json.dumps(part).replace("<", "\\u003c") for part in parts)  # no tag ends a script
    return f"""// {_title(tree)}. Made by treebuild.

const QUESTIONS = {questions};
const ANSWERS = {answers};
const LINKS = {links}; // [node, answer, the node that follows]

class Player {{
  #nodes = [0];
  #named = false;

  /** What was found; null while questions are left. */
  get found() {{
    const node = this.#nodes.at(-1);
    return this.#named || !LINKS.some(([from]) => from === node) ? QUESTIONS[node] : null;
  }}

  /** What to ask; null once it is found. */
  get question() {{
    return this.found === null ? QUESTIONS[this.#nodes.at(-1)] : null;
  }}

  /** The answers that can come to the question. */
  answers() {{
    const here = this.found === null ? LINKS.filter(([from]) => from === this.#nodes.at(-1)) : [];
    return here.map(([, answer]) => ANSWERS[answer]);
  }}

  /** Takes an answer; false, and nothing changes, for one that cannot come. */
  answer(text) {{
    const node = this.#nodes.at(-1);
    const link = this.found === null && LINKS.find(([from, answer]) => from === node && ANSWERS[answer] === text);
    if (!link) return false;
    this.#nodes.push(link[2]);
    this.#named = link[2] === node;
    return true;
  }}

  /** Takes the last answer back; false when there is none. */
  undo() {{
    if (this.#nodes.length === 1) return false;
    this.#nodes.pop();
    this.#named = false;
    return true;
  }}
}}

/** A new search. */
export const start = () => new Player();
"""


def _c(tree: Tree) -> str:
    links = ", ".join(f"{{{node}, {answer}, {after}}}" for node, answer, after in _links(tree))
    return f"""/* {_title(tree)}. Made by treebuild. */
#ifndef TREEKEY_H
#define TREEKEY_H

#include <string.h>

static const char *const treekey_questions[] = {{{", ".join(map(_quoted, _questions(tree)))}}};
static const char *const treekey_answers[] = {{{", ".join(map(_quoted, tree.game.replies))}}};
/* node, answer, the node that follows; by node */
static const unsigned short treekey_links[][3] = {{{links or "{0}"}}};
enum {{ TREEKEY_LINKS = {len(_links(tree))} }};

/* A search in progress: all 0 at its start. */
typedef struct {{ unsigned short node; unsigned char named; }} treekey;

/* The i-th answer that can come to the question, from 0 on; NULL if there are fewer. */
static inline const char *treekey_answer_at(const treekey *p, int i) {{
    for (int at = 0; at < TREEKEY_LINKS && !p->named; at++)
        if (treekey_links[at][0] == p->node && i-- == 0) return treekey_answers[treekey_links[at][1]];
    return NULL;
}}

/* What was found; NULL while questions are left. */
static inline const char *treekey_found(const treekey *p) {{
    return treekey_answer_at(p, 0) ? NULL : treekey_questions[p->node];
}}

/* What to ask; NULL once it is found. */
static inline const char *treekey_question(const treekey *p) {{
    return treekey_found(p) ? NULL : treekey_questions[p->node];
}}

/* Takes an answer. Returns 0, and nothing changes, for one that cannot come. */
static inline int treekey_answer(treekey *p, const char *text) {{
    for (int at = 0; at < TREEKEY_LINKS && !p->named; at++)
        if (treekey_links[at][0] == p->node && !strcmp(treekey_answers[treekey_links[at][1]], text)) {{
            p->named = treekey_links[at][2] == p->node;
            p->node = treekey_links[at][2];
            return 1;
        }}
    return 0;
}}

#endif
"""


def _quoted(text: str) -> str:
    """A string literal of C, in UTF-8; three octal digits, so that no digit after them is taken for one more."""
    plain = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,;:!()=-_")
    return '"' + "".join(chr(byte) if byte in plain else f"\\{byte:03o}" for byte in text.encode()) + '"'


_LANGUAGES: dict[str, Callable[[Tree], str]] = {"js": _javascript, "c": _c, "py": _python}
