"""Examples of commands, which `--help` and the documents show."""

from __future__ import annotations

EXAMPLES = {
    "build": (
        "treebuild build minavg -o minavg.msgpack",
        "treebuild build --game p3c8n --seconds 2 -o near.msgpack",
        "treebuild build exact --objective total --game mastermind -o best.msgpack",
        "treebuild build exact --objective total --game p3c6n --proof p3c6n.proof",
    ),
    "verify": (
        "treebuild verify tree.msgpack",
        "treebuild verify tree.msgpack --proof total.proof",
        "treebuild verify A7lzj_ --game mastermind",
    ),
    "show": (
        "treebuild show tree.msgpack",
        "treebuild show tree.msgpack 0.1 1.1",
        "treebuild show tree.msgpack --secret 210",
        "treebuild show tree.msgpack --as dot > tree.dot",
        "treebuild show tree.msgpack --sizes",
    ),
    "compare": (
        "treebuild compare tree.msgpack other.msgpack",
        "treebuild compare --games p4c10n,p4c6r --algorithms minavg,entropy,parts",
    ),
    "list": ("treebuild list", "treebuild list games", "treebuild list guesses --game p3c6n"),
    "play": (
        "treebuild play",
        "treebuild play --guess --game mastermind",
        "treebuild play --elsewhere",
        "treebuild play tree.msgpack",
    ),
    "export": (
        "treebuild export web -o play.html",
        "treebuild export js tree.msgpack -o tree.js",
        "treebuild export npm treebuild-player",
    ),
    "export js": (
        "treebuild export js tree.msgpack -o tree.js",
        "treebuild export js tree.msgpack -o tree.mjs --no-types",
    ),
    "export c": ("treebuild export c tree.msgpack -o tree.h",),
    "export npm": ("treebuild export npm treebuild-player", "treebuild export npm package tree.msgpack"),
    "export py": ("treebuild export py tree.msgpack -o tree.py",),
    "export web": (
        "treebuild export web -o play.html",
        "treebuild export web tree.msgpack -o mine.html",
        "treebuild export web --pwa app",
    ),
    "report": (
        "treebuild report tree.msgpack other.msgpack -o report.html",
        "treebuild report tree.msgpack other.msgpack --compare -o duel.html",
        "treebuild report tree.msgpack --plot -o chart.svg",
        "treebuild report tree.msgpack --print -o booklet.html",
    ),
    "convert": (
        "treebuild convert tree.msgpack tree.b92",
        "treebuild convert tree.msgpack tree.paths",
        "treebuild convert tree.msgpack - --as rank",
        "treebuild convert tree.msgpack short.rank --pack --keep total",
    ),
    "certify": (
        "treebuild certify --objective total --game p3c6n -o total.proof",
        "treebuild check total.proof",
    ),
    "check": ("treebuild check total.proof",),
    "suggest": (
        "treebuild suggest 1234:1.1",
        "treebuild suggest 1234:1.1 5678:0.2 --by entropy --top 3",
    ),
    "review": (
        "treebuild review 0123:1.1 1245:0.2",
        "treebuild review 012 345 --secret 210 --tree tree.msgpack",
    ),
    "players": (
        "treebuild players random --game p3c6n",
        "treebuild players heuristic-3 --game p3c6n --games 100",
    ),
    "plot": ("treebuild plot remainders 1234:1.1 -o remainders.svg", "treebuild plot tree tree.msgpack -o rings.svg"),
    "plot remainders": ("treebuild plot remainders 1234:1.1 -o remainders.svg",),
    "plot suspects": ("treebuild plot suspects 123:1.1 145:0.2 -o suspects.svg",),
    "plot shrinking": ("treebuild plot shrinking 1234:1.1 1567:0.2 -o shrinking.svg",),
    "plot tree": ("treebuild plot tree tree.msgpack -o rings.svg",),
    "plot players": ("treebuild plot players random --tree tree.msgpack --game p3c6n -o p.svg",),
    "pareto": (
        "treebuild pareto --game p3c6n",
        "treebuild pareto --game p3c6n --plot front.svg",
    ),
    "estimate": ("treebuild estimate --game p4c6r --seconds 1",),
    "store": (
        "treebuild build exact --objective total --game p4c5r --store work.store",
        "treebuild store work.store",
    ),
}
"""Examples by command; the tests run them all, in a folder with the files that they name, or a cheap form of them."""
