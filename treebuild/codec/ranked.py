"""Ranked text: the guesses that the scoring rule would not make, and nothing else. See schema/ranked.md.

A node guesses what the rule ranks first unless the text has an exception for it, which names another guess by its rank,
or, where it has none, by its index. A node is named by its depth and its place. Places order the secrets so that the
candidates of every node are contiguous: those of its first part, then those of its second, and so on, by reply.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from treebuild.codec.ranking import KEPT, Ranking
from treebuild.codec.text import read_text
from treebuild.errors import TreebuildError, too_long
from treebuild.game.game import Game, as_game
from treebuild.game.replies import partition, reply_matrix
from treebuild.tree.policy import grow
from treebuild.tree.tree import Tree
from treebuild.tree.walk import walk

DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
VALUE = {digit: value for value, digit in enumerate(DIGITS)}
VERSION = 0
MAX_LIMIT = 15
CHECK_DIGITS = 2
MAX_BITS = 24  # longer numbers than any text needs
# Of texts that are read in a second or two; see schema/ranked.md.
MOST_CODES, MOST_REPLIES, MOST_STEPS = 12_000, 65, 500_000_000
_COUNT_ORDER, RANK_ORDER = 3, 1


@dataclass(frozen=True)
class Span:
    """A node of two or more candidates: its depth, the first place of its candidates, and how many they are."""

    depth: int
    start: int
    size: int
    named: int = 0  # symbols of the guesses on the way


@dataclass(frozen=True)
class Departure:
    """A guess that is not the rule's: a place of its node, and the guess's rank, or 0 and its index."""

    depth: int
    place: int
    rank: int
    code: int


def encode(tree: Tree) -> bytes:
    """The tree's text as ASCII and a newline; of the limits 0 and the tree's greatest depth the shorter."""
    limits = dict.fromkeys((0, tree.max_depth if tree.max_depth <= MAX_LIMIT else 0))
    return min((write(tree, limit) for limit in limits), key=len)


def write(tree: Tree, limit: int) -> bytes:
    """The tree's text under a limit, 0 to 15."""
    odd = []
    ranking = Ranking(reply_matrix(tree.game), limit)
    for node, span, candidates in places(tree, ranking):
        guess = int(tree.guess[node])
        if guess != ranking.first(candidates, span.depth, span.named):
            ranked = ranking.best(candidates, span.depth, span.named)
            odd.append((span, ranked.index(guess) if guess in ranked else 0, guess))
    odd.sort(key=lambda item: (item[0].depth, item[0].start))
    return spell(tree.game, limit, odd)


def spell(game: Game, limit: int, odd: list[tuple[Span, int, int]]) -> bytes:
    """The shortest text of exceptions (node, rank or 0, code) in order of depth and place."""
    bodies = (_body(game, limit, odd, shift, order) for shift in range(8) for order in range(8))
    text = min((body for body in bodies if body is not None), key=len)
    return f"{text}{check(game, text)}\n".encode("ascii")


def decode(data: bytes, game: Game | str | None = None, patient: bool = False) -> Tree:
    """The tree of a text, over `game` or Bulls and Cows. Raises TreebuildError for anything but a sound tree."""
    game = as_game(game)
    limit, exceptions = read(data, game)
    if not patient and (len(game.codes) > MOST_CODES or len(game.replies) > MOST_REPLIES):
        raise too_long(f"{game.name} has more than {MOST_CODES} codes or {MOST_REPLIES} replies", "game")
    replies = reply_matrix(game)
    ranking = Ranking(replies, limit, None if patient else MOST_STEPS)
    keys = [(e.depth, e.place) for e in exceptions]
    used = 0
    waiting = deque([Span(1, 0, len(game.secrets))])

    def policy(candidates: NDArray[np.int32], depth: int) -> int:
        nonlocal used
        here = waiting.popleft()
        first, after = (bisect_left(keys, (depth, place)) for place in (here.start, here.start + here.size))
        if after - first > 1:
            raise TreebuildError(f"two exceptions, {first} and {first + 1}, for one node of depth {depth}", "structure")
        if after == first:
            guess = ranking.first(candidates, depth, here.named)
        else:
            used += 1
            guess = _exceptional(exceptions[first], first, ranking, candidates, here)
        waiting.extend(spans_after(ranking, here, guess, candidates))
        return guess

    tree = grow(replies, policy, patient=patient)
    if used < len(exceptions):
        raise TreebuildError(f"{len(exceptions) - used} of {len(exceptions)} exceptions are for no node", "structure")
    return tree


