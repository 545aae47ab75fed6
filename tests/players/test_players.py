"""All vectors in all languages, and texts damaged at random: every player says the same of every text."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import built, made_once, mostly_long, seeds
from tests.helpers.make_vectors import dump, fail, valid
from tests.helpers.players import PLAYER, SANITIZERS, Case, compiled, in_c, in_node, in_python, treeplayer
from treebuild.codec import explicit, implicit
from treebuild.codec.base92 import DIGITS, two_digits
from treebuild.errors import TreebuildError
from treebuild.game.game import Game

VECTORS = Path(__file__).parent.parent.parent / "schema" / "vectors"
VALID: list[Case] = [v for v in json.loads((VECTORS / "valid.json").read_text()) if v["format"] != "ranked"]
FAIL: list[Case] = [v for v in json.loads((VECTORS / "fail.json").read_text()) if v["format"] != "ranked"]
ALL = VALID + FAIL
EXPECTED = [vector.get("counts", vector.get("error")) for vector in ALL]
NO_SPACE = [vector for vector in ALL if vector["game"] and " " not in vector["game"]]  # the C test program reads words


@pytest.mark.long
def test_vectors_are_what_the_script_writes() -> None:
    assert (VECTORS / "valid.json").read_text() == dump(valid())
    assert (VECTORS / "fail.json").read_text() == dump(fail())


def test_vectors_name_every_kind_in_every_format() -> None:
    kinds = {(vector["format"], vector["error"]) for vector in FAIL}
    assert {kind for name, kind in kinds if name == "explicit"} == {
        "game", "alphabet", "truncated", "guess", "structure", "wasted",
    }  # fmt: skip
    assert {kind for name, kind in kinds if name == "implicit"} == {
        "game", "alphabet", "odd", "truncated", "trailing", "guess", "wasted",
    }  # fmt: skip


def test_vectors_in_python() -> None:
    assert in_python(ALL) == EXPECTED


def test_vectors_in_javascript(tmp_path: Path) -> None:
    assert in_node(ALL, tmp_path, "play") == EXPECTED


@pytest.mark.parametrize("large", mostly_long([False, True], [False]))
def test_vectors_in_c(large: bool, tmp_path: Path) -> None:
    """Every game of the tree is played; those of Bulls and Cows take seconds."""
    expected = [
        (vector, result)
        for vector, result in zip(ALL, EXPECTED, strict=True)
        if vector in NO_SPACE and (vector["game"] == "p4c10n") == large
    ]
    cases, results = zip(*expected, strict=True)
    assert in_c(cases, compiled(tmp_path), "play") == list(results)


@pytest.mark.parametrize("vector", ALL, ids=range(len(ALL)))
def test_vectors_in_the_package(vector: Case) -> None:
    codec = {"explicit": explicit, "implicit": implicit}[vector["format"]]
    try:
        game = Game.from_rules(vector["game"])
    except TreebuildError:
        assert vector.get("error") == "game"
        return
    if "error" in vector:
        with pytest.raises(TreebuildError) as error:
            codec.decode(vector["text"].encode(), game)
        assert error.value.kind == vector["error"]
    else:
        assert list(codec.decode(vector["text"].encode(), game).counts) == vector["counts"]


def damaged(seed: int, count: int) -> list[Case]:
    """Sound texts cut, changed in one or a few places, given to other games; digits at random; ids at random."""
    chance = random.Random(seed)
    small = [vector for vector in VALID if len(vector["text"]) < 400]
    alphabet = [*DIGITS, "!", "\\", "\n", "\x00", "é"]
    cases = []
    for _ in range(count):
        vector = dict(chance.choice(small))
        text = vector["text"]
        for _ in range(chance.choice((0, 1, 1, 1, 2, 5))):
            place = chance.randrange(len(text) + 1)
            middle = chance.choice(alphabet[: 12 if chance.random() < 0.5 else None])
            text = text[:place] + chance.choice(("", middle)) + text[place + chance.choice((0, 1)) :]
        if chance.random() < 0.2:
            text = text[: chance.randrange(len(text) + 1)]
        if chance.random() < 0.1:
            text = "".join(chance.choices(alphabet[:30], k=chance.randrange(60)))
        if chance.random() < 0.2:
            vector["game"] = chance.choice(("p2c3n", "p2c4r", "p3c3r", "p3c4n", "p3c6n", "p1c9n", "p4c4r"))
        cases.append({"format": vector["format"], "game": vector["game"], "text": text})
    return cases


def large() -> list[Case]:
    """Texts that are long, deep, cyclic, or a tree of another game."""
    games = ("p4c10n", "p4c6r", "p2c3n")
    many = 2_000_000
    texts = ["#" * many, "!" * many, "\x7f" * many, "##!" * (many // 3), "#$" * (many // 2), "##$#$!" * (many // 6)]
    deep = "!".join(f"##$#{DIGITS[i % 92]}" for i in range(1, 92))
    cyclic = "##$#$!#$$##!" * 100
    own = [vector["text"] for vector in VALID if vector["game"] in games]
    one_at_a_time = "".join(map(two_digits, range(8462)))
    return [{"format": "implicit", "game": "p1c8464n", "text": one_at_a_time}] + [
        {"format": name, "game": game, "text": text}
        for game in games
        for text in (*texts, deep, cyclic, *own)
        for name in ("explicit", "implicit")
    ]


@pytest.fixture(scope="module")
def sanitized(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_once(tmp_path_factory, "sanitized", lambda folder: compiled(folder, *SANITIZERS)) / "player"


@pytest.mark.parametrize("seed", seeds(1, 40))
def test_players_agree_on_damaged_texts(seed: int, tmp_path: Path, sanitized: Path) -> None:
    cases = damaged(seed, 1500)
    python = in_python(cases)
    assert in_node(cases, tmp_path) == python
    for case, result, from_c in zip(cases, python, in_c(cases, sanitized), strict=True):
        assert isinstance(result, str) == isinstance(from_c, str), (case, result, from_c)
    sound = sum(isinstance(result, list) for result in python)
    assert 0.1 < sound / len(cases) < 0.6  # the damage is neither none nor total


@pytest.mark.long
def test_players_refuse_large_texts_fast(tmp_path: Path, sanitized: Path) -> None:
    cases = large()
    python = in_python(cases)
    assert in_node(cases, tmp_path) == python
    for case, result, from_c in zip(cases, python, in_c(cases, sanitized), strict=True):
        assert isinstance(result, str) == isinstance(from_c, str), (case["game"], case["text"][:40], result, from_c)


def test_the_python_player_is_python_38() -> None:
    compile((PLAYER / "treeplayer.py").read_text(), "treeplayer.py", "exec", dont_inherit=True)
    import ast

    ast.parse((PLAYER / "treeplayer.py").read_text(), feature_version=(3, 8))


def test_the_python_player_needs_nothing_else() -> None:
    code = "import sys; import treeplayer; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; before = set(sys.modules); {code}"],
        cwd=PLAYER, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert not {"treebuild", "numpy", "numba", "msgpack"} & set(done.stdout.split())


@pytest.mark.parametrize("name", ["explicit", "implicit"])
def test_a_game_in_python(name: str) -> None:
    vector = next(v for v in VALID if v["game"] == "p4c10n" and v["format"] == name)
    player = treeplayer.load(vector["text"], "bulls-cows", name)
    assert player.guess == (0, 1, 2, 3) and len(player.remaining) == 5040 and not player.undo()
    assert sum(count for _, _, count in player.possible()) == 5040
    assert player.answer(0, 1) == "next" and len(player.remaining) == 1440
    for bulls, cows in ((3, 1), (5, 0), (-1, 0), (4, 4)):
        assert player.answer(bulls, cows) == "contradiction" and len(player.history) == 1
    with pytest.raises(TypeError, match="bad reply 'x', 1: expected two whole numbers, bulls and cows"):
        player.answer("x", 1)
    assert player.undo() and player.guess == (0, 1, 2, 3)
    assert player.answer(4, 0) == "solved" and player.guess is None and player.possible() == []
    assert player.answer(0, 0) == "solved" and player.history == [((0, 1, 2, 3), 4, 0)]
    assert player.undo() and not player.history


def test_every_secret_is_found_as_the_package_says() -> None:
    tree = built("crush", "p4c6r")
    decoded = treeplayer.decode(implicit.encode(tree).decode(), "mastermind")
    assert decoded.guess == tree.guess.tolist() and decoded.child == [
        [tree.child(node, reply) for reply in range(len(tree.game.replies))] for node in range(len(tree))
    ]
    assert decoded.solved == tree.solved.tolist() and decoded.size == tree.size.tolist()
    assert decoded.depth == tree.depth.tolist() and decoded.nth == tree.nth.tolist()
    assert decoded.e[0] == tree.total and decoded.counts == list(tree.counts)
