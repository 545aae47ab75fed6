"""The exported page as a file: its size, and what is not in it."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import TREES, two_d
from tests.helpers import small_games
from tests.helpers.command_line import run_text
from tests.helpers.players import PLAYER
from tools import shipped
from treebuild.algorithms import build
from treebuild.codec import implicit, load, ranked, save
from treebuild.errors import TreebuildError
from treebuild.game import user_input
from treebuild.game.colour_names import COLOURS
from treebuild.game.conditions import GUESSES
from treebuild.game.lookup import find_game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.publish import page as web
from treebuild.publish.best import SHOWN, best
from treebuild.tree.policy import grow
from treebuild.tree.tree import Tree

WORDS = PLAYER / "page" / "messages.js"  # what the page says


@pytest.fixture(scope="module")
def html():
    """The shipped page, of which `make trees-check` says whether it is what the code makes."""
    return (TREES / shipped.PAGE).read_text("utf-8")


def fits(html: str, raw: int, compressed: int) -> bool:
    data = html.encode()
    return len(data) <= raw and len(gzip.compress(data, 9, mtime=0)) <= compressed


def test_size(html):
    assert fits(html, *web.LIMITS)


def test_the_documents_name_the_limits():
    """Of pages, and of those with a list of words or a large game."""
    (raw, packed), (most, most_packed) = ([size >> 10 for size in pair] for pair in (web.LIMITS, web.MORE))
    docs = {name: " ".join((TREES.parent / "docs" / name).read_text("utf-8").split()) for name in (
        "how-to/play.md", "how-to/ship-web.md", "how-it-works/decisions.md",
    )}  # fmt: skip
    assert f"one file of less than {raw} KB" in docs["how-to/play.md"]
    assert f"below {raw} KB, and one with a list of words below {most} KB" in docs["how-to/ship-web.md"]
    assert f"below {raw} KB, {packed} KB compressed" in docs["how-it-works/decisions.md"]
    assert f"below {most} and {most_packed} KB" in docs["how-it-works/decisions.md"]


def test_policy_names_exactly_the_script_and_the_style(html):
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', html)
    assert "default-src 'none'" in policy and "unsafe" not in policy
    assert "worker-src blob:;" in policy
    for source, element in (("script-src", '<script type="module" id="script">'), ("style-src", "<style>")):
        text = html.split(element)[1].split("</")[0]
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{source} 'sha256-{digest}'" in policy


def test_nothing_from_elsewhere_and_no_html_from_data(html):
    assert set(re.findall(r"https?://[^'\" ]+", html)) <= {"http://www.w3.org/2000/svg"}
    assert re.search(r"(inner|outer|Adjacent)HTML|document\.write|\beval\(|Function\(|\bimport\b", html) is None


def test_data_cannot_leave_its_place():
    tree = build("parts", "p2c3n")
    html = web.page([("</script><script>alert(1)</script>\x7f", tree)])
    assert html.count("</script>") == 2
    assert "\x7f" not in html


def test_a_page_without_trees_is_refused():
    with pytest.raises(TreebuildError, match="at least one"):
        web.page([])


def test_games_that_a_browser_could_not_play():
    with pytest.raises(TreebuildError, match="p3c33r has 35937 codes: a page plays at most 32768; play this tree in"):
        web.page([("", build("simple", "p3c33r"))])
    with pytest.raises(TreebuildError, match="made by Python code, which the page cannot run: give"):
        replies = reply_matrix(two_d())
        web.page([("", grow(replies, lambda candidates, _: int(candidates[len(candidates) // 2])))])


@pytest.mark.long
def test_large_trees(monkeypatch):
    """Only with guesses that can be inferred, without short links, and within the limits of pages."""
    tree = build("minavg", "p3c22r")
    html = web.page([("", tree)])
    assert fits(html, *web.LIMITS) and described(html)["text"].count(".") == len(implicit.stored(tree)) - 1
    with pytest.raises(TreebuildError, match="at most 36 symbols and 10000 codes only; drop short"):
        web.page([("", tree)], short=True)
    with pytest.raises(TreebuildError, match=r"p4c11r: node \d+, with .* format infers .*; use normalise=True$"):
        web.page([("", build("simple", "p4c11r"))])
    monkeypatch.setattr(web, "MORE", (160 << 10, 16 << 10))
    with pytest.raises(
        TreebuildError, match=r"would have 1\d\d KB, 4\d KB compressed: expected at most 160 and 16; play"
    ):
        web.page([("", tree)])


def test_games_that_no_text_format_carries():
    """More codes than base-92 numbers, more symbols than there are digits: the page is told of them, in full."""
    for name, symbols in ("p2c93r", "0.0"), ("p2c40r", "0.0"):
        tree = build("simple", name)
        (data,) = re.findall(r'type="application/json"[^>]*>([^<]*)<', web.page([("", tree)]))
        (entry,) = json.loads(data)
        assert entry["game"] == name and entry["rules"]["symbols"][-1] == str(int(name[3:5]) - 1)
        assert tree.game.spell(tree.game.codes[0]) == symbols
        with pytest.raises(TreebuildError, match="drop short"):
            web.page([("", tree)], short=True)


def words(count: int) -> list[str]:
    """Words of five letters, which no compressor finds a rule in."""
    rng = random.Random(12)
    found: dict[str, None] = {}
    while len(found) < count:
        found["".join(rng.choices("abcdefghijklmnoprstuvwy", k=5))] = None
    return list(found)


def wordle(tmp_path: Path, codes: int, secrets: int) -> Tree:
    """A tree of a game of so many words, the first ones being the secrets; it asks secrets only."""
    listed = words(codes)
    (tmp_path / "codes.txt").write_text("\n".join(listed))
    (tmp_path / "secrets.txt").write_text("\n".join(listed[:secrets]))
    (tmp_path / "words.toml").write_text('rule = "wordle"\ncodes = "codes.txt"\nsecrets = "secrets.txt"\n')
    replies = reply_matrix(find_game(tmp_path / "words.toml"))
    return grow(replies, lambda candidates, _: int(replies.code_of[candidates[0]]))


def described(html: str) -> dict[str, Any]:
    """The first tree in the page."""
    found = re.search(r'id="trees">(.*?)</script>', html)
    assert found
    return dict(json.loads(found[1])[0])


@pytest.mark.parametrize(("codes", "secrets", "kept"), [(12972, 2315, 12972), (30000, 2315, 2315)])
def test_words_are_carried_while_they_fit(tmp_path, codes, secrets, kept):
    tree = wordle(tmp_path, codes, secrets)
    html = web.page([("words", tree)])
    assert fits(html, *web.MORE)
    entry = described(html)
    assert len(entry["rules"]["codes"]) == kept
    assert (len(entry["rules"]["secrets"] or entry["rules"]["codes"])) == secrets


def test_trees_of_one_game_on_a_page_have_the_same_codes(tmp_path):
    """The page makes each game once. Of 30,000 words it has those that some of the trees guess."""
    asks_secrets = wordle(tmp_path, 30000, 2315)
    replies, spell = reply_matrix(asks_secrets.game), asks_secrets.game.spell
    begins = 29999  # with a word that is no secret
    asks_another = grow(replies, lambda found, turns: int(replies.code_of[found[0]]) if turns else begins)
    html = web.page([("one", asks_secrets), ("other", asks_another)])
    entries = json.loads(re.findall(r'id="trees">(.*?)</script>', html)[0])
    assert entries[0]["rules"] == entries[1]["rules"]
    words = entries[0]["rules"]["codes"]
    assert len(words) == 2316
    for entry, tree in zip(entries, (asks_secrets, asks_another), strict=True):
        assert words[int(entry["text"].split(".")[0], 36)] == spell(tree.game.codes[tree.guess[0]])


def test_games_of_one_name_do_not_share_a_page(tmp_path):
    one, other = (build("minavg", small_games.words(codes)) for codes in (("abc", "acb", "bca"), ("abc", "cab", "bac")))
    with pytest.raises(TreebuildError, match="two games are called 'words': export them apart"):
        web.page([one, other])
    assert web.page([one, ("again", one)])
    game = small_games.words(small_games.WORDS, small_games.WORDS[:6])
    replies = reply_matrix(game)
    for first in 0, 7:
        tree = grow(replies, lambda found, turns, first=first: int(found[0]) if turns else first)  # type: ignore[misc]
        save(tree, tmp_path / f"{first}.msgpack")
    files = [tmp_path / f"{first}.msgpack" for first in (0, 7)]
    with pytest.raises(TreebuildError, match="two trees of 'words' carry only their own guesses: name the game"):
        web.page([load(file) for file in files])
    assert web.page([load(file, game) for file in files])


def test_a_page_of_a_tree_of_words_says_how_it_takes_all_words(tmp_path):
    """The file of a tree has only some words: with --game the page has all, and without it says so."""
    save(wordle(tmp_path, 60, 20), tmp_path / "t.msgpack")
    for options, kept in ("", 20), ("--game words.toml", 60):
        done = run_text(f"export web t.msgpack --force -o t.html {options}", cwd=tmp_path)
        assert done.returncode == 0 and ("t.msgpack has only the 20 words " in done.stderr) is (kept == 20)
        assert len(described((tmp_path / "t.html").read_text("utf-8"))["rules"]["codes"]) == kept


@pytest.mark.parametrize("game", ["bulls-only", "no-leading-zero", "twod", "four-colours"])
def test_described_games_fit(game):
    html = web.page([(game, best(game))])
    assert fits(html, *web.LIMITS)
    assert described(html)["rules"]["rule"] in ("bulls", "bulls-cows", "table")


def test_every_page_has_the_same_script(html, tmp_path):
    """One that plays every game and reads every format of the page."""

    def script(html: str) -> str:
        return html.split('id="script">')[1].split("</script>")[0]

    others = build("simple", "p4c6r"), best("twod"), wordle(tmp_path, 60, 20)
    assert {script(web.page([("", tree)])) for tree in others} == {script(html)}


@pytest.mark.long
def test_the_trees_of_the_page(html):
    """Each has the counts of its replay; those that the page makes itself are treebuild's (tests/browser)."""
    found = re.search(r'id="trees">(.*?)</script>', html)
    assert found
    listed = json.loads(found[1])
    assert [tree["game"] for tree in listed] == [
        *4 * ["p4c10n"], *3 * ["p3c10n"], "p5c10n", *2 * ["four different digits, not 0 first"], *3 * ["p4c6r"],
        "p5c6r", "p5c8r",
    ]  # fmt: skip
    for tree in listed:
        if tree["game"] == "p5c8r":  # too large to be grown here: its hints come along the path
            assert (tree["grown"], tree["counts"]) == ("minavg", [])
            continue
        rule, game = tree.get("grown"), "no-leading-zero" if tree.get("rules") else tree["game"]
        made = build(rule, game) if rule else ranked.decode(tree["text"].encode(), game)
        assert list(made.counts) == tree["counts"] and (rule is None) == bool(tree["text"])


