"""Every command on games with a rule of guesses, with costs or with groups: it works, or says in a line why not."""

from __future__ import annotations

import csv
import json
import runpy
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import mostly_long
from tests.helpers.command_line import fails, prints, run_text
from tests.helpers.schemas import validator
from treebuild import load

DIAGNOSIS = Path(__file__).parents[2] / "docs" / "examples" / "diagnosis"
FILES = {
    "consistent": 'rule = "bulls-cows"\ncodes = { pegs = 3, symbols = "0123", repeat = false }\n'
    'guesses = "consistent"\n',
    "hard": 'rule = "wordle"\ncodes = ["abc", "cab", "bca", "abb"]\nsecrets = ["abc", "cab", "abb"]\n'
    'guesses = "hard"\n',
    "pairs": 'rule = "bulls-cows"\ncodes = { pegs = 2, symbols = "0123", repeat = false }\nguesses = "identify"\n'
    'groups = { "01" = "a", "10" = "a", "23" = "b", "32" = "b" }\n',
    "car": (DIAGNOSIS / "car.toml").read_text("utf-8").replace('"car', f'"{DIAGNOSIS}/car')
    + f'groups = "{DIAGNOSIS}/car-parts.csv"\n',
}
TURNS = {"consistent": "012:1.1", "hard": "abc:yyy", "pairs": "01:0.1", "car": "does the engine turn over?:slowly"}
SECRETS = {"consistent": "213", "hard": "cab", "pairs": "32", "car": "worn battery"}
SHOWN = [f"show {{tree}}{how}" for how in ("", " --json", " --secret {secret} --json")]
DRAWN = [f"show {{tree}} --as {form}" for form in ("text", "csv", "json", "dot", "graphml")]
WORKS = (
    *("build entropy --game {game}", "build near --game {game}", "build exact --objective total --game {game}"),
    *("verify {tree}", "verify {tree} --json", *SHOWN, *DRAWN),
    *("compare {tree} {tree}", "compare {tree} {tree} --json", "show {tree} --sizes", "show {tree} --sizes --json"),
    *("report {tree} -o {new}.html", "report {tree} --print -o {new}.html", "plot tree {tree} -o {new}.svg"),
    *(
        "suggest --game {game}",
        "suggest {turn} --game {game} --json",
        "suggest {turn} --game {game} --by exact --top 3",
    ),
    *("suggest --by near --game {game}", "plot remainders {turn} --game {game} -o {new}.svg"),
    *(
        "review {turn} --game {game}",
        "review {turn} --game {game} --json",
        "play --elsewhere --game {game}",
        "play {tree}",
    ),
    *("export py {tree} -o {new}.py", "export js {tree} -o {new}.js", "export c {tree} -o {new}.h"),
    "export npm {new} {tree}",
    *("export web {tree} -o {new}.html", "convert {tree} {new}.msgpack"),
    *(f"certify {how}--objective total --game {{game}} -o {{new}}.proof" for how in ("", "--near ")),
)
RULE = "takes every guess to be allowed and to cost 1, and {name} has guesses `{rule}`"
GROUPS = "tells all secrets apart, and {name} has groups of them"
GROUPS_TOO = "{name} has groups of them and guesses `{rule}`: leave the groups out"
PRICED_TOO = "{name} has groups of them, guesses `{rule}` and costs of guesses: leave the groups out"
UNGUESSED = "codes that the tree does not guess (1) are not in its file"
NO_ROOM = f"{RULE}; `treebuild convert --unruled` leaves out the rule of guesses and their costs, or write .msgpack"
REFUSED = {  # a command -> what it says; of some games, where not of all
    "convert {tree} {new}.b92": {
        "": NO_ROOM,
        "pairs": GROUPS,
        "car": GROUPS,
        "hard": UNGUESSED,
    },
    "convert {tree} {new}.msgpack --unruled": {"pairs": GROUPS, "car": GROUPS},
    "estimate --game {game} --seconds 1": {},
    "pareto --game {game}": {"pairs": GROUPS, "car": "takes all secrets to be equally likely"},
    "players --game {game}": {"pairs": GROUPS_TOO, "car": PRICED_TOO},
    "players information --game {game}": {"": RULE, "pairs": GROUPS_TOO, "car": PRICED_TOO},
    "list guesses --game {game}": {
        "": "takes every guess to be allowed, and {name} has guesses `{rule}`: expected all",
        "pairs": GROUPS_TOO,
        "car": GROUPS_TOO,
    },
    "convert {tree} {new}.rank --pack": {"": NO_ROOM, "pairs": GROUPS, "car": GROUPS, "hard": UNGUESSED},
}


