"""Guesses where secrets have groups: what they tell about the group, and what commands say, against plain counting."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.conftest import seeds
from tests.helpers.command_line import prints
from tests.helpers.make_proof_vectors import faults
from tests.helpers.ruled import least_total, ruled_game
from treebuild import build, review, suggest
from treebuild.analysis.position import Position
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.game_file import read_game

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples" / "diagnosis"


def entropy(weights: Counter[object]) -> float:
    whole = sum(weights.values())
    return -math.fsum(weight / whole * math.log2(weight / whole) for weight in weights.values() if weight)


def told(game: Game, code: int) -> tuple[float, Fraction, int]:
    """Bits about the group, groups left on average and groups in the largest part, at the start of a game."""
    weights = game.secret_weights
    parts: dict[int, Counter[object]] = {}
    groups: Counter[object] = Counter()
    for secret, group, weight in zip(game.secrets, game.conditions.groups, weights, strict=True):
        parts.setdefault(game.reply(game.codes[code], secret), Counter())[group] += weight
        groups[group] += weight
    shares = {reply: Fraction(sum(part.values()), sum(weights)) for reply, part in parts.items()}
    bits = entropy(groups) - math.fsum(
        float(shares[reply]) * entropy(part) for reply, part in parts.items() if shares[reply]
    )
    left = sum((shares[reply] * len(part) for reply, part in parts.items()), Fraction())
    return bits, left, max(map(len, parts.values()))


def grouped_games(choose: Random) -> Iterator[Game]:
    """Small games whose secrets have groups, some with weights or costs."""
    while True:
        game = ruled_game(choose, "identify", weights=choose.random() < 0.5, costs=choose.random() < 0.5, groups=True)
        if game.conditions.groups:
            yield game


@pytest.mark.parametrize("seed", seeds(3, 100))
def test_guesses_are_worth_what_they_tell_about_the_group(seed: int) -> None:
    for game in islice(grouped_games(Random(f"worth {seed}")), 6):
        position = Position(game)
        assert position.left == len(game.conditions.group_names)
        found = {game.code_index[game.parse(worth.code)]: worth for worth in position.best("minavg", 99)}
        for code, worth in found.items():
            bits, left, largest = told(game, code)
            assert worth.entropy_bits == pytest.approx(bits, abs=1e-9)
            assert (worth.expected_left, worth.largest_part) == (left, largest)
        assert next(iter(found.values())).expected_left == min(worth.expected_left for worth in found.values())
        most = max(worth.entropy_bits for worth in found.values())
        assert position.best("entropy", 1)[0].entropy_bits == pytest.approx(most)
        prices = {code: game.conditions.costs[code] if game.conditions.costs else 1 for code in found}
        gains: tuple[dict[int, Any], ...] = (
            {code: told(game, code)[0] for code in found},
            {code: len(game.conditions.group_names) - told(game, code)[1] for code in found},
        )
        for name, gain in zip(("entropy", "minavg"), gains, strict=True):
            rates = {code: float(gain[code]) / prices[code] if prices[code] else math.inf for code in found}
            assert rates[int(build(name, game).guess[0])] == pytest.approx(max(rates.values())), (name, game)
        best, whole = position.best_exact(1)[0], sum(game.secret_weights)
        assert best.exact is not None
        assert best.exact * whole * game.conditions.cost_unit == least_total(game), game


def test_a_review_counts_groups() -> None:
    """After b and c nothing is left to tell apart: the rest is one wire."""
    turns = ["b:no", "c:no"]
    moves = review(faults(), turns).moves
    assert [(move.before, move.left, move.expected, move.permitted) for move in moves] == [
        (3, 2, Fraction(7, 4), True),
        (2, 1, Fraction(1), True),
    ]
    assert [move.left for move in review(faults(), ["a", "b", "c"], secret="4").moves] == [3, 2, 1]
    with pytest.raises(TreebuildError, match="1:not it ends the game: b:no cannot follow"):
        review(faults(), [*turns, "1:not it", "b:no"])


GAME = "--game", EXAMPLES / "car.toml", "--groups", EXAMPLES / "car-parts.csv"


def test_guesses_of_the_manual() -> None:
    record = json.loads(prints("suggest", *GAME, "--by", "exact", "--top", 1, "--json"))
    assert (record["left"], record["groups"], record["guesses"][0]["fraction"]) == (16, 12, "5269/1000")
    assert record["guesses"][0]["code"] == "does the engine turn over?"
    turns = "does the engine turn over?:slowly", "do the terminals get warm?:no"
    text = prints("suggest", *turns, *GAME)
    assert "2 candidates left, of 1 group" in text and "found: battery" in text


def test_help_ends_with_the_group() -> None:
    lines = "does the engine turn over?:slowly", "do the terminals get warm?:no"
    text = prints("play", "--elsewhere", *GAME, "--lang", "en", stdin="\n".join(lines))
    assert "12 findings are possible" in text and "battery, dirty terminals" in text
    assert "Found: battery" in text and "Found with 2 questions" in text and "worn battery" not in text
    assert "Skill" in prints("review", *lines, *GAME, "--lang", "en")


def test_play_names_the_group(tmp_path: Path) -> None:
    path = tmp_path / "parts.msgpack"
    prints("build", "exact", "--objective", "total", *GAME, "-o", path)
    text = prints("play", path, "--lang", "en", stdin="slowly\n12 or more\nbright\n")
    assert "Found: battery" in text and "worn" not in text
    text = prints("play", "--guess", path, "--secret", "worn battery", "--lang", "en", stdin="\n".join((
        "does the engine turn over?", "do the terminals get warm?", "dirty terminals", "worn battery")))  # fmt: skip
    assert "Found with 3 questions" in text
    assert "battery, which" not in prints("show", path) and "which names battery" in prints(
        "show", path, "slowly", "below 12"
    )
    record = json.loads(prints("show", path, "--secret", "starter relay", "--json"))[0]
    assert record["turns"][-1]["group"] == "starter with its relay" and record["turns"][-1]["reply"] == "found"


UNANSWERED = """\
test,a,b,c,d
colour,red,green,blue,white
big,yes,no,no,no
old,no,yes,no,no
fast,no,no,yes,no
pair,x,x,y,y
"""


def key(folder: Path, table: str, more: str = "") -> Game:
    (folder / "table.csv").write_text(table)
    (folder / "key.toml").write_text(f'rule = "table"\ntable = "table.csv"\nguesses = "identify"\n{more}')
    return read_game(folder / "key.toml")


@pytest.mark.parametrize(("answer", "left"), [("?", 4), ("red or green or blue", 3)])
def test_no_guess_is_worth_what_a_question_would_tell_that_nobody_can_answer(
    tmp_path: Path, answer: str, left: int
) -> None:
    game = key(tmp_path, UNANSWERED)
    found = suggest(game, [f"colour:{answer}"])
    values: dict[str, Fraction] = {
        "pair": Fraction(3),
        "big": Fraction(13, 4),
        "old": Fraction(13, 4),
        "fast": Fraction(13, 4),
    }
    if left == 3:
        values = dict.fromkeys(values, Fraction(8, 3))
    assert {worth.code: worth.exact for worth in found} == values
    assert suggest(game, [f"colour:{answer}"], by="exact")[0].exact == min(values.values())
    assert Position(game, [f"colour:{answer}"]).of("colour", "exact").exact is None
    printed = prints("suggest", f"colour:{answer}", "--game", tmp_path / "key.toml")
    assert "Questions whose answers nobody is sure of are not asked again;" in printed


def test_what_only_such_a_question_tells_apart_is_named_together(tmp_path: Path) -> None:
    game = key(tmp_path, UNANSWERED)
    (fast,) = suggest(game, ["colour:?", "big:?", "old:?", "pair:?"])
    assert (fast.code, fast.exact) == ("fast", 2)
    again = suggest(game, ["colour:?", "big:?", "old:?", "pair:?", "fast:no"])  # nothing else is left to ask
    assert {worth.code for worth in again} == {"colour", "pair", "big", "old"}


def test_such_a_question_is_not_asked_again_where_names_may_be_guessed_at_any_time(tmp_path: Path) -> None:
    """After `pair`, or name by name, it takes 5/2 guesses; the question that nobody can answer would lead to 2."""
    key(tmp_path, UNANSWERED)
    game = read_game(tmp_path / "key.toml", "all")
    for by in None, "exact", "near":
        found = suggest(game, ["colour:?"], by=by)
        assert found[0].exact == Fraction(5, 2) or by == "near"
        assert all((worth.exact or worth.near or 3) >= Fraction(5, 2) and worth.code != "colour" for worth in found)
    assert Position(game, ["colour:?"]).of("colour", "exact").exact is None
    assert Position(game, ["colour:?", "a:?"]).best_exact(1)[0].code == "a"  # a name is no question
    options = "--game", tmp_path / "key.toml", "--guesses", "all"
    printed = prints("suggest", "colour:?", *options)
    assert "not asked again." in printed and "named together" not in printed
    assert "colour leaves" in prints("play", "--elsewhere", *options, "--lang", "en")
    assert prints("play", "--elsewhere", *options, "--lang", "en", stdin="colour ?\n").count("colour leaves") == 1


@pytest.mark.parametrize("seed", seeds(5, 100))
def test_after_an_answer_that_nobody_knows_guesses_are_worth_what_they_are_without_the_question(
    seed: int, tmp_path: Path
) -> None:
    choose = Random(f"unanswered {seed}")
    for _ in range(5):
        secrets = "abcdef"[: choose.randint(3, 6)]
        cells = ["x", "x", "y", "y", "z", "x/y", "?"] if choose.random() < 0.5 else ["x", "y", "z"]
        rows = {test: choose.choices(cells, k=len(secrets)) for test in "pqrs"}
        costs = {test: choose.randint(2, 5) for test in rows} if choose.random() < 0.5 else {}
        asked = choose.choice("pqrs")
        with suppress(TreebuildError):  # all are of one group, or nothing is known of a test
            games = [
                key(
                    tmp_path,
                    "\n".join(",".join(row) for row in (("", *secrets), *((test, *rows[test]) for test in tests))),
                    f"costs = {{ {', '.join(f'{test} = {costs[test]}' for test in tests if costs)} }}",
                )
                for tests in ("pqrs", "pqrs".replace(asked, ""))
            ]
            told, without = (
                {worth.code: worth.exact for worth in Position(game, turns).best_exact(9)}
                for game, turns in zip(games, ([f"{asked}:?"], []), strict=True)
            )
            assert told == without


def test_codes_that_nobody_is_sure_of_may_still_name_a_secret() -> None:
    game = Game.from_rules("p2c3n").with_guesses("identify").grouped({"01": "up", "12": "up"})
    turn = next(f"{game.spell(code)}:?" for code in game.codes)
    found = suggest(game, [turn], by="exact", top=20)
    assert turn[:2] not in {worth.code for worth in found} and all(worth.exact for worth in found)


def test_errors_about_a_question_name_its_own_answers(tmp_path: Path) -> None:
    game = key(tmp_path, UNANSWERED)
    with pytest.raises(TreebuildError, match=r"^'Pair' has no reply: expected CODE:REPLY, such as pair:x$"):
        suggest(game, ["Pair"])
    with pytest.raises(TreebuildError, match=r"^'pear' is no guess and its reply: .* such as colour:blue$"):
        suggest(game, ["pear"])
    with pytest.raises(TreebuildError, match=r"^'x or y' is not a reply: expected one of x, y; or give"):
        review(game, ["pair:x or y"])


def test_no_name_is_denied_that_is_named_with_others(tmp_path: Path) -> None:
    """Without B, only A would be left after r, and a tree still counts it as two groups."""
    game = key(tmp_path, "test,A,B,C,D\np,?,x,x,y\nr,1,1,2,2\ns,1,1,1,1/2\n")
    for turn in ("B:not it", "A (x):not it"):
        with pytest.raises(TreebuildError, match="denies a name of `A or B`, which no test separates"):
            suggest(game, ["r:1", turn])
    assert suggest(game, ["r:1", "A (y):not it"])[0].exact == 1
    assert suggest(game, ["r:1", "B:found"])[0].code == "B"
