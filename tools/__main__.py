"""The commands that only this project runs: `python -m tools COMMAND`, in a checkout."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from treebuild.bar import progress_bar
from treebuild.cli import main
from treebuild.cli.options import Force, Jobs, Store
from treebuild.cli.program import group
from treebuild.cli.stopping import leaving
from treebuild.cli.streams import say

if TYPE_CHECKING:
    from tools.paper_tables import Table

EXAMPLES = {
    "tools": ("python -m tools trees --check",),
    "tools trees": ("python -m tools trees --check --jobs 2",),
    "tools prove": ("python -m tools prove --jobs 2 -o PROOFS.txt",),
    "tools frontier": ("python -m tools frontier trees --hours 1 --store frontier.store",),
    "tools worst-cases": ("python -m tools worst-cases trees --seconds 300",),
    "tools study": ("python -m tools study docs --jobs 2",),
    "tools tables": ("python -m tools tables --no-steps",),
}


def trees(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of the shipped trees.")] = Path("trees"),
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; fail unless FOLDER has just what would be written.")
    ] = False,
    jobs: Jobs = 1,
) -> None:
    """Build and check every shipped tree, and write the manifest and the results."""
    from tools.shipped import ship

    left = "nothing was changed" if check else f"the finished files are in {folder}; run it again for the others"
    with leaving(left), progress_bar() as progress:
        ship(folder, check, say, jobs, progress)
    say(f"{folder}: {'is what the code builds' if check else 'written'}")


def prove(
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="Also write the proofs to a file.", show_default=False),
    ] = None,
    certificates: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Also write certificates, and check them.", show_default=False),
    ] = None,
    store: Store = None,
    jobs: Jobs = 1,
    force: Force = False,
) -> None:
    """Search for every published and shipped optimum again, and say how long each search took."""
    from tools import certificates as written
    from tools import proofs
    from treebuild.codec.files import check_writable, write_bytes
    from treebuild.search.resources import opened

    if output is not None:
        check_writable(output, force)
    said = []
    with opened(store) as file, progress_bar() as progress:
        more = written.write(certificates, jobs, progress, file) if certificates is not None else ()
        for paragraph in chain(proofs.prove(jobs, file), more):
            said.append(paragraph)
            typer.echo(paragraph)
    if output is not None:
        write_bytes(output, ("\n".join(said) + "\n").encode(), force)


def frontier(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="For the trees and FRONTIER.md.")] = Path("trees"),
    hours: Annotated[
        float, typer.Option(metavar="N", min=0.0, help="Leave out games that are estimated to take more core-hours.")
    ] = 1.0,
    store: Store = None,
    jobs: Jobs = 1,
) -> None:
    """Solve open games, the smallest estimate first, build near-optimal trees of others, and write FRONTIER.md."""
    from tools.frontier import advance
    from treebuild.search.resources import opened

    with opened(store) as kept, progress_bar() as progress:
        for line in advance(folder, hours, jobs, kept, progress):
            say(line)


def worst_cases(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="For the trees and WORST.md.")] = Path("trees"),
    seconds: Annotated[
        float, typer.Option(metavar="S", min=1.0, help="The time of each of the four stages of a game.")
    ] = 60.0,
    codes: Annotated[int, typer.Option(metavar="N", min=2, max=60_000, help="Leave out games of more codes.")] = 60_000,
) -> None:
    """Find the fewest guesses that suffice, smaller games first, and the best average with so few; write WORST.md."""
    from tools.worst_cases import advance, games

    for line in advance(folder, seconds, games(codes)):
        say(line)


def study(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="For the pages.")] = Path("docs"),
    jobs: Jobs = 1,
) -> None:
    """Write seeds.md and wordle-study.md: published figures beside ours, with pictures. It takes ten minutes."""
    from tools import seeds, wordle_study
    from treebuild.analysis import canvas

    with canvas.style():  # fails now, and not after ten minutes, where nothing can be drawn
        pass
    with progress_bar() as progress:
        for file in seeds.write(folder, progress, jobs=jobs):
            say(str(file))
        say(str(wordle_study.write(folder, progress)))


def tables(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of the shipped trees.")] = Path("trees"),
    steps: Annotated[
        bool, typer.Option("--steps/--no-steps", help="Also search the tables of section 5.3 anew: two minutes.")
    ] = True,
) -> None:
    """Print the tables of Slovesnov's paper with our figures beside the published ones."""
    from treebuild.cli import tables

    console = tables.console()
    for table in _tables(folder, steps):
        console.print(f"{table.section}  {table.title}", style="bold")
        shown = tables.plain_table(*_short(table.headings), left=1)
        for row in table.rows:
            shown.add_row(*row)
        console.print(shown)
        console.print(table.note + "\n" if table.note else "")


def _tables(folder: Path, steps: bool) -> Iterator[Table]:
    from tools import paper_tables
    from treebuild import codec

    trees = {name: codec.load(folder / "p4c10n" / f"{name}.msgpack") for name in paper_tables.TREES}
    yield from paper_tables.tables(trees)
    if steps:
        with progress_bar() as progress:
            yield from paper_tables.steps(None if progress is None else lambda doing: progress(0, 1, doing))


def _short(headings: tuple[str, ...]) -> list[str]:
    """The headings in two lines each, so that a table fits into 80 columns."""
    breaks = {" published": "\npaper", " 2nd guess": "\nguess", " ours": "\nours", " depth": "\ndepth"}
    for words, lines in breaks.items():
        headings = tuple(heading.replace(words, lines) for heading in headings)
    return list(headings)


app = group(
    "tools", "Build, prove and study what this project ships.", trees, prove, frontier, worst_cases, study, tables,
    examples=EXAMPLES,
)  # fmt: skip

if __name__ == "__main__":
    main(app)
