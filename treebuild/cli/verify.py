"""treebuild verify: replay every secret and show what came out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from treebuild.cli.errors import told
from treebuild.cli.options import Json, Missing, Patient, Rules, Weights, game_of, weighed_tree
from treebuild.cli.streams import say, say_json
from treebuild.errors import TreebuildError, printable

if TYPE_CHECKING:
    from treebuild.checker.check import Checked
    from treebuild.tree.verifier import Verification

SHOWN = 5  # problems shown of each file
CLAIM, WHO_CHECKS = "claimed, not checked", "a certificate is checked with --proof"


def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="The trees.", show_default=False)],
    game: Rules = None,
    proof: Annotated[
        Path | None,
        typer.Option(
            "--proof",
            metavar="PROOF",
            help="Also check this certificate, and that it proves the tree to be optimal.",
            show_default=False,
        ),
    ] = None,
    weights: Weights = None,
    missing: Missing = "",
    patient: Patient = False,
    json: Json = False,
) -> None:
    """Check trees by playing every secret, and count the guesses. The exit code is 1 if a tree is not sound."""
    from treebuild.certificate.optimum import confirm
    from treebuild.codec import load
    from treebuild.tree.verifier import verify as replay

    chosen, accepted = game_of(game), None if proof is None else _accepted(proof)
    results: list[tuple[Path | None, Verification | TreebuildError]] = []
    for file in files:
        try:
            tree = weighed_tree(load(file, chosen, patient), weights, missing)
            found = replay(tree, patient)
            if proof is not None and accepted is not None and found.ok:
                confirm(tree, found.distribution, proof, accepted)
            results.append((file, found))
        except TreebuildError as error:
            results.append((file, error))
    report(results, json, optimal=accepted.theorem if accepted else "")


def _accepted(proof: Path) -> Checked:
    """What a certificate proves, once it is checked."""
    from treebuild.certificate.checkers import accept
    from treebuild.cli.progress import progress_bar

    with progress_bar() as progress:
        return accept(proof, progress=progress).proved


def report(
    results: list[tuple[Path | None, Verification | TreebuildError]],
    json: bool,
    more: dict[str, Any] | None = None,
    searched: bool = False,
    optimal: str = "",
) -> None:
    """Print verifications, or why there is none; exit with 1 unless all trees are sound. JSON records get `more`.

    What is said to be proved of a tree was `searched` just now, or is only what its file claims; or a certificate says
    that those which are sound are `optimal`, in its words.
    """
    if json:
        say_json([_record(file, found, optimal) | (more or {}) for file, found in results])
    else:
        _print(results, searched, optimal)
    if not all(not isinstance(found, TreebuildError) and found.ok for _, found in results):
        raise typer.Exit(1)


def _record(file: Path | None, found: Verification | TreebuildError, optimal: str) -> dict[str, Any]:
    from treebuild.tree.figures import by_weight

    name = None if file is None else str(file)
    if isinstance(found, TreebuildError):
        return {"file": name, "ok": False, "problems": [told(found, "verify")]}
    record = {
        "file": name,
        "game": found.game,
        "algorithm": found.algorithm,
        "secrets": found.secrets,
        "total": found.total,
        "max_depth": found.max_depth,
        "distribution": {str(depth): count for depth, count in found.distribution.items()},
        **by_weight(found.weighed, found.expected),
        "ok": found.ok,
        "problems": list(found.problems),
        "claimed": found.claimed,
    }
    return record | ({"optimal": optimal} if found.ok and optimal else {})


def _print(results: list[tuple[Path | None, Verification | TreebuildError]], searched: bool, optimal: str) -> None:
    from treebuild.cli import display
    from treebuild.codec import FORMATS

    console = display.console()
    for i, (file, found) in enumerate(results):
        if i:
            console.print()
        if isinstance(found, TreebuildError):
            say(f"error: {told(found, 'verify')}", err=True)
            continue
        title = f"{found.game}, {found.algorithm}" + (f": {file}" if file else "")
        console.print(printable(title), style="bold", soft_wrap=True)
        console.print(display.distribution(found.distribution, found.weighed))
        console.print(display.summary(found.total, found.secrets, found.max_depth))
        if found.weighed:
            console.print(display.drawn_by_weight(found.expected))
        if found.ok:
            console.print(f"ok: all {found.secrets} secrets replayed, {found.nodes} nodes checked")
        if found.ok and optimal:
            say(f"optimal, checked: {optimal}")
        elif found.claimed:
            say(f"searched: {found.claimed}" if searched else f"{CLAIM}: {found.claimed}; {WHO_CHECKS}")
        if file is not None and file.suffix in FORMATS and (note := FORMATS[file.suffix].note):
            say(f"{file.suffix} {note}: here {' '.join(map(str, found.distribution.values()))}")
        for problem in found.problems[:SHOWN]:
            say(f"error: {file or 'tree'}: {problem}", err=True)
        if len(found.problems) > SHOWN:
            say(f"error: and {len(found.problems) - SHOWN} more problems", err=True)
