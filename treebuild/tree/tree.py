"""The tree: what to guess first, and after every reply. Immutable arrays, one row a node, in breadth-first order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from treebuild.errors import TreebuildError, too_long
from treebuild.game.game import Game
from treebuild.game.replies import partition, replies_to

if TYPE_CHECKING:
    from treebuild.game.replies import Replies

Criterion: TypeAlias = Literal["deepest", "total"]
Policy: TypeAlias = Callable[[NDArray[np.int32], int], int]
"""(candidates in ascending order, depth of the guess to make) -> index of the code to guess."""
Progress: TypeAlias = Callable[[int, int, str], None]
"""Told now and then: (steps done, steps in all, what is being done)."""

NONE = -1  # no child, no secret
MOST_GUESSES = 1 << 21  # in all, of a tree that is read in a second or two; the best of Bulls and Cows makes 26274


@dataclass(frozen=True)
class Built:
    """How a tree was built, as its file tells it."""

    algorithm: str
    objective: str
    tie_rule: str
    version: str
    proved: str = ""


@dataclass(frozen=True, eq=False)
class Tree:
    """A decision tree over a game. Node 0 is the root; children follow in reply order, level by level.

    guess   int32 (nodes,): index of the code guessed
    child   int32 (nodes, replies): the node that follows each reply, or -1; nothing follows the winning reply
    solved  int32 (nodes,): the secret found when the guess wins here, or -1
    size    int32 (nodes,): number of candidates at the node

    `criterion` says what `e` counts (Slovesnov 2011, section 8). Make trees with `grow` or `from_links`.
    """

    game: Game
    guess: NDArray[np.int32]
    child: NDArray[np.int32]
    solved: NDArray[np.int32]
    size: NDArray[np.int32]
    criterion: Criterion = "total"
    built: Built | None = None

    def __post_init__(self) -> None:
        for array in (self.guess, self.child, self.solved, self.size):
            array.setflags(write=False)

    @classmethod
    def from_links(
        cls,
        game: Game,
        guess: Sequence[int],
        child: Sequence[dict[int, int]],
        criterion: Criterion = "total",
        built: Built | None = None,
        patient: bool = True,
    ) -> Tree:
        """The tree whose node i guesses code guess[i] and goes on to node child[i][reply]; node 0 is the root.

        Replays all secrets from the root by the game's rules. Raises TreebuildError when a reply that can come has no
        child, one that cannot come has one, a node has two parents or none, a guess tells nothing, or, unless
        `patient`, all secrets together take more than MOST_GUESSES.
        """
        links = _Links(game, guess, child, patient)
        return links.tree(criterion, built)

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
    def below(self) -> NDArray[np.int32]:
        """int32 (nodes, depths + 1): how many secrets are solved at each depth at or below each node."""
        below = np.zeros((len(self), int(self.depth[-1]) + 1), np.int32)
        found = np.flatnonzero(self.solved != NONE)
        below[found, self.depth[found]] = 1
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
        found = np.flatnonzero(self.solved != NONE)
        depth = np.zeros(len(self.game.secrets), np.int32)
        depth[self.solved[found]] = self.depth[found]
        return depth

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
        return Fraction(self.total, len(self.game.secrets))

    def walk(self, replies: Sequence[int]) -> int:
        """The node reached after these reply indices, or -1 when the last one ended the game.

        Raises TreebuildError, naming the reply, where the tree knows that it cannot come.
        """
        node = 0
        for step, reply in enumerate(replies, 1):
            if reply == self.game.win and self.solved[node] != NONE and step == len(replies):
                return NONE
            after = int(self.child[node, reply])
            if after == NONE:
                label, code = self.game.replies[reply], self.game.spell(self.game.codes[self.guess[node]])
                raise TreebuildError(f"reply {step}, {label} to {code}, cannot come: no secret gives all these replies")
            node = after
        return node


def grow(
    replies: Replies,
    policy: Policy,
    criterion: Criterion = "total",
    built: Built | None = None,
    progress: Progress | None = None,
    patient: bool = True,
) -> Tree:
    """Let a policy guess until every secret is found.

    Raises TreebuildError when one of its guesses tells nothing, or, unless `patient`, all secrets together take more
    than MOST_GUESSES.
    """
    game, secrets = replies.game, len(replies.game.secrets)
    guesses: list[int] = []
    solved: list[int] = []
    links: list[tuple[int, int]] = []  # (parent, reply) of nodes 1, 2, ...
    waiting = [(np.arange(secrets, dtype=np.int32), 1)]  # (candidates, depth) of every node
    found, made = 0, 0
    for node, (candidates, depth) in enumerate(waiting):
        made = _bounded(made + len(candidates), patient)
        if progress is not None and node % 64 == 0:
            progress(found, secrets, f"guess {depth}")
        lone = len(candidates) == 1
        guesses.append(int(replies.code_of[candidates[0]]) if lone else policy(candidates, depth))
        parts = [(game.win, candidates)] if lone else partition(replies, guesses[node], candidates)
        solved.append(NONE)
        for reply, part in parts:
            if reply == game.win:
                solved[node] = int(part[0])
                found += 1
            elif len(part) < len(candidates):
                links.append((node, reply))
                waiting.append((part, depth + 1))
            else:
                code = game.spell(game.codes[guesses[node]])
                raise TreebuildError(
                    f"guess {code} at depth {depth} tells nothing about {len(part)} candidates", "wasted"
                )
    child = np.full((len(guesses), replies.count), NONE, np.int32)
    for node, (parent, reply) in enumerate(links, 1):
        child[parent, reply] = node
    sizes = [len(candidates) for candidates, _ in waiting]
    guess_array, solved_array, size_array = (np.array(column, np.int32) for column in (guesses, solved, sizes))
    return Tree(game, guess_array, child, solved_array, size_array, criterion, built)


def _bounded(guesses: int, patient: bool) -> int:
    if guesses > MOST_GUESSES and not patient:
        raise too_long(f"the secrets take more than {MOST_GUESSES} guesses in all")
    return guesses


def policy_of(replies: Replies, tree: Tree) -> Policy:
    """The policy that grows this tree again."""
    guesses = {}
    waiting = [(0, np.arange(len(replies.game.secrets), dtype=np.int32))]
    for node, candidates in waiting:
        guess = int(tree.guess[node])
        guesses[candidates.tobytes()] = guess
        for reply, part in partition(replies, guess, candidates):
            if tree.child[node, reply] != NONE:
                waiting.append((int(tree.child[node, reply]), part))
    return lambda candidates, depth: guesses[candidates.tobytes()]


class _Links:
    """Walks links given in any order, checks them against the game, and numbers the nodes breadth first."""

    def __init__(self, game: Game, guess: Sequence[int], child: Sequence[dict[int, int]], patient: bool) -> None:
        self.game, self.guess, self.child, self.patient = game, guess, child, patient
        self.order = [0]  # breadth-first position -> node as given
        self.solved: list[int] = []
        self.size: list[int] = []
        self.links: list[tuple[int, int]] = []

    def tree(self, criterion: Criterion, built: Built | None) -> Tree:
        game = self.game
        if not self.guess:
            raise TreebuildError("the tree has no nodes: expected a root, node 0", "structure")
        seen = {0}
        waiting: list[Sequence[int]] = [range(len(game.secrets))]
        made = 0
        for position, candidates in enumerate(waiting):
            made = _bounded(made + len(candidates), self.patient)
            node = self.order[position]
            parts = self._split(node, candidates)
            won = parts.pop(game.win, [])
            self.solved.append(won[0] if won else NONE)
            self.size.append(len(candidates))
            for reply, part in sorted(parts.items()):
                after = self.child[node][reply]
                if after in seen:
                    raise TreebuildError(
                        f"node {after} is reached twice: it has two parents or lies on a cycle", "structure"
                    )
                seen.add(after)
                self.order.append(after)
                self.links.append((position, reply))
                waiting.append(part)
            waiting[position] = range(0)  # a level's candidates are not needed again
        if len(seen) != len(self.guess):
            stray = min(set(range(len(self.guess))) - seen)
            raise TreebuildError(f"node {stray} is unreachable: no replies lead to it", "structure")
        child = np.full((len(self.order), len(game.replies)), NONE, np.int32)
        for after, (position, reply) in enumerate(self.links, 1):
            child[position, reply] = after
        guess = np.array([self.guess[node] for node in self.order], np.int32)
        return Tree(
            game, guess, child, np.array(self.solved, np.int32), np.array(self.size, np.int32), criterion, built
        )

    def _split(self, node: int, candidates: Sequence[int]) -> dict[int, list[int]]:
        """The parts the node's guess makes of its candidates, once its links are known to fit them."""
        game, links = self.game, self.child[node]
        parts: dict[int, list[int]] = {}
        for secret, reply in zip(candidates, replies_to(game, self.guess[node], candidates), strict=True):
            parts.setdefault(reply, []).append(secret)
        expected = parts.keys() - {game.win}
        spelled = game.spell(game.codes[self.guess[node]])
        for reply in sorted(expected - links.keys()):
            raise TreebuildError(
                f"node {node}: no child for reply {game.replies[reply]} to {spelled}, which can come", "structure"
            )
        for reply in sorted(links.keys() - expected):
            raise TreebuildError(
                f"node {node}: a child for reply {game.replies[reply]} to {spelled}, which cannot come", "structure"
            )
        if len(parts.get(game.win, ())) > 1:
            raise TreebuildError(
                f"node {node}: {spelled} wins against several secrets, which cannot be told apart", "structure"
            )
        if len(expected) == 1 and game.win not in parts:
            raise TreebuildError(
                f"node {node}: {spelled} is wasted, all {len(candidates)} candidates reply the same", "wasted"
            )
        return parts
