"""Reviews: by definition, from the rules alone; that luck is fair; lessons; hints anywhere."""

from __future__ import annotations

import json
import random
from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from tests.conftest import built, within
from tests.helpers import naive
from tests.helpers.command_line import prints
from tests.helpers.small_games import words
from treebuild.algorithms import build
from treebuild.analysis.position import Limits, Position
from treebuild.analysis.review import FEW, advice, review
from treebuild.codec import load, save
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.game_file import read_game
from treebuild.game.lookup import find_game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.game.reply_rules import Rule
from treebuild.publish.best import best


def averages(codes: list[tuple[int, ...]], left: list[tuple[int, ...]]) -> dict[tuple[int, ...], Fraction]:
    """What every guess leaves on average of these candidates."""
    parts = {code: [len(part) for part in naive.parts(code, left).values()] for code in codes}
    return {code: Fraction(sum(n * n for n in sizes), len(left)) for code, sizes in parts.items()}


def needed(codes: list[tuple[int, ...]], left: list[tuple[int, ...]]) -> dict[tuple[int, ...], Fraction]:
    """What every guess needs on average, itself included, when the best guesses follow."""
    least = cache(lambda part: naive.best_cost(lambda depth: depth, codes, part, 1))
    found = {}
    for code in codes:
        split = naive.parts(code, left).values()
        found[code] = 1 + Fraction(sum(least(tuple(part)) for part in split if part != [code]), len(left))
    return found


@pytest.mark.parametrize(("rules", "pegs", "symbols", "repeat"), [("p3c5n", 3, 5, False), ("p2c4r", 2, 4, True)])
def test_figures_of_a_review_are_those_of_the_definition(rules: str, pegs: int, symbols: int, repeat: bool) -> None:
    codes, choose = naive.codes(pegs, symbols, repeat), random.Random(rules)
    spelled = {"".join(map(str, code)): code for code in codes}
    for _ in range(20):
        secret = choose.choice(codes)
        drawn = choose.choices(codes, k=choose.randint(0, 3))
        guesses = [*(guess for guess in drawn if guess != secret), secret]
        history = [f"{''.join(map(str, guess))}:{naive.bulls_and_cows(guess, secret)}" for guess in guesses]
        found = review(rules, history)
        left, skills, luck = codes, [], Fraction(1)
        for guess, move in zip(guesses, found.moves, strict=True):
            expected = averages(codes, left)
            assert (move.before, move.expected) == (len(left), expected[guess])
            few = len(left) <= FEW
            worth = needed(codes, left) if few else expected
            fewest = min(worth.values())
            assert (move.best_needed if few else move.best_expected) == fewest == worth[spelled[move.best]]
            assert move.needed == (worth[guess] if few else None)
            assert move.best_expected == expected[spelled[move.best]]
            if worth[guess] == fewest:
                assert spelled[move.best] == guess
            elif not few and any(expected[code] == fewest for code in left):
                assert spelled[move.best] in left
            assert move.skill == fewest / worth[guess]
            if len(left) > 1 or guess != left[0]:
                skills.append(float(move.skill))
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
        assert worst.skill >= Fraction(4, 5) or kind in ("wasted", "nothing", "better")
        assert kind not in ("wasted", "nothing") or worst.expected == worst.before


TWO_WORDS = words(("aaab", "aaac", "bbbb", "dddd"), ("aaab", "aaac"))


@pytest.mark.parametrize(
    ("history", "skills", "lesson"),
    [
        (["aaab:gggg"], [1], "good"),
        (["aaab:ggg.", "aaac:gggg"], [1, 1], "good"),
        (["bbbb:...g", "aaab:gggg"], [Fraction(3, 4), 1], "better"),  # one of the two is right at once half of the time
        (["dddd:....", "aaac:ggg.", "dddd:....", "aaab:gggg"], [Fraction(3, 5), 1, Fraction(1, 2), 1], "wasted"),
        (["dddd:....", "aaac:gggg"], [Fraction(3, 5), 1], "nothing"),
    ],
)
def test_guesses_for_few_candidates_are_compared_by_what_they_need(
    history: list[str], skills: list[Fraction], lesson: str
) -> None:
    """Row 12 of the trials of new users: a guess that cannot win counted as the best where one candidate was left."""
    found = review(TWO_WORDS, history)
    assert ([move.skill for move in found.moves], found.lesson[0]) == (skills, lesson)


LATER_FORBIDDEN = words(("axx", "ayy", "azz", "aww", "xyz", "abb"), ("axx", "ayy", "azz", "aww"))


