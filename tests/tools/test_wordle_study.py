"""docs/wordle-study.md is what the code makes of Wordle's lists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools import wordle_study

PAGE = Path(__file__).parents[2] / "docs" / wordle_study.PAGE


def rows(text: str) -> list[list[str]]:
    """The cells of its tables, without the last column, which is the time they took."""
    return [line.split("|")[1:-2] for line in text.splitlines() if line.startswith("|")]


def test_published_totals_come_out() -> None:
    """In the page's tables of rules every published figure stands beside the same figure of ours."""
    published = 0
    for cells in rows(PAGE.read_text("utf-8")):
        if len(cells) == 6 and re.match(r"\d", cells[1].strip()):
            total, _, theirs, few, theirs_of_six = (cell.strip() for cell in cells[1:])
            published += bool(theirs) + bool(theirs_of_six)
            assert theirs in ("", total) and theirs_of_six in ("", few), cells
    assert published == 7


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_the_page_is_what_the_code_makes(tmp_path: Path) -> None:
    made = wordle_study.write(tmp_path).read_text("utf-8")
    page = PAGE.read_text("utf-8")
    assert rows(made) == rows(page)
    assert [line for line in made.splitlines() if not line.startswith("|")] == [
        line for line in page.splitlines() if not line.startswith("|")
    ]
