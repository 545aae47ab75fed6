"""A walk over a tree that knows the candidates of every node."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from treebuild.game.reply_matrix import Replies, partition
from treebuild.tree.tree import NONE, Tree


def walk(tree: Tree, replies: Replies) -> Iterator[tuple[int, NDArray[np.int32], int]]:
    """Every node in its order, breadth first: (node, its candidates as ascending secret indices, its depth)."""
    waiting = deque([(np.arange(len(tree.game.secrets), dtype=np.int32), 1)])
    for node, (guess, children) in enumerate(zip(tree.guess.tolist(), tree.child.tolist(), strict=True)):
        candidates, depth = waiting.popleft()
        yield node, candidates, depth
        parts = partition(replies, guess, candidates)
        waiting.extend((part, depth + 1) for reply, part in parts if children[reply] != NONE)
