"""The checker of certificates: a small writer of its own, plain exhaustive recursions, and what must be refused."""

from __future__ import annotations

import gzip
import io
import itertools
import random
import re
from collections import Counter
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.make_proof_vectors import leb, written
from treebuild.certificate.bounds import Bounds
from treebuild.certificate.check import Checked, Progress, check
from treebuild.certificate.proof_file import Game, ProofFile, read_header
from treebuild.certificate.symmetries import Symmetries, join
from treebuild.errors import TreebuildError

NONE = ([], [])  # a claim without images and guesses
FIELDS = {
    "game": "p2c3n", "pegs": 2, "symbols": 3, "codes": "distinct", "secrets": "distinct", "rule": "bulls-cows",
    "guesses": "all", "costs": ["1 2 3 4 5 6"], "bound": "13",
}  # fmt: skip


# A writer


def header_bytes(weights=(), **fields):
    """With `weights`, of version 2. Lines of costs that begin with "weighted" are."""
    lines = []
    for key, value in (FIELDS | fields).items():
        lines += [f"{key} {line}" for line in (value if isinstance(value, list) else [value])]
    lines = [re.sub("^costs weighted", "weighted costs", line) for line in lines]
    if weights:
        lines.insert(5, f"weights {sum(weights)}")
    lines.insert(0, f"treebuild proof {2 if weights else 1}")
    return ("\n".join([*lines, "body"]) + "\n").encode()


def packed(data):
    return gzip.compress(data, mtime=0)


def proof(claim=NONE, lists=b"", weights=(), **fields):
    return header_bytes(weights, **fields) + lists + b"".join(map(leb, weights)) + written(claim)


# Exhaustive recursion, on a game that is read from the bytes of a proof in the plainest way


