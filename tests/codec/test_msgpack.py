import json
import re
from pathlib import Path
from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import built, distinct_secrets
from tests.helpers.permitted_trees import first_permitted
from tests.helpers.schemas import validator
from tests.helpers.trees import same
from treebuild import codec
from treebuild.algorithms import build
from treebuild.codec import msgpack as codec_msgpack
from treebuild.codec.carried import PARTS, SPACE
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.reply_rules import Rule
from treebuild.tree.tree import Tree
from treebuild.tree.verifier import verify

SCHEMA_FOLDER = Path(__file__).parents[2] / "schema"
VECTORS = json.loads((SCHEMA_FOLDER / "vectors" / "msgpack.json").read_text("utf-8"))


@pytest.mark.parametrize("name", ["simple", "minavg", "crush"])
@pytest.mark.parametrize("rules", ["p1c1n", "p2c3n", "p3c4r", "p5c2r", "p4c6r", "p4c10n"])
def test_a_document_is_the_same_tree_node_for_node(rules: str, name: str) -> None:
    tree = built(name, rules)
    data = codec_msgpack.encode(tree)
    again = codec_msgpack.decode(data)
    assert same(tree, again) and again.built == tree.built and again.criterion == tree.criterion
    assert codec_msgpack.encode(again) == data


@pytest.mark.parametrize("name", ["simple", "minavg", "crush"])
@pytest.mark.parametrize("rules", ["p1c1n", "p2c3n", "p3c4r", "p5c2r", "p4c6r"])
def test_a_tree_built_again_is_the_same_document(rules: str, name: str) -> None:
    assert codec_msgpack.encode(build(name, rules)) == codec_msgpack.encode(built(name, rules))


def test_documents_are_as_the_schema_says(minavg: Any) -> None:
    for tree in (minavg, build("crush", "p2c3n"), built("parts", distinct_secrets())):
        validator("tree").validate(msgpack.unpackb(codec_msgpack.encode(tree)))


def test_every_field_has_a_meaning() -> None:
    """A node's field and a top-level field are described in the schema or spelled out by their own members."""
    for name, field in validator("tree").schema["properties"].items():
        assert "description" in field or "properties" in field or name == "format"


def test_a_game_from_parts_needs_its_game() -> None:
    game = distinct_secrets()
    data = codec_msgpack.encode(built("parts", game))
    assert same(codec_msgpack.decode(data, game), built("parts", game))
    with pytest.raises(TreebuildError, match="is a tree of 'distinct', which it names but does not carry"):
        codec_msgpack.decode(data)
    with pytest.raises(TreebuildError, match="holds a tree of distinct, not of p4c6r"):
        codec_msgpack.decode(data, Game.from_rules("p4c6r"))


def test_the_worked_example() -> None:
    text = (SCHEMA_FOLDER / "tree-msgpack.md").read_text("utf-8")
    found = re.search(r"```json\n(.*?)```", text, re.DOTALL)
    assert found and json.loads(found[1]) == codec_msgpack.document(build("simple", "p2c3n"))


@pytest.mark.parametrize("vector", VECTORS["valid"], ids=lambda vector: vector["name"])
def test_valid_vectors(vector: dict[str, Any]) -> None:
    validator("tree").validate(vector["document"])
    tree = codec_msgpack.decode(msgpack.packb(vector["document"]))
    assert list(tree.counts) == vector["counts"]
    assert codec_msgpack.encode(tree) == msgpack.packb(vector["document"])


@pytest.mark.parametrize("vector", VECTORS["fail"], ids=lambda vector: vector["name"])
def test_vectors_that_must_fail(vector: dict[str, Any]) -> None:
    data = bytes.fromhex(vector["hex"]) if "hex" in vector else msgpack.packb(vector["document"])
    with pytest.raises(TreebuildError, match=re.escape(vector["error"])) as error:
        codec_msgpack.decode(data)
    assert "\n" not in str(error.value)


WORDS = Game.from_symbols("words", Rule("wordle", 2), "abc", [(0, 1), (1, 0), (2, 2), (1, 1)], [(0, 1), (1, 1)])
RULED = WORDS.weighted([1, 2]).priced({"ab": 2.5}).with_guesses("hard")
CARRIED = [*(build("minavg", game) for game in ("twod", WORDS)), first_permitted(RULED)]
DATA = [codec_msgpack.encode(tree) for tree in (build("minavg", "p2c3n"), *CARRIED)]


