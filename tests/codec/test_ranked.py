"""The ranked format: the rule against a slow reference implementation, trees to text and back, damage, and sizes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import distinct_secrets, two_d, within
from tests.helpers.ranked_texts import FAIL, PACKED, VALID, VECTORS
from tests.helpers.trees import decoded_or_refused, same
from treebuild.algorithms import build
from treebuild.codec import ranked
from treebuild.codec.ranked_scoring import KEPT, PLENTY, Ranking, guesses_left
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.reply_matrix import Replies, reply_matrix
from treebuild.game.reply_rules import Rule
from treebuild.tree.policy import grow
from treebuild.tree.tree import Tree
from treebuild.tree.verifier import verify


def naive_best(game: Game, candidates: list[int], depth: int, limit: int) -> list[int]:
    """The guesses that have a rank, from the words of the specification."""

    def charge(size: int, at: int) -> int:
        log = size.bit_length() - 1
        plain = 3 if size == 1 else size * (log + 6) - 2 ** (log + 1)
        left = max(limit - at, 0)
        room = {0: 0, 1: 1, 2: 10}.get(left, size) if limit else size
        return plain + 12 * max(size - room, 0)

    def parts(guess: int, among: list[int]) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for secret in among:
            found.setdefault(game.reply(game.codes[guess], game.secrets[secret]), []).append(secret)
        return found

    def sizes(guess: int, among: list[int]) -> Counter[int]:
        return Counter({reply: len(part) for reply, part in parts(guess, among).items()})

    def charged(counted: Counter[int], at: int) -> int:
        return sum(charge(size, at) for reply, size in counted.items() if reply != game.win)

    def member(secret: int) -> int:
        return next(i for i, code in enumerate(game.codes) if game.reply(code, game.secrets[secret]) == game.win)

    def look(part: list[int], at: int) -> int:
        if len(part) > 128:
            return charge(len(part), at)
        return 3 * len(part) + min(charged(sizes(member(secret), part), at + 1) for secret in part)

    short: list[int] = []
    order = []
    for guess in range(len(game.codes)):
        counted = sizes(guess, candidates)
        if any(size == len(candidates) for reply, size in counted.items() if reply != game.win):
            continue
        order.append((charged(counted, depth + 1), game.win not in counted, guess))
    for _, _, guess in sorted(order):
        if len(short) < 100 and all(sizes(guess, candidates) != sizes(other, candidates) for other in short):
            short.append(guess)

    def two_steps(guess: int) -> int:
        found = parts(guess, candidates)
        return sum(look(part, depth + 1) for reply, part in found.items() if reply != game.win)

    return sorted(short, key=two_steps)


GAMES = {rules: reply_matrix(Game.from_rules(rules)) for rules in ("p2c3n", "p2c4r", "p3c4n", "p2c5r", "p1c140n")}
GAMES |= {"twoD": reply_matrix(two_d())}


@settings(max_examples=settings().max_examples // 5, deadline=None)
@given(st.sampled_from(sorted(GAMES)), st.integers(0, 9), st.integers(1, 6), st.randoms(use_true_random=False))
def test_the_rule_is_that_of_the_reference(name: str, limit: int, depth: int, chance: object) -> None:
    replies = GAMES[name]
    secrets = len(replies.game.secrets)
    size = chance.randint(2, secrets)  # type: ignore[attr-defined]
    candidates = np.array(sorted(chance.sample(range(secrets), size)), np.int32)  # type: ignore[attr-defined]
    named = -1  # all symbols: nothing is left out
    expected = naive_best(replies.game, candidates.tolist(), depth, limit)
    left = guesses_left(limit, depth)
    ranking = Ranking(replies)
    assert ranking.first(candidates, left, named) == expected[0]
    for guess in chance.sample(range(len(replies.game.codes)), 3):  # type: ignore[attr-defined]
        rank = expected.index(guess) if guess in expected else None
        assert ranking.rank(candidates, left, named, guess) == rank
    assert ranking.best(candidates, left, named) == expected
    assert Ranking(replies).best(candidates, left, named) == expected


@pytest.mark.parametrize("limit", [0, 4])
@pytest.mark.parametrize("rules", ["p3c5n", "p3c4r", "p4c4r"])
def test_renaming_symbols_changes_no_rank(rules: str, limit: int) -> None:
    replies = reply_matrix(Game.from_rules(rules))
    everything, canonical = Ranking(replies), Ranking(replies)
    tree = build("simple", rules)
    for _, span, candidates in ranked.places(tree, canonical):
        left = guesses_left(limit, span.depth)
        whole = everything.best(candidates, left, -1)
        assert canonical.best(candidates, left, span.named) == whole


@pytest.mark.parametrize("rules", ["p1c1n", "p2c1r", "p1c5n", "p2c3n", "p3c4r", "p3c6n", "p5c2r", "p4c6r"])
@pytest.mark.parametrize("name", ["simple", "parts"])
def test_every_tree_has_a_text_and_comes_back(rules: str, name: str) -> None:
    tree = build(name, rules)
    text = ranked.encode(tree)
    again = ranked.decode(text, tree.game)
    assert same(again, tree) and ranked.encode(again) == text
    assert set(text.decode().rstrip("\n")) <= set(ranked.DIGITS)


@pytest.mark.parametrize("game", [two_d(), distinct_secrets()], ids=lambda game: game.name)
def test_custom_games_too(game: Game) -> None:
    replies = reply_matrix(game)
    tree = grow(replies, lambda candidates, _: int(replies.code_of[candidates[0]]))
    assert same(ranked.decode(ranked.encode(tree), game), tree)


def test_a_tree_that_wastes_no_symbol_order_is_kept() -> None:
    """A tree that names the highest symbols first is no relabelled tree: it comes back as it was."""
    replies = GAMES["p3c4n"]
    tree = grow(replies, lambda candidates, _: int(candidates[-1]))
    assert same(ranked.decode(ranked.encode(tree), replies.game), tree)


def test_trees_of_bulls_and_cows_come_back(minavg: Tree) -> None:
    text = ranked.encode(minavg)
    assert same(ranked.decode(text, minavg.game), minavg) and len(text) < 230


@pytest.mark.parametrize(("rules", "text"), PACKED)
def test_optimal_trees_are_tiny(rules: str, text: str) -> None:
    tree = ranked.decode(text.encode(), Game.from_rules(rules))
    found = verify(tree)
    assert found.ok and (tree.total, tree.max_depth) == PACKED[rules, text]
    if tree.total == 26468:
        assert tree.counts[6] == 50  # the fewest sevens, proved 2017
    if tree.total == 5627:
        assert tree.counts[4] == 539


def test_the_rule_alone_is_a_good_player(bulls_cows: Replies) -> None:
    tree = ranked.decode(ranked.spell(bulls_cows.game, 0, []), bulls_cows.game)
    assert tree.total == 26307 and tree.max_depth == 7  # avg45 of the paper: 26306
    mastermind = Game.from_rules("mastermind")
    assert ranked.decode(ranked.spell(mastermind, 0, []), mastermind).total == 5626  # optimal: 5625


@pytest.mark.parametrize("vector", VALID, ids=range(len(VALID)))
def test_valid_vectors(vector: dict[str, object]) -> None:
    tree = ranked.decode(str(vector["text"]).encode(), Game.from_rules(str(vector["game"])))
    assert list(tree.counts) == vector["counts"]


@pytest.mark.parametrize("vector", FAIL, ids=range(len(FAIL)))
def test_failing_vectors(vector: dict[str, object]) -> None:
    if vector["error"] == "game":
        with pytest.raises(TreebuildError):
            Game.from_rules(str(vector["game"]))
        return
    with pytest.raises(TreebuildError) as error:
        ranked.decode(str(vector["text"]).encode(), Game.from_rules(str(vector["game"])))
    assert error.value.kind == vector["error"] and "\n" not in str(error.value)


def test_vectors_name_every_kind() -> None:
    assert {v["error"] for v in FAIL} == {
        "game", "alphabet", "checksum", "version", "truncated", "trailing", "guess", "structure", "wasted",
    }  # fmt: skip


SMALL = build("simple", "p3c6n")
TEXT = ranked.encode(SMALL).decode().rstrip("\n")


@given(st.integers(0, len(TEXT) - 1), st.sampled_from(ranked.DIGITS))
def test_one_character_changed_is_always_refused(place: int, character: str) -> None:
    changed = TEXT[:place] + character + TEXT[place + 1 :]
    if changed != TEXT:
        with pytest.raises(TreebuildError):
            ranked.decode(changed.encode(), SMALL.game)


@given(st.integers(0, len(TEXT) - 2))
def test_two_neighbours_swapped_are_always_refused(place: int) -> None:
    changed = TEXT[:place] + TEXT[place + 1] + TEXT[place] + TEXT[place + 2 :]
    if changed != TEXT:
        with pytest.raises(TreebuildError):
            ranked.decode(changed.encode(), SMALL.game)


@given(st.text(ranked.DIGITS, max_size=60), st.sampled_from(["p2c3n", "p3c4r", "p3c6n"]))
def test_any_text_with_right_check_digits_is_a_tree_or_refused(body: str, rules: str) -> None:
    game = Game.from_rules(rules)
    decoded_or_refused(ranked.decode, (body + ranked.check(game, body)).encode(), game)


@given(st.data())
def test_any_bits_after_a_sound_start_are_a_tree_or_refused(data: st.DataObject) -> None:
    body = TEXT[: data.draw(st.integers(2, len(TEXT) - 2))] + data.draw(st.text(ranked.DIGITS, max_size=20))
    decoded_or_refused(ranked.decode, (body + ranked.check(SMALL.game, body)).encode(), SMALL.game)


@given(st.binary(max_size=60))
def test_any_bytes_are_a_tree_or_refused(data: bytes) -> None:
    decoded_or_refused(ranked.decode, data, SMALL.game)


@pytest.mark.parametrize("data", [b"A" * 4_000_000, b"_" * 4_000_000, b"\x00" * 4_000_000, TEXT.encode() * 200_000])
def test_megabytes_are_refused_fast(data: bytes) -> None:
    def refuse() -> None:
        for text in (data, data + ranked.check(SMALL.game, data.decode("latin-1")).encode()):
            with pytest.raises(TreebuildError):
                ranked.decode(text, SMALL.game)

    within(4, refuse)


def test_text_of_another_game_is_refused() -> None:
    with pytest.raises(TreebuildError, match="another game"):
        ranked.decode(TEXT.encode(), Game.from_rules("p3c6r"))


LAMPS = [(0, 0), (0, 1), (1, 1)]


def lamps(name: str, secrets: Sequence[tuple[int, int]] = LAMPS[1:]) -> Game:
    """The game of which the specification has the identity."""
    return Game.from_symbols(name, Rule("bulls", 2), "RG", LAMPS, secrets)


def test_the_identity_of_a_game_is_that_of_the_specification() -> None:
    page = (VECTORS.parent / "ranked.md").read_text("utf-8")
    text = ranked.spell(lamps("lamps"), 0, []).decode().strip()
    assert f"`{ranked.identity(lamps('lamps'))}`" in page and f"`{text}`, whatever the game is called" in page
    lines = "bulls\n\n2\n\n0\n1\n2\n\nRR\nRG\nGG\n\nRG\nGG\n"
    assert ranked.identity(lamps("lamps")) == sha256(lines.encode()).hexdigest()[:16]


def test_a_text_does_not_depend_on_the_name_for_people() -> None:
    tree = build("minavg", lamps("lamps"))
    text = ranked.encode(tree)
    assert ranked.encode(build("minavg", lamps("Two Lamps"))) == text
    assert same(ranked.decode(text, lamps("traffic lights")), tree)
    with pytest.raises(TreebuildError, match="check digits"):
        ranked.decode(text, lamps("lamps", LAMPS))


def test_texts_that_were_checked_by_a_name_are_still_read() -> None:
    """Of any game the one who wrote it, and for Wordle, whose texts were published, by everybody."""

    def words(name: str) -> Game:
        spelled = [tuple(ord(letter) - 97 for letter in word) for word in ("crane", "crate", "trace", "stole", "slate")]
        return Game.from_symbols(name, Rule("wordle", 5), "abcdefghijklmnopqrstuvwxyz", spelled)

    def older(game: Game, name: str) -> bytes:
        body = ranked.spell(game, 0, []).decode()[:-3]
        total = 0
        for character in name + body:
            total = (31 * total + ord(character)) % 4096
        return f"{body}{ranked.DIGITS[total // 64]}{ranked.DIGITS[total % 64]}".encode()

    tree = ranked.decode(ranked.spell(words("Wordle"), 0, []), words("Wordle"), patient=True)
    assert same(ranked.decode(older(words("Wordle"), "Wordle"), words("five words"), patient=True), tree)
    assert same(ranked.decode(older(lamps("lamps"), "lamps"), lamps("lamps")), build("minavg", lamps("lamps")))
    with pytest.raises(TreebuildError, match="check digits"):
        ranked.decode(older(lamps("lamps"), "lamps"), lamps("lights"))


def test_published_texts_keep_their_bytes() -> None:
    for path in sorted(VECTORS.parents[1].glob("trees/*/*.rank")):
        if not path.stem.startswith("wordle"):  # whose lists are not shipped
            folder = path.parent.name
            game = re.sub("-total|-near", "", path.stem) if folder in ("frontier", "worst") else folder
            text = path.read_text().strip()
            assert text.endswith(ranked.check(Game.from_rules(game), text[:-2])), path


def test_a_deep_chain_is_bounded() -> None:
    """Exceptions that each find one candidate only: the deepest tree there is decodes in time."""
    replies = reply_matrix(Game.from_rules("p1c500n"))
    tree = grow(replies, lambda candidates, _: int(candidates[-1]))
    assert same(within(4, lambda: ranked.decode(ranked.encode(tree), replies.game)), tree)
    assert tree.max_depth == 500


def test_the_rank_list_is_bounded(bulls_cows: Replies) -> None:
    tree = build("minavg")
    ranking = Ranking(bulls_cows)
    lengths = [len(ranking.best(c, PLENTY, s.named)) for _, s, c in list(ranked.places(tree, ranking))[:60]]
    assert max(lengths) == KEPT
