"""Games as files: TOML, tables, word lists, Python; and what is said of bad ones."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from tests.conftest import mostly_long
from treebuild import build, load, pack, save, verify
from treebuild.cli import app
from treebuild.errors import TreebuildError
from treebuild.game.files import read_game
from treebuild.game.game import Game
from treebuild.game.lookup import as_game, catalogue, find_game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.game.rules import Rule
from treebuild.game.symmetry import symmetry_of

COLOURS = 'codes = { pegs = 2, symbols = "YBG", repeat = true }'
TABLE = 'guess, here, "there"\nleft, yes, no\n  \nright, no, "yes" \n  \n'


@pytest.fixture
def write(tmp_path: Path):  # type: ignore[no-untyped-def]
    def write(text: str | bytes, name: str = "game.toml", **others: str) -> Path:
        for other, content in others.items():
            (tmp_path / other.replace("_", ".")).write_text(content, "utf-8")
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


def spelled(game: Game) -> tuple[list[str], list[str]]:
    return [game.spell(code) for code in game.codes], [game.spell(secret) for secret in game.secrets]


def test_the_example_of_the_readme(write) -> None:  # type: ignore[no-untyped-def]
    game = read_game(
        write("""
name = "four different colours of six"
rule = "bulls-cows"
codes   = { pegs = 4, symbols = "YBGROP", repeat = true }
secrets = { pegs = 4, symbols = "YBGROP", repeat = false }
""")
    )
    assert (game.name, len(game.codes), len(game.secrets)) == ("four different colours of six", 1296, 360)
    assert game.spell(game.codes[0]) == "YYYY" and game.parse("ybgr") in game.secrets


def test_lists_and_word_files(write) -> None:  # type: ignore[no-untyped-def]
    path = write(
        'rule = "wordle"\ncodes = "guesses.txt"\nsecrets = ["salet", "crane"]',
        guesses_txt="\ufeffsalet\ncrane\r\nslate\n\n",
    )
    game = read_game(path)
    assert game.name == "game" and spelled(game) == (["salet", "crane", "slate"], ["salet", "crane"])
    assert game.replies[game.reply(game.parse("slate"), game.parse("salet"))] == "gyyyy"


def test_tables(write) -> None:  # type: ignore[no-untyped-def]
    game = read_game(write('rule = "table"\ntable = "replies.csv"\nwin = "yes"', replies_csv=TABLE))
    assert spelled(game) == (["left", "right"], ["here", "there"]) and game.replies == ("no", "yes")
    tree = build("minavg", game)
    assert verify(tree).ok and tree.counts == (1, 1)


def test_not_first_and_own_symbols(write) -> None:  # type: ignore[no-untyped-def]
    codes = 'codes = { pegs = 2, symbols = "012", repeat = false, not_first = "0" }'
    assert spelled(read_game(write(f'rule = "bulls"\n{codes}')))[0] == ["10", "12", "20", "21"]


def test_a_file_of_a_known_game_is_that_game(write) -> None:  # type: ignore[no-untyped-def]
    game = read_game(write('name = "x"\nrule = "bulls-cows"\ncodes = { pegs = 2, symbols = "0123", repeat = true }'))
    assert game.name == "p2c4r" and game.space is not None


def test_python_files(write) -> None:  # type: ignore[no-untyped-def]
    made = 'Game.from_parts("py", [1, 2], [1, 2], lambda g, s: g == s, [False, True], True)'
    for text in f"game = {made}", f"def game():\n    return {made}":
        path = write(f"from treebuild import Game\n{text}\n", "own.py")
        game = as_game(str(path))
        assert game.name == "py"
        tree = build("simple", game)
        file = path.with_name("t.msgpack")
        save(tree, file, force=True)
        with pytest.raises(TreebuildError, match="is a tree of 'py', which it names but does not carry") as error:
            load(file)
        assert "game='game.py' names the file" in str(error.value)
        assert load(file, game).counts == tree.counts
        done = CliRunner().invoke(app, ["verify", str(file), "--game", str(path)])
        assert done.exit_code == 0 and "all 2 secrets" in done.output


@pytest.mark.parametrize("name", mostly_long(catalogue(), ["four-colours", "three-of-seven"]))
def test_games_by_name(name: str, tmp_path: Path) -> None:
    """Built, saved, read back with nothing at hand, replayed; in every format that carries it."""
    game = find_game(name)
    tree = build("entropy", game)
    for extension in (".msgpack", ".b92", ".b92i", ".rank"):
        file = tmp_path / f"tree{extension}"
        if len(game.codes) > 8464 and extension != ".msgpack":
            continue  # too large for base-92, and slow for ranked texts
        try:
            save(tree, file)
        except TreebuildError:
            assert extension == ".b92i"
            continue
        again = load(file, game)
        assert verify(again).ok and again.counts == tree.counts and again.game is game
        if extension == ".msgpack":
            alone = load(file)
            assert verify(alone).ok and alone.counts == tree.counts and alone.game.name == game.name
            save(alone, file, force=True)
            assert load(file, game).guess.tolist() == tree.guess.tolist()


def test_codes_that_a_document_leaves_out(write) -> None:  # type: ignore[no-untyped-def]
    """A list of words: the document has those that the tree guesses. Formats that number codes want them all."""
    words = [a + b + c for a in "abcd" for b in "abcd" for c in "abcd"]
    path = write(f'rule = "wordle"\ncodes = {words[1:]}\nsecrets = {words[1::3]}')
    whole, file = read_game(path), path.with_suffix(".msgpack")
    save(build("minavg", whole), file)
    alone, tree = load(file), load(file, whole)
    assert verify(alone).ok and len(alone.game.codes) < 63 == len(alone.game.codes) + alone.game.left_out
    assert tree.game is whole and whole.left_out == 0 and repr(alone.game) == repr(whole)
    save(alone, file, force=True)
    assert load(file, whole).guess.tolist() == tree.guess.tolist()
    for extension in ".b92", ".b92i", ".rank":
        other = path.with_suffix(extension)
        with pytest.raises(
            TreebuildError, match=r"game: codes that the tree does not guess \(\d+\) are not in its file"
        ):
            save(alone, other)
        save(tree, other, normalise=True)
        with pytest.raises(
            TreebuildError, match=r"game: codes that the tree does not guess \(\d+\) are not in its file"
        ):
            load(other, alone.game)
        assert load(other, whole).total <= tree.total
    with pytest.raises(TreebuildError, match="names the whole game"):
        pack(alone, "total")


def test_codes_left_over_that_are_all_sequences_of_the_symbols(write) -> None:  # type: ignore[no-untyped-def]
    """0 and 1 of 0, 8 and 1: a document that called them all sequences of two symbols could not be read back."""
    path = write('rule = "bulls-cows"\ncodes = ["0", "8", "1"]\nsecrets = ["0", "1"]')
    file = path.with_suffix(".msgpack")
    save(build("minavg", str(path)), file)
    alone = load(file)
    assert verify(alone).ok and alone.game.left_out == 1 and repr(alone.game) == repr(read_game(path))
    data = file.read_bytes()
    save(alone, file, force=True)
    assert file.read_bytes() == data


def test_the_list_of_games() -> None:
    shown = CliRunner().invoke(app, ["games"])
    assert shown.exit_code == 0 and all(len(line) <= 90 for line in shown.output.splitlines())
    told = json.loads(CliRunner().invoke(app, ["games", "--json"]).output)
    assert [game["name"] for game in told] == list(catalogue())
    sizes = {game["name"]: (game["codes"], game["secrets"], game["replies"]) for game in told}
    assert sizes["four-colours"] == (1296, 360, 14) and sizes["no-leading-zero"] == (4536, 4536, 14)


def test_the_games_of_the_seeds() -> None:
    """Seed 1's two games: what its greedy entropy does, and that four guesses are, and are not, enough."""
    assert build("entropy", "four-colours").counts == (0, 7, 55, 229, 69)
    with pytest.raises(TreebuildError, match=r"solves every secret in 4 guesses \(searched\)"):
        build("exact", "four-colours", objective="limit:4")
    assert build("entropy", "twod").max_depth == 5
    assert build("exact", "twod", objective="deepest").max_depth == 4
    seven = find_game("three-of-seven")
    assert build("exact", seven, objective="total").total == build("exact", "p3c7n", objective="total").total


