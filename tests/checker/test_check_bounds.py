"""The bounds of the checker, and the orbits that it finds, by the page in the plainest way."""

from __future__ import annotations

import io
import itertools
import random

import numpy as np
import pytest

from tests.helpers.plain_checks import Plain, packed, proof, random_table
from treebuild.checker.bounds import Bounds
from treebuild.checker.game import Game
from treebuild.checker.proof_file import ProofFile, read_header
from treebuild.checker.symmetries import Symmetries, join


class PlainBounds:
    def __init__(self, game):
        self.reply, self.win = game.reply.T.tolist(), game.win
        self.candidates_only, self.weight = game.header.candidates_only, game.weight.tolist()
        self.by_weight, self.flat = game.header.cost(True), game.header.cost(False)
        self.winner = {row.index(self.win): code for code, row in enumerate(self.reply) if self.win in row}
        self.members = sum(self.win in row for row in self.reply) == len(self.winner)

    def c(self, secrets, depth):
        at = min(depth, len(self.flat)) - 1
        return sum(self.weight[secret] * self.by_weight[at] + self.flat[at] for secret in secrets)

    def parts(self, code, candidates):
        out: dict[int, list[int]] = {}
        for secret in candidates:
            out.setdefault(self.reply[code][secret], []).append(secret)
        return out

    def guesses(self, candidates):
        all_parts = [self.parts(code, candidates) for code in range(len(self.reply))]
        return [parts for parts in all_parts if self.win in parts or not self.candidates_only]

    def width(self, candidates):
        return max(1, *(len(parts) - (self.win in parts) for parts in self.guesses(candidates)))

    def b0(self, candidates, d, w):
        left = sorted(candidates, key=lambda secret: self.weight[secret])
        lightest, slots, at, fill, n = left[:1], 1, d, 0, len(candidates)
        while left:
            fill += self.c(left[-slots:], at)
            left, slots, at = left[:-slots], slots * w, at + 1
        if not (3 <= n <= 13 and self.members):
            return fill
        e, late = self.c(candidates, d + 1), self.c(lightest, d + 2) - self.c(lightest, d + 1)
        costs = [e]
        for secret in candidates:
            apart = len(self.parts(self.winner[secret], candidates)) == n
            costs.append(e - self.c([secret], d + 1) + self.c([secret], d) + (0 if apart else late))
        return max(fill, min(costs))

    def b1(self, candidates, d, w):
        own = self.width(candidates)
        return max(
            self.b0(candidates, d, w),
            min(
                sum(self.c(part, d) if r == self.win else self.b0(part, d + 1, own) for r, part in parts.items())
                for parts in self.guesses(candidates)
                if self.win in parts or len(parts) > 1
            ),
        )


def game_of(data):
    file = ProofFile(io.BytesIO(packed(data)))
    return Game(file, read_header(file))


def larger_games(rng):
    for guesses, line in itertools.product(("all", "candidates"), ("1 2 3 4 5 6", "0 4 7 9 10 10", "0 0 0 1 1 1")):
        costs = {"costs": [line, "1 1 2 4 9 9"], "bound": "1 0"}
        yield {"pegs": 3, "symbols": 5, "guesses": guesses}
        yield {"pegs": 3, "symbols": 3, "codes": "any", "secrets": "any", "guesses": guesses} | costs
        yield {"pegs": 3, "symbols": 4, "rule": "bulls", "guesses": guesses} | costs
        for replies in (4, 16, 17, 40, 100, 200):
            yield random_table(rng, 40, 43, replies) | {"guesses": guesses} | costs
        some = [rng.choice((0, 1, 5, 1000)) for _ in range(59)] + [1]
        for lines in ([f"weighted {line}"], ["1 1 2 4 9 9", f"weighted {line}"], [f"weighted {line}", "1 1 2 4 9 9"]):
            costs = {"costs": lines, "bound": " ".join("10"[: len(lines)])}
            yield {"pegs": 3, "symbols": 5, "guesses": guesses, "weights": some} | costs
            yield random_table(rng, 40, 43, rng.choice((6, 20, 40, 100))) | {"weights": some[20:]} | costs


def test_bounds_by_the_page():
    rng = random.Random(5)
    for fields in larger_games(rng):
        game = game_of(proof(**fields))
        bounds, plain = Bounds(game), PlainBounds(game)
        for _ in range(6):
            whole = sorted(rng.sample(range(len(game.secrets)), rng.randrange(4, 1 + len(game.secrets))))
            part = sorted(rng.sample(whole, rng.randrange(3, len(whole))))
            whole, part = (sorted(some, key=lambda secret: -plain.weight[secret]) for some in (whole, part))
            depth, width = rng.randrange(1, 5), bounds.shape(np.array(whole)).width
            assert width == plain.width(whole)
            b0, b1 = plain.b0(part, depth, width), plain.b1(part, depth, width)
            assert [bounds.b1(np.array(part), None, depth, b0, e) for e in (b1 + 9, b0 + 1)] == [b1, min(b0 + 1, b1)]
            shape = bounds.shape(np.array(whole))
            code = rng.randrange(len(game.codes))
            parts = bounds.of_parts(np.array(whole), depth, width, np.array([code]), 1 << 62)[0]
            assert {int(r): int(b) for r, b in enumerate(parts) if b} == {
                r: b
                for r, p in plain.parts(code, whole).items()
                if (b := plain.c(p, depth) if r == game.win else plain.b0(p, depth + 1, width))
            }
            assert bounds.cheapest(np.array(whole), depth, width)[shape.made[code]] <= parts.sum() or (
                len(plain.parts(code, whole)) == 1 or game.header.candidates_only
            )


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("sets", ["distinct", "any"])
def test_orbits_that_are_found(sets, weighted):
    """Codes in one orbit are images of each other by a symmetry that maps the candidates onto themselves.

    Each to one of its weight: that of a secret says here how often symbols 0 and 1 occur.
    """
    fields = {"pegs": 2, "symbols": 5, "codes": sets, "secrets": sets}
    secrets = Plain(proof(**fields)).secrets
    weights = [1 + sum(symbol < 2 for symbol in secret) for secret in secrets] if weighted else ()
    game = game_of(proof(weights=weights, **fields))
    number = {tuple(code): at for at, code in enumerate(game.codes.tolist())}
    rng, symmetries, joined = random.Random(3), Symmetries(game), 0
    for _ in range(40):
        candidates, way = np.arange(len(game.secrets)), list[int]()
        for code in rng.sample(range(len(game.codes)), rng.randrange(4)):
            replies = game.reply[candidates, code]
            candidates, way = candidates[replies == rng.choice(replies.tolist())], [*way, code]
        lowest = np.arange(len(game.codes))
        for image in symmetries.found(candidates, way):
            lowest = join(lowest, image)
        related = set[tuple[int, int]]()
        for exchange in itertools.permutations(range(5)):
            renamed = [number[tuple(exchange[symbol] for symbol in code)] for code in game.codes.tolist()]
            weights_kept = all(game.weight[renamed[secret]] == game.weight[secret] for secret in candidates.tolist())
            if {renamed[secret] for secret in candidates.tolist()} == set(candidates.tolist()) and weights_kept:
                related |= set(zip(renamed, range(len(renamed)), strict=True))
        assert {(int(low), code) for code, low in enumerate(lowest)} <= related
        joined += len(set(range(len(lowest))) - set(lowest.tolist()))
    assert joined > 100
