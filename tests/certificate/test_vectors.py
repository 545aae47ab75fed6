"""The vectors of schema/proof.md, by both checkers."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from tests.helpers import make_proof_vectors
from tests.helpers.certificates import CHECKERS, accepted
from treebuild.errors import TreebuildError

VECTORS = json.loads(make_proof_vectors.FILE.read_text())


def test_vectors_are_what_the_script_writes() -> None:
    assert make_proof_vectors.FILE.read_text() == make_proof_vectors.dump()


@pytest.mark.parametrize("checker", CHECKERS)
@pytest.mark.parametrize("vector", VECTORS, ids=[vector["name"] for vector in VECTORS])
def test_each_checker_accepts_just_the_sound_vectors(vector: dict[str, str], checker: str, tmp_path: Path) -> None:
    data = gzip.compress(vector["header"].encode() + bytes.fromhex(vector["body"]))
    if vector["checked"] == "yes":
        assert accepted(data, tmp_path, checker).startswith("every tree of ")
    else:
        with pytest.raises(TreebuildError):
            accepted(data, tmp_path, checker)
