"""Scripts with short names: in a page nobody reads them, and they take up to a tenth of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, product

from treebuild.publish.squeeze import pieces

_TOKEN = re.compile(r"[A-Za-z_$][\w$]*|\d[\w.]*|=>|\.\.\.|\?\.(?!\d)|\?\?|[^\S\n]+|(?s:.)")
_NAME = re.compile(r"[A-Za-z_$][\w$]*\Z")
_WORD = re.compile(r"\S+")
_OPENS, _CLOSES = frozenset("([{"), frozenset(")]}")
_BEFORE_OBJECT = frozenset(
    _WORD.findall("( [ , = : ? ?? & | ! ... return throw of in const let")
)  # of "{"; else a block
_LETTERS = (
    "etnsaoricldupmhgfbyvwkxqjzTESANIRLOCMDPFGBUHKWVXYQJZ"  # the commonest in scripts first: they take fewer bits
)
_RESERVED = frozenset(
    _WORD.findall("""arguments async await break case catch class const constructor continue default delete do else
        export extends false finally for function get if import in instanceof let new null of return set static super
        switch this throw true try typeof undefined var void while with yield""")
)
_BROWSERS = frozenset(  # names that a script may mean another thing by than its own
    _WORD.findall("""alert blur close closed confirm crypto document event external fetch find focus frames history
        length location menubar moveBy moveTo name navigator open opener origin parent performance postMessage print
        prompt queueMicrotask scheduler screen scroll scrollBy scrollTo self status stop toolbar top window""")
)


def short_names(code: str) -> str:
    """A script, as `squeeze.script` leaves it and whole, that does the same with names as short as can be.

    Every statement of it ends with a semicolon or a brace. Properties and keys stay, and so do names that a browser has
    too. In a scope, names that differ go on to differ, also from all that are used in it and declared around it or
    nowhere; so each name goes on to mean the same.
    """
    tokens = _tokens(code)
    scopes = _scopes(tokens)
    _declare(tokens)
    for scope in reversed(scopes[1:]):  # those within first
        scope.parent.uses += scope.uses
        scope.parent.free |= scope.free - scope.own
    for scope in scopes:
        scope.choose()
    return "".join(_renamed(token) for token in tokens)


@dataclass(slots=True)
class _Scope:
    """A block, a function or loop from the first bracket to the end of its body, or the script, its own `parent`."""

    end: int
    parent: _Scope = field(init=False)
    own: set[str] = field(default_factory=set)
    free: set[str] = field(default_factory=set)  # used in it, and at first its own too
    uses: Counter[str] = field(default_factory=Counter)
    short: dict[str, str] = field(default_factory=dict)

    def shortened(self, name: str) -> str:
        if name in self.own or self.parent is self:
            return self.short.get(name, name)
        return self.parent.shortened(name)

    def choose(self) -> None:
        """Short names for its own; those around it have theirs."""
        names = self.own - _BROWSERS
        taken = {self.shortened(name) for name in self.free - names} | _RESERVED
        shorter = chain(_LETTERS, map("".join, product(_LETTERS, repeat=2)))
        free = (letters for letters in shorter if letters not in taken)
        self.short = dict(zip(sorted(names, key=lambda name: (-self.uses[name], name)), free, strict=False))


@dataclass(slots=True)
class _Token:
    """A piece of a script."""

    text: str
    role: str = ""  # of a name: variable, key, or shorthand for both; of a bracket: block, object, class or other
    pair: int = -1  # of a bracket, where its other one is
    before: str = ""  # the text of what stands before, without spaces
    scope: _Scope = field(init=False)


def _tokens(code: str) -> list[_Token]:
    tokens: list[_Token] = []
    for literal, text in pieces(code):
        tokens += [_Token(text)] if literal else map(_Token, _TOKEN.findall(text))
    open_at, before = [0], ""
    for at, token in enumerate(tokens):
        token.before = before
        if token.text in _CLOSES:
            token.pair = open_at.pop()
            tokens[token.pair].pair = at
        if token.text in _OPENS or token.text.endswith("${"):
            open_at.append(at)
            token.role = _kind(tokens, at)
        elif _NAME.match(token.text) and token.text not in _RESERVED:
            token.role = _role(tokens, at, tokens[open_at[-1]].role)
        if not token.text.isspace() or token.text == "\n":
            before = token.text
    return tokens


def _kind(tokens: Sequence[_Token], at: int) -> str:
    if tokens[at].text != "{":
        return "other"
    if tokens[at].before in _BEFORE_OBJECT:
        return "object"
    for token in (tokens[i] for i in range(at - 1, -1, -1)):  # class Name extends a.Name
        if token.text == "class":
            return "class"
        if not (token.text == "." or token.text.isspace() or _NAME.match(token.text)):
            break
    return "block"


def _role(tokens: Sequence[_Token], at: int, around: str) -> str:
    token, after = tokens[at], tokens[at + 1].text if at + 1 < len(tokens) else ""
    begins = token.before in ("{", "," if around == "object" else ";", "}", "async", "get", "set")
    if (
        token.before in (".", "?.", "#")
        or (around == "class" and begins)
        or (around == "object" and begins and after in ":(")
    ):
        return "key"
    return "shorthand" if around == "object" and begins and after in ",}=" else "variable"


def _scopes(tokens: Sequence[_Token]) -> list[_Scope]:
    """All scopes, those around first. Every token learns its own, every scope its parent and its parameters."""
    whole = _Scope(len(tokens))
    whole.parent = whole
    scopes, around = [whole], [whole]
    for at, token in enumerate(tokens):
        while at >= around[-1].end:
            around.pop()
        if (end := _scope_end(tokens, at)) and not (token.role == "block" and end == around[-1].end):  # its body
            scopes.append(_Scope(end))
            scopes[-1].parent = around[-1]
            around.append(scopes[-1])
            if token.role != "block" and token.before != "for":
                scopes[-1].own.update(_targets(tokens, at, max(at, token.pair) + 1))
        token.scope = around[-1]
    return scopes


def _scope_end(tokens: Sequence[_Token], at: int) -> int | None:
    """Where the scope ends that begins here: with a brace, the head of a loop, parameters, or what a catch takes."""
    token = tokens[at]
    if token.role == "block":
        return token.pair + 1
    if token.role != "variable" and (token.text != "(" or token.before in ("if", "while", "switch")):
        return None
    after = _next(tokens, max(at, token.pair))
    if tokens[after].text == "=>":
        after = _next(tokens, after)
        return tokens[after].pair + 1 if tokens[after].text == "{" else _expression_end(tokens, after)
    if token.before == "for":
        return _statement_end(tokens, after)
    return tokens[after].pair + 1 if token.text == "(" and tokens[after].text == "{" else None


def _next(tokens: Sequence[_Token], at: int) -> int:
    return next((i for i in range(at + 1, len(tokens)) if not tokens[i].text.isspace()), len(tokens) - 1)


def _expression_end(tokens: Sequence[_Token], at: int) -> int:
    open_conditions = 0
    while at < len(tokens) and tokens[at].text not in (",", ";", ")", "]", "}"):
        if tokens[at].text == ":" and not open_conditions:
            break
        open_conditions += (tokens[at].text == "?") - (tokens[at].text == ":")
        at = max(at, tokens[at].pair) + 1
    return at


def _statement_end(tokens: Sequence[_Token], at: int) -> int:
    """Where a loop's body ends: after a semicolon or a block that no else follows, or where what is around it does."""
    while tokens[at].text not in _CLOSES:
        ends = tokens[at].text == ";" or (tokens[at].role == "block" and tokens[at].before != "=>")
        at = max(at, tokens[at].pair) + 1
        if ends and tokens[at].text != "else":
            break
    return at


