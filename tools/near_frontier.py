"""The part of the frontier about games that nobody has solved: near-optimal trees, with lower bounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any

from treebuild.algorithms import build
from treebuild.codec import save
from treebuild.errors import TreebuildError
from treebuild.game.reply_matrix import reply_matrix
from treebuild.search.store.inspect import read
from treebuild.tree.gap import claimed_bound, percent
from treebuild.tree.policy import Progress
from treebuild.tree.verifier import verify
from treebuild.version import __version__

if TYPE_CHECKING:
    from treebuild.search.store.sqlite import StoreFile

EFFORTS = {"p5c9n": 7, "p4c13n": 7, "p5c8r": 6, "p5c10n": 6, "p6c6r": 4, "p5c9r": 4}
"""The effort for each game. Two cores take about an hour for each; the same effort makes the same tree."""


def advance(
    folder: Path,
    efforts: Mapping[str, int],
    done: set[str],
    jobs: int,
    progress: Progress | None = None,
    store: StoreFile | None = None,
) -> Iterator[dict[str, Any]]:
    """Build the trees of all games that are not `done`, and write them as .rank. Yields a row of the manifest for each.

    A search that was interrupted goes on from the store; its core-seconds are then those of all processes. Raises
    TreebuildError for a tree that is not sound.
    """
    for game, effort in efforts.items():
        if game in done:
            continue
        reply_matrix(game)  # its time does not count, as for every other search
        start = process_time()
        tree = build("near", game, effort=effort, jobs=jobs, progress=progress, store=store)
        seconds = process_time() - start if store is None else _spent(store, game)
        found, bound = verify(tree), claimed_bound([tree])
        if not found.ok or bound is None:
            raise TreebuildError(f"{game}: the tree is not sound: {[*found.problems, 'it claims no bound'][0]}")
        file = f"frontier/{game}-near.rank"
        save(tree, folder / file, force=True)
        yield {
            "game": game,
            "total": found.total,
            "bound": bound,
            "counts": [*found.distribution.values()],
            "effort": effort,
            "core_seconds": round(seconds),
            "version": __version__,
            "file": file,
        }


def _spent(store: StoreFile, game: str) -> float:
    """The core-seconds that the searches for the smallest total of a game have taken."""
    return sum(of.core_seconds for of in read(store.path).problems if (of.game, of.objective) == (game, "total"))


def section(rows: list[dict[str, Any]]) -> list[str]:
    """The lines of FRONTIER.md about these trees."""
    lines = [
        "## Near-optimal", "",
        "`treebuild build near --game GAME --effort N` builds these trees again, in the core-seconds of the table. No "
        "tree of the game has a smaller total than the bound (searched, not proved).", "",
        "| game | total | average | bound | gap at most | secrets that take 1, 2, ... guesses | effort | core-seconds "
        "| tree |",
        "|---|---:|---:|---:|---:|---|---:|---:|---|",
    ]  # fmt: skip
    for row in rows:
        average = float(Fraction(row["total"], sum(row["counts"])))
        gap = percent((row["total"] - row["bound"]) / row["bound"])
        lines.append(
            f"| {row['game']} | {row['total']} | {average:.4f} | {row['bound']} | {gap} | "
            f"{' '.join(map(str, row['counts']))} | {row['effort']} | {row['core_seconds']:,} | [rank]({row['file']}) |"
        )
    return lines
