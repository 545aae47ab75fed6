"""Where the compiled search takes over: one object with all thresholds, of `exact`, `pareto` and `near`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Handover:
    """The thresholds of a search.

    These belong to the exact search. They change how long it takes, never the value of a position.

    walked         the options of a position are searched by their parts if it comes after fewer guesses than this, and
                   else by the compiled search. It is 2 or more, since costs may be too large there for compiled code.
    few            the compiled search takes over at positions of this many candidates or fewer, since to find
                   symmetries there takes longer than it saves
    many_guesses   the compiled search takes over at the root, and at positions after one guess, if they have more
                   guesses than this, or than half of all codes ...
    large          ... unless the position after one guess has more candidates than this: the compiled search may take
                   minutes for one guess there
    first_replies  ... or unless the guesses at the root times the secrets are this many or more
    listed         a share of all codes. In games of many replies, the compiled search gets no list of guesses if the
                   list is longer, since it costs more than it saves
    refuted        with a depth limit, a guess for this many candidates or more is first looked for in deeper trees, see
                   `LimitedSolver`. `exact` searches smaller positions whole, and there no guess of `near` was refuted.

    These belong to `near`. They change its trees.

    easy_squares   a position is hard, and `near` does not search it exactly, if it has more than easy_squares * k * k
                   candidates, where no guess makes more than k parts. Two guesses leave k * k parts at most, so few
                   guesses are ruled out before the third. In p6c6r, 100 candidates with k = 6 take minutes.
    always_easy    a position of this many candidates or fewer is searched exactly without counting parts
    tests_exact    effort 1 searches no position of more candidates exactly in games of tests: with 60 instead of 40 it
                   takes twice the time
    tests_settled  the lower bound searches positions of this many candidates or fewer exactly in games of tests; 60 may
                   take a minute
    limit_easy     the search for a depth limit is exact at positions of this many candidates or fewer, however many
                   guesses are left
    limit_last     it is also exact with fewer guesses left than this, and with this many if the candidates are ...
    limit_most     ... this many or fewer
    """

    walked: int = 2
    few: int = 20
    many_guesses: int = 300
    large: int = 500
    first_replies: int = 1 << 24
    listed: float = 0.9
    refuted: int = 500
    easy_squares: float = 2
    always_easy: int = 72
    tests_exact: int = 40
    tests_settled: int = 24
    limit_easy: int = 12
    limit_last: int = 3
    limit_most: int = 200

    def is_compiled(self, depth: int, guesses: int, size: int, codes: int) -> bool:
        """Whether the compiled search takes over at a position of `size` candidates whose next guess is at `depth`.

        `guesses` is the number of guesses at the position, and `codes` the number of codes of the game.
        """
        many = guesses > min(self.many_guesses, codes // 2)
        if depth == 1:
            return many and guesses * size < self.first_replies
        return depth > self.walked + 1 or (size <= self.large and (depth == self.walked + 1 or many))

    def limit_is_compiled(self, left: int, size: int) -> bool:
        """Whether the search for a depth limit is exact at a position of `size` candidates with `left` guesses left."""
        last = left < self.limit_last or (left == self.limit_last and size <= self.limit_most)
        return last or size <= self.limit_easy

    def easy(self, most_parts: int) -> float:
        """The most candidates of a position that is not hard, if no guess there makes more than `most_parts` parts."""
        return self.easy_squares * most_parts**2
