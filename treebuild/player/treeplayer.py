"""Plays Bulls and Cows, Mastermind and their like from a treebuild tree. Stands alone: Python 3.8 and nothing else.

    player = load(text, "p4c10n")   # explicit, implicit or ranked; the format is told from the text
    player.guess                    # (0, 1, 2, 3)
    player.answer(1, 1)             # "next", "solved" or "contradiction"
    player.undo()

A file that `treebuild export py` wrote has a tree at its end: `start()` is the player.

base92-explicit.md, base92-implicit.md and ranked.md in schema/ specify the formats. The game bounds work and memory,
whatever the text: every node of a tree parts its candidates, so there are fewer than two nodes for each code. A tree
that would still take seconds, because it finds thousands of codes one at a time, is refused as beyond the limit.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import permutations, product
from typing import TYPE_CHECKING, Callable, Dict, Iterable, NamedTuple, Tuple  # noqa: UP035 - Python 3.8

Code = Tuple[int, ...]  # noqa: UP006

NONE = -1
ALIASES = {"bulls-cows": "p4c10n", "mastermind": "p4c6r"}
MAX_CODES = 1 << 16
MAX_PEGS = 21  # 252 replies
MAX_WORK = 1 << 21  # candidates summed over the nodes, that is guesses in all; 26274 in the best tree of Bulls and Cows
MAX_COMPARED = 40_000_000  # pegs compared for a ranked text, for one node or by `decode`: a second or two
SEPARATOR = "!"
VALUE = {chr(c): c - 35 - (c > 92) for c in range(35, 128) if c != 92}  # base-92 digits: no backslash
BASE = len(VALUE)
RANKED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
KEPT, LOOK, CHARGE, LATE, ROOM = 100, 128, 3, 12, (0, 1, 10)  # the scoring rule of the ranked format
OTHERS = "; other games are played by pages (treebuild export web) and in the terminal (treebuild play)"
LOST_DEL = "; the text may have lost a DEL (code 127) in copying"


class TreeError(ValueError):
    """A text that is no tree of the game. `kind` is one of the error kinds of the specifications."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class Game:
    """All codes of a rule string such as p4c10n in lexicographic order, and the replies, (bulls, cows), in order."""

    def __init__(self, rules: str) -> None:
        self.name = ALIASES.get(rules, rules)
        match = re.match(r"p(\d{1,6})c(\d{1,6})([nr])\Z", self.name, re.ASCII)
        if not match:
            why = f"bad game {self.name[:40]!r}: expected pNcM and then n or r, such as p4c10n{OTHERS}"
            raise TreeError("game", why)
        self.pegs, self.symbols, self.repeat = int(match[1]), int(match[2]), match[3] == "r"
        if not 1 <= self.pegs <= MAX_PEGS:
            raise TreeError("game", f"bad game {self.name!r}: expected 1 to {MAX_PEGS} pegs")
        count = 1
        for peg in range(self.pegs):
            count *= self.symbols if self.repeat else max(self.symbols - peg, 0)
        if not 1 <= count <= MAX_CODES:
            raise TreeError("game", f"bad game {self.name!r}: expected 1 to {MAX_CODES} codes")
        symbols = range(self.symbols)
        codes: Iterable[Code] = product(symbols, repeat=self.pegs) if self.repeat else permutations(symbols, self.pegs)
        self.codes = list(codes)
        n = self.pegs
        self.replies = [(b, c) for b in range(n + 1) for c in range(n + 1 - b) if (b, c) != (n - 1, 1)]
        self.win = len(self.replies) - 1
        self._masks = [self._mask(code) for code in self.codes]
        self._overlaps = _Overlaps(self)

    def _mask(self, code: Code) -> int:
        """A bit for every symbol at its place and, above those, one for the first, second, ... time it occurs.

        Of the bits that two codes have in common, the lower ones are their bulls, the upper ones their common symbols.
        """
        mask = 0
        for place, symbol in enumerate(code):
            mask |= 1 << (place * self.symbols + symbol)
            mask |= 1 << ((self.pegs + code[:place].count(symbol)) * self.symbols + symbol)
        return mask

    def answers(self, guess: int, secrets: list[int]) -> list[int]:
        """Indices of the replies that secrets give to a guess, codes given by index."""
        mask, masks, overlaps = self._masks[guess], self._masks, self._overlaps
        return [overlaps[mask & masks[secret]] for secret in secrets]

    def partition(self, guess: int, candidates: list[int]) -> list[list[int]]:
        """The parts a guess makes of the candidates, one a reply."""
        parts: list[list[int]] = [[] for _ in self.replies]
        for secret, reply in zip(candidates, self.answers(guess, candidates)):  # noqa: B905 - Python 3.8
            parts[reply].append(secret)
        return parts


