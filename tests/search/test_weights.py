"""Unequal secrets: how weights are read, what goes by them, and what a tree tells of them."""

from __future__ import annotations

import json
import math
import random
import re
import shlex
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from msgpack import packb

from tests.helpers import make_pins, naive
from tests.helpers.command_line import fails, prints
from tests.helpers.schemas import validator
from treebuild import build, compare, load, save, verify
from treebuild.algorithms import ALGORITHMS
from treebuild.codec import msgpack
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.game_file import weigh
from treebuild.game.lookup import find_game
from treebuild.game.symmetry import exchangeable
from treebuild.search.greedy import SCORES

LIKELY = [name for name, score in SCORES.items() if score.likely]


def drawn(rules: str, weights: Sequence[int], seed: int = 1) -> Game:
    """A game whose secrets weigh something of these, at random."""
    game, choose = Game.from_rules(rules), random.Random(seed)
    return game.weighted([choose.choice(weights) for _ in game.secrets])


@pytest.mark.parametrize(
    ("weights", "expected"),
    [
        ([1, 2, 3], (1, 2, 3)),
        ([2, 4, 6], (1, 2, 3)),
        ([0.1, 0.2, 0.3], (1, 2, 3)),
        ([Decimal("0.25"), 1, Fraction(3, 2)], (1, 4, 6)),
        ([0, 0, 5], (0, 0, 1)),
        ([7, 7, 7], ()),
        ({"2": 3, "0": 1.5}, (1, 0, 2)),
    ],
)
def test_weights_are_whole_numbers_without_a_common_factor(weights: object, expected: tuple[int, ...]) -> None:
    assert Game.from_rules("p1c3n").weighted(weights).conditions.weights == expected  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("weights", "missing", "says"),
    [
        ([1, 2], 0, "2 weights for the 3 secrets"),
        ([0, 0, 0], 0, "all weights are 0"),
        ([1, -1, 1], 0, "-1, expected a number, 0 or more"),
        ([1, math.nan, 1], 0, "NaN, expected"),
        ([1, math.inf, 1], 0, "Infinity, expected"),
        ([1, True, 1], 0, "True, expected"),
        ([1, "2", 1], 0, "'2', expected"),
        ([1, 10**400, 1], 0, "between 1e-40 and 1e40"),
        ([1, Decimal("1e-999999999"), 1], 0, "between 1e-40 and 1e40"),
        ([1, Decimal("1e-20"), 1], 0, "too fine"),
        ({"0": 1, "7": 1}, 0, "'7' is not a secret of p1c3n"),
        ({"0": 1}, -2, "the weight of missing secrets is -2"),
    ],
)
def test_what_is_no_weight_is_refused_in_a_line(weights: object, missing: int, says: str) -> None:
    with pytest.raises(TreebuildError, match=says):
        Game.from_rules("p1c3n").weighted(weights, missing)  # type: ignore[arg-type]


THREE = 'rule = "bulls-cows"\ncodes = { pegs = 1, symbols = "abc", repeat = false }\n'


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ("weights = [4, 1, 0]", (4, 1, 0)),
        ("weights = [0.75, 1, 0.5]", (3, 4, 2)),
        ('weights = "w.csv"', (4, 1, 0)),
        ('weights = "w.csv"\nmissing = 0.25', (8, 2, 1)),
    ],
)
def test_a_game_file_has_weights_in_a_list_or_in_a_file(more: str, expected: tuple[int, ...], tmp_path: Path) -> None:
    (tmp_path / "w.csv").write_text("secret,weight\nb, 0.5\na,2\n")
    (tmp_path / "game.toml").write_text(THREE + more)
    assert find_game(tmp_path / "game.toml").conditions.weights == expected


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ("weights = [1, 2]", "game.toml: line 3: weights are no weights: 2 weights for the 3 secrets"),
        ("weights = [1, nan, 2]", "game.toml: line 3: weights are no weights: the weight of b is NaN"),
        ("weights = 3", "game.toml: line 3: weights is 3, expected a list or a text"),
        ("missing = 3", "game.toml: line 3: missing is the weight of secrets that weights omit"),
        ('weights = "none.csv"', "none.csv: there is no such file"),
        ('weights = "w.csv"', "w.csv: line 2: 'x' is no weight"),
        ('weights = "twice.csv"', "twice.csv: line 2: 'a' is there already"),
        ('weights = "wide.csv"', "wide.csv: line 1: has 3 columns, expected a secret and its weight"),
        ('weights = "other.csv"', "other.csv: 'd' is not a secret of game"),
        ('weights = "empty.csv"', "empty.csv: is empty, expected weights"),
    ],
)
def test_bad_weights_in_files_name_file_and_line(tmp_path: Path, more: str, says: str) -> None:
    for name, text in (
        ("w", "a,1\nb,x\n"),
        ("twice", "a,1\na,1\n"),
        ("wide", "a,1,1\n"),
        ("other", "d,1\n"),
        ("empty", ""),
    ):
        (tmp_path / f"{name}.csv").write_text(text)
    (tmp_path / "game.toml").write_text(THREE + more)
    with pytest.raises(TreebuildError) as error:
        find_game(tmp_path / "game.toml")
    assert says in str(error.value)


