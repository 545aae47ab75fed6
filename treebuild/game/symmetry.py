"""Symmetries of a game: the guesses, and the histories, that are images of one another.

A symmetry maps codes to codes of the same cost and secrets to secrets of the same weight, and keeps every reply. In a
pNcM game the permutations of positions and of symbols are symmetries, and in other games with a built-in rule, or
with weights, costs or groups, those that keep all of these; a game from Python code names generators of its own. A
symmetry that maps a history (guesses with their replies) onto itself maps the candidates onto themselves, so it maps a
tree that goes on with g onto one of equal cost that goes on with the image of g: one guess of each orbit is enough. The
order of the guesses in a history does not matter, so guesses with equal replies may change places (Slovesnov 2011,
Lemmas 3 and 11).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby, permutations, product
from math import factorial, prod
from operator import itemgetter
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from treebuild.game.game import Game
from treebuild.game.named_symmetry import NamedSymmetry
from treebuild.game.positions import History
from treebuild.game.reply_matrix import Replies, reply_matrix
from treebuild.game.reply_rules import Rule

SPELLED = 1 << 62  # sequences of symbols: of more an int64 cannot number each, and such a game goes without symmetries
MOVED = 8  # pegs of a pNcM game that change places, in 40,320 orders; fewer than all pegs is a smaller group, and sound
ORDERS_PER_CODE = 12  # orders of pegs, at most: more take longer than they save; p8c2r 1.4 s with 720, 18 with 40,320


class Symmetry(Protocol):
    """The symmetries of a game."""

    def orbits(self, history: History = (), among: NDArray[np.int32] | None = None) -> NDArray[np.int32]:
        """int32 (codes,): for every code the lowest code that a symmetry maps it to while it keeps this history.

        With `among`, only for these codes, ascending; the symmetries that keep the history must map them onto
        themselves.
        """

    def form(self, guesses: tuple[int, ...]) -> tuple[int, ...]:
        """The least image of these guesses, in this order: only they and their images have it."""


def symmetry_of(game: Game | Replies) -> Symmetry:
    """The symmetries of a game; those of a built-in rule are found without the reply matrix.

    Raises TreebuildError when a custom game names one that does not keep the replies.
    """
    game = game.game if isinstance(game, Replies) else game
    numbered = len(game.symbols) ** len(game.codes[0]) <= SPELLED if isinstance(game.rule, Rule) else False
    return RuleSymmetry(game) if numbered else NamedSymmetry(reply_matrix(game))


def key(symmetry: Symmetry, history: History) -> Hashable:
    """A key that a history shares with its images, whose candidates have the same value, and with no other history.

    Turns come by falling reply, those of equal replies in the order that has the least form. So what the first of them
    give, which `RuleSymmetry` keeps, is the same for all options of a position: these have their guess last.
    """
    turns = sorted(history, key=itemgetter(1), reverse=True)
    orders = product(*(permutations(alike) for _, alike in groupby(turns, itemgetter(1))))
    form = min(symmetry.form(tuple([guess for alike in order for guess, _ in alike])) for order in orders)
    return form, tuple([reply for _, reply in turns])


def representatives(orbits: NDArray[np.int32]) -> NDArray[np.int32]:
    """The lowest code of every orbit, ascending."""
    return np.flatnonzero(orbits == np.arange(len(orbits))).astype(np.int32)


Classes: TypeAlias = list[list[int]]
"""Pegs, or symbols, by which of them may change places; in ascending order."""


def exchangeable(game: Game) -> tuple[Classes, Classes]:
    """The classes of pegs, and of symbols, that change places freely: codes, secrets and replies stay what they are.

    Two exchanges that share a peg (or a symbol) give the third, so classes are found by exchanges of two. For games of
    at most SPELLED sequences of symbols.
    """
    rule, symbols = game.rule, range(len(game.symbols))
    if not isinstance(rule, Rule):
        return [], []
    pegs, played = rule.pegs, game.conditions
    if game.space is not None and not played.weights and not played.costs and not played.groups:
        return [list(range(pegs))], [list(symbols)]
    sets = [game.code_symbols.astype(np.int64)]
    weights = [np.array(played.costs or [0] * len(game.codes), np.int64)]
    if game.secrets != game.codes or played.weights or played.groups:
        sets.append(game.secret_symbols.astype(np.int64))
        groups = np.array(played.groups or [0] * len(game.secrets), np.int64) << 40  # above what weights add up to
        weights.append(np.array(played.weights or [0] * len(game.secrets), np.int64) + groups)
    power = len(symbols) ** np.arange(pegs - 1, -1, -1, dtype=np.int64)

    def ordered(codes: NDArray[np.int64], weight: NDArray[np.int64]) -> NDArray[np.int64]:
        numbers = codes @ power
        order = np.argsort(numbers)
        return np.stack((numbers[order], weight[order]))

    numbers = [ordered(*pair) for pair in zip(sets, weights, strict=True)]

    def kept(images: list[NDArray[np.int64]]) -> bool:
        return all(
            np.array_equal(ordered(image, weight), number)
            for image, weight, number in zip(images, weights, numbers, strict=True)
        )

    def pegs_change(a: int, b: int) -> bool:
        order = [b if peg == a else a if peg == b else peg for peg in range(pegs)]
        return rule.keeps_pegs and kept([codes[:, order] for codes in sets])

    def symbols_change(a: int, b: int) -> bool:
        names = np.array([b if symbol == a else a if symbol == b else symbol for symbol in symbols])
        return kept([names[codes] for codes in sets])

    return _classes(range(pegs), pegs_change), _classes(symbols, symbols_change)


def _classes(items: Iterable[int], change: Callable[[int, int], bool]) -> Classes:
    classes: Classes = []
    for item in items:
        for some in classes:
            if change(some[0], item):
                some.append(item)
                break
        else:
            classes.append([item])
    return classes


Order: TypeAlias = tuple[tuple[int, ...], list[int], list[int]]
"""An order of pegs, the name that it gives to each symbol, or -1, and the next name in each class."""


Move: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""The peg that each peg takes its symbol from, and the name that each name becomes."""