@pytest.fixture(scope="module", params=mostly_long(list(FILES), ["pairs", "hard"]))
def words(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A game's file, its tree, a turn, and a file to be written: what a command may name."""
    folder = tmp_path_factory.mktemp(request.param)
    (folder / "game.toml").write_text(FILES[request.param], "utf-8")
    game, tree = str(folder / "game.toml"), str(folder / "tree.msgpack")
    prints("build", "exact", "--objective", "total", "--game", game, "-o", tree)
    kind, new = request.param, str(folder / "new")
    return {"kind": kind, "game": game, "tree": tree, "turn": TURNS[kind], "secret": SECRETS[kind], "new": new}


def spelled(command: str, words: dict[str, str]) -> list[str]:
    force = ["--force"] if "{new}" in command else []
    return [word.format(**words) for word in command.split()] + force


@pytest.mark.parametrize("command", WORKS)
def test_commands_take_games_with_rules(words: dict[str, str], command: str) -> None:
    printed = prints(*spelled(command, words), stdin="q\n")
    if "--json" in command:
        validator("figures").validate(json.loads(printed))


@pytest.mark.parametrize("command", REFUSED)
def test_it_works_or_says_why_not(words: dict[str, str], command: str) -> None:
    expected, game = REFUSED[command].get(words["kind"], REFUSED[command].get("")), load(words["tree"]).game
    if expected is None:
        prints(*spelled(command, words))
    else:
        fails(*spelled(command, words), message=expected.format(name=game.name, rule=game.conditions.guesses))


def test_sizes_has_no_bytes_for_a_format_that_cannot_carry_the_tree(words: dict[str, str]) -> None:
    """The same formats as `convert` refuses, and for the same reason."""
    (record,) = json.loads(prints("show", words["tree"], "--sizes", "--json"))
    for size in record["sizes"]:
        done = run_text("convert", words["tree"], f"{words['new']}.{size['format']}", "--force")
        assert bool(done.returncode) == ("bytes" not in size) and size.get("why", "") in done.stderr
    assert [size["format"] for size in record["sizes"] if "bytes" in size] == ["msgpack"]


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    """A tree of tests of a game with a rule string, some of whose secrets are of one group."""
    (tmp_path / "game.toml").write_text(FILES["pairs"], "utf-8")
    tree = tmp_path / "tree.msgpack"
    prints("build", "exact", "--objective", "total", "--game", tmp_path / "game.toml", "-o", tree)
    return tree


def test_a_program_ends_with_the_group(pairs: Path, tmp_path: Path) -> None:
    """A player of codes would wait for the guess that wins."""
    prints("export", "py", pairs, "-o", tmp_path / "key.py")
    start, game = runpy.run_path(str(tmp_path / "key.py"))["start"], load(pairs).game
    for index, secret in enumerate(game.secrets):
        key = start()
        while key.found is None:
            assert key.answer(game.replies[game.reply(game.parse(key.question), secret)])
        assert key.found == ("01" if game.spell(secret) == "01" else game.named(index))  # the first guess is 01
    words = "export", "py", pairs, "--as", "b92", "-o", tmp_path / "b92.py"
    fails(*words, message="is written as guesses and answers", code=2)


def test_rows_name_the_group(pairs: Path) -> None:
    rows = list(csv.DictReader(prints("show", pairs, "--as", "csv").splitlines()))
    nodes = list(nested(json.loads(prints("show", pairs, "--as", "json"))))
    assert [row["group"] or None for row in rows] == [node.get("group") for node in nodes]
    assert {row["group"]: row["solved"] for row in rows if row["group"] in ("a", "b")} == {"a": "10", "b": "23"}
    assert "group" not in json.loads(prints("show", "AsTHPttPkIhyk1zsCLe8_I4K", "--as", "json"))


def nested(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """An object of .json, and those below it, in the order of rows."""
    yield node
    for after in node["replies"].values():
        yield from nested(after) if after else ()


def test_costs_are_told_beside_what_guesses_tell(tmp_path: Path) -> None:
    """Greedy strategies that go by them say so; `suggest` has a column of them."""
    game = DIAGNOSIS / "car.toml"
    for name, said in {
        "entropy": "entropy: information gained, per cost",
        "minavg": "minavg: weight of pairs told apart, per cost",
        "minmax": "minmax: largest part",
    }.items():
        assert prints("build", name, "--game", game).startswith(f"{said}\n")
    printed = prints("suggest", "--game", game, "--by", "exact", "--top", "1")
    assert "candidate  cost   exact" in printed and "No other guess costs less (searched)." in " ".join(printed.split())
    asked = json.loads(prints("suggest", "--game", game, "--top", "99", "--json"))["guesses"]
    costs = dict(line.rsplit(",", 1) for line in (DIAGNOSIS / "car-costs.csv").read_text("utf-8").splitlines()[1:])
    assert {worth["code"]: Fraction(worth["cost"]) for worth in asked} == {
        worth["code"]: Fraction(costs.get(worth["code"], 1)) for worth in asked
    }
    (tmp_path / "other.csv").write_text("code,cost\ndoes a spark jump?,300\n")
    one = "--costs", tmp_path / "other.csv", "--code", "does a spark jump?", "--json"
    assert json.loads(prints("suggest", "--game", game, *one))["guesses"][0]["cost"] == "300"
    assert "cost" not in json.loads(prints("suggest", "--game", "p2c3n", "--json"))["guesses"][0]


TWINS = "question,owl,hawk,eagle\ndoes it hunt by night?,yes,no,no\n"


@pytest.mark.parametrize("command", ["build minavg", "suggest", "review", "play --elsewhere", "play", "play --guess"])
def test_what_no_test_separates_is_said_at_the_start(tmp_path: Path, command: str, caplog) -> None:
    (tmp_path / "birds.csv").write_text(TWINS)
    game = tmp_path / "birds.toml"
    game.write_text('rule = "table"\ntable = "birds.csv"\nguesses = "identify"\n')
    turn = ["does it hunt by night?:no"] if command == "review" else []
    assert run_text(*command.split(), *turn, "--game", game, stdin="q\n").stderr == ""
    assert caplog.messages == ["note: no test separates hawk, eagle: the tree names them together, as `hawk or eagle`"]


def test_what_tells_all_apart_says_what_to_do_with_secrets_that_no_test_separates(tmp_path: Path) -> None:
    (tmp_path / "birds.csv").write_text(TWINS)
    game = tmp_path / "birds.toml"
    game.write_text('rule = "table"\ntable = "birds.csv"\nguesses = "identify"\n')
    advice = "leave the groups out, and all but one of the secrets that no test separates"
    fails("pareto", "--game", game, message=f"birds has groups of them: {advice}")
    (tmp_path / "birds.csv").write_text(TWINS.replace("hawk,eagle", "hawk").replace("no,no", "no"))
    assert "2" in prints("pareto", "--game", game)


def test_what_is_expected_comes_before_what_counts_each_variant_once(tmp_path: Path) -> None:
    (tmp_path / "birds.csv").write_text("bird,size,beak\nowl,large,hooked\nduck,small,flat\ngull,large,?\n")
    game = tmp_path / "birds.toml"
    game.write_text('rule = "table"\ntable = "birds.csv"\nrows = "secrets"\nguesses = "identify"\n')
    lines = prints("build", "exact", "--objective", "total", "--game", game).splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("drawn by weight: "))
    assert lines[at + 1].startswith("each secret counted once: total ")
    assert lines[at + 2].startswith("guesses identify: ")


def test_a_question_is_asked_with_its_answers(tmp_path: Path) -> None:
    """`play` lists the answers to each question; `--elsewhere` knows where a question ends and its answer begins."""
    game, tree = DIAGNOSIS / "car.toml", tmp_path / "car.msgpack"
    prints("build", "exact", "--objective", "total", "--game", game, "-o", tree)
    printed = prints("play", tree, stdin="slowly\nq\n").splitlines()
    asked = [at for at, line in enumerate(printed) if line.startswith("Question")]
    assert [printed[at + 1] for at in asked] == ["no, slowly, yes", "12 or more, below 12"]
    helped = prints("play", "--elsewhere", "--game", game, stdin="does the engine turn over? slowly\nq\n")
    assert "such as are the lights bright? dim." in helped and "One of flat battery, worn battery" in helped


@pytest.mark.parametrize("how", [[], ["--seconds", "1"], ["--json"]])
def test_a_tree_that_costs_nothing_has_no_gap(tmp_path: Path, how: list[str]) -> None:
    """ab tells aa and bb not apart, so a tree only names them, which costs nothing."""
    game = tmp_path / "game.toml"
    game.write_text('rule = "bulls"\ncodes = ["aa", "bb", "ab"]\nsecrets = ["aa", "bb"]\nguesses = "identify"\n')
    (tmp_path / "costs.csv").write_text("ab,3\n")
    words = "--game", game, "--costs", tmp_path / "costs.csv", "-o", tmp_path / "tree.msgpack"
    printed = prints("build", "near", *words, *how)
    assert '"gap": 0.0' in printed if how == ["--json"] else "cost: 0 = 0.0000 expected" in printed
