"""Codes and replies as people write them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import treebuild
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.lookup import as_game
from treebuild.game.reply_rules import Rule
from treebuild.game.user_input import (
    code_fault,
    letters,
    read_answer,
    read_code,
    read_replies,
    read_reply,
    read_turn,
    read_unsure_turn,
    reply_fault,
    separate_turns,
)


@pytest.mark.parametrize(
    ("text", "label"),
    [("1 2", "1.2"), ("12", "1.2"), ("1b2c", "1.2"), ("1.2", "1.2"), ("1,2", "1.2"), (" 0  0 ", "0.0"), ("4", "4.0"),
     ("3", "3.0"), ("1 Bull 2 Cows", "1.2")],
)  # fmt: skip
def test_replies_as_people_write_them(text: str, label: str) -> None:
    game = Game.from_rules()
    assert game.replies[read_reply(game, text)] == label


@pytest.mark.parametrize("text", ["", "x", "2", "3 1", "5 0", "1 2 3", "123", "-1 0 0"])
def test_replies_that_are_none(text: str) -> None:
    with pytest.raises(TreebuildError, match=r"is not a reply: expected one of 0\.0, 0\.1"):
        read_reply(Game.from_rules(), text)


OTHERS = [
    ("bulls-only", "2", "2"),
    ("bulls-only", " 4 ", "4"),
    ("twod", "lower", "lower"),
    ("twod", "LOW", "lower"),
    ("twod", "m", "mixed"),
]


@pytest.mark.parametrize(("name", "text", "label"), OTHERS)
def test_replies_of_other_games(name: str, text: str, label: str) -> None:
    game = as_game(name)
    assert game.replies[read_reply(game, text)] == label


def words() -> Game:
    return Game.from_symbols("words", Rule("wordle", 5), "aelst", [(3, 2, 0, 4, 1), (3, 4, 0, 2, 1)])


MARKS = [
    (".yg..", ".yg.."), ("GGGGG", "ggggg"), (". y g . Y", ".yg.y"), (".y..g", ".y..g"), ("GYBBY", "gy..y"),
    ("bbybg", "..y.g"), ("--y-g", "..y.g"), ("__y_g", "..y.g"), ("xxyxg", "..y.g"), ("00120", "..yg."),
    ("01200", ".yg.."), ("22222", "ggggg"), ("⬛⬛🟨⬛🟩", "..y.g"), ("⬜⬜🟨⬜🟩", "..y.g"), ("⬛🟦⬛⬛🟧", ".y..g"),
    ("⬜️⬜️🟨⬜️🟩", "..y.g"), ("  ⬛⬛🟨⬛🟩\n", "..y.g"), ("🟩🟩🟩🟩🟩", "ggggg"), ("🟦🟧🟧🟧🟧", "ygggg"),
    ("yyyyy", "yyyyy"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "label"), MARKS)
def test_marks_in_any_spelling(text: str, label: str) -> None:
    game = words()
    assert game.replies[read_reply(game, text)] == label


@pytest.mark.parametrize(
    "text", [".bygg", "b-ygg", "0yg00", "🟩🟦⬛⬛⬛", "⬛⬜🟩🟩🟩", "🟧🟨⬛⬛⬛", "g2...", "🟩g..."]
)
def test_marks_in_two_spellings_are_refused(text: str) -> None:
    """b beside another sign for grey may be blue; 🟩 is of one set of colours and 🟦 of another."""
    with pytest.raises(TreebuildError, match="mixes several ways to write marks, expected one of them: g y") as error:
        read_reply(words(), text)
    assert "\n" not in str(error.value) and reply_fault(words(), text)[0] == "mixed"


@pytest.mark.parametrize("text", ["", "gggg", "gggggg", "salet", "gyzzz", "0.1", "33333", "⬛⬛🟨⬛🟩⬛"])
def test_texts_that_are_no_marks(text: str) -> None:
    with pytest.raises(TreebuildError, match=r"is not a reply: expected 5 marks, .*such as \.y\.\.g") as error:
        read_reply(words(), text)
    assert "\n" not in str(error.value) and reply_fault(words(), text) == ("marks", {"pegs": 5, "example": ".y..g"})


def test_every_reply_of_words_is_read_in_every_alphabet() -> None:
    game = words()
    for grey, yellow, green in (".yg", "byg", "BYG", "-yg", "012", "⬛🟨🟩", "⬜🟨🟩", "⬛🟦🟧"):
        for number, label in enumerate(game.replies):
            text = "".join({".": grey, "y": yellow, "g": green}[mark] for mark in label)
            assert read_reply(game, text) == number, text


DRAWN = [
    ("●○○", "1.2"),
    ("*++", "1.2"),
    ("○", "0.1"),
    ("-", "0.0"),
    ("●●●●", "4.0"),
    ("1A2B", "1.2"),
    ("\uff11 \uff12", "1.2"),
]


@pytest.mark.parametrize(("text", "label"), DRAWN)
def test_counts_as_programs_draw_them(text: str, label: str) -> None:
    game = Game.from_rules()
    assert game.replies[read_reply(game, text)] == label


def test_bulls_alone_may_be_drawn() -> None:
    game = as_game("bulls-only")
    assert game.replies[read_reply(game, "●●")] == "2"


def test_why_a_text_is_no_reply() -> None:
    game = Game.from_rules()
    assert reply_fault(game, "5") == ("numbers", {"pegs": 4})
    assert reply_fault(game, "3 1") == ("cannot", {"pegs": 4})
    assert reply_fault(as_game("twod"), "x") == ("other", {})


def test_colours_go_by_letters_up_to_eight() -> None:
    game = Game.from_rules("p5c8r")
    assert read_code(game, "OBCWR") == read_code(game, "obcwr") == read_code(game, "01765") == (0, 1, 7, 6, 5)
    assert letters(Game.from_rules("p4c9r")) == {} and letters(Game.from_rules("p4c8n")) == {}
    assert code_fault(game, "OOOX1") == ("symbol", {"symbol": "X", "symbols": "O B G Y P R W C"})
    with pytest.raises(TreebuildError, match="'OOOX1' is not a code of p5c8r"):
        read_code(game, "OOOX1")


TURNS = ["1234:1.1", "1234: 1 1", "1234:11", "1234 1.1", " 1234 1 1 "]


@pytest.mark.parametrize("text", TURNS)
def test_turns(text: str) -> None:
    game = Game.from_rules()
    assert read_turn(game, text) == (game.code_index[1, 2, 3, 4], game.replies.index("1.1"))


def test_turns_of_words_and_of_custom_games() -> None:
    game, custom = words(), as_game("twod")
    assert read_turn(game, "SLATE:BBYBG") == (0, game.replies.index("..y.g"))
    code, reply = custom.spell(custom.codes[7]), custom.replies[1]
    assert read_turn(custom, f"{code}:{reply}") == (7, 1)
    with pytest.raises(TreebuildError, match=r"^'1234' has no reply: expected CODE:REPLY, such as 0123:0\.0$"):
        read_turn(Game.from_rules(), "1234")
    with pytest.raises(TreebuildError, match=r"^'1' is no guess and its reply: expected CODE:REPLY, such as 0123:0"):
        read_turn(Game.from_rules(), "1")


OWN_OR = Game.from_table(
    "own or", ["hue", "pattern"], ["p", "q", "r", "s"], ["brown", "red", "red or brown", "?", "reddish"], None,
    [bytes([1, 0, 0, 1]), bytes([2, 3, 4, 4])],
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("hue:red or brown", {"red", "brown"}),  # which is also one answer to the other question
        ("hue:?", set(OWN_OR.replies)),
        ("hue:r", {"red"}),
        ("pattern:red or brown", {"red or brown"}),
        ("pattern:?", {"?"}),
        ("pattern:? or reddish", {"?", "reddish"}),
        ("hue:reddish", {"reddish"}),  # nothing has it
    ],
)
def test_the_answers_to_a_question_come_before_those_to_others(text: str, labels: set[str]) -> None:
    question, replies = read_unsure_turn(OWN_OR, text)
    assert question == ["hue", "pattern"].index(text.partition(":")[0])
    assert {OWN_OR.replies[reply] for reply in replies} == labels
    if len(labels) > 1:
        with pytest.raises(TreebuildError, match="is not a reply: expected one of"):
            read_turn(OWN_OR, text)
    else:
        assert read_turn(OWN_OR, text) == (question, replies[0])


@pytest.mark.parametrize("longer", ["10", "1.5", "1,5 pairs"])
def test_the_beginning_of_a_number_is_no_answer(longer: str) -> None:
    game = Game.from_table("legs", ["legs?"], [*"abc"], ["0", longer, "3 or more"], None, [range(3)])
    assert [read_answer(game, "legs?", text) for text in (longer, "3")] == [1, 2]
    with pytest.raises(TreebuildError, match=r"'1' is no answer to 'legs\?'"):
        read_answer(game, "legs?", "1")


def test_labels_that_begin_alike() -> None:
    game = Game.from_table("t", ["a"], ["a"], ["Low", "low", "lower"], 0, [bytes([0])])
    assert [read_reply(game, label) for label in game.replies] == [0, 1, 2]
    for text in ("LOW", "l", ""):
        with pytest.raises(TreebuildError, match="expected one of Low, low, lower"):
            read_reply(game, text)


def test_faults_are_those_of_every_text_that_is_no_code() -> None:
    """Whatever is typed, a text has a fault exactly when it does not parse, and the fault is so."""
    for name in ("p3c4n", "p3c4r", "no-leading-zero"):
        game = as_game(name)
        for number in range(0, 2000, 7 if name == "no-leading-zero" else 1):
            text = str(number)
            kind, about = code_fault(game, text)
            if kind == "other":
                assert game.spell(game.parse(text)) == text
                continue
            with pytest.raises(TreebuildError):
                game.parse(text)
            symbol = str(about.get("symbol"))
            assert {
                "length": about.get("given") == len(text) != about.get("pegs"),
                "symbol": symbol in text and symbol not in game.symbols,
                "twice": text.count(symbol) > 1,
                "first": text[0] == symbol == "0",
            }[kind]
    assert code_fault(as_game("twod"), "99") == ("other", {})


@pytest.mark.parametrize("room", ["tree", "analysis", "cli", "search", "publish"])
def test_no_other_room_knows_the_rules(room: str) -> None:
    """Neither the name of a built-in rule, nor its marks, nor its counts."""
    for path in (Path(treebuild.__file__).parent / room).rglob("*.py"):
        text = path.read_text("utf-8")
        assert not re.search(r'rule\.name|"wordle"|"bulls"|"bulls-cows"|\bWORDLE\b', text), path


PAGE = "Words · 2 guesses\n⬛⬛🟩⬛🟩\n🟩🟩🟩🟩🟩\nSkill 93%, luck: as expected\nhttps://a.b/play.html\n"
SHARED = "Wordle 1,234 2/6*\n\n⬛⬛🟩⬛🟩\n🟩🟩🟩🟩🟩\n"


@pytest.mark.parametrize(
    ("texts", "turns"),
    [
        (["slate stale", SHARED], ["slate:⬛⬛🟩⬛🟩", "stale:🟩🟩🟩🟩🟩"]),
        (["slate stale", PAGE], ["slate:⬛⬛🟩⬛🟩", "stale:🟩🟩🟩🟩🟩"]),
        (["SLATE", "stale", SHARED], ["SLATE:⬛⬛🟩⬛🟩", "stale:🟩🟩🟩🟩🟩"]),
        (["slate\nstale\n" + SHARED], ["slate:⬛⬛🟩⬛🟩", "stale:🟩🟩🟩🟩🟩"]),
        (["⬜️🟨⬜️⬜️🟩 slate"], ["slate:⬜🟨⬜⬜🟩"]),
        (["slate: ⬜ 🟨 ⬜ ⬜ 🟩", "stale"], ["slate:⬜🟨⬜⬜🟩", "stale"]),
        (["slate:🟩🟥⬛⬛⬛", "slate:🟩y..."], ["slate:🟩🟥⬛⬛⬛", "slate:🟩y..."]),  # no replies: errors quote them
        (["slate:bbybg stale", "slate 00102"], ["slate:bbybg stale", "slate 00102"]),
        (["slate:·y··g", "slate:.y..#", "slate:.y..%"], ["slate:·y··g", "slate:.y..#", "slate:.y..%"]),  # no headings
        (
            ["slate", "Слова · 1 ход", "🟩🟩🟩🟩🟩", "Мастерство 93\N{NO-BREAK SPACE}%", "#g=w&v=duel&s=abc123"],
            ["slate:🟩🟩🟩🟩🟩"],
        ),
        ([], []),
    ],
)
def test_turns_one_by_one(texts: list[str], turns: list[str]) -> None:
    """Words and a shared result, each in texts of its own or all in one."""
    assert separate_turns(words(), texts) == turns


def test_rows_of_no_word_and_other_games() -> None:
    with pytest.raises(TreebuildError, match="🟩🟩🟩🟩🟩 is a reply to no guess: give the words first"):
        separate_turns(words(), ["slate", SHARED])
    with pytest.raises(TreebuildError, match="is no guess and its reply"):
        separate_turns(words(), [3])  # type: ignore[list-item]
    assert separate_turns(Game.from_rules(), ["1234", "1234 1 1"]) == ["1234", "1234 1 1"]


def test_a_shared_result_in_the_functions_that_read_histories() -> None:
    """`suggest` and `review` read it; a word without its row is no turn, unless the secret is told."""
    game = words()
    history = ["slate", "🟩⬛⬛⬛⬛"]
    assert read_turn(game, "stale:🟩🟩🟩🟩🟩") == (1, 242)
    with pytest.raises(TreebuildError, match=r"no secret gives slate:🟩⬛⬛⬛⬛"):
        treebuild.suggest(game, history)
    shared = treebuild.review(game, ["slate stale", "🟩🟨🟩🟨🟩\n🟩🟩🟩🟩🟩"])
    assert [move.reply for move in shared.moves] == ["gygyg", "ggggg"]
    with pytest.raises(TreebuildError, match="'stale' has no reply"):
        treebuild.review(game, ["slate stale", "🟩🟨🟩🟨🟩"])
    assert [move.left for move in treebuild.review(game, ["slate stale"], "stale").moves] == [1, 1]


@pytest.mark.parametrize(
    ("text", "label"),
    [("BBW", "2.1"), ("bw", "1.1"), ("W", "0.1"), ("==+", "2.1"), ("= +", "1.1"), ("++", "0.2"), ("⚫⚪⚪", "1.2"),
     ("🟢🟡⚫⚫", "1.1"), ("🟩🟩⬛⬛", "2.0"), ("●○·", "1.1"), ("-", "0.0"), ("⚫️⚪️", "1.1")],
)  # fmt: skip
def test_counts_in_the_signs_of_other_games(text: str, label: str) -> None:
    game = Game.from_rules()
    assert game.replies[read_reply(game, text)] == label


def test_marks_in_the_circles_of_other_games() -> None:
    game = Game.from_symbols("words", Rule("wordle", 2), "ab", [(0, 1), (1, 0)])
    assert game.replies[read_reply(game, "🟢⚫")] == "g." and game.replies[read_reply(game, "⚪🟡")] == ".y"
    assert separate_turns(game, ["ab", "🟢🟢"]) == ["ab:🟢🟢"]


def test_questions_and_answers_may_have_colons_and_spaces() -> None:
    rows = [b"\0\1", b"\1\0"]
    game = Game.from_table("t", ["ratio", "at: noon"], ["x", "y"], ["1:1", "12:30", "ends"], None, rows)
    for text, code, reply in (
        ("ratio:1:1", "ratio", "1:1"), ("ratio:12:30", "ratio", "12:30"), ("ratio 12:30", "ratio", "12:30"),
        ("at: noon:1:1", "at: noon", "1:1"), ("at: noon 1:1", "at: noon", "1:1"), ("x:found", "x", "found"),
    ):  # fmt: skip
        index, answer = read_turn(game, text)
        assert (game.spell(game.codes[index]), game.replies[answer]) == (code, reply)
    with pytest.raises(TreebuildError, match="'2:1' is no answer to 'ratio': expected one of 1:1, 12:30"):
        read_turn(game, "ratio:2:1")


def test_replies_that_nobody_is_sure_of() -> None:
    game = Game.from_rules()
    assert [game.replies[reply] for reply in read_replies(game, "1.1 or 02")] == ["0.2", "1.1"]
    with pytest.raises(TreebuildError, match="'1' is not a reply"):
        read_replies(game, "1 or 2")
    assert read_replies(game, " ? ") == tuple(range(14)) and len(read_replies(game, "1.1")) == 1
    asked = Game.from_table("t", ["a", "b"], ["a", "b"], ["?", "x or y", "yes"], 2, [b"\2\0", b"\1\2"])
    assert read_replies(asked, "?") == (0,) and read_replies(asked, "x or y") == (1,) and read_reply(asked, '"?"') == 0
