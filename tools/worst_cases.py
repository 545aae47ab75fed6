"""Worst cases: the fewest guesses that suffice for every secret, game by game. `python -m tools worst-cases`.

What is found of a game is a row of a manifest that is written at once, so the work can be ended at any time. Each part
of it, a stage, is a process that is ended when its time is over: what it has told by then is kept.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from itertools import count, product
from math import perm
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from time import monotonic
from typing import Any, TypeAlias

from tools import frontier
from tools.worst_page import page
from treebuild.algorithms import build
from treebuild.certificate.checkers import accept
from treebuild.certificate.header import check_size
from treebuild.certificate.write import certify
from treebuild.codec import save
from treebuild.codec.files import write_bytes
from treebuild.errors import TreebuildError
from treebuild.game.lookup import as_game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.search.bounds.prunings import fill
from treebuild.search.engine.game_tables import PreparedGame
from treebuild.search.exact import Solution
from treebuild.search.goal.objective import Objective
from treebuild.search.walk.exhaustive import Exhaustive
from treebuild.search.walk.problem import Problem
from treebuild.tree.policy import grow
from treebuild.tree.tree import Built, Tree
from treebuild.tree.verifier import verify
from treebuild.version import __version__

PAGE = "WORST.md"
MANIFEST = "worst/manifest.json"
LARGEST = 60_000  # codes of a game
SMALL = 5000  # bytes of a tree, or of a certificate, that is shipped
GREEDY = "minmax", "parts", "entropy", "minavg"
EFFORTS = 1, 2  # of near-optimal trees, for a smaller total
FEWER = 4  # likewise, for a smaller worst case
Row: TypeAlias = dict[str, Any]
Stage: TypeAlias = Callable[[Path, Row], Iterator[Row]]
"""From (folder, what is known of the game) to what more there is to know of it, as it is found."""


def games(codes: int = LARGEST) -> list[str]:
    """The games of 2 to 8 pegs and 2 to 12 symbols with at most so many codes, those of fewer codes first."""
    sizes = {}
    for pegs, symbols in product(range(2, 9), range(2, 13)):
        sizes[f"p{pegs}c{symbols}r"] = symbols**pegs
        sizes[f"p{pegs}c{symbols}n"] = perm(symbols, pegs)  # 0 where there are too few symbols
    return sorted((game for game, size in sizes.items() if 1 < size <= codes), key=lambda game: sizes[game])


def advance(folder: Path, seconds: float, wanted: list[str]) -> Iterator[str]:
    """Look for the worst cases of games that had less than so many seconds for a stage. Yields a line for each.

    Writes trees, certificates, their manifest and WORST.md into a folder. Raises TreebuildError.
    """
    rows, worker = _rows(folder), Worker()
    try:
        for game in wanted:
            row = rows.setdefault(game, {"game": game, "seconds": 0.0})
            if _finished(row) or row["seconds"] >= seconds:
                continue
            for stage in STAGES:
                for more in worker.told(stage, folder, row, seconds):
                    row |= more | {"version": __version__}
                    _write(folder, rows)  # at once: it has the names of files that are written by now
            row["seconds"] = seconds
            _write(folder, rows)
            if "least" in row:
                yield f"{game}: {said(row)}"
    finally:
        worker.stop()


def said(row: Row) -> str:
    """What is known of a game, in words."""
    known = f"{row['most']}" if row["least"] == row["most"] else f"{row['least']} to {row['most']}"
    return f"solved in {known} guesses"


def _finished(row: Row) -> bool:
    """Whether more time can add nothing to a row but a certificate."""
    return "most" in row and row["least"] == row["most"] and row["total"] == row.get("bound")


def settle(folder: Path, row: Row) -> Iterator[Row]:
    """What cannot be by counting, with the best of some greedy trees; then searches, from the least limit that may do.

    A first tree is told as soon as there is one: in a large game the time may end before the next.
    """
    game = row["game"]
    replies = reply_matrix(game)
    if "most" not in row:
        secrets, width = len(replies.game.secrets), replies.count - 1
        least = next(limit for limit in count(1) if fits(secrets, width, limit))
        best: Tree | None = None
        for name in GREEDY:
            tree = build(name, game)
            if best is None or (tree.max_depth, tree.total) < (best.max_depth, best.total):
                best = tree
                yield _noted(folder, tree) | {"least": least, "refuted": "counted"}
    for limit in range(row["least"], row["most"]):
        objective = Objective.parse(f"limit:{limit}")
        walk = Exhaustive(Problem(PreparedGame(replies), objective, limit))
        walk.run()
        if walk.root.exact:
            found = Solution.of(walk)
            built = Built(f"exact --objective limit:{limit}", "total", "", __version__, found.searched)
            yield _noted(folder, grow(replies, found.policy, "total", built))
            return
        yield {"least": limit + 1, "refuted": "searched"}


def fits(secrets: int, width: int, limit: int) -> bool:
    """Whether a tree of so many depths, whose nodes have at most `width` children, has a node for every secret."""
    return fill([()] * (limit + 1), 1, width, secrets) is not None


def average(folder: Path, row: Row) -> Iterator[Row]:
    """The least total with the best worst case, where that is known."""
    if row["least"] == row["most"] and row["total"] != row.get("bound"):
        yield _noted(folder, build("exact", row["game"], objective=f"total,limit:{row['most']}"))


def approach(folder: Path, row: Row) -> Iterator[Row]:
    """Near-optimal trees of what the searches left open: of a smaller total, then of a smaller worst case."""
    for effort in EFFORTS:
        largest = row["total"] - (row["bound"] is not None)  # a tree of the same total may have a smaller bound
        if not _finished(row) and (tree := _near(row, f"total,limit:{row['most']}", effort)) and tree.total <= largest:
            yield _noted(folder, tree)
    while row["least"] < row["most"] and (tree := _near(row, f"limit:{row['most'] - 1}", FEWER)):
        yield _noted(folder, tree)


def _near(row: Row, objective: str, effort: int) -> Tree | None:
    """A near-optimal tree, if one is found."""
    try:
        return build("near", row["game"], objective=objective, effort=effort)
    except TreebuildError:
        return None


def prove(folder: Path, row: Row) -> Iterator[Row]:
    """A certificate that one guess less does not suffice, where counting does not show that."""
    if row["least"] < row["most"] or row["refuted"] != "searched" or "certificate" in row:
        return
    try:
        check_size(as_game(row["game"]))
    except TreebuildError:  # the format of certificates has no room for so many replies
        return
    data = certify(row["game"], f"limit:{row['least'] - 1}").data
    if len(data) <= SMALL:
        file = f"worst/{row['game']}-limit{row['least'] - 1}.proof"
        write_bytes(folder / file, data, force=True)
        claims = accept(folder / file).proved.claims
        known = {"file": file, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest(), "claims": claims}
        yield {"refuted": "proved", "certificate": known}


STAGES: tuple[Stage, ...] = settle, average, approach, prove


def _noted(folder: Path, tree: Tree) -> Row:
    """The part of a row that a tree gives; its file, if it is small."""
    found, game = verify(tree), tree.game.name
    if not found.ok:
        raise TreebuildError(f"{game}: the tree is not sound: {found.problems[0]}")
    claim = re.search("has a smaller total than ([0-9]+)", tree.built.searched if tree.built else "")
    file = f"worst/{game}.rank"
    save(tree, folder / file, force=True)
    if large := (folder / file).stat().st_size > SMALL:
        (folder / file).unlink()
    return {
        "most": found.max_depth,
        "total": found.total,
        "bound": int(claim[1]) if claim else None,
        "counts": [found.distribution.get(depth, 0) for depth in range(1, found.max_depth + 1)],
        "algorithm": tree.built.algorithm if tree.built else "",
        "file": None if large else file,
    }


class Worker:
    """A process that does one stage after the other, and is ended and started anew when one takes too long."""

    def __init__(self) -> None:
        self.process: BaseProcess | None = None

    def told(self, stage: Stage, folder: Path, row: Row, seconds: float) -> Iterator[Row]:
        """What a stage tells within its time. Raises the TreebuildError that it raised."""
        if stage is not settle and "least" not in row:  # too large for the time: not even greedy trees
            return
        if self.process is None:
            processes = get_context("spawn")
            self.pipe, theirs = processes.Pipe()
            self.process = processes.Process(target=_work, args=(theirs,), daemon=True)
            self.process.start()
            theirs.close()
        end = monotonic() + seconds
        self.pipe.send((stage, folder, row))
        while self.pipe.poll(max(end - monotonic(), 0)):
            more = self.pipe.recv()
            if more is None:
                return
            if isinstance(more, str):
                raise TreebuildError(f"{row['game']}: {more}")
            yield more
        self.stop()

    def stop(self) -> None:
        """End the process, if there is one."""
        if self.process is not None:
            self.process.terminate()
            self.process.join()
            self.process = None


def _work(pipe: Connection) -> None:
    """The work of a process: stages as they are asked for; each of their finds is sent as it comes, then None."""
    while True:
        try:
            stage, folder, row = pipe.recv()
        except EOFError:
            return
        try:
            for more in stage(folder, row):
                row |= more
                pipe.send(more)
            pipe.send(None)
        except TreebuildError as error:
            pipe.send(str(error))


def _rows(folder: Path) -> dict[str, Row]:
    """The rows of the manifest by game."""
    try:
        return {row["game"]: row for row in json.loads((folder / MANIFEST).read_text())["games"]}
    except FileNotFoundError:
        pass
    except (ValueError, KeyError, TypeError):
        raise TreebuildError(f"{folder / MANIFEST}: is no manifest of worst cases: remove it to begin anew") from None
    try:
        (folder / MANIFEST).parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TreebuildError(f"{folder}: no trees can be written there: {error.strerror}") from None
    return {}


def _write(folder: Path, rows: dict[str, Row]) -> None:
    known, totals = [rows[game] for game in games() if "least" in rows.get(game, {})], _smallest_totals(folder)
    for row in known:  # a limit of guesses makes no total smaller
        row["bound"] = max(row["bound"] or 0, totals.get(row["game"], 0)) or None
    data = json.dumps({"treebuild": __version__, "games": known}, indent=1) + "\n"
    write_bytes(folder / MANIFEST, data.encode(), force=True)
    write_bytes(folder / PAGE, page(known).encode(), force=True)


def _smallest_totals(folder: Path) -> dict[str, int]:
    """The smallest totals of games that have been searched without a limit."""
    file = folder / frontier.MANIFEST
    found = json.loads(file.read_text())["games"] if file.exists() else []
    return {row["game"]: row["total"] for row in found if "total" in row}
