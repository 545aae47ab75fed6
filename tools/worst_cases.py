"""Worst cases: the fewest guesses that suffice for every secret, game by game. `python -m tools worst-cases`.

The results for a game are a row of a manifest, which is written after each result. So the work can be ended at any
time. It has stages. A process does a stage and sends each result; it is ended when the time of the stage is over.
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
from treebuild.algorithms import build
from treebuild.certificate.checkers import accept
from treebuild.certificate.header import check_game
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
SMALL = 5000  # bytes of a shipped tree, or of a shipped certificate, at most
GREEDY = "minmax", "parts", "entropy", "minavg"
EFFORTS = 1, 2  # efforts of near-optimal trees, for a smaller total
FEWER = 4  # the effort of near-optimal trees for a smaller worst case
PUBLISHED = {
    "p4c6r": "5: Knuth 1977",
    "p4c10n": "7: Slovesnov 2017, 50 sevens at least",
    "p5c8r": "nothing proved; an average of about 5.5",
}
"""What is published of the worst case of a game, or of its average."""

Row: TypeAlias = dict[str, Any]
Stage: TypeAlias = Callable[[Path, Row], Iterator[Row]]
"""stage(folder, row) yields new entries of the row of a game as it finds them."""


def games(codes: int = LARGEST) -> list[str]:
    """The games of 2 to 8 pegs and 2 to 12 symbols with at most `codes` codes, in the order of their codes."""
    sizes = {}
    for pegs, symbols in product(range(2, 9), range(2, 13)):
        sizes[f"p{pegs}c{symbols}r"] = symbols**pegs
        sizes[f"p{pegs}c{symbols}n"] = perm(symbols, pegs)  # 0 where there are too few symbols
    return sorted((game for game, size in sizes.items() if 1 < size <= codes), key=lambda game: sizes[game])


def advance(folder: Path, seconds: float, wanted: list[str]) -> Iterator[str]:
    """Look for the worst cases of games that had less than `seconds` for a stage so far. Yields a line for each.

    Writes trees, certificates, their manifest and WORST.md into a folder. Raises TreebuildError where these cannot be
    written, and where a stage raises it.
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
                    _write(folder, rows)  # at once, because it names files that have been written
            row["seconds"] = seconds
            _write(folder, rows)
            if "least" in row:
                yield f"{game}: {said(row)}"
    finally:
        worker.stop()


def said(row: Row) -> str:
    """The worst case of a game, in words."""
    known = f"{row['most']}" if row["least"] == row["most"] else f"{row['least']} to {row['most']}"
    return f"solved in {known} guesses"


def _finished(row: Row) -> bool:
    """Whether more time can add nothing to a row but a certificate."""
    return "most" in row and row["least"] == row["most"] and row["total"] == row.get("bound")


def settle(folder: Path, row: Row) -> Iterator[Row]:
    """The limits that counting excludes, with the best of some greedy trees; then searches, from the least limit left.

    It yields each better tree at once: in a large game the time may end before the next tree.
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
    """Whether a tree of `limit` depths, whose nodes have at most `width` children, has a node for every secret."""
    return fill([()] * (limit + 1), 1, width, secrets) is not None


def average(folder: Path, row: Row) -> Iterator[Row]:
    """The least total with the smallest worst case, where this worst case is known."""
    if row["least"] == row["most"] and row["total"] != row.get("bound"):
        yield _noted(folder, build("exact", row["game"], objective=f"total,limit:{row['most']}"))


def approach(folder: Path, row: Row) -> Iterator[Row]:
    """Near-optimal trees where the searches left something open: of a smaller total, then of a smaller worst case."""
    for effort in EFFORTS:
        largest = row["total"] - (row["bound"] is not None)  # a tree of the same total may have a smaller bound
        if not _finished(row) and (tree := _near(row, f"total,limit:{row['most']}", effort)) and tree.total <= largest:
            yield _noted(folder, tree)
    while row["least"] < row["most"] and (tree := _near(row, f"limit:{row['most'] - 1}", FEWER)):
        yield _noted(folder, tree)


def _near(row: Row, objective: str, effort: int) -> Tree | None:
    """A near-optimal tree; None where none is found."""
    try:
        return build("near", row["game"], objective=objective, effort=effort)
    except TreebuildError:
        return None


def prove(folder: Path, row: Row) -> Iterator[Row]:
    """A certificate that one guess less does not suffice, where counting does not show it."""
    if row["least"] < row["most"] or row["refuted"] != "searched" or "certificate" in row:
        return
    try:
        check_game(as_game(row["game"]))
    except TreebuildError:  # too many replies for a certificate
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
    """The entries of a row from a tree, which is written to a file if it is small."""
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
    """A process that does one stage after another. It is ended when a stage takes too long, and started again."""

    def __init__(self) -> None:
        self.process: BaseProcess | None = None

    def told(self, stage: Stage, folder: Path, row: Row, seconds: float) -> Iterator[Row]:
        """The entries that a stage yields within `seconds`. Raises TreebuildError where the stage raises it."""
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
    """The work of a process: receives stages, sends each of their entries as it comes, and None after the last."""
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


def page(rows: list[Row]) -> str:
    """The text of WORST.md, from the rows of the manifest."""
    settled = sum(row["least"] == row["most"] for row in rows)
    lines = [
        "# Worst cases", "",
        f"This page says how few guesses suffice for every secret of a game. That is settled for {settled} of "
        f"{len(rows)} games. `a to b` means that b guesses suffice, and that fewer than a do not. The column *not "
        "fewer* says why fewer guesses do not suffice:", "",
        "- *counted*: replies are so few that fewer guesses cannot tell all secrets apart;",
        "- *searched*: an exhaustive search found no tree of fewer guesses;",
        "- *proved*: the same, with a certificate that `treebuild check` accepts.", "",
        "The total is that of the tree that is named; no tree with this worst case has a smaller total than the "
        "column *at least* says. A tree without a link is too large to be shipped; the column *tree* says "
        "how it was built. `make worst` writes this page and goes on where it was left. "
        "`treebuild verify FILE --game GAME` replays a tree.", "",
        "| game | secrets | guesses | not fewer | total | at least | average | secrets that take 1, 2, ... guesses "
        "| tree | published |",
        "|---|---:|---:|---|---:|---:|---:|---|---|---|",
    ]  # fmt: skip
    return "\n".join([*lines, *map(_line, rows), ""])


def _line(row: Row) -> str:
    secrets, settled = sum(row["counts"]), row["least"] == row["most"]
    guesses = str(row["most"]) if settled else f"{row['least']} to {row['most']}"
    refuted = f"[proved]({row['certificate']['file']})" if "certificate" in row else row["refuted"]
    tree = f"[{row['algorithm']}]({row['file']})" if row["file"] else row["algorithm"]
    return (
        f"| {row['game']} | {secrets} | {guesses} | {refuted} | {row['total']} | {row['bound'] or ''} | "
        f"{row['total'] / secrets:.4f} | {' '.join(map(str, row['counts']))} | {tree} | "
        f"{PUBLISHED.get(row['game'], '')} |"
    )
