"""The algorithms by name, each with its objective and a function that searches; and `build`, which makes a tree."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any

from treebuild.errors import Remedy, UsageError, check_type
from treebuild.game.conditions import EVERYTHING, PLAIN, Supports
from treebuild.game.game import Game
from treebuild.game.lookup import as_game, is_game
from treebuild.game.reply_matrix import Replies, reply_matrix
from treebuild.search import exact, greedy, race
from treebuild.search.engine.memory import check_memory, size_of
from treebuild.search.engine.reply_blocks import sample_rule
from treebuild.search.engine.without_matrix import needs_small_games
from treebuild.search.goal.objective import Objective
from treebuild.search.goal.permitted import ANY_GUESS, check_candidates_only, check_first
from treebuild.search.goal.plan import Source
from treebuild.search.near import large_game, passes
from treebuild.search.near import solve as near
from treebuild.search.resources import connected, opened
from treebuild.search.walk.claims import check_cost
from treebuild.search.walk.search_options import SearchOptions, shown_steps
from treebuild.search.walk.threads import check_jobs
from treebuild.slovesnov import hybrid
from treebuild.tree.policy import Policy, Progress, grow, policy_of
from treebuild.tree.tree import Built, ECounts, Tree
from treebuild.version import __version__

if TYPE_CHECKING:
    from treebuild.search.store.sqlite import StoreFile
    from treebuild.search.walk.search_options import Cluster


@dataclass(frozen=True)
class Options:
    """The arguments of `build` besides the algorithm and the game; its docstring explains them."""

    objective: str | None = None
    first: str | None = None
    candidates_only: bool = False
    seed: int = 0
    effort: int | None = None
    seconds: float | None = None
    gap: float | None = None
    jobs: int = 1
    memory: int | str | None = None
    store: StoreFile | Path | str | None = None
    cluster: Cluster | str | None = None

    @property
    def timed(self) -> bool:
        """Whether `near` goes on until its time is up, its gap is reached or Ctrl-C ends it, and not for an effort."""
        return self.seconds is not None or (self.gap is not None and self.effort is None)

    @property
    def plan(self) -> tuple[Source, ...]:
        """The source of the guesses, as `search.goal.plan` has them: the last entry is for all later depths."""
        return (Source.MEMBERS,) if self.candidates_only else (Source.ALL,)


@dataclass(frozen=True)
class Run:
    """The arguments of `Algorithm.search`.

    options      checked options
    first        the index of the code that the tree begins with, if it is given
    search       threads, store, cluster and progress
    log          called with every line of the log
    on_solution  called with the finished search of an exact algorithm
    """

    options: Options = Options()
    first: int | None = None
    search: SearchOptions = field(default_factory=SearchOptions)
    log: Callable[[Any], None] = lambda line: None
    on_solution: Callable[[exact.Solution], None] | None = None


@dataclass(frozen=True)
class Outcome:
    """The result of a search.

    policy     grows the tree
    searched   what the search showed about the tree, in a sentence; "" where it showed nothing
    objective  replaces the algorithm's, if it is not "", as in games with weights
    tie_rule   replaces the algorithm's, if it is not ""
    words      options that the file names besides those of the user
    check      raises TreebuildError if the tree does not have the cost that the search found
    """

    policy: Policy
    searched: str = ""
    objective: str = ""
    tie_rule: str = ""
    words: str = ""
    check: Callable[[Tree], None] | None = None


@dataclass(frozen=True)
class Algorithm:
    """A named way to search a game.

    summary    a line for people
    objective  what it minimises, in words
    criterion  what `Tree.e` of its trees counts
    tie_rule   how it chooses among equally good guesses, in words: totals depend on it
    search     search(replies, run) finds the policy
    """

    name: str
    summary: str
    objective: str
    criterion: ECounts
    tie_rule: str
    search: Callable[[Replies, Run], Outcome]
    shared: bool = False
    """Whether several jobs can share the search."""
    supports: Supports = EVERYTHING
    """The conditions of games that it supports."""
    narrowed: bool = True
    """Whether it takes `candidates_only`."""
    begins: bool = True
    """Whether it takes the `first` guess."""
    stored: bool = False
    """Whether it takes a `store`."""
    distributed: bool = False
    """Whether it takes a `cluster`."""
    matrix: bool = True
    """Whether the search reads the whole reply matrix."""
    tables: int = 1
    """The number of transposition tables that the search keeps in memory."""


def by_score(score: greedy.Score) -> Algorithm:
    """The algorithm that always takes the best guess by a score."""

    def search(replies: Replies, run: Run) -> Outcome:
        (objective, ties), members = greedy.in_words(replies.game, score.name), run.options.candidates_only
        rules = filter(None, (ties, sample_rule(replies.game, members)))
        return Outcome(greedy.scored(replies, score.name, members), "", objective, "; ".join(rules))

    name, ties = score.algorithm or score.name, greedy.TIE_RULE
    return Algorithm(name, score.summary, score.objective, score.criterion, ties, search, matrix=False)


def _criterion(objective: Objective) -> ECounts:
    return "total" if objective.criteria[0].kind == "total" else "deepest"


def _exact(name: str, objective: str, summary: str) -> Algorithm:
    parsed = Objective.parse(objective)

    def search(replies: Replies, run: Run) -> Outcome:
        solution = exact.solve(replies, parsed, plan=run.options.plan, first=run.first, options=run.search)
        if run.on_solution:
            run.on_solution(solution)
        return Outcome(solution.policy, solution.searched, check=partial(check_cost, solution.problem, solution.cost))

    return Algorithm(
        name, summary, parsed.name, _criterion(parsed), exact.TIE_RULE, search, True, stored=True, distributed=True
    )


def _near(objective: str) -> Algorithm:
    parsed = Objective.parse(objective)

    def search(replies: Replies, run: Run) -> Outcome:
        options = run.options
        solution = near.solve(
            replies,
            parsed,
            options.effort,
            seconds=options.seconds,
            gap=options.gap,
            plan=options.plan,
            first=run.first,
            options=run.search,
            log=run.log,
        )
        limits = [] if solution.stopped else [f"--effort {solution.effort}"]
        limits += [f"--seconds {options.seconds:g}"] if solution.stopped and options.seconds is not None else []
        limits += [f"--gap {100 * options.gap:g}%"] if options.gap is not None else []
        ties = near.tie_rule(replies.game, options.candidates_only)
        check = partial(check_cost, solution.problem, solution.cost)
        return Outcome(solution.policy, solution.searched, tie_rule=ties, words=" ".join(limits), check=check)

    summary = "nearly the best tree, in seconds, with a lower bound"
    criterion, ties = _criterion(parsed), passes.TIE_RULE
    tables = 2 if parsed.limit is None else 3  # of the passes, the exact search, and the search for a limit
    return Algorithm(
        "near", summary, parsed.name, criterion, ties, search, True, stored=True, distributed=True, tables=tables
    )


def _hybrid(name: str) -> Algorithm | None:
    """The algorithm of this name from Slovesnov's paper, or None."""
    named = hybrid.named(name)
    if named is None:
        return None
    recipe, summary = named

    def search(replies: Replies, run: Run) -> Outcome:
        hybrid_search = hybrid.Hybrid(replies, recipe, run.search.jobs, run.log, run.search.progress)
        hybrid_search.run()
        return Outcome(hybrid_search.policy)

    criterion: ECounts = "deepest" if recipe.heuristic is Source.CRUSH else "total"
    return Algorithm(
        name,
        summary,
        recipe.objective,
        criterion,
        hybrid.TIE_RULE,
        search,
        True,
        supports=PLAIN,
        narrowed=False,
        begins=False,
    )


