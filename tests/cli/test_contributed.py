"""A rule and a score that a contributor adds as CONTRIBUTING.md says: all commands work with them, or say why not."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random

import pytest

from tests.helpers.command_line import commands, fails, prints
from tests.helpers.contributed import CUBES, Heights
from treebuild import build, grow, reply_matrix
from treebuild.algorithms import ALGORITHMS, by_score
from treebuild.codec import load
from treebuild.game.lookup import as_game
from treebuild.game.positions import Candidates, History
from treebuild.game.reply_rules import RULES
from treebuild.search.greedy import SCORES
from treebuild.tree.session import Session

WORKS = """
list algorithms
list games
list guesses --game words.toml
build cubes --game hills.toml
build cubes --codes codes.txt --secrets secrets.txt --game heights
build cubes --game hills.toml --guesses candidates
build cubes --game words.toml --guesses consistent
build cubes --game hills.toml --weights weights.csv
build cubes --game hills.toml --costs costs.csv
build cubes --game words.toml --guesses identify
build near --effort 1 --game hills.toml
build near --effort 1 --game words.toml --guesses consistent
build crush35 --game words.toml
build strongest --game words.toml
verify cubes.msgpack exact.msgpack words.msgpack
verify exact.msgpack --game words.toml --proof exact.proof
compare words.msgpack exact.msgpack
compare --games hills.toml,words.toml,p3c4r --algorithms cubes,minavg,near --effort 1
show cubes.msgpack
show cubes.msgpack --sizes
show cubes.msgpack --secret dca
certify --game hills.toml --objective total -o hills.proof
certify --game words.toml --objective total --near --effort 1 -o near.proof
check exact.proof hills.proof near.proof
check exact.proof --python
convert cubes.msgpack cubes.json
convert cubes.json back.msgpack --game hills.toml
convert cubes.msgpack cubes.paths
convert cubes.msgpack cubes.csv
convert cubes.msgpack cubes.rank
convert cubes.msgpack cubes.b92
export js cubes.msgpack -o cubes.js
export py cubes.msgpack -o cubes.py
export c cubes.msgpack -o cubes.h
export npm package cubes.msgpack
export web cubes.msgpack words.msgpack -o page.html
report cubes.msgpack -o report.html
suggest cbc:-+= --game hills.toml
suggest cbc:-+= --game hills.toml --by cubes
suggest cbc:-+= --game hills.toml --by exact
review cbc:-+= ada:=-+ --game hills.toml
review cbc aba --secret adc --game hills.toml
players random information --game hills.toml
pareto --game words.toml
estimate --game hills.toml --seconds 1
store words.store
plot suspects --game words.toml -o suspects.svg
plot remainders --game hills.toml -o remainders.svg
plot shrinking cbc:++- --game hills.toml -o shrinking.svg
plot tree cubes.msgpack -o tree.svg
plot players random --game words.toml -o players.svg
"""
REFUSED = {
    "export web wide.msgpack -o wide.html": "wide: the page would have",
    "certify --game wide.toml --near --effort 1 --objective total -o no.proof": "at most 256 are supported",
    "build cubes --game hills.toml --guesses hard": "guesses `hard` are those of the rule wordle",
    "certify --game words.toml --guesses consistent --objective total -o no.proof": "certificates do not know",
    "convert cubes.msgpack cubes.tree": ".tree is for games whose replies are marks",
    "convert cubes.msgpack cubes.mm": ".mm is for pNcM games",
    "suggest cbc:-+ --game hills.toml": "'-+' is not a reply: expected one of ---, --+",
    "build cubes --objective total --game hills.toml": "'cubes' has an objective of its own",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Games of the rule, and trees of the score, while both are registered."""
    folder, choose = tmp_path_factory.mktemp("contributed"), Random(4)
    words = sorted(choose.sample([*map("".join, product("abcde", repeat=3))], 60))
    (folder / "codes.txt").write_text("\n".join(words))
    (folder / "secrets.txt").write_text("\n".join(choose.sample(words, 40)))
    (folder / "weights.csv").write_text("aaa,3\ncbc,2\neee,1\n")
    (folder / "costs.csv").write_text("aaa,3\ncbc,2\n")
    for name, lists in (
        ("hills", 'codes = { pegs = 3, symbols = "abcde", repeat = true }'),
        ("words", 'codes = "codes.txt"\nsecrets = "secrets.txt"'),
        ("wide", 'codes = { pegs = 6, symbols = "abc", repeat = true }'),
    ):
        (folder / f"{name}.toml").write_text(f'name = "{name}"\nrule = "heights"\n{lists}\n')
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(RULES, Heights.name, Heights())
        patch.setitem(SCORES, CUBES.name, CUBES)
        patch.setitem(ALGORITHMS, CUBES.name, by_score(CUBES))
        for made in (
            "cubes --game hills.toml -o cubes.msgpack",
            "cubes --game words.toml -o words.msgpack",
            "cubes --game wide.toml -o wide.msgpack",
            "exact --objective total --game words.toml -o exact.msgpack --proof exact.proof --store words.store",
        ):
            prints(f"build {made}", cwd=folder)
        yield folder


