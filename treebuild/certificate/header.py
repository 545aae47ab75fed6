"""What a certificate states, and the header that states it: the game, the costs by each criterion, and a bound."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.reply_matrix import Replies, reply_matrix
from treebuild.game.reply_rules import Rule
from treebuild.game.space import Space
from treebuild.game.symmetry import SPELLED
from treebuild.search.goal.objective import Criterion, Objective
from treebuild.search.goal.prices import prices_of
from treebuild.search.goal.vectors import Vector

DEPTHS = 32  # numbers in a line of costs, unless a limit gives less; a checker charges later secrets as the last
MAX_COST_SUM = 1 << 54  # what costs may come to: the writer's sums are of 64 bits
MOST_DEPTHS, MOST_LINES, TITLE = 64, 8, 64  # costs in a line; lines; characters
ITEMS, REPLIES = 1 << 16, 1 << 29  # codes, or secrets; codes times secrets
MOST_REPLIES = 256  # that may be different


@dataclass(frozen=True)
class Statement:
    """No tree of a game of so many secrets costs less than a bound, by each criterion, the most important first.

    lines[i][d - 1] is what a secret at depth d costs by criterion i, once, or as often as it weighs where `weighted`[i]
    is true; later ones cost as the last. All secrets weigh `weights`, or 0 where they have none. Raises TreebuildError
    when the costs are too large.
    """

    lines: tuple[Vector, ...]
    bound: Vector
    secrets: int
    weighted: tuple[bool, ...]
    weights: int = 0
    dearest: int = 0
    """The largest surcharge of a guess, which counts in the last line for all candidates, as often as they weigh."""
    added: tuple[int, ...] = ()
    """Lines that are not the objective's: the first of them is of secrets later than any that it counts."""

    def __post_init__(self) -> None:
        if len(self.lines[0]) > MOST_DEPTHS or len(self.lines) > MOST_LINES:
            raise TreebuildError(
                f"the certificate needs {len(self.lines)} lines of {len(self.lines[0])} costs, at most {MOST_LINES} of "
                f"{MOST_DEPTHS} can be written: use fewer criteria, or a smaller limit"
            )
        by_weight, flat = self.rates[-1]
        largest = self.weights * by_weight + self.secrets * flat + self._charged
        if largest >= MAX_COST_SUM:
            raise TreebuildError(
                f"the certificate needs costs up to {largest:.1e}, at most {MAX_COST_SUM:.1e} fits: use fewer criteria "
                "(`deepest` is one for each depth)"
            )

    @classmethod
    def of(cls, objective: Objective, bound: Vector, game: Game) -> Statement:
        """That no tree has smaller costs by an objective than `bound`; where it has a limit, no tree that keeps it.

        Raises TreebuildError when that says nothing.
        """
        greatest, vector, secrets = 1, list(bound), len(game.secrets)
        while len(objective.vector(1, greatest)) < len(bound):  # the depths that `deepest` counts
            greatest += 1
        prices = prices_of(reply_matrix(game))
        limit = None if objective.limit is None or objective.limit >= secrets else objective.limit
        shallow = limit or (greatest if objective.criteria[0].kind == "deepest" else None)  # no secret is later
        depths = max(min(secrets, DEPTHS), greatest + 1) if shallow is None else shallow + 1
        lines: list[Vector] = []
        weighted: list[bool] = []
        added: list[int] = []

        def later(limit: int) -> None:
            """Secrets later than at some depth come first: there are none."""
            added.append(len(lines))
            lines.append(tuple(int(depth > limit) for depth in range(1, depths + 1)))
            weighted.append(False)

        if limit is not None:
            later(limit)
        for criterion in objective.criteria:
            if criterion.kind == "deepest" and limit != greatest:
                later(greatest)
            most = criterion.depth if criterion.kind == "at" else depths  # later ones cost as much
            vectors = (
                prices.vector(depth)
                if prices and criterion.kind == "total"
                else criterion.vector(min(depth, most), greatest)
                for depth in range(1, depths + 1)
            )
            lines += zip(*vectors, strict=True)
            weighted += [criterion.weighted and bool(game.conditions.weights)] * (len(lines) - len(weighted))
        for place in added:
            vector.insert(place, 0)
        if not any(vector):
            raise TreebuildError(f"the least cost by {objective.name} is 0: there is nothing to prove")
        dearest = int(prices.surcharge.max()) if prices else 0
        weights = sum(game.conditions.weights)
        return cls(tuple(lines), tuple(vector), secrets, tuple(weighted), weights, dearest, tuple(added))

    @classmethod
    def impossible(cls, limit: int, secrets: int) -> Statement:
        """That no tree solves all secrets in so many guesses."""
        later = tuple(int(depth > limit) for depth in range(1, limit + 2))
        return cls((later,), (1,), secrets, (False,), added=(0,))

    @property
    def objective(self) -> Objective:
        """The lines as an objective of their own, in which no depth is too late."""
        kinds = ["costs" if weighted else "race" for weighted in self.weighted]
        return Objective(
            tuple(Criterion(f"line {line}", kind, 0, line) for kind, line in zip(kinds, self.lines, strict=True))
        )

    @property
    def _charged(self) -> int:
        """What the largest surcharge comes to at most, within the depths that are counted."""
        return (self.weights or self.secrets) * len(self.lines[0]) * self.dearest

    @cached_property
    def factors(self) -> Vector:
        """What one of each criterion counts: more than all of the later ones together can come to."""
        factors, charged = [1], self._charged
        for line, weighted in reversed(list(zip(self.lines, self.weighted, strict=True))[1:]):
            factors.append(factors[-1] * ((self.weights if weighted else self.secrets) * max(line) + charged + 1))
            charged = 0  # the last line alone has surcharges
        return tuple(reversed(factors))

    @cached_property
    def rates(self) -> list[tuple[int, int]]:
        """By depth, from 1 on: what a secret costs in one number, as often as it weighs and once."""
        return [
            (self.join([n * w for n, w in zip(costs, self.weighted, strict=True)]),
             self.join([n * (not w) for n, w in zip(costs, self.weighted, strict=True)]))
            for costs in zip(*self.lines, strict=True)
        ]  # fmt: skip

    def join_found(self, vector: Vector, possible: bool) -> int:
        """The one number of a cost by the objective; where it is not possible, one secret at least is later."""
        if not possible:
            return self.factors[self.added[0]]
        sums = list(vector)
        for place in self.added:
            sums.insert(place, 0)
        return self.join(sums[: len(self.lines)])

    def split(self, number: int) -> Vector | None:
        """The least cost by the objective that comes to a number or more: its digits, with factors for places.

        None where a number says that a secret is later than the objective allows. No place of a cost may come to more
        than its factor allows, as sums of secrets do not. An added line has to be the first.
        """
        sums = list[int]()
        for factor in self.factors:
            count, number = divmod(number, factor)
            sums.append(count)
        if any(sums[place] for place in self.added):
            return None
        return tuple(sums[len(self.added) :])

    def join(self, sums: Sequence[int]) -> int:
        """The one number of several sums."""
        return sum(factor * number for factor, number in zip(self.factors, sums, strict=True))


