"""Replies computed from codes, held against the matrix and the rules; games that are too large for a matrix."""

import random
import tracemalloc
from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.conftest import two_d
from treebuild.algorithms import build
from treebuild.codec import msgpack
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.reply_matrix import Replies, part_sizes, partition, reply_matrix
from treebuild.game.reply_rules import Rule
from treebuild.game.symmetry import symmetry_of
from treebuild.search import greedy
from treebuild.search.engine import reply_blocks
from treebuild.search.engine.memory import check_memory, free_bytes, needed_bytes, size_of
from treebuild.search.engine.reply_blocks import ReplyBlocks, is_computed, sample_size
from treebuild.tree.policy import grow
from treebuild.tree.verifier import verify


def random_list(choose: random.Random, rule: str, pegs: int, symbols: int, most: int) -> Game:
    """A game of random codes, in random order; some games have only some of them as secrets, in another order."""
    codes = list({tuple(choose.choices(range(symbols), k=pegs)) for _ in range(most)})
    choose.shuffle(codes)
    secrets = choose.sample(codes, choose.randint(1, len(codes))) if choose.random() < 0.6 else None
    names = [chr(ord("A") + symbol) for symbol in range(symbols)]
    return Game.from_symbols("list", Rule(rule, pegs), names, codes, secrets)


def random_lists(number: int, most: int) -> Iterator[Game]:
    """Games of every built-in rule, few symbols and many, of 1 to 8 pegs, and some of 22 to 40: 2 to 6,561 replies."""
    choose = random.Random(number)
    for _ in range(number):
        for rule in ("bulls-cows", "bulls", "wordle"):
            pegs = choose.randint(22, 40) if choose.random() < 0.1 and rule != "wordle" else choose.randint(1, 8)
            yield random_list(choose, rule, pegs, choose.randint(2, 12), choose.randint(2, most))


def some_of(choose: random.Random, count: int) -> np.ndarray:
    """Some of the numbers from 0 to count - 1, ascending: a few, most of them, or all."""
    size = choose.choice((1, choose.randint(1, count), count))
    return np.array(sorted(choose.sample(range(count), size)), np.int32)


def without_matrix(replies: Replies) -> Replies:
    """The same replies, before anything read the matrix."""
    return Replies(replies.game, replies.secret_of, replies.code_of)


LARGER = ("p2c3n", "p4c6n", "p5c3r", "p8c2r", "p3c12r", "p2c40r", "p1c256n")


def replies_by(blocks: ReplyBlocks, guesses: NDArray[np.int32], secrets: NDArray[np.int32]) -> NDArray[np.int64]:
    """int64 (secrets, guesses): the replies of each secret, as the only part of it alone."""
    return np.array([blocks.sizes(guesses, secrets[i : i + 1]).argmax(axis=1) for i in range(len(secrets))])


@pytest.mark.parametrize("games", ["lists", "spaces"])
def test_computed_replies_are_those_of_the_matrix_and_of_the_rule(games: str) -> None:
    choose = random.Random(11)
    for game in random_lists(40, 60) if games == "lists" else map(Game.from_rules, LARGER):
        replies = without_matrix(reply_matrix(game))
        computed, read = ReplyBlocks(replies, True), ReplyBlocks(reply_matrix(game), False)
        guesses, candidates = some_of(choose, len(game.codes)), some_of(choose, len(game.secrets))
        guess = int(guesses[-1])
        assert not replies.has_matrix
        bare = replies.to(guess, candidates), replies.rows(guesses[:5], candidates)
        split = partition(replies, guess, candidates)
        assert not replies.has_matrix
        expected = replies.matrix[np.ix_(guesses, candidates)]
        by_rule = [game.reply(game.codes[guess], game.secrets[secret]) for secret in candidates.tolist()]
        assert (
            expected[-1].tolist()
            == by_rule
            == bare[0].tolist()
            == replies_by(computed, guesses, candidates)[:, -1].tolist()
        )
        assert (bare[1] == expected[:5]).all()
        parts = partition(replies, guess, candidates)
        assert [(reply, part.tolist()) for reply, part in split] == [(reply, part.tolist()) for reply, part in parts]
        for some in (computed, read):
            assert (replies_by(some, guesses, candidates) == expected.T).all()
            sizes = part_sizes(replies, guesses, candidates)
            assert (some.sizes(guesses, candidates) == sizes).all()
            occurring = some.parts(guesses, candidates)
            assert occurring.shape[1] == min(len(candidates), replies.count)
            assert (np.sort(occurring, axis=1) == np.sort(sizes, axis=1)[:, -occurring.shape[1] :]).all()
            table = np.array([0, *choose.choices(range(1 << 40), k=len(game.secrets))])
            sums, numbers = some.sums(table, guesses, candidates)
            assert (sums == table[sizes].sum(axis=1)).all() and (numbers == (sizes > 0).sum(axis=1)).all()


