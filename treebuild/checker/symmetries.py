"""The symmetries of the game of a certificate, found or listed, and the orbits of codes that they make."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from treebuild.checker.game import Game
from treebuild.checker.proof_file import Booleans, Bytes, Integers


class Symmetries:
    """The symmetries of the game, each as the image of every code, (codes,)."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._codes, self._secrets = _Sequences(game.codes), _Sequences(game.secrets)
        self._occurs_in_code = self._occurs(game.codes)
        self._occurs_in_secret = self._occurs(game.secrets)
        self._exchanges: dict[tuple[int, int], Integers] = {}
        self._classes = self._by_exchange(keep_weights=False)
        self._weighted_classes = self._by_exchange(keep_weights=True) if game.weight.any() else self._classes

    def _by_exchange(self, keep_weights: bool) -> list[set[int]]:
        """Classes of symbols whose exchanges are symmetries and, with `keep_weights`, keep the weights."""
        classes: list[set[int]] = []
        for symbol in range(self._game.symbols):
            for some in classes:
                if self._exchange(min(some), symbol, keep_weights) is not None:
                    some.add(symbol)
                    break
            else:
                classes.append({symbol})
        return classes

    def found(self, candidates: Integers, guesses: list[int]) -> Iterator[Integers]:
        """Exchanges of symbols that map a set onto itself. All others are products of these."""
        in_candidates = set(np.flatnonzero(self._occurs_in_secret[candidates].any(axis=0)).tolist())
        in_guesses = set(np.flatnonzero(self._occurs_in_code[guesses].any(axis=0)).tolist())
        groups = [some - in_candidates for some in self._classes]
        for group in (some - in_guesses for some in self._weighted_classes):
            home = next((other for other in groups if other & group), None)
            if home is None:
                groups.append(group)
            else:
                home |= group
        for group in groups:
            for one, other in itertools.pairwise(sorted(group)):
                image = self._exchange(one, other)
                assert image is not None
                yield image

    def listed(self, image: bytes, candidates: Integers) -> Integers:
        """The image of every code under a listed symmetry. ValueError says why it may not be listed."""
        pegs, symbols = self._game.pegs, self._game.symbols
        to_peg, to_symbol = np.frombuffer(image[:pegs], np.uint8), np.frombuffer(image[pegs:], np.uint8)
        if sorted(image[:pegs]) != list(range(pegs)) or sorted(image[pegs:]) != list(range(symbols)):
            raise ValueError("is no permutation")
        mapped = self._image(to_peg, to_symbol)
        if mapped is None:
            raise ValueError("is no symmetry")
        codes, secrets = mapped
        if not np.isin(secrets[candidates], candidates).all():
            raise ValueError("does not map the candidates onto themselves")
        if not self._keeps_weights(secrets, candidates):
            raise ValueError("does not keep the weights of the candidates")
        return codes

    def _exchange(self, one: int, other: int, keep_weights: bool = False) -> Integers | None:
        """The image of every code when two symbols are exchanged, or None.

        It is None where this is no symmetry, or, with `keep_weights`, does not keep the weights.
        """
        if (one, other) in self._exchanges and not keep_weights:
            return self._exchanges[one, other]
        to_symbol = np.arange(self._game.symbols)
        to_symbol[[one, other]] = other, one
        mapped = self._image(np.arange(self._game.pegs), to_symbol)
        if mapped is None or (keep_weights and not self._keeps_weights(mapped[1], np.arange(len(mapped[1])))):
            return None
        if (len(self._exchanges) + 1) * len(mapped[0]) < 1 << 22:
            self._exchanges[one, other] = mapped[0]
        return mapped[0]

    def _keeps_weights(self, image: Integers, secrets: Integers) -> bool:
        return np.array_equal(self._game.weight[image[secrets]], self._game.weight[secrets])

    def _image(
        self, to_peg: npt.NDArray[np.integer], to_symbol: npt.NDArray[np.integer]
    ) -> tuple[Integers, Integers] | None:
        """The images of all codes and of all secrets under permutations of pegs and symbols.

        None if these do not map codes onto codes and secrets onto secrets.
        """
        if self._game.rule == "table":
            return np.arange(len(self._game.codes)), np.arange(len(self._game.secrets))
        images: list[Integers | None] = []
        for sequences in (self._codes, self._secrets):
            image = np.empty_like(sequences.rows)
            image[:, to_peg] = to_symbol[sequences.rows]
            images.append(sequences.find(image))
        codes, secrets = images
        return None if codes is None or secrets is None else (codes, secrets)

    def _occurs(self, sequences: Bytes) -> Booleans:
        """bool (sequences, symbols): whether a symbol occurs in a sequence."""
        occurs: Booleans = np.zeros((len(sequences), self._game.symbols), np.bool_)
        for peg in sequences.T:
            occurs[np.arange(len(sequences)), peg] = True
        return occurs


class _Sequences:
    """Codes, or secrets, with a search for the number of each."""

    def __init__(self, rows: Bytes) -> None:
        self.rows = rows
        if rows.shape[1]:
            self._order = np.argsort(self._keys(rows))
            self._sorted = self._keys(rows)[self._order]

    def find(self, rows: Bytes) -> Integers | None:
        """The number of each of these sequences; None if one of them does not exist."""
        keys = self._keys(rows)
        at = np.minimum(np.searchsorted(self._sorted, keys), len(keys) - 1)
        return self._order[at] if (self._sorted[at] == keys).all() else None

    @staticmethod
    def _keys(rows: Bytes) -> npt.NDArray[np.bytes_]:
        return np.ascontiguousarray(rows + 1, np.uint8).view(f"S{rows.shape[1]}").ravel()


def join(lowest: Integers, image: Integers) -> Integers:
    """Join every code with its image: for every code the lowest code of its orbit, before (`lowest`) and after."""
    while not np.array_equal(lowest[image], lowest):
        root = np.arange(len(lowest))
        joined = np.minimum(lowest, lowest[image])
        np.minimum.at(root, lowest, joined)
        np.minimum.at(root, lowest[image], joined)
        lowest = root[root][lowest]
    return lowest
