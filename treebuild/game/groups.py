"""Groups of secrets that need not be told apart. Without groups every secret is a group of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from treebuild.errors import TreebuildError, check_type
from treebuild.game.checks import check_printable

Groups: TypeAlias = Mapping[str, str]
"""Spelled secrets, each with the name of its group."""


def numbered(game: str, spelled: Sequence[str], names: Mapping[int, str]) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """(the number of every secret's group, the names of the groups) of a game; both empty where each secret is a group.

    `spelled` has the spelling of every secret in order. `names` has the name of a group by the index of the secret. A
    secret that it omits is a group of its own, named by its spelling. The order of the groups is the order of their
    first secrets. Raises TreebuildError for a group whose name is the spelling of an omitted secret, and where all
    secrets are of one group.
    """
    for name in names.values():
        check_type(name, str, f"group of a secret of {game}: expected a text")
    alone = {secret for i, secret in enumerate(spelled) if i not in names}
    check_printable(*names.values())
    if both := alone.intersection(names.values()):
        raise TreebuildError(
            f"game {game!r}: {min(both)!r} is a group and a secret that the groups leave out: rename the group, or add "
            "the secret to it"
        )
    numbers: dict[str, int] = {}
    groups = tuple(numbers.setdefault(names.get(i, secret), len(numbers)) for i, secret in enumerate(spelled))
    if len(numbers) == len(spelled):
        return (), ()
    if len(numbers) == 1:
        raise TreebuildError(
            f"game {game!r}: all secrets are of one group, {next(iter(numbers))!r}: there is nothing to find"
        )
    return groups, tuple(numbers)
