"""The statement of a certificate (a bound of the costs of all trees of a game), and the header that has it as bytes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.lookup import find_game, known_by
from treebuild.game.reply_matrix import Replies, reply_matrix
from treebuild.game.reply_rules import Rule
from treebuild.game.space import Space
from treebuild.game.symmetry import SPELLED
from treebuild.game.text import one_word
from treebuild.search.goal.objective import Criterion, Objective
from treebuild.search.goal.prices import prices_of
from treebuild.search.goal.vectors import Vector

DEPTHS = 32  # numbers in a line of costs, at most: later secrets cost as much as the last number
MAX_COST_SUM = 1 << 54  # the costs of all secrets add up to less: the writer adds in 64 bits
MOST_DEPTHS, MOST_LINES = 64, 8  # numbers in a line of costs; lines of costs
TITLE = 64  # characters of the title
ITEMS, REPLIES = 1 << 16, 1 << 29  # codes, and also secrets; codes times secrets
FEWEST_REPLIES, MOST_REPLIES = 2, 256  # of a table in the format; a game of one secret may have a single reply


@dataclass(frozen=True)
class Statement:
    """The statement that no tree of a game costs less than `bound`.

    Costs are vectors, a number for each criterion, and compared from the first criterion on. lines[i][d - 1] is the
    cost by criterion i of a secret at depth d, times its weight where weighted[i] is true. Depths beyond the line cost
    as much as its last. `secrets` is the number of secrets, and `weights` the sum of their weights, or 0 in a game
    without weights. Raises TreebuildError when the costs are too large.
    """

    lines: tuple[Vector, ...]
    bound: Vector
    secrets: int
    weighted: tuple[bool, ...]
    weights: int = 0
    dearest: int = 0
    """The largest surcharge of a guess. The last criterion adds surcharges, for each candidate times its weight."""
    added: tuple[int, ...] = ()
    """Indices of lines that the objective lacks. The first counts secrets later than all depths of the objective."""

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
        """The statement that no tree costs less than `bound` by an objective; with a limit, no tree that keeps it.

        Raises TreebuildError when the bound is 0, which states nothing, and when the costs are too large.
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
            """Add the criterion that counts secrets later than a depth."""
            added.append(len(lines))
            lines.append(tuple(int(depth > limit) for depth in range(1, depths + 1)))
            weighted.append(False)

        if limit is not None:
            later(limit)
        for criterion in objective.criteria:
            if criterion.kind == "deepest" and limit != greatest:
                later(greatest)
            most = criterion.depth if criterion.kind == "at" else depths  # later depths cost as much
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
        """The statement that no tree solves all secrets in `limit` guesses."""
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
        """An upper bound of the sum of all surcharges, within the depths of the lines."""
        return (self.weights or self.secrets) * len(self.lines[0]) * self.dearest

    @cached_property
    def factors(self) -> Vector:
        """The factor of each criterion in one number: more than all later criteria together can add up to."""
        factors, charged = [1], self._charged
        for line, weighted in reversed(list(zip(self.lines, self.weighted, strict=True))[1:]):
            factors.append(factors[-1] * ((self.weights if weighted else self.secrets) * max(line) + charged + 1))
            charged = 0  # the last line alone has surcharges
        return tuple(reversed(factors))

    @cached_property
    def rates(self) -> list[tuple[int, int]]:
        """(a, b) by depth, from 1 on: a secret of weight w costs w * a + b in one number."""
        return [
            (self.join([n * w for n, w in zip(costs, self.weighted, strict=True)]),
             self.join([n * (not w) for n, w in zip(costs, self.weighted, strict=True)]))
            for costs in zip(*self.lines, strict=True)
        ]  # fmt: skip

    def join_found(self, vector: Vector, possible: bool) -> int:
        """The one number of a cost by the objective. If no tree is `possible`, it is that of one secret too late."""
        if not possible:
            return self.factors[self.added[0]]
        sums = list(vector)
        for place in self.added:
            sums.insert(place, 0)
        return self.join(sums[: len(self.lines)])

    def split(self, number: int) -> Vector | None:
        """The least cost by the objective whose one number is `number` or more; None if a secret must be too late.

        The costs are the digits of the number, with the factors as the values of their places. This assumes that no
        place exceeds its factor, as sums over secrets never do, and that an added line is the first.
        """
        sums = list[int]()
        for factor in self.factors:
            count, number = divmod(number, factor)
            sums.append(count)
        if any(sums[place] for place in self.added):
            return None
        return tuple(sums[len(self.added) :])

    def join(self, sums: Sequence[int]) -> int:
        """The one number of the sums by all criteria."""
        return sum(factor * number for factor, number in zip(self.factors, sums, strict=True))


