import random
from collections import Counter
from itertools import chain, count, permutations, product

import numpy as np
import pytest

from tests.conftest import two_d
from treebuild.errors import TreebuildError
from treebuild.game import symmetry as symmetry_module
from treebuild.game.game import Game
from treebuild.game.lookup import find_game
from treebuild.game.named_symmetry import NamedSymmetry
from treebuild.game.positions import History
from treebuild.game.reply_matrix import Replies, reply_matrix
from treebuild.game.symmetry import (
    RuleSymmetry,
    Symmetry,
    exchangeable,
    key,
    representatives,
    symmetry_of,
)
from treebuild.search.store.results import ANY_REPLY

# Slovesnov 2011, 3.4
SECOND = "0124 0132 0134 0145 0214 0231 0234 0245 0456 1032 1034 1045 1204 1230 1234 1245 1435 1456 4567"


def left(replies: Replies, history: History) -> list[int]:
    """The secrets that give these replies."""
    return [s for s in range(replies.matrix.shape[1]) if all(replies.matrix[g, s] == r for g, r in history)]


def test_the_first_guesses_of_the_paper(bulls_cows: Replies) -> None:
    symmetry, game = symmetry_of(bulls_cows), bulls_cows.game
    assert representatives(symmetry.orbits()).tolist() == [0]
    second = [g for g in representatives(symmetry.orbits(((0, 0),))).tolist() if g != 0]
    assert [game.spell(game.codes[g]) for g in second] == SECOND.split()
    third = [representatives(symmetry.orbits(((0, 0), (g, 1)))).tolist() for g in second]
    assert sum(len(set(thirds) - {0, g}) for g, thirds in zip(second, third, strict=True)) == 7072


def test_mastermind_begins_in_five_ways() -> None:
    mastermind = reply_matrix(Game.from_rules("mastermind"))
    firsts = representatives(symmetry_of(mastermind).orbits())
    assert [mastermind.game.spell(mastermind.game.codes[g]) for g in firsts] == ["0000", "0001", "0011", "0012", "0123"]


@pytest.mark.parametrize("rules", ["p2c4r", "p3c5n", "p3c3r", "p4c4n"])
def test_guesses_of_an_orbit_split_alike(rules: str) -> None:
    """Equal sizes of parts at the guess, whatever the history: a wrong orbit mixes them."""
    replies = reply_matrix(Game.from_rules(rules))
    symmetry, choose = symmetry_of(replies), random.Random(rules)
    codes = range(len(replies.matrix))
    for _ in range(60):
        guesses = choose.sample(codes, choose.randint(1, 2))
        secret = choose.choice(codes)
        history = tuple((g, int(replies.matrix[g, secret])) for g in guesses)
        candidates = left(replies, history)
        for code, lowest in enumerate(symmetry.orbits(history).tolist()):
            split, other = (np.bincount(replies.matrix[g, candidates], minlength=replies.count) for g in (code, lowest))
            assert np.array_equal(split, other)


def images(game: Game, a: list[int], b: list[int]) -> list[dict[int, int]]:
    """The symmetries of a game of distinct symbols that map guesses to others, one by one, as maps of all codes.

    From the definition: a permutation of positions, then of symbols; symbols in none of the guesses keep their order.
    """
    assert game.space is not None and not game.space.repeat
    found = []
    for order in permutations(range(game.space.pegs)):
        names: dict[int, int] = {}
        pairs = [(game.codes[g][i], game.codes[h][j]) for g, h in zip(a, b, strict=True) for j, i in enumerate(order)]
        if all(names.setdefault(x, y) == y for x, y in pairs) and len(set(names.values())) == len(names):
            others = iter(sorted(set(range(game.space.symbols)) - set(names.values())))
            names |= {symbol: next(others) for symbol in range(game.space.symbols) if symbol not in names}
            found.append({
                number: game.code_index[tuple(names[code[i]] for i in order)] for number, code in enumerate(game.codes)
            })  # fmt: skip
    return found


