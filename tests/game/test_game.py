import contextlib
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import distinct_secrets, two_d
from tests.helpers import naive
from tests.helpers.small_games import words
from treebuild import build
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.game.space import Space

SMALL = ["p4c10n", "p4c6r", "p1c1n", "p1c9r", "p2c3n", "p3c3n", "p3c4r", "p5c2r", "p2c40n"]


@pytest.mark.parametrize("rules", SMALL)
def test_codes_and_replies_are_those_of_the_rules(rules: str) -> None:
    game = Game.from_rules(rules)
    rule = Space.parse(rules)
    assert list(game.codes) == naive.codes(rule.pegs, rule.symbols, rule.repeat) == sorted(game.codes)
    assert game.secrets is game.codes
    assert len(game.codes) == rule.code_count
    step = max(1, len(game.codes) // 60)
    for guess in game.codes[::step]:
        for secret in game.secrets[:: step + 1]:
            assert game.replies[game.reply(guess, secret)] == naive.bulls_and_cows(guess, secret)


def test_bulls_and_cows_is_the_papers() -> None:
    game = Game.from_rules()
    assert game.name == "p4c10n" and len(game.codes) == 5040
    assert " ".join(game.replies) == "0.0 0.1 0.2 0.3 0.4 1.0 1.1 1.2 1.3 2.0 2.1 2.2 3.0 4.0"
    assert game.replies[game.win] == "4.0"
    assert game.spell(game.codes[0]) == "0123" and game.spell(game.codes[5039]) == "9876"


def test_aliases() -> None:
    assert Game.from_rules("bulls-cows").name == "p4c10n"
    assert Game.from_rules("mastermind").name == "p4c6r"
    assert Game.from_rules("p04c010n").name == "p4c10n"


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("p4c3n", "4 different symbols cannot be drawn from 3"),
        ("p0c5r", "at least one peg"),
        ("p3c0r", "at least one peg"),
        ("p9c10r", "1,000,000,000 codes, at most 1,048,576"),
        ("p999999c999999r", "too many replies by bulls-cows: use at most 1 peg$"),
        ("p21c999999r", "too large"),
        ("pXcY", "expected pNcM"),
        ("p4c10", "expected pNcM"),
        ("p99c99n", "use at most 3 pegs$"),  # 99 * 98 * 97 codes; with 21 pegs there would be too many
        ("p40c40r", "use at most 3 pegs$"),
        ("p22c1r", "use at most 21 pegs$"),
        ("p4c10nn", "expected pNcM"),
        ("p4c10n\n", "expected pNcM"),
        ("p-4c10n", "expected pNcM"),
        ("p٤c10n", "expected pNcM"),
        ("", "expected pNcM"),
    ],
)
def test_bad_rules(rules: str, message: str) -> None:
    with pytest.raises(TreebuildError, match=message) as error:
        Game.from_rules(rules)
    assert "\n" not in str(error.value)


@given(st.text(max_size=12))
def test_any_text_is_a_rule_or_refused(text: str) -> None:
    with contextlib.suppress(TreebuildError):
        assert Space.parse(text).code_count > 0


@pytest.mark.parametrize("rules", SMALL)
def test_codes_are_spelled_and_parsed(rules: str) -> None:
    game = Game.from_rules(rules)
    for code in game.codes:
        assert game.parse(game.spell(code)) == code
    assert len({game.spell(code) for code in game.codes}) == len(game.codes)
    with pytest.raises(TreebuildError, match="is not a code of"):
        game.parse("no such code")


def test_a_game_from_parts() -> None:
    game = two_d()
    assert len(game.codes) == 25 and game.win == 3
    assert game.reply((1, 1), (1, 1)) == 3
    assert game.reply((1, 1), (2, 1)) == 1
    assert game.reply((1, 1), (2, 0)) == 0
    assert game.spell((1, 1)) == "(1, 1)" and game.parse("(1, 1)") == (1, 1)
    assert len(distinct_secrets().secrets) == 360


