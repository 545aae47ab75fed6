"""Writes schema/vectors/proof.json: certificates that a checker has to accept, and some that it has to refuse."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

from tests.helpers.random_games import random_game
from tests.helpers.ruled import priced_tests
from treebuild.certificate.write import certify
from treebuild.game.game import Game
from treebuild.game.lookup import find_game
from treebuild.game.reply_rules import Rule

FILE = Path(__file__).parents[2] / "schema" / "vectors" / "proof.json"
Claim = tuple[list[bytes], list[tuple[int, list[tuple[int, int, Any]]]]]
"""(images, [(code, [(reply, amount, claim), ...]), ...])"""


def leb(number: int) -> bytes:
    """Unsigned LEB128."""
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


def written(claim: Claim) -> bytes:
    """A claim as the file has it."""
    images, guesses = claim
    out, before = leb(len(images)) + b"".join(images) + leb(len(guesses)), -1
    for code, parts in guesses:
        out += leb(code - before - 1) + leb(len(parts))
        before, last = code, -1
        for reply, amount, inner in parts:
            out += leb(reply - last - 1) + leb(amount) + written(inner)
            last = reply
    return out


def read(data: bytes, size: int) -> Claim:
    """The claim that some bytes are, with images of so many bytes."""
    stream = iter(data)

    def number() -> int:
        value, shift = 0, 0
        for byte in stream:
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
        return value

    def claim() -> Claim:
        images = [bytes(next(stream) for _ in range(size)) for _ in range(number())]
        guesses, code = [], -1
        for _ in range(number()):
            code += 1 + number()
            parts, reply = [], -1
            for _ in range(number()):
                reply += 1 + number()
                parts.append((reply, number(), claim()))
            guesses.append((code, parts))
        return images, guesses

    return claim()


def digits_bulls_only() -> Game:
    """A game whose cows are not told."""
    codes = Game.from_rules("p4c10n").codes
    return Game.from_symbols("four different digits, bulls only", Rule("bulls", 4), "0123456789", codes)


def vectors() -> Iterator[dict[str, str]]:
    """All of them: a name, what the header is, the body in hexadecimal, and whether it is sound."""
    sound = {}
    for name, game, objective, only in (
        ("a handful of codes", "p2c3n", "total", False),
        ("repeated symbols", "p3c4r", "total", False),
        ("two criteria", "p3c4r", "fours,total", False),
        ("impossible", "p3c5n", "limit:3", False),
        ("candidates only", "p3c4r", "total", True),
        ("codes and secrets differ", "four-colours", "limit:4", False),
        ("bulls alone", digits_bulls_only(), "limit:4", False),
        ("a table", random_game(random.Random(5), 7, 4, others=2), "total", False),
        ("a table of many replies", random_game(random.Random(6), 9, 70), "total", False),
        ("several winning codes", random_game(random.Random(1), 6, 3, winners=2, others=1), "total", False),
        ("claims and images", "p4c6r", "total", False),
    ):
        data = gzip.decompress(
            certify(find_game(game) if isinstance(game, str) else game, objective, candidates_only=only).data
        )
        sound[name] = data
        yield _vector(name, data, True)
    yield from _damaged(sound["a handful of codes"], sound["claims and images"], sound["two criteria"])
    yield from _headers(sound["a handful of codes"])
    yield from _weighted()
    yield from _ruled()
    yield from _grouped()


def _damaged(small: bytes, large: bytes, double: bytes) -> Iterator[dict[str, str]]:
    header, _, body = large.partition(b"\nbody\n")
    images, guesses = read(body, 10)
    code, parts = guesses[0]
    reply, amount, inner = parts[0]

    def changed(name: str, claim: Claim) -> dict[str, str]:
        return _vector(name, header + b"\nbody\n" + written(claim), False)

    yield _edited("T raised by one", small, (b"bound 13", b"bound 14"))
    yield _edited("the second criterion raised by one", double, (b"bound 0 21 206", b"bound 0 21 207"))
    yield _edited("T raised by one, with claims", large, (b"bound 5625", b"bound 5626"))
    yield changed("a claim dropped", (images, [(code, parts[1:]), *guesses[1:]]))
    yield changed("an amount raised", (images, [(code, [(reply, amount + 1, inner), *parts[1:]]), *guesses[1:]]))
    yield changed("an amount lowered", (images, [(code, [(reply, amount - 1, inner), *parts[1:]]), *guesses[1:]]))
    yield changed("a guess left out", (images, guesses[1:]))
    swapped = [bytes([1, 1, 2, 3]) + images[0][4:], *images[1:]]
    yield changed("an image that is no permutation", (swapped, guesses))
    deep = next(place for place, part in enumerate(parts) if part[2][0])
    which, least, (_, below) = parts[deep]
    wrong = (which, least, ([bytes([1, 0, 2, 3, 1, 2, 3, 4, 5, 0])], below))
    yield changed(
        "an image that moves the candidates",
        (images, [(code, [*parts[:deep], wrong, *parts[deep + 1 :]]), *guesses[1:]]),
    )
    yield changed("the winning part listed", (images, [(code, [*parts, (13, 1, ([], []))]), *guesses[1:]]))
    yield changed("a code that is none", (images, [*guesses, (1296, [])]))
    yield _edited("another game", small, (b"\nsymbols 3", b"\nsymbols 2"))
    yield _edited("another rule", large, (b"rule bulls-cows", b"rule bulls"))
    yield _edited("other costs", large, (b"costs 1 2 3 ", b"costs 1 2 2 "))
    yield _edited("costs that fall", small, (b"costs 1 2 3 ", b"costs 1 3 2 "))
    yield _edited("another version", small, (b"proof 1", b"proof 2"))
    yield _edited("a line too many", small, (b"\nbody\n", b"\nname x\nbody\n"))
    yield _edited("a number with a zero before it", small, (b"pegs 2", b"pegs 02"))
    yield _edited("a T of 0", small, (b"bound 13", b"bound 0"))
    yield _vector("cut", large[:-1], False)
    yield _vector("more than a claim", small + b"\0", False)
    head, _, _ = small.partition(b"body\n")
    yield _vector("a number of more bytes than it needs", head + b"body\n" + b"\x80\0\0", False)


def _headers(small: bytes) -> Iterator[dict[str, str]]:
    """Lines of the header of version 1, and what each may say."""
    for name, old, new in (
        ("a title of 64 characters", b"game p2c3n", b"game " + b"~" * 64),
        ("64 costs", b"costs 1 2 3 4 5 6", b"costs " + b" ".join(b"%d" % cost for cost in range(1, 65))),
        ("a single cost", b"costs 1 2 3 4 5 6\nbound 13", b"costs 1\nbound 6"),
        ("eight lines of costs", b"costs 1 2 3 4 5 6\nbound 13", b"costs 1 2 3\n" * 8 + b"bound 13" + b" 0" * 7),
        ("the largest cost", b"4 5 6\n", b"4 5 %d\n" % (((1 << 62) - 1) // 6)),
    ):
        yield _vector(name, small.replace(old, new), True)
    faults = "a blank line before", "no line", "twice the line", "too early the line"
    yield from _line_by_line(small, "version 1", *faults)
    for name, old, new in (
        ("a title of 65 characters", b"game p2c3n", b"game " + b"x" * 65),
        ("no title", b"game p2c3n", b"game "),
        ("a title of two words", b"game p2c3n", b"game p2 c3n"),
        ("a title with a byte of 127", b"game p2c3n", b"game p2\x7fc3n"),
        ("a title that is not ASCII", b"game p2c3n", "game p²c³n".encode()),
        ("a key in capitals", b"\npegs", b"\nPegs"),
        ("a key without what it is for", b"pegs 2", b"pegs"),
        ("a number that is empty", b"pegs 2", b"pegs "),
        ("a number with a sign", b"pegs 2", b"pegs +2"),
        ("a number that is not ASCII", b"pegs 2", "pegs ٢".encode()),
        ("a number with a point", b"pegs 2", b"pegs 2.0"),
        ("a zero of two digits", b"costs 1", b"costs 00"),
        ("two numbers of pegs", b"pegs 2", b"pegs 2 2"),
        ("17 pegs", b"pegs 2", b"pegs 17"),
        ("65 symbols", b"symbols 3", b"symbols 65"),
        ("no pegs", b"pegs 2", b"pegs 0"),
        ("no code without a repeated symbol", b"pegs 2", b"pegs 4"),
        ("more codes than 65536", b"pegs 2\nsymbols 3\ncodes distinct", b"pegs 2\nsymbols 64\ncodes list 65537"),
        ("a list of no codes", b"codes distinct", b"codes list 0"),
        ("a list of no length", b"codes distinct", b"codes list"),
        ("codes of a kind that is none", b"codes distinct", b"codes some"),
        ("secrets of a kind that is none", b"secrets distinct", b"secrets none"),
        ("a rule that begins as another", b"rule bulls-cows", b"rule bulls-cow"),
        ("two rules", b"rule bulls-cows", b"rule bulls-cows bulls"),
        ("a table of pegs", b"rule bulls-cows", b"rule table 5 4"),
        ("guesses of later versions", b"guesses all", b"guesses identify"),
        ("guesses of two rules", b"guesses all", b"guesses all candidates"),
        ("a space before a line", b"\npegs", b"\n pegs"),
        ("a space after a line", b"pegs 2", b"pegs 2 "),
        ("a space after the last line", b"\nbody", b"\nbody "),
        ("no costs in a line", b"costs 1 2 3 4 5 6", b"costs"),
        ("65 costs", b"costs 1 2 3 4 5 6", b"costs " + b" ".join(b"%d" % cost for cost in range(1, 66))),
        ("nine lines of costs", b"costs 1 2 3 4 5 6\nbound 13", b"costs 1 2 3\n" * 9 + b"bound 13" + b" 0" * 8),
        ("lines of five and of six costs", b"\nbound 13", b"\ncosts 1 2 3 4 5\nbound 13 0"),
        ("a cost of 2^62", b"4 5 6\n", b"4 5 %d\n" % (1 << 62)),
        ("a cost of 2^64 more", b"costs 1 ", b"costs %d " % ((1 << 64) + 1)),
        ("costs of 2^62 in all", b"4 5 6\n", b"4 5 %d\n" % (((1 << 62) - 1) // 6 + 1)),
        ("a bound of 2^64 more", b"bound 13", b"bound %d" % ((1 << 64) + 13)),
        ("a bound too many", b"bound 13", b"bound 13 0"),
        ("no bound in its line", b"bound 13", b"bound"),
        ("two spaces", b"costs 1 2", b"costs 1  2"),
        ("a tab for a space", b"pegs 2", b"pegs\t2"),
        ("a byte of 0", b"pegs 2", b"pegs 2\0"),
        ("weights in version 1 that count nothing", b"\nrule", b"\nweights 6\nrule"),
        ("groups in version 1", b"\ncosts", b"\ngroups 2\ncosts"),
        ("surcharges in version 1", b"\ncosts", b"\nsurcharges 1 1\ncosts"),
    ):
        yield _edited(name, small, (old, new))
    head, mark, body = small.partition(b"\nbody\n")
    yield _of_parts("lines that end with CR and LF", (head + mark).replace(b"\n", b"\r\n"), body, False)


def _line_by_line(of: bytes, where: str, *faults: str) -> Iterator[dict[str, str]]:
    """For every line of a header, certificates that have one of these faults there."""
    head, _, body = of.partition(b"\nbody\n")
    lines = [*head.split(b"\n"), b"body"]
    for at, line in enumerate(lines):
        before, after = lines[:at], lines[at + 1 :]
        found = {
            "a blank line before": [*before, b"", line, *after],
            "no line": before + after,
            "twice the line": [*before, line, line, *after],
            "too early the line": [*before[:-1], line, *before[-1:], *after],
        }
        for fault in faults if at else faults[:3]:  # the first line is never too early
            name = f"{fault} {line.partition(b' ')[0].decode()}, {where}"
            yield _of_parts(name, b"\n".join([*found[fault], b""]), body, False)


def _weighted() -> Iterator[dict[str, str]]:
    """Of version 2."""
    sound = {}
    for name, game, weights, objective, only in (
        ("weights", find_game("p2c3n"), [5, 1, 1, 1, 1, 1], "total", False),
        ("weights and a number of secrets", find_game("p3c4r"), range(300, 364), "fours,total", False),
        ("weights, a total before a number", find_game("p3c4r"), [1, 0, 7, 2] * 16, "total,fours", False),
        ("weights, candidates only", find_game("p3c4n"), range(24), "total", True),
        ("weights and lists", find_game("three-of-seven"), None, "total", False),
        ("weights of a table", random_game(random.Random(5), 7, 4, others=2), [0, 0, 3, 1, 0, 9, 2], "total", False),
        ("weights, several winning codes", random_game(random.Random(1), 6, 3, winners=2), range(1, 7), "total", False),
        ("weights, claims and images", find_game("p3c5r"), None, "total", False),
    ):
        weighted = game.weighted(weights or [1 + len({0, 1} & set(secret)) for secret in game.secrets])
        sound[name] = gzip.decompress(certify(weighted, objective, candidates_only=only).data)
        yield _vector(name, sound[name], True)
    small, double = sound["weights"], sound["weights and a number of secrets"]
    many = small.replace(b"weights 10", b"weights %d" % ((1 << 60) + 5)).replace(b"body\n\5", b"body\n" + leb(1 << 60))
    many = many.replace(b"weighted costs", b"costs").replace(b"bound 17", b"bound 13")
    yield _vector("weights near 2^60, and costs without them", many, True)
    large, table = sound["weights, claims and images"], sound["weights of a table"]

    yield _edited("a weighted T raised by one", small, (b"bound 17", b"bound 18"))
    bound = double.partition(b"\nbound ")[2].partition(b"\n")[0]
    raised = bound[:-1] + bytes([bound[-1] + 1])
    yield _edited("a weighted second criterion raised by one", double, (b"bound " + bound, b"bound " + raised))
    yield _edited("a lighter secret", small, (b"\nweights 10", b"\nweights 9"), (b"body\n\5", b"body\n\4"))
    head, _, body = large.partition(b"body\n")  # the secrets 000 and 222 change weights, and images do not keep them
    yield _vector("weights that change places", head + b"body\n" + b"\1" + body[1:62] + b"\2" + body[63:], False)
    yield _edited("weights that add up to less", small, (b"body\n\5", b"body\n\4"))
    yield _edited("weights that add up to more", small, (b"body\n\5", b"body\n\6"))
    yield _edited("a weight too few", small, (b"body\n\5\1", b"body\n\6"))
    yield _edited("a weight of more bytes than it needs", small, (b"body\n\5", b"body\n\x85\0"))
    yield _edited(
        "weights of 0 in all", small, (b"weights 10", b"weights 0"), (b"body\n\5\1\1\1\1\1", b"body\n" + bytes(6))
    )
    yield _edited("weights of 2^62 in all", small, (b"weights 10", b"weights %d" % (1 << 62)))
    yield _edited("weights too large with their costs", small, (b"weights 10", b"weights %d" % (1 << 60)))
    yield _edited("costs no longer by weight", small, (b"weighted costs", b"costs"))
    yield _edited("costs by weight that fall", table, (b"weighted costs 1 2 3 ", b"weighted costs 1 3 2 "))
    yield _edited("a bound by weight", table, (b"\nbound", b"\nweighted bound"))
    yield _edited("weights in version 1", small, (b"proof 2", b"proof 1"))
    yield _edited("costs by weight in version 1", small, (b"proof 2", b"proof 1"), (b"weights 10\n", b""))
    yield _edited("no weights in version 2", small, (b"weights 10\n", b""))
    yield _edited("a later version", small, (b"proof 2", b"proof 4"))


def families(seed: int, rule: str) -> Game:
    """A game of words of three letters, whose secrets have four endings: rules of guesses make a difference."""
    choose = random.Random(seed)
    ends = choose.sample(list(product(range(3), repeat=2)), 4)
    secrets = sorted(choose.sample([(first, *end) for first in range(2, 8) for end in ends], 16))
    others = choose.sample(sorted(set(product(range(8), repeat=3)) - set(secrets)), 12)
    return Game.from_symbols("families", Rule(rule, 3), "abcdefgh", sorted(secrets + others), secrets)


def three_tests() -> Game:
    """The example of version 3 in schema/proof.md."""
    rows = [bytes([1, 0, 0]), bytes([0, 0, 1])]
    tests = Game.from_table("tests", ["t", "u"], ["a", "b", "c"], ["no", "yes"], None, rows)
    return tests.with_guesses("identify").weighted([2, 1, 1]).priced({"t": 1, "u": 2})


def _ruled() -> Iterator[dict[str, str]]:
    """Of version 3."""
    sound = {}
    alike = Game.from_table("alike", ["t"], ["a", "b", "c"], ["no", "yes"], None, [bytes([1, 0, 0])])
    winners = random_game(random.Random(1), 6, 3, winners=2, others=1)
    weighted = families(0, "wordle").weighted(range(16))
    for name, game, objective in (
        ("tests with costs", three_tests(), "total"),
        ("tests with costs and claims", priced_tests(random.Random(3), 12, 9, 2).with_guesses("identify"), "total"),
        ("hypotheses that no test separates", alike.with_guesses("identify"), "total"),
        ("hard", families(0, "wordle").with_guesses("hard"), "total"),
        ("consistent", families(9, "bulls-cows").with_guesses("consistent"), "total,fours"),
        ("consistent, in bulls, with claims", families(3, "bulls").with_guesses("consistent"), "total"),
        (
            "consistent, in words, with weights",
            weighted.with_guesses("consistent"),
            "total",
        ),
        ("costs of all guesses", find_game("p2c3n").priced({"01": 2.5, "12": 3}), "total"),
        ("costs and a limit", families(2, "wordle").priced({"abg": 2}), "total,limit:3"),
        ("costs of candidates", find_game("p3c3r").with_guesses("candidates").priced({"000": 9, "012": 4}), "total"),
        (
            "costs of several winning codes",
            winners.priced([3 + code * code % 5 for code in range(len(winners.codes))]),
            "total",
        ),
    ):
        sound[name] = gzip.decompress(certify(game, objective).data)
        assert sound[name].startswith(b"treebuild proof 3"), name
        yield _vector(name, sound[name], True)
        yield _vector(f"{name}: a bound raised by one", _raised(sound[name]), False)
    small, hard, limited = sound["tests with costs"], sound["hard"], sound["costs and a limit"]

    yield from _line_by_line(hard, "version 3", "a blank line before")
    yield _edited("hard, of all trees", hard, (b"guesses hard", b"guesses all"))
    yield _edited("hard, where words are no words", hard, (b"rule wordle", b"rule bulls-cows"))
    yield _edited("wordle in version 1", hard, (b"proof 3", b"proof 1"), (b"guesses hard", b"guesses all"))
    yield _edited("consistent, of a table", small, (b"guesses identify", b"guesses consistent"))
    yield _edited("hard, of a table", small, (b"guesses identify", b"guesses hard"))
    yield _edited("a rule that is none", small, (b"guesses identify", b"guesses identity"))
    yield _edited("identify in version 2", small, (b"proof 3", b"proof 2"))
    yield _edited("surcharges in version 2", small, (b"proof 3", b"proof 2"), (b"guesses identify", b"guesses all"))
    yield _edited("a largest surcharge that is none", small, (b"surcharges 1 1", b"surcharges 1 2"))
    yield _edited("surcharges of 0", small, (b"surcharges 1 1", b"surcharges 1 0"))
    yield _edited("a unit of 0", small, (b"surcharges 1 1", b"surcharges 0 1"))
    yield _edited("a surcharge above the largest", small, (b"\0\1\0\0\0\0\0", b"\1\2\0\0\0\0\0"))
    yield _edited("surcharges that are too large", small, (b"surcharges 1 1", b"surcharges 1 %d" % (1 << 60)))
    yield _edited("surcharges with costs not by weight", small, (b"weighted costs", b"costs"))
    yield _edited("another bound with surcharges", limited, (b"\nbound 0 ", b"\nbound 1 "))
    yield _vector("an image in version 3", small[:-2] + b"\1\0", False)
    yield _vector("a code that wins listed among tests", small[:-2] + written(([], [(2, [])])), False)
    yield _vector("a test listed", small[:-2] + written(([], [(0, [(0, 6, ([], []))])])), True)
    yield _vector("an amount too high", small[:-2] + written(([], [(0, [(0, 7, ([], []))])])), False)


def faults() -> Game:
    """Four faults, of which each of three tests shows one; the first and the last need the same spare part."""
    rows = [bytes([1, 0, 0, 0]), bytes([0, 1, 0, 0]), bytes([0, 0, 1, 0])]
    game = Game.from_table("faults", ["a", "b", "c"], ["1", "2", "3", "4"], ["no", "yes"], None, rows)
    return game.grouped({"1": "wire", "4": "wire"})


def _grouped() -> Iterator[dict[str, str]]:
    """Of version 3, with groups of secrets."""
    choose = random.Random(8)
    claims = priced_tests(choose, 14, 9, 2).with_guesses("identify")
    claims = claims.grouped({f"s{i}": f"g{choose.randrange(5)}" for i in range(14)})
    codes = find_game("p2c4n").with_guesses("identify").grouped({"01": "a", "10": "a", "23": "b", "30": "b", "32": "b"})
    sound = {}
    for name, game, objective in (
        ("groups", faults(), "total"),
        ("groups with weights", faults().weighted([3, 1, 0, 2]), "total"),
        ("groups with a limit", faults().weighted([3, 1, 0, 2]), "total,limit:3"),
        ("groups with costs", faults().weighted([1, 2, 3, 4]).priced({"a": 2, "c": 2.5}), "total"),
        ("groups with costs and claims", claims, "total"),
        ("groups of codes", codes, "total"),
    ):
        sound[name] = gzip.decompress(certify(game, objective).data)
        yield _vector(name, sound[name], True)
        yield _vector(f"{name}: a bound raised by one", _raised(sound[name]), False)
    small, of_codes = sound["groups"], sound["groups of codes"]

    yield from _line_by_line(sound["groups with costs"], "version 3 with groups", "a blank line before")
    yield _edited("costs by weight without weights", small, (b"\ncosts", b"\nweighted costs"))
    yield _edited("weights that are not there", small, (b"\nrule", b"\nweights 4\nrule"))
    yield _edited("no groups in their line", small, (b"groups 3", b"groups"))
    yield _edited("surcharges without a largest", sound["groups with costs"], (b"surcharges 2 3", b"surcharges 2"))
    yield _edited("three numbers of surcharges", sound["groups with costs"], (b"surcharges 2 3", b"surcharges 2 3 3"))

    listed = b"\0\1\2\0\0\0"
    yield _edited("groups in version 2", small, (b"proof 3", b"proof 2"))
    yield _edited("groups with all guesses", of_codes, (b"guesses identify", b"guesses all"))
    yield _edited("as many groups as secrets", small, (b"groups 3", b"groups 4"), (listed, b"\0\1\2\3\0\0"))
    yield _edited("one group", small, (b"groups 3", b"groups 1"), (listed, b"\0\0\0\0\0\0"))
    yield _edited("groups that are fewer than the header says", small, (listed, b"\0\1\1\0\0\0"))
    yield _edited("groups that are more than the header says", small, (b"groups 3", b"groups 2"))
    yield _edited("groups that are not in order", small, (listed, b"\0\2\1\0\0\0"))
    yield _edited("a group of more bytes than it needs", small, (listed, b"\x80\0\1\2\0\0\0"))
    yield _edited("a group too few", small, (listed, b"\0\1\2\0\0"))
    told: Claim = ([], [(1, [(0, 9, ([], [(2, [(0, 6, ([], []))])]))])])
    yield _vector("a claim about candidates of one group", small[:-2] + written(told), False)
    told = ([], [(1, [(0, 9, ([], []))])])
    yield _vector("groups and a claim", small[:-2] + written(told), True)


def _raised(data: bytes) -> bytes:
    """The same with the last number of the bound one larger."""
    head, mark, rest = data.partition(b"\nbound ")
    bound, end, body = rest.partition(b"\n")
    *before, last = bound.split(b" ")
    return head + mark + b" ".join([*before, b"%d" % (int(last) + 1)]) + end + body


def _edited(name: str, of: bytes, *changes: tuple[bytes, bytes]) -> dict[str, str]:
    """A vector that has to be refused: a sound certificate in which each of these changes is made once."""
    for old, new in changes:
        assert of.count(old) == 1, (name, old, of.count(old))
        of = of.replace(old, new)
    return _vector(name, of, False)


def _vector(name: str, data: bytes, sound: bool) -> dict[str, str]:
    header, mark, body = data.partition(b"\nbody\n")
    return _of_parts(name, header + mark, body, sound)


def _of_parts(name: str, header: bytes, body: bytes, sound: bool) -> dict[str, str]:
    return {"name": name, "header": header.decode(), "body": body.hex(), "checked": "yes" if sound else "no"}


def dump() -> str:
    """The file."""
    return json.dumps(list(vectors()), indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(dump(), encoding="ascii")