@given(st.binary(max_size=200))
def test_any_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(TreebuildError):
        codec_msgpack.decode(data)


@given(st.sampled_from(DATA), st.floats(0, 0.999), st.integers(0, 255), st.sampled_from(["replace", "insert", "cut"]))
def test_one_change_is_a_tree_or_refused(data: bytes, share: float, byte: int, how: str) -> None:
    place = int(share * len(data))
    after = {"replace": data[place + 1 :], "insert": data[place:], "cut": b""}[how]
    try:
        tree = codec_msgpack.decode(data[:place] + (bytes([byte]) if how != "cut" else b"") + after)
    except TreebuildError as error:
        assert "\n" not in str(error)
    else:
        assert sum(tree.counts) == len(tree.game.secrets)


values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 40) | st.text(max_size=5) | st.binary(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=8,
)
FIELDS = list(codec_msgpack.document(build("minavg", "p2c3n")))


@given(st.sampled_from(FIELDS), values)
def test_any_value_in_a_field_is_refused_or_the_same(field: str, value: Any) -> None:
    document = codec_msgpack.document(build("minavg", "p2c3n"))
    same_value = msgpack.packb(document[field]) == msgpack.packb(value)  # in Python, 1 == True
    document[field] = value
    try:
        codec_msgpack.decode(msgpack.packb(document))
    except TreebuildError:
        assert not same_value
    else:
        assert same_value


@given(st.sampled_from(CARRIED), st.sampled_from(PARTS), st.sampled_from([*SPACE, ""]), values)
def test_any_value_in_a_carried_game_is_refused_or_a_tree(tree: Tree, field: str, inner: str, value: Any) -> None:
    """Another value may make another game, of which this is a tree as well."""
    document = codec_msgpack.document(tree.unruled())
    parts = document["game"]["parts"]
    parts[field] = {**dict.fromkeys(SPACE, 1), inner: value} if inner else value
    try:
        found = codec_msgpack.decode(msgpack.packb(document))
    except TreebuildError as error:
        assert "\n" not in str(error)
    else:
        assert verify(found).ok


@given(st.sampled_from(["version", "guesses", "costs", "cost_unit"]), values)
def test_any_value_in_a_rule_is_refused_or_the_same(field: str, value: Any) -> None:
    tree = first_permitted(RULED)
    document = codec_msgpack.document(tree)
    holder = document if field == "version" else document["game"]
    same_value = msgpack.packb(holder[field]) == msgpack.packb(value)
    holder[field] = value
    try:
        found = codec_msgpack.decode(msgpack.packb(document))
    except TreebuildError as error:
        assert "\n" not in str(error) and not same_value
    else:
        assert codec_msgpack.encode(found) == msgpack.packb(document)


@pytest.mark.parametrize("data", [b"\x91" * 5_000_000, b"\xdd\xff\xff\xff\xff" * 100, b"\xc1" * 5_000_000])
def test_megabytes_are_refused_fast(data: bytes) -> None:
    with pytest.raises(TreebuildError):
        codec_msgpack.decode(data)


def test_files_are_not_replaced_unless_told(tmp_path: Path) -> None:
    tree = build("minavg", "p3c4n")
    for extension in (".msgpack", ".b92"):
        path = tmp_path / f"tree{extension}"
        codec.save(tree, path)
        assert same(codec.load(path, tree.game), tree)
        with pytest.raises(TreebuildError, match="already exists; use force=True"):
            codec.save(tree, path)
        codec.save(tree, path, force=True)
    with pytest.raises(TreebuildError, match=r"unknown extension '\.txt', expected one of \.msgpack, \.b92"):
        codec.save(tree, tmp_path / "tree.txt")


@pytest.mark.parametrize(("field", "value"), [("codes", 10**12), ("secrets", 5), ("replies", ["0.0"])])
def test_a_field_of_the_game_that_is_wrong_is_named_with_what_it_holds(field: str, value: object) -> None:
    document = codec_msgpack.document(build("simple", "p2c3n"))
    document["game"][field] = value
    expected = f"game.{field} is {value!r}, expected the 6 codes, 6 secrets and the replies of p2c3n"
    with pytest.raises(TreebuildError, match=f"^{re.escape(expected)}$"):
        codec_msgpack.decode(msgpack.packb(document))
