"""treebuild compare: the distributions of two trees side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from treebuild.cli.options import ConditionOptions, Costs, Guesses, Json, Missing, Rules, TreeFile, Weights
from treebuild.cli.streams import say_json
from treebuild.errors import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table


def compare(
    a: TreeFile,
    b: TreeFile,
    game: Rules = None,
    weights: Weights = None,
    missing: Missing = "",
    guesses: Guesses = None,
    costs: Costs = None,
    json: Json = False,
) -> None:
    """Compare two trees of a game: how many guesses the secrets take, and for how many either tree is faster."""
    from treebuild.tree.figures import compare as side_by_side
    from treebuild.tree.figures import record, rule_of
    from treebuild.tree.gap import claimed_bound, gap, percent

    conditions = ConditionOptions(weights, missing, guesses, costs)
    first, second = (conditions.of_tree(file, game) for file in (a, b))
    comparison = side_by_side(first, second)
    bound = claimed_bound((first, second))
    if json:
        races = (comparison.a_faster, comparison.b_faster), (comparison.b_faster, comparison.a_faster)
        against = [{"faster": faster, "slower": slower, "equal": comparison.equal} for faster, slower in races]
        trees = (first, a, b), (second, b, a)
        say_json(
            [
                record(tree, str(file))
                | {"against": [{"file": str(other), **race}]}
                | ({} if bound is None else {"bound": bound, "gap": round(gap(tree.total, bound), 6)})
                for (tree, file, other), race in zip(trees, against, strict=True)
            ]
        )
        return
    from treebuild.cli import tables

    console = tables.console()
    for name, file, tree in (("A", a, first), ("B", b, second)):
        about = [f"{name}: {file}", *tables.by_rule(*rule_of(tree))]
        console.print(printable("; ".join(about)), soft_wrap=True)
    table = _counts("A", "B", comparison.distribution_a, comparison.distribution_b)
    table.add_row(
        "total", str(comparison.total_a), str(comparison.total_b), f"{comparison.total_b - comparison.total_a:+d}"
    )
    if bound is not None:
        table.add_row("gap at most", percent(gap(first.total, bound)), percent(gap(second.total, bound)), "")
    console.print(table)
    if bound is not None:
        console.print(f"claimed, not checked: no tree has a smaller total than {bound}")
    if comparison.weighted_a:
        table = _counts("weight A", "weight B", comparison.weighted_a, comparison.weighted_b)
        ours, theirs = float(first.expected), float(second.expected)
        table.add_row("expected", f"{ours:.4f}", f"{theirs:.4f}", f"{theirs - ours:+.4f}")
        console.print(table)
    console.print(
        f"same secret: A is faster for {comparison.a_faster}, B for {comparison.b_faster}, equal for {comparison.equal}"
    )


def _counts(head_a: str, head_b: str, a: Sequence[int], b: Sequence[int]) -> Table:
    """A table with a row for each number of guesses: two counts and their difference."""
    from treebuild.cli import tables

    table = tables.plain_table("guesses", head_a, head_b, "B - A")
    for depth, (left, right) in enumerate(zip(a, b, strict=True), 1):
        table.add_row(str(depth), str(left), str(right), f"{right - left:+d}")
    return table
