"""Figures others have published, or that were measured with other programs, with their sources."""

# Depth counts under the tie rule of search.greedy: mmstrat 2013; minmax for Mastermind is Knuth's (1977).
GREEDY = {
    ("p4c10n", "minavg"): (1, 4, 59, 574, 2430, 1885, 87),
    ("p4c10n", "parts"): (1, 11, 80, 556, 2277, 1929, 183, 3),
    ("p4c10n", "simple"): (1, 13, 108, 596, 1668, 1768, 752, 129, 5),
    ("p4c10n", "minmax"): (1, 3, 44, 515, 2124, 2151, 202),
    ("p4c6r", "minavg"): (1, 10, 54, 645, 583, 3),
    ("p4c6r", "parts"): (1, 12, 72, 635, 569, 7),
    ("p4c6r", "minmax"): (1, 6, 62, 533, 694),
}
GREEDY_TOTALS = {
    ("p4c10n", "minavg"): 26551,
    ("p4c10n", "parts"): 26751,
    ("p4c10n", "simple"): 28024,
    ("p4c10n", "minmax"): 27139,
    ("p4c6r", "minavg"): 5696,
    ("p4c6r", "parts"): 5668,
    ("p4c6r", "minmax"): 5801,
}