class Plain:
    def __init__(self, data):
        head, _, body = data.partition(b"\nbody\n")
        text = head.decode().replace("weighted costs", "weighted")
        lines = [line.split(" ", 1) for line in text.split("\n")[1:]]
        field = {key: value for key, value in lines if key not in ("costs", "weighted")}
        costs = [(key, tuple(map(int, value.split()))) for key, value in lines if key in ("costs", "weighted")]
        self.lines, self.weighted = [line for _, line in costs], [key == "weighted" for key, _ in costs]
        self.bound = tuple(map(int, field["bound"].split()))
        self.candidates_only = field["guesses"] == "candidates"
        pegs, symbols, at = int(field["pegs"]), int(field["symbols"]), 0
        sets = []
        for how in (field["codes"], field["secrets"]):
            if how.startswith("list"):
                count = int(how[5:])
                sets.append([tuple(body[at + i * pegs : at + i * pegs + pegs]) for i in range(count)])
                at += count * pegs
            elif how == "any":
                sets.append(list(itertools.product(range(symbols), repeat=pegs)))
            else:
                sets.append(list(itertools.permutations(range(symbols), pegs)))
        self.codes, self.secrets = sets
        if field["rule"].startswith("table"):
            self.win = int(field["rule"].split()[2])
            n = len(self.secrets)
            self.reply = [list(body[at + i * n : at + i * n + n]) for i in range(len(self.codes))]
            at += n * len(self.codes)
        else:
            pairs = [(b, c) for b in range(pegs + 1) for c in range(pegs + 1 - b) if (b, c) != (pegs - 1, 1)]
            self.win = len(pairs) - 1 if field["rule"] == "bulls-cows" else pegs
            for_all = [[self.answer(code, secret) for secret in self.secrets] for code in self.codes]
            self.reply = [[pairs.index(a) if field["rule"] == "bulls-cows" else a[0] for a in row] for row in for_all]
        self.weight = [1] * len(self.secrets)
        if "weights" in field:
            numbers = re.findall(b"(?s)[\x80-\xff]*[\0-\x7f]", body[at:])[: len(self.secrets)]
            self.weight = [sum((byte & 127) << 7 * i for i, byte in enumerate(number)) for number in numbers]
        self.optimum = lru_cache(maxsize=None)(self._optimum)

    @staticmethod
    def answer(code, secret):
        bulls = sum(a == b for a, b in zip(code, secret, strict=True))
        return bulls, (Counter(code) & Counter(secret)).total() - bulls

    def cost(self, depth, secret):
        lines = zip(self.lines, self.weighted, strict=True)
        return tuple(line[min(depth, len(line)) - 1] * (self.weight[secret] if w else 1) for line, w in lines)

    def most(self):
        """What all secrets cost at most by each line."""
        lines = zip(self.lines, self.weighted, strict=True)
        return [max(line) * (sum(self.weight) if w else len(self.secrets)) for line, w in lines]

    def factors(self):
        out = [1]
        for most in self.most()[:0:-1]:
            out.insert(0, out[0] * (most + 1))
        return out

    def amount(self, sums):
        return sum(f * s for f, s in zip(self.factors(), sums, strict=True))

    def parts(self, code, candidates):
        out = {}
        for secret in candidates:
            out.setdefault(self.reply[code][secret], []).append(secret)
        return {reply: tuple(part) for reply, part in out.items()}

    def guesses(self, candidates):
        for code in range(len(self.codes)):
            parts = self.parts(code, candidates)
            if self.win in parts or (len(parts) > 1 and not self.candidates_only):
                yield code, parts

    def _optimum(self, candidates, depth):
        """The least sums by line, in lexicographic order: no factors."""
        best = None
        for _, parts in self.guesses(candidates):
            sums = [self.cost(depth, *p) if r == self.win else self.optimum(p, depth + 1) for r, p in parts.items()]
            total = tuple(map(sum, zip(*sums, strict=True)))
            best = total if best is None else min(best, total)
        return best

    def best(self):
        return self.optimum(tuple(range(len(self.secrets))), 1)

    def of_guess(self, code):
        """The least sums of a tree that begins with a code."""
        parts = self.parts(code, range(len(self.secrets)))
        sums = [self.cost(1, *p) if r == self.win else self.optimum(p, 2) for r, p in parts.items()]
        return tuple(map(sum, zip(*sums, strict=True)))

    def full(self, candidates=None, depth=1):
        """A claim of the optimum that lists every guess and every part of 3 or more."""
        candidates = candidates or tuple(range(len(self.secrets)))
        return [], [
            (
                code,
                [
                    (r, self.amount(self.optimum(p, depth + 1)), self.full(p, depth + 1))
                    for r, p in sorted(parts.items())
                    if r != self.win and len(p) > 2
                ],
            )
            for code, parts in self.guesses(candidates)
        ]


def table(rows):
    """Fields and lists of a table game in which code i wins against secret i with reply 0."""
    replies = max(map(max, rows)) + 1
    fields = {"pegs": 0, "symbols": 0, "codes": f"list {len(rows)}", "secrets": f"list {len(rows[0])}"}
    return fields | {"rule": f"table {max(replies, 2)} 0", "lists": b"".join(map(bytes, rows))}


def random_table(rng, secrets, codes, replies):
    most = [replies if code < 8 else min(replies, 4) for code in range(codes)]  # few codes tell much
    rows = [[rng.randrange(1, most[code]) for _ in range(secrets)] for code in range(codes)]
    for secret in range(secrets):
        rows[secret][secret] = 0
    if codes > secrets and rng.random() < 0.5:
        rows[-1][rng.randrange(secrets)] = 0  # two codes win against this one
    return table(rows)


