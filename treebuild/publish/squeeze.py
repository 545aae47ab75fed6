"""Scripts and styles of the page as browsers need them: no comments, indents and spaces; words by language."""

from __future__ import annotations

import re
from collections.abc import Iterator

_COMMENT = re.compile(r"^ *(//.*|/\*(?s:.*?)\*/)\n|^\n| +// .*$", re.MULTILINE)  # no string holds " // "
_QUOTED = re.compile(r'"(?:\\.|[^"\\])*"' r"|'(?:\\.|[^'\\])*'")
_REGEX = re.compile(r"/(?![/*])(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\[\n])+/\w*")
_BEFORE_REGEX = re.compile(r"(?:[(,=:\[!&|?{};>]|\n)\s*$")
_SPECIAL = re.compile(r"[\"'`/{}]")  # where a literal, a template or what it fills in may begin or end
_SIGNS = re.compile(r" *([+-]=|[=(){}\[\],;:?<>*&|!]+) *")
_SUMS = re.compile(r"(?<=[\w)\]]) ?([+-]) (?=[\w(\[])")  # a - -b must not join
_LINES = re.compile(r"(?<=[{(\[,;:?=&|])\n|\n(?=[})\],;:?.=&|])")  # line ends that end no statement
_SAID = r'(\w+):\[((?:"[^"\\`]*",?)+)\],?'
_WORDS = re.compile(rf"(?<=const WORDS=)\{{((?:{_SAID})+)\}}")  # what a page says, by its keys


def script(code: str) -> str:
    """A script that does the same; strings, templates and regular expressions stay as they are."""
    kept = "".join(text if literal else _joined(text) for literal, text in pieces(_plain(code)))
    trimmed = re.sub(r"^ +| +$", "", kept, flags=re.MULTILINE)
    return "".join(text if literal else _LINES.sub("", text) for literal, text in pieces(trimmed))


def by_language(code: str) -> str:
    """A script, as `script` leaves it, that has its table of words as texts of one language each, a line a key.

    What is alike stands together so, and compresses better. A script without a table stays as it is.
    """

    def texts(table: re.Match[str]) -> str:
        said = [(key, *_QUOTED.findall(words)) for key, words in re.findall(_SAID, table[1])]
        lists = ",".join("`" + "\n".join(text.strip('"') for text in texts) + "`" for texts in zip(*said, strict=True))
        return (
            "((keys,...texts)=>Object.fromEntries(keys.map((key,at)=>[key,texts.map(text=>text[at])])))"
            f'(...[{lists}].map(text=>text.split("\\n")))'
        )

    return _WORDS.sub(texts, code)


def style(code: str) -> str:
    """A style sheet that says the same. Spaces in selectors and values have a meaning; beside braces they have none."""
    return re.sub(r" *([{};,]) *|(?<=:) (?=[^{}]*[;}])", lambda sign: sign[1] or "", _plain(code))


def _joined(code: str) -> str:
    return _SUMS.sub(r"\1", _SIGNS.sub(r"\1", code))


def _plain(code: str) -> str:
    return re.sub(r"^ +", "", _COMMENT.sub("", code), flags=re.MULTILINE)


def pieces(code: str) -> Iterator[tuple[bool, str]]:
    """The script in pieces (whether it is a literal, text); what templates fill in is code again."""
    open_braces: list[int] = []  # of each template that is being filled in, the braces open within
    at = start = 0
    while found := _SPECIAL.search(code, at):
        at, sign = found.start(), found[0]
        closes = sign == "}" and bool(open_braces) and not open_braces[-1]
        if literal := _literal(code, at, code[start:at]):
            yield False, code[start:at]
            yield True, literal
            at = start = at + len(literal)
        elif sign == "`" or closes:
            if closes:
                open_braces.pop()
            yield False, code[start:at]
            yield True, sign
            start = _template_end(code, at + 1)
            yield True, code[at + 1 : start]
            at = start
            if code[at - 1] != "`":
                open_braces.append(0)
        else:
            if open_braces:
                open_braces[-1] += (sign == "{") - (sign == "}")
            at += 1
    yield False, code[start:]


def _template_end(code: str, at: int) -> int:
    """Where the text of a template ends: after its backtick, or after the ${ of what it fills in."""
    found = re.compile(r"(?:\\.|(?!\$\{)[^`\\])*(?:`|\$\{)", re.DOTALL).match(code, at)
    assert found, "a template without an end"
    return found.end()


def _literal(code: str, at: int, before: str) -> str | None:
    """The string or regular expression that begins here, if one does."""
    if code[at] in "\"'":
        found = _QUOTED.match(code, at)
    elif code[at] == "/" and _BEFORE_REGEX.search(before):
        found = _REGEX.match(code, at)
    else:
        return None
    return found[0] if found else None
