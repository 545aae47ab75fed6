"""Plays Bulls and Cows, Mastermind and their like from a treebuild tree. Stands alone: Python 3.8 and nothing else.

    player = load(text, "p4c10n")   # explicit or implicit; the format is told from the text
    player.guess                    # (0, 1, 2, 3)
    player.answer(1, 1)             # "next", "solved" or "contradiction"
    player.undo()

The formats are specified in schema/base92-explicit.md and schema/base92-implicit.md. Work and memory are bounded by the
game, whatever the text: every node of a tree parts its candidates, so there are fewer than two nodes a code; what would
still take seconds, a tree that tells a code at a time of thousands, is refused as beyond the limit.
"""

from __future__ import annotations

import re
from itertools import permutations, product
from typing import TYPE_CHECKING, Callable, Dict, Iterable, NamedTuple, Tuple  # noqa: UP035 - Python 3.8

Code = Tuple[int, ...]  # noqa: UP006

NONE = -1
ALIASES = {"bulls-cows": "p4c10n", "mastermind": "p4c6r"}
MAX_CODES = 1 << 16
MAX_PEGS = 21  # 252 replies
MAX_WORK = 1 << 21  # candidates summed over the nodes, that is guesses in all; 26274 in the best tree of Bulls and Cows
SEPARATOR = "!"
VALUE = {chr(c): c - 35 - (c > 92) for c in range(35, 128) if c != 92}  # base-92 digits: no backslash
BASE = len(VALUE)
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
            raise TreeError("game", f"bad game {self.name[:40]!r}: expected pNcM and then n or r, such as p4c10n")
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

        The bits that two codes have in common below are their bulls, those above their common symbols.
        """
        mask = 0
        for place, symbol in enumerate(code):
            mask |= 1 << (place * self.symbols + symbol)
            mask |= 1 << ((self.pegs + code[:place].count(symbol)) * self.symbols + symbol)
        return mask

    def reply(self, guess: int, secret: int) -> int:
        """Index of the reply to a guess, codes given by index."""
        return self._overlaps[self._masks[guess] & self._masks[secret]]

    def partition(self, guess: int, candidates: list[int]) -> list[list[int]]:
        """The parts a guess makes of the candidates, one a reply."""
        parts: list[list[int]] = [[] for _ in self.replies]
        for secret in candidates:
            parts[self.reply(guess, secret)].append(secret)
        return parts


class _Overlaps(Dict[int, int]):  # noqa: UP006 - Python 3.8
    """Common bits of two codes' masks -> index of the reply, counted once."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._index = {reply: i for i, reply in enumerate(game.replies)}
        self._places = (1 << game.pegs * game.symbols) - 1

    def __missing__(self, both: int) -> int:
        places = bin(both & self._places).count("1")
        common = bin(both).count("1") - places
        self[both] = reply = self._index[places, common - places]
        return reply


class Tree(NamedTuple):
    """A decoded tree, breadth first, children in reply order; one entry a node in every list but the last.

    child: a node for every reply, or -1; solved: the code the guess finds here, or -1; nth: greatest depth at which a
    code at or below the node is found; e: their total guesses. counts[d - 1] codes are found at depth d.
    """

    guess: list[int]
    child: list[list[int]]
    size: list[int]
    solved: list[int]
    depth: list[int]
    nth: list[int]
    e: list[int]
    counts: list[int]


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
            if len({game.reply(guess, secret) for secret in candidates}) == len(candidates):
                return guess
    return NONE


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


def _number_at(text: str, at: int) -> int:
    return BASE * VALUE[text[at]] + VALUE[text[at + 1]]


def _guess_at(text: str, at: int, game: Game, hint: str) -> int:
    guess = _number_at(text, at)
    if guess >= len(game.codes):
        raise TreeError("guess", f"character {at + 1}: no code {guess}, {game.name} has {len(game.codes)}{hint}")
    return guess


# --- text -> tree -> player

FORMATS = {
    "explicit": (re.compile(r"[^!#-\[\]-\x7f]"), _decode_explicit),
    "implicit": (re.compile(r"[^#-\[\]-\x7f]"), _decode_implicit),
}


def sniff(text: str) -> str:
    """The format of a text: only the explicit one has a separator."""
    return "explicit" if SEPARATOR in text else "implicit"


def decode(text: str, game: str | Game, format: str | None = None) -> Tree:
    """The whole tree. Raises TreeError."""
    rules = game if isinstance(game, Game) else Game(game)
    body = text[1:] if text.startswith("\ufeff") else text
    for end in "\n\r":
        body = body[:-1] if body.endswith(end) else body
    name = format or sniff(body)
    if name not in FORMATS:
        raise TreeError("game", f"unknown format {name[:40]!r}: expected {', '.join(FORMATS)}")
    outside, read = FORMATS[name]
    if len(rules.codes) > BASE * BASE:
        raise TreeError("game", f"{rules.name} has {len(rules.codes)} codes: two digits name {BASE * BASE}")
    bad = outside.search(body)
    if bad:
        raise TreeError("alphabet", f"character {bad.start() + 1}, {bad[0]!r}, is none of the format's")
    return read(body, rules)


class Player:
    """A game in progress. `game` is its Game, `history` the (guess, bulls, cows) so far."""

    def __init__(self, game: Game, tree: Tree) -> None:
        self.game = game
        self.history: list[tuple[Code, int, int]] = []
        self._tree = tree
        self._steps = [(0, list(range(len(game.codes))))]  # (node, or -1 when solved; remaining)

    @property
    def guess(self) -> Code | None:
        """The code to guess; None when solved."""
        node, _ = self._steps[-1]
        return None if node == NONE else self.game.codes[self._tree.guess[node]]

    @property
    def remaining(self) -> list[int]:
        """Indices of the codes that fit all answers."""
        return self._steps[-1][1]

    def answer(self, bulls: int, cows: int) -> str:
        """Takes the reply: "next", "solved", or "contradiction" when it fits no code, which changes nothing."""
        node, remaining = self._steps[-1]
        if node == NONE:
            return "solved"
        if (bulls, cows) not in self.game.replies:
            return "contradiction"
        reply = self.game.replies.index((bulls, cows))
        part = self.game.partition(self._tree.guess[node], remaining)[reply]
        if not part:
            return "contradiction"
        self.history.append((self.game.codes[self._tree.guess[node]], bulls, cows))
        self._steps.append((self._tree.child[node][reply], part))
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
        parts = self.game.partition(self._tree.guess[node], remaining)
        return [(*self.game.replies[reply], len(part)) for reply, part in enumerate(parts) if part]


def load(text: str, game: str = "p4c10n", format: str | None = None) -> Player:
    """A player at the first guess of the tree in `text`; `format` is "explicit" or "implicit". Raises TreeError."""
    rules = Game(game)
    return Player(rules, decode(text, rules, format))
