"""The page of a tree whose secrets have groups, used with the keyboard and by pressing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.helpers.make_proof_vectors import faults
from treebuild import build
from treebuild.publish.page import page


@pytest.mark.parametrize("wire", ["wire", "<!--<script> </script></script>"])
def test_the_page_ends_with_the_name_of_the_group(wire: str, chromium: Any, tmp_path: Any) -> None:
    game = faults().grouped({"1": wire, "4": wire})
    tree = build("exact", game, objective="total")
    path = tmp_path / "key.html"
    path.write_text(page([("", tree)]), encoding="utf-8")
    shown, errors = chromium.new_page(), list[str]()
    shown.on("pageerror", lambda error: errors.append(str(error)))
    shown.on("console", lambda message: errors.append(message.text))
    shown.goto(path.as_uri())
    for secret, found in zip(tree.game.secrets, (wire, "2", "3", wire), strict=True):
        while not shown.inner_text("#asked").startswith("Found"):
            code = tree.game.parse(shown.inner_text("#asked"))
            shown.click(f"text='{tree.game.replies[tree.game.reply(code, secret)]}'")
        assert shown.inner_text("#asked") == f"Found: {found}"
        questions = shown.locator("li").count()
        shown.click("text='take back'")
        assert shown.locator("li").count() == questions - 1
        while shown.locator("text='take back'").count():
            shown.click("text='take back'")
    shown.close()
    assert errors == []


@pytest.mark.parametrize(
    ("locale", "found", "back", "again"),
    [
        ("en-GB", "Found", "take back", "start again"),
        ("ru-RU", "Найдено", "взять ответ назад", "начать заново"),
        ("zh-CN", "找到了", "撤回", "重新开始"),
        ("de-DE", "Found", "take back", "start again"),
    ],
)
def test_the_page_speaks_the_language_of_the_browser(
    locale: str, found: str, back: str, again: str, chromium: Any, tmp_path: Path
) -> None:
    tree = build("exact", faults().grouped({"1": "wire", "4": "wire"}), objective="total")
    path = tmp_path / "key.html"
    path.write_text(page([("", tree)]), encoding="utf-8")
    context, errors = chromium.new_context(locale=locale), list[str]()
    shown = context.new_page()
    shown.on("pageerror", lambda error: errors.append(str(error)))
    shown.on("console", lambda message: errors.append(message.text))
    shown.goto(path.as_uri())
    while again not in shown.locator("button").all_inner_texts():
        shown.locator("button").first.click()
    assert shown.inner_text("#asked").startswith(f"{found}: ")
    assert shown.locator("button").all_inner_texts() == [back, again]
    assert shown.get_attribute("html", "lang") == (locale[:2] if found != "Found" else "en")
    shown.select_option("select", "zh")
    assert shown.inner_text("#asked").startswith("找到了: ") and shown.get_attribute("html", "lang") == "zh"
    assert shown.evaluate("document.activeElement.tagName") == "SELECT"
    shown.click("text='重新开始'")
    assert shown.inner_text("#asked") == tree.asked(0)
    context.close()
    assert errors == []