def test_every_command_works(folder: Path) -> None:
    run = WORKS.strip().splitlines()
    for words in run:
        prints(words, cwd=folder)
    for name in {*commands()} - {"play"}:
        assert any(words.startswith(f"{name} ") for words in run), name


def test_its_trees_are_those_of_the_definitions(folder: Path) -> None:
    """Of the score, and of the rule, whose matrix is sums of terms."""
    game = as_game(str(folder / "words.toml"))

    def cubes(candidates: Candidates, history: History) -> int:
        left = [game.secrets[secret] for secret in candidates]
        if len(left) <= 2:
            return game.codes.index(left[0])

        def key(code: int) -> tuple[int, bool, int]:
            sizes = Counter(game.reply(game.codes[code], secret) for secret in left).values()
            return sum(size**3 for size in sizes), game.codes[code] not in left, code

        return min(range(len(game.codes)), key=key)

    assert build("cubes", game).guess.tolist() == grow(reply_matrix(game), cubes).guess.tolist()


@pytest.mark.parametrize("words", REFUSED)
def test_what_does_not_work_says_so_in_a_line(words: str, folder: Path) -> None:
    fails(words, message=REFUSED[words], code=2 if "--objective total --game" in words else 1, cwd=folder)


def test_it_is_played_both_ways_and_elsewhere(folder: Path) -> None:
    """Replies are spelled as their labels."""
    match = Session(load(folder / "cubes.msgpack"))
    game, lines = match.tree.game, ""
    while not match.done:
        reply = game.reply(match.code, game.parse("dca"))
        match.reply(reply)
        lines += f"{game.replies[reply]}\n"
    assert f"Found in {len(match.turns)} guesses" in prints("play cubes.msgpack", cwd=folder, stdin=lines)
    guessed = prints("play cubes.msgpack --guess --secret dca", cwd=folder, stdin="cbc\ndca\n")
    assert "Found in 2 guesses" in guessed
    assert "dca" in prints("play --elsewhere --game hills.toml", cwd=folder, stdin="cbc ++-\ndca ===\n")


def test_the_page_has_the_replies_as_a_table(folder: Path) -> None:
    """The page does not know the rule, and plays by the same replies."""
    prints("export web words.msgpack -o table.html", cwd=folder)
    (listed,) = re.findall(r'<script[^>]*id="trees"[^>]*>(.*?)</script>', (folder / "table.html").read_text("utf-8"))
    (entry,) = json.loads(listed)
    game, rules = load(folder / "words.msgpack").game, entry["rules"]
    assert rules["rule"] == "table" and rules["replies"] == list(game.replies)
    for code, row in zip(rules["codes"], rules["table"], strict=True):
        assert [*bytes.fromhex(row)] == [game.replies.index(game.answer(code, secret)) for secret in rules["secrets"]]
