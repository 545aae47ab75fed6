"""The compiled search against the reference implementation in Python: random games and positions, all that is asked.

A slice runs always, the whole, more than 20,000 positions, is marked `long`.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from tests.conftest import mostly_long
from tests.helpers.oracle import (
    GAMES,
    PLANS,
    REPLIES,
    SETS,
    Oracle,
    agreed,
    in_game,
    in_random_games,
    prepared,
)
from tests.helpers.random_games import costs, random_game
from tests.helpers.reference_search import Candidates
from treebuild.game.reply_matrix import Replies, partition, reply_matrix
from treebuild.search.bounds.prunings import Prunings
from treebuild.search.engine.game_tables import PreparedGame, cap_parts
from treebuild.search.engine.solver import Solver
from treebuild.search.goal.plan import Source
from treebuild.slovesnov.hybrid import Recipe


@pytest.mark.parametrize("replies", mostly_long(REPLIES, (2, 4, 16, 17, 32, 33, 64, 65)))
def test_random_games(replies: int) -> None:
    choose = random.Random(replies)
    assert agreed(in_random_games(choose, replies, 5, SETS)) >= 80


@pytest.mark.parametrize("rules", mostly_long(GAMES, GAMES[::5]))
def test_positions_of_real_games(rules: str) -> None:
    """Under the exact search and some of the hybrids' plans, with all prunings and with some."""
    choose, tables = random.Random(rules), prepared(rules)
    plans = [(Source.ALL,), *choose.sample(PLANS, 5)]
    largest = 13 if len(tables.replies.matrix) > 300 else 20
    assert (
        agreed(in_game(choose, tables, plan, 3, largest, choose.sample(SETS[1:], 2) + SETS[:1]) for plan in plans) >= 80
    )


SCANNED = ("p3c7n", "p3c6r", "p4c4r", "p5c3r", "twoD")
LIMITED = (("total", 9), ("deepest", 6), ("fives,total", 5), ("limit:4,total", 4))


