"""treebuild build: search, grow, replay, write."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from treebuild.cli.options import (
    MOST,
    Cluster,
    ConditionOptions,
    Costs,
    Effort,
    Force,
    Game,
    Groups,
    Guesses,
    Jobs,
    Json,
    Memory,
    Missing,
    Store,
    Weights,
    number,
    percentage,
)
from treebuild.cli.stopping import leaving_store, left
from treebuild.cli.streams import aside, say
from treebuild.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from treebuild.game import game as games
    from treebuild.search.exact import Solution
    from treebuild.slovesnov.hybrid import Line
    from treebuild.tree.tree import Tree


def _complete(incomplete: str) -> list[tuple[str, str]]:
    from treebuild.algorithms import ALGORITHMS

    return [(name, a.summary) for name, a in ALGORITHMS.items() if name.startswith(incomplete)]


def build(
    algorithm: Annotated[
        str,
        typer.Argument(
            metavar="ALGORITHM",
            help="How to choose the guesses; `treebuild list` lists the algorithms.",
            autocompletion=_complete,
        ),
    ] = "near",
    game: Game = "p4c10n",
    weights: Weights = None,
    missing: Missing = "",
    guesses: Guesses = None,
    costs: Costs = None,
    groups: Groups = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Write the tree to FILE; its extension (.msgpack, .b92, .b92i, .rank) names the format.",
            show_default=False,
        ),
    ] = None,
    objective: Annotated[
        str | None,
        typer.Option(
            "--objective",
            metavar="WHAT",
            help="With `exact` or `near`: what the tree is best at; of several aims, separated by commas, the most "
            "important comes first. total (fewest guesses), sevens (fewest secrets that take 7; or sixes, ...), "
            "deepest (the least greatest depth, then fewest secrets there), limit:N (at most N guesses), race:FILE "
            "(most races won against this tree), race:1/7/63/... (against a tree of these counts).",
            show_default=False,
        ),
    ] = None,
    first: Annotated[
        str | None, typer.Option("--first", metavar="CODE", help="Make CODE the first guess.", show_default=False)
    ] = None,
    proof: Annotated[
        Path | None,
        typer.Option(
            "--proof",
            metavar="PROOF",
            help="With `exact`, also write a certificate that no tree is better.",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[
        int,
        typer.Option("--seed", metavar="N", parser=number(0, MOST), help="The seed of the algorithm `random`."),
    ] = 0,
    effort: Effort = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds",
            metavar="S",
            parser=number(0.001, 1e8),
            help="With `near`, instead of --effort: search for S seconds or until Ctrl-C, but always until there is a "
            "tree.",
            show_default=False,
        ),
    ] = None,
    gap: Annotated[
        float | None,
        typer.Option(
            "--gap",
            metavar="P%",
            parser=percentage,
            help="With `near`: stop when the total is at most P percent above its lower bound, such as 1%; with no "
            "--effort and no --seconds, search until then or until Ctrl-C.",
            show_default=False,
        ),
    ] = None,
    store: Store = None,
    cluster: Cluster = None,
    jobs: Jobs = 1,
    memory: Memory = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Build a tree, check it by playing every secret, and show how many guesses the secrets take."""
    from treebuild.algorithms import Options, checked
    from treebuild.algorithms import build as build_tree
    from treebuild.bar import progress_bar
    from treebuild.cli.expected_time import foreseen
    from treebuild.cli.near_log import NearLog
    from treebuild.cli.replays import report
    from treebuild.codec import save
    from treebuild.codec.files import STREAM, check_different, check_writable, write_bytes
    from treebuild.codec.formats import format_of
    from treebuild.search.race import with_counts
    from treebuild.search.resources import connected, opened
    from treebuild.tree.verifier import verify

    check_different(tree=output, certificate=proof, store=store)
    chosen = ConditionOptions(weights, missing, guesses, costs, groups).of_game(game)
    if objective is not None:
        objective = with_counts(objective, chosen)
    if output is not None:
        format_of(output).check(chosen)
        check_writable(output, force)
    if proof is not None:
        _check_provable(algorithm, chosen, objective, first)
        check_writable(proof, force)
    asked = Options(objective, first, False, seed, effort, seconds, gap, jobs, memory, store, cluster)
    checked(algorithm, chosen, asked)
    lines: list[Line] = []
    solutions: list[Solution] = []
    with leaving_store(store), opened(store) as stored, connected(cluster) as workers, progress_bar() as bar:
        near = NearLog(chosen, bar, json, output == STREAM) if algorithm == "near" else None
        progress = near.progress if near and bar else bar
        if algorithm == "exact" and objective is not None and first is None:
            progress = foreseen(bar, chosen, objective, jobs, store, cluster)
        tree = build_tree(
            algorithm,
            chosen,
            **vars(replace(asked, store=stored, cluster=workers)),
            progress=progress,
            log=near or lines.append,
            on_solution=solutions.append,
        )
        replayed = verify(tree)
        if output is not None and replayed.ok:
            save(tree, output, force)
            left(_written(output), store)
        if proof is not None and replayed.ok:
            from treebuild.certificate.write import certify

            certificate = certify(
                chosen,
                solutions[-1].objective,
                jobs=jobs,
                progress=bar,
                store=stored,
                cluster=workers,
                solution=solutions[-1],
            )
            write_bytes(proof, certificate.data, force)
            left(_written(output, proof), store)
    if asked.timed:  # Ctrl-C ends the search, not the command
        left(f"the best tree by then is {'shown above' if output is None else f'in {output}'}", store)
    elif (output or proof) and replayed.ok:
        left(_written(output, proof), store)
    lines.sort(key=lambda line: tree.game.replies.index(line.reply))
    with aside(output):
        if not json:
            _print(tree, algorithm, lines, output)
        more: dict[str, Any] = {"log": [asdict(line) for line in lines]} if lines else {}
        if near is not None and near.last is not None:
            more["near"] = near.figures()
        report([(output, replayed)], json, more, searched=True, a_line_each=near is not None)


