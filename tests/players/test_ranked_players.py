"""Ranked texts in the players: all vectors, texts damaged at random, and games along the path."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import mostly_long, seeds, within
from tests.helpers.players import Case, in_node, in_python, treeplayer
from tests.helpers.ranked_texts import ALL, FAIL, PACKED, UNUSED, VALID, damaged, expected, in_package
from treebuild.codec import ranked
from treebuild.game.game import Game
from treebuild.publish.best import BEST

QUICK = [v for v in ALL if v["game"] not in ("p4c10n", "p4c6r")]  # whole in plain Python these take up to ten seconds
LARGE = [
    pytest.param(vector, marks=pytest.mark.long if vector["game"] == "p4c10n" else ())
    for vector in VALID
    if vector not in QUICK
]


def test_vectors_in_python() -> None:
    assert in_python(QUICK) == expected(QUICK)


@pytest.mark.long
@pytest.mark.parametrize("vector", LARGE, ids=lambda vector: vector["text"][:8])
def test_large_vectors_in_python(vector: Case) -> None:
    """All paths, as `load` decodes them: no node takes long, the whole tree would."""
    counts: Counter[int] = Counter()
    walk(treeplayer.load(vector["text"], vector["game"]), counts)
    assert [counts[depth] for depth in range(1, max(counts) + 1)] == vector["counts"]


@pytest.mark.parametrize("large", mostly_long([False, True], [False]))
def test_vectors_in_javascript(large: bool, tmp_path: Path) -> None:
    vectors = [vector for vector in ALL if (vector["game"] == "p4c10n") == large]
    assert vectors and in_node(vectors, tmp_path, "play") == expected(vectors)


def test_the_format_is_told_from_the_text(tmp_path: Path) -> None:
    vectors = [{**vector, "format": None} for vector in VALID if vector in QUICK]
    assert in_python(vectors) == expected(vectors) == in_node(vectors, tmp_path)


@pytest.mark.long
def test_optimal_trees_in_javascript(tmp_path: Path) -> None:
    cases = [{"format": "ranked", "game": rules, "text": text} for rules, text in PACKED]
    assert in_node(cases, tmp_path, "play") == [in_package(case) for case in cases]


@pytest.mark.parametrize("seed", seeds(1, 40))
def test_all_agree_on_damaged_texts(seed: int, tmp_path: Path) -> None:
    cases = damaged(seed, 400)
    results = [in_package(case) for case in cases]
    assert in_python(cases) == results
    assert in_node(cases, tmp_path) == results
    sound = sum(isinstance(result, list) for result in results)
    assert 0.1 < sound / len(cases) < 0.9


@pytest.mark.long
def test_large_texts_are_refused_fast(tmp_path: Path) -> None:
    texts = ["A" * 2_000_000, "_" * 2_000_000, VALID[-1]["text"] * 10_000]
    cases = [{"format": "ranked", "game": game, "text": text} for game in ("p4c10n", "p2c3n") for text in texts]
    cases += [
        {**case, "text": case["text"] + ranked.check(Game.from_rules(case["game"]), case["text"])} for case in cases
    ]
    assert in_python(cases) == within(2 * len(cases), lambda: in_node(cases, tmp_path))


@pytest.mark.parametrize(("rules", "kind"), [("p1c5040r", "limit"), ("p3c31r", "game"), ("p13c2r", "game")])
def test_games_that_would_take_seconds_are_refused(tmp_path: Path, rules: str, kind: str) -> None:
    text = ranked.spell(Game.from_rules(rules), 0, []).decode().strip()
    assert in_node([{"format": "ranked", "game": rules, "text": text}], tmp_path) == [kind]


def test_guesses_that_would_take_seconds_are_refused(tmp_path: Path) -> None:
    """Decoders along the path refuse a node; in Python a whole tree may take no more than one of them."""
    text = ranked.spell(Game.from_rules("p13c2r"), 0, []).decode().strip()
    refused = [
        lambda: treeplayer.load(text, "p13c2r").guess,
        lambda: treeplayer.decode(BEST[0][1], BEST[0][0], "ranked"),
    ]
    for attempt in refused:
        with pytest.raises(treeplayer.TreeError) as error:
            attempt()
        assert error.value.kind == "limit"


@pytest.mark.parametrize(("rules", "text"), mostly_long(PACKED, [*PACKED][2:3]))
def test_games_along_the_path_in_python(rules: str, text: str) -> None:
    tree = ranked.decode(text.encode(), Game.from_rules(rules))
    chance = random.Random(rules + text)
    player = treeplayer.load(text, rules)
    for _ in range(6):
        secret = chance.randrange(len(tree.game.codes))
        node, steps = 0, 0
        while node >= 0:
            assert player.guess == tree.game.codes[tree.guess[node]] and len(player.remaining) == tree.size[node]
            reply = tree.game.reply(player.guess, tree.game.codes[secret])
            bulls, cows = map(int, tree.game.replies[reply].split("."))
            state, node = player.answer(bulls, cows), tree.child(node, reply)
            steps += 1
        assert state == "solved" and steps == tree.secret_depth[secret]
        while player.undo():
            pass


def test_faults_on_the_path_are_found_in_python() -> None:
    for vector in FAIL:
        if vector in UNUSED:
            continue
        with pytest.raises(treeplayer.TreeError) as error:
            walk(treeplayer.load(vector["text"], vector["game"], "ranked"), Counter())
        assert error.value.kind == vector["error"]


def walk(player: Any, solved: Counter[int]) -> None:
    """Answers in every way there is, and counts the codes solved with each number of guesses."""
    for bulls, cows, _ in player.possible():
        if player.answer(bulls, cows) == "next":
            walk(player, solved)
        else:
            solved[len(player.history)] += 1
        player.undo()
