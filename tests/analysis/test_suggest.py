"""What guesses are worth: seed 0's figures, the definition, whole trees' values, histories that cannot be."""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from tests.conftest import seeds, within
from tests.helpers import naive
from tests.helpers.command_line import fails, prints, run_text
from tests.helpers.random_games import random_game
from tests.helpers.small_games import after, words
from treebuild import build
from treebuild.analysis.position import Limits, Position
from treebuild.analysis.suggest import suggest
from treebuild.errors import TreebuildError, UsageError
from treebuild.game.guess_rules import permits
from treebuild.game.lookup import find_game
from treebuild.game.reply_matrix import reply_matrix


def test_the_figures_of_seed_0() -> None:
    assert Position("p4c10n", ["1234:1.1"]).of("1567").expected_left == Fraction(1199, 10)
    position = Position("three-of-seven", ["213:0.2"])
    game = position.game
    assert game.answer("213", "126") == "0.2"
    others = [worth for worth in position.best(top=210) if not worth.candidate]
    best = position.best(top=1, candidates=True)[0]
    assert f"{float(others[0].expected_left):.6f}" == "6.944444" and f"{float(best.expected_left):.6f}" == "6.722222"
    position = Position("three-of-seven", ["123:2.0"])
    assert position.of("134").expected_left == Fraction(5, 2)
    left = {worth.expected_left for worth in position.best(top=210) if worth.candidate}
    assert {f"{float(some):.4f}" for some in left} == {"4.1667"}


@pytest.mark.parametrize("name", ["three-of-seven", "p3c4r", "twod", "p4c4n"])
def test_positions_by_definition(name: str) -> None:
    game, choose = find_game(name), random.Random(name)
    for _ in range(12):
        secret = choose.choice(game.secrets)
        turns = [choose.choice(game.codes) for _ in range(choose.randint(0, 3))]
        history = [f"{game.spell(code)}:{game.replies[game.reply(code, secret)]}" for code in turns]
        position = Position(game, history)
        left = [s for s in game.secrets if all(game.reply(c, s) == game.reply(c, secret) for c in turns)]
        assert [game.secrets[s] for s in position.candidates] == left
        for worth in position.best(choose.choice(["minavg", "entropy", "minmax", "parts", "crush"]), 500):
            code = game.parse(worth.code)
            sizes: dict[int, int] = {}
            for s in left:
                sizes[game.reply(code, s)] = sizes.get(game.reply(code, s), 0) + 1
            assert (worth.parts, worth.largest_part) == (len(sizes), max(sizes.values()))
            assert worth.expected_left == Fraction(sum(n * n for n in sizes.values()), len(left))
            bits = -sum(n / len(left) * math.log2(n / len(left)) for n in sizes.values())
            assert worth.entropy_bits == pytest.approx(bits)
            assert worth.candidate == (game.win in sizes)


def test_ranks_are_those_of_the_greedy_strategies() -> None:
    for name in "minavg", "entropy", "minmax", "parts":
        position, tree = Position("p3c6n", ["012:0.1"]), build(name, "p3c6n", first="012")
        guess = tree.game.parse(tree["0.1"].guess)
        assert position.best(name, 1)[0].code == tree.game.spell(guess)
        codes = naive.codes(3, 6, False)
        left = [tree.game.secrets[secret] for secret in position.candidates]
        assert naive.greedy_guess(name, codes, left, False) == guess


def test_exact_values_are_those_of_whole_trees() -> None:
    for code in "000", "001", "012":
        tree = build("exact", "p3c4r", objective="total", first=code)
        assert Position("p3c4r").of(code, "exact").exact == tree.average
    start = Position("p3c4r")
    assert start.of("321", "exact").exact == start.of("012", "exact").exact  # by symmetry
    assert start.of("321", "near").near == start.of("012", "near").near
    (best,) = Position("p3c4r", ["012:1.1"]).best_exact(1)
    assert best.exact is not None and best.exact >= 1


