"""A game: the codes that may be guessed, the secrets, and the reply to every code for every secret."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain
from operator import ne
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from treebuild.errors import Remedy, TreebuildError, all_of, check_type, did_you_mean
from treebuild.game import costs as costing
from treebuild.game.checks import check_name, check_once, check_printable, check_symbols
from treebuild.game.code_text import SpelledCodes, SpelledSymbols
from treebuild.game.conditions import UNGROUPED, Conditions, Supports, Unsupported, check_guesses
from treebuild.game.costs import Costs
from treebuild.game.groups import Groups, numbered
from treebuild.game.naming import with_namings
from treebuild.game.numbers import WEIGHT, Number
from treebuild.game.positions import read_only
from treebuild.game.reply_rules import (
    REPLY_LIMIT,
    Code,
    Rule,
    Table,
    check_code_count,
    check_matrix_size,
    indexed,
    packed_row,
)
from treebuild.game.space import Space, symbols_of
from treebuild.game.text import not_alone
from treebuild.game.weights import Weights, whole

SYMBOLS = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """Codes, secrets and the reply to every code for every secret.

    `name` is the rule string of a pNcM game, or the name that its maker chose. `replies` are the labels of the replies
    in order, and `win` is the index of the reply that ends the game. `rule` makes the replies: it is a built-in rule, a
    table, or None where Python code makes them. `space` describes the codes of a pNcM game and is None for other games.
    Make a game with `from_rules`, `from_symbols`, `from_table` or `from_parts`, or read a file. `weighted` makes some
    secrets likelier than others, `with_guesses` restricts the guesses of a position, `priced` gives guesses costs, and
    `grouped` says which secrets need not be told apart.

    >>> game = Game.from_rules("mastermind")
    >>> game
    Game(p4c6r: 1296 codes, 14 replies)
    >>> game.answer("0011", "0102")
    '1.2'
    """

    name: str
    codes: tuple[Code, ...]
    secrets: tuple[Code, ...]
    replies: tuple[str, ...]
    win: int
    reply: Callable[[Code, Code], int]
    """The definition of the game: reply(guess, secret) -> index into `replies`, in plain Python."""
    rule: Rule | Table | None = None
    space: Space | None = None
    symbols: tuple[str, ...] = ()
    """The spelling of each symbol, in a game with a built-in rule."""
    left_out: int = 0
    """The number of codes of the game that `codes` lacks: a file may hold only the codes that its tree guesses."""
    symmetries: tuple[Callable[[Code], Code], ...] = ()
    """Generators of the symmetry group of a game from Python code: maps of codes and secrets that keep every reply."""
    conditions: Conditions = field(default_factory=Conditions)
    """How the game is played: weights of secrets, allowed guesses, their costs, and groups of secrets."""
    own_names: tuple[str, ...] = ()
    """The name of each secret's group before `separation.with_inseparable_grouped` joined some names."""

    def __post_init__(self) -> None:
        """Raise TreebuildError for fields that are not of one game, as `dataclasses.replace` may leave them."""
        if wrong := self._wrong_field():
            raise TreebuildError(
                f"game {self.name!r}: its {wrong} do not fit its other fields, which `replace` has kept: make a game "
                "by Game.from_symbols, from_table or from_parts"
            )

    def _wrong_field(self) -> str:
        """The name of the first field that does not fit the others, in the plural; "" if all fit."""
        rule, played, secrets = self.rule, self.conditions, len(self.secrets)
        if self.space is not None and (len(self.codes) != self.space.code_count or self.secrets != self.codes):
            return "codes and secrets"
        if isinstance(rule, Table) and (len(rule.column) != secrets or any(map(ne, rule.column, self.secrets))):
            return "secrets"
        if isinstance(rule, Rule) and self.replies != rule.replies:
            return "replies"
        if rule is not None and getattr(self.reply, "__func__", None) is not getattr(rule.reply, "__func__", None):
            return "rule and reply"
        listed = (played.weights, secrets), (played.groups, secrets), (played.costs, len(self.codes))
        return "conditions" if any(len(some) not in (0, count) for some, count in listed) else ""

    def __repr__(self) -> str:
        counts = {"codes": len(self.codes) + self.left_out, "secrets": len(self.secrets), "replies": len(self.replies)}
        if self.secrets == self.codes and not self.left_out:
            del counts["secrets"]
        played = self.conditions
        more = ", weighted" * bool(played.weights) + ", costs" * bool(played.costs) + ", groups" * bool(played.groups)
        more += f", guesses {played.guesses}" * (played.guesses != "all")
        return f"Game({self.name}: {', '.join(f'{count} {what}' for what, count in counts.items())}{more})"

    def alike(self, other: Game) -> bool:
        """Whether two games have equal names, secrets and replies; either may lack codes that the other has.

        A name alone says little: anybody may call a table "animals". Replies of Python code are taken to be equal.
        """
        if self.space is not None or other.space is not None:
            return self.space == other.space
        mine, others = ((one.name, one.replies, one.win, [*map(one.spell, one.secrets)]) for one in (self, other))
        if mine != others or (isinstance(self.rule, Rule) and self.rule != other.rule):
            return False
        rows, rows_of_other = (game.rule.rows if isinstance(game.rule, Table) else {} for game in (self, other))
        return all(rows[code] == rows_of_other[code] for code in rows.keys() & rows_of_other.keys())

    def under(self, conditions: Conditions) -> Game:
        """The same game under these conditions. Nothing is checked: they must be sound for this game.

        >>> game = Game.from_rules("p1c3n").weighted([1, 2, 3])
        >>> game.under(game.conditions.unweighted())
        Game(p1c3n: 3 codes, 2 replies)
        """
        return self if conditions == self.conditions else replace(self, conditions=conditions)

    def require(self, what: str, supports: Supports, remedies: Mapping[str, Remedy] = MappingProxyType({})) -> None:
        """Raise TreebuildError where the game has conditions that `supports` lacks.

        `what` names the search, format or command in the error. `remedies` has an argument that helps for a field of
        `Conditions`. The error names all conditions without one, and gives general advice; or else the first condition.
        """
        lacks = self.conditions.beyond(supports)
        if not lacks:
            return
        lasting = [lack for lack in lacks if lack.field not in remedies]
        named = lasting or lacks[:1]
        takes, has = all_of(lack.takes for lack in named), all_of(lack.has for lack in named)
        message = f"{what} {takes}, and {self.name} has {has}"
        if lasting:
            raise TreebuildError(f"{message}: {'; '.join(dict.fromkeys(map(self._advice, named)))}")
        raise TreebuildError(message, remedy=remedies[lacks[0].field])

    def _advice(self, lack: Unsupported) -> str:
        """What to do about a condition that is not supported."""
        if self.variants and lack.field in ("weights", "groups"):
            return "cells of several answers, or of none, make them; fill these in"
        if lack.field == "groups" and isinstance(self.rule, Table):
            return f"{lack.advice}, and all but one of the secrets that no test separates"
        return lack.advice

    def weighted(self, weights: Weights, missing: Number = 0) -> Game:
        """The same game, in which a secret is drawn with a probability in proportion to its weight.

        `weights` are numbers, 0 or more: a list in the order of the secrets, or a table by spelled secret, in which
        omitted secrets weigh `missing`. The weight of a hypothesis is shared by its `variants`, and a list may have one
        weight for each hypothesis. A float has the value that it prints: 0.1 is a tenth. The weights become whole
        numbers without a common factor; where all are equal, the game has none. Raises TreebuildError for weights that
        are negative, not finite or all 0, for secrets that the game does not have, for a list of another length than
        the secrets, and where the whole numbers add up to `weights.MAX_WEIGHT_SUM` or more.

        >>> Game.from_rules("p1c3n").weighted({"0": 0.5, "2": 1.25}).conditions.weights
        (2, 0, 5)
        """
        by_secret = dict.fromkeys(self.secrets, WEIGHT.exact(missing, "missing secrets"))
        for variants in self.variants.values():
            by_secret.update((secret, by_secret[secret] / len(variants)) for secret in variants)
        if isinstance(weights, Mapping):
            called = {name: self.secrets_called(name) for name in weights}
            self._check_given_once("weights", chain.from_iterable(called.values()))
            for name, said in called.items():
                by_secret.update((secret, WEIGHT.exact(weights[name], name) / len(said)) for secret in said)
            return self._with_weights(list(by_secret.values()))
        if self.variants and len(weights) == len(self.variants):
            return self.weighted(dict(zip(self.variants, weights, strict=True)))
        if len(weights) != len(self.secrets):
            some = f"{len(self.variants)} hypotheses" if self.variants else f"{len(self.secrets)} secrets"
            raise TreebuildError(
                f"{len(weights)} weights for the {some} of {self.name}: expected one for each, in their order, or a "
                "table of secrets and weights"
            )
        pairs = zip(self.secrets, weights, strict=True)
        return self._with_weights([WEIGHT.exact(weight, self.spell(secret)) for secret, weight in pairs])

    def _check_given_once(self, where: str, codes: Iterable[Code]) -> None:
        """Raise TreebuildError for a code that a table spells in two ways, such as crane and Crane."""
        if twice := [code for code, times in Counter(codes).items() if times > 1]:
            raise TreebuildError(
                f"{self.name}: {self.spell(twice[0])} is in the {where} twice, spelled in two ways: remove one"
            )

    def _with_weights(self, weights: Sequence[Fraction]) -> Game:
        return self.under(replace(self.conditions, weights=whole(weights)))

    def with_guesses(self, guesses: str) -> Game:
        """The same game under another rule of guesses: one of GUESSES, which `guess_rules.permits` defines.

        `hard` needs the rule wordle. `consistent` needs the reply to a guess when any code is the secret: a built-in
        rule, or a game in which every code is a secret. With `identify` a code that wins against a secret names it, and
        costs nothing. Raises UsageError for an unknown rule of guesses, and TreebuildError where the game is not fit
        for the rule.

        >>> Game.from_rules("p2c3n").with_guesses("consistent")
        Game(p2c3n: 6 codes, 5 replies, guesses consistent)
        """
        check_guesses(guesses)
        if guesses == "hard" and (self.rule is None or self.rule.name != "wordle"):
            raise TreebuildError(f"{self.name}: guesses `hard` are those of the rule wordle, and this game has another")
        built_in = isinstance(self.rule, Rule)
        if guesses == "consistent" and not built_in and (lost := self.code_index.keys() - set(self.secrets)):
            raise TreebuildError(
                f"{self.name}: guesses `consistent` need a built-in rule, or every code among the secrets: "
                f"{self.spell(min(lost, key=self.code_index.__getitem__))} is none"
            )
        if guesses != "identify":
            self.require(f"the rule of guesses `{guesses}`", UNGROUPED)
        if guesses == self.conditions.guesses:
            return self
        costs = self._costs_said()
        game = self.under(replace(self.conditions, guesses=guesses, costs=(), cost_unit=1))
        return game.priced(costs) if costs else game

    def _costs_said(self) -> dict[str, Fraction]:
        """Spelled codes with their costs, without costs of 1 and without the 0 of codes that name a secret."""
        played = self.conditions
        costs = {self.spell(code): played.cost(i) for i, code in enumerate(self.codes) if played.costs}
        return {code: cost for code, cost in costs.items() if cost not in (0, 1)}

    def priced(self, costs: Costs) -> Game:
        """The same game, in which guesses have these costs.

        `costs` are numbers above 0: a list in the order of the codes, or a table by spelled code, in which omitted
        codes cost 1. A float has the value that it prints. With `identify` a code that wins against a secret costs 0,
        and may have no other cost. Where all other codes cost 1, the game has no costs. Raises TreebuildError for costs
        that are not above 0 or not finite, for codes that the game does not have, for a list of another length than the
        codes, and where whole numbers of one unit would reach `costs.MAX_COST`.

        >>> priced = Game.from_rules("p1c3n").priced({"0": 0.5, "2": 1.25}).conditions
        >>> priced.costs, priced.cost_unit
        ((2, 4, 5), 4)
        """
        free = set(self.namings) if self.conditions.guesses == "identify" else set()
        spelled = [self.spell(code) for code in self.codes]
        listed = costing.listed(self.name, costs, spelled, lambda code: self.code_index[self.parse(code)], free)
        if isinstance(costs, Mapping):
            self._check_given_once("costs", map(self.parse, costs))
        numbers, unit = costing.whole(listed)
        return self.under(replace(self.conditions, costs=numbers, cost_unit=unit))

    def grouped(self, groups: Groups) -> Game:
        """The same game, in which a secret is found when all candidates left are of one group.

        `groups` has the name of a group by spelled secret, or by hypothesis for all its `variants`; an omitted secret
        is a group of its own, or of its hypothesis. Raises TreebuildError in a game whose guesses are not `identify`,
        for a secret that the game does not have or that is given twice, for a group whose name is no text, cannot be
        printed or is that of an omitted secret, and when all secrets are of one group.
        """
        if (guesses := self.conditions.guesses) != "identify":
            raise TreebuildError(f"{self.name}: groups need guesses `identify`, and this game has `{guesses}`")
        index = {secret: i for i, secret in enumerate(self.secrets)}
        names = [(index[secret], group) for name, group in groups.items() for secret in self.secrets_called(name)]
        self._check_given_once("groups", (self.secrets[secret] for secret, _ in names))
        own = [hypothesis for hypothesis, variants in self.variants.items() for _ in variants]
        numbers, known = numbered(self.name, own or [self.spell(secret) for secret in self.secrets], dict(names))
        return replace(self, conditions=replace(self.conditions, groups=numbers, group_names=known), own_names=())

    def named(self, secret: int) -> str:
        """The name of the group of secrets[secret], or the spelling of the secret in a game without groups."""
        groups, names = self.conditions.groups, self.conditions.group_names
        return names[groups[secret]] if groups else self.spell(self.secrets[secret])

    @cached_property
    def variants(self) -> dict[str, list[Code]]:
        """The secrets that are variants of each hypothesis, in a table with unknown answers; empty in other games."""
        found: dict[str, list[Code]] = {}
        if isinstance(self.rule, Table):
            for secret, hypothesis in self.rule.hypotheses.items():
                found.setdefault(hypothesis, []).append(secret)
        return found

    def secrets_called(self, name: str) -> list[Code]:
        """The variants of the hypothesis of this name, or the secret that it spells, in small or capital letters.

        Raises TreebuildError where there is neither.
        """
        hypothesis = self._hypothesis_texts.find(name) if isinstance(name, str) else None
        return [self.parse_secret(name)] if hypothesis is None else self.variants[hypothesis]

    @cached_property
    def _hypothesis_texts(self) -> SpelledCodes:
        return SpelledCodes(list(self.variants), str)

    @cached_property
    def namings(self) -> tuple[int, ...]:
        """The indices of the codes that win against some secret, ascending."""
        return tuple(i for i, code in enumerate(self.codes) if code in self.named_secrets)

    @cached_property
    def named_secrets(self) -> dict[Code, int]:
        """The index of the secret that each code wins against, the first of several; only codes that win are there."""
        index, rule = {secret: i for i, secret in enumerate(self.secrets)}, self.rule
        if isinstance(rule, Rule):  # by every built-in rule a code wins against itself alone
            return {code: index[code] for code in self.codes if code in index}
        if isinstance(rule, Table):
            return {code: rule.rows[code].index(self.win) for code in self.codes if self.win in rule.rows[code]}
        won = ((code, [self.reply(code, secret) == self.win for secret in self.secrets]) for code in self.codes)
        return {code: wins.index(True) for code, wins in won if any(wins)}

    @classmethod
    def from_rules(cls, rules: str = "p4c10n") -> Game:
        """The game that a rule string or alias names, with codes and secrets in lexicographic order.

        Raises TreebuildError for a bad rule, and for a game of too many codes.
        """
        space = Space.parse(rules)
        codes, symbols = tuple(space.codes()), tuple(SYMBOLS[: space.symbols])
        if space.symbols > len(symbols):
            symbols = tuple(map(str, range(space.symbols)))
        return cls.from_symbols(str(space), Rule("bulls-cows", space.pegs), symbols, codes, space=space)

    @classmethod
    def from_symbols(
        cls,
        name: str,
        rule: Rule,
        symbols: Sequence[str],
        codes: Sequence[Code],
        secrets: Sequence[Code] | None = None,
        space: Space | None = None,
    ) -> Game:
        """A game with a built-in rule, in which codes and secrets are tuples of indices into `symbols`.

        Without `secrets` every code is a secret. `space` says that the codes are all of a space, in order; a game with
        one needs no check of its name and codes. Raises TreebuildError when a code or secret is given twice, no code
        wins against some secret, or there are too many codes, symbols or pegs.
        """
        codes = tuple(codes)
        secrets = codes if secrets is None else tuple(secrets)
        if space is None:
            check_name(name)
        rule.check(name)
        if space is None:
            check_once(name, code=codes, secret=secrets)
            check_symbols(name, symbols)
        check_code_count(name, len(codes), len(symbols))
        if secrets is not codes and (lost := set(secrets).difference(codes)):
            secret = next(secret for secret in secrets if secret in lost)
            spelled = "".join(symbols[symbol] for symbol in secret)
            raise TreebuildError(f"game {name!r}: no code wins against the secret {spelled!r}: add it to the codes")
        return cls(name, codes, secrets, rule.replies, len(rule.replies) - 1, rule.reply, rule, space, tuple(symbols))

    @classmethod
    def from_table(
        cls,
        name: str,
        codes: Sequence[str],
        secrets: Sequence[str],
        replies: Sequence[str],
        win: int | None,
        rows: Sequence[Sequence[int]],
        hypotheses: Sequence[str] = (),
    ) -> Game:
        """A game given by a table: rows[code][secret] is an index into `replies`, and replies[win] ends the game.

        Without `win`, the codes are tests, and the game ends when the secret is named: `naming.with_namings` adds a
        code for each secret, and the guesses are `identify`. `hypotheses` then may have the hypothesis that each secret
        is a variant of: variants of one stand together, are of one group and share its weight. Raises TreebuildError as
        `from_parts` does.
        """
        if win is None:
            check_once(name, test=codes, secret=secrets)
            table = with_namings(name, codes, secrets, replies, rows)
            game = cls.from_table(name, table.codes, secrets, table.replies, table.win, table.rows, hypotheses)
            game = game.under(Conditions(guesses="identify"))
            return game.weighted({}, 1).grouped({}) if hypotheses else game
        check_name(name)
        check_once(name, code=codes, secret=secrets, reply=replies)
        check_printable(*codes, *secrets, *replies)
        if len(replies) > REPLY_LIMIT:
            raise TreebuildError(f"game {name!r}: {len(replies)} replies, at most {REPLY_LIMIT} are supported")
        check_matrix_size(name, len(codes), len(secrets), len(replies))
        rule = Table.of(codes, secrets, [packed_row(row, len(replies)) for row in rows], hypotheses)
        return cls(name, tuple(codes), tuple(secrets), tuple(replies), win, rule.reply, rule)

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
        weights: Weights = (),
    ) -> Game:
        """A game of your own, from Python code.

        `reply(guess, secret)` returns one of `replies`; `win` is the reply that ends the game. Every code may win
        against one secret at most. `symmetries` are maps s with reply(s(g), s(x)) == reply(g, x); the search ignores
        maps that do not keep the `weights` of secrets (see `weighted`). `str` spells codes, secrets and replies. Raises
        TreebuildError when a code, secret or reply is given twice, two are spelled alike, they are given as sets, `win`
        is no reply, there are more than 65536 replies, or the reply matrix would be larger than 4 GiB.

        >>> def compare(guess, secret):
        ...     return "higher" if secret > guess else "lower" if secret < guess else "right"
        >>> Game.from_parts("numbers", range(1, 11), range(1, 11), compare, ["lower", "higher", "right"], "right")
        Game(numbers: 10 codes, 3 replies)
        """
        check_name(name)
        codes, secrets, replies = (_in_order(name, some) for some in (codes, secrets, replies))
        check_code_count(name, max(len(codes), len(secrets)), 0)
        check_matrix_size(name, len(codes), len(secrets), len(replies))
        if len(replies) > REPLY_LIMIT or win not in replies:
            raise TreebuildError(
                f"game {name!r}: expected at most {REPLY_LIMIT} replies with {win!r}, the winning one, among them"
            )
        lists: dict[str, Sequence[Hashable]] = {"code": codes, "secret": secrets, "reply": replies}
        spelled = {what: [str(item) for item in items] for what, items in lists.items()}
        check_once(name, **lists)
        check_once(name, **spelled)
        check_printable(*chain(*spelled.values()))
        names, answers = tuple(spelled["reply"]), indexed(name, reply, replies)
        game = cls(name, tuple(codes), tuple(secrets), names, replies.index(win), answers, symmetries=tuple(symmetries))
        return game.weighted(weights) if len(weights) else game

    @property
    def secret_weights(self) -> tuple[int, ...]:
        """The weight of each secret; 1 for each in a game without weights."""
        return self.conditions.weights or (1,) * len(self.secrets)

    @cached_property
    def mutual(self) -> bool:
        """Whether every code is a secret, and guess and secret may change places without changing the reply."""
        return isinstance(self.rule, Rule) and self.rule.kind.mutual and self.secrets == self.codes

    @cached_property
    def code_symbols(self) -> NDArray[np.uint16]:
        """uint16 (codes, pegs): the symbols of every code, in a game with a built-in rule."""
        return read_only(symbols_of(self.codes))

    @cached_property
    def secret_symbols(self) -> NDArray[np.uint16]:
        """uint16 (secrets, pegs): the symbols of every secret, in a game with a built-in rule."""
        return self.code_symbols if self.secrets is self.codes else read_only(symbols_of(self.secrets))

    @cached_property
    def code_index(self) -> dict[Code, int]:
        """The index of each code in `codes`."""
        return {code: i for i, code in enumerate(self.codes)}

    def spell(self, code: Code) -> str:
        """The text that spells a code: 0123 for (0, 1, 2, 3).

        In pNcM games, symbols from 10 on are letters; with more than 36 symbols, codes are numbers with dots between.
        """
        if not self.symbols:
            return str(code)
        return self._between.join([self.symbols[symbol] for symbol in code])

    @cached_property
    def _between(self) -> str:
        return "." if max(map(len, self.symbols)) > 1 else ""

    def parse(self, text: str) -> Code:
        """The code that `text` spells, in small or capital letters. Raises TreebuildError where there is none."""
        check_type(text, str, "code: expected a text such as 1234")
        return self._parsed(text, "code", self._code_texts, self.codes)

    def find(self, text: str) -> Code | None:
        """The code that `text` spells, in small or capital letters, or None."""
        return self._code_texts.find(text)

    def parse_secret(self, text: str) -> Code:
        """The secret that `text` spells, in small or capital letters. Raises TreebuildError where there is none."""
        check_type(text, str, "secret: expected a text such as 1234")
        return self._parsed(text, "secret", self._secret_texts, self.secrets)

    def answer(self, guess: str, secret: str) -> str:
        """The label of the reply to a spelled guess for a spelled secret. Raises TreebuildError as `parse` does.

        >>> Game.from_rules("p4c10n").answer("0123", "1024")
        '1.2'
        """
        return self.replies[self.reply(self.parse(guess), self.parse_secret(secret))]

    def _parsed(self, text: str, what: str, texts: SpelledCodes | SpelledSymbols, codes: Sequence[Code]) -> Code:
        code = texts.find(text)
        if code is not None:
            return code
        tabled = isinstance(self.rule, Table)  # other games have many codes
        named = next((code for code in codes if tabled and code.startswith(f"{text.strip()} (")), None)
        example = self.spell(codes[0] if named is None else named)  # a variant of the hypothesis, if the text names one
        if fault := not_alone(text, marks=bool(self.symbols)):
            raise TreebuildError(f"{fault}; {example} is a {what} of {self.name}")
        known = (*(self.variants if what == "secret" else ()), *map(str, codes))
        hint = did_you_mean(text, known) if tabled and named is None else ""
        expected = "; ".join(filter(None, (texts.fault(text), hint.strip() or f"expected one such as {example}")))
        raise TreebuildError(f"{text!r} is not a {what} of {self.name}: {expected}")

    @cached_property
    def _code_texts(self) -> SpelledCodes | SpelledSymbols:
        if self.space is not None and not self._between:
            return SpelledSymbols(self.symbols, self.code_index, self.space)
        return SpelledCodes(self.codes, self.spell)

    @cached_property
    def _secret_texts(self) -> SpelledCodes | SpelledSymbols:
        return self._code_texts if self.secrets is self.codes else SpelledCodes(self.secrets, self.spell)


def _in_order(name: str, items: Sequence[Hashable] | NDArray[Any]) -> Sequence[Hashable]:
    """A list of codes, secrets or replies. Raises TreebuildError for a set: its order changes from run to run."""
    if isinstance(items, np.ndarray):
        listed: list[Hashable] = items.tolist()
        return listed
    if not isinstance(items, Sequence):
        raise TreebuildError(
            f"game {name!r}: a {type(items).__name__} of codes, secrets or replies has no order of its own: expected "
            "a list"
        )
    return items
