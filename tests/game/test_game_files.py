"""Games as files: TOML, tables, word lists."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from tests.conftest import mostly_long
from tests.helpers.command_line import prints
from tests.helpers.game_files import TABLE_OF_TESTS, TESTS
from treebuild import build, load, pack, save, verify
from treebuild.errors import TreebuildError
from treebuild.game.conditions import Conditions
from treebuild.game.game import Game
from treebuild.game.game_file import read_game
from treebuild.game.lookup import catalogue, find_game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.game.reply_rules import Rule
from treebuild.game.symmetry import symmetry_of

TABLE = 'guess, here, "there"\nleft, yes, no\n  \nright, no, "yes" \n  \n'


def spelled(game: Game) -> tuple[list[str], list[str]]:
    return [game.spell(code) for code in game.codes], [game.spell(secret) for secret in game.secrets]


def test_the_example_of_the_readme(write) -> None:
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


def test_lists_and_word_files(write) -> None:
    path = write(
        'rule = "wordle"\ncodes = "guesses.txt"\nsecrets = ["salet", "crane"]',
        guesses_txt="\ufeffsalet\ncrane\r\nslate\n\n",
    )
    game = read_game(path)
    assert game.name == "game" and spelled(game) == (["salet", "crane", "slate"], ["salet", "crane"])
    assert game.answer("slate", "salet") == "gyyyy"


def test_tables(write) -> None:
    game = read_game(write('rule = "table"\ntable = "replies.csv"\nwin = "yes"', replies_csv=TABLE))
    assert spelled(game) == (["left", "right"], ["here", "there"]) and game.replies == ("no", "yes")
    tree = build("minavg", game)
    assert verify(tree).ok and tree.counts == (1, 1)


def test_not_first_and_own_symbols(write) -> None:
    codes = 'codes = { pegs = 2, symbols = "012", repeat = false, not_first = "0" }'
    assert spelled(read_game(write(f'rule = "bulls"\n{codes}')))[0] == ["10", "12", "20", "21"]


def test_a_file_of_a_known_game_is_that_game(write) -> None:
    game = read_game(write('name = "x"\nrule = "bulls-cows"\ncodes = { pegs = 2, symbols = "0123", repeat = true }'))
    assert game.name == "p2c4r" and game.space is not None


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


def test_codes_that_a_document_leaves_out(write) -> None:
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


def test_codes_left_over_that_are_all_sequences_of_the_symbols(write) -> None:
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
    assert all(len(line) <= 90 for line in prints("list games").splitlines())
    told = json.loads(prints("list games --json"))
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


def test_codes_that_look_like_markup(write) -> None:
    table = "guess,[b],[/b]\n[b],[red],no\n[/b],no,[red]\n"
    path = write('rule = "table"\ntable = "replies.csv"\nwin = "[red]"', replies_csv=table)
    file = path.with_suffix(".msgpack")
    save(build("minavg", read_game(path)), file)
    for words in ("show", file), ("suggest", "--game", path), ("verify", file):
        assert "[b]" in prints(*words) or words[0] == "verify"


def test_more_sequences_of_symbols_than_an_integer_numbers() -> None:
    """Symmetries are not looked for by numbers that overflow: two codes that differ are no images."""
    choose = random.Random(1)
    codes = list({tuple(choose.randrange(2) for _ in range(70)) for _ in range(12)})
    game = Game.from_symbols("long", Rule("bulls", 70), "ab", codes)
    plain = Game.from_parts("plain", codes, codes, game.reply, range(71), 70)
    assert symmetry_of(reply_matrix(game)).orbits().tolist() == list(range(len(codes)))
    assert build("exact", game, objective="total").total == build("exact", plain, objective="total").total


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
        (("crush5", "p3c4r"), "chooses its first guess itself"),
        (("minavg", "p3c5n"), "'9' is not a code of p3c5n"),
    ):
        with pytest.raises(TreebuildError, match=message):
            build(*words, first="9")
    with pytest.raises(TreebuildError, match=r"that begins with 000 solves every secret in 2 guesses \(searched\)"):
        build("exact", "p3c4r", objective="limit:2", first="000")


def test_a_table_of_tests(write) -> None:
    """No row has to win; costs are in a file, or in a table of the game file; the words of an option go first."""
    path = write(
        f'{TABLE_OF_TESTS}guesses = "identify"\ncosts = "costs.csv"',
        tests_csv=TESTS,
        costs_csv="code,cost\nflies?,2.50\n",
    )
    game = read_game(path)
    assert game.conditions == Conditions(guesses="identify", costs=(5, 2, 0, 0, 0), cost_unit=2)
    assert spelled(game) == (["flies?", "swims?", "owl", "seal", "dog"], ["owl", "seal", "dog"])
    path = write(f'{TABLE_OF_TESTS}[costs]\n"flies?" = 2.5\n')
    assert find_game(path, "identify").conditions == read_game(path, "identify").conditions == game.conditions
    assert find_game("p2c3n", "candidates").conditions.guesses == "candidates"
    assert find_game(path, "identify").with_guesses("all").conditions.costs == (5, 2, 2, 2, 2)


def test_secrets_that_no_test_separates_are_told_and_named_together(write, caplog) -> None:
    path = write('rule = "table"\ntable = "t.csv"\nguesses = "identify"', t_csv="t,x,y,z\na,1,1,2\n")
    tree = build("exact", read_game(path), objective="total")
    assert "note: no test separates x, y: the tree names them together, as `x or y`" in caplog.text
    assert tree.counts == (0, 3) and tree["1"].group == "x or y" and verify(tree).ok
