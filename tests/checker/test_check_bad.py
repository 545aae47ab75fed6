"""Certificates that must be refused: bad files, and mutants of good ones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.helpers.make_proof_vectors import leb
from tests.helpers.plain_checks import (
    GAMES,
    NONE,
    Plain,
    at_bound,
    best_of,
    header_bytes,
    outcome,
    packed,
    proof,
    refusal,
    table,
)
from treebuild.checker.check import check
from treebuild.errors import TreebuildError


@pytest.mark.parametrize(
    ("fields", "what"),
    [
        ({"game": ""}, "1 to 64"),
        ({"game": "x" * 65}, "1 to 64"),
        ({"game": "p2c3n and more"}, "without a space"),
        ({"game": "é"}, "printable ASCII"),
        ({"game": "a\tb"}, "printable ASCII"),
        ({"pegs": "02"}, "without leading zeros"),
        ({"pegs": "2 "}, "decimal"),
        ({"pegs": "-2"}, "decimal"),
        ({"pegs": 17}, "0 to 16"),
        ({"symbols": 65}, "0 to 64"),
        ({"pegs": 0}, "0"),
        ({"pegs": 4}, "0 of them"),
        ({"pegs": 16, "symbols": 64, "codes": "any"}, "of them, expected 1 to 65536"),
        ({"pegs": 16, "symbols": 2, "codes": "any", "secrets": "any"}, "2^29"),
        ({"codes": "some"}, "distinct, any or list"),
        ({"codes": "list 0"}, "1 to 65536"),
        ({"codes": "list 65537"}, "1 to 65536"),
        ({"codes": "list  3"}, "expected distinct"),
        ({"rule": "cows"}, "bulls-cows, bulls or table"),
        ({"rule": "table 3 0"}, "with rule table both are 0"),
        ({"rule": "table 1 0"}, "2 to 256"),
        ({"rule": "table 3 3"}, "0 to 2"),
        ({"guesses": "some"}, "all or candidates"),
        ({"costs": []}, "costs"),
        ({"costs": ["1 2"] * 9, "bound": "1 " * 8 + "1"}, "more than 8"),
        ({"costs": ["1 2", "1 2 3"], "bound": "1 1"}, "3 costs in a line"),
        ({"costs": [" ".join(["1"] * 65)]}, "65 costs"),
        ({"costs": ["2 1"]}, "costs fall"),
        ({"costs": ["1 1", "2 1"], "bound": "1 1"}, "costs fall"),
        ({"costs": ["1 2 "]}, "decimal"),
        ({"bound": "13 1"}, "a bound of 2 numbers"),
        ({"bound": "0"}, "bound of 0"),
        ({"bound": "9" * 30}, "expected 0 to"),
        ({"costs": ["1 2", "0 1"], "bound": "9 7"}, "a bound of 7"),
        ({"costs": [f"1 {1 << 61}"]}, "too large"),
        ({"costs": [f"1 {(1 << 62) - 1}"] * 8, "bound": "1" + " 0" * 7}, "too large"),
        ({"costs": ["1" * 3000]}, "more than 2048"),
        ({"costs": ["weighted 1 2"]}, "begins with 'weighted'"),
        ({"costs": ["weighted 2 1", "1 2"], "bound": "9 9", "weights": [1] * 6}, "costs fall"),
        ({"costs": ["weighted 1 2", "2 1"], "bound": "9 9", "weights": [1] * 6}, "costs fall"),
        ({"costs": ["1 2", "weighted 0 1"], "bound": "9 10", "weights": [2, 0, 0, 0, 3, 4]}, "a bound of 10"),
        ({"costs": ["weighted 1 2"], "weights": [1 << 60, 1 << 60, 0, 0, 0, 0]}, "too large"),
        ({"costs": ["weighted 1 2"], "weights": [1 << 62, 0, 0, 0, 0, 0]}, "expected 1 to"),
    ],
)
def test_bad_headers_are_refused(fields, what):
    assert what in refusal(packed(proof(**fields)))


def test_bad_lines_are_refused():
    good = header_bytes()
    for bad, what in [
        (good.replace(b"proof 1", b"proof 4"), "treebuild proof 1"),
        (good.replace(b"proof 1", b"proof 2"), "weights"),
        (good.replace(b"pegs 2\nsymbols 3\n", b"symbols 3\npegs 2\n"), "pegs"),
        (good.replace(b"body", b"body "), "body"),
        (good.replace(b"\n", b"\r\n"), "byte 13"),
        (good.replace(b"bound 13\n", b"bound 13\nbound 13\n"), "body"),
    ]:
        assert what in refusal(packed(bad + b"\0\0"))
    assert "the file ends" in refusal(packed(good[:40]))
    assert "the file ends" in refusal(packed(b""))


@pytest.mark.parametrize(
    ("fields", "what"),
    [
        ({"codes": "list 2", "lists": bytes([0, 3, 0, 1])}, "a symbol of 3"),
        ({"secrets": "list 2", "lists": bytes([0, 1, 0, 1])}, "listed twice"),
        ({"secrets": "list 1", "lists": bytes([0, 0])}, "no code wins"),
        ({"secrets": "any"}, "no code wins"),
        ({"codes": "list 6", "lists": b"\0"}, "the file ends"),
        (table([[0, 0], [1, 0]]), "two secrets"),
        (table([[0, 1], [1, 1]]), "no code wins"),
        (table([[0, 2], [2, 0]]) | {"rule": "table 2 0"}, "a reply of 2"),
        ({"pegs": 0, "symbols": 0, "rule": "table 2 0"}, "are lists"),
        (table([[0, 1], [1, 0]]) | {"codes": "list 16384", "secrets": "list 16384"}, "the file ends"),
    ],
)
def test_bad_games_are_refused(fields, what):
    assert what in refusal(packed(proof(**fields)))


@pytest.mark.parametrize(
    ("body", "what"),
    [
        (b"", "the file ends"),
        (b"\0", "the file ends"),
        (b"\x80\0\0", "more bytes than it needs"),
        (b"\0\x80\0", "more bytes than it needs"),
        (b"\0" + b"\xff" * 12, "2^62"),
        (b"\0" + b"\x80" * 12, "2^62"),
        (b"\0\0\0", "bytes after the first claim"),
        (b"\0\1\6\0", "is no code"),
        (b"\0\1" + leb((1 << 62) - 1) + b"\0", "is no code"),
        (b"\0\2\5\0\0\0", "is no code"),
        (b"\0\1\0\1\4\1\0\0", "wins"),
        (b"\0\1\0\1\5\1\0\0", "does not occur"),
        (b"\0\1\0\1\0\1\0\0", "does not occur"),
        (b"\0\1\0\1\1" + leb(1 << 62) + b"\0\0", "2^62"),
    ],
)
def test_bad_claims_are_refused(body, what):
    assert what in refusal(packed(header_bytes() + body))


def test_guesses_that_may_not_be_listed():
    plain = Plain(proof())
    reply, part = next((r, p) for r, p in plain.parts(0, range(6)).items() if len(p) == 2)
    tells = [code for code, _ in plain.guesses(part)]
    for code in range(6):
        data = {how: proof(([], [(0, [(reply, 3, ([], [(code, [])]))])]), guesses=how) for how in ("all", "candidates")}
        assert ("tells nothing at 01" in outcome(data["all"])) == (code not in tells)
        assert ("may not be guessed" in outcome(data["candidates"])) == (code not in part)


def test_claims_of_64_guesses_are_refused():
    size = 70
    fields = table([[0 if code == secret else 1 for secret in range(size)] for code in range(size)])
    claim = NONE
    for code in range(66, -1, -1):
        claim = ([], [(code, [(1, 1, claim)])])
    assert "64 guesses deep" in refusal(packed(proof(claim, **fields | {"bound": 1})))


def test_bad_gzip_is_refused(tmp_path: Path):
    good = packed(proof())
    assert "in the middle" in refusal(good[:-1])
    assert "in the middle" in refusal(good[:20])
    assert "in the middle" in refusal(b"")
    assert "after the gzip member" in refusal(good + b"\0")
    assert "after the gzip member" in refusal(good + good)
    assert "no gzip file" in refusal(proof())
    assert "damaged" in refusal(good[:-8] + bytes(4) + good[-4:])
    assert "No such file" in refusal(tmp_path / "none.proof")
    assert refusal(tmp_path) and refusal("\0")
    bomb = packed(header_bytes() + b"\0\0" + bytes(1 << 26))
    assert "bytes after the first claim" in refusal(bomb)
    assert "more than 2048" in refusal(packed(b"treebuild proof 1\ngame " + b"x" * (1 << 26)))


# Fuzz


def samples():
    weighted = ("weights", "weights that symbols keep", "weights and a number", "weights of a table")
    for name in ("p2c3n", "candidates", "listed", "lists", "two", "table", "two winners", *weighted):
        plain, best = best_of(GAMES[name])
        yield at_bound(GAMES[name], best, plain.full())
        yield at_bound(GAMES[name], best)
        yield at_bound(GAMES[name], (*best[:-1], best[-1] + 1), plain.full())
    yield proof(([bytes([1, 0, 0, 1, 2])], [(0, [(1, 5, NONE), (2, 5, NONE)])]))


SAMPLES = list(samples())


@settings(max_examples=min(700, 2 * settings().max_examples), deadline=None)
@given(st.sampled_from(SAMPLES), st.data())
def test_what_damaged_certificates_prove_is_true(data, draw):
    mutant = bytearray(data)
    body = data.index(b"\nbody\n") + 6
    for _ in range(draw.draw(st.integers(1, 4))):
        where = st.integers(0, len(mutant) - 1) if draw.draw(st.booleans()) else st.integers(body, len(data) - 1)
        at = min(draw.draw(where), len(mutant) - 1)
        how = draw.draw(st.sampled_from("rrridc"))
        if how == "r":
            mutant[at] = draw.draw(
                st.one_of(st.integers(0, 12), st.sampled_from(b"0123456789 \n"), st.integers(0, 255))
            )
        elif how == "i":
            mutant.insert(at, draw.draw(st.integers(0, 255)))
        elif how == "d" and len(mutant) > 1:
            del mutant[at]
        else:
            mutant[at:at] = mutant[at : at + draw.draw(st.integers(1, 9))]
    head = bytes(mutant[:body])
    assume(not re.search(rb"(pegs ([4-9]|\d\d)|symbols ([7-9]|\d\d)|list \d\d)", head))  # small games only
    try:
        checked = check(packed(bytes(mutant)))
    except TreebuildError as error:
        assert "\n" not in str(error)
        return
    if checked.secrets <= 9 and checked.codes <= 20:
        plain = Plain(bytes(mutant))
        assert checked.bound == plain.bound <= plain.best()
