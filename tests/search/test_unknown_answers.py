"""Tests whose answers are unknown or vary: the exact search against the definition in docs/how-to/diagnosis.md."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from tests.conftest import seeds
from tests.helpers.naive import fewest_tests
from treebuild import build, load, save, verify
from treebuild.errors import TreebuildError
from treebuild.game.game_file import read_game

TABLES = 20  # of a seed
GAME = 'rule = "table"\ntable = "table.csv"\nguesses = "identify"\n'


class RandomTable:
    """A small table of tests with unknown and variable answers, in words and as the oracle wants it."""

    def __init__(self, choose: Random) -> None:
        hypotheses, tests = choose.randint(2, 6), choose.randint(1, 4)
        answers = "abc"[: choose.randint(2, 3)]
        kinds = choose.choices(("known", "either", "unknown", "inapplicable"), (12, 2, 2, 1), k=tests * hypotheses)
        either = ["a/b", "b/a"] if len(answers) == 2 else ["a/b", "b/c", "c / a", "a/b/c", "-/a"]
        words = {"either": either, "unknown": ["?", "", "a/?"], "inapplicable": ["-", "n/a"], "known": answers}
        cells = [choose.choice(words[kind]) for kind in kinds]
        self.rows = [cells[test * hypotheses : (test + 1) * hypotheses] for test in range(tests)]
        self.names = [f"h{i}" for i in range(hypotheses)]
        weighted, priced, grouped = (choose.random() < 1 / 3 for _ in range(3))
        self.weights = [choose.randint(0, 4) if weighted else 1 for _ in self.names]
        self.weights[0] += not any(self.weights)
        self.costs = [Fraction(choose.randint(1, 8), 2) if priced else Fraction(1) for _ in self.rows]
        self.groups = [choose.choice("xyz") if grouped else name for name in self.names]

    def write(self, folder: Path) -> Path:
        lines = [",".join(["test", *self.names]), *(f"t{i},{','.join(row)}" for i, row in enumerate(self.rows))]
        (folder / "table.csv").write_text("\n".join(lines) + "\n")
        path = folder / "game.toml"
        said = {"weights": zip(self.names, self.weights, strict=True), "costs": self._costs(), "groups": self._groups()}
        for what, pairs in said.items():
            (folder / f"{what}.csv").write_text("".join(f"{name},{value}\n" for name, value in pairs))
        path.write_text(GAME + "".join(f'{what} = "{what}.csv"\n' for what in said))
        return path

    def _costs(self) -> list[tuple[str, float]]:
        return [(f"t{i}", float(cost)) for i, cost in enumerate(self.costs) if any(self._options(i))]

    def _groups(self) -> list[tuple[str, str]]:
        return list(zip(self.names, self.groups, strict=True))

    def _options(self, test: int) -> list[frozenset[str]]:
        """The answers of every hypothesis to a test; no answer at all of a test of which none is known."""
        said = [set(cell.replace(" ", "").split("/")) if cell != "n/a" else {"-"} for cell in self.rows[test]]
        known = frozenset().union(*(some for some in said if not some & {"?", ""}))
        return [known if some & {"?", ""} else frozenset(some) for some in said]

    def least(self) -> Fraction:
        """The least expected cost of a tree."""
        tests = [test for test in range(len(self.rows)) if any(self._options(test))]
        costs = [self.costs[test] for test in tests]
        weights = [Fraction(weight) for weight in self.weights]
        return fewest_tests([self._options(test) for test in tests], self.groups, weights, costs)


@pytest.mark.parametrize("seed", seeds(2, 100))
def test_exact_trees_are_optimal_by_the_definition(seed: int, tmp_path: Path) -> None:
    """Costs, weights of 0 and groups among them; 2,000 tables in all."""
    for number in range(TABLES):
        table = RandomTable(Random(f"{seed} {number}"))
        least, path = table.least(), table.write(tmp_path)
        if not least:  # no test excludes anything
            with pytest.raises(TreebuildError, match=r"all secrets are of one group|no answer to any test"):
                read_game(path)
            continue
        tree = build("exact", read_game(path), objective="total")
        assert tree.cost - (0 if tree.game.conditions.costs else 1) == least, path.with_name("table.csv").read_text()
        assert verify(tree).ok
        if number % 10 == 0:
            save(tree, file := tmp_path / "tree.msgpack", force=True)
            assert load(file).cost == tree.cost
            near = build("near", tree.game, objective="total")
            assert verify(near).ok and near.cost >= tree.cost
