"""Trees on paper: one HTML file with charts, sentences and tables, for any browser, to be read or printed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import chain

from treebuild.codec.formats import OWN
from treebuild.errors import TreebuildError, printable
from treebuild.publish import chart
from treebuild.publish.sizes import gzipped
from treebuild.publish.templates import paper
from treebuild.publish.titles import full_title, title
from treebuild.publish.verdict import Trees, first_replies, ranked, same_first, verdict
from treebuild.tree.figures import rule_of
from treebuild.tree.gap import bound_of, gap, percent
from treebuild.tree.tree import Tree

COMPARED = 4  # trees that a comparison takes; more would not fit its sentences and charts


def report(trees: Trees) -> str:
    """The report of (name, tree) pairs, game by game: charts, comparison, costs by depth, first replies, sizes.

    Raises TreebuildError without trees, and for more of one game than a chart can show.
    """
    if not trees:
        raise TreebuildError("no trees: expected at least one to report on")
    named = [(printable(name), tree) for name, tree in trees]
    games = {tree.game.name: [pair for pair in named if pair[1].game.name == tree.game.name] for _, tree in named}
    body = "\n".join(_game(group) for group in games.values())
    titles = "; ".join(title(group[0][1].game) for group in games.values())
    return paper(f"Decision trees: {titles}", "Decision trees", "report.css", body)


def comparison(trees: Trees) -> str:
    """A page that says which of two to four trees of a game wins, by how much, and where.

    Raises TreebuildError for fewer or more trees, and for trees of different games.
    """
    if not 2 <= len(trees) <= COMPARED:
        raise TreebuildError(f"{len(trees)} tree{'s' * (len(trees) != 1)}: expected 2 to {COMPARED} to compare")
    order = ranked([(printable(name), tree) for name, tree in trees])
    names = [name for name, _ in order]
    body = "\n".join(
        [
            f"<p>{escape(full_title(order[0][1].game))}</p>",
            _sentences(verdict(order)),
            _charts(chart.chart(order), chart.cumulative(order), *_gains(order, order)),
            _comparison("", order),
            _races("", order),
        ]
    )
    return paper(" against ".join(names), f"{names[0]} against {', '.join(names[1:])}", "report.css", body)


def _game(trees: Trees) -> str:
    name = trees[0][1].game.name
    parts = [f"<h2>{escape(full_title(trees[0][1].game))}</h2>"]
    if len(trees) > 1:
        parts += [_sentences(verdict(trees))]
    charts = chart.chart(trees), chart.cumulative(trees), *_gains(ranked(trees), trees)
    parts += [_charts(*charts), _comparison(name, trees)]
    if len(trees) > 1:
        parts += [_races(name, trees)]
    parts += [_sizes(name, trees)]
    for place, (tree_name, tree) in enumerate(trees):
        first = tree.game.spell(tree.game.codes[tree.guess[0]])
        parts += [
            f"<h3>{escape(tree_name)}</h3>",
            _provenance(tree),
            _by_depth(tree_name, tree),
            f"<p>Secrets by number of guesses, after each reply to {escape(first)}, all in one scale:</p>",
            _multiples(chart.multiples(tree, place)),
            _by_first_reply(tree_name, tree),
        ]
    return "\n".join(filter(None, parts))


def _sentences(sentences: Sequence[str]) -> str:
    lead, *more = sentences
    points = "".join(f"<li>{escape(sentence)}</li>" for sentence in more)
    return f"<p><strong>{escape(lead)}</strong></p>\n<ul>{points}</ul>"


def _charts(*charts: str) -> str:
    return f'<div class="charts">{"".join(f"<figure>{svg}</figure>" for svg in charts)}</div>'


def _multiples(charts: Iterable[str]) -> str:
    return f'<div class="multiples">{"".join(f"<figure>{svg}</figure>" for svg in charts)}</div>'


def _gains(order: Trees, trees: Trees) -> list[str]:
    """Charts of the gains of the first tree on the others: by number of guesses, and by first reply if all begin alike.

    A tree has the colour of its place in `trees`, as in the other charts.
    """
    (first, best), *others = order
    colours = [next(place for place, one in enumerate(trees) if one is other) for other in others]
    if not others or len(order) > COMPARED:
        return []
    names = [name for name, _ in others]
    within = [[sum(tree.counts[:depth]) for depth in range(1, best.max_depth)] for _, tree in order]
    depths = [(str(at + 1), [theirs[at] - ours for theirs in within[1:]]) for at, ours in enumerate(within[0])]
    charts = [chart.gains(f"Found by each guess, beside {chart.short(first)}", names, depths, colours)]
    if same_first(order):
        branches = [first_replies(tree) for _, tree in others]
        rows = [
            (label, [theirs[label].total - branch.total for theirs in branches])
            for label, branch in first_replies(best).items()
        ]
        charts += [chart.gains(f"Guesses by first reply, beside {chart.short(first)}", names, rows, colours)]
    return charts


def _table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[object]], of: str = "") -> str:
    """A table that scrolls inside. `of` tells a screen reader which of the tables with this caption it is."""
    label = f"{caption}: {of}" if of else caption
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    body = "\n".join(_row(*row) for row in rows)
    return (
        f'<div class="scroll" role="region" aria-label="{escape(label)}" tabindex="0"><table>\n'
        f"<caption>{escape(caption)}</caption>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table></div>"
    )


def _row(first: object, *cells: object) -> str:
    data = "".join(f"<td>{escape(str(cell))}</td>" for cell in cells)
    return f'<tr><th scope="row">{escape(str(first))}</th>{data}</tr>'


def _comparison(of: str, trees: Trees) -> str:
    depths, bound = max(tree.max_depth for _, tree in trees), bound_of([tree for _, tree in trees])
    gaps = [] if bound is None else [f"above {bound} by"]
    heads = ["tree", "total", *gaps, "average", "nodes", *(f"in {depth}" for depth in range(1, depths + 1))]
    rows = [
        (name, tree.total, *([] if bound is None else [percent(gap(tree.total, bound))]), f"{float(tree.average):.4f}",
         len(tree), *tree.counts, *[""] * (depths - tree.max_depth))
        for name, tree in trees
    ]  # fmt: skip
    table = _table("Secrets by number of guesses", heads, rows, of)
    weighed = [_by_weight(of, trees)] if trees[0][1].game.conditions.weights else []
    ruled = [_by_rule(of, trees)] if any(tree.game.conditions.ruled for _, tree in trees) else []
    return "\n".join([table, *weighed, *ruled])


def _by_weight(of: str, trees: Trees) -> str:
    depths = max(tree.max_depth for _, tree in trees)
    heads = ["tree", "guesses expected", "exactly", *(f"in {depth}" for depth in range(1, depths + 1))]
    rows = [
        (name, f"{float(tree.expected):.4f}", tree.expected, *tree.weighted_counts, *[""] * (depths - tree.max_depth))
        for name, tree in trees
    ]
    return _table("What these secrets weigh", heads, rows, of)


def _by_rule(of: str, trees: Trees) -> str:
    """The rules by which the trees guess, and the tests and the cost expected for a secret drawn by weight."""
    rows = []
    for name, tree in trees:
        guesses, *means = rule_of(tree)
        figures = ((f"{float(mean):.4f}", mean) if mean is not None else ("", "") for mean in reversed(means))
        rows.append((name, guesses, *chain.from_iterable(figures)))
    heads = ["tree", "guesses", "tests expected", "exactly", "cost expected", "exactly"]
    return _table("Which guesses are allowed, and what they cost", heads, rows, of)


def _races(of: str, trees: Trees) -> str:
    """How often the tree of the row needs fewer guesses than that of the column for the same secret."""
    rows = [
        (name, *("" if a is b else int((a.secret_depth < b.secret_depth).sum()) for _, b in trees)) for name, a in trees
    ]
    return _table(
        "Secrets that the tree of the row finds sooner than", ["tree", *(name for name, _ in trees)], rows, of
    )


def _sizes(of: str, trees: Trees) -> str:
    rows = [(name, *(_size(name, tree) for _, tree in trees)) for name in OWN]
    return _table("Bytes (after gzip)", ["format", *(name for name, _ in trees)], rows, of)


def _size(extension: str, tree: Tree) -> str:
    try:
        OWN[extension].check(tree.game)
        data = OWN[extension].encode(tree)
    except TreebuildError:
        return "cannot carry it"
    return f"{len(data)} ({gzipped(data)})"


def _provenance(tree: Tree) -> str:
    counts = f"{tree.total} guesses for {len(tree.game.secrets)} secrets, at most {tree.max_depth} for one"
    if tree.built is None:
        return f"<p>{counts}.</p>"
    facts = {
        "algorithm": tree.built.algorithm,
        "objective": tree.built.objective,
        "ties": tree.built.tie_rule,
        "claimed, not checked": tree.built.searched,
    }
    listed = "; ".join(f"{key}: {value}" for key, value in facts.items() if value)
    return f"<p>{counts}. {escape(printable(listed))}</p>"


def _by_depth(name: str, tree: Tree) -> str:
    """The cost of each depth: its guess is made for every secret not found before. The costs add up to the total."""
    secrets = len(tree.game.secrets)
    rows: list[Sequence[object]] = []
    solved = 0
    for depth, count in enumerate(tree.counts, 1):
        cost = secrets - solved
        solved += count
        rows.append((depth, cost, count, solved, f"{100 * solved / secrets:.2f} %"))
    rows.append(("total", tree.total, secrets, "", ""))
    return _table("Cost by depth", ["guess", "made for", "found", "found so far", "of all"], rows, name)


def _by_first_reply(name: str, tree: Tree) -> str:
    depths = range(1, tree.max_depth + 1)
    rows = [
        (label, branch.secrets, branch.guess, branch.total, *(count or "" for count in branch.counts))
        for label, branch in first_replies(tree).items()
    ]
    first = tree.game.spell(tree.game.codes[tree.guess[0]])
    heads = ["reply", "secrets", "next guess", "total", *(f"in {depth}" for depth in depths)]
    return _table(f"By the reply to {first}", heads, rows, name)
