"""Sizes that `random_player` and its caller share. This module does not import the compiler."""

from math import factorial

MAX_CANDIDATES_WHOLE = 14  # candidates of small sets, which need whole numbers only
SCALE = factorial(MAX_CANDIDATES_WHOLE)  # times the expected counts of 10,000 secrets it is below 2^63
MAX_LEVELS = 48  # guesses that may follow each other; no game that we know comes near
MAX_CANDIDATES_WORD = 64  # candidates of a set whose subsets are the bits of a word
LEVEL_WORDS = 16  # words for the values of a level: at least MAX_CANDIDATES_WHOLE
VALUES_START = MAX_CANDIDATES_WORD * MAX_CANDIDATES_WORD  # index in the pad where the values of the levels begin
PAD_WORDS = VALUES_START + MAX_LEVELS * LEVEL_WORDS + 1
"""Words of the pad: [i * MAX_CANDIDATES_WORD + j] is the set of candidates that reply to guess i as j does; then come
the values of each level; the last word counts the small sets that came up."""
MAX_SMALL_SETS = 1 << 28  # small sets for one large set, which take half a minute
