"""The slow, obvious oracle: everything again from the rules, with nothing imported from treebuild."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations, product


def codes(pegs: int, symbols: int, repeat: bool) -> list[tuple[int, ...]]:
    """All codes, lexicographic."""
    if repeat:
        return list(product(range(symbols), repeat=pegs))
    return list(permutations(range(symbols), pegs))


def bulls_and_cows(guess: Sequence[int], secret: Sequence[int]) -> str:
    """The reply by definition: bulls stand right, cows are other symbols in common, each secret peg used once."""
    bulls = [i for i in range(len(guess)) if guess[i] == secret[i]]
    left = [secret[i] for i in range(len(secret)) if i not in bulls]
    cows = 0
    for i, symbol in enumerate(guess):
        if i not in bulls and symbol in left:
            left.remove(symbol)
            cows += 1
    return f"{len(bulls)}.{cows}"


def parts(guess: Sequence[int], candidates: Iterable[tuple[int, ...]]) -> dict[str, list[tuple[int, ...]]]:
    """Candidates by the reply they give."""
    found: dict[str, list[tuple[int, ...]]] = {}
    for secret in candidates:
        found.setdefault(bulls_and_cows(guess, secret), []).append(secret)
    return found


def _product(sizes: list[int]) -> Fraction:
    return Fraction(math.prod(n**n for n in sizes))


# A score is compared exactly: entropy by the product of n^n over the parts, Larmouth's with 2 ln 2 taken off as a
# division by 4.
SCORES: dict[str, Callable[[list[int], bool], object]] = {
    "minmax": lambda sizes, member: max(sizes),
    "minavg": lambda sizes, member: sum(n * n for n in sizes),
    "entropy": lambda sizes, member: _product(sizes),
    "parts": lambda sizes, member: -len(sizes),
    "crush": lambda sizes, member: sorted(sizes, reverse=True),
    "larmouth": lambda sizes, member: _product(sizes) / (4 if member else 1),
}


def greedy_guess(
    score: str, all_codes: Sequence[tuple[int, ...]], candidates: Sequence[tuple[int, ...]], candidates_only: bool
) -> tuple[int, ...]:
    """Best score over all parts, then a candidate, then the lowest; of one or two candidates the lowest."""
    if len(candidates) <= 2:
        return candidates[0]
    return min(
        candidates if candidates_only else all_codes,
        key=lambda guess: (
            SCORES[score]([len(part) for part in parts(guess, candidates).values()], guess in candidates),
            guess not in candidates,
            guess,
        ),
    )


def depths(choose: Callable[[list[tuple[int, ...]]], tuple[int, ...]], secrets: list[tuple[int, ...]]) -> Counter[int]:
    """How many secrets a strategy finds at each depth."""
    counts: Counter[int] = Counter()

    def walk(candidates: list[tuple[int, ...]], depth: int) -> None:
        guess = choose(candidates)
        for part in parts(guess, candidates).values():
            if part == [guess]:
                counts[depth] += 1
            else:
                walk(part, depth + 1)

    walk(secrets, 1)
    return counts


def best_cost(
    cost: Callable[[int], int], all_codes: Sequence[tuple[int, ...]], candidates: Iterable[tuple[int, ...]], depth: int
) -> int:
    """The least cost of solving the candidates, next guess at `depth`, by trying everything: only for tiny games."""

    @cache
    def best(left: tuple[tuple[int, ...], ...], depth: int) -> int:
        if len(left) == 1:
            return cost(depth)
        options = []
        for guess in all_codes:
            split = parts(guess, left)
            if len(split) == 1:
                continue
            options.append(
                sum(cost(depth) if part == [guess] else best(tuple(part), depth + 1) for part in split.values())
            )
        return min(options)

    return best(tuple(candidates), depth)


def best_costs(
    cost: Callable[[int], tuple[int, ...] | None],
    reply: Callable[[int, int], int],
    guesses: Callable[[tuple[int, ...]], Iterable[int]],
) -> Callable[[tuple[int, ...], int], tuple[int, ...] | None]:
    """By (secrets, depth): the least vector of a tree, where cost(depth) is that of one secret, None beyond the limit.

    `reply(guess, secret)` is -1 when it wins; `guesses(secrets)` may be made. Tries everything, remembering sets.
    """

    @cache
    def best(left: tuple[int, ...], depth: int) -> tuple[int, ...] | None:
        now = cost(depth)
        if now is None or len(left) == 1:
            return now
        least = None
        for guess in guesses(left):
            split: dict[int, list[int]] = {}
            for secret in left:
                split.setdefault(reply(guess, secret), []).append(secret)
            if len(split) == 1:
                continue
            costs = [now if answer == -1 else best(tuple(part), depth + 1) for answer, part in split.items()]
            if None not in costs:
                total = tuple(map(sum, zip(*(one for one in costs if one is not None), strict=True)))
                least = total if least is None or total < least else least
        return least

    return best


def front(
    reply: Callable[[int, int], int], guesses: Iterable[int], limit: int
) -> Callable[[tuple[int, ...], int], frozenset[tuple[int, int]]]:
    """By (secrets, depth): all (total, secrets at depth `limit`) of trees no deeper that no other such pair dominates.

    `reply(guess, secret)` is -1 when it wins. Tries everything, remembering sets.
    """

    @cache
    def points(left: tuple[int, ...], depth: int) -> frozenset[tuple[int, int]]:
        if depth > limit:
            return frozenset()
        found: set[tuple[int, int]] = set()
        for guess in guesses:
            split: dict[int, list[int]] = {}
            for secret in left:
                split.setdefault(reply(guess, secret), []).append(secret)
            if len(split) == 1 and -1 not in split:
                continue
            sums = {(0, 0)}
            for answer, part in split.items():
                own = {(depth, int(depth == limit))} if answer == -1 else points(tuple(part), depth + 1)
                sums = {(a + c, b + d) for a, b in sums for c, d in own}
            found |= sums
        return frozenset(p for p in found if not any(q != p and q[0] <= p[0] and q[1] <= p[1] for q in found))

    return points


def crush(members: Collection[int], sizes: Callable[[int], list[int]], codes: Iterable[int]) -> int | None:
    """What crush guesses of some codes: the least sizes, largest first, then a member, then the highest."""
    telling = [code for code in codes if len(sizes(code)) > 1]
    return min(telling, key=lambda code: (sorted(sizes(code))[::-1], code not in members, -code), default=None)


def larmouth(members: Collection[int], sizes: Callable[[int], list[int]], codes: Iterable[int]) -> int | None:
    """What Larmouth's formula guesses of some codes, in doubles; of equals the highest. Sizes come in reply order."""

    def score(code: int) -> float:
        total = 0.0
        for size in sizes(code):
            total += size * math.log(size)
        return total - 2 * math.log(2) if code in members else total

    telling = [code for code in codes if len(sizes(code)) > 1]
    return min(telling, key=lambda code: (score(code), -code), default=None)