def test_symmetries_keep_weights() -> None:
    game = Game.from_rules("p2c4n")
    likes_3 = game.weighted({game.spell(code): 2 for code in game.codes if 3 in code}, missing=1)
    assert exchangeable(likes_3) == ([[0, 1]], [[0, 1, 2], [3]])
    first_3 = game.weighted({game.spell(code): 2 for code in game.codes if code[0] == 3}, missing=1)
    assert exchangeable(first_3) == ([[0], [1]], [[0, 1, 2], [3]])


@pytest.mark.parametrize("name", LIKELY)
@pytest.mark.parametrize("candidates_only", [False, True])
@pytest.mark.parametrize("rules", ["p2c6n", "p3c4r", "p3c5n"])
def test_scores_that_are_expectations_go_by_weight(name: str, candidates_only: bool, rules: str) -> None:
    """Every guess of the tree scores as well as any, and of equals is a candidate as heavy as any."""
    game = drawn(rules, range(1, 100))
    tree = build(name, game, candidates_only=candidates_only)
    weight = dict(zip(game.secrets, game.conditions.weights, strict=True))

    def score(guess: tuple[int, ...], left: Sequence[tuple[int, ...]]) -> float:
        parts = naive.parts(guess, left).values()
        heavy = [sum(weight[secret] for secret in part) for part in parts]
        if name == "minavg":
            return float(sum(w * len(part) for w, part in zip(heavy, parts, strict=True)))
        off = 2 * math.log(2) * weight[guess] if name == "larmouth" and guess in left else 0.0
        return math.fsum(w * math.log(w) for w in heavy) - off

    def walk(node: int, left: list[tuple[int, ...]]) -> None:
        guess = game.codes[tree.guess[node]]
        if len(left) > 2:
            least = min(score(code, left) for code in (left if candidates_only else game.codes))
            assert score(guess, left) <= least + 1e-9 * abs(least), (guess, left)
            equal = [weight[code] for code in left if score(code, left) == least]
            if name == "minavg" and equal:  # the others are not exact here
                assert guess in left
                assert weight[guess] == max(equal)
        for part in naive.parts(guess, left).values():
            if part != [guess]:
                walk(tree.child(node, game.reply(guess, part[0])), part)

    walk(0, list(game.codes))


def test_scores_that_count_secrets_go_on_counting_them() -> None:
    game = drawn("p3c5n", range(1, 100))
    for name in ("minmax", "parts", "greedy-crush", "simple"):
        assert build(name, game).counts == build(name, "p3c5n").counts


def test_the_best_tree_by_weight_is_found_and_told() -> None:
    """One secret that nearly always comes is guessed first; the total by secrets may be larger than the least."""
    game = Game.from_rules("p2c6n").weighted({"35": 1000}, missing=1)
    tree = build("exact", game, objective="total")
    assert game.spell(game.codes[tree.guess[0]]) == "35"
    found = verify(tree)
    assert found.ok
    assert found.weighted[1] == 1000
    assert found.expected == tree.expected == Fraction(sum(d * w for d, w in found.weighted.items()), 1029)
    assert tree.built is not None
    assert tree.built.searched == f"no tree of this game has a smaller weighted total than {tree.expected * 1029}"


def test_secrets_that_weigh_nothing_are_found() -> None:
    game = Game.from_rules("p3c4r").weighted({"012": 1, "333": 2})
    for name in ("minavg", "entropy", "larmouth"):
        assert verify(build(name, game)).ok
    tree = build("exact", game, objective="total")
    assert verify(tree).ok
    assert tree.weighted_counts[:2] == (2, 1)


