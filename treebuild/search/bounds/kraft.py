"""KRAFT, a bound of trees of tests by information: a lower bound of the cost to tell candidates apart by tests.

HUFFMAN assumes that every test has as many answers as the test with the most answers, and CHEAPEST assumes that the
cheapest tests have as many. KRAFT uses the answers and the cost of each test. It is for games in which only a last
candidate, or group, is named (`permitted.names_last`).

Let S be a set of candidates that weigh W together, and let test t have r(t) different answers from S. Let a tree for S
be given. Let its leaf x weigh v(x), and let q(x) be the product of 1 / r(t) over the tests on the way to x; likewise
let q of any other node be the product over the tests on the way to that node. A node that asks t has r(t) children at
most, since it holds a subset of S. So the q(x) of the leaves below a node add up to at most the q of the node, and the
q(x) of all leaves to 1 at most (Kraft's inequality). By Gibbs' inequality the sum of v(x) * log(1 / q(x)) is at least
the sum of v(x) * log(W / v(x)). That is W * H, where H is the entropy of the leaves. H is no less than the entropy of
the groups, each of which has one leaf or several. So I(x), the sum of log r(t) over the tests on the way to x, is on
average at least H.

No test is asked twice on the way to a leaf, and no test with r(t) = 1 is asked. Let K(I) be the least cost of tests
whose log r(t) add up to I, where a share of a test may be taken for its share of the cost. The least cost is reached by
taking tests in the order of cost for each unit of log r(t), so K is convex and rises. The tests on the way to x cost at
least K(I(x)), hence all leaves together, by weight, at least W * K(H) by Jensen's inequality. The bound adds the cost
of naming: that of secrets whose naming is the next guess.

Assumes: the cost of a secret rises by the same step with every depth. CHEAPEST assumes this too. It is applied here
with only those tests that tell S apart, and the larger of the two bounds counts. Only `near` uses KRAFT, since
certificates have no rule for it.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from treebuild.game.positions import Candidates
from treebuild.search.bounds.of_parts import OptionBounds
from treebuild.search.bounds.prunings import huffman
from treebuild.search.goal.vectors import Vector

ROUNDING = 1e-9  # a share of a sum of logarithms, far larger than its error of rounding


class KraftBounds(OptionBounds):
    """The bounds of a game of tests, with KRAFT.

    >>> import numpy as np
    >>> from treebuild.search.bounds.kraft import least_by_information
    >>> least_by_information([1, 1, 1, 1], np.array([5, 1, 9]), np.array([4, 2, 2]))  # 4 * (1 + 5 / 2)
    14
    """

    def _named(self, depth: int, width: int, part: Candidates) -> Vector:
        """HUFFMAN, CHEAPEST and KRAFT: the smallest cost of a part whose next guess is at `depth`."""
        weights = self._heaviest(part)
        whole = sum(weights)
        if depth >= len(self.costs) or not whole or len(weights) == 1:
            return super()._named(depth, width, part)
        answers = np.sort(self.replies.matrix[self.tests][:, part], axis=1)
        number = 1 + np.count_nonzero(np.diff(answers, axis=1), axis=1)
        telling = number > 1
        if not telling.any():
            return self.infinite
        costs, number = self.test_costs[telling], number[telling]
        ladder = [0, *np.cumsum(np.sort(costs)).tolist()]
        tests, more = divmod(huffman(weights, int(number.max())), whole)
        if tests + (more > 0) >= len(ladder):
            return self.infinite  # the game has too few tests
        by_number = whole * ladder[tests] + (more * (ladder[tests + 1] - ladder[tests]) if more else 0)
        return (whole * self.costs[depth][0] + max(by_number, least_by_information(weights, costs, number)),)


def least_by_information(weights: list[int], costs: NDArray[np.int64], answers: NDArray[np.int64]) -> int:
    """W * K(H), rounded up, since the costs of trees are whole numbers.

    weights  of the leaves
    costs    int64 (tests,): of the tests that tell S apart
    answers  int64 (tests,): how many answers each test has, 2 or more

    If all tests together tell less than H, it is W times the cost of all tests.
    """
    whole = sum(weights)
    needed = math.fsum(weight * math.log(whole / weight) for weight in weights if weight) * (1 - ROUNDING)
    information = np.log(answers)
    order = np.argsort(costs / information, kind="stable")
    costs, information = costs[order], whole * information[order]
    reached = np.cumsum(information)
    full = int(np.searchsorted(reached, needed))
    cost = whole * int(costs[:full].sum())
    if full == len(costs):
        return cost
    left = needed - (float(reached[full - 1]) if full else 0.0)
    return cost + max(math.ceil(whole * float(costs[full]) * (left / float(information[full])) * (1 - ROUNDING)), 0)
