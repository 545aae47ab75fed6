"""Certificates: written from searches, accepted by both checkers when they are true, by neither when they are not."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tests.conftest import mostly_long, require, seeds
from tests.helpers import make_proof_vectors
from tests.helpers.random_games import dull_game, random_game
from tests.helpers.reference_search import ReferenceSearch
from tests.helpers.ruled import priced_tests
from tests.search.test_oracle_solve import least, weighted
from treebuild.certificate import checkers
from treebuild.certificate.header import Statement
from treebuild.certificate.optimum import confirm
from treebuild.certificate.write import certify
from treebuild.checker.check import check
from treebuild.cli import app
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.lookup import as_game, find_game
from treebuild.game.reply_matrix import Replies, reply_matrix
from treebuild.search.allowed import Source
from treebuild.search.exact import solve
from treebuild.search.game_search import GameSearch
from treebuild.search.objective import Objective
from treebuild.tree.policy import grow
from treebuild.tree.tree import Tree

CHECKERS = ["Python", "C"]


def accepted(data: bytes, folder: Path, checker: str) -> str:
    """The theorem that a checker reads off a certificate. Raises TreebuildError when it is refused."""
    if checker == "C":
        require("gcc")
        assert checkers.compiled() is not None
    path = folder / "a.proof"
    path.write_bytes(data)
    return checkers.accept(path, python=checker == "Python").proved.theorem


def raised(data: bytes) -> bytes:
    """The same certificate with a bound one higher, by the last criterion."""
    text = gzip.decompress(data)
    start = text.index(b"\nbound ") + 7
    end = text.index(b"\n", start)
    bound = [int(word) for word in text[start:end].split()]
    bound[-1] += 1
    return gzip.compress(text[:start] + " ".join(map(str, bound)).encode() + text[end:], mtime=0)


CERTIFIED = [
    ("p2c3n", "total", False, "has a total of at least 13 guesses"),
    ("p3c6n", "total", False, "has a total of at least 436 guesses"),
    ("p3c4r", "total,fours", False, ""),
    ("p3c6n", "fives,total", False, ""),
    ("p3c6n", "limit:3", False, "has at least 1 secret that takes more than 3 guesses"),
    ("p3c4r", "total", True, "that guesses candidates only has a total of at least"),
    ("three-of-seven", "total", False, ""),
    ("twod", "total", False, ""),
    ("p4c6r", "total", False, "has a total of at least 5625 guesses"),
    ("p4c6r", "total,limit:5", False, "has a total of at least 5626 guesses"),
    ("p4c6r", "total", True, "has a total of at least 5660 guesses"),
    ("four-colours", "limit:4", False, "more than 4 guesses"),
]


@pytest.mark.parametrize("checker", CHECKERS)
@pytest.mark.parametrize(
    ("game", "objective", "candidates_only", "theorem"),
    mostly_long(CERTIFIED, [one for one in CERTIFIED if one[0] != "p4c6r"]),
)
def test_optima_of_games(
    game: str, objective: str, candidates_only: bool, theorem: str, checker: str, tmp_path: Path
) -> None:
    data = certify(find_game(game), objective, candidates_only=candidates_only).data
    assert theorem in accepted(data, tmp_path, checker)
    if objective.startswith("limit"):
        return  # that more than one secret takes longer may be true
    with pytest.raises(TreebuildError):
        accepted(raised(data), tmp_path, checker)


@pytest.mark.parametrize("checker", CHECKERS)
@pytest.mark.parametrize("seed", seeds(2, 4))
def test_random_games(seed: int, checker: str, tmp_path: Path) -> None:
    choose = random.Random(seed)
    for _ in range(6):
        replies = choose.choice((2, 3, 5, 9, 16, 33, 65, 200))
        game = random_game(
            choose,
            choose.randint(2, 8 if replies < 4 else 20),
            replies,
            winners=choose.randint(1, 2),
            others=choose.randint(0, 3),
        )
        only = choose.random() < 0.3
        data = certify(game, choose.choice(("total", "deepest", "total,deepest")), candidates_only=only).data
        accepted(data, tmp_path, checker)
        with pytest.raises(TreebuildError):
            accepted(raised(data), tmp_path, checker)


@pytest.mark.parametrize("checker", CHECKERS)
@pytest.mark.parametrize("seed", seeds(2, 40))
def test_random_games_with_weights(seed: int, checker: str, tmp_path: Path) -> None:
    """What is stated is what the plain search finds; one more is refused."""
    choose = random.Random(seed)
    for _ in range(8):
        replies = choose.choice((2, 3, 5, 9, 16, 33, 65, 200))
        secrets, others = choose.randint(2, 8 if replies < 4 else 15), choose.randint(0, 3)
        game = random_game(choose, secrets, replies, winners=choose.randint(1, 2), others=others)
        if choose.random() < 0.4:
            game = find_game(choose.choice(("p2c3n", "p2c5r", "p3c3r", "p3c4n")))
        game, only = weighted(choose, game), choose.random() < 0.3
        text = choose.choice(("total", "total,fives", "fives,total", "total,deepest", "deepest,total"))
        plan = (Source.MEMBERS,) if only else (Source.ALL,)
        known = least(reply_matrix(game), text, plan)
        try:
            data = certify(game, text, candidates_only=only).data
        except TreebuildError as error:
            assert known is None or "use fewer criteria" in str(error)
            continue
        theorem = accepted(data, tmp_path, checker)
        assert known is not None
        if "deepest" not in text:
            cost = known[1].value(tuple(range(len(game.secrets))), 1)
            total = cost[text.split(",").index("total")]
            assert f" total of at least {total} guesses" in theorem
        assert ("weighted" in theorem) == bool(game.weights)
        with pytest.raises(TreebuildError):
            accepted(raised(data), tmp_path, checker)


@pytest.mark.parametrize("seed", seeds(3, 40))
def test_parts_whose_best_trees_are_deeper_than_the_best_of_the_game(seed: int) -> None:
    """By `total,deepest`, where most guesses tell of one or two secrets: a smaller total may take more guesses.

    The bound is what the plain search finds by the lines of the file, at any depth.
    """
    choose = random.Random(seed)
    for _ in range(4):
        game, only = dull_game(choose, choose.randint(7, 9)), choose.random() < 0.5
        if choose.random() < 0.5:
            game = weighted(choose, game)
        replies, everything = reply_matrix(game), tuple(range(len(game.secrets)))
        try:
            found = check(certify(game, "total,deepest", candidates_only=only).data)
        except TreebuildError as error:
            assert "use fewer criteria" in str(error)
            continue
        lines = list(zip(*found.costs, strict=True))
        lines = [lines[0], *lines, *[lines[-1]] * len(everything)]
        plain = ReferenceSearch(replies, lines, (Source.MEMBERS if only else Source.ALL,), found.weighted)
        assert plain.value(everything, 1) == found.bound


@pytest.mark.parametrize("checker", CHECKERS)
def test_weights_that_symmetries_keep(checker: str, tmp_path: Path) -> None:
    """Claims, with images and exchanges of symbols: the symbols 0 and 1, or 2, 3 and 4, change places."""
    game = find_game("p3c5r")
    game = game.weighted([1 + len({0, 1} & set(secret)) for secret in game.secrets])
    data = certify(game, "total").data
    assert accepted(data, tmp_path, checker).endswith(
        "(weights: 247 in all) has a weighted total of at least 867 guesses"
    )
    with pytest.raises(TreebuildError):
        accepted(raised(data), tmp_path, checker)


def test_weights_that_no_criterion_goes_by_are_left_out() -> None:
    weighted = find_game("p3c4r").weighted(range(64))
    for objective in ("limit:3", "fours", "deepest"):
        assert certify(weighted, objective).data == certify("p3c4r", objective).data


def test_any_number_of_jobs_writes_the_same() -> None:
    assert certify("p4c5r", "total", jobs=2).data == certify("p4c5r", "total").data
    weighted = find_game("p3c4r").weighted(range(64))
    assert certify(weighted, "total", jobs=2).data == certify(weighted, "total").data


@pytest.mark.parametrize(
    ("game", "objective", "problem"),
    [
        ("p3c4r", "limit:4", "nothing to prove"),
        ("p4c10n", "deepest", "use fewer criteria"),
        ("p4c10r", "total,deepest", "use fewer criteria"),  # before the search, which takes minutes
        ("p2c3n", "limit:2,total", "no tree of p2c3n"),
    ],
)
def test_what_cannot_be_certified(game: str, objective: str, problem: str) -> None:
    with pytest.raises(TreebuildError, match=problem):
        certify(game, objective)


@pytest.mark.parametrize("checker", CHECKERS)
@pytest.mark.parametrize(
    ("game", "objective", "greatest"),
    [("p3c4r", "deepest,limit:6", 4), ("p2c3n", "fives,deepest", 3), ("p2c5r", "total,deepest,limit:6", 5)],
)
def test_deepest_with_a_limit_that_is_not_reached(
    game: str, objective: str, greatest: int, checker: str, tmp_path: Path
) -> None:
    """Trees go no deeper than `deepest` counts, which a limit that is greater does not say."""
    for candidates_only in (False, True):
        said = accepted(certify(game, objective, candidates_only=candidates_only).data, tmp_path, checker)
        assert f" in which no secret takes more than {greatest} guesses has " in said


@pytest.mark.parametrize("objective", ["total", "total,limit:4", "fives,total", "deepest", "limit:4,deepest"])
def test_numbers_are_split_as_costs_are_joined(objective: str) -> None:
    """A cost comes to a number or more just if it is as great as what the number is split into, or greater."""
    game, choose, parsed = as_game("p3c4r"), random.Random(objective), Objective.parse(objective)
    solution = solve(reply_matrix(game), parsed)
    statement, costs = Statement.of(parsed, solution.cost, game), solution.search.bounds.costs[1:]
    for _ in range(2000):
        sums = [tuple(map(sum, zip(*choose.choices(costs, k=64), strict=True))) for _ in range(2)]
        number = statement.join_found(sums[0], True) + choose.choice((-1, 0, 0, 1))
        split = statement.split(number)
        assert split is not None
        assert (statement.join_found(sums[1], True) >= number) == (sums[1] >= split)


def test_what_cannot_be_split() -> None:
    """A number that only a secret later than it may be comes to."""
    game, parsed = as_game("p3c4r"), Objective.parse("total,limit:5")
    limited = Statement.of(parsed, solve(reply_matrix(game), parsed).cost, game)
    assert limited.split(limited.join_found((0,), False)) is None


def test_a_custom_game_goes_as_a_table() -> None:
    game = Game.from_parts("parity", range(6), range(6), lambda g, s: 2 if g == s else (g + s) % 2, range(3), 2)
    found = check(certify(game, "total").data)
    assert found.secrets == 6 and found.game == "6 codes (list), 6 secrets (list), table"


# --- it must be able to fail


def test_a_search_that_knows_one_winning_code_of_several(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A bug of an early version put back: of two codes that win against a, only the second tells b and c apart."""
    replies = {"a1": "wxx", "a2": "wxy", "b": "xwx", "c": "xxw"}
    game = Game.from_parts("winners", list(replies), "abc", lambda g, s: replies[g]["abc".index(s)], "wxy", "w")
    assert "at least 5 guesses" in accepted(certify(game, "total").data, tmp_path, "Python")
    monkeypatch.setattr(Replies, "several_winners", False)
    assert solve(reply_matrix(game), Objective.parse("total")).cost == (6,)
    with pytest.raises(TreebuildError, match="search and certificate disagree"):
        certify(game, "total")