def test_histories_with_one_name_are_images(bulls_cows: Replies) -> None:
    """Lemmas 3 and 11: the replies to 0123 and s may be swapped, and the guesses made in another order.

    Every symmetry that exchanges the two guesses, and there is one, maps one set of candidates onto the other.
    """
    symmetry, game, choose = symmetry_of(bulls_cows), bulls_cows.game, random.Random(3)
    compared = 0
    while compared < 25:
        second, one, other = choose.randrange(1, 5040), choose.randrange(13), choose.randrange(13)
        history, swapped = ((0, one), (second, other)), ((0, other), (second, one))
        assert key(symmetry, history) == key(symmetry, swapped) == key(symmetry, history[::-1])
        here, there = left(bulls_cows, history), left(bulls_cows, swapped)
        exchanges = images(game, [0, second], [second, 0])
        assert exchanges
        for exchange in exchanges:
            assert sorted(exchange[code] for code in here) == there
        compared += len(here) > 1
    assert key(symmetry, ((0, 1), (1, 2))) != key(symmetry, ((0, 1), (700, 2)))


@pytest.mark.parametrize("rules", ["p3c5n", "p4c5n", "p4c6n"])
def test_histories_have_one_name_just_when_they_are_images(rules: str) -> None:
    """Two histories of two guesses share a name when, and only when, a symmetry maps one onto the other."""
    replies = reply_matrix(Game.from_rules(rules))
    symmetry, choose, alike, apart = symmetry_of(replies), random.Random(rules), 0, 0
    codes = len(replies.matrix)
    while min(alike, apart) < 20:
        a, b, c, d = (choose.randrange(codes) for _ in range(4))
        secret, another = choose.randrange(codes), choose.randrange(codes)
        one = tuple((guess, int(replies.matrix[guess, secret])) for guess in (a, b))
        two = tuple((guess, int(replies.matrix[guess, another])) for guess in (c, d))
        maps = [
            found
            for guesses in permutations(two)
            if [reply for _, reply in guesses] == [reply for _, reply in one]
            for found in images(replies.game, [a, b], [guess for guess, _ in guesses])
        ]
        assert (key(symmetry, one) == key(symmetry, two)) == bool(maps)
        for found in maps[:3]:
            assert sorted(found[code] for code in left(replies, one)) == left(replies, two)
        alike, apart = alike + bool(maps), apart + (not maps)


@pytest.mark.parametrize("rules", ["p3c4n", "p4c4n"])
def test_options_have_one_name_just_when_they_are_images(rules: str) -> None:
    """Two guesses with their replies, which may be equal, and a third guess: the turns may come in any order."""
    replies, choose, found = reply_matrix(Game.from_rules(rules)), random.Random(rules), Counter[bool]()
    symmetry, codes = symmetry_of(replies), range(len(replies.matrix))
    while min(found[True], found[False]) < 20:
        one, two = (
            [(choose.choice(codes), reply) for reply in (*choose.choices((2, 3), k=2), ANY_REPLY)] for _ in range(2)
        )
        alike = any(
            images(replies.game, [guess for guess, _ in one], [guess for guess, _ in turns])
            for turns in permutations(two)
            if [reply for _, reply in turns] == [reply for _, reply in one]
        )
        choose.shuffle(two)
        assert (key(symmetry, tuple(one)) == key(symmetry, tuple(two))) == alike
        found[alike] += 1


def test_equal_replies_let_guesses_change_places(bulls_cows: Replies) -> None:
    symmetry = symmetry_of(bulls_cows)
    apart, alike = symmetry.orbits(((0, 1), (300, 2))), symmetry.orbits(((0, 1), (300, 1)))
    assert alike[0] == alike[300] == 0
    assert apart[0] != apart[300]
    assert len(representatives(alike)) < len(representatives(apart))


def transposed(code: tuple[int, int]) -> tuple[int, int]:
    return code[1], code[0]


def test_a_custom_game_names_its_symmetries() -> None:
    plain = two_d()
    named = Game.from_parts(
        "twoD", plain.codes, plain.secrets, plain.reply, range(len(plain.replies)), plain.win, (transposed,)
    )
    symmetry: Symmetry = symmetry_of(reply_matrix(named))
    assert isinstance(symmetry, NamedSymmetry)
    assert len(representatives(symmetry.orbits())) == 15
    assert len(representatives(symmetry.orbits(((named.code_index[1, 3], 0),)))) == 25
    assert symmetry.form((named.code_index[1, 3],)) == symmetry.form((named.code_index[3, 1],))
    assert len(representatives(symmetry_of(reply_matrix(plain)).orbits())) == 25


