"""The lines of a header: the checkers in Python, in C and from Coq accept the same ones, those of schema/proof.md."""

from __future__ import annotations

import gzip
import json
import random
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from tests.conftest import missing, seeds
from tests.helpers.certificates import extracted_checker
from tests.helpers.make_proof_vectors import FILE
from tests.helpers.plain_checks import GAMES, at_bound, best_of, is_accepted
from treebuild.certificate import checkers

CASES = 100  # of a seed
SMALL = (  # vectors of version 3, each checked in milliseconds
    "tests with costs", "hard", "costs of all guesses", "costs and a limit", "costs of several winning codes",
    "groups with weights", "groups with costs", "groups and a claim",
)  # fmt: skip
N = "(?:0|[1-9][0-9]{0,18})"
VERSIONS = {  # what follows secrets, the rules, the rules of guesses, what follows them, the costs
    1: ("", "bulls-cows|bulls", "all|candidates", "", "costs"),
    2: (f"weights {N}\n", "bulls-cows|bulls", "all|candidates", "", "(?:weighted )?costs"),
    3: (
        f"(?:weights {N}\n)?", "bulls-cows|bulls|wordle", "all|candidates|consistent|hard|identify",
        f"(?:groups {N}\n)?(?:surcharges {N} {N}\n)?", "(?:weighted )?costs",
    ),
}  # fmt: skip
GRAMMAR = re.compile(
    "|".join(
        f"treebuild proof {version}\ngame [!-~]{{1,64}}\npegs {N}\nsymbols {N}\n"
        f"codes (?:distinct|any|list {N})\nsecrets (?:distinct|any|list {N})\n{weights}"
        f"rule (?:{rules}|table {N} {N})\nguesses (?:{guesses})\n{more}(?:{costs}(?: {N}){{1,64}}\n){{1,8}}"
        f"bound(?: {N}){{1,8}}\nbody\n"
        for version, (weights, rules, guesses, more, costs) in VERSIONS.items()
    ).encode()
)
WORDS = (
    "all", "candidates", "consistent", "hard", "identify", "bulls", "bulls-cows", "wordle", "table 2 0", "distinct",
    "any", "list 6", "list 65536", "list 65537", "list", "proof 1", "proof 2", "proof 3", "proof 4", "x",
)  # fmt: skip
LINES = (
    "weights 6", "weights 10", "weights", "weight 6", "groups 2", "groups 3", "surcharges 1 1", "surcharges 1",
    "costs 1 2 3", "weighted costs 1 2 3", "weighted", "bound 0", "bound 1", "body", "name x", "rule bulls",
    "guesses all", "guesses candidates", "images 0", "treebuild proof 1", "treebuild proof 3", "# x",
)  # fmt: skip
BETWEEN = (" ", "  ", "\t", "\r", "\0", "\v", "\x7f", "\xa0", "\u2003", "\ufeff", "_", "é")


@cache
def samples() -> list[bytes]:
    """Sound certificates of small games, of all versions."""
    vectors = {vector["name"]: vector for vector in json.loads(FILE.read_text())}
    found = [vectors[name]["header"].encode() + bytes.fromhex(vectors[name]["body"]) for name in SMALL]
    for fields in GAMES.values():
        _, best = best_of(fields)
        found.append(at_bound(fields, best))
    return [data for data in found if is_accepted(data)]


def unlike(number: int, choose: random.Random) -> str:
    """Another number, or this one as a header must not write it."""
    if choose.randrange(4) == 0:
        return choose.choice(
            (f"+{number}", f"-{number}", f"0{number}", f"{number}.0", f"{number}_0", f"0x{number}", "", "٣", "²")
        )
    large = (1 << 62) // choose.randrange(1, 65) + choose.randrange(-1, 2)
    near = max(number - 1, 0), number + 1, choose.randrange(number + 1), choose.randrange(4), 17, 65
    return str(choose.choice((*near, *near, large, large, (1 << 64) + number, 10**19, 10**30)))


