"""Files that are no games: what is said of each."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.command_line import run_text
from tests.helpers.game_files import COLOURS, TABLE_OF_TESTS, TESTS
from treebuild import build, load, save
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.game_file import read_game
from treebuild.game.lookup import as_game
from treebuild.game.reply_rules import RULES

BAD = {
    "rule = 1": "rule is 1, expected a text",
    'rule = "chess"': f"line 1: rule is 'chess', expected one of {', '.join(RULES)}, table",
    f"{COLOURS}": "rule is None, expected one of",
    'rule = "bulls"': "codes is missing",
    f'rule = "bulls"\n{COLOURS}\npegs = 4': "line 3: pegs is an unknown key, expected name, rule, codes",
    f'rule = "bulls"\n{COLOURS}\nwin = "x"': "line 3: win has no meaning with rule = 'bulls': remove it",
    'rule = "bulls"\ncodes = { pegs = 2 }': "line 2: codes lacks symbols",
    'rule = "bulls"\ncodes = { pegs = true, symbols = "ab", repeat = true }': "pegs is True, expected a number",
    'rule = "bulls"\ncodes = { pegs = 3, symbols = "ab", repeat = false }':
        "3 different symbols cannot be drawn from 2",
    'rule = "bulls"\ncodes = { pegs = 2, symbols = ["red", "blue"], repeat = true }':
        r"symbols is \['red', 'blue'\], expected a text, a character for each symbol, such as 'RGBY'",
    'rule = "bulls"\ncodes = { pegs = 3, symbols = "aba", repeat = true }':
        "symbols are 'aba', expected characters that",
    'rule = "bulls"\ncodes = { pegs = 2, symbols = "ab", repeat = true, not_first = "c" }':
        "not_first is 'c', expected",
    'rule = "bulls"\ncodes = { pegs = 9, symbols = "abcdefghij", repeat = true }': "too large",
    'rule = "wordle"\ncodes = { pegs = 11, symbols = "ab", repeat = true }':
        "11 pegs have too many replies by wordle: use at most 10",
    f'rule = "wordle"\ncodes = ["{"ab" * 50}"]': "100 pegs have too many replies by wordle: use at most 10",
    f'rule = "bulls-cows"\ncodes = ["{"ab" * 50000}"]':
        "100000 pegs have too many replies by bulls-cows: use at most 255",
    'rule = "bulls"\ncodes = { pegs = 9999999999, symbols = "ab", repeat = true }': "by bulls: use at most 20 pegs",
    'rule = "bulls"\ncodes = { pegs = 9999999999, symbols = "a", repeat = true }': "by bulls: use at most 255 pegs",
    'rule = "bulls"\ncodes = { pegs = 2, symbols = "a", repeat = true, not_first = "a" }': "no code is left",
    'rule = "bulls"\ncodes = { pegs = 2, symbols = "👩‍🚀💙", repeat = true }':
        r"line 2: symbols are no symbols: 👩 \+ 🚀 are joined into one character",
    'name = ""\nrule = "bulls"\ncodes = ["ab"]': "'' is no name of a game",
    'name = "p4c10n"\nrule = "bulls"\ncodes = ["ab"]': "'p4c10n' is the name of another game",
    'name = "mastermind"\nrule = "bulls"\ncodes = ["ab"]': "'mastermind' is the name of another game",
    'rule = "bulls"\ncodes = ["ab", "ab"]': "item 2: 'ab' is there already",
    'rule = "bulls"\ncodes = ["ab", "abc"]': "item 2: 'abc' has 3 symbols, expected 2 as before",
    'rule = "wordle"\ncodes = ["ab", "bA", "ab"]': "item 3: 'ab' is there already",
    'rule = "wordle"\ncodes = { pegs = 2, symbols = "aA", repeat = true }':
        "line 2: symbols have a letter twice: expected small letters or capitals, not both",
    'rule = "bulls"\ncodes = ["ab", 3]': "item 2: is 3, expected a text",
    'rule = "bulls"\ncodes = []': "line 2: codes has no codes, expected one at least",
    'rule = "bulls"\ncodes = ["ab"]\nsecrets = ["ba"]': "no code wins against the secret 'ba'",
    'rule = "bulls"\ncodes = ["ab"]\nsecrets = ["b"]': "line 3: secrets have 1 pegs and codes 2",
    f'rule = "bulls"\n{COLOURS}\nsecrets = ["YX"]': "'YX' has other symbols than YBG",
    'rule = "bulls"\ncodes = "none.txt"': "none.txt: there is no such file",
    'rule = "bulls"\ncodes = "words.txt"': "words.txt: line 3: 'ab' is there already",
    'rule = "bulls"\ncodes = "empty.txt"': "empty.txt: is empty",
    'rule = "bulls"\ncodes = "."': "is a directory, expected a code on each line",
    'rule = "table"\nwin = "x"': "table is missing",
    'rule = "table"\ntable = "uneven.csv"\nwin = "x"': "uneven.csv: line 3: has 2 columns, expected 3 as before",
    'rule = "table"\ntable = "headless.csv"\nwin = "x"':
        "headless.csv: line 2: has 3 columns, expected 2 as before; if the first row has no heading",
    'rule = "table"\ntable = "never.csv"\nwin = "x"':
        "line 3: win is 'x', expected the reply in never.csv that ends the game: one of y",
    'rule = "table"\ntable = "gap.csv"\nwin = "y"': "gap.csv: line 2: column 3 is empty, expected a text",
    'rule = "table"\ntable = "nameless.csv"\nwin = "y"': "nameless.csv: line 1: column 2 is empty",
    'rule = "table"\ntable = "bars.csv"\nwin = "y"': "is no table: .* with commas, semicolons or tabs",
    'rule = "table"\ntable = "lost.csv"\nwin = "y"': "lost.csv: no code wins against the secret 'd'",
    'rule = "table"\ntable = "twice.csv"\nwin = "y"': "twice.csv: the code 'a' wins twice",
    'rule = "table"\ntable = "same.csv"\nwin = "y"':
        r"same.csv: line 3: 'a' is there already \(.*same.csv: line 2\): rename or remove one",
    'rule = "table"\ntable = "one.csv"\nwin = "0"': "one.csv: is no table",
    "rule = ": "is not TOML: Invalid value",
    "rule = [": "is not TOML",
}  # fmt: skip
FILES = {
    "words_txt": "ab\ncd\nab\n", "empty_txt": "", "uneven_csv": ",a,b\nc,x,y\nd,x\n", "never_csv": ",a\na,y\n",
    "headless_csv": "a\tb\nc\tx\ty\n",
    "lost_csv": ",a,d\na,y,n\nd,n,n\n", "twice_csv": ",a,b\na,y,y\n", "same_csv": ",a,b\na,y,n\na,n,y\n",
    "one_csv": "a\n",
    "gap_csv": ",a,b\na,y,\nb,n,y\n", "nameless_csv": ",,b\na,y,n\nb,n,y\n", "bars_csv": "|a|b\na|y|n\nb|n|y\n",
}  # fmt: skip


@pytest.mark.parametrize("text", BAD)
def test_bad_files(text: str, write) -> None:
    path = write(text, **FILES)
    with pytest.raises(TreebuildError, match=BAD[text]) as error:
        read_game(path)
    assert str(error.value).startswith(str(path.parent)) and "\n" not in str(error.value)
    done = run_text("build", "minavg", "--game", path)
    assert done.returncode in (1, 2) and done.stderr.count("\n") == 1


MADE = b"from treebuild import Game\nequal = lambda g, s: g == s\ngame = Game.from_parts(%s)\n"


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("game.toml", b'rule = "bulls"\n# \xff\n', "line 2: is not UTF-8"),
        ("game.toml", b"", "is empty, expected a game"),
        ("game.py", b"1/0\n", "game.py: line 1: ZeroDivisionError: division by zero"),
        ("game.py", b"game = 3\n", "has no `game`: expected a treebuild.Game"),
        ("game.py", b"def game(:\n", "SyntaxError"),
        ("game.py", b"import sys\nsys.exit(0)\n", "game.py: line 2: SystemExit: 0"),
        ("game.py", MADE % b"'p4c10n', [1, 2], [1, 2], equal, [0, 1], 1", "line 3: 'p4c10n' is the name of another"),
        ("game.py", MADE % b"'', [1, 2], [1, 2], equal, [0, 1], 1", "'' is no name of a game"),
        ("game.py", MADE % b"'a\\x1b', [1, 2], [1, 2], equal, [0, 1], 1", "cannot be printed as it is"),
        ("game.py", MADE % b"'a', [1, '1'], [1], equal, [0, 1], 1", "every code once, got '1' 2 times"),
        ("game.py", MADE % b"'a', [1, 2], [1], equal, [0, 1, '1'], 1", "every reply once, got '1' 2 times"),
        ("game.py", b"from treebuild import Game\ngame = Game.from_rules('p4')\n", "line 2: bad game 'p4'"),
    ],
)
def test_files_that_are_none(name: str, text: bytes, message: str, write) -> None:
    with pytest.raises(TreebuildError, match=message) as error:
        as_game(str(write(text, name)))
    assert "\n" not in str(error.value)


def test_code_of_the_users_that_raises(write) -> None:
    made = "from treebuild import Game\ngame = Game.from_parts('a', [1, 2], [1, 2], {}, [0, 1], 1, {})\n"
    path = write(made.format("lambda g, s: 1 // 0", "()"), "own.py")
    with pytest.raises(TreebuildError, match=r"its reply\(1, 1\) raises ZeroDivisionError: integer division"):
        build("simple", str(path))
    path = write(made.format("lambda g, s: exit(0)", "()"), "own.py")
    with pytest.raises(TreebuildError, match=r"its reply\(1, 1\) raises SystemExit: 0"):
        build("simple", str(path))
    for symmetry in "1 // 0", "exit(0)":
        path = write(made.format("lambda g, s: g == s", f"[lambda code: {symmetry}]"), "own.py")
        with pytest.raises(TreebuildError, match="symmetry 0 does not keep all replies"):
            build("exact", str(path), objective="total")


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ("range(10**12), [1], max, [1]", "'a' is too large"),
        ("[1], [1], max, range(10**12)", "expected at most 65536 replies"),
        ("count(), [1], max, [1]", "has no order of its own"),
    ],
)
def test_a_game_of_the_users_that_has_no_end(parts: str, message: str, write) -> None:
    imports = "from itertools import count\nfrom treebuild import Game\n"
    made = f"{imports}game = Game.from_parts('a', {parts}, 1)\n"
    with pytest.raises(TreebuildError, match=message):
        as_game(str(write(made, "own.py")))


def test_a_name_that_is_none() -> None:
    for name in "chess", "", "bulls_cows", "../twod", "twod.csv":
        with pytest.raises(TreebuildError, match=r"expected pNcM .* one of bulls-cows, mastermind, bulls-only"):
            as_game(name or "?")
    with pytest.raises(TreebuildError, match="there is no such file"):
        as_game("no/such/game.toml")


def test_texts_that_a_terminal_would_obey(write) -> None:
    for text in ('name = "a\\u001b[2J"\nrule = "bulls"\ncodes = ["ab"]', 'rule = "bulls"\ncodes = ["a\\u202e"]'):
        with pytest.raises(TreebuildError, match="cannot be printed as it is"):
            read_game(write(text))


def test_a_name_inside_a_tree_runs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "evil.py").write_text("raise SystemExit('run')\n")
    monkeypatch.chdir(tmp_path)
    game = Game.from_parts("evil.py", [1], [1], lambda g, s: True, [True], True)
    save(build("simple", game), "t.msgpack")
    with pytest.raises(TreebuildError, match=r"is a tree of 'evil.py'"):
        load("t.msgpack")


@given(st.text(max_size=200))
@settings(max_examples=200)
def test_any_text_is_a_game_or_refused(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.getbasetemp() / "any.toml"
    for content in text, f'rule = "bulls"\ncodes = {text}', f'rule = "table"\nwin = "x"\ntable = {text}':
        path.write_text(content, "utf-8", errors="replace")
        try:
            read_game(path)
        except TreebuildError as error:
            assert "\n" not in str(error)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (TABLE_OF_TESTS, 'win is missing: rule = "table" needs it, or guesses = "identify"'),
        (f'{TABLE_OF_TESTS}guesses = "idenfity"', "line 3: guesses is 'idenfity', expected one of all, "),
        (f'{TABLE_OF_TESTS}win = "yes"\nguesses = "identify"', "no code wins against the secret 'dog'"),
        (f'{TABLE_OF_TESTS}guesses = "identify"\ncosts = [1]', "line 4: costs are no costs: 1 costs for the 5 codes"),
        (f'{TABLE_OF_TESTS}guesses = "identify"\ncosts = 3', "line 4: costs is 3, expected a table"),
        (f'{TABLE_OF_TESTS}guesses = "identify"\n[costs]\nowl = 2', "costs are no costs: owl names a secret of game"),
        (f'{TABLE_OF_TESTS}guesses = "identify"\n[costs]\n"flies?" = 0', "the cost of flies? is 0, expected a number,"),
        (f'{TABLE_OF_TESTS}guesses = "identify"\n[costs]\n"flees?" = 1', "'flees?' is not a code of game"),
        (f'{TABLE_OF_TESTS}guesses = "identify"\ncosts = "none.csv"', "none.csv: there is no such file"),
        (f'rule = "bulls"\nguesses = "hard"\n{COLOURS}', "line 2: guesses cannot be 'hard': game: guesses `hard` are"),
        (f'rule = "bulls"\nguesses = "some"\n{COLOURS}', "line 2: guesses is 'some', expected one of all, candidates"),
        (f'rule = "bulls"\nguesses = 3\n{COLOURS}', "line 2: guesses is 3, expected a text"),
        (f'{TABLE_OF_TESTS}guesses = "identify"\ncosts = "bad.csv"', "bad.csv: line 2: '-1' is no cost, expected a"),
        (
            f'{TABLE_OF_TESTS}guesses = "identify"\ncosts = "two.csv"',
            "two.csv: line 2: 'a' is there already: remove one",
        ),
    ],
)
def test_rules_and_costs_that_are_none(write, text: str, said: str) -> None:
    path = write(text, tests_csv=TESTS, bad_csv="flies?,1\nswims?,-1\n", two_csv="a,1\na,2\n")
    with pytest.raises(TreebuildError) as error:
        read_game(path)
    assert said in str(error.value) and "\n" not in str(error.value) and str(path.parent) in str(error.value)