class RuleSymmetry:
    """Permutations of positions and of symbols, each within its classes, of a game with a built-in rule.

    Write guesses one after another, positions permuted, and rename the symbols in order of first occurrence, those of
    each class among themselves. Two sequences of guesses are images of each other just when some permutation of
    positions makes these spellings equal. Of each class only the first pegs change places, at most `moved`, and fewer
    where that would be more than ORDERS_PER_CODE orders for each code: that leaves more guesses, and loses none that
    matters.
    """

    def __init__(self, game: Game, moved: int = MOVED) -> None:
        self._most_moved = moved
        self.codes = game.code_symbols.astype(np.int64)
        self.pegs, self.symbols = self.codes.shape[1], len(game.symbols)
        self._pegs, symbols = exchangeable(game)
        self._starts = np.cumsum([0, *map(len, symbols)])[:-1]  # the first name in each class
        self._class = np.zeros(self.symbols, np.int64)
        for number, some in enumerate(symbols):
            self._class[some] = number
        self._spelled = game.codes, self._class.tolist(), self._starts.tolist()  # faster to look at one by one
        self._class_of_name = np.sort(self._class).tolist()
        self._forms: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._begun: dict[tuple[int, ...], tuple[tuple[int, ...], list[Order]]] = {}  # see `_least`
        self._fitting: dict[tuple[int, int], list[tuple[int, ...]]] = {}  # see `_orders`
        self._orbits: dict[tuple[tuple[int, ...], tuple[int, ...]], NDArray[np.int32]] = {}

    @property
    def _moved(self) -> int:
        """How many pegs of each class change places."""
        most = ORDERS_PER_CODE * len(self.codes)
        fits = (
            m
            for m in range(self._most_moved, 1, -1)
            if prod(factorial(min(m, len(some))) for some in self._pegs) <= most
        )
        return next(fits, 1)

    @cached_property
    def _positions(self) -> list[tuple[int, ...]]:
        found = []
        for orders in product(*(permutations(some[: self._moved]) for some in self._pegs)):
            positions = list(range(self.pegs))
            for some, order in zip(self._pegs, orders, strict=True):
                for peg, moved in zip(some, order, strict=False):
                    positions[peg] = moved
            found.append(tuple(positions))
        return found

    @cached_property
    def _sources(self) -> NDArray[np.int8]:
        """int8 (orders, pegs): the peg that each peg takes its symbol from, in every order."""
        return np.array(self._positions, np.int8)

    def _spelling(self, guesses: Sequence[int], positions: Sequence[int]) -> tuple[tuple[int, ...], dict[int, int]]:
        names: dict[int, int] = {}
        codes, classes, starts = self._spelled
        following, spelled = starts.copy(), []
        for guess in guesses:
            code = codes[guess]
            for position in positions:
                symbol = code[position]
                if symbol not in names:
                    some = classes[symbol]
                    names[symbol] = following[some]
                    following[some] += 1
                spelled.append(names[symbol])
        return tuple(spelled), names

    def form(self, guesses: tuple[int, ...]) -> tuple[int, ...]:
        """See Symmetry."""
        if guesses not in self._forms:
            spelled, _ = self._spelling(guesses, range(self.pegs))
            self._forms[guesses] = self._least(spelled)[0] if guesses and len(self._positions) > 1 else spelled
        return self._forms[guesses]

    def _least(self, spelled: tuple[int, ...]) -> tuple[tuple[int, ...], list[Order]]:
        """The least spelling of guesses that are spelled so when no peg moves, and the orders of pegs that give it.

        That of all guesses but the last is kept: options of one position differ in the last guess only.
        """
        if not spelled:
            return (), [(positions, [-1] * self.symbols, self._spelled[2]) for positions in self._positions]
        before, last = spelled[: -self.pegs], spelled[-self.pegs :]
        if before not in self._begun:
            self._begun[before] = self._least(before)
        least, orders = self._begun[before]
        more, orders = self._extended(orders, last)
        return least + more, orders

    def _extended(self, orders: list[Order], code: Sequence[int]) -> tuple[tuple[int, ...], list[Order]]:
        """The least spelling of one more guess by some orders of pegs, and those that spell it so."""
        spelled = []
        for peg in range(self.pegs):
            symbols = [code[positions[peg]] for positions, _, _ in orders]
            given = [
                names[symbol] if names[symbol] >= 0 else following[self._class_of_name[symbol]]
                for symbol, (_, names, following) in zip(symbols, orders, strict=True)
            ]
            least = min(given)
            spelled.append(least)
            orders = [
                order if order[1][symbol] >= 0 else self._named(order, symbol, least)
                for order, symbol, name in zip(orders, symbols, given, strict=True)
                if name == least
            ]
        return tuple(spelled), orders

    def _named(self, order: Order, symbol: int, name: int) -> Order:
        """An order of pegs by which a symbol has this name, the next in its class."""
        positions, names, following = order[0], order[1].copy(), order[2].copy()
        names[symbol] = name
        following[self._class_of_name[symbol]] += 1
        return positions, names, following

    def orbits(self, history: History = (), among: NDArray[np.int32] | None = None) -> NDArray[np.int32]:
        """See Symmetry: every symmetry that keeps the history respells a code; the least spelling names its orbit."""
        guesses = tuple(guess for guess, _ in history)
        labels = [reply for _, reply in history]
        alike = tuple(map(labels.index, labels))  # only which replies are equal matters
        if among is not None:
            return among[self._make_orbits(guesses, alike, self.codes[among])]
        if (guesses, alike) not in self._orbits:
            self._orbits[guesses, alike] = self._make_orbits(guesses, alike, self.codes)
        return self._orbits[guesses, alike]

    def keeping(self, history: History) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Symmetries that map a history onto itself: where each goes peg by peg, and symbol by symbol.

        All others are products of these, and of exchanges of symbols of no guess.
        """
        guesses = tuple(guess for guess, _ in history)
        _, names = self._spelling(guesses, range(self.pegs))
        symbol_of = {name: symbol for symbol, name in names.items()}
        found = []
        for positions, moved in self._generators(guesses, tuple(reply for _, reply in history)):
            pegs = tuple(positions.index(peg) for peg in range(self.pegs))
            found.append((pegs, tuple(symbol_of[moved[s]] if s in moved else s for s in range(self.symbols))))
        return found

    def _keeping(
        self, guesses: tuple[int, ...], labels: tuple[Hashable, ...]
    ) -> Iterator[tuple[tuple[int, ...], dict[int, int]]]:
        """Orders of pegs, and names of symbols, with which guesses of equal labels are spelled as they are."""
        spelling, _ = self._spelling(guesses, range(self.pegs))
        for order in permutations(range(len(guesses))):
            if tuple(labels[i] for i in order) != labels:
                continue
            reordered = [guesses[i] for i in order]
            for positions in self._orders(guesses[0], reordered[0]) if guesses else self._positions:
                image, symbols = self._spelling(reordered, positions)
                if image == spelling:
                    yield positions, symbols

    def _orders(self, guess: int, other: int) -> list[tuple[int, ...]]:
        """The orders of pegs by which `other` is spelled as `guess` is when no peg moves."""
        if (guess, other) not in self._fitting:
            code, moved = self.codes[guess], self.codes[other][self._sources]
            firsts = [code.tolist().index(symbol) for symbol in code.tolist()]  # of each peg, the first one like it
            alike = (moved == moved[:, firsts]).all(axis=1) & (self._class[moved] == self._class[code]).all(axis=1)
            as_many = len(set(code.tolist())) == len(set(self.codes[other].tolist()))
            self._fitting[guess, other] = [self._positions[i] for i in np.flatnonzero(alike & as_many)]
        return self._fitting[guess, other]

    def _generators(
        self, guesses: tuple[int, ...], labels: tuple[Hashable, ...]
    ) -> list[tuple[tuple[int, ...], dict[int, int]]]:
        """Some of the symmetries that `_keeping` finds: all others are products of these."""
        _, names = self._spelling(guesses, range(self.pegs))
        found, moves, reached = [], list[Move](), {(tuple(range(self.pegs)), tuple(range(self.symbols)))}
        for positions, symbols in self._keeping(guesses, labels):
            becomes = list(range(self.symbols))  # names that no symbol of the guesses has stay as they are
            for symbol, name in names.items():
                becomes[name] = symbols[symbol]
            move = positions, tuple(becomes)
            if move not in reached:
                found.append((positions, symbols))
                moves.append(move)
                reached = _products(moves)
        return found

    def _make_orbits(
        self, guesses: tuple[int, ...], labels: tuple[int, ...], codes: NDArray[np.int64]
    ) -> NDArray[np.int32]:
        """For each of some codes the first that it may be exchanged for.

        Those that differ in symbols of no guess alone have one spelling. An orbit is what the generators join.
        """
        _, names = self._spelling(guesses, range(self.pegs))
        spelled = self._respelled(range(self.pegs), names, codes)
        spellings, first, place = np.unique(spelled, return_index=True, return_inverse=True)
        lead = np.arange(len(first))
        for positions, symbols in self._generators(guesses, labels):
            lead = joined(lead, np.searchsorted(spellings, self._respelled(positions, symbols, codes[first])))
        lowest = first.astype(np.int32)
        np.minimum.at(lowest, lead, lowest)
        return lowest[lead][place]

    def _respelled(
        self, positions: Sequence[int], symbols: dict[int, int], codes: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """int64 (codes,): every code with positions permuted, named symbols renamed, others in order of occurrence."""
        names = np.full(self.symbols, -1, np.int16)
        names[list(symbols)] = list(symbols.values())
        columns = codes.T[list(positions)].astype(np.int16)
        used = np.bincount(self._class[list(symbols)], minlength=len(self._starts))
        following = [np.full(len(codes), name, np.int16) for name in self._starts + used]  # the next name, by class
        spelled, number = list[NDArray[np.int16]](), np.zeros(len(codes), np.int64)
        for peg, column in enumerate(columns):
            name = names[column]
            for earlier, given in zip(columns[:peg], spelled, strict=True):
                np.copyto(name, given, where=column == earlier)
            for kind, after in enumerate(following):
                new = name < 0 if len(following) == 1 else (name < 0) & (self._class[column] == kind)
                np.copyto(name, after, where=new)
                after += new
            spelled.append(name)
            number *= self.symbols
            number += name
        return number


def joined(lead: NDArray[np.int64], images: NDArray[np.int64]) -> NDArray[np.int64]:
    """The first place of each place's set, given it so far, when every place is put into one set with its image."""
    while (lead != (other := lead[images])).any():
        first = np.arange(len(lead))  # of the set into which the set of each place is put
        np.minimum.at(first, np.maximum(lead, other), np.minimum(lead, other))
        while (first != first[first]).any():
            first = first[first]
        lead = first[lead]
    return lead


def _products(generators: Sequence[Move]) -> set[Move]:
    """All products of some moves."""
    reached, queue = set(generators), list(generators)
    for pegs, names in queue:
        for later, renamed in generators:
            product = tuple([pegs[peg] for peg in later]), tuple([renamed[name] for name in names])
            if product not in reached:
                reached.add(product)
                queue.append(product)
    return reached