@pytest.mark.parametrize(("rule", "needs"), [("all", 3), ("hard", Fraction(7, 2))])
def test_a_guess_that_tells_nothing_may_forbid_the_best_one(rule: str, needs: Fraction) -> None:
    """Of XYZ the candidates all give another reply. After ABB, hard mode has every guess begin with A."""
    (move,) = review(LATER_FORBIDDEN.with_guesses(rule), ["abb:g.."]).moves
    assert (move.needed, move.best, move.best_needed) == (needs, "xyz", 2)


def test_where_guesses_have_costs_a_review_compares_costs(tmp_path: Path) -> None:
    """To name what was found costs nothing, so that what is left may be 0 for the best guess and for every other."""
    rows = [bytes([0, 1, 1]), bytes([0, 0, 1])]
    game = Game.from_table("dear", ["t1", "t2"], ["a", "b", "c"], ["no", "yes"], None, rows).with_guesses("identify")
    path = tmp_path / "dear.msgpack"
    save(build("exact", game.priced({"t1": 2, "t2": 3}), objective="total"), path)
    named = review(load(path), ["t1:no", "a:found"])
    assert [move.skill for move in named.moves] == [1, 1] and named.lesson[0] == "good"
    printed = prints("review", "t2:no", "t1:yes", "--tree", path)
    assert "1. 3 left: from here on t2 costs 4.33 on average; t1 costs 4.00." in printed and "needs" not in printed
    plain = review(game, ["t2:no", "t1:yes"]).moves[0]
    assert plain.needed == plain.best_needed == Fraction(8, 3)  # the naming, as always, is a guess


def test_a_guess_that_the_rule_forbids_is_the_lesson() -> None:
    found = review(find_game("wordle", "hard"), ["crane:.y..g", "steel:g.yy."])
    assert found.lesson == ("forbidden", 2) and found.moves[1].skill == 0
    assert found.skill == pytest.approx(float(found.moves[0].skill))  # it is not compared with guesses that are allowed


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
        node = tree.child(node, game.reply(code, secret))
    assert [f"{move.tree}:{move.reply}" for move in review(tree, way).moves] == way
    off = review(tree, ["345:1.2", way[0], way[-1]])
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
def test_a_review_ends_with_a_lesson(history: list[str], lesson: tuple[str, int]) -> None:
    assert review("p4c10n", history).lesson == lesson


def test_advice_anywhere() -> None:
    codes, choose = naive.codes(3, 5, False), random.Random(1)
    for _ in range(10):
        first, secret, second = choose.sample(codes, k=3)
        guesses = [first, second]
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
        (
            "p4c10n",
            ["1234"],
            "^'1234' has no reply: expected CODE:REPLY, such as 0123:0.0; or give the secret, secret='CODE'$",
        ),
        ("p4c10n", ["12"], "^'12' is no guess and its reply: expected CODE:REPLY, such as 0123:0.0$"),
        ("p4c10n", ["0123:0.0", "0124:3.0"], "no secret gives both 0123:0.0 and 0124:3.0"),
    ],
)
def test_what_cannot_be_reviewed(game: str, history: list[str], message: str) -> None:
    with pytest.raises(TreebuildError, match=message):
        review(game, history)


def test_a_secret_stands_for_the_replies() -> None:
    history = ["012:1.0", "342:1.1", "052:1.1", "532:3.0"]
    assert review("p3c6n", [text.partition(":")[0] for text in history], secret="532") == review("p3c6n", history)
    assert review("p3c6n", history, "532") == review("p3c6n", history)
    with pytest.raises(TreebuildError, match=r"'342:2\.0': the secret 532 gives 1\.1: mend the reply, or leave it out"):
        review("p3c6n", ["012", "342:2.0"], secret="532")
    with pytest.raises(TreebuildError, match="'999' is not a secret of p3c6n"):
        review("p3c6n", ["012"], secret="999")


def test_words_by_any_spelling_of_replies() -> None:
    words = ["crane", "slate", "stale", "irate", "abide"]
    game = Game.from_symbols(
        "words", Rule("wordle", 5), "abcdeilnrst", [tuple(map("abcdeilnrst".index, w)) for w in words]
    )
    expected = review(game, ["crane:..g.g", "slate:ggggg"])
    assert (
        review(game, ["CRANE:BBGBG", "SLATE:22222"])
        == review(game, ["crane:⬛⬛🟩⬛🟩", "slate 🟩🟩🟩🟩🟩"])
        == expected
    )
    assert review(game, ["CRANE", "SLATE"], secret="Slate") == expected


