"""Symmetries of a game: which guesses, and which histories, are images of one another.

A symmetry maps codes to codes of the same cost, and secrets to secrets of the same weight and group, and keeps every
reply. In a pNcM game all permutations of pegs and of symbols are symmetries. Other games with a built-in rule, and
games with weights, costs or groups, have the permutations that keep codes, secrets and conditions. A game from Python
code names generators of its own.

A symmetry that maps a history (guesses with their replies) onto itself maps the candidates onto themselves. So it maps
a tree that goes on with g onto a tree of equal cost that goes on with the image of g: one guess of each orbit is
enough. The order of the guesses in a history does not matter, so guesses with equal replies may change places
(Slovesnov 2011, Lemmas 3 and 11).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, groupby, permutations, product
from math import factorial, prod
from operator import itemgetter
from typing import Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from treebuild.game.game import Game
from treebuild.game.named_symmetry import NamedSymmetry
from treebuild.game.positions import History
from treebuild.game.reply_matrix import Replies, reply_matrix
from treebuild.game.reply_rules import Rule

SPELLED = 1 << 62  # sequences of symbols that an int64 can number; games of more have no `RuleSymmetry`
MOVED = 8  # pegs that change places, in 40,320 orders; with fewer than all pegs the group is smaller, and sound
ORDERS_PER_CODE = 12  # orders of pegs: more take longer than they save. p8c2r takes 1.4 s with 720, 18 s with 40,320
MOST_ORDERS = 5040  # orders of turns with equal replies; if there are more, no turns change places

T = TypeVar("T")


class Symmetry(Protocol):
    """The symmetries of a game: `RuleSymmetry` or `NamedSymmetry`."""

    def orbits(self, history: History = (), among: NDArray[np.int32] | None = None) -> NDArray[np.int32]:
        """int32 (codes,): for every code the lowest of its images under the symmetries that keep this history.

        With `among`, ascending, the result is for these codes only; every symmetry that keeps the history must map the
        set of them onto itself.
        """

    def form(self, guesses: tuple[int, ...]) -> tuple[int, ...]:
        """The least image of a sequence of guesses: two sequences have the same only if they are images."""


def symmetry_of(game: Game | Replies) -> Symmetry:
    """The symmetries of a game. For a built-in rule they are found without the reply matrix.

    Raises TreebuildError when a game from Python code names a symmetry that does not keep the replies.
    """
    game = game.game if isinstance(game, Replies) else game
    numbered = len(game.symbols) ** len(game.codes[0]) <= SPELLED if isinstance(game.rule, Rule) else False
    return RuleSymmetry(game) if numbered else NamedSymmetry(reply_matrix(game))


def key(symmetry: Symmetry, history: History) -> Hashable:
    """A key that a history shares with its images, whose candidates have the same value, and with no other history.

    Turns are sorted by falling reply, and turns of equal replies so that the form is least. The options of a position
    have their guess last, so all begin with the same turns, whose spelling `RuleSymmetry` keeps.
    """
    turns = sorted(history, key=itemgetter(1), reverse=True)
    groups = [list(alike) for _, alike in groupby(turns, itemgetter(1))]
    orders = _arrangements(groups)
    form = min(symmetry.form(tuple([guess for alike in order for guess, _ in alike])) for order in orders)
    return form, tuple([reply for _, reply in turns])


def _arrangements(groups: Sequence[Sequence[T]]) -> Iterable[tuple[tuple[T, ...], ...]]:
    """Every way to order the members of each group; where these are more than MOST_ORDERS, only the given one."""
    if prod(factorial(min(len(group), MOST_ORDERS)) for group in groups) > MOST_ORDERS:
        return [tuple(map(tuple, groups))]
    return product(*map(permutations, groups))


def representatives(orbits: NDArray[np.int32]) -> NDArray[np.int32]:
    """int32: the lowest code of every orbit, ascending; `orbits` is the result of `Symmetry.orbits`."""
    return np.flatnonzero(orbits == np.arange(len(orbits))).astype(np.int32)


Classes: TypeAlias = list[list[int]]
"""Classes of pegs, or of symbols, that may change places with each other; each class ascends."""


def exchangeable(game: Game) -> tuple[Classes, Classes]:
    """The classes of pegs and of symbols whose exchanges keep the codes, the secrets, the replies and the conditions.

    The exchanges of a with b and of b with c give that of a with c, so it is enough to try exchanges of two. No classes
    in games without a built-in rule. The game may have at most SPELLED sequences of symbols.
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
        groups = np.array(played.groups or [0] * len(game.secrets), np.int64) << 40  # above the sum of all weights
        weights.append(np.array(played.weights or [0] * len(game.secrets), np.int64) + groups)
    power = len(symbols) ** np.arange(pegs - 1, -1, -1, dtype=np.int64)

    def ordered(codes: NDArray[np.int64], weight: NDArray[np.int64]) -> NDArray[np.int64]:
        numbers = codes @ power
        order = np.argsort(numbers)
        return np.stack((numbers[order], weight[order]))

    numbers = [ordered(*pair) for pair in zip(sets, weights, strict=True)]
    # (pegs, symbols) how many codes have a symbol there. An exchange keeps the counts: few pairs of letters are tried.
    counts = [np.stack([np.bincount(peg, minlength=len(symbols)) for peg in codes.T]) for codes in sets]

    def kept(images: list[NDArray[np.int64]]) -> bool:
        return all(
            np.array_equal(ordered(image, weight), number)
            for image, weight, number in zip(images, weights, numbers, strict=True)
        )

    def pegs_change(a: int, b: int) -> bool:
        order = [b if peg == a else a if peg == b else peg for peg in range(pegs)]
        alike = all(np.array_equal(count[a], count[b]) for count in counts)
        return rule.kind.keeps_pegs and alike and kept([codes[:, order] for codes in sets])

    def symbols_change(a: int, b: int) -> bool:
        names = np.array([b if symbol == a else a if symbol == b else symbol for symbol in symbols])
        alike = all(np.array_equal(count[:, a], count[:, b]) for count in counts)
        return rule.kind.keeps_symbols and alike and kept([names[codes] for codes in sets])

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
    """The symmetries of a game with a built-in rule: permutations of pegs and of symbols, within their classes.

    The spelling of a sequence of guesses: write them one after another, with pegs permuted, and rename the symbols of
    each class in the order of their first occurrence. Two sequences of guesses are images of each other just when some
    permutation of pegs makes their spellings equal. Of each class only the first pegs change places: at most `moved`,
    and fewer where there would be more than ORDERS_PER_CODE orders for each code. A smaller group leaves more guesses
    to try, and is sound.
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
        self._spelled = game.codes, self._class.tolist(), self._starts.tolist()  # lists: faster one by one
        self._class_of_name = np.sort(self._class).tolist()
        self._forms: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._begun: dict[tuple[int, ...], tuple[tuple[int, ...], list[Order]]] = {}  # see `_least`
        self._fitting: dict[tuple[int, int], list[tuple[int, ...]]] = {}  # see `_orders`
        self._orbits: dict[tuple[tuple[int, ...], tuple[int, ...]], NDArray[np.int32]] = {}
        self._any = any(len(some) > 1 for some in (*self._pegs, *symbols))  # lists of words mostly have no symmetry
        self._each = np.arange(len(self.codes), dtype=np.int32)

    @property
    def _moved(self) -> int:
        """The number of pegs of each class that change places."""
        most = ORDERS_PER_CODE * len(self.codes)
        fits = (
            m
            for m in range(self._most_moved, 1, -1)
            if prod(factorial(min(m, len(some))) for some in self._pegs) <= most
        )
        return next(fits, 1)

    @cached_property
    def _positions(self) -> list[tuple[int, ...]]:
        """All orders of pegs: positions[peg] is the peg that each peg takes its symbol from."""
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
        """int8 (orders, pegs): `_positions` as an array."""
        return np.array(self._positions, np.int8)

    def _spelling(self, guesses: Sequence[int], positions: Sequence[int]) -> tuple[tuple[int, ...], dict[int, int]]:
        """The spelling of guesses with pegs in this order, and the name that it gives to each symbol."""
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
        """The least spelling over all orders of pegs, and the orders that give it, from the spelling when no peg moves.

        The result for all guesses but the last is kept: the options of one position differ in the last guess only.
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
        """The least spelling of one more code by some orders of pegs, and the orders that give it."""
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
        """A copy of an order, in which a symbol without a name gets this name, the next in its class."""
        positions, names, following = order[0], order[1].copy(), order[2].copy()
        names[symbol] = name
        following[self._class_of_name[symbol]] += 1
        return positions, names, following

    def orbits(self, history: History = (), among: NDArray[np.int32] | None = None) -> NDArray[np.int32]:
        """See Symmetry: every symmetry that keeps the history respells a code; the least spelling names its orbit."""
        if not self._any:
            return self._each if among is None else among
        guesses = tuple(guess for guess, _ in history)
        labels = [reply for _, reply in history]
        alike = tuple(map(labels.index, labels))  # it only matters which replies are equal
        if among is not None:
            return among[self._make_orbits(guesses, alike, self.codes[among])]
        if (guesses, alike) not in self._orbits:
            self._orbits[guesses, alike] = self._make_orbits(guesses, alike, self.codes)
        return self._orbits[guesses, alike]

    def keeping(self, history: History) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Symmetries that map a history onto itself: the image of every peg, and the image of every symbol.

        All others are products of these and of exchanges of symbols that occur in no guess.
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
        """Orders of pegs, and names of symbols, that keep the spelling while guesses of equal labels change places."""
        spelling, _ = self._spelling(guesses, range(self.pegs))
        places: dict[Hashable, list[int]] = {}
        for place, label in enumerate(labels):
            places.setdefault(label, []).append(place)
        alike = list(places.values())
        orders = (dict(zip(chain(*alike), chain(*moved), strict=True)) for moved in _arrangements(alike))
        for order in sorted([order[place] for place in range(len(guesses))] for order in orders):
            reordered = [guesses[i] for i in order]
            for positions in self._orders(guesses[0], reordered[0]) if guesses else self._positions:
                image, symbols = self._spelling(reordered, positions)
                if image == spelling:
                    yield positions, symbols

    def _orders(self, guess: int, other: int) -> list[tuple[int, ...]]:
        """The orders of pegs that give `other` the spelling that `guess` has when no peg moves."""
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
        """Generators of the symmetries that `_keeping` finds: all of these are products of the generators."""
        _, names = self._spelling(guesses, range(self.pegs))
        found, moves, reached = [], list[Move](), {(tuple(range(self.pegs)), tuple(range(self.symbols)))}
        for positions, symbols in self._keeping(guesses, labels):
            becomes = list(range(self.symbols))  # a name of no symbol of the guesses stays as it is
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
        """int32: for each of these codes the place of the first code of its orbit.

        Codes that differ only in symbols of no guess have the same spelling. The generators join spellings to orbits.
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
        """int64 (codes,): the number of every code's spelling, with pegs in this order, after guesses with these names.

        `symbols` has the names of the symbols of the guesses; all others are named in the order of their occurrence.
        """
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
    """The least member of each place's set, when every place has been joined with its image.

    lead[place] is the least member of the set of `place` so far, and images[place] is its image. Both, and the result,
    are int64 (places,).
    """
    while (lead != (other := lead[images])).any():
        first = np.arange(len(lead))  # the lead of the set that the set of each lead is put into
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