def grown(replies: Replies, score: str, candidates_only: bool, computed: bool) -> bytes:
    policy = greedy.scored(replies, score, candidates_only, ReplyBlocks(replies, computed))
    return msgpack.encode(grow(replies, policy))


def check_trees(game: Game, scores: list[str]) -> None:
    replies = reply_matrix(game)
    for score in scores:
        for candidates_only in (False, True):
            trees = [grown(replies, score, candidates_only, computed) for computed in (False, True)]
            assert trees[0] == trees[1], (game.name, score, candidates_only)


def tell_apart(game: Game) -> bool:
    """Whether guesses of codes alone find every secret: not so, for example, where bulls are counted of few codes."""
    rows = reply_matrix(game).matrix
    return len(np.unique(rows, axis=1).T) == len(game.secrets)


@pytest.mark.parametrize("rules", ["p3c6n", "p4c4r", "p3c6r", "p5c3r", "p4c6n", "p7c2r", "p8c2r", "p2c12r"])
def test_trees_of_spaces_are_the_same_with_the_matrix_and_without(rules: str) -> None:
    check_trees(Game.from_rules(rules), list(greedy.SCORES))


@pytest.mark.parametrize("rule", ["bulls", "wordle"])
@pytest.mark.parametrize("rules", ["p3c6r", "p5c3r", "p4c5n"])
def test_trees_of_spaces_by_other_rules_are_the_same(rules: str, rule: str) -> None:
    standard = Game.from_rules(rules)
    game = Game.from_symbols("x", Rule(rule, len(standard.codes[0])), standard.symbols, standard.codes)
    assert standard.space is not None
    check_trees(Game(**{**vars(game), "space": standard.space}), ["minavg", "crush"])


def test_trees_of_random_lists_are_the_same_with_the_matrix_and_without() -> None:
    choose = random.Random(3)
    games = [game for game in random_lists(14, 120) if tell_apart(game)]
    assert len(games) > 20
    for game in games:
        check_trees(game, choose.sample(list(greedy.SCORES), 2))
        weights = [choose.randint(0, 3) for _ in game.secrets]
        if any(weights):
            check_trees(game.weighted(weights), [choose.choice(("minavg", "entropy", "larmouth", "minmax"))])


@pytest.mark.parametrize("rules", ["p4c5r", "p5c3r", "p4c7n", "p5c5n"])
def test_guesses_after_random_histories_are_the_same(rules: str) -> None:
    """Positions with symmetries of their own: those that a guess or two keep, and symbols that no candidate has."""
    choose, replies = random.Random(7), reply_matrix(rules)
    policies = [
        [greedy.scored(replies, name, False, ReplyBlocks(replies, computed)) for computed in (False, True)]
        for name in greedy.SCORES
    ]
    for _ in range(60):
        candidates = np.arange(len(replies.game.secrets), dtype=np.int32)
        for _ in range(choose.randint(1, 3)):
            parts = partition(replies, choose.randrange(len(replies.game.codes)), candidates)
            candidates = max((part for _, part in choose.sample(parts, min(3, len(parts)))), key=len)
        if len(candidates) > 2:
            for read, computed in policies:
                assert read(candidates, ()) == computed(candidates, ())


def test_a_greedy_tree_makes_no_matrix() -> None:
    game = Game.from_rules("p4c5r")
    replies = reply_matrix(game)
    build("minavg", game)
    assert not replies.has_matrix
    build("near", game, effort=1)
    assert replies.has_matrix


def test_what_the_compiled_code_cannot_compute_is_read_from_the_matrix() -> None:
    games = two_d(), Game.from_rules("p1c300n"), Game.from_rules("p16c1r")
    assert [is_computed(game) for game in games] == [False] * 3
    assert is_computed(Game.from_rules("p15c1r"))
    for game in games:
        assert verify(build("minavg", game)).ok


def test_a_sample_is_stated_and_the_same_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.from_rules("p4c5r")
    whole = build("minavg", game)
    monkeypatch.setattr(reply_blocks, "MOST_PAIRS", 40 * len(game.secrets))
    assert sample_size(game) == 40
    first, again = build("minavg", game), build("minavg", Game.from_rules("p4c5r"))
    assert msgpack.encode(first) == msgpack.encode(again) != msgpack.encode(whole)
    assert verify(first).ok
    assert whole.built and first.built
    assert whole.built.tie_rule == greedy.TIE_RULE
    assert first.built.tie_rule.startswith(greedy.TIE_RULE)
    assert "more than 40 guesses" in first.built.tie_rule and "the seed 1996" in first.built.tie_rule
    only = build("minavg", game, candidates_only=True)
    assert only.built and only.built.tie_rule == greedy.TIE_RULE


