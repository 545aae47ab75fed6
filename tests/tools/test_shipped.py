import hashlib
import json
import shutil
from functools import partial
from pathlib import Path

import pytest

from tests.conftest import mostly_long
from tests.helpers.trees import same
from tools import shipped
from treebuild import codec
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.tree.verifier import verify

TREES = Path(__file__).parents[2] / "trees"
ROWS = json.loads((TREES / shipped.MANIFEST).read_text("utf-8"))["trees"]
STEMS = sorted({row["file"].partition(".")[0] for row in ROWS})


def test_every_file_is_in_the_manifest() -> None:
    files = {str(path.relative_to(TREES)) for path in TREES.rglob("*") if path.is_file()}
    others = shipped.CERTIFICATES, *shipped.FRONTIER, *shipped.WORST  # other tests look at these
    files = {file for file in files if file.split("/")[0] not in others}
    assert files - {shipped.PROOFS} == {row["file"] for row in ROWS} | {shipped.MANIFEST, shipped.RESULTS, shipped.PAGE}


@pytest.mark.parametrize("stem", mostly_long(STEMS, STEMS[::12]))
def test_shipped_trees_are_what_the_manifest_says(stem: str) -> None:
    """The formats of a tree have the same nodes, so one of them is replayed."""
    rows = [row for row in ROWS if row["file"].partition(".")[0] == stem]
    game = Game.from_rules(rows[0]["game"])
    trees = [codec.load(TREES / row["file"], game) for row in rows]
    found = verify(trees[0])
    assert found.ok
    for row, tree in zip(rows, trees, strict=True):
        data = (TREES / row["file"]).read_bytes()
        assert hashlib.sha256(data).hexdigest() == row["sha256"] and len(data) == row["bytes"]
        assert same(tree, trees[0])
        assert list(found.distribution.values()) == row["counts"]
        assert (found.total, found.max_depth) == (row["total"], row["max_depth"])


def test_results_cite_each_certificate_by_its_hash() -> None:
    results = (TREES / shipped.RESULTS).read_text("utf-8")
    certificates = [*(TREES / shipped.CERTIFICATES).glob("*.proof")]
    assert certificates
    for path in certificates:
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        assert f"({shipped.CERTIFICATES}/{path.name}), SHA-256 {digest[:12]}... |" in results


def small_page() -> str:
    """In place of the page, which takes half a minute, and which tests/browser looks at."""
    return "<!doctype html>"


def test_ship_and_check(tmp_path: Path) -> None:
    two = [shipped.Shipped("p3c4n", name) for name in ("simple", "minavg")]
    ship, heard = partial(shipped.ship, trees=two, page=small_page), list[str]()
    seen: list[tuple[int, int, str]] = []
    ship(tmp_path, False, heard.append, jobs=2, progress=lambda *step: seen.append(step))
    assert sorted(line.partition(":")[0] for line in heard) == ["p3c4n/minavg", "p3c4n/simple"]
    assert seen and all(
        0 <= spent <= total == 2 + shipped.SECONDS[shipped.PAGE] and doing for spent, total, doing in seen
    )
    ship(tmp_path, True, heard.append)
    (tmp_path / "p3c4n" / "simple.b92").write_bytes(b"##\n")
    with pytest.raises(TreebuildError, match=r"not what the code makes: p3c4n/simple\.b92; run `make trees`"):
        ship(tmp_path, True, heard.append)
    shutil.rmtree(tmp_path / "p3c4n")
    with pytest.raises(TreebuildError, match="missing: p3c4n/minavg"):
        ship(tmp_path, True, heard.append)
    ship(tmp_path, False, heard.append)
    (tmp_path / "extra.b92").write_bytes(b"##\n")
    with pytest.raises(TreebuildError, match="not a shipped tree: extra"):
        ship(tmp_path, True, heard.append)