class _Overlaps(Dict[int, int]):  # noqa: UP006 - Python 3.8
    """Common bits of two codes' masks -> index of the reply, computed when first asked for."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._index = {reply: i for i, reply in enumerate(game.replies)}
        self._places = (1 << game.pegs * game.symbols) - 1

    def __missing__(self, both: int) -> int:
        if len(self) > 1 << 20:  # bounds the memory
            self.clear()
        places = bin(both & self._places).count("1")
        common = bin(both).count("1") - places
        self[both] = reply = self._index[places, common - places]
        return reply


class Tree(NamedTuple):
    """A decoded tree, breadth first, children in reply order; one entry per node in every list but the last.

    child: a node for every reply, or -1; solved: the code that the guess finds, or -1; nth: greatest depth at which a
    code at or below the node is found; e: total guesses of these codes. counts[d - 1] codes are found at depth d.
    """

    guess: list[int]
    child: list[list[int]]
    size: list[int]
    solved: list[int]
    depth: list[int]
    nth: list[int]
    e: list[int]
    counts: list[int]


class Format(NamedTuple):
    """How trees are written. It can name `codes` codes; `fits` tells its texts from the texts of other formats."""

    outside: re.Pattern[str]  # a character that its texts never have
    decode: Callable[[str, Game], Tree]
    codes: int
    fits: Callable[[str], bool]
    along: Callable[[str, Game], _Walk] | None = None  # decodes only what a game comes to; None: the whole tree at once


class _Walk(NamedTuple):
    """What a game needs of a tree: the guess of a node, and its child after each reply, or -1."""

    guess: Callable[[int], int]
    child: Callable[[int], list[int]]


FORMATS: dict[str, Format] = {}  # filled below; the first takes the texts that fit no other


if TYPE_CHECKING:
    Choose = Callable[[int, list[int]], int]
    Linked = Callable[[int, list[list[int]]], None]


def _grow(game: Game, choose: Choose, linked: Linked = lambda node, parts: None) -> Tree:
    """Grows a tree breadth first. `choose` names a node's guess; `linked` may object to the parts it makes."""
    tree = Tree([], [], [], [], [1], [], [], [])
    waiting = [list(range(len(game.codes)))]
    work = 0
    for node, candidates in enumerate(waiting):
        work += len(candidates)
        if work > MAX_WORK:
            raise TreeError("limit", f"node {node}: more than {MAX_WORK} guesses in all")
        guess = choose(node, candidates)
        parts = game.partition(guess, candidates)
        won = parts[game.win]
        if not won and any(len(part) == len(candidates) for part in parts):
            code = " ".join(map(str, game.codes[guess]))
            raise TreeError("wasted", f"node {node}: the guess {code} is wasted on {len(candidates)} candidates")
        linked(node, parts)
        row = [NONE] * len(parts)
        for reply, part in enumerate(parts[: game.win]):
            if part:
                row[reply] = len(waiting)
                waiting.append(part)
                tree.depth.append(tree.depth[node] + 1)
        tree.guess.append(guess)
        tree.child.append(row)
        tree.size.append(len(candidates))
        tree.solved.append(won[0] if won else NONE)
        waiting[node] = []
    return _weigh(tree)