def test_sampled_guesses_are_the_sample_and_candidates(monkeypatch: pytest.MonkeyPatch) -> None:
    """The best of the codes drawn and of the candidates that are taken; at the first guess, of one of each orbit."""
    game = Game.from_rules("p4c5r")
    replies = reply_matrix(game)
    every = greedy.scored(replies, "minavg", False, ReplyBlocks(replies))
    monkeypatch.setattr(reply_blocks, "MOST_PAIRS", 40 * len(game.secrets))
    some = ReplyBlocks(replies)
    sample = some.tables.sample
    assert len(sample) == len(set(sample.tolist())) == 40
    policy = greedy.scored(replies, "minavg", False, some)
    everything = np.arange(len(game.secrets), dtype=np.int32)
    assert policy(everything, ()) == every(everything, ())
    choose = random.Random(4)
    for size in (7, 15, 30, 90):
        candidates = np.array(sorted(choose.sample(range(len(game.secrets)), size)), np.int32)
        tried = set(sample.tolist()) | {int(candidates[i * size // min(size, 40)]) for i in range(min(size, 40))}
        sizes = part_sizes(replies, np.array(sorted(tried), np.int32), candidates)
        ranked = zip((sizes**2).sum(axis=1), ~np.isin(sorted(tried), candidates), sorted(tried), strict=True)
        assert policy(candidates, ()) == min(ranked)[2]


def test_sizes_of_memory() -> None:
    assert [size_of(text) for text in ("1", "2k", "1.5 GiB", "3M", "4TB")] == [1, 2048, 3 << 29, 3 << 20, 4 << 40]
    for bad in ("", "G", "-1", "1X", "1e3"):
        with pytest.raises(TreebuildError, match="bad size"):
            size_of(bad)
    assert 1 << 20 < free_bytes() < 1 << 50


def test_what_does_not_fit_is_refused_before_memory_is_used() -> None:
    game, large = Game.from_rules("p6c5r"), Game.from_rules("p5c12r")
    pairs = len(game.codes) ** 2
    tracemalloc.start()
    try:
        with pytest.raises(TreebuildError, match=r"'near' needs some .* memory='[0-9]+M'"):
            build("near", game, memory="100M")
        with pytest.raises(TreebuildError, match=r"p5c12r is too large for 'avg'.*`minavg`"):
            build("avg", large)
        with pytest.raises(TreebuildError, match="reply matrix needs 57 GiB"):
            reply_matrix(large).matrix  # noqa: B018
        with pytest.raises(TreebuildError, match="'minavg' needs some"):
            build("minavg", game, memory=1000)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < pairs / 25
    assert needed_bytes(game, True) > 2 * pairs > needed_bytes(game, False)
    kept_once = Game.from_rules("p5c8r")
    assert 1 < needed_bytes(kept_once, True, near=True) / len(kept_once.codes) ** 2 < 1.5
    assert 2 < needed_bytes(kept_once, True) / len(kept_once.codes) ** 2 < 2.5
    check_memory(game, "near", True, 1 << 40)


def test_a_table_that_does_not_fit_is_refused() -> None:
    game = two_d()
    with pytest.raises(TreebuildError, match="'minavg' needs some 1 MiB"):
        build("minavg", game, memory=1)


def test_orbits_are_those_of_the_game_and_keep_the_candidates() -> None:
    for rules in ("p4c4r", "p3c6n", "p5c3r"):
        replies = reply_matrix(rules)
        some, everything = ReplyBlocks(replies), np.arange(len(replies.game.secrets), dtype=np.int32)
        assert some.has_orbits
        assert some.orbits(everything).tolist() == symmetry_of(replies).orbits().tolist()
        first = len(everything) // 3
        for _, part in partition(replies, first, everything):
            orbits = some.orbits(part)
            assert (orbits[orbits] == orbits).all() and (orbits <= everything).all()
            shapes = np.sort(part_sizes(replies, everything, part), axis=1)
            member = np.isin(everything, part)
            assert (shapes == shapes[orbits]).all() and (member == member[orbits]).all()
    assert not ReplyBlocks(reply_matrix("twod")).has_orbits


def test_a_guess_with_all_of_256_replies() -> None:
    """A byte counts the parts of a guess, and 256 of them are 0 there."""
    size, best = 258, 200
    rows = [[(code + secret) % 7 for secret in range(size)] for code in range(size)]
    rows[best] = [min((secret - best) % size, 254) for secret in range(size)]
    for code, row in enumerate(rows):
        row[code] = 255
    game = Game.from_parts("wide", range(size), range(size), lambda g, s: rows[g][s], range(256), 255)
    for score in ("parts", "minavg", "minmax"):
        assert greedy.scored(reply_matrix(game), score)(np.arange(size, dtype=np.int32), ()) == best
