"""Policies, and the trees they grow."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from treebuild.errors import TreebuildError
from treebuild.game.positions import Candidates, History
from treebuild.game.reply_matrix import Replies, partition
from treebuild.tree.links import check_size
from treebuild.tree.tree import NONE, Built, ECounts, Tree
from treebuild.tree.walk import walk

Policy: TypeAlias = Callable[[Candidates, History], int]
"""(candidates, the turns that left them) -> index of the code to guess."""
Progress: TypeAlias = Callable[[int, int, str], None]
"""Called now and then with (steps done, steps in all, what is being done)."""


def grow(
    replies: Replies,
    policy: Policy,
    criterion: ECounts = "total",
    built: Built | None = None,
    progress: Progress | None = None,
    patient: bool = True,
) -> Tree:
    """The tree of a policy that guesses until every secret is found.

    `policy(candidates, history)` is given secret indices, int32, ascending, and the turns that left them, () at the
    root; it returns the index of the code to guess. A lone candidate is guessed without asking, and so is the first of
    candidates of one group. Raises TreebuildError when one of its guesses tells nothing, or, unless `patient`, all
    secrets together take more than MOST_GUESSES.

    >>> def lowest(candidates, history):
    ...     return int(candidates[0])  # in a pNcM game codes and secrets have the same indices
    >>> grow(reply_matrix("p3c4r"), lowest)
    Tree(p3c4r: total 250, 6 guesses at most)
    """
    game, secrets = replies.game, len(replies.game.secrets)
    guesses: list[int] = []
    solved: list[int] = []
    links: list[tuple[int, int]] = []  # (parent, reply) of nodes 1, 2, ...
    waiting: list[tuple[Candidates, History]] = [(np.arange(secrets, dtype=np.int32), ())]  # of every node
    found, made = 0, 0
    for node, (candidates, history) in enumerate(waiting):
        made = check_size(made + len(candidates), patient)
        if progress is not None and node % 64 == 0:
            progress(found, secrets, f"guess {len(history) + 1}")
        last = game.identified(candidates)
        guesses.append(int(replies.code_of[candidates[0]]) if last else policy(candidates, history))
        parts = [(game.win, candidates)] if last else partition(replies, guesses[node], candidates)
        solved.append(NONE)
        for reply, part in parts:
            if reply == game.win:
                solved[node] = int(part[0])
                found += len(part)
            elif len(part) < len(candidates):
                links.append((node, reply))
                waiting.append((part, (*history, (guesses[node], reply))))
            else:
                code = game.spell(game.codes[guesses[node]])
                raise TreebuildError(
                    f"guess {code} at depth {len(history) + 1} tells nothing about {len(part)} candidates", "wasted"
                )
    child = np.full((len(guesses), replies.count), NONE, np.int32)
    for node, (parent, reply) in enumerate(links, 1):
        child[parent, reply] = node
    sizes = [len(candidates) for candidates, _ in waiting]
    guess_array, solved_array, size_array = (np.array(column, np.int32) for column in (guesses, solved, sizes))
    return Tree(game, guess_array, child, solved_array, size_array, criterion, built)


def policy_of(replies: Replies, tree: Tree) -> Policy:
    """The policy that grows this tree again."""
    guesses = {candidates.tobytes(): int(tree.guess[node]) for node, candidates, _ in walk(tree, replies)}
    return lambda candidates, history: guesses[candidates.tobytes()]