def _weigh(tree: Tree) -> Tree:
    nodes = len(tree.guess)
    tree.nth.extend([0] * nodes)
    tree.e.extend([0] * nodes)
    tree.counts.extend([0] * tree.depth[-1])
    for node in reversed(range(nodes)):
        after = [child for child in tree.child[node] if child != NONE]
        found = tree.depth[node] if tree.solved[node] != NONE else 0
        tree.nth[node] = max([found] + [tree.nth[child] for child in after])
        tree.e[node] = found + sum(tree.e[child] for child in after)
        if found:
            tree.counts[found - 1] += 1
    return tree


# --- implicit (2017): only the guesses that cannot be inferred, two digits each


def _decode_implicit(text: str, game: Game) -> Tree:
    if len(text) % 2:
        raise TreeError("odd", f"{len(text)} characters: expected two a guess{LOST_DEL}")
    position = 0

    def choose(node: int, candidates: list[int]) -> int:
        nonlocal position
        inferred = _infer(game, candidates)
        if inferred != NONE:
            return inferred
        if position == len(text):
            raise TreeError("truncated", f"the text ends, the guess of node {node} is missing{LOST_DEL}")
        position += 2
        return _guess_at(text, position - 2, game, LOST_DEL)

    try:
        tree = _grow(game, choose)
    except TreeError as error:
        raise TreeError("wasted", f"{error}{LOST_DEL}") if error.kind == "wasted" else error from None
    if position < len(text):
        raise TreeError("trailing", f"character {position + 1}: expected the end, the tree is complete{LOST_DEL}")
    return tree


def _infer(game: Game, candidates: list[int]) -> int:
    """The guess that is left out: the lowest of two candidates, or the first that tells all others apart; else -1."""
    if len(candidates) < 3:
        return candidates[0]
    if len(candidates) <= len(game.replies):
        for guess in candidates:
            if len(set(game.answers(guess, candidates))) == len(candidates):
                return guess
    return NONE


FORMATS["implicit"] = Format(re.compile(r"[^#-\[\]-\x7f]"), _decode_implicit, BASE * BASE, lambda text: True)


# --- explicit (2011): every node's guess and children


def _decode_explicit(text: str, game: Game) -> Tree:
    elements = _parse_elements(text, game)
    order = [0]  # breadth-first node -> element

    def linked(node: int, parts: list[list[int]]) -> None:
        links = elements[order[node]][1]
        for reply, part in enumerate(parts[: game.win]):
            if bool(part) != (reply in links):
                what = "has no child, though it can come" if part else "has a child, though it cannot come"
                bulls, cows = game.replies[reply]
                raise TreeError("structure", f"element {order[node]}: reply {bulls}.{cows} {what}")
            if part:
                order.append(links[reply])

    return _grow(game, lambda node, candidates: elements[order[node]][0], linked)


def _parse_elements(text: str, game: Game) -> list[tuple[int, dict[int, int]]]:
    """(guess, {reply: id}) of every element. Every id but 0 is named once, by an element before it: no cycle."""
    count = text.count(SEPARATOR) + 1
    if count > 2 * len(game.codes) or count > BASE * BASE:
        raise TreeError("structure", f"{count} elements: expected fewer, a tree parts its {len(game.codes)} codes")
    elements: list[tuple[int, dict[int, int]]] = []
    named = {0}
    for element, body in enumerate(text.split(SEPARATOR)):
        if len(body) < 2:
            raise TreeError("structure", f"element {element}: expected two digits, the guess")
        links = _parse_links(element, body[2:], game)
        for after in links.values():
            if after >= count:
                raise TreeError("truncated", f"element {element}: its child {after} is missing, of {count} elements")
            if after <= element or after in named:
                raise TreeError("structure", f"element {element}: id {after} is named again or too late")
            named.add(after)
        elements.append((_guess_at(body, 0, game, f" (element {element})"), links))
    if len(named) < count:
        stray = min(set(range(count)) - named)
        raise TreeError("structure", f"element {stray}: no element names it")
    return elements


