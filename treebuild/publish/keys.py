"""A tree of tests, or of words, as one file in one language: it asks in words, and ends with what it found.

Such a key needs no rule and no codec: the file has the guess of every node, the answers to it, and where they lead.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from treebuild.errors import TreebuildError, printable
from treebuild.game.spelling import style
from treebuild.tree.tree import NONE, Tree

Link = tuple[int, int, int]
"""(node, answer, the node that follows). The answer that wins, the last of all, leads to the node itself or another."""

MOST_NODES = 1 << 16  # of a tree in C
_PYTHON_MARKS = r'''
GREYS_YELLOW_GREEN = (
    (".-_xb", "y", "g"),
    ("0", "1", "2"),
    ("\u2b1b\u2b1c", "\U0001f7e8", "\U0001f7e9"),  # squares, as shared results have them
    ("\u2b1b\u2b1c", "\U0001f7e6", "\U0001f7e7"),  # and in the colours of high contrast
)


def read(text):
    """An answer as ANSWERS spells it: its marks are letters in any case, digits or squares, all of one kind."""
    signs = [sign for sign in text.lower() if not sign.isspace() and sign not in "\ufe0e\ufe0f"]
    for greys, yellow, green in GREYS_YELLOW_GREEN:
        grey = {sign for sign in signs if sign not in (yellow, green)}
        if len(grey) <= 1 and all(sign in greys for sign in grey):
            return "".join("y" if sign == yellow else "g" if sign == green else "." for sign in signs)
    return text
'''
_JAVASCRIPT_MARKS = r"""
const GREYS_YELLOW_GREEN = [
  [".-_xb", "y", "g"],
  ["0", "1", "2"],
  ["\u2b1b\u2b1c", "\u{1f7e8}", "\u{1f7e9}"], // squares, as shared results have them
  ["\u2b1b\u2b1c", "\u{1f7e6}", "\u{1f7e7}"], // and in the colours of high contrast
];

/** An answer as ANSWERS spells it: its marks are letters in any case, digits or squares, all of one kind. */
function read(text) {
  const signs = [...text.toLowerCase()].filter((sign) => !/[\s\ufe0e\ufe0f]/u.test(sign));
  for (const [greys, yellow, green] of GREYS_YELLOW_GREEN) {
    const grey = new Set(signs.filter((sign) => sign !== yellow && sign !== green));
    if (grey.size <= 1 && [...grey].every((sign) => greys.includes(sign)))
      return signs.map((sign) => (sign === yellow ? "y" : sign === green ? "g" : ".")).join("");
  }
  return text;
}
"""
_C_MARKS = r"""
#include <ctype.h>

/* Whether a text means an answer. Its marks are letters in any case, or digits, all of one kind. */
static inline int treekey_means(const char *text, const char *answer) {
    for (const char *grey = ".-_xb0"; *grey; grey++) {
        const char *signs = *grey == '0' ? "12" : "yg";
        int i = 0;
        while (answer[i] && tolower((unsigned char)text[i])
               == (answer[i] == 'y' ? signs[0] : answer[i] == 'g' ? signs[1] : *grey)) i++;
        if (!answer[i] && !text[i]) return 1;
    }
    return 0;
}
"""


def key(tree: Tree, language: str) -> str:
    """The source of a program, in "js", "c" or "py", that asks the guesses of a tree of tests, or of words.

    Raises TreebuildError for a tree that is too large for C.
    """
    if language == "c" and (nodes := len(_nodes(tree)[0])) > MOST_NODES:
        raise TreebuildError(f"the tree has {nodes} nodes: a program in C has {MOST_NODES} at most; export js or py")
    return _LANGUAGES[language](tree)


def _marked(tree: Tree) -> bool:
    """Whether answers are marks, which people spell in many ways."""
    return style(tree.game) == "marks"


def _nodes(tree: Tree) -> tuple[list[str], list[Link]]:
    """What each node asks, or has found, and all links, by node.

    A node of one candidate, or of one group, has no links: its name is what was found. So has a further node for each
    guess that does not have the name of the secret against which it wins, as may be in a table.
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
    """What a comment says; a name from a file cannot end the comment."""
    name = "".join(c if c.isalnum() or c in " .,-" else "_" for c in printable(tree.game.name))
    secrets = len(tree.game.secrets)
    if tree.game.guesses == "identify":
        return f"{name}: {secrets} hypotheses, {float(tree.tests):.2f} tests on average"
    return f"{name}: {secrets} secrets, {float(tree.average):.2f} guesses on average"


def _python(tree: Tree) -> str:
    questions, listed = _nodes(tree)
    links: dict[int, dict[int, int]] = {}
    for node, answer, after in listed:
        links.setdefault(node, {})[answer] = after
    reading = "\n        text = read(text)" * _marked(tree)
    return f'''# {_title(tree)}. Made by treebuild.

QUESTIONS = {questions!a}
ANSWERS = {list(tree.game.replies)!a}
NEXT = {links!r}
{_PYTHON_MARKS * _marked(tree)}

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
        """Take an answer; False, and nothing changes, for one that cannot come."""{reading}
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
    names, joined = _nodes(tree)
    parts = names, tree.game.replies, joined
    questions, answers, links = (json.dumps(part).replace("<", "\\u003c") for part in parts)  # no tag ends a script
    reading = "text = read(text);\n    " * _marked(tree)
    return f"""// {_title(tree)}. Made by treebuild.

const QUESTIONS = {questions};
const ANSWERS = {answers};
const LINKS = {links}; // [node, answer, the node that follows]
{_JAVASCRIPT_MARKS * _marked(tree)}
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
    {reading}const node = this.#nodes.at(-1);
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
    questions, listed = _nodes(tree)
    links = ", ".join(f"{{{node}, {answer}, {after}}}" for node, answer, after in listed)
    link = "treekey_answers[treekey_links[at][1]]"
    means = f"treekey_means(text, {link})" if _marked(tree) else f"!strcmp({link}, text)"
    return f"""/* {_title(tree)}. Made by treebuild. */
#ifndef TREEKEY_H
#define TREEKEY_H

#include <string.h>

static const char *const treekey_questions[] = {{{", ".join(map(_quoted, questions))}}};
static const char *const treekey_answers[] = {{{", ".join(map(_quoted, tree.game.replies))}}};
/* node, answer, the node that follows; by node */
static const unsigned short treekey_links[][3] = {{{links or "{0}"}}};
enum {{ TREEKEY_LINKS = {len(listed)} }};
{_C_MARKS * _marked(tree)}
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
        if (treekey_links[at][0] == p->node && {means}) {{
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
