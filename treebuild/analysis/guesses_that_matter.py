"""The first, second and third guesses that matter: one of each set that symmetries make equal."""

from __future__ import annotations

from collections.abc import Callable

from treebuild.errors import TreebuildError
from treebuild.game.conditions import Supports
from treebuild.game.reply_matrix import Replies
from treebuild.game.symmetry import representatives, symmetry_of

SUPPORTS = Supports(weights=True, costs=True)
MOST_LISTED = 1 << 18  # pairs of a first and a second guess; Wordle, without symmetries, has 168 million


def guesses_that_matter(
    replies: Replies, progress: Callable[[int, int, str], None] | None = None, most: int = MOST_LISTED
) -> dict[str, dict[str, int]]:
    """First guess -> second guess -> number of third guesses, one guess of each orbit.

    Symmetries that keep the first guess and the second exchange third guesses: the number counts one guess of each
    such set, without the first two guesses themselves. `progress` is called with (thousandths of the first guesses
    done, of all of them, what is being done). Raises TreebuildError for a game with a rule of guesses, which permits
    other guesses after other replies, and for a game with more than `most` pairs of a first and a second guess.
    """
    replies.game.require("the list of second and third guesses", SUPPORTS)
    game, symmetry = replies.game, symmetry_of(replies)
    found: dict[str, dict[str, int]] = {}
    firsts = representatives(symmetry.orbits()).tolist()
    if len(firsts) ** 2 > most:  # fewer symmetries keep a first guess: it has as many second guesses, or more
        raise TreebuildError(
            f"{game.name} has {len(firsts):,} first guesses that no symmetry makes equal, each with as many second "
            f"guesses or more: at most {most:,} pairs are listed"
        )
    for number, first in enumerate(firsts):
        thirds = found[game.spell(game.codes[first])] = {}
        seconds = representatives(symmetry.orbits(((first, 0),))).tolist()
        for place, second in enumerate(seconds):
            if progress:
                done = 1000 * number + 1000 * place // len(seconds)
                progress(done, 1000 * len(firsts), f"third guesses after {game.spell(game.codes[first])}")
            if second != first:
                third = representatives(symmetry.orbits(((first, 0), (second, 1)))).tolist()
                thirds[game.spell(game.codes[second])] = len(set(third) - {first, second})
    return found
