"""The commands that write, check and use certificates."""

from __future__ import annotations

import gzip
import json
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.conftest import seeds
from tests.helpers.certificates import CHECKERS, accepted, raised
from tests.helpers.command_line import fails, prints, run_text
from tests.helpers.random_games import random_game, weighted
from tests.helpers.reference_search import least
from treebuild import build, save, verify
from treebuild.certificate import checkers
from treebuild.certificate.optimum import confirm
from treebuild.certificate.write import NOT_CERTIFIED, certify
from treebuild.checker.check import check
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.lookup import find_game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.search.exact import solve
from treebuild.search.goal.objective import Objective
from treebuild.search.goal.plan import Source
from treebuild.tree.policy import grow
from treebuild.tree.tree import Tree


def test_certify_check_and_verify(tmp_path: Path) -> None:
    proof, tree, other = (tmp_path / name for name in ("-t.proof", "t.msgpack", "other.proof"))
    prints("certify", "--objective", "total", "--game", "p3c4r", "-o", proof)
    fails("certify", "--objective", "total", "--game", "p3c4r", "-o", proof, message="already exists")
    prints("build", "exact", "--objective", "total", "--game", "p3c4r", "-o", tree, "--proof", other)
    assert other.read_bytes() == proof.read_bytes()
    for python in (["--python"], []):
        said = prints("check", proof, *python)
        assert "proved: every tree of p3c4r has a total of at least 206 guesses" in said
        (record,) = json.loads(prints("check", proof, "--json", *python))
        assert record["ok"] and record["bound"] == [206] and record["claims"] == 1
    assert "optimal, checked: every tree of p3c4r" in prints("verify", tree, "--proof", proof)
    (record,) = json.loads(prints("verify", tree, "--proof", proof, "--json"))
    assert record["optimal"] == "every tree of p3c4r has a total of at least 206 guesses"


def test_the_bound_of_a_near_optimal_tree(tmp_path: Path) -> None:
    tree, proof, other = (tmp_path / name for name in ("t.msgpack", "t.proof", "other.msgpack"))
    words = ("--near", "--effort", "1", "--objective", "total", "--game", "p4c8n", "-o", proof)
    assert NOT_CERTIFIED in prints("certify", *words)
    prints("build", "--game", "p4c8n", "--effort", "1", "-o", tree)
    said = prints("verify", tree, "--proof", proof)
    assert "near, checked: every tree of p4c8n has a total of at least 7482 guesses; this tree" in said
    (record,) = json.loads(prints("verify", tree, "--proof", proof, "--json"))
    assert record["bound"] == "every tree of p4c8n has a total of at least 7482 guesses" and "optimal" not in record
    prints("build", "minavg", "--game", "p4c8n", "-o", other)
    fails("verify", other, "--proof", proof, message="does not say that the tree is optimal")
    fails("certify", *words[1:], message="--effort says how much --near tries", code=2)
    with pytest.raises(TreebuildError, match="deepest has no bound to certify"):
        certify("p3c4n", "deepest", near_effort=1)
    with pytest.raises(TreebuildError, match="limit:3 alone is kept or not, and has no lower bound"):
        certify("p3c4r", "limit:3", near_effort=1)
    for objective in "limit:3,total", "total,limit:3":
        with pytest.raises(TreebuildError, match=r"no tree of p3c4r solves every secret in 3 guesses \(searched\)"):
            certify("p3c4r", objective, near_effort=1)


def test_the_bound_of_a_near_optimal_tree_of_a_small_game_is_the_optimum(tmp_path: Path) -> None:
    """`build near` searches it to the end, and the certificate says the same."""
    tree, proof = tmp_path / "t.msgpack", tmp_path / "t.proof"
    words = ("--effort", "2", "--game", "p4c6n")
    assert NOT_CERTIFIED not in prints("certify", "--near", "--objective", "total", *words, "-o", proof)
    prints("build", "near", *words, "-o", tree)
    assert "optimal, checked: every tree of p4c6n" in prints("verify", tree, "--proof", proof)


