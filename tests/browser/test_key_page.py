"""The page of a key, used with the keyboard and by pressing: it speaks of questions, answers and findings."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.browser.table import Table
from tests.helpers.make_proof_vectors import faults
from tests.helpers.small_games import animals
from treebuild import build
from treebuild.game.lookup import find_game
from treebuild.publish.page import LIMITS, page
from treebuild.tree.tree import Tree

ANIMALS = Path(__file__).parents[2] / "docs" / "examples" / "diagnosis" / "animals.toml"
LETTERS = "abcdefghijklmn"
GAME_WORDS = ("secret", "guess", "Race", "Daily", "Train", "possibilit")
Visit = Callable[..., Table]


@pytest.fixture
def search(visit: Visit, tmp_path: Path) -> Callable[..., Table]:
    """search(tree, locale="ru-RU", ...) opens the page of a key."""

    def open_key(tree: Tree, **context: Any) -> Table:
        (tmp_path / "key.html").write_text(page([("", tree)]), "utf-8")
        return visit("", path=tmp_path / "key.html", **context)

    return open_key


def answer(table: Table, text: str) -> None:
    table.page.locator(".answers button", has_text=text).first.click()


def listed(table: Table, what: str) -> list[str]:
    return [str(text) for text in table.page.locator(what).all_inner_texts()]


@pytest.mark.parametrize("wire", ["wire", "<!--<script> </script></script>"])
def test_the_page_ends_with_the_name_of_the_group(wire: str, search: Callable[..., Table]) -> None:
    tree = build("exact", faults().grouped({"1": wire, "4": wire}), objective="total")
    table, game = search(tree), tree.game
    for secret, found in zip(game.secrets, (wire, "2", "3", wire), strict=True):
        while not table.shows(".found"):
            code = game.parse(table.text("#asked"))
            table.page.get_by_role("button", name=game.replies[game.reply(code, secret)], exact=True).click()
        assert table.text("#asked") == found
        asked = table.page.locator(".given li").count()
        table.tap("#back")
        assert table.page.locator(".given li").count() == asked - 1 and not table.shows(".found")
        table.press("Backspace " * (asked - 1))
        assert not table.shows("#back")


def test_each_question_has_its_own_answers_the_last_one_too(search: Callable[..., Table]) -> None:
    table = search(build("minavg", find_game(ANIMALS)), viewport={"width": 320, "height": 568})
    words = table.text("body")
    assert "Questions: 12. Findings: 61." in words and not any(word in words for word in GAME_WORDS)
    assert table.text("#asked") == "What does it fight with?"
    assert "claws" in listed(table, ".answers button") and "in trees" not in listed(table, ".answers button")
    answer(table, "claws")
    assert listed(table, ".given li span") == ["What does it fight with? claws"] and table.fits
    while not table.shows(".found"):
        assert "found" not in listed(table, ".answers button")
        table.page.locator(".answers button:not(.unfit)").first.click()
    assert table.page.locator(".answers").count() == 0 and table.cut() == []


def test_who_does_not_know_is_asked_another_question(search: Callable[..., Table]) -> None:
    table = search(build("minavg", find_game(ANIMALS)))
    asked = []
    while table.shows("#unknown"):
        asked.append(table.text("#asked"))
        assert table.text("#left") == "Still possible: 61"
        table.press("?") if len(asked) % 2 else table.tap("#unknown")
    assert len(set(asked)) == len(asked) == 12
    assert (
        "No other question of this key tells these apart" in table.text("#view")
        and len(listed(table, "#asked li")) == 61
    )
    table.page.get_by_label("Back to question 3").click()
    assert table.text("#asked") == asked[2] and table.page.locator(".given li").count() == 2


def test_several_answers_may_be_right(search: Callable[..., Table]) -> None:
    table, game = search(build("minavg", find_game(ANIMALS))), find_game(ANIMALS)
    table.tap("#several")
    for text in ("claws", "teeth"):
        answer(table, text)
    table.tap("#goOn")
    assert listed(table, ".given b") == ["claws or teeth"]
    said = {name: game.answer("What does it fight with?", name) for name in map(game.spell, game.secrets)}
    assert listed(table, ".names li") == [name for name, answered in said.items() if answered in ("claws", "teeth")]


def test_an_answer_that_nothing_has_says_which_may_be_wrong(search: Callable[..., Table]) -> None:
    table = search(build("minavg", find_game(ANIMALS)))
    table.tap("#unknown")
    answer(table, "feathers")
    table.page.locator(".answers .unfit").first.click()
    assert "Nothing has all these answers." in table.text("#clash")
    assert listed(table, ".given .marked b") == ["feathers"]
    table.tap("#back")
    assert table.text("#asked") == "What covers it?" and not table.shows("#clash")


def test_another_question_may_be_chosen(search: Callable[..., Table]) -> None:
    table = search(build("minavg", find_game(ANIMALS)))
    table.tap("#others > summary")
    table.page.locator("#others button", has_text="Can it fly?").click()
    assert table.text("#asked") == "Can it fly?"
    answer(table, "yes")
    assert table.text("#asked") != "What does it fight with?" or table.page.locator(".given li").count() == 1


def test_each_question_that_tells_findings_apart_may_be_chosen(search: Callable[..., Table], tmp_path: Path) -> None:
    rows = [f"{letter}?,{','.join('yes' if letter == other else 'no' for other in LETTERS)}" for letter in LETTERS]
    (tmp_path / "k.csv").write_text("\n".join([f"question,{','.join(LETTERS)}", *rows]))
    (tmp_path / "k.toml").write_text('rule = "table"\ntable = "k.csv"\nguesses = "identify"\n')
    table = search(build("minavg", find_game(tmp_path / "k.toml")))
    table.tap("#others > summary")
    table.page.wait_for_selector("#others button")
    assert table.page.locator("#others button").count() == len(LETTERS) - 1


def test_a_hypothesis_is_shown_at_each_place_where_it_keys_out(search: Callable[..., Table], tmp_path: Path) -> None:
    """x is white or red, and y cannot be told from a red x."""
    (tmp_path / "k.csv").write_text("question,x,y,z\ncolour?,white/red,red,white\nlarge?,no,no,yes\n")
    (tmp_path / "k.toml").write_text('rule = "table"\ntable = "k.csv"\nguesses = "identify"\n')
    table = search(build("exact", find_game(tmp_path / "k.toml"), objective="total"))
    table.tap("#all > summary")
    table.page.wait_for_selector("#all details")
    assert listed(table, "#all details summary") == ["x", "y", "z"]
    table.page.locator("#all details summary").first.click()
    ways = listed(table, "#all details[open] p")
    assert len(ways) == 2 and any("colour? red" in one and one.endswith("→ x or y") for one in ways)
    table.page.locator("#all details summary").nth(1).click()
    assert any(one.endswith("→ x or y") for one in listed(table, "#all details[open] p"))


def test_findings_that_no_question_tells_apart_are_named_together(search: Callable[..., Table]) -> None:
    table = search(build("simple", animals()))
    while table.shows("#unknown"):
        answer(table, "yes")
    assert listed(table, "#asked li") == ["dog", "cat"]


@pytest.mark.parametrize(
    ("locale", "found", "back", "again"),
    [
        ("en-GB", "Found", "Back", "Start again"),
        ("ru-RU", "Найдено", "Назад", "Начать заново"),
        ("zh-CN", "找到了", "返回", "重新开始"),
        ("de-DE", "Found", "Back", "Start again"),
    ],
)
def test_the_page_speaks_the_language_of_the_browser(
    locale: str, found: str, back: str, again: str, search: Callable[..., Table]
) -> None:
    tree = build("exact", faults().grouped({"1": "wire", "4": "wire"}), objective="total")
    table = search(tree, locale=locale)
    while not table.shows(".found"):
        table.page.locator(".answers button:not(.unfit)").first.click()
    assert table.text("section .hint") == found
    assert [table.text("#back"), table.text("#again")] == [back, again]
    assert table.page.get_attribute("html", "lang") == (locale[:2] if found != "Found" else "en")
    table.page.focus("select")
    table.page.select_option("select", "zh")
    assert table.text("section .hint") == "找到了" and table.page.get_attribute("html", "lang") == "zh"
    assert table.page.evaluate("document.activeElement.tagName") == "SELECT"
    table.tap("#again")
    assert table.text("#asked").casefold() == tree.asked(0).casefold()


def test_the_page_has_nothing_that_only_games_need() -> None:
    assert len(page([("", build("minavg", find_game(ANIMALS)))])) < LIMITS[0] // 4


def test_a_digit_means_the_answer_of_this_text(search: Callable[..., Table], tmp_path: Path) -> None:
    (tmp_path / "k.csv").write_text("question,snake,bird,dog,beetle\nLegs?,0,2,4,6\n")
    (tmp_path / "k.toml").write_text('rule = "table"\ntable = "k.csv"\nguesses = "identify"\n')
    table = search(build("minavg", find_game(tmp_path / "k.toml")))
    for key, found in zip("3024", ("", "snake", "bird", "dog"), strict=True):
        table.press(key)
        assert (table.text("#asked"), table.shows(".found")) == (found or "Legs?", bool(found))
        table.press("Backspace")
    letters = search(build("minavg", faults()))
    letters.press("1")
    assert letters.shows("#back")
