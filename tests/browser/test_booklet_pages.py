"""The booklets of the best trees, as the browser prints them."""

from __future__ import annotations

import re

import pytest

from tests.conftest import TREES
from treebuild.codec import load
from treebuild.publish.booklet import booklet


@pytest.mark.parametrize(("file", "pages"), [("p4c10n/avg", 40), ("p4c6r/avg5", 8)])
def test_the_best_trees_fit_few_pages(chromium, file, pages):
    page = chromium.new_page()
    page.set_content(booklet(load(TREES / f"{file}.msgpack")))
    printed = page.pdf(prefer_css_page_size=True)
    page.close()
    assert 1 < len(re.findall(rb"/Type\s*/Page\b", printed)) <= pages
