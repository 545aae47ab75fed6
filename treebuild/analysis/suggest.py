"""The best guesses in a position, best first, as `suggest` of Python and of the command line gives them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import NoneType
from typing import Literal

from treebuild.analysis.guess_values import EXACT, NEAR
from treebuild.analysis.position import Position, Worth, check_top
from treebuild.errors import UsageError, check_type
from treebuild.game.findings import check_denied
from treebuild.game.game import Game
from treebuild.game.user_input import is_key
from treebuild.search.walk.search_options import SearchOptions
from treebuild.tree.policy import Progress

COMPARED = 10  # guesses that leave the fewest, of which the one that needs the fewest is suggested first


def suggest(game: Game | str, history: Sequence[str] = (), *, by: str | None = None, top: int = 10) -> list[Worth]:
    """The best guesses in a position, best first: one of each set of guesses that symmetry makes equal.

    `history` has the guesses so far with their replies, "1234:1.1" or "crane:..y.g", or words and a shared result:
    `user_input.read_reply` says how replies are spelled, and `user_input.separate_turns` how turns are. `by` is a
    greedy algorithm of `treebuild list` (minmax, minavg, entropy, parts, greedy-crush, larmouth), "exact" or "near".
    By "exact" and "near", a guess is worth the number of guesses needed on average from here on, by the best tree or by
    a good one. With "exact" an exhaustive search shows that no other guess is better. It takes a second where few
    candidates are left, and more than half an hour at the start of Wordle. Without `by`, the guesses are those that
    leave the fewest candidates, as with "minavg", and say how many guesses are needed after them; where that is known
    exactly, the guess that needs the fewest comes first. Where tests have costs, the guesses are those that cost
    least in the end. In games with many codes only some are compared: `Position.sampled` tells whether.

    Raises TreebuildError for a history that cannot be read or that no secret gives, for an unknown score, for a `top`
    below 1, and for a game that is too large for "exact".

    >>> best = suggest("p4c10n", ["1234:1.1", "5167:0.2"], top=2)
    >>> [(worth.code, worth.candidate, round(float(worth.exact), 4)) for worth in best]
    [('1620', True, 3.4167), ('1502', True, 3.4278)]
    >>> suggest("three-of-seven", ["123:1.1", "145:0.1"], by="exact", top=1)[0].exact
    Fraction(2, 1)
    """
    check_type(by, (str, NoneType), "score: expected one such as minavg, or None")
    check_type(top, int, "number of guesses: expected a whole number")
    check_top(top)
    position = Position(game, history)
    check_denied(position.game, position.turns)
    return suggestions(position, by, top).guesses


@dataclass(frozen=True)
class Suggestions:
    """The best guesses in a position.

    guesses    best first, one of each set that symmetry makes equal; those by a score that was asked for have no values
    candidate  the best candidate, if the guesses are by a score and none of them is a candidate; else empty
    value      which value can be shown beside each guess within seconds, as `Position.value_kind` says
    searched   whether an exhaustive search has shown that no other guess is better than the first
    """

    guesses: list[Worth]
    candidate: list[Worth]
    value: Literal["exact", "near", ""]
    searched: bool = False


def suggestions(
    position: Position,
    by: str | None = None,
    top: int = 10,
    progress: Progress | None = None,
    options: SearchOptions | None = None,
) -> Suggestions:
    """What `suggest` finds in a position.

    `progress` is called while values are computed. `options` are for the search by "exact" alone. Raises TreebuildError
    and UsageError as `suggest` does, and UsageError for options beside another score.
    """
    value = position.value_kind(by or "minavg")
    if by == EXACT or (by is None and value == EXACT and _compares_costs(position)):
        return Suggestions(position.best_exact(top, progress, options), [], value, searched=True)
    if options is not None:
        raise UsageError("options are for a search for the best guesses: expected the score exact")
    if by == NEAR:
        return Suggestions(position.best_near(top, progress), [], value)
    if by is None and value == EXACT:
        guesses = _fewest_first(position, top)
    else:
        guesses = position.best(by or "minavg", top, distinct=True)
    if by is None and value:
        guesses = [position.valued(worth, value) for worth in guesses]
    return Suggestions(guesses, _missing_candidate(position, guesses, by or "minavg"), value)


def _compares_costs(position: Position) -> bool:
    """Whether all tests are compared by what they cost in the end: the best may leave many candidates."""
    return bool(position.game.conditions.costs) and is_key(position.game)


def _fewest_first(position: Position, top: int) -> list[Worth]:
    """Of the guesses that leave the fewest candidates and the best candidate, those that need the fewest guesses."""
    found = position.best("minavg", max(top, COMPARED), distinct=True)
    found += _missing_candidate(position, found, "minavg")
    found = [position.valued(worth, EXACT) for worth in found]
    return sorted(found, key=lambda worth: (worth.exact is None, worth.exact))[:top]


def _missing_candidate(position: Position, guesses: list[Worth], by: str) -> list[Worth]:
    """The best candidate by a score, if none of the guesses is a candidate."""
    return [] if any(worth.candidate for worth in guesses) else position.best(by, 1, candidates=True)
