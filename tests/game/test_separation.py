"""Which secrets the tests of a game separate, compared with the definition for two secrets."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import chain, combinations

import numpy as np
import pytest

from tests.helpers.small_games import animals
from treebuild.game.findings import without_answers
from treebuild.game.game import Game
from treebuild.game.reply_matrix import tabled
from treebuild.game.separation import inseparable, namings_tell_nothing_else, same_answers, with_inseparable_grouped


def table_of_tests(rng: random.Random) -> Game:
    """A random table of tests that leave some secrets together, with groups in half of the cases."""
    secrets, tests = [f"s{number}" for number in range(rng.randint(3, 8))], [f"t{n}" for n in range(rng.randint(1, 4))]
    rows = [bytes(rng.choice((0, 0, 1, 2)) for _ in secrets) for _ in tests]
    game = Game.from_table("g", tests, secrets, ["no", "yes", "both"], None, rows)
    return game.grouped({secrets[0]: "G", secrets[2]: "G"}) if rng.random() < 0.5 else game


def alike(game: Game, one: int, other: int, leave_out: tuple[int, ...] = ()) -> bool:
    """Whether no test separates two secrets, other than those to leave out."""
    tests = [code for at, code in enumerate(game.codes) if at not in game.namings and at not in leave_out]
    return all(game.reply(code, game.secrets[one]) == game.reply(code, game.secrets[other]) for code in tests)


@pytest.mark.parametrize("seed", range(20))
def test_secrets_of_the_same_answers_are_one_set(seed: int) -> None:
    game = table_of_tests(random.Random(seed))
    sets = same_answers(game)
    assert sorted(chain(*sets)) == [*range(len(game.secrets))] and sets == sorted(map(sorted, sets))
    set_of = {secret: number for number, some in enumerate(sets) for secret in some}
    for one, other in combinations(set_of, 2):
        assert (set_of[one] == set_of[other]) == alike(game, one, other)


def test_codes_that_name_a_secret_may_tell_others_apart() -> None:
    assert namings_tell_nothing_else(animals()) and namings_tell_nothing_else(Game.from_rules("p1c3n"))
    game = Game.from_rules("p2c3n").with_guesses("identify")
    assert not namings_tell_nothing_else(game) and same_answers(game) == [[*range(6)]]
    of_table = tabled(replace(game, name="of a table"))
    assert not namings_tell_nothing_else(of_table) and with_inseparable_grouped(of_table) == (of_table, [])
    assert with_inseparable_grouped(game) == (game, [])


def test_secrets_that_no_test_separates_are_joined() -> None:
    game, together = with_inseparable_grouped(animals())
    assert together == [("dog", "cat")] and game.conditions.group_names == ("owl", "seal", "dog or cat")
    assert game.own_names == ("owl", "seal", "dog", "cat") and inseparable(game) == []


@pytest.mark.parametrize("seed", range(20))
def test_without_answers_candidates_are_grouped_by_their_names(seed: int) -> None:
    """Candidates with the same answers to the tests that tell something are one group for all their names."""
    rng = random.Random(seed)
    game = table_of_tests(rng)
    if rng.random() < 0.5:
        game, _ = with_inseparable_grouped(game)
    asked = tuple(rng.sample(range(len(game.codes)), rng.randint(1, len(game.codes) // 2)))
    left = sorted(rng.sample(range(len(game.secrets)), rng.randint(1, len(game.secrets))))
    bare = without_answers(game, asked, np.array(left, np.int32))
    for at, code in enumerate(game.codes):
        replies, before = ([one.reply(code, secret) for secret in one.secrets] for one in (bare, game))
        wins = [reply == game.win for reply in before]
        assert [reply == bare.win for reply in replies] == wins and (replies == before or at in asked)
        assert len({reply for reply, won in zip(replies, wins, strict=True) if not won}) <= 1 or at not in asked
    names = game.own_names or tuple(map(game.named, range(len(game.secrets))))
    meant = {one: {names[other] for other in left if alike(game, one, other, asked)} for one in left}
    for one, other in combinations(left, 2):
        assert bare.conditions.identified([one, other]) == (meant[one] == meant[other])
    assert not bare.own_names and len(bare.conditions.group_names) == len(set(bare.conditions.groups))
