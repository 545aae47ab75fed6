# {{title}}. Made by treebuild.

from __future__ import annotations

import unicodedata

QUESTIONS: list[str] = [
    {{questions}}
]
ANSWERS: list[str] = [
    {{answers}}
]
NEXT: dict[int, dict[int, int]] = {  # {node: {answer: the node that follows}}
    {{next}}
}
MARKED = {{marked}}  # whether answers are marks, which people spell in many ways
GREYS_YELLOW_GREEN = (
    (".-_xb", "y", "g"),
    ("0", "1", "2"),
    ("\u2b1b\u2b1c", "\U0001f7e8", "\U0001f7e9"),  # squares, as shared results have them
    ("\u2b1b\u2b1c", "\U0001f7e6", "\U0001f7e7"),  # and in the colours of high contrast
    ("\u26ab\u26aa", "\U0001f7e1", "\U0001f7e2"),  # circles
)


def plain(text: str) -> str:
    """A text in small letters and composed characters, without spaces around it: people and systems write them so."""
    return unicodedata.normalize("NFC", text.strip().lower().replace("\ufe0e", "").replace("\ufe0f", ""))


def read(text: str) -> str:
    """An answer as ANSWERS spells it. Marks are letters in any case, digits or squares, all of one kind."""
    signs = [sign for sign in plain(text) if not sign.isspace()]
    for greys, yellow, green in GREYS_YELLOW_GREEN if MARKED else ():
        grey = {sign for sign in signs if sign not in (yellow, green)}
        if len(grey) <= 1 and all(sign in greys for sign in grey):
            return "".join("y" if sign == yellow else "g" if sign == green else "." for sign in signs)
    return text


class Player:
    """A search in progress: ask `question`, tell `answer`, until `found` names what was sought."""

    def __init__(self) -> None:
        self._nodes = [0]
        self._named = False

    @property
    def question(self) -> str | None:
        """What to ask; None once it is found."""
        return None if self.found is not None else QUESTIONS[self._nodes[-1]]

    @property
    def found(self) -> str | None:
        """What was found; None while questions are left."""
        node = self._nodes[-1]
        return QUESTIONS[node] if self._named or node not in NEXT else None

    def answers(self) -> list[str]:
        """The answers that can come to the question."""
        return [] if self.found is not None else [ANSWERS[answer] for answer in NEXT[self._nodes[-1]]]

    def answer(self, text: str) -> bool:
        """Take an answer. Return False, and change nothing, for an answer that cannot come."""
        text, known = read(text), self.answers()
        if text not in known:
            alike = [answer for answer in known if plain(answer) == plain(text)]
            if len(alike) != 1:
                return False
            text = alike[0]
        node = self._nodes[-1]
        self._nodes.append(NEXT[node][ANSWERS.index(text)])
        self._named = self._nodes[-1] == node
        return True

    def undo(self) -> bool:
        """Take the last answer back; False when there is none."""
        if len(self._nodes) == 1:
            return False
        self._nodes.pop()
        self._named = False
        return True


def start() -> Player:
    """A new search."""
    return Player()
