"""Sets whose keys are equal, by the words from which the table of a search makes keys."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def numbers(given: NDArray[np.int64]) -> list[int]:
    """The words, int64 (number, 2), as numbers of 128 bits."""
    return [(high % 2**64) << 64 | low % 2**64 for high, low in given.tolist()]


def with_sum(given: list[int], goal: int) -> list[int]:
    """Some of these words, by index, whose exclusive or is `goal`."""
    reduced = dict[int, tuple[int, int]]()  # by the place of its first bit: a sum of words, and a bit for each of them

    def rest(word: int, some: int) -> tuple[int, int]:
        while word and word.bit_length() in reduced:
            other = reduced[word.bit_length()]
            word, some = word ^ other[0], some ^ other[1]
        return word, some

    for index, each in enumerate(given):
        word, some = rest(each, 1 << index)
        if word:
            reduced[word.bit_length()] = word, some
    word, some = rest(goal, 0)
    assert not word, "no sum of these words is the goal"
    return [index for index in range(len(given)) if some >> index & 1]