def test_objectives_that_count_secrets_go_on_counting() -> None:
    game = drawn("p3c4r", (1, 50))
    for objective in ("deepest", "fours,total", "limit:4,total"):
        tree = build("exact", game, objective=objective)
        assert tree.max_depth <= build("exact", "p3c4r", objective=objective).max_depth
        if objective != "limit:4,total":
            assert tree.counts[-1] == build("exact", "p3c4r", objective=objective).counts[-1]


def test_equal_weights_are_none() -> None:
    equal = Game.from_rules("p3c4r").weighted([3] * 64)
    tree = build("exact", equal, objective="total")
    assert msgpack.encode(tree) == msgpack.encode(build("exact", "p3c4r", objective="total"))


@pytest.mark.parametrize("name", ["crush5o", "avg5", "strongest"])
def test_algorithms_that_have_no_use_for_weights_say_so(name: str) -> None:
    with pytest.raises(TreebuildError, match="equally likely"):
        build(name, drawn("p2c6n", (1, 2)))
    assert name in ALGORITHMS


def test_documents_carry_weights(tmp_path: Path) -> None:
    for game in (drawn("p3c4r", (1, 5, 0)), _table()):
        tree = build("exact", game, objective="total")
        save(tree, tmp_path / "t.msgpack", force=True)
        again = load(tmp_path / "t.msgpack")
        assert (again.game.conditions.weights, again.expected) == (game.conditions.weights, tree.expected)
        assert verify(again).ok
        assert load(tmp_path / "t.msgpack", game).game.conditions.weights == game.conditions.weights
        bare = Game.from_rules("p3c4r") if game.space else _table().weighted([1] * 3)
        assert load(tmp_path / "t.msgpack", bare).game.conditions.weights == game.conditions.weights
        with pytest.raises(TreebuildError, match="other weights"):
            load(tmp_path / "t.msgpack", game.weighted([9, *[1] * (len(game.secrets) - 1)]))
        plain = tree.unweighted()
        assert plain.built and tree.built
        assert plain.built.algorithm == f"converted without its weights: {tree.built.algorithm}"
        save(plain, tmp_path / "bare.msgpack", force=True)
        with pytest.raises(TreebuildError, match="without weights"):
            load(tmp_path / "bare.msgpack", game)


def _table() -> Game:
    rows = [bytes([0, 1, 1]), bytes([1, 0, 2]), bytes([1, 2, 0])]
    return Game.from_table("three", ["a", "b", "c"], ["a", "b", "c"], ["=", "x", "y"], 0, rows).weighted([1, 2, 3])


@pytest.mark.parametrize("extension", ["b92", "b92i", "rank"])
def test_other_formats_have_no_room_for_weights(tmp_path: Path, extension: str) -> None:
    tree = build("simple", drawn("p2c6n", (1, 2)))
    with pytest.raises(TreebuildError, match=f".{extension} takes all secrets to be equally likely, and"):
        save(tree, tmp_path / f"t.{extension}")
    save(tree.unweighted(), tmp_path / f"t.{extension}", normalise=True)
    assert load(tmp_path / f"t.{extension}", "p2c6n").game.conditions.weights == ()


@pytest.mark.parametrize(
    "change",
    [
        lambda game: game.update(weights=[1] * 30),
        lambda game: game.update(weights=[2, *[4] * 29]),
        lambda game: game.update(weights=[1, 2]),
        lambda game: game.update(weights=[-1, *[1] * 29]),
        lambda game: game.update(weights=[1 << 60, *[1] * 29]),
        lambda game: game.update(weights=7),
        lambda game: game.pop("weights"),
        lambda game: game.update(weights=[0.5, *[1] * 29]),
    ],
)
def test_documents_with_bad_weights_are_refused(change: object) -> None:
    document = msgpack.document(build("simple", drawn("p2c6n", (1, 2, 3))))
    change(document["game"])  # type: ignore[operator]
    with pytest.raises(TreebuildError):
        msgpack.decode(packb(document))


def test_comparing_goes_by_the_same_weights() -> None:
    game = drawn("p2c6n", (1, 2, 3))
    found = compare(build("exact", game, objective="total"), build("simple", game))
    assert sum(found.weighted_a) == sum(found.weighted_b) == sum(game.conditions.weights)
    with pytest.raises(TreebuildError, match="different weights"):
        compare(build("simple", game), build("simple", "p2c6n"))