def _written(*files: Path | None) -> str:
    """What a command that is stopped says about the files that it has written."""
    names = [str(file) for file in files if file is not None]
    return f"{' and '.join(names)} {'is' if len(names) == 1 else 'are'} written"


def _check_provable(algorithm: str, game: games.Game, objective: str | None, first: str | None) -> None:
    """Raise TreebuildError, or UsageError, where no certificate can be written of what is built."""
    from treebuild.certificate.write import check_certifiable
    from treebuild.search.goal.objective import Objective

    if algorithm == "near":
        raise UsageError("--proof is for `exact`: `treebuild certify --near` proves a lower bound")
    if algorithm != "exact" or objective is None or first is not None:
        raise UsageError(
            "--proof is for a proof about all trees: use it with `exact` and an objective, and without --first"
        )
    check_certifiable(game, Objective.parse(objective))


def _print(tree: Tree, algorithm: str, lines: Sequence[Line], output: Path | None) -> None:
    """Print the building log, the score where that goes by costs, and whether the file is slow to read."""
    from treebuild.codec import slow_to_read
    from treebuild.search.greedy import SCORES

    for line in lines:
        say(logged(algorithm, line))
    if tree.game.conditions.costs and algorithm in SCORES and tree.built is not None:
        say(f"{algorithm}: {tree.built.objective}")
    if output is not None and (slow := slow_to_read(tree, output)):
        say(slow)


def logged(algorithm: str, line: Line) -> str:
    """A line of the building log, as the paper prints it (section 9); **** means that no bound was given."""
    minutes, seconds = divmod(int(line.seconds), 60)
    spent = f"{minutes // 60:02}:{minutes % 60:02}:{seconds:02}"
    return f"{algorithm} ({line.reply}) max=**** e={line.e:4} time {spent} best={line.best}"
