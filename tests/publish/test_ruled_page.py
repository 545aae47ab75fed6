"""The page of a game that does not allow every guess: its rule, in JavaScript, against the definition."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from tests.conftest import require
from tests.helpers.permitted_trees import first_permitted
from tests.helpers.players import PLAYER, run
from tests.helpers.small_games import after, animals, words
from treebuild.algorithms import build
from treebuild.game.game import Game
from treebuild.game.guess_rules import permits
from treebuild.publish.page import page

GAMES = [
    *(words().with_guesses(rule) for rule in ("candidates", "consistent", "hard", "identify")),
    animals(),
    Game.from_rules("p2c4n").with_guesses("consistent"),
]
SCRIPT = """
const say = (words) => words, indices = (items) => [...items.keys()], spellIndex = (tree, code) => String(code);
{sources}
const [tree, positions] = JSON.parse(require("fs").readFileSync(process.argv[2]));
const place = new Map(tree.secrets.map((secret, at) => [secret, at]));
tree.reply = (guess, secret) => tree.table[guess][place.get(secret)];
console.log(JSON.stringify(positions.map((steps) =>
  indices(tree.codes).filter((guess) => ruleFault(tree, tree.source.guesses, steps, guess) === ""))));
"""


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_page_refuses_what_the_rule_does_not_permit(game: Game, tmp_path: Path) -> None:
    require("node")
    drawn = random.Random(5)
    known = {code: i for i, code in enumerate(game.codes)}
    sought = [known[secret] for secret in game.secrets]  # the page knows a secret by its code
    marks = {"g": "bull", "y": "cow", ".": ""}
    tree = {
        "source": {"guesses": game.conditions.guesses},
        "codes": game.codes,
        "secrets": sought,
        "win": game.win,
        "letters": game.symbols,
        "faces": [[marks.get(mark, "") for mark in label] for label in game.replies],
        "table": [[game.reply(code, secret) for secret in game.secrets] for code in game.codes],
    }
    positions, expected = list[object](), list[object]()
    for _ in range(30):
        secret, steps, turns = drawn.choice(game.secrets), list[object](), list[str]()
        for code in [None, *drawn.sample(game.codes, 2)]:
            if code is not None:
                turns.append(f"{game.spell(code)}:{game.replies[game.reply(code, secret)]}")
            history, left = after(game, *turns)
            if history:
                guess, reply = history[-1]
                steps.append({"guess": guess, "reply": reply, "candidates": [sought[i] for i in left]})
            positions.append(list(steps))
            expected.append([i for i in range(len(game.codes)) if permits(game, history, left, i)])
    sources = "".join((PLAYER / "page" / name).read_text("utf-8") for name in ("wordplay.js", "ruled.js"))
    (tmp_path / "play.cjs").write_text(SCRIPT.replace("{sources}", sources), "utf-8")
    (tmp_path / "given.json").write_text(json.dumps([tree, positions]), "utf-8")
    assert json.loads(run(["node", tmp_path / "play.cjs", tmp_path / "given.json"])) == expected


@pytest.mark.parametrize(("rule", "needs"), [(None, 3), ("hard", 3.5)])
def test_a_guess_that_tells_nothing_may_forbid_the_best_one(rule: str | None, needs: float, tmp_path: Path) -> None:
    """The page's review says the same as that of Python."""
    require("node")
    codes = ("axx", "ayy", "azz", "aww", "xyz", "abb")
    html = page([("", build("minavg", words(codes, codes[:4])))])
    source = html.partition('id="trees">')[2].partition("</script>")[0]
    asked = {"candidates": [0, 1, 2, 3], "named": [], "guess": 5, "ruled": {"rule": rule, "steps": []}}
    message = {"id": 0, "task": "review", "source": json.loads(source)[0], "more": asked}
    tell = "globalThis.postMessage = ({ result: { needs, best } }) => console.log(JSON.stringify([needs, best]));"
    script = (PLAYER / "page" / "page.min.js").read_text("utf-8")  # the page's worker runs it, too
    script = f"{tell}\n{script}\nonmessage({{ data: {json.dumps(message)} }});"
    (tmp_path / "review.cjs").write_text(script, "utf-8")
    needed, best = json.loads(run(["node", tmp_path / "review.cjs"]))
    assert (needed, best["needs"], codes[best["guess"]]) == (needs, 2, "xyz")


def test_the_page_suggests_no_guess_that_no_reading_of_an_unsure_reply_allows(tmp_path: Path) -> None:
    require("node")
    codes = ("crane", "crate", "grate", "irate", "prate", "gipct")
    html = page([("", build("minavg", words(codes).with_guesses("hard")))])
    source = html.partition('id="trees">')[2].partition("</script>")[0]
    replies = [words(codes).replies.index(reply) for reply in ("ggg.g", ".gg.g")]
    told: dict[str, list[str]] = {}
    for rule in "hard", "consistent":
        ruled = {"rule": rule, "steps": [{"guess": 0, "reply": replies}]}
        message = {"task": "top", "source": json.loads(source)[0]}
        message |= {"id": 0, "more": {"candidates": [1, 2, 3, 4], "named": [], "ruled": ruled}}
        tell = "globalThis.postMessage = ({ result }) => console.log(JSON.stringify(result.map(({ guess }) => guess)));"
        script = (PLAYER / "page" / "page.min.js").read_text("utf-8")  # the page's worker runs it, too
        script = f"{tell}\n{script}\nonmessage({{ data: {json.dumps(message)} }});"
        (tmp_path / "top.cjs").write_text(script, "utf-8")
        told[rule] = [codes[guess] for guess in json.loads(run(["node", tmp_path / "top.cjs"]))]
    assert all(found and "gipct" not in found for found in told.values()), told


def test_only_pages_of_such_games_name_the_rule() -> None:
    ruled = first_permitted(Game.from_rules("p2c4n").with_guesses("consistent"))
    assert '"guesses":"consistent"' in page([("", ruled)])
    assert '"guesses":' not in page([("", ruled.unruled())])
