"""The tree: what to guess first, and after every reply. Immutable arrays for programs, and nodes for people."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from html import escape
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from treebuild.errors import TreebuildError, check_type, printable, some_of
from treebuild.game.conditions import UNGROUPED, Conditions
from treebuild.game.game import Game
from treebuild.game.numbers import Number
from treebuild.game.positions import read_only
from treebuild.game.user_input import MOST_NAMED, read_reply
from treebuild.game.weights import Weights
from treebuild.tree.rings import MOST_DRAWN, drawing, rings, shade

ECounts: TypeAlias = Literal["deepest", "total"]
"""What the figure *e* of a node counts: the secrets at its greatest depth, or the guesses of all its secrets."""

MOST_HEADING = 100  # characters of the heading of a tree in a notebook
NONE = -1  # no child, no secret
FIELDS = ("node", "parent", "reply", "depth", "guess", "candidates", "nth", "e", "solved")
"""The keys of a node's record, and the columns of .csv."""


@dataclass(frozen=True)
class Built:
    """How a tree was built, according to its file.

    algorithm  the algorithm and its options, such as "near --effort 3"
    objective  what the algorithm minimises
    tie_rule   how it chooses among equally good guesses
    version    the version of treebuild
    searched   what the search showed about the tree, in a sentence; "" where it showed nothing
    """

    algorithm: str
    objective: str
    tie_rule: str
    version: str
    searched: str = ""


