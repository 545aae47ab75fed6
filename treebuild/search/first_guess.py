"""Whether a tree may begin with a guess."""

from __future__ import annotations

from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.guessing import permits
from treebuild.game.reply_matrix import replies_to, reply_matrix


def check_first(game: Game, first: int) -> None:
    """Raise TreebuildError for a first guess that no tree of the game can begin with.

    All secrets answer it alike, unless it finds a lone secret, or the rule of guesses does not permit it.
    """
    replies, code = {*replies_to(game, first, range(len(game.secrets)))}, game.spell(game.codes[first])
    if len(replies) == 1 and game.win not in replies:
        raise TreebuildError(f"the first guess {code} tells nothing: every secret of {game.name} answers alike")
    if not permits(game, (), range(len(game.secrets)), first):
        raise TreebuildError(f"the first guess {code} is not permitted: {game.name} has guesses `{game.guesses}`")
    if len(game.secrets) == 1 and first != (lowest := int(reply_matrix(game).code_of[0])):
        # No format of trees says which of several winning codes a lone secret is guessed by: it is always the lowest.
        raise TreebuildError(
            f"{game.name} has one secret, which {game.spell(game.codes[lowest])} finds: give that as the first guess"
        )
