"""Trees from links: checks the nodes that a decoder has read against the game, and numbers them breadth first."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.reply_matrix import replies_to
from treebuild.tree.policy import check_size
from treebuild.tree.tree import NONE, Builder, Built, ECounts, Tree


def from_links(
    game: Game,
    guess: Sequence[int],
    child: Sequence[dict[int, int]],
    criterion: ECounts = "total",
    built: Built | None = None,
    patient: bool = True,
) -> Tree:
    """The tree whose node i guesses code guess[i] and goes on to node child[i][reply]; node 0 is the root.

    Replays all secrets from the root by the game's rules. `guess` has indices of codes, and the keys of `child` are
    indices of replies. Raises TreebuildError when a reply that can come has no child, a reply that cannot come has a
    child, a node has two parents or none, a guess tells nothing or does not name the only group left, or, unless
    `patient`, all secrets together take more than MOST_GUESSES guesses.
    """
    if not guess:
        raise TreebuildError("the tree has no nodes: expected a root, node 0", "structure")
    builder, seen, made = Builder(game), {0}, 0
    waiting: deque[tuple[int, Sequence[int]]] = deque([(0, range(len(game.secrets)))])
    while waiting:
        node, candidates = waiting.popleft()
        made = check_size(made + len(candidates), patient)
        parts = _split(game, node, guess[node], child[node], candidates)
        won = parts.pop(game.win, [])
        builder.add(guess[node], len(candidates), won[0] if won else NONE, sorted(parts))
        for reply, part in sorted(parts.items()):
            after = child[node][reply]
            if after in seen:
                raise TreebuildError(
                    f"node {after} is reached twice: it has two parents or lies on a cycle", "structure"
                )
            seen.add(after)
            waiting.append((after, part))
    if len(seen) != len(guess):
        stray = min(set(range(len(guess))) - seen)
        raise TreebuildError(f"node {stray} is unreachable: no replies lead to it", "structure")
    return builder.tree(criterion, built)


def _split(game: Game, node: int, guess: int, links: dict[int, int], candidates: Sequence[int]) -> dict[int, list[int]]:
    """The parts that a node's guess makes of its candidates, by reply. Raises TreebuildError where links do not fit."""
    parts: dict[int, list[int]] = {}
    for secret, reply in zip(candidates, replies_to(game, guess, candidates), strict=True):
        parts.setdefault(reply, []).append(secret)
    spelled = game.spell(game.codes[guess])
    if len(candidates) > 1 and game.conditions.identified(candidates):
        if parts.get(game.win) != [candidates[0]]:
            raise TreebuildError(
                f"node {node}: {spelled} does not name {game.spell(game.secrets[candidates[0]])}, the first of "
                "candidates of one group",
                "structure",
            )
        parts = {game.win: list(candidates)}  # the guess ends the game, whatever its reply
    expected = parts.keys() - {game.win}
    for reply in sorted(expected - links.keys()):
        raise TreebuildError(
            f"node {node}: no child for reply {game.replies[reply]} to {spelled}, which can come", "structure"
        )
    for reply in sorted(links.keys() - expected):
        raise TreebuildError(
            f"node {node}: a child for reply {game.replies[reply]} to {spelled}, which cannot come", "structure"
        )
    if len(parts.get(game.win, ())) > 1 and not game.conditions.identified(candidates):
        raise TreebuildError(
            f"node {node}: {spelled} wins against several secrets, which cannot be told apart", "structure"
        )
    if len(expected) == 1 and game.win not in parts:
        raise TreebuildError(
            f"node {node}: {spelled} is wasted, all {len(candidates)} candidates reply the same", "wasted"
        )
    return parts
