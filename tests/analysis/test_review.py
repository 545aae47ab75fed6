"""Reviews: by definition, from the rules alone; that luck is fair; lessons; hints anywhere."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest

from tests.conftest import built
from tests.helpers import naive
from treebuild.analysis.review import advice, review
from treebuild.errors import TreebuildError


def averages(codes: list[tuple[int, ...]], left: list[tuple[int, ...]]) -> dict[tuple[int, ...], Fraction]:
    """What every guess leaves on average of these candidates."""
    parts = {code: [len(part) for part in naive.parts(code, left).values()] for code in codes}
    return {code: Fraction(sum(n * n for n in sizes), len(left)) for code, sizes in parts.items()}


@pytest.mark.parametrize(("rules", "pegs", "symbols", "repeat"), [("p3c5n", 3, 5, False), ("p2c4r", 2, 4, True)])
def test_by_definition(rules: str, pegs: int, symbols: int, repeat: bool) -> None:
    codes, choose = naive.codes(pegs, symbols, repeat), random.Random(rules)
    spelled = {"".join(map(str, code)): code for code in codes}
    for _ in range(20):
        secret = choose.choice(codes)
        guesses = [*choose.choices(codes, k=choose.randint(0, 3)), secret]
        history = [f"{''.join(map(str, guess))}:{naive.bulls_and_cows(guess, secret)}" for guess in guesses]
        found = review(rules, history)
        left, skills, luck = codes, [], Fraction(1)
        for guess, move in zip(guesses, found.moves, strict=True):
            expected = averages(codes, left)
            assert (move.before, move.expected) == (len(left), expected[guess])
            fewest = min(expected.values())
            assert move.best_expected == fewest == expected[spelled[move.best]]
            if expected[guess] == fewest:
                assert spelled[move.best] == guess
            elif any(expected[code] == fewest for code in left):
                assert spelled[move.best] in left
            if len(left) > 1:
                skills.append(float(fewest / expected[guess]))
            left = naive.parts(guess, left)[move.reply]
            assert move.left == len(left) and move.reply == naive.bulls_and_cows(guess, secret)
            luck *= expected[guess] / len(left)
        product = 1.0
        for skill in skills:
            product *= skill
        assert found.skill == pytest.approx(product ** (1 / max(len(skills), 1)))
        assert found.luck == pytest.approx(float(luck))
        kind, number = found.lesson
        worst = found.moves[number - 1]
        assert worst.skill == min(move.skill for move in found.moves)
        assert (kind in ("nothing", "better")) == (worst.skill < Fraction(4, 5))
        assert kind != "nothing" or worst.expected == worst.before


def test_luck_is_fair() -> None:
    """Over all secrets, what a guess leaves is what it leaves on average."""
    codes = naive.codes(3, 5, False)
    for guess in codes[::7]:
        replies = Counter(naive.bulls_and_cows(guess, secret) for secret in codes)
        left = [review("p3c5n", [f"{''.join(map(str, guess))}:{reply}"]).moves[0] for reply in replies]
        mean = Fraction(sum(move.left * count for move, count in zip(left, replies.values(), strict=True)), len(codes))
        assert {move.expected for move in left} == {mean}


def test_the_tree_beside_it() -> None:
    tree = built("minavg", "p3c6n")
    game = tree.game
    secret = game.parse("543")
    way, node = [], 0
    while True:
        code = game.codes[tree.guess[node]]
        way.append(f"{game.spell(code)}:{game.replies[game.reply(code, secret)]}")
        if code == secret:
            break
        node = int(tree.child[node, game.reply(code, secret)])
    assert [f"{move.tree}:{move.reply}" for move in review(game, way, tree).moves] == way
    off = review(game, ["345:1.2", way[0], way[-1]], tree)
    assert [move.tree for move in off.moves] == [way[0].partition(":")[0], None, None]
    assert all(move.tree is None for move in review(game, way).moves)


@pytest.mark.parametrize(
    ("history", "lesson"),
    [
        (["9876:0.1", "9876:0.1", "4721:4.0"], ("nothing", 2)),
        (["0123:1.1", "4567:1.1", "4721:4.0"], ("better", 2)),
        (["4567:1.1", "4589:1.0", "4721:4.0"], ("lucky", 1)),
        (["0123:0.1"], ("good", 1)),
    ],
)
def test_lessons(history: list[str], lesson: tuple[str, int]) -> None:
    assert review("p4c10n", history).lesson == lesson


def test_advice_anywhere() -> None:
    codes, choose = naive.codes(3, 5, False), random.Random(1)
    for _ in range(10):
        secret, guesses = choose.choice(codes), choose.choices(codes, k=2)
        history = [f"{''.join(map(str, guess))}:{naive.bulls_and_cows(guess, secret)}" for guess in guesses]
        left = codes
        for guess in guesses:
            left = naive.parts(guess, left)[naive.bulls_and_cows(guess, secret)]
        expected = averages(codes, left)
        best = min(codes, key=lambda code: (expected[code], code not in left, code))
        assert advice("p3c5n", history).code == "".join(map(str, best))


@pytest.mark.parametrize(
    ("game", "history", "message"),
    [
        ("p4c10n", [], "no guesses: expected at least one to review"),
        ("p4c10n", ["1234"], "is no guess and its reply"),
        ("p4c10n", ["0123:0.0", "0124:3.0"], "no secret gives both 0123:0.0 and 0124:3.0"),
        ("p5c8r", ["00000:0.0"], "p5c8r is too large: not all of its 32768 codes are looked at"),
    ],
)
def test_what_cannot_be_reviewed(game: str, history: list[str], message: str) -> None:
    with pytest.raises(TreebuildError, match=message):
        review(game, history)
