"""The figures of Slovesnov, "Search of optimal algorithms in the game bulls and cows" (2nd ed. 2011), as published.

No search uses them. The tables show them beside the figures of our trees.
"""

from __future__ import annotations

REPLIES = ("0.0", "0.1", "0.2", "0.3", "0.4", "1.0", "1.1", "1.2", "1.3", "2.0", "2.1", "2.2", "3.0", "4.0")

S2 = (
    "0124", "0132", "0134", "0145", "0214", "0231", "0234", "0245", "0456", "1032", "1034", "1045", "1204", "1230",
    "1234", "1245", "1435", "1456", "4567",
)  # fmt: skip
"""Section 1.5: the second guesses that matter after 0123."""

S3_TOTAL = 7072
"""Section 1.6: the third guesses that matter, over all second guesses."""

SEVENS = {
    "crush35": dict(zip(REPLIES, (0, 76, 22, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0), strict=True)),
    "crush45": dict(zip(REPLIES, (0, 53, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), strict=True)),
    "crush5": dict(zip(REPLIES, (0, 46, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), strict=True)),
}
"""Tables 5.1 and 5.5: secrets that take seven guesses, by the reply to 0123."""

TOTALS = {
    "avg35": (1808, 8009, 6828, 1284, 32, 2400, 3731, 1031, 30, 845, 314, 21, 97, 1),
    "avg45": (1807, 7951, 6817, 1268, 32, 2394, 3717, 1020, 30, 839, 312, 21, 97, 1),
    "fso": (1806, 7942, 6818, 1269, 32, 2393, 3716, 1020, 30, 839, 312, 21, 97, 1),
    "avg5": (1806, 7935, 6808, 1268, 32, 2393, 3712, 1020, 30, 839, 312, 21, 97, 1),
}
"""Section 7: total guesses by the reply to 0123, that guess included."""

BEST = {
    "crush35": {
        "0.0": "4567", "0.1": "1456", "0.2": "1234", "0.3": "4567", "0.4": "1456", "1.0": "0134", "1.1": "1456",
        "1.2": "4567", "1.3": "1456", "2.0": "4567", "2.1": "4567", "2.2": "1456", "3.0": "4567",
    },
    "crush45": {"0.1": "1245", "0.2": "1435", "1.1": "1456"},
    "crush5": {"0.1": "1245", "0.2": "1234"},
    "avg35": {
        "0.0": "4567", "0.1": "1245", "0.2": "1435", "0.3": "1245", "0.4": "1230", "1.0": "0456", "1.1": "0145",
        "1.2": "0245", "1.3": "1234", "2.0": "0456", "2.1": "0245", "2.2": "0132", "3.0": "0245", "4.0": "0123",
    },
    "avg45": {
        "0.0": "4567", "0.1": "1456", "0.2": "1435", "0.3": "1435", "1.0": "0456", "1.1": "0245", "1.2": "0245",
        "2.0": "0245", "2.1": "0145", "4.0": "0123",
    },
}  # fmt: skip
"""Sections 5.3.6, 9.1 and 9.3: the second guess by the reply to 0123, where the building log names one."""

DEEPEST = {
    "1.1": (6, 213), "1.0": (6, 88), "0.0": (6, 84), "0.3": (6, 20), "1.2": (6, 8), "2.0": (6, 4),
    "2.1": (5, 28), "3.0": (5, 2), "1.3": (5, 1), "0.4": (4, 6), "2.2": (4, 4),
}  # fmt: skip
"""Section 6: where no secret takes seven guesses, the greatest depth and the fewest secrets there."""

CRUSH5_STEPS: dict[tuple[str, str], dict[str, tuple[int | None, int]]] = {
    ("0.1", "1245"): {"0.1": (41, 38), "0.2": (10, 7), "0.0": (2, 1)},
    ("0.2", "1435"): {"0.1": (9, 8), "0.2": (1, 0)},
    ("0.2", "1234"): {"0.1": (None, 3), "0.2": (None, 1), "1.1": (1, 0)},
}
"""Tables 5.3.1 and 5.3.3: (first reply, second guess): sevens by second reply, under crush45 and crush5."""

CRUSH5_AFTER_02 = {
    "1234": 3, "1034": 4, "1245": 7, "1204": 7, "1435": 8, "1045": 9, "1456": 10, "0234": 10, "0245": 15, "0214": 17,
    "0134": 18, "0456": 30, "0145": 39, "0124": 41,
}  # fmt: skip
"""Table 5.3.2: sevens after (0123, 0.1)(t, 0.2) under crush5, by t; 46 or more after 4567."""

BASE92_BYTES = 31_600
"""Section 8.2: "31.6 kilobytes" for one tree's string."""

SECONDS = {"crush35": 3, "crush45": 8 * 60 + 7, "avg35": 17, "avg45": 3600 + 59 * 60 + 22}
"""Section 9: time of the search on the author's machine, 2011, C++; crush5 and avg5 took days."""
