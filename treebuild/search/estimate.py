"""How long a proof will take, from as much of it as is done within seconds.

The estimators of Knuth (1975) and Chen (1992) weigh random paths of a backtracking search by how many others they stand
for. Here the upper two levels are laid out: all positions after one guess, and of each the second guesses, with the
parts that they leave. A sample of small positions at both levels is searched. Power laws through these say how long
others take, and straight lines what they cost; that says how many guesses are searched, and how many of their parts,
until bounds do the rest.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import takewhile
from random import Random
from statistics import fmean, median
from threading import Timer
from time import perf_counter, thread_time

import numpy as np

from treebuild.game.game import Game, as_game
from treebuild.game.replies import partition, reply_matrix
from treebuild.search import greedy
from treebuild.search.allowed import Source
from treebuild.search.bounds import Vector
from treebuild.search.game_search import Proof
from treebuild.search.objective import Objective
from treebuild.search.open_node import Candidates
from treebuild.search.prepared import Tables
from treebuild.search.solver import StoppedError
from treebuild.search.store.memory import History
from treebuild.tree.policy import Progress, grow

FIRSTS = 40  # first guesses that are laid out, the most promising; the others count as much on average
PROBES = 3  # third guesses of a position that are tried
SECONDS_TRIED = 12  # second guesses of a position that are laid out
EACH = 4  # positions of about the same size that are searched
FEW = 20  # candidates that take no time
LEAST = 0.002  # seconds: less says nothing
WIDEST = math.sqrt(5)  # what is expected, divided or multiplied by this, ends the range
BASE = 110_000_000  # bytes of a process that has loaded the compiled code, and nothing else
PROCESS = 0.8  # seconds until a process has loaded what it needs, and has its tree replayed
FAR = 1.5  # times the candidates of what was searched: beyond, nothing is known
POWERS = 2.0, 6.0  # seconds grow with the size of a position to a power between these
WORTHS = 0.25, 0.6  # guesses, with the logarithm of its size
SURE, DRIFT = 0.4, 0.4  # how wrong, as a power of e: always; and for each factor e beyond the sizes that were searched


@dataclass(frozen=True)
class Estimate:
    """About how many seconds a search takes on one core of this machine, and how much memory with one thread.

    measured  seconds that were spent on parts of the search itself
    beyond    whether this is a guess, and no estimate: there is far more in it than what could be searched, or the
              objective does not begin with the total, so that who knows how many guesses a position ends after
    """

    low: float
    expected: float
    high: float
    bytes: int
    measured: float
    beyond: bool


@dataclass(frozen=True)
class _Place:
    """A position after one guess or two."""

    history: History
    candidates: Candidates = field(repr=False)
    bound: Vector

    @property
    def size(self) -> int:
        return len(self.candidates)


@dataclass(frozen=True)
class _Line:
    """A straight line through points, and how far these are from it: the standard deviation."""

    slope: float
    start: float
    spread: float

    def at(self, x: float) -> float:
        return self.start + self.slope * x


class _Level:
    """What was measured of positions where the next guess is at a depth: seconds, and the first place of their cost."""

    worth: _Line

    def __init__(self, depth: int) -> None:
        self.depth = depth
        self.found: dict[History, tuple[int, float, float]] = {}
        self.stopped: dict[History, tuple[int, float]] = {}  # seconds that were not enough

    def fit(self) -> None:
        """Lay lines through what was measured."""
        sizes = self.found.values()
        alike = defaultdict[int, list[tuple[int, float]]](list)  # positions of one size may take very different times
        for n, spent, _ in sizes:
            alike[_about(n)].append((n, spent))
        for n, spent in self.stopped.values():
            alike[_about(n)].append((n, 2 * spent))
        means = [tuple(map(fmean, zip(*some, strict=True))) for some in alike.values()]
        self.largest = max((n for n, _, _ in sizes), default=FEW)
        points = [(math.log(n), math.log(spent)) for n, spent in means if spent >= LEAST and n > FEW]
        # Where all was too fast to be measured, the largest took no more than the least that can be.
        self.time = _fit(points or [(math.log(max(self.largest, FEW)), math.log(LEAST))], *POWERS)

    def seconds(self, place: _Place) -> float:
        """How long a position takes."""
        if place.history in self.found:
            return self.found[place.history][1]
        law = math.exp(self.time.at(math.log(place.size))) if place.size > FEW else 0.0
        return max(law, self.stopped.get(place.history, (0, 0.0))[1])

    def value(self, place: _Place) -> float:
        """What it costs."""
        if place.history in self.found:
            return self.found[place.history][2]
        return max((self.worth.at(math.log(place.size)) + self.depth) * place.size, float(place.bound[0]))


class _Study:
    """A search that is looked at before it is done."""

    def __init__(self, proof: Proof, seconds: float, progress: Progress | None) -> None:
        self.proof, self.seconds, self.progress, self.random = proof, seconds, progress, Random(0)
        self.begun = perf_counter()
        self.second, self.third = _Level(2), _Level(3)
        self.until = 0.0
        self._probes: dict[History, tuple[float, float]] = {}  # seconds that it takes, and that the law says
        self.ends = proof.objective.criteria[0].kind == "total"  # else values do not grow smoothly

    def children(self, candidates: Candidates, history: History, guess: int) -> list[_Place]:
        """The parts that a guess leaves, those of few candidates first."""
        found, replies = [], self.proof.replies
        for reply, part in partition(replies, guess, candidates):
            if reply != replies.win:
                width = int(self.proof.game.board.cap[reply])
                bound = self.proof.fill(len(history) + 2, width, part)
                found.append(_Place((*history, (guess, reply)), part, bound))
        return sorted(found, key=lambda place: place.size)

    def measure(self, level: _Level, places: Iterable[_Place], seconds: float) -> None:
        """Search some positions of every size, the smallest first, until time is up."""
        chosen, met = [], Counter[int]()
        for place in sorted(places, key=lambda place: place.size):
            met[_about(place.size)] += 1
            if place.size > FEW // 4 and met[_about(place.size)] <= EACH and place.history not in level.found:
                chosen.append(place)
        begun, hand = perf_counter(), self.proof.hand
        timer = Timer(seconds, hand.stop)
        timer.start()
        try:
            for place in chosen:
                if self.progress:
                    spent = min(perf_counter() - self.begun, self.seconds)
                    self.progress(int(spent), math.ceil(self.seconds), f"{place.size} candidates")
                level.stopped = {place.history: (place.size, perf_counter() - begun)}
                level.found[place.history] = self.proof.pool.run(partial(self._search, place))
        except StoppedError:
            before = level.stopped[place.history][1]
            level.stopped = {place.history: (place.size, perf_counter() - begun - before)}
        else:
            level.stopped = {}
        finally:
            timer.cancel()
            timer.join()
            hand.solver.resume()
        level.fit()
        levels = self.second, self.third
        worth = _fit(
            [(math.log(n), value / n - one.depth) for one in levels for n, _, value in one.found.values()], *WORTHS
        )
        for one in levels:
            one.worth = worth

    def _search(self, place: _Place) -> tuple[int, float, float]:
        start, proof = thread_time(), self.proof
        value = proof.node(place.candidates, place.history, proof.infinite, proof.hand).value
        return place.size, thread_time() - start, float(value[0])

    def seconds_of(self, level: _Level, places: Sequence[_Place], most: float) -> float:
        """How long the parts of a guess take, until they cost `most`."""
        least, spent = sum(float(place.bound[0]) for place in places), 0.0
        for place in places:
            if self.ends and least >= most:
                break
            least += level.value(place) - float(place.bound[0])
            spent += self.probed(place) if level is self.third else level.seconds(place)
        return spent

    def probed(self, place: _Place) -> float:
        """How long a position after two guesses takes that is larger than what was searched: a few guesses are tried.

        Once time is up, what is read off the law, times by how much more the others took.
        """
        law = self.third.seconds(place)
        if place.size <= self.third.largest or place.size <= FEW:
            return law
        if place.history not in self._probes:
            guesses = self.ordered(place, self.third) if perf_counter() < self.until else []
            if not guesses:
                took, said = map(sum, zip(*self._probes.values(), strict=True)) if self._probes else (1.0, 1.0)
                return law * took / said
            solver = self.proof.hand.solver
            below = solver.scale.ceiling((math.ceil(self.third.value(place)), *self.proof.zero[1:]))
            chosen = self.random.sample(guesses, min(len(guesses), PROBES))
            start = thread_time()
            for guess in chosen:
                solver.search(place.candidates, 3, below, np.array([guess], np.int32))
            self._probes[place.history] = (thread_time() - start) * len(guesses) / len(chosen), law
        return self._probes[place.history][0]

    def ordered(self, place: _Place, level: _Level) -> list[int]:
        """Guesses at a position that a search may have to try."""
        proof, most = self.proof, level.value(place)
        guesses = proof.among(place.candidates, place.history)
        ordered = [] if guesses is None else proof.ordered(place.candidates, level.depth, guesses)
        likely = [guess for bound, guess in ordered if bound[0] < most or not self.ends]
        return likely or [guess for _, guess in ordered[:SECONDS_TRIED]]

    def laid_out(self, place: _Place) -> float:
        """How long a position after one guess takes, by its second guesses and their parts."""
        guesses, most = self.ordered(place, self.second), self.second.value(place)
        if not guesses:
            return 0.0
        chosen = [guesses[i] for i in sorted(self.random.sample(range(len(guesses)), min(len(guesses), SECONDS_TRIED)))]
        parts = [self.children(place.candidates, place.history, guess) for guess in chosen]
        spent = sum(self.seconds_of(self.third, some, most) for some in parts)
        return spent * len(guesses) / len(chosen)

    def all_laid_out(self, places: Sequence[_Place]) -> list[tuple[_Place, float]]:
        """The same of positions, the largest first. Once time is up, what the law of those says that were laid out."""
        laid = [(place, self.laid_out(place)) for place in takewhile(lambda _: perf_counter() < self.until, places)]
        left = places[len(laid) :]
        if not left:
            return laid
        law = _fit([(math.log(place.size), math.log(max(spent, LEAST))) for place, spent in laid], *POWERS)
        return laid + [(place, math.exp(law.at(math.log(place.size)))) for place in left]


def estimate(
    game: Game | str,
    objective: Objective | str,
    *,
    candidates_only: bool = False,
    seconds: float = 30.0,
    progress: Progress | None = None,
) -> Estimate:
    """How long `build exact` will take for a game and an objective, after `seconds` of search. Raises TreebuildError.

    >>> found = estimate("p3c6n", "total", seconds=1)
    >>> found.low <= found.expected <= found.high
    True
    """
    game = as_game(game)
    objective = Objective.parse(objective) if isinstance(objective, str) else objective
    replies, start = reply_matrix(game), thread_time()
    plan = (Source.MEMBERS,) if candidates_only else (Source.ALL,)
    greatest = objective.limit or len(game.secrets)
    if objective.needs_depth:
        greatest = grow(replies, greedy.scored(replies, "minavg", candidates_only)).max_depth
    proof = Proof(Tables(replies), objective, greatest, plan)
    prepared = thread_time() - start + PROCESS
    study, everything = _Study(proof, seconds, progress), proof.game.everything
    firsts = [first for _, first in proof.ordered(everything, 1, proof.game.firsts)]
    parts = [study.children(everything, (), first) for first in firsts[:FIRSTS]]
    spent, spread, measured, beyond = _search_time(study, parts, seconds)
    spread = min(spread, WIDEST)
    spent *= len(firsts) / max(len(parts), 1)
    searches = 2 if objective.needs_depth else 1  # one to find the greatest depth, and one for what is asked
    low, expected, high = (prepared + searches * spent * factor for factor in (1 / spread, 1.0, spread))
    return Estimate(low, expected, high, _memory(proof), prepared + measured, beyond)


def _search_time(study: _Study, parts: Sequence[Sequence[_Place]], seconds: float) -> tuple[float, float, float, bool]:
    """Seconds of a search, the factor by which that may be wrong, seconds measured, and what `beyond` is to be."""
    seconds_, thirds = study.second, study.third
    places = [place for some in parts for place in some]
    study.measure(seconds_, places, seconds / 3)
    guessed: dict[History, tuple[int, float, float]] = {}
    missing = [place for place in places if place.size > FEW and place.history not in seconds_.found]
    if missing:
        study.measure(thirds, list(_sample(study, missing)), seconds / 3)
        study.until = perf_counter() + seconds / 3
        laid = study.all_laid_out(sorted(missing, key=lambda place: -place.size))
        small = [place for place in places if place.size > FEW and place.history in seconds_.found]
        more = [seconds_.seconds(place) - study.laid_out(place) for place in small[:SECONDS_TRIED]]
        always = max(median(more), 0.0) if more else 0.0  # what a position takes before the first guess is tried
        for place, found in laid:
            most = max(always + found, seconds_.stopped.get(place.history, (0, 0.0))[1])
            guessed[place.history] = place.size, most, seconds_.value(place)
    measured = sum(spent for level in (seconds_, thirds) for _, spent, _ in level.found.values())
    seconds_.found |= guessed
    best = min((sum(map(seconds_.value, some)) for some in parts), default=0.0)
    spent = sum(study.seconds_of(seconds_, some, best + 1) for some in parts)
    if not missing:
        return spent, math.exp(SURE), measured, False
    last = max(missing, key=lambda place: place.size)
    far = max(math.log(max(part.size for part in _children_of(study, last)) / thirds.largest), 0.0)
    guess = far > math.log(FAR) or not study.ends
    return spent, math.exp(SURE + thirds.time.spread / 2 + DRIFT * far), measured, guess


def _children_of(study: _Study, place: _Place) -> list[_Place]:
    """The parts that the most promising second guess leaves."""
    guesses = study.ordered(place, study.second)
    return study.children(place.candidates, place.history, guesses[0]) if guesses else [place]


def _sample(study: _Study, places: Sequence[_Place]) -> Iterable[_Place]:
    """Positions after two guesses: after good ones, and after any."""
    for place in sorted(places, key=lambda place: -place.size)[:SECONDS_TRIED]:
        guesses = study.ordered(place, study.second)
        for guess in (*guesses[:2], *study.random.sample(guesses, min(len(guesses), 4))):
            yield from study.children(place.candidates, place.history, guess)


def _about(size: int) -> int:
    """A number that sizes share which are about the same."""
    return int(4 * math.log(size))


def _fit(points: Sequence[tuple[float, float]], least: float, most: float) -> _Line:
    """The line of least squares through the half of points that lies furthest to the right, of a slope in bounds."""
    chosen = sorted(points)[len(points) // 2 if len(points) > 8 else 0 :]
    if not chosen:
        return _Line(least, 0.0, 0.5)
    x, y = np.array(chosen).T
    fitted = float(np.polyfit(x, y, 1)[0]) if np.ptp(x) > 0 else least
    slope = min(max(fitted, least), most)
    start = float(np.mean(y - slope * x))
    return _Line(slope, start, float(np.std(y - slope * x - start)) if len(chosen) > 1 else 0.5)


def _memory(proof: Proof) -> int:
    """Bytes of the tables, of a solver's own, and of Python with its libraries."""
    board, memory, replies = proof.game.board, proof.hand.solver.memory, proof.replies
    arrays = {id(array): array for array in (*board, *memory, replies.matrix, replies.by_secret)}
    return BASE + sum(array.nbytes for array in arrays.values() if isinstance(array, np.ndarray))