def _declare(tokens: Sequence[_Token]) -> None:
    """Tells every scope which names it uses, and which it declares."""
    for at, token in enumerate(tokens):
        if token.text in ("const", "let"):
            token.scope.own.update(_targets(tokens, at + 1, len(tokens)))
        elif token.role in ("variable", "shorthand"):
            token.scope.uses[token.text] += 1
            token.scope.free.add(token.text)
            if token.before in ("function", "class"):
                token.scope.own.add(token.text)


def _targets(tokens: Sequence[_Token], at: int, end: int) -> Iterator[str]:
    """The names of patterns from here to the end, or to the end of a declaration; what follows "=" declares nothing."""
    while at < end and tokens[at].text not in (";", "of", "in", *_CLOSES):
        token = tokens[at]
        if token.text in _OPENS:
            yield from _targets(tokens, at + 1, token.pair)
        elif token.role in ("variable", "shorthand"):
            yield token.text
        elif token.text == "=":
            at = _expression_end(tokens, at + 1)
            continue
        at = max(at, token.pair) + 1


def _renamed(token: _Token) -> str:
    if token.role not in ("variable", "shorthand"):
        return token.text
    short = token.scope.shortened(token.text)
    return f"{token.text}:{short}" if token.role == "shorthand" and short != token.text else short