def test_from_the_command_line(tmp_path: Path) -> None:
    weights, tree = tmp_path / "w.csv", tmp_path / "t.msgpack"
    weights.write_text("01,30\n10,2.5\n")
    prints(f"build exact --objective total --game p2c4n --weights {weights} --missing 1 -o {tree}")
    assert load(tree).game.conditions.weights == weigh(Game.from_rules("p2c4n"), weights, 1).conditions.weights
    for words, code, says in (
        ("--missing 1", 2, "--missing is the weight of secrets that --weights leaves out"),
        ("--weights w.csv --missing x", 2, "--missing: 'x' is no weight"),
        ("--weights none.csv", 1, "none.csv: there is no such file"),
        ("--weights w.csv -o t.b92", 1, ".b92 takes all secrets to be equally likely, and"),
    ):
        fails(f"build minavg --game p2c4n {words}", message=says, code=code, cwd=tmp_path)


def test_commands_tell_both_distributions(tmp_path: Path) -> None:
    game = drawn("p3c4r", (1, 5))
    good, other = tmp_path / "good.msgpack", tmp_path / "other.msgpack"
    tree = build("exact", game, objective="total")
    save(tree, good)
    save(build("simple", game), other)
    expected = f"{tree.expected} = {float(tree.expected):.4f} guesses expected"
    assert expected in prints("verify", good)
    assert f"{float(tree.expected):.4f}" in prints("compare", good, other)
    assert "\neach secret counted once, also below: worst " in prints("show", good)
    assert f"they weigh {sum(game.conditions.weights)} of {sum(game.conditions.weights)}" in prints("show", good)
    assert str(tree.expected) in prints("report", good, other, "-o", "-")
    for words in (("verify", good), ("compare", good, other), ("show", good), ("show", good, "--sizes")):
        records = json.loads(prints(*words, "--json"))
        validator("figures").validate(records)
        if words[0] != "show":
            assert records[0]["expected"] == str(tree.expected)
            assert [*records[0]["weights"].values()] == list(tree.weighted_counts)
    for node in json.loads(prints("show", good, "--json")):
        assert node["weight"] == sum(part["weight"] for part in node["parts"]) == sum(game.conditions.weights)


def test_a_tree_is_looked_at_by_other_weights(tmp_path: Path) -> None:
    save(build("minavg", "p3c4r"), tmp_path / "t.b92")
    (tmp_path / "w.csv").write_text("012,8\n133,2\n")
    said = prints("verify t.b92 --game p3c4r --weights w.csv", cwd=tmp_path)
    assert "6/5 = 1.2000 guesses expected" in said and "proved" not in said
    prints("compare t.b92 t.b92 --game p3c4r --weights w.csv", cwd=tmp_path)


def test_converting_leaves_weights_out_when_it_is_told_to(tmp_path: Path) -> None:
    file, text = tmp_path / "t.msgpack", tmp_path / "t.rank"
    save(build("exact", drawn("p2c6n", (1, 9)), objective="total"), file)
    fails("convert", file, text, message="--unweighted` leaves them out")
    prints("convert", file, text, "--unweighted")
    assert load(text, "p2c6n").counts == load(file).counts


PAGE = (Path(__file__).parents[2] / "docs" / "weights.md").read_text("utf-8")


def test_the_synthetic_table_is_what_its_script_makes() -> None:
    assert make_pins.FILE.read_text("utf-8") == make_pins.table()


@pytest.mark.long
def test_every_command_of_the_page_runs(tmp_path: Path) -> None:
    (tmp_path / "synthetic-pins.csv").write_text(make_pins.table())
    (game,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    words = ["crane", "slate", "trace", "crate", "stale", "least", "tales", "caret", "react", "cater", "steal", "teals"]
    (tmp_path / "words.toml").write_text(game)
    (tmp_path / "guesses.txt").write_text("\n".join([*words, "stole", "crone"]))
    (tmp_path / "answers.txt").write_text("\n".join(words))
    (tmp_path / "frequencies.csv").write_text("".join(f"{word},{i * i / 4}\n" for i, word in enumerate(words)))
    commands = [line for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()]
    assert len(commands) >= 9
    said = "".join(prints(*shlex.split(command)[1:], cwd=tmp_path) for command in commands)
    for figure in re.findall(r"[0-9]\.[0-9]{4}|[0-9]+/[0-9]+|[0-9]{5}", PAGE.partition("## Words")[0]):
        assert figure in said, figure


def test_the_python_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(compile(example, "weights.md", "exec"), {})
    assert capsys.readouterr().out.startswith("11")