def _strongest(replies: Replies, run: Run) -> Outcome:
    """Best reply after best reply, from a tree of smallest total (Tanaka 1996)."""
    quiet = replace(run.search, progress=None)
    start = grow(replies, exact.solve(replies, Objective.parse("total"), options=quiet).policy)
    tree, _ = race.strongest(replies, start, quiet)
    return Outcome(policy_of(replies, tree), "no tree scores more than half in races against this one")


def _needs(*_: object) -> Outcome:
    raise UsageError("'exact' needs an objective", remedy=Remedy("name it, such as {}", "objective", "total,sevens"))


_ALL = (
    Algorithm(
        "simple",
        "guess the lowest candidate",
        "none",
        "total",
        "none needed",
        lambda replies, run: Outcome(greedy.simple(replies)),
        matrix=False,
    ),
    Algorithm(
        "random",
        "guess a random candidate, drawn by the seed",
        "none",
        "total",
        "of one or two candidates the lowest",
        lambda replies, run: Outcome(greedy.random_candidate(replies, run.options.seed)),
        matrix=False,
    ),
    *map(by_score, greedy.SCORES.values()),
    _near("total"),
    _exact("avg", "total,deepest", "exact: smallest total, then fewest secrets at the greatest depth"),
    _exact("crush", "deepest", "exact: fewest secrets at the greatest depth, then one depth before"),
    _exact("crush-total", "sevens,total", "exact: fewest sevens, then the smallest total"),
    Algorithm(
        "strongest",
        "exact: no tree wins more than half its races against it",
        "race against itself",
        "total",
        exact.TIE_RULE,
        _strongest,
        True,
        supports=PLAIN,
        narrowed=False,
        begins=False,
        stored=True,
        distributed=True,
    ),
    Algorithm(
        "exact",
        "the best tree by an objective of your own",
        "your own",
        "total",
        exact.TIE_RULE,
        _needs,
        True,
        stored=True,
        distributed=True,
    ),
)
ALGORITHMS = {algorithm.name: algorithm for algorithm in (*_ALL, *filter(None, map(_hybrid, hybrid.PAPER)))}


