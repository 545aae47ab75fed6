"""The reply matrix of a game: every reply to every guess, computed once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import NDArray

from treebuild.errors import TreebuildError
from treebuild.game.game import Game, as_game
from treebuild.game.rules import Code, Rule

_KEPT = 1024  # terms remembered of those whose sums are rows of the matrix: enough for all games of 10 symbols
_MANY = 16  # from this many secrets on numpy is faster than the game's own reply function


_known: WeakValueDictionary[Game, Replies] = WeakValueDictionary()


@dataclass(frozen=True, eq=False, repr=False)
class Replies:
    """What every code is answered for every secret.

    matrix     uint8 (codes, secrets): index of the reply
    by_secret  uint8 (secrets, codes): its transpose, contiguous; the same array where the matrix is symmetric
    secret_of  int32 (codes,): the secret a code wins against, or -1
    code_of    int32 (secrets,): the lowest code that wins against a secret

    Made by `reply_matrix`.

    >>> replies = reply_matrix("p2c3n")
    >>> replies
    Replies(p2c3n: 6 codes, 6 secrets)
    >>> code, secret = replies.game.parse("01"), replies.game.parse("02")
    >>> replies.game.replies[replies.matrix[replies.game.codes.index(code), replies.game.secrets.index(secret)]]
    '1.0'
    """

    game: Game
    matrix: NDArray[np.uint8]
    by_secret: NDArray[np.uint8]
    secret_of: NDArray[np.int32]
    code_of: NDArray[np.int32]

    def __repr__(self) -> str:
        return f"Replies({self.game.name}: {len(self.game.codes)} codes, {len(self.game.secrets)} secrets)"

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
        """Whether some secret is won by several codes."""
        return int(np.count_nonzero(self.secret_of >= 0)) > len(self.code_of)


def reply_matrix(game: Game | str) -> Replies:
    """All replies of a game, or of the one that a rule string names, computed once for as long as somebody has them.

    Raises TreebuildError when a secret has no winning code, or a code wins against two.

    >>> replies = reply_matrix("p2c3n")
    >>> replies.matrix.shape, replies.matrix.dtype.name
    ((6, 6), 'uint8')
    """
    game = as_game(game)
    known = _known.get(game)
    if known is None:
        known = _known[game] = _reply_matrix(game)
    return known


def _reply_matrix(game: Game) -> Replies:
    if game.rule is not None:
        matrix = _bulls_and_cows_matrix(game)
        identity = np.arange(len(game.codes), dtype=np.int32)
        return Replies(game, matrix, matrix, identity, identity)
    matrix = np.array([[game.reply(code, secret) for secret in game.secrets] for code in game.codes], np.uint8)
    secret_of, code_of = _winners(game, matrix)
    return Replies(game, matrix, np.ascontiguousarray(matrix.T), secret_of, code_of)


def replies_to(game: Game, guess: int, secrets: Sequence[int]) -> list[int]:
    """The replies to a guess, indices in the order of the secrets, without the matrix: as many as there are secrets."""
    code, rule = game.codes[guess], game.rule
    if rule is None or len(secrets) < _MANY:
        return [game.reply(code, game.secrets[secret]) for secret in secrets]
    codes = np.array([game.codes[secret] for secret in secrets])
    replies: list[int] = _reply_index(rule)[sum(_matches(codes, *place) for place in _places(code))].tolist()
    return replies


def partition(replies: Replies, guess: int, candidates: NDArray[np.int32]) -> list[tuple[int, NDArray[np.int32]]]:
    """The parts a guess makes of the candidates, by reply: (reply, candidates giving it, in their order)."""
    answers = replies.matrix[guess][candidates]
    ordered = candidates[answers.argsort(kind="stable")]
    parts, start = [], 0
    for reply, size in enumerate(np.bincount(answers).tolist()):
        if size:
            parts.append((reply, ordered[start : start + size]))
            start += size
    return parts


def tells_apart(replies: Replies, candidates: NDArray[np.int32]) -> int | None:
    """The lowest code that wins against one of the candidates and is answered differently by every one, or None.

    Of one or two candidates there always is such a code.
    """
    if len(candidates) > replies.count:
        return None
    members = replies.code_of[candidates]
    if len(candidates) <= 2:
        return int(members.min())
    answers = np.sort(replies.matrix[np.ix_(members, candidates)], axis=1)
    apart = (answers[:, 1:] != answers[:, :-1]).all(axis=1)
    return int(members[apart].min()) if apart.any() else None


def _bulls_and_cows_matrix(game: Game) -> NDArray[np.uint8]:
    """Row by row: the sum of what each peg of the code matches. Neighbouring codes share pegs, so terms are cached."""
    rule = game.rule
    assert rule is not None
    codes, index = np.array(game.codes, np.int32), _reply_index(rule)
    matches = lru_cache(_KEPT)(lambda *place: _matches(codes, *place))
    matrix = np.empty((len(codes), len(codes)), np.uint8)
    for row, code in zip(matrix, game.codes, strict=True):
        row[:] = index.take(sum(matches(*place) for place in _places(code)))
    return matrix


def _places(code: Code) -> Iterator[tuple[int, int, int]]:
    """Every peg of a code, its symbol, and how often that occurs before it."""
    return ((peg, symbol, code[:peg].count(symbol)) for peg, symbol in enumerate(code))


def _matches(codes: NDArray[np.int32], peg: int, symbol: int, before: int) -> NDArray[np.uint16]:
    """uint16 (codes,): pegs + 1 for a code with the symbol at the peg, plus 1 for one with more than `before` of it."""
    pegs = codes.shape[1]
    matched: NDArray[np.uint16] = (codes[:, peg] == symbol) * np.uint16(pegs + 1)
    matched += (codes == symbol).sum(axis=1) > before
    return matched


def _reply_index(rule: Rule) -> NDArray[np.uint8]:
    """Bulls * (pegs + 1) + symbols in common -> index of the reply."""
    index = np.zeros((rule.pegs + 1) ** 2, np.uint8)
    for i, (bulls, cows) in enumerate(rule.replies):
        index[bulls * (rule.pegs + 1) + bulls + cows] = i
    return index


def _winners(game: Game, matrix: NDArray[np.uint8]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    wins = matrix == game.win
    for code in np.flatnonzero(wins.sum(axis=1) > 1)[:1]:
        first, second = (game.secrets[s] for s in np.flatnonzero(wins[code])[:2])
        raise TreebuildError(
            f"game {game.name!r}: code {game.codes[code]!r} wins against both {first!r} and {second!r}; "
            "expected one secret at most"
        )
    for secret in np.flatnonzero(~wins.any(axis=0))[:1]:
        raise TreebuildError(f"game {game.name!r}: no code wins against the secret {game.secrets[secret]!r}")
    secret_of = np.where(wins.any(axis=1), wins.argmax(axis=1), -1)
    return secret_of.astype(np.int32), wins.argmax(axis=0).astype(np.int32)
