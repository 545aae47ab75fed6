"""What is too long, too deep, too many or no number is refused in one line, and soon, whoever reads it."""

from __future__ import annotations

import io
import os
import sys
import time
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import islice, permutations
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.helpers.command_line import fails, prints, run_text
from tests.helpers.game_files import COLOURS
from treebuild.analysis.position import Position
from treebuild.certificate import checkers
from treebuild.codec.files import STREAM
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.game_file import SIZE_LIMIT, TOML_LIMIT, read_game
from treebuild.game.user_input import LONGEST_LINE, MOST_TURNS

SOON = 5.0  # seconds of processor time; what follows took more, or ended in a traceback
DIGITS, HEXADECIMAL = "9" * 5000, "0x" + "f" * 5000


def named(value: object) -> str:
    """A short name of a test's case."""
    return value[:30] if isinstance(value, str) else type(value).__name__


@pytest.fixture(autouse=True)
def _soon() -> Iterator[None]:
    began = time.process_time()
    yield
    assert time.process_time() - began < SOON


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f'codes = {{ pegs = {DIGITS}, symbols = "ab", repeat = true }}', "has a number of more than 40 digits"),
        (f'codes = {{ pegs = {HEXADECIMAL}, symbols = "ab", repeat = true }}', "has a number of more than 40 digits"),
        (f"codes = [{HEXADECIMAL}]", "has a number of more than 40 digits"),
        (f"{COLOURS}\ncosts = [{HEXADECIMAL}]", "has a number of more than 40 digits"),
        (f"{'.'.join('a' * 100_000)} = 1", "line 2: a key has more than 20 parts"),
        ("[" + " . ".join(['"a"'] * 100_000) + "]", "line 2: a key has more than 20 parts"),
        (f"codes = {'[' * 100_000}", "too deep to read"),
        ("#" * TOML_LIMIT, "is larger than 1 MiB, expected a game"),
        ('codes = "large"', "large: is larger than 16 MiB, expected a code on each line"),
        ('codes = "pipe"', "pipe: is a FIFO, expected a code on each line"),
        ('codes = "a\\u0000b"', "there is no such file"),
        (f'{COLOURS}\nweights = "pipe"', "pipe: is a FIFO, expected weights"),
        (f'{COLOURS}\ncosts = "/dev/zero"', "/dev/zero: is a device, expected costs"),
    ],
    ids=named,
)
def test_game_files_beyond_the_limits(text: str, message: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "large").touch()
    os.truncate(tmp_path / "large", SIZE_LIMIT + 1)
    (tmp_path / "game.toml").write_text(f'rule = "bulls"\n{text}\n')
    with pytest.raises(TreebuildError, match=message) as error:
        read_game(tmp_path / "game.toml")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("number", ["1_000", "٣", "_1", "1e99999999999", "nan", "0x10", "1.5.5"])
def test_weights_costs_and_options_take_plain_numbers(number: str, tmp_path: Path) -> None:
    (tmp_path / "w.csv").write_text(f"01,{number}\n02,1\n", "utf-8")
    for option, name in ("--weights", "weight"), ("--costs", "cost"):
        fails(
            *["build", "simple", "--game", "p2c3n"],
            option,
            "w.csv",
            message=f"is no {name}, expected a number",
            cwd=tmp_path,
        )
    words = *["build", "simple", "--game", "p2c3n", "--missing"], number, "--weights", "w.csv"
    fails(*words, message="is no weight, expected a number", code=2, cwd=tmp_path)


@pytest.mark.parametrize("number", [10**5000, Fraction(1, 10**5000), Decimal("1e999999"), 1e300], ids=named)
def test_numbers_of_python_beyond_the_limits(number: int | Fraction | Decimal | float) -> None:
    game = Game.from_rules("p2c3n")
    for change in game.weighted, game.priced:
        with pytest.raises(TreebuildError, match="is out of range: expected one between 1e-40 and 1e40"):
            change({"01": number})


def test_costs_whose_common_unit_is_beyond_a_float() -> None:
    costs = {code: Fraction(1, 10**39 + number) for number, code in enumerate(codes_of("p2c6n"))}
    with pytest.raises(TreebuildError, match="the costs are too fine"):
        Game.from_rules("p2c6n").priced(costs)


