"""Policies: growing the tree of a policy, the policy of a tree, and a walk over a tree with the candidates of nodes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import TypeAlias

import numpy as np

from treebuild.errors import TreebuildError, check_type, too_long
from treebuild.game.positions import Candidates, History
from treebuild.game.reply_matrix import Replies, partition
from treebuild.tree.tree import NONE, Builder, Built, ECounts, Tree

Policy: TypeAlias = Callable[[Candidates, History], int]
"""policy(candidates, the turns that left them) is the index of the code to guess."""
Progress: TypeAlias = Callable[[int, int, str], None]
"""Called now and then with (steps done, steps in all, what is being done)."""

MOST_GUESSES = 1 << 21  # in all: such a tree is read in a second or two; the best of Bulls and Cows makes 26274


def grow(
    replies: Replies,
    policy: Policy,
    criterion: ECounts = "total",
    built: Built | None = None,
    progress: Progress | None = None,
    patient: bool = True,
) -> Tree:
    """The tree of a policy that guesses until every secret is found.

    policy(candidates, history) returns the index of the code to guess. `candidates` is int32 (candidates,), the indices
    of secrets, ascending; `history` has the turns that left them, () at the root. The policy is not asked about a
    single candidate, or about candidates of one group: the tree guesses the first of them. Raises TreebuildError when a
    guess tells nothing, or, unless `patient`, all secrets together take more than MOST_GUESSES guesses.

    >>> def lowest(candidates, history):
    ...     return int(candidates[0])  # in a pNcM game codes and secrets have the same indices
    >>> grow(reply_matrix("p3c4r"), lowest)
    Tree(p3c4r: total 250, 6 guesses at most)
    """
    check_type(replies, Replies, "replies: expected those of reply_matrix(game)")
    game, secrets = replies.game, len(replies.game.secrets)
    builder = Builder(game)
    waiting: deque[tuple[Candidates, History]] = deque([(np.arange(secrets, dtype=np.int32), ())])
    node = found = made = 0
    while waiting:
        candidates, history = waiting.popleft()
        made = check_size(made + len(candidates), patient)
        if progress is not None and node % 64 == 0:
            progress(found, secrets, f"guess {len(history) + 1}")
        last = game.conditions.identified(candidates)
        guess = int(replies.code_of[candidates[0]]) if last else policy(candidates, history)
        parts = [(game.win, candidates)] if last else partition(replies, guess, candidates)
        solved, after = NONE, []
        for reply, part in parts:
            if reply == game.win:
                solved = int(part[0])
                found += len(part)
            elif len(part) < len(candidates):
                after.append(reply)
                waiting.append((part, (*history, (guess, reply))))
            else:
                code = game.spell(game.codes[guess])
                raise TreebuildError(
                    f"guess {code} at depth {len(history) + 1} tells nothing about {len(part)} candidates", "wasted"
                )
        builder.add(guess, len(candidates), solved, after)
        node += 1
    return builder.tree(criterion, built)


def check_size(guesses: int, patient: bool) -> int:
    """Return `guesses`, in all. Raises TreebuildError, unless `patient`, where they exceed MOST_GUESSES."""
    if guesses > MOST_GUESSES and not patient:
        raise too_long(f"the secrets take more than {MOST_GUESSES} guesses in all")
    return guesses


def walk(tree: Tree, replies: Replies) -> Iterator[tuple[int, Candidates, int]]:
    """(node, its candidates, its depth) of every node, breadth first; candidates are int32, ascending."""
    waiting: deque[tuple[Candidates, int]] = deque([(np.arange(len(tree.game.secrets), dtype=np.int32), 1)])
    for node, guess in enumerate(tree.guess.tolist()):
        candidates, depth = waiting.popleft()
        yield node, candidates, depth
        if after := {reply for reply, _ in tree.children(node)}:
            parts = partition(replies, guess, candidates)
            waiting.extend((part, depth + 1) for reply, part in parts if reply in after)


def policy_of(replies: Replies, tree: Tree) -> Policy:
    """The policy that grows this tree again."""
    guesses = {candidates.tobytes(): int(tree.guess[node]) for node, candidates, _ in walk(tree, replies)}
    return lambda candidates, history: guesses[candidates.tobytes()]
