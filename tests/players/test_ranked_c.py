"""Ranked texts in C: the vectors, texts damaged at random, and how much code and memory it takes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import made_once, mostly_long, require, seeds
from tests.helpers import documents
from tests.helpers.players import C_FLAGS, PLAYER, ROOT, SANITIZERS, Case, Result, run, treeplayer
from tests.helpers.ranked_texts import ALL, PACKED, UNUSED, damaged, expected, in_package
from treebuild.codec import ranked
from treebuild.game.game import Game

SIX_PEGS = ["-DTREEPLAYER_PEGS=6", "-DTREEPLAYER_CODES=12000"]
READ = [vector for vector in ALL if vector not in UNUSED and vector["game"] and " " not in vector["game"]]
SMALL = [vector for vector in READ if vector["game"] != "p4c10n"]


def in_c(cases: list[Case], program: Path, *arguments: str) -> list[Result]:
    data = b"".join(b"%s %d\n%s" % (c["game"].encode(), len(t := c["text"].encode()), t) for c in cases)
    lines = [line.split() for line in run([program, *arguments], data).splitlines()]
    return [[int(word) for word in words[1:]] if words[0] == "ok" else words[0] for words in lines]


def build(folder: Path, *flags: str) -> Path:
    require("gcc")
    program = folder / "ranked"
    run(["gcc", *C_FLAGS, *flags, "-I", PLAYER, ROOT / "tests" / "players" / "ranked.c", "-o", program])
    return program


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_once(tmp_path_factory, "ranked", lambda folder: build(folder, *SIX_PEGS)) / "ranked"


@pytest.fixture(scope="module")
def sanitized(tmp_path_factory: pytest.TempPathFactory) -> Path:
    flags = [*SIX_PEGS, *SANITIZERS]
    return made_once(tmp_path_factory, "ranked-sanitized", lambda folder: build(folder, *flags)) / "ranked"


def test_vectors_have_their_counts_or_their_fault(program: Path) -> None:
    assert in_c(SMALL, program) == expected(SMALL)


@pytest.mark.parametrize(("rules", "text"), mostly_long([p for p in PACKED if p[0] == "p4c10n"], [*PACKED][:1]))
def test_games_of_bulls_and_cows(program: Path, rules: str, text: str) -> None:
    """As many guesses as in the tree, for secrets at equal distances; all take half a minute."""
    depths = ranked.decode(text.encode(), Game.from_rules(rules)).secret_depth
    [found] = in_c([{"game": rules, "text": text}], program, "some")
    assert found == [int(depths[i * len(depths) // 16]) for i in range(16)]


@pytest.mark.parametrize("seed", seeds(1, 40))
def test_damage_on_a_path_is_found(seed: int, sanitized: Path) -> None:
    """A fault off every path, an exception for no node, goes unnoticed; any other is found."""
    cases = damaged(seed, 400)
    for case, result, c in zip(cases, map(in_package, cases), in_c(cases, sanitized), strict=True):
        assert isinstance(c, str) == isinstance(result, str) or result == "structure", (case, result, c)
        assert not isinstance(c, list) or not isinstance(result, list) or c == result, (case, result, c)


def test_it_is_small(tmp_path: Path) -> None:
    """Load and play, with what they need of treeplayer.h: 6 KB of code for this processor, 2 KB of RAM."""
    require("gcc", "size")
    limits = "#define TREEPLAYER_GUESSES 1\n#define TREEPLAYER_NODES 1\n"
    (tmp_path / "small.c").write_text(
        limits + '#include "treeplayer_ranked.h"\ntreeplayer_ranked player;\n'
        "int load(const char *text, size_t length) {\n"
        '    return treeplayer_ranked_load(&player, text, length, "p4c10n");\n}\n'
        "int guess(unsigned char *code) { return treeplayer_ranked_guess(&player, code); }\n"
        "int answer(int bulls, int cows) { return treeplayer_ranked_answer(&player, bulls, cows); }\n"
        "int undo(void) { return treeplayer_ranked_undo(&player); }\n"
    )
    run(
        [
            "gcc",
            *C_FLAGS,
            "-Os",
            "-fno-asynchronous-unwind-tables",
            "-I",
            PLAYER,
            "-c",
            tmp_path / "small.c",
            "-o",
            tmp_path / "small.o",
        ]
    )
    code, data, ram = map(int, run(["size", tmp_path / "small.o"]).splitlines()[1].split()[:3])
    assert code <= 6 << 10 and data + ram <= 2 << 10


def test_the_page_shows_a_program_that_runs(tmp_path: Path) -> None:
    require("gcc")
    page = (ROOT / "docs" / "how-to" / "ship-chip.md").read_text()
    [code] = [step.text for step in documents.steps(page) if step.name == "ranked.c"]
    (tmp_path / "ranked.c").write_text(code)
    run(["gcc", *C_FLAGS, "-I", PLAYER, tmp_path / "ranked.c", "-o", tmp_path / "ranked"])
    player = treeplayer.load("AsTHPttPkIhyk1zsCLe8_I4K", "p4c10n")
    player.answer(1, 1)
    assert run([tmp_path / "ranked"]) == "".join(map(str, player.guess)) + "\n"
