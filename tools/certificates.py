"""The certificates in trees/proofs/: their list, and how `make prove` writes and checks them."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from tools.proofs import CLAIMS, Claim
from treebuild.certificate.checkers import accept
from treebuild.certificate.write import certify
from treebuild.codec.files import write_bytes
from treebuild.game.lookup import find_game
from treebuild.tree.policy import Progress
from treebuild.version import __version__

if TYPE_CHECKING:
    from treebuild.search.store.sqlite import StoreFile

MANIFEST = "manifest.json"
FORMAL = Path(__file__).parents[1] / "formal"

CERTIFIED = (
    *(claim for claim in CLAIMS if "deepest" not in claim.objective),  # its costs do not fit into the writer's integers
    Claim("four-colours", "limit:4"),
)


def file_of(claim: Claim) -> str:
    """The name of the certificate of a claim in trees/proofs/."""
    words = [claim.game, *claim.objective.replace(":", "-").split(",")]
    return "-".join([*words, *["candidates"] * claim.candidates_only]) + ".proof"


def write(folder: Path, jobs: int, progress: Progress | None = None, store: StoreFile | None = None) -> Iterator[str]:
    """Write and check every certificate again, and then write the manifest. Yields a paragraph for each certificate.

    Raises TreebuildError where a certificate cannot be written or is not accepted.
    """
    folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for claim in CERTIFIED:
        start, file, game = perf_counter(), folder / file_of(claim), find_game(claim.game)
        found = certify(
            game,
            claim.objective,
            candidates_only=claim.candidates_only,
            jobs=jobs,
            progress=progress,
            store=store,
        )
        write_bytes(file, found.data, force=True)
        written = perf_counter() - start
        rows.append(_row(claim, file, written))
        checked = rows[-1]["checked"]
        yield (
            f"{file.name}: proved: {rows[-1]['theorem']}\n  {len(found.data)} bytes, written in {written:.0f} s, "
            f"checked in {checked['language']} in {checked['seconds']} s: {rows[-1]['claims']} claims\n"
        )
    text = json.dumps({"treebuild": __version__, "proofs": rows}, indent=1) + "\n"
    write_bytes(folder / MANIFEST, text.encode(), force=True)


def _row(claim: Claim, file: Path, written: float) -> dict[str, Any]:
    data, accepted = file.read_bytes(), accept(file)
    return {
        "file": file.name,
        "bytes": len(data),
        "sha256": hashlib.sha256(data).hexdigest(),
        "game": claim.game,
        "objective": claim.objective,
        "candidates_only": claim.candidates_only,
        "theorem": accepted.proved.theorem,
        "claims": accepted.proved.claims,
        "sets_looked_at": accepted.proved.looks,
        "written": {"seconds": round(written, 1)},
        "checked": {"language": accepted.checker, "seconds": round(accepted.seconds, 1)},
    }


def certified(folder: Path) -> list[tuple[str, str, str]]:
    """(theorem, status, link) of every certificate in a folder, by its manifest; none without a manifest."""
    try:
        rows = json.loads((folder / MANIFEST).read_text())["proofs"]
    except FileNotFoundError:
        return []
    return [(row["theorem"], status(row["file"]), cited(row, f"{folder.name}/{row['file']}")) for row in rows]


def cited(certificate: Mapping[str, Any], file: str) -> str:
    """A link to the file of a certificate, of the `bytes` and `sha256` given, and the beginning of its hash."""
    return f"[{certificate['bytes']} bytes]({file}), SHA-256 {certificate['sha256'][:12]}..."


def status(certificate: str | None) -> str:
    """The status of an optimum, by the name of its certificate.

    It is "theorem" where Coq checks the certificate, "proved" where there is another one, and "searched" without any.
    """
    if certificate is None:
        return "searched"
    name = Path(certificate).stem.replace("-", "_")
    checked = any(re.search(rf"\bCertificates\.{name}\b", file.read_text()) for file in FORMAL.glob("*.v"))
    return "theorem" if checked else "proved"
