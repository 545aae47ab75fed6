"""Pictures of guesses and what they leave, of candidates that vanish, of trees as rings, and of players."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from treebuild.analysis.canvas import SHADES, WIDTH, Picture, blank, style
from treebuild.analysis.players import Played
from treebuild.analysis.position import Position
from treebuild.errors import TreebuildError, UsageError, printable
from treebuild.game.game import Game
from treebuild.game.lookup import as_game
from treebuild.tree.rings import rings as ring_parts
from treebuild.tree.tree import Tree

GREYS = ("#222222", "#8c8c8c", "#d0d0d0", "#ffffff")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
MOST_PLAYERS, MOST_SYMBOLS, MOST_PEGS = len(GREYS), 12, 6
MOST_RINGS = 60  # there is no room to tell the colours of more
MOST_TITLE, MOST_LABEL = 60, 18  # characters of a title, and of a reply
RING_EDGE = 3.0  # degrees: narrower parts of a ring have no edges of their own
RING_NAMED = 1 / 40  # of the circle: parts of the second ring that are wide enough to have a label


def remainders(history: Sequence[str], game: Game | str = "p4c10n") -> Picture:
    """Box plots of the expected number of candidates left after every guess: of the candidates, and of all others.

    Whiskers reach to the extremes. Raises TreebuildError as `Position` does.
    """
    position = Position(game, history)
    worths = position.best(top=len(position.game.codes))
    left = [[float(worth.expected_left) for worth in worths if worth.candidate == member] for member in (True, False)]
    names = [f"candidates ({len(left[0])})", f"others ({len(left[1])})"]
    shown = [(name, some) for name, some in zip(names, left, strict=True) if some]
    with style():
        figure = blank(1.2 + 0.6 * len(shown))
        axes = figure.add_subplot()
        axes.boxplot(
            [some for _, some in shown],
            orientation="horizontal",
            tick_labels=[name for name, _ in shown],
            whis=(0, 100),
            widths=0.5,
            medianprops={"color": "black", "linewidth": 2},
        )
        axes.invert_yaxis()
        axes.set_xlabel("expected number of candidates left")
        for row, (_, some) in enumerate(shown, 1):
            axes.annotate(f"{min(some):.4g}", (min(some), row - 0.32), ha="left", va="bottom", fontsize=9)
        axes.set_ylim(len(shown) + 0.6, 0.3)
    after = f"after {', '.join(history)}" if history else "at the start"
    return Picture(figure, f"What every guess leaves {after}: least, quarters, most")


def suspects(history: Sequence[str], game: Game | str = "three-of-seven") -> Picture:
    """Every code of a game of three pegs in space, marked by the guess after which it is no candidate any more.

    Raises TreebuildError for other games, and as `Position` does.
    """
    game = as_game(game)
    if not game.symbols or len(game.codes[0]) != 3:
        raise TreebuildError(f"{game.name} has no picture in space: expected a game of three pegs, such as p3c7n")
    places = np.array(game.secrets) + (1 if game.symbols[0] == "1" else 0)
    last = np.zeros(len(game.secrets), np.int64)
    for turn in range(1, len(history) + 1):
        last[Position(game, history[:turn]).candidates] = turn
    with style():
        import matplotlib as mpl

        figure = blank(WIDTH)
        axes: Any = figure.add_subplot(projection="3d")
        shades = mpl.colormaps[SHADES]
        for turn in range(len(history) + 1):
            x, y, z = places[last == turn].T
            still = turn == len(history)
            label = f"possible to the end ({len(x)})" if still else f"out by guess {turn + 1} ({len(x)})"
            colour = shades(0.2 + 0.75 * turn / max(len(history), 1))
            axes.scatter(
                x, y, z, color=[colour], marker=MARKERS[turn % len(MARKERS)], s=12 + 22 * turn, label=label,
                depthshade=False, edgecolors="black", linewidths=0.4,
            )  # fmt: skip
        for name, which in (("first", axes.xaxis), ("second", axes.yaxis), ("third", axes.zaxis)):
            which.set_label_text(f"{name} place")
            which.set_ticks(sorted(set(places[:, 0].tolist())))
        axes.view_init(elev=18, azim=-60)
        axes.set_box_aspect(None, zoom=0.88)
        figure.legend(loc="outside lower center", ncols=2, fontsize=9, frameon=False)
    return Picture(figure, f"When each code stops being possible: {', '.join(history)}")


def shrinking(history: Sequence[str], game: Game | str = "p4c10n") -> Picture:
    """The candidates of one game after every guess, by symbols and places: darker where more candidates have a symbol.

    Raises TreebuildError for games without symbols or with too many, and as `Position` does.
    """
    game = as_game(game)
    pegs = len(game.codes[0]) if game.symbols else 0
    if not 0 < pegs <= MOST_PEGS or len(game.symbols) > MOST_SYMBOLS:
        raise TreebuildError(
            f"{game.name} has no picture over symbols and places: expected at most {MOST_PEGS} pegs and "
            f"{MOST_SYMBOLS} symbols"
        )
    if not history:
        raise TreebuildError("a picture of a game needs a guess: expected CODE:REPLY, such as 1234:1.1")
    steps = [Position(game, history[:turn]) for turn in range(len(history) + 1)]
    secrets = np.array(game.secrets)
    columns = len(steps) if len(steps) <= 4 else 3
    rows = -(-len(steps) // columns)
    with style():
        figure = blank(rows * (0.9 + 0.19 * len(game.symbols)))
        grid = figure.subplots(rows, columns, squeeze=False)
        for axes in grid.flat[len(steps) :]:
            axes.axis("off")
        for turn, (axes, step) in enumerate(zip(grid.flat, steps, strict=False)):
            share = np.array(
                [np.bincount(place, minlength=len(game.symbols)) for place in secrets[step.candidates].T]
            ).T
            left = np.ma.masked_equal(share / len(step.candidates), 0)
            axes.imshow(0.15 + 0.85 * left, cmap=SHADES, vmin=0, vmax=1, aspect="auto")
            axes.set_xticks(np.arange(pegs) + 0.5, minor=True)
            axes.set_yticks(np.arange(len(game.symbols)) + 0.5, minor=True)
            axes.grid(which="minor", color="#cccccc", linewidth=0.5)
            heading = "all" if turn == 0 else printable(history[turn - 1])
            axes.set_title(f"{heading}\n{len(step.candidates)} left")
            axes.set_xticks(range(pegs), [str(peg + 1) for peg in range(pegs)])
            axes.set_yticks(range(len(game.symbols)), game.symbols, fontsize=8)
            axes.tick_params(which="both", length=0)
            axes.spines[:].set_visible(False)
            if turn:
                guess = game.codes[step.turns[-1][0]]
                axes.plot(range(pegs), guess, "o", markerfacecolor="white", markeredgecolor="black", markersize=5)
        figure.supxlabel("place; a dot is what was guessed", fontsize=10)
    return Picture(figure, f"Where each symbol can still be: {', '.join(history)}")


def rings(tree: Tree, name: str = "") -> Picture:
    """A tree as nested rings: a ring for every guess, from the inside out, its parts as large as their candidates.

    The radii are square roots, so that the area of a part is true to the number of its candidates. `rings`
    in treebuild/tree/rings.py says where the parts lie. Raises TreebuildError for a tree of more than MOST_RINGS
    guesses.
    """
    depths = len(tree.counts)
    if depths > MOST_RINGS:
        raise TreebuildError(f"a tree of {depths} guesses has no picture: expected at most {MOST_RINGS}")
    name = printable(name or tree.game.name)
    parts = ring_parts(tree.first_child, tree.size)
    with style():
        import matplotlib as mpl
        from matplotlib.patches import Wedge

        figure = blank(WIDTH + 0.5)
        axes = figure.add_subplot(aspect="equal")
        for depth, some in enumerate(parts, 1):
            inner, outer = (depth - 1) ** 0.5, depth**0.5
            colour = mpl.colormaps[SHADES](0.12 + 0.85 * (depth - 1) / max(depths - 1, 1))
            for begin, wide in (360 * some).tolist():
                edge = {"edgecolor": "white", "linewidth": 0.4} if wide > RING_EDGE - 1e-6 else {"linewidth": 0}
                end, width = 90 - begin - wide, outer - inner
                axes.add_patch(Wedge((0, 0), outer, end, 90 - begin, width=width, facecolor=colour, **edge))
            axes.plot([], [], "s", color=colour, markersize=9, markeredgecolor="#555555", label=f"guess {depth}")
        edge_of_all = depths**0.5
        for (begin, wide), (reply, _) in zip(parts[1] if depths > 1 else (), tree.children(0), strict=True):
            if wide >= RING_NAMED:
                turned = np.pi * (0.5 - 2 * begin - wide)
                x, y = (1.06 * edge_of_all * along for along in (np.cos(turned), np.sin(turned)))
                axes.text(x, y, _short(tree.game.replies[reply], MOST_LABEL), ha="center", va="center")
        axes.set_xlim(-1.15 * edge_of_all, 1.15 * edge_of_all)
        axes.set_ylim(-1.15 * edge_of_all, 1.15 * edge_of_all)
        axes.axis("off")
        axes.set_title(f"{_short(name, MOST_TITLE)}\n{tree.total} guesses for {len(tree.game.secrets)} secrets")
        figure.legend(loc="outside lower center", ncols=4, frameon=False, fontsize=9, handletextpad=0.2)
    first = tree.game.spell(tree.game.codes[tree.guess[0]])
    caption = f"{name}: candidates by the reply to {first} and to every later guess, areas true"
    return Picture(figure, caption)


def check_number(players: int) -> None:
    """Raise UsageError where `distributions` cannot draw so many players."""
    if not 1 <= players <= MOST_PLAYERS:
        raise UsageError(f"{players} players: expected 1 to {MOST_PLAYERS} in a picture")


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def distributions(players: Sequence[Played], optimum: Tree | None = None) -> Picture:
    """How many secrets each player finds by each guess, as bars side by side; the counts of a tree as a line.

    Raises TreebuildError for no players, too many, or players of different games.
    """
    check_number(len(players))
    games = {played.game.name for played in players} | ({optimum.game.name} if optimum else set())
    if len(games) > 1:
        raise TreebuildError(f"players of {' and of '.join(sorted(games))}: expected players of one game")
    worst = max(len(played.counts) for played in players)
    wide = 0.84 / len(players)
    with style():
        figure = blank(3.6 + 0.22 * len(players))
        axes = figure.add_subplot()
        for which, played in enumerate(players):
            share = [100 * float(Fraction(count) / sum(played.counts)) for count in played.counts]
            places = [guess + wide * (which - (len(players) - 1) / 2) for guess in range(1, len(share) + 1)]
            label = f"{played.player}: {float(played.average):.4f}"
            axes.bar(places, share, wide, color=GREYS[which], edgecolor="black", linewidth=0.6, label=label)
        if optimum is not None:
            share = [100 * count / sum(optimum.counts) for count in optimum.counts]
            label = f"best tree: {float(optimum.average):.4f}"
            axes.plot(
                range(1, len(share) + 1),
                share,
                "o-",
                color="#c1440e",
                markeredgecolor="black",
                linewidth=2,
                label=label,
            )
        axes.set_xticks(range(1, max(worst, optimum.max_depth if optimum else 0) + 1))
        axes.set_xlabel("guesses")
        axes.set_ylabel("% of the secrets")
        figure.legend(loc="outside upper left", frameon=False, fontsize=9)
    names = ", ".join(f"{played.player} {float(played.average):.4f}" for played in players)
    best = f"; the best tree {float(optimum.average):.4f}" if optimum else ""
    return Picture(figure, f"{players[0].game.name}, guesses on average: {names}{best}")