def codes_of(rules: str) -> list[str]:
    """The codes of a game as they are spelled."""
    game = Game.from_rules(rules)
    return [game.spell(code) for code in game.codes]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("build exact --objective total --jobs 1_0", "'1_0' is not a whole number from 1 to "),
        ("build near --effort ٣", "'٣' is not a whole number from 1 to 9"),
        ("build near --seconds nan", "'nan' is not a number from 0.001 to "),
        ("build near --seconds 1_0", "'1_0' is not a number from 0.001 to "),
        ("build random --seed 1_0", "'1_0' is not a whole number from 0 to "),
        ("estimate --seconds nan", "'nan' is not a number from 1.0 to 3600.0"),
        ("players --games 1e3", "'1e3' is not a whole number from 2 to 10000000"),
        ("suggest --top ٣", "'٣' is not a whole number from 1 to "),
        ("pareto --depth 1_0", "'1_0' is not a whole number from 1 to "),
        ("pareto --tree 1_3,٢ -o t.b92", "bad point '1_3,٢'"),
        (f"build minavg --memory {'9' * 309}", "bad size '999"),
        (f"build minavg --memory {'9' * 300}T", "bad size '999"),
        ("build minavg --memory ٣G", "bad size '٣G'"),
        ("build exact --objective limit:999999", "from 1 to 9999"),
    ],
    ids=named,
)
def test_options_that_are_no_numbers_or_beyond_reason(words: str, message: str, tmp_path: Path) -> None:
    fails(*words.split(), "--game", "p2c3n", message=message, code=2, cwd=tmp_path)


@pytest.mark.parametrize("command", ["suggest", "review", "plot remainders -o r.svg"])
def test_too_many_turns_and_too_long_ones(command: str, tmp_path: Path) -> None:
    many = ["1234:1.1"] * (MOST_TURNS + 1)
    fails(*command.split(), *many, message="turns are too many: expected at most 100", cwd=tmp_path)
    fails(*command.split(), "1" * 100_000 + ":1.1", message="has more than 1000 characters", cwd=tmp_path)
    fails(*command.split(), "--game", "wordle", "🟩" * 1001, message="has more than 1000 characters", cwd=tmp_path)


def test_many_turns_with_one_reply_take_no_factorial_time() -> None:
    guesses = islice(map("".join, permutations("01234", 4)), 0, 120, 10)
    position = Position("p4c10n", [f"{guess}:0.0" for guess in guesses])
    assert len(position.history) == 12 and len(position.candidates) == 120


@pytest.mark.parametrize("how", [[], ["--guess"], ["--race"], ["--elsewhere"]])
def test_a_line_that_has_no_end(how: list[str]) -> None:
    fails("play", "--game", "p2c3n", *how, stdin=b"1" * 10_000_000, message="has more than 1000 characters: expected a")
    prints("play", "--game", "p2c3n", *how, stdin="1 " * (LONGEST_LINE // 2) + "\n")


def test_a_game_of_many_guesses_is_won_without_a_review() -> None:
    lines = "12\n" * MOST_TURNS + "12\n?\n01\n"
    done = run_text("play --game p2c3n --guess --secret 01", stdin=lines)
    assert done.returncode == 0 and "Found" in done.stdout, done.stdout
    assert done.stdout.count("turns are too many") == 2  # of the hint and of the review


def test_documents_of_many_maps(tmp_path: Path) -> None:
    path = tmp_path / "t.msgpack"
    path.write_bytes(b"\xdd" + (1_000_000).to_bytes(4) + b"\x80" * 1_000_000)
    fails("verify", path, message="has more than 100 maps, expected those of a tree")


class Endless(io.RawIOBase):
    """A stream that says how much of it was read."""

    def __init__(self, begin: bytes) -> None:
        self.taken, self._begin = 0, begin

    def read(self, size: int = -1) -> bytes:
        data = (self._begin[self.taken :] + bytes(max(size, 0)))[:size]
        self.taken += len(data)
        return data


@pytest.mark.parametrize(("begin", "message"), [(b"", "is no certificate"), (checkers.GZIP, "is larger than 0 GiB")])
def test_an_endless_certificate(begin: bytes, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Endless(begin)
    monkeypatch.setattr(checkers, "PIPED_LIMIT", 1 << 20)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=stream))
    with pytest.raises(TreebuildError, match=message), checkers.readable(STREAM):
        pass
    assert stream.taken <= 1 << 21