@pytest.mark.parametrize("seed", seeds(4, 100))
def test_averages_go_by_weight(seed: int) -> None:
    """By definition, and as the trees do that go on from the position; where none weighs anything all count alike."""
    choose = random.Random(seed)
    game = find_game(choose.choice(["p2c4r", "p3c4n", "p2c5n"]))
    if choose.random() < 0.5:
        game = random_game(choose, choose.randint(3, 12), choose.randint(3, 6), winners=2, others=3)
    game = game.weighted(
        [choose.choice((0, 0, 1, 1, 2, 9, 50)) or int(number == 0) for number in range(len(game.secrets))]
    )
    code, secret = choose.choice(game.codes), choose.choice(game.secrets)
    reply = game.reply(code, secret)
    position = Position(game, [f"{game.spell(code)}:{game.replies[reply]}"])
    weights = [game.conditions.weights[secret] for secret in position.candidates] if game.conditions.weights else []
    weights = weights if any(weights) else [1] * len(position.candidates)
    for worth in position.best("entropy", 500):
        guess, parts = game.parse(worth.code), dict[int, list[int]]()
        for candidate, weight in zip(position.candidates, weights, strict=True):
            parts.setdefault(game.reply(guess, game.secrets[candidate]), []).append(weight)
        heavy = [Fraction(sum(part), sum(weights)) for part in parts.values()]
        assert worth.expected_left == sum(share * len(part) for share, part in zip(heavy, parts.values(), strict=True))
        assert worth.entropy_bits == pytest.approx(-sum(float(p) * math.log2(p) for p in heavy if p))
        assert (worth.parts, worth.largest_part) == (len(parts), max(map(len, parts.values())))


@pytest.mark.parametrize("seed", seeds(4, 100))
def test_what_is_best_by_weight_is_what_trees_guess(seed: int) -> None:
    choose = random.Random(seed)
    game = random_game(choose, choose.randint(2, 9), choose.randint(3, 6), others=3)
    game = game.weighted(choose.choices((1, 1, 2, 9, 50), k=len(game.secrets)))
    position = Position(game)
    for score in "minavg", "entropy", "larmouth", "minmax", "parts":
        (best,) = position.best(score, 1)
        guess = build(score, game).guess[0]
        assert position.of(game.spell(game.codes[guess]), score).rank == best.rank == 1
    tree = build("exact", game, objective="total")
    (best,) = suggest(game, by="exact", top=1)
    assert best.exact == tree.expected
    assert position.of(game.spell(game.codes[tree.guess[0]]), "exact").exact == tree.expected


def test_the_command_says_what_goes_by_weight(tmp_path: Path) -> None:
    game = tmp_path / "game.toml"
    game.write_text(
        'name = "w"\nrule = "bulls-cows"\ncodes = { pegs = 2, symbols = "012", repeat = true }\n'
        "weights = [9, 1, 1, 1, 1, 1, 1, 1, 1]\n"
    )
    said = " ".join(prints("suggest", "--game", game).split())
    assert "left, bits, exact and near go by the secrets' weights, as do minavg, entropy, larmouth;" in said
    assert "weights" not in prints("suggest --game p2c3n")
    done = run_text("players", "--game", game, "--json")
    assert "players take all of them to be equally likely" in done.stderr and json.loads(done.stdout)


@pytest.mark.parametrize(
    ("history", "message"),
    [
        (["1234:4.0", "1234:0.0"], "no secret gives both 1234:4.0 and 1234:0.0"),
        (["1234:1.1", "1243:3.0", "1234:0.0"], "no secret gives both 1234:1.1 and 1243:3.0"),
        (["0123:0.0", "4567:0.0", "4589:0.1"], "no secret gives both 0123:0.0 and 4567:0.0"),
        (["0123:0.1", "0456:0.1", "0789:0.0"], "no secret gives 0789:0.0 and also 0123:0.1, 0456:0.1"),
        (["1234"], "'1234' has no reply: expected CODE:REPLY, such as 0123:0.0"),
        (["1224:0.1"], "'1224' is not a code"),
        (["1234:9"], "'9' is not a reply"),
    ],
)
def test_histories_that_cannot_be(history: list[str], message: str) -> None:
    with pytest.raises(TreebuildError, match=message) as error:
        Position("p4c10n", history)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("top", [0, -1])
def test_a_list_has_at_least_one_guess(top: int) -> None:
    position = Position("p2c3n")
    for call in (
        lambda: suggest("p2c3n", top=top),
        lambda: position.best(top=top),
        lambda: position.best_exact(top),
        lambda: position.best_near(top),
    ):
        with pytest.raises(UsageError, match=f"^number of guesses: expected 1 or more, not {top}$"):
            call()