@dataclass(frozen=True, eq=False, repr=False)
class Tree:
    """A decision tree over a game. `tree["0.1", "1.1"]` is the `Node` after these replies.

    The arrays have the nodes breadth first: node 0 is the root, and children stand in the order of their replies. So
    the children of a node are consecutive, and so are all nodes of a subtree at one depth.

    guess        int32 (nodes,): index of the code guessed
    reply        int32 (nodes,): index of the reply that leads to the node; -1 at the root
    first_child  int32 (nodes + 1,): the children of node i are first_child[i], ..., first_child[i + 1] - 1; nothing
                 follows the winning reply
    solved       int32 (nodes,): the candidate that the guess wins against, or -1; where all candidates are of one
                 group, the first of them
    size         int32 (nodes,): number of candidates at the node

    `criterion` says what `e` counts (Slovesnov 2011, section 8). Trees are made by `build`, `grow` and `load`. A
    notebook shows a tree as its counts, its average and its rings.

    >>> tree = build("minavg", "p3c4r")
    >>> tree
    Tree(p3c4r, minavg: total 208, 4 guesses at most)
    >>> tree.counts, tree.average
    ((1, 6, 33, 24), Fraction(13, 4))
    >>> tree["0.1"].guess, tree["0.1"].size
    ('133', 9)
    >>> sum(node.size == 1 for node in tree)  # of all nodes, those where one secret is left
    40
    """

    game: Game
    guess: NDArray[np.int32]
    reply: NDArray[np.int32]
    first_child: NDArray[np.int32]
    solved: NDArray[np.int32]
    size: NDArray[np.int32]
    criterion: ECounts = "total"
    built: Built | None = None

    def __post_init__(self) -> None:
        for column in (self.guess, self.reply, self.first_child, self.solved, self.size):
            check_type(column, np.ndarray, "column of a tree: expected an array, as build and grow make")
            column.setflags(write=False)

    def __repr__(self) -> str:
        name = f"{self.game.name}, {self.built.algorithm}" if self.built else self.game.name
        expected = f", {float(self.expected):.4f} expected" if self.game.conditions.weights else ""
        return f"Tree({name}: total {self.total}{expected}, {self.max_depth} guesses at most)"

    def _repr_html_(self) -> str:
        """What a notebook shows of a tree: its figures, and its shape as rings; some 20 KB."""
        shown, heading = self.max_depth if self.max_depth <= MOST_DRAWN else MOST_DRAWN - 1, self.game.name
        heading += f", {self.built.algorithm}" if self.built else ""
        figures = f"average {self.average} = {float(self.average):.4f}, worst {self.max_depth}, total {self.total}"
        if self.game.conditions.weights:
            figures += f"; expected by weight {float(self.expected):.4f}"
        if self.game.conditions.costs:
            figures += f"; expected cost {float(self.cost):.4f}"
        counts = [(str(guesses), count) for guesses, count in enumerate(self.counts[:shown], 1)]
        if shown < self.max_depth:
            counts.append((f"{shown + 1} to {self.max_depth}", sum(self.counts[shown:])))
        rows = "".join(
            f'<tr><td><span style="color:{shade(ring, len(counts))}">&#9632;</span> {guesses}</td><td>{count}</td></tr>'
            for ring, (guesses, count) in enumerate(counts)
        )
        picture = drawing(rings(self.first_child, self.size), "the tree as rings, one for each guess")
        return (
            '<div style="display:flex;flex-wrap:wrap;gap:2em;align-items:center">'
            f"{picture}<div><b>{escape(printable(heading[:MOST_HEADING]))}</b><br/>{figures}<br/>"
            f"{len(self.game.secrets)} secrets, {len(self)} nodes"
            f"<table><tr><th>guesses</th><th>secrets</th></tr>{rows}</table></div></div>"
        )

    def __len__(self) -> int:
        """The number of nodes."""
        return len(self.guess)

    def __iter__(self) -> Iterator[Node]:
        """All nodes, breadth first."""
        return (Node(self, index) for index in range(len(self)))

    def __getitem__(self, replies: str | Sequence[str]) -> Node:
        """The node after these replies, each a text such as "1.1"; `tree[()]` is the root.

        Raises TreebuildError for a text that is no reply of the game, for a reply that cannot come (the error names the
        replies that can), and where the secret is found.
        """
        return self.root[replies]

    @property
    def root(self) -> Node:
        """The node of the first guess."""
        return Node(self, 0)

    def children(self, node: int) -> list[tuple[int, int]]:
        """(reply, child) of every child of a node, by ascending reply."""
        first, end = self.first_child[node : node + 2].tolist()
        return list(zip(self.reply[first:end].tolist(), range(first, end), strict=True))

    def child(self, node: int, reply: int) -> int:
        """The child of a node after a reply; -1 where none follows."""
        first, end = self.first_child[node : node + 2].tolist()
        child = bisect_left(self.reply, reply, first, end)
        return child if child < end and self.reply[child] == reply else NONE

    def answers(self, node: int) -> list[int]:
        """The replies that can come to the guess of a node, ascending; only the winning one to the name of a group."""
        wins = [self.game.win] if self.solved[node] != NONE else []
        return sorted([*wins, *(reply for reply, _ in self.children(node))])

    def after(self, replies: Sequence[int], start: int = 0) -> int:
        """The node that these reply indices lead to from node `start`, or -1 when the last one ends the game.

        Raises TreebuildError for a reply that cannot come (the error names the replies that can), and for a reply after
        the game has ended.
        """
        node = start
        for step, reply in enumerate(replies, 1):
            last, node = node, self.child(node, reply)
            won = self.solved[last] != NONE and (reply == self.game.win or self.ends(last))
            if node == NONE and not won:
                raise self._refused(last, reply)
            if node == NONE and step < len(replies):
                raise self._over(last, reply)
        return node

    def _refused(self, node: int, reply: int) -> TreebuildError:
        """The error for a reply that cannot come to the guess of a node."""
        possible = [self.game.replies[answer] for answer in self.answers(node)]
        named = some_of(possible, MOST_NAMED)
        return TreebuildError(
            f"{self._place(node)} this tree has no reply {self.game.replies[reply]}: its replies are {named}"
        )

    def _over(self, node: int, reply: int) -> TreebuildError:
        """The error for going on after a reply that ends the game at a node."""
        return TreebuildError(f"{self._place(node, reply)} the secret is found: no guess follows")

    def _place(self, node: int, *more: int) -> str:
        """The place of a node, or of a node after more replies, in the words of an error."""
        labels = [self.game.replies[reply] for reply in (*self.path(node), *more)]
        return f"after {' '.join(labels)}" if labels else "at the root"

    def records(self, start: int = 0) -> Iterator[dict[str, Any]]:
        """The nodes from `start` down, each as a dict of plain values, before those below it: for tables, as of pandas.

        node        the number of the node in the arrays of the tree
        parent      the number of the node above; None at `start`
        reply       the reply that leads to the node; None at `start`
        depth       the number of its guess
        guess       the guess, spelled
        candidates  how many there are
        nth         the greatest depth at which a candidate is found
        e           by `criterion`: the guesses of all candidates together, or the candidates found at depth `nth`
        solved      the secret that the guess finds, spelled; None where it cannot win
        group       only in a game with groups: the group that the guess names; None where it names none

        >>> first, second, *others = build("minavg", "p3c4r").records()
        >>> first["guess"], second["reply"], second["guess"], second["candidates"]
        ('012', '0.0', '333', 1)
        """
        game, waiting = self.game, [(start, NONE)]
        while waiting:
            node, reply = waiting.pop()
            solved = int(self.solved[node])
            values = (
                node,
                int(self.parent[node]) if reply != NONE else None,
                game.replies[reply] if reply != NONE else None,
                int(self.depth[node]),
                game.spell(game.codes[self.guess[node]]),
                int(self.size[node]),
                int(self.nth[node]),
                int(self.e[node]),
                game.spell(game.secrets[solved]) if solved != NONE else None,
            )
            record: dict[str, Any] = dict(zip(FIELDS, values, strict=True))
            yield record | {"group": self.group(node)} if game.conditions.groups else record
            waiting.extend((child, reply) for reply, child in reversed(self.children(node)))

    def path(self, node: int) -> list[int]:
        """The indices of the replies that lead from the root to a node."""
        replies = []
        while node > 0:
            replies.append(int(self.reply[node]))
            node = int(self.parent[node])
        return replies[::-1]

    def subtree(self, node: int) -> Iterator[range]:
        """The nodes of a subtree, depth by depth: first the node, then its children, then theirs."""
        level = range(node, node + 1)
        while level:
            yield level
            level = range(int(self.first_child[level.start]), int(self.first_child[level.stop]))

    @cached_property
    def depth(self) -> NDArray[np.int32]:
        """int32 (nodes,): the number of the guess made at the node; 1 at the root."""
        sizes = [level.stop - level.start for level in self._levels]
        return read_only(np.repeat(np.arange(1, len(sizes) + 1, dtype=np.int32), sizes))

    @cached_property
    def parent(self) -> NDArray[np.int32]:
        """int32 (nodes,): the node whose child each node is; -1 at the root."""
        above = np.repeat(np.arange(len(self), dtype=np.int32), np.diff(self.first_child))
        return read_only(np.concatenate([np.array([NONE], np.int32), above]))

    @cached_property
    def end(self) -> NDArray[np.int32]:
        """int32 (secrets,): the node whose guess finds each secret."""
        end, found = np.zeros(len(self.game.secrets), np.int32), np.flatnonzero(self.solved != NONE)
        end[self.solved[found]] = found
        game, guess = self.game, self.guess.tolist()
        for i, secret in enumerate(game.secrets if game.conditions.groups else ()):
            after = 0
            while after != NONE:
                end[i], after = after, self.child(after, game.reply(game.codes[guess[after]], secret))
        return read_only(end)

    @cached_property
    def found(self) -> NDArray[np.int64]:
        """int64 (nodes,): the number of secrets that the guess of each node finds."""
        return read_only(np.bincount(self.end, minlength=len(self)))

    @cached_property
    def _levels(self) -> list[slice]:
        """The nodes of each depth."""
        return [slice(level.start, level.stop) for level in self.subtree(0)]

    @cached_property
    def nth(self) -> NDArray[np.int32]:
        """int32 (nodes,): *n-th*, the greatest depth at which a secret at or below the node is solved."""
        nth = self.depth.copy()
        for level in reversed(self._levels[1:]):
            np.maximum.at(nth, self.parent[level], nth[level])
        return read_only(nth)

    @cached_property
    def e(self) -> NDArray[np.int32]:
        """int32 (nodes,): *e*, by criterion: secrets solved at depth n-th, or total guesses of the node's secrets."""
        if self.criterion == "total":
            return read_only(self.sums(self.found * self.depth).astype(np.int32))
        e = np.where(self.nth == self.depth, self.found, 0).astype(np.int32)
        for level in reversed(self._levels[1:]):
            parent = self.parent[level]
            deepest = self.nth[level] == self.nth[parent]
            np.add.at(e, parent[deepest], e[level][deepest])
        return read_only(e)

    def sums(self, values: NDArray[np.int64]) -> NDArray[np.int64]:
        """int64 (nodes,): the sum of a value, int64 (nodes,), over the nodes at and below each node."""
        sums = values.copy()
        for level in reversed(self._levels[1:]):
            np.add.at(sums, self.parent[level], sums[level])
        return sums

    @cached_property
    def secret_depth(self) -> NDArray[np.int32]:
        """int32 (secrets,): the number of guesses that each secret takes."""
        return read_only(self.depth[self.end])

    def counts_at(self, node: int) -> tuple[int, ...]:
        """The numbers of candidates of a node that are solved at depth 1, 2, ..., up to their greatest depth."""
        levels = (int(self.found[level.start : level.stop].sum()) for level in self.subtree(node))
        return (*[0] * (int(self.depth[node]) - 1), *levels)

    @property
    def counts(self) -> tuple[int, ...]:
        """The numbers of secrets that are solved at depth 1, 2, ..., up to the greatest depth."""
        return self.counts_at(0)

    @property
    def total(self) -> int:
        """The number of guesses, summed over all secrets."""
        return sum(depth * count for depth, count in enumerate(self.counts, 1))

    @property
    def max_depth(self) -> int:
        """The number of guesses that the worst secret takes."""
        return len(self.counts)

    @property
    def average(self) -> Fraction:
        """The mean number of guesses, all secrets equally likely."""
        return expected(self.counts)

    @property
    def weighted_counts(self) -> tuple[int, ...]:
        """The sums of weights of the secrets that are solved at depth 1, 2, ...; empty in a game without weights."""
        if not self.game.conditions.weights:
            return ()
        weights, depth = np.array(self.game.conditions.weights, np.int64), self.secret_depth
        return tuple(int(weights[depth == solved].sum()) for solved in range(1, self.max_depth + 1))

    @property
    def expected(self) -> Fraction:
        """The expected number of guesses for a secret drawn by weight; `average` in a game without weights."""
        return expected(self.weighted_counts or self.counts)

    @property
    def cost(self) -> Fraction:
        """The expected cost of all guesses for a secret drawn by weight; `expected` in a game without costs.

        >>> tree = build("minavg", "p2c3n")
        >>> tree.of(tree.game.priced({"01": 0.5})).cost, tree.cost
        (Fraction(5, 3), Fraction(13, 6))
        """
        game, weight = self.game, self.weight.tolist()
        if not game.conditions.costs:
            return self.expected
        asked = sum(game.conditions.costs[guess] * weight[node] for node, guess in enumerate(self.guess.tolist()))
        return Fraction(asked, game.conditions.cost_unit * weight[0])

    @property
    def tests(self) -> Fraction:
        """The expected number of guesses for a secret drawn by weight, without guesses that win against a candidate."""
        weight = self.weight
        return Fraction(int(weight[self.solved == NONE].sum()), int(weight[0]))

    @property
    def weight(self) -> NDArray[np.int64]:
        """int64 (nodes,): the sum of the weights of each node's candidates; their number in a game without weights."""
        if not self.game.conditions.weights:
            return self.size.astype(np.int64)
        weight = np.zeros(len(self), np.int64)
        np.add.at(weight, self.end, np.array(self.game.conditions.weights, np.int64))
        return self.sums(weight)

    def weighted(self, weights: Weights, missing: Number = 0) -> Tree:
        """The same tree of the game with other weights of secrets, without the claim of its search.

        Takes the arguments of `Game.weighted`, and raises TreebuildError as it does.

        >>> tree = build("minavg", "p3c4r").weighted({"012": 8, "133": 2})
        >>> tree.expected, tree.weighted_counts
        (Fraction(6, 5), (4, 1, 0, 0))
        """
        return self.of(self.game.weighted(weights, missing))

    def of(self, game: Game) -> Tree:
        """The same tree of its game with other weights, costs or rule of guesses, without the claim of its search.

        >>> tree = build("minavg", "p3c4r")
        >>> tree.of(tree.game.with_guesses("candidates"))
        Tree(p3c4r, minavg: total 208, 4 guesses at most)
        """
        return replace(self, game=game, built=self.built and replace(self.built, searched=""))

    def unweighted(self) -> Tree:
        """The same tree, of the game without weights; its algorithm says so."""
        played = self.game.conditions
        return self._without(["weights"], played.unweighted()) if played.weights else self

    def unruled(self) -> Tree:
        """The same tree, of the game without a rule of guesses and without costs; its algorithm says what it lost.

        Raises TreebuildError for a game with groups, whose tree does not tell all secrets apart.

        >>> tree = build("exact", Game.from_rules("p2c3n").with_guesses("candidates"), objective="total")
        >>> tree.unruled()
        Tree(p2c3n, converted without its rule: exact --objective total: total 13, 3 guesses at most)
        """
        self.game.require("a tree without a rule of guesses", UNGROUPED)
        played = self.game.conditions
        if not played.ruled:
            return self
        lost = ["rule"] * (played.guesses != "all") + ["costs"] * bool(played.costs)
        return self._without(lost, played.unruled())

    def _without(self, lost: list[str], conditions: Conditions) -> Tree:
        """The same tree, of the game under conditions that lack what is named."""
        plain = self.of(self.game.under(conditions))
        if plain.built is None:
            return plain
        algorithm = f"converted without its {' and '.join(lost)}: {plain.built.algorithm}"
        return replace(plain, built=replace(plain.built, algorithm=algorithm))

    def ends(self, node: int) -> bool:
        """Whether all candidates of a node are of one group: its guess then ends the game, whatever the reply."""
        return int(self.size[node]) > 1 and not self.children(node)

    def asks(self, node: int) -> bool:
        """Whether the guess of a node tells more than whether a secret has been named: two replies at least lead on."""
        return len(self.children(node)) > 1

    def group(self, node: int) -> str | None:
        """The name of the group of all candidates of a node; None where there are several groups, or none at all."""
        last = self.game.conditions.groups and (self.size[node] == 1 or self.ends(node))
        return self.game.named(int(self.solved[node])) if last else None

    def asked(self, node: int) -> str:
        """The guess of a node, spelled; in place of a guess that names a group, the name of the group."""
        return self.group(node) or self.game.spell(self.game.codes[self.guess[node]])


