"""Certificates of games with a rule of guesses or with costs: version 3."""

from __future__ import annotations

import gzip
import random
from fractions import Fraction
from pathlib import Path

import pytest

from tests.conftest import mostly_long, seeds
from tests.helpers.certificates import CHECKERS, accepted, proved
from tests.helpers.command_line import prints, run_text
from tests.helpers.make_proof_vectors import families, faults
from tests.helpers.ruled import RULES, least_cost, priced_tests, ruled_game
from treebuild import build, save
from treebuild.certificate.optimum import confirm
from treebuild.certificate.write import certify
from treebuild.checker.check import check
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.lookup import find_game
from treebuild.tree.tree import Tree

DIAGNOSIS = Path(__file__).parents[2] / "docs" / "examples" / "diagnosis"


@pytest.mark.parametrize("seed", seeds(6, 60))
@pytest.mark.parametrize("rule", RULES)
def test_what_is_proved_is_the_least_cost(rule: str, seed: int, tmp_path: Path) -> None:
    """Of random small games by plain recursion; one more is refused by both checkers, which say the same words."""
    choose = random.Random(f"{rule} {seed}")
    for weights, costs in ((False, False), (True, False), (False, True), (True, True)):
        game = ruled_game(choose, rule, weights=weights, costs=costs)
        limit = choose.choice((None, None, 2, 3, 4))
        last = limit or 40
        best = least_cost(game, lambda depth, last=last: (depth,) if depth <= last else None, (weights,))  # type: ignore[misc]
        try:
            data = certify(game, f"total,limit:{limit}" if limit else "total").data
        except TreebuildError as error:
            assert best is None or (best == (0,) and "there is nothing to prove" in str(error))
            continue
        assert best == check(data).bound[-1:]
        proved(data, tmp_path, *CHECKERS)


@pytest.mark.parametrize("seed", seeds(8, 300))
def test_with_groups_the_least_cost_is_proved_and_no_more(seed: int, tmp_path: Path) -> None:
    """What is proved is the least cost by plain recursion; both checkers refuse one more."""
    choose, looked_at = random.Random(f"groups {seed}"), 0
    for weights, costs in 2 * [(False, False), (True, False), (False, True), (True, True)]:
        game = ruled_game(choose, "identify", weights=weights, costs=costs, groups=True)
        limit = choose.choice((None, None, 2, 3, 4))
        last = limit or 40
        best = least_cost(game, lambda depth, last=last: (depth,) if depth <= last else None, (weights,))  # type: ignore[misc]
        if not game.conditions.groups or best is None or best == (0,):
            continue
        data = certify(game, f"total,limit:{limit}" if limit else "total").data
        assert check(data).bound[-1:] == best and check(data).groups == len(game.conditions.group_names)
        proved(data, tmp_path, *CHECKERS)
        looked_at += 1
    assert looked_at


@pytest.mark.parametrize("groups", mostly_long([4, 8, 12], [8]))
def test_groups_of_games_that_need_claims(groups: int, tmp_path: Path) -> None:
    choose = random.Random(5)
    game = priced_tests(choose, 14, 9, 2).with_guesses("identify")
    grouped = game.grouped({f"s{i}": f"g{choose.randrange(groups)}" for i in range(14)})
    data = certify(grouped, "total").data
    assert check(data).claims > 10
    proved(data, tmp_path, *CHECKERS)
    assert certify(grouped, "total", near_effort=2).data


@pytest.mark.parametrize("guesses", ["all", "candidates"])
def test_the_last_candidate_is_guessed_by_the_cheapest_code(guesses: str, tmp_path: Path) -> None:
    """Two codes win against "a". The best tree asks "b" (2) of all three secrets, then "cheap" (4) or "c" (4): 14."""
    rows = [[0, 1, 1], [0, 1, 1], [1, 0, 2], [1, 1, 0]]
    table = Game.from_table("two names", ["dear", "cheap", "b", "c"], list("abc"), ["right", "no", "near"], 0, rows)
    game = table.priced({"dear": 5, "cheap": 4, "b": 2, "c": 4}).with_guesses(guesses)
    for algorithm in "exact", "near":
        tree = build(algorithm, game, objective="total")
        assert tree.cost == Fraction(14, 3) and tree["no"].guess == "cheap"
        assert tree.built and tree.built.searched.endswith("a smaller cost than 14")
    data = certify(game, "total").data
    assert check(data).bound == (14,)
    proved(data, tmp_path, *CHECKERS)


def test_a_tree_with_other_groups(tmp_path: Path) -> None:
    """A certificate is of the groups that it lists: it says nothing of a tree that tells others apart."""
    game = faults()
    tree, file = build("exact", game, objective="total"), tmp_path / "groups.proof"
    file.write_bytes(certify(game, "total").data)
    counted = dict(enumerate(tree.counts, 1))
    proved = confirm(tree, counted, file, check(file))
    assert proved.optimal and "that tells 3 groups apart" in proved.words
    other = build("exact", game.grouped({"1": "wire", "2": "wire"}), objective="total")
    with pytest.raises(TreebuildError, match="proves something of another game"):
        confirm(other, counted, file, check(file))


