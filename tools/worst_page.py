"""WORST.md: the page of worst cases, a row for each game."""

from __future__ import annotations

from typing import Any

PUBLISHED = {
    "p4c6r": "5: Knuth 1977",
    "p4c10n": "7: Slovesnov 2017, 50 sevens at least",
    "p5c8r": "nothing proved; an average of about 5.5",
}
"""What is published of the worst case of a game, or of its average."""


def page(rows: list[dict[str, Any]]) -> str:
    """WORST.md, from the rows of its manifest."""
    settled = sum(row["least"] == row["most"] for row in rows)
    lines = [
        "# Worst cases", "",
        f"This page says how few guesses suffice for every secret of a game. That is settled for {settled} of "
        f"{len(rows)} games. `a to b` means that b guesses suffice, and that fewer than a do not. The column *not "
        "fewer* says why fewer guesses do not suffice:", "",
        "- *counted*: replies are so few that fewer guesses cannot tell all secrets apart;",
        "- *searched*: an exhaustive search found no tree of fewer guesses;",
        "- *proved*: the same, with a certificate that `treebuild check` accepts.", "",
        "The total is that of the tree that is named; no tree with this worst case has a smaller total than the "
        "column *at least* says. A tree without a link is too large to be shipped; the column *tree* says "
        "how it was built. `make worst` writes this page and goes on where it was left. "
        "`treebuild verify FILE --game GAME` replays a tree.", "",
        "| game | secrets | guesses | not fewer | total | at least | average | secrets that take 1, 2, ... guesses "
        "| tree | published |",
        "|---|---:|---:|---|---:|---:|---:|---|---|---|",
    ]  # fmt: skip
    return "\n".join([*lines, *map(_line, rows), ""])


def _line(row: dict[str, Any]) -> str:
    secrets, settled = sum(row["counts"]), row["least"] == row["most"]
    guesses = str(row["most"]) if settled else f"{row['least']} to {row['most']}"
    refuted = f"[proved]({row['certificate']['file']})" if "certificate" in row else row["refuted"]
    tree = f"[{row['algorithm']}]({row['file']})" if row["file"] else row["algorithm"]
    return (
        f"| {row['game']} | {secrets} | {guesses} | {refuted} | {row['total']} | {row['bound'] or ''} | "
        f"{row['total'] / secrets:.4f} | {' '.join(map(str, row['counts']))} | {tree} | "
        f"{PUBLISHED.get(row['game'], '')} |"
    )
