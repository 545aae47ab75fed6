"""Players who leave something to chance: against sums over everything by the rules, the seeds' figures, and games."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from functools import cache, partial
from math import prod
from random import Random

import pytest

from tests.conftest import mostly_long, seeds
from tests.helpers.command_line import fails, prints
from tests.helpers.random_games import round_game
from treebuild import build
from treebuild.analysis import players, random_player
from treebuild.analysis.players import Comparison, Sampled, expected, sampled
from treebuild.analysis.random_player import expected_counts
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.lookup import find_game
from treebuild.game.reply_matrix import reply_matrix

Codes = tuple[Hashable, ...]
Rule = Callable[[Codes, int], Sequence[Hashable]]


def oracle(game: Game, choose: Callable[[Codes, int], Sequence[Hashable]]) -> tuple[Fraction, ...]:
    """Expected counts by definition: every code that may be guessed, every secret, one guess after the other."""

    @cache
    def counts(left: Codes, depth: int) -> tuple[Fraction, ...]:
        found = [Fraction(0)] * 20
        codes = choose(left, depth)
        for code in codes:
            parts: dict[int, list[Hashable]] = {}
            for secret in left:
                parts.setdefault(game.reply(code, secret), []).append(secret)
            for reply, part in parts.items():
                if reply == game.win:
                    found[0] += 1
                    continue
                for later, count in enumerate(counts(tuple(part), depth + 1)[:19], 1):
                    found[later] += count
        while not found[-1]:  # most of a list would be zeros, and to add one takes as long as any other sum
            found.pop()
        return tuple(count / len(codes) for count in found)

    return counts(tuple(game.secrets), 1)


def any_candidate(game: Game) -> tuple[Fraction, ...]:
    return oracle(game, lambda left, depth: left)


@cache
def any_candidate_of(name: str) -> tuple[Fraction, ...]:
    return any_candidate(find_game(name))


def best(
    game: Game, score: Callable[[list[int]], object], members: bool, lowest: bool, at_random: int
) -> Callable[[Codes, int], Sequence[Hashable]]:
    def choose(left: Codes, depth: int) -> Sequence[Hashable]:
        if depth <= at_random or len(left) == 1:
            return left
        scores = {}
        for code in left if members else game.codes:
            replies = [game.reply(code, secret) for secret in left]
            scores[code] = score([replies.count(reply) for reply in set(replies)])
        least = min(scores.values())  # type: ignore[type-var]
        equal = [code for code, value in scores.items() if value == least]
        return equal[:1] if lowest else equal

    return choose


def squares(sizes: list[int]) -> int:
    return sum(size * size for size in sizes)


def entropy(sizes: list[int]) -> int:
    return prod(size**size for size in sizes)


GAMES = ["p2c4r", "p3c4n", "p2c3r", "twod", "p3c3r"]


@pytest.mark.parametrize("name", mostly_long([*GAMES, "p3c5n", "p3c4r"], GAMES[:3]))
def test_random_by_definition(name: str) -> None:
    assert expected("random", name).counts == any_candidate_of(name)


@pytest.mark.parametrize(
    ("near", "alike", "names"),
    [
        ((), 0, ("p3c5n", "p3c4r")),
        pytest.param((), 0, ("twod",), marks=pytest.mark.long),
        pytest.param((0,), 0, ("p3c5n", "p3c4r", "twod"), marks=pytest.mark.long),
        ((0, 0, 0, 0), 0, ("p3c5n", "p3c4r")),
        pytest.param((0, 0, 0, 0), 0, ("twod",), marks=pytest.mark.long),  # nearly all of it is plain Python
        pytest.param((10, 10), 5, ("p3c5n", "p3c4r", "twod"), marks=pytest.mark.long),
        ((20, 5, 3), 100, ("p3c5n", "p3c4r", "twod")),
    ],
)
def test_random_wherever_the_compiled_code_begins(near: tuple[int, ...], alike: int, names: tuple[str, ...]) -> None:
    for name in names:
        assert expected_counts(reply_matrix(name), compiled=near, unlike=alike) == any_candidate_of(name)


def test_random_takes_as_many_primes_as_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = expected("random", "p3c5r").counts
    monkeypatch.setattr(random_player, "first_primes", lambda size: 1)
    assert expected("random", "p3c5r").counts == whole
    assert sum(whole) == 125 and max(count.denominator for count in whole) > 1 << 31


@pytest.mark.long
def test_a_game_of_too_many_positions_is_refused() -> None:
    """Of thirty numbers, told right or wrong, every set comes up."""
    with pytest.raises(TreebuildError, match="p1c30r: too many positions for exact figures"):
        expected("random", "p1c30r")


def test_random_in_a_game_without_symmetries() -> None:
    game = Game.from_parts(
        "words", ["ant", "tan", "nat", "tin", "nit", "ten", "net", "tea", "eat", "ate"],
        ["ant", "tan", "tin", "net", "tea", "eat"],
        lambda guess, secret: "won" if guess == secret else sum(a == b for a, b in zip(guess, secret, strict=True)),
        [0, 1, 2, "won"], "won",
    )  # fmt: skip
    assert expected("random", game).counts == any_candidate(game)


@pytest.mark.parametrize("name", mostly_long(GAMES, GAMES[:3]))
@pytest.mark.parametrize("ties", ["lowest", "random"])
def test_informed_players_by_definition(name: str, ties: str) -> None:
    game, lowest = find_game(name), ties == "lowest"
    for player, score, members, at_random in (
        ("information", squares, False, 1),
        ("information-candidates", squares, True, 1),
        ("heuristic-2", entropy, False, 2),
    ):
        rule = best(game, score, members, lowest, at_random)
        found = expected(player, game, ties=ties)  # type: ignore[arg-type]
        assert found.counts == oracle(game, rule), player


@pytest.mark.parametrize("seed", seeds(3, 60))
def test_players_of_symmetric_games_whose_secrets_have_several_winning_codes(seed: int) -> None:
    """Symmetry may map the lowest winning code of a secret to one that is not the lowest, and tells something else."""
    choose = Random(seed)
    game = round_game(choose, choose.randint(3, 6), choose.randint(3, 5), choose.randint(1, 2), winning=True)
    lowest = {secret: next(c for c in game.codes if game.reply(c, secret) == game.win) for secret in game.secrets}

    def members(left: Codes, depth: int) -> Sequence[Hashable]:
        return [lowest[secret] for secret in left]

    by_chance = oracle(game, partial(_either, members, best(game, squares, False, False, 99), 99))
    assert expected_counts(reply_matrix(game), compiled=(0, 0), unlike=1) == by_chance
    for player, score, at_random in ("information", squares, 1), ("heuristic-2", entropy, 2):
        informed = best(game, score, False, False, at_random)
        rule = partial(_either, members, informed, at_random)
        try:
            found = expected(player, game).counts
        except TreebuildError as error:
            assert "tells nothing, for ever" in str(error)
            continue
        assert found == oracle(game, rule), player


def _either(members: Rule, informed: Rule, at_random: int, left: Codes, depth: int) -> Sequence[Hashable]:
    return members(left, depth) if depth <= at_random or len(left) == 1 else informed(left, depth)


def test_the_figures_of_seed_0() -> None:
    """Seed 0 sampled 4.105 in 21,000 games, 4.285 in 200, 4.037 in 2100."""
    random = expected("random", "three-of-seven")
    assert f"{float(random.average):.4f}" == "4.1074"
    assert sum(random.counts) == 210 and random.worst == 7
    for player, theirs, games in (("information", 4.285, 200), ("information-candidates", 4.0371, 2100)):
        found = expected(player, "three-of-seven")
        assert abs(float(found.average) - theirs) < 3 * (0.9 / games) ** 0.5


@pytest.mark.timeout(600)
def test_random_in_bulls_and_cows_agrees_with_games() -> None:
    """Nobody has published the expectation; 4000 games give it within their error, and so does a player of trees."""
    found, played = expected("random", jobs=2), sampled("random", games=4000, seed=1)
    assert [*found.counts[:2]] == [1, 13]  # of every part but the winning one, one secret is expected
    assert sum(found.counts) == 5040
    assert abs(float(found.average - played.average)) < 4 * played.error
    trees = [build("random", seed=seed) for seed in range(4)]
    assert abs(float(found.average) - sum(float(tree.average) for tree in trees) / 4) < 0.06


def test_games_are_the_same_for_a_seed_and_near_the_expectation() -> None:
    for player in "random", "information", "information-candidates", "heuristic-2":
        played = sampled(player, "p3c4r", games=600, seed=3)
        assert played.counts == sampled(player, "p3c4r", games=600, seed=3).counts
        assert played.counts != sampled(player, "p3c4r", games=600, seed=4).counts
        assert abs(float(played.average - expected(player, "p3c4r").average)) < 4 * played.error


@pytest.mark.parametrize("player", ["random", "information", "information-candidates", "heuristic-1"])
def test_games_are_the_same_without_the_matrix(player: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with_matrix = sampled(player, Game.from_rules("p3c5r"), games=40)
    monkeypatch.setattr(players, "MOST_READ", 0)
    game = Game.from_rules("p3c5r")
    assert sampled(player, game, games=40).counts == with_matrix.counts and not reply_matrix(game).has_matrix


def test_comparisons_say_how_sure_they_are() -> None:
    random, informed = expected("random", "p3c4r"), expected("information", "p3c4r")
    exact = Comparison(random, informed)
    assert exact.difference == informed.average - random.average and (exact.error, exact.doubt) == (0, 0)
    assert Comparison(random, random).doubt == 1
    game = random.game
    one, other = Sampled("a", game, (50, 50), 0), Sampled("b", game, (40, 60), 0)
    compared = Comparison(one, other)  # a variance of 0.25 and one of 0.24, of 100 games less one
    assert compared.error == pytest.approx(((0.25 + 0.24) / 99) ** 0.5)
    assert compared.doubt == pytest.approx(0.1552, abs=1e-4)  # of z = 1.4214, from a table of the normal distribution
    low, high = one.interval
    assert (low, high) == pytest.approx((1.5 - 1.96 * (0.25 / 99) ** 0.5, 1.5 + 1.96 * (0.25 / 99) ** 0.5), abs=1e-5)


def test_the_command() -> None:
    (record,) = json.loads(prints("players --game three-of-seven --json"))
    assert (record["player"], record["exact"], record["worst"]) == ("random", "3726239/907200", 7)
    assert record["average"] == 3726239 / 907200 and list(record["counts"]) == [*"1234567"]
    assert sum(record["counts"].values()) == pytest.approx(210)
    both = "players random information --game p3c4r"
    shown, played = prints(both), prints(f"{both} --games 50")
    assert "information needs" in shown and "random: exactly" in shown
    assert "95% sure" in played and "p = " in played
    assert all(len(line) <= 80 for line in (shown + played).splitlines())
    record = json.loads(prints(f"{both} --games 50 --seed 2 --json"))[1]
    assert (record["games"], record["seed"]) == (50, 2) and sum(record["counts"].values()) == 50


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        ("luck", 2, "unknown player 'luck': expected one of random, information"),
        ("heuristic-N", 2, "unknown player 'heuristic-N'"),
        ("heuristic-0", 2, "unknown player 'heuristic-0'"),
        ("information", 1, "p4c10n is too large for exact figures of 'information'"),
        ("random --game p9c1n", 2, "error: "),
    ],
)
def test_players_that_cannot_be_are_refused_in_a_line(words: str, code: int, message: str) -> None:
    fails(f"players {words}", message=message, code=code)


def test_games_that_are_too_large_or_too_long() -> None:
    higher = Game.from_parts("one by one", range(60), range(60), lambda g, s: g == s, [False, True], True)
    with pytest.raises(TreebuildError, match="may take more than 40 guesses"):
        expected("random", higher)
    with pytest.raises(TreebuildError, match="too many for exact figures: at most 10000"):
        expected_counts(reply_matrix("p4c11r"))
    with pytest.raises(TreebuildError, match="at least two"):
        sampled("random", "p2c3n", games=1)
