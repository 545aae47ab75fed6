"""Compares a tree with a certificate, which proves that the tree is optimal, or how far it is from optimal at most.

The certificate must be of the same game. Where its bound is the cost of the tree, the tree is optimal.
"""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from treebuild.certificate.checkers import check_called
from treebuild.certificate.header import Statement, check_game, header
from treebuild.checker.check import Checked, theorem
from treebuild.checker.proof_file import ProofFile, read_header
from treebuild.errors import Remedy, TreebuildError
from treebuild.game.reply_matrix import reply_matrix
from treebuild.search.goal.prices import prices_of
from treebuild.search.goal.vectors import Vector
from treebuild.tree.gap import claims_near, gap, percent
from treebuild.tree.tree import NONE, Tree


@dataclass(frozen=True)
class Proved:
    """The cost of a tree by the lines of costs of a certificate, and the bound that the certificate proves.

    `theorem` is what the certificate proves, in words.
    """

    cost: Vector
    bound: Vector
    theorem: str

    @property
    def optimal(self) -> bool:
        """Whether no tree costs less."""
        return self.cost == self.bound

    @property
    def words(self) -> str:
        """The line that a command prints."""
        if self.optimal:
            return f"optimal, checked: {self.theorem}"
        more = f", {percent(gap(self.cost[0], self.bound[0]))} more" if len(self.cost) == 1 else ""
        return f"near, checked: {self.theorem}; this tree costs {' '.join(map(str, self.cost))}{more}"


def confirm(
    tree: Tree, distribution: Mapping[int, int], file: Path, certificate: Checked, called: Path | None = None
) -> Proved:
    """What an accepted certificate proves about a tree that solves distribution[d] secrets at depth d.

    Raises TreebuildError when the certificate is of another game, or of trees that this tree is not among, or when its
    bound is not the cost of the tree, unless the tree claims only to be near-optimal. Errors name the file as `called`.
    The name of the game does not count: file and tree are of one game just when the file begins like a certificate
    that is written for the tree's game.
    """
    name = called or file
    if tree.game.left_out:
        raise TreebuildError(
            "the tree carries only codes that it guesses", remedy=Remedy("{} gives all of them", "game", "game.toml")
        )
    check_game(tree.game)
    prices = prices_of(reply_matrix(tree.game)) if certificate.unit else None
    statement = Statement(
        certificate.costs, certificate.bound, certificate.secrets, certificate.weighted, certificate.weights,
        int(prices.surcharge.max()) if prices else 0,
    )  # fmt: skip
    expected = header(reply_matrix(tree.game), statement, certificate.guesses, certificate.title)
    with gzip.open(file) as source:
        begins = source.read(len(expected))
    if begins != expected:
        raise TreebuildError(f"{name}: proves something of another game ({certificate.game}) than {tree.game.name}")
    check_called(file, tree.game.name)
    guesses = tree.game.conditions.guesses
    if certificate.guesses not in ("all", "candidates", guesses):
        raise TreebuildError(f"{name}: is of trees with guesses `{certificate.guesses}`, and this one has `{guesses}`")
    if certificate.guesses == "candidates" and (tree.solved == NONE).any():
        raise TreebuildError(f"{name}: is of trees that guess candidates only, and this one guesses others")
    counted = len(certificate.costs[0])
    if max(distribution) > counted:
        raise TreebuildError(
            f"{name}: is of trees of at most {counted} guesses, and this one takes {max(distribution)}"
        )
    depths, weights = range(1, max(distribution) + 1), Counter[int]()
    for depth, weight in zip(tree.secret_depth.tolist(), tree.game.secret_weights, strict=True):
        weights[depth] += weight
    cost = certificate.cost_of([distribution.get(depth, 0) for depth in depths], [weights[depth] for depth in depths])
    if prices:
        cost = (*cost[:-1], cost[-1] + int(prices.surcharge[tree.guess] @ np.array(tree.weight)))
    near = tree.built is not None and claims_near(tree.built.searched)
    if cost != certificate.bound and not (near and cost > certificate.bound):
        costs, bound = (" ".join(map(str, numbers)) for numbers in (cost, certificate.bound))
        raise TreebuildError(f"{name}: does not say that the tree is optimal: it costs {costs}, the bound is {bound}")
    with file.open("rb") as source:
        stated = replace(read_header(ProofFile(source)), title=tree.game.name)  # nobody has checked the title
    proved, unit = theorem(stated), tree.game.conditions.cost_unit
    if unit > 1 and " cost of at least " in proved and not prices:  # a certificate tells it beside surcharges alone
        proved += f", in units of 1/{unit}"
    return Proved(cost, certificate.bound, proved)
