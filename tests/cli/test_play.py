"""treebuild play, by a pipe and at a terminal."""

from __future__ import annotations

import os
import pty
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.helpers.command_line import fails, prints, run_text
from tests.helpers.permitted_trees import first_permitted
from tests.helpers.small_games import animals, words
from treebuild import codec
from treebuild.analysis.position import Position
from treebuild.cli.dialogue.messages import KEY_WORDS, WORDS
from treebuild.game.game import Game
from treebuild.game.reply_rules import Rule
from treebuild.game.user_input import is_key
from treebuild.publish.best import best, strongest
from treebuild.tree.session import Session
from treebuild.tree.tree import Tree

ANIMALS = Path(__file__).parents[2] / "docs" / "examples" / "diagnosis" / "animals.toml"
COMMAND = [sys.executable, "-m", "treebuild", "play"]


@pytest.fixture(scope="module")
def file(minavg: Tree, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("play") / "t.msgpack"
    codec.save(minavg, path)
    return path


@pytest.fixture(scope="module", autouse=True)
def _decoded_once() -> Iterator[None]:
    """The trees that `play` takes from ranked texts, which are decoded in a second each."""
    with pytest.MonkeyPatch.context() as patch:
        for decode in best, strongest:
            patch.setattr(f"treebuild.publish.best.{decode.__name__}", _once(decode))
        yield


def _once(decode: Callable[[Game], Tree]) -> Callable[[Game, object], Tree]:
    trees: dict[str, Tree] = {}

    def tree(game: Game, progress: object = None) -> Tree:
        if game.conditions.ruled or game.space is None:
            return decode(game)
        if game.name not in trees:
            trees[game.name] = decode(game)
        return trees[game.name]

    return tree


def play(*arguments: object, lines: str, locale: str = "C.UTF-8") -> str:
    """What the program prints for these lines; it must leave in peace."""
    done = run_text("play", *arguments, stdin=lines, locale=locale)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_it_finds_a_secret(file: Path, minavg: Tree) -> None:
    game, secret = minavg.game, minavg.game.parse("4721")
    match = Session(minavg)
    while not match.done:
        match.reply(game.reply(match.code, secret))
    lines = "".join(f"{game.replies[turn.reply]}\n" for turn in match.turns)
    printed = play(file, lines=lines)
    assert [f"Guess {n}: {game.spell(turn.guess)}   (" in printed for n, turn in enumerate(match.turns, 1)]
    assert f"Found in {len(match.turns)} guesses." in printed
    table = printed.splitlines()[-len(match.turns) :]
    assert [line.split()[1] for line in table] == [game.spell(turn.guess) for turn in match.turns]
    assert [int(line.split()[-1]) for line in table] == [turn.left for turn in match.turns]


def test_undo_hint_history_mistakes_and_the_end_of_input(file: Path) -> None:
    printed = play(file, lines="u\n0 4\nbanana\n0 0\n?\nh\nu\n")
    assert "There is nothing to take back." in printed
    assert "banana is no reply: say two numbers, such as 1 2" in printed
    assert "Nothing fits these replies. Check the reply to 0123 or 1230, or take back with u." in printed
    assert "One of 1032 1230 1302 2031 2301 2310 3012 3201 3210" in printed
    assert "1  0123   ○○○○      9" in printed
    assert printed.count("Guess 1: 0123") == 3
    assert printed.rstrip().endswith("Bye.")


def test_you_guess(file: Path) -> None:
    printed = play(file, "--guess", "--secret", "4721", lines="0123\n?\n98x\n9876\nu\n4721\n")
    assert "0123  ●○   720 possibilities left" in printed
    assert "720 possibilities left. Try 0145: the tree would guess it." in printed
    assert "x is not used here: codes are made of 0 1 2 3 4 5 6 7 8 9." in printed
    assert "Found in 2 guesses." in printed
    assert "The tree needs 5:" in printed and "4721   ●●●●" in printed


def test_leaving_shows_the_secret(file: Path) -> None:
    assert play(file, "--guess", "--secret", "4721", lines="q\n").rstrip().endswith("It was 4721.")
    assert re.search(r"It was \d{4}\.", play(file, "--guess", lines=""))


@pytest.mark.parametrize(("language", "bye"), [("en", "Bye."), ("ru", "До встречи."), ("zh", "再见。")])
def test_every_language_says_everything(file: Path, language: str, bye: str) -> None:
    assert play(file, "--lang", language, lines="q\n").rstrip().endswith(bye)
    assert bye in play(file, lines="q\n", locale=f"{language}_XX.UTF-8")
    for said in WORDS, KEY_WORDS:
        holes = [
            {key: sorted(re.findall(r"{\w+}", words.split("|")[0])) for key, words in said[tag].items()}
            for tag in (language, "en")
        ]
        assert holes[0] == holes[1]


def test_without_a_file_it_plays_a_good_tree() -> None:
    printed = play("--game", "mastermind", lines="4\n")
    assert "Found in 1 guess." in printed


def test_codes_in_letters_and_secrets_apart() -> None:
    lines = "ybgr\nYYYY\n123\nYbGo\n"
    printed = play("--game", "four-colours", "--guess", "--secret", "ybgo", lines=lines)
    assert "My secret is one of 360, such as YBGR" in printed
    assert re.search(r"YBGR  ●●●   \d+ poss.*left\nYYYY  ●   \d+ poss.*left\n", printed)
    assert "1 is not used here: codes are made of Y B G R O P." in printed
    assert "Found in 3 guesses." in printed


def test_bulls_only() -> None:
    printed = play("--game", "bulls-only", "--guess", "--secret", "ybgrop", lines="ybgrpo\npoybgr\nybgrop\n")
    assert re.search(r"YBGRPO  ●●●●   \d+ pos.*\nPOYBGR  -   \d+ pos.*\nYBGROP  ●●●●●●\n", printed)


def test_a_table_by_its_labels() -> None:
    tree = best("twod")
    match, secret = Session(tree), tree.game.parse("31")
    while not match.done:
        match.reply(tree.game.reply(match.code, secret))
    labels = [tree.game.replies[turn.reply] for turn in match.turns]
    printed = play("--game", "twod", lines="".join(f"{label[:3].upper()}\n" for label in labels))
    assert "Reply to each guess with one of:\nequal, higher, lower, mixed\n" in printed
    assert f"Found in {len(labels)} guess" in printed and printed.rstrip().endswith("equal     1")
    assert [line.split()[2] for line in printed.splitlines()[-len(labels) :]] == labels


def test_a_label_is_no_command(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("guess,a,u\na,=,h\nu,q,=\n")
    (tmp_path / "t.toml").write_text('rule = "table"\ntable = "t.csv"\nwin = "="\n')
    game = ("--game", tmp_path / "t.toml")
    assert "Guess 2: u" in play(*game, lines="h\n=\n")
    printed = play(*game, "--guess", "--secret", "a", lines="u\nU\na\n")
    assert "u  q   1 possibility left\n" in printed and "Found in 1 guess." in printed


def test_words_are_asked_for_and_marked(tmp_path: Path) -> None:
    (tmp_path / "words.toml").write_text('rule = "wordle"\ncodes = ["slate", "stale", "least"]\nsecrets = ["stale"]\n')
    game = ("--game", tmp_path / "words.toml")
    printed = play(*game, lines="..\nGGGGG\n")
    assert (
        "Guess 1: stale" in printed
        and ".. is no reply: expected 5 marks, g, y or . for each symbol, such as .y..g." in printed
    )
    assert "Found in 1 guess." in printed
    printed = play(*game, "--guess", lines="LEAST\nsalet\nslate\nstale\n")
    assert "least  yygyy   1 possibility left\nsalet is not a code that may be guessed; slate is one." in printed
    assert "stale  ggggg\n" in printed


def test_wrong_usage(file: Path) -> None:
    fails("play", file, "--secret", "4721", message="needs --guess", code=2)
    fails("play", file, "--guess", "--secret", "4711", message="error: '4711' is not a secret of p4c10n")
    fails("play", "--patient", message="--patient is for reading the tree of a file", code=2)
    for option in "--guess", "--race", "--patient":
        fails("play", "--elsewhere", option, message=f"--elsewhere does not go with {option}: leave it out", code=2)


@pytest.mark.parametrize(
    ("words", "rule", "secrets", "costs", "groups"),
    [
        (["--game", "p3c4r", "--guesses", "candidates", "--costs", "own costs.csv"], "candidates", 64, True, False),
        (["--codes", "some words.txt", "--guesses", "hard"], "hard", 4, False, False),
        (["--game", "bulls", "--codes", "some words.txt", "--secrets", "answers.txt"], "all", 2, False, False),
        (["--game", "key.toml", "--groups", "groups.csv"], "identify", 3, False, True),
    ],
    ids=["costs", "codes", "secrets", "groups"],
)
def test_the_advice_for_a_large_game_is_a_command(
    words: list[str],
    rule: str,
    secrets: int,
    costs: bool,
    groups: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It builds the tree of the game as it was named, lists and conditions included."""
    (tmp_path / "own costs.csv").write_text("code,cost\n012,3\n")
    (tmp_path / "some words.txt").write_text("crane\nslate\nstale\nleast\n")
    (tmp_path / "answers.txt").write_text("slate\nstale\n")
    (tmp_path / "key.csv").write_text("test,a,b,c\nt,x,x,y\nu,x,y,y\n")
    (tmp_path / "key.toml").write_text('rule = "table"\ntable = "key.csv"\nguesses = "identify"\n')
    (tmp_path / "groups.csv").write_text("secret,group\na,one\nb,one\n")
    monkeypatch.setattr("treebuild.cli.commands.play.MAX_CODES_AWAITED", 2)
    refused = run_text("play", *words, cwd=tmp_path)
    assert refused.returncode == 1
    program, *advised = shlex.split(refused.stderr.split("`")[1])
    assert (program, advised[:2]) == ("treebuild", ["build", "minavg"])
    prints(*advised, cwd=tmp_path)
    game = codec.load(tmp_path / "tree.msgpack").game
    assert (game.conditions.guesses, len(game.secrets)) == (rule, secrets)
    assert (bool(game.conditions.costs), bool(game.conditions.groups)) == (costs, groups)
    assert "bulls" not in words or game.rule == Rule("bulls", 5)
    assert "Bye." in prints("play", "tree.msgpack", cwd=tmp_path)


def test_a_race(file: Path) -> None:
    lines = "0123\n?\n1\n1 1\n4567\n0 0\nu\n0 1\n4721\n1 1\n"
    printed = play("--race", "--secret", "4721", lines=lines)
    assert "1 is no reply: say two numbers, such as 1 2" in printed and "possibilities left, at most" in printed
    assert printed.count("My guess 2: 0145") == 2 and "My guess 3: 6708" in printed  # strongest, once put right
    assert "You win, in 3 guesses." in printed and "Skill 77 %" in printed
    machine = Session(strongest("p4c10n"))
    told = []
    while not machine.done:
        told.append(machine.tree.game.reply(machine.code, (0, 1, 2, 3)))
        machine.reply(told[-1])
    assert len(told) == 1
    lines = "9876\n4 0\n"
    assert "I win. My secret was 4721." in play("--race", "--secret", "4721", lines=lines)
    assert "A draw: both found it in 1 guess." in play("--race", "--secret", "4721", lines="4721\n4 0\n")
    assert play("--race", "--secret", "4721", lines="0123\nq\n").rstrip().endswith("It was 4721.")


def test_a_hint_off_the_tree_and_a_review(file: Path) -> None:
    printed = play(file, "--guess", "--secret", "4721", lines="9876\n?\n9876\n?\n4721\n")
    assert "1440 possibilities left. Try 0167: it leaves fewest, 254 on average." in printed
    review = printed.partition("What the guesses left")[2].splitlines()
    assert review[1].split() == ["guess", "reply", "left", "average", "skill", "luck", "best", "average", "tree"]
    assert [line.split()[1:] for line in review[2:5]] == [
        ["9876", "○", "1440", "931", "100", "%", "0.6", "9876", "931", "0123"],
        ["9876", "○", "1440", "1440", "18", "%", "1.0", "0167", "254", "-"],
        ["4721", "●●●●", "1", "255", "100", "%", "255", "0167", "254", "-"],
    ]
    assert "Guess 2, 9876, told nothing: all possibilities give the same reply to it." in printed


def test_super_mastermind_has_colours_hints_and_a_review() -> None:
    lines = "OOBBC\n?\nwwwww\n?\n11230\n"
    printed = play("--game", "p5c8r", "--guess", "--secret", "11230", lines=lines)
    assert (
        "P purple, R red, W white, C cyan" in printed
        and "My secret is 5 colours in a row, which may repeat, such as OOOOO." in printed
    )
    assert re.search(
        r"OOBBC  ○○○   \d+ possibilities left\n.*: ● for .*\n.*\n\d+ possibilities left\. Try [OBGYPRWC]{5}: it",
        printed,
    )
    assert "BBGYO  ●●●●●\nFound in 3 guesses." in printed and "Skill" in printed


SHARED = ["..yyg", "BBYYG", "--yyg", "00112", "⬛⬛🟨🟨🟩", "⬜⬜🟨🟨🟩 ", "⬛⬛🟦🟦🟧"]


@pytest.mark.parametrize("reply", SHARED)
def test_replies_of_words_in_any_spelling(reply: str, tmp_path: Path) -> None:
    (tmp_path / "words.toml").write_text('rule = "wordle"\ncodes = ["slate", "abide", "irate"]\n')
    printed = play("--game", tmp_path / "words.toml", lines=f"ggbbg\n{reply}\n")
    assert "squares copied from a shared result" in printed
    assert "is no reply" not in printed and "mixes" not in printed
    printed = play("--game", tmp_path / "words.toml", lines=".bbbg\n")
    assert ".bbbg mixes several ways to write marks: use g y . or 2 1 0, or squares." in printed


def test_colours_by_their_letters() -> None:
    lines = "0011\no b y r\nOBY\nOBYX\nppbb\n"
    printed = play("--game", "mastermind", "--guess", "--secret", "4411", lines=lines)
    assert "O orange, B blue, G green, Y yellow, P purple, R red" in printed and "\x1b" not in printed
    assert (
        re.search(r"OOBB  ●●   \d+ possibilities left", printed) and "OBY has length 3, a code has length 4." in printed
    )
    assert "X is not used here: codes are made of O B G Y P R." in printed and "PPBB  ●●●●\n" in printed


@pytest.mark.parametrize(
    ("game", "line", "said"),
    [
        ("p4c10n", "1123", "1123 has 1 twice: all symbols must differ."),
        ("p4c10n", "012", "012 has length 3, a code has length 4."),
        ("no-leading-zero", "0123", "No code begins with 0."),
        ("three-of-seven", "129", "9 is not used here: codes are made of 1 2 3 4 5 6 7."),
        ("twod", "99", "99 is not a code that may be guessed; 00 is one."),
    ],
)
def test_what_is_no_code_is_answered_in_words(game: str, line: str, said: str) -> None:
    assert f"{said}\n" in play("--game", game, "--guess", lines=f"{line}\n")


def at_a_terminal(*arguments: object, keys: bytes, **environment: str) -> str:
    """What a terminal shows of a game, until it has ended."""
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, *map(str, arguments), "--lang", "en"], stdin=follower, stdout=follower, stderr=follower,
        env={**os.environ, "TERM": "xterm-256color", "PYTHONUTF8": "1"} | environment,
    )  # fmt: skip
    os.close(follower)
    seen = b""
    try:
        while chunk := os.read(leader, 1024):
            seen += chunk
            if b"quit." in seen and keys:
                os.write(leader, keys)
                keys = b""
    except OSError:
        pass  # how Linux says that the other side has closed
    os.close(leader)
    assert process.wait(timeout=60) == 0
    return seen.decode().replace("\r\n", "\n")


def test_colour_and_prompts_only_on_a_terminal(file: Path) -> None:
    assert "\x1b" not in play(file, lines="4\n")
    seen = at_a_terminal(file, keys=b"4\n", NO_COLOR="")
    assert "Right and wrong place: " in seen and "\x1b[" in seen
    assert Game.from_rules().spell((0, 1, 2, 3)) in seen
    coloured = ("--game", "mastermind", "--guess", "--secret", "0123")
    assert re.search(r"\x1b\[1;[\d;]*m O \x1b\[0m", at_a_terminal(*coloured, keys=b"obgy\n", NO_COLOR=""))
    plain = at_a_terminal(*coloured, keys=b"obgy\n", NO_COLOR="1")
    assert "OBGY  ●●●●" in plain and not re.search(r"\x1b\[[\d;]*[34][0-8]", plain)


def test_lines_are_edited_and_remembered(file: Path) -> None:
    pytest.importorskip("readline")
    seen = at_a_terminal(file, "--guess", "--secret", "4721", keys=b"421\x1b[D\x1b[D7\n\x1b[A\n", COLUMNS="80")
    assert "4721  ●●●●" in seen and "Found in 1 guess." in seen


@pytest.mark.parametrize("columns", [20, 40, 80])
def test_sentences_wrap_at_spaces_and_figures_stay_whole(columns: int, file: Path) -> None:
    keys = b"0123\n4721\n"
    seen = at_a_terminal(file, "--guess", "--secret", "4721", keys=keys, COLUMNS=str(columns))
    plain = re.sub(r"\x1b\[[?\d;]*[a-z]", "", seen)
    row = r"1  0123 +●○ +720 +931 +100 % +1\.3 +0123 +931 +0123"
    assert "…" not in plain and "average" in plain and re.search(row, plain)
    sentences = plain[: plain.index("quit.") + len("quit.")]
    assert all(len(line.rstrip()) <= columns for line in sentences.splitlines())
    assert " ".join(sentences.split()) == (
        "My secret is 4 different digits, such as 0123. The reply to a guess: ● for each symbol in the right place, "
        "○ for each that the secret has elsewhere. Which ones, you are not told. "
        "You can also type: u to take back, h to see the game so far, ? for help, q to quit."
    )


# ---- Help with a game played elsewhere -------------------------------------------------------------------------------


def test_help_elsewhere_tells_the_best_guesses_until_the_review() -> None:
    """The guesses that `suggest` tells; turns are taken back; what cannot be is refused and changes nothing."""
    lines = "1234 1.1\nfoo\n1235 0 0\n5167:0.2\nu\n5167 02\n1602 4\n"
    printed = play("--elsewhere", lines=lines)
    best = Position("p4c10n", ["1234:1.1", "5167:0.2"]).best("minavg", 3, distinct=True)
    advice = [f"{worth.code} leaves {float(worth.expected_left):.1f} on average." for worth in best]
    assert printed.count("180 possibilities left.") == 2
    assert all(printed.count(words) == 2 for words in advice)
    assert "foo: expected a guess and its reply, such as 0123 0.0." in printed
    assert "no secret gives both 1234:1.1 and 1235:0.0" in printed
    assert printed.index("Found in 3 guesses.") < printed.index("Skill ")


@pytest.mark.parametrize(
    ("game", "secret", "reply"),
    [
        ("p4c10n", "4 different digits", "how many symbols are in the right place"),
        ("mastermind", "4 colours in a row, which may repeat", "how many symbols are in the right place"),
    ],
)
def test_help_elsewhere_says_what_is_played_and_what_a_reply_is(game: str, secret: str, reply: str) -> None:
    """At the beginning, and once more when it is asked for."""
    printed = play("--elsewhere", "--game", game, lines="?\n")
    assert printed.startswith(f"Your game: {secret}. Type each guess with its reply, such as ")
    assert printed.count(reply) == 2


def test_help_elsewhere_reads_squares_and_colours(tmp_path: Path) -> None:
    (tmp_path / "w.toml").write_text('rule = "wordle"\ncodes = ["crane", "slate", "stale", "trace"]\n')
    printed = play("--elsewhere", "--game", str(tmp_path / "w.toml"), lines="CRANE ⬛⬛🟩⬛🟩\nu\nq\n")
    assert "One of slate stale" in printed and "4 possibilities left." in printed
    assert "256 possibilities left." in play("--elsewhere", "--game", "mastermind", lines="OOBB 1 0\n")


@pytest.mark.parametrize(
    ("rule", "refused"),
    [
        ("candidates", "3456 cannot be the secret: every guess must be a code that still can."),
        ("consistent", "3456 does not fit all replies so far, as every guess must."),
    ],
)
def test_a_guess_that_the_game_does_not_allow(rule: str, refused: str, minavg: Tree, tmp_path: Path) -> None:
    """It is refused in a line, and does not count."""
    path = tmp_path / "ruled.msgpack"
    codec.save(minavg.of(minavg.game.with_guesses(rule)), path)
    printed = play(path, "--guess", "--secret", "4721", lines="0123\n3456\n4721\n")
    assert refused in printed and "Found in 2 guesses." in printed


@pytest.mark.parametrize(
    ("game", "guesses", "refused"),
    [
        (words().with_guesses("hard"), ["crane", "alloy", "steel"], "Hard mode: alloy does not use all letters"),
        (
            animals(),
            ["flies", "owl", "swims", "cat"],
            "owl is not allowed: ask a question that tells",
        ),
    ],
    ids=["hard", "tests"],
)
def test_hard_mode_and_tests_are_played_too(game: Game, guesses: list[str], refused: str, tmp_path: Path) -> None:
    codec.save(first_permitted(game), tmp_path / "ruled.msgpack")
    printed = play(tmp_path / "ruled.msgpack", "--guess", "--secret", guesses[-1], lines="\n".join(guesses))
    found = f"Found with {len(guesses) - 1} questions." if is_key(game) else f"Found in {len(guesses) - 1} guesses."
    assert refused in printed and found in printed


def test_help_elsewhere_reads_words_and_the_rows_of_a_shared_result(tmp_path: Path) -> None:
    (tmp_path / "w.toml").write_text('rule = "wordle"\ncodes = ["crane", "slate", "stale", "trace"]\n')
    shared = "crane slate\nstale\nu\nWordle 1,234 2/6*\n\n⬛⬛🟩⬛🟩\nh\n🟩🟩🟩🟩🟩\n"
    printed = play("--elsewhere", "--game", str(tmp_path / "w.toml"), lines=shared)
    assert "Now the squares of crane slate, a row each." in printed
    assert "crane:..g.g\nslate\n" in printed  # the game so far, with h
    assert printed.index("Found in 2 guesses.") < printed.index("Skill ")


def test_help_elsewhere_takes_replies_that_nobody_is_sure_of() -> None:
    printed = play("--elsewhere", lines="1234 1.1 or 0.2\n5678 ?\nh\n1234 x\n0123 4.0\n")
    assert "1234:0.2 or 1.1\n5678:?\n" in printed
    assert "x is no reply" in printed


def test_help_elsewhere_reviews_no_game_that_a_forgotten_reply_had_ended() -> None:
    printed = play("--elsewhere", "--game", "p2c3n", lines="01 ?\n01 2.0\n")
    assert "Found in 2 guesses." in printed and "Skill" not in printed


def test_help_elsewhere_keeps_two_answers_apart_from_one_that_names_both(tmp_path: Path) -> None:
    """Otherwise it would say "Found: r", of which neither answer is true."""
    (tmp_path / "k.csv").write_text("test,p,q,r,s\nt1,a,b,a or b,c\nt2,x,y,y,x\n")
    (tmp_path / "k.toml").write_text('rule = "table"\ntable = "k.csv"\nguesses = "identify"\n')
    printed = play("--elsewhere", "--game", str(tmp_path / "k.toml"), lines="t1 b or a\nh\n")
    assert "One of p, q\n" in printed and "t1:b or a\n" in printed and "Found" not in printed
    assert "Found: r" in play("--elsewhere", "--game", str(tmp_path / "k.toml"), lines="t1 a or b\n")


# ---- Keys ------------------------------------------------------------------------------------------------------------


def key(folder: Path) -> Path:
    """Two questions, each with answers of its own, and three animals."""
    (folder / "t.csv").write_text("test,owl,seal,dog\nflies?,yes,no,perhaps\nswims at 12:30?,never,well,12:30\n")
    (folder / "game.toml").write_text('rule = "table"\ntable = "t.csv"\nguesses = "identify"\n')
    return folder / "game.toml"


def test_a_key_asks_in_its_own_words_and_lists_the_answers_of_each_question(tmp_path: Path) -> None:
    printed = play("--game", key(tmp_path), lines="well\nPER\n")
    assert "Question 1: flies?   (3 findings are possible)" in printed and "\nno, perhaps, yes\n" in printed
    assert "well is no answer to this: say one of no, perhaps, yes." in printed
    assert "Found: dog" in printed and "Question 2" not in printed
    assert not any(word in printed for word in ("uess", "secret", "possibilit", "found"))


def test_who_does_not_know_an_answer_is_asked_another_question() -> None:
    """Each "I don't know" leaves all that was possible; at the end what is left is named together."""
    printed = play("--game", ANIMALS, lines="?\nfeathers or fur\nh\nhelp\nu\nu\nu\nQ\n")
    assert "Question 2: What covers it?   (61 findings are possible)" in printed
    assert "Question 3: How large is it?   (38 findings are possible)" in printed
    assert "What does it fight with?  not known" in printed and "feathers or fur    38" in printed
    assert "There is nothing to take back." in printed
    printed = play("--game", ANIMALS, lines="?\n" * 12)
    assert len(set(re.findall("Question .*: (.*)   ", printed))) == 12 and "Question 13" not in printed
    assert "No other question of this key tells these apart: dog, cat, horse," in printed


def test_a_key_says_which_answers_do_not_go_together() -> None:
    printed = play("--game", ANIMALS, lines="?\nshell\nhelp\ntwo\n")
    assert "Question 3: How many legs does it walk on?   (3 findings are possible)" in printed
    assert re.search(r"One of \w+, \w+, \w+\n", printed)
    assert "Nothing has all these answers. Check the answer to What covers it?, or take back with u." in printed


def test_secrets_that_no_question_separates_are_named_together(tmp_path: Path) -> None:
    codec.save(first_permitted(animals()), tmp_path / "key.msgpack")
    assert "No other question of this key tells these apart: dog, cat" in play(
        tmp_path / "key.msgpack", lines="yes\nyes\n"
    )


def test_help_with_a_key_asks_no_question_again() -> None:
    lines = "What does it fight with? ?\nhow many legs does it walk on? six or more or two\nWhat covers it? shell\n"
    printed = play("--elsewhere", "--game", ANIMALS, lines=lines)
    assert "You look for one of 61 findings. Type each question with its answer" in printed
    assert printed.count("What does it fight with? leaves") == 1
    assert not any(word in printed for word in ("guess", "secret", "possibilit"))


def test_help_with_a_key_reviews_no_answer_that_nobody_knew(tmp_path: Path) -> None:
    """The review would say that each question after `a` was wasted, because only p was left."""
    (tmp_path / "k.csv").write_text("test,p,q,r\na,x,y,z\nb,v,v,w\nc,m,n,n\n")
    (tmp_path / "k.toml").write_text('rule = "table"\ntable = "k.csv"\nguesses = "identify"\n')
    printed = play("--elsewhere", "--game", tmp_path / "k.toml", lines="a ?\nb v\nc m\n")
    assert "Found: p\nFound with 3 questions.\n" in printed and "Skill" not in printed
    assert "Skill" in play("--elsewhere", "--game", tmp_path / "k.toml", lines="b v\nc m\n")


def test_help_with_a_key_of_variants_ends_where_an_unknown_answer_would_have_told_all(tmp_path: Path) -> None:
    (tmp_path / "k.csv").write_text("test,p,q\na,x,u\nb,y/v,?\nc,s,t\n")
    (tmp_path / "k.toml").write_text('rule = "table"\ntable = "k.csv"\nguesses = "identify"\n')
    printed = play("--elsewhere", "--game", tmp_path / "k.toml", lines="a ?\nb v\nc t\n")
    assert "Found: q\nFound with 3 questions.\n" in printed


def test_keys_are_no_race() -> None:
    fails("play", "--race", "--game", ANIMALS, message="its questions are no race; leave --race out", code=2)


def test_answers_with_colons_are_taken_back(tmp_path: Path) -> None:
    file = key(tmp_path)
    assert "1 candidate left" in run_text("suggest", "--game", file, "swims at 12:30?:12:30").stdout
    assert "dog" in run_text("review", "--game", file, "swims at 12:30?:12:30", "dog:found").stdout
