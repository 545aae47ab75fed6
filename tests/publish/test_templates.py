"""Files that are filled with data."""

from __future__ import annotations

import base64
import hashlib
import json

import pytest

from treebuild.publish import templates


def test_data_stays_data() -> None:
    """What looks like a placeholder, or like the end of a script, is text."""
    html = templates.paper("</title>", "{{body}}", "report.css", "{{title}}")
    assert "<title>&lt;/title&gt;</title>" in html and "<h1>{{body}}</h1>\n{{title}}\n" in html
    said = ["</script>&\x7f", 'a "b"']
    literal = templates.literal(said)
    assert json.loads(literal) == said and not set("<>&\x7f") & set(literal)


def test_every_placeholder_needs_its_data() -> None:
    with pytest.raises(KeyError, match="version"):
        templates.filled("player/app/worker.js")


@pytest.mark.parametrize("style", ["report.css", "booklet.css", "printed_key.css"])
def test_a_page_shows_its_own_style_alone(style: str) -> None:
    html = templates.paper("a", "b", style, "c")
    shown = html.split("<style>")[1].split("</style>")[0]
    digest = base64.b64encode(hashlib.sha256(shown.encode()).digest()).decode()
    assert f"default-src 'none'; style-src 'sha256-{digest}'\"" in html