BAD = {
    "rule = 1": "rule is 1, expected a text",
    'rule = "chess"': "line 1: rule is 'chess', expected one of bulls-cows, bulls, wordle, table",
    f"{COLOURS}": "rule is None, expected one of",
    'rule = "bulls"': "codes is missing",
    f'rule = "bulls"\n{COLOURS}\npegs = 4': "line 3: pegs is an unknown key, expected name, rule, codes",
    f'rule = "bulls"\n{COLOURS}\nwin = "x"': "line 3: win has no meaning with rule = 'bulls': remove it",
    'rule = "bulls"\ncodes = { pegs = 2 }': "line 2: codes lacks symbols",
    'rule = "bulls"\ncodes = { pegs = true, symbols = "ab", repeat = true }': "pegs is True, expected a number",
    'rule = "bulls"\ncodes = { pegs = 3, symbols = "ab", repeat = false }':
        "3 different symbols cannot be drawn from 2",
    'rule = "bulls"\ncodes = { pegs = 3, symbols = "aba", repeat = true }':
        "symbols are 'aba', expected characters that",
    'rule = "bulls"\ncodes = { pegs = 2, symbols = "ab", repeat = true, not_first = "c" }':
        "not_first is 'c', expected",
    'rule = "bulls"\ncodes = { pegs = 9, symbols = "abcdefghij", repeat = true }': "too large",
    'rule = "wordle"\ncodes = { pegs = 6, symbols = "ab", repeat = true }':
        "6 pegs have more than 256 replies by wordle: use at most 5",
    f'rule = "wordle"\ncodes = ["{"ab" * 50}"]': "100 pegs have more than 256 replies by wordle: use at most 5",
    f'rule = "bulls-cows"\ncodes = ["{"ab" * 50000}"]': "100000 pegs have more than 256 replies by bulls-cows",
    'rule = "bulls"\ncodes = { pegs = 9999999999, symbols = "ab", repeat = true }': "by bulls: use at most 255 pegs",
    'rule = "bulls"\ncodes = { pegs = 2, symbols = "a", repeat = true, not_first = "a" }': "no code is left",
    'rule = "bulls"\ncodes = { pegs = 2, symbols = "❤️💙", repeat = true }': r"'❤' and a mark on it, U\+FE0F",
    'name = ""\nrule = "bulls"\ncodes = ["ab"]': "'' is no name of a game",
    'name = "p4c10n"\nrule = "bulls"\ncodes = ["ab"]': "'p4c10n' is the name of another game",
    'name = "mastermind"\nrule = "bulls"\ncodes = ["ab"]': "'mastermind' is the name of another game",
    'rule = "bulls"\ncodes = ["ab", "ab"]': "item 2: 'ab' is there already",
    'rule = "bulls"\ncodes = ["ab", "abc"]': "item 2: 'abc' has 3 symbols, expected 2 as before",
    'rule = "bulls"\ncodes = ["ab", 3]': "item 2: is 3, expected a text",
    'rule = "bulls"\ncodes = []': "line 2: codes has no codes, expected one at least",
    'rule = "bulls"\ncodes = ["ab"]\nsecrets = ["ba"]': "no code wins against the secret 'ba'",
    'rule = "bulls"\ncodes = ["ab"]\nsecrets = ["b"]': "line 3: secrets have 1 pegs and codes 2",
    f'rule = "bulls"\n{COLOURS}\nsecrets = ["YX"]': "'YX' has other symbols than YBG",
    'rule = "bulls"\ncodes = "none.txt"': "none.txt: there is no such file",
    'rule = "bulls"\ncodes = "words.txt"': "words.txt: line 3: 'ab' is there already",
    'rule = "bulls"\ncodes = "empty.txt"': "empty.txt: is empty",
    'rule = "bulls"\ncodes = "."': "is no regular file",
    'rule = "table"\nwin = "x"': "table is missing",
    'rule = "table"\ntable = "uneven.csv"\nwin = "x"': "uneven.csv: line 3: has 2 columns, expected 3 as before",
    'rule = "table"\ntable = "never.csv"\nwin = "x"':
        "line 3: win is 'x', expected the reply in never.csv that ends the game: one of y",
    'rule = "table"\ntable = "gap.csv"\nwin = "y"': "gap.csv: line 2: column 3 is empty, expected a text",
    'rule = "table"\ntable = "nameless.csv"\nwin = "y"': "nameless.csv: line 1: column 2 is empty",
    'rule = "table"\ntable = "semicolons.csv"\nwin = "y"': "is no table: .* with commas between columns",
    'rule = "table"\ntable = "lost.csv"\nwin = "y"': "lost.csv: no code wins against the secret 'd'",
    'rule = "table"\ntable = "twice.csv"\nwin = "y"': "twice.csv: the code 'a' wins twice",
    'rule = "table"\ntable = "same.csv"\nwin = "y"': "same.csv: game 'game': expected every code once, got 'a' 2 times",
    'rule = "table"\ntable = "many.csv"\nwin = "0"': "many.csv: has 257 different replies, at most 256",
    'rule = "table"\ntable = "one.csv"\nwin = "0"': "one.csv: is no table",
    "rule = ": "is not TOML: Invalid value",
    "rule = [": "is not TOML",
}  # fmt: skip
FILES = {
    "words_txt": "ab\ncd\nab\n", "empty_txt": "", "uneven_csv": ",a,b\nc,x,y\nd,x\n", "never_csv": ",a\na,y\n",
    "lost_csv": ",a,d\na,y,n\nd,n,n\n", "twice_csv": ",a,b\na,y,y\n", "same_csv": ",a,b\na,y,n\na,n,y\n",
    "many_csv": "," + ",".join(map(str, range(257))) + "\na," + ",".join(map(str, range(257))) + "\n", "one_csv": "a\n",
    "gap_csv": ",a,b\na,y,\nb,n,y\n", "nameless_csv": ",,b\na,y,n\nb,n,y\n", "semicolons_csv": ";a;b\na;y;n\nb;n;y\n",
}  # fmt: skip


