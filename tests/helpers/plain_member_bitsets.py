"""`member_bitsets` as plain Python against its definition; to be run with NUMBA_DISABLE_JIT=1.

No search would show a bound of it that is a little too strong: mostly another guess, or another bound, hides it.
"""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np

from treebuild.search.kernels import member_bitsets


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


def main() -> None:
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
        tables: Any = SimpleNamespace(
            columns=np.array(rows, np.uint8).T.copy(),
            own_column=np.arange(secrets),
            cap=np.array(caps, np.int64),
        )
        work: Any = SimpleNamespace(
            bitsets=np.zeros((1, secrets, 2, replies), np.uint64),
            part_bits=np.zeros((replies, 2), np.uint64),
            scratch=np.zeros((4, 64), np.int64),
        )
        candidates = np.arange(secrets, dtype=np.uint32)
        node: Any = SimpleNamespace(level=0, depth=1)
        member_bitsets.write_bitsets(tables, candidates, work.bitsets[0])
        for column in range(len(rows)):
            parts = [[s for s in range(secrets) if rows[column][s] == reply] for reply in range(replies)]
            most = sum(
                gained(rows, part, cost, 2, min(width, cap))
                for part, cap in zip(parts, caps, strict=True)
                if len(part) > 2
            )
            for missing in (most, most + 1):
                costs: Any = SimpleNamespace(cost=np.array(cost, np.int64))
                refuted = member_bitsets.refuted_by_members(
                    tables, costs, work, candidates, node, column, width, missing
                )
                assert refuted == (missing <= most), (seed, column, missing, most)
            told += most > 0
    assert told > 50, told


if __name__ == "__main__":
    main()
