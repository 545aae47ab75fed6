"""Exact values of the guesses that a rule permits, at positions of small games, against plain recursion."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

import numpy as np
import pytest

from tests.conftest import seeds
from tests.helpers.command_line import fails, prints, run_text
from tests.helpers.ruled import RULES, least_total, ruled_game
from treebuild import build, reply_matrix, suggest
from treebuild.analysis.guess_totals import NearLimits
from treebuild.analysis.guess_values import EXACT, NEAR
from treebuild.analysis.position import Limits, Position
from treebuild.analysis.ruled_guess_totals import RuledGuessTotals
from treebuild.analysis.suggest import suggestions
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.guess_rules import permits
from treebuild.search.resources import opened
from treebuild.search.walk.search_options import SearchOptions
from treebuild.tree.policy import walk


def ruled_totals(position: Position) -> RuledGuessTotals:
    """The totals of the guesses of a position, as those of a game with a rule or costs are found."""
    game, found = position.game, position.best("minavg", 999, distinct=True)
    looks = np.array([game.code_index[game.parse(worth.code)] for worth in found], np.int32)
    return RuledGuessTotals(position.replies, position.candidates, position.history, looks, position.weights)


@pytest.mark.parametrize("seed", seeds(2, 40))
@pytest.mark.parametrize("guesses", RULES)
def test_the_best_guess_of_a_position_leads_to_the_least_total(guesses: str, seed: int) -> None:
    choose = Random(f"{seed} {guesses}")
    for _ in range(4):
        game = ruled_game(choose, guesses, weights=choose.random() < 0.5)
        expected, position = least_total(game), Position(game)
        best = position.best_exact(1)[0]
        assert best.exact is not None and best.exact * sum(game.secret_weights) == expected
        assert position.of(best.code, "exact").exact == best.exact
        code = game.code_index[game.parse(best.code)]
        assert permits(game, (), range(len(game.secrets)), code)


def test_later_positions_know_what_was_guessed() -> None:
    """The values along an exact tree are those of its nodes."""
    game = ruled_game(Random(8), "hard")
    tree = build("exact", game, objective="total")
    paths: dict[int, tuple[str, ...]] = {0: ()}
    for node, candidates, depth in walk(tree, reply_matrix(game)):
        history = paths[node]
        position = Position(game, history)
        best = position.best_exact(1)[0]
        assert best.exact == Fraction(int(tree.e[node]), len(candidates)) - (depth - 1)
        for reply, child in tree.children(node):
            paths[child] = (*history, f"{game.spell(game.codes[tree.guess[node]])}:{game.replies[reply]}")


def test_under_a_rule_values_are_exact_where_few_candidates_are_left_and_near_elsewhere() -> None:
    game = Game.from_rules("p3c11n").with_guesses("consistent")
    start, later = Position(game), Position(game, ["012:0.1"])
    assert len(start.candidates) > Limits().exact_candidates >= len(later.candidates)
    assert [start.value_kind(by) for by in ("minavg", EXACT, NEAR)] == [NEAR, EXACT, NEAR]
    assert (worth := start.of("012", NEAR)).exact is None and worth.near is not None and 4 < worth.near < 6
    near = start.best_near(2)
    assert all(worth.exact is None and worth.near is not None and 4 < worth.near < 6 for worth in near)
    assert [later.value_kind(by) for by in ("minavg", EXACT, NEAR)] == [EXACT, EXACT, EXACT]
    assert later.best_near(1) == later.best_exact(1)
    assert Position("p3c11n").value_kind("minavg") == NEAR


@pytest.mark.parametrize("seed", seeds(2, 40))
def test_with_costs_the_best_guess_leads_to_the_least_cost(seed: int) -> None:
    """At the start and after any first guess: what was paid before does not count."""
    choose = Random(f"costs {seed}")
    for guesses in RULES:
        game = ruled_game(choose, guesses, weights=choose.random() < 0.5, costs=True)
        expected, best, whole = least_total(game), Position(game).best_exact(1)[0], sum(game.secret_weights)
        assert best.exact is not None
        assert best.exact * whole * game.conditions.cost_unit == expected
        guess = game.code_index[game.parse(best.code)]
        later = game.conditions.cost(guess)
        for reply in range(len(game.replies)):
            secrets = [s for s, secret in enumerate(game.secrets) if game.reply(game.codes[guess], secret) == reply]
            weight = sum(game.conditions.weights[s] for s in secrets) if game.conditions.weights else len(secrets)
            if weight and reply != game.win:
                after = Position(game, [f"{best.code}:{game.replies[reply]}"]).best_exact(1)[0].exact
                assert after is not None
                later += after * Fraction(weight, whole)
        assert later == best.exact


def test_of_many_tests_with_costs_the_first_costs_least() -> None:
    """Cheap tests that leave many findings may be better than each of the ten that leave the fewest."""
    choose = Random("costs")
    tests = {f"look {i}": 0.2 for i in range(8)} | {f"measure {i}": choose.choice([5, 10]) for i in range(12)}
    rows = [[choose.randrange(2 if name.startswith("look") else 4) for _ in range(10)] for name in tests]
    game = Game.from_table("many", [*tests], [*"abcdefghij"], [*"wxyz"], None, rows).priced(tests)
    best = Position(game, []).best_exact(1)[0]
    assert suggest(game, top=1) == [best] and best.code.startswith("look")
    assert "look" not in "".join(worth.code for worth in Position(game, []).best("minavg", 10))


@pytest.mark.parametrize("seed", seeds(2, 60))
@pytest.mark.parametrize("guesses", RULES)
def test_near_values_are_those_of_trees(guesses: str, seed: int) -> None:
    """Never below the best tree's, and equal to it where all parts are searched, or all codes are looked at."""
    choose = Random(f"near {guesses} {seed}")
    for _ in range(12):
        game = ruled_game(choose, guesses, weights=choose.random() < 0.5, costs=choose.random() < 0.5)
        position = Position(game)
        if choose.random() < 0.5:
            guess, secret = choose.choice(position.best("minavg", 99)).code, choose.choice(game.secrets)
            reply = game.reply(game.parse(guess), secret)
            if reply != game.win:
                position = Position(game, [f"{guess}:{game.replies[reply]}"])
        totals, permitted = ruled_totals(position), [worth.code for worth in position.best("minavg", 99)]
        for code in (game.code_index[game.parse(text)] for text in permitted):
            exact = totals.value(code)
            if exact is None:
                continue
            totals.limits = NearLimits(searched=99)
            assert totals.near(code) == exact, (game, code)
            totals.limits = NearLimits(searched=1)
            assert totals.near(code) >= exact, (game, code)
            totals.limits = NearLimits(most_tried=0, pool=1, searched=0)
            totals.__dict__.pop("_some", None)
            assert totals.near(code, quick=True) >= exact, (game, code)


