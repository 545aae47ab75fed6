"""Games inside .msgpack documents: the parts of a game that are needed to replay its tree, and the game from these.

A pNcM game needs only its name. For a game of Python code that a program made, by `Game.from_parts`, the reader of the
tree has to give it. Of any other game the document has the rule and the secrets. It has all codes where they are a
space, such as all sequences of some symbols, where guesses have costs, and where guesses are `identify`, because all
tests must be known to see that none is left. Otherwise it has the codes that the tree guesses. Of a table it has the
rows of these codes and, where secrets are variants of hypotheses, the hypotheses.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

import numpy as np

from treebuild.errors import TreebuildError
from treebuild.game.checks import check_printable
from treebuild.game.game import Game
from treebuild.game.reply_rules import BYTE_REPLIES, RULES, Row, Rule, Symbols, Table
from treebuild.game.space import Space
from treebuild.tree.tree import Tree

WORD = np.dtype("<u2")  # a reply in a row of a table, where a byte does not suffice
PARTS = ("rule", "symbols", "codes", "secrets", "win", "table")
HYPOTHESES = "hypotheses"  # the part that follows these where some secrets are variants
SPACE = ("pegs", "symbols", "repeat", "not_first")


def is_carried(game: Game) -> bool:
    """Whether documents have the parts of this game: it has a rule or a table, and is no pNcM game."""
    return game.rule is not None and game.space is None


def keeps_all(game: Game) -> bool:
    """Whether documents have all codes of this game by its conditions."""
    return bool(game.conditions.costs) or game.conditions.guesses == "identify"


def kept_codes(tree: Tree) -> list[int]:
    """The indices of the codes that a document of the tree holds, ascending."""
    game = tree.game
    whole = not is_carried(game) or keeps_all(game)
    if whole or (isinstance(game.rule, Rule) and Space.of(game.codes, len(game.symbols))):
        return list(range(len(game.codes)))
    return sorted(set(tree.guess.tolist()))


def parts_of(game: Game, kept: list[int]) -> dict[str, Any]:
    """The fields PARTS of a document that holds the codes of these indices, and HYPOTHESES of a game with variants."""
    rule = game.rule
    assert rule is not None
    codes = [game.codes[code] for code in kept]
    if isinstance(rule, Table):
        table = [_as_bytes(rule.rows[code]) for code in codes]
        hypotheses = {HYPOTHESES: list(rule.hypotheses.values())} if rule.hypotheses else {}
        return _parts(rule.name, [], codes, list(game.secrets), game.win, table) | hypotheses
    secrets = None if codes == list(game.secrets) else _set_of(game, game.secrets)
    some = len(codes) < len(game.codes) + game.left_out  # some of the codes may be a space by chance
    spelled = _spelled(game, codes) if some else _set_of(game, codes)
    return _parts(rule.name, list(game.symbols), spelled, secrets, game.win, [])


def _parts(*values: Any) -> dict[str, Any]:
    return dict(zip(PARTS, values, strict=True))


def _spelled(game: Game, codes: Sequence[Symbols]) -> list[str]:
    return [game.spell(code) for code in codes]


def _set_of(game: Game, codes: Sequence[Symbols]) -> dict[str, Any] | list[str]:
    space = Space.of(codes, len(game.symbols))
    if space is None or (isinstance(game.rule, Rule) and space.pegs > game.rule.kind.space_pegs):
        return _spelled(game, codes)
    return dict(zip(SPACE, (space.pegs, space.symbols, space.repeat, space.not_first), strict=True))


def game_from(name: str, replies: list[str], count: int, parts: Any) -> Game:
    """The game of a document, made from its parts. `replies` are the labels, and `count` is the number of all codes.

    Raises TreebuildError for parts that make no game, and for another count than they can have.
    """
    game = _game(name, replies, parts)
    if count < len(game.codes) or (count > len(game.codes) and isinstance(parts["codes"], dict)):
        raise TreebuildError(f"game.codes is {count}, expected the {len(game.codes)} in game.parts")
    return replace(game, left_out=count - len(game.codes))


def _game(name: str, replies: list[str], parts: Any) -> Game:
    if not isinstance(parts, dict) or list(parts) not in ([*PARTS], [*PARTS, HYPOTHESES]):
        raise TreebuildError(f"game.parts is not a map of {', '.join(PARTS)}, in this order")
    rule, symbols, table, win = parts["rule"], parts["symbols"], parts["table"], parts["win"]
    if not _texts(symbols) or len(set(symbols)) < len(symbols):
        raise TreebuildError("game.parts.symbols is no list of different texts")
    if rule == "table":
        return _table(name, replies, parts)
    known = isinstance(rule, str) and rule in RULES
    if not known or not symbols or table != [] or type(win) is not int or HYPOTHESES in parts:
        raise TreebuildError(f"game.parts is not of a game whose rule is {', '.join((*RULES, 'table'))}")
    codes = _codes(name, "codes", parts)
    secrets = None if parts["secrets"] is None else _codes(name, "secrets", parts)
    if not codes or len({len(code) for code in (*codes, *(secrets or ()))}) > 1 or not codes[0]:
        raise TreebuildError("game.parts has no codes, or not all of the same number of pegs")
    game = Game.from_symbols(name, Rule(rule, len(codes[0])), symbols, codes, secrets)
    if (list(game.replies), game.win) != (replies, win):
        raise TreebuildError(f"game.replies and game.parts.win are not those of {rule} for {len(codes[0])} pegs")
    return game


def _table(name: str, replies: list[str], parts: dict[str, Any]) -> Game:
    codes, secrets, rows, win = parts["codes"], parts["secrets"], parts["table"], parts["win"]
    if not _texts(codes) or not _texts(secrets) or not isinstance(rows, list) or len(rows) != len(codes):
        raise TreebuildError("game.parts has no list of codes, of secrets, and of as many rows as codes")
    listed = [_row(row, len(secrets), len(replies)) for row in rows]
    if type(win) is not int or not 0 <= win < len(replies):
        raise TreebuildError(f"game.parts.win is no number from 0 to {len(replies) - 1}")
    return Game.from_table(name, codes, secrets, replies, win, listed, _hypotheses(parts))


def _hypotheses(parts: dict[str, Any]) -> list[str]:
    """The hypothesis of every secret; none where no secret is a variant. Raises TreebuildError for another list."""
    if HYPOTHESES not in parts:
        return []
    named = parts[HYPOTHESES]
    if _texts(named) and len(named) == len(parts["secrets"]):
        runs = [name for name, _ in groupby(named)]
        if len(set(runs)) == len(runs) < len(named):
            check_printable(*runs)
            return list(named)
    raise TreebuildError("game.parts.hypotheses is not the hypothesis of every secret, with variants one after another")


def _as_bytes(row: Row) -> bytes:
    """A row of a table in a document: a byte for each reply or, of more than 256 replies, two, the low one first."""
    return row if isinstance(row, bytes) else np.array(row, WORD).tobytes()


def _row(row: Any, secrets: int, replies: int) -> Row:
    """The row of these bytes of a document. Raises TreebuildError for anything but a reply for every secret."""
    size = 1 if replies <= BYTE_REPLIES else WORD.itemsize
    if isinstance(row, bytes) and len(row) == secrets * size:
        numbers = row if size == 1 else array("H", np.frombuffer(row, WORD).astype(np.uint16).tobytes())
        if max(numbers, default=0) < replies:
            return numbers
    raise TreebuildError("game.parts.table has a row that is not a reply for every secret")


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _codes(name: str, key: str, parts: dict[str, Any]) -> list[Symbols]:
    value, symbols = parts[key], parts["symbols"]
    if isinstance(value, dict):
        return _space_codes(name, key, parts["rule"], value, len(symbols))
    if not _texts(value):
        raise TreebuildError(f"game.parts.{key} is neither a list of texts nor a map of {', '.join(SPACE)}")
    index = {symbol: i for i, symbol in enumerate(symbols)}
    split = (text.split(".") if max(map(len, symbols)) > 1 else text for text in value)
    try:
        return [tuple([index[symbol] for symbol in text]) for text in split]
    except KeyError as error:
        raise TreebuildError(f"game.parts.{key} has a code with {error}, which is none of the symbols") from None


def _space_codes(name: str, key: str, rule: str, value: dict[str, Any], symbols: int) -> list[Symbols]:
    pegs, count, repeat, first = (value.get(field) for field in SPACE)
    sound = list(value) == list(SPACE) and type(count) is int and count == symbols
    sound = sound and (first is None or (type(first) is int and 0 <= first < symbols))
    if not sound or type(pegs) is not int or not isinstance(repeat, bool):
        raise TreebuildError(f"game.parts.{key} is no map of {', '.join(SPACE)} of the game's symbols")
    space = Space(pegs, symbols, repeat, first)
    space.check(name, rule)
    return list(space.codes())