def _parse_links(element: int, body: str, game: Game) -> dict[int, int]:
    """An id for every reply but the win, 0 for none; or (reply, id) triples."""
    if len(body) == 2 * game.win:
        ids = ((reply, _number_at(body, 2 * reply)) for reply in range(game.win))
        return {reply: after for reply, after in ids if after}
    if len(body) % 3 or len(body) > 2 * game.win:
        raise TreeError("structure", f"element {element}: {len(body)} characters after the guess are no list of links")
    replies = [VALUE[digit] for digit in body[::3]]
    if replies != sorted(set(replies)) or (replies and replies[-1] >= game.win):
        raise TreeError("structure", f"element {element}: expected replies ascending, without the winning one")
    return {reply: _number_at(body, 3 * i + 1) for i, reply in enumerate(replies)}


FORMATS["explicit"] = Format(
    re.compile(r"[^!#-\[\]-\x7f]"), _decode_explicit, BASE * BASE, lambda text: SEPARATOR in text
)


# --- ranked: only the guesses that a scoring rule would not make


class _Exception(NamedTuple):
    depth: int
    place: int
    rank: int  # 0 where the guess has no rank, and the text has its code
    code: int


class _Span(NamedTuple):
    """A node: its depth, the place of its first candidate, the candidates, and the symbols named on the way."""

    depth: int
    start: int
    candidates: list[int]
    named: frozenset[int]


class _Bits:
    def __init__(self, text: str) -> None:
        self._bits = "".join(f"{RANKED.index(digit):06b}" for digit in text)
        self._at = 0

    def fixed(self, width: int) -> int:
        self._at += width
        if self._at > len(self._bits):
            raise TreeError("truncated", "the text ends within a number")
        return int("0" + self._bits[self._at - width : self._at], 2)

    def number(self, order: int) -> int:
        """An exponential Golomb code."""
        width = order
        while not self.fixed(1):
            width += 1
            if width > order + 24:
                raise TreeError("guess", "a number of more than 24 bits")
        return (1 << width) + self.fixed(width) - (1 << order)

    def finish(self) -> None:
        if len(self._bits) - self._at >= 6 or "1" in self._bits[self._at :]:
            raise TreeError("trailing", "expected the end after the last exception")


