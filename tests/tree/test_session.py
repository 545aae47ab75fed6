"""Games in progress: tests with the replies of the game itself."""

from __future__ import annotations

import pytest

from tests.conftest import two_d
from treebuild import build
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.tree.policy import grow
from treebuild.tree.session import Race, SecretSession, Session, play
from treebuild.tree.tree import NONE, Tree


def test_finding_every_secret_takes_the_trees_counts(minavg: Tree) -> None:
    taken = [0] * (minavg.max_depth + 1)
    for secret in minavg.game.secrets[::7]:
        match = Session(minavg)
        worst = match.worst
        while not match.done:
            assert match.worst <= worst
            match.reply(minavg.game.reply(match.code, secret))
        assert match.turns[-1].guess == secret and match.turns[-1].left == 1
        taken[len(match.turns)] += 1
    assert sum(taken) == 720 and all(n <= count for n, count in zip(taken[1:], minavg.counts, strict=True))


def test_undo_and_contradiction(minavg: Tree) -> None:
    match = Session(minavg)
    assert not match.undo()
    match.reply(minavg.game.replies.index("0.4"))
    before = (match.code, match.candidates, match.worst)
    with pytest.raises(
        TreebuildError, match=r"^after 0\.4 this tree has no reply 0\.0: its replies are 0\.4, 1\.3, 2\.2, 4\.0$"
    ):
        match.reply(0)
    assert (match.code, match.candidates, match.worst) == before
    assert match.candidates == 9
    assert match.doubtful(0) == [0, 1]
    assert match.undo() and match.candidates == 5040


def test_doubtful_is_what_one_mistake_explains(minavg: Tree) -> None:
    """Held against a search over every secret and every single reply that might be mistaken."""
    game = minavg.game
    match = Session(minavg)
    for label in ("0.1", "1.1", "1.1"):
        match.reply(game.replies.index(label))
    node = minavg.after([turn.reply for turn in match.turns])
    missing = [r for r in range(game.win) if minavg.child(node, r) == NONE]
    assert missing
    guesses = [*(turn.guess for turn in match.turns), match.code]
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
    match = SecretSession(game, game.parse("4721"), lambda: minavg)
    assert match.hint() == game.parse("0123") and match.candidates == 5040
    assert match.guess(game.parse("0123")).left == 720
    hint = match.hint()
    assert hint is not None
    match.guess(game.parse("9876"))
    assert match.hint() is None
    assert match.undo() and match.hint() == hint
    match.guess(game.parse("4721"))
    assert match.done and match.candidates == 1
    assert [turn.guess for turn in match.path()][-1] == game.parse("4721")
    assert match.hint() is None


def test_a_game_of_ones_own() -> None:
    game = two_d()
    replies = reply_matrix(game)
    tree = grow(replies, lambda candidates, _: int(replies.code_of[candidates[len(candidates) // 2]]))
    match = Session(tree)
    while not match.done:
        label = game.replies[game.reply(match.code, (3, 1))]
        match.reply(label)
    assert match.turns[-1].guess == (3, 1)


def test_a_race_is_by_rounds(minavg: Tree) -> None:
    game = minavg.game
    race = Race(minavg, game.parse("4721"))
    assert race.persons_turn and race.outcome == ""
    race.person.guess(game.parse("4721"))
    assert not race.persons_turn and race.outcome == ""  # the machine has its turn all the same
    race.machine.reply(game.win)
    assert race.outcome == "drawn"
    assert race.machine.undo() and not race.persons_turn
    race.machine.reply(game.replies.index("0.0"))
    assert race.outcome == "won"
    lost = Race(minavg, game.parse("4721"))
    lost.person.guess(game.parse("0123"))
    lost.machine.reply(game.win)
    assert lost.outcome == "lost"


def test_a_session_from_python(minavg: Tree) -> None:
    session = play(minavg)
    assert repr(session) == "Session(p4c10n: guess 0123, 5040 candidates)"
    assert session.reply("1 1") == session.guess and session.candidates == 720 and session.history == ["0123:1.1"]
    assert session.undo() and session.guess == "0123" and not session.undo()
    assert session.reply(session.tree.game.win) is None
    assert session.done and session.guess is None and session.candidates == 1 and session.worst == 0
    assert repr(session) == "Session(p4c10n: found 0123:4.0)"
    with pytest.raises(TreebuildError, match="the secret is found"):
        session.reply("1.1")
    assert session.undo() and not session.done
    for wrong, message in (
        (99, "99 is not the index of a reply: expected 0 to 13"),
        (-1, "-1 is not"),
        ("x", "'x' is"),
    ):
        with pytest.raises(TreebuildError, match=message):
            session.reply(wrong)
    assert session.history == []


@pytest.mark.parametrize("text", [" claws ", "CLAWS", "cl"])
def test_answers_are_taken_in_other_spellings(text: str) -> None:
    """Only the answers to the question count: "cl" begins an answer to the other question, too."""
    rows = [b"\0\1\1", b"\2\2\3"]
    game = Game.from_table("k", ["a?", "b?"], ["x", "y", "z"], ["claws", "no", "clay", "d"], None, rows)
    session = play(build("minavg", game))
    assert session.guess == "a?"
    session.reply(text)
    assert session.history == ["a?:claws"]
