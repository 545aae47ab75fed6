"""Writes schema/vectors/valid.json and fail.json: texts every implementation must read alike, and refuse alike.

    python -m tests.helpers.make_vectors        (make vectors)

The counts are those of the trees as built, not of a decoder. A failing vector has one fault only, so that its kind does
not depend on what a decoder looks at first.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from treebuild.algorithms import build
from treebuild.codec import explicit, implicit, ranked
from treebuild.codec.base92 import DIGITS, two_digits
from treebuild.codec.implicit import normalise
from treebuild.game.game import Game
from treebuild.game.positions import Candidates, History
from treebuild.game.reply_matrix import reply_matrix
from treebuild.tree.policy import grow
from treebuild.tree.tree import Tree

FOLDER = Path(__file__).parents[2] / "schema" / "vectors"
BOM = "\ufeff"

Vector = dict[str, Any]


def valid() -> Iterator[Vector]:
    """Texts and the depth counts of their trees."""
    for game, algorithm in (("p2c3n", "minavg"), ("p3c3r", "minmax"), ("p4c6r", "minavg"), ("p4c10n", "minavg")):
        tree = build(algorithm, game)
        for name, codec in (("explicit", explicit), ("implicit", implicit)):
            text = codec.encode(tree).decode().rstrip("\n")
            for wrapped in (text, f"{text}\n", f"{text}\r\n", f"{BOM}{text}") if len(tree) < 30 else (text,):
                yield sound(name, tree, wrapped)
    yield sound("implicit", build("greedy-crush", "p4c10n"))
    yield sound("implicit", build("greedy-crush", "p4c6r"))
    for game in ("p1c1n", "p1c1r", "p2c1r", "p1c2n", "p2c2n", "p1c5n"):
        for name in ("explicit", "implicit"):
            yield sound(name, build("simple", game))
    with_del = starting(91, "p3c6n")  # 91 is written #DEL
    yield sound("explicit", with_del)
    yield sound("implicit", with_del)
    tiny = build("minavg", "p2c3n")
    yield sound("explicit", tiny, full_lists(tiny, list(range(len(tiny)))))
    yield sound("explicit", tiny, full_lists(tiny, depth_first(tiny)))

    yield from valid_ranked()


def valid_ranked() -> Iterator[Vector]:
    """Trees that follow the rule and trees that do not, under a limit and under none."""
    for game in ("p1c1n", "p1c5n", "p2c1r", "p2c3n", "p2c4r", "p3c3r", "p3c6n", "p4c6r", "p5c3r", "p4c10n"):
        for algorithm in ("minavg", "simple") if game != "p4c10n" else ("minavg", "minmax"):
            yield sound("ranked", build(algorithm, game))
    tree = build("minavg", "p2c3n")
    text = ranked.encode(tree).decode().rstrip("\n")
    for wrapped in (f"{text}\n", f"{text}\r\n", f"{BOM}{text}"):
        yield sound("ranked", tree, wrapped)
    for game, limit in (("p4c6r", 5), ("p4c10n", 6), ("p3c6n", 3)):
        text = ranked.write(build("minmax", game), limit).decode().rstrip("\n")
        yield sound("ranked", build("minmax", game), text)


def fail() -> Iterator[Vector]:
    """Texts and the kind of their one fault."""
    tiny = build("minavg", "p2c3n")
    full = explicit.encode(tiny).decode().rstrip("\n")
    short = implicit.encode(tiny).decode().rstrip("\n")
    deep = implicit.encode(build("minavg", "p4c10n")).decode().rstrip("\n")
    with_del = implicit.encode(starting(91, "p3c6n")).decode().rstrip("\n")
    bad_games = (
        "",
        "p4",
        "p4c3n",
        "p0c5r",
        "pXcY",
        "p4c10",
        "p4c10nn",
        "P4c10n",
        "p-4c10n",
        "p4c10n ",
        "p4c10r",
        "p2c93n",
    )
    for game in bad_games:
        yield refused("implicit", game, short, "game")
        yield refused("explicit", game, full, "game")
    for name, text in (("implicit", short), ("explicit", full)):
        for character in ("\\", " ", '"', "\n", "\t", "\x00", "\x80", "é", "€", "\U0001f402", BOM):
            yield refused(name, "p2c3n", text[:1] + character + text[1:], "alphabet")
        for wrapped in (f"{text}\n\n", f"{BOM}{BOM}{text}", f" {text}", f"{text} ", f"{text}\n\r"):
            yield refused(name, "p2c3n", wrapped, "alphabet")
    yield refused("implicit", "p2c3n", short[:1] + "!" + short[1:], "alphabet")

    yield refused("implicit", "p2c3n", short[:1], "odd")
    yield refused("implicit", "p2c3n", short + "#", "odd")
    yield refused("implicit", "p3c6n", with_del.replace("\x7f", ""), "odd")
    yield refused("implicit", "p4c10n", deep[:-1], "odd")
    yield refused("implicit", "p2c3n", "", "truncated")
    yield refused("implicit", "p4c10n", "", "truncated")
    yield refused("implicit", "p4c10n", deep[:-2], "truncated")
    yield refused("implicit", "p4c10n", deep[:400], "truncated")
    yield refused("implicit", "p2c3n", short + "##", "trailing")
    yield refused("implicit", "p4c10n", deep + deep, "trailing")
    yield refused("implicit", "p1c2n", "##", "trailing")
    yield refused("implicit", "p2c3n", two_digits(6), "guess")
    yield refused("implicit", "p2c3n", "\x7f\x7f", "guess")
    yield refused("implicit", "p4c10n", two_digits(5040), "guess")
    yield refused("implicit", "p4c10n", "####", "wasted")
    yield refused("implicit", "p4c6r", "##" * 4, "wasted")
    yield from fail_explicit(full)
    yield from fail_ranked()


def fail_explicit(text: str) -> Iterator[Vector]:
    """Faults of elements and links, made in the text of the p2c3n tree; its specification takes it apart."""
    elements = text.split("!")
    root, leaf = elements[0], elements[-1]

    def without(kind: str, element: int, *instead: str) -> Vector:
        altered = elements[:element] + list(instead) + elements[element + 1 :]
        return refused("explicit", "p2c3n", "!".join(altered), kind)

    last = len(elements) - 1
    yield refused("explicit", "p2c3n", "", "structure")
    yield refused("explicit", "p2c3n", "!", "structure")
    yield refused("explicit", "p2c3n", "!" * 100, "structure")
    yield without("structure", last, "")  # an element without a guess
    yield without("structure", last, leaf[:1])
    yield without("structure", last, leaf + "#")  # neither a list nor triples
    yield without("structure", last, leaf + "##")
    yield without("structure", last, leaf, leaf)  # no element names the last
    yield without("truncated", last)  # a child that is not there
    yield without("guess", last, two_digits(6))
    yield without("guess", last, "\x7f\x7f")
    node, slot, after = next(
        (node, reply, child)
        for node in range(1, len(elements))
        for reply, child in build("minavg", "p2c3n").children(node)
    )
    guess = elements[node][:2]

    def triple(reply: int, child: int) -> str:
        return DIGITS[reply] + two_digits(child)

    yield without("structure", node, guess)  # no child for a reply that can come
    yield without("structure", node, guess + triple(slot, 0))  # a cycle
    yield without("structure", node, guess + triple(slot, node))  # a loop
    yield without("structure", node, guess + triple(slot, 1))  # a child with two parents
    yield without("structure", node, guess + triple(4, after))  # after the winning reply
    yield without("structure", node, guess + triple(91, after))
    yield without("structure", node, guess + triple((slot + 1) % 4, after))  # after a reply that cannot come
    yield without("truncated", node, guess + triple(slot, 8463))
    yield without("structure", node, guess + triple(slot, after) + triple(slot, after))
    others = [reply for reply, _ in build("minavg", "p2c3n").children(0)]
    backwards = "".join(triple(reply, i) for i, reply in reversed(list(enumerate(others[:2], 1))))
    yield without("structure", 0, root[:2] + backwards)
    yield refused("explicit", "p2c3n", "#####$#%#&!##$#'!#%!#$$#(!#&$#)!#(!#'", "wasted")  # 01 again after 0.1 to 01


def fail_ranked() -> Iterator[Vector]:
    """Faults of ranked texts; where the check digits are not the fault, they are right."""
    game = Game.from_rules("p2c3n")
    sound_text = ranked.encode(build("simple", "p3c6n")).decode().rstrip("\n")
    for rules in ("", "p4c3n", "pXcY", "p4c10n "):
        yield refused("ranked", rules, sound_text, "game")
    for character in ("!", "#", "=", "+", "/", " ", "\n", "\x7f", "é", "\U0001f402", BOM):
        yield refused("ranked", "p3c6n", sound_text[:2] + character + sound_text[2:], "alphabet")
    swapped = sound_text[0] + sound_text[2] + sound_text[1] + sound_text[3:]
    for text in (
        "",
        "A",
        "AA",
        "AAg",
        sound_text[:-1],
        sound_text[1:],
        sound_text + "A",
        "B" + sound_text[1:],
        swapped,
    ):
        yield refused("ranked", "p3c6n", text, "checksum")
    yield refused("ranked", "p3c6r", sound_text, "checksum")

    def bits(*parts: str) -> str:
        """A text of these bits, filled up with 0, and its check digits."""
        joined = "".join(parts)
        joined += "0" * (-len(joined) % 6)
        body = "".join(ranked.DIGITS[int(joined[at : at + 6], 2)] for at in range(0, len(joined), 6))
        return body + ranked.check(game, body)

    header = "00" + "0000" + "000" + "000"  # version, limit, shift, order of the gaps
    no, one, two = "1000", "1001", "1010"  # how many exceptions
    explicit_code, first_rank = "10", "11"
    for version in ("01", "10", "11"):
        yield refused("ranked", "p2c3n", bits(version, header[2:], no), "version")
    yield refused("ranked", "p2c3n", bits(), "truncated")
    yield refused("ranked", "p2c3n", bits(header[:6]), "truncated")
    yield refused("ranked", "p2c3n", bits(header), "truncated")
    yield refused("ranked", "p2c3n", bits(header, "000000"), "truncated")
    yield refused("ranked", "p2c3n", bits(header, one, "00"), "truncated")
    yield refused("ranked", "p2c3n", bits(header, no, "000000"), "trailing")
    yield refused("ranked", "p2c3n", bits(header, no, "01"), "trailing")
    yield refused("ranked", "p2c3n", bits(header, no, "00000001"), "trailing")
    yield refused("ranked", "p2c3n", bits(header, "0" * 25 + "1" * 40), "guess")  # a number of more than 24 bits
    yield refused("ranked", "p2c3n", bits(header, one, "1", "0" * 25 + "1" * 40), "guess")
    yield refused("ranked", "p2c3n", bits(header, one, "1", explicit_code, "110"), "guess")  # code 6 of 6
    yield refused("ranked", "p2c3n", bits(header, one, "1", first_rank), "guess")  # the root has one guess with a rank
    yield refused("ranked", "p2c3n", bits(header, one, "1", "00000" + "1100110"), "guess")  # rank 100
    yield refused("ranked", "p2c3n", bits(header, "0" + "1111"), "structure")  # seven exceptions, six codes
    other = explicit_code + "001"
    yield refused("ranked", "p2c3n", bits(header, two, "1", other, "1", other), "structure")  # two for the root
    yield refused("ranked", "p2c3n", bits(header, one, "0000" + "11001", other), "structure")  # depth 5 has no node
    yield refused("ranked", "p2c3n", bits(header, one, "000" + "1001", other), "structure")  # a single candidate's node
    wasted = explicit_code + "000"  # 01 after 01
    yield refused("ranked", "p2c3n", bits(header, one, "00" + "111", wasted), "wasted")


def sound(name: str, tree: Tree, text: str | None = None) -> Vector:
    """A valid vector: the tree's own text unless another is given."""
    codec = {"explicit": explicit, "implicit": implicit, "ranked": ranked}[name]
    own = codec.encode(tree).decode().rstrip("\n")
    return {"format": name, "game": tree.game.name, "text": own if text is None else text, "counts": list(tree.counts)}


