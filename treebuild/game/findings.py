"""Findings: what people name in a game with groups of secrets, or whose hypotheses have variants.

A person who names a group, a hypothesis, or any secret of these names all of it. A tree names the first candidate, and
ends the game by that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import product

from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.guess_rules import permits
from treebuild.game.positions import History
from treebuild.game.reply_rules import Code, Table
from treebuild.game.text import small
from treebuild.game.user_input import read_code


def names_left(game: Game, candidates: Iterable[int]) -> list[str]:
    """The names of these secrets, or those of their groups, each once."""
    return list(dict.fromkeys(map(game.named, candidates)))


def count_left(game: Game, candidates: Sequence[int]) -> int:
    """The number of groups among these secrets; of secrets in a game without groups."""
    groups = game.conditions.groups
    return len({groups[secret] for secret in candidates}) if groups else len(candidates)


def read_naming(game: Game, text: str, likely: Iterable[int] = ()) -> Code:
    """The code that a person means by a text, as `read_code` reads it, or by the name of a group or of a hypothesis.

    Of all secrets of this name, the code names the first of `likely`, or else the first of the game. Raises
    TreebuildError as `read_code` does.
    """
    try:
        return read_code(game, text)
    except TreebuildError:
        wanted = small(text.strip())
        secrets = [*likely, *range(len(game.secrets))] if game.conditions.groups else []
        ways = product((_is_named, _is_joined), secrets)  # a part of a name may be the whole name of another group
        found = next((one for means, one in ways if means(game, one, wanted)), None)
        if found is None:
            raise
        return _code_of(game, found)


def meant(game: Game, code: Code, likely: Iterable[int]) -> Code:
    """The code that names the first of `likely` that a person means who names a secret by `code`.

    They mean all secrets of its group, and all variants of its hypothesis, and what cannot be told from one of these
    that is likely. Any other code is meant as it is.
    """
    groups, hypotheses = game.conditions.groups, _hypotheses(game)
    named = game.named_secrets.get(code) if groups else None
    if named is None:
        return code
    likely, name = [*likely], game.named(named)
    own, in_group = hypotheses.get(game.secrets[named]), set[str | None]()
    if hypotheses:  # variants of one hypothesis may be of a group and of groups that this one was joined with
        fellows = (secret for secret, group in zip(game.secrets, groups, strict=True) if group == groups[named])
        in_group = {hypotheses[secret] for secret in fellows}

    def is_same(one: int) -> bool:
        of = hypotheses.get(game.secrets[one])
        joined = of in in_group and _is_joined(game, one, small(name))
        return groups[one] == groups[named] or (own is not None and of == own) or joined

    same = {groups[one] for one in likely if is_same(one)}
    return _code_of(game, next((one for one in likely if groups[one] in same), named))


def permits_person(game: Game, history: History, candidates: Sequence[int], code: int) -> bool:
    """Whether the game allows a person the guess codes[code], as `permits` says of trees.

    Where all candidates are of one group, any code that names one of them names the group.
    """
    if game.conditions.groups and game.conditions.identified(candidates):
        return game.named_secrets.get(game.codes[code]) in candidates
    return permits(game, history, candidates, code)


def _is_named(game: Game, secret: int, name: str) -> bool:
    """Whether a group or the hypothesis of a secret has this name, given in small letters."""
    group = game.named(secret)
    return name in (small(group), small(_hypotheses(game).get(game.secrets[secret], group)))


def _is_joined(game: Game, secret: int, name: str) -> bool:
    """Whether `guess_rules.joined` may have made the group of a secret of one of this name, given in small letters."""
    return bool(re.search(rf"(^|, | or ){re.escape(name)}($|, | or )", small(game.named(secret))))


def _hypotheses(game: Game) -> Mapping[Code, str]:
    """What each secret is a variant of; empty where secrets have no variants."""
    return game.rule.hypotheses if isinstance(game.rule, Table) else {}


def _code_of(game: Game, secret: int) -> Code:
    """The code that names a secret."""
    return next(code for code, named in game.named_secrets.items() if named == secret)
