"""What people call a game, in the heading of a report."""

from __future__ import annotations

from treebuild.game.game import Game


def title(game: Game) -> str:
    """Such as "Bulls and Cows, 4 different digits"; a game without a rule string has a name for people already.

    >>> from treebuild.publish.titles import title
    >>> title(Game.from_rules("p4c6r")), title(Game.from_rules("p5c8n"))
    ('Mastermind, 4 pegs, 6 colours', 'Bulls and Cows, 5 different symbols out of 8')
    """
    space = game.space
    if space is None:
        return game.name[:1].upper() + game.name[1:]
    if space.symbols == 10:
        return f"Bulls and Cows, {space.pegs} {'digits that may repeat' if space.repeat else 'different digits'}"
    if space.repeat:
        name = "Super Mastermind" if (space.pegs, space.symbols) == (5, 8) else "Mastermind"
        return f"{name}, {space.pegs} pegs, {space.symbols} colours"
    return f"Bulls and Cows, {space.pegs} different symbols out of {space.symbols}"


def full_title(game: Game) -> str:
    """The title with the rule string, which commands take."""
    return f"{title(game)} ({game.name})" if game.space else title(game)
