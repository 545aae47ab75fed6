"""Findings in games that people play: groups and hypotheses are counted and named, whatever their variants."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from tests.helpers.command_line import fails, prints, run_text
from tests.helpers.schemas import validator
from treebuild.errors import TreebuildError
from treebuild.game.findings import read_naming
from treebuild.game.game import Game
from treebuild.game.game_file import read_game
from treebuild.tree.session import SecretSession

GAME = 'name = "printer"\nrule = "table"\ntable = "printer.csv"\nrows = "secrets"\nguesses = "identify"\n'
PRINTER = """\
fault,page,code,stuck
jam,-,E1,yes
drum,streaks,none,no
damp,faint/smears,none,yes/no
toner,faint,E2,no
"""
QUESTIONS = "page\ncode\n"


@pytest.fixture
def file(write) -> Path:
    path: Path = write(GAME, printer_csv=PRINTER)
    return path


def play(file: Path, lines: str, *more: str) -> str:
    done = run_text("play", "--guess", "--game", file, "--lang", "en", *more, stdin=lines)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_findings_are_counted_and_not_their_variants(file: Path) -> None:
    printed = play(file, "code\nh\n", "--secret", "damp (faint, no)")
    assert "one of 4 findings, such as jam" in printed
    assert "none   2 findings are possible" in printed and "1  code      none       2" in printed
    assert printed.endswith("It was damp.\n")


@pytest.mark.parametrize("named", ["damp", "DAMP", "damp (faint, no)", "damp (faint, yes)", "damp (smears, no)"])
@pytest.mark.parametrize("secret", ["damp (faint, no)", "damp (faint, yes)"])
def test_who_names_any_variant_has_found_the_hypothesis(file: Path, named: str, secret: str) -> None:
    printed = play(file, f"{QUESTIONS}{named}\n", "--secret", secret)
    assert "\ndamp  found\n" in printed and "Found with 3 questions." in printed and "not it" not in printed
    assert "not allowed" not in printed and "Skill 100 %" in printed
    assert "3  damp      found      1" in printed  # the way of the key


def test_a_hypothesis_that_is_not_found_is_not_it(file: Path) -> None:
    printed = play(file, f"{QUESTIONS}jam\ndump\n", "--secret", "damp")
    assert "jam is not allowed" in printed and "dump is none of the questions and findings" in printed


def test_the_secret_may_be_a_hypothesis(file: Path) -> None:
    random.seed(1)
    answers = {play(file, "stuck\n", "--secret", "Damp").split("stuck  ")[1].split()[0] for _ in range(20)}
    assert answers == {"yes", "no"}
    words = "review", "--game", file, "--json", "--secret", "damp"
    moves = json.loads(prints(*words, "stuck:no", "code", "page:smears", "damp"))["moves"]
    assert [move["reply"] for move in moves] == ["no", "none", "smears", "found"]
    assert [move["left"] for move in moves] == [3, 2, 1, 1] and "permitted" not in moves[3]
    fails(*words, "page:streaks", message="the secret damp gives faint or smears: mend the reply")
    fails("review", "--game", file, "page", "--secret", "dam", message="did you mean 'damp'?")


def test_a_review_allows_every_name_of_the_group_that_is_left(file: Path) -> None:
    for named in read_game(file).variants["damp"]:
        if "smears" in named:
            (*_, last) = json.loads(prints("review", "--game", file, "--json", "page:smears", f"{named}:found"))[
                "moves"
            ]
            assert "permitted" not in last and last["skill"] == 1 and last["best"] == named


def test_few_groups_are_named_however_many_candidates_they_have(write) -> None:
    tests = "".join(f",t{i}" for i in range(4))
    file = write(GAME, printer_csv=f"fault,kind{tests}\njam,a,?,?,?,?\ndrum,a,x,y,x,y\nfan,b,y,x,y,x\n")
    words = "suggest", "--game", file, "kind:a"
    assert "17 candidates left, of 2 groups\njam or drum, jam\n" in prints(*words)
    record = json.loads(prints(*words, "--json"))
    assert record["group_names"] == ["jam or drum", "jam"] and record["groups"] == 2
    validator("figures").validate(record)
    helped = prints("play", "--elsewhere", "--game", file, "--lang", "en", stdin="kind a\n")
    assert "One of jam or drum, jam\n" in helped


def test_no_answer_is_met_with_the_answers_to_that_question(file: Path) -> None:
    for command in "suggest", "review":
        expected = "'E9' is no answer to 'code': expected one of E1, E2, none"
        fails(command, "--game", file, "code:E9", message=expected)
    fails("suggest", "--game", file, "code:faint", message="no secret gives code:faint")


def test_a_name_means_the_secret_that_is_likely(file: Path) -> None:
    game = read_game(file)
    last = len(game.secrets) - 2
    assert game.named(last) == "damp" and read_naming(game, "damp", [0, last]) == game.secrets[last]
    assert read_naming(game, "damp") == read_naming(game, game.secrets[last], [2]) == game.secrets[2]
    assert read_naming(game, game.secrets[last], [0]) == game.secrets[last] and read_naming(game, "page", [2]) == "page"
    with pytest.raises(TreebuildError, match="'rain' is not a code of printer"):
        read_naming(game, "rain")


def test_without_groups_only_codes_are_named() -> None:
    game = Game.from_rules("p2c3n")
    assert read_naming(game, "01") == read_naming(game, "01", [1]) == (0, 1)
    match = SecretSession(game, (0, 1))
    assert match.guess((0, 2)).left == match.candidates
    with pytest.raises(TreebuildError):
        read_naming(game, "0.1")


VARIABLE = "q,flat,worn,relay,D\nt0,y/x,x,x,z\nt1,p,p,p,q\n"


@pytest.mark.parametrize("secret", ["worn", "relay", "flat (x)"])
@pytest.mark.parametrize("named", ["battery", "flat", "worn", "relay", "flat (y)", "battery or relay"])
def test_what_cannot_be_told_from_the_secret_is_found(write, secret: str, named: str) -> None:
    """A variant of flat is in the group of worn and relay, and so is what is called battery."""
    text = 'rule = "table"\ntable = "v.csv"\ngroups = "g.csv"\nguesses = "identify"\n'
    file = write(text, v_csv=VARIABLE, g_csv="flat,battery\nworn,battery\n")
    printed = play(file, f"t0\n{named}\n", "--secret", secret)
    assert "battery or relay  found" in printed and "not it" not in printed
    *_, last = json.loads(prints("review", "--game", file, "--json", "t0", named, "--secret", secret))["moves"]
    assert last["reply"] == "found" and "permitted" not in last


def test_a_group_that_is_called_like_a_hypothesis_of_another_is_not_that(write) -> None:
    text = 'rule = "table"\ntable = "s.csv"\ngroups = { A = "B", B = "wheel", C = "wheel" }\nguesses = "identify"\n'
    file = write(text, s_csv="q,A,B,C\nt0,x,y,z/w\n")
    assert "B is not allowed" in play(file, "t0\nA\n", "--secret", "B")


@pytest.mark.parametrize("named", ["G1", "h0", "h3", "G0", "G1 or G0"])
def test_a_group_is_found_by_its_name_though_it_was_joined(write, named: str) -> None:
    """A variant of h3, which is of group G1, cannot be told from h1, which is of group G0."""
    text = 'rule = "table"\ntable = "t.csv"\ngroups = { h0 = "G1", h3 = "G1", h1 = "G0" }\nguesses = "identify"\n'
    file = write(text, t_csv="q,h0,h1,h2,h3\nt0,x,y,z,y\nt1,a,c,a,?\n")
    printed = play(file, f"t0\nt1\n{named}\n", "--secret", "h3 (c)")
    assert "G1 or G0  found" in printed
    *_, last = json.loads(prints("review", "--game", file, "--json", "t0", "t1", named, "--secret", "h3 (c)"))["moves"]
    assert last["reply"] == "found" and "permitted" not in last


@pytest.mark.parametrize(
    ("named", "said"), [("cable", "not allowed"), ("battery or cable", "found"), ("fuse", "found")]
)
def test_a_group_is_not_another_whose_name_is_a_part_of_its_own(write, named: str, said: str) -> None:
    groups = '{ a = "battery or cable", b = "battery or cable", c = "cable", d = "cable" }'
    text = f'rule = "table"\ntable = "s.csv"\ngroups = {groups}\nguesses = "identify"\n'
    named, secret = (named, "a") if named != "fuse" else ("fuse", "e")
    file = write(text, s_csv="q,a,b,c,d,e,fuse\nt0,x,x,y,y,z,z\nt1,p,q,p,q,p,p\n")
    assert said in play(file, f"t0\n{named}\n", "--secret", secret)


def test_a_group_that_was_joined_is_found_by_a_name_with_a_comma(write) -> None:
    text = 'rule = "table"\ntable = "s.csv"\ngroups = { a = "left, front", b = "left, front" }\nguesses = "identify"\n'
    file = write(text, s_csv="q,a,b,c,d\nt0,x,x,x,y\n")
    assert "left, front or c  found" in play(file, "t0\nLeft, front\n", "--secret", "c")


def test_groups_of_one_secret_each_are_said_to_change_nothing(write, caplog) -> None:
    text = 'rule = "table"\ntable = "s.csv"\ngroups = { a = "red" }\nguesses = "identify"\n'
    assert read_game(write(text, s_csv="q,a,b\nt0,x,y\n")).named(0) == "a"
    assert caplog.messages == [
        "note: no two secrets are of one group: the groups change nothing, and their names are not used"
    ]