def algorithm(name: str, objective: str | None = None) -> Algorithm:
    """The algorithm of this name. `exact` needs an objective, `near` may have one, and no other takes one.

    Raises TreebuildError for a bad objective, and for an unknown name; the error suggests the nearest name.
    """
    check_type(name, str, "algorithm: expected a name of `treebuild list`, such as minavg")
    if name == "exact" and objective is not None:
        return _exact(name, objective, ALGORITHMS[name].summary)
    if name == "near" and objective is not None:
        return _near(objective)
    if objective is not None:
        raise UsageError(f"{name!r} has an objective of its own: use `exact` to choose one")
    if known := ALGORITHMS.get(name) or _hybrid(name):
        return known
    similar = difflib.get_close_matches(name, ALGORITHMS, 1, 0.5)
    hint = f"did you mean {similar[0]!r}?" if similar else "`treebuild list` shows them all"
    game = Remedy("the game is an argument of its own: {}", "game", name) if is_game(name) else None
    raise UsageError(f"unknown algorithm {name!r}: {hint}", remedy=game)


def build(
    name: str = "near",
    game: Game | str = "p4c10n",
    *,
    objective: str | None = None,
    first: str | None = None,
    candidates_only: bool = False,
    seed: int = 0,
    effort: int | None = None,
    seconds: float | None = None,
    gap: float | None = None,
    jobs: int = 1,
    memory: int | str | None = None,
    progress: Progress | None = None,
    store: StoreFile | Path | str | None = None,
    cluster: Cluster | str | None = None,
    log: Callable[[Any], None] = lambda line: None,
    on_solution: Callable[[exact.Solution], None] | None = None,
) -> Tree:
    """Build the tree of a named algorithm for a game.

    `treebuild list` shows the algorithms. Of the arguments below only the first seven change the tree:

    objective        for `exact` and `near`: criteria with commas between, of which an earlier one counts more: total,
                     deepest, sevens (or any other number of guesses), limit:N, race:FILE with a tree to race
                     against, or race:1/7/63 with its counts
    first            the code that the tree begins with; the claim of the search is then about trees that begin with it
    candidates_only  guess candidates only
    seed             for `random`
    effort           for `near`: 1 to 9, 3 by default; a larger effort takes more time, and its tree is no worse
    seconds          for `near`, instead of an effort: the time limit of the search; Ctrl-C ends it sooner
    gap              for `near`: ends the search when the total is at most this share above its lower bound, such as
                     0.01; without an effort and seconds, it goes on until then
    jobs             the number of threads that share the search
    memory           the most memory that it may take, in bytes or as "2G"; by default half of the free memory
    progress         is called now and then with (steps done, steps in all, what is being done)
    store            a file that keeps the results of the search: after an interruption the search goes on from there,
                     and processes that share the file share the work, except the work of `near`
    cluster          the address of a Dask scheduler, whose workers search instead of threads
    log              is called with every line of the log: `near.NearLine` objects from `near`, `hybrid.Line` objects
                     from the algorithms of the paper
    on_solution      is called with the finished search of an exact algorithm, from which `certify` writes a
                     certificate without another search

    Raises TreebuildError for an unknown algorithm, a bad game, an objective that is wrong or that no tree meets, more
    jobs than the machine or the algorithm can use, and a search that would take more memory than it may.

    >>> build("minavg", "p3c4r")
    Tree(p3c4r, minavg: total 208, 4 guesses at most)
    >>> build("exact", "p3c4r", objective="total").built.searched
    'no tree of this game has a smaller total than 206'
    """
    game = as_game(game)
    if objective is not None:
        objective = race.with_counts(objective, game)
    asked = Options(objective, first, candidates_only, seed, effort, seconds, gap, jobs, memory, store, cluster)
    chosen, begin = checked(name, game, asked)
    replies = reply_matrix(game)
    with opened(store) as file, connected(cluster) as workers:
        search = SearchOptions(jobs, shown_steps(game, progress), file, workers)
        asked = replace(asked, candidates_only=candidates_only or game.conditions.guesses == "candidates")
        outcome = chosen.search(replies, Run(asked, begin, search, log, on_solution))
    words = [name, f"--objective {objective}" * bool(objective), "--guesses candidates" * candidates_only]
    words += [f"--seed {seed}" * bool(seed), outcome.words]
    words += [f"--first {game.spell(game.codes[begin])}"] if begin is not None else []
    objective, tie_rule = outcome.objective or chosen.objective, outcome.tie_rule or chosen.tie_rule
    built = Built(" ".join(filter(None, words)), objective, tie_rule, __version__, outcome.searched)
    tree = grow(replies, _begun(outcome.policy, begin), chosen.criterion, built, progress)
    if (store is not None or cluster is not None) and outcome.check:
        outcome.check(tree)
    return tree


