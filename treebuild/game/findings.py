"""Findings: what people name in a game with groups of secrets, or whose hypotheses have variants.

The own name of a secret is that of the group that the user gives it, or else that of its hypothesis, or its spelling;
secrets that no test separates are then of one group, whose name joins their own names. What a person names by a text is
the groups of this name, and all groups with a secret whose own name is this text, or is the own name of a secret or a
hypothesis that this text spells: whole names are compared, and no parts of them. A finding is right if all secrets that
are left are of one group, and it names this group.

A tree names the first candidate, and ends the game by that. Files of trees have no own names of secrets that were
joined: in their games the own name of a secret is that of its group.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain

import numpy as np

from treebuild.errors import TreebuildError
from treebuild.game.code_text import SpelledCodes
from treebuild.game.game import Game
from treebuild.game.guess_rules import permits
from treebuild.game.positions import Candidates, History
from treebuild.game.reply_matrix import reply_matrix
from treebuild.game.reply_rules import Code, Table, packed_row
from treebuild.game.user_input import is_key, read_code


def names_left(game: Game, candidates: Iterable[int]) -> list[str]:
    """The names of these secrets, or those of their groups, each once."""
    return list(dict.fromkeys(map(game.named, candidates)))


def count_left(game: Game, candidates: Sequence[int]) -> int:
    """The number of groups among these secrets; of secrets in a game without groups."""
    groups = game.conditions.groups
    return len({groups[secret] for secret in candidates}) if groups else len(candidates)


def read_naming(game: Game, text: str, likely: Iterable[int] = ()) -> Code:
    """The code that a person means by a text: the one that `read_code` reads, unless it names a secret of a group.

    What names a group is read as a code for the first secret of `likely` that is of such a group, or else for the
    secret that is spelled so, or for the first of the game. A text that is a test too names a group only where a
    person may name one of `likely`. Raises TreebuildError as `read_code` does.
    """
    groups, likely = game.conditions.groups, list(likely)
    if not groups:
        return read_code(game, text)
    called, spelled = _groups_called(game, text), list[int]()
    with suppress(TreebuildError):
        code = read_code(game, text)
        if code in game.named_secrets:
            spelled.append(game.named_secrets[code])
            called = called or _groups_called(game, game.spell(code))
        elif not (likely and permits_person(game, (), likely, game.code_index[code_of(game, likely[0])])):
            return code
    found = next((one for one in (*likely, *spelled, *range(len(groups))) if groups[one] in called), None)
    return read_code(game, text) if found is None else code_of(game, found)


def permits_person(game: Game, history: History, candidates: Sequence[int], code: int) -> bool:
    """Whether the game allows a person the guess codes[code], as `permits` says of trees.

    Where all candidates are of one group, any code that names one of them names the group.
    """
    if game.conditions.groups and game.conditions.identified(candidates):
        return game.named_secrets.get(game.codes[code]) in candidates
    return permits(game, history, candidates, code)


def check_denied(game: Game, turns: Iterable[tuple[int, Collection[int]]]) -> None:
    """Raise TreebuildError when a turn, a guess with its possible replies, denies a name that is named with others.

    Without it, other secrets would have to be named together than the game says, so nobody could tell what to ask next.
    """
    for guess, replies in turns:
        code = game.codes[guess]
        secret = game.named_secrets.get(code)
        if game.own_names and game.win not in replies and secret is not None:
            together = game.named(secret)
            if game.own_names[secret] != together:
                text = f"{game.spell(code)}:{game.replies[min(replies)]}"
                raise TreebuildError(
                    f"{text!r} denies a name of `{together}`, which no test separates: leave this turn out"
                )


def asks_questions(game: Game) -> bool:
    """Whether codes that name no secret are questions: in a key, and where names may be guessed at any time.

    Then nobody may know the answer to a question. In other games the reply to every guess is told, if not remembered.
    """
    named_at_any_time = isinstance(game.rule, Table) and game.conditions.guesses == "all"
    return is_key(game) or (named_at_any_time and _namings_name_alone(game))


def _namings_name_alone(game: Game) -> bool:
    """Whether no code that names a secret tells other secrets apart."""
    rows, win = reply_matrix(game).matrix[[*game.namings]].astype(np.int64), game.win
    least, most = np.where(rows == win, len(game.replies), rows).min(1), np.where(rows == win, 0, rows).max(1)
    return bool((least >= most).all())


def without_answers(game: Game, codes: Collection[int], candidates: Candidates) -> Game:
    """The game, as a table, in which these codes tell nothing, but for the secrets that they win against.

    With guesses `identify`, candidates that no other code separates are of one group, and so are named together, unless
    a code that names a secret tells others apart. It is one for all names among them: a tree asks until nothing could
    exclude a name.
    """
    matrix, win, played = reply_matrix(game).matrix.copy(), game.win, game.conditions
    asked, namings = [*codes], [*game.namings]
    matrix[asked] = np.where(matrix[asked] == win, win, int(win == 0))
    rule = Table.of(game.codes, game.secrets, [packed_row(row.tolist(), len(game.replies)) for row in matrix])
    if played.guesses == "identify" and _namings_name_alone(game):
        answers = [column.tobytes() for column in np.delete(matrix, namings, axis=0).T]
        named = game.own_names or played.groups or range(len(answers))
        together: dict[bytes, set[str | int]] = {}
        for secret in candidates.tolist():
            together.setdefault(answers[secret], set()).add(named[secret])
        keys = [frozenset(together.get(given, (given,))) for given in answers]
        numbers = {key: number for number, key in enumerate(dict.fromkeys(keys))}
        names = tuple(map(str, numbers.values()))
        played = replace(played, groups=tuple(numbers[key] for key in keys), group_names=names)
    return replace(game, rule=rule, reply=rule.reply, space=None, symmetries=(), conditions=played, own_names=())


def _groups_called(game: Game, text: str) -> set[int]:
    """The groups that a person means by a text, of a game with groups."""
    groups, names = game.conditions.groups, game.conditions.group_names
    own_names = game.own_names or [names[group] for group in groups]
    hypotheses = game.rule.hypotheses if isinstance(game.rule, Table) else {}
    said = [(own, game.spell(one), hypotheses.get(one, own)) for own, one in zip(own_names, game.secrets, strict=True)]
    called = SpelledCodes([*dict.fromkeys(chain(names, *said))], str).find(text)
    meant = {some[0] for some in said if called in some}
    return {group for group, own in zip(groups, own_names, strict=True) if own in meant or names[group] == called}


def code_of(game: Game, secret: int) -> Code:
    """The first code that names a secret."""
    return next(code for code in game.codes if game.reply(code, game.secrets[secret]) == game.win)
