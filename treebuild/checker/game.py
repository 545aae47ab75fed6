"""The game of a certificate, as schema/proof.md defines it: codes, secrets, replies, weights, and rules of guesses."""

from __future__ import annotations

import itertools
from functools import cached_property

import numpy as np

from treebuild.checker.proof_file import Booleans, Bytes, Header, Integers, ProofFile


class Game:
    """Codes, secrets with their weights (0 in a game without weights), and the reply to every code for every secret.

    reply         (secrets, codes)
    wins_against  (codes,): the secret that each code wins against, or -1
    """

    def __init__(self, file: ProofFile, header: Header) -> None:
        self.header = header
        self.pegs, self.symbols, self.rule = header.pegs, header.symbols, header.rule
        self._answered: dict[int, Bytes] = {}  # see `kept`
        self.codes = self._sequences(file, "code", header.codes)
        self.secrets = self._sequences(file, "secret", header.secrets)
        self.reply, self.spelled, self.win = self._table(file) if self.rule == "table" else self._replies()
        self.weight = self._weights(file) if header.weights else np.zeros(len(self.secrets), np.int64)
        self.group = self._groups(file) if header.groups else np.arange(len(self.secrets))
        self.surcharge = self._surcharges(file) if header.dearest else np.zeros(len(self.codes), np.int64)
        self.wins_against = np.full(len(self.codes), -1)
        self.winner = np.full(len(self.secrets), -1)  # of the codes that win, the lowest with the least surcharge
        self.one_winner = True  # whether no two codes win against the same secret
        for secret, replies in enumerate(self.reply):
            winning = np.flatnonzero(replies == self.win)
            if len(winning) == 0 or (self.wins_against[winning] >= 0).any():
                what = "wins against two secrets" if len(winning) else "wins against it"
                raise file.error(f"secret {secret}: {'a' if len(winning) else 'no'} code {what}")
            self.wins_against[winning] = secret
            self.winner[secret] = winning[self.surcharge[winning].argmin()]
            self.one_winner &= len(winning) == 1
        self.narrows = header.guesses in ("consistent", "hard")  # whether a turn leaves fewer codes that may be guessed

    def kept(self, allowed: Booleans, guess: int, reply: int) -> Booleans:
        """bool (codes,): the codes that may be guessed after one more turn, of the codes `allowed` before it."""
        if not self.narrows:
            return allowed
        if self.header.guesses == "consistent":
            if guess not in self._answered:
                self._answered[guess] = self._answers(guess)
            consistent: Booleans = allowed & (self._answered[guess] == reply)
            return consistent
        symbols, marks = self.codes[guess], _marks(reply, self.pegs)
        green = np.flatnonzero(marks == 2)
        kept: Booleans = allowed & (self.codes[:, green] == symbols[green]).all(axis=1)
        for symbol in set(symbols[marks > 0].tolist()):
            kept &= (self.codes == symbol).sum(axis=1) >= int((marks[symbols == symbol] > 0).sum())
        return kept

    def is_identified(self, candidates: Integers) -> bool:
        """Whether all candidates are of one group; in a game without groups, whether there is only one candidate."""
        return bool((self.group[candidates] == self.group[candidates[0]]).all())

    def spell(self, code: int) -> str:
        """The text that spells a code."""
        if self.rule == "table":
            return str(code)
        symbols = self.codes[code].tolist()
        if self.symbols > 36:
            return ".".join(map(str, symbols))
        return "".join("0123456789abcdefghijklmnopqrstuvwxyz"[symbol] for symbol in symbols)

    def _sequences(self, file: ProofFile, what: str, listing: tuple[str, int]) -> Bytes:
        """All codes, or all secrets, as rows of symbols."""
        how, count = listing
        if how == "distinct":
            return np.array(list(itertools.permutations(range(self.symbols), self.pegs)), np.uint8)
        if how == "any":
            place = self.symbols ** np.arange(self.pegs - 1, -1, -1)
            return (np.arange(count)[:, None] // place % self.symbols).astype(np.uint8)
        listed = np.frombuffer(file.take(count * self.pegs, f"{count} {what}s"), np.uint8).reshape(count, self.pegs)
        if (listed >= self.symbols).any():
            raise file.error(f"a {what} with a symbol of {self.symbols} or more")
        if self.pegs and len({row.tobytes() for row in listed}) < count:
            raise file.error(f"a {what} that is listed twice")
        return listed

    def _table(self, file: ProofFile) -> tuple[Bytes, list[str], int]:
        """(the replies that the body lists, a row for every secret; the spelling of each reply; the winning reply)."""
        replies, win = self.header.table
        listed = file.take(len(self.codes) * len(self.secrets), "the table of replies")
        table = np.frombuffer(listed, np.uint8).reshape(len(self.codes), len(self.secrets))
        if table.max() >= replies:
            raise file.error(f"a reply of {table.max()}, expected less than {replies}")
        return np.ascontiguousarray(table.T), [str(reply) for reply in range(replies)], win

    def _weights(self, file: ProofFile) -> Integers:
        """The weights that the body lists."""
        listed = [file.number("a weight") for _ in self.secrets]
        if sum(listed) != self.header.weights:
            raise file.error(f"weights that add up to {sum(listed)}, expected {self.header.weights}")
        return np.array(listed)

    def _groups(self, file: ProofFile) -> Integers:
        """The groups that the body lists, numbered in the order of their first secrets."""
        listed, known = list[int](), 0
        for secret in range(len(self.secrets)):
            group, most = file.number("a group"), min(known, self.header.groups - 1)
            if group > most:
                raise file.error(f"secret {secret}: a group {group}, expected at most {most}")
            listed.append(group)
            known += group == known
        if known < self.header.groups:
            raise file.error(f"{known} groups, expected {self.header.groups}")
        return np.array(listed)

    def _surcharges(self, file: ProofFile) -> Integers:
        """The surcharges that the body lists."""
        listed = [file.number("a surcharge") for _ in self.codes]
        if max(listed) != self.header.dearest:
            raise file.error(f"a largest surcharge of {max(listed)}, expected {self.header.dearest}")
        return np.array(listed)

    def _replies(self) -> tuple[Bytes, list[str], int]:
        """The same for the rules bulls-cows, bulls and wordle."""
        pegs = self.pegs
        reply = np.array([self._answers_to(secret) for secret in self.secrets])
        if self.rule == "wordle":
            spelled = ["".join(".yg"[mark] for mark in _marks(number, pegs)) for number in range(3**pegs)]
            return reply, spelled, 3**pegs - 1
        if self.rule == "bulls":
            return reply, [str(bulls) for bulls in range(pegs + 1)], pegs
        return reply, [f"{b}.{c}" for b, c in _pairs(pegs)], len(_pairs(pegs)) - 1

    @cached_property
    def _has(self) -> Bytes:
        """(symbols, codes): how often each symbol occurs in each code."""
        return np.array([(self.codes == symbol).sum(axis=1) for symbol in range(self.symbols)], np.uint8)

    def _answers_to(self, secret: Bytes) -> Bytes:
        """The replies to all codes for this secret."""
        if self.rule == "wordle":
            return _marked(self.codes, np.broadcast_to(secret, self.codes.shape))
        bulls: Bytes = (self.codes == secret).sum(axis=1, dtype=np.uint8)
        if self.rule == "bulls":
            return bulls
        common = sum(
            np.minimum(self._has[symbol], (secret == symbol).sum(dtype=np.uint8)) for symbol in set(secret.tolist())
        )
        numbers = np.zeros((self.pegs + 1, self.pegs + 1), np.uint8)
        for number, pair in enumerate(_pairs(self.pegs)):
            numbers[pair] = number
        answers: Bytes = numbers[bulls, common - bulls]
        return answers

    def _answers(self, guess: int) -> Bytes:
        """The replies to a guess, with every code as the secret."""
        if self.rule == "wordle":
            return _marked(np.broadcast_to(self.codes[guess], self.codes.shape), self.codes)
        return self._answers_to(self.codes[guess])  # guess and secret may change places


def _pairs(pegs: int) -> list[tuple[int, int]]:
    """(bulls, cows) of the replies of bulls-cows, in order."""
    return [(b, c) for b in range(pegs + 1) for c in range(pegs + 1 - b) if (b, c) != (pegs - 1, 1)]


def _marks(reply: int, pegs: int) -> Integers:
    """(pegs,): the marks of a reply of wordle, 0 grey, 1 yellow, 2 green."""
    return reply // 3 ** np.arange(pegs - 1, -1, -1) % 3


def _marked(guesses: Bytes, secrets: Bytes) -> Bytes:
    """The replies of wordle to each of the guesses, for the secret in the same row."""
    pegs = guesses.shape[1]
    green = guesses == secrets
    answers = (2 * green) @ 3 ** np.arange(pegs - 1, -1, -1)
    for peg in range(pegs):  # from the left: yellow where the secret has one more that is not green
        same = guesses == guesses[:, peg, None]
        left = ((secrets == guesses[:, peg, None]) & ~green).sum(axis=1)
        before = (same & ~green)[:, :peg].sum(axis=1)
        answers += (~green[:, peg] & (before < left)) * 3 ** (pegs - 1 - peg)
    marked: Bytes = answers.astype(np.uint8)
    return marked
