"""How long an exact search will take, estimated from parts of it that are searched within seconds."""

from __future__ import annotations

import math
from dataclasses import dataclass
from threading import TIMEOUT_MAX
from time import thread_time

from treebuild.errors import Remedy, TreebuildError, UsageError, check_type
from treebuild.game.game import Game
from treebuild.game.lookup import as_game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.search import greedy
from treebuild.search.engine.game_tables import PreparedGame
from treebuild.search.engine.memory import needed_bytes
from treebuild.search.goal.objective import Objective
from treebuild.search.goal.prices import check_objective
from treebuild.search.sampled_search import SampledSearch
from treebuild.search.walk.problem import Problem
from treebuild.tree.policy import Progress, grow

PROCESS_SECONDS = 0.8  # a process takes so long to load its modules and to replay its tree
# Errors are powers of e, for both ends of the range.
WHOLE_ERROR = 0.2  # of a search that was made to its end: a processor is not always equally fast
ERROR = math.log(2)  # of a sample: the truth of nine games in ten is within this factor, see docs/estimates.md
UNCERTAIN_ERROR = 1.2  # more, times the share of the time that is uncertain, see `SampledSearch.sampled`
MAX_UNCERTAIN = 0.5  # with a larger share the estimate is a guess
LEAST_ADVISED, MOST_ADVISED = 60, 3600  # seconds, if too few were given; the command takes no more than the second


class UnmeasuredError(TreebuildError):
    """The seconds are too few to try one option of a search to its end, so that nothing tells how long it takes."""

    def __init__(self, seconds: float) -> None:
        few = "1 second is" if seconds == 1 else f"{seconds:g} seconds are"
        more = int(min(max(LEAST_ADVISED, 10 * seconds), MOST_ADVISED))
        super().__init__(
            f"how long this search takes is unknown: {few} too few to try one guess to its end",
            remedy=Remedy("give more, such as {}", "seconds", more) if more > seconds else None,
        )


@dataclass(frozen=True)
class Estimate:
    """About how many seconds a search takes on one core of this machine, and how much memory with one thread.

    low, high  the ends of the range, in seconds
    expected   the most likely time, in seconds
    bytes      the memory, as `build exact` foresees it
    is_guess   whether this is only a guess, for one of two reasons. More than half of the expected time is uncertain,
               because the positions that take longest could hardly be tried within the seconds. Or the objective does
               not begin with the total, so that costs of near-optimal trees tell little of how many guesses have to be
               tried.
    """

    low: float
    expected: float
    high: float
    bytes: int
    is_guess: bool


def estimate(
    game: Game | str,
    objective: Objective | str,
    *,
    seconds: float = 30.0,
    progress: Progress | None = None,
) -> Estimate:
    """How long `build exact` will take for a game and an objective, after `seconds` of search.

    `progress` is called with the seconds spent, `seconds`, and the size of the position that is searched.

    Raises UsageError for bad `seconds`. Raises TreebuildError for a bad game or objective, for arguments of a wrong
    type, and for costs that do not fit the compiled search; as UnmeasuredError, for `seconds` that are too few to try
    one option of the search to its end.

    >>> found = estimate("p3c6n", "total", seconds=1)
    >>> found.low <= found.expected <= found.high
    True
    """
    game = as_game(game)
    check_type(objective, (str, Objective), "objective: expected one such as total, or total,deepest")
    objective = Objective.parse(objective) if isinstance(objective, str) else objective
    check_type(seconds, (int, float), "number of seconds: expected one such as 30")
    if not 0 <= seconds < TIMEOUT_MAX:
        raise UsageError(f"bad number of seconds {seconds:g}: expected 0 or more, and less than {TIMEOUT_MAX:g}")
    check_objective(game, objective)
    replies, start = reply_matrix(game), thread_time()
    greatest = objective.limit or len(game.secrets)
    if objective.needs_depth:
        greatest = grow(replies, greedy.scored(replies, "minavg", game.conditions.guesses == "candidates")).max_depth
    problem = Problem(PreparedGame(replies), objective, greatest)
    prepared = thread_time() - start + PROCESS_SECONDS
    search = SampledSearch(problem, seconds, progress)
    if (whole := search.whole()) is not None:
        spent, error, is_guess = whole, WHOLE_ERROR, False
    elif (sampled := search.sampled()) is not None:
        spent, uncertain = sampled
        error = ERROR + UNCERTAIN_ERROR * uncertain
        is_guess = uncertain > MAX_UNCERTAIN or objective.criteria[0].kind != "total"
    else:
        raise UnmeasuredError(seconds)
    searches = 2 if objective.needs_depth else 1  # the first of two finds the greatest depth
    low, expected, high = (prepared + searches * spent * math.exp(power) for power in (-error, 0.0, error))
    return Estimate(low, expected, high, needed_bytes(game, searches=True), is_guess)
