"""Trees of games with a rule of guesses, by the definition of the rule alone: slow, and not good ones."""

from __future__ import annotations

from collections.abc import Callable

from treebuild.game.game import Game
from treebuild.game.guess_rules import permits
from treebuild.tree.links import from_links
from treebuild.tree.tree import Tree


def split(game: Game, code: int, candidates: list[int]) -> dict[int, list[int]]:
    """The candidates by the reply that they give."""
    parts: dict[int, list[int]] = {}
    for secret in candidates:
        parts.setdefault(game.reply(game.codes[code], game.secrets[secret]), []).append(secret)
    return parts


Splits = dict[int, dict[int, list[int]]]


def first_permitted(game: Game) -> Tree:
    """The tree that makes, of all guesses that are permitted, the first that makes the most parts."""

    def choose(splits: Splits) -> int:
        return max(splits, key=lambda code: (len(splits[code]), game.win in splits[code], -code))

    return grown(game, choose)


def grown(game: Game, choose: Callable[[Splits], int]) -> Tree:
    """The tree that chooses each guess from the permitted ones that tell something, with the parts that they make."""
    guess: list[int] = []
    child: list[dict[int, int]] = []
    waiting: list[tuple[tuple[tuple[int, int], ...], list[int]]] = [((), list(range(len(game.secrets))))]
    for history, candidates in waiting:
        permitted = [code for code in range(len(game.codes)) if permits(game, history, candidates, code)]
        splits = {code: split(game, code, candidates) for code in permitted}
        code = choose({code: parts for code, parts in splits.items() if len(parts) > 1 or game.win in parts})
        together = game.conditions.groups and len({game.conditions.groups[secret] for secret in candidates}) == 1
        after = {} if together else {r: part for r, part in sorted(splits[code].items()) if r != game.win}
        guess.append(code)
        child.append({reply: len(waiting) + place for place, reply in enumerate(after)})
        waiting.extend(((*history, (code, reply)), part) for reply, part in after.items())
    return from_links(game, guess, child)
