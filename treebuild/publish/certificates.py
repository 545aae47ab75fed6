"""The certificates in trees/proofs/: which there are, and how each is written and checked: `make prove`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from treebuild.certificate.checkers import accept
from treebuild.certificate.write import certify
from treebuild.codec.files import write_bytes
from treebuild.game.files import find_game
from treebuild.tree.policy import Progress
from treebuild.version import __version__

MANIFEST = "manifest.json"


@dataclass(frozen=True)
class Certified:
    """A game and an objective whose optimum has a certificate."""

    game: str
    objective: str
    candidates_only: bool = False

    @property
    def file(self) -> str:
        """Its name in trees/proofs/."""
        words = [self.game, *self.objective.replace(":", "-").split(",")]
        return "-".join([*words, *["candidates"] * self.candidates_only]) + ".proof"


CERTIFIED = (
    Certified("p4c10n", "total"),
    Certified("p4c10n", "total,sevens"),
    Certified("p4c10n", "sevens"),
    Certified("p4c10n", "sevens,total"),
    Certified("p4c10n", "limit:6"),
    Certified("p4c10n", "total", True),
    Certified("p4c6r", "total"),
    Certified("p4c6r", "total,limit:5"),
    Certified("p4c6r", "fives"),
    Certified("p4c6r", "total", True),
    Certified("p4c7r", "total"),
    Certified("four-colours", "limit:4"),
)


def write(folder: Path, jobs: int, progress: Progress | None = None) -> Iterator[str]:
    """Write every certificate anew, check it, and at last the manifest; of each a line. Raises TreebuildError."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for certified in CERTIFIED:
        start, file = perf_counter(), folder / certified.file
        found = certify(
            find_game(certified.game),
            certified.objective,
            candidates_only=certified.candidates_only,
            jobs=jobs,
            progress=progress,
        )
        write_bytes(file, found.data, force=True)
        written = perf_counter() - start
        rows.append(_row(certified, file, written))
        checked = rows[-1]["checked"]
        yield (
            f"{certified.file}: proved: {rows[-1]['theorem']}\n  {len(found.data)} bytes, written in {written:.0f} s, "
            f"checked in {checked['language']} in {checked['seconds']} s: {rows[-1]['claims']} claims\n"
        )
    text = json.dumps({"treebuild": __version__, "proofs": rows}, indent=1) + "\n"
    write_bytes(folder / MANIFEST, text.encode(), force=True)


def _row(certified: Certified, file: Path, written: float) -> dict[str, Any]:
    data, accepted = file.read_bytes(), accept(file)
    return {
        "file": certified.file,
        "bytes": len(data),
        "sha256": hashlib.sha256(data).hexdigest(),
        "game": certified.game,
        "objective": certified.objective,
        "candidates_only": certified.candidates_only,
        "theorem": accepted.proved.theorem,
        "claims": accepted.proved.claims,
        "sets_looked_at": accepted.proved.looks,
        "written": {"seconds": round(written, 1)},
        "checked": {"language": accepted.checker, "seconds": round(accepted.seconds, 1)},
    }


def theorems(folder: Path) -> list[str]:
    """What the certificates in a folder prove, as its manifest has it; none without one."""
    try:
        rows = json.loads((folder / MANIFEST).read_text())["proofs"]
    except FileNotFoundError:
        return []
    return [f"{row['theorem']} ([{row['file']}](proofs/{row['file']}), {row['bytes']} bytes)" for row in rows]
