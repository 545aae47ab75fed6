"""The certificates that are shipped: as their manifest says, and accepted by both checkers."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from tests.conftest import TREES, require
from tools.certificates import CERTIFIED, MANIFEST, file_of
from treebuild.certificate import checkers
from treebuild.certificate.optimum import confirm
from treebuild.checker.check import Checked
from treebuild.codec import load
from treebuild.errors import TreebuildError

PROOFS = TREES / "proofs"
ROWS: list[dict[str, Any]] = json.loads((PROOFS / MANIFEST).read_text())["proofs"]
QUICK = [pytest.param(row, id=row["file"]) for row in ROWS if row["sets_looked_at"] < 5_000]  # all: `make check`


def test_the_manifest_is_of_these_files() -> None:
    assert [row["file"] for row in ROWS] == [file_of(claim) for claim in CERTIFIED]
    assert {path.name for path in PROOFS.iterdir()} == {MANIFEST, *(row["file"] for row in ROWS)}
    for row in ROWS:
        data = (PROOFS / row["file"]).read_bytes()
        assert (len(data), hashlib.sha256(data).hexdigest()) == (row["bytes"], row["sha256"])
        assert len(data) < 1 << 20


@pytest.mark.parametrize("row", QUICK)
def test_python_accepts_it(row: dict[str, Any]) -> None:
    _as_the_manifest_says(checkers.accept(PROOFS / row["file"], python=True).proved, row)


@pytest.mark.parametrize("row", QUICK)
def test_c_accepts_it(row: dict[str, Any]) -> None:
    require("gcc")
    accepted = checkers.accept(PROOFS / row["file"])
    assert accepted.checker == "C"
    _as_the_manifest_says(accepted.proved, row)


def _as_the_manifest_says(proved: Checked, row: dict[str, Any]) -> None:
    assert (proved.theorem, proved.claims) == (row["theorem"], row["claims"])


def test_trees_are_optimal() -> None:
    """Of the certificates that are quick to check."""
    tree, proof = load(TREES / "p4c6r" / "avg.msgpack"), PROOFS / "p4c6r-total.proof"
    proved = checkers.accept(proof, python=True).proved
    distribution = {depth: count for depth, count in enumerate(tree.counts, 1) if count}
    confirm(tree, distribution, proof, proved)
    assert proved.bound == (tree.total,) == (5625,)
    with pytest.raises(TreebuildError, match="another game"):
        confirm(load(TREES / "p4c10n" / "avg.msgpack"), distribution, proof, proved)
    other = load(TREES / "p4c6r" / "crush.msgpack")
    with pytest.raises(TreebuildError, match="costs 5627, the bound is 5625"):
        confirm(other, {depth: count for depth, count in enumerate(other.counts, 1) if count}, proof, proved)
