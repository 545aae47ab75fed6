"""Text that is read or typed: what looks alike is the same, and what looks like one character is one."""

from __future__ import annotations

import unicodedata

import pytest

from tests.conftest import within
from tests.helpers.command_line import run_text
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.game_file import group, price, read_game, weigh
from treebuild.game.lookup import as_game
from treebuild.game.reply_rules import Rule
from treebuild.game.text import joined, normal
from treebuild.game.user_input import code_fault, read_code, read_reply, read_turn, separate_turns

NFC, NFD = "möge", unicodedata.normalize("NFD", "möge")
WORDS = 'rule = "wordle"\ncodes = "words.txt"\n'


def spelled(game: Game) -> list[str]:
    return [game.spell(code) for code in game.codes]


def test_a_list_in_nfd_has_as_many_symbols_as_one_in_nfc(write) -> None:
    game = read_game(write(WORDS, words_txt=f"{NFD}\nmüde\n"))
    assert spelled(game) == [NFC, "müde"] and len(game.codes[0]) == 4
    assert spelled(read_game(write(f'rule = "bulls"\ncodes = ["{NFD}"]'))) == [NFC]
    path = write('rule = "bulls"\ncodes = { pegs = 1, symbols = "o\\u0308x", repeat = true }')
    assert read_game(path).symbols == ("ö", "x")


@pytest.mark.parametrize("typed", [NFC, NFD, NFC.upper(), NFD.upper(), f" {NFD} "])
@pytest.mark.parametrize("name", [NFC, NFD])
def test_a_code_is_found_in_whichever_form_it_is_typed(typed: str, name: str) -> None:
    game = Game.from_table("words", [name, "x"], [name], ["no", f"yes {name}"], 1, [b"\1", b"\0"])
    assert read_code(game, typed) == game.codes[0]
    assert read_turn(game, f"{typed}:yes {typed.strip()}") == (0, 1)


def test_pictures_are_the_same_with_and_without_their_selector(write) -> None:
    game = read_game(write('rule = "bulls-cows"\ncodes = ["☀️🌙", "🌙☀️", "☀❤"]'))
    assert len(game.codes[0]) == 2 and spelled(game) == ["☀🌙", "🌙☀", "☀❤"]
    assert game.answer("☀️🌙", "🌙☀️") == "0.2" == game.answer("☀🌙", "🌙☀")
    assert read_code(game, "☀️❤️") == read_code(game, "☀❤")
    path = write('rule = "bulls"\ncodes = { pegs = 2, symbols = "❤️💙", repeat = true }')
    assert read_game(path).symbols == ("❤", "💙")


def test_tables_weights_costs_and_groups_may_be_in_another_form(write, tmp_path) -> None:
    files = {"t_csv": f"test,{NFD},☀️,b\n{NFD}?,jä,no,no\nq?,no,ja\u0308,no\n"}
    game = read_game(write('rule = "table"\ntable = "t.csv"\nguesses = "identify"', **files))
    assert game.codes[0] == f"{NFC}?" and game.secrets == (NFC, "☀", "b") and "jä" in game.replies
    for name, text in (("w", f"{NFC},2\n☀,3"), ("c", f"{NFC}?,2"), ("g", f"☀️,{NFD} x\nb,{NFC} x")):
        (tmp_path / name).write_text(text, "utf-8")
    assert weigh(game, tmp_path / "w").conditions.weights == (2, 3, 0)
    assert price(game, tmp_path / "c").conditions.costs[0] == 2
    assert group(game, tmp_path / "g").conditions.group_names == (NFC, f"{NFC} x")


FLAG, FAMILY, SKIN, MARK = "🇩🇪", "👨‍👩‍👧", "👍🏽", "x̂"


