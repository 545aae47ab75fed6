"""Trees from links: checks the nodes that a decoder has read against the game, and numbers them in order."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from treebuild.errors import TreebuildError, too_long
from treebuild.game.game import Game
from treebuild.game.reply_matrix import replies_to
from treebuild.tree.tree import NONE, Built, ECounts, Tree

MOST_GUESSES = 1 << 21  # in all, of a tree that is read in a second or two; the best of Bulls and Cows makes 26274


def from_links(
    game: Game,
    guess: Sequence[int],
    child: Sequence[dict[int, int]],
    criterion: ECounts = "total",
    built: Built | None = None,
    patient: bool = True,
) -> Tree:
    """The tree whose node i guesses code guess[i] and goes on to node child[i][reply]; node 0 is the root.

    Replays all secrets from the root by the game's rules. Raises TreebuildError when a reply that can come has no
    child, one that cannot come has one, a node has two parents or none, a guess tells nothing, or, unless `patient`,
    all secrets together take more than MOST_GUESSES.
    """
    return _Links(game, guess, child, patient).tree(criterion, built)


def check_size(guesses: int, patient: bool) -> int:
    """`guesses`, all secrets together. Raises TreebuildError, unless `patient`, for more than MOST_GUESSES."""
    if guesses > MOST_GUESSES and not patient:
        raise too_long(f"the secrets take more than {MOST_GUESSES} guesses in all")
    return guesses


class _Links:
    """Walks links in any order, checks them against the game, and numbers the nodes breadth first."""

    def __init__(self, game: Game, guess: Sequence[int], child: Sequence[dict[int, int]], patient: bool) -> None:
        self.game, self.guess, self.child, self.patient = game, guess, child, patient
        self.order = [0]  # breadth-first position -> node as given
        self.solved: list[int] = []
        self.size: list[int] = []
        self.links: list[tuple[int, int]] = []

    def tree(self, criterion: ECounts, built: Built | None) -> Tree:
        game = self.game
        if not self.guess:
            raise TreebuildError("the tree has no nodes: expected a root, node 0", "structure")
        seen = {0}
        waiting: list[Sequence[int]] = [range(len(game.secrets))]
        made = 0
        for position, candidates in enumerate(waiting):
            made = check_size(made + len(candidates), self.patient)
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
        if len(candidates) > 1 and game.identified(candidates):
            parts = self._named(node, candidates, parts)
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
        if len(parts.get(game.win, ())) > 1 and not game.identified(candidates):
            raise TreebuildError(
                f"node {node}: {spelled} wins against several secrets, which cannot be told apart", "structure"
            )
        if len(expected) == 1 and game.win not in parts:
            raise TreebuildError(
                f"node {node}: {spelled} is wasted, all {len(candidates)} candidates reply the same", "wasted"
            )
        return parts

    def _named(self, node: int, candidates: Sequence[int], parts: dict[int, list[int]]) -> dict[int, list[int]]:
        """The one part of candidates of one group, which the guess ends the game for: it has to name the first."""
        if parts.get(self.game.win) != [candidates[0]]:
            named, first = self.game.codes[self.guess[node]], self.game.secrets[candidates[0]]
            raise TreebuildError(
                f"node {node}: {self.game.spell(named)} does not name {self.game.spell(first)}, the first of "
                "candidates of one group",
                "structure",
            )
        return {self.game.win: list(candidates)}