def read(data: bytes, game: Game) -> tuple[int, list[Departure]]:
    """The limit and the exceptions of a text, in order. Raises TreebuildError."""
    text = read_text(data, DIGITS)
    body = text[:-CHECK_DIGITS]
    if text[-CHECK_DIGITS:] != check(game, body):
        raise TreebuildError(
            f"the check digits {text[-CHECK_DIGITS:]!r} are wrong, expected {check(game, body)!r}: "
            f"the text is damaged, or of another game than {game.name}",
            "checksum",
        )
    bits = _Bits(body)
    version = bits.fixed(2)
    if version != VERSION:
        raise TreebuildError(f"version {version} of the ranked format, expected {VERSION}", "version")
    limit, shift, order = bits.fixed(4), bits.fixed(3), bits.fixed(3)
    count = bits.number(_COUNT_ORDER)
    if count > len(game.secrets):
        raise TreebuildError(f"{count} exceptions, more than nodes of a tree of {game.name}", "structure")
    places = _places(game, shift)
    exceptions, key = [], -1
    for number in range(count):
        key += bits.number(order) + 1
        rank = bits.number(RANK_ORDER)
        code = bits.fixed((len(game.codes) - 1).bit_length()) if rank == 0 else 0
        if rank >= KEPT or code >= len(game.codes):
            raise TreebuildError(f"exception {number} names rank {rank}, code {code}, which is no guess", "guess")
        exceptions.append(Departure(key // places + 1, key % places << shift, rank, code))
    bits.finish()
    return limit, exceptions


def check(game: Game, body: str) -> str:
    """Two digits that tell a damaged text, or one of another game: any one character changed, any two swapped."""
    total = 0
    for character in game.name + body:
        total = (total * 31 + ord(character)) % 4096
    return DIGITS[total // 64] + DIGITS[total % 64]


def _exceptional(wanted: Departure, number: int, ranking: Ranking, candidates: NDArray[np.int32], here: Span) -> int:
    if wanted.rank == 0:
        return wanted.code
    ranked = ranking.best(candidates, here.depth, here.named)
    if wanted.rank < len(ranked):
        return ranked[wanted.rank]
    raise TreebuildError(f"exception {number} names rank {wanted.rank} of {len(ranked)} guesses", "guess")


def spans_after(ranking: Ranking, here: Span, guess: int, candidates: NDArray[np.int32]) -> Iterator[Span]:
    """The nodes of two or more candidates that follow a guess, in reply order."""
    named = here.named | ranking.naming(guess)
    start = here.start
    for reply, part in partition(ranking.replies, guess, candidates):
        if len(part) > 1 and reply != ranking.replies.win:
            yield Span(here.depth + 1, start, len(part), named)
        start += len(part)


def places(tree: Tree, ranking: Ranking) -> Iterator[tuple[int, Span, NDArray[np.int32]]]:
    """Every node of two or more candidates, breadth first: (node, its places, its candidates)."""
    spans = deque([Span(1, 0, len(tree.game.secrets))])
    for node, candidates, _ in walk(tree, ranking.replies):
        if len(candidates) > 1:
            here = spans.popleft()
            yield node, here, candidates
            spans.extend(spans_after(ranking, here, int(tree.guess[node]), candidates))


def _places(game: Game, shift: int) -> int:
    """How many places can be named when they are multiples of 2 ** shift."""
    return -(-len(game.secrets) >> shift)


def _body(game: Game, limit: int, odd: list[tuple[Span, int, int]], shift: int, order: int) -> str | None:
    """The text without check digits; None where a node has no place that is a multiple of 2 ** shift."""
    places = _places(game, shift)
    bits = f"{VERSION:02b}{limit:04b}{shift:03b}{order:03b}{golomb(len(odd), _COUNT_ORDER)}"
    last = -1
    for span, rank, code in odd:
        place = -(-span.start >> shift)
        if place << shift >= span.start + span.size:
            return None
        key = (span.depth - 1) * places + place
        bits += golomb(key - last - 1, order) + golomb(rank, RANK_ORDER)
        if rank == 0 and len(game.codes) > 1:
            bits += f"{code:0{(len(game.codes) - 1).bit_length()}b}"
        last = key
    bits += "0" * (-len(bits) % 6)
    return "".join(DIGITS[int(bits[at : at + 6], 2)] for at in range(0, len(bits), 6))


def golomb(value: int, order: int) -> str:
    """Exponential Golomb code: value + 2 ** order in binary, after as many 0 as it has digits beyond 1 + order."""
    digits = f"{value + (1 << order):b}"
    return "0" * (len(digits) - 1 - order) + digits


class _Bits:
    """Reads numbers from digits of six bits, the most significant first."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def fixed(self, width: int) -> int:
        value = 0
        for _ in range(width):
            digit, place = divmod(self.at, 6)
            if digit >= len(self.text):
                raise TreebuildError(f"the text ends within a number, after {len(self.text)} characters", "truncated")
            value = value << 1 | VALUE[self.text[digit]] >> 5 - place & 1
            self.at += 1
        return value

    def number(self, order: int) -> int:
        zeros = 0
        while not self.fixed(1):
            zeros += 1
            if zeros > MAX_BITS:
                raise TreebuildError(f"character {self.at // 6 + 1}: a number of more than {MAX_BITS} bits", "guess")
        return (1 << order + zeros) + self.fixed(order + zeros) - (1 << order)

    def finish(self) -> None:
        """Raise TreebuildError unless only bits of the last digit are left, all 0."""
        if self.at <= 6 * len(self.text) - 6 or self.fixed(6 * len(self.text) - self.at):
            raise TreebuildError(f"character {self.at // 6 + 1}: expected the end after the last exception", "trailing")
