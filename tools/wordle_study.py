"""Makes docs/wordle-study.md: the best trees of Wordle's lists beside published figures. Its text: wordle_study.md."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from string import Template

from treebuild.algorithms import build
from treebuild.codec.files import write_bytes
from treebuild.errors import TreebuildError
from treebuild.game.lookup import find_game
from treebuild.tree.policy import Progress
from treebuild.tree.tree import Tree
from treebuild.tree.verifier import verify

PAGE = "wordle-study.md"
OLD, NEW = ("wordle", "salet"), ("wordle-2023", "tarse")  # a game, and its best first word
PUBLISHED = {  # by alex1770/wordle: the totals without a limit, and of at most six guesses
    (OLD, "all"): ("7920", "7920"),
    (OLD, "hard"): ("", "8122"),
    (OLD, "consistent"): ("", "8125"),
    (OLD, "candidates"): ("8143", ""),
    (NEW, "all"): ("11219", ""),
    (NEW, "hard"): ("", "11627"),
}
RULES = ("all", "hard", "consistent", "candidates")
WAYS = ("minavg", "entropy", "parts", "near")
MAX_GUESSES = 6  # the guesses that Wordle allows


def write(folder: Path, progress: Progress | None = None) -> Path:
    """Write the page into a folder, over an older one, and return its path.

    Raises TreebuildError where the lists are not installed, and where the page cannot be written.
    """
    words = {}
    for number, (name, table) in enumerate(TABLES.items()):
        if progress is not None:
            progress(number, len(TABLES), "tables")
        words[name] = table()
    template = Template(Path(__file__).with_suffix(".md").read_text("utf-8"))
    write_bytes(folder / PAGE, template.substitute(words).encode(), force=True)
    return folder / PAGE


def rules(chosen: tuple[str, str]) -> str:
    """A table with a row for each rule of guesses: the best trees that begin with a word, and published totals."""
    rows = []
    for rule in RULES:
        begun = time.process_time()
        free = best(chosen, rule)
        limited = free if free.max_depth <= MAX_GUESSES else best_limited(chosen, rule)
        seconds = time.process_time() - begun
        of_all, of_six = PUBLISHED.get((chosen, rule), ("", ""))
        few = "none" if limited is None else limited.total
        rows.append((rule, free.total, free.max_depth, of_all, few, of_six, f"{seconds:.0f}"))
    return _table(("guesses", "total", "deepest", "published", "in six", "published", "core-seconds"), rows)


def best(chosen: tuple[str, str], rule: str, objective: str = "total") -> Tree:
    """The tree of the smallest total that keeps a rule of guesses, replayed."""
    name, first = chosen
    if rule == "candidates":  # as a rule of the game it would refuse the first word, which is no secret
        tree = build("exact", find_game(name), objective=objective, first=first, candidates_only=True)
    else:
        tree = build("exact", find_game(name, rule), objective=objective, first=first)
    return _replayed(tree)


def best_limited(chosen: tuple[str, str], rule: str) -> Tree | None:
    """As `best`, of trees of at most six guesses; None where there is no such tree."""
    try:
        return best(chosen, rule, f"total,limit:{MAX_GUESSES}")
    except TreebuildError as error:
        if "solves every secret in" not in str(error):
            raise
        return None


def ways(chosen: tuple[str, str]) -> str:
    """A table with a row for each of WAYS, which choose the first word themselves; every word may be guessed."""
    rows = []
    for way in WAYS:
        begun = time.process_time()
        tree = _replayed(build(way, chosen[0]))
        seconds = time.process_time() - begun
        begins = tree.game.spell(tree.game.codes[tree.guess[0]])
        rows.append((f"`{way}`", begins, tree.total, f"{float(tree.average):.4f}", tree.max_depth, f"{seconds:.0f}"))
    return _table(("algorithm", "begins with", "total", "average", "deepest", "core-seconds"), rows)


def _replayed(tree: Tree) -> Tree:
    if not verify(tree).ok:
        raise TreebuildError(f"{tree}: its secrets are not found as it says")
    return tree


TABLES: dict[str, Callable[[], str]] = {
    "rules_2021": lambda: rules(OLD),
    "rules_2023": lambda: rules(NEW),
    "ways_2021": lambda: ways(OLD),
    "ways_2023": lambda: ways(NEW),
}


def _table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [headings, ["---", *["---:"] * (len(headings) - 1)], *rows]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)