def test_greedy_algorithms_go_by_their_names() -> None:
    """`build` calls the score `crush` greedy-crush, since `crush` is an exact algorithm there."""
    assert suggest("p3c6n", ["012:0.1"], by="greedy-crush") == suggest("p3c6n", ["012:0.1"], by="crush")
    with pytest.raises(TreebuildError, match=r"unknown score 'simple': expected one of minmax, .*greedy-crush"):
        suggest("p3c6n", by="simple")


def test_the_command() -> None:
    told = json.loads(prints("suggest 1234:1.1 --code 1567 --json"))
    assert told["left"] == 720
    assert told["guesses"][0]["expected_left"] == 119.9 and not told["guesses"][0]["candidate"]
    shown = prints("suggest 123:2.0 --game three-of-seven --top 2 --by exact")
    assert "12 candidates left" in shown and all(len(line) <= 80 for line in shown.splitlines())
    footer = " ".join(shown.split())
    assert "No other guess needs fewer (searched)." in footer and "share a rank" in footer
    assert "alike: how many codes symmetry makes equal to it" in footer


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        ("--by luck", 2, "unknown score 'luck'"),
        ("--jobs 2", 2, "--store and --jobs are for a search for the best guesses: use them with --by exact"),
        ("--by exact --game p6c9r", 1, "too large"),
        ("--code 11", 1, "'11' is not a code"),
        ("--code 1234 --top 3", 2, "--code shows one guess, and --top the best ones: give only one of them"),
    ],
)
def test_the_command_refuses_in_a_line(words: str, code: int, message: str) -> None:
    fails(f"suggest {words}", message=message, code=code)


@pytest.mark.parametrize(
    ("name", "codes", "secret"), [("p3c5r", "012", "213"), ("p4c5n", "0123 1032", "2310"), ("twod", "", "")]
)
def test_distinct_guesses_are_one_of_each_kind(name: str, codes: str, secret: str) -> None:
    game = find_game(name)
    history = [f"{code}:{game.answer(code, secret)}" for code in codes.split()]
    position = Position(name, history)
    everything, distinct = position.best(top=10_000), position.best(top=10_000, distinct=True)
    assert sum(worth.alike for worth in distinct) == len(everything) == len(position.game.codes)
    worths = {worth.code: (worth.parts, worth.expected_left, worth.candidate, worth.alike) for worth in everything}
    assert {(*found, worth.alike) for worth in distinct if (found := worths[worth.code][:3])} == set(worths.values())
    assert distinct == [worth for worth in everything if worth.code in {other.code for other in distinct}]


@pytest.mark.parametrize(("game", "history"), [("three-of-seven", ["213:0.2"]), ("p3c5r", ["012:0.1"]), ("twod", [])])
def test_exact_values_come_sorted_and_those_that_tell_nothing_last(game: str, history: list[str]) -> None:
    position = Position(game, history)
    every = position.best_exact(10_000)
    assert sum(worth.alike for worth in every) == len(position.game.codes)
    values = [worth.exact for worth in every]
    assert values == sorted(values, key=lambda value: (value is None, value))
    assert all((worth.exact is None) == worth.tells_nothing for worth in every)
    assert all(position.of(worth.code, "exact").exact == worth.exact for worth in every)
    for top in (1, 3):
        found = suggest(game, history, by="exact", top=top)
        assert found == suggest(game, history, by="exact", top=top) == every[:top]


def test_near_values_are_those_of_trees_and_no_less_than_exact_ones() -> None:
    position = Position("p3c5r", ["012:0.1"])
    near = position.best_near(10_000)
    values = [worth.near for worth in near]
    assert values == sorted(values, key=lambda value: (value is None, value))
    exact = {worth.code: worth.exact for worth in position.best_exact(10_000)}
    assert exact.keys() == {worth.code for worth in near}
    for worth in near:
        least = exact[worth.code]
        assert worth.near is None if least is None else worth.near is not None and worth.near >= least
        assert position.of(worth.code, "near").near == worth.near


@pytest.mark.parametrize(
    ("words", "value"), [("1234:1.1 5167:0.2", "exact"), ("1234:1.1", "near"), ("--game p6c9r", "")]
)
def test_the_command_says_whether_values_are_exact(words: str, value: str) -> None:
    """Exact where seconds suffice, near elsewhere; and nothing in a game that is too large for that."""
    told = json.loads(prints(f"suggest {words} --top 2 --json"))
    assert all({"exact", "near"} & worth.keys() == ({value} if value else set()) for worth in told["guesses"])
    shown = prints(f"suggest {words} --top 2")
    assert (f"{value}: guesses needed" if value else "too many codes and candidates to tell") in " ".join(shown.split())
    assert "searched" not in shown and all(len(line) <= 80 for line in shown.splitlines())


