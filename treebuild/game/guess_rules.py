"""The rules of guesses: the definition, in plain Python, of which guesses each rule permits in a position.

`Conditions.guesses` names the rule. The search has its own, faster code in `search/goal/permitted.py`. The verifier
and the tests use the definitions here.

A code that wins against a candidate is permitted by every rule but `identify`: the candidate gave all replies so far,
so its own code is consistent with them, has every green letter in its place, and every marked letter as often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, combinations

from treebuild.errors import LONGEST, TreebuildError
from treebuild.game.game import Game
from treebuild.game.positions import History
from treebuild.game.reply_rules import WORDLE, Code, Table


def permits(game: Game, history: History, candidates: Sequence[int], code: int) -> bool:
    """Whether the rule of the game allows guessing codes[code] after the turns of `history`.

    `candidates` are the indices of the secrets that give all replies of the history, at least one. The rules are:

    all         any code
    candidates  a code that wins against a candidate
    consistent  a code that, as the secret, would have given all replies so far
    hard        in Wordle: a letter that was green keeps its place, and a letter that was marked, green or yellow,
                occurs as often as it was marked in any one reply; nothing is asked of grey letters
    identify    a test: a code that wins against no candidate and tells some apart. Where there is none, or one
                candidate is left, a code that wins against a candidate. With groups, where all candidates are of
                one, a code that wins against the first of them

    >>> from treebuild.game.guess_rules import permits
    >>> game = Game.from_rules("p2c3n").with_guesses("candidates")
    >>> turns = ((game.codes.index(game.parse("01")), game.replies.index("0.1")),)
    >>> left = [game.secrets.index(game.parse(secret)) for secret in ("12", "20")]
    >>> [game.spell(game.codes[code]) for code in range(6) if permits(game, turns, left, code)]
    ['12', '20']
    """
    played = game.conditions
    if played.groups and played.identified(candidates):
        return _wins(game, candidates[:1], code)
    if played.guesses == "all":
        return True
    if played.guesses == "candidates":
        return _wins(game, candidates, code)
    if played.guesses == "consistent":
        return all(game.reply(game.codes[guess], game.codes[code]) == reply for guess, reply in history)
    if played.guesses == "hard":
        return all(_keeps(game, guess, reply, game.codes[code]) for guess, reply in history)
    if _wins(game, candidates, code):
        return len(candidates) == 1 or not any(_is_test(game, candidates, other) for other in range(len(game.codes)))
    return _is_test(game, candidates, code)


def inseparable(game: Game) -> list[tuple[Code, ...]]:
    """Sets of secrets of a table that no test separates: with `identify` they must be named one after another.

    A code that wins against one of two secrets is no test between them. Two secrets of one group need no test. Other
    games have no such sets.
    """
    if game.conditions.guesses != "identify" or not isinstance(game.rule, Table):
        return []
    rows, namings = game.rule.rows, set(game.namings)
    tests = [rows[code] for i, code in enumerate(game.codes) if i not in namings]
    groups: dict[tuple[int, ...], list[int]] = {}
    for secret in range(len(game.secrets)):
        groups.setdefault(tuple(row[secret] for row in tests), []).append(secret)
    named = [rows[game.codes[code]] for code in namings]
    alike = []
    for group in groups.values():
        if game.conditions.identified(group):
            continue
        apart = (pair for pair in combinations(group, 2) if not game.conditions.identified(pair))
        pairs = [pair for pair in apart if not any(_separates(row, pair, game.win) for row in named)]
        if kept := sorted(set(chain.from_iterable(pairs))):
            alike.append(tuple(game.secrets[secret] for secret in kept))
    return alike


def joined(game: Game) -> tuple[Game, list[tuple[str, ...]]]:
    """(the game, in which secrets that no test separates are of one group; the names that were put together).

    The name of a secret is that of its group, or of its hypothesis. Secrets that give the same answers to all tests are
    of a group for all names among them, such as "hawk or eagle". A tree of the game then asks until no test could
    exclude a name that is left. A game that is no table of tests comes back as it is. Raises TreebuildError for a group
    whose name is longer than LONGEST, or is that of another.
    """
    if game.conditions.guesses != "identify" or not isinstance(game.rule, Table):
        return game, []
    rows, namings = game.rule.rows, set(game.namings)
    if any(len(set(rows[game.codes[code]])) > 2 for code in namings):  # a code that names a secret tells others apart
        return game, []
    tests = [rows[code] for i, code in enumerate(game.codes) if i not in namings]
    answers = list(zip(*tests, strict=True)) if tests else [()] * len(game.secrets)
    own_names = tuple(map(game.named, range(len(answers))))
    order = {name: place for place, name in enumerate(dict.fromkeys(own_names))}
    names: dict[tuple[int, ...], set[str]] = {}  # of the secrets that give these answers
    for name, given in zip(own_names, answers, strict=True):
        names.setdefault(given, set()).add(name)
    sets = {given: tuple(sorted(some, key=order.__getitem__)) for given, some in names.items()}
    if not (together := [some for some in dict.fromkeys(sets.values()) if len(some) > 1]):
        return game, []
    every = [*sets.values(), *((name,) for name in order)]
    named = {either(*some): some for some in every}
    for some in every:
        if (other := named[either(*some)]) != some:  # one name may be "a or b", and two names a and b
            apart = " from ".join(some if len(some) > 1 else other)
            raise TreebuildError(
                f"no test separates {apart}, and together they would be named {either(*some)}, as others are: rename "
                "one"
            )
    for some in together:
        if len(either(*some)) > LONGEST:
            raise TreebuildError(
                f"no test separates {len(some):,} secrets, {some[0]}, {some[1]} and so on, which are too many to be "
                "named together: expected tests that tell most apart, or groups"
            )
    groups = {game.spell(secret): either(*sets[given]) for secret, given in zip(game.secrets, answers, strict=True)}
    return replace(game.grouped(groups), own_names=own_names), together


def either(*names: str) -> str:
    """Such as "hawk, eagle or owl"; the name alone, where there is one."""
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def needless(game: Game) -> list[str]:
    """The tests, of a table in which guesses are `identify`, that all secrets answer alike; empty for other games."""
    if game.conditions.guesses != "identify" or not isinstance(game.rule, Table):
        return []
    return [game.spell(code) for code in game.codes if len(set(game.rule.rows[code])) == 1 < len(game.secrets)]


def _separates(row: Sequence[int], pair: tuple[int, int], win: int) -> bool:
    one, other = (row[secret] for secret in pair)
    return one != other and win not in (one, other)


def _wins(game: Game, candidates: Sequence[int], code: int) -> bool:
    return any(game.reply(game.codes[code], game.secrets[secret]) == game.win for secret in candidates)


def _is_test(game: Game, candidates: Sequence[int], code: int) -> bool:
    """Whether a code wins against none of the candidates and tells some of them apart."""
    replies = {game.reply(game.codes[code], game.secrets[secret]) for secret in candidates}
    return len(replies) > 1 and game.win not in replies


def marks(game: Game) -> list[list[int]]:
    """For every reply of the rule wordle, in order, the mark of each peg: 0 grey, 1 yellow, 2 green."""
    return [[WORDLE.index(mark) for mark in reply] for reply in game.replies]


def _keeps(game: Game, guess: int, reply: int, code: Code) -> bool:
    """Whether hard mode allows a code after a guess and its reply by the rule wordle."""
    pegs = [(symbol, WORDLE.index(mark)) for symbol, mark in zip(game.codes[guess], game.replies[reply], strict=True)]
    marked = Counter(symbol for symbol, mark in pegs if mark)
    green = all(code[peg] == symbol for peg, (symbol, mark) in enumerate(pegs) if mark == 2)
    return green and all(code.count(symbol) >= times for symbol, times in marked.items())
