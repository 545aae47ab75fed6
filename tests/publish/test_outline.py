"""show: the way to a secret, and whole trees as text, CSV, JSON and DOT."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.conftest import built
from tests.helpers.command_line import fails, prints
from treebuild.codec import save
from treebuild.codec.formats import FORMATS
from treebuild.errors import LONGEST, TreebuildError
from treebuild.game.game import Game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.publish.outline import outline
from treebuild.tree.figures import way_record
from treebuild.tree.policy import grow
from treebuild.tree.tree import FIELDS, NONE, Tree


def test_every_secret_is_found_along_the_outline() -> None:
    """Plays every secret by the text alone: what is asked stands behind the reply, two columns further right."""
    tree = built("minavg", "p3c6n")
    lines = [re.fullmatch(r"( *)(?:(\d\.\d)  )?(\d{3})(?:  (\d+) left)?", line) for line in outline(tree, "text")]
    nodes = [(len(line[1]) // 2, line[2], line[3]) for line in lines if line]
    assert len(nodes) == len(tree)
    taken = [0] * tree.max_depth
    for secret in tree.game.secrets:
        at, depth = 0, 0
        while True:
            reply = tree.game.reply(tree.game.parse(nodes[at][2]), secret)
            if reply == tree.game.win:
                break
            below = range(at + 1, next((i for i in range(at + 1, len(nodes)) if nodes[i][0] <= depth), len(nodes)))
            (at,) = [i for i in below if nodes[i][:2] == (depth + 1, tree.game.replies[reply])]
            depth += 1
        taken[depth] += 1
    assert tuple(taken) == tree.counts


def test_csv_is_the_tree() -> None:
    tree = built("minavg", "p3c6n")
    rows = list(csv.DictReader(outline(tree, "csv")))
    assert tuple(rows[0]) == FIELDS
    assert sorted(int(row["node"]) for row in rows) == list(range(len(tree)))
    for row in rows[1:]:
        node = int(row["node"])
        assert tree.child(int(row["parent"]), tree.game.replies.index(row["reply"])) == node
        assert (int(row["candidates"]), int(row["depth"])) == (tree.size[node], tree.depth[node])
        assert (int(row["nth"]), int(row["e"])) == (tree.nth[node], tree.e[node])
    assert sum(bool(row["solved"]) for row in rows) == 120


def test_csv_and_records_are_one_table() -> None:
    """A cell is the text of a value, and an empty one is None; values are plain, for pandas and JSON."""
    tree = built("minavg", "p3c6n")
    for rows, records in ((outline(tree, "csv"), tree.records()), (outline(tree, "csv", 5), tree.records(5))):
        pairs = zip(csv.DictReader(rows), records, strict=True)
        for row, record in pairs:
            assert row == {key: "" if value is None else str(value) for key, value in record.items()}
            assert {type(value) for value in record.values()} <= {int, str, type(None)}


def test_texts_of_csv_are_in_quotation_marks_and_numbers_are_not() -> None:
    game = Game.from_table("t", ['say "a"', "b,c"], ['say "a"', "b,c"], ["no", "yes"], 1, [b"\1\0", b"\0\1"])
    tree = grow(reply_matrix(game), lambda candidates, _: int(candidates[0]))
    lines = list(outline(tree, "csv"))
    assert lines[1:] == ['0,,,1,"say ""a""",2,2,3,"say ""a"""', '1,0,"no",2,"b,c",1,2,2,"b,c"']
    assert [row["guess"] for row in csv.DictReader(lines)] == ['say "a"', "b,c"]


def test_graphml_has_every_node_with_its_figures_and_every_reply() -> None:
    tree = built("minavg", "p3c6n")
    document = ElementTree.fromstring("\n".join(outline(tree, "graphml")).encode())
    space = {"g": "http://graphml.graphdrawing.org/xmlns"}
    nodes, edges = document.findall(".//g:node", space), document.findall(".//g:edge", space)
    figures = {node.get("id"): {data.get("key"): data.text for data in node} for node in nodes}
    rows = {f"n{row['node']}": row for row in csv.DictReader(outline(tree, "csv"))}
    assert figures.keys() == rows.keys() and len(edges) == len(tree) - 1
    for name, row in rows.items():
        assert figures[name] == {key: row[key] for key in FIELDS[3:] if row[key]}
    for edge in edges:
        row = rows[edge.attrib["target"]]
        assert (edge.get("source"), edge[0].text) == (f"n{row['parent']}", row["reply"])


