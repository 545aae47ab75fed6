"""Files that are filled with data, and how data is written so that it stays data."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from collections.abc import Iterable
from html import escape
from importlib import resources

WIDTH = 110  # columns of the lines that hold data


def source(name: str) -> str:
    """A file of the package, such as "player/treeplayer.js"."""
    return (resources.files("treebuild") / name).read_text("utf-8")


def filled(name: str, **data: object) -> str:
    """A file of the package with data in place of its placeholders, such as {{title}}; braces in data are only text."""
    return re.sub(r"\{\{([a-z_]+)\}\}", lambda hole: str(data[hole[1]]), source(name))


def header(name: str, **data: object) -> str:
    """A C header filled with data. The value of its guard tells it from a header of another tree."""
    made = filled(name, guard="", **data)
    return filled(name, guard=f"0x{zlib.crc32(made.encode()):08x}", **data)


def page(name: str, style: str, script: str = "", **data: object) -> str:
    """A file of HTML, filled with data, a style and a script.

    The content security policy of the file has the digests of both, so that browsers run and show nothing else.
    """
    digests = {"style_digest": _digest(style), "script_digest": _digest(script)}
    return filled(name, style=style, script=script, **digests, **data)


def paper(title: str, heading: str, style: str, body: str) -> str:
    """A page to read or to print. Title and heading are text, `style` is a file beside this one, `body` is HTML."""
    return page(
        "publish/paper.html", source(f"publish/{style}"), title=escape(title), heading=escape(heading), body=body
    )


def literal(value: object) -> str:
    """A value as JSON without markup and control characters, so that it survives HTML and text editors."""
    text = json.dumps(value, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026").replace("\x7f", "\\u007f")


def lines(pieces: Iterable[str], between: str = "") -> list[str]:
    """Pieces one after another in lines of at most WIDTH columns; a longer piece has a line of its own."""
    made = [""]
    for piece in pieces:
        if made[-1] and len(made[-1]) + len(between) + len(piece) > WIDTH:
            made.append("")
        made[-1] += between + piece if made[-1] else piece
    return made


def remark(name: str) -> str:
    """A name from a file as a part of a comment, which it cannot end."""
    return "".join(c if c.isalnum() or c in " .,:+-" else "_" for c in name[:100])


def _digest(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
