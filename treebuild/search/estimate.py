"""How long an exact search will take, estimated from parts of it that are searched within seconds."""

from __future__ import annotations

import math
from dataclasses import dataclass
from threading import TIMEOUT_MAX
from time import thread_time

import numpy as np

from treebuild.errors import UsageError, check_type
from treebuild.game.game import Game
from treebuild.game.lookup import as_game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.search import greedy
from treebuild.search.engine.game_tables import PreparedGame
from treebuild.search.goal.objective import Objective
from treebuild.search.goal.plan import Source
from treebuild.search.sampled_search import SampledSearch
from treebuild.search.walk.problem import Problem
from treebuild.tree.policy import Progress, grow

PROCESS_BYTES = 110_000_000  # the memory of a process that has loaded only the compiled code
PROCESS_SECONDS = 0.8  # a process takes so long to load its modules and to replay its tree
# Errors are powers of e, for both ends of the range.
WHOLE_ERROR = 0.2  # of a search that was made to its end: a processor is not always equally fast
ERROR = math.log(2)  # of a sample: the truth of nine games in ten is within this factor, see docs/estimates.md
UNKNOWN_ERROR = 1.2  # more, times the share of the time that only a power law tells
MAX_UNKNOWN = 0.5  # with a larger share the estimate is a guess


@dataclass(frozen=True)
class Estimate:
    """About how many seconds a search takes on one core of this machine, and how much memory with one thread.

    low, high  the ends of the range, in seconds
    expected   the most likely time, in seconds
    bytes      the memory
    measured   the seconds that the estimate spent on searching parts of the game
    beyond     whether this is only a guess, for one of two reasons. No option of the positions that take most of the
               time could be tried within the seconds. Or the objective does not begin with the total, so that costs of
               near-optimal trees tell little of how many guesses have to be tried.
    """

    low: float
    expected: float
    high: float
    bytes: int
    measured: float
    beyond: bool


def estimate(
    game: Game | str,
    objective: Objective | str,
    *,
    candidates_only: bool = False,
    seconds: float = 30.0,
    progress: Progress | None = None,
) -> Estimate:
    """How long `build exact` will take for a game and an objective, after `seconds` of search.

    `candidates_only` is that of `build exact`. `progress` is called with the seconds spent, `seconds`, and the size of
    the position that is searched.

    Raises TreebuildError for a bad objective.

    >>> found = estimate("p3c6n", "total", seconds=1)
    >>> found.low <= found.expected <= found.high
    True
    """
    game = as_game(game)
    check_type(objective, (str, Objective), "objective: expected one such as total, or total,deepest")
    objective = Objective.parse(objective) if isinstance(objective, str) else objective
    check_type(candidates_only, bool, "candidates_only: expected True or False")
    check_type(seconds, (int, float), "number of seconds: expected one such as 30")
    if not 0 <= seconds < TIMEOUT_MAX:
        raise UsageError(f"bad number of seconds {seconds:g}: expected 0 or more, and less than {TIMEOUT_MAX:g}")
    replies, start = reply_matrix(game), thread_time()
    plan = (Source.MEMBERS,) if candidates_only else (Source.ALL,)
    greatest = objective.limit or len(game.secrets)
    if objective.needs_depth:
        greatest = grow(replies, greedy.scored(replies, "minavg", candidates_only)).max_depth
    problem = Problem(PreparedGame(replies), objective, greatest, plan)
    prepared = thread_time() - start + PROCESS_SECONDS
    search = SampledSearch(problem, seconds, progress)
    whole = search.whole()
    spent, unknown = search.sampled() if whole is None else (whole, 0.0)
    error = WHOLE_ERROR if whole is not None else ERROR + UNKNOWN_ERROR * unknown
    beyond = whole is None and (unknown > MAX_UNKNOWN or objective.criteria[0].kind != "total")
    searches = 2 if objective.needs_depth else 1  # the first of two finds the greatest depth
    low, expected, high = (prepared + searches * spent * math.exp(power) for power in (-error, 0.0, error))
    return Estimate(low, expected, high, _memory(problem), prepared + search.measured, beyond)


def _memory(problem: Problem) -> int:
    """The bytes of the reply matrix, the tables, a solver's working space, and Python with its libraries."""
    replies, solver = problem.replies, problem.solver
    arrays = {id(array): array for array in (*solver.tables, *solver.work, replies.matrix, replies.by_secret)}
    return PROCESS_BYTES + sum(array.nbytes for array in arrays.values() if isinstance(array, np.ndarray))