def checked(name: str, game: Game, options: Options) -> tuple[Algorithm, int | None]:
    """(the algorithm, the index of the first guess or None), after all checks that need no file and no search.

    Raises TreebuildError as `build` does.
    """
    objective, first, seconds = options.objective, options.first, options.seconds
    chosen = algorithm(name, objective if objective is None else race.with_counts(objective, game))
    if chosen.search is _needs:
        _needs()
    if first is not None and not chosen.begins:
        raise UsageError(f"{name!r} chooses its first guess itself: only greedy and exact algorithms take one")
    begin = None if first is None else game.code_index[game.parse(first)]
    if begin is not None:
        check_first(game, begin)
    _check_conditions(chosen, game, options.candidates_only)
    if options.seed and name != "random":
        raise UsageError(f"{name!r} takes no seed: only `random` does")
    for given, what in (options.effort, "effort"), (seconds, "seconds"), (options.gap, "gap"):
        if given is not None and name != "near":
            raise UsageError(f"{name!r} takes no {what}: only `near` does")
    check_type(seconds, (int, float, NoneType), "number of seconds: expected one such as 30")
    if options.effort is not None and seconds is not None:
        raise UsageError("both an effort and seconds are given: expected one of them, how much to try or for how long")
    if seconds is not None and not 0 < seconds < 1e9:
        raise UsageError(f"bad number of seconds {seconds:g}: expected more than 0 and less than 1e9")
    check_type(options.gap, (int, float, NoneType), "gap: expected a share of the lower bound, such as 0.01")
    if options.gap is not None and not 0 <= options.gap < 1:
        raise UsageError(f"bad gap {options.gap:g}: expected a share of the lower bound, from 0 to less than 1")
    if options.gap is not None and (name != "near" or chosen.criterion != "total"):
        raise UsageError(f"a gap is a share of the total: {chosen.objective} does not begin with the total")
    _check_resources(chosen, game, options)
    return chosen, begin


def _check_conditions(chosen: Algorithm, game: Game, candidates_only: bool) -> None:
    """Raise TreebuildError where the algorithm does not support the conditions of the game, or candidates only."""
    check_type(candidates_only, bool, "candidates_only: expected True or False")
    name = chosen.name
    game.require(repr(name), chosen.supports)
    if candidates_only and not chosen.narrowed:
        raise UsageError(f"{name!r} decides itself where it guesses candidates only", remedy=ANY_GUESS)
    if candidates_only:
        check_candidates_only(game)
    if candidates_only and game.conditions.costs and chosen.stored:  # with costs, these searches follow only the rule
        hint = "give the game the rule `candidates` in place of candidates only"
        raise UsageError(f"{game.name} has costs of guesses, so {name!r} goes by the rule of guesses alone: {hint}")


def _check_resources(chosen: Algorithm, game: Game, options: Options) -> None:
    """Raise TreebuildError for jobs, a store or a cluster that the algorithm cannot use, and for too little memory."""
    name, kept, shared = chosen.name, options.store is not None, options.cluster is not None
    check_jobs(options.jobs)
    if options.jobs > 1 and not chosen.shared:
        raise UsageError(f"{name!r} is built by one thread: more jobs would have nothing to do")
    if kept and not chosen.stored:
        raise UsageError(f"{name!r} keeps nothing in a store: only exact algorithms and `near` do")
    if shared and not chosen.distributed:
        raise UsageError(f"{name!r} cannot use a cluster: only exact algorithms and `near` can")
    if large := name == "near" and needs_small_games(game):
        large_game.check_large(game, options.effort, options.timed, options.jobs, kept, shared)
    check_type(options.memory, (int, str, NoneType), "memory: expected bytes, or a size such as 2G")
    memory = size_of(options.memory) if isinstance(options.memory, str) else options.memory
    check_memory(game, name, chosen.matrix, memory, large, chosen.tables)


def _begun(policy: Policy, first: int | None) -> Policy:
    """The policy, with this first guess in place of its own, if one is given."""
    return policy if first is None else lambda candidates, history: policy(candidates, history) if history else first
