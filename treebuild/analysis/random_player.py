"""The exact figures of a player who guesses any candidate, each with the same chance.

f(S) is a vector: how many secrets of S the player is expected to find by its first guess, its second, ... It is a sum
over the parts that the candidates make of S, divided by their number. Near the root f is a vector of fractions, and it
is computed once for sets that symmetry makes equal. Further down compiled code computes f modulo primes, as many as the
numbers need. It also reports how many candidates the sets had, which gives a common denominator.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import count

import numpy as np
from numpy.typing import NDArray

from treebuild import kernels
from treebuild.errors import Remedy, TreebuildError
from treebuild.game.positions import History
from treebuild.game.reply_matrix import Replies, partition
from treebuild.game.symmetry import Symmetry, key, symmetry_of
from treebuild.kernels.constants import MAX_SMALL_SETS, SCALE
from treebuild.kernels.layout import ChanceTables, allocated
from treebuild.search.walk.threads import Pool
from treebuild.tree.policy import Progress

MAX_CANDIDATES_COMPILED = (250, 250, 250, 400, 400)
"""The most candidates of a set for the compiled code, after 0, 1, ... guesses; after more guesses it takes any set."""
MIN_GUESSES_ORDERED = 3  # guesses; from this length on a history keeps their order, in a shorter one they may swap
MAX_CANDIDATES_UNLIKE = 25  # up to this number, trying all candidates is quicker than seeing which are exchangeable
MAX_GUESSES = 40  # guesses that a game may take
MAX_SECRETS = 10_000  # secrets for which the sums of the compiled code do not overflow

Candidates = NDArray[np.int32]
Counts = tuple[Fraction, ...]


def expected_counts(
    replies: Replies,
    jobs: int = 1,
    progress: Progress | None = None,
    *,
    compiled: Sequence[int] = MAX_CANDIDATES_COMPILED,
    unlike: int = MAX_CANDIDATES_UNLIKE,
) -> Counts:
    """How many secrets the player is expected to find by the first guess, the second, ...

    The player guesses every candidate with the same chance; of codes that win against the same secret, the lowest
    stands for all. `jobs` threads share the work. `compiled` (see MAX_CANDIDATES_COMPILED) and `unlike` change only the
    time that it takes. Raises TreebuildError for a game of more secrets than MAX_SECRETS, of too many positions, or
    that may take more guesses than MAX_GUESSES.
    """
    secrets = len(replies.game.secrets)
    if secrets > MAX_SECRETS:
        raise TreebuildError(f"{secrets} secrets are too many for exact figures: at most {MAX_SECRETS}")
    # Symmetry may map the lowest winning code of a secret to another one, which this player never guesses.
    symmetry = None if replies.several_winners else symmetry_of(replies)
    layout = _Layout(replies, symmetry, compiled, unlike)
    root = layout.add((), np.arange(secrets, dtype=np.int32))
    tasks = sorted(layout.tasks.items(), key=lambda task: -len(task[1].candidates))
    done = count(1)

    def work(_: None, task: tuple[Hashable, _Task]) -> None:
        layout.known[task[0]] = _solved(replies, task[1])
        if progress is not None:
            progress(next(done), len(tasks), f"{len(task[1].candidates)} candidates")

    Pool(None, jobs, lambda own: own, lambda own: None).map(work, tasks)
    return layout.value(root)


@dataclass(frozen=True)
class _Task:
    """A set for the compiled code. `weights` says for each candidate how many candidates it stands for as a guess."""

    candidates: Candidates
    weights: NDArray[np.int64]


@dataclass
class _Layout:
    """The sets near the root. If there is a symmetry, sets whose histories it maps to each other share a name."""

    replies: Replies
    symmetry: Symmetry | None
    compiled: Sequence[int]
    unlike: int
    tasks: dict[Hashable, _Task] = field(default_factory=dict)
    split: dict[Hashable, tuple[int, list[tuple[int, Hashable]]]] = field(default_factory=dict)
    """Name -> number of candidates, and for every part of every guess its weight and its name."""
    known: dict[Hashable, Counts] = field(default_factory=dict)

    def add(self, history: History, candidates: Candidates) -> Hashable:
        """Add a set and all sets that follow it. Returns its name."""
        if len(candidates) == 1:
            self.known["one"] = (Fraction(1),)
            return "one"
        name = key(self.symmetry, history) if self.symmetry else (len(history), candidates.tobytes())
        if name in self.split or name in self.tasks:
            return name
        weights = self._weights(history, candidates)
        if len(history) == len(self.compiled) or len(candidates) <= self.compiled[len(history)]:
            self.tasks[name] = _Task(candidates, weights)
            return name
        parts = []
        for member in np.flatnonzero(weights):
            guess, weight = int(self.replies.code_of[candidates[member]]), int(weights[member])
            for reply, part in partition(self.replies, guess, candidates):
                if reply != self.replies.win:
                    parts.append((weight, self.add((*history, (guess, reply)), part)))
        self.split[name] = len(candidates), parts
        return name

    def _weights(self, history: History, candidates: Candidates) -> NDArray[np.int64]:
        """int64 (candidates,): how many candidates each stands for; 0 where, by symmetry, another stands for it."""
        members = self.replies.code_of[candidates]
        few = len(members) <= self.unlike
        if self.symmetry is None or few or (members[1:] < members[:-1]).any():
            return np.ones(len(members), np.int64)
        named = history
        if len(history) >= MIN_GUESSES_ORDERED:
            named = tuple((guess, number) for number, (guess, _) in enumerate(history))
        _, first, counts = np.unique(self.symmetry.orbits(named, members), return_index=True, return_counts=True)
        weights = np.zeros(len(members), np.int64)
        weights[first] = counts
        return weights

    def value(self, name: Hashable) -> Counts:
        """f of a set that was added. The values of tasks are known already."""
        if name not in self.known:
            size, parts = self.split[name]
            total = [Fraction(0)] * MAX_GUESSES
            for weight, part in parts:
                later = self.value(part)
                if len(later) >= MAX_GUESSES:
                    raise _too_deep(self.replies)
                for guess, value in enumerate(later, 1):
                    total[guess] += weight * value
            counts = [value / size for value in total]
            counts[0] = Fraction(1)
            while not counts[-1]:
                counts.pop()
            self.known[name] = tuple(counts)
        return self.known[name]


def _solved(replies: Replies, task: _Task) -> Counts:
    """f of a set, by the compiled code."""
    candidates = task.candidates
    size = len(candidates)
    primes = first_primes(size)
    table = np.ascontiguousarray(replies.matrix[np.ix_(replies.code_of[candidates], candidates)])
    while True:
        modulo = _modulo(primes)
        given = {
            "table": table,
            "weights": task.weights[None],
            "primes": modulo.primes,
            "inverses": modulo.inverses,
        }
        work = allocated(
            ChanceTables, table.dtype.name, given, secrets=size, replies=replies.count, many=primes, width=MAX_GUESSES
        )
        deepest: int = kernels.load("chances", replies.count).Chances(work).expected_residues()
        if deepest < 0:
            raise _too_deep(replies) if work.pad[-1] <= MAX_SMALL_SETS else _too_many(replies)
        # The sizes of the sets of each level.
        sizes = (row.nonzero()[0].tolist() for row in work.seen[: int(work.seen.any(axis=1).sum())])
        denominator = SCALE * math.prod(math.lcm(*some) for some in sizes)
        if size * denominator < modulo.product:
            return tuple(
                Fraction(modulo.number(work.residues[0, :, guess].tolist()) * denominator % modulo.product, denominator)
                for guess in range(deepest)
            )
        primes *= 2


def first_primes(size: int) -> int:
    """How many primes are mostly enough for a set of `size` candidates."""
    return 4 if size < 60 else 8 if size < 150 else 16


def _too_deep(replies: Replies) -> TreebuildError:
    return TreebuildError(
        f"{replies.game.name}: a game may take more than {MAX_GUESSES} guesses, too many for exact figures"
    )


def _too_many(replies: Replies) -> TreebuildError:
    return TreebuildError(
        f"{replies.game.name}: too many positions for exact figures",
        remedy=Remedy("{} plays a sample", "games", 10_000),
    )


@dataclass(frozen=True, eq=False)
class _Modulo:
    """Primes below 2^31, the inverses to divide modulo each, and the shares to find a number from its remainders."""

    primes: NDArray[np.uint64]
    inverses: NDArray[np.uint64]
    product: int
    shares: Sequence[int]

    def number(self, remainders: Sequence[int]) -> int:
        """The number below `product` that has these remainders."""
        return sum(share * left for share, left in zip(self.shares, remainders, strict=True)) % self.product


@cache
def _modulo(many: int) -> _Modulo:
    primes = _largest_primes(many)
    inverses = [[0, 1] for _ in primes]
    for row, prime in zip(inverses, primes, strict=True):
        for number in range(2, MAX_SECRETS + 1):
            row.append((prime - prime // number) * row[prime % number] % prime)
    product = math.prod(primes)
    shares = [product // prime * pow(product // prime, -1, prime) for prime in primes]
    unscale = [pow(SCALE, -1, prime) for prime in primes]
    return _Modulo(np.array([primes, unscale], np.uint64), np.array(inverses, np.uint64), product, shares)


def _largest_primes(many: int) -> list[int]:
    """The `many` largest primes below 2^31, by a sieve."""
    root, end = 46_341, 1 << 31
    small = np.ones(root, np.bool_)
    small[:2] = False
    window = np.ones(100 * many, np.bool_)  # one number in 21 is a prime there
    for number in range(2, root):
        if small[number]:
            small[number * number :: number] = False
            window[(len(window) - end) % number :: number] = False
    return [end - len(window) + int(offset) for offset in np.flatnonzero(window)[::-1][:many]]