def header(replies: Replies, statement: Statement, guesses: str, title: str = "") -> bytes:
    """The lines of a file, and of its body what comes before the claim. Without `title` the title is the game's name.

    The statement is of trees by a rule of `guesses`. Version 3 is for rules that no other version has, and surcharges.

    A game of a rule that the format knows is named by that and its codes; of any other, all replies are listed.
    Weights are there where the statement goes by them.
    """
    game = replies.game
    version = 3 if guesses not in ("all", "candidates") or statement.dearest else 2 if statement.weights else 1
    known = known_rule(game) if version < 3 else _named_rule(game)
    pegs, symbols = (known.pegs, len(game.symbols)) if known else (0, 0)
    title = title or re.sub("[^!-~]+", "-", game.name)[:TITLE]
    rule = known.name if known else f"table {replies.count} {replies.win}"
    body = b""
    spelled = []
    for codes in game.codes, game.secrets:
        space = Space.of(codes, symbols) if known else None
        if space and space.not_first is None:
            spelled.append("any" if space.repeat else "distinct")
            continue
        spelled.append(f"list {len(codes)}")
        if known:
            body += bytes(symbol for code in codes for symbol in code)
    if not known:
        body += replies.matrix.tobytes()
    weights = game.secret_weights if statement.weights else ()
    body += b"".join(map(leb128, weights))
    body += b"".join(map(leb128, game.conditions.groups))
    groups = [f"groups {len(game.conditions.group_names)}"] if game.conditions.groups else []
    surcharges = [f"surcharges {game.conditions.cost_unit} {statement.dearest}"] if statement.dearest else []
    if surcharges and (prices := prices_of(replies)):
        body += b"".join(map(leb128, prices.surcharge.tolist()))
    costs = zip(statement.lines, statement.weighted, strict=True)
    lines = [
        f"treebuild proof {version}", f"game {title}", f"pegs {pegs}", f"symbols {symbols}",
        f"codes {spelled[0]}", f"secrets {spelled[1]}", *([f"weights {sum(weights)}"] if weights else []),
        f"rule {rule}", f"guesses {guesses}", *groups, *surcharges,
        *(f"{'weighted ' * weighted}costs {' '.join(map(str, line))}" for line, weighted in costs),
        f"bound {' '.join(map(str, statement.bound))}", "body",
    ]  # fmt: skip
    return "\n".join([*lines, ""]).encode() + body