def altered(line: str, choose: random.Random) -> str:
    """A line of which a word, a number, a key or a space is another, is missing, or is there once more."""
    words, kind = line.split(" "), choose.randrange(12)
    at = choose.randrange(len(words))
    if kind == 0:
        return choose.choice((f"{{}}{line}", f"{line}{{}}")).format(choose.choice(BETWEEN))
    if kind == 1:
        return choose.choice(BETWEEN).join((" ".join(words[:at]), " ".join(words[at:])))
    if kind == 2:
        return line.removeprefix("weighted ") if words[0] == "weighted" else f"weighted {line}"
    if kind == 3:
        words[at : at + 1] = choose.choice(([], [words[at]] * 2, [words[at].upper()], [words[at][:-1]]))
    elif kind == 4:
        words[-1:] = [choose.choice(WORDS)]
    elif numbers := [place for place, word in enumerate(words) if word.isdecimal()]:
        at = choose.choice((numbers[-1], choose.choice(numbers)))
        words[at] = unlike(int(words[at]), choose)
    return " ".join(words)


def mutants(sources: list[bytes], choose: random.Random) -> Iterator[bytes]:
    """Certificates whose headers have one to three lines altered, repeated, missing, reordered, strange or empty."""
    while True:
        header, _, body = choose.choice(sources).partition(b"\nbody\n")
        lines = [*header.decode().split("\n"), "body"]
        for _ in range(choose.choice((1, 1, 1, 2, 3))):
            at, other, kind = choose.randrange(len(lines)), choose.randrange(len(lines)), choose.randrange(16)
            sums = [place for place, line in enumerate(lines) if re.match("(weighted )?costs |bound ", line)]
            if kind == 0:
                lines[at:at] = [lines[at]] * choose.choice((1, 1, 8))
            elif kind == 1 and len(lines) > 1:
                del lines[at]
            elif kind == 2:
                lines[at], lines[other] = lines[other], lines[at]
            elif kind == 3:
                lines.insert(at, choose.choice(("", "", "", " ", "\r")))
            elif kind == 4:
                lines.insert(at, choose.choice(LINES))
            elif kind == 5:
                lines = [line + "\r" * (choose.randrange(4) > 0) for line in lines]
            elif kind == 6 and sums:  # one criterion more
                lines[sums[-1]] += " 0"
                lines.insert(sums[0], lines[choose.choice(sums)])
            else:
                at = choose.choice(sums) if kind < 11 and sums else at
                lines[at] = altered(lines[at], choose)
        yield "\n".join(lines).encode() + choose.choice((b"\n",) * 19 + (b"",)) + body


def is_covered(data: bytes) -> bool:
    """Whether the checker from Coq takes certificates of this version and rule."""
    return data.startswith(b"treebuild proof 1\n") and b"\nrule bulls\n" not in data


@pytest.fixture(params=["C", "OCaml"])
def program(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """A checker that is a program: the one in C, or the one that Coq extracts."""
    if request.param == "OCaml":
        return request.param, extracted_checker(tmp_path_factory)
    return request.param, checkers.compiled() or missing("this installation has no checker in C")


@pytest.mark.parametrize("seed", seeds(2, 200))
def test_all_checkers_accept_the_same_headers(seed: int, program: tuple[str, Path], tmp_path: Path) -> None:
    (checker, path), file, accepted = program, tmp_path / "mutant", 0
    taken = is_covered if checker == "OCaml" else bool
    sources = [data for data in samples() if taken(data)]
    for data in islice(mutants(sources, random.Random(seed)), CASES):
        python = is_accepted(data)
        file.write_bytes(gzip.compress(data, 1) if checker == "OCaml" else b"")
        done = subprocess.run([path, file], input=data if checker == "C" else b"", capture_output=True)
        assert done.returncode in (0, 1), (data, done)
        assert (done.returncode == 0) == (python and taken(data)), (data, python, done)
        if python:
            assert GRAMMAR.match(data), data
        accepted += python
    assert 0 < accepted < CASES // 2
