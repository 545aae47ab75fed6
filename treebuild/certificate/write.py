"""Writing certificates: `certify`. Claims about parts refute the guesses that a checker cannot refute by itself.

The search finds the least cost of each part. The certificate claims it where a proof needs it, and proves each claim by
further claims, down to claims that a checker can prove by itself. You need not trust this module: a certificate with a
wrong claim is accepted by no checker. schema/proof.md explains the terms.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock
from types import NoneType
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from treebuild.certificate.checker_rules import CheckerRules
from treebuild.certificate.checker_rules_version_3 import CheckerRulesVersion3, check_small
from treebuild.certificate.header import DEPTHS, Statement, check_game, header, leb128, stated_guesses
from treebuild.certificate.witnesses import Image, Images
from treebuild.errors import TreebuildError, check_type
from treebuild.game.game import Game
from treebuild.game.lookup import as_game
from treebuild.game.positions import Candidates, History
from treebuild.game.reply_matrix import Replies, partition, reply_matrix
from treebuild.search import exact
from treebuild.search.engine.game_tables import PreparedGame
from treebuild.search.engine.solver import PositionSolver
from treebuild.search.goal.objective import Objective
from treebuild.search.goal.permitted import check_candidates_only, is_ruled
from treebuild.search.goal.plan import Source
from treebuild.search.near import solve as near
from treebuild.search.resources import connected, opened
from treebuild.search.store.results import contradiction
from treebuild.search.walk.claims import in_words, no_tree
from treebuild.search.walk.exhaustive import Exhaustive
from treebuild.search.walk.problem import Problem
from treebuild.search.walk.search_options import SearchOptions
from treebuild.search.walk.threads import Pool
from treebuild.tree.policy import Progress

if TYPE_CHECKING:
    from treebuild.search.store.sqlite import StoreFile
    from treebuild.search.walk.search_options import Cluster

NOT_CERTIFIED = "; `build near` may state more, by SCAN, REACH and KRAFT, for which certificates have no rules"
Record = tuple[int, bytes]  # a guess that a claim lists: its code, and its parts as the file has them


@dataclass(frozen=True)
class Position:
    """Candidates, and the guesses and replies that lead to them."""

    candidates: Candidates
    history: History

    @property
    def depth(self) -> int:
        """The depth of the next guess."""
        return len(self.history) + 1


@dataclass(frozen=True)
class Claim:
    """The claim that solving the candidates of a position costs `least` or more."""

    position: Position
    least: int


@dataclass(frozen=True)
class Certificate:
    """`data` is the content of a file, a proof once a checker accepts it; `searched` is the claim of the search."""

    data: bytes
    searched: str


class Author:
    """Writes the claims of one thread. The search knows the costs; the rules know what a checker sees by itself."""

    def __init__(
        self,
        walk: Exhaustive,
        statement: Statement,
        solver: PositionSolver,
        rules: CheckerRules | CheckerRulesVersion3,
        images: Images | None,
    ) -> None:
        """`walk` is the search of the game. `solver` and `rules` are of this thread only. Version 3 has no `images`."""
        self.walk, self.problem = walk, walk.problem
        self.statement, self.images = statement, images
        self.solver, self.rules = solver, rules

    def fork(self) -> Author:
        """An author for another thread."""
        return Author(self.walk, self.statement, self.solver.fork(), self.rules.fork(), self.images)

    def stop(self) -> None:
        """Stop soon, with an exception."""
        self.solver.stop()
        self.walk.scheduler.stop()

    def value(self, position: Position, enough: int) -> int:
        """The least cost of the candidates of a position by the search, or `enough` if that is smaller."""
        cutoff = self.statement.split(enough) or self.problem.infinite
        if position.depth == 2:  # the walk has searched it, with all symmetries
            result = self.walk.value(position.candidates, position.history, cutoff)
            exactly, vector = result.exact, result.value
        else:
            ceiling = self.solver.encoding.ceiling(cutoff)
            value, guess = self.solver.search_position(position.candidates, position.history, ceiling)
            exactly, vector = guess >= 0, self.solver.encoding.decode(value)
        if not exactly and cutoff < self.problem.infinite:
            return enough  # also where no tree is possible, which costs more
        return min(self.statement.join_found(vector, exactly), enough)

    def guess(self, claim: Claim, code: int, width: int) -> list[tuple[int, Claim]]:
        """(reply, claim) of each claim about a part that is needed to refute a guess: few, about the smallest parts."""
        position, parts = claim.position, []
        total = self.rules.asked(code, position.candidates)
        by_reply = dict(partition(self.problem.replies, code, position.candidates))
        won = by_reply.pop(self.problem.replies.win, None)
        if won is not None:
            total += self.rules.won(int(won[0]), position.depth)
        bounds = self.rules.bounds(position.candidates, position.history, code, by_reply, width)
        for reply, part in by_reply.items():
            longer, bound = Position(part, (*position.history, (code, reply))), bounds[reply]
            total += bound
            parts.append((len(part), reply, longer, bound))
        claims = []
        for _, reply, place, bound in sorted(parts, key=lambda entry: entry[:2]):
            if total >= claim.least:
                break
            amount = self.value(place, bound + claim.least - total)
            if amount > bound:
                total += amount - bound
                claims.append((reply, Claim(place, amount)))
        if total < claim.least:
            raise TreebuildError(
                f"search and certificate disagree: {len(position.candidates)} candidates at depth {position.depth} are "
                f"to cost {claim.least}, and guess {code} is only known to cost {total}: please report this"
            )
        return sorted(claims, key=lambda entry: entry[0])

    def records(self, claim: Claim, codes: NDArray[np.int32]) -> list[Record]:
        """The records of the guesses among `codes` that a checker does not refute by itself."""
        position = claim.position
        left, width = self.rules.not_refuted(position.candidates, position.history, claim.least, codes)
        return [(code, self._listed(claim, code, width)) for code in left]

    def noted_records(self, claim: Claim, codes: NDArray[np.int32]) -> list[Record]:
        """`records`, or what the store has under the same claim, guesses and costs, which determine the records."""
        rest = (self.rules.stated, claim.position.history, claim.least)
        name = hashlib.sha256(repr((*rest, codes.tolist())).encode()).hexdigest()
        data = self.problem.store.noted(
            f"records {name}",
            lambda: json.dumps([(code, parts.hex()) for code, parts in self.records(claim, codes)]).encode(),
        )
        try:
            records = [(code, bytes.fromhex(parts)) for code, parts in json.loads(data)]
            sound = {code for code, _ in records} <= set(codes.tolist())
        except (ValueError, TypeError, RecursionError):
            sound = False
        if not sound:
            raise contradiction("a note has no records of the guesses that it is named after")
        return records

    def _listed(self, claim: Claim, code: int, width: int) -> bytes:
        return _parts((reply, part.least, self.claim(part)) for reply, part in self.guess(claim, code, width))

    def claim(self, claim: Claim) -> bytes:
        """The bytes of a claim, with the bytes of all claims that it rests on."""
        listed, codes = self.orbits(claim.position)
        return _claim(listed, self.records(claim, codes))

    def orbits(self, position: Position) -> tuple[list[Image], NDArray[np.int32]]:
        """As `Images.orbits`, without codes that may not be guessed. In version 3, every code that may be guessed."""
        if self.images is None:
            return [], self.problem.permitted.at(position.candidates, position.history)
        guesses, replies = [guess for guess, _ in position.history], [reply for _, reply in position.history]
        listed, codes = self.images.orbits(guesses, replies, position.candidates)
        if self.rules.stated[1]:
            codes = codes[np.isin(self.problem.replies.secret_of[codes], position.candidates)]
        return listed, codes


def certify(
    game: Game | str,
    objective: Objective | str,
    *,
    candidates_only: bool = False,
    near_effort: int | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
    store: StoreFile | Path | str | None = None,
    cluster: Cluster | str | None = None,
    solution: exact.Solution | None = None,
) -> Certificate:
    """The certificate of the least cost of a game by an objective, or of a lower bound of this cost.

    With `near_effort` it is the certificate of the lower bound that `near` finds with this effort. It takes seconds
    where the least cost takes hours.

    `jobs` is the number of threads; the bytes do not depend on it. `progress` is called with (guesses done, guesses in
    all, what is being done). `store` is a file that keeps the results and the claims written so far: after an
    interruption the work goes on from there. With a `cluster`, its workers search, and threads write. A `solution` of
    the same game and objective saves the search; its store and cluster must still be open. Raises TreebuildError when
    the costs are too large, when the objective is `limit:N` alone and some tree keeps this limit, and where
    `exact.solve` raises it.

    >>> certify("p3c4r", "total").searched
    'no tree of this game has a smaller total than 206'
    """
    game = as_game(game)
    check_type(objective, (str, Objective), "objective: expected one such as total, or total,deepest")
    objective = Objective.parse(objective) if isinstance(objective, str) else objective
    if game.conditions.weights and not any(criterion.weighted for criterion in objective.criteria):
        game = game.under(game.conditions.unweighted())
    check_game(game)
    check_type(candidates_only, bool, "candidates_only: expected True or False")
    check_type(solution, (exact.Solution, NoneType), "solution: expected one of exact.solve")
    guesses = stated_guesses(game, candidates_only)
    if candidates_only:
        check_candidates_only(game)
    if guesses == "candidates":
        candidates_only = True
        if is_ruled(game) and game.conditions.guesses != guesses:
            game = game.with_guesses(guesses)
    ruled = is_ruled(game)
    if ruled:
        check_small(game)
    with opened(store) as file, connected(cluster) as workers:
        finished = solution if solution is not None and _solves(solution, game, objective, candidates_only) else None
        options = SearchOptions(jobs, store=file, cluster=workers)
        if near_effort is not None:
            searched = _bounded(game, objective, candidates_only, near_effort, options)
        elif finished:
            searched = _stated(finished, options)
        else:
            searched = _searched(game, objective, candidates_only, options)
        walk, statement, words = searched
        problem = walk.problem
        begin = header(problem.replies, statement, guesses)
        if ruled:
            author = Author(walk, statement, problem.solver.fork(), CheckerRulesVersion3(begin), None)
        else:
            rules = CheckerRules(problem.game.tables, statement.rates, candidates_only)
            author = Author(walk, statement, problem.solver.fork(), rules, Images(game))
        root = Claim(Position(problem.game.everything, ()), statement.join(statement.bound))
        pool = Pool(author, jobs, Author.fork, Author.stop)
        body = pool.run(lambda: _root(author, pool, root, progress))
    data = gzip.compress(begin + body, 9, mtime=0)
    return Certificate(data, words)


def check_certifiable(game: Game, objective: Objective) -> None:
    """Raise TreebuildError, before any search, when no certificate can hold the costs of the objective."""
    check_game(game)
    if criteria := len(objective.vector(1, _shallowest(reply_matrix(game)))):
        Statement.of(objective, (1,) * criteria, game)


def _solves(solution: exact.Solution, game: Game, objective: Objective, candidates_only: bool) -> bool:
    """Whether a search was of this very Game, of the same trees, and by the same objective."""
    problem = solution.problem
    plan = (Source.MEMBERS,) if candidates_only else (Source.ALL,)
    asked = game, objective, plan, None
    searched = problem.replies.game, solution.objective, problem.plan, problem.first
    return searched == asked and _only_limit(objective) is None


def _only_limit(objective: Objective) -> int | None:
    """The limit of an objective that is nothing but a limit; None for any other objective."""
    return objective.limit if all(criterion.kind == "limit" for criterion in objective.criteria) else None


def _stated(solution: exact.Solution, options: SearchOptions) -> tuple[Exhaustive, Statement, str]:
    """(a search that knows the costs of parts, the statement to certify of a solution, the statement in words)."""
    walk, problem = solution.walk, solution.problem
    game = problem.replies.game
    statement = Statement.of(solution.objective, solution.cost, game)
    if statement.added not in ((), (0,)):
        # The search was among trees that are deep enough for the best tree. A part after another guess may have a
        # deeper tree of a smaller total, which counts here. So parts are searched by the costs of the statement.
        statement = replace(statement, added=())
        apart = Problem(problem.game, statement.objective, len(game.secrets), problem.plan, store=options.store)
        walk = Exhaustive(apart, options)
    return walk, statement, solution.searched


def _searched(
    game: Game, objective: Objective, candidates_only: bool, options: SearchOptions
) -> tuple[Exhaustive, Statement, str]:
    """As `_stated`, after a search of the whole game."""
    plan = (Source.MEMBERS,) if candidates_only else (Source.ALL,)
    check_certifiable(game, objective)
    replies = reply_matrix(game)
    limit = _only_limit(objective)
    if limit is None:
        return _stated(exact.solve(replies, objective, plan=plan, options=options), options)
    walk = Exhaustive(Problem(PreparedGame(replies), objective, limit, plan, store=options.store), options)
    walk.run()
    if walk.root.exact:
        raise TreebuildError(f"a tree keeps {objective.name}, so there is nothing to prove: give a lower limit")
    trees = "tree of this game" + " that guesses candidates only" * candidates_only
    words = f"no {trees} solves every secret in {limit} guesses"
    return walk, Statement.impossible(limit, len(replies.game.secrets)), words


def _bounded(
    game: Game, objective: Objective, candidates_only: bool, effort: int, options: SearchOptions
) -> tuple[Exhaustive, Statement, str]:
    """As `_stated`, for the lower bound that `near` finds with an effort; the search has not begun."""
    check_certifiable(game, objective)
    if objective.needs_depth:
        raise TreebuildError(f"{objective.name} has no bound to certify before its best tree is known: use total")
    if _only_limit(objective) is not None:
        raise TreebuildError(
            f"{objective.name} alone is kept or not, and has no lower bound: certify it without near, or add a cost, "
            f"as total,{objective.name}"
        )
    replies, plan = reply_matrix(game), (Source.MEMBERS,) if candidates_only else (Source.ALL,)
    greatest = objective.limit or len(game.secrets)
    problem = Problem(PreparedGame(replies), objective, greatest, plan, store=options.store)
    walk = Exhaustive(problem, options)
    bound, settled = walk.scheduler.run(lambda worker: near.lower_bound(problem, effort))
    if bound >= problem.infinite:
        raise no_tree(problem)
    words = in_words(problem, bound) + (NOT_CERTIFIED if not settled else "")
    return walk, Statement.of(objective, bound, game), words


def _shallowest(replies: Replies) -> int:
    """A depth that every tree reaches, because a guess wins against one secret; at most DEPTHS."""
    depth = nodes = won = 1
    while won < len(replies.game.secrets) and depth < DEPTHS:
        nodes *= max(replies.count - 1, 1)
        depth, won = depth + 1, won + nodes
    return depth


def _root(author: Author, pool: Pool[Author], root: Claim, progress: Progress | None) -> bytes:
    """The bytes of the claim of the body. Threads share the second guesses, each a task."""
    listed, firsts = author.orbits(root.position)
    left, width = author.rules.not_refuted(root.position.candidates, (), root.least, firsts)
    parts = [(first, reply, claim) for first in left for reply, claim in author.guess(root, first, width)]
    orbits = [author.orbits(claim.position) for _, _, claim in parts]
    tasks = [(place, codes[i : i + 1]) for place, (_, codes) in enumerate(orbits) for i in range(len(codes))]
    done, lock = 0, Lock()

    def work(own: Author, task: tuple[int, NDArray[np.int32]]) -> list[Record]:
        nonlocal done
        refuted = own.noted_records(parts[task[0]][2], task[1])
        with lock:
            done += 1
            if progress:
                progress(done, len(tasks), "second guesses refuted")
        return refuted

    records: list[list[Record]] = [[] for _ in parts]
    for (place, _), refuted in zip(tasks, pool.map(work, tasks), strict=True):
        records[place] += refuted
    second = [_claim(images, refuted) for (images, _), refuted in zip(orbits, records, strict=True)]
    by_first: dict[int, list[tuple[int, int, bytes]]] = {first: [] for first in left}
    for (first, reply, claim), written in zip(parts, second, strict=True):
        by_first[first].append((reply, claim.least, written))
    return _claim(listed, [(first, _parts(claims)) for first, claims in by_first.items()])


def _parts(claims: Iterable[tuple[int, int, bytes]]) -> bytes:
    """The bytes of the parts of a guess, from (reply, amount, bytes of the claim) of each."""
    written, before, number = b"", -1, 0
    for reply, amount, claim in claims:
        written += leb128(reply - before - 1) + leb128(amount) + claim
        before, number = reply, number + 1
    return leb128(number) + written


def _claim(images: Sequence[Image], records: Iterable[Record]) -> bytes:
    """The bytes of a claim, from the symmetries and the records that it lists."""
    written, before, number = b"", -1, 0
    for code, parts in sorted(records):
        written += leb128(code - before - 1) + parts
        before, number = code, number + 1
    listed = b"".join(bytes(pegs) + bytes(symbols) for pegs, symbols in images)
    return leb128(len(images)) + listed + leb128(number) + written
