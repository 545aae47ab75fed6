"""docs/seconds.svg: what is measured for it, and what it shows."""

import re
from pathlib import Path

import pytest

from tools import seconds
from treebuild import build
from treebuild.errors import TreebuildError

DOCS = Path(__file__).parents[2] / "docs"


def test_the_figures_are_those_of_the_trees() -> None:
    """Of near the first efforts, which take a second; no tree has a smaller total than the exact one."""
    points = seconds.read(DOCS / "seconds.json")
    assert {point.game for point in points} == set(seconds.GAMES)
    for game in seconds.GAMES:
        ways = {(point.algorithm, point.effort): point.total for point in points if point.game == game}
        totals = [ways["near", effort] for effort in seconds.EFFORTS]
        assert ways["minavg", None] > totals[0] and totals == sorted(totals, reverse=True)
        assert totals[-1] >= ways["exact", None]
    for point in points:
        if point.algorithm == "near" and (point.game, point.effort) in {("p4c6r", 1), ("p4c10n", 1)}:
            assert build("near", point.game, effort=point.effort).total == point.total


def test_the_picture_has_every_game_and_can_be_read(tmp_path: Path) -> None:
    points = seconds.read(DOCS / "seconds.json")
    seconds.write(tmp_path, points)
    assert (tmp_path / "seconds.json").read_bytes() == (DOCS / "seconds.json").read_bytes()
    for folder in tmp_path, DOCS:
        text = (folder / "seconds.svg").read_text("utf-8")
        sizes = [float(size) for size in re.findall(r"font(?:-size)?: ([\d.]+)px", text)]
        assert sizes and min(sizes) >= 7 and all(f"{game}: " in text for game in seconds.GAMES)
    assert seconds.picture(points[:18]).caption != seconds.picture(points).caption


def test_a_game_is_measured() -> None:
    points = list(seconds.measured(["p2c4r"], [1]))
    assert [(point.algorithm, point.effort) for point in points] == [("minavg", None), ("near", 1), ("exact", None)]
    assert points[0].total >= points[1].total >= points[2].total == 45 and all(point.seconds > 0 for point in points)


def test_bad_figures_and_a_build_that_fails(tmp_path: Path) -> None:
    (tmp_path / "seconds.json").write_text("[{}]")
    with pytest.raises(TreebuildError, match="has no measured totals"):
        seconds.read(tmp_path / "seconds.json")
    with pytest.raises(TreebuildError, match="build minavg --game nonsense --json failed: "):
        list(seconds.measured(["nonsense"], [1]))
