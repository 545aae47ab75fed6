"""The replies that people write, as the page's "Help me" reads them and as the terminal does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import require
from tests.helpers.players import PLAYER, run
from tests.helpers.small_games import animals, words
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.lookup import find_game
from treebuild.game.user_input import counted, pegs, read_replies, style

COUNTS = (
    "1.1", "1 1", "11", "1,1", "1b1c", "1A1B", "●○○", "=+", "=+-", "BWW", "⚫⚪", "🟢🟡⚫⚫", "2", "-", "-1 2", "1.1.1",
    "?", " ? ", "1.1 or 0.2", "0.2 or 1.1", "1.1 or 1.1", "1.1 OR 0.2", "1.1 или 0.2", "1.1或0.2", "1.1|0.2", "=+ | ++",
    "1.1 or 0.2 or 0.0", "1.1 or x", "1.1 or", "or", "1.1 or ?", "x", "", "9.9", "1.1or0.2",
)  # fmt: skip
MARKS = (
    "..y.g",
    "GGGGG",
    "00201",
    "⬛⬛🟨⬛🟩",
    "⚫⚫🟡⚫🟢",
    "bbybg",
    "?",
    "..y.g or gg...",
    "..y.g|gg...",
    "..y.g or ",
    "gy",
    "..y.g 或 yyyyy",
)
LABELS = ("yes", "YES", " no ", "?", "yes or no", "no|yes", "yes or maybe", "maybe", "found or not it")
GAMES = {
    "bulls and cows": (find_game("p4c10n"), COUNTS),
    "mastermind": (find_game("p4c6r"), COUNTS),
    "bulls only": (find_game("bulls-only"), ("1", "●", "?", "1 or 2", "2|0", "5", "1 or 9", "or")),
    "words": (words(), MARKS),
    "answers": (animals(), LABELS),
}
SCRIPT = """
const document = {{ getElementById: () => undefined }}, say = (words) => words;
const NONE = -1, indices = (items) => [...items.keys()];
const MARKS = {{ g: "bull", y: "cow", ".": "" }};
{sources}
const [tree, texts] = JSON.parse(require("fs").readFileSync(process.argv[2]));
console.log(JSON.stringify(texts.map((text) => [readReplies(tree, text.trim())].flat().filter((reply) => reply >= 0))));
"""


@pytest.mark.parametrize("name", GAMES)
def test_the_page_reads_what_the_terminal_reads(name: str, tmp_path: Path) -> None:
    require("node")
    game, texts = GAMES[name]
    numbers = {"counts": 2, "count": 1}.get(style(game), 0)
    tree = {
        "labels": game.replies,
        "marks": style(game) == "marks",
        "pegs": pegs(game),
        "asks": ["bulls", "cows"][:numbers],
        "says": [(counted(game, reply) or ())[:numbers] for reply in range(len(game.replies))],
    }
    sources = "".join((PLAYER / "page" / file).read_text("utf-8") for file in ("core.js", "wordplay.js", "help_me.js"))
    (tmp_path / "read.cjs").write_text(SCRIPT.format(sources=sources), "utf-8")
    (tmp_path / "given.json").write_text(json.dumps([tree, texts]), "utf-8")
    found = json.loads(run(["node", tmp_path / "read.cjs", tmp_path / "given.json"]))
    assert dict(zip(texts, found, strict=True)) == {text: read(game, text) for text in texts}


def read(game: Game, text: str) -> list[int]:
    try:
        return list(read_replies(game, text))
    except TreebuildError:
        return []
