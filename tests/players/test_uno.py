"""What exported headers take on an Arduino Uno, compiled by avr-gcc, as docs/how-to/ship-chip.md says."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import require
from tests.helpers.players import ROOT, run
from tests.helpers.programs import AVR_FLAGS, bytes_on_avr
from treebuild import build
from treebuild.publish.export import export
from treebuild.tree.tree import Tree

FLASH, RAM = 32256, 2048  # of an Uno, with its boot loader
ANIMALS = ROOT / "docs" / "examples" / "diagnosis" / "animals.toml"
TREES: dict[str, Callable[[], Tree]] = {
    "Bulls and Cows, `minavg`": lambda: build("minavg", "p4c10n"),
    "Mastermind, `minavg`": lambda: build("minavg", "p4c6r"),
    "`p6c7n`, `minavg`": lambda: build("minavg", "p6c7n"),
    "a key of 61 animals, `entropy`": lambda: build("entropy", str(ANIMALS)),
    "Wordle, the best after SALET": lambda: build("exact", "wordle", objective="total", first="salet"),
}


def told() -> dict[str, tuple[int, int]]:
    """The bytes of flash and of RAM that the page says, by the names of the trees."""
    page = (ROOT / "docs/how-to/ship-chip.md").read_text("utf-8")
    rows = re.findall(r"^\| (.*?) \| ([\d,]+) \| ([\d,]+) \|", page, re.MULTILINE)
    return {name: (int(flash.replace(",", "")), int(ram.replace(",", ""))) for name, flash, ram in rows}


@pytest.mark.parametrize("name", TREES)
def test_it_takes_what_the_page_says(name: str, tmp_path: Path) -> None:
    """Other releases of the compiler may take some bytes more or less. Of words and keys nothing at all is in RAM."""
    require("avr-gcc", "avr-size")
    made = export(TREES[name](), "c")
    (tmp_path / "game.h").write_text(made.source, "utf-8")
    run(["avr-gcc", *AVR_FLAGS, "-I", tmp_path, ROOT / "docs/examples/uno.c", "-o", tmp_path / "uno.elf"])
    flash, ram = bytes_on_avr(tmp_path / "uno.elf")
    assert (flash, ram) == (pytest.approx(told()[name][0], rel=0.1), pytest.approx(told()[name][1], abs=32))
    assert flash <= FLASH and ram <= RAM // 4 and (made.form != "key" or ram == 0)


def test_the_page_has_all_of_them() -> None:
    assert list(told()) == list(TREES)
