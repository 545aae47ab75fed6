"""What the schema refuses, the reader refuses: documents changed in every place, in every way that stays msgpack."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import msgpack
import pytest

from tests.helpers.permitted_trees import first_permitted
from tests.helpers.schemas import validator
from tests.helpers.small_games import animals, words
from treebuild.algorithms import build
from treebuild.codec import msgpack as codec_msgpack
from treebuild.errors import TreebuildError, UsageError
from treebuild.game.game import Game
from treebuild.game.reply_rules import Rule

OTHERS: tuple[Any, ...] = (
    None,
    True,
    False,
    -1,
    0,
    1,
    1 << 63,
    0.0,
    1.0,
    1.5,
    "",
    "x",
    [],
    [1],
    [[1, 1]],
    {},
    {"x": 1},
)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value in a document, the document itself excepted."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in inner:
        yield (*path, key)
        yield from places(child, (*path, key))


def changes(document: dict[str, Any]) -> Iterator[tuple[tuple[Any, ...], dict[str, Any]]]:
    """Documents with one value replaced, as another type of number too, left out, or joined by another."""
    for path in places(document):

        def changed(how: str, other: Any = None, path: tuple[Any, ...] = path) -> dict[str, Any]:
            found = copy.deepcopy(document)
            parent: Any = found
            for key in path[:-1]:
                parent = parent[key]
            if how == "replace":
                parent[path[-1]] = other
            elif how == "drop":
                del parent[path[-1]]
            elif isinstance(parent, list):
                parent.append(other)
            else:
                parent["surplus"] = other
            return found

        value: Any = document
        for key in path:
            value = value[key]
        same = (float(value), bool(value), str(value)) if isinstance(value, int) else ()
        for other in (*OTHERS, *same):
            yield path, changed("replace", other)
        yield path, changed("drop")
        yield path, changed("add", 1)


def agreement(document: dict[str, Any], path: tuple[Any, ...], validator: Any) -> str:
    """Read a document; why that is wrong, or nothing."""
    try:
        tree = codec_msgpack.decode(msgpack.packb(document))
    except TreebuildError as error:
        return "" if "\n" not in str(error) else f"{path}: more than a line"
    if not validator.is_valid(document):
        return f"{path}: the schema refuses what the reader takes"
    return "" if codec_msgpack.encode(tree) == msgpack.packb(document) else f"{path}: read as another document"


CARRIED = {
    "all": Game.from_symbols("all", Rule("bulls", 2), "ab", [*product((0, 1), repeat=2)]),
    "different": Game.from_symbols(
        "different", Rule("bulls-cows", 2), "🔴🔵é", [*product(range(3), repeat=2)], [(1, 2)]
    ),
    "words": Game.from_symbols("words", Rule("wordle", 2), "ab", [(0, 1), (1, 0), (1, 1), (0, 0)], [(1, 1), (0, 1)]),
    "table": Game.from_table("table", "uvw", "xy", ["no", "yes"], 1, [b"\0\0", b"\1\0", b"\0\1"]),
}


RULED = {
    "candidates": Game.from_rules("p2c3n").with_guesses("candidates"),
    "costs": Game.from_rules("p2c3n").priced({"01": 0.5}).weighted([1, 2, 1, 1, 1, 1]),
    "hard": CARRIED["words"].with_guesses("hard"),
    "tests": animals().priced({"flies": 3}),
}


@pytest.mark.parametrize(
    ("name", "game"),
    [
        ("minavg", "p2c3n"),
        ("simple", "p1c1n"),
        ("crush", "p2c2r"),
        *(("minavg", game) for game in CARRIED),
        *(("by rule", game) for game in RULED),
    ],
)
def test_reader_and_schema_agree(name: str, game: str) -> None:
    tree = first_permitted(RULED[game]) if game in RULED else build(name, CARRIED.get(game, game))
    document = codec_msgpack.document(tree)
    tried = 0
    for path, changed in changes(document):
        assert agreement(changed, path, validator("tree")) == ""
        tried += 1
    assert tried > 400


@pytest.mark.parametrize("field", ["version", "codes"])
def test_a_field_said_twice_is_refused(field: str) -> None:
    """Of two values one reader takes the first, another the last."""
    document = codec_msgpack.document(build("minavg", "p2c3n"))
    holder = document if field in document else document["game"]
    holder["twicetwice"[: len(field)]] = holder[field]
    data = msgpack.packb(document).replace(b"twicetwice"[: len(field)], field.encode())
    with pytest.raises(TreebuildError, match="field twice"):
        codec_msgpack.decode(data)


@pytest.mark.parametrize(("key", "word"), [("guesses", "gentle"), ("name", "p4c3n")])
def test_a_word_in_a_document_is_no_wrong_usage(key: str, word: str) -> None:
    """A command that is given such a file ends with 1, as with other damaged files."""
    document = codec_msgpack.document(build("minavg", Game.from_rules("p2c3n").with_guesses("consistent")))
    document["game"][key] = word
    with pytest.raises(TreebuildError, match=word) as refused:
        codec_msgpack.decode(msgpack.packb(document))
    assert not isinstance(refused.value, UsageError)


def test_a_document_carries_its_game_even_where_the_reader_has_it() -> None:
    """Only a pNcM game, and one that only a program can make, are written by name: in version 1.1 also Python files."""
    game = words().with_guesses("hard")
    document = codec_msgpack.document(first_permitted(game))
    del document["game"]["parts"]
    with pytest.raises(TreebuildError, match=f"names its game, {game.name}, but does not carry it"):
        codec_msgpack.decode(msgpack.packb(document), game)
    table = animals().with_guesses("identify")
    document = codec_msgpack.document(first_permitted(replace(table, rule=None)))
    assert "parts" not in document["game"]
    assert codec_msgpack.decode(msgpack.packb(document), table).game.rule is table.rule
