"""What the tests of the checker share: a small writer of certificates, and a plain exhaustive recursion."""

from __future__ import annotations

import gzip
import itertools
import re
from collections import Counter
from functools import lru_cache

import pytest

from tests.helpers.make_proof_vectors import leb, written
from treebuild.checker.check import check
from treebuild.errors import TreebuildError

NONE: tuple[list[object], list[object]] = ([], [])  # a claim without images and guesses

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
        out: dict[int, list[int]] = {}
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


def outcome(data):
    try:
        check(packed(data))
    except TreebuildError as error:
        return str(error)
    return ""


def is_accepted(data):
    return outcome(data) == ""
