"""A name that is none: what is said first, and what the user may have meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.command_line import fails, prints
from treebuild.algorithms import build
from treebuild.codec import save
from treebuild.codec.formats import FORMATS
from treebuild.regular_file import kind_by_name


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("show nofile", "error: nofile: there is no such file\n"),
        ("play bulls", "error: bulls: there is no such file; bulls is a rule: a file game.toml makes a game of it"),
        ("verify minavg", "error: minavg: there is no such file; minavg is an algorithm: `treebuild build minavg -o"),
        ("show mastermind", "error: mastermind: there is no such file; mastermind is a game: --game mastermind names"),
        ("show p5c8n", "error: p5c8n: there is no such file; p5c8n is a game: --game p5c8n"),
        ("show mastermnd", "error: mastermnd: there is no such file; did you mean the game mastermind?\n"),
        ("report entrpy -o r.html", "error: entrpy: there is no such file; did you mean the algorithm entropy?\n"),
        ("show tre.msgpack", "error: tre.msgpack: there is no such file; did you mean tree.msgpack?\n"),
        ("compare a b", "error: a: there is no such file\n"),
        (
            "show AsTHPttPkIhyk1zsCLe8_I4J",
            "I4J: there is no such file, and no tree can be read from it as a ranked",
        ),
        ("build minavgg", "unknown algorithm 'minavgg': did you mean 'minavg'?"),
        ("build minavg --game mastermindd", "bad game 'mastermindd': did you mean 'mastermind'? expected pNcM"),
        ("suggest --game four-colors", "bad game 'four-colors': did you mean 'four-colours'?"),
        ("suggest --game P4C10N", "bad game 'P4C10N': did you mean 'p4c10n'? expected pNcM"),
        ("suggest --game p4c10", "bad game 'p4c10': did you mean 'p4c10n'? expected pNcM"),
        ("suggest --game p4c3", "bad game 'p4c3': did you mean 'p4c3r'? expected pNcM"),
        ("build --game fish.csv", "bad game 'fish.csv': to go by its name it is a table: name it in a game file"),
        ("build --game a/five.txt", "it is a list of words: give it to --codes, or name it in a game file by codes"),
        ("shwo", "error: no such command 'shwo': did you mean 'show'? expected one of build, verify, "),
    ],
)
def test_what_a_name_may_stand_for(words: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "tree.msgpack").write_bytes(b"")
    usage = "did you mean '" in message.lower() or "--game" in words
    fails(words, message=message, code=2 if usage else 1, cwd=tmp_path)


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        ("suggest --by nonsense", 2, "expected one of minmax"),
        ("play --lang xx", 2, "'xx' is not one of 'en', 'ru', 'zh'"),
        ("export xx", 2, "expected one of js, c, py, npm, web"),
        ("players nobody", 2, "unknown player 'nobody'"),
        ("build zzzzz", 2, "`treebuild list` shows them all"),
        ("build minavg --game p4c3n", 2, "cannot be drawn from 3"),
        ("build minavg -o t.txt", 2, "unknown extension '.txt'"),
        ("build minavg -o no/t.b92", 1, "there is no directory"),
        ("build minavg --seed x", 2, "--seed"),
        ("build minavg --memory plenty", 2, "bad size 'plenty': expected bytes, or a number with K, M, G or T"),
        ("build near --objective total --game p2c3n --proof t.proof", 2, "`treebuild certify --near` proves a lower"),
        ("list --frob", 2, "No such option"),
        ("play none.msgpack", 1, "there is no such file"),
        ("verify", 2, ""),
        ("suggest --game .", 2, "error: .: is a directory, expected a game, or its file, game.toml or game.py\n"),
        ("play 1234 5678", 2, "error: too many arguments: 5678 is not expected; `"),
        ("show A7lzj_ --game mastermind --as xml", 2, "'xml': expected one of text, csv, json, dot, graphml\n"),
        ("build --game p99c99n", 2, "by bulls-cows: use at most 3 pegs\n"),
        ("check nofile", 1, "error: nofile: there is no such file\n"),
        ("check .", 1, "error: .: is a directory, expected a certificate\n"),
        ("zzzz", 2, "error: no such command 'zzzz': expected one of build, verify, "),
        ("suggest 1234", 1, "error: '1234' has no reply: expected CODE:REPLY, such as 0123:0.0\n"),
        ("review 1234", 1, "such as 0123:0.0; or give the secret, --secret CODE\n"),
        ("suggest --by simple", 2, "expected one of minmax, minavg, entropy, parts, crush, larmouth, greedy-crush, "),
        (
            "build exact --objective race:3,4",
            2,
            "race:FILE or race:1/7/63 (a tree, or its counts), with commas",
        ),
        ("convert A7lzj_ t.rank --pack --game p4c6r --keep foo", 2, "with commas between; or counts\n"),
        ("build minavg --game p6c5r --memory 1k", 1, "for p6c5r, and may take 1 KiB; allow more with --memory "),
        ("build minavg --weights w.csv --missing x", 2, "error: --missing: 'x' is no weight, expected a number such"),
        ("verify A7lzj_ --game zzz", 2, "error: bad game 'zzz': expected pNcM"),
        ("verify A7lzj_ --game mastermind --guesses zzz", 2, "error: unknown rule of guesses 'zzz': expected one of"),
        ("verify A7lzj_ --game mastermind --missing 1", 2, "error: --missing is the weight of secrets that --weights"),
        ("pareto --plot front.pdf", 2, "error: front.pdf: expected a name that ends in .svg or .png\n"),
        ("plot players random random random random random -o p.svg", 2, "error: 5 players: expected 1 to 4 in a"),
        ("build near --cluster x", 2, "error: no Dask scheduler at 'x': expected an address such as tcp://host:8786"),
        ("players --game=", 2, "error: bad game '': expected pNcM"),
        ("suggest --code=", 1, "error: '' is not a code of p4c10n: "),
        ("show A7lzj_ --game mastermind --as=", 2, "'': expected one of text, csv, json, dot"),
    ],
)
def test_what_is_said_of_wrong_words(words: str, code: int, message: str, tmp_path: Path) -> None:
    fails(words, message=message, code=code, cwd=tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "codes",
    [
        '{ pegs = 3, symbols = "01", repeat = false }',
        '{ pegs = 0, symbols = "01", repeat = true }',
        '{ pegs = 3, symbols = "", repeat = true }',
        '{ pegs = 3, symbols = "0", repeat = true, not_first = "0" }',
        '{ pegs = 30, symbols = "01", repeat = true }',
    ],
)
def test_what_a_game_file_says_is_data_not_usage(codes: str, tmp_path: Path) -> None:
    (tmp_path / "game.toml").write_text(f'rule = "bulls-cows"\ncodes = {codes}\n')
    fails("suggest --game game.toml", message="error: game.toml: ", code=1, cwd=tmp_path)


@pytest.mark.parametrize("content", [b"", b"x", b"\x83abc"])
def test_what_is_no_certificate(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "t.proof").write_bytes(content)
    fails("check", tmp_path / "t.proof", message="t.proof: is no certificate (a .proof file), or a damaged one\n")


def test_the_command_that_was_meant_is_named(tmp_path: Path) -> None:
    tree = tmp_path / "t.msgpack"
    save(build("minavg", "p2c3n"), tree)
    fails("export", tree, message="is a file: name a command before it, one of js, c, py, npm, web\n", code=2)
    fails("build mastermind", message="the game is an argument of its own: --game mastermind\n", code=2)
    fails("estimate p4c10n", message="error: p4c10n is a game: --game p4c10n names it\n", code=2)


@pytest.mark.parametrize(
    ("words", "code", "kind"),
    [
        ("check t.msgpack", 1, "a tree: `treebuild verify` replays trees, and `treebuild play` plays them"),
        ("store t.msgpack", 1, "a tree: `treebuild verify` replays trees, and `treebuild play` plays them"),
        ("suggest --game t.msgpack", 2, "a tree: `treebuild verify` replays trees, and `treebuild play` plays them; e"),
        ("verify t.proof", 1, "a certificate: `treebuild check` checks certificates"),
        ("play t.proof", 2, "a certificate: `treebuild check` checks certificates"),
        ("export js t.proof -o t.js", 2, "a certificate: `treebuild check` checks certificates"),
        ("build minavg --game p2c3n -o t.proof", 2, "a certificate: `treebuild check` checks certificates"),
        ("show t.store", 2, "a store: `treebuild store` shows what a store holds"),
        ("check t.store", 1, "a store: `treebuild store` shows what a store holds"),
        ("verify t.toml", 1, "a game: --game takes games"),
        ("verify t.txt", 1, "a list of words: --codes and --secrets take lists of words"),
        ("compare t.html t.html", 2, "a page: `treebuild export web` makes pages of trees"),
    ],
)
def test_a_file_of_another_kind_names_the_command_for_it(words: str, code: int, kind: str, tmp_path: Path) -> None:
    for name in "msgpack", "proof", "store", "toml", "txt", "html":
        (tmp_path / f"t.{name}").write_text("no such thing " * 20)
    fails(words, message=f"to go by its name it is {kind}", code=code, cwd=tmp_path)


def test_every_format_of_a_tree_is_known_by_its_name() -> None:
    for extension, form in FORMATS.items():
        assert kind_by_name(Path(f"x{extension}")).startswith("to go by its name it is a tree") == bool(form.decode)
    assert kind_by_name(Path("x.PROOF"), ".proof") == kind_by_name(Path("x.unknown")) == ""


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("1123", "1 occurs twice, and the symbols of a code differ"),
        ("12345", "it has 5 symbols, and codes have 4"),
        ("12x4", "'x' is not one of its symbols"),
    ],
)
def test_why_a_text_is_no_code_is_said(code: str, why: str) -> None:
    fails("suggest", f"{code}:0.1", message=f"'{code}' is not a code of p4c10n: {why}; expected one such as 0123\n")


def test_one_secret_is_counted_as_one() -> None:
    assert "ok: 1 secret replayed, 1 node checked\n" in prints("build", "simple", "--game", "p2c1r")


@pytest.mark.parametrize(
    "words",
    ["build exact --objective {}", "certify --objective {} -o t.proof", "convert {file} t.rank --pack --keep {}"],
)
def test_a_race_names_a_tree_or_its_counts(words: str, tmp_path: Path) -> None:
    tree = build("minavg", "p3c4n")
    save(tree, tmp_path / "tree.msgpack")
    counts = "race:" + "/".join(map(str, tree.counts))
    written = []
    for objective in ("race:tree.msgpack", counts):
        line = [*words.format(objective, file="tree.msgpack").split(), "--game", "p3c4n"]
        prints(*line, *(["-o", "t.msgpack"] if line[0] == "build" else []), cwd=tmp_path)
        (target,) = tmp_path.glob("t.*")
        written.append(target.read_bytes())
        target.unlink()
    assert written[0] == written[1]
