"""The ranked format, .rank: a text with only the guesses that differ from those of a scoring rule.

schema/ranked.md specifies it. This module reads and writes the text. `ranked_scoring` has the scoring rule.

A node makes the guess that the rule ranks first, unless the text has an exception for the node. An exception names
another guess by its rank, or, where the guess has no rank, by its index. It names the node by its depth and a place.
Places order the secrets so that the candidates of every node are contiguous: first those of its first part, then those
of its second, and so on, by reply.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from treebuild.codec.base92 import check_whole, read_text
from treebuild.codec.ranked_scoring import KEPT, Ranking, guesses_left, steps
from treebuild.errors import TreebuildError, too_long
from treebuild.game.game import Game
from treebuild.game.lookup import as_game
from treebuild.game.positions import Candidates, History
from treebuild.game.reply_matrix import partition, reply_matrix
from treebuild.game.reply_rules import BYTE_REPLIES, Rule
from treebuild.tree.policy import Progress, grow, walk
from treebuild.tree.tree import Tree

DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
VALUE = {digit: value for value, digit in enumerate(DIGITS)}
VERSION = 0
MAX_LIMIT = 15
CHECK_DIGITS = 2
IDENTITY_DIGITS = 16  # hexadecimal
MAX_BITS = 24  # leading zeros of a number; no text needs so many
MOST_CODES, MOST_STEPS = 12_000, 500_000_000  # a text within both is read in some seconds; see schema/ranked.md
_COUNT_ORDER, RANK_ORDER = 3, 1


@dataclass(frozen=True)
class Span:
    """A node of two or more candidates: its depth, the first place of its candidates, and their number."""

    depth: int
    start: int
    size: int
    named: int = 0  # the symbols of the guesses on the way to it, a bit each


Parts: TypeAlias = list[tuple[int, NDArray[np.int32]]]
Odd: TypeAlias = tuple[Span, int, int]
"""An exception of a tree: the node, the rank of its guess, or 0 if it has none, and the index of its code."""


@dataclass(frozen=True)
class Departure:
    """An exception of a text: the depth and a place of its node, and the rank of the guess, or 0 and its index."""

    depth: int
    place: int
    rank: int
    code: int


def check_game(game: Game) -> None:
    """Raise TreebuildError for a game too large for the format."""
    check_whole(game)
    if len(game.replies) > BYTE_REPLIES:
        raise TreebuildError(
            f"the ranked format has at most {BYTE_REPLIES} replies, {game.name} has {len(game.replies)}; use .msgpack",
            "game",
        )


def encode(tree: Tree, ranking: Ranking | None = None) -> bytes:
    """The tree's text as ASCII and a newline: the shorter of the texts for limit 0 and for the tree's greatest depth.

    `ranking` is of the tree's game. Trees that are encoded with the same ranking share its results.
    """
    limits = (0, tree.max_depth) if tree.max_depth <= MAX_LIMIT else (0,)
    return write(tree, *limits, ranking=ranking)


def write(tree: Tree, *limits: int, ranking: Ranking | None = None) -> bytes:
    """The shortest of the tree's texts for these limits, each 0 to MAX_LIMIT."""
    check_game(tree.game)
    ranking = ranking or Ranking(reply_matrix(tree.game))
    odd: dict[int, list[Odd]] = {limit: [] for limit in limits}
    for node, span, candidates in places(tree, ranking):
        guess = int(tree.guess[node])
        if guess == ranking.perfect(candidates):
            continue  # rank 0 under any limit: this is so at most nodes
        for limit in odd:
            rank = ranking.rank(candidates, guesses_left(limit, span.depth), span.named, guess)
            if rank != 0:
                odd[limit].append((span, rank or 0, guess))
    return min((spell(tree.game, limit, exceptions) for limit, exceptions in odd.items()), key=len)


