"""Games of more replies than a byte numbers: the same trees as with the replies that occur alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import islice, product
from pathlib import Path
from random import Random

import pytest

from tests.conftest import mostly_long
from treebuild import build, certify, load, review, save, suggest, verify
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.game_file import read_game
from treebuild.game.lookup import find_game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.game.reply_rules import Rule
from treebuild.search.engine.game_tables import make_game_tables
from treebuild.search.engine.memory import needed_bytes

LETTERS = 6
MARKS = tuple("".join(marks) for marks in product(".yg", repeat=LETTERS))
RULE = Rule("wordle", LETTERS)


def answered(guess: str, secret: str) -> str:
    """The marks of a guess, by the definition of the rule."""
    return MARKS[RULE.reply(tuple(map(ord, guess)), tuple(map(ord, secret)))]


def game_of(words: Sequence[str], replies: Sequence[str]) -> Game:
    return Game.from_parts("six letters", words, words, answered, replies, "g" * LETTERS)


def words(many: int) -> list[str]:
    choose = Random(many)
    return sorted({"".join(choose.choices("abcdefg", k=LETTERS)) for _ in range(many)})


@pytest.mark.parametrize("algorithm", ["minavg", "entropy", "crush", "near", "exact"])
def test_trees_are_those_of_the_replies_that_occur(algorithm: str) -> None:
    some = words(24)
    occur = sorted({answered(guess, secret) for guess in some for secret in some}, key=MARKS.index)
    assert len(occur) <= 256 < len(MARKS)
    objective = "total" if algorithm == "exact" else None
    wide, narrow = (build(algorithm, game_of(some, replies), objective=objective) for replies in (MARKS, occur))
    assert reply_matrix(wide.game).matrix.dtype == "uint16" and reply_matrix(narrow.game).matrix.dtype == "uint8"
    assert wide.guess.tolist() == narrow.guess.tolist() and wide.total == narrow.total
    assert verify(wide).ok


def test_near_is_no_worse_than_greedy_with_many_replies() -> None:
    tree = build("near", game_of(words(200), MARKS), effort=1)
    assert verify(tree).ok and tree.total <= build("minavg", game_of(words(200), MARKS)).total


def random_table(choose: Random, replies: int, secrets: int) -> Game:
    """A table of codes for all secrets and some more; the last of its replies wins."""
    codes, win = secrets + choose.randrange(20), replies - 1
    rows = [[choose.randrange(win) for _ in range(secrets)] for _ in range(codes)]
    for secret in range(secrets):
        rows[secret][secret] = win
    names = [f"c{code}" for code in range(codes)]
    return Game.from_table("wide", names, names[:secrets], [f"r{reply:04}" for reply in range(replies)], win, rows)


def renumbered(game: Game) -> Game:
    """The game with few replies: those to each code are numbered in their order. No tree knows the difference."""
    rows = []
    for code in game.codes:
        row = [game.reply(code, secret) for secret in game.secrets]
        number = {reply: i for i, reply in enumerate(sorted(set(row) - {game.win}))}
        rows.append([number.get(reply, len(game.secrets)) for reply in row])
    labels = [f"r{reply:04}" for reply in range(len(game.secrets) + 1)]
    return Game.from_table("few", game.codes, game.secrets, labels, len(game.secrets), rows)


@pytest.mark.parametrize("replies", mostly_long([2, 3, 40, 256, 257, 258, 400, 1000, 2000], [257, 2000]))
def test_random_tables_of_many_replies_through_every_path(replies: int, tmp_path: Path) -> None:
    choose = Random(replies)
    for number in range(4):
        game = random_table(choose, replies, choose.randint(2, 60) if replies > 2 else 4)
        game = game.weighted([choose.randint(1, 9) for _ in game.secrets]) if number % 2 else game
        few = renumbered(game).weighted(game.conditions.weights) if game.conditions.weights else renumbered(game)
        for algorithm in ("minavg", "minmax", "entropy", "parts", "greedy-crush", "larmouth"):
            tree, other = build(algorithm, game), build(algorithm, few)
            assert verify(tree).ok and tree.counts == other.counts and tree.expected == other.expected
        best, other = (build("exact", some, objective="total") for some in (game, few))
        near = build("near", game, effort=1)
        assert best.expected == other.expected <= near.expected and verify(best).ok and verify(near).ok
        save(best, path := tmp_path / f"{number}.msgpack")
        again = load(path)
        assert again.guess.tolist() == best.guess.tolist() and again.counts == best.counts
        assert again.game.replies == game.replies and load(path, game).guess.tolist() == best.guess.tolist()
        found, same = (suggest(some, by="minavg", top=5) for some in (game, few))
        assert [(worth.code, worth.rank, worth.parts, worth.expected_left) for worth in found] == [
            (worth.code, worth.rank, worth.parts, worth.expected_left) for worth in same
        ]
        played = [f"{code}:{game.answer(code, game.secrets[-1])}" for code in (game.codes[0], game.secrets[-1])]
        assert review(game, played).moves[-1].reply == game.replies[-1]


def test_a_table_of_many_replies_is_read_from_its_file(tmp_path: Path) -> None:
    game = random_table(Random(5), 1500, 40)
    lines = [",".join(["", *game.secrets])]
    lines += [",".join([code, *(game.answer(code, secret) for secret in game.secrets)]) for code in game.codes]
    (tmp_path / "t.csv").write_text("\n".join(lines))
    (tmp_path / "t.toml").write_text(f'rule = "table"\ntable = "t.csv"\nwin = "{game.replies[-1]}"\n')
    read = read_game(tmp_path / "t.toml")
    assert 256 < len(read.replies) < len(game.replies)
    for code, secret in product(game.codes[:9], game.secrets):
        assert read.answer(code, secret) == game.answer(code, secret)


def test_formats_that_have_no_room_say_so(tmp_path: Path) -> None:
    letters = "abcdefg"
    listed = [tuple(map(letters.index, word)) for word in words(30)]
    tree = build("minavg", Game.from_symbols("six", RULE, letters, listed))
    for name, advice in (("t.b92", "92 replies, six has 30 and 729; use .msgpack"), ("t.rank", "at most 256 replies")):
        with pytest.raises(TreebuildError, match=advice):
            save(tree, tmp_path / name)
    with pytest.raises(TreebuildError, match=r"729 replies, at most 256 .* in a certificate; `build exact` searches"):
        certify(tree.game, "total")
    save(tree, tmp_path / "t.b92i", normalise=True)
    assert load(tmp_path / "t.b92i", tree.game).total <= tree.total


def test_hard_mode_has_room_for_six_letters_and_not_for_nine() -> None:
    letters = "abcdefg"
    six = Game.from_symbols("six", RULE, letters, [tuple(map(letters.index, word)) for word in words(60)])
    tree = build("minavg", six.with_guesses("hard"))
    assert verify(tree).ok and tree.total >= build("exact", six, objective="total").total
    nine = Game.from_symbols("nine", Rule("wordle", 9), letters, [(*code, 0, 1, 2) for code in six.codes])
    with pytest.raises(TreebuildError, match="guesses `hard` take too much memory with 19683 replies"):
        build("exact", nine.with_guesses("hard"), objective="total")
    assert verify(build("minavg", nine.with_guesses("consistent"))).ok


def test_more_than_65536_replies_are_refused() -> None:
    labels = [str(label) for label in range(65_537)]
    with pytest.raises(TreebuildError, match="65537 replies, at most 65536 are supported"):
        Game.from_table("t", ["a"], ["a"], labels, 65_536, [[65_536]])
    game = Game.from_table("t", ["a", "b"], ["a", "b"], labels[:-1], 65_535, [[65_535, 0], [7, 65_535]])
    assert build("exact", game, objective="total").counts == (1, 1)


def listed(rule: Rule, letters: str, many: int) -> Game:
    codes = list(islice(product(range(len(letters)), repeat=rule.pegs), many))
    return Game.from_symbols("listed", rule, letters, codes)


def test_memory_does_not_grow_with_codes_times_replies() -> None:
    """Nerdle has 6,561 replies: a greedy tree takes 70 MB, and a search its matrix and the transpose, 1.2 GB."""
    many, letters = 4000, "abcdefghijklmno"
    few, wide = (listed(Rule("wordle", pegs), letters, many) for pegs in (5, 8))
    assert needed_bytes(few, False) == needed_bytes(wide, False)
    assert needed_bytes(wide, True) - needed_bytes(few, True) < 3 * many * many
    replies = reply_matrix(listed(Rule("wordle", 8), letters, 300))
    assert make_game_tables(replies).columns is replies.by_secret


@pytest.mark.long
def test_the_equations_of_nerdle_are_true() -> None:
    game = find_game(Path(__file__).parents[2] / "docs" / "examples" / "nerdle.py")
    assert len(game.replies) == 6561 and len(game.codes) == 17_447
    for code in game.codes:
        left, right = game.spell(code).split("=")
        assert not re.search(r"(?<!\d)0", left) and re.fullmatch(r"0|[1-9]\d*", right)
        exactly = re.sub(r"\d+", lambda number: f"Fraction({number[0]})", left)
        assert eval(exactly, {"Fraction": Fraction}) == int(right)
