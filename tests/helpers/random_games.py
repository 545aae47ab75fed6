"""Games drawn at random, by the hundreds: what an oracle and what it judges are both asked about."""

from __future__ import annotations

from itertools import accumulate
from random import Random

from treebuild.game.game import Game
from treebuild.search.goal.objective import Objective
from treebuild.search.goal.vectors import Vector


def random_game(
    choose: Random, secrets: int, replies: int, *, winners: int = 1, others: int = 0, answers: int | None = None
) -> Game:
    """A game with a random table of replies.

    Each secret has from 1 to `winners` codes that win against it, `others` codes win against none, all in random order.
    A code has no more than `answers` replies that do not win. Every other further winner differs from another one of
    its secret in a single reply.
    """
    win = choose.randrange(replies)
    lost = [reply for reply in range(replies) if reply != win]

    def row(secret: int | None) -> list[int]:
        some = choose.sample(lost, min(len(lost), choose.randint(1, answers or len(lost))))
        return [win if other == secret else choose.choice(some) for other in range(secrets)]

    table = [row(None) for _ in range(others)]
    for secret in range(secrets):
        first = row(secret)
        table.append(first)
        for _ in range(choose.randint(1, winners) - 1):
            table.append(row(secret) if choose.random() < 0.5 else list(first))
            table[-1][(secret + choose.randint(1, secrets)) % secrets] = choose.choice(lost)
            table[-1][secret] = win
    choose.shuffle(table)
    return Game.from_parts(
        f"{replies} replies", range(len(table)), range(secrets), lambda g, s: table[g][s], range(replies), win
    )


def dull_game(choose: Random, secrets: int) -> Game:
    """A game whose trees are deep: most codes give nearly all secrets the same reply."""
    win, table = 0, list[list[int]]()
    for code in range(secrets + choose.randint(0, secrets)):
        row = [choose.randint(1, 4)] * secrets
        for _ in range(choose.choice((0, 0, 1, 1, 2, 4))):
            row[choose.randrange(secrets)] = choose.randint(1, 4)
        if code < secrets:
            row[code] = win
        table.append(row)
    choose.shuffle(table)
    return Game.from_parts("dull", range(len(table)), range(secrets), lambda g, s: table[g][s], range(5), win)


def round_game(choose: Random, secrets: int, replies: int, others: int = 0, *, winning: bool = False) -> Game:
    """A game with a symmetry: all codes and secrets stand in circles, and turn together.

    `others` more circles of codes win against none. With `winning` each of their codes wins against a secret, too, and
    codes are numbered in random order.
    """
    win, lost = 0, range(1, replies)
    circles = [[choose.choice(lost) for _ in range(secrets)] for _ in range(1 + others)]
    for circle in circles if winning else circles[:1]:
        circle[choose.randrange(secrets) if winning else 0] = win
    codes = [(circle, place) for circle in range(1 + others) for place in range(secrets)]
    ordered = choose.sample(codes, len(codes)) if winning else codes

    def turned(code: tuple[int, int]) -> tuple[int, int]:
        return code[0], (code[1] + 1) % secrets

    return Game.from_parts(
        f"circles of {secrets}", ordered, codes[:secrets], lambda g, s: circles[g[0]][(s[1] - g[1]) % secrets],
        range(replies), win, (turned,),
    )  # fmt: skip


def random_costs(choose: Random, greatest: int) -> list[Vector]:
    """Costs of one or two places that never fall, with steps and level stretches, for `greatest` depths."""

    def rising() -> list[int]:
        return list(accumulate(choose.choice((0, 0, 1, 1, 2, 7)) for _ in range(greatest + 1)))

    first, second = rising(), rising()
    return [(a,) for a in first] if choose.random() < 0.5 else list(zip(first, second, strict=True))


def costs(objective: str, greatest: int) -> list[Vector]:
    """The costs of an objective in trees of at most `greatest` depths."""
    parsed = Objective.parse(objective)
    return [parsed.vector(depth, greatest) or (0,) for depth in range(greatest + 1)]


def weighted(choose: Random, game: Game) -> Game:
    """The game with weights of some kind: few different ones, many, or with zeros; some keep its symmetries."""
    some = choose.choice(((1, 2), (0, 1), (0, 0, 0, 7, 1), (1, 1000), range(1, 101), (5,)))
    weights = [choose.choice(some) for _ in game.secrets]
    return game.weighted(weights if any(weights) else [*weights[1:], 1])
