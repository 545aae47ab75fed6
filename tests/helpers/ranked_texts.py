"""Ranked texts that every decoder is given: the vectors, the shortest, and texts damaged at random."""

from __future__ import annotations

import json
import random
from pathlib import Path

from tests.helpers.players import Case
from treebuild.codec import ranked
from treebuild.errors import TreebuildError
from treebuild.game.game import Game

VECTORS = Path(__file__).parents[2] / "schema" / "vectors"
VALID = [v for v in json.loads((VECTORS / "valid.json").read_text()) if v["format"] == "ranked"]
FAIL = [v for v in json.loads((VECTORS / "fail.json").read_text()) if v["format"] == "ranked"]
# Made by `treebuild convert --pack` from proven trees; what they are is found out by replaying every secret.
PACKED = {
    ("p4c10n", "AsTHPttPkIhyk1zsCLe8_I4K"): (26274, 7),
    ("p4c10n", "HyXCzmoRwIsSlLZKPYvnhbP0m90vFG0"): (26468, 7),
    ("p4c6r", "A7lzj_"): (5625, 6),
    ("p4c6r", "Aqwc5v2I0Sh"): (5627, 5),
}

ALL: list[Case] = VALID + FAIL
UNUSED = [  # an exception for no node: off every path, so nothing that decodes along a game sees it
    vector for vector in FAIL if vector["error"] == "structure" and vector["text"] in ("AAkMxea", "AAkTEhA")
]


def expected(vectors: list[Case]) -> list[object]:
    return [vector.get("counts", vector.get("error")) for vector in vectors]


def damaged(seed: int, count: int) -> list[Case]:
    """Texts with bits changed anywhere and sound check digits, or cut, or with characters changed."""
    chance = random.Random(seed)
    small = [vector for vector in VALID if vector["game"] in ("p2c3n", "p2c4r", "p3c3r", "p3c6n", "p5c3r")]
    cases = []
    for _ in range(count):
        vector = chance.choice(small)
        game = chance.choice(("p2c3n", "p3c4r", "p3c6n")) if chance.random() < 0.2 else vector["game"]
        body = list(vector["text"].strip("\n\r\ufeff")[:-2])
        for _ in range(chance.choice((0, 1, 1, 2, 4))):
            body[chance.randrange(len(body))] = chance.choice(ranked.DIGITS)
        cut = body[: chance.randrange(len(body) + 1)] if chance.random() < 0.2 else body
        text = "".join(cut) + ranked.check(Game.from_rules(game), "".join(cut))
        if chance.random() < 0.2:
            text = text[:-1] + chance.choice(ranked.DIGITS + "!\n")
        cases.append({"format": "ranked", "game": game, "text": text})
    return cases


def in_package(case: Case) -> list[int] | str:
    try:
        return list(ranked.decode(case["text"].encode(), Game.from_rules(case["game"])).counts)
    except TreebuildError as error:
        return error.kind