@pytest.mark.parametrize("share", mostly_long([8, 1], [8]))
@pytest.mark.parametrize("rules", SCANNED)
@pytest.mark.parametrize("objective", LIMITED)
def test_sets_small_and_large_enough_for_every_way_to_scan(rules: str, objective: tuple[str, int], share: int) -> None:
    choose, tables = random.Random(rules + objective[0]), prepared(rules)
    oracle, secrets = Oracle(tables, costs(*objective), (Source.ALL,), SETS[:1]), len(tables.everything)
    for _ in range((80 if rules in ("p4c4r", "p5c3r", "twoD") else 16) // share):
        size, depth = choose.randint(1, min(secrets, 44)), choose.randint(1, 3)
        oracle.ask(tuple(sorted(choose.sample(range(secrets), size))), depth)
    agreed([oracle])


@pytest.mark.long
@pytest.mark.parametrize("size", [65, 68])
def test_sets_of_more_than_a_word(size: int) -> None:
    """What members make of these takes two words, see `separating`; the reference takes seconds."""
    choose, tables = random.Random(size), prepared("p3c7n")
    oracle = Oracle(tables, costs("total", 9), (Source.ALL,), SETS[:1])
    oracle.ask(tuple(sorted(choose.sample(range(210), size))), 1)
    agreed([oracle])


@pytest.mark.parametrize("rules", ["p3c7n", "p4c6n", "p4c4r", "p3c9n"])
@pytest.mark.parametrize("objective", [("total", 9), ("fives,total", 5), ("race:1/2/5/1", 9)])
def test_what_members_say_changes_no_value_and_no_guess(rules: str, objective: tuple[str, int]) -> None:
    """Sets too large for the reference, with PERFECT and without."""
    choose, tables = random.Random(rules + objective[0]), prepared(rules)
    table, everything = costs(*objective), range(len(tables.everything))
    with_it, without = (
        Solver(tables.tables, table, len(everything), 1, (Source.ALL,), prunings)
        for prunings in (Prunings.ALL, Prunings.ALL & ~Prunings.PERFECT)
    )
    for size in (31, 32, 33, 63, 64, 65, 100, 127, 128, 129, 180):
        candidates = np.array(sorted(choose.sample(everything, min(size, len(everything)))), np.int32)
        assert with_it.search(candidates, 1) == without.search(candidates, 1)


def image(choose: random.Random, rules: str, codes: Sequence[tuple[int, ...]], some: Sequence[int]) -> Candidates:
    """A random image of a set of codes; in the game `ends`, pegs may only be reversed."""
    pegs, symbols = list(range(len(codes[0]))), list(range(1 + max(map(max, codes))))
    choose.shuffle(symbols)
    if rules != "ends":
        choose.shuffle(pegs)
    elif choose.random() < 0.5:
        pegs.reverse()
    return tuple(sorted(codes.index(tuple(symbols[codes[code][peg]] for peg in pegs)) for code in some))


@pytest.mark.parametrize("rules", ["p3c7n", "p4c6n", "p3c5r", "p4c4r", "ends"])
def test_images_of_a_set_are_looked_up_as_one(rules: str) -> None:
    """Their value is that which a search without SYMBOLS and TABLE finds, and so is the cost of every guess."""
    choose, game = random.Random(rules), prepared(rules)
    everything, codes = range(len(game.everything)), game.replies.game.codes
    table, plan, plain = costs("total", 9), (Source.ALL,), Prunings.ALL & ~Prunings.SYMBOLS & ~Prunings.TABLE
    solver, without = (Solver(game.tables, table, len(codes), 1, plan, some) for some in (Prunings.ALL, plain))
    found = 0
    for size in [choose.randint(20, 40) for _ in range(40)] + [len(everything) // 2] * 4:
        some = tuple(sorted(choose.sample(everything, size)))
        value, _ = solver.search(np.array(some, np.int32), 1)
        other, seen = np.array(image(choose, rules, codes, some), np.int32), solver.nodes
        answers = [solver.search(other, 1, value)]
        found += solver.nodes == seen
        answers += [solver.search(np.array(some, np.int32), 1, value), solver.search(other, 1)]
        assert {answer[0] for answer in answers} == {value} == {without.search(other, 1)[0]}
        assert answers[2][1] >= 0
        for asked, (_, guess) in zip((other, np.array(some, np.int32), other), answers, strict=True):
            if guess >= 0:
                assert without.search(asked, 1, None, np.array([guess], np.int32))[0] == value
    assert found >= 36


@pytest.mark.parametrize(("rules", "bits"), [("p3c6r", 2), ("p3c7n", 5)])
def test_threads_share_a_table(rules: str, bits: int) -> None:
    """Of so few entries that they often write the same one at once."""
    choose, game = random.Random(rules), prepared(rules)
    secrets = len(game.everything)
    sets = [np.array(sorted(choose.sample(range(secrets), choose.randint(20, 45))), np.int32) for _ in range(20)]
    first = Solver(game.tables, costs("total", 9), secrets, 1, bits=bits)
    expected = [first.fork(apart=True).search(candidates, 1) for candidates in sets]

    def answers(solver: Solver) -> list[tuple[int, int]]:
        return [solver.search(candidates, 1) for _ in range(20) for candidates in sets]

    with ThreadPoolExecutor(3) as pool:
        for found in pool.map(answers, (first, first.fork(), first.fork())):
            assert found == expected * 20


@pytest.mark.parametrize("size", mostly_long([126, 127, 128, 129, 200, 254, 255, 256, 257, 300], [128, 256]))
def test_large_sets_are_worth_what_the_reference_says(size: int) -> None:
    """Where counters are full. A heuristic leaves the reference little to try, as does a list of a few codes."""
    choose, tables = random.Random(size), prepared("p4c6n")
    everything = tables.everything.tolist()
    candidates = tuple(sorted(choose.sample(everything, size)))
    for plan in Recipe(Source.CRUSH, 3, 5).plans[0], Recipe(Source.LARMOUTH, 3, 5).plans[0]:
        oracle = Oracle(tables, costs("total,limit:7", 7), plan, SETS[:2])
        oracle.ask(candidates, 3)
        oracle.ask(candidates, 3, sorted(choose.sample(everything, 40)))
        oracle.ask(candidates, 2, sorted(choose.sample(everything, 2)))
        agreed([oracle])


@pytest.mark.parametrize("size", mostly_long([40, 255, 256], [40]))
def test_large_sets_of_which_a_limit_is_asked(size: int) -> None:
    """All codes of a random game, for any of which the reference is content as soon as one keeps the limit."""
    for replies in 16, 17, 32, 33, 64, 65, 255:
        tables = PreparedGame(reply_matrix(random_game(random.Random(size), size + 2, replies)))
        oracle = Oracle(tables, costs("limit:5", 5), (Source.ALL,), SETS[:2])
        oracle.ask(tuple(range(size)), 1)
        agreed([oracle])


@pytest.mark.parametrize("replies", [16, 17, 32, 33, 64, 65, 255])
@pytest.mark.parametrize("size", [31, 33, 63, 64, 70])
def test_sets_too_large_to_compare_pairs(size: int, replies: int) -> None:
    """Random games of which one guess leaves little: the reference is done with them in a moment."""
    choose = random.Random(1000 * size + replies)
    tables = PreparedGame(reply_matrix(random_game(choose, size, replies, others=3)))
    oracle = Oracle(tables, costs("limit:4,total", 4), (Source.ALL,), SETS[:2])
    listed = sorted(choose.sample(range(size + 3), 3))
    oracle.ask(tuple(range(size)), 1, listed)
    if replies > 30:
        oracle.ask(tuple(range(size)), 2)
    agreed([oracle])


@pytest.mark.parametrize("seed", range(30))
def test_caps_are_the_most_parts_that_any_code_makes(seed: int) -> None:
    """Of the secrets that give a reply to some guess; parts that win do not count."""
    choose = random.Random(seed)
    replies = reply_matrix(
        random_game(choose, choose.randint(2, 40), choose.randint(2, 9), others=choose.randint(0, 4))
    )
    matrix, caps = replies.matrix, [1] * replies.count
    for row in matrix:
        for reply in set(row.tolist()):
            made = (len({*answers.tolist()} - {replies.win}) for answers in matrix[:, row == reply])
            caps[reply] = max(caps[reply], *made)
    assert PreparedGame(replies).tables.cap.tolist() == caps


@pytest.mark.parametrize("replies", [16, 17, 33, 65, 255])
def test_caps_of_all_secrets_where_those_of_first_guesses_take_too_long(replies: int) -> None:
    tables = PreparedGame(reply_matrix(random_game(random.Random(replies), 24, replies, others=4)))
    fine = tables.tables.cap.copy()
    cap_parts(tables.tables, tables.replies, tables.firsts, most_replies=0)
    matrix, win = tables.replies.matrix, tables.replies.win
    assert set(tables.tables.cap.tolist()) == {max(len(set(row.tolist()) - {win}) for row in matrix)}
    assert (fine <= tables.tables.cap).all()
    oracle = Oracle(tables, costs("total", 6), (Source.ALL,), SETS[:2])
    oracle.ask(tuple(range(12)), 1)
    agreed([oracle])


# Once "impossible": the bound that drops a guess was of the members at hand, and not of all codes.
CRUSH35 = {
    18: (
        42, 336, 539, 708, 764, 820, 896, 918, 925, 932, 946, 995, 2115, 2360, 2619, 2864, 3123, 3368, 3571, 3796, 3852,
        3908, 4027, 4425, 4454, 4461, 4468, 4475, 4642, 4936,
    ),
    21: (
        105, 107, 108, 109, 110, 615, 945, 1113, 1225, 1281, 1337, 1393, 2183, 2457, 2687, 2961, 3191, 3465, 3695, 3969,
        4157, 4171, 4178, 4185, 4192, 4487, 4508, 4515, 4522, 4529, 4655, 4669, 4676, 4683, 4690,
    ),
}  # fmt: skip


@pytest.mark.parametrize("sevens", CRUSH35)
def test_what_crush35_once_gave_up(bulls_cows: Replies, sevens: int) -> None:
    oracle = Oracle(PreparedGame(bulls_cows), costs("sevens", 7), Recipe(Source.CRUSH, 3, 5).plans[0], SETS[:2])
    assert oracle.reference.value(CRUSH35[sevens], 4) == (sevens,)
    oracle.ask(CRUSH35[sevens], 4)
    agreed([oracle])


@pytest.mark.long
@pytest.mark.parametrize(
    "recipe",
    [Recipe(Source.CRUSH, 3, 5), Recipe(Source.CRUSH, 4, 5), Recipe(Source.CRUSH, 5, 5), Recipe(Source.LARMOUTH, 3, 5)],
)
def test_the_hybrids_of_the_paper(bulls_cows: Replies, recipe: Recipe) -> None:
    choose, tables = random.Random(str(recipe)), PreparedGame(bulls_cows)
    for plan in recipe.plans:
        oracle = Oracle(tables, costs(recipe.objective, 7), plan, SETS[:1])
        for number in range(60):
            depth = choose.randint(4, max(4, recipe.first))
            largest = 12 if plan[depth - 1] == Source.ALL else 40 if number % 10 else 110  # the reference takes long
            left = tables.everything
            while len(left) > largest:
                left = choose.choice(partition(bulls_cows, choose.randrange(5040), left))[1]
            oracle.ask(tuple(left.tolist()), depth)
        agreed([oracle])


# Twenty thousand positions, in a test for every game: random ones with 2 to 255 replies, and the positions of
# real ones under every plan of a hybrid.
OF_RANDOM, OF_REAL = 650, 400
assert len(REPLIES) * OF_RANDOM + len(GAMES) * OF_REAL > 20_000


@pytest.mark.long
@pytest.mark.parametrize("replies", REPLIES)
def test_many_positions_of_random_games(replies: int) -> None:
    assert agreed(in_random_games(random.Random(20_000 + replies), replies, 40, SETS)) >= OF_RANDOM


@pytest.mark.long
@pytest.mark.parametrize("rules", GAMES)
def test_many_positions_of_real_games(rules: str) -> None:
    choose, tables = random.Random(f"many {rules}"), prepared(rules)
    largest = 16 if len(tables.replies.matrix) > 300 else 24
    assert agreed(in_game(choose, tables, plan, 3, largest, SETS) for plan in PLANS) >= OF_REAL
