"""A key that goes on where somebody is not sure of an answer, and what its page makes of the same answers."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from tests.conftest import require
from tests.helpers.permitted_trees import first_permitted
from tests.helpers.players import PLAYER, run
from tests.helpers.small_games import animals
from treebuild import build
from treebuild.analysis.position import Position
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.lookup import find_game
from treebuild.game.separation import inseparable
from treebuild.game.user_input import style
from treebuild.publish.keys import key_page
from treebuild.tree.session import KeySession
from treebuild.tree.tree import Tree

DIAGNOSIS = Path(__file__).parents[2] / "docs" / "examples" / "diagnosis"
SCRIPT = """
const document = { getElementById: () => ({ textContent: data.key }) };
const data = JSON.parse(require("fs").readFileSync(process.argv[2]));
{source}
const place = (asked) => questions.findIndex(([text]) => text === asked);
console.log(JSON.stringify(data.searches.map((turns) => {
  const told = turns.map(([asked, answers]) => ({ question: place(asked),
    answers: indices(questions[place(asked)][1]).filter((at) => answers.includes(questions[place(asked)][1][at])) }));
  return indices([...told, 0]).map((n) =>
    [questions[questionAfter(told.slice(0, n))]?.[0] ?? null, named(fitting(told.slice(0, n)))]);
})));
"""


@pytest.fixture(scope="module", params=["animals", "faces", "car", "parts", "alike", "pairs"])
def tree(request: pytest.FixtureRequest) -> Tree:
    if request.param == "alike":
        return first_permitted(animals())
    if request.param == "pairs":
        pairs = Game.from_rules("p2c3n").with_guesses("identify").grouped({"01": "a", "12": "a"})
        return first_permitted(pairs)
    if request.param == "parts":
        game = find_game(DIAGNOSIS / "car.toml")
        return build("entropy", game.grouped({"flat battery": "battery", "worn battery": "battery"}))
    return build("entropy", find_game(DIAGNOSIS / f"{request.param}.toml"))


def answered(session: KeySession, secret: int, draw: random.Random) -> None:
    """Answer as somebody who has this secret, and is not always sure."""
    game, question = session.tree.game, session.question
    assert question is not None
    reply = game.reply(game.codes[question], game.secrets[secret])
    others = [game.replies.index(answer) for answer in session.answers]
    some = {reply, *draw.sample(others, min(draw.choice([0, 0, 1, len(others)]), len(others)))}
    session.answer(tuple(range(len(game.replies))) if some >= set(others) else sorted(some))


def searches(tree: Tree) -> list[KeySession]:
    """Ended searches, one or more for each secret."""
    made = []
    for seed in range(3 * len(tree.game.secrets)):
        session = KeySession(tree)
        while session.question is not None:
            answered(session, seed % len(tree.game.secrets), random.Random(seed * 1000 + len(session.turns)))
        assert tree.game.named(seed % len(tree.game.secrets)) in session.names
        made.append(session)
    return made


def test_sure_answers_follow_the_tree(tree: Tree) -> None:
    game = tree.game
    for secret, code in enumerate(game.secrets):
        session, node = KeySession(tree), 0
        while session.question is not None:
            assert session.question == tree.guess[node] and session.candidates.tolist().count(secret) == 1
            reply = game.reply(session.code, code)
            assert game.replies[reply] in session.answers
            session.answer([reply])
            node = tree.child(node, reply)
        alike = next((some for some in inseparable(game) if code in some), [code])
        assert session.names == [game.named(game.secrets.index(one)) for one in alike]


def test_off_the_tree_the_question_rules_out_the_most_for_its_cost(tree: Tree) -> None:
    """By what `suggest` says of those that were not asked before; at the end there is none."""
    game, compared = tree.game, 0
    codes = {game.spell(code): at for at, code in enumerate(game.codes)}
    for session in searches(tree):
        while session.undo():
            if all(len(replies) == 1 for _, replies in session.turns):
                continue  # on the tree
            texts = [f"{game.spell(game.codes[at])}:{_told(game, replies)}" for at, replies in session.turns]
            position = Position(game, texts)
            asked = {game.spell(game.codes[at]) for at, _ in session.turns}
            best = [worth for worth in position.best("minavg", len(game.codes)) if worth.code not in asked]
            assert session.candidates.tolist() == position.candidates.tolist()
            assert session.question in session.questions
            if style(game) == "labels":  # in other games a key has only the questions of its tree
                now = len({game.named(secret) for secret in position.candidates.tolist()})
                gains = {one.code: (now - one.expected_left) / game.conditions.cost(codes[one.code]) for one in best}
                assert gains[game.spell(session.code)] == max(gains.values())
            compared += 1
    assert compared > 0


def _told(game: Game, replies: tuple[int, ...]) -> str:
    return "?" if len(replies) == len(game.replies) else " or ".join(game.replies[reply] for reply in replies)


def test_an_answer_that_nothing_has_changes_nothing(tree: Tree) -> None:
    game = tree.game
    for session in searches(tree):
        session.undo()
        assert session.question is not None
        before = session.question, session.names
        never = [reply for reply in range(len(game.replies)) if reply not in _given(session)]
        if not never:
            continue
        with pytest.raises(TreebuildError, match="no secret has all these answers"):
            session.answer(never[:1])
        assert (session.question, session.names) == before
        for at in session.doubtful(never[:1]):
            rest = [*session.turns[:at], *session.turns[at + 1 :], (session.question, tuple(never[:1]))]
            assert any(
                all(game.reply(game.codes[code], secret) in replies for code, replies in rest)
                for secret in game.secrets
            )


def _given(session: KeySession) -> set[int]:
    game = session.tree.game
    return {game.reply(session.code, game.secrets[secret]) for secret in session.candidates.tolist()}


def test_the_page_asks_the_same_questions(tree: Tree, tmp_path: Path) -> None:
    require("node")
    game, ended = tree.game, searches(tree)
    given = [
        [[game.spell(game.codes[at]), [game.replies[reply] for reply in replies]] for at, replies in session.turns]
        for session in ended
    ]
    key = key_page(tree).partition('id="key">')[2].partition("</script>")[0]
    (tmp_path / "given.json").write_text(json.dumps({"key": key, "searches": given}), "utf-8")
    source = (PLAYER / "key_page" / "search.js").read_text("utf-8")
    (tmp_path / "search.cjs").write_text(SCRIPT.replace("{source}", source), "utf-8")
    found = json.loads(run(["node", tmp_path / "search.cjs", tmp_path / "given.json"]))
    for session, steps in zip(ended, found, strict=True):
        expected: list[tuple[str | None, list[str]]] = [(None, session.names)]
        while session.undo():
            expected.append((game.spell(session.code), session.names))
        assert [tuple(step) for step in steps] == expected[::-1]


def test_nothing_is_asked_after_the_end() -> None:
    session = KeySession(first_permitted(animals()))
    assert not session.undo()
    while session.question is not None:
        answered(session, 0, random.Random(0))
    assert session.answers == []
    with pytest.raises(TreebuildError, match="nothing is left to ask"):
        session.answer([0])
