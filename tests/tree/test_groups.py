"""Trees of games with groups of secrets: what the verifier finds, what files carry, what commands and keys say."""

from __future__ import annotations

import json
import runpy
from dataclasses import replace
from pathlib import Path
from random import Random

import msgpack
import pytest

from tests.helpers.command_line import fails, prints
from tests.helpers.make_proof_vectors import faults
from tests.helpers.ruled import ruled_game
from tests.helpers.schemas import validator
from treebuild import build, compare, load, save, verify
from treebuild.codec import msgpack as codec_msgpack
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.game_file import group, read_game
from treebuild.publish.page import page
from treebuild.tree.session import SecretSession, play
from treebuild.tree.tree import Builder, Tree

TABLE = "test,wet,dry,worn\nis it wet?,yes,no,no\nis it worn?,no,no,yes\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A game file beside its table and its groups."""
    (tmp_path / "table.csv").write_text(TABLE)
    (tmp_path / "groups.csv").write_text("secret,group\nwet,belt\nworn,belt\n")
    path = tmp_path / "game.toml"
    lines = 'name = "belts"', 'rule = "table"', 'table = "table.csv"', 'guesses = "identify"', 'groups = "groups.csv"'
    path.write_text("\n".join(lines) + "\n")
    return path


def test_a_game_file_names_its_groups(file: Path, tmp_path: Path) -> None:
    game = read_game(file)
    assert game.conditions.groups == (0, 1, 0) and game.conditions.group_names == ("belt", "dry")
    assert [game.named(secret) for secret in range(3)] == ["belt", "dry", "belt"]
    text = file.read_text()
    file.write_text(text.replace('"groups.csv"', '{ dry = "rest", worn = "rest" }'))
    assert read_game(file).conditions.group_names == ("wet", "rest")
    assert group(read_game(file), tmp_path / "groups.csv").conditions.groups == game.conditions.groups


@pytest.mark.parametrize(
    ("groups", "problem"),
    [
        ("wet,belt\nold,belt\n", "groups.csv: 'old' is not a secret of belts"),
        ("wet,belt\nwet,other\n", "groups.csv: line 2: 'wet' is there already: remove one"),
        ("wet,belt\nworn\n", "groups.csv: line 2: has 1 column, expected a secret and its group"),
        ("wet,\n", "groups.csv: line 1: the group has no name"),
        ("wet,dry\nworn,dry\n", "groups.csv: game 'belts': 'dry' is a group and a secret that the groups leave out"),
        ("wet,b\ndry,b\nworn,b\n", "groups.csv: game 'belts': all secrets are of one group, 'b'"),
        ("secret,group\n", "groups.csv: has no groups, expected a secret and its group on every line"),
    ],
)
def test_bad_groups_are_refused(file: Path, groups: str, problem: str) -> None:
    (file.parent / "groups.csv").write_text(groups)
    with pytest.raises(TreebuildError) as error:
        read_game(file)
    assert str(error.value).startswith(f"{file.parent}/{problem}")


def _optimal(file: Path) -> str:
    """What `verify` says of the best tree of a game and its certificate."""
    tree, proof = file.parent / "tree.msgpack", file.parent / "tree.proof"
    prints("build", "exact", "--objective", "total", "--game", file, "-o", tree, "--proof", proof)
    return prints("verify", tree, "--proof", proof)


def test_games_that_cannot_have_groups(file: Path) -> None:
    game = faults()
    with pytest.raises(TreebuildError, match="groups need guesses `identify`, and this game has `all`"):
        Game.from_rules("p2c3n").grouped({"01": "a", "02": "a"})
    with pytest.raises(TreebuildError, match="`candidates` tells all secrets apart, and faults has groups of them"):
        game.with_guesses("candidates")
    tree = build("simple", game)
    with pytest.raises(TreebuildError, match="faults is a key: its page has one tree"):
        page([("", tree), ("", tree)])
    save(tree, path := file.parent / "faults.msgpack")
    alone = "faults is a key: its page has one tree, and neither short links nor an app; export it alone, with -o"
    fails("export", "web", path, "--pwa", file.parent / "app", message=alone)
    fails("export", "web", path, "--short", "-o", file.parent / "page.html", message=alone)
    assert "that tells 2 groups apart" in _optimal(file)
    assert game.grouped({"1": "a", "2": "b"}).conditions.groups == ()