def expected(counts: Sequence[int]) -> Fraction:
    """The expected number of guesses when secrets of number, or weight, counts[d - 1] are solved at depth d."""
    return Fraction(sum(depth * count for depth, count in enumerate(counts, 1)), sum(counts))


@dataclass(frozen=True, repr=False)
class Node:
    """A node of a tree: its guess after some replies, and the guesses that its candidates take.

    index  its place in the arrays of the tree

    Guesses are counted from the first guess of the game. `tree["0.1", "1.1"]`, `tree.root` and iteration make nodes,
    and `node["1.1"]` is the node after one more reply.

    >>> tree = build("minavg", "p3c4r")
    >>> node = tree["0.1", "1.1"]
    >>> node
    Node(p3c4r after 0.1 1.1: guess 303, 3 candidates)
    >>> node.candidates, node.worst, node.total, node.average
    (('303', '323', '330'), 4, 11, Fraction(11, 3))
    >>> {reply: child.guess for reply, child in node.children.items()}
    {'1.2': '330', '2.0': '323'}
    >>> tree["0.1", "0.0"]
    Traceback (most recent call last):
        ...
    treebuild.errors.TreebuildError: after 0.1 this tree has no reply 0.0: its replies are 0.1, 1.0, 1.1, 1.2, 2.0, 3.0
    """

    tree: Tree
    index: int

    def __repr__(self) -> str:
        after = f" after {' '.join(self.replies)}" if self.index else ""
        left = f"{self.size} candidate{'s' * (self.size != 1)}"
        return f"Node({self.tree.game.name}{after}: guess {self.guess}, {left})"

    def __getitem__(self, replies: str | Sequence[str]) -> Node:
        """The node after more replies, the first of them to the guess of this node; see `Tree.__getitem__`."""
        check_type(replies, (str, tuple, list), 'reply: expected texts, such as tree["0.1", "1.1"]')
        texts, game = [replies] if isinstance(replies, str) else replies, self.tree.game
        for text in texts:
            check_type(text, str, "reply: expected a text, such as '0.1'")
        given = [read_reply(game, text) for text in texts]
        found = self.tree.after(given, self.index)
        if found == NONE:
            raise self.tree._over(self.tree.after(given[:-1], self.index), given[-1])
        return Node(self.tree, found)

    @property
    def replies(self) -> tuple[str, ...]:
        """The labels of the replies that lead here from the root: `node.tree[node.replies]` is the node."""
        return tuple(self.tree.game.replies[reply] for reply in self.tree.path(self.index))

    @property
    def reply(self) -> str | None:
        """The last of `replies`; None at the root."""
        reply = int(self.tree.reply[self.index])
        return None if reply == NONE else self.tree.game.replies[reply]

    @property
    def guess(self) -> str:
        """The guess, spelled."""
        return self.tree.game.spell(self.tree.game.codes[self.tree.guess[self.index]])

    @property
    def group(self) -> str | None:
        """The name of the group of all candidates; None where there are several groups, or none at all."""
        return self.tree.group(self.index)

    @property
    def solved(self) -> str | None:
        """The secret that the guess finds, spelled; None where it cannot win."""
        secret = int(self.tree.solved[self.index])
        return None if secret == NONE else self.tree.game.spell(self.tree.game.secrets[secret])

    @property
    def size(self) -> int:
        """The number of candidates: the secrets that give all of `replies`."""
        return int(self.tree.size[self.index])

    @property
    def candidates(self) -> tuple[str, ...]:
        """The candidates, spelled, in the order of the game's secrets."""
        game, end = self.tree.game, self.tree.end
        ours = np.zeros(len(end), np.bool_)
        for level in self.tree.subtree(self.index):
            ours |= (level.start <= end) & (end < level.stop)
        return tuple(game.spell(game.secrets[secret]) for secret in np.flatnonzero(ours).tolist())

    @property
    def children(self) -> dict[str, Node]:
        """The nodes after each reply, in the order of replies. No node follows the reply that ends the game."""
        replies = self.tree.game.replies
        return {replies[reply]: Node(self.tree, child) for reply, child in self.tree.children(self.index)}

    @property
    def counts(self) -> tuple[int, ...]:
        """The numbers of candidates that are found by guess 1, 2, ..., `worst` of the game."""
        return self.tree.counts_at(self.index)

    @property
    def worst(self) -> int:
        """The number of guesses that the worst candidate takes."""
        return len(self.counts)

    @property
    def total(self) -> int:
        """The number of guesses, summed over the candidates."""
        return sum(depth * count for depth, count in enumerate(self.counts, 1))

    @property
    def average(self) -> Fraction:
        """The mean number of guesses, all candidates equally likely."""
        return expected(self.counts)


class Builder:
    """Takes the nodes of a tree, breadth first, and makes its arrays."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.guess, self.solved, self.size = array("i"), array("i"), array("i")
        self.reply, self.first_child = array("i", [NONE]), array("i")

    def add(self, guess: int, size: int, solved: int, replies: Iterable[int]) -> None:
        """Add the next node.

        guess    the index of its code
        size     the number of candidates
        solved   the candidate that the guess wins against, or -1
        replies  the replies that lead to its children, ascending
        """
        self.guess.append(guess)
        self.size.append(size)
        self.solved.append(solved)
        self.first_child.append(len(self.reply))
        self.reply.extend(replies)

    def tree(self, criterion: ECounts = "total", built: Built | None = None) -> Tree:
        """The tree. Every child of every node must have been added."""
        first_child = [*self.first_child, len(self.reply)]
        guess, reply, first, solved, size = (
            np.array(column, np.int32) for column in (self.guess, self.reply, first_child, self.solved, self.size)
        )
        return Tree(self.game, guess, reply, first, solved, size, criterion, built)