def header(replies: Replies, statement: Statement, guesses: str, title: str = "") -> bytes:
    """The bytes of a certificate before its claim: the lines of the header, and the lists of the body.

    The statement is about trees by the rule of `guesses`. Without `title` the title is the name of the game. The file
    is of version 3 where guesses have surcharges or a rule that other versions lack, and of version 2 where the
    statement has weights. Of a game with a rule that the format knows, the file has the rule and the codes; of any
    other game, all replies.
    """
    game = replies.game
    version = 3 if guesses not in ("all", "candidates") or statement.dearest else 2 if statement.weights else 1
    known = known_rule(game) if version < 3 else _named_rule(game)
    pegs, symbols = (known.pegs, len(game.symbols)) if known else (0, 0)
    title = title or one_word(game.name)[:TITLE]
    rule = known.name if known else f"table {max(replies.count, FEWEST_REPLIES)} {replies.win}"
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
    """A number of the body, as unsigned LEB128."""
    digits = bytearray()
    while value > 127:
        digits.append(value & 127 | 128)
        value >>= 7
    return bytes([*digits, value])


def check_game(game: Game) -> None:
    """Raise TreebuildError for a game too large for the format, with a rule that it lacks, or named after another game.

    What takes the name of a game that treebuild knows has to be this game, see checkers.check_called.
    """
    title = one_word(game.name)
    if known_by(title) == title and not _is_known(game, title):
        raise TreebuildError(
            f"game {game.name!r} has the name of another game, and `check` would refuse its certificate: give it a "
            "name of its own"
        )
    codes, secrets = len(game.codes) + game.left_out, len(game.secrets)
    if max(codes, secrets) > ITEMS or codes * secrets > REPLIES:
        raise TreebuildError(
            f"game {game.name!r} is too large for a certificate: {codes} codes times {secrets} secrets; at most "
            f"{ITEMS} of each and {REPLIES} replies are supported"
        )
    if len(game.replies) > MOST_REPLIES:
        raise TreebuildError(
            f"game {game.name!r} has {len(game.replies)} replies, at most {MOST_REPLIES} are supported in a certificate"
            "; `build exact` searches such a game, and proves nothing"
        )
    if stated_guesses(game, False) in ("consistent", "hard") and not _named_rule(game):
        raise TreebuildError(
            f"guesses `{game.conditions.guesses}` go by the rule of {game.name}, which certificates do not know: "
            "expected bulls-cows, bulls or wordle, of at most 16 pegs and 64 symbols"
        )


def _is_known(game: Game, name: str) -> bool:
    """Whether this is the game that treebuild knows by that name."""
    try:
        known = find_game(name)
    except TreebuildError:
        return False  # there is no such game, or it needs word lists that are not installed
    return len(game.codes) == len(known.codes) and game.alike(replace(known, name=game.name))


def stated_guesses(game: Game, candidates_only: bool) -> str:
    """The rule of guesses in a certificate. `consistent` is `candidates` where every code wins against a secret."""
    guesses = game.conditions.guesses
    alike = guesses == "consistent" and bool((reply_matrix(game).secret_of >= 0).all())
    return "candidates" if candidates_only or alike else guesses


def _named_rule(game: Game) -> Rule | None:
    """The built-in rule of a game, if version 3 has a name for it; otherwise None."""
    rule = game.rule
    if not isinstance(rule, Rule) or not rule.kind.in_checkers:
        return None
    return rule if rule.pegs <= 16 and len(game.symbols) <= 64 else None


def known_rule(game: Game) -> Rule | None:
    """The built-in rule of a game, if versions 1 and 2 have it with its pegs and symbols; otherwise None.

    Symmetries need at most SPELLED sequences of symbols.
    """
    rule, symbols = game.rule, len(game.symbols)
    if not isinstance(rule, Rule) or not rule.kind.in_checkers or not rule.kind.keeps_pegs:
        return None
    return rule if rule.pegs <= 16 and symbols <= 64 and symbols**rule.pegs <= SPELLED else None
