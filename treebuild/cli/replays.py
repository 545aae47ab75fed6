"""Prints what the replays of trees showed, in lines or as figures."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from treebuild.cli.error_line import error_line
from treebuild.cli.streams import say, say_json
from treebuild.errors import TreebuildError, printable

if TYPE_CHECKING:
    from treebuild.certificate.optimum import Proved
    from treebuild.tree.verifier import Verification

    Result = tuple[Path | None, Verification | TreebuildError]

SHOWN = 5  # problems shown of each file
CLAIM, WHO_CHECKS = "claimed, not checked", "a certificate is checked with --proof"


def report(
    results: list[Result],
    json: bool,
    more: dict[str, Any] | None = None,
    searched: bool = False,
    proofs: Sequence[Proved | None] = (),
    a_line_each: bool = False,
) -> None:
    """Print what the replays showed, or why there was none; exit with 1 unless all trees are sound.

    `more` goes into every JSON record. `searched`: the claims of the trees come from a search just now, not from files.
    `proofs`: for each tree what a certificate proves of it. `a_line_each`: print JSON records as lines.
    """
    proofs = proofs or [None] * len(results)
    if json:
        pairs = zip(results, proofs, strict=True)
        records = [_record(file, outcome, proved) | (more or {}) for (file, outcome), proved in pairs]
        say_json(records, a_line_each)
    else:
        _print(results, searched, proofs)
    if not all(not isinstance(outcome, TreebuildError) and outcome.ok for _, outcome in results):
        raise typer.Exit(1)


def _record(file: Path | None, outcome: Verification | TreebuildError, proved: Proved | None) -> dict[str, Any]:
    from treebuild.tree.figures import by_rule, by_weight

    name = None if file is None else str(file)
    if isinstance(outcome, TreebuildError):
        return {"file": name, "ok": False, "problems": [error_line(outcome, "verify")]}
    record = {
        "file": name,
        "game": outcome.game,
        "algorithm": outcome.algorithm,
        "secrets": outcome.secrets,
        **({"groups": outcome.groups} if outcome.groups else {}),
        "total": outcome.total,
        "average": outcome.total / outcome.secrets,
        "max_depth": outcome.max_depth,
        "distribution": {str(depth): count for depth, count in outcome.distribution.items()},
        **by_weight(outcome.weighted, outcome.expected),
        **by_rule(outcome.guesses, outcome.cost, outcome.tests),
        "ok": outcome.ok,
        "problems": list(outcome.problems),
        "claimed": outcome.claimed,
    }
    return record if proved is None else record | {"optimal" if proved.optimal else "bound": proved.theorem}


def _claim(claimed: str, searched: bool) -> str:
    """The claim of a tree about itself, and where the claim comes from."""
    from treebuild.tree.gap import claims_none_better

    if searched:
        return f"searched: {claimed}" if claims_none_better(claimed) else claimed
    return f"{CLAIM}: {claimed}; {WHO_CHECKS}"


def _print(results: list[Result], searched: bool, proofs: Sequence[Proved | None]) -> None:
    from treebuild.cli import tables
    from treebuild.codec.formats import FORMATS

    console = tables.console()
    for i, ((file, outcome), proved) in enumerate(zip(results, proofs, strict=True)):
        if i:
            console.print()
        if isinstance(outcome, TreebuildError):
            say(f"error: {error_line(outcome, 'verify')}", err=True)
            continue
        title = f"{outcome.game}, {outcome.algorithm}" + (f": {file}" if file else "")
        console.print(printable(title), style="bold", soft_wrap=True)
        console.print(tables.distribution(outcome.distribution, outcome.weighted))
        summary = tables.summary(outcome.total, outcome.secrets, outcome.max_depth)
        if outcome.weighted:
            console.print(tables.drawn_by_weight(outcome.expected))
            summary = f"each secret counted once: {summary}"
        console.print(summary)
        for line in tables.by_rule(outcome.guesses, outcome.cost, outcome.tests):
            console.print(line)
        if outcome.groups:
            of_groups = f"the {outcome.secrets} secrets are of {outcome.groups} groups"
            console.print(f"groups: {of_groups}, and only groups are told apart")
        if outcome.ok:
            secrets = f"all {outcome.secrets} secrets" if outcome.secrets > 1 else "1 secret"
            nodes = f"{outcome.nodes} node{'s' * (outcome.nodes > 1)}"
            console.print(f"ok: {secrets} replayed, {nodes} checked")
        if proved is not None:
            say(proved.words)
        elif outcome.claimed and (outcome.ok or not searched):  # a search says nothing that the replay contradicts
            say(_claim(outcome.claimed, searched))
        if file is not None and (form := FORMATS.get(file.suffix.lower())) and form.note:
            say(f"{form.extension} {form.note}: here {' '.join(map(str, outcome.distribution.values()))}")
        for problem in outcome.problems[:SHOWN]:
            say(f"error: {file or 'tree'}: {problem}", err=True)
        if len(outcome.problems) > SHOWN:
            say(f"error: and {len(outcome.problems) - SHOWN} more problems", err=True)
