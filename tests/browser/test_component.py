"""The example web component, in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.helpers.players import ROOT, exported, secret_answers
from treebuild.tree.tree import Tree

COMPONENT = ROOT / "docs" / "examples" / "component"


def test_web_component(minavg: Tree, tmp_path: Path, chromium: Any) -> None:
    files = {path.name: path.read_text() for path in COMPONENT.iterdir()}
    files["game.js"] = exported("js", tmp_path, "game.js", minavg).read_text()
    kinds = {".html": "text/html", ".js": "text/javascript"}

    def serve(route: Any) -> None:
        name = route.request.url.rpartition("/")[2]
        route.fulfill(body=files[name], content_type=kinds[Path(name).suffix])

    page = chromium.new_page(color_scheme="dark")
    errors: list[Any] = []
    page.on("pageerror", lambda error: errors.append(error))
    page.route("http://example.test/**", serve)
    page.goto("http://example.test/index.html")
    answers = secret_answers(minavg, 2000)
    page.get_by_role("button").first.wait_for()
    boxes = [button.bounding_box() for button in page.get_by_role("button").all()]
    assert all(box["width"] >= 44 and box["height"] >= 44 for box in boxes) and len(boxes) == 15
    page.get_by_role("button", name="0 bulls, 0 cows").click()
    page.get_by_role("button", name="Take back").click()
    for bulls, cows in answers:
        page.get_by_role("button", name=f"{bulls} bulls, {cows} cows").click()
    assert page.locator("p").text_content() == f"Found in {len(answers)}." and not errors
    ground = page.get_by_role("button").last.evaluate("(button) => getComputedStyle(button).backgroundColor")
    assert ground != "rgb(239, 239, 239)"  # Chromium's buttons in the light
    page.close()
