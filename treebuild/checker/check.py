"""The checker of certificates, `check`, written from schema/proof.md alone and in the order of that page.

It trusts no search, no table, no hash and no symmetry that it has not applied itself. Of the package, it imports only
the error. So no bug elsewhere can make it accept a wrong certificate.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, NamedTuple

import numpy as np

from treebuild.checker.bounds import NEVER, Bounds
from treebuild.checker.game import Game
from treebuild.checker.proof_file import LIMIT, Booleans, Header, Integers, ProofFile, read_header
from treebuild.checker.symmetries import Symmetries, join
from treebuild.errors import TreebuildError

DEEPEST = 64  # guesses on the way to a claim
MOST_IMAGES = 4096  # images that a claim lists


@dataclass(frozen=True)
class Progress:
    """How far a check has come.

    claims  the number of claims checked
    looks   the number of sets whose B1 was computed
    read    bytes read of the decompressed file
    size    bytes of the decompressed file; 0 if it is not known
    """

    claims: int
    looks: int
    read: int
    size: int


@dataclass(frozen=True)
class Checked:
    """What a certificate proves: `theorem` in words, and in numbers that no tree has sums of `costs` below `bound`.

    There is a sum for each line of costs. The first line in which sums differ decides. In lines that are `weighted`,
    the cost of a secret counts times its weight. `weights` is the sum of all weights. `title` is the name of the game
    by the file, which nobody has checked; `game` is the description of the game that was checked.
    """

    title: str
    game: str
    theorem: str
    costs: tuple[tuple[int, ...], ...]
    weighted: tuple[bool, ...]
    bound: tuple[int, ...]
    claims: int
    looks: int  # the number of sets whose B1 was computed
    codes: int
    secrets: int
    weights: int  # 0 in a game without weights
    candidates_only: bool
    guesses: str  # the rule of guesses
    groups: int  # the number of groups of secrets; 0 in a game without groups
    unit: int  # costs and surcharges are in units of 1 / unit; 0 where guesses have no surcharges

    def cost_of(self, counts: Sequence[int], weights: Sequence[int] = ()) -> tuple[int, ...]:
        """The sums by line of a tree that solves counts[d - 1] secrets, of weight weights[d - 1], at depth d."""
        return tuple(
            sum(
                number * line[min(depth, len(line) - 1)] for depth, number in enumerate(weights if weighted else counts)
            )
            for line, weighted in zip(self.costs, self.weighted, strict=True)
        )


def check(
    path_or_bytes: str | os.PathLike[str] | bytes, *, progress: Callable[[Progress], None] | None = None
) -> Checked:
    """Check the certificate in a file, or in bytes; `progress` is called after every claim.

    Raises TreebuildError for a file that cannot be read or is no certificate, and for a claim that fails.

    >>> check(certify("p3c4r", "total").data).theorem
    'every tree of p3c4r has a total of at least 206 guesses'
    """
    if not isinstance(path_or_bytes, str | os.PathLike | bytes):
        raise TreebuildError(f"{path_or_bytes!r} is no certificate: expected a path, or bytes")
    if isinstance(path_or_bytes, bytes):
        return _check(io.BytesIO(path_or_bytes), "certificate", progress)
    name = os.fspath(path_or_bytes)
    try:
        with Path(name).open("rb") as source:
            return _check(source, name, progress)
    except (OSError, ValueError) as error:
        raise TreebuildError(f"{name}: {getattr(error, 'strerror', None) or error}") from None


def _check(source: BinaryIO, name: str, progress: Callable[[Progress], None] | None) -> Checked:
    """Check a certificate. Every error begins with `name`."""
    try:
        file = ProofFile(source)
        header = read_header(file)
        game = Game(file, header)
        checker = _Checker(file, game, lambda p: progress(p) if progress else None)
        everything = np.ones(len(game.codes), np.bool_)
        checker.claim(np.argsort(-game.weight, kind="stable"), everything, 1, header.amount, ())
        file.finish()
        return concluded(header, checker.claims, checker.bounds.looks)
    except TreebuildError as error:
        raise error.at(name) from None
    except MemoryError:
        raise TreebuildError(f"{name}: the game takes more memory than there is") from None


class _Guess(NamedTuple):
    """A guess on the way to a claim, and the reply to it."""

    code: int
    reply: int


_Way = tuple[_Guess, ...]


class _Position(NamedTuple):
    """A position of the game, with the arguments of `_Checker.claim` and the width of its candidates."""

    candidates: Integers
    allowed: Booleans
    depth: int
    width: int
    way: _Way


class _Checker:
    """Checks claims. A claim holds if each code that may be guessed and tells something, or an image, is refuted."""

    def __init__(self, file: ProofFile, game: Game, progress: Callable[[Progress], None]) -> None:
        self.file, self.game = file, game
        self.progress = progress
        self.bounds = Bounds(game)
        self.symmetries = Symmetries(game) if game.header.version < 3 else None
        self.claims = 0

    def claim(self, candidates: Integers, allowed: Booleans, depth: int, amount: int, way: _Way) -> None:
        """Read and check the claim that the candidates, solved from this depth, cost at least the amount.

        `allowed` says which codes the turns on the way allow.
        """
        if len(way) > DEEPEST:
            raise self.file.error(f"a claim more than {DEEPEST} guesses deep")
        if len(candidates) > 1 and self.game.is_identified(candidates):
            raise self.file.error(f"a claim about candidates of one group{_after(self.game, way)}")
        shape = self.bounds.shape(candidates, allowed)
        cheapest = self.bounds.least(candidates, depth, shape, allowed)
        position = _Position(candidates, allowed, depth, shape.width, way)
        lowest = self._orbits(candidates, way)
        left = (cheapest < amount) & (lowest == np.arange(len(lowest)))
        code = -1
        for _ in range(self.file.number("the number of guesses")):
            code += 1 + self.file.number("a guess")
            if code >= len(lowest) or cheapest[code] == NEVER:
                why = "may not be guessed or tells nothing" if code < len(lowest) else "is no code"
                raise self.file.error(f"the guess {code} {why}{_after(self.game, way)}")
            self._refute_listed(position, amount, code)
            left[lowest[code]] = False
        self._refute(position, amount, np.flatnonzero(left))
        self.claims += 1
        self.progress(Progress(self.claims, self.bounds.looks, self.file.read, self.file.size))

    def _orbits(self, candidates: Integers, way: _Way) -> Integers:
        """For every code, the lowest of its images."""
        symmetries = self.symmetries
        lowest = np.arange(len(self.game.codes))
        images, most = self.file.number("the number of images"), MOST_IMAGES if symmetries else 0
        if images > most:
            raise self.file.error(f"{images} images, expected at most {most}")
        if symmetries is None:
            return lowest
        for image in symmetries.found(candidates, [guess.code for guess in way]):
            lowest = join(lowest, image)
        for _ in range(images):
            image_bytes = self.file.take(self.game.pegs + self.game.symbols, "an image")
            try:
                lowest = join(lowest, symmetries.listed(image_bytes, candidates))
            except ValueError as error:
                raise self.file.error(f"an image that {error}{_after(self.game, way)}") from None
        return lowest

    def _refute_listed(self, position: _Position, amount: int, code: int) -> None:
        """Refute a guess that the claim lists: read and check the claims of its listed parts, and bound the others."""
        game, candidates, way = self.game, position.candidates, position.way
        replies = game.reply[candidates, code]
        parts = self.bounds.of_parts(candidates, position.depth, position.width, np.array([code]), LIMIT)[0]
        listed = set[int]()
        reply = -1
        for _ in range(self.file.number("the number of parts")):
            reply += 1 + self.file.number("a reply")
            part = candidates[replies == reply] if reply < len(game.spelled) else candidates[:0]
            if len(part) == 0 or reply == game.win:
                why = "wins" if reply == game.win else "does not occur"
                where = _after(game, (*way, _Guess(code, reply))) if reply < len(game.spelled) else ""
                raise self.file.error(f"the reply {reply} is listed, but {why}{where}")
            claimed = self.file.number("an amount")
            allowed = game.kept(position.allowed, code, reply)
            self.claim(part, allowed, position.depth + 1, claimed, (*way, _Guess(code, reply)))
            parts[reply] = claimed
            listed.add(reply)
        self._reach(position, amount, code, parts, listed)

    def _refute(self, position: _Position, amount: int, codes: Integers) -> None:
        """Refute guesses that the claim does not list, by bounds of their parts."""
        candidates = position.candidates
        for block in self.bounds.blocks(candidates, codes):
            parts = self.bounds.of_parts(candidates, position.depth, position.width, block, amount)
            totals = parts.sum(axis=1) + self.bounds.charges(candidates, block)
            for row in np.flatnonzero(totals < amount):
                self._reach(position, amount, int(block[row]), parts[row], set())

    def _reach(self, position: _Position, amount: int, code: int, parts: Integers, listed: set[int]) -> None:
        """Raise TreebuildError unless a guess costs at least the amount.

        B1 replaces B0 for parts that are not listed, the largest first.
        """
        candidates = position.candidates
        replies = self.game.reply[candidates, code]
        sizes = np.bincount(replies, minlength=len(parts))
        total = sum(parts.tolist()) + int(self.bounds.charges(candidates, np.array([code]))[0])
        for reply in np.argsort(-sizes, kind="stable").tolist():
            if total >= amount:
                return
            if sizes[reply] < self.bounds.looked_from or reply == self.game.win or reply in listed:
                continue
            b0 = int(parts[reply])
            allowed = self.game.kept(position.allowed, code, reply)
            part = candidates[replies == reply]
            total += self.bounds.b1(part, allowed, position.depth + 1, b0, b0 + amount - total) - b0
        if total < amount:
            where = _after(self.game, position.way) or " at the start"
            guess = self.game.spell(code)
            raise TreebuildError(f"claim refused{where}: the guess {guess} costs {total} at least, not {amount}")


def _after(game: Game, way: _Way) -> str:
    """The guesses and replies on the way to a claim, in the words of an error."""
    return " at " + ", ".join(f"{game.spell(code)} {game.spelled[reply]}" for code, reply in way) if way else ""


def concluded(header: Header, claims: int, looks: int) -> Checked:
    """What a file with this header proves, once a checker has accepted it."""
    return Checked(
        title=header.title,
        game=described(header),
        theorem=theorem(header),
        costs=header.costs,
        weighted=header.weighted,
        bound=header.bound,
        claims=claims,
        looks=looks,
        codes=header.codes[1],
        secrets=header.secrets[1],
        weights=header.weights,
        candidates_only=header.candidates_only,
        guesses=header.guesses,
        groups=header.groups,
        unit=header.unit,
    )


def described(header: Header) -> str:
    """A description of the game, from the header without the title."""
    (codes, number_of_codes), (secrets, number_of_secrets) = header.codes, header.secrets
    weights = f", weights of {header.weights} in all" if header.weights else ""
    weights += f", {header.groups} groups" if header.groups else ""
    shape = "" if header.rule == "table" else f"{header.pegs} pegs, {header.symbols} symbols, "
    return f"{shape}{number_of_codes} codes ({codes}), {number_of_secrets} secrets ({secrets}){weights}, {header.rule}"


def theorem(header: Header) -> str:
    """The theorem in the words of schema/proof.md."""
    words = f"every tree of {header.title}" + f" (weights: {header.weights} in all)" * (header.weights > 0)
    if header.guesses != "all":
        by_rule = f" with guesses {header.guesses}"
        words += " that guesses candidates only" if header.candidates_only else by_rule
    words += f" that tells {header.groups} groups apart" if header.groups else ""
    sums, kept = list[str](), list[int]()
    for i, (line, weighted, bound) in enumerate(zip(header.costs, header.weighted, header.bound, strict=True), 1):
        charged = header.unit > 0 and i == len(header.costs)
        zeros, a = line.count(0), "a weighted" if weighted else "a"
        stepped = 0 < zeros < len(line) and line == (0,) * zeros + (1,) * (len(line) - zeros)
        late = stepped and not weighted and not charged
        if late and not bound:
            kept.append(zeros)
        elif late:
            who = "secret that takes" if bound == 1 else "secrets that take"
            sums.append(f"at least {bound} {who} more than {zeros} guesses")
        elif line == tuple(range(1, len(line) + 1)) and not charged:
            sums.append(f"{a} total of at least {bound} guesses")
        else:
            units = f" and surcharges of guesses, in units of 1/{header.unit}" * charged
            sums.append(f"{a} cost of at least {bound} by {' '.join(map(str, line))}{units}")
    words += f" in which no secret takes more than {min(kept)} guesses" if kept else ""
    return f"{words} has {'; if no more, then '.join(sums)}"