GAMES = {
    "p2c3n": {},
    "p2c2r": {"symbols": 2, "codes": "any", "secrets": "any"},
    "p1c5": {"pegs": 1, "symbols": 5},
    "bulls": {"rule": "bulls"},
    "candidates": {"guesses": "candidates"},
    "any codes": {"codes": "any"},
    "listed": {"symbols": 4, "secrets": "list 5", "lists": bytes([0, 1, 1, 0, 2, 3, 3, 2, 0, 2])},
    "lists": {"symbols": 4, "codes": "list 4", "secrets": "list 4", "lists": bytes([0, 1, 2, 0, 3, 3, 1, 2] * 2)},
    "two": {"costs": ["0 0 1 1 1", "1 2 3 4 5"], "bound": "0 0"},
    "three": {
        "costs": ["1 2 3", "0 1 0", "0 0 1"], "bound": "0 0 0", "secrets": "list 4",
        "lists": bytes([0, 1, 2, 0, 1, 2, 2, 1]),
    },
    "table": table(
        [[0, 1, 2, 1, 1], [1, 0, 1, 2, 2], [2, 2, 0, 2, 2], [1, 1, 2, 0, 1], [1, 2, 2, 1, 0], [1, 1, 2, 2, 3]],
    ),
    "two winners": table([[0, 1, 1, 1], [1, 0, 1, 2], [2, 2, 0, 2], [1, 1, 2, 0], [1, 2, 0, 3]]),
    "table of candidates": table([[0, 1, 1, 1], [1, 0, 1, 2], [2, 2, 0, 2], [1, 1, 2, 0], [1, 2, 3, 4]])
    | {"guesses": "candidates"},
    "weights": {"weights": [3, 0, 7, 7, 1, 300], "costs": ["weighted 1 2 3 4 5 6"]},
    "weights that symbols keep": {"weights": [1, 1, 4, 4, 4, 4], "costs": ["weighted 1 2 3 4 5 6"]},
    "weights and a number": {
        "weights": [0, 9, 1, 1, 2, 0], "costs": ["0 0 1 1 1", "weighted 1 2 3 4 5"], "bound": "0 0",
    },
    "a number after weights": {
        "weights": [1, 2, 3, 4, 5, 6], "costs": ["weighted 0 1 1", "1 2 3"], "bound": "0 0", "guesses": "candidates",
    },
    "weights of a table": table([[0, 1, 2, 1, 1], [1, 0, 1, 2, 2], [2, 2, 0, 2, 2], [1, 1, 2, 0, 1], [1, 2, 2, 1, 0]])
    | {"weights": [5, 1, 0, 0, 2], "costs": ["weighted 1 2 3 4"]},
}  # fmt: skip


def at_bound(fields, sums, claim=NONE):
    return proof(claim, **(fields | {"bound": " ".join(map(str, sums))}))


def best_of(fields):
    plain = Plain(proof(**fields))
    return plain, plain.best()


def refusal(data):
    with pytest.raises(TreebuildError) as caught:
        check(data)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("name", GAMES)
def test_optimum_is_accepted_and_one_more_refused(name):
    plain, best = best_of(GAMES[name])
    checked = check(packed(at_bound(GAMES[name], best, plain.full())))
    assert checked.bound == best
    assert (checked.codes, checked.secrets) == (len(plain.codes), len(plain.secrets))
    more = (*best[:-1], best[-1] + 1)
    if len(best) == 1 or more[-1] <= plain.most()[-1]:
        assert "claim refused" in refusal(packed(at_bound(GAMES[name], more, plain.full())))
        assert "claim refused" in refusal(packed(at_bound(GAMES[name], more)))
        images, guesses = plain.full()
        dear = {code for code, _ in guesses if plain.of_guess(code) >= more}  # refuted, but they stand for no other
        dear_only = (images, [guess for guess in guesses if guess[0] in dear])
        assert "claim refused" in refusal(packed(at_bound(GAMES[name], more, dear_only)))


