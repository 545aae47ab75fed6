"""What a certificate states: costs by several criteria, a bound, and the game, as the header of the file has them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from treebuild.errors import TreebuildError, printable
from treebuild.game.game import Game
from treebuild.game.replies import Replies
from treebuild.game.rules import Rule
from treebuild.game.symmetry import SPELLED
from treebuild.search.bounds import Vector
from treebuild.search.objective import Objective

DEPTHS = 32  # numbers in a line of costs, unless a limit gives less; a checker charges later secrets as the last
MOST = 1 << 54  # what costs may come to: the writer's sums are of 64 bits
TITLE = 64  # characters
ITEMS, REPLIES = 1 << 16, 1 << 28  # codes, or secrets; codes times secrets


@dataclass(frozen=True)
class Statement:
    """No tree of a game of so many secrets costs less than a bound, by each criterion, the most important first.

    lines[i][d - 1] is what a secret at depth d costs by criterion i; later ones cost as the last. Raises TreebuildError
    when the costs are too large.
    """

    lines: tuple[Vector, ...]
    bound: Vector
    secrets: int

    def __post_init__(self) -> None:
        largest = self.secrets * self.cost(len(self.lines[0]))
        if largest >= MOST:
            raise TreebuildError(
                f"the certificate needs costs up to {largest:.1e}, at most {MOST:.1e} fits: use fewer criteria"
            )

    @classmethod
    def of(cls, objective: Objective, bound: Vector, secrets: int) -> Statement:
        """That no tree has smaller costs by an objective than `bound`; where it has a limit, no tree that keeps it."""
        limit, greatest = objective.limit, 1
        while len(objective.vector(1, greatest)) < len(bound):  # the depths that `deepest` counts
            greatest += 1
        depths = max(min(secrets, DEPTHS), greatest) if limit is None else limit + 1
        lines: list[Vector] = []
        for criterion in objective.criteria:
            most = {"deepest": greatest, "at": criterion.depth}.get(criterion.kind, depths)  # later ones cost as much
            lines += zip(*(criterion.vector(min(depth, most), greatest) for depth in range(1, depths + 1)), strict=True)
        if limit is not None:
            lines = [tuple(int(depth > limit) for depth in range(1, depths + 1)), *lines]
            bound = (0, *bound)
        return cls(tuple(lines), bound, secrets)

    @classmethod
    def impossible(cls, limit: int, secrets: int) -> Statement:
        """That no tree solves all secrets in so many guesses."""
        return cls((tuple(int(depth > limit) for depth in range(1, limit + 2)),), (1,), secrets)

    @cached_property
    def weights(self) -> Vector:
        """What one of each criterion weighs: more than all of the later ones together can come to."""
        weights = [1]
        for line in reversed(self.lines[1:]):
            weights.append(weights[-1] * (self.secrets * max(line) + 1))
        return tuple(reversed(weights))

    def cost(self, depth: int) -> int:
        """The one cost of a secret at a depth."""
        return self.weigh([line[min(depth, len(line)) - 1] for line in self.lines])

    def weigh(self, sums: Sequence[int]) -> int:
        """The one number of several sums."""
        return sum(weight * number for weight, number in zip(self.weights, sums, strict=True))


def header(replies: Replies, statement: Statement, candidates_only: bool, title: str = "") -> bytes:
    """The lines of a file, and of its body what comes before the claim. The title is the game's name, or what is given.

    A game of a rule that the format knows is named by that and its codes; of any other, all replies are listed.
    """
    game = replies.game
    by_rule = isinstance(game.rule, Rule) and known_rule(game)
    pegs, symbols = (len(game.codes[0]), len(game.symbols)) if by_rule else (0, 0)
    title = title or printable(game.name).encode("ascii", "replace").decode()[:TITLE]
    rule = game.rule.name if isinstance(game.rule, Rule) and by_rule else f"table {replies.count} {replies.win}"
    body = b""
    spelled = []
    for codes in game.codes, game.secrets:
        space = _space(codes, symbols) if by_rule else ""
        spelled.append(space or f"list {len(codes)}")
        if by_rule and not space:
            body += bytes(symbol for code in codes for symbol in code)
    if not by_rule:
        body += replies.matrix.tobytes()
    lines = [
        "treebuild proof 1", f"game {title}", f"pegs {pegs}", f"symbols {symbols}", f"codes {spelled[0]}",
        f"secrets {spelled[1]}", f"rule {rule}", f"guesses {'candidates' if candidates_only else 'all'}",
        *(f"costs {' '.join(map(str, line))}" for line in statement.lines),
        f"bound {' '.join(map(str, statement.bound))}", "body",
    ]  # fmt: skip
    return "\n".join([*lines, ""]).encode() + body


def check_size(game: Game) -> None:
    """Raise TreebuildError when a game is too large for the format."""
    codes, secrets = len(game.codes) + game.left_out, len(game.secrets)
    if max(codes, secrets) > ITEMS or codes * secrets > REPLIES:
        raise TreebuildError(
            f"game {game.name!r} is too large for a certificate: {codes} codes and {secrets} secrets, of which {ITEMS} "
            f"are allowed each, and {REPLIES} replies"
        )


def known_rule(game: Game) -> bool:
    """Whether the format knows the rule, and codes are of as few pegs and symbols as it, and symmetries, take."""
    rule, symbols = game.rule, len(game.symbols)
    if not isinstance(rule, Rule) or not rule.keeps_pegs:
        return False
    return rule.pegs <= 16 and symbols <= 64 and symbols**rule.pegs <= SPELLED


def _space(codes: Sequence[tuple[int, ...]], symbols: int) -> str:
    """`distinct` or `any`, where the codes are all such sequences in order."""
    pegs = len(codes[0])
    spaces = {
        "distinct": itertools.permutations(range(symbols), pegs),
        "any": itertools.product(range(symbols), repeat=pegs),
    }
    for name, space in spaces.items():
        if all(a == b for a, b in itertools.zip_longest(codes, itertools.islice(space, len(codes) + 1))):
            return name
    return ""
