"""The shipped trees in trees/: their list, how each is made, and the check that the files are what the code makes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from tools.certificates import certified, status
from tools.paper_tables import TREES, steps, tables
from tools.processes import Task, share
from treebuild.algorithms import build
from treebuild.codec import msgpack, ranked
from treebuild.codec.files import write_bytes
from treebuild.codec.formats import OWN
from treebuild.codec.ranked_scoring import Ranking
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.publish.page import default_page
from treebuild.tree.policy import Progress
from treebuild.tree.tree import Tree
from treebuild.tree.verifier import verify
from treebuild.version import __version__

MANIFEST, RESULTS, PAGE = "manifest.json", "RESULTS.md", "play.html"
PROOFS, CERTIFICATES = "PROOFS.txt", "proofs"  # by `make prove`; they have times, and differ every time
FRONTIER = "FRONTIER.md", "frontier"  # by `make frontier`, for the same reason not checked here
WORST = "WORST.md", "worst"  # by `make worst`, for the same reason not checked here
STEPS = "tables of 5.3"


@dataclass(frozen=True)
class Shipped:
    """A tree in trees/: a game and an algorithm. `name` is that of its files, by default the algorithm."""

    game: str
    algorithm: str
    objective: str | None = None
    name: str = ""

    @property
    def command(self) -> str:
        """The command that makes the tree."""
        objective = f" --objective {self.objective}" if self.objective else ""
        return f"treebuild build {self.algorithm}{objective} --game {self.game} -o {self.stem}.msgpack"

    @property
    def stem(self) -> str:
        """The tree's path in trees/, without the extension."""
        return f"{self.game}/{self.name or self.algorithm}"

    def make(self) -> Made:
        """Build and verify the tree, and write it in every format that can carry it.

        Raises TreebuildError when it is not sound.
        """
        ranking = _ranking(self.game)
        tree = build(self.algorithm, ranking.replies.game, objective=self.objective)
        found = verify(tree)
        if not found.ok:
            raise TreebuildError(f"{self.stem}: {found.problems[0]}")
        files = dict(_files(self, tree, ranking))
        rows = [_row(self, tree, file, data) for file, data in files.items()]
        return Made(files, rows, f"{tree.total} ({' '.join(map(str, tree.counts))})")


@dataclass(frozen=True)
class Made:
    """The files of a tree by name, their rows in the manifest, and its total and counts as text."""

    files: dict[str, bytes]
    rows: list[dict[str, Any]]
    found: str


GREEDY = ("simple", "random", "minmax", "minavg", "entropy", "parts", "greedy-crush", "larmouth")
SHIPPED = (
    *(Shipped("p4c10n", algorithm) for algorithm in (*GREEDY, "avg", "crush", "crush-total", "strongest", *TREES)),
    *(Shipped("p4c6r", algorithm) for algorithm in (*GREEDY, "avg", "crush")),
    Shipped("p4c6r", "exact", "total,limit:5,deepest", "avg5"),
)
SECONDS = {  # about the seconds of one core for long tasks; all others take about one
    "p4c10n/avg": 12, "p4c10n/crush": 14, "p4c10n/crush-total": 13, "p4c10n/strongest": 14, "p4c10n/fso": 18,
    "p4c10n/avg35": 3, "p4c10n/avg45": 19, "p4c10n/avg5": 17, "p4c10n/crush35": 4, "p4c10n/crush45o": 30,
    "p4c10n/crush5o": 19, "p4c6r/avg5": 3, STEPS: 20, PAGE: 3,
}  # fmt: skip


def ship(
    folder: Path,
    check: bool,
    done: Callable[[str], None],
    jobs: int = 1,
    progress: Progress | None = None,
    *,
    trees: Sequence[Shipped] | None = None,
    page: Callable[[], str] = default_page,
) -> None:
    """Write every shipped tree in every format that can carry it, the manifest, the results and the page.

    `jobs` processes share the work. Calls `done` with a line for each tree. With `check` it writes nothing, and raises
    TreebuildError, which names the files in `folder` that are not what the code makes, are missing, or do not belong
    there.
    """
    if check and not folder.is_dir():
        raise TreebuildError(f"{folder}: is no directory, expected the one to check")
    wanted: dict[str, bytes] = {}

    def make(file: str, data: bytes) -> None:
        wanted[file] = data
        if not check:
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            write_bytes(folder / file, data, force=True)

    found: dict[str, Any] = {}

    def made(name: str, result: Any) -> None:
        found[name] = result
        if isinstance(result, Made):
            for file, data in result.files.items():
                make(file, data)
            done(f"{name}: {result.found}")

    own = {shipped.stem: shipped for shipped in trees or SHIPPED}
    work: dict[str, Callable[[], Any]] = {stem: shipped.make for stem, shipped in own.items()}
    work[PAGE] = page
    if paper := own.keys() >= {f"p4c10n/{name}" for name in TREES}:
        work[STEPS] = _steps
    share([Task(name, SECONDS.get(name, 1), task) for name, task in work.items()], jobs, made, progress)
    rows = [row for stem in own for row in found[stem].rows]
    make(PAGE, found[PAGE].encode())
    make(MANIFEST, (json.dumps({"treebuild": __version__, "trees": rows}, indent=1) + "\n").encode())
    make(
        RESULTS,
        (results(rows, certified(folder / CERTIFICATES)) + (_paper(wanted) + found[STEPS] if paper else "")).encode(),
    )
    if check:
        _check(folder, wanted)