@pytest.mark.parametrize("seed", range(60))
def test_random_tables(seed):
    rng = random.Random(seed)
    secrets = rng.randrange(3, 8)
    fields = random_table(rng, secrets, secrets + rng.randrange(3), rng.randrange(3, 6))
    costs = sorted(rng.randrange(4) for _ in range(rng.randrange(1, 5)))
    fields["costs"] = [" ".join(map(str, costs)), "1 1 2 3 4"[: 2 * len(costs) - 1]]
    fields["guesses"] = rng.choice(["all", "candidates"])
    fields["bound"] = "0 0"
    if seed % 2:
        fields["weights"] = [rng.choice((0, 1, 2, 50)) for _ in range(secrets - 1)] + [1]
        line = rng.randrange(2)
        fields["costs"][line] = f"weighted {fields['costs'][line]}"
    plain, best = best_of(fields)
    if secrets < 6:
        check(packed(at_bound(fields, best, plain.full())))
    accepted = [total for total in range(1, best[1] + 3) if is_accepted(at_bound(fields, (best[0], total)))]
    assert all(total <= best[1] for total in accepted)
    assert not is_accepted(at_bound(fields, (best[0] + 1, 0)))


def outcome(data):
    try:
        check(packed(data))
    except TreebuildError as error:
        return str(error)
    return ""


def is_accepted(data):
    return outcome(data) == ""


@pytest.mark.parametrize(("symbols", "sets"), [(4, "distinct"), (3, "any")])
def test_automatic_rules_are_sound(symbols, sets):
    fields = {"symbols": symbols, "codes": sets, "secrets": sets}
    (optimum,) = best_of(fields)[1]
    accepted = [bound for bound in range(1, optimum + 3) if is_accepted(at_bound(fields, (bound,)))]
    assert accepted == list(range(1, len(accepted) + 1)) and optimum - 4 <= len(accepted) <= optimum


def test_what_is_reported(tmp_path: Path):
    path = tmp_path / "p2c3n.proof"
    path.write_bytes(packed(proof()))
    seen: list[Progress] = []
    checked = check(path, progress=seen.append)
    assert isinstance(checked, Checked) and checked == check(str(path)) == check(path.read_bytes())
    assert (checked.title, checked.claims, checked.costs) == ("p2c3n", 1, ((1, 2, 3, 4, 5, 6),))
    assert checked.theorem == "every tree of p2c3n has a total of at least 13 guesses"
    assert checked.game == "2 pegs, 3 symbols, 6 codes (distinct), 6 secrets (distinct), bulls-cows"
    assert checked.cost_of((1, 3, 2)) == (13,) and checked.cost_of([0] * 9 + [1]) == (6,)
    assert [p.claims for p in seen] == [1] and seen[0].read == seen[0].size == path.stat().st_size


def test_words():
    two = {"costs": ["0 0 1 1 1", "0 0 0 0 1", "1 2 3 4 5", "1 1 5 5 5"], "bound": "2 0 13 0", "guesses": "candidates"}
    assert check(packed(proof(**two))).theorem == (
        "every tree of p2c3n that guesses candidates only in which no secret takes more than 4 guesses has at least 2 "
        "secrets that take more than 2 guesses; if no more, then a total of at least 13 guesses; if no more, then a "
        "cost of at least 0 by 1 1 5 5 5"
    )


def test_words_with_weights():
    costs = ["weighted 1 2 3 4", "weighted 0 0 1 1", "0 0 0 1"]
    checked = check(packed(proof(weights=[5, 1, 1, 1, 1, 1], costs=costs, bound="17 0 0", guesses="candidates")))
    assert checked.theorem == (
        "every tree of p2c3n (weights: 10 in all) that guesses candidates only in which no secret takes more than 3 "
        "guesses has a weighted total of at least 17 guesses; if no more, then a weighted cost of at least 0 by 0 0 1 1"
    )
    assert (
        checked.game == "2 pegs, 3 symbols, 6 codes (distinct), 6 secrets (distinct), weights of 10 in all, bulls-cows"
    )
    assert checked.weighted == (True, True, False) and checked.weights == 10
    assert checked.cost_of((1, 3, 1, 1), (5, 3, 1, 1)) == (18, 2, 1)


