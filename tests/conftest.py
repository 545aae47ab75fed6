"""What many tests share: games, trees, what to do without a program, which tests are long."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import compress
from operator import not_
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import pytest
from hypothesis import is_hypothesis_test, settings

from treebuild.algorithms import build
from treebuild.codec import load
from treebuild.game.game import Game
from treebuild.game.reply_matrix import Replies, reply_matrix
from treebuild.search.engine.solver import StoppedError
from treebuild.tree.tree import Tree

Result = TypeVar("Result")

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # in the many processes of the tests: threads cost each 0.1 s
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # or each program that a test starts compiles the package: 0.3 s
sys.dont_write_bytecode = False
TREES = Path(__file__).parent.parent / "trees"

# By the clock, which goes on while a busy machine does something else for seconds; `within` bounds the processor time.
settings.register_profile("default", max_examples=100, deadline=20_000)
settings.register_profile("long", max_examples=10_000, deadline=20_000)
settings.load_profile("default")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile what is not compiled yet before xdist starts its workers, which would all do it at the same time."""
    if getattr(session.config.option, "numprocesses", None):
        for name in ("minavg", "avg", "avg45"):
            build(name, "p2c3n")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One more worker than cores, as tests of the page and of clusters wait for a quarter of the time."""
    return (os.cpu_count() or 1) + 1


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--part", type=_part, metavar="K/N", help="run the Kth of N parts of the tests")


def _part(text: str) -> tuple[int, int]:
    part, slash, parts = text.partition("/")
    if not (slash and part.isdecimal() and parts.isdecimal() and 1 <= int(part) <= int(parts)):
        raise argparse.ArgumentTypeError(f"{text!r} is no part: expected K/N, as 1/8, with 1 <= K <= N")
    return int(part), int(parts)


def in_part(nodeids: list[str], part: int, parts: int) -> list[bool]:
    """Whether each test belongs to a part: a test of many cases is dealt out case by case, others go with their file.

    Tests of a file share what takes long to make, as a wheel or the server of a page.
    """
    functions = [nodeid.partition("[")[0] for nodeid in nodeids]
    cases, seen = Counter(functions), Counter[str]()
    chosen = []
    for function in functions:
        file = zlib.crc32(function.partition("::")[0].encode())
        chosen.append((file + (seen[function] if cases[function] >= parts else 0)) % parts == part - 1)
        seen[function] += 1
    return chosen


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With Hypothesis's profile `long`, the tests it feeds are among the long ones, and may take twenty minutes.

    Tests that may take longer than others begin first, so that no core waits for one of them at the end.
    """
    if config.option.part:
        chosen = in_part([item.nodeid for item in items], *config.option.part)
        config.hook.pytest_deselected(items=[*compress(items, map(not_, chosen))])
        items[:] = compress(items, chosen)
    if config.getoption("hypothesis_profile") == "long":
        for item in items:
            if is_hypothesis_test(getattr(item, "obj", None)):
                item.add_marker("long")
                if item.get_closest_marker("timeout") is None:
                    item.add_marker(pytest.mark.timeout(1200))
    items.sort(key=lambda item: item.get_closest_marker("timeout") is None)


def mostly_long(values: Iterable[Any], now: Iterable[Any]) -> list[Any]:
    """Parameters of a test: those of `now` for every run of the tests, the others for `make test-long`."""
    values, now = list(values), list(now)
    assert all(value in values for value in now), now
    return [value if value in now else pytest.param(*_several(value), marks=pytest.mark.long) for value in values]


