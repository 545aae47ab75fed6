"""What a person names in a game of findings, compared with the definition in `game/findings.py`, read plainly."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from itertools import product
from pathlib import Path

import pytest

from tests.conftest import seeds
from tests.helpers.command_line import run_text
from treebuild import build, load, save
from treebuild.analysis.review import review
from treebuild.errors import TreebuildError
from treebuild.game.findings import read_naming
from treebuild.game.game import Game
from treebuild.game.game_file import read_game
from treebuild.game.lookup import find_game
from treebuild.tree.session import SecretSession

NAMES = ["a", "b", "c", "A", "d", "e, f", "a or b", "b or c", "e", "f or a", "G", "a (x)", "Dog"]
GROUPS = ["G", "H", "a", "a or b", "G or H", "b", "g"]
ANSWERS = "xyz"
GAME = 'name = "g"\nrule = "table"\ntable = "t.csv"\nguesses = "identify"\n'


class Plain:
    """A random table, and what its texts name."""

    def __init__(self, rng: random.Random) -> None:
        self.names = rng.sample(NAMES, rng.randint(2, 6))
        self.tests = [f"t{number}" for number in range(rng.randint(1, 3))]
        gap = rng.choice([0, 0.15, 0.3])
        cells = [[self._cell(rng, gap) for _ in self.names] for _ in self.tests]
        self.table = "".join(f"{','.join(row)}\n" for row in [["", *self._quoted(self.names)], *self._rows(cells)])
        self._spread(cells)
        named = sorted({*self.names, *self.spelled}) if rng.random() < 0.4 else self.names
        self.groups = {name: rng.choice(GROUPS) for name in named if rng.random() < rng.choice([0, 0.4, 0.8])}

    @staticmethod
    def _cell(rng: random.Random, gap: float) -> str:
        return rng.choice(["?", "x/y", "y/z"]) if rng.random() < gap else rng.choice(ANSWERS[: rng.randint(1, 3)])

    @staticmethod
    def _quoted(names: list[str]) -> list[str]:
        return [f'"{name}"' for name in names]

    def _rows(self, cells: list[list[str]]) -> list[list[str]]:
        return [[test, *row] for test, row in zip(self.tests, cells, strict=True)]

    def _spread(self, cells: list[list[str]]) -> None:
        """The secrets: their spellings, hypotheses and answers."""
        known = [list(dict.fromkeys("".join(row).replace("/", "").replace("?", ""))) for row in cells]
        kept = [row for row, some in enumerate(known) if some]
        self.tests = [self.tests[row] for row in kept]
        self.spelled, self.hypotheses, self.answers = list[str](), list[str](), list[tuple[str, ...]]()
        for at, name in enumerate(self.names):
            options = [known[row] if cells[row][at] == "?" else cells[row][at].split("/") for row in kept]
            for answers in product(*options):
                own = [answer for answer, some in zip(answers, options, strict=True) if len(some) > 1]
                self.spelled.append(f"{name} ({', '.join(own)})" if own else name)
                self.hypotheses.append(name)
                self.answers.append(answers)

    @cached_property
    def own_names(self) -> list[str]:
        """The name of each secret before any are joined."""
        own = [
            self.groups.get(spelled, self.groups.get(name, name))
            for spelled, name in zip(self.spelled, self.hypotheses, strict=True)
        ]
        return own if len(set(own)) < len(own) else self.spelled

    @cached_property
    def final_names(self) -> list[str]:
        """The name of the group of each secret."""
        own = self.own_names
        order, sets = list(dict.fromkeys(own)), dict[tuple[str, ...], set[str]]()
        for name, answers in zip(own, self.answers, strict=True):
            sets.setdefault(answers, set()).add(name)
        listed = [sorted(sets[answers], key=order.index) for answers in self.answers]
        return [" or ".join(filter(None, (", ".join(names[:-1]), names[-1]))) for names in listed]

    def texts(self) -> list[str]:
        """All names, other texts that look like one, and parts of names."""
        whole = {*self.spelled, *self.names, *self.own_names, *self.final_names, *GROUPS}
        parts = {part for name in whole for piece in name.split(" or ") for part in piece.split(", ")}
        return sorted({*whole, *parts, *map(str.upper, whole)})

    def called(self, text: str) -> set[str]:
        """The final names of the groups that a text names."""
        own, final = self.own_names, self.final_names
        names = {*self.spelled, *self.names, *own, *final}
        if text not in names:  # as codes are read: the name in small letters goes before others
            alike = sorted(name for name in names if name.lower() == text.lower())
            if text.lower() not in names and len(alike) != 1:
                return set()
            text = alike[-1]
        meant = {
            name
            for name, spelled, hypothesis in zip(own, self.spelled, self.hypotheses, strict=True)
            if text in (name, spelled, hypothesis)
        }
        return {name for name, before in zip(final, own, strict=True) if before in meant or name == text}


def file_of(folder: Path, plain: Plain) -> Path:
    (folder / "t.csv").write_text(plain.table)
    groups = "".join(f'"{name}","{group}"\n' for name, group in plain.groups.items())
    (folder / "g.csv").write_text(groups)
    path = folder / "g.toml"
    path.write_text(GAME + 'groups = "g.csv"\n' * bool(groups))
    return path


def tables(folder: Path, count: int, seed: str) -> Iterator[tuple[Plain, Path, Game]]:
    """Games of random tables that have groups: names that mean two things are refused. All are in the same files."""
    rng = random.Random(seed)
    while count:
        plain = Plain(rng)
        if plain.tests:
            try:
                game = read_game(path := file_of(folder, plain))
            except TreebuildError:
                continue
            if game.conditions.groups:
                count -= 1
                yield plain, path, game


def questions(plain: Plain, game: Game, match: SecretSession) -> list[str]:
    """The questions that are asked until the group is known, in order."""
    asked = []
    for test in plain.tests:
        if match.permits(code := game.parse(test)):
            match.guess(code)
            asked.append(test)
    return asked


@pytest.mark.parametrize("seed", seeds(2, 6))
def test_a_finding_is_right_by_the_definition(seed: int, tmp_path: Path) -> None:
    right = Counter[bool]()
    for plain, _, game in tables(tmp_path, 100, f"finding {seed}"):
        final = plain.final_names
        assert [game.spell(secret) for secret in game.secrets] == plain.spelled
        assert [game.named(one) for one in range(len(final))] == final
        for one in range(0, len(final), 1 + len(final) // 6):
            match = SecretSession(game, game.secrets[one])
            assert not any(match.permits(code) for code in game.secrets) or len(set(final)) == 1
            questions(plain, game, match)
            for text in plain.texts():
                expected = final[one] in plain.called(text)
                try:
                    code = read_naming(game, text, match.likely)
                except TreebuildError:
                    assert not plain.called(text), (plain.table, plain.groups, text)
                    continue
                said = plain.table, plain.groups, plain.spelled[one], text
                assert match.permits(code) == expected, said
                if expected:
                    assert code == game.secrets[one] and match.guess(code).reply == game.win and match.done, said
                    match.undo()
                right[expected] += 1
    assert min(right.values()) > 300


@pytest.mark.parametrize("seed", seeds(1, 5))
def test_a_review_takes_the_same_names(seed: int, tmp_path: Path) -> None:
    rng, right = random.Random(seed), Counter[bool]()
    for plain, _, game in tables(tmp_path, 100, f"review {seed}"):
        one = rng.randrange(len(plain.spelled))
        spelled = plain.spelled[one]
        asked = questions(plain, game, SecretSession(game, game.secrets[one]))
        if len(game.secrets_called(spelled)) > 1:  # it is a hypothesis too
            continue
        for text in rng.sample(plain.texts(), 4):
            expected = plain.final_names[one] in plain.called(text)
            try:
                *_, last = review(game, [*asked, text], secret=spelled).moves
            except TreebuildError:
                assert not plain.called(text)
                continue
            found = last.permitted and last.reply == "found"
            assert found == expected, (plain.table, plain.groups, spelled, text)
            right[expected] += 1
    assert min(right.values()) > 30


@pytest.mark.parametrize("seed", seeds(1, 2))
def test_play_takes_the_same_names(seed: int, tmp_path: Path) -> None:
    rng, right = random.Random(seed), Counter[bool]()
    for plain, path, game in tables(tmp_path, 50, f"play {seed}"):
        one = rng.randrange(len(plain.spelled))
        if len(game.secrets_called(plain.spelled[one])) > 1:
            continue
        asked = questions(plain, game, SecretSession(game, game.secrets[one]))
        text, final = rng.choice(plain.texts()), plain.final_names[one]
        words = "play", "--guess", "--game", path, "--lang", "en", "--secret", plain.spelled[one]
        done = run_text(*words, stdin="".join(f"{line}\n" for line in (*asked, text)))
        assert done.returncode == 0
        right[expected := final in plain.called(text)] += 1
        assert (f"{final}  found" in done.stdout.splitlines()) == expected, (plain.table, plain.groups, text)
        assert ("Found with" in done.stdout) == expected
    assert min(right.values()) > 5


PARTS = 'name = "g"\nrule = "table"\ntable = "t.csv"\nguesses = "identify"\ngroups = { a = "G", b = "G", c = "G" }\n'
TABLE = "q,a,b,c,d,e\nt0,x,x,y,x,z\n"


@pytest.fixture
def file(write) -> Path:
    """Of group G, a and b cannot be told from d, and c can."""
    path: Path = write(PARTS, t_csv=TABLE)
    return path


def found_by(game: Game, secret: str, *texts: str) -> list[str]:
    """The texts that are right after the one question."""
    match = SecretSession(game, game.parse_secret(secret))
    match.guess(game.parse("t0"))
    return [text for text in texts if match.permits(read_naming(game, text, match.likely))]


def test_a_game_of_a_python_file_has_the_names_of_secrets_that_were_joined(file: Path) -> None:
    python = file.parent / "game.py"
    python.write_text(f"from treebuild.game.lookup import find_game\ngame = find_game({str(file)!r})\n")
    for game in find_game(file), find_game(python):
        assert found_by(game, "a", "G", "d", "c", "G or d", "g or D", "e") == ["G", "d", "c", "G or d", "g or D"]
        assert found_by(game, "c", "G", "d", "c", "G or d", "a", "e") == ["G", "c", "a"]


def test_a_tree_has_whole_names_only_unless_the_game_is_given(file: Path, tmp_path: Path) -> None:
    path = tmp_path / "tree.msgpack"
    save(build("exact", find_game(file), objective="total"), path)
    assert found_by(load(path).game, "a", "G", "d", "c", "G or d", "b", "e") == ["d", "G or d", "b"]
    assert found_by(load(path).game, "c", "G", "d", "c", "G or d", "a", "e") == ["G", "c"]
    assert found_by(load(path, find_game(file)).game, "a", "G", "d", "c", "G or d") == ["G", "d", "c", "G or d"]


def test_other_groups_have_no_names_of_the_groups_before(file: Path) -> None:
    game = find_game(file).grouped({"a": "H", "b": "H", "d": "H"})
    assert not game.own_names and found_by(game, "a", "H", "d", "e", "c") == ["H", "d"]
    with pytest.raises(TreebuildError):
        read_naming(game, "G")


def test_a_joined_name_that_a_group_has_which_is_joined_itself_is_refused(write) -> None:
    text = f'{GAME}groups = {{ X = "a or b", Y = "a or b" }}\n'
    with pytest.raises(TreebuildError, match="together they would be named a or b, as others are: rename one"):
        read_game(write(text, t_csv="q,X,Y,c,a,b\nt0,x,x,x,y,y\n"))


BATTERY = """q,flat battery,corroded battery,blown fuse,broken lamp
Battery,weak,weak,strong,strong
Fuse,whole,cut,cut,whole
"""
PARTS_TO_ORDER = '{ "flat battery" = "battery", "corroded battery" = "battery", "blown fuse" = "Fuse" }'


def test_a_group_may_have_the_name_of_a_test(write) -> None:
    path = write(f"{GAME}groups = {PARTS_TO_ORDER}\n", t_csv=BATTERY)
    for name, secret, asked in ("battery", "flat battery", ["battery"]), ("Fuse", "blown fuse", ["Battery", "Fuse"]):
        words = "play", "--guess", "--game", path, "--lang", "en", "--secret", secret
        done = run_text(*words, stdin="".join(f"{line}\n" for line in (*asked, "?", name)))
        assert f"{name}  found" in done.stdout.splitlines() and "not allowed" not in done.stdout
        *_, last = review(find_game(path), [*asked, name], secret=secret).moves
        assert last.reply == "found" and last.permitted


def test_the_name_of_a_test_is_a_test_as_long_as_there_are_tests(write) -> None:
    game = find_game(write(f"{GAME}groups = {PARTS_TO_ORDER}\n", t_csv=BATTERY))
    moves = review(game, ["Battery", "battery", "Fuse", "Fuse"], secret="blown fuse").moves
    assert [(move.reply, move.left) for move in moves] == [("strong", 2), ("strong", 2), ("cut", 1), ("found", 1)]


def test_a_group_that_no_test_tells_from_another_may_have_the_name_of_a_test() -> None:
    secrets, rows = ["grey", "white", "owl", "jay"], [[0, 0, 1, 1]] * 2
    game = Game.from_table("g", ["Heron", "Legs"], secrets, ["yes", "no"], None, rows)
    game = game.grouped({"grey": "Heron", "owl": "o", "jay": "o"})
    match = SecretSession(game, "grey")
    match.guess(read_naming(game, "Heron", match.likely))
    assert match.candidates == 2
    match.guess(read_naming(game, "Heron", match.likely))
    assert match.done


def test_a_hypothesis_or_a_group_may_have_the_name_of_a_command(write) -> None:
    text = f'{GAME}groups = {{ u = "G", x = "h", y = "h" }}\n'
    path = write(text, t_csv="q,u,x,y,z\nt0,a,b,b,b\nt1,c/d,c,c,d\n")
    for secret, asked, name, found in ("u", ["t0"], "u", "G"), ("x", ["t0", "t1"], "h", "h"):
        words = "play", "--guess", "--game", path, "--lang", "en", "--secret", secret
        done = run_text(*words, stdin="".join(f"{line}\n" for line in (*asked, name)))
        assert f"{found}  found" in done.stdout.splitlines()