@pytest.mark.parametrize(
    ("text", "parts"), [(FLAG, "🇩 + 🇪"), (FAMILY, "👨 + 👩"), (SKIN, "👍 + 🏽"), (MARK, "x + ◌̂"), ("1️⃣", "1 + ◌⃣")]
)
def test_what_looks_like_one_character_and_is_several_is_no_symbol(text: str, parts: str, write) -> None:
    assert joined(normal(f"a{text}b")) == parts
    message = f"{parts} are joined into one character: expected characters that stand alone"
    for content in (
        f'rule = "bulls"\ncodes = {{ pegs = 2, symbols = "a{text}", repeat = true }}',
        f'rule = "wordle"\ncodes = ["a{text}"]',
        'rule = "wordle"\ncodes = "words.txt"',
    ):
        path = write(content, words_txt=f"{text}\n")
        done = run_text("suggest", "--game", path)
        assert done.returncode == 1 and message in done.stderr and "200d" not in done.stderr.lower()
    game = as_game("mastermind")
    assert code_fault(game, f"00{text}") == ("joined", {"parts": parts})
    with pytest.raises(TreebuildError, match="are joined into one character"):
        game.parse(f"00{text}")


@pytest.mark.parametrize("text", [FLAG, FAMILY, SKIN])
def test_pictures_that_are_joined_are_no_names_in_tables(text: str, write) -> None:
    path = write('rule = "table"\ntable = "t.csv"\nwin = "y"', t_csv=f",a,b\na,y,n\n{text},n,y\n")
    with pytest.raises(TreebuildError, match=r"t\.csv: line 3: .* are joined into one character"):
        read_game(path)
    path.with_name("w").write_text(f"{text},1", "utf-8")
    with pytest.raises(TreebuildError, match=r"w: line 1: .* are joined into one character"):
        weigh(as_game("p1c3n"), path.with_name("w"))


def test_names_in_tables_may_have_marks_on_letters_which_some_languages_need(write) -> None:
    game = read_game(write('rule = "table"\ntable = "t.csv"\nwin = "y"', t_csv=",टमाटर,b\nटमाटर,y,n\nb,n,y\n"))
    assert game.answer("टमाटर", "b") == "n"


def test_capitals_of_a_list_of_words_are_folded_and_said(write, caplog: pytest.LogCaptureFixture) -> None:
    game = read_game(write(WORDS, words_txt="Apfel\nBirne\nGröße\nalles\n"))
    assert spelled(game) == ["apfel", "birne", "größe", "alles"]
    (said,) = caplog.messages
    assert "words.txt: line 4: 'alles' has a, and words before it have A: all words are read in small letters" in said
    caplog.clear()
    assert spelled(read_game(write(WORDS, words_txt="APFEL\nBIRNE\n"))) == ["APFEL", "BIRNE"] and not caplog.messages
    with pytest.raises(TreebuildError, match=r"line 3: 'Essen' is there already .*line 1\): remove one"):
        read_game(write(WORDS, words_txt="Essen\nessen\nEssen\n"))
    with pytest.raises(TreebuildError, match=r"line 2: 'essen' is .*line 1\), and so are 2 more lines: remove them"):
        read_game(write(WORDS, words_txt="essen\nessen\nregen\nessen\nregen\n"))


def test_words_that_differ_in_capitals_alone_are_one_word(write, caplog: pytest.LogCaptureFixture) -> None:
    """As the German list has them: das Essen, essen. Both would be the same guess."""
    game = read_game(write(f'{WORDS}secrets = ["ESSEN", "Regen"]', words_txt="Essen\nessen\nregen\nlatex\nLaTeX\n"))
    assert spelled(game) == ["essen", "regen", "latex"] and [*map(game.spell, game.secrets)] == ["essen", "regen"]
    (said,) = caplog.messages
    assert said.endswith("read in small letters, and 2 that are then spelled like others before them are left out")


def test_squares_with_selectors_are_a_reply() -> None:
    game = Game.from_symbols("words", Rule("wordle", 2), "ab", [(0, 1), (1, 0)])
    assert separate_turns(game, ["ab", "⬛️🟨"]) == ["ab:⬛🟨"] and read_reply(game, "⬛️🟨") == read_reply(game, ".y")


def test_millions_of_marks_on_a_character_are_refused_at_once(write) -> None:
    """To put them in order would take hours."""
    marks = "\u0301\u0316"
    assert normal(f"a{marks * 15}") != f"a{marks * 15}" and normal(f"💙{marks * 1000}") == f"💙{marks * 1000}"
    path = write(WORDS, words_txt=f"{NFD}\na{marks * 1_000_000}\n")

    def refused() -> None:
        with pytest.raises(TreebuildError, match="are joined into one character"):
            read_game(path)

    within(2, refused)
