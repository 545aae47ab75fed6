"""Games that nobody is known to have solved: their optimal trees, and what the others would take. `make frontier`.

Every result is a row of a manifest that is written as soon as it is found, so the work can be ended at any time and
goes on with what is left; a store keeps what is settled of the game that was searched then.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any

from treebuild.certificate.checkers import accept
from treebuild.certificate.write import certify
from treebuild.codec import save
from treebuild.codec.files import write_bytes
from treebuild.errors import TreebuildError
from treebuild.game.replies import Replies, reply_matrix
from treebuild.search import exact
from treebuild.search.objective import Objective
from treebuild.study.estimate import estimate
from treebuild.tree.policy import Progress, grow
from treebuild.tree.tree import Built, Tree
from treebuild.tree.verifier import verify
from treebuild.version import __version__

if TYPE_CHECKING:
    from treebuild.search.store_file import StoreFile

PAGE = "FRONTIER.md"
MANIFEST = "frontier/manifest.json"
SMALL = 100_000  # bytes of a tree as msgpack that is shipped
CERTIFIED = 0.2  # of the hours allowed: a search that took no more is certified, which takes as long again, or twice
BEYOND = 24.0  # core-hours that are allowed to a game beyond an estimate
MEASURE = 30.0  # seconds of search to estimate a game


@dataclass(frozen=True)
class Open:
    """A game whose least total is not known to be published, and what is."""

    game: str
    published: str = "nothing"


OPEN = (
    Open("p5c4r"),
    Open("p5c5r"),
    Open("p5c7n"),
    Open("p4c9r"),
    Open("p4c11n"),
    Open("p4c12n"),
    Open("p4c10r", "heuristics only: 8.0291 lowest candidate, 6.6323 random, 6.2001 information after random (seed 3)"),
    Open("p5c6r"),
    Open("p5c8n"),
    Open("p5c9n"),
    Open("p5c7r"),
    Open("p5c10n"),
    Open("p5c8r", "no optimum; about 5.5 is the best average known"),
)


def advance(
    folder: Path, hours: float, jobs: int, store: StoreFile | None = None, progress: Progress | None = None
) -> Iterator[str]:
    """Solve open games, the smallest estimate first, as long as that is below so many core-hours; of each a line.

    Writes trees, their manifest and FRONTIER.md into a folder. Raises TreebuildError.
    """
    try:
        (folder / "frontier").mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TreebuildError(f"{folder}: no trees can be written there: {error.strerror}") from None
    rows = {row["game"]: row for row in _rows(folder)}
    for game in OPEN:
        if "total" not in rows.get(game.game, {}):
            found = estimate(game.game, "total", seconds=MEASURE, progress=progress)
            rows[game.game] = {"game": game.game, "published": game.published, "core_seconds": {
                "low": round(found.low), "expected": round(found.expected), "high": round(found.high)
            }, "bytes": found.bytes, "beyond": found.beyond}  # fmt: skip
            yield f"{game.game}: about {_hours(found.expected)} core-hours"
    _write(folder, rows)
    unsolved = [game for game in OPEN if "total" not in rows[game.game]]
    for game in sorted(unsolved, key=lambda game: rows[game.game]["core_seconds"]["expected"]):
        known = rows[game.game]
        if known["core_seconds"]["expected"] > hours * 3600 or (known["beyond"] and hours < BEYOND):
            continue
        rows[game.game] |= _solve(folder, game, jobs, store)
        _write(folder, rows)
        yield f"{game.game}: total {rows[game.game]['total']} in {rows[game.game]['core_hours']} core-hours"
    for row in rows.values():
        if "certificate" not in row and row.get("core_hours", hours) < CERTIFIED * hours:
            row["certificate"] = _certified(folder, row, jobs, store, progress)
            _write(folder, rows)
            yield f"{row['game']}: proved, by a certificate of {row['certificate']['bytes']} bytes"


def _solve(folder: Path, game: Open, jobs: int, store: StoreFile | None) -> dict[str, Any]:
    """The row of a game, and its tree as a file."""
    replies, start = reply_matrix(game.game), process_time()
    solution = exact.solve(replies, Objective.parse("total"), jobs=jobs, store=store)
    hours = (process_time() - start) / 3600
    built = Built("exact --objective total", "total", exact.TIE_RULE, __version__, solution.proved)
    tree = grow(replies, solution.policy, "total", built)
    found = verify(tree)
    if not found.ok or (found.total,) != solution.cost:
        raise TreebuildError(f"{game.game}: the tree is not sound: {[*found.problems, found.total][0]}")
    return {
        "total": found.total,
        "counts": list(found.distribution.values()),
        "core_hours": round(hours, 4),
        "nodes": sum(int(hand.solver.memory.state[1]) for hand in solution.proof.pool.owned),
        "version": __version__,
        "files": _save(folder, tree, replies),
    }


def _certified(
    folder: Path, row: dict[str, Any], jobs: int, store: StoreFile | None, progress: Progress | None
) -> dict[str, Any]:
    """A certificate of a total, written and checked."""
    file = f"frontier/{row['game']}-total.proof"
    data = certify(row["game"], "total", jobs=jobs, store=store, progress=progress).data
    write_bytes(folder / file, data, force=True)
    proved = accept(folder / file).proved
    if proved.bound != (row["total"],):
        raise TreebuildError(f"{folder / file}: proves {proved.theorem}, not {row['total']}")
    return {"file": file, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest(), "claims": proved.claims}


def _save(folder: Path, tree: Tree, replies: Replies) -> list[str]:
    names = [f"frontier/{replies.game.name}-total{suffix}" for suffix in (".rank", ".msgpack")]
    for name in names:
        save(tree, folder / name, force=True)
    if (folder / names[1]).stat().st_size > SMALL:
        (folder / names.pop()).unlink()
    return names


def _rows(folder: Path) -> list[dict[str, Any]]:
    try:
        rows: list[dict[str, Any]] = json.loads((folder / MANIFEST).read_text())["games"]
    except FileNotFoundError:
        return []
    except (ValueError, KeyError, TypeError):
        raise TreebuildError(f"{folder / MANIFEST}: is no manifest of open games: remove it to begin anew") from None
    return rows


def _write(folder: Path, rows: dict[str, dict[str, Any]]) -> None:
    ordered = [rows[game.game] for game in OPEN if game.game in rows]
    data = json.dumps({"treebuild": __version__, "games": ordered}, indent=1) + "\n"
    write_bytes(folder / MANIFEST, data.encode(), force=True)
    write_bytes(folder / PAGE, page(ordered).encode(), force=True)


def page(rows: list[dict[str, Any]]) -> str:
    """FRONTIER.md."""
    solved = [row for row in rows if "total" in row]
    lines = [
        "# The frontier", "",
        "Games whose least total is in nobody's tables, as far as we know: the best tree that there is, proved where a "
        "certificate is named, which `treebuild check` takes seconds for, and else searched. Each tree is replayed by "
        "`treebuild verify FILE --game GAME`. `make frontier` writes this page. How to cite a result: `CITATION.cff`.",
        "",
        "| game | total | average | secrets that take 1, 2, ... guesses | core-hours | nodes | tree | certificate |",
        "|---|---:|---:|---|---:|---:|---|---|",
    ]  # fmt: skip
    for row in solved:
        average = float(Fraction(row["total"], sum(row["counts"])))
        files = ", ".join(f"[{Path(file).suffix[1:]}]({file})" for file in row["files"])
        counts = " ".join(map(str, row["counts"]))
        lines.append(
            f"| {row['game']} | {row['total']} | {average:.4f} | {counts} | {row['core_hours']:.4f} | "
            f"{row['nodes']:,} | {files} | {_named(row)} |"
        )
    lines += [
        "", "Core-hours are of the machine that made the page, a small one: the total of Bulls and Cows keeps one core "
        "of it busy for some three seconds.", "", "## Not finished", "",
        "With what `treebuild estimate` says of them, on one core of that machine (docs/estimates.md).", "",
        "| game | core-hours: least, expected, most | memory | published |", "|---|---:|---:|---|",
    ]  # fmt: skip
    for row in rows:
        if "total" not in row:
            about = row["core_seconds"]
            hours = ", ".join(_hours(about[key]) for key in ("low", "expected", "high"))
            hours = "beyond an estimate" if row["beyond"] else hours
            lines.append(f"| {row['game']} | {hours} | {row['bytes'] / 1e6:.0f} MB | {row['published']} |")
    return "\n".join([*lines, ""])


def _named(row: dict[str, Any]) -> str:
    """A certificate in the page: its link, and the beginning of its hash."""
    found = row.get("certificate")
    return f"[{found['bytes']} bytes]({found['file']}), SHA-256 {found['sha256'][:12]}..." if found else "none yet"


def _hours(seconds: float) -> str:
    hours = seconds / 3600
    return f"{hours:.0f}" if hours >= 10 else f"{hours:.2g}"