@pytest.mark.parametrize("form", ["csv", "json", "dot", "graphml"])
def test_what_is_shown_is_what_the_format_writes(form: str) -> None:
    tree = built("minavg", "p3c6n")
    assert "".join(f"{line}\n" for line in outline(tree, form)).encode() == FORMATS[f".{form}"].encode(tree)


def test_dot_has_every_node_and_arrow_and_quotes_labels() -> None:
    game = Game.from_table("t", ['say "a"', "b\\"], ['say "a"', "b\\"], ['no "', "yes"], 1, [b"\1\0", b"\0\1"])
    tree = grow(reply_matrix(game), lambda candidates, _: int(candidates[0]))
    dot = "\n".join(outline(tree, "dot"))
    assert r'0 [label="say \"a\"\n2 left"' in dot and r'1 [label="b\\"' in dot and r'0 -> 1 [label="no \""]' in dot
    whole = "\n".join(outline(built("minavg", "p3c6n"), "dot"))
    assert len(re.findall(r"^  \d+ \[", whole, re.MULTILINE)) == len(built("minavg", "p3c6n"))
    assert whole.count(" -> ") == len(built("minavg", "p3c6n")) - 1


@pytest.mark.parametrize("form", ["text", "csv", "json", "dot"])
def test_no_line_is_cut_that_a_program_reads(form: str, tmp_path: Path) -> None:
    """Errors lose the middle of a line of thousands of characters; a tree does not."""
    secrets = [f"{letter * LONGEST}" for letter in "ab"]
    game = Game.from_table("long", secrets, secrets, ["no" * 999, "yes"], 1, [b"\1\0", b"\0\1"])
    tree = grow(reply_matrix(game), lambda candidates, _: int(candidates[0]))
    save(tree, tmp_path / "t.msgpack")
    printed = prints("show", tmp_path / "t.msgpack", "--as", form)
    assert printed.splitlines() == list(outline(tree, form)) and "..." not in printed


def test_from_a_node_on() -> None:
    tree = built("minavg", "p3c6n")
    node = tree["0.1"].index
    rows = list(csv.DictReader(outline(tree, "csv", node)))
    assert (rows[0]["parent"], rows[0]["reply"], rows[0]["node"]) == ("", "", str(node))
    assert sum(bool(row["solved"]) for row in rows) == tree.size[node]
    with pytest.raises(TreebuildError, match="expected one of text, csv, json, dot, graphml"):
        outline(tree, "svg")


def test_the_way_to_every_secret(minavg: Tree) -> None:
    for secret in range(0, 5040, 97):
        code = minavg.game.secrets[secret]
        way = way_record(minavg, [], minavg.game.spell(code))
        assert way["solved"] and way["turns"][-1] == {"guess": way["secret"], "reply": "4.0", "candidates": 1}
        assert len(way["turns"]) == minavg.secret_depth[secret]
        left = list(minavg.game.secrets)
        for turn in way["turns"]:
            guess = minavg.game.parse(turn["guess"])
            left = [c for c in left if minavg.game.replies[minavg.game.reply(guess, c)] == turn["reply"]]
            assert len(left) == turn["candidates"]
    part = way_record(minavg, ["0.1", "1.1"])
    assert not part["solved"] and len(part["turns"]) == 2
    assert part["turns"][1]["candidates"] == minavg["0.1", "1.1"].size
    assert minavg.child(0, minavg.game.win) == NONE


SHOW = "show A7lzj_ --game mastermind"


def test_the_command_shows_a_way_and_whole_trees() -> None:
    assert prints(f"{SHOW} --secret 3210").splitlines()[-1].split()[1:] == ["3210", "4.0", "1"]
    assert prints(f"{SHOW} 0.1 --path").splitlines()[-1].split()[0] == "1"
    assert len(prints(f"{SHOW} 0.0 --as text").splitlines()) > 50
    assert prints(f"{SHOW} --as dot").startswith("digraph tree {")


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        ("--secret 9999", 1, "'9999' is not a secret of p4c6r"),
        ("--secret 0011 0.1", 2, "error: replies and --secret do not go together: leave out one of them\n"),
        ("--as csv --json", 2, "error: --as and --json do not go together: leave out one of them\n"),
        ("--path --as csv", 2, "error: --as and --path do not go together"),
        ("--secret 0011 --as csv", 2, "error: --as and --secret do not go together"),
        ("4.0 --as csv", 1, "after 4.0 the secret is found: nothing is below"),
        ("4.0 0.1 --path", 1, "after 4.0 the secret is found: no guess follows"),
    ],
)
def test_what_is_not_shown_is_said_in_a_line(words: str, code: int, message: str) -> None:
    fails(f"{SHOW} {words}", message=message, code=code)
