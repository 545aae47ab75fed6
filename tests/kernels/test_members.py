"""PERFECT by bitsets against its definition.

No search would show a bound of it that is a little too strong: mostly another guess, or another bound, hides it.
"""

from __future__ import annotations

from random import Random
from types import SimpleNamespace

import numpy as np

from treebuild.kernels import members
from treebuild.kernels.constants import MAX_CANDIDATES_BITSETS, MAX_REPLIES_PACKED
from treebuild.kernels.uncompiled import Pointer


def filled(cost: list[int], depth: int, slots: int, width: int, secrets: int) -> int:
    """The least cost of so many secrets: `slots` at a depth, `width` times as many at the next one, and so on."""
    places: list[int] = []
    while len(places) < secrets:
        places += [cost[depth]] * slots
        slots, depth = slots * width, depth + 1
    return sum(places[:secrets])


def gained(rows: list[list[int]], part: list[int], cost: list[int], depth: int, width: int) -> int:
    """What PERFECT says of a part beyond FILL; `rows` has the replies to the codes that win against each secret."""
    most = max(len({rows[member][secret] for secret in part}) for member in part)
    if most >= min(len(part), width + 1):
        return 0
    by_member = cost[depth] + filled(cost, depth + 1, most - 1, width, len(part) - 1)
    by_another = filled(cost, depth + 1, width, width, len(part))
    return min(by_member, by_another) - filled(cost, depth, 1, width, len(part))


def test_guesses_gain_what_members_say_of_their_parts() -> None:
    """Ask about the guesses of random games, for what they gain and for one more."""
    told = 0
    for seed in range(12):
        choose = Random(seed)
        secrets, replies = choose.choice((32, 40, 70)), choose.choice((4, 5, 7))
        rows = [[choose.randrange(1, choose.randint(2, replies)) for _ in range(secrets)] for _ in range(secrets + 8)]
        for secret in range(secrets):
            rows[secret][secret] = 0
        cost = [0, *np.cumsum([choose.choice((1, 1, 1, 2)) for _ in range(80)]).tolist()]
        width = max(len({*row} - {0}) for row in rows)
        caps = [choose.randint(2, replies - 1) for _ in range(replies)]
        tables = SimpleNamespace(
            columns=Pointer(np.array(rows, np.uint8).T.copy()),
            codes=len(rows),
            own_column=Pointer(np.arange(secrets)),
            cap=Pointer(np.array(caps)),
            replies=replies,
        )
        work = SimpleNamespace(
            bitsets=Pointer(np.zeros((MAX_CANDIDATES_BITSETS, 2, MAX_REPLIES_PACKED), np.uint64)),
            part_bits=Pointer(np.zeros((MAX_REPLIES_PACKED, 2), np.uint64)),
            scratch=Pointer(np.zeros((4, 64), np.int64)),
            scratch_row=64,
        )
        candidates, node = Pointer(np.arange(secrets)), SimpleNamespace(level=0, depth=1)
        costs = SimpleNamespace(cost=Pointer(np.array(cost)))
        members.write_bitsets(tables, candidates, secrets, work.bitsets)
        for column in range(len(rows)):
            parts = [[s for s in range(secrets) if rows[column][s] == reply] for reply in range(replies)]
            most = sum(
                gained(rows, part, cost, 2, min(width, cap))
                for part, cap in zip(parts, caps, strict=True)
                if len(part) > 2
            )
            for missing in (most, most + 1):
                refuted = members.refuted_by_members(
                    tables, costs, work, candidates, secrets, node, column, width, missing
                )
                assert refuted == (missing <= most), (seed, column, missing, most)
            told += most > 0
    assert told > 50, told
