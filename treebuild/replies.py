"""The reply matrix of a game: every reply to every guess, computed once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from treebuild.errors import TreebuildError
from treebuild.game import Game, Rule

_BLOCK = 1024  # rows of the matrix computed at a time


@dataclass(frozen=True, eq=False)
class Replies:
    """What every code is answered for every secret.

    matrix     uint8 (codes, secrets): index of the reply
    by_secret  uint8 (secrets, codes): its transpose, contiguous; the same array where the matrix is symmetric
    secret_of  int32 (codes,): the secret a code wins against, or -1
    code_of    int32 (secrets,): the lowest code that wins against a secret
    """

    game: Game
    matrix: NDArray[np.uint8]
    by_secret: NDArray[np.uint8]
    secret_of: NDArray[np.int32]
    code_of: NDArray[np.int32]

    @property
    def count(self) -> int:
        """Number of replies of the game."""
        return len(self.game.replies)

    @property
    def win(self) -> int:
        """Index of the reply that ends the game."""
        return self.game.win


def reply_matrix(game: Game) -> Replies:
    """All replies of a game. Raises TreebuildError when a secret has no winning code, or a code wins against two."""
    if game.rule is not None:
        matrix = _bulls_and_cows_matrix(game)
        identity = np.arange(len(game.codes), dtype=np.int32)
        return Replies(game, matrix, matrix, identity, identity)
    matrix = np.array([[game.reply(code, secret) for secret in game.secrets] for code in game.codes], np.uint8)
    secret_of, code_of = _winners(game, matrix)
    return Replies(game, matrix, np.ascontiguousarray(matrix.T), secret_of, code_of)


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


def _bulls_and_cows_matrix(game: Game) -> NDArray[np.uint8]:
    """Bulls and common symbols of all pairs as one matrix product.

    Bulls are the inner product of one-hot positions. Symbols in common are sum over symbols of min(a, b), where a and
    b count the symbol in either code, and min(a, b) = sum over j of [a > j][b > j]: an inner product too. All values
    are small integers, exact in float32.
    """
    rule = game.rule
    assert rule is not None
    codes = np.array(game.codes, np.int64)
    symbols = np.arange(rule.symbols)
    placed = (codes[:, :, None] == symbols).astype(np.float32)
    held = placed.sum(axis=1)[:, :, None] > np.arange(rule.pegs if rule.repeat else 1)
    places = placed.reshape(len(codes), -1)
    features = np.concatenate([places, held.reshape(len(codes), -1)], axis=1).astype(np.float32)
    weighted = features.copy()
    weighted[:, : places.shape[1]] *= rule.pegs + 1
    index = _reply_index(rule)
    matrix = np.empty((len(codes), len(codes)), np.uint8)
    for start in range(0, len(codes), _BLOCK):
        rows = slice(start, start + _BLOCK)
        np.take(index, (weighted[rows] @ features.T).astype(np.uint16), out=matrix[rows])
    return matrix


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
