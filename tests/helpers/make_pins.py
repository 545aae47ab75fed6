"""Write docs/examples/synthetic-pins.csv: shares of four-digit PINs in the shape of published tables. All made up.

Nobody's PINs were looked at. A formula gives patterns that people like a share, in hundredths of a per cent; the PINs
that it says nothing of are left to `--missing`.
"""

from __future__ import annotations

from itertools import pairwise, product
from pathlib import Path

FILE = Path(__file__).parents[2] / "docs" / "examples" / "synthetic-pins.csv"


def share(pin: str) -> int:
    """The made-up share of a PIN, in hundredths of a per cent; 0 for one that nobody likes."""
    steps = {(int(b) - int(a)) % 10 for a, b in pairwise(pin)}
    if len(steps) == 1:
        step = steps.pop()
        return {1: 900 if pin == "1234" else 30, 9: 25, 0: 60}.get(step, 6)
    if pin[:2] == pin[2:]:
        return 12
    if pin == pin[::-1]:
        return 7
    if pin[:2] == "19" and pin[2] in "5678":
        return 9
    if pin[:2] == "20" and pin[2] in "01":
        return 5
    return 4 if 1 <= int(pin[:2]) <= 31 and 1 <= int(pin[2:]) <= 12 else 0


def table() -> str:
    """The file's text: a PIN and its share in per cent on every line, the likeliest first."""
    shares = {pin: share(pin) for pin in map("".join, product("0123456789", repeat=4))}
    liked = sorted((pin for pin, some in shares.items() if some), key=lambda pin: (-shares[pin], pin))
    return "secret,weight\n" + "".join(f"{pin},{shares[pin] / 100:.2f}\n" for pin in liked)


if __name__ == "__main__":
    FILE.write_text(table(), "utf-8")
