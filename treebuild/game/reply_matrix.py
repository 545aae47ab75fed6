"""The replies of a game by index: the whole matrix, computed once, or only the rows and entries that are needed."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import NDArray

from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.lookup import as_game
from treebuild.game.positions import Candidates, History, read_only
from treebuild.game.reply_rules import Code, Indices, Rule, Table, check_matrix_size, packed_row, reply_dtype

_KEPT = 1 << 26  # bytes of terms that `_rows` keeps, and as many of sums of two terms
_MANY = 16  # with this many secrets or guesses, or more, numpy is faster than a loop
_FEW_REPLIES = 32  # with this many replies, or fewer, comparing with each is faster than counting all at once

_known: WeakValueDictionary[Game, Replies] = WeakValueDictionary()


@dataclass(frozen=True, eq=False, repr=False)
class Replies:
    """The reply to every code for every secret, as indices; `reply_matrix` makes it.

    secret_of  int32 (codes,): the secret that each code wins against, or -1
    code_of    int32 (secrets,): of the codes that win against each secret the cheapest, of equals the lowest

    In a game with a built-in rule `matrix` is made when it is first read. `has_matrix` says whether it has been made:
    `to` and `rows` then read it, and compute only the replies that are asked for otherwise.

    >>> replies = reply_matrix("p2c3n")
    >>> replies
    Replies(p2c3n: 6 codes, 6 secrets)
    >>> code, secret = replies.game.parse("01"), replies.game.parse("02")
    >>> replies.game.replies[replies.matrix[replies.game.codes.index(code), replies.game.secrets.index(secret)]]
    '1.0'
    """

    game: Game
    secret_of: NDArray[np.int32]
    code_of: NDArray[np.int32]
    given: Indices | None = None
    """The matrix of a game without a built-in rule, which is made at once."""
    arranged: tuple[Indices, NDArray[np.intp]] | None = None
    """What `arrange` has made, and the column of each code there."""

    def __repr__(self) -> str:
        return f"Replies({self.game.name}: {len(self.game.codes)} codes, {len(self.game.secrets)} secrets)"

    @cached_property
    def matrix(self) -> Indices:
        """uint8 or uint16 (codes, secrets): the index of each reply. Raises TreebuildError above MATRIX_LIMIT bytes."""
        return read_only(_matrix(self.game)) if self.given is None else self.given

    @cached_property
    def by_secret(self) -> Indices:
        """uint8 or uint16 (secrets, codes): the transpose of the matrix, contiguous; the matrix itself if symmetric."""
        return self.matrix if self.game.mutual else read_only(np.ascontiguousarray(self.matrix.T))

    def arrange(self, order: NDArray[np.integer[Any]]) -> Indices:
        """uint8 or uint16 (secrets, codes): as `by_secret`, with the codes in this order.

        It is for mutual games with a built-in rule. Until the matrix is made, `to` and `rows` read this array, so that
        a large game does without the matrix. Raises TreebuildError above MATRIX_LIMIT bytes.
        """
        assert self.game.mutual and isinstance(self.game.rule, Rule)
        check_matrix_size(self.game.name, len(self.game.codes), len(self.game.secrets), self.count)
        columns = read_only(_rows(self.game, self.game.rule, range(len(self.game.codes)), order))
        object.__setattr__(self, "arranged", (columns, np.argsort(order)))
        return columns

    def in_bytes(self) -> Iterator[bytes]:
        """The bytes of the matrix, row by row if it has not been made of an arranged game."""
        if self.arranged is None or self.has_matrix:
            yield self.matrix.tobytes()
            return
        columns, column_of = self.arranged
        for row in columns:  # the row of a secret is that of the same code
            yield row[column_of].tobytes()

    @property
    def has_matrix(self) -> bool:
        """Whether the matrix has been made."""
        return self.given is not None or "matrix" in self.__dict__

    @property
    def count(self) -> int:
        """Number of replies of the game."""
        return len(self.game.replies)

    @property
    def win(self) -> int:
        """Index of the reply that ends the game."""
        return self.game.win

    @property
    def several_winners(self) -> bool:
        """Whether several codes win against the same secret."""
        return int(np.count_nonzero(self.secret_of >= 0)) > len(self.code_of)

    def to(self, guess: int, secrets: Candidates) -> Indices:
        """uint8 or uint16 (secrets,): the reply to a guess for each of these secrets."""
        if self.has_matrix:
            known: Indices = self.matrix[guess][secrets]
            return known
        if self.arranged is not None:
            columns, column_of = self.arranged
            found: Indices = columns[guess][column_of[secrets]]
            return found
        return answers_to(self.game, guess, secrets)

    def rows(self, guesses: NDArray[np.int32], secrets: Candidates) -> Indices:
        """uint8 or uint16 (guesses, secrets): the reply to each of these guesses, int32 (guesses,), for each secret.

        Without the matrix, only for games with a built-in rule.
        """
        if self.has_matrix:
            return self.matrix[guesses[:, None], secrets]
        if self.arranged is not None:
            columns, column_of = self.arranged
            return columns[guesses[:, None], column_of[secrets]]
        assert isinstance(self.game.rule, Rule)
        return _rows(self.game, self.game.rule, guesses.tolist(), secrets)


def reply_matrix(game: Game | str) -> Replies:
    """All replies of a game, or of the game that a name or path stands for (see `lookup.find_game`).

    They are computed once for each Game and kept while in use. Raises TreebuildError when no code wins against some
    secret, when a code wins against two, and, without a built-in rule, when the matrix would exceed MATRIX_LIMIT bytes.

    >>> replies = reply_matrix("p2c3n")
    >>> replies.matrix.shape, replies.matrix.dtype.name
    ((6, 6), 'uint8')
    """
    game = as_game(game)
    known = _known.get(game)
    if known is None:
        known = _known[game] = _replies(game)
    return known


def tabled(game: Game) -> Game:
    """A game of a built-in rule, given by a table of its replies: for what does not know the rule.

    Raises TreebuildError as `reply_matrix` does, and where the allowed guesses need the rule.
    """
    count, replies = len(game.replies), reply_matrix(game)
    codes, secrets = ([*map(game.spell, some)] for some in (game.codes, game.secrets))
    rows = [packed_row(row.tolist(), count) for row in replies.matrix]
    table = Game.from_table(game.name, codes, secrets, game.replies, game.win, rows)
    allowed = table.with_guesses(game.conditions.guesses)
    return replace(allowed.under(game.conditions), left_out=game.left_out)


def _replies(game: Game) -> Replies:
    if isinstance(game.rule, Rule):
        secret_of = _secrets_won(game)
        codes = np.flatnonzero(secret_of >= 0).astype(np.int32)
        if len(codes) < len(game.secrets):
            raise _not_won(game, np.setdiff1d(np.arange(len(game.secrets)), secret_of)[0])
        return Replies(game, read_only(secret_of), read_only(codes[secret_of[codes].argsort()]))
    matrix = read_only(_matrix(game))
    secret_of, code_of = _winners(game, matrix)
    return Replies(game, read_only(secret_of), read_only(code_of), matrix)


def _matrix(game: Game) -> Indices:
    """uint8 or uint16 (codes, secrets): every reply."""
    check_matrix_size(game.name, len(game.codes), len(game.secrets), len(game.replies))
    dtype = reply_dtype(len(game.replies))
    if isinstance(game.rule, Rule):
        return _rows(game, game.rule, range(len(game.codes)), np.arange(len(game.secrets)))
    if isinstance(game.rule, Table):
        rows = game.rule.rows
        listed: Indices = np.frombuffer(b"".join(rows[code] for code in game.codes), dtype)
        return listed.reshape(len(game.codes), -1)
    matrix = np.empty((len(game.codes), len(game.secrets)), dtype)
    for row, code in zip(matrix, game.codes, strict=True):
        row[:] = [game.reply(code, secret) for secret in game.secrets]
    return matrix


def answers_to(game: Game, guess: int, secrets: Candidates) -> Indices:
    """uint8 or uint16 (secrets,): the reply to a guess for each of these secrets, without the matrix."""
    if isinstance(game.rule, Rule) and len(secrets) >= _MANY:
        return _rows(game, game.rule, [guess], secrets).ravel()
    answers = [game.reply(game.codes[guess], game.secrets[secret]) for secret in secrets.tolist()]
    return np.array(answers, reply_dtype(len(game.replies)))


def replies_to(game: Game, guess: int, secrets: Sequence[int]) -> list[int]:
    """The same as a list of ints, in the order of the secrets."""
    if not isinstance(game.rule, Rule) or len(secrets) < _MANY:
        return [game.reply(game.codes[guess], game.secrets[secret]) for secret in secrets]
    replies: list[int] = answers_to(game, guess, np.asarray(secrets, np.int32)).tolist()
    return replies


def candidates_after(game: Game, history: History) -> Candidates:
    """int32 (candidates,): the secrets that give all replies of a history, ascending, without the reply matrix."""
    left = np.arange(len(game.secrets), dtype=np.int32)
    for guess, reply in history:
        left = left[answers_to(game, guess, left) == reply]
    return left


def _secrets_won(game: Game) -> NDArray[np.int32]:
    """int32 (codes,): the secret that each code wins against, or -1, in a game of a built-in rule."""
    if game.secrets is game.codes:
        return np.arange(len(game.codes), dtype=np.int32)
    index = {secret: number for number, secret in enumerate(game.secrets)}
    return np.array([index.get(code, -1) for code in game.codes], np.int32)


def partition(replies: Replies, guess: int, candidates: NDArray[np.int32]) -> list[tuple[int, NDArray[np.int32]]]:
    """The parts that a guess makes of the candidates: (reply, int32 (part,)), by ascending reply, no part empty.

    The candidates of a part keep their order.
    """
    answers = replies.to(guess, candidates)
    ordered = candidates[answers.argsort(kind="stable")]
    parts, start = [], 0
    for reply, size in enumerate(np.bincount(answers).tolist()):
        if size:
            parts.append((reply, ordered[start : start + size]))
            start += size
    return parts


def part_sizes(replies: Replies, guesses: NDArray[np.int32], candidates: NDArray[np.int32]) -> NDArray[np.int64]:
    """int64 (guesses, replies): how many of the candidates give each reply to each guess."""
    if len(guesses) < _MANY or replies.count > _FEW_REPLIES or not replies.has_matrix:
        return count_replies(replies.rows(guesses, candidates), replies.count)
    sizes = np.zeros((replies.count, len(guesses)), np.int64)
    for start in range(0, len(candidates), 255):  # a byte counts to 255
        answers = replies.by_secret[candidates[start : start + 255, None], guesses]
        for reply, counted in enumerate(sizes):
            counted += np.add.reduce(answers == reply, axis=0, dtype=np.uint8)
    return sizes.T


def count_replies(rows: Indices, count: int) -> NDArray[np.int64]:
    """int64 (guesses, count): how often each of `count` replies occurs in each row; `rows` is (guesses, secrets)."""
    number = len(rows)
    answers = rows + np.arange(number, dtype=np.int64)[:, None] * count
    return np.bincount(answers.ravel(), minlength=number * count).reshape(number, count)


def weigh_replies(rows: NDArray[np.integer[Any]], count: int, weights: NDArray[np.int64]) -> NDArray[np.int64]:
    """int64 (guesses, count): the sum of the weights of the secrets that give each reply.

    `rows` is (guesses, secrets), the indices of replies; `weights` is int64 (secrets,), of sum less than 2^53.
    """
    number = len(rows)
    answers = rows + np.arange(number, dtype=np.int64)[:, None] * count
    sums = np.bincount(answers.ravel(), np.tile(weights, number), number * count)  # floats, exact below 2^53
    return sums.astype(np.int64).reshape(number, count)


def weigh_groups(rows: Indices, count: int, groups: NDArray[np.int64], weights: NDArray[np.int64]) -> NDArray[np.int64]:
    """int64 (guesses, count, groups): the sum of the weights of the secrets of each group that give each reply.

    `rows` and `weights` are as in `weigh_replies`; `groups` is int64 (secrets,), the group of each secret. The result
    has only groups that occur in it, ascending.
    """
    present, group = np.unique(groups, return_inverse=True)
    labels = rows.astype(np.int64) * len(present) + group
    return weigh_replies(labels, count * len(present), weights).reshape(len(rows), count, len(present))


def tells_apart(
    replies: Replies, candidates: NDArray[np.int32], members: NDArray[np.int32] | None = None
) -> int | None:
    """The lowest code that may be the secret and to which every candidate gives a different reply, or None.

    Where one or two candidates are left, there always is such a code. `members` is int32: the codes to consider, each
    of which wins against a candidate; by default those of `Replies.code_of`.
    """
    if len(candidates) > replies.count:
        return None
    members = replies.code_of[candidates] if members is None else members
    if len(candidates) <= 2:
        return int(members.min())
    answers = np.sort(replies.rows(members, candidates), axis=1)
    apart = (answers[:, 1:] != answers[:, :-1]).all(axis=1)
    return int(members[apart].min()) if apart.any() else None


def _rows(game: Game, rule: Rule, guesses: Sequence[int], secrets: NDArray[np.integer[Any]]) -> Indices:
    """uint8 or uint16 (guesses, secrets): the replies by a built-in rule, from sums of `Rule.term` over pegs.

    Guesses share pegs, so the terms of pegs, and the sums of pairs of them, are kept.
    """
    symbols = game.secret_symbols[secrets]
    keep = lru_cache(max(_KEPT // max(len(symbols), 1), 64))
    small = len(rule.numbered) <= 256  # sums of terms fit in a byte
    term = keep(lambda *place: rule.term(symbols, *place).astype(np.uint8 if small else np.uint16))
    pair = keep(lambda *places: _sum(term(*place) for place in places))
    rows = np.empty((len(guesses), len(symbols)), rule.numbered.dtype)
    reply_of = rule.numbered.tobytes().ljust(256, b"\0")
    for row, guess in zip(rows, guesses, strict=True):
        places = _places(game.codes[guess])
        total = _sum(pair(*places[peg : peg + 2]) for peg in range(0, len(places), 2))
        if small:  # bytes.translate is many times faster than an index of numpy
            row[:] = np.frombuffer(total.tobytes().translate(reply_of), np.uint8)
        else:
            rule.numbered.take(total, out=row, mode="clip")
    return rows


def _sum(terms: Iterable[NDArray[np.unsignedinteger[Any]]]) -> NDArray[np.unsignedinteger[Any]]:
    return functools.reduce(operator.add, terms)


def _places(code: Code) -> list[tuple[int, int, tuple[int, ...]]]:
    """(peg, its symbol, all pegs with that symbol) of every peg of a code."""
    return list(zip(range(len(code)), code, _alike(tuple(map(code.index, code))), strict=True))


@lru_cache(1 << 12)
def _alike(firsts: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """For every peg of a code, all pegs with its symbol; firsts[peg] is the first of them."""
    return tuple(tuple([peg for peg, other in enumerate(firsts) if other == first]) for first in firsts)


def _not_won(game: Game, secret: int) -> TreebuildError:
    return TreebuildError(f"game {game.name!r}: no code wins against the secret {game.secrets[secret]!r}")


def _winners(game: Game, matrix: Indices) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """`Replies.secret_of` and `Replies.code_of`, from the matrix."""
    wins = matrix == game.win
    for code in np.flatnonzero(wins.sum(axis=1) > 1)[:1]:
        first, second = (game.secrets[s] for s in np.flatnonzero(wins[code])[:2])
        raise TreebuildError(
            f"game {game.name!r}: code {game.codes[code]!r} wins against both {first!r} and {second!r}; "
            "expected one secret at most"
        )
    for secret in np.flatnonzero(~wins.any(axis=0))[:1]:
        raise _not_won(game, secret)
    secret_of = np.where(wins.any(axis=1), wins.argmax(axis=1), -1)
    if not (costs := game.conditions.costs):
        return secret_of.astype(np.int32), wins.argmax(axis=0).astype(np.int32)
    cheapest_first = np.argsort(costs, kind="stable").astype(np.int32)
    return secret_of.astype(np.int32), cheapest_first[wins[cheapest_first].argmax(axis=0)]
