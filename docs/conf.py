"""The site of documents: `make docs` builds it in docs/_build, and a warning is an error."""

import os
import re
import sys
from pathlib import Path
from typing import ClassVar

from pygments.lexer import RegexLexer
from pygments.token import Comment, Text
from sphinx.application import Sphinx

HERE = Path(__file__).parent
ROOT = HERE.parent
sys.path.insert(0, str(HERE / "_ext"))

project = "treebuild"
author = "The treebuild authors"
copyright = "The treebuild authors"
version = release = re.findall(r'"(.+)"', (ROOT / "treebuild/version.py").read_text("utf-8"))[-1]

extensions = ["myst_parser", "sphinx.ext.autodoc", "program", "public_api"]
exclude_patterns = ["examples/diagnosis", "_build", "_ext"]
html_theme = "furo"
html_title = "treebuild"
html_copy_source = False
html_show_sphinx = False
smartquotes = False
html_theme_options = {"navigation_with_keys": True}
pygments_style = "friendly"
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
suppress_warnings = ["myst.header"]  # the shipped pages that begin with a second-level heading

# Docstrings are plain text in which `single backticks` mark code.
default_role = "literal"
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True

# Pages that lie elsewhere in the repository, and their places in the site.
ADOPTED = {
    **{page: f"formats/{page.name.lower()}" for page in sorted((ROOT / "schema").glob("*.md"))},
    ROOT / "trees/RESULTS.md": "results/trees.md",
    ROOT / "trees/FRONTIER.md": "results/frontier.md",
    ROOT / "trees/WORST.md": "results/worst.md",
    ROOT / "CONTRIBUTING.md": "contributing.md",
    ROOT / "CHANGELOG.md": "changelog.md",
}
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s:#]+)(#[^)\s]*)?\)")


class CommandLexer(RegexLexer):
    """Commands and their comments. In the shell's own lexer `export` is a keyword of `treebuild export`."""

    tokens: ClassVar = {"root": [(r"(?m)(?:^|(?<=\s))#.*$", Comment), (r"\S+|\s+", Text)]}


def adopt() -> None:
    """Write the adopted pages into docs/, each only when it has changed."""
    for source, target in ADOPTED.items():
        page, text = HERE / target, source.read_text("utf-8")
        page.parent.mkdir(exist_ok=True)
        if not page.exists() or page.read_text("utf-8") != text:
            page.write_text(text, "utf-8")


def turn_links(app: Sphinx, docname: str, content: list[str]) -> None:
    """Make links lead to pages of the site. A link to another file becomes a download, one to a folder becomes text."""
    page = HERE / f"{docname}.md"
    origin = next((source for source, target in ADOPTED.items() if HERE / target == page), page)

    def turned(link: re.Match[str]) -> str:
        mark, text, target, anchor = link[1], link[2], link[3], link[4] or ""
        file = Path(os.path.normpath(origin.parent / target))
        if file.is_dir():
            return f"{text} (`{file.relative_to(ROOT)}/`)"
        file = HERE / ADOPTED[file] if file in ADOPTED else file
        return f"{mark}[{text}]({os.path.relpath(file, page.parent)}{anchor})"

    content[0] = LINK.sub(turned, content[0])


def setup(app: Sphinx) -> None:
    """Adopt the pages before Sphinx looks for sources."""
    adopt()
    app.add_lexer("sh", CommandLexer)
    app.connect("source-read", turn_links)