@cache
def _ranking(game: str) -> Ranking:
    """The ranking of a game for all its trees that this process makes, because these have many nodes in common."""
    return Ranking(reply_matrix(Game.from_rules(game)))


def _steps() -> str:
    return "\n" + "\n".join(table.markdown for table in steps())


def _paper(files: Mapping[str, bytes]) -> str:
    """The tables of Slovesnov's paper, from our trees of its algorithms."""
    own = {name: msgpack.decode(files[f"p4c10n/{name}.msgpack"]) for name in TREES}
    text = "\n## The tables of Slovesnov 2011\n\n"
    text += "Published figures, and ours. `python -m tools tables` prints the same.\n\n"
    base92 = len(files["p4c10n/crush5o.b92"]) - 1
    text += f"The explicit base-92 string of crush5o has {base92} characters; the paper reports 31.6 KB (8.2).\n\n"
    return text + "\n".join(table.markdown for table in tables(own))


def _files(shipped: Shipped, tree: Tree, ranking: Ranking) -> Iterator[tuple[str, bytes]]:
    encoders = {extension: form.encode for extension, form in OWN.items()}
    encoders[".rank"] = partial(ranked.encode, ranking=ranking)
    for extension, encode in encoders.items():
        try:
            data = encode(tree)
        except TreebuildError:
            continue  # the tree has other guesses than the format infers
        yield shipped.stem + extension, data


def _row(shipped: Shipped, tree: Tree, file: str, data: bytes) -> dict[str, Any]:
    return {
        "file": file,
        "bytes": len(data),
        "sha256": hashlib.sha256(data).hexdigest(),
        "game": shipped.game,
        "name": shipped.stem.partition("/")[2],
        "algorithm": shipped.algorithm,
        "proved": tree.built.searched if tree.built else "",
        "total": tree.total,
        "max_depth": tree.max_depth,
        "counts": list(tree.counts),
        "command": shipped.command,
    }


def _check(folder: Path, wanted: dict[str, bytes]) -> None:
    present = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    present = {file for file in present if file.split("/")[0] not in (PROOFS, CERTIFICATES, *FRONTIER, *WORST)}
    wrong = sorted(file for file in wanted if file in present and (folder / file).read_bytes() != wanted[file])
    for what, files in (
        ("missing", sorted(wanted.keys() - present)),
        ("not what the code makes", wrong),
        ("not a shipped tree", sorted(present - wanted.keys())),
    ):
        if files:
            raise TreebuildError(f"{folder}: {what}: {', '.join(files)}; run `make trees`")


def results(rows: list[dict[str, Any]], proved: list[tuple[str, str, str]]) -> str:
    """The text of RESULTS.md: every shipped tree with its counts and sizes, and the status of the optima.

    `proved` has (theorem, status, link) of certificates.
    """
    lines = ["# Results", "", "Made by `make trees`; every tree replayed over all its secrets.", ""]
    known = proved[:]
    for game in dict.fromkeys(row["game"] for row in rows):
        trees: dict[str, list[dict[str, Any]]] = {}
        for row in rows:
            if row["game"] == game:
                trees.setdefault(row["name"], []).append(row)
        lines += [
            f"## {game}",
            "",
            "| tree | total | average | secrets by guesses 1, 2, ... | bytes |",
            "|---|---|---|---|---|",
        ]
        for name, files in sorted(trees.items(), key=lambda item: (item[1][0]["total"], item[0])):
            first = files[0]
            sizes = ", ".join(f"{Path(row['file']).suffix} {row['bytes']}" for row in files)
            counts = " ".join(map(str, first["counts"]))
            lines.append(
                f"| {name} | {first['total']} | {first['total'] / sum(first['counts']):.4f} | {counts} | {sizes} |"
            )
            if first["proved"]:
                known.append((f"{game}/{name}: {first['proved']}", status(None), ""))
        lines.append("")
    if known:
        lines += [
            "## What is known of the optima", "",
            "*Searched*: an exhaustive branch and bound found nothing better (`make prove` searches again). *Proved*: "
            "two independent checkers accept a certificate (`treebuild check FILE`). *Theorem*: "
            "[Coq](../docs/theorems.md) checks the certificate, down to the axioms.", "",
            "| | status | certificate |", "|---|---|---|",
            *(f"| {' | '.join(row)} |" for row in known), "",
        ]  # fmt: skip
    return "\n".join(lines)
