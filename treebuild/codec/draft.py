"""Trees as other programs write them: guesses, and what follows each reply. All else follows from the rules of a game.

A reader of such a format gives every guess and every reply that it finds to a `Draft`, with its place in the file.
"""

from __future__ import annotations

from array import array
from functools import cache

from treebuild.codec.files import PATIENT_LIMIT, SIZE_LIMIT, check_size
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.user_input import read_code, read_reply
from treebuild.tree.links import from_links
from treebuild.tree.tree import NONE, Tree


def read_text(data: bytes, patient: bool) -> str:
    """The text of a file. Raises TreebuildError for too many bytes, and for bytes that are no UTF-8."""
    check_size(len(data), PATIENT_LIMIT if patient else SIZE_LIMIT)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise TreebuildError(f"byte {error.start + 1} is no UTF-8, expected a text", "structure") from None


class Draft:
    """The nodes of a tree while its file is read. Node 0 is the root; its `parent` and `reply` are -1.

    `unit` says what the places are that readers give as `at`, such as "line". Without one, the replies on the way to a
    node are its place.
    """

    def __init__(self, game: Game, unit: str = "") -> None:
        self.game = game
        self._unit = unit
        self._guess, self._parent, self._reply, self._at = array("i"), array("i"), array("i"), array("q")
        self._child: list[dict[int, int]] = []
        labels = {label: reply for reply, label in enumerate(game.replies)}
        self._read_code = cache(lambda text: game.code_index[read_code(game, text)])
        self._read_reply = cache(lambda text: labels[text] if text in labels else read_reply(game, text))

    def code(self, text: str, parent: int = NONE, reply: int = NONE, at: int = 0) -> int:
        """The code that a text means after a reply to the guess of a node. Raises TreebuildError, with the place."""
        try:
            return self._read_code(text)
        except TreebuildError as error:
            raise self.error(error.message, parent, reply, at) from None

    def reply(self, text: str, node: int, at: int = 0) -> int:
        """The reply to the guess of a node that a text means. Raises TreebuildError, with the place."""
        try:
            return self._read_reply(text)
        except TreebuildError as error:
            raise self.error(error.message, node, NONE, at) from None

    def add(self, guess: int, parent: int = NONE, reply: int = NONE, at: int = 0) -> int:
        """Add the node after a reply to the guess of its parent, which guesses codes[guess]. Return its number."""
        node = len(self._guess)
        if parent != NONE:
            if reply == self.game.win:
                raise self.error("the secret is found, and no guess may follow", parent, reply, at)
            self._link(parent, reply, node, at)
        self._guess.append(guess)
        self._parent.append(parent)
        self._reply.append(reply)
        self._at.append(at)
        self._child.append({})
        return node

    def end(self, parent: int, reply: int, at: int = 0) -> None:
        """Note that the file has a reply to the guess of a node, and no guess after it."""
        if reply != self.game.win:
            raise self.error("expected a guess, because the secret is not found yet", parent, reply, at)
        self._link(parent, reply, NONE, at)

    def _link(self, parent: int, reply: int, node: int, at: int) -> None:
        if reply in self._child[parent]:
            raise self.error("the file says twice what follows this reply", parent, reply, at)
        self._child[parent][reply] = node

    def child(self, node: int, reply: int) -> int:
        """The node after a reply to the guess of a node, or -1."""
        return self._child[node].get(reply, NONE)

    def guess(self, node: int) -> int:
        """The index of the code that a node guesses."""
        return self._guess[node]

    def at(self, node: int) -> int:
        """The place of a node in the file, in units."""
        return self._at[node]

    def tree(self, patient: bool) -> Tree:
        """The tree. Where the file has no guess and one candidate is left, this candidate is guessed.

        Raises TreebuildError, with the place, where the file contradicts the rules of the game.
        """
        return from_links(self.game, self._guess, self._child, patient=patient, place=self._place, lone=True)

    def error(self, problem: str, node: int = NONE, reply: int = NONE, at: int = 0) -> TreebuildError:
        """The error for a problem of the file, after a reply to the guess of a node."""
        return TreebuildError(f"{self._words(at, node, reply)}: {problem}", "structure")

    def _place(self, node: int) -> str:
        return self._words(self._at[node], node)

    def _words(self, at: int, node: int, reply: int = NONE) -> str:
        """A place in the file, and in the tree."""
        path = [reply] if reply != NONE else []
        while node > 0:
            path.append(self._reply[node])
            node = self._parent[node]
        labels = " ".join(self.game.replies[reply] for reply in reversed(path))
        words = f"after {labels}" if path else "at the root"
        return f"{self._unit} {at}, {words}" if self._unit else words
