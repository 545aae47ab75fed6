"""Games in progress: tests with the replies of the game itself."""

from __future__ import annotations

import pytest

from tests.conftest import two_d
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.lookup import as_game
from treebuild.game.replies import reply_matrix
from treebuild.game.rules import Rule
from treebuild.tree.policy import grow
from treebuild.tree.session import Finding, Keeping, Race, fault, read_reply
from treebuild.tree.tree import Tree


def test_finding_every_secret_takes_the_trees_counts(minavg: Tree) -> None:
    taken = [0] * (minavg.max_depth + 1)
    for secret in minavg.game.secrets[::7]:
        match = Finding(minavg)
        worst = match.worst
        while not match.found:
            assert match.worst <= worst
            match.answer(minavg.game.reply(match.guess, secret))
        assert match.turns[-1].guess == secret and match.turns[-1].left == 1
        taken[len(match.turns)] += 1
    assert sum(taken) == 720 and all(n <= count for n, count in zip(taken[1:], minavg.counts, strict=True))


def test_undo_and_contradiction(minavg: Tree) -> None:
    match = Finding(minavg)
    assert not match.undo()
    match.answer(minavg.game.replies.index("0.4"))
    before = (match.guess, match.left, match.worst)
    with pytest.raises(TreebuildError, match="cannot come"):
        match.answer(0)
    assert (match.guess, match.left, match.worst) == before
    assert match.left == 9
    assert match.doubtful(0) == [0, 1]
    assert match.undo() and match.left == 5040


def test_doubtful_is_what_one_mistake_explains(minavg: Tree) -> None:
    """Held against a search over every secret and every single reply that might be mistaken."""
    game = minavg.game
    match = Finding(minavg)
    for label in ("0.1", "1.1", "1.1"):
        match.answer(game.replies.index(label))
    node = minavg.after([turn.reply for turn in match.turns])
    missing = [r for r in range(game.win) if minavg.child[node, r] < 0]
    assert missing
    guesses = [*(turn.guess for turn in match.turns), match.guess]
    given = [*(turn.reply for turn in match.turns), missing[0]]
    explained = {
        at
        for secret in game.secrets
        if sum(wrong := [game.reply(g, secret) != r for g, r in zip(guesses, given, strict=True)]) == 1
        for at in [wrong.index(True)]
    }
    assert match.doubtful(missing[0]) == sorted(explained)


def test_keeping_counts_what_is_left_and_knows_the_tree(minavg: Tree) -> None:
    game = minavg.game
    match = Keeping(minavg, game.parse("4721"))
    assert match.hint() == game.parse("0123") and match.left == 5040
    assert match.guess(game.parse("0123")).left == 720
    hint = match.hint()
    assert hint is not None
    match.guess(game.parse("9876"))
    assert match.hint() is None
    assert match.undo() and match.hint() == hint
    match.guess(game.parse("4721"))
    assert match.found and match.left == 1
    assert [turn.guess for turn in match.way()][-1] == game.parse("4721")
    assert match.hint() is None


@pytest.mark.parametrize(
    ("text", "label"),
    [("1 2", "1.2"), ("12", "1.2"), ("1b2c", "1.2"), ("1.2", "1.2"), ("1,2", "1.2"), (" 0  0 ", "0.0"), ("4", "4.0"),
     ("3", "3.0"), ("1 Bull 2 Cows", "1.2")],
)  # fmt: skip
def test_replies_as_people_write_them(text: str, label: str) -> None:
    game = Game.from_rules()
    assert game.replies[read_reply(game, text)] == label


@pytest.mark.parametrize("text", ["", "x", "2", "3 1", "5 0", "1 2 3", "123", "-1 0 0"])
def test_replies_that_are_none(text: str) -> None:
    with pytest.raises(TreebuildError, match=r"is not a reply: expected one of 0\.0, 0\.1"):
        read_reply(Game.from_rules(), text)


def test_a_game_of_ones_own() -> None:
    game = two_d()
    replies = reply_matrix(game)
    tree = grow(replies, lambda candidates, _: int(replies.code_of[candidates[len(candidates) // 2]]))
    match = Finding(tree)
    while not match.found:
        label = game.replies[game.reply(match.guess, (3, 1))]
        match.answer(read_reply(game, label))
    assert match.turns[-1].guess == (3, 1)


OTHERS = [
    ("bulls-only", "2", "2"),
    ("bulls-only", " 4 ", "4"),
    ("twod", "lower", "lower"),
    ("twod", "LOW", "lower"),
    ("twod", "m", "mixed"),
]


@pytest.mark.parametrize(("name", "text", "label"), OTHERS)
def test_replies_of_other_games(name: str, text: str, label: str) -> None:
    game = as_game(name)
    assert game.replies[read_reply(game, text)] == label


@pytest.mark.parametrize(
    ("text", "label"), [(".yg..", ".yg.."), ("GGGGG", "ggggg"), (". y g . Y", ".yg.y"), ("gggg", "")]
)
def test_marks_of_symbols(text: str, label: str) -> None:
    game = Game.from_symbols("words", Rule("wordle", 5), "aelst", [(3, 2, 0, 4, 1), (3, 4, 0, 2, 1)])
    if label:
        assert game.replies[read_reply(game, text)] == label
    else:
        with pytest.raises(TreebuildError, match=r"'gggg' is not a reply: expected 5 marks, each one of \. y g"):
            read_reply(game, text)


def test_labels_that_begin_alike() -> None:
    game = Game.from_table("t", ["a"], ["a"], ["Low", "low", "lower"], 0, [bytes([0])])
    assert [read_reply(game, label) for label in game.replies] == [0, 1, 2]
    for text in ("LOW", "l", ""):
        with pytest.raises(TreebuildError, match="expected one of Low, low, lower"):
            read_reply(game, text)


def test_a_race_is_by_rounds(minavg: Tree) -> None:
    game = minavg.game
    race = Race(minavg, game.parse("4721"))
    assert race.persons_turn and race.outcome == ""
    race.person.guess(game.parse("4721"))
    assert not race.persons_turn and race.outcome == ""  # the machine has its turn all the same
    race.machine.answer(game.win)
    assert race.outcome == "drawn"
    assert race.machine.undo() and not race.persons_turn
    race.machine.answer(game.replies.index("0.0"))
    assert race.outcome == "won"
    lost = Race(minavg, game.parse("4721"))
    lost.person.guess(game.parse("0123"))
    lost.machine.answer(game.win)
    assert lost.outcome == "lost"


def test_faults_are_those_of_every_text_that_is_no_code() -> None:
    """Whatever is typed, a text has a fault exactly when it does not parse, and the fault is so."""
    for name in ("p3c4n", "p3c4r", "no-leading-zero"):
        game = as_game(name)
        for number in range(0, 2000, 7 if name == "no-leading-zero" else 1):
            text = str(number)
            kind, about = fault(game, text)
            if kind == "other":
                assert game.spell(game.parse(text)) == text
                continue
            with pytest.raises(TreebuildError):
                game.parse(text)
            symbol = str(about.get("symbol"))
            assert {
                "length": about.get("given") == len(text) != about.get("pegs"),
                "symbol": symbol in text and symbol not in game.symbols,
                "twice": text.count(symbol) > 1,
                "first": text[0] == symbol == "0",
            }[kind]
    assert fault(as_game("twod"), "99") == ("other", {})
