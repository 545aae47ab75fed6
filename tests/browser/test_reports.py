"""The report of trees, and their comparison, as Chromium shows them."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import built, mostly_long
from treebuild.publish.report import comparison, report

SHOWN = [*product((report, comparison), ((320, "light"), (390, "dark"), (1280, "light"), (1280, "dark")))]


@pytest.mark.parametrize(("write", "screen"), mostly_long(SHOWN, [SHOWN[0], SHOWN[-1]]))
def test_tables_scroll_inside_and_the_page_does_not(chromium: Any, axe: str, write: Any, screen: Any, tmp_path: Path):
    """On a phone and a desk, in both colour schemes and on paper; axe-core finds nothing to object to."""
    pair = [("parts <b>", built("parts", "p4c6r")), ("crush", built("crush", "p4c6r"))]
    (tmp_path / "page.html").write_text(write(pair), "utf-8")
    width, scheme = screen
    page = chromium.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme, bypass_csp=True)
    page.goto((tmp_path / "page.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.add_script_tag(content=axe)
    assert page.evaluate("axe.run().then((found) => found.violations.map((one) => one.id))") == []
    page.emulate_media(media="print")
    style = "it => getComputedStyle(it).overflowX === 'visible'"
    assert page.evaluate(f"[...document.querySelectorAll('.scroll')].every({style})")
    page.close()
