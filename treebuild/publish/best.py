"""The best trees known, in a few characters each: proven least totals, and the fewest sevens of Bulls and Cows."""

from __future__ import annotations

from treebuild.algorithms import build
from treebuild.codec import ranked
from treebuild.game.game import Game
from treebuild.game.lookup import as_game
from treebuild.game.reply_rules import BYTE_REPLIES
from treebuild.tree.policy import Progress
from treebuild.tree.tree import Tree

QUICK = 1 << 28  # codes times secrets; in a larger game with a space, `best` takes more than some seconds
QUICK_WITHOUT_SPACE = 1 << 26  # the same of other games, where no symmetries make it quicker; Wordle has 2^24.8
SEARCHED = 1 << 16  # codes times secrets; larger games with a rule of guesses or costs get no near-optimal tree
BEST = (  # (game, ranked text), made by `convert --pack` from proven trees; tests replay them
    ("p4c10n", "AsTHPttPkIhyk1zsCLe8_I4K"),  # 26274 guesses in all
    ("p4c10n", "HyXCzmoRwIsSlLZKPYvnhbP0m90vFG0"),  # 50 secrets take 7 guesses, none more
    ("p4c6r", "A7lzj_"),  # 5625 guesses in all
)
STRONGEST = (  # trees/p4c10n/strongest.rank: no tree wins more than half its races against it
    "AMDqAa2YKFxJ4LcQRsXwkhxlbazZyOOc-Ar7nZcp7-"
    "uIGYYPXHVCvFyfmZsYpQ_UVeL2Rjjd3chZK0iQwvyFmjjtBXyKpRKdTUhYgkZGqNmB6rZpcv2EB_QQm-"
    "c6DxpWcSJicY5xMXpTP6KK4iReMQynQcJExGOlzjbMoztGi-"
    "zTdGjjTdfpOiczW9FoUz4uVETtNPKcUJMtPzN8dzvy1Bnvyi89p_vSj3zMMv-e2INd_krmxSs5SjQTJUR2hJf-ZC--"
    "j7yAtahERZKCIzJojpcnkq8RdNp0mantTCKU9GVk2ZpP-Y-Yl8TrX6lGkyD3RJjerIhC8kryhf-"
    "OUy75QRI7rRz301E1llqVLStyfzv9FFOrVXpvE5jX84560RChPkP81R9vMe6Zwe5E7Wg-"
    "RXHyNuK8pa2NR6oBiX-1PM99lGoI_fjIVVaD9QCcDBX589XyhyzhJxkJnyYJb7Fbdg-"
    "oKXG6hpHzuszBGuR1p146kWqyQxING4E82ifQ6GBkYRblWyZ5dAF9FmFTJ6DNxgwBCW8LqHobQESAd2IsHacmgdg-Y"
)
SHOWN = (  # (key of messages.js, game, text): of equal totals, or equal worst cases, the best down to depth 2
    ("bestAverage", "p4c10n", "AqfBt4qzeMdBAidydW5vYRNP1_81NLlYr3KhCDvQvj"),  # avg, 69 sevens
    ("neverMore", "p4c10n", BEST[1][1]),
    ("inRaces", "p4c10n", STRONGEST),
    ("bestAverage", "p3c10n", "AjsVk_eItT"),  # avg, 3575 guesses in all
    ("neverMore", "p3c10n", "Ab0LT1i5Rj5nNSI"),  # crush, 165 sixes, no sevens
    ("bestAverage", "p4c6r", "AjoKD3kP"),  # avg
    ("neverMore", "p4c6r", "Aqwc5v2I0Sh"),  # crush, 539 fives
)


def best(game: Game | str, progress: Progress | None = None, searched: int = SEARCHED) -> Tree:
    """The best tree known for a pNcM game; for any other game the tree that the rule of the ranked format makes.

    For a game that does not allow every guess, where guesses have costs, or that has too many replies for that format,
    it is the tree of `near`; above `searched` codes times secrets, where `near` would take more than a second or two,
    it is the tree of `minavg`.
    """
    game = as_game(game)
    if game.conditions.ruled or len(game.replies) > BYTE_REPLIES:
        quick = len(game.codes) * len(game.secrets) <= searched
        return build("near" if quick else "minavg", game, progress=progress)
    texts = [text for name, text in BEST if game.space and name == game.name] or [ranked.spell(game, 0, []).decode()]
    return ranked.decode(texts[0].encode(), game, patient=True, progress=progress)


def is_quick(game: Game) -> bool:
    """Whether `best` takes some seconds at most, so that a hint or a review may wait for the tree."""
    return len(game.codes) * len(game.secrets) <= (QUICK if game.space else QUICK_WITHOUT_SPACE)


def strongest(game: Game | str, progress: Progress | None = None) -> Tree:
    """The tree to race with. For Bulls and Cows no tree wins more than half its races against it; else it is `best`."""
    game = as_game(game)
    if game.space and game.name == "p4c10n":
        return ranked.decode(STRONGEST.encode(), game, patient=True)
    return best(game, progress)