@pytest.mark.parametrize("seed", seeds(2, 30))
@pytest.mark.parametrize("objective", ["total", "total,sevens", "deepest,total"])
def test_games_that_need_claims(objective: str, seed: int, tmp_path: Path) -> None:
    choose = random.Random(seed)
    rule = choose.choice(("bulls", "bulls-cows", "wordle"))
    games = [families(seed, rule).with_guesses("hard" if rule == "wordle" else "consistent")]
    if objective == "total":
        games.append(priced_tests(choose, choose.randint(8, 12), choose.randint(7, 10), 3).with_guesses("identify"))
    for game in games:
        data = certify(game, objective).data
        proved(data, tmp_path, *CHECKERS)


def ruled_table() -> Game:
    """A table of replies in which every code is a secret."""
    rows = [bytes([0, 1, 2, 1]), bytes([1, 0, 1, 2]), bytes([2, 2, 0, 2]), bytes([1, 1, 2, 0])]
    return Game.from_table("a table", list("abcd"), list("abcd"), list("012"), 0, rows)


def test_consistent_is_candidates_where_every_code_is_a_secret() -> None:
    game = find_game("p3c5r")
    assert certify(game.with_guesses("consistent"), "total").data == certify(game, "total", candidates_only=True).data
    table = ruled_table().with_guesses("consistent")
    assert b"\nguesses candidates\n" in gzip.decompress(certify(table, "total").data)


EXAMPLES = [("animals", "271", 1), ("car", "5469", 1), ("minerals", "26700", 1), ("faces", "136", 0)]


@pytest.mark.parametrize(("name", "cost", "greedy_code"), mostly_long(EXAMPLES, EXAMPLES[:3]))
def test_the_examples_of_the_guide(
    name: str, cost: str, greedy_code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The best tree is proved to be optimal, and a greedy one only if it costs as much."""
    monkeypatch.chdir(DIAGNOSIS)
    tree, greedy, proof = (tmp_path / name for name in ("best.msgpack", "greedy.msgpack", "best.proof"))
    game = ("--game", f"{name}.toml")
    prints("build", "exact", "--objective", "total", *game, "-o", tree, "--proof", proof)
    said = prints("verify", tree, "--proof", proof)
    assert "optimal, checked: every tree of" in said and f"at least {cost} " in said
    prints("build", "entropy", *game, "-o", greedy)
    done = run_text("verify", greedy, "--proof", proof)
    assert done.returncode == greedy_code
    assert ("does not say that the tree is optimal" in done.stderr) == bool(greedy_code)


@pytest.mark.parametrize(
    ("costs", "said"), [((2.5, 2.5), "40 by 0 5 10 15, in units of 1/2"), ((2, 2), "16 by 0 2 4 6")]
)
def test_equal_costs_are_told_in_their_unit(costs: tuple[float, float], said: str, tmp_path: Path) -> None:
    """Two tests tell four faults apart: 4 * 5 in all where a test costs 2.5."""
    rows = [bytes([0, 0, 1, 1]), bytes([0, 1, 0, 1])]
    game = Game.from_table("four", ["p", "q"], ["a", "b", "c", "d"], ["no", "yes"], None, rows)
    tree = build("exact", game.priced(dict(zip("pq", costs, strict=True))), objective="total")
    save(tree, tmp_path / "four.msgpack")
    (tmp_path / "four.proof").write_bytes(certify(tree.game, "total").data)
    told = prints("verify", tmp_path / "four.msgpack", "--proof", tmp_path / "four.proof")
    assert told.splitlines()[-1].endswith(f"has a cost of at least {said}")


def test_a_tree_of_another_rule(tmp_path: Path) -> None:
    """A certificate of hard mode says nothing of trees that guess otherwise; one of all trees says it of these, too."""
    trees, files = dict[str, Tree](), dict[str, Path]()
    for guesses in ("all", "hard"):
        game = families(1, "wordle").with_guesses(guesses)
        trees[guesses], files[guesses] = build("exact", game, objective="total"), tmp_path / guesses
        files[guesses].write_bytes(certify(game, "total").data)

    def proved(tree: str, proof: str) -> bool:
        counted = dict(enumerate(trees[tree].counts, 1))
        return confirm(trees[tree], counted, files[proof], check(files[proof])).optimal

    assert proved("all", "all") and proved("hard", "hard") and proved("hard", "all")
    with pytest.raises(TreebuildError, match="is of trees with guesses `hard`, and this one has `all`"):
        proved("all", "hard")


def test_a_bound_by_near(tmp_path: Path) -> None:
    game = priced_tests(random.Random(4), 14, 10, 3).with_guesses("identify")
    data = certify(game, "total", near_effort=2).data
    for checker in CHECKERS:
        accepted(data, tmp_path, checker)
    assert check(data).bound <= check(certify(game, "total").data).bound


def test_what_cannot_be_certified() -> None:
    large = find_game("p4c10n").priced({"0123": 2})
    with pytest.raises(TreebuildError, match="p4c10n with costs of guesses is too large for a certificate"):
        certify(large, "total")
    with pytest.raises(TreebuildError, match="drop candidates_only=True"):
        certify(families(1, "wordle").with_guesses("hard"), "total", candidates_only=True)
    with pytest.raises(TreebuildError, match="expected the objective total"):
        certify(find_game("p2c3n").priced({"01": 2}), "deepest")
