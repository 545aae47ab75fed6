"""The tree: what to guess first, and after every reply. Immutable arrays, one row per node, in breadth-first order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.numbers import Number
from treebuild.game.weights import Weights

ECounts: TypeAlias = Literal["deepest", "total"]
"""What the figure *e* of a node counts: the secrets at its greatest depth, or all guesses of its secrets."""

NONE = -1  # no child, no secret


@dataclass(frozen=True)
class Built:
    """How a tree was built, according to its file. `searched` says what a search found about it, "" if nothing."""

    algorithm: str
    objective: str
    tie_rule: str
    version: str
    searched: str = ""


@dataclass(frozen=True, eq=False, repr=False)
class Tree:
    """A decision tree over a game. Node 0 is the root; children follow in reply order, level by level.

    guess   int32 (nodes,): index of the code guessed
    child   int32 (nodes, replies): the node that follows each reply, or -1; nothing follows the winning reply
    solved  int32 (nodes,): the secret found when the guess wins here, or -1; where all candidates are of one group,
            the first of them
    size    int32 (nodes,): number of candidates at the node

    `criterion` says what `e` counts (Slovesnov 2011, section 8). Trees are made by `build`, `grow` and `load`.

    >>> tree = build("minavg", "p3c4r")
    >>> tree
    Tree(p3c4r, minavg: total 208, 4 guesses at most)
    >>> tree.counts, tree.average
    ((1, 6, 33, 24), Fraction(13, 4))
    >>> node = tree.after([tree.game.replies.index("0.1")])
    >>> tree.game.spell(tree.game.codes[tree.guess[node]]), int(tree.size[node])
    ('133', 9)
    """

    game: Game
    guess: NDArray[np.int32]
    child: NDArray[np.int32]
    solved: NDArray[np.int32]
    size: NDArray[np.int32]
    criterion: ECounts = "total"
    built: Built | None = None

    def __post_init__(self) -> None:
        for array in (self.guess, self.child, self.solved, self.size):
            array.setflags(write=False)

    def __repr__(self) -> str:
        name = f"{self.game.name}, {self.built.algorithm}" if self.built else self.game.name
        expected = f", {float(self.expected):.4f} expected" if self.game.weights else ""
        return f"Tree({name}: total {self.total}{expected}, {self.max_depth} guesses at most)"

    def __len__(self) -> int:
        return len(self.guess)

    @cached_property
    def depth(self) -> NDArray[np.int32]:
        """int32 (nodes,): the number of the guess made at the node; 1 at the root."""
        depth = np.ones(len(self), np.int32)
        for node, parent in enumerate(self.parent.tolist()[1:], 1):
            depth[node] = depth[parent] + 1
        return depth

    @cached_property
    def parent(self) -> NDArray[np.int32]:
        """int32 (nodes,): the node before; -1 at the root."""
        parent = np.full(len(self), NONE, np.int32)
        above, _ = np.nonzero(self.child != NONE)
        parent[1:] = above  # breadth first, children in reply order: the links, read row by row, name 1, 2, 3, ...
        return parent

    @cached_property
    def end(self) -> NDArray[np.int32]:
        """int32 (secrets,): the node whose guess finds each secret."""
        end, found = np.zeros(len(self.game.secrets), np.int32), np.flatnonzero(self.solved != NONE)
        end[self.solved[found]] = found
        game, guess, child = self.game, self.guess.tolist(), self.child.tolist()
        for i, secret in enumerate(game.secrets if game.groups else ()):
            after = 0
            while after != NONE:
                end[i], after = after, child[after][game.reply(game.codes[guess[after]], secret)]
        return end

    @cached_property
    def below(self) -> NDArray[np.int32]:
        """int32 (nodes, depths + 1): how many secrets are solved at each depth at or below each node."""
        below = np.zeros((len(self), int(self.depth[-1]) + 1), np.int32)
        np.add.at(below, (self.end, self.depth[self.end]), 1)
        for depth in range(below.shape[1] - 1, 1, -1):
            nodes = np.flatnonzero(self.depth == depth)
            np.add.at(below, self.parent[nodes], below[nodes])
        return below

    @cached_property
    def nth(self) -> NDArray[np.int32]:
        """int32 (nodes,): *n-th*, the greatest depth at which a secret at or below the node is solved."""
        deepest_first = self.below[:, ::-1] > 0
        nth: NDArray[np.int32] = (self.below.shape[1] - 1 - deepest_first.argmax(axis=1)).astype(np.int32)
        return nth

    @cached_property
    def e(self) -> NDArray[np.int32]:
        """int32 (nodes,): *e*, by criterion: secrets solved at depth n-th, or total guesses of the node's secrets."""
        if self.criterion == "total":
            return (self.below @ np.arange(self.below.shape[1])).astype(np.int32)
        at_nth: NDArray[np.int32] = self.below[np.arange(len(self)), self.nth]
        return at_nth

    @cached_property
    def secret_depth(self) -> NDArray[np.int32]:
        """int32 (secrets,): guesses each secret takes."""
        return self.depth[self.end]

    @property
    def counts(self) -> tuple[int, ...]:
        """How many secrets are solved at depth 1, 2, ..., greatest depth."""
        return tuple(self.below[0, 1:].tolist())

    @property
    def total(self) -> int:
        """Guesses summed over all secrets."""
        return sum(depth * count for depth, count in enumerate(self.counts, 1))

    @property
    def max_depth(self) -> int:
        """Guesses the worst secret takes."""
        return len(self.counts)

    @property
    def average(self) -> Fraction:
        """Guesses per secret."""
        return expected(self.counts)

    @property
    def weighted_counts(self) -> tuple[int, ...]:
        """What the secrets weigh together that are solved at depth 1, 2, ...; empty in a game without weights."""
        if not self.game.weights:
            return ()
        weights, depth = np.array(self.game.weights, np.int64), self.secret_depth
        return tuple(int(weights[depth == solved].sum()) for solved in range(1, self.max_depth + 1))

    @property
    def expected(self) -> Fraction:
        """Guesses expected for a secret drawn by weight; `average` where all weigh the same."""
        return expected(self.weighted_counts or self.counts)

    @property
    def cost(self) -> Fraction:
        """What the guesses cost that a secret takes, drawn by weight; `expected` in a game without costs.

        >>> tree = build("minavg", "p2c3n")
        >>> tree.of(tree.game.priced({"01": 0.5})).cost, tree.cost
        (Fraction(5, 3), Fraction(13, 6))
        """
        game, weight = self.game, self.weight.tolist()
        if not game.costs:
            return self.expected
        asked = sum(game.costs[guess] * weight[node] for node, guess in enumerate(self.guess.tolist()))
        return Fraction(asked, game.cost_unit * weight[0])

    @property
    def tests(self) -> Fraction:
        """Guesses expected for a secret drawn by weight, without those that win against a candidate: namings."""
        weight = self.weight
        return Fraction(int(weight[self.solved == NONE].sum()), int(weight[0]))

    @property
    def weight(self) -> NDArray[np.int64]:
        """int64 (nodes,): what the candidates of each node weigh; their number in a game without weights."""
        if not self.game.weights:
            return self.size.astype(np.int64)
        weight = np.zeros(len(self), np.int64)
        np.add.at(weight, self.end, np.array(self.game.weights, np.int64))
        for node in range(len(self) - 1, 0, -1):
            weight[self.parent[node]] += weight[node]
        return weight

    def weighted(self, weights: Weights, missing: Number = 0) -> Tree:
        """The same tree, of a game with other weights of secrets (see `Game.weighted`); no search says anything of it.

        >>> tree = build("minavg", "p3c4r").weighted({"012": 8, "133": 2})
        >>> tree.expected, tree.weighted_counts
        (Fraction(6, 5), (4, 1, 0, 0))
        """
        return self.of(self.game.weighted(weights, missing))

    def of(self, game: Game) -> Tree:
        """The same tree, of its game with other weights, costs or rule of guesses; no search says anything of it.

        >>> tree = build("minavg", "p3c4r")
        >>> tree.of(tree.game.with_guesses("candidates"))
        Tree(p3c4r, minavg: total 208, 4 guesses at most)
        """
        return replace(self, game=game, built=self.built and replace(self.built, searched=""))

    def unweighted(self) -> Tree:
        """The same tree, of the game in which all secrets weigh the same."""
        return self.weighted([1] * len(self.game.secrets)) if self.game.weights else self

    def unruled(self) -> Tree:
        """The same tree, of the game in which every guess is allowed and costs 1.

        Raises TreebuildError for a game with groups, whose tree does not tell all secrets apart.
        """
        self.game.check_ungrouped("a tree without a rule of guesses")
        plain = self.game.guesses == "all" and not self.game.costs
        return self if plain else self.of(replace(self.game, guesses="all", costs=(), cost_unit=1))

    def ends(self, node: int) -> bool:
        """Whether the game ends with the guess of a node, whatever its reply: all candidates there are of one group."""
        return int(self.size[node]) > 1 and bool((self.child[node] == NONE).all())

    def group(self, node: int) -> str | None:
        """The name of the group that the guess of a node names, where all candidates are of one; None elsewhere."""
        last = self.game.groups and (self.size[node] == 1 or self.ends(node))
        return self.game.named(int(self.solved[node])) if last else None

    def asked(self, node: int) -> str:
        """The guess of a node, spelled; where it names a group, the name of the group."""
        return self.group(node) or self.game.spell(self.game.codes[self.guess[node]])

    def after(self, replies: Sequence[int]) -> int:
        """The node reached after these reply indices, or -1 when the last one ended the game.

        Raises TreebuildError, naming the reply, where the tree knows that it cannot come.
        """
        node = 0
        for step, reply in enumerate(replies, 1):
            if self.solved[node] != NONE and (reply == self.game.win or self.ends(node)):
                if step == len(replies):
                    return NONE
                raise TreebuildError(f"reply {step} found the secret: reply {step + 1} cannot come")
            child = int(self.child[node, reply])
            if child == NONE:
                label, code = self.game.replies[reply], self.game.spell(self.game.codes[self.guess[node]])
                raise TreebuildError(f"reply {step}, {label} to {code}, cannot come: no secret gives all these replies")
            node = child
        return node


def expected(counts: Sequence[int]) -> Fraction:
    """Guesses expected when counts[d - 1] secrets, or weights, are solved at depth d."""
    return Fraction(sum(depth * count for depth, count in enumerate(counts, 1)), sum(counts))