@pytest.mark.parametrize("rules", ["p3c6r", "p4c5r"])
def test_a_search_that_takes_some_guesses_for_all(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another one: what was found of a list of guesses bounded all others."""
    true = certify(rules, "total").data
    guesses = GameSearch.guesses

    def some(self: GameSearch, candidates: Any, history: Any) -> Any:
        found = guesses(self, candidates, history)
        return found if not history or found is None else found[1::2]

    monkeypatch.setattr(GameSearch, "guesses", some)
    with pytest.raises(TreebuildError, match="search and certificate disagree"):
        certify(rules, "total")
    monkeypatch.undo()
    assert certify(rules, "total").data == true


def ruled_games() -> list[Game]:
    """Games of version 3 with claims, with weights and costs, and whose rules go by the turns."""
    return [
        make_proof_vectors.three_tests(),
        priced_tests(random.Random(3), 9, 7, 2).with_guesses("identify"),
        make_proof_vectors.families(0, "wordle").with_guesses("hard"),
        make_proof_vectors.families(3, "bulls").with_guesses("consistent"),
        make_proof_vectors.faults().weighted([1, 2, 3, 4]).priced({"a": 2, "c": 2.5}),
    ]


def mutants(seed: int, count: int) -> Iterator[bytes]:
    """Sound certificates, changed in a place or a few: bytes, bits, numbers of the header, what is cut, and more."""
    choose = random.Random(seed)
    sound = [
        gzip.decompress(certify(game, objective, candidates_only=only).data)
        for game, objective, only in (
            ("p2c3n", "total", False),
            ("p3c4r", "total", True),
            ("p3c4r", "fours,total", False),
            ("p3c5n", "limit:3", False),
            (random_game(random.Random(1), 6, 3, winners=2, others=1), "total", False),
            (find_game("p4c5r"), "total", False),
            (find_game("p2c3n").weighted([5, 1, 300, 1, 0, 1]), "total", False),
            (find_game("p3c4n").weighted(range(24)), "fours,total", False),
            (random_game(random.Random(5), 7, 4, others=2).weighted([0, 0, 3, 1, 0, 9, 2]), "total,fours", True),
            *((game, "total", False) for game in ruled_games()),
        )
    ]
    for _ in range(count):
        text = bytearray(choose.choice(sound))
        for _ in range(choose.choice((1, 1, 1, 2, 4))):
            place = choose.randrange(len(text))
            kind = choose.randrange(6)
            if kind == 0:
                text[place] = choose.randrange(256)
            elif kind == 1:
                text[place] ^= 1 << choose.randrange(8)
            elif kind == 2:
                del text[place : place + choose.randint(1, 3)]
            elif kind == 3:
                text[place:place] = bytes(choose.choices(range(256), k=choose.randint(1, 3)))
            elif kind == 4:
                other = choose.randrange(len(text))
                text[place], text[other] = text[other], text[place]
            else:
                digits = [i for i, byte in enumerate(text[:400]) if 48 <= byte < 58]
                text[choose.choice(digits)] = choose.randrange(48, 58)
        data = bytearray(gzip.compress(bytes(text), mtime=0))
        if choose.random() < 0.05:
            data[choose.randrange(len(data))] ^= 1 << choose.randrange(8)
        yield bytes(data)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(21))
def test_both_say_the_same_of_damaged_files(seed: int, tmp_path: Path) -> None:
    """Accepted by both or by neither. Those accepted state what is true: see test_check for an oracle of it."""
    require("gcc")
    agreed = 0
    for data in mutants(seed, 500):
        said = []
        for checker in CHECKERS:
            try:
                said.append(accepted(data, tmp_path, checker))
            except TreebuildError as error:
                assert "\n" not in str(error)
                said.append("")
        assert said[0] == said[1], (said, gzip.decompress(data)[:300])
        agreed += bool(said[0])
    assert 0 < agreed < 250


# --- the vectors of schema/proof.md

VECTORS = json.loads(make_proof_vectors.FILE.read_text())


def test_vectors_are_what_the_script_writes() -> None:
    assert make_proof_vectors.FILE.read_text() == make_proof_vectors.dump()


@pytest.mark.parametrize("checker", CHECKERS)
@pytest.mark.parametrize("vector", VECTORS, ids=[vector["name"] for vector in VECTORS])
def test_vectors(vector: dict[str, str], checker: str, tmp_path: Path) -> None:
    data = gzip.compress(vector["header"].encode() + bytes.fromhex(vector["body"]))
    if vector["checked"] == "yes":
        assert accepted(data, tmp_path, checker).startswith("every tree of ")
    else:
        with pytest.raises(TreebuildError):
            accepted(data, tmp_path, checker)


# --- the commands


def invoked(*words: object) -> tuple[int, str, str]:
    """Run a command: exit code, what it prints, what went wrong."""
    done = CliRunner().invoke(app, [str(word) for word in words])
    problem = str(done.exception) if isinstance(done.exception, TreebuildError) else done.stderr
    return done.exit_code, done.stdout, problem


def test_certify_check_and_verify(tmp_path: Path) -> None:
    proof, tree = tmp_path / "-t.proof", tmp_path / "t.msgpack"
    assert invoked("certify", "--objective", "total", "--game", "p3c4r", "-o", proof)[0] == 0
    assert "already exists" in invoked("certify", "--objective", "total", "--game", "p3c4r", "-o", proof)[2]
    other = tmp_path / "other.proof"
    words = ("exact", "--objective", "total", "--game", "p3c4r", "-o", tree, "--proof", other)
    assert invoked("build", *words)[0] == 0 and other.read_bytes() == proof.read_bytes()
    for python in (["--python"], []):
        code, said, _ = invoked("check", proof, *python)
        assert code == 0 and "proved: every tree of p3c4r has a total of at least 206 guesses" in said
        (record,) = json.loads(invoked("check", proof, "--json", *python)[1])
        assert record["ok"] and record["bound"] == [206] and record["claims"] == 1
    assert "optimal, checked: every tree of p3c4r" in invoked("verify", tree, "--proof", proof)[1]
    (record,) = json.loads(invoked("verify", tree, "--proof", proof, "--json")[1])
    assert record["optimal"] == "every tree of p3c4r has a total of at least 206 guesses"


def test_the_bound_of_a_near_optimal_tree(tmp_path: Path) -> None:
    tree, proof, other = (tmp_path / name for name in ("t.msgpack", "t.proof", "other.msgpack"))
    words = ("--near", "--effort", "1", "--objective", "total", "--game", "p4c8n", "-o", proof)
    assert invoked("certify", *words)[0] == 0
    assert invoked("build", "--game", "p4c8n", "--effort", "1", "-o", tree)[0] == 0
    code, said, _ = invoked("verify", tree, "--proof", proof)
    assert code == 0 and "near, checked: every tree of p4c8n has a total of at least 7482 guesses; this tree" in said
    (record,) = json.loads(invoked("verify", tree, "--proof", proof, "--json")[1])
    assert record["bound"] == "every tree of p4c8n has a total of at least 7482 guesses" and "optimal" not in record
    assert invoked("build", "minavg", "--game", "p4c8n", "-o", other)[0] == 0
    code, said, problem = invoked("verify", other, "--proof", proof)
    assert code == 1 and "does not say that the tree is optimal" in said + problem
    assert "--effort says how much --near tries" in invoked("certify", *words[1:])[2]
    with pytest.raises(TreebuildError, match="deepest has no bound to certify"):
        certify("p3c4n", "deepest", near_effort=1)


def test_the_bound_of_a_near_optimal_tree_of_a_small_game_is_the_optimum(tmp_path: Path) -> None:
    """`build near` searches it to the end, and the certificate says the same."""
    tree, proof = tmp_path / "t.msgpack", tmp_path / "t.proof"
    words = ("--effort", "2", "--game", "p4c6n")
    assert invoked("certify", "--near", "--objective", "total", *words, "-o", proof)[0] == 0
    assert invoked("build", "near", *words, "-o", tree)[0] == 0
    assert "optimal, checked: every tree of p4c6n" in invoked("verify", tree, "--proof", proof)[1]


@pytest.mark.parametrize("seed", seeds(4, 300))
def test_bounds_of_random_games_are_certified(seed: int, tmp_path: Path) -> None:
    """Whatever the lower bound of an effort is, both checkers accept its certificate, and refuse one of a cost more."""
    choose = random.Random(seed)
    game = random_game(choose, choose.randint(3, 12), choose.randint(3, 8), others=3)
    game = weighted(choose, game) if seed % 2 else game
    known = least(reply_matrix(game), "total", (Source.ALL,))
    assert known is not None
    smallest = known[1].value(tuple(range(len(game.secrets))), 1)
    written = certify(game, "total", near_effort=choose.randint(1, 4))
    for checker in CHECKERS:
        assert accepted(written.data, tmp_path, checker)
    (bound,) = (int(word) for word in gzip.decompress(written.data).split(b"\nbound ")[1].split(b"\n")[0].split())
    assert (bound,) <= smallest


def test_certificates_through_a_pipe(tmp_path: Path) -> None:
    tree, data, junk = tmp_path / "t.msgpack", certify("p3c4r", "total").data, b"no proof"
    assert invoked("build", "minavg", "--game", "p3c4r", "-o", tree)[0] == 0
    for python in ([], ["--python"]):
        words = ["check", "-", *python]
        assert "-: proved: every tree of p3c4r has a total" in CliRunner().invoke(app, words, input=data).stdout
        refused = CliRunner().invoke(app, words, input=junk)
        assert refused.exit_code == 1 and refused.stderr.startswith("error: -: ")
    words = ["verify", str(tree), "--proof", "-"]
    assert CliRunner().invoke(app, words, input=data).stderr == (
        "error: -: does not say that the tree is optimal: it costs 208, the bound is 206\n"
    )
    best = ["build", "exact", "--objective", "total", "--game", "p3c4r", "-o", tree, "--force"]
    assert invoked(*best)[0] == 0
    assert "optimal, checked: every tree" in CliRunner().invoke(app, words, input=data).stdout
    assert "name a file for the other" in invoked("verify", "-", "--proof", "-")[2]


def test_what_is_refused_says_why(tmp_path: Path) -> None:
    proof, tree, junk = tmp_path / "t.proof", tmp_path / "t.msgpack", tmp_path / "junk"
    proof.write_bytes(raised(certify("p3c4r", "total").data))
    junk.write_bytes(b"\x1b[31mno proof")
    assert invoked("build", "minavg", "--game", "p3c4r", "-o", tree)[0] == 0
    for python in (["--python"], []):
        for file, why in ((proof, "not 207"), (junk, "junk"), (tmp_path, ""), (tmp_path / "none", "none")):
            code, said, problem = invoked("check", file, *python)
            assert code == 1 and not said and why in problem and problem.count("\n") <= 1, problem
        code, said, _ = invoked("check", proof, junk, "--json", *python)
        assert code == 1 and [record["ok"] for record in json.loads(said)] == [False, False]
    for words, why in (
        (("verify", tree, "--proof", proof), "not 207"),
        (("build", "minavg", "--game", "p3c4r", "--proof", tmp_path / "x"), "--proof is for a proof about all trees"),
        (("certify", "--objective", "totl", "--game", "p3c4r", "-o", tmp_path / "x"), "is not one of total"),
        (("certify", "--objective", "total", "--game", "p6c6r", "-o", tmp_path / "x"), "too large for a certificate"),
    ):
        code, _, problem = invoked(*words)
        assert code == 1 and why in problem, (words, problem)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["junk", "t.msgpack", "t.proof"]


def test_a_game_file_with_weights(tmp_path: Path) -> None:
    game, proof = tmp_path / "game.toml", tmp_path / "t.proof"
    (tmp_path / "w.csv").write_text("secret,weight\n01,2.5\n02,0.5\n10,0.5\n12,0.5\n20,0.5\n21,0.5\n")
    codes = '{ pegs = 2, symbols = "012", repeat = false }'
    game.write_text(f'name = "favourite"\nrule = "bulls-cows"\ncodes = {codes}\nweights = "w.csv"\n')
    assert invoked("certify", "--objective", "total", "--game", game, "-o", proof)[0] == 0
    for python in (["--python"], []):
        code, said, _ = invoked("check", proof, *python)
        assert code == 0 and "(weights: 10 in all) has a weighted total of at least 17 guesses" in said
        (record,) = json.loads(invoked("check", proof, "--json", *python)[1])
        assert record["weighted"] == [True] and record["weights"] == 10 and record["bound"] == [17]


def test_a_weighted_tree_is_held_against_its_proof(tmp_path: Path) -> None:
    """By the depth of every secret; a tree of other weights, or of none, is of another game."""
    proof, game = tmp_path / "t.proof", find_game("p3c4r")
    weights = [1, 0, 7, 2] * 16
    best, other = game.weighted(weights), game.weighted(weights[::-1])
    proof.write_bytes(certify(best, "total,fours").data)
    proved = checkers.accept(proof, python=True).proved

    def hold(tree: Tree) -> None:
        confirm(tree, {depth: count for depth, count in enumerate(tree.counts, 1) if count}, proof, proved)

    hold(grow(reply_matrix(best), solve(reply_matrix(best), Objective.parse("total,fours")).policy))
    for wrong, objective, why in ((best, "fours,total", "it costs"), (other, "total", "another game")):
        with pytest.raises(TreebuildError, match=why):
            hold(grow(reply_matrix(wrong), solve(reply_matrix(wrong), Objective.parse(objective)).policy))
    with pytest.raises(TreebuildError, match="another game"):
        hold(grow(reply_matrix(game), solve(reply_matrix(game), Objective.parse("total")).policy))


def test_a_proof_of_less_or_of_another_game_is_none_of_this_tree(tmp_path: Path) -> None:
    proof, tree = tmp_path / "t.proof", tmp_path / "t.msgpack"
    proof.write_bytes(certify("p3c4r", "total").data)
    assert invoked("build", "minavg", "--game", "p3c4r", "-o", tree)[0] == 0
    assert "it costs 208, the bound is 206" in invoked("verify", tree, "--proof", proof)[2]
    assert invoked("build", "minavg", "--game", "p3c5r", "-o", tree, "--force")[0] == 0
    assert "another game" in invoked("verify", tree, "--proof", proof)[2]
