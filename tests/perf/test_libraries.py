"""`make bench`: a library beside code that is compiled for this very processor."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

import pytest

from tests.perf.conftest import Row, best
from tools.compile_kernels import CannotBuildError, build
from treebuild.game.reply_matrix import reply_matrix
from treebuild.search import exact
from treebuild.search.kernels import native
from treebuild.search.kernels.native import jit, libraries, processor
from treebuild.search.kernels.native.calling import HOME, Entry
from treebuild.search.objective import Objective


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Entry]:
    """The entry points of a library for the best level that runs here."""
    try:
        (path,) = build(tmp_path_factory.mktemp("library"), processor.levels()[:1])
    except CannotBuildError as error:
        pytest.skip(str(error))
    return libraries.entries(path)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("objective", ["total", "sevens"])
def test_library(
    tell: Callable[[Row], None], library: dict[str, Entry], objective: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A proof for Bulls and Cows, in one process, by turns."""
    replies, sought = reply_matrix("p4c10n"), Objective.parse(objective)

    def search(entries: Mapping[str, Entry]) -> float:
        monkeypatch.setattr(native, "entry", entries.__getitem__)
        start = time.process_time()
        exact.solve(replies, sought)
        return time.process_time() - start

    compiled = {name: jit.load(name) for name in HOME}
    ours, theirs = best(lambda: search(library), lambda: search(compiled))
    tell(Row(f"{objective} proved by a library, beside code for this processor", ours, theirs, "1.05"))