def test_a_guess_that_tells_nothing_has_no_exact_value() -> None:
    line = "suggest 213:0.2 --by exact --game three-of-seven"
    shown = prints(f"{line} --top 300").splitlines()
    rows = [row.split() for row in shown]
    assert next(row for row in rows if row[:1] == ["213"])[-1] == "-" and max(map(len, shown)) <= 80
    assert next(row[0] for row in rows if row[-1:] == ["best"]) == rows[2][0]
    (nothing,) = json.loads(prints(f"{line} --code 213 --json"))["guesses"]
    assert "exact" not in nothing and nothing["parts"] == 1
    best = json.loads(prints(f"{line} --top 1 --json"))
    assert best["guesses"][0]["exact"] == best["fewest"] and best["guesses"][0]["code"] == rows[2][0]


def test_ranks_count_the_codes_that_are_better() -> None:
    for game, history in (("p3c6n", ["012:0.1"]), ("p3c4r", []), ("twod", [])):
        found = Position(game, history).best("minavg", 10_000)
        keys = [(worth.expected_left, not worth.candidate) for worth in found]
        assert [worth.rank for worth in found] == [1 + sum(other < key for other in keys) for key in keys]


def test_a_sample_is_spread_and_always_the_same() -> None:
    history, few = ["01234:1.2", "56708:0.2"], Limits(rule_replies=30_000)
    position, again = (Position("p5c9n", history, limits=few) for _ in range(2))
    assert position.sampled and 2 <= position.compared <= 30_000 // len(position.candidates)
    assert position.best(top=5) == again.best(top=5)
    every = Position("p5c9n", history)
    assert not every.sampled
    whole, exact = again.of("87654"), every.of("87654")
    assert (whole.parts, whole.expected_left, whole.alike) == (exact.parts, exact.expected_left, exact.alike)


@pytest.mark.parametrize("score", ["minavg", "entropy", "minmax", "parts", "crush"])
@pytest.mark.parametrize("grouped", [False, True])
def test_asking_about_a_code_changes_no_later_answer(score: str, grouped: bool) -> None:
    """Of a code outside the sample, the rank is 1 + the number of compared codes that the score prefers."""
    game = find_game("p3c5r")
    game = game.with_guesses("identify").grouped({"012": "a", "123": "a", "234": "b"}) if grouped else game
    history = ["001:1.0"]
    position, every = Position(game, history, limits=Limits(replies=300, rule_replies=300)), Position(game, history)
    listed, number = position.best(score, 999, distinct=True), position.compared
    assert position.sampled and len(listed) == number
    outside = 0
    for code in map(game.spell, game.codes):
        found, whole = position.of(code, score), every.of(code, score)
        assert replace(found, rank=0) == replace(whole, rank=0)
        better = [worth for worth in listed if every.of(worth.code, score).rank < whole.rank]
        assert found.rank == 1 + sum(worth.alike for worth in better)
        outside += code not in {worth.code for worth in position.best(score, 999)}
    assert outside and position.compared == number and position.best(score, 999, distinct=True) == listed


@pytest.mark.parametrize("history", [[], ["OOBBG:0.1"], ["OOBBG:0.1", "23345:1.1"]])
def test_hints_of_super_mastermind_take_a_second_or_so(history: list[str]) -> None:
    game = find_game("p5c8r")
    (best,) = within(2.5, lambda: suggest(game, history, top=1))
    assert not reply_matrix(game).has_matrix and best.expected_left > 0


@pytest.mark.parametrize("history", [[], ["0012:1.1"], ["0012:1.1", "0134:0.2"], ["0000:0.0"]])
def test_compiled_code_says_the_same_of_guesses(history: list[str]) -> None:
    """Symmetries are found in another way there, perhaps fewer, which changes no figure but `alike`."""
    plain = Position("p4c5r", history).best("minavg", 700)
    compiled = Position("p4c5r", history, limits=Limits(plain_codes=0)).best("minavg", 700)
    assert [replace(worth, alike=1) for worth in plain] == [replace(worth, alike=1) for worth in compiled]
    assert all(worth.alike <= plain[place].alike for place, worth in enumerate(compiled)) or len(history) > 1