@pytest.mark.parametrize(
    ("codes", "secrets", "replies", "win", "message"),
    [
        ([], [1], "ab", "a", "every code once and at least one"),
        ([1, 1], [1], "ab", "a", "every code once"),
        ([1], [1, 1], "ab", "a", "every secret once"),
        ([1], [1], "aa", "a", "every reply once"),
        ([1], [1], "ab", "c", "the winning one"),
        (range(70_000), range(70_000), "ab", "a", "too large"),
    ],
)
def test_bad_parts(codes: list[int], secrets: list[int], replies: str, win: str, message: str) -> None:
    with pytest.raises(TreebuildError, match=message):
        Game.from_parts("odd", codes, secrets, lambda g, s: "a" if g == s else "b", replies, win)


def test_a_reply_outside_the_alphabet_is_named() -> None:
    game = Game.from_parts("odd", [1, 2], [1, 2], lambda g, s: "win" if g == s else "what", ["win", "lose"], "win")
    with pytest.raises(TreebuildError, match="'what'"):
        game.reply(1, 2)


def test_games_of_one_name_that_are_not_alike() -> None:
    def table(rows: list[bytes], secrets: str = "ab", codes: str = "abq") -> Game:
        return Game.from_table("t", [*codes], [*secrets], ["no", "win", "maybe"], 1, rows)

    rows = [b"\1\0", b"\0\1", b"\0\2"]
    game = table(rows)
    assert (
        game.alike(table(rows)) and game.alike(table(rows[:2], codes="ab")) and table(rows[:2], codes="ab").alike(game)
    )
    assert not game.alike(table([*rows[:2], b"\2\0"])) and not game.alike(table(rows, "cd"))
    assert not game.alike(words(("ab", "ba"))) and not words(("ab", "ba")).alike(words(("ab", "bb")))
    assert Game.from_rules("p2c3n").alike(Game.from_rules("p2c3n")) and not game.alike(Game.from_rules("p2c3n"))


@pytest.mark.parametrize(
    ("made", "changed", "wrong"),
    [
        ("space", {"secrets": ((0, 1), (0, 2))}, "codes and secrets do"),
        ("space", {"codes": ((0, 1),), "secrets": ((0, 1),)}, "codes and secrets do"),
        ("space", {"reply": lambda g, s: 4 * (g == s)}, "rule and reply do"),
        ("space", {"replies": ("no", "one", "two", "three", "yes")}, "replies do"),
        ("table", {"secrets": ("b", "a")}, "secrets do"),
        ("table", {"secrets": ("a",)}, "secrets do"),
        ("weighted", {"secrets": ((0, 1), (0, 2))}, "conditions do"),
        ("priced", {"codes": ((0, 1),), "secrets": ((0, 1),)}, "conditions do"),
    ],
)
def test_fields_of_two_games_make_none(made: str, changed: dict[str, Any], wrong: str) -> None:
    """`dataclasses.replace` keeps the other fields. Searches read beyond their arrays, or searched another game."""
    space = Game.from_rules("p2c3n")
    listed = replace(space, name="own", space=None)
    game = {
        "space": space,
        "table": Game.from_table("t", ["a", "b"], ["a", "b"], ["no", "yes"], 1, [[1, 0], [0, 1]]),
        "weighted": listed.weighted([1, 2, 3, 4, 5, 6]),
        "priced": listed.priced([1, 2, 3, 4, 5, 6]),
    }[made]
    with pytest.raises(TreebuildError, match=f"its {wrong} not fit its other fields"):
        replace(game, **changed)


def test_a_rule_whose_codes_do_not_win_every_secret() -> None:
    listed = replace(Game.from_rules("p2c3n"), name="own", space=None)
    assert build("exact", replace(listed, secrets=listed.codes[:2]), objective="total").total == 3
    with pytest.raises(TreebuildError, match=r"no code wins against the secret \(1, 0\)"):
        reply_matrix(replace(listed, codes=listed.codes[:2]))
