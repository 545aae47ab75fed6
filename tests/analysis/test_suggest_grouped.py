"""Guesses where secrets have groups: what they tell about the group, and what commands say, against plain counting."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator
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
from treebuild import build, review
from treebuild.analysis.suggest import Position
from treebuild.errors import TreebuildError
from treebuild.game.game import Game

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
        best, whole = position.best("exact", 1)[0], sum(game.secret_weights)
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