def least_of_all_trees(
    cost: Callable[[int], tuple[int, ...] | None],
    reply: Callable[[int, int], int],
    win: int,
    guesses: Callable[[tuple[int, ...], int], Iterable[int]],
) -> Callable[[tuple[int, ...], int], tuple[int, ...] | None]:
    """By (secrets, depth): the least vector of all trees; None when there is none. For a handful of secrets and depths.

    cost(depth) is that of one secret, None beyond the limit, which there must be: guesses that tell nothing are made as
    well. guesses(secrets, depth) may be made.
    """

    @cache
    def least(left: tuple[int, ...], depth: int) -> tuple[int, ...] | None:
        now = cost(depth)
        if now is None:
            return None
        found = []
        for guess in guesses(left, depth):
            answers = [reply(guess, secret) for secret in left]
            costs = []
            for answer in set(answers):
                part = tuple(secret for secret, given in zip(left, answers, strict=True) if given == answer)
                costs.append(now if answer == win else least(part, depth + 1))
            if None not in costs:
                found.append(tuple(map(sum, zip(*(one for one in costs if one is not None), strict=True))))
        return min(found, default=None)

    return least


def bulls(guess: Sequence[object], secret: Sequence[object]) -> str:
    """How many stand right."""
    return str(len([i for i in range(len(guess)) if guess[i] == secret[i]]))


def wordle(guess: Sequence[object], secret: Sequence[object]) -> str:
    """Green where a letter stands right; yellow, from the left, while the secret has more of the letter; else grey."""
    marks = ["g" if guess[i] == secret[i] else "." for i in range(len(guess))]
    for i, letter in enumerate(guess):
        greens = [j for j in range(len(guess)) if marks[j] == "g" and guess[j] == letter]
        yellows = [j for j in range(i) if marks[j] == "y" and guess[j] == letter]
        if marks[i] == "." and len(greens) + len(yellows) < list(secret).count(letter):
            marks[i] = "y"
    return "".join(marks)


REPLIES: dict[str, Callable[..., str]] = {"bulls-cows": bulls_and_cows, "bulls": bulls, "wordle": wordle}


def fewest_tests(
    options: Sequence[Sequence[frozenset[str]]],
    names: Sequence[str],
    weights: Sequence[Fraction],
    costs: Sequence[Fraction],
) -> Fraction:
    """The least expected cost of tests that say which of these hypotheses is true, where answers may be unknown.

    A hypothesis is drawn by weight, and each of its answers, options[test][hypothesis], independently, all being
    equally likely. A tree asks until no test could exclude one of the names that are left. This is the definition in
    docs/how-to/diagnosis.md.
    """

    @cache
    def ends(left: frozenset[int], tests: frozenset[int]) -> frozenset[frozenset[str]]:
        """The names that may be left when all these tests have been asked."""
        if not tests:
            return frozenset({frozenset(names[hypothesis] for hypothesis in left)})
        test = min(tests)
        answers = frozenset().union(*(options[test][hypothesis] for hypothesis in left))
        fit = (frozenset(hypothesis for hypothesis in left if one in options[test][hypothesis]) for one in answers)
        return frozenset().union(*(ends(part, tests - {test}) for part in fit))

    @cache
    def least(masses: tuple[tuple[int, Fraction], ...], tests: frozenset[int]) -> Fraction:
        if len(ends(frozenset(hypothesis for hypothesis, _ in masses), tests)) == 1:
            return Fraction(0)
        found = []
        for test in tests:
            answers = frozenset().union(*(options[test][hypothesis] for hypothesis, _ in masses))
            if len(answers) > 1:
                cost = costs[test] * sum(mass for _, mass in masses)
                for one in answers:
                    fit = [(of, mass / len(options[test][of])) for of, mass in masses if one in options[test][of]]
                    cost += least(tuple(fit), tests - {test})
                found.append(cost)
        return min(found)

    return least(tuple(enumerate(weights)), frozenset(range(len(options)))) / sum(weights)