def renamed(data: bytes, name: str) -> bytes:
    """The same certificate with another title."""
    return gzip.compress(re.sub(rb"\ngame \S+", f"\ngame {name}".encode(), gzip.decompress(data), count=1), mtime=0)


@pytest.mark.parametrize("checker", CHECKERS)
@pytest.mark.parametrize("name", ["p4c10n", "mastermind", "p2c4n", "p2c3r", "p9c99r"])
def test_a_certificate_that_takes_the_name_of_another_game(name: str, checker: str, tmp_path: Path) -> None:
    """It would print "proved: every tree of p4c10n has a total of at least 13 guesses"."""
    data = certify("p2c3n", "total").data
    assert accepted(renamed(data, "mine"), tmp_path, checker) == "every tree of mine has a total of at least 13 guesses"
    with pytest.raises(TreebuildError, match=rf"is called {name}, and is of another game \(2 pegs, 3 symbols, 6 codes"):
        accepted(renamed(data, name), tmp_path, checker)


@pytest.mark.parametrize("title", ["twod", "a-pair-of-numbers-from-0-to-4", "TWOD"])
def test_a_certificate_that_takes_the_name_of_a_game_that_is_no_pncm_game(title: str, tmp_path: Path) -> None:
    """It would print "proved: every tree of twod has a total of at least 325 guesses", and the least total is 83."""
    mine, dull = (
        Game.from_parts(name, range(25), range(25), lambda g, s: int(g == s), range(2), 1) for name in ("mine", title)
    )
    data = certify(mine, "total").data
    with pytest.raises(TreebuildError, match=f"is called {title}, and is of another game"):
        accepted(renamed(data, title), tmp_path, "C")
    tree = build("exact", dull, objective="total")
    assert tree.total == 325
    (tmp_path / "mine.proof").write_bytes(data)
    with pytest.raises(TreebuildError, match=f"is called {title}, and is of another game|has the name of another game"):
        confirm(tree, verify(tree).distribution, tmp_path / "mine.proof", check(tmp_path / "mine.proof"))
    true = renamed(certify("twod", "total").data, title)
    assert accepted(true, tmp_path, "C") == f"every tree of {title} has a total of at least 83 guesses"


def test_a_game_may_have_the_name_of_another_that_its_numbers_tell_apart(tmp_path: Path) -> None:
    data = renamed(certify("p2c3n", "total").data, "Wordle")
    assert accepted(data, tmp_path, "C") == "every tree of Wordle has a total of at least 13 guesses"
    with pytest.raises(TreebuildError, match="is called wordle, and is of another game"):
        accepted(renamed(data, "wordle"), tmp_path, "C")


@pytest.mark.parametrize("name", ["wordle", "p3c4n", "twod", "p9c99r"])
def test_a_game_with_the_name_of_another_is_refused_before_the_search(name: str) -> None:
    """`check` would refuse what took hours."""
    game = replace(find_game("p2c3n"), name=name, space=None)
    with pytest.raises(
        TreebuildError, match=f"^game '{name}' has the name of another game, .*: give it a name of its own$"
    ):
        certify(game, "total")
    assert certify(replace(game, name="mine"), "total").searched.endswith("13")


@pytest.mark.parametrize("checker", CHECKERS)
def test_a_table_may_have_the_name_of_a_game_if_it_has_all_its_replies(checker: str, tmp_path: Path) -> None:
    game = find_game("p2c3n")
    rows = [bytes(row) for row in reply_matrix(game).matrix]
    names = [game.spell(code) for code in game.codes]
    for name, order in ("p2c3n", rows), ("another", [rows[1], rows[0], *rows[2:]]):
        secrets = names if name == "p2c3n" else [names[1], names[0], *names[2:]]
        table = Game.from_table("table", names, secrets, game.replies, game.win, order)
        data = renamed(certify(table, "total").data, "p2c3n")
        if name == "p2c3n":
            assert accepted(data, tmp_path, checker) == "every tree of p2c3n has a total of at least 13 guesses"
        else:
            with pytest.raises(TreebuildError, match="is called p2c3n, and is of another game"):
                accepted(data, tmp_path, checker)