def test_super_mastermind_is_reviewed_without_its_reply_matrix() -> None:
    """Held against the definition: what every one of a few codes leaves, from the rule alone."""
    game = Game.from_rules("p5c8r")
    found = within(4.0, lambda: review(game, ["00112:0.1", "23344:1.1"]))
    assert [move.before for move in found.moves] == [32768, 7105]
    left = [s for s in game.secrets if game.replies[game.reply((0, 0, 1, 1, 2), s)] == "0.1"]
    for text, value in (("23344", found.moves[1].expected), (found.moves[1].best, found.moves[1].best_expected)):
        sizes = Counter(game.reply(game.parse(text), secret) for secret in left)
        assert value == Fraction(sum(n * n for n in sizes.values()), len(left))
    assert not reply_matrix(game).has_matrix


def test_a_guess_that_is_better_than_a_sample_is_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only this guess gains by that: the same position is not better known when the next guess is reviewed."""
    game = find_game("p4c5r")
    sample = Limits(rule_replies=len(game.secrets) * 4)
    position, every = Position(game, limits=sample), Position(game)
    monkeypatch.setattr("treebuild.analysis.review.position_after", lambda *_: position)
    (of_sample,), (best,) = position.best("minavg", 1), every.best("minavg", 1)
    assert position.sampled and best.expected_left < of_sample.expected_left
    guesses = best.code, "0000", of_sample.code
    moves = [review(game, [f"{code}:{game.answer(code, '4321')}"]).moves[0] for code in guesses]
    assert [(move.best, move.skill == 1) for move in moves] == [
        (best.code, True),
        (of_sample.code, False),
        (of_sample.code, True),
    ]


def test_a_question_ends_no_game_even_where_one_hypothesis_of_several_variants_is_left(tmp_path: Path) -> None:
    (tmp_path / "k.csv").write_text("test,p,q\na,x,u\nb,y/v,?\nc,s,t\n")
    (tmp_path / "k.toml").write_text('rule = "table"\ntable = "k.csv"\nguesses = "identify"\n')
    moves = review(read_game(tmp_path / "k.toml"), ["a:u", "b:v", "c:t"]).moves
    assert [(move.left, move.permitted) for move in moves] == [(1, True), (1, False), (1, False)]


def test_nothing_follows_a_guess_that_wins() -> None:
    with pytest.raises(TreebuildError, match=r"1234:4\.0 ends the game: 5678:0\.0 cannot follow"):
        review("p4c10n", ["1234:4.0", "5678:0.0"])


def test_a_count_below_zero_is_no_reply() -> None:
    with pytest.raises(TreebuildError, match="is not a reply"):
        review("p4c10n", ["1234:-1.1"])


def test_the_command_tells_what_the_best_tree_would_have_done(tmp_path: Path) -> None:
    """Without --tree the best tree known; each guess has its skill and its luck."""
    line = "review 0123:0.3 5678:1.0 5012:4.0"
    told, shown, tree = json.loads(prints(f"{line} --json")), prints(line).splitlines(), best("p4c10n")
    assert [move.get("tree") for move in told["moves"]] == ["0123", tree["0.3"].guess, None]
    assert shown[1].split() == ["guess", "reply", "left", "average", "skill", "luck", "best", "average", "tree"]
    second = told["moves"][1]
    percent, luck = f"{100 * second['skill']:.0f}", f"{second['luck']:.1f}"
    assert shown[3].split()[5:8] == [percent, "%", luck]
    assert shown[3].split()[-1] == second["tree"]
    words = tmp_path / "words.txt"
    words.write_text("crane\nslate\nstale\ntrace\n")
    assert json.loads(prints("review", "CRANE:..g.g", "--codes", words, "--json"))["moves"][0]["tree"]


def test_a_secret_gives_the_replies_that_nobody_remembers() -> None:
    known = review("p3c6n", ["012:1.0", "342:1.1"])
    assert (
        review("p3c6n", ["012:?", "342:1.1 or 0.1"], secret="532").moves == review("p3c6n", ["012", "342"], "532").moves
    )
    assert len(known.moves) == 2
    with pytest.raises(TreebuildError, match=r"'\?' is not a reply: .*; or give the secret, secret='CODE'$"):
        review("p3c6n", ["012:?", "342:1.1"])
    with pytest.raises(TreebuildError, match=r"the secret 532 gives 1\.0"):
        review("p3c6n", ["012:2.0 or 0.1"], secret="532")
