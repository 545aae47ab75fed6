"""The format .paths: a line for each secret, with the guesses that find it, and the secret itself at the end.

`salet,courd,nymph,whiff`. The replies follow from the rules, so these lines are a whole tree. Solvers of Wordle publish
them, and people paste them into spreadsheets. Guesses with commas or quotation marks are written as in CSV.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from treebuild.codec.draft import Draft, read_text
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.lookup import as_game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.tree.tree import NONE, Tree


def lines(tree: Tree) -> Iterator[str]:
    """The lines of a tree, in the order of the secrets."""
    game, guess, parent = tree.game, tree.guess.tolist(), tree.parent.tolist()
    for node in tree.end.tolist():
        way = []
        while node != NONE:
            way.append(game.spell(game.codes[guess[node]]))
            node = parent[node]
        line = io.StringIO()
        csv.writer(line, lineterminator="").writerow(reversed(way))
        yield line.getvalue()


def decode(data: bytes, game: Game | str | None = None, patient: bool = False) -> Tree:
    """The tree of these lines, in any order, of `game` or Bulls and Cows.

    Empty cells at the end of a line are left out, as spreadsheets write them. Raises TreebuildError,
    with the line, for anything but a sound tree.
    """
    draft = Draft(as_game(game), "line")
    secret_of = reply_matrix(draft.game).secret_of
    root = NONE
    for number, line in enumerate(read_text(data, patient).splitlines(), 1):
        if not (cells := _cells(line, number)):
            continue
        codes = [draft.code(cell, at=number) for cell in cells]
        if secret_of[codes[-1]] == NONE:
            raise TreebuildError(f"line {number}: {cells[-1]!r} is no secret of {draft.game.name}", "structure")
        root = _add(draft, root, codes, int(secret_of[codes[-1]]), number)
    if root == NONE:
        raise TreebuildError("has no guess, expected a tree", "structure")
    return draft.tree(patient)


def _cells(line: str, number: int) -> list[str]:
    try:
        (cells,) = csv.reader([line], strict=True) if line.strip() else ([],)
    except csv.Error as error:
        raise TreebuildError(f"line {number}: {error}", "structure") from None
    while cells and not cells[-1].strip():
        del cells[-1]
    return cells


def _add(draft: Draft, root: int, codes: list[int], secret: int, number: int) -> int:
    """Add the guesses that find a secret to the tree so far. Return its root, which is -1 before the first line."""
    game, parent, reply = draft.game, NONE, NONE
    for code in codes:
        node = root if parent == NONE else draft.child(parent, reply)
        if node == NONE:
            node = draft.add(code, parent, reply, number)
            root = node if parent == NONE else root
        elif draft.guess(node) != code:
            one, other = (game.spell(game.codes[guess]) for guess in (code, draft.guess(node)))
            problem = f"guesses {one}, where line {draft.at(node)} guesses {other}"
            raise draft.error(problem, parent, reply, number)
        parent, reply = node, game.reply(game.codes[code], game.secrets[secret])
    draft.end(parent, reply, number)
    return root
