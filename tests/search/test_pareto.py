import json
import random
from pathlib import Path

import numpy as np
import pytest

from tests.conftest import mostly_long, seconds_to_stop, seeds, two_d
from tests.helpers import naive
from tests.helpers.command_line import fails, prints
from tests.helpers.ruled import RULES, ruled_game
from treebuild.codec import load
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.guess_rules import permits
from treebuild.game.reply_matrix import Replies, reply_matrix
from treebuild.publish.pareto_front import draw
from treebuild.search.engine.game_tables import PreparedGame
from treebuild.search.pareto import Point, Search, front
from treebuild.tree.policy import grow
from treebuild.tree.verifier import verify


def expected(replies: Replies, depth: int, start: int, candidates: list[int]) -> list[tuple[int, int]]:
    """The front by trying everything."""
    matrix = replies.matrix.tolist()
    points = naive.front(
        lambda guess, secret: -1 if matrix[guess][secret] == replies.win else matrix[guess][secret],
        range(len(matrix)),
        depth,
    )
    return sorted(points(tuple(candidates), start))


def blocks(seed: int, chance: float, secrets: int = 9, others: int = 4, copies: int = 4) -> Game:
    """Copies of a game of chance, side by side: a reply tells the copy, and one bit if the guess is from the same copy.

    Where one copy has two points, the front of all has collinear ones, which weights do not find.
    """
    choose = random.Random(seed)
    table = [[int(choose.random() < chance) for _ in range(secrets)] for _ in range((secrets + others) * copies)]
    codes = [(copy, code) for copy in range(copies) for code in range(secrets + others)]
    win = (-1, 0)

    def reply(guess: tuple[int, int], secret: tuple[int, int]) -> tuple[int, int]:
        if guess == secret:
            return win
        return secret[0], table[guess[1]][secret[1]] if guess[0] == secret[0] else 0

    answers = [(copy, bit) for copy in range(copies) for bit in (0, 1)]
    return Game.from_parts("blocks", codes, [c for c in codes if c[1] < secrets], reply, [*answers, win], win)


def check(replies: Replies, depth: int, points: list[tuple[int, int]], jobs: int = 1) -> None:
    """The front has these points, and each a tree that the replay confirms."""
    found = front(replies, depth, jobs=jobs)
    assert list(found.points) == points
    for point in points:
        tree = grow(replies, found.policy(point))
        assert verify(tree).ok
        assert (tree.total, (*tree.counts, *[0] * depth)[depth - 1]) == point
        assert tree.max_depth <= depth


@pytest.mark.parametrize(
    ("rules", "depths"),
    [
        ("p2c4n", (3, 4, 5)),
        ("p2c5n", (4, 5, 6)),
        ("p3c4n", (4, 5)),
        ("p2c3r", (3, 4)),
        ("p2c4r", (4, 5)),
        ("twoD", (4, 5)),
    ],
)
def test_whole_games_against_trying_everything(rules: str, depths: tuple[int, ...]) -> None:
    replies = reply_matrix(two_d() if rules == "twoD" else Game.from_rules(rules))
    for depth in depths:
        points = expected(replies, depth, 1, list(range(replies.matrix.shape[1])))
        if points:
            check(replies, depth, points)
        else:
            with pytest.raises(TreebuildError, match=f"in {depth} guesses"):
                front(replies, depth)


@pytest.mark.parametrize("jobs", mostly_long([1, 2], [2]))
@pytest.mark.parametrize(("seed", "chance", "depth"), [(0, 0.12, 7), (4, 0.12, 6), (13, 0.15, 6), (4, 0.2, 6)])
def test_fronts_with_points_that_weights_do_not_find(seed: int, chance: float, depth: int, jobs: int) -> None:
    replies = reply_matrix(blocks(seed, chance))
    points = expected(replies, depth, 1, list(range(replies.matrix.shape[1])))
    assert len(points) == 4
    check(replies, depth, points, jobs)


@pytest.mark.parametrize(("rules", "size"), [("p3c4n", 10), ("p3c3r", 9), ("p2c6r", 10)])
def test_sets_of_candidates_against_trying_everything(rules: str, size: int) -> None:
    replies = reply_matrix(Game.from_rules(rules))
    choose = random.Random(rules)
    searches = {limit: Search(PreparedGame(replies), limit) for limit in (4, 5, 6)}
    for _ in range(40):
        candidates = sorted(choose.sample(range(len(replies.game.secrets)), choose.randint(4, size)))
        limit = choose.choice([4, 5, 6])
        ways = searches[limit].front(np.array(candidates, np.int32), ((0, 0), (0, 0)))
        assert [way.point for way in ways] == expected(replies, limit, 3, candidates)


def test_the_front_after_a_reply_of_bulls_and_cows(bulls_cows: Replies) -> None:
    """After 1.1 the smallest total, 3712 (Slovesnov 2011, section 7), needs no seventh guess: one point."""
    reply = bulls_cows.game.replies.index("1.1")
    part = np.flatnonzero(bulls_cows.matrix[0] == reply).astype(np.int32)
    ways = Search(PreparedGame(bulls_cows), 7).front(part, ((0, reply),))
    assert [way.point for way in ways] == [(3712, 0)]


