"""The tasks of a search that a store keeps: what each option cost, how long it took, and what it waited for."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Hashable
from contextlib import closing
from pathlib import Path
from statistics import fmean

from treebuild.errors import TreebuildError
from treebuild.game.reply_matrix import Replies
from treebuild.search.bounds import Vector
from treebuild.search.store.memory import OptionTask, ProblemKey, Result, Store
from treebuild.search.store.sqlite import PROBLEM, check_engine, problem_names, remedy, spelled_name


class RecordedTasks:
    """The tasks of one problem of a store, by the name of the option. The file is read, and never changed.

    A StoreOpener: `store` reads the tasks of a problem, and has an empty store for a search that replays them.
    """

    def __init__(self, path: Path) -> None:
        """Raises TreebuildError when there is no such file."""
        if not path.is_file():
            raise TreebuildError(f"{path}: there is no such file; expected the store that an exact search has kept")
        self.path = path

    def store(self, replies: Replies, key: ProblemKey) -> Store:
        """Read the tasks of a problem. Raises TreebuildError when the file is no store or has none of them."""
        self._tasks = defaultdict[str, list[tuple[Result, OptionTask]]](list)
        self._seconds = defaultdict[int, list[float]](list)  # of the options of positions of so many candidates
        self._positions = dict[str, tuple[Result, float]]()
        try:
            with closing(sqlite3.connect(f"{self.path.absolute().as_uri()}?mode=ro", uri=True)) as data:
                check_engine(self.path, data)
                self._read(data, replies, key)
        except (sqlite3.Error, ValueError, TypeError) as error:
            raise TreebuildError(f"{self.path}: {remedy(sqlite3.DatabaseError(str(error)))}") from None
        if not self._tasks:
            raise TreebuildError(
                f"{self.path}: has no tasks of {replies.game.name} by {key.objective}: name its game and objective, "
                "or search again with a new store, which keeps them"
            )
        return Store()

    def _read(self, data: sqlite3.Connection, replies: Replies, key: ProblemKey) -> None:
        if not data.execute("SELECT count(*) FROM sqlite_master WHERE name = 'task'").fetchone()[0]:
            return  # made before tasks were kept
        for (problem,) in data.execute(PROBLEM, problem_names(replies, key)).fetchall():
            rows = data.execute(
                "SELECT position, candidates, seconds, cutoff, value, exact FROM task WHERE problem = ?", (problem,)
            )
            for name, candidates, seconds, cutoff, value, exact in rows:
                result = Result(tuple(json.loads(value)), 0 if exact else -1)
                self._tasks[name].append((result, OptionTask(candidates, seconds, tuple(json.loads(cutoff)))))
                self._seconds[candidates].append(seconds)
            rows = data.execute("SELECT position, value, guess, seconds FROM settled WHERE problem = ?", (problem,))
            for name, value, guess, seconds in rows:
                self._positions[name] = Result(tuple(json.loads(value)), guess), seconds

    def __len__(self) -> int:
        return sum(map(len, self._tasks.values()))

    def usual_seconds(self, candidates: int) -> float:
        """The mean processor time of the options of a position of so many candidates, or nearest to that."""
        return fmean(self._seconds[min(self._seconds, key=lambda size: abs(size - candidates))])

    def option(self, name: Hashable, cutoff: Vector) -> tuple[Result, OptionTask] | None:
        """How an option was tried that had to beat this cutoff, or the nearest to it that it ever had to beat."""
        tasks = self._tasks.get(spelled_name(name), [])
        higher = [found for found in tasks if found[1].cutoff >= cutoff]
        if higher:
            return min(higher, key=lambda found: found[1].cutoff)
        return max(tasks, key=lambda found: found[1].cutoff, default=None)

    def position(self, name: Hashable) -> tuple[Result, float] | None:
        """What a position was found to cost, and the seconds, if that took long enough to be kept."""
        return self._positions.get(spelled_name(name))
