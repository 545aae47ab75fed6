"""The files that the documents name are there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCUMENTS = ["docs/architecture.md", "CONTRIBUTING.md"]
NAMED = re.compile(r"`((?:treebuild|tests|schema|trees|docs|[a-z]+)/[\w./-]*\w)`")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_files_named_in_a_document_exist(document: str) -> None:
    named = NAMED.findall((ROOT / document).read_text("utf-8"))
    assert len(named) > 5
    for name in named:
        assert (ROOT / name).exists() or (ROOT / "treebuild" / name).exists(), f"{document}: {name}"


def test_contributing_fits_a_screen() -> None:
    assert len((ROOT / "CONTRIBUTING.md").read_text("utf-8").splitlines()) < 60
