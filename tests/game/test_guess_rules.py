"""Which guesses a position allows, and what they cost: a game's own words, and the definition of the rules."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from tests.helpers.command_line import run_text
from tests.helpers.small_games import WORDS, after, animals, words
from treebuild import load
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.guess_rules import permits
from treebuild.game.separation import inseparable


def allowed(game: Game, *turns: str) -> set[str]:
    history, left = after(game, *turns)
    return {game.spell(code) for i, code in enumerate(game.codes) if permits(game, history, left, i)}


def test_hard_mode_by_hand() -> None:
    """Green letters stay, marked ones are used as often as they were marked, grey ones may come again."""
    game = words().with_guesses("hard")
    assert allowed(game) == set(WORDS)
    assert allowed(game, "salet:g..y.") == {"salet", "steel", "sheen"}  # s first, an e anywhere; the grey t is back
    assert allowed(game, "eerie:gy..g") == {"eerie"}
    assert allowed(game, "geese:.gg.g") == {"geese"}
    assert allowed(game, "steel:..gy.") == {"sheen", "steel", "geese"}  # an e third, and another
    assert allowed(game, "alloy:yyy..") == {"alloy", "llama"}  # two l, and an a
    assert allowed(game, "eerie:..y..") == {"eerie", "crane"}


def marks(guess: str, secret: str) -> str:
    """The reply of Wordle, written down again."""
    left = Counter(letter for letter, other in zip(secret, guess, strict=True) if letter != other)
    reply = ""
    for letter, other in zip(guess, secret, strict=True):
        if letter == other:
            reply += "g"
        elif left[letter]:
            left[letter] -= 1
            reply += "y"
        else:
            reply += "."
    return reply


def hard(code: str, turns: list[tuple[str, str]]) -> bool:
    """Hard mode, by striking out: each marked letter takes a letter of the code, a green one that of its own place."""
    for guess, reply in turns:
        left = list(code)
        for peg, mark in enumerate(reply):
            if mark == "g" and code[peg] != guess[peg]:
                return False
        for peg, mark in enumerate(reply):
            if mark != ".":
                if guess[peg] not in left:
                    return False
                left.remove(guess[peg])
    return True


def test_rules_against_their_definition_again() -> None:
    """Random positions of random lists of words, of three letters each of which may repeat."""
    drawn = random.Random(30)
    everything = ["".join(word) for word in product("abc", repeat=4)]
    seen: Counter[tuple[str, bool]] = Counter()
    for _ in range(40):
        codes = drawn.sample(everything, 30)
        secrets = drawn.sample(codes, 12)
        game = words(tuple(codes), tuple(secrets))
        secret = drawn.choice(secrets)
        turns = [(guess, marks(guess, secret)) for guess in drawn.sample(codes, drawn.randint(0, 3))]
        left = [word for word in secrets if all(marks(guess, word) == reply for guess, reply in turns)]
        given = [f"{guess}:{reply}" for guess, reply in turns]
        expected = {
            "all": set(codes),
            "candidates": set(left),
            "consistent": {word for word in codes if all(marks(guess, word) == reply for guess, reply in turns)},
            "hard": {word for word in codes if hard(word, turns)},
        }
        for rule, want in expected.items():
            assert allowed(game.with_guesses(rule), *given) == want >= set(left)
            seen[rule, want == set(left)] += 1
    assert all(seen[rule, False] > 5 for rule in ("all", "consistent", "hard"))


def test_identify_tests_first_and_names_last() -> None:
    game = animals()
    assert game.conditions.guesses == "identify" and game.codes == ("flies", "swims", "owl", "seal", "dog", "cat")
    assert game.replies == ("no", "yes", "not it", "found") and game.namings == (2, 3, 4, 5)
    assert allowed(game) == {"flies", "swims"}
    assert allowed(game, "flies:yes") == {"swims"}
    assert allowed(game, "flies:yes", "swims:yes") == {"dog", "cat"}
    assert allowed(game, "flies:yes", "swims:yes", "dog:not it") == {"cat"}
    assert allowed(game, "flies:no") == {"owl"}
    assert inseparable(game) == [("dog", "cat")]


def test_identify_with_a_code_that_tests_and_names() -> None:
    """In Bulls and Cows a code asks where it can no longer be the secret, and only there."""
    game = Game.from_rules("p2c3n").with_guesses("identify")
    assert "01" not in allowed(game, "01:0.1") and len(allowed(game, "01:0.1")) > 0
    history, left = after(game, "01:0.1")
    for code in range(6):
        wins = code in left
        tells = len({game.reply(game.codes[code], game.secrets[secret]) for secret in left}) > 1
        assert permits(game, history, left, code) == (tells and not wins)
    assert inseparable(game) == []


def test_a_code_may_separate_two_secrets_that_it_does_not_name() -> None:
    """A table with winning rows of its own: `third` wins, and tells the other two apart."""
    rows = [bytes([2, 0, 0]), bytes([0, 2, 0]), bytes([0, 1, 2])]
    game = Game.from_table("t", ["1st", "2nd", "3rd"], ["a", "b", "c"], ["no", "yes", "win"], 2, rows)
    game = game.with_guesses("identify")
    assert inseparable(game) == [("a", "b", "c")]  # as long as c may be it, which the third one names
    assert allowed(game) == {"1st", "2nd", "3rd"} and allowed(game, "3rd:no") == {"1st"}
    two = Game.from_table(
        "t", ["1st", "2nd", "3rd"], ["a", "b"], ["no", "yes", "win"], 2, [bytes([2, 0]), bytes([0, 2]), bytes([0, 1])]
    )
    assert inseparable(two.with_guesses("identify")) == []
    alike = Game.from_table("t", ["1st", "2nd"], ["a", "b"], ["no", "win"], 1, [bytes([1, 0]), bytes([0, 1])])
    assert inseparable(alike.with_guesses("identify")) == [("a", "b")] and inseparable(alike) == []


def test_what_cannot_be_such_a_game() -> None:
    for game, rule, said in (
        (words(), "hrad", "unknown rule of guesses 'hrad': did you mean 'hard'"),
        (Game.from_rules("p2c3n"), "hard", "p2c3n: guesses `hard` are those of the rule wordle"),
        (animals(), "hard", "animals: guesses `hard` are those of the rule wordle"),
        (
            animals(),
            "consistent",
            "animals: guesses `consistent` need a built-in rule, or every code among the secrets",
        ),
    ):
        with pytest.raises(TreebuildError) as error:
            game.with_guesses(rule)
        assert str(error.value).startswith(said)


def test_consistent_codes_of_a_table_and_of_a_game_of_ones_own() -> None:
    def reply(guess: int, secret: int) -> str:
        return "lower" if secret < guess else "higher" if secret > guess else "right"

    game = Game.from_parts("numbers", range(5), range(5), reply, ["lower", "higher", "right"], "right")
    ruled = game.with_guesses("consistent")
    assert allowed(ruled, "1:higher") == {"2", "3", "4"}
    rows = [bytes([2, 1, 1]), bytes([0, 2, 1]), bytes([0, 0, 2])]
    table = Game.from_table("t", ["a", "b", "c"], ["a", "b", "c"], ["lower", "higher", "right"], 2, rows)
    assert allowed(table.with_guesses("consistent"), "a:higher") == {"b", "c"}


def test_costs_are_exact() -> None:
    game = Game.from_rules("p1c3n").priced({"0": 0.1, "2": Fraction(1, 3)})
    assert (game.conditions.costs, game.conditions.cost_unit) == ((3, 30, 10), 30)
    assert repr(game) == "Game(p1c3n: 3 codes, 2 replies, costs)"
    assert game.priced([1, 1, 1.0]).conditions.costs == () and game.priced([1, 1, 1]).conditions.cost_unit == 1
    assert (game.priced([2, 2, 2]).conditions.costs, game.priced({"0": 2}).conditions.costs) == ((2, 2, 2), (2, 1, 1))
    assert game.weighted({"0": 1}).conditions.costs == game.conditions.costs
    assert game.with_guesses("candidates").conditions.costs == game.conditions.costs


def test_naming_is_free() -> None:
    game = animals().priced({"flies": 2.5})
    assert (game.conditions.costs, game.conditions.cost_unit) == ((5, 2, 0, 0, 0, 0), 2)
    assert game.priced([2.5, 1, 0, 0, 0, 0]).conditions.costs == game.conditions.costs
    named = Game.from_rules("p1c3n")
    assert named.priced({"0": 3}).conditions.costs == (3, 1, 1)
    assert game.with_guesses("all").conditions.costs == (5, 2, 2, 2, 2, 2)


@pytest.mark.parametrize(
    ("costs", "said"),
    [
        ({"flies": 0}, "the cost of flies is 0, expected a number, more than 0"),
        ({"flies": -1}, "the cost of flies is -1, expected a number, more than 0"),
        ({"flies": float("nan")}, "the cost of flies is NaN, expected a number, more than 0"),
        ({"flies": True}, "the cost of flies is True, expected a number, more than 0"),
        ({"fleis": 2}, "'fleis' is not a code of animals: did you mean 'flies'?"),
        ({"dog": 2}, "dog names a secret of animals, which is free with guesses `identify`: remove its cost"),
        ([1, 2], "2 costs for the 6 codes of animals: expected one for each"),
        ([0, 1, 0, 0, 0, 0], "the cost of flies is 0, expected a number, more than 0"),
        ({"flies": 1 << 20}, "the costs are too fine: as whole numbers the largest is 1.0e+6"),
        ({"flies": "2"}, "the cost of flies is '2', expected a number, more than 0"),
    ],
)
def test_costs_that_are_none(costs: object, said: str) -> None:
    with pytest.raises(TreebuildError) as error:
        animals().priced(costs)  # type: ignore[arg-type]
    assert str(error.value).startswith(said)


@pytest.mark.parametrize(
    ("tests", "rows", "replies", "said"),
    [
        (["owl"], [bytes([0, 1])], ["no", "yes"], "'owl' is a test and a secret: rename one"),
        (["flies"], [bytes([0, 1])], ["no", "found"], "'found' is what a secret answers to its name"),
        (["flies", "flies"], [bytes([0, 1])] * 2, ["no", "yes"], "expected every test once, got 'flies' 2 times"),
    ],
)
def test_tables_of_tests_that_are_none(tests: list[str], rows: list[bytes], replies: list[str], said: str) -> None:
    with pytest.raises(TreebuildError) as error:
        Game.from_table("animals", tests, ["owl", "dog"], replies, None, rows)
    assert str(error.value).startswith(f"game 'animals': {said}")


def test_a_test_that_tells_nothing_apart_is_said_and_never_asked(tmp_path: Path) -> None:
    table = "test,owl,seal,dog\nflies?,yes,no,no\nlives?,yes,yes,yes\nswims?,no,yes,no\nreads?,no,no,no\n"
    (tmp_path / "t.csv").write_text(table)
    (tmp_path / "game.toml").write_text('rule = "table"\ntable = "t.csv"\nguesses = "identify"\n')
    for algorithm in "exact --objective total", "minavg", "near --objective total":
        file = tmp_path / f"{algorithm.split()[0]}.msgpack"
        done = run_text("build", *algorithm.split(), "--game", tmp_path / "game.toml", "-o", file)
        assert done.returncode == 0
        assert done.stderr.count("note: ") == 1
        assert "note: every secret answers these tests alike: lives?, reads?" in done.stderr
        tree = load(file)
        assert "lives?" not in {tree.game.spell(tree.game.codes[guess]) for guess in tree.guess}


def test_not_it_may_be_an_answer_of_a_test() -> None:
    game = Game.from_table("g", ["red"], ["a", "b"], ["not it", "it"], None, [bytes([0, 1])])
    assert game.replies == ("not it", "it", "found")


def test_a_code_that_is_zero_and_no_secret_is_named() -> None:
    """The code 0 is as false as no code at all."""
    labels = ["lower", "higher", "right"]
    game = Game.from_parts(
        "numbers",
        range(4),
        range(1, 4),
        lambda guess, secret: labels[2 if guess == secret else guess < secret],
        labels,
        "right",
    )
    with pytest.raises(TreebuildError, match="every code among the secrets: 0 is none"):
        game.with_guesses("consistent")