def test_claim_that_fails_is_named():
    wrong = refusal(packed(proof(([], [(0, [(1, 9, NONE)])]))))
    assert wrong == "certificate: claim refused at 01 0.1: the guess 02 costs 6 at least, not 9"
    assert refusal(packed(proof(bound=14))).endswith(
        "claim refused at the start: the guess 01 costs 13 at least, not 14"
    )


# The bounds, and the orbits, by the page in the plainest way


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
        out = {}
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
            assert [bounds.b1(np.array(part), depth, width, b0, e) for e in (b1 + 9, b0 + 1)] == [b1, min(b0 + 1, b1)]
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


@pytest.mark.parametrize("weighed", [False, True])
@pytest.mark.parametrize("sets", ["distinct", "any"])
def test_orbits_that_are_found(sets, weighed):
    """Codes in one orbit are images of each other by a symmetry that maps the candidates onto themselves.

    Each to one of its weight: that of a secret says here how often symbols 0 and 1 occur.
    """
    fields = {"pegs": 2, "symbols": 5, "codes": sets, "secrets": sets}
    secrets = Plain(proof(**fields)).secrets
    weights = [1 + sum(symbol < 2 for symbol in secret) for secret in secrets] if weighed else ()
    game = game_of(proof(weights=weights, **fields))
    number = {tuple(code): at for at, code in enumerate(game.codes.tolist())}
    rng, symmetries, joined = random.Random(3), Symmetries(game), 0
    for _ in range(40):
        candidates, way = np.arange(len(game.secrets)), []
        for code in rng.sample(range(len(game.codes)), rng.randrange(4)):
            replies = game.reply[candidates, code]
            candidates, way = candidates[replies == rng.choice(replies.tolist())], [*way, code]
        lowest = np.arange(len(game.codes))
        for image in symmetries.found(candidates, way):
            lowest = join(lowest, image)
        related = set()
        for exchange in itertools.permutations(range(5)):
            image = [number[tuple(exchange[symbol] for symbol in code)] for code in game.codes.tolist()]
            weights_kept = all(game.weight[image[secret]] == game.weight[secret] for secret in candidates.tolist())
            if {image[secret] for secret in candidates.tolist()} == set(candidates.tolist()) and weights_kept:
                related |= set(zip(image, range(len(image)), strict=True))
        assert {(int(low), code) for code, low in enumerate(lowest)} <= related
        joined += len(set(range(len(lowest))) - set(lowest.tolist()))
    assert joined > 100


# Images


def test_images():
    swap = bytes([1, 0, 0, 1, 2])
    check(packed(proof(([swap, bytes([0, 1, 2, 1, 0])], []))))
    assert check(packed(proof(([swap, swap], [])))).claims == 1  # twice is as good as once
    assert "no permutation" in refusal(packed(proof(([bytes([1, 1, 0, 1, 2])], []))))
    assert "no permutation" in refusal(packed(proof(([bytes([1, 0, 0, 1, 3])], []))))
    apart = proof(([], [(0, [(1, 1, ([swap], []))])]))  # after 01 and 0.1, which exchanging the pegs does not keep
    assert "does not map the candidates onto themselves at 01 0.1" in refusal(packed(apart))
    lists = {"codes": "list 3", "secrets": "list 3", "lists": bytes([0, 1, 1, 0, 2, 0] * 2), "bound": "5"}
    assert "no symmetry" in refusal(packed(proof(([swap], []), **lists)))
    fields = table([[0, 1], [1, 0]])
    check(packed(proof(([b""], []), **fields | {"bound": 3})))
    assert "expected at most 4096" in refusal(packed(proof(([b""] * 4097, []), **fields | {"bound": 3})))


