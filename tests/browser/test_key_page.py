"""The page of a tree whose secrets have groups, used with the keyboard and by pressing."""

from __future__ import annotations

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
