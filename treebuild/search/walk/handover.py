"""Where the compiled search takes over from the walk: thresholds of speed, and of what `near` searches exactly."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Handover:
    """The thresholds of a search. Those of the exact search change how long it takes, never the value of a position.

    few             of as many candidates or fewer, finding symmetries takes longer than it saves
    many_guesses    more first or second guesses than this, or than half of all codes, are left to the compiled search
                    ...
    large           ... unless there are more candidates: the compiled search may take minutes for one guess
    first_replies   ... or unless first guesses times secrets are more
    listed          of all codes, in games of many replies: there a longer list of guesses costs more than it saves
    refuted         with a depth limit, a guess for as many candidates or more is first looked for in deeper trees, see
                    `LimitedSolver`: `exact` searches smaller positions whole; no guess `near` tried there was refuted
    easy_squares    `near`: a position is hard, and not searched exactly, when it has more than so many times k * k
                    candidates, where no guess makes more than k parts. Two guesses leave k * k parts at most, so few
                    guesses are ruled out before the third. In p6c6r, 100 candidates with k = 6 take minutes.
    always_easy     `near`: so many candidates are searched exactly without counting parts
    """

    few: int = 20
    many_guesses: int = 300
    large: int = 500
    first_replies: int = 1 << 24
    listed: float = 0.9
    refuted: int = 500
    easy_squares: float = 2
    always_easy: int = 72

    def is_compiled(self, depth: int, guesses: int, size: int, codes: int) -> bool:
        """Whether the compiled search tries so many guesses for so many candidates at a depth, in a game of `codes`."""
        many = guesses > min(self.many_guesses, codes // 2)
        if depth == 1:
            return many and guesses * size < self.first_replies
        return depth > 3 or (size <= self.large and (depth == 3 or many))

    def easy(self, most_parts: int) -> float:
        """The most candidates of a position that is not hard, where no guess makes more parts."""
        return self.easy_squares * most_parts**2