def test_images_keep_weights():
    costs, swap = {"costs": ["weighted 1 2 3 4"], "bound": "1"}, bytes([1, 0, 0, 1, 2])
    check(packed(proof(([swap], []), weights=[1, 2, 1, 3, 2, 3], **costs)))
    moved = refusal(packed(proof(([swap], []), weights=[1, 2, 1, 3, 2, 4], **costs)))
    assert "an image that does not keep the weights of the candidates" in moved
    # After 01 and 1.0, 02 and 21 are left: what 12 and 20 weigh does not matter to an image that exchanges these.
    turn = bytes([1, 0, 1, 0, 2])
    for first, last in ((1, 1), (1, 2)):
        data = proof(([], [(0, [(3, 1, ([turn], []))])]), weights=[1, first, 1, 5, 9, last], **costs)
        assert is_accepted(data) == (first == last)


def test_an_image_stands_for_a_guess():
    """A listed guess stands for its images: with them, fewer guesses have parts that must be listed."""
    fields = {"symbols": 4, "secrets": "list 4", "lists": bytes([0, 1, 1, 0, 2, 3, 3, 2])}
    plain, best = best_of(fields)
    images = [bytes([1, 0, 0, 1, 2, 3]), bytes([0, 1, 2, 3, 0, 1])]
    _, guesses = plain.full()
    assert is_accepted(at_bound(fields, best, (images, guesses)))
    assert "symmetry" not in outcome(at_bound(fields, best, (images, guesses[:1])))
    assert "claim refused" in outcome(at_bound(fields, (best[0] + 1,), (images, guesses[:1])))
    assert "costs 2 at least, not 15" in outcome(proof(([], [(0, [(0, 1, NONE)])]), pegs=1, symbols=5, bound=15))
    assert "no symmetry" in outcome(at_bound(fields, best, ([bytes([0, 1, 1, 2, 0, 3])], guesses)))


# Bad files


@pytest.mark.parametrize(
    ("fields", "what"),
    [
        ({"game": ""}, "1 to 64"),
        ({"game": "x" * 65}, "1 to 64"),
        ({"game": "p2c3n and more"}, "without a space"),
        ({"game": "é"}, "printable ASCII"),
        ({"game": "a\tb"}, "printable ASCII"),
        ({"pegs": "02"}, "without leading zeros"),
        ({"pegs": "2 "}, "decimal"),
        ({"pegs": "-2"}, "decimal"),
        ({"pegs": 17}, "0 to 16"),
        ({"symbols": 65}, "0 to 64"),
        ({"pegs": 0}, "0"),
        ({"pegs": 4}, "0 of them"),
        ({"pegs": 16, "symbols": 64, "codes": "any"}, "of them, expected 1 to 65536"),
        ({"pegs": 16, "symbols": 2, "codes": "any", "secrets": "any"}, "2^28"),
        ({"codes": "some"}, "distinct, any or list"),
        ({"codes": "list 0"}, "1 to 65536"),
        ({"codes": "list 65537"}, "1 to 65536"),
        ({"codes": "list  3"}, "expected distinct"),
        ({"rule": "cows"}, "bulls-cows, bulls or table"),
        ({"rule": "table 3 0"}, "with rule table both are 0"),
        ({"rule": "table 1 0"}, "2 to 256"),
        ({"rule": "table 3 3"}, "0 to 2"),
        ({"guesses": "some"}, "all or candidates"),
        ({"costs": []}, "costs"),
        ({"costs": ["1 2"] * 9, "bound": "1 " * 8 + "1"}, "more than 8"),
        ({"costs": ["1 2", "1 2 3"], "bound": "1 1"}, "3 costs in a line"),
        ({"costs": [" ".join(["1"] * 65)]}, "65 costs"),
        ({"costs": ["2 1"]}, "costs fall"),
        ({"costs": ["1 1", "2 1"], "bound": "1 1"}, "costs fall"),
        ({"costs": ["1 2 "]}, "decimal"),
        ({"bound": "13 1"}, "a bound of 2 numbers"),
        ({"bound": "0"}, "bound of 0"),
        ({"bound": "9" * 30}, "expected 0 to"),
        ({"costs": ["1 2", "0 1"], "bound": "9 7"}, "a bound of 7"),
        ({"costs": [f"1 {1 << 61}"]}, "too large"),
        ({"costs": [f"1 {(1 << 62) - 1}"] * 8, "bound": "1" + " 0" * 7}, "too large"),
        ({"costs": ["1" * 3000]}, "more than 2048"),
        ({"costs": ["weighted 1 2"]}, "begins with 'weighted'"),
        ({"costs": ["weighted 2 1", "1 2"], "bound": "9 9", "weights": [1] * 6}, "costs fall"),
        ({"costs": ["weighted 1 2", "2 1"], "bound": "9 9", "weights": [1] * 6}, "costs fall"),
        ({"costs": ["1 2", "weighted 0 1"], "bound": "9 10", "weights": [2, 0, 0, 0, 3, 4]}, "a bound of 10"),
        ({"costs": ["weighted 1 2"], "weights": [1 << 60, 1 << 60, 0, 0, 0, 0]}, "too large"),
        ({"costs": ["weighted 1 2"], "weights": [1 << 62, 0, 0, 0, 0, 0]}, "expected 1 to"),
    ],
)
def test_bad_headers(fields, what):
    assert what in refusal(packed(proof(**fields)))


