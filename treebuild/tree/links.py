"""Trees from links: checks the nodes that a decoder has read against the game, and numbers them breadth first."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial

from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.reply_matrix import replies_to, reply_matrix
from treebuild.tree.policy import check_size
from treebuild.tree.tree import NONE, Builder, Built, ECounts, Tree


def from_links(
    game: Game,
    guess: Sequence[int],
    child: Sequence[dict[int, int]],
    criterion: ECounts = "total",
    built: Built | None = None,
    patient: bool = True,
    place: Callable[[int], str] = "node {}".format,
    lone: bool = False,
) -> Tree:
    """The tree whose node i guesses code guess[i] and goes on to node child[i][reply]; node 0 is the root.

    Replays all secrets from the root by the game's rules. `guess` has indices of codes, and the keys of `child` are
    indices of replies. child[i] may have the winning reply, to node -1, where the guess can win. place(i) names node i
    in errors. With `lone`, a single candidate needs no node: it is guessed.

    Raises TreebuildError when a reply that can come has no child, a reply that cannot come has a child, a node has two
    parents or none, a guess tells nothing or does not name the only group left, or, unless `patient`, all secrets
    together take more than MOST_GUESSES guesses.
    """
    if not guess:
        raise TreebuildError("the tree has no nodes: expected a root, node 0", "structure")
    builder, seen, made = Builder(game), {0}, 0
    waiting: deque[tuple[int, Sequence[int]]] = deque([(0, range(len(game.secrets)))])
    while waiting:
        node, candidates = waiting.popleft()
        made = check_size(made + len(candidates), patient)
        if node == NONE:
            builder.add(int(reply_matrix(game).code_of[candidates[0]]), len(candidates), candidates[0], ())
            continue
        parts = _split(game, partial(place, node), guess[node], child[node], candidates, lone)
        won = parts.pop(game.win, [])
        builder.add(guess[node], len(candidates), won[0] if won else NONE, sorted(parts))
        for reply, part in sorted(parts.items()):
            after = child[node].get(reply, NONE)
            if after == NONE:
                waiting.append((NONE, part))
                continue
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


def _split(
    game: Game, place: Callable[[], str], guess: int, links: dict[int, int], candidates: Sequence[int], lone: bool
) -> dict[int, list[int]]:
    """The parts that a node's guess makes of its candidates, by reply. Raises TreebuildError where links do not fit."""
    parts: dict[int, list[int]] = {}
    for secret, reply in zip(candidates, replies_to(game, guess, candidates), strict=True):
        parts.setdefault(reply, []).append(secret)
    spelled = game.spell(game.codes[guess])
    if len(candidates) > 1 and game.conditions.identified(candidates):
        if parts.get(game.win) != [candidates[0]]:
            raise TreebuildError(
                f"{place()}: {spelled} does not name {game.spell(game.secrets[candidates[0]])}, the first of "
                "candidates of one group",
                "structure",
            )
        parts = {game.win: list(candidates)}  # the guess ends the game, whatever its reply
    expected = parts.keys() - {game.win}
    for reply in sorted(expected - links.keys()):
        if lone and game.conditions.identified(parts[reply]):
            continue
        raise TreebuildError(
            f"{place()}: no child for reply {game.replies[reply]} to {spelled}, which can come", "structure"
        )
    ends = {game.win} if links.get(game.win) == NONE and game.win in parts else set()
    for reply in sorted(links.keys() - expected - ends):
        raise TreebuildError(
            f"{place()}: a child for reply {game.replies[reply]} to {spelled}, which cannot come", "structure"
        )
    if len(parts.get(game.win, ())) > 1 and not game.conditions.identified(candidates):
        raise TreebuildError(
            f"{place()}: {spelled} wins against several secrets, which cannot be told apart", "structure"
        )
    if len(expected) == 1 and game.win not in parts:
        raise TreebuildError(
            f"{place()}: {spelled} is wasted, all {len(candidates)} candidates reply the same", "wasted"
        )
    return parts
