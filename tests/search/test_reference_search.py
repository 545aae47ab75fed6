"""The reference implementation of the exact search against the least of all trees, in thousands of tiny games."""

import random
import subprocess
import sys

import pytest

from tests.conftest import seeds
from tests.helpers import naive
from tests.helpers.random_games import costs, random_costs, random_game
from tests.helpers.reference_search import ReferenceSearch
from tests.helpers.small_games import two_winners
from treebuild.game.game import Game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.search.goal.plan import Source
from treebuild.search.goal.vectors import Vector

SOURCES = [Source.ALL, Source.MEMBERS, Source.CRUSH, Source.LARMOUTH, Source.CRUSH_MEMBERS, Source.CRUSH_BOTH]


def agree(choose: random.Random, game: Game, table: list[Vector], plan: list[Source], sets: int) -> None:
    """Compare values of random sets, with and without a list of guesses to begin with, in trees of few depths."""
    replies, secrets, everything = reply_matrix(game), len(game.secrets), list(range(len(game.codes)))
    reference = ReferenceSearch(replies, table, plan)

    def reply(code: int, secret: int) -> int:
        return game.reply(game.codes[code], game.secrets[secret])

    def planned(left: tuple[int, ...], depth: int, codes: list[int]) -> set[int | None]:
        """The guesses of the plan, from the definition of the game; None stands for none."""

        def sizes(code: int) -> list[int]:
            answers = [reply(code, secret) for secret in left]
            return [answers.count(answer) for answer in sorted(set(answers))]

        members = [code for code in codes if any(reply(code, secret) == game.win for secret in left)]
        source = plan[min(depth, len(plan)) - 1]
        if source is Source.ALL:
            return set(codes)
        if source is Source.MEMBERS or len(left) == 1:
            return set(members)
        if source is Source.LARMOUTH:
            return {naive.larmouth(members, sizes, codes)}
        lists = {Source.CRUSH: [codes], Source.CRUSH_MEMBERS: [members], Source.CRUSH_BOTH: [members, codes]}[source]
        return {naive.crush(members, sizes, some) for some in lists}

    for _ in range(sets):
        left = tuple(sorted(choose.sample(range(secrets), choose.randint(1, secrets))))
        depth = choose.randint(1, min(3, len(table) - 1))
        among = sorted(choose.sample(everything, choose.randint(1, len(everything)))) if choose.random() < 0.4 else None

        def guesses(here, at, left=left, depth=depth, among=among):
            codes = among if among and (here, at) == (left, depth) else everything
            if codes is among or len(set(plan)) > 1:  # else a guess that tells nothing may be made: it cannot help
                codes = [g for g in codes if len({reply(g, s) for s in here}) > 1 or reply(g, here[0]) == game.win]
            return planned(here, at, codes) - {None}

        least = naive.least_of_all_trees(lambda at: table[at] if at < len(table) else None, reply, game.win, guesses)
        found = reference.value(left, depth, among)
        assert (None if found == reference.impossible else found) == least(left, depth), (left, depth, among, plan)


@pytest.mark.parametrize("seed", seeds(4, 24))
def test_the_reference_finds_the_least_of_all_trees(seed: int) -> None:
    """2,000 sets of candidates in 500 games: several codes that win against a secret, some that win against none."""
    choose = random.Random(seed)
    for _ in range(125):
        game = random_game(
            choose,
            choose.randint(1, 7),
            choose.randint(2, 6),
            winners=choose.randint(1, 3),
            others=choose.randint(0, 3),
        )
        table = random_costs(choose, choose.randint(1, 6))
        agree(choose, game, table, choose.choices(SOURCES, k=choose.choice((1, 5))), 4)


@pytest.mark.parametrize("rules", ["p1c4r", "p2c3r", "p2c3n", "p3c2r"])
def test_the_reference_finds_the_least_of_all_trees_of_a_rule(rules: str) -> None:
    game, choose = Game.from_rules(rules), random.Random(rules)
    for objective, greatest in (("total", 6), ("total,deepest", 5), ("fours,total", 4), ("limit:3", 3)):
        agree(choose, game, costs(objective, greatest), [Source.ALL], 5)


def test_several_codes_that_win_against_one_secret() -> None:
    assert ReferenceSearch(reply_matrix(two_winners()), costs("total", 3)).value((0, 1, 2), 1) == (5,)


def test_the_reference_is_plain() -> None:
    """It loads no compiled code: an oracle should share nothing with what it judges."""
    check = "import sys, tests.helpers.reference_search; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0
