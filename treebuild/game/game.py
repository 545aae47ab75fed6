"""A game: what may be guessed, what is sought, what is replied."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property

from treebuild.errors import TreebuildError
from treebuild.game.rules import REPLY_LIMIT, Code, Rule, bulls_and_cows, check_matrix_size

_SYMBOLS = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """Codes, secrets and the reply to every pair of them.

    `name` is the rule string of a pNcM game. `replies` are the labels in order, `win` the index of the one that ends
    the game. Make one with `from_rules` or `from_parts`.

    >>> game = Game.from_rules("mastermind")
    >>> game
    Game(p4c6r: 1296 codes, 14 replies)
    >>> game.replies[game.reply(game.parse("0011"), game.parse("0102"))]
    '1.2'
    """

    name: str
    codes: tuple[Code, ...]
    secrets: tuple[Code, ...]
    replies: tuple[str, ...]
    win: int
    reply: Callable[[Code, Code], int]
    """The definition of the game: reply(guess, secret) -> index into `replies`, in plain Python."""
    rule: Rule | None = None
    symmetries: tuple[Callable[[Code], Code], ...] = ()
    """Generators of a custom game's symmetry group: maps of codes and secrets that keep every reply."""

    def __repr__(self) -> str:
        counts = {"codes": len(self.codes), "secrets": len(self.secrets), "replies": len(self.replies)}
        if self.secrets == self.codes:
            del counts["secrets"]
        return f"Game({self.name}: {', '.join(f'{count} {what}' for what, count in counts.items())})"

    @classmethod
    def from_rules(cls, rules: str = "p4c10n") -> Game:
        """The game a rule string or alias names, codes and secrets both in lexicographic order.

        Raises TreebuildError for a bad rule and for a game whose reply matrix would not fit.
        """
        rule = Rule.parse(rules)
        codes = tuple(rule.codes())
        return cls(
            name=str(rule),
            codes=codes,
            secrets=codes,
            replies=tuple(f"{bulls}.{cows}" for bulls, cows in rule.replies),
            win=len(rule.replies) - 1,
            reply=bulls_and_cows(rule),
            rule=rule,
        )

    @classmethod
    def from_parts(
        cls,
        name: str,
        codes: Sequence[Code],
        secrets: Sequence[Code],
        reply: Callable[[Code, Code], Hashable],
        replies: Sequence[Hashable],
        win: Hashable,
        symmetries: Sequence[Callable[[Code], Code]] = (),
    ) -> Game:
        """A game of your own.

        `reply(guess, secret)` returns one of `replies`; `win` is the reply that ends the game. Every code may win
        against one secret at most. `symmetries` are maps s with reply(s(g), s(x)) == reply(g, x). Raises
        TreebuildError when a code, secret or reply is given twice, or the matrix would not fit.

        >>> def compare(guess, secret):
        ...     return "higher" if secret > guess else "lower" if secret < guess else "right"
        >>> Game.from_parts("numbers", range(1, 11), range(1, 11), compare, ["lower", "higher", "right"], "right")
        Game(numbers: 10 codes, 3 replies)
        """
        for what, items in (("code", codes), ("secret", secrets), ("reply", replies)):
            try:
                different = len(set(items))
            except TypeError:
                raise TreebuildError(
                    f"game {name!r}: expected every {what} to be hashable, such as a tuple and not a list"
                ) from None
            if not different or different != len(items):
                raise TreebuildError(f"game {name!r}: expected every {what} once and at least one, got {len(items)}")
        if win not in replies or len(replies) > REPLY_LIMIT:
            raise TreebuildError(
                f"game {name!r}: expected at most {REPLY_LIMIT} replies with {win!r}, the winning one, among them"
            )
        check_matrix_size(name, len(codes), len(secrets))
        index = {label: i for i, label in enumerate(replies)}

        def reply_index(guess: Code, secret: Code) -> int:
            answer = reply(guess, secret)
            try:
                return index[answer]
            except (KeyError, TypeError):  # a TypeError: it cannot even be looked up
                raise TreebuildError(
                    f"game {name!r}: {answer!r}, its reply({guess!r}, {secret!r}), is not in its alphabet"
                ) from None

        labels = tuple(str(label) for label in replies)
        return cls(name, tuple(codes), tuple(secrets), labels, index[win], reply_index, None, tuple(symmetries))

    @cached_property
    def code_index(self) -> dict[Code, int]:
        """Code -> its index."""
        return {code: i for i, code in enumerate(self.codes)}

    def spell(self, code: Code) -> str:
        """A code as text: 0123 for (0, 1, 2, 3); symbols beyond 9 are letters, beyond 36 symbols numbers and dots."""
        if self.rule is None:
            return str(code)
        if self.rule.symbols > len(_SYMBOLS):
            return ".".join(map(str, code))
        return "".join(_SYMBOLS[symbol] for symbol in code)

    def parse(self, text: str) -> Code:
        """The code spelled `text`. Raises TreebuildError when no code is spelled so."""
        code = self._spelled.get(text.strip().lower() if self.rule else text)
        if code is None:
            example = self.spell(self.codes[0])
            raise TreebuildError(f"{text!r} is not a code of {self.name}: expected one such as {example}")
        return code

    @cached_property
    def _spelled(self) -> dict[str, Code]:
        return {self.spell(code): code for code in (*self.secrets, *self.codes)}


def as_game(game: Game | str | None = None) -> Game:
    """A game, the one that a rule string or alias names, or, without either, Bulls and Cows."""
    return game if isinstance(game, Game) else Game.from_rules(game or "p4c10n")