@pytest.mark.long
def test_half_a_million_codes() -> None:
    """No reply matrix is made, which would take 282 GB."""
    position = Position("p6c9r", ["001123:1.1", "044526:1.2"])
    game = position.game
    (best,) = position.best("minavg", 1)
    sizes = Counter(game.reply(game.parse(best.code), game.secrets[secret]) for secret in position.candidates.tolist())
    assert best.expected_left == Fraction(sum(n * n for n in sizes.values()), len(position.candidates))
    assert position.sampled and position.compared > 10_000
    assert Position("p6c9r").best("minavg", 3, distinct=True)[0].code == "001123"
    with pytest.raises(TreebuildError, match="too large"):
        position.of(best.code, "exact")


@pytest.mark.parametrize("rule", ["candidates", "consistent", "hard", "identify"])
def test_only_guesses_that_the_game_allows(rule: str) -> None:
    """In every position that a turn leads to; one that is asked about joins none of the lists."""
    game = words().with_guesses(rule)
    for code in game.codes:
        for secret in game.secrets:
            turn = f"{game.spell(code)}:{game.replies[game.reply(code, secret)]}"
            history, left = after(game, turn)
            allowed = {game.spell(game.codes[i]) for i in range(len(game.codes)) if permits(game, history, left, i)}
            position = Position(game, [turn])
            compared = position.compared
            position.of("salet")
            assert {worth.code for worth in position.best("minavg", 100)} == allowed
            assert position.compared == compared


@pytest.mark.parametrize(
    ("game", "history"), [("p4c10n", ["1234:1.1", "5167:0.2"]), ("p3c5r", []), ("twod", []), ("p3c6n", ["012:0.1"])]
)
def test_the_guess_that_needs_the_fewest_comes_first(game: str, history: list[str]) -> None:
    """Of ten that leave fewest, with the best candidate among them; the command says the same as Python."""
    position = Position(game, history)
    pool = [position.valued(worth, "exact") for worth in position.best("minavg", 10, distinct=True)]
    pool += [position.valued(worth, "exact") for worth in position.best("minavg", 1, candidates=True)]
    values = sorted({worth.code: worth.exact for worth in pool if worth.exact is not None}.values())
    for top in 1, 3, 10:
        found = suggest(game, history, top=top)
        assert [worth.exact for worth in found if worth.exact is not None] == values[:top]
    told = json.loads(prints("suggest", *history, "--game", game, "--json"))["guesses"]
    assert [guess["code"] for guess in told][:10] == [worth.code for worth in suggest(game, history)]
    ranks = [worth.rank for worth in suggest(game, history, by="minavg")]
    assert ranks == sorted(ranks)


def test_replies_that_nobody_is_sure_of_leave_what_fits_some_reading() -> None:
    game = find_game("p4c10n")
    either = Position(game, ["1234:1.1 or 0.2", "5678:?"])
    expected = [
        secret for secret, code in enumerate(game.secrets)
        if game.replies[game.reply((1, 2, 3, 4), code)] in ("1.1", "0.2")
    ]  # fmt: skip
    assert either.candidates.tolist() == expected and len(either.history) == 0 and len(either.turns) == 2
    assert suggest(game, ["1234:1.1", "5678:?"], top=3) == suggest(game, ["1234:1.1"], top=3)
    for worth in either.best("minavg", 3):
        assert (
            worth.alike >= 1 and worth.expected_left == Position(game, ["1234:0.2 or 1.1"]).of(worth.code).expected_left
        )
    with pytest.raises(TreebuildError, match=r"no secret gives both 0123:4\.0 or 3.0 and 4567:4.0"):
        Position(game, ["0123:4.0 or 3.0", "4567:4.0"])


@pytest.mark.parametrize("by", [None, "exact", "near"])
def test_later_positions_of_a_built_in_rule_have_values_by_weight(by: str | None) -> None:
    """02 is twice as likely as 31, and no other code is possible: 02 and then 31 take (1 + 1 + 2) / 3 guesses."""
    game = find_game("p2c4n").weighted({"01": 1, "02": 2, "12": 5, "31": 1})
    (best,) = suggest(game, ["01:1.0"], by=by, top=1)
    assert (best.code, best.exact or best.near) == ("02", Fraction(4, 3))


def test_no_turn_follows_the_one_that_won() -> None:
    fails("suggest 0123:4.0 4567:0.0", message="0123:4.0 ends the game: 4567:0.0 cannot follow")
    assert "1 candidate left" in prints("suggest 0123:4.0")