def test_bad_lines():
    good = header_bytes()
    for bad, what in [
        (good.replace(b"proof 1", b"proof 3"), "treebuild proof 1"),
        (good.replace(b"proof 1", b"proof 2"), "weights"),
        (good.replace(b"pegs 2\nsymbols 3\n", b"symbols 3\npegs 2\n"), "pegs"),
        (good.replace(b"body", b"body "), "body"),
        (good.replace(b"\n", b"\r\n"), "byte 13"),
        (good.replace(b"bound 13\n", b"bound 13\nbound 13\n"), "body"),
    ]:
        assert what in refusal(packed(bad + b"\0\0"))
    assert "the file ends" in refusal(packed(good[:40]))
    assert "the file ends" in refusal(packed(b""))


@pytest.mark.parametrize(
    ("fields", "what"),
    [
        ({"codes": "list 2", "lists": bytes([0, 3, 0, 1])}, "a symbol of 3"),
        ({"secrets": "list 2", "lists": bytes([0, 1, 0, 1])}, "listed twice"),
        ({"secrets": "list 1", "lists": bytes([0, 0])}, "no code wins"),
        ({"secrets": "any"}, "no code wins"),
        ({"codes": "list 6", "lists": b"\0"}, "the file ends"),
        (table([[0, 0], [1, 0]]), "two secrets"),
        (table([[0, 1], [1, 1]]), "no code wins"),
        (table([[0, 2], [2, 0]]) | {"rule": "table 2 0"}, "a reply of 2"),
        ({"pegs": 0, "symbols": 0, "rule": "table 2 0"}, "are lists"),
        (table([[0, 1], [1, 0]]) | {"codes": "list 16384", "secrets": "list 16384"}, "the file ends"),
    ],
)
def test_bad_games(fields, what):
    assert what in refusal(packed(proof(**fields)))


@pytest.mark.parametrize(
    ("body", "what"),
    [
        (b"", "the file ends"),
        (b"\0", "the file ends"),
        (b"\x80\0\0", "more bytes than it needs"),
        (b"\0\x80\0", "more bytes than it needs"),
        (b"\0" + b"\xff" * 12, "2^62"),
        (b"\0" + b"\x80" * 12, "2^62"),
        (b"\0\0\0", "bytes after the first claim"),
        (b"\0\1\6\0", "is no code"),
        (b"\0\1" + leb((1 << 62) - 1) + b"\0", "is no code"),
        (b"\0\2\5\0\0\0", "is no code"),
        (b"\0\1\0\1\4\1\0\0", "wins"),
        (b"\0\1\0\1\5\1\0\0", "does not occur"),
        (b"\0\1\0\1\0\1\0\0", "does not occur"),
        (b"\0\1\0\1\1" + leb(1 << 62) + b"\0\0", "2^62"),
    ],
)
def test_bad_claims(body, what):
    assert what in refusal(packed(header_bytes() + body))