@pytest.mark.parametrize("guesses", ["candidates", "consistent", "hard"])
def test_near_values_of_all_guesses_under_a_rule(guesses: str) -> None:
    """They are those of all permitted guesses that tell something, the best first, none below the exact value."""
    choose = Random(f"all near {guesses}")
    for _ in range(6):
        position = Position(ruled_game(choose, guesses))
        totals = ruled_totals(position)
        exact = dict(totals.best(99))
        near = totals.all_near()
        assert sorted(guess for guess, _ in near) == sorted(exact)
        assert all(total >= exact[guess] for guess, total in near)
        assert [total for _, total in near] == sorted(total for _, total in near)
        assert totals.best(99, jobs=2) == list(exact.items())


def test_exact_values_of_many_candidates_are_searched_when_asked_for() -> None:
    """With the guesses that look best by near values first, which makes no difference to what is found."""
    game = Game.from_rules("p3c5r").with_guesses("consistent")
    expected = Position(game).best_exact(3)
    position = Position(game, limits=Limits(exact_candidates=1))
    position._values.totals.limits = NearLimits(searched=1)
    assert position.value_kind("minavg") == NEAR
    assert position.best_exact(3) == expected


def test_a_store_is_refused_under_a_rule(tmp_path: Path) -> None:
    """And the command leaves none behind."""
    game, path = Game.from_rules("p3c5r").with_guesses("consistent"), tmp_path / "kept.store"
    with opened(path) as store, pytest.raises(TreebuildError, match="a store keeps no values"):
        Position(game).best_exact(3, options=SearchOptions(store=store))
    path.unlink()
    line = f"suggest --game p3c5r --guesses consistent --by exact --store {path}"
    fails(line, message="a store keeps no values", code=2)
    assert not path.exists()


