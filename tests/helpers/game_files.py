"""Game files that tests write, change and damage."""

from __future__ import annotations

COLOURS = 'codes = { pegs = 2, symbols = "YBG", repeat = true }'
TESTS = "test,owl,seal,dog\nflies?,yes,no,no\nswims?,no,yes,no\n"
TABLE_OF_TESTS = 'rule = "table"\ntable = "tests.csv"\n'