def test_a_search_stops_when_told(bulls_cows: Replies) -> None:
    search = Search(PreparedGame(bulls_cows), 7)
    assert seconds_to_stop(search.run, search.stop, after=1) < 2


def test_a_point_that_is_none() -> None:
    found = front(reply_matrix(Game.from_rules("p2c4n")))
    with pytest.raises(TreebuildError, match=f"choose one of {found.points[0][0]},"):
        found.policy((1, 1))


def test_the_command_shows_writes_and_draws_the_front(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    (point,) = front(reply_matrix(Game.from_rules("p2c4n"))).points
    line = f"pareto --game p2c4n --json --plot front.svg -o t.msgpack --tree {point[0]},{point[1]}"
    told = json.loads(prints(line, cwd=tmp_path))
    assert told["points"] == [{"total": point[0], "average": point[0] / 12, "deepest": point[1]}]
    tree = load(tmp_path / "t.msgpack")
    assert (tree.total, tree.counts[told["depth"] - 1]) == point
    assert "<svg" in (tmp_path / "front.svg").read_text(encoding="utf-8")
    assert "1 point" in prints("pareto --game p2c4n")


def test_the_picture_of_a_front_is_drawn_in_one_style(tmp_path: Path) -> None:
    """Whatever the user's settings are; matplotlib reads them in the working folder, too."""
    mpl = pytest.importorskip("matplotlib")
    found = front(reply_matrix(Game.from_rules("p2c4n")))
    draw(found, "p2c4n", tmp_path / "a.svg")
    with mpl.rc_context({"font.size": 30, "text.usetex": True}):
        draw(found, "p2c4n", tmp_path / "b.svg")
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        ("--tree 1,2", 2, "go together"), ("--tree x -o t.msgpack", 2, "expected TOTAL,DEEPEST"),
        ("--plot front.pdf", 2, ".svg or .png"), ("--depth 2", 1, "in 2 guesses"),
    ],
)  # fmt: skip
def test_wrong_words_are_refused_in_a_line(words: str, code: int, message: str) -> None:
    fails(f"pareto --game p2c4n {words}", message=message, code=code)


def all_points(game: Game, left: tuple[int, ...], turns: frozenset[tuple[int, int]], depth: int) -> set[Point]:
    """Every undominated (total, secrets at the greatest depth) of a position that `depth` guesses have to solve."""
    if depth == 0:
        return set()
    if len(left) == 1:
        return {(1, int(depth == 1))}
    found = set[Point]()
    for code in range(len(game.codes)):
        parts: dict[int, list[int]] = {}
        for secret in left:
            parts.setdefault(game.reply(game.codes[code], game.secrets[secret]), []).append(secret)
        if (len(parts) == 1 and game.win not in parts) or not permits(game, tuple(turns), left, code):
            continue
        sums = {(len(left), int(depth == 1) if game.win in parts else 0)}
        for reply, part in parts.items():
            if reply != game.win:
                below = all_points(game, tuple(part), turns | {(code, reply)}, depth - 1)
                sums = {(t + total, k + deepest) for t, k in sums for total, deepest in below}
        found |= sums
    return {p for p in found if not any(q != p and q[0] <= p[0] and q[1] <= p[1] for q in found)}


@pytest.mark.parametrize("seed", seeds(2, 30))
@pytest.mark.parametrize("guesses", RULES)
def test_fronts_under_a_rule_against_all_trees(guesses: str, seed: int) -> None:
    """Guesses that make the same parts may leave other words to guess, and positions are told apart by their turns."""
    choose = random.Random(f"front {guesses} {seed}")
    for _ in range(6):
        game = ruled_game(choose, guesses)
        replies, everything = reply_matrix(game), tuple(range(len(game.secrets)))
        depths = range(1, len(everything) + 3)
        depth = next(depth for depth in depths if all_points(game, everything, frozenset(), depth))
        assert front(replies).depth == depth
        for greatest in depth, depth + 1:
            check(replies, greatest, sorted(all_points(game, everything, frozenset(), greatest)))


@pytest.mark.parametrize("rules", ["p1c2n", "p2c2n"])
@pytest.mark.parametrize("guesses", ["candidates", "consistent"])
def test_no_guess_comes_after_the_greatest_depth(rules: str, guesses: str) -> None:
    """One guess is left to make after the first, whichever that is; it was made at a depth of one, too."""
    replies = reply_matrix(Game.from_rules(rules).with_guesses(guesses))
    with pytest.raises(TreebuildError, match="in 1 guess "):
        front(replies, 1)
    check(replies, 2, [(3, 1)])


def test_a_front_is_refused_where_a_total_counts_something_else() -> None:
    game = ruled_game(random.Random(1), "all", costs=True)
    with pytest.raises(TreebuildError, match=r"takes every guess to cost 1, and .* has costs of guesses"):
        front(reply_matrix(game))
