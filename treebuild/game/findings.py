"""Findings: what people name in a game with groups of secrets, or whose hypotheses have variants.

Each secret has an own name: that of the group the user gave it, else that of its hypothesis, else its spelling.
`separation.with_inseparable_grouped` puts secrets that no test separates into one group, whose name joins their own
names. A text names a group if it is the name of the group. It may also be the own name, the hypothesis or the spelling
of a secret: then it names all groups with a secret of that own name. Only whole names are compared. A finding is right
if it names the only group left.

A tree names the first candidate that is left. Files of trees have no own names of joined secrets: in their games the
own name of a secret is that of its group.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
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
from treebuild.game.separation import namings_tell_nothing_else, same_answers
from treebuild.game.user_input import find_code, is_key, read_code


def names_left(game: Game, candidates: Iterable[int]) -> list[str]:
    """The names of these secrets, or those of their groups, each once."""
    return list(dict.fromkeys(map(game.named, candidates)))


def count_left(game: Game, candidates: Sequence[int]) -> int:
    """The number of groups among these secrets; of secrets in a game without groups."""
    groups = game.conditions.groups
    return len({groups[secret] for secret in candidates}) if groups else len(candidates)


def read_naming(game: Game, text: str, likely: Iterable[int] = ()) -> Code:
    """The code that a person means by a text: the one that `read_code` reads, unless the text names a group.

    A text that names a group stands for one secret of it: the first in `likely`, else the one it spells, else the first
    of the game. A text that also names a test is read as the test, unless a person may name a secret of `likely` now.
    Raises TreebuildError as `read_code` does.
    """
    groups, likely = game.conditions.groups, list(likely)
    if not groups:
        return read_code(game, text)
    called, spelled = _groups_called(game, text), list[int]()
    code = find_code(game, text)
    if code in game.named_secrets:
        spelled.append(game.named_secrets[code])
        called = called or _groups_called(game, game.spell(code))
    elif code is not None and not _may_name(game, likely):
        return code
    found = next((one for one in (*likely, *spelled, *range(len(groups))) if groups[one] in called), None)
    return read_code(game, text) if found is None else first_code_naming(game, found)


def first_code_naming(game: Game, secret: int) -> Code:
    """The first code that names a secret. There is one: `reply_matrix` refuses a game in which a secret has none."""
    return next(code for code, named in game.named_secrets.items() if named == secret)


def permits_person(game: Game, history: History, candidates: Sequence[int], code: int) -> bool:
    """Whether the game allows a person the guess codes[code], as `permits` says of trees.

    Where all candidates are of one group, any code that names one of them names the group.
    """
    if game.conditions.groups and game.conditions.identified(candidates):
        return game.named_secrets.get(game.codes[code]) in candidates
    return permits(game, history, candidates, code)


def check_denied(game: Game, turns: Iterable[tuple[int, Collection[int]]]) -> None:
    """Raise TreebuildError for a turn, a guess with its possible replies, that rules out one name of a joined group.

    The group would then have to be split, and no test can do that.
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
    """Whether replies are answers to questions, which a person may be unable to answer.

    That is so in a key, and in a table whose secrets may be named at any time, where their codes tell nothing else. In
    other games a player can only have forgotten a reply.
    """
    named_at_any_time = isinstance(game.rule, Table) and game.conditions.guesses == "all"
    return is_key(game) or (named_at_any_time and namings_tell_nothing_else(game))


def without_answers(game: Game, codes: Collection[int], candidates: Candidates) -> Game:
    """The game, as a table, in which these codes tell nothing, but for the secrets that they win against.

    With guesses `identify`, candidates that no other code separates become one group, unless a code that names a secret
    tells others apart.
    """
    matrix, win, asked = reply_matrix(game).matrix.copy(), game.win, [*codes]
    matrix[asked] = np.where(matrix[asked] == win, win, int(win == 0))
    rule = Table.of(game.codes, game.secrets, [packed_row(row.tolist(), len(game.replies)) for row in matrix])
    table = replace(game, rule=rule, reply=rule.reply, space=None, symmetries=())
    if game.conditions.guesses == "identify" and namings_tell_nothing_else(game):
        table = _with_candidates_grouped(table, candidates)
    return replace(table, own_names=())


def _with_candidates_grouped(game: Game, candidates: Candidates) -> Game:
    """The game in which candidates that no test separates are of one group, which is one for all names among them.

    A tree then asks until nothing could exclude a name. Names of groups are numbers, which nobody reads.
    """
    left, played = set(candidates.tolist()), game.conditions
    named = game.own_names or played.groups or range(len(game.secrets))
    numbers, groups = dict[frozenset[object], int](), [0] * len(game.secrets)
    for alike in same_answers(game):
        names: frozenset[object] = frozenset(named[secret] for secret in alike if secret in left)
        number = numbers.setdefault(names or frozenset([tuple(alike)]), len(numbers))
        for secret in alike:
            groups[secret] = number
    return game.under(replace(played, groups=tuple(groups), group_names=tuple(map(str, numbers.values()))))


def _may_name(game: Game, likely: list[int]) -> bool:
    """Whether a person may name one of these secrets now, the only ones that are likely."""
    return bool(likely) and permits_person(game, (), likely, game.code_index[first_code_naming(game, likely[0])])


def _groups_called(game: Game, text: str) -> set[int]:
    """The groups that a person means by a text, of a game with groups."""
    groups, names = game.conditions.groups, game.conditions.group_names
    own_names = game.own_names or [names[group] for group in groups]
    hypotheses = game.rule.hypotheses if isinstance(game.rule, Table) else {}
    said = [(own, game.spell(one), hypotheses.get(one, own)) for own, one in zip(own_names, game.secrets, strict=True)]
    called = SpelledCodes([*dict.fromkeys(chain(names, *said))], str).find(text)
    meant = {some[0] for some in said if called in some}
    return {group for group, own in zip(groups, own_names, strict=True) if own in meant or names[group] == called}
