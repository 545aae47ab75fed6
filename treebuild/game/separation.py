"""Which secrets the tests of a game separate. A test is a code that names no secret."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, combinations

from treebuild.errors import LONGEST, TreebuildError, any_of
from treebuild.game.game import Game
from treebuild.game.reply_rules import Code, Table


def same_answers(game: Game) -> list[list[int]]:
    """All secrets, in sets of those that give the same answers to all tests.

    The secrets of a set are ascending, and so are the first ones of the sets.
    """
    namings = set(game.namings)
    tests = [_replies(game, code) for code in range(len(game.codes)) if code not in namings]
    answers = zip(*tests, strict=True) if tests else [()] * len(game.secrets)
    sets: dict[tuple[int, ...], list[int]] = {}
    for secret, given in enumerate(answers):
        sets.setdefault(given, []).append(secret)
    return list(sets.values())


def namings_tell_nothing_else(game: Game) -> bool:
    """Whether every code that names a secret gets one and the same reply for all other secrets."""
    return all(len(set(_replies(game, code))) <= 2 for code in game.namings)


def inseparable(game: Game) -> list[tuple[Code, ...]]:
    """Sets of secrets of a table that no test separates: with `identify` they must be named one after another.

    A code that wins against one of two secrets is no test between them. Two secrets of one group need no test. Other
    games have no such sets.
    """
    if not _is_table_of_tests(game):
        return []
    named = [_replies(game, code) for code in game.namings]
    found = []
    for alike in same_answers(game):
        if game.conditions.identified(alike):
            continue
        apart = (pair for pair in combinations(alike, 2) if not game.conditions.identified(pair))
        pairs = [pair for pair in apart if not any(_separates(row, pair, game.win) for row in named)]
        if kept := sorted(set(chain.from_iterable(pairs))):
            found.append(tuple(game.secrets[secret] for secret in kept))
    return found


def with_inseparable_grouped(game: Game) -> tuple[Game, list[tuple[str, ...]]]:
    """(the game, in which secrets that no test separates are of one group; the names that were joined).

    The name of a secret is that of its group, or of its hypothesis. Secrets that give the same answers to all tests
    become a group for all names among them, such as "hawk or eagle". A tree of the game then asks until no test could
    exclude a name that is left. The game comes back as it is if it is no table of tests, or if a code that names a
    secret tells others apart. Raises TreebuildError for a joined name that is longer than LONGEST, or is that of
    another group.
    """
    if not _is_table_of_tests(game) or not namings_tell_nothing_else(game):
        return game, []
    own_names = tuple(map(game.named, range(len(game.secrets))))
    place = {name: place for place, name in enumerate(dict.fromkeys(own_names))}
    alike = same_answers(game)
    sets = [tuple(sorted({own_names[secret] for secret in secrets}, key=place.__getitem__)) for secrets in alike]
    if not (together := [names for names in dict.fromkeys(sets) if len(names) > 1]):
        return game, []
    _check_joint_names([*sets, *((name,) for name in place)])
    names_of = {secret: names for secrets, names in zip(alike, sets, strict=True) for secret in secrets}
    groups = {game.spell(secret): any_of(names_of[number]) for number, secret in enumerate(game.secrets)}
    return replace(game.grouped(groups), own_names=own_names), together


def _check_joint_names(sets: Sequence[tuple[str, ...]]) -> None:
    """Raise TreebuildError for two sets of names with one joint name, and for a joint name longer than LONGEST."""
    named = {any_of(names): names for names in sets}
    for names in sets:
        if (other := named[any_of(names)]) != names:  # one name may be "a or b", and two names a and b
            apart = " from ".join(names if len(names) > 1 else other)
            raise TreebuildError(
                f"no test separates {apart}, and together they would be named {any_of(names)}, as others are: rename "
                "one"
            )
    for names in sets:
        if len(names) > 1 and len(any_of(names)) > LONGEST:
            raise TreebuildError(
                f"no test separates {len(names):,} secrets, {names[0]}, {names[1]} and so on, which are too many to be "
                "named together: expected tests that tell most apart, or groups"
            )


def needless(game: Game) -> list[str]:
    """The tests, of a table in which guesses are `identify`, that all secrets answer alike; empty for other games."""
    if not _is_table_of_tests(game):
        return []
    every = range(len(game.codes))
    return [game.spell(game.codes[one]) for one in every if len(set(_replies(game, one))) == 1 < len(game.secrets)]


def _is_table_of_tests(game: Game) -> bool:
    return game.conditions.guesses == "identify" and isinstance(game.rule, Table)


def _replies(game: Game, code: int) -> Sequence[int]:
    """The reply to codes[code] for every secret."""
    guess, rule = game.codes[code], game.rule
    return rule.rows[guess] if isinstance(rule, Table) else [game.reply(guess, secret) for secret in game.secrets]


def _separates(row: Sequence[int], pair: tuple[int, int], win: int) -> bool:
    one, other = (row[secret] for secret in pair)
    return one != other and win not in (one, other)