def test_guesses_that_may_not_be_listed():
    plain = Plain(proof())
    reply, part = next((r, p) for r, p in plain.parts(0, range(6)).items() if len(p) == 2)
    tells = [code for code, _ in plain.guesses(part)]
    for code in range(6):
        data = {how: proof(([], [(0, [(reply, 3, ([], [(code, [])]))])]), guesses=how) for how in ("all", "candidates")}
        assert ("tells nothing at 01" in outcome(data["all"])) == (code not in tells)
        assert ("may not be guessed" in outcome(data["candidates"])) == (code not in part)


def test_too_deep():
    size = 70
    fields = table([[0 if code == secret else 1 for secret in range(size)] for code in range(size)])
    claim = NONE
    for code in range(66, -1, -1):
        claim = ([], [(code, [(1, 1, claim)])])
    assert "64 guesses deep" in refusal(packed(proof(claim, **fields | {"bound": 1})))


def test_bad_gzip(tmp_path: Path):
    good = packed(proof())
    assert "in the middle" in refusal(good[:-1])
    assert "in the middle" in refusal(good[:20])
    assert "in the middle" in refusal(b"")
    assert "after the gzip member" in refusal(good + b"\0")
    assert "after the gzip member" in refusal(good + good)
    assert "no gzip file" in refusal(proof())
    assert "damaged" in refusal(good[:-8] + bytes(4) + good[-4:])
    assert "No such file" in refusal(tmp_path / "none.proof")
    assert refusal(tmp_path) and refusal("\0")
    bomb = packed(header_bytes() + b"\0\0" + bytes(1 << 26))
    assert "bytes after the first claim" in refusal(bomb)
    assert "more than 2048" in refusal(packed(b"treebuild proof 1\ngame " + b"x" * (1 << 26)))


# Fuzz


def samples():
    weighted = ("weights", "weights that symbols keep", "weights and a number", "weights of a table")
    for name in ("p2c3n", "candidates", "listed", "lists", "two", "table", "two winners", *weighted):
        plain, best = best_of(GAMES[name])
        yield at_bound(GAMES[name], best, plain.full())
        yield at_bound(GAMES[name], best)
        yield at_bound(GAMES[name], (*best[:-1], best[-1] + 1), plain.full())
    yield proof(([bytes([1, 0, 0, 1, 2])], [(0, [(1, 5, NONE), (2, 5, NONE)])]))


SAMPLES = list(samples())


@settings(max_examples=700, deadline=None)
@given(st.sampled_from(SAMPLES), st.data())
def test_mutants(data, draw):
    mutant = bytearray(data)
    body = data.index(b"\nbody\n") + 6
    for _ in range(draw.draw(st.integers(1, 4))):
        where = st.integers(0, len(mutant) - 1) if draw.draw(st.booleans()) else st.integers(body, len(data) - 1)
        at = min(draw.draw(where), len(mutant) - 1)
        how = draw.draw(st.sampled_from("rrridc"))
        if how == "r":
            mutant[at] = draw.draw(
                st.one_of(st.integers(0, 12), st.sampled_from(b"0123456789 \n"), st.integers(0, 255))
            )
        elif how == "i":
            mutant.insert(at, draw.draw(st.integers(0, 255)))
        elif how == "d" and len(mutant) > 1:
            del mutant[at]
        else:
            mutant[at:at] = mutant[at : at + draw.draw(st.integers(1, 9))]
    head = bytes(mutant[:body])
    assume(not re.search(rb"(pegs ([4-9]|\d\d)|symbols ([7-9]|\d\d)|list \d\d)", head))  # small games only
    try:
        checked = check(packed(bytes(mutant)))
    except TreebuildError as error:
        assert "\n" not in str(error)
        return
    if checked.secrets <= 9 and checked.codes <= 20:
        plain = Plain(bytes(mutant))
        assert checked.bound == plain.bound <= plain.best()