def refused(name: str, game: str, text: str, kind: str) -> Vector:
    """A vector that must fail."""
    return {"format": name, "game": game, "text": text, "error": kind}


def starting(code: int, rules: str) -> Tree:
    """The tree that guesses `code` and then always the lowest candidate, as far as the implicit format lets it."""
    replies = reply_matrix(Game.from_rules(rules))

    def policy(candidates: Candidates, history: History) -> int:
        return int(candidates[0]) if history else code

    return normalise(grow(replies, policy))[0]


def full_lists(tree: Tree, order: list[int]) -> str:
    """The explicit text with elements in another order, and a list of all replies even where triples are shorter.

    It is to be read, never written.
    """
    name = {node: i for i, node in enumerate(order)}
    replies = range(len(tree.game.replies) - 1)
    links = ([name.get(tree.child(node, reply), 0) for reply in replies] for node in order)
    guesses = tree.guess[order].tolist()
    return "!".join(
        two_digits(guess) + "".join(map(two_digits, row)) for guess, row in zip(guesses, links, strict=True)
    )


def depth_first(tree: Tree, node: int = 0) -> list[int]:
    """The nodes at and below a node, children right after their parents."""
    below = (depth_first(tree, child) for _, child in tree.children(node))
    return [node, *(after for nodes in below for after in nodes)]


def dump(vectors: Iterator[Vector]) -> str:
    """One vector a line, in ASCII; DEL is escaped too, so that the file survives editors."""
    lines = ",\n".join(json.dumps(vector).replace("\x7f", "\\u007f") for vector in vectors)
    return f"[\n{lines}\n]\n"


def main() -> None:
    """Write both files."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "valid.json").write_text(dump(valid()), encoding="ascii")
    (FOLDER / "fail.json").write_text(dump(fail()), encoding="ascii")


if __name__ == "__main__":
    main()
