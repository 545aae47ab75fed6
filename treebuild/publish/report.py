"""Trees on paper: one HTML file with charts and tables, for any browser, to be read or printed."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Sequence
from html import escape

from treebuild.codec import FORMATS
from treebuild.errors import TreebuildError, printable
from treebuild.publish.chart import chart
from treebuild.tree.tree import NONE, Tree

Trees = Sequence[tuple[str, Tree]]

STYLE = """
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: auto; padding: 1rem; }
h1, h2, h3 { line-height: 1.2; }
figure { margin: 0; overflow-x: auto; }
svg { max-width: 100%; height: auto; }
table { border-collapse: collapse; margin: 0 0 1.5rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding: .5rem 0; }
th, td { padding: .15rem .7rem; text-align: right; border-bottom: 1px solid #8884; }
th { font-weight: 500; }
th:first-child { text-align: left; padding-left: 0; }
@media print { section { break-inside: avoid; } body { max-width: none; } }
"""


def report(trees: Trees) -> str:
    """The report of (name, tree) pairs, game by game: charts, comparison, costs by depth, first replies, sizes.

    Raises TreebuildError without trees, and for more of one game than a chart can show.
    """
    if not trees:
        raise TreebuildError("no trees: expected at least one to report on")
    named = [(printable(name), tree) for name, tree in trees]
    games = {tree.game.name: [pair for pair in named if pair[1].game.name == tree.game.name] for _, tree in named}
    body = "\n".join(_game(name, group) for name, group in games.items())
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Trees of {escape(", ".join(games))}</title>
<style>{STYLE}</style>
</head>
<body>
<h1>Decision trees</h1>
{body}
</body>
</html>
"""


def _game(name: str, trees: Trees) -> str:
    parts = [
        f"<section><h2>{escape(name)}</h2>\n<figure>{chart(trees)}</figure></section>",
        _comparison(trees),
        _races(trees) if len(trees) > 1 else "",
        _sizes(trees),
    ]
    for tree_name, tree in trees:
        parts += [f"<h3>{escape(tree_name)}</h3>", _provenance(tree), _by_depth(tree), _by_first_reply(tree)]
    return "\n".join(filter(None, parts))


def _table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    body = "\n".join(_row(*row) for row in rows)
    return (
        f"<section><table>\n<caption>{escape(caption)}</caption>\n<thead><tr>{head}</tr></thead>\n"
        f"<tbody>\n{body}\n</tbody>\n</table></section>"
    )


def _row(first: object, *cells: object) -> str:
    data = "".join(f"<td>{escape(str(cell))}</td>" for cell in cells)
    return f'<tr><th scope="row">{escape(str(first))}</th>{data}</tr>'


def _comparison(trees: Trees) -> str:
    depths = max(tree.max_depth for _, tree in trees)
    heads = ["tree", "total", "average", "nodes", *(f"in {depth}" for depth in range(1, depths + 1))]
    rows = [
        (name, tree.total, f"{float(tree.average):.4f}", len(tree), *tree.counts, *[""] * (depths - tree.max_depth))
        for name, tree in trees
    ]
    return _table("Secrets by number of guesses", heads, rows)


def _races(trees: Trees) -> str:
    """How often the tree of the row needs fewer guesses than that of the column for the same secret."""
    rows = [
        (name, *("" if a is b else int((a.secret_depth < b.secret_depth).sum()) for _, b in trees)) for name, a in trees
    ]
    return _table("Secrets found sooner than by the tree of the column", ["tree", *(name for name, _ in trees)], rows)


def _sizes(trees: Trees) -> str:
    rows = [(name, *(_size(name, tree) for _, tree in trees)) for name in FORMATS]
    return _table("Bytes (after gzip)", ["format", *(name for name, _ in trees)], rows)


def _size(extension: str, tree: Tree) -> str:
    try:
        data = FORMATS[extension].encode(tree)
    except TreebuildError:
        return "cannot carry it"
    return f"{len(data)} ({len(gzip.compress(data, 9, mtime=0))})"


def _provenance(tree: Tree) -> str:
    if tree.built is None:
        return ""
    facts = {
        "algorithm": tree.built.algorithm,
        "objective": tree.built.objective,
        "ties": tree.built.tie_rule,
        "claimed, not checked": tree.built.proved,
    }
    return f"<p>{escape(printable('; '.join(f'{key}: {value}' for key, value in facts.items() if value)))}</p>"


def _by_depth(tree: Tree) -> str:
    """What each guess costs: it is made for every secret not found before, and the costs add up to the total."""
    secrets = len(tree.game.secrets)
    rows: list[Sequence[object]] = []
    found = 0
    for depth, count in enumerate(tree.counts, 1):
        cost = secrets - found
        found += count
        rows.append((depth, cost, count, found, f"{100 * found / secrets:.2f} %"))
    rows.append(("total", tree.total, secrets, "", ""))
    return _table("Cost by depth", ["guess", "made for", "found", "found so far", ""], rows)


def _by_first_reply(tree: Tree) -> str:
    game = tree.game
    depths = range(1, tree.max_depth + 1)
    rows: list[Sequence[object]] = []
    for reply, label in enumerate(game.replies):
        node = int(tree.child[0, reply])
        if node != NONE:
            counts = tree.below[node].tolist()
            guess = game.spell(game.codes[tree.guess[node]])
            total = sum(depth * counts[depth] for depth in depths)
            rows.append((label, int(tree.size[node]), guess, total, *(counts[depth] or "" for depth in depths)))
        elif reply == game.win and tree.solved[0] != NONE:
            rows.append((label, 1, "", 1, 1, *[""] * (tree.max_depth - 1)))
    first = game.spell(game.codes[tree.guess[0]])
    heads = ["reply", "secrets", "next guess", "total", *(f"in {depth}" for depth in depths)]
    return _table(f"By the reply to {first}", heads, rows)