@pytest.mark.parametrize("text", BAD)
def test_bad_files(text: str, write) -> None:  # type: ignore[no-untyped-def]
    path = write(text, **FILES)
    with pytest.raises(TreebuildError, match=BAD[text]) as error:
        read_game(path)
    assert str(error.value).startswith(str(path.parent)) and "\n" not in str(error.value)
    shown = CliRunner().invoke(app, ["build", "minavg", "--game", str(path)])
    assert isinstance(shown.exception, TreebuildError)


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
def test_files_that_are_none(name: str, text: bytes, message: str, write) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(TreebuildError, match=message) as error:
        as_game(str(write(text, name)))
    assert "\n" not in str(error.value)


def test_python_files_see_what_python_shows_them(write, capsys) -> None:  # type: ignore[no-untyped-def]
    """Dataclasses, a module beside the file; what is printed leaves the standard output to the command."""
    text = """
from __future__ import annotations
from dataclasses import dataclass
from treebuild import Game
from numbers_beside_it import NUMBERS
@dataclass(frozen=True)
class Code:
    number: int
print("making it")
codes = [Code(number) for number in NUMBERS]
game = Game.from_parts("dataclass", codes, codes, lambda g, s: g == s, [False, True], True)
"""
    path = write(text, "json.py", numbers_beside_it_py="NUMBERS = [1, 2, 3]\n")
    path.with_name("numbers.beside.it.py").rename(path.with_name("numbers_beside_it.py"))
    done = CliRunner().invoke(app, ["build", "simple", "--game", str(path), "--json"])
    assert done.exit_code == 0 and json.loads(done.stdout)[0]["distribution"] == {"1": 1, "2": 1, "3": 1}
    assert done.stderr == "making it\n"


