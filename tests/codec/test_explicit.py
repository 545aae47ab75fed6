import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import built
from tests.helpers.trees import decoded_or_refused, same
from treebuild.algorithms import build
from treebuild.codec import explicit
from treebuild.codec.base92 import BASE, DIGITS, two_digits
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.tree.tree import Tree


def test_digits_are_the_papers() -> None:
    assert BASE == 92 and DIGITS[0] == "#" and DIGITS[-1] == "\x7f" and "\\" not in DIGITS and "!" not in DIGITS
    assert [two_digits(n) for n in (0, 1, 91, 92, 8463)] == ["##", "#$", "#\x7f", "$#", "\x7f\x7f"]


@pytest.mark.parametrize("name", ["simple", "minavg", "crush"])
@pytest.mark.parametrize("rules", ["p1c1n", "p2c3n", "p3c4r", "p5c2r", "p4c6r", "p4c10n"])
def test_a_string_is_the_same_tree_node_for_node(rules: str, name: str) -> None:
    tree = built(name, rules)
    text = explicit.encode(tree)
    again = explicit.decode(text, tree.game)
    assert same(tree, again) and explicit.encode(again) == text
    assert text.decode("ascii").count("!") == len(tree) - 1


def test_an_element_takes_the_shorter_form(minavg: Tree) -> None:
    elements = explicit.encode(minavg).decode().rstrip("\n").split("!")
    for node, element in enumerate(elements):
        assert len(element) == 2 + min(3 * len(minavg.children(node)), 26)


def test_size_is_near_the_papers(minavg: Tree) -> None:
    assert 29_000 < len(explicit.encode(minavg)) < 32_500  # 31.6 KB for crush5o (8.2)


def test_line_ends_and_byte_order_mark() -> None:
    tree = build("minmax", "p3c4n")
    text = explicit.encode(tree)
    for wrapped in (text, text.strip(), text.strip() + b"\r\n", b"\xef\xbb\xbf" + text):
        assert same(explicit.decode(wrapped, tree.game), tree)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b" ", "' ' at position"),
        (b"##\\", "position"),
        (b"##\n\n", "position"),
        (b"", "element 0 has 0 characters"),
        (b"#", "element 0 has 1 characters"),
        (b"##!", "element 1 has 0 characters"),
        (b"\x7f\x7f", "guesses code 8463"),
        (b"###", "not a guess and a list of links"),
        (b"##" + b"#" * 36, "element 0 has 38 characters"),
        (b"##$#$$#%", "lists replies"),
        (b"##5#$", "lists replies"),
        (b"##$##", "links back"),
        (b"##$#%", "links to node 2 of 1"),
        (b"##", "no child for reply 0.1"),
    ],
)
def test_damage_is_named(text: bytes, message: str) -> None:
    with pytest.raises(TreebuildError, match=message) as error:
        explicit.decode(text, Game.from_rules("p2c3n"))
    assert "\n" not in str(error.value)


def test_trees_that_do_not_fit_are_refused() -> None:
    with pytest.raises(TreebuildError, match="at most 8464 codes"):
        explicit.encode(build("simple", "p4c10r"))
    with pytest.raises(TreebuildError, match="at most 8464 codes"):
        explicit.decode(b"##", Game.from_rules("p4c10r"))


GAME = Game.from_rules("p2c3n")
TEXT = explicit.encode(build("minavg", "p2c3n")).strip()


@given(st.one_of(st.binary(max_size=60), st.text(DIGITS + "!", max_size=80).map(str.encode)))
def test_any_bytes_are_a_tree_or_refused(data: bytes) -> None:
    decoded_or_refused(explicit.decode, data, GAME)


@given(
    st.integers(0, len(TEXT) - 1), st.sampled_from(DIGITS + "! \n"), st.sampled_from(["replace", "insert", "delete"])
)
def test_one_change_is_a_tree_or_refused(place: int, character: str, how: str) -> None:
    middle = b"" if how == "delete" else character.encode()
    decoded_or_refused(explicit.decode, TEXT[:place] + middle + TEXT[place + (how != "insert") :], GAME)


@pytest.mark.parametrize("data", [b"#" * 4_000_000, b"!" * 4_000_000, b"##!" * 9000, TEXT * 1000])
def test_megabytes_are_refused_fast(data: bytes) -> None:
    with pytest.raises(TreebuildError):
        explicit.decode(data, GAME)