def test_a_false_symmetry_is_refused() -> None:
    plain = two_d()
    bad = Game.from_parts(
        "twoD", plain.codes, plain.secrets, plain.reply, range(len(plain.replies)), plain.win,
        (lambda code: (4 - code[0], code[1]),),
    )  # fmt: skip
    with pytest.raises(TreebuildError, match="symmetry 0 does not keep all replies"):
        symmetry_of(reply_matrix(bad))


def test_fewer_orders_of_pegs_make_smaller_orbits() -> None:
    """All guesses that matter still do, and what has one name with few orders has one name with all."""
    replies = reply_matrix(Game.from_rules("p4c3r"))
    every, few, choose = symmetry_of(replies), RuleSymmetry(replies.game, moved=2), random.Random(4)
    codes = range(len(replies.matrix))
    histories = [(), *(((choose.choice(codes), 1), (choose.choice(codes), 2)) for _ in range(20))]
    for history in histories:
        orbits, smaller = every.orbits(history), few.orbits(history)
        assert len(set(zip(orbits.tolist(), smaller.tolist(), strict=True))) == len(set(smaller.tolist()))
        assert set(orbits.tolist()) <= set(smaller.tolist())
    for code in codes:
        for other in codes:
            assert few.form((code,)) != few.form((other,)) or every.form((code,)) == every.form((other,))


@pytest.mark.parametrize("name", ["p3c4r", "p4c3r", "p4c5n", "p5c3r", "no-leading-zero", "three-of-seven"])
def test_a_form_is_the_least_spelling(name: str) -> None:
    """Of all orders of pegs within their classes, with symbols named within theirs."""
    game, choose = find_game(name), random.Random(7)
    symmetry, (pegs, symbols) = RuleSymmetry(game), exchangeable(game)
    for _ in range(200):
        guesses = tuple(choose.choices(range(len(game.codes)), k=choose.randrange(4)))
        spellings = set()
        for orders in product(*map(permutations, pegs)):
            moved = dict(zip(chain(*pegs), chain(*orders), strict=True))
            following = [count(sum(map(len, symbols[:number]))) for number in range(len(symbols))]
            names, spelled = dict[int, int](), list[int]()
            for guess, peg in product(guesses, range(symmetry.pegs)):
                symbol = game.codes[guess][moved[peg]]
                if symbol not in names:
                    names[symbol] = next(following[[symbol in some for some in symbols].index(True)])
                spelled.append(names[symbol])
            spellings.add(tuple(spelled))
        assert symmetry.form(guesses) == min(spellings)


@pytest.mark.long
def test_games_of_many_pegs_have_an_answer() -> None:
    """12! orders of pegs cannot be listed; the guess of one symbol throughout and one that differs are told apart."""
    symmetry = symmetry_of(reply_matrix(Game.from_rules("p12c2r")))
    orbits = symmetry.orbits()
    assert orbits[0] == 0 and orbits[1] != 0 and len(representatives(orbits)) < 4096 // 2


@pytest.mark.parametrize("rules", ["p3c4r", "p3c6n"])
def test_fewer_orders_of_turns_give_smaller_groups(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where too many turns have equal replies, none changes places: an orbit is then a part of a true one."""
    replies = reply_matrix(Game.from_rules(rules))
    for secret in range(0, len(replies.matrix), 17):
        history = tuple((guess, int(replies.matrix[guess, secret])) for guess in range(0, len(replies.matrix), 13))
        whole = symmetry_of(replies).orbits(history)
        with monkeypatch.context() as patch:
            patch.setattr(symmetry_module, "MOST_ORDERS", 1)
            fewer = symmetry_of(replies).orbits(history)
            assert key(symmetry_of(replies), history) != key(symmetry_of(replies), history[1:])
        assert (whole[fewer] == whole).all()