def test_code_of_the_users_that_raises(write) -> None:  # type: ignore[no-untyped-def]
    made = "from treebuild import Game\ngame = Game.from_parts('a', [1, 2], [1, 2], {}, [0, 1], 1, {})\n"
    path = write(made.format("lambda g, s: 1 // 0", "()"), "own.py")
    with pytest.raises(TreebuildError, match=r"its reply\(1, 1\) raises ZeroDivisionError: integer division"):
        build("simple", str(path))
    path = write(made.format("lambda g, s: g == s", "[lambda code: 1 // 0]"), "own.py")
    with pytest.raises(TreebuildError, match="symmetry 0 does not keep all replies"):
        build("exact", str(path), objective="total")


def test_a_name_that_is_none() -> None:
    for name in "chess", "", "bulls_cows", "../twod", "twod.csv":
        with pytest.raises(TreebuildError, match=r"expected pNcM .* one of bulls-cows, mastermind, bulls-only"):
            as_game(name or "?")
    with pytest.raises(TreebuildError, match="there is no such file"):
        as_game("no/such/game.toml")


def test_codes_that_look_like_markup(write) -> None:  # type: ignore[no-untyped-def]
    table = "guess,[b],[/b]\n[b],[red],no\n[/b],no,[red]\n"
    path = write('rule = "table"\ntable = "replies.csv"\nwin = "[red]"', replies_csv=table)
    file = path.with_suffix(".msgpack")
    save(build("minavg", read_game(path)), file)
    for words in (["show", str(file)], ["guesses", "--game", str(path)], ["verify", str(file)]):
        done = CliRunner().invoke(app, words)
        assert done.exit_code == 0 and ("[b]" in done.output or words[0] == "verify"), done.output


