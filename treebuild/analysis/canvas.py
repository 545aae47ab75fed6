"""Pictures as files: SVG, PDF, PNG, a page of HTML, always with the same bytes. Needs matplotlib (extra `plot`)."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from typing import Any

from treebuild.errors import UsageError, printable, some_of, warn
from treebuild.extras import library

WIDTH = 4.8  # inches: on a phone, 390 pixels wide, letters of 10 points are still 11 pixels high
EXTENSIONS = (".svg", ".pdf", ".png", ".html")
DOTS = 200  # per inch, of a PNG
MOST_SIGNS = 20  # that a warning names
_LACKING = re.compile(r"Glyph (\d+) .* missing from")  # a warning of matplotlib

STYLE: dict[Any, Any] = {
    "svg.hashsalt": "treebuild",  # else ids are drawn at random
    "svg.fonttype": "none",  # text stays text
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "axes.titlesize": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "text.parse_math": False,  # a $ in a name is a $
    "hatch.linewidth": 0.6,
    "savefig.facecolor": "white",
}
SHADES = "YlGnBu"  # from light to dark, also in print without colours

PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
body {{ max-width: 60rem; margin: auto; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; }}
body {{ color: #111; background: #fff; }}
figure {{ margin: 0 0 2rem; break-inside: avoid; }}
svg {{ width: 100%; max-width: 44rem; height: auto; }}
@media print {{ svg {{ max-height: 10.5cm; }} }}
</style>
</head>
<body>
<h1>{title}</h1>
{figures}
</body>
</html>
"""


@dataclass(frozen=True)
class Picture:
    """A figure of matplotlib, and a caption."""

    figure: Any
    caption: str

    def __post_init__(self) -> None:
        """Make the caption printable: it quotes names of files and what was typed."""
        object.__setattr__(self, "caption", printable(self.caption))

    def svg(self) -> str:
        """The picture as an SVG that stands alone."""
        return self._saved("svg", {"Date": None, "Creator": None, "Title": self.caption}).decode()

    def png(self) -> bytes:
        """The picture as PNG."""
        return self._saved("png", {"Software": None})

    def pdf(self) -> bytes:
        """The picture as PDF."""
        return self._saved("pdf", {"CreationDate": None, "Creator": None, "Producer": None, "Title": self.caption})

    def _saved(self, kind: str, metadata: dict[str, str | None]) -> bytes:
        stream = io.BytesIO()
        with style(), warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            self.figure.savefig(stream, format=kind, dpi=DOTS, metadata=metadata)
        lacking = {chr(int(found[1])) for one in caught if (found := _LACKING.match(str(one.message)))}
        if lacking and kind != "svg":  # there text stays text, in the fonts of whoever reads it
            signs = some_of(sorted(lacking), MOST_SIGNS, "")
            warn(f"boxes are drawn for {signs}: .svg and .html show such signs")
        return stream.getvalue()


@contextmanager
def style() -> Iterator[None]:
    """Draw in the style of treebuild, not in the user's own. Raises TreebuildError without matplotlib."""
    missing = "pictures need matplotlib, which is not installed: pip install 'treebuild[plot]'"
    mpl = library("matplotlib", missing)
    library("matplotlib.font_manager", missing)  # which may run a program, to find fonts
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(STYLE)
        yield


def blank(height: float) -> Any:
    """A figure of WIDTH, and `height` inches high; only inside `style`."""
    from matplotlib.figure import Figure

    return Figure(figsize=(WIDTH, height), layout="constrained")


def page(title: str, pictures: Sequence[Picture]) -> str:
    """One HTML file with pictures and their captions."""
    figures = []
    for number, picture in enumerate(pictures, 1):
        svg = picture.svg()
        drawn = svg[svg.index("<svg") :].replace('id="', f'id="p{number}-').replace('"#', f'"#p{number}-')
        drawn = drawn.replace("url(#", f"url(#p{number}-")
        figures.append(f"<figure>\n{drawn}<figcaption>{escape(picture.caption)}</figcaption>\n</figure>")
    return PAGE.format(title=escape(title), figures="\n".join(figures))


def check_extension(extension: str) -> None:
    """Raise TreebuildError for an extension that is none of EXTENSIONS."""
    if extension not in EXTENSIONS:
        raise UsageError(
            f"a picture cannot be written as {extension or 'a file without an extension'}: expected "
            f"{', '.join(EXTENSIONS[:-1])} or {EXTENSIONS[-1]}"
        )


def encoded(picture: Picture, extension: str) -> bytes:
    """The picture in the format of one of EXTENSIONS."""
    check_extension(extension)
    if extension == ".png":
        return picture.png()
    if extension == ".pdf":
        return picture.pdf()
    return (picture.svg() if extension == ".svg" else page("treebuild", [picture])).encode()