def _read_ranked(text: str, game: Game) -> tuple[int, list[_Exception]]:
    """The limit, and the exceptions in order."""
    check = 0
    for character in game.name + text[:-2]:
        check = (check * 31 + ord(character)) % 4096
    if text[-2:] != RANKED[check >> 6] + RANKED[check & 63]:
        raise TreeError("checksum", f"wrong check digits: the text is damaged, or of another game than {game.name}")
    bits = _Bits(text[:-2])
    if bits.fixed(2):
        raise TreeError("version", "expected version 0 of the ranked format")
    limit, shift, order, count = bits.fixed(4), bits.fixed(3), bits.fixed(3), bits.number(3)
    codes = len(game.codes)
    if count > codes:
        raise TreeError("structure", f"{count} exceptions: expected fewer, as the tree has nodes")
    places, key = -(-codes >> shift), -1
    exceptions = []
    for i in range(count):
        key += bits.number(order) + 1
        rank = bits.number(1)
        code = 0 if rank else bits.fixed((codes - 1).bit_length())
        if rank >= KEPT or code >= codes:
            raise TreeError("guess", f"exception {i} names no guess")
        exceptions.append(_Exception(key // places + 1, key % places << shift, rank, code))
    bits.finish()
    return limit, exceptions


class _Ranked:
    """A ranked text: the guess of a node from the node alone, without the rest of the tree."""

    def __init__(self, text: str, game: Game) -> None:
        self.game = game
        self.limit, self.exceptions = _read_ranked(text, game)
        self._compared = 0
        sizes = range(len(game.codes) + 1)
        plain = [n * (n.bit_length() + 5) - (1 << n.bit_length()) if n > 1 else n * CHARGE for n in sizes]
        self._charges = [[c + LATE * max(n - room, 0) for n, c in enumerate(plain)] for room in ROOM] + [plain]

    def root(self) -> _Span:
        """The node before any answer."""
        return _Span(1, 0, list(range(len(self.game.codes))), frozenset())

    def after(self, here: _Span, guess: int) -> list[_Span]:
        """A node for every reply, even if it cannot come."""
        named, start, spans = here.named.union(self.game.codes[guess]), here.start, []
        for part in self.game.partition(guess, here.candidates):
            spans.append(_Span(here.depth + 1, start, part, named))
            start += len(part)
        return spans

    def exception(self, here: _Span) -> _Exception | None:
        """The node's exception, or None."""
        places = range(here.start, here.start + len(here.candidates))
        found = [e for e in self.exceptions if e.depth == here.depth and e.place in places]
        if len(found) > 1:
            raise TreeError("structure", f"{len(found)} exceptions for one node, expected one")
        return found[0] if found and len(places) > 1 else None

    def guess(self, here: _Span) -> int:
        """The node's guess, found with at most MAX_COMPARED compared pegs."""
        self._compared = 0
        return self.choose(here)

    def choose(self, here: _Span) -> int:
        """The node's guess, found with at most MAX_COMPARED compared pegs, all calls taken together."""
        wanted = self.exception(here)
        if wanted is None:
            return self._first(here)
        if wanted.rank == 0:
            parts = self.game.partition(wanted.code, here.candidates)[: self.game.win]
            if max(map(len, parts)) == len(here.candidates):
                raise TreeError("wasted", f"an exception's guess is wasted on {len(here.candidates)} candidates")
            return wanted.code
        ranked = self._ranked(here)
        if wanted.rank >= len(ranked):
            raise TreeError("guess", f"no guess has rank {wanted.rank}, there are {len(ranked)}")
        return ranked[wanted.rank]

    def _first(self, here: _Span) -> int:
        """The first candidate that tells all others apart, else the guess of rank 0."""
        size = len(here.candidates)
        if size <= len(self.game.replies):
            for guess in here.candidates:
                if len(set(self.game.answers(guess, here.candidates))) == size:
                    return guess
        best, least = NONE, 1 << 60
        for guess in self._shortlist(here):
            charge = self._two_steps(guess, here, least)
            if charge < least:
                best, least = guess, charge
        return best

    def _ranked(self, here: _Span) -> list[int]:
        """The guesses that have a rank, best first."""
        guesses = self._shortlist(here)
        if len(guesses) > 1:
            guesses.sort(key=lambda guess: self._two_steps(guess, here, 1 << 60))
        return guesses

    def _shortlist(self, here: _Span) -> list[int]:
        """The best guesses by part sizes, then candidates, then the lowest; one only of guesses with equal sizes."""
        size, win, charges = len(here.candidates), self.game.win, self._charges_at(here.depth + 1)
        guesses, keys = _canonical(self.game, here.named), []
        self._compare(len(guesses) * size)
        for guess in guesses:
            sizes = self._sizes(guess, here.candidates)
            charge = sum(charges[n] for n in sizes[:win])
            if charge < charges[size]:  # else all candidates reply the same
                keys.append((charge, 1 - sizes[win], guess, sizes))
        distinct: dict[tuple[int, ...], int] = {}
        for _, _, guess, sizes in sorted(keys):
            if len(distinct) < KEPT:
                distinct.setdefault(sizes, guess)
        return list(distinct.values())

    def _two_steps(self, guess: int, here: _Span, most: int) -> int:
        """The charge of a guess, its parts looked into; or, if it is not below `most`, a number that is not either."""
        now = self._charges_at(here.depth + 1)
        parts = [part for part in self.game.partition(guess, here.candidates)[: self.game.win] if part]
        # of a part to be looked into, at best one is found at once, and all others right after it
        least = [now[len(part)] if len(part) > LOOK else CHARGE * (2 * len(part) - 1) for part in parts]
        total = sum(least)
        for part, bound in zip(parts, least):  # noqa: B905 - Python 3.8
            if total >= most:
                break
            if 1 < len(part) <= LOOK:
                total += self._look(part, here.depth + 2) - bound
        return total

    def _compare(self, pairs: int) -> None:
        """Counts the pegs of pairs of codes. Raises TreeError when there are too many."""
        self._compared += pairs * self.game.pegs
        if self._compared > MAX_COMPARED:
            raise TreeError("limit", f"the rule compares more than {MAX_COMPARED} pegs of {self.game.name}")

    def _look(self, part: list[int], depth: int) -> int:
        self._compare(len(part) ** 2)
        charges, win = self._charges_at(depth), self.game.win
        return CHARGE * len(part) + min(sum(charges[n] for n in self._sizes(guess, part)[:win]) for guess in part)

    def _sizes(self, guess: int, candidates: list[int]) -> tuple[int, ...]:
        sizes = [0] * len(self.game.replies)
        for reply in self.game.answers(guess, candidates):
            sizes[reply] += 1
        return tuple(sizes)

    def _charges_at(self, depth: int) -> list[int]:
        return self._charges[min(max(self.limit - depth, 0), len(ROOM)) if self.limit else len(ROOM)]


def _canonical(game: Game, named: frozenset[int]) -> list[int]:
    """The codes whose symbols not yet named come lowest first; any other code is equivalent to an earlier one."""
    fresh = [symbol for symbol in range(game.symbols) if symbol not in named]
    order = {symbol: i for i, symbol in enumerate(fresh)}
    found = []
    for i, code in enumerate(game.codes):
        brought = [order[symbol] for symbol in dict.fromkeys(code) if symbol in order]
        if brought == list(range(len(brought))):
            found.append(i)
    return found


def _along(text: str, game: Game) -> _Walk:
    """A tree decoded along the games played: each guess when a game first comes to it, nodes numbered as games do."""
    ranked = _Ranked(text, game)
    spans = [ranked.root()]

    @lru_cache(maxsize=None)  # noqa: UP033 - Python 3.8
    def guess(node: int) -> int:
        return ranked.guess(spans[node])

    @lru_cache(maxsize=None)  # noqa: UP033 - Python 3.8
    def child(node: int) -> list[int]:
        row = []
        for span in ranked.after(spans[node], guess(node)):
            row.append(len(spans) if span.candidates else NONE)
            spans.extend([span] if span.candidates else [])
        row[-1] = NONE  # nothing follows the win
        return row

    return _Walk(guess, child)


def _decode_ranked(text: str, game: Game) -> Tree:
    """The whole tree, if it takes no longer than a tree of Mastermind; `load` decodes any tree along the game."""
    ranked = _Ranked(text, game)
    spans, used = [ranked.root()], 0

    def choose(node: int, candidates: list[int]) -> int:
        nonlocal used
        used += ranked.exception(spans[node]) is not None
        guess = ranked.choose(spans[node])
        spans.extend(span for span in ranked.after(spans[node], guess)[: game.win] if span.candidates)
        return guess

    tree = _grow(game, choose)
    if used < len(ranked.exceptions):
        raise TreeError("structure", f"{len(ranked.exceptions) - used} exceptions are for no node")
    return tree


FORMATS["ranked"] = Format(
    re.compile(r"[^A-Za-z0-9_-]"),
    _decode_ranked,
    MAX_CODES,
    lambda text: bool(re.fullmatch(r"[A-Za-z0-9_-]+", text)),
    _along,
)


# --- base 92


def _number_at(text: str, at: int) -> int:
    return BASE * VALUE[text[at]] + VALUE[text[at + 1]]


def _guess_at(text: str, at: int, game: Game, hint: str) -> int:
    guess = _number_at(text, at)
    if guess >= len(game.codes):
        raise TreeError("guess", f"character {at + 1}: no code {guess}, {game.name} has {len(game.codes)}{hint}")
    return guess


# --- text -> tree -> player


def sniff(text: str) -> str:
    """The format of a text: only the explicit one has a separator, and a ranked one has letters, digits, - and _ only.

    An implicit text has somewhere a code below 92, such as the first, as # and a digit. A text without this, and
    without the 28 other characters that only implicit texts have, is taken for ranked.
    """
    first, *others = FORMATS
    return next((name for name in others if FORMATS[name].fits(text)), first)


def decode(text: str, game: str | Game, format: str | None = None) -> Tree:
    """The whole tree. Raises TreeError, also if a ranked text takes longer than one of Mastermind: then use `load`."""
    rules = game if isinstance(game, Game) else Game(game)
    name, body = _unwrap(text, rules, format)
    return FORMATS[name].decode(body, rules)


def _unwrap(text: str, game: Game, format: str | None) -> tuple[str, str]:
    """The format, and the text without a byte order mark and a line end. Raises TreeError for other characters."""
    body = text[1:] if text.startswith("\ufeff") else text
    for end in "\n\r":
        body = body[:-1] if body.endswith(end) else body
    name = format or sniff(body)
    if name not in FORMATS:
        raise TreeError("game", f"unknown format {name[:40]!r}: expected {', '.join(FORMATS)}")
    form = FORMATS[name]
    if len(game.codes) > form.codes:
        raise TreeError("game", f"{game.name} has {len(game.codes)} codes: the {name} format names {form.codes}")
    bad = form.outside.search(body)
    if bad:
        raise TreeError("alphabet", f"character {bad.start() + 1}, {bad[0]!r}, is none of the format's")
    return name, body


class Player:
    """A game in progress. `game` is its Game, `history` the (guess, bulls, cows) so far."""

    def __init__(self, game: Game, walk: _Walk) -> None:
        self.game = game
        self.history: list[tuple[Code, int, int]] = []
        self._walk = walk
        self._steps = [(0, list(range(len(game.codes))))]  # (node, or -1 when solved; remaining)

    @property
    def guess(self) -> Code | None:
        """The code to guess; None when solved."""
        node, _ = self._steps[-1]
        return None if node == NONE else self.game.codes[self._walk.guess(node)]

    @property
    def remaining(self) -> list[int]:
        """Indices of the codes that fit all answers."""
        return self._steps[-1][1]

    def answer(self, bulls: int, cows: int) -> str:
        """Takes the reply: "next", "solved", or "contradiction" when it fits no code, which changes nothing."""
        if not (isinstance(bulls, int) and isinstance(cows, int)):
            raise TypeError(f"bad reply {bulls!r}, {cows!r}: expected two whole numbers, bulls and cows")
        node, remaining = self._steps[-1]
        if node == NONE:
            return "solved"
        if (bulls, cows) not in self.game.replies:
            return "contradiction"
        reply = self.game.replies.index((bulls, cows))
        part = self.game.partition(self._walk.guess(node), remaining)[reply]
        if not part:
            return "contradiction"
        self.history.append((self.game.codes[self._walk.guess(node)], bulls, cows))
        self._steps.append((self._walk.child(node)[reply], part))
        return "solved" if reply == self.game.win else "next"

    def undo(self) -> bool:
        """Takes the last answer back; False when there is none."""
        if not self.history:
            return False
        self.history.pop()
        self._steps.pop()
        return True

    def possible(self) -> list[tuple[int, int, int]]:
        """The replies that can come to the guess: (bulls, cows, how many codes give it)."""
        node, remaining = self._steps[-1]
        if node == NONE:
            return []
        parts = self.game.partition(self._walk.guess(node), remaining)
        return [(*self.game.replies[reply], len(part)) for reply, part in enumerate(parts) if part]


def load(text: str, game: str = "p4c10n", format: str | None = None) -> Player:
    """A player at the first guess of the tree in `text`; `format` is a name in FORMATS. Raises TreeError.

    A ranked text is decoded along the games played, in at most a second for each guess. A fault in the text, or a guess
    that would take longer, may show only then.
    """
    rules = Game(game)
    name, body = _unwrap(text, rules, format)
    form = FORMATS[name]
    if form.along:
        return Player(rules, form.along(body, rules))
    tree = form.decode(body, rules)
    return Player(rules, _Walk(tree.guess.__getitem__, tree.child.__getitem__))