def test_texts_that_a_terminal_would_obey(write) -> None:  # type: ignore[no-untyped-def]
    for text in ('name = "a\\u001b[2J"\nrule = "bulls"\ncodes = ["ab"]', 'rule = "bulls"\ncodes = ["a\\u202e"]'):
        with pytest.raises(TreebuildError, match="cannot be printed as it is"):
            read_game(write(text))


def test_more_sequences_of_symbols_than_an_integer_numbers() -> None:
    """Symmetries are not looked for by numbers that overflow: two codes that differ are no images."""
    choose = random.Random(1)
    codes = list({tuple(choose.randrange(2) for _ in range(70)) for _ in range(12)})
    game = Game.from_symbols("long", Rule("bulls", 70), "ab", codes)
    plain = Game.from_parts("plain", codes, codes, game.reply, range(71), 70)
    assert symmetry_of(reply_matrix(game)).orbits().tolist() == list(range(len(codes)))
    assert build("exact", game, objective="total").total == build("exact", plain, objective="total").total


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


def test_the_first_guess() -> None:
    tree = build("minavg", "p3c4r", first="123")
    assert tree.game.spell(tree.game.codes[tree.guess[0]]) == "123" and verify(tree).ok
    assert tree.built is not None and tree.built.algorithm == "minavg --first 123"
    begun = [build("exact", "p3c4r", objective="total", first=code) for code in ("000", "001", "012")]
    best = build("exact", "p3c4r", objective="total")
    assert min(tree.total for tree in begun) == best.total < max(tree.total for tree in begun)
    for tree, code in zip(begun, ("000", "001", "012"), strict=True):
        assert tree.built is not None and verify(tree).ok
        assert (
            tree.built.searched == f"no tree of this game that begins with {code} has a smaller total than {tree.total}"
        )
    for words, message in (
        (("crush5", "p3c4r"), "says itself how it begins"),
        (("minavg", "p3c5n"), "'9' is not a code of p3c5n"),
    ):
        with pytest.raises(TreebuildError, match=message):
            build(*words, first="9")
    with pytest.raises(TreebuildError, match=r"that begins with 000 solves every secret in 2 guesses \(searched\)"):
        build("exact", "p3c4r", objective="limit:2", first="000")


TESTS = "test,owl,seal,dog\nflies?,yes,no,no\nswims?,no,yes,no\n"
TABLE_OF_TESTS = 'rule = "table"\ntable = "tests.csv"\n'


def test_a_table_of_tests(write) -> None:  # type: ignore[no-untyped-def]
    """No row has to win; costs are in a file, or in a table of the game file; the words of an option go first."""
    path = write(
        f'{TABLE_OF_TESTS}guesses = "identify"\ncosts = "costs.csv"',
        tests_csv=TESTS,
        costs_csv="code,cost\nflies?,2.50\n",
    )
    game = read_game(path)
    assert (game.guesses, game.costs, game.cost_unit) == ("identify", (5, 2, 0, 0, 0), 2)
    assert spelled(game) == (["flies?", "swims?", "owl", "seal", "dog"], ["owl", "seal", "dog"])
    path = write(f'{TABLE_OF_TESTS}[costs]\n"flies?" = 2.5\n')
    assert find_game(path, "identify").costs == game.costs and read_game(path, "identify").costs == game.costs
    assert find_game("p2c3n", "candidates").guesses == "candidates"
    assert find_game(path, "identify").with_guesses("all").costs == (5, 2, 2, 2, 2)


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
        (
            'rule = "table"\ntable = "same.csv"\nguesses = "identify"',
            "same.csv: game 'game': the test 'a' tells nothing",
        ),
    ],
)
def test_rules_and_costs_that_are_none(write, text: str, said: str) -> None:  # type: ignore[no-untyped-def]
    path = write(
        text, tests_csv=TESTS, bad_csv="flies?,1\nswims?,-1\n", two_csv="a,1\na,2\n", same_csv="t,x,y\na,1,1\n"
    )
    with pytest.raises(TreebuildError) as error:
        read_game(path)
    assert said in str(error.value) and "\n" not in str(error.value) and str(path.parent) in str(error.value)


def test_secrets_that_no_test_separates_are_told(write) -> None:  # type: ignore[no-untyped-def]
    path = write('rule = "table"\ntable = "t.csv"\nguesses = "identify"', t_csv="t,x,y,z\na,1,1,2\n")
    done = CliRunner().invoke(app, ["estimate", "--game", str(path)])
    assert "note: no test separates x, y: they are named one after another" in done.stderr
