"""What a game is played by, held against what a search, a format or a command supports."""

from __future__ import annotations

import pytest

from treebuild.errors import Remedy, TreebuildError
from treebuild.game.conditions import EVERYTHING, PLAIN, UNGROUPED, Conditions, Supports
from treebuild.game.game import Game

GAME = Game.from_rules("p2c3n")
WEIGHTED = GAME.weighted({"01": 2, "02": 1})
PRICED = GAME.priced({"01": 0.5})
GROUPED = GAME.with_guesses("identify").grouped({"01": "a", "02": "a"})
EQUALLY = "x takes all secrets to be equally likely, and p2c3n has weights of secrets"
ALLOWED = "x takes every guess to be allowed and to cost 1, and p2c3n has "


@pytest.mark.parametrize(
    ("game", "supports", "says"),
    [
        (WEIGHTED, PLAIN, f"{EQUALLY}: leave the weights out"),
        (PRICED, PLAIN, f"{ALLOWED}costs of guesses: leave the costs out"),
        (GAME.with_guesses("candidates"), PLAIN, f"{ALLOWED}guesses `candidates`: expected all"),
        (
            GAME.with_guesses("identify"),
            Supports(guesses=("all", "candidates"), costs=True),
            "x takes every guess to be allowed, and p2c3n has guesses `identify`: expected all or candidates",
        ),
        (
            PRICED,
            Supports(guesses=EVERYTHING.guesses),
            "x takes every guess to cost 1, and p2c3n has costs of guesses: leave the costs out",
        ),
        (
            GAME.with_guesses("candidates").weighted({"01": 2, "02": 1}).priced({"01": 0.5}),
            PLAIN,
            "x takes all secrets to be equally likely and takes every guess to be allowed and to cost 1, and p2c3n has "
            "weights of secrets, guesses `candidates` and costs of guesses: leave the weights out; expected all; leave "
            "the costs out",
        ),
        (GROUPED, UNGROUPED, "x tells all secrets apart, and p2c3n has groups of them: leave the groups out"),
    ],
)
def test_what_is_not_supported_is_refused_in_one_line_with_what_to_do(
    game: Game, supports: Supports, says: str
) -> None:
    with pytest.raises(TreebuildError) as error:
        game.require("x", supports)
    assert str(error.value) == says
    game.require("x", EVERYTHING)
    GAME.require("x", PLAIN)


def test_an_argument_that_helps_stands_in_place_of_advice() -> None:
    remedies = {"weights": Remedy("{} leaves them out", "unweighted")}
    with pytest.raises(TreebuildError) as error:
        WEIGHTED.require("x", PLAIN, remedies)
    assert str(error.value) == f"{EQUALLY}; unweighted=True leaves them out"


def test_a_game_without_a_condition_is_the_game_that_never_had_it() -> None:
    assert GAME.conditions == Conditions()
    assert WEIGHTED.conditions.unweighted() == PRICED.conditions.unruled() == Conditions()
    assert GROUPED.conditions.ungrouped() == Conditions(guesses="identify")
    assert GAME.under(Conditions()) is GAME
    assert (GAME.secret_weights, WEIGHTED.secret_weights) == ((1,) * 6, (2, 1, 0, 0, 0, 0))
    assert [PRICED.conditions.cost(code) for code in (0, 1)] == [0.5, 1] and GAME.conditions.cost(0) == 1