def _several(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


def seeds(few: int, many: int) -> list[Any]:
    """Seeds for a fuzzer: a few for every run of the tests, the rest of many for `make test-long`."""
    return mostly_long(range(many), range(few))


def require(*tools: str) -> None:
    """Skip the test when a program is absent; fail instead under TREEBUILD_REQUIRE_ALL=1."""
    absent = [tool for tool in tools if shutil.which(tool) is None]
    if absent:
        missing(f"{', '.join(absent)} not installed")


def missing(what: str) -> NoReturn:
    """Skip the test, or fail it under TREEBUILD_REQUIRE_ALL=1, and say what is missing."""
    if os.environ.get("TREEBUILD_REQUIRE_ALL") == "1":
        pytest.fail(f"{what}, and TREEBUILD_REQUIRE_ALL=1")
    pytest.skip(what)


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """A folder of this name, which one process of a run fills by `make`; the others wait until it has."""
    base = factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / name
    ready = folder.with_suffix(".ready")
    try:
        folder.mkdir()
    except FileExistsError:
        while not ready.exists():
            time.sleep(0.1)
    else:
        try:
            make(folder)
        finally:
            ready.touch()
    return folder


def within(seconds: float, run: Callable[[], Result], about: str = "") -> Result:
    """The result of `run`, which may take so many seconds of the processor, times `slowness`.

    Bounds of what a hostile file may cost: the best of three counts, as a machine may be busy.
    """
    for _ in range(3):
        start = time.process_time()
        result = run()
        spent = time.process_time() - start
        if spent < seconds or spent < seconds * slowness():
            return result
    pytest.fail(f"{spent:.1f} s instead of {seconds}: {about}")


def slowness() -> float:
    """How much longer a program may take here than on the machines that bounds were measured on.

    A plain loop took 50 ms there. It needs no caches, which other tests fill on a busy machine: half as much again.
    """

    def once() -> float:
        start = time.process_time()
        for _ in range(2_000_000):
            pass
        return time.process_time() - start

    return max(1.5 * min(once() for _ in range(3)) / 0.05, 1)


def seconds_to_stop(run: Callable[[], object], stop: Callable[[], None], after: float) -> float:
    """How long a search goes on, in another thread, when it is told to stop; it has to raise StoppedError."""
    with ThreadPoolExecutor(1) as pool:
        searching = pool.submit(run)
        time.sleep(after)
        asked = time.perf_counter()
        stop()
        assert isinstance(searching.exception(), StoppedError)
        return time.perf_counter() - asked


@pytest.fixture(scope="session")
def bulls_cows() -> Replies:
    return reply_matrix(Game.from_rules("p4c10n"))


@pytest.fixture(scope="session")
def tiny() -> Replies:
    return reply_matrix(Game.from_rules("p2c3n"))


@cache
def built(name: str, game: str | Game) -> Tree:
    """A tree, built once; what takes long to prove is read from trees/, where `make trees-check` builds it again."""
    if (name, game) == ("crush", "p4c10n"):
        return load(TREES / "p4c10n" / "crush.msgpack")
    return build(name, game)


@pytest.fixture(scope="session")
def minavg() -> Tree:
    return built("minavg", "p4c10n")


def two_d() -> Game:
    """The game of seed 001: a pair of numbers 0..4; are all coordinates <=, are all >=, are they equal."""
    pairs = [(a, b) for a in range(5) for b in range(5)]

    def reply(guess: tuple[int, int], secret: tuple[int, int]) -> tuple[bool, bool, bool]:
        return (
            all(g <= s for g, s in zip(guess, secret, strict=True)),
            all(g >= s for g, s in zip(guess, secret, strict=True)),
            guess == secret,
        )

    alphabet = [(False, False, False), (True, False, False), (False, True, False), (True, True, True)]
    return Game.from_parts("twoD", pairs, pairs, reply, alphabet, (True, True, True))


@cache
def distinct_secrets() -> Game:
    """The game of seed 001: secrets are four different colours out of six, guesses may repeat colours."""
    mastermind = Game.from_rules("mastermind")
    secrets = [code for code in mastermind.codes if len(set(code)) == 4]

    def reply(guess: tuple[int, ...], secret: tuple[int, ...]) -> str:
        return mastermind.replies[mastermind.reply(guess, secret)]

    return Game.from_parts("distinct", mastermind.codes, secrets, reply, mastermind.replies, "4.0")