def leb128(value: int) -> bytes:
    """A number of the body, unsigned LEB128."""
    digits = bytearray()
    while value > 127:
        digits.append(value & 127 | 128)
        value >>= 7
    return bytes([*digits, value])


def check_size(game: Game) -> None:
    """Raise TreebuildError when a game is too large for the format, or has rules that it does not know."""
    codes, secrets = len(game.codes) + game.left_out, len(game.secrets)
    if max(codes, secrets) > ITEMS or codes * secrets > REPLIES:
        raise TreebuildError(
            f"game {game.name!r} is too large for a certificate: {codes} codes times {secrets} secrets; at most "
            f"{ITEMS} of each and {REPLIES} replies are supported"
        )
    if len(game.replies) > MOST_REPLIES:
        raise TreebuildError(
            f"game {game.name!r} has {len(game.replies)} replies, at most {MOST_REPLIES} are supported in a certificate"
        )
    if stated_guesses(game, False) in ("consistent", "hard") and not _named_rule(game):
        raise TreebuildError(
            f"guesses `{game.conditions.guesses}` go by the rule of {game.name}, which certificates do not know: "
            "expected bulls-cows, bulls or wordle, of at most 16 pegs and 64 symbols"
        )


def stated_guesses(game: Game, candidates_only: bool) -> str:
    """The rule of guesses of a certificate of a game: `consistent` is `candidates` where every code is a secret's."""
    guesses = game.conditions.guesses
    alike = guesses == "consistent" and bool((reply_matrix(game).secret_of >= 0).all())
    return "candidates" if candidates_only or alike else guesses


def _named_rule(game: Game) -> Rule | None:
    """The rule, if version 3 knows it by its name."""
    rule = game.rule
    return rule if isinstance(rule, Rule) and rule.pegs <= 16 and len(game.symbols) <= 64 else None


def known_rule(game: Game) -> Rule | None:
    """The rule, if the format knows it, and codes are of as few pegs and symbols as it, and symmetries, take."""
    rule, symbols = game.rule, len(game.symbols)
    if not isinstance(rule, Rule) or not rule.keeps_pegs:
        return None
    return rule if rule.pegs <= 16 and symbols <= 64 and symbols**rule.pegs <= SPELLED else None