def test_only_pncm_games_have_short_links():
    with pytest.raises(
        TreebuildError,
        match="the page has short links for pNcM games of at most 36 symbols and 10000 codes only; drop short",
    ):
        web.page([("", best("p3c4r")), ("", best("twod"))], short=True)


def test_colours_have_one_name_each_in_page_and_terminal():
    (said,) = re.findall(r"^  colours: \[(.*?)\],$", WORDS.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert re.findall(r'"([^"]*)"', said) == list(COLOURS.values())
    assert {len(names.split()) for names in COLOURS.values()} == {len(user_input.LETTERS)}


def test_every_language_says_everything():
    said = re.findall(r"^  (\w+): \[\s*(.*?),?\s*\],$", WORDS.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert len({key for key, _ in said}) == len(said) > 30
    for key, texts in said:
        spoken = [text.split("|") for text in re.findall(r'"([^"]*)"', texts)]
        assert len(spoken) == 3, key
        holes = {tuple(sorted(re.findall(r"{\w+}", form))) for forms in spoken for form in forms}
        assert len(holes) == 1, key
    others = (path for path in WORDS.parent.glob("*.js") if path not in (WORDS, WORDS.with_name("page.min.js")))
    code = "".join(path.read_text("utf-8") for path in others)
    code += Path(web.__file__).read_text("utf-8") + " ".join(kind for kind, _, _ in SHOWN)
    code += " ".join(f"{rule}Only" for rule in GUESSES)  # which ruled.js makes of the rule's name
    assert [key for key, _ in said if not re.search(rf"\b{key}\b", code)] == []