def test_what_is_proved_of_a_tree_is_said_of_its_game(tmp_path: Path) -> None:
    """The title of a certificate may be any name."""
    save(build("exact", "p2c3n", objective="total"), tmp_path / "t.msgpack")
    (tmp_path / "a.proof").write_bytes(renamed(certify("p2c3n", "total").data, "Wordle"))
    said = prints("verify t.msgpack --proof a.proof", cwd=tmp_path)
    assert said.splitlines()[-1] == "optimal, checked: every tree of p2c3n has a total of at least 13 guesses"


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
    tree, data = tmp_path / "t.msgpack", certify("p3c4r", "total").data
    for words in "check -", "check - --python":
        assert "-: proved: every tree of p3c4r has a total" in prints(words, stdin=data)
        fails(words, stdin=b"no proof", message="error: -: ")
    save(build("minavg", "p3c4r"), tree)
    less = "error: -: does not say that the tree is optimal: it costs 208, the bound is 206\n"
    fails("verify", tree, "--proof", "-", stdin=data, message=less)
    save(build("exact", "p3c4r", objective="total"), tree, force=True)
    assert "optimal, checked: every tree" in prints("verify", tree, "--proof", "-", stdin=data)
    fails("verify - --proof -", message="name a file for the other", code=2)


def test_what_is_refused_says_why(tmp_path: Path) -> None:
    proof, tree, junk = tmp_path / "t.proof", tmp_path / "t.msgpack", tmp_path / "junk"
    proof.write_bytes(raised(certify("p3c4r", "total").data))
    junk.write_bytes(b"\x1b[31mno proof")
    save(build("minavg", "p3c4r"), tree)
    for python in (["--python"], []):
        for file, why in ((proof, "not 207"), (junk, "junk"), (tmp_path, "error: "), (tmp_path / "none", "none")):
            fails("check", file, *python, message=why)
        done = run_text("check", proof, junk, "--json", *python)
        assert done.returncode == 1 and [record["ok"] for record in json.loads(done.stdout)] == [False, False]
    for words, code, why in (
        ("verify t.msgpack --proof t.proof", 1, "not 207"),
        ("build minavg --game p3c4r --proof x", 2, "--proof is for a proof about all trees"),
        ("certify --objective totl --game p3c4r -o x", 2, "is not one of total"),
        ("certify --objective total --game p6c6r -o x", 1, "too large for a certificate"),
    ):
        fails(words, message=why, code=code, cwd=tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["junk", "t.msgpack", "t.proof"]


def test_a_game_file_with_weights(tmp_path: Path) -> None:
    game, proof = tmp_path / "game.toml", tmp_path / "t.proof"
    (tmp_path / "w.csv").write_text("secret,weight\n01,2.5\n02,0.5\n10,0.5\n12,0.5\n20,0.5\n21,0.5\n")
    codes = '{ pegs = 2, symbols = "012", repeat = false }'
    game.write_text(f'name = "favourite"\nrule = "bulls-cows"\ncodes = {codes}\nweights = "w.csv"\n')
    prints("certify", "--objective", "total", "--game", game, "-o", proof)
    for python in (["--python"], []):
        assert "(weights: 10 in all) has a weighted total of at least 17 guesses" in prints("check", proof, *python)
        (record,) = json.loads(prints("check", proof, "--json", *python))
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
    for game, why in ("p3c4r", "it costs 208, the bound is 206"), ("p3c5r", "another game"):
        save(build("minavg", game), tree, force=True)
        fails("verify", tree, "--proof", proof, message=why)
