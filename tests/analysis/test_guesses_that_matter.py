import pytest

from treebuild.analysis.guesses_that_matter import MOST_LISTED, guesses_that_matter
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.reply_matrix import reply_matrix


def test_guesses_that_matter_of_a_game_without_symmetries_are_refused_at_once() -> None:
    """Wordle has a hundred million pairs of guesses; here the limit is lower."""
    replies, steps = reply_matrix(Game.from_rules("p3c4n")), list[tuple[int, int, str]]()
    (seconds,) = guesses_that_matter(replies, lambda *step: steps.append(step)).values()
    assert len(seconds) <= len(steps) <= len(seconds) + 1 and {total for _, total, _ in steps} == {1000}
    assert MOST_LISTED < 2315**2
    with pytest.raises(TreebuildError, match="p3c4n has 1 first guesses that no symmetry makes equal"):
        guesses_that_matter(replies, most=0)