HARD = """\
name = "rates"
rule = "wordle"
codes = ["crane", "crate", "grate", "irate", "prate", "gipct"]
guesses = "hard"
"""


def test_a_guess_that_no_reading_of_the_replies_allows_is_not_suggested(tmp_path: Path) -> None:
    (tmp_path / "rates.toml").write_text(HARD)
    turn = "crane:ggg.g or .gg.g"
    position = Position(str(tmp_path / "rates.toml"), [turn])
    words = {"crane", "crate", "grate", "irate", "prate"}
    assert {worth.code for worth in position.best("minavg")} == words
    assert position.value_kind("minavg") == "" and all(worth.exact is None for worth in suggestions(position).guesses)
    options = "--game", tmp_path / "rates.toml"
    printed = prints("suggest", turn, *options)
    assert "gipct" not in printed and "Some replies are uncertain" in printed and "exact" not in printed
    assert "guesses `hard` do not allow gipct here" in run_text("suggest", turn, *options, "--code", "gipct").stderr
    for score in EXACT, NEAR:
        fails("suggest", turn, *options, "--by", score, message="some are uncertain, so the guesses needed are unknown")
    text = prints("play", "--elsewhere", *options, "--lang", "en", stdin="crane .gg.g or ggg.g\ngipct y....\n")
    assert text.count("gipct leaves") == 1  # at the start
    sure = Position(str(tmp_path / "rates.toml"), ["crane:ggg.g or ggggg", "crate:ggggg or .gggg"])
    assert len(sure.readings) == 1 and [worth.exact for worth in sure.best_exact(1)] == [1]


@pytest.mark.parametrize("seed", seeds(2, 40))
@pytest.mark.parametrize("guesses", ["consistent", "hard"])
def test_after_unsure_replies_guesses_are_those_that_some_reading_allows(guesses: str, seed: int) -> None:
    choose = Random(f"unsure {seed} {guesses}")
    for _ in range(4):
        game = ruled_game(choose, guesses)
        secret, turns, texts = choose.choice(game.secrets), list[tuple[int, set[int]]](), list[str]()
        for code in choose.choices(range(len(game.codes)), k=choose.randint(1, 2)):
            some = {choose.randrange(len(game.replies)), game.reply(game.codes[code], secret)}
            some = some if choose.random() < 0.7 else {*range(len(game.replies))}
            turns.append((code, some))
            said = "?" if len(some) > 2 else " or ".join(game.replies[reply] for reply in some)
            texts.append(f"{game.spell(game.codes[code])}:{said}")
        if any(some == {game.win} for _, some in turns[:-1]):
            continue
        left = [
            at for at, one in enumerate(game.secrets)
            if all(game.reply(game.codes[code], one) in some for code, some in turns)
        ]  # fmt: skip
        readings = {tuple((code, game.reply(game.codes[code], game.secrets[at])) for code, _ in turns) for at in left}
        allowed = {
            game.spell(game.codes[code]) for code in range(len(game.codes))
            if any(permits(game, reading, left, code) for reading in readings)
        }  # fmt: skip
        position = Position(game, texts)
        assert {worth.code for worth in position.best("minavg", 999)} == allowed, (game, texts)
        assert bool(position.value_kind("minavg")) == (len(readings) == 1)
