"""Trees of games that restrict or price guesses: what the verifier finds, what files carry, what commands say."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

import msgpack
import numpy as np
import pytest

from tests.helpers.command_line import fails, prints
from tests.helpers.permitted_trees import first_permitted, grown
from tests.helpers.schemas import validator
from tests.helpers.small_games import animals, words
from treebuild import build, compare, load, save, verify
from treebuild.codec import msgpack as codec_msgpack
from treebuild.errors import TreebuildError
from treebuild.game.conditions import GUESSES
from treebuild.game.game import Game
from treebuild.tree.figures import record
from treebuild.tree.tree import NONE, Tree

MANY = ("ab", "ba", "bb", "ac", "ca", "bc", "cb", "aa")
GAMES = (
    *(words(MANY, MANY[:6]).with_guesses(rule) for rule in GUESSES),
    animals(),
    animals().priced({"flies": 2.5}),
    animals().weighted([4, 3, 2, 1]).priced({"swims": 0.1}),
    Game.from_rules("p2c4n").with_guesses("consistent"),
    Game.from_rules("p2c3n").priced({"01": 3, "21": 0.5}),
    Game.from_rules("p2c4n").weighted({"01": 2, "32": 5}).with_guesses("identify"),
)


def by_hand(tree: Tree, price: bool) -> Fraction:
    """What each secret pays on its way, or how many tests it takes, secret by secret."""
    game = tree.game
    whole = Fraction(0)
    weights = game.conditions.weights or (1,) * len(game.secrets)
    for secret, weight in zip(game.secrets, weights, strict=True):
        node = 0
        while node != NONE:
            code = int(tree.guess[node])
            if price:
                costs, unit = game.conditions.costs, game.conditions.cost_unit
                whole += weight * (Fraction(costs[code], unit) if costs else 1)
            elif tree.solved[node] == NONE:
                whole += weight
            node = tree.child(node, game.reply(game.codes[code], secret))
    return whole / sum(weights)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_trees_by_the_rule_are_sound_and_their_figures_recounted(game: Game) -> None:
    tree = first_permitted(game)
    found = verify(tree)
    assert found.ok, found.problems
    assert found.guesses == game.conditions.guesses
    assert found.cost == (by_hand(tree, True) if game.conditions.costs else None) and tree.cost == by_hand(tree, True)
    assert found.tests == (by_hand(tree, False) if game.conditions.guesses == "identify" else None)
    assert tree.tests == by_hand(tree, False)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_documents_carry_rule_and_costs(game: Game, tmp_path: Path) -> None:
    """Written, read alone and with the game: the same game, the same bytes."""
    tree = first_permitted(game)
    document = codec_msgpack.document(tree)
    ruled = game.conditions.guesses != "all" or bool(game.conditions.costs)
    assert document["version"] == (4 if ruled else 2)
    validator("tree").validate(msgpack.unpackb(codec_msgpack.encode(tree)))
    file = tmp_path / "tree.msgpack"
    save(tree, file)
    for again in load(file), load(file, game), load(file, game.under(game.conditions.unruled())):
        assert again.game.conditions == game.conditions
        assert verify(again).ok and again.cost == tree.cost and codec_msgpack.encode(again) == file.read_bytes()


def test_a_guess_that_the_rule_does_not_permit() -> None:
    """Every node of a tree of all guesses is held against the rule, at its own place."""
    drawn = random.Random(4)
    everything = ["".join(word) for word in product("abc", repeat=5)]
    refused = Counter[str]()
    for _ in range(10):
        chosen = tuple(drawn.sample(everything, 40))
        plain = grown(words(chosen, tuple(drawn.sample(chosen, 30))), lambda splits: drawn.choice(list(splits)))
        for rule in ("candidates", "consistent", "hard", "identify"):
            problems = verify(plain.of(plain.game.with_guesses(rule))).problems
            for problem in problems:
                node = int(problem.split()[1])
                code = plain.game.spell(plain.game.codes[plain.guess[node]])
                way = " ".join(plain.game.replies[reply] for reply in plain.path(node))
                where = f"after {way}" if way else "at the root"
                assert problem == f"node {node} guesses {code}, which the rule `{rule}` does not permit {where}"
            refused[rule] += len(problems)
            if rule == "candidates":
                assert len(problems) == int((plain.solved == NONE).sum())
    assert all(refused[rule] > 5 for rule in ("candidates", "consistent", "hard", "identify")), refused


def test_a_naming_too_early_and_a_test_too_late() -> None:
    game = animals()
    early = build("simple", game.with_guesses("all")).of(game)
    assert "guesses owl, which the rule `identify` does not permit" in verify(early).problems[0]
    sound = first_permitted(game)
    (named,) = np.flatnonzero((sound.solved != NONE) & (sound.size == 2)).tolist()
    assert game.spell(game.codes[sound.guess[named]]) == "dog"  # no test separates it from cat


def test_a_document_of_another_rule_is_refused(tmp_path: Path) -> None:
    game = animals().priced({"flies": 2})
    file = tmp_path / "tree.msgpack"
    save(first_permitted(game), file)
    with pytest.raises(TreebuildError, match="another rule of guesses or other costs"):
        load(file, game.priced({"flies": 3}))
    with pytest.raises(TreebuildError, match="another rule of guesses or other costs"):
        load(file, game.with_guesses("candidates"))
    plain = tmp_path / "plain.msgpack"
    save(first_permitted(game).unruled(), plain)
    with pytest.raises(TreebuildError, match="without a rule of guesses and costs, expected one"):
        load(plain, game)


@pytest.mark.parametrize("extension", [".b92", ".b92i", ".rank"])
def test_texts_have_no_room(extension: str, tmp_path: Path) -> None:
    tree = build("simple", Game.from_rules("p2c3n").with_guesses("candidates"))
    with pytest.raises(TreebuildError) as error:
        save(tree, tmp_path / f"tree{extension}")
    assert str(error.value) == (
        f"{extension} takes every guess to be allowed and to cost 1, and p2c3n has guesses `candidates`; unruled=True "
        "leaves out the rule of guesses and their costs, or write .msgpack"
    )
    save(tree, tmp_path / f"tree{extension}", unruled=True)
    assert load(tmp_path / f"tree{extension}", "p2c3n").counts == tree.counts
    save(tree, tmp_path / "tree.msgpack")
    fails(f"convert tree.msgpack other{extension}", message="--unruled", cwd=tmp_path)
    prints(f"convert tree.msgpack other{extension} --unruled", cwd=tmp_path)


@pytest.mark.parametrize(
    ("rule", "costs", "lost"),
    [
        ("candidates", {}, "rule"),
        ("all", {"01": 3}, "costs"),
        ("consistent", {"01": 3}, "rule and costs"),
    ],
)
def test_what_was_converted_without_its_rule_says_so(
    rule: str, costs: dict[str, int], lost: str, tmp_path: Path
) -> None:
    """It is no best tree of the game without the rule, though its figures stay the same."""
    game = Game.from_rules("p2c3n").with_guesses(rule)
    tree = build("exact", game.priced(costs) if costs else game, objective="total")
    save(tree, tmp_path / "tree.msgpack")
    prints("convert tree.msgpack plain.msgpack --unruled", cwd=tmp_path)
    plain = load(tmp_path / "plain.msgpack")
    assert plain.counts == tree.counts and (plain.guess == tree.guess).all()
    assert plain.built is not None and not plain.built.searched
    assert plain.built.algorithm == f"converted without its {lost}: exact --objective total"
    heading = prints("verify plain.msgpack", cwd=tmp_path).splitlines()[0]
    assert heading == f"p2c3n, converted without its {lost}: exact --objective total: plain.msgpack"
    assert plain.unruled() is plain


@pytest.mark.parametrize(("name", "objective"), [("minavg", None), ("exact", "total"), ("near", None)])
def test_candidates_is_another_spelling(name: str, objective: str | None) -> None:
    """The same guesses, and the document says it."""
    ruled = build(name, Game.from_rules("p3c4r").with_guesses("candidates"), objective=objective)
    plain = build(name, "p3c4r", objective=objective, candidates_only=True)
    assert (ruled.guess == plain.guess).all() and verify(ruled).ok
    assert ruled.built and plain.built and "candidates" not in ruled.built.algorithm
    assert "--guesses candidates" in plain.built.algorithm


def test_figures_have_costs_and_tests(tmp_path: Path) -> None:
    tree = first_permitted(animals().weighted([4, 3, 2, 1]).priced({"swims": 0.1}))
    assert record(tree) | {"file": None} == record(tree)
    said = record(tree)
    assert said["guesses"] == "identify" and said["cost"] == {"exact": str(tree.cost), "average": float(tree.cost)}
    assert said["tests"] == {"exact": str(tree.tests), "average": float(tree.tests)}
    assert not {"guesses", "cost", "tests"} & set(record(build("simple", "p2c3n")))
    other = tree.of(tree.game.priced({"swims": 2}))
    with pytest.raises(TreebuildError, match="different costs of guesses cannot be compared"):
        compare(tree, other)
    assert compare(tree.of(tree.game.with_guesses("all").priced([1] * 6)), other.unruled()).equal == 4
