"""Tables with unknown and variable answers: how cells are read, variants, their shares of weights, their groups."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from tests.helpers.command_line import fails, prints
from treebuild import Tree, build, export, load, save, verify
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.game_file import group, read_game, weigh
from treebuild.game.lookup import find_game
from treebuild.game.variants import MOST_SECRETS

DIAGNOSIS = Path(__file__).parents[2] / "docs" / "examples" / "diagnosis"
GAME = 'name = "birds"\nrule = "table"\ntable = "birds.csv"\nrows = "secrets"\nguesses = "identify"\n'
BIRDS = """\
bird,size,beak,call
owl,large,hooked,hoot
duck,small/large,flat,-
swift,small,?,shriek
gull,large,hooked/ flat,
"""


def birds(write, table: str = BIRDS, more: str = "") -> Game:
    return read_game(write(GAME + more, birds_csv=table))


def variants_of(game: Game, hypothesis: str) -> dict[str, tuple[str, ...]]:
    """The variants of a hypothesis, each with its answers to all tests."""
    tests = [game.spell(code) for i, code in enumerate(game.codes) if i not in game.namings]
    return {secret: tuple(game.answer(test, secret) for test in tests) for secret in game.variants[hypothesis]}


def test_what_cells_mean(write) -> None:
    game = birds(write)
    assert variants_of(game, "owl") == {"owl": ("large", "hooked", "hoot")}
    assert variants_of(game, "duck") == {
        "duck (small)": ("small", "flat", "does not apply"),
        "duck (large)": ("large", "flat", "does not apply"),
    }
    assert variants_of(game, "swift") == {
        "swift (hooked)": ("small", "hooked", "shriek"),
        "swift (flat)": ("small", "flat", "shriek"),
    }
    calls = ["hoot", "does not apply", "shriek"]
    beaks = ["hooked", "flat"]
    assert variants_of(game, "gull") == {
        f"gull ({beak}, {call})": ("large", beak, call) for beak in beaks for call in calls
    }


def test_variants_share_the_weight_of_their_hypothesis(write, tmp_path: Path) -> None:
    game = birds(write)
    assert game.conditions.weights == (6, 3, 3, 3, 3, 1, 1, 1, 1, 1, 1)
    (tmp_path / "weights.csv").write_text("owl,1\nduck,2\ngull,1\n")
    assert weigh(game, tmp_path / "weights.csv").conditions.weights == (6, 6, 6, 0, 0, 1, 1, 1, 1, 1, 1)
    assert weigh(game, tmp_path / "weights.csv", 1).conditions.weights == (6, 6, 6, 3, 3, 1, 1, 1, 1, 1, 1)
    assert game.weighted([1, 2, 0, 1]).conditions == weigh(game, tmp_path / "weights.csv").conditions
    assert game.weighted([*range(11)]).conditions.weights == tuple(range(11))
    with pytest.raises(TreebuildError, match="3 weights for the 4 hypotheses of birds: expected one for each"):
        game.weighted([1, 2, 3])


def test_the_name_of_a_hypothesis_is_answered_with_a_variant(write) -> None:
    with pytest.raises(
        TreebuildError, match=r"'gull' is not a secret of birds: expected one such as gull \(hooked, hoot\)"
    ):
        birds(write).parse_secret("gull")


def test_variants_need_not_be_told_apart(write, tmp_path: Path) -> None:
    game = birds(write)
    assert game.conditions.group_names == ("owl or gull", "duck", "duck or gull", "swift", "gull")
    (tmp_path / "groups.csv").write_text("duck,swims\ngull,swims\n")
    names = group(game, tmp_path / "groups.csv").conditions.group_names
    assert names == ("owl or swims", "swims", "swift")


def test_the_words_for_what_does_not_apply_can_be_chosen(write) -> None:
    assert birds(write, more='inapplicable = "silent"').answer("call", "duck (small)") == "silent"


def test_one_tree_from_the_file_to_the_printed_key(write, tmp_path: Path, caplog) -> None:
    game = birds(write)
    assert (
        "note: no test separates owl, gull; duck, gull in some of their variants: the tree names them together, as "
        "`owl or gull`" in caplog.text
    )
    file = tmp_path / "birds.msgpack"
    save(build("exact", game, objective="total"), file)
    tree = load(file)
    assert verify(tree).ok and tree.game.conditions == game.conditions
    assert tree.tests == build("exact", game, objective="total").tests
    assert "owl or gull" in prints("show", file, "--as", "text")


@pytest.mark.parametrize(("cell", "what"), [("?", "is '?'"), ("", "is empty"), ("small/large", "is 'small/large'")])
def test_missing_answers_may_be_refused(write, cell: str, what: str) -> None:
    table = f"bird,size,call\nowl,large,hoot\nduck,{cell},n/a\n"
    with pytest.raises(TreebuildError) as error:
        birds(write, table, 'missing = "refuse"')
    assert str(error.value).endswith(
        f'birds.csv: line 3: column 2 {what}, expected one answer, since the game file says missing = "refuse"'
    )
    assert len(birds(write, table.replace(f",{cell},", ",small,"), 'missing = "refuse"').secrets) == 2


@pytest.mark.parametrize(
    ("table", "more", "said"),
    [
        (BIRDS, 'missing = "no"', "line 6: missing is 'no', expected a weight, or \"refuse\" with a table of tests"),
        (BIRDS, "missing = 2", "line 6: missing is the weight of secrets that weights omit, and there are no weights"),
        (BIRDS.replace("large,hooked,", "large/,hooked,"), "", "line 2: column 2 is 'large/', expected an answer, or"),
        (BIRDS + "duck (large),small,flat,hoot\n", "", "expected every secret once, got 'duck (large)' 2 times"),
        (BIRDS + "swift,large/small,flat,hoot\n", "", "expected every secret once, got 'swift' 2 times"),
        (BIRDS, 'win = "hoot"', "line 5: column 4 is empty, expected a text"),
        (
            BIRDS.replace("hooked/ flat,", "flat,hoot"),
            'win = "hoot"\ninapplicable = "x"',
            "line 7: inapplicable is about",
        ),
        ("bird,size\nowl,?\nduck,\n", "", "no answer to any test is known"),
        ("bird,size\nowl,?\nduck,small\n", "", "all secrets are of one group, 'owl or duck': there is nothing to find"),
    ],
)
def test_tables_that_are_refused(write, table: str, more: str, said: str) -> None:
    with pytest.raises(TreebuildError) as error:
        birds(write, table, more)
    assert said in str(error.value)


def test_a_test_of_which_no_answer_is_known_is_left_out(write, caplog) -> None:
    game = birds(write, "bird,size,call\nowl,large,?\nduck,small,\n")
    assert [game.spell(code) for code in game.codes] == ["size", "owl", "duck"]
    assert "birds.csv: tests of which no answer is known are left out: call" in caplog.text


def test_too_many_variants_name_the_cells(write) -> None:
    tests = [f"t{i}" for i in range(13)]
    rows = ["a", *"0" * 13], ["b", *"1" * 13], ["c", *"?" * 13], ["d", *"00?" * 4, "1"]
    table = "".join(f"{','.join(row)}\n" for row in (["name", *tests], *rows))
    with pytest.raises(TreebuildError) as error:
        birds(write, table)
    assert f"answers make at least 8,210 variants, at most {MOST_SECRETS:,} are supported" in str(error.value)
    assert "most are of c (8,192: t0, t1, t2, ...), d (16: t2, t5, t8, ...): fill in such cells" in str(error.value)


def test_hypotheses_too_many_to_name_together_are_refused(write) -> None:
    table = "bird,size\nbig,large\n" + "".join(f"small bird {i},small\n" for i in range(1000))
    with pytest.raises(TreebuildError) as error:
        birds(write, table)
    assert "game.toml: no test separates 1,000 secrets, small bird 0, small bird 1 and so on" in str(error.value)


def test_variants_beyond_counting_are_refused_at_once(write) -> None:
    tests = [f"t{i}" for i in range(20_000)]
    table = "".join(f"{','.join(row)}\n" for row in (["name", *tests], ["a", *"0" * 20_000], ["b", *"12" * 10_000]))
    with pytest.raises(TreebuildError, match=r"at least 1,000,000,000,000,002 variants, .* most are of c \("):
        birds(write, table + "c" + 20_000 * ",?" + "\n")


def test_unknown_answers_need_their_rule_of_guesses(write) -> None:
    said = "has unknown or variable answers, which need guesses `identify`: fill them in"
    fails(*["build", "minavg", "--guesses", "all", "--game"], write(GAME, birds_csv=BIRDS), message=said)


def test_the_minerals_of_the_guide(tmp_path: Path) -> None:
    """A tenth of the cells has no answer or several; a key that is exported names what every variant may be."""
    game = find_game(DIAGNOSIS / "minerals.toml")
    cells = [cell for line in (DIAGNOSIS / "minerals.csv").read_text().splitlines()[1:] for cell in line.split(";")[1:]]
    assert len(game.variants) == 54 and 10 * sum(cell in ("", "?") or "/" in cell for cell in cells) >= len(cells)
    tree = build("entropy", game)
    assert verify(tree).ok
    key = runpy.run_path(str(_exported(tree, tmp_path / "key.py")))
    for number, secret in enumerate(game.secrets):
        asked = key["start"]()
        while asked.found is None:
            assert asked.answer(game.answer(asked.question, secret))
        assert asked.found == game.named(number)
        assert next(name for name, variants in game.variants.items() if secret in variants) in asked.found


def _exported(tree: Tree, path: Path) -> Path:
    path.write_text(export(tree, "py").source, "utf-8")
    return path