def spell(game: Game, limit: int, odd: Iterable[Odd]) -> bytes:
    """The shortest text for a limit and these exceptions, which may come in any order."""
    odd = sorted(odd, key=lambda item: (item[0].depth, item[0].start))
    width = (len(game.codes) - 1).bit_length()
    says = [golomb(rank, RANK_ORDER) + (f"{code:0{width}b}" if rank == 0 and width else "") for _, rank, code in odd]
    counts = [(shift, gaps) for shift in range(8) if (gaps := _gaps(game, odd, shift)) is not None]
    others = 12 + len(golomb(len(odd), _COUNT_ORDER)) + sum(map(len, says))
    ways = ((-(-(others + _bits_of(gaps, order)) // 6), shift, order) for shift, gaps in counts for order in range(8))
    _, shift, order = min(ways)
    bits = f"{VERSION:02b}{limit:04b}{shift:03b}{order:03b}{golomb(len(odd), _COUNT_ORDER)}"
    bits += "".join(golomb(gap, order) + what for gap, what in zip(dict(counts)[shift], says, strict=True))
    bits += "0" * (-len(bits) % 6)
    text = "".join(DIGITS[int(bits[at : at + 6], 2)] for at in range(0, len(bits), 6))
    return f"{text}{check(game, text)}\n".encode("ascii")


def decode(
    data: bytes, game: Game | str | None = None, patient: bool = False, progress: Progress | None = None
) -> Tree:
    """The tree of a text, of `game` or Bulls and Cows. Raises TreebuildError for anything but a sound tree.

    Unless `patient`, it refuses a game of more than MOST_CODES codes, and a text that takes more than MOST_STEPS steps.
    """
    game = as_game(game)
    check_game(game)
    limit, exceptions = read(data, game)
    if not patient and len(game.codes) > MOST_CODES:
        raise too_long(f"{game.name} has more than {MOST_CODES} codes", "game")
    replies = reply_matrix(game)
    ranking = Ranking(replies, None if patient else MOST_STEPS)
    keys = [(e.depth, e.place) for e in exceptions]
    used = 0
    waiting = deque([Span(1, 0, len(game.secrets))])

    def policy(candidates: Candidates, history: History) -> int:
        nonlocal used
        here, depth = waiting.popleft(), len(history) + 1
        first, after = (bisect_left(keys, (depth, place)) for place in (here.start, here.start + here.size))
        if after - first > 1:
            raise TreebuildError(f"two exceptions, {first} and {first + 1}, for one node of depth {depth}", "structure")
        if after == first:
            guess = ranking.first(candidates, guesses_left(limit, depth), here.named)
        else:
            used += 1
            guess = _exceptional(exceptions[first], first, ranking, candidates, guesses_left(limit, depth), here.named)
        waiting.extend(spans_after(ranking, here, guess, partition(replies, guess, candidates)))
        return guess

    tree = grow(replies, policy, progress=progress, patient=patient)
    if used < len(exceptions):
        raise TreebuildError(f"{len(exceptions) - used} of {len(exceptions)} exceptions are for no node", "structure")
    return tree


def takes_long(tree: Tree) -> bool:
    """Whether `decode` may refuse the tree's text without `patient`, by the most steps that it can take."""
    codes = len(tree.game.codes)
    if codes > MOST_CODES:
        return True
    if steps(codes, tree.size[tree.size > 1].astype(np.int64), len(tree.game.replies)).sum() <= MOST_STEPS:
        return False  # even if all codes had to be ranked at all nodes
    ranking = Ranking(reply_matrix(tree.game))
    ranked = (
        ranking.steps(candidates, span.named)
        for node, span, candidates in places(tree, ranking)
        if tree.guess[node] != ranking.perfect(candidates)
    )
    return sum(ranked) > MOST_STEPS


def read(data: bytes, game: Game) -> tuple[int, list[Departure]]:
    """(limit, exceptions in order) of a text. Raises TreebuildError for a damaged text, or one of another game."""
    text = read_text(data, DIGITS)
    body = text[:-CHECK_DIGITS]
    if text[-CHECK_DIGITS:] not in [_digits(name + body) for name in (identity(game), *_older_names(game))]:
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
    """Two check digits. They detect a text of another game, and any one character changed or any two swapped."""
    return _digits(identity(game) + body)


def _digits(text: str) -> str:
    total = 0
    for character in text:
        total = (total * 31 + ord(character)) % 4096
    return DIGITS[total // 64] + DIGITS[total % 64]


@lru_cache(maxsize=16)
def identity(game: Game) -> str:
    """The text that stands for a game in check digits: its rule string, or a digest of all on which guesses depend."""
    if game.space is not None:
        return game.name
    rule = game.rule.name if isinstance(game.rule, Rule) else "table"
    codes, secrets = ([game.spell(code) for code in some] for some in (game.codes, game.secrets))
    lists = ([rule], [game.replies[game.win]], game.replies, codes, secrets)
    text = "\n\n".join("\n".join(lines) for lines in lists) + "\n"
    return sha256(text.encode()).hexdigest()[:IDENTITY_DIGITS]


def _older_names(game: Game) -> tuple[str, ...]:
    """The texts that stood for a game in check digits before `identity`: the names that it may have had."""
    if game.space is not None:
        return ()
    return (game.name, "Wordle") if isinstance(game.rule, Rule) and game.rule.name == "wordle" else (game.name,)


def _exceptional(
    wanted: Departure, number: int, ranking: Ranking, candidates: NDArray[np.int32], left: int, named: int
) -> int:
    if wanted.rank == 0:
        return wanted.code
    ranked = ranking.best(candidates, left, named)
    if wanted.rank < len(ranked):
        return ranked[wanted.rank]
    raise TreebuildError(f"exception {number} names rank {wanted.rank} of {len(ranked)} guesses", "guess")


def spans_after(ranking: Ranking, here: Span, guess: int, parts: Parts) -> Iterator[Span]:
    """The nodes of two or more candidates that follow a guess, by ascending reply; `parts` are those of the guess."""
    named = here.named | ranking.naming(guess)
    start = here.start
    for reply, part in parts:
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
            guess = int(tree.guess[node])
            spans.extend(spans_after(ranking, here, guess, partition(ranking.replies, guess, candidates)))


def _places(game: Game, shift: int) -> int:
    """The number of places that are multiples of 2 ** shift."""
    return -(-len(game.secrets) >> shift)


def _gaps(game: Game, odd: list[Odd], shift: int) -> list[int] | None:
    """The gap before every exception; None where a node has no place that is a multiple of 2 ** shift."""
    places, last, gaps = _places(game, shift), -1, []
    for span, _, _ in odd:
        place = -(-span.start >> shift)
        if place << shift >= span.start + span.size:
            return None
        key = (span.depth - 1) * places + place
        gaps.append(key - last - 1)
        last = key
    return gaps


def _bits_of(numbers: list[int], order: int) -> int:
    """The number of bits of these numbers in `golomb` of this order."""
    return sum(2 * (number + (1 << order)).bit_length() - 1 - order for number in numbers)


def golomb(value: int, order: int) -> str:
    """Exponential Golomb code: value + 2 ** order in binary, after a 0 for each digit that it has beyond 1 + order."""
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
