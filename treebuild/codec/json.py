"""The format .json: an object for each node, with its guess and with what follows each reply.

`{"game": "p2c3n", "guess": "01", "replies": {"0.1": {"guess": "12", "replies": {...}}, ..., "2.0": null}}`: null stands
after the reply that ends the game, and only the first object has the game. The reader takes the JSON of others, too:
`map` for `replies`, and a text for the object of a last guess, as jonathanolson/wordle-solver has them. It passes over
other fields.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from treebuild.codec.draft import Draft, read_text
from treebuild.errors import Remedy, TreebuildError
from treebuild.game.game import Game
from treebuild.game.lookup import as_game, catalogue
from treebuild.game.space import is_rule_string
from treebuild.tree.tree import NONE, Tree

MOST_DEPTH = 100  # guesses: parsers give up some hundred objects deep, and a guess takes two of them
_FOLLOW = ("replies", "map")  # the fields for what follows each reply
_GAME = Remedy("{} says what is played", "game", "wordle")


def lines(tree: Tree, start: int = 0) -> Iterator[str]:
    """The lines of the document of a tree from node `start` down, one for each node and each winning reply.

    Where a guess names a group of secrets, its object has the `group`. Raises TreebuildError for a tree of more than
    MOST_DEPTH guesses.
    """
    if tree.max_depth > MOST_DEPTH:
        raise TreebuildError(f"the tree takes {tree.max_depth} guesses, and .json at most {MOST_DEPTH}; use .msgpack")
    game = tree.game
    waiting = [(start, 0, f'{{"game": {_text(game.name)}, ', "")]
    while waiting:
        node, depth, before, after = waiting.pop()
        if node == NONE:
            yield f"{before}null{after}"
            continue
        group = f', "group": {_text(tree.group(node))}' if game.conditions.groups and tree.group(node) else ""
        opened = f'{before}"guess": {_text(game.spell(game.codes[tree.guess[node]]))}{group}, "replies": {{'
        labels = {reply: f"{_text(game.replies[reply])}: " for reply in tree.answers(node)}
        children = dict(tree.children(node))
        if not children:
            (label,) = labels.values()
            yield f"{opened}{label}null}}}}{after}"
            continue
        yield opened
        *_, last = labels
        waiting += [
            (
                children.get(reply, NONE),
                depth + 1,
                f"{' ' * (depth + 1)}{label}{'{' if reply in children else ''}",
                f"}}}}{after}" if reply == last else ",",
            )
            for reply, label in reversed(labels.items())
        ]


def _text(text: str | None) -> str:
    return json.dumps(text, ensure_ascii=False)


def decode(data: bytes, game: Game | str | None = None, patient: bool = False) -> Tree:
    """The tree of a document, of `game`, or of the game that it names, or of Bulls and Cows.

    Raises TreebuildError for anything but a sound tree.
    """
    loaded = _loaded(read_text(data, patient))
    draft = Draft(as_game(game or _named(loaded)))
    waiting: list[tuple[Any, int, int]] = [(loaded, NONE, NONE)]
    while waiting:
        value, parent, reply = waiting.pop()
        if parent != NONE and _ends(draft, value, parent, reply):
            draft.end(parent, reply)
            continue
        guess, replies = _node(draft, value, parent, reply)
        node = draft.add(draft.code(guess, parent, reply), parent, reply)
        waiting += [(after, node, draft.reply(label, node)) for label, after in replies.items()]
    return draft.tree(patient)


def _loaded(text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        raise TreebuildError(
            f"line {error.lineno}, column {error.colno}: is no JSON: {error.msg}", "structure"
        ) from None
    except RecursionError:
        raise TreebuildError(f"is nested deeper than a tree of {MOST_DEPTH} guesses", "limit") from None
    except ValueError:  # a number of thousands of digits
        raise TreebuildError("has a number that no tree has", "limit") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object. Raises TreebuildError for a field that comes twice: readers differ in which value they take."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise TreebuildError(f"an object has {twice!r} twice, expected every field once", "structure")
    return found


def _named(loaded: Any) -> str | None:
    """The game that a document names: a rule string, or one of `treebuild list games`. None where it names none."""
    name = loaded.get("game") if isinstance(loaded, dict) else None
    if name is None:
        return None
    if not isinstance(name, str) or not (is_rule_string(name) or name in catalogue()):
        raise TreebuildError(f"is a tree of {name!r}, which it names but does not carry", "game", _GAME)
    return name


def _ends(draft: Draft, value: Any, parent: int, reply: int) -> bool:
    """Whether no guess follows a reply: null, or the guess that wins once more."""
    won = reply == draft.game.win and isinstance(value, str)
    return value is None or (won and draft.code(value, parent, reply) == draft.guess(parent))


def _node(draft: Draft, value: Any, parent: int, reply: int) -> tuple[str, dict[str, Any]]:
    """The guess of a node, and what follows each reply."""
    if isinstance(value, str):
        return value, {}
    guess = value.get("guess") if isinstance(value, dict) else None
    if not isinstance(guess, str):
        raise draft.error("expected a guess, or an object with a `guess`, a text", parent, reply)
    replies: Any = next((value[field] for field in _FOLLOW if field in value), {})
    if not isinstance(replies, dict):
        raise draft.error(f"expected `{_FOLLOW[0]}` to be an object", parent, reply)
    return guess, replies
