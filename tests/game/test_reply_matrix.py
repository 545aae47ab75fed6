import numpy as np
import pytest

from tests.conftest import distinct_secrets, two_d
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.reply_matrix import Replies, part_sizes, partition, reply_matrix, tells_apart


@pytest.mark.parametrize("rules", ["p1c1n", "p2c3n", "p3c5n", "p3c4r", "p5c2r", "p4c4n", "p1c300r", "p2c40n"])
def test_the_matrix_is_the_reply_function(rules: str) -> None:
    game = Game.from_rules(rules)
    step = max(1, len(game.codes) // 150)
    matrix = reply_matrix(game).matrix
    for guess in range(0, len(game.codes), step):
        expected = [game.reply(game.codes[guess], secret) for secret in game.secrets]
        assert matrix[guess].tolist() == expected


def test_bulls_and_cows_matrix(bulls_cows: Replies) -> None:
    game, matrix = bulls_cows.game, bulls_cows.matrix
    assert matrix.shape == (5040, 5040) and matrix.dtype == np.uint8
    assert (matrix == matrix.T).all()
    chosen = np.random.default_rng(1).integers(0, 5040, (5000, 2)).tolist()
    assert all(matrix[g, s] == game.reply(game.codes[g], game.codes[s]) for g, s in chosen)
    sizes = np.bincount(matrix[0], minlength=14).tolist()
    assert sizes == [360, 1440, 1260, 264, 9, 480, 720, 216, 8, 180, 72, 6, 24, 1]  # Slovesnov 5.1


@pytest.mark.parametrize("make", [two_d, distinct_secrets])
def test_games_from_parts(make) -> None:
    replies = reply_matrix(make())
    game = replies.game
    assert (replies.by_secret == replies.matrix.T).all()
    for secret, code in enumerate(replies.code_of.tolist()):
        assert game.reply(game.codes[code], game.secrets[secret]) == game.win
        assert replies.secret_of[code] == secret
    assert (replies.secret_of >= 0).sum() == len(game.secrets)


def test_partition(bulls_cows: Replies) -> None:
    candidates = np.array([5, 17, 100, 2000, 4000, 5039], np.int32)
    parts = partition(bulls_cows, 17, candidates)
    assert [reply for reply, _ in parts] == sorted({bulls_cows.matrix[17, c] for c in candidates.tolist()})
    assert sorted(c for _, part in parts for c in part.tolist()) == candidates.tolist()
    for reply, part in parts:
        assert part.tolist() == sorted(part.tolist())
        assert (bulls_cows.matrix[17, part] == reply).all()
    (sizes,) = part_sizes(bulls_cows, np.array([17], np.int32), candidates).tolist()
    assert {reply: size for reply, size in enumerate(sizes) if size} == {reply: len(part) for reply, part in parts}


def test_part_sizes_of_many_guesses_are_those_of_each(bulls_cows: Replies) -> None:
    chosen = np.random.default_rng(2)
    candidates = np.sort(chosen.choice(5040, 700, replace=False)).astype(np.int32)
    guesses = chosen.choice(5040, 50, replace=False).astype(np.int32)
    for guess, sizes in zip(guesses.tolist(), part_sizes(bulls_cows, guesses, candidates), strict=True):
        assert sizes.tolist() == np.bincount(bulls_cows.matrix[guess, candidates], minlength=14).tolist()


def test_secrets_that_cannot_be_won_or_told_apart_are_refused() -> None:
    with pytest.raises(TreebuildError, match="no code wins against the secret 3"):
        reply_matrix(Game.from_parts("odd", [1, 2], [1, 2, 3], lambda g, s: g == s, [False, True], True))
    with pytest.raises(TreebuildError, match="code 1 wins against both 1 and 3"):
        reply_matrix(Game.from_parts("odd", [1, 2], [1, 2, 3], lambda g, s: g % 2 == s % 2, [False, True], True))


@pytest.mark.parametrize(
    "game", [Game.from_rules("p3c4r"), two_d(), pytest.param(distinct_secrets(), marks=pytest.mark.long)], ids=str
)
def test_tells_apart_is_the_lowest_winning_code_all_answer_differently(game: Game) -> None:
    replies = reply_matrix(game)
    random = np.random.default_rng(1)
    for _ in range(100):
        size = int(random.integers(1, min(len(game.secrets), len(game.replies) + 2)))
        candidates = np.sort(random.choice(len(game.secrets), size, replace=False)).astype(np.int32)
        secrets = [game.secrets[candidate] for candidate in candidates.tolist()]
        apart = [
            code
            for code, guess in enumerate(game.codes)
            if len({game.reply(guess, secret) for secret in secrets}) == size
            and any(game.reply(guess, secret) == game.win for secret in secrets)
        ]
        assert tells_apart(replies, candidates) == min(apart, default=None)
