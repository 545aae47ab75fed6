"""treebuild verify: replay every secret and show what came out."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from treebuild.cli.options import (
    ConditionOptions,
    Costs,
    Groups,
    Guesses,
    Json,
    Missing,
    Patient,
    Rules,
    Weights,
    game_of,
)
from treebuild.errors import TreebuildError, UsageError

if TYPE_CHECKING:
    from treebuild.certificate.optimum import Proved
    from treebuild.checker.check import Checked
    from treebuild.cli.replays import Result


def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="The trees, or - for stdin.", show_default=False)],
    game: Rules = None,
    proof: Annotated[
        Path | None,
        typer.Option(
            "--proof",
            metavar="PROOF",
            help="Check this certificate too (- is stdin), and say whether it proves that no tree is better.",
            show_default=False,
        ),
    ] = None,
    weights: Weights = None,
    missing: Missing = "",
    guesses: Guesses = None,
    costs: Costs = None,
    groups: Groups = None,
    patient: Patient = False,
    json: Json = False,
) -> None:
    """Check trees by playing every secret, and count the guesses. The exit code is 1 if a tree is not sound."""
    from treebuild.certificate.checkers import readable
    from treebuild.certificate.optimum import confirm
    from treebuild.cli.replays import report
    from treebuild.codec.files import STREAM
    from treebuild.tree.verifier import verify as replay

    if proof == STREAM and STREAM in files:
        raise UsageError("the standard input is either a tree or the certificate: name a file for the other")
    conditions = ConditionOptions(weights, missing, guesses, costs, groups)
    known = game_of(game)
    with readable(proof) if proof else nullcontext() as certificate:
        accepted = None if certificate is None else _accepted(certificate)
        results: list[Result] = []
        proofs: list[Proved | None] = []
        for file in files:
            proved = None
            try:
                tree = conditions.of_tree(file, known, patient)
                outcome = replay(tree, patient)
                if certificate is not None and accepted is not None and outcome.ok:
                    proved = confirm(tree, outcome.distribution, certificate, accepted, proof)
                results.append((file, outcome))
            except TreebuildError as error:
                results.append((file, error))
            proofs.append(proved)
    report(results, json, proofs=proofs)


def _accepted(proof: Path) -> Checked:
    """Check a certificate; return what it proves."""
    from treebuild.bar import progress_bar
    from treebuild.certificate.checkers import accept

    with progress_bar() as progress:
        return accept(proof, progress=progress).proved
