"""The format .tree: the text that alex1770/wordle, the best public solver of Wordle, writes of a tree.

A guess is followed by a reply to it, as `B`, `Y` and `G` and the number of the guess, and this by the next guess, in
the same line. The other replies to a guess stand below the first, each in a line of its own. `GGGGG` ends a path:

    salet BBBBB1 courd BBBBB2 nymph BBBBY3 whiff GGGGG4
                                    BGYYB3 pygmy GGGGG4
                       BBBBG2 vivid GGGGG3
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest

from treebuild.codec.draft import Draft, read_text
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.lookup import as_game
from treebuild.game.reply_rules import WORDLE
from treebuild.game.user_input import style
from treebuild.tree.tree import NONE, Tree

MARKS = "BYG"  # grey, yellow, green
_REPLY = re.compile(r"([BYG]+)([0-9]{1,6})")
_TO_MARKS, _FROM_MARKS = str.maketrans(WORDLE, MARKS), str.maketrans(MARKS, WORDLE)


def check_game(game: Game) -> None:
    """Raise TreebuildError for a game whose replies are no marks."""
    if style(game) != "marks":
        raise TreebuildError(f".tree is for games whose replies are marks, such as wordle, and {game.name} has others")


def lines(tree: Tree) -> Iterator[str]:
    """The lines of a tree. Replies are in alphabetical order, as in the solver's own files."""
    check_game(tree.game)
    line, waiting = "", [(0, "", 0)]
    while waiting:
        node, reply, column = waiting.pop()
        if len(line) > column:
            yield line.rstrip()
            line = " " * column
        line += reply
        if node == NONE:
            continue
        line += f"{tree.game.spell(tree.game.codes[tree.guess[node]])} "
        follows = dict(tree.children(node))
        marks = sorted((tree.game.replies[reply].translate(_TO_MARKS), reply) for reply in tree.answers(node))
        depth = tree.depth[node]
        waiting += [(follows.get(reply, NONE), f"{mark}{depth} ", len(line)) for mark, reply in reversed(marks)]
    yield line.rstrip()


def decode(data: bytes, game: Game | str | None = None, patient: bool = False) -> Tree:
    """The tree of a text, of `game` or Bulls and Cows. Where a line stands is not looked at: the numbers say it.

    Raises TreebuildError, with the line, for anything but a sound tree.
    """
    text, game = read_text(data, patient), as_game(game)
    check_game(game)
    draft, way = Draft(game, "line"), list[int]()  # the last guess at each depth
    for number, line in enumerate(text.splitlines(), 1):
        if words := line.split():
            _read_line(draft, way, words, number)
    if not way:
        raise TreebuildError("has no guess, expected a tree", "structure")
    return draft.tree(patient)


def _read_line(draft: Draft, way: list[int], words: list[str], number: int) -> None:
    """Read the words of a line; `way` has the guesses that the line before ended with."""
    if not way:
        way.append(draft.add(draft.code(words[0], at=number), at=number))
        words = words[1:]
    for mark, guess in zip_longest(words[::2], words[1::2], fillvalue=""):
        node, reply = _reply(draft, way, mark, number)
        if guess:
            way.append(draft.add(draft.code(guess, node, reply, number), node, reply, number))
        else:
            draft.end(node, reply, number)


def _reply(draft: Draft, way: list[int], word: str, number: int) -> tuple[int, int]:
    """The node and the reply that a word such as BBYBG2 names; `way` ends with this node then."""
    found = _REPLY.fullmatch(word)
    if found is None:
        raise draft.error(f"expected a reply such as BBYBG{len(way)}, got {word!r}", way[-1], at=number)
    depth = int(found[2])
    if not 1 <= depth <= len(way):
        raise draft.error(f"{word} is a reply to guess {depth}, expected 1 to {len(way)}", way[-1], at=number)
    del way[depth:]
    return way[-1], draft.reply(found[1].translate(_FROM_MARKS), way[-1], number)
