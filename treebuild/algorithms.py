"""The named algorithms: what each minimises, and how it searches. One entry each; nothing here is a special case."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from dataclasses import dataclass

from treebuild.errors import TreebuildError
from treebuild.replies import Replies
from treebuild.search import greedy
from treebuild.tree import Criterion, Policy


@dataclass(frozen=True)
class Options:
    """What a user may ask of any algorithm."""

    candidates_only: bool = False
    seed: int = 0


@dataclass(frozen=True)
class Algorithm:
    """A named way to search. `search` turns a game's replies into a policy."""

    name: str
    summary: str
    objective: str
    criterion: Criterion
    tie_rule: str
    search: Callable[[Replies, Options], Policy]


def _greedy(name: str, summary: str, objective: str, criterion: Criterion = "total") -> Algorithm:
    def search(replies: Replies, options: Options) -> Policy:
        return greedy.scored(replies, name, options.candidates_only)

    return Algorithm(name, summary, objective, criterion, greedy.TIE_RULE, search)


_ALL = (
    Algorithm(
        "simple",
        "guess the lowest candidate",
        "none",
        "total",
        "none needed",
        lambda replies, options: greedy.simple(replies),
    ),
    Algorithm(
        "random",
        "guess a random candidate (--seed)",
        "none",
        "total",
        "of one or two candidates the lowest",
        lambda replies, options: greedy.random_candidate(replies, options.seed),
    ),
    _greedy("minmax", "smallest largest part (Knuth 1977)", "largest part"),
    _greedy("minavg", "smallest expected number of candidates left", "sum of n*n over parts"),
    _greedy("entropy", "most information: largest entropy of the parts", "sum of n*ln(n) over parts"),
    _greedy("parts", "most parts", "number of parts"),
    _greedy("crush", "smallest part sizes, largest first (Slovesnov 2.2.1)", "part sizes, largest first", "deepest"),
    _greedy("larmouth", "entropy with a bonus for candidates (Slovesnov 2.2.2)", "sum of n*ln(n), less 2*ln(2) in S"),
)
ALGORITHMS = {algorithm.name: algorithm for algorithm in _ALL}


def algorithm(name: str) -> Algorithm:
    """The algorithm of that name. Raises TreebuildError, with the nearest name, when there is none."""
    if name not in ALGORITHMS:
        near = difflib.get_close_matches(name, ALGORITHMS, 1, 0.5)
        hint = f"did you mean {near[0]!r}?" if near else "`treebuild list` shows them all"
        raise TreebuildError(f"unknown algorithm {name!r}: {hint}")
    return ALGORITHMS[name]
