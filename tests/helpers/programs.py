"""Exported programs, in every language and on a chip, that play the answers of all secrets and say what they show."""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.conftest import require
from tests.helpers.players import C_FLAGS, ROOT, SANITIZERS, load_module, run
from treebuild.game.user_input import style
from treebuild.publish.export import export
from treebuild.tree.tree import Tree

AVR_FLAGS = ["-mmcu=atmega328p", "-DF_CPU=16000000UL", "-Os", *(flag for flag in C_FLAGS if flag != "-O2")]
SPELLINGS = ("gy.", "GYB", "gyx", "210", "gy-", "gy_", "🟩🟨⬛", "🟩🟨⬜", "🟧🟦⬛")  # of marks
SQUARES = 6  # the first of SPELLINGS that C does not know
IN_NODE = """
import { readFileSync } from "node:fs";
import { start } from "./game.mjs";
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map((answers) => PLAY)));
function words(answers) {
  const [key, shown] = [start(), []];
  for (const answer of answers) {
    shown.push(key.question);
    if (key.found !== null || key.answer("no answer") || !key.answer(answer)) shown.push("?");
  }
  shown.push(key.found);
  if (key.question !== null || key.answers().length) shown.push("?");
  if (key.undo() ? key.question !== shown[answers.length - 1] : answers.length) shown.push("?");
  return shown;
}
function codes(answers) {
  const [player, shown] = [start(), []];
  let state = "";
  for (const [bulls, cows] of answers.map((answer) => answer.split(".").map(Number))) {
    shown.push(player.guess.join(" "));
    if (player.answer(9, 0).state !== "contradiction") shown.push("?");
    ({ state } = player.answer(bulls, cows));
  }
  return [...shown, state];
}
"""


@dataclass(frozen=True)
class Play:
    """The answers that a secret gives, and what a program shows: what it asks before each, and what it has found."""

    answers: list[str]
    shown: list[str]


def in_words(tree: Tree) -> bool:
    """Whether its programs ask in words; the others guess codes, and are answered bulls.cows."""
    return tree.game.space is None or bool(tree.game.conditions.groups)


def plays(tree: Tree, spellings: int = len(SPELLINGS)) -> list[Play]:
    """A play for every secret, each with another of so many spellings of marks."""
    return [_play(tree, secret, SPELLINGS[secret % spellings]) for secret in range(len(tree.game.secrets))]


def _play(tree: Tree, secret: int, spelling: str) -> Play:
    game, play, node, words = tree.game, Play([], []), 0, in_words(tree)
    spelled = str.maketrans("gy.", spelling) if style(game) == "marks" else {}
    while True:
        if words and (tree.size[node] == 1 or tree.ends(node)):
            play.shown.append(tree.group(node) or game.spell(game.secrets[secret]))
            return play
        code = game.codes[tree.guess[node]]
        reply = game.reply(code, game.secrets[secret])
        play.shown.append(game.spell(code) if words else " ".join(map(str, code)))
        play.answers.append(game.replies[reply].translate(spelled))
        if reply == game.win:
            play.shown.append(game.spell(game.secrets[secret]) if words else "solved")
            return play
        node = tree.child(node, reply)


def in_python(tree: Tree, folder: Path) -> list[list[str]]:
    """What the module in Python shows."""
    path = folder / "game.py"
    path.write_text(export(tree, "py").source, "utf-8")
    module = load_module(path, f"game_{abs(hash(str(folder)))}")
    play = _words_in_python if in_words(tree) else _codes_in_python
    return [play(module, one.answers) for one in plays(tree)]


def _words_in_python(module: Any, answers: list[str]) -> list[str]:
    key, shown = module.start(), list[str]()
    for answer in answers:
        shown.append(key.question)
        assert key.found is None and (module.MARKED or answer in key.answers())
        assert not key.answer("no answer") and key.answer(answer)
    shown.append(key.found)
    assert key.question is None and key.answers() == []
    assert key.undo() == bool(answers) and (not answers or key.question == shown[-2])
    return shown


def _codes_in_python(module: Any, answers: list[str]) -> list[str]:
    player, shown, state = module.start(), list[str](), ""
    for answer in answers:
        bulls, cows = map(int, answer.split("."))
        shown.append(" ".join(map(str, player.guess)))
        assert player.answer(9, 0) == "contradiction"
        state = player.answer(bulls, cows)
    return [*shown, state]


def in_javascript(tree: Tree, folder: Path) -> list[list[str]]:
    """What the module in JavaScript shows."""
    require("node")
    (folder / "game.mjs").write_text(export(tree, "js").source, "utf-8")
    play = "words(answers)" if in_words(tree) else "codes(answers)"
    (folder / "main.mjs").write_text(IN_NODE.replace("PLAY", play), "utf-8")
    given = json.dumps([one.answers for one in plays(tree)])
    shown: list[list[str]] = json.loads(run(["node", folder / "main.mjs"], given.encode()))
    return shown


def in_c(tree: Tree, folder: Path) -> list[list[str]]:
    """What the header shows, with GCC's sanitizers."""
    require("gcc")
    _write_c(tree, folder)
    run(["gcc", *C_FLAGS, "-O0", *SANITIZERS, "-I", folder, ROOT / "tests/players/plays.c", "-o", folder / "plays"])
    return _by_play(run([folder / "plays"]).splitlines())


def on_avr(tree: Tree, folder: Path) -> list[list[str]]:
    """What the header shows on a simulated Uno."""
    require("avr-gcc", "simavr")
    _write_c(tree, folder)
    run(["avr-gcc", *AVR_FLAGS, "-I", folder, ROOT / "tests/players/plays.c", "-o", folder / "plays.elf"])
    words = ["simavr", "-m", "atmega328p", "-f", "16000000", str(folder / "plays.elf")]
    printed = subprocess.run(
        words, stderr=subprocess.PIPE, text=True, check=True, timeout=120
    ).stderr  # a dot where a line ends
    return _by_play(re.findall(r"\x1b\[32m(.*)\.\n", printed))


def bytes_on_avr(program: Path) -> tuple[int, int]:
    """The flash and the RAM that a program for an AVR takes, without its stack."""
    require("avr-size")
    text, data, bss = run(["avr-size", program]).splitlines()[1].split()[:3]
    return int(text) + int(data), int(data) + int(bss)


def _write_c(tree: Tree, folder: Path) -> None:
    (folder / "game.h").write_text(export(tree, "c").source, "utf-8")
    (folder / "plays.h").write_text(_as_header(tree), "utf-8")


def _as_header(tree: Tree) -> str:
    """The answers of all plays as bytes: texts that end with zeros, or one more than bulls and cows; then a zero."""
    data = b""
    for play in plays(tree, SQUARES):
        for answer in play.answers:
            data += answer.encode() + b"\0" if in_words(tree) else bytes(int(n) + 1 for n in answer.split("."))
        data += b"\0"
    longest = max(len(answer.encode()) for play in plays(tree) for answer in play.answers or [""])
    rows = (", ".join(map(str, data[at : at + 30])) for at in range(0, len(data), 30))
    return (
        f"#define LONGEST {longest}\nstatic const unsigned char plays[] TREEPLAYER_ROM = {{\n"
        + ",\n".join(rows)
        + "};\n"
    )


def _by_play(lines: list[str]) -> list[list[str]]:
    """Lines cut where a play ends, after a line that is empty."""
    text = "\n".join(lines).removesuffix("\n")
    return [play.split("\n") for play in text.split("\n\n")]