@pytest.mark.parametrize("seed", range(3))
def test_documents_carry_groups(seed: int, tmp_path: Path) -> None:
    """Written, read alone and with the game: the same game, the same bytes."""
    choose, grouped = Random(seed), 0
    for _ in range(10):
        game = ruled_game(choose, "identify", weights=choose.random() < 0.5, costs=choose.random() < 0.5, groups=True)
        tree, path = build("minavg", game), tmp_path / "tree.msgpack"
        document = codec_msgpack.document(tree)
        assert (document["version"] == 5) == bool(game.conditions.groups)
        validator("tree").validate(msgpack.unpackb(codec_msgpack.encode(tree)))
        save(tree, path, force=True)
        again = load(path, game if game.rule is None else None)
        assert again.game.conditions == game.conditions
        assert verify(again).ok and codec_msgpack.encode(again) == path.read_bytes()
        grouped += bool(game.conditions.groups)
    assert grouped > 5


def test_documents_of_other_groups(tmp_path: Path) -> None:
    game, path = faults(), tmp_path / "tree.msgpack"
    tree = build("exact", game, objective="total")
    save(tree, path)
    with pytest.raises(TreebuildError, match="with other groups of secrets"):
        load(path, game.grouped({"1": "wire", "2": "wire"}))
    with pytest.raises(TreebuildError, match="with different groups of secrets cannot be compared"):
        compare(tree, build("exact", game.grouped({"1": "wire", "2": "wire"}), objective="total"))
    for extension in ".b92", ".b92i", ".rank":
        with pytest.raises(TreebuildError, match=f"{extension} tells all secrets apart, and faults has groups of them"):
            save(tree, tmp_path / f"tree{extension}")
    with pytest.raises(TreebuildError, match="without a rule of guesses tells all secrets apart"):
        tree.unruled()


def test_the_verifier_sees_where_groups_end() -> None:
    game = faults()
    sound = build("exact", game, objective="total")
    assert verify(sound).ok and verify(sound).groups == 3
    dear = Game.from_table("faults", *_table(game)).priced({"a": 9})
    apart = build("exact", dear, objective="total").of(dear.grouped({"1": "wire", "4": "wire"}))
    assert "goes on, and all its candidates are of one group, 'wire'" in verify(apart).problems[0]
    early = _cut(sound)
    assert any("ends the game" in problem and "groups" in problem for problem in verify(early).problems)
    (last,) = [node for node in range(len(sound)) if sound.ends(node)]
    guess = sound.guess.copy()
    guess[last] = game.code_index["4"]
    other = replace(sound, guess=guess)
    assert "guesses 4, which the rule `identify` does not permit" in verify(other).problems[0]


def _table(game: Game) -> tuple[list[str], list[str], list[str], None, list[bytes]]:
    rows = [bytes([1, 0, 0, 0]), bytes([0, 1, 0, 0]), bytes([0, 0, 1, 0])]
    return ["a", "b", "c"], list(map(str, game.secrets)), ["no", "yes"], None, rows


def _cut(tree: Tree) -> Tree:
    """The tree whose root names a secret at once, without branches."""
    builder = Builder(tree.game)
    builder.add(tree.game.code_index["1"], size=4, solved=0, replies=())
    return builder.tree()


def test_commands_say_how_many_groups_there_are(file: Path) -> None:
    tree = file.parent / "tree.msgpack"
    record = json.loads(prints("build", "exact", "--objective", "total", "--game", file, "-o", tree, "--json"))[0]
    assert record["groups"] == 2 and record["ok"] and record["total"] == 8
    assert "groups: the 3 secrets are of 2 groups, and only groups are told apart" in prints("verify", tree)
    plain = file.parent / "plain.toml"
    plain.write_text(file.read_text().replace('groups = "groups.csv"\n', ""))
    record = json.loads(prints("build", "minavg", "--game", plain, "--groups", file.parent / "groups.csv", "--json"))[0]
    assert record["groups"] == 2


def test_sessions_end_with_the_group() -> None:
    """A tree that guesses is done once it names the group, and so is a person."""
    game = faults()
    tree = build("exact", game, objective="total")
    for secret, turns in zip(game.secrets, (3, 2, 3, 3), strict=True):
        session = play(tree)
        while not session.done:
            session.reply(game.reply(session.code, secret))
        person = SecretSession(game, secret, lambda: tree)
        while not person.done:
            hint = person.hint()
            assert hint is not None and person.permits(hint)
            person.guess(hint)
        assert len(session.turns) == len(person.turns) == turns


def test_a_key_ends_with_the_group(tmp_path: Path) -> None:
    """The program that asks the questions of a tree says what to mend."""
    game = faults()
    path, tree = tmp_path / "key.py", tmp_path / "tree.msgpack"
    save(build("exact", game, objective="total"), tree)
    prints("export", "py", tree, "-o", path)
    start = runpy.run_path(str(path))["start"]
    for secret, found in zip(game.secrets, ("wire", "2", "3", "wire"), strict=True):
        key = start()
        while key.found is None:
            assert key.answer(game.replies[game.reply(key.question, secret)])
        assert key.found == found
