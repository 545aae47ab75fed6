"""Tables with unknown and variable answers: how cells are read, variants, their shares of weights, their groups."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path

import msgpack
import pytest

from tests.helpers.command_line import fails, prints
from tests.helpers.schemas import validator
from treebuild import Tree, build, export, load, save, verify
from treebuild.analysis.review import review
from treebuild.codec import msgpack as codec_msgpack
from treebuild.errors import TreebuildError
from treebuild.game.conditions import GUESSES, Supports
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


def test_what_r_and_pandas_write_for_missing_is_unknown_and_said(write, caplog: pytest.LogCaptureFixture) -> None:
    game = birds(write, BIRDS.replace("?", "NA").replace("flat,\n", "flat,NA\n"))
    assert variants_of(game, "swift") == variants_of(birds(write), "swift")
    assert variants_of(game, "gull") == variants_of(birds(write), "gull")
    assert "birds.csv: 2 cells are NA, which says that nothing is known, as ? does" in caplog.messages[0]
    with pytest.raises(TreebuildError, match="column 3 is 'NA', expected one answer"):
        birds(write, "bird,size,beak\nowl,large,hooked\nswift,small,NA\n", 'missing = "refuse"')


@pytest.mark.parametrize(
    "word", ["unknown", "NaN", "not known", "#N/A", "--", "Varies", "any", "n/k", "not tested", "Maybe"]
)
def test_a_word_that_may_mean_unknown_is_an_answer_and_said(write, caplog, word: str) -> None:
    game = birds(write, BIRDS.replace("?", word))
    assert f"birds.csv has {word}, taken as an answer like others: write ? where any answer is possible" in caplog.text
    assert len(variants_of(game, "swift")) < len(variants_of(birds(write), "swift"))


@pytest.mark.parametrize(
    "cell",
    [
        *("hooked or flat", "hooked|flat", "hooked, flat", "{hooked flat}", "[hooked/flat]", "Hooked and Flat"),
        *("hooked to flat", "hooked (flat)", "hooked, rarely flat", "usually hooked (sometimes flat)"),
    ],
)
def test_a_cell_that_may_have_several_answers_is_one_and_said(write, caplog, cell: str) -> None:
    birds(write, BIRDS.replace("hooked/ flat", f'"{cell}"'))
    place = f"birds.csv: line 5: column 3 is '{cell}', taken as one answer of that name: write hooked/flat if each"
    assert place in caplog.text


def test_an_answer_with_a_question_mark_is_an_answer_of_its_own_and_said(write, caplog) -> None:
    birds(write, BIRDS.replace("hooked/ flat", "flat?"))
    advice = "write flat if this is right, ? if nothing is known"
    assert f"line 5: column 3 is 'flat?', taken as one answer of that name: {advice}" in caplog.text


def test_states_in_brackets_are_said(write, caplog) -> None:
    birds(write, "bird,1\nowl,0\nduck,1\ngull,{01}\n")
    assert "column 2 is '{01}', taken as one answer of that name: write 0/1 if each of these" in caplog.text


def test_minus_is_the_opposite_of_plus(write) -> None:
    game = birds(write, "bird,swims,call\nowl,+/-,-\nduck,+,quack\ngull,-,\n")
    assert sorted(variants_of(game, "owl").values()) == [("+", "does not apply"), ("-", "does not apply")]
    assert sorted(variants_of(game, "gull").values()) == [("-", "does not apply"), ("-", "quack")]


def test_a_third_answer_beside_plus_and_minus_is_said(write, caplog) -> None:
    birds(write, "bird,swims,dives\nowl,v,v\nduck,+,n/a\ngull,-,-\nemu,w,+\n")
    told = (
        "has v, w in tests with + and -, taken as a third: write +/- where it may be either, ? where nothing is known"
    )
    assert f"birds.csv {told}" in caplog.text


@pytest.mark.parametrize("dash", ["\u2212", "\u2013", "\u2014"])
def test_a_long_dash_is_a_minus(write, dash: str) -> None:
    game = birds(write, f"bird,swims,call\nowl,{dash},{dash}\nduck,+,quack\ngull,+/{dash},hoot\n")
    assert variants_of(game, "owl") == {"owl": ("-", "does not apply")}
    assert sorted(variants_of(game, "gull").values()) == [("+", "hoot"), ("-", "hoot")]


def test_ranges_that_overlap_are_said(write, caplog) -> None:
    birds(write, "bird,eggs,weight\nowl,2-4,10-20\nduck,8 - 11,20-30\ngull,2-3,30 \u2013 40.5\n")
    assert "birds.csv: 2-3 and 2-4 overlap: as answers, they exclude one another; write classes" in caplog.text


def test_empty_cells_beside_a_single_answer_are_said(write, caplog) -> None:
    birds(write, "bird,size,swims,dives\nowl,large,,\nduck,small,x,x\n")
    told = (
        "one answer or none in every cell of swims, dives: an empty cell says that nothing is known: write no, or what"
    )
    assert f"birds.csv: {told}" in caplog.text


@pytest.mark.parametrize("cell", ["3-5", "3 \u2013 5"])
def test_ranges_are_said(write, caplog, cell: str) -> None:
    birds(write, f"bird,eggs\nowl,3\nduck,5\ngull,{cell}\n")
    assert f"line 4: column 2 is '{cell}', taken as one answer of that name: write 3/5 if each of these" in caplog.text


def test_answers_that_only_capitals_tell_apart_are_said(write, caplog) -> None:
    birds(write, "bird,flies,swims\nowl,yes,no\nduck,Yes,no/yes\nemu,no,No\n")
    assert "birds.csv: only capitals tell Yes and yes; No and no apart: write them alike" in caplog.text


def test_answers_to_different_tests_may_differ_in_capitals(write, caplog) -> None:
    birds(write, "bird,flies,swims\nowl,yes,No\nduck,yes,Yes\nemu,no,No\n")
    assert "capitals" not in caplog.text


@pytest.mark.parametrize("cell", ["flat/long and thin", "flat to long", "n/a", "(flat)", "long?", "N/A"])
def test_no_note_where_a_cell_says_what_it_means(write, caplog, cell: str) -> None:
    birds(write, BIRDS.replace("hooked/ flat", cell).replace("duck,small/large,flat,-", "duck,small,flat,N/A"))
    assert not caplog.messages


def test_secrets_without_a_weight_are_said(write, tmp_path: Path, caplog) -> None:
    (tmp_path / "weights.csv").write_text("secret,weight\nowl,1\nduck,2\ngull,1\n")
    birds(write, more='weights = "weights.csv"\n')
    assert "weights.csv: has weights of 3 of 4 secrets, and the others weigh 0: add them, or say" in caplog.text
    caplog.clear()
    birds(write, more='weights = "weights.csv"\nmissing = 0\n')
    assert "weights.csv" not in caplog.text


@pytest.mark.parametrize(("key", "text"), [("weights", "owl,1\nOwl,9\n"), ("costs", "size,1\nSIZE,9\n")])
def test_nothing_has_two_weights_or_costs(write, key: str, text: str) -> None:
    file = write(f'{GAME}{key} = "given.csv"', birds_csv=BIRDS, given_csv=text)
    with pytest.raises(TreebuildError, match=f"given.csv: birds: (owl|size) is in the {key} twice, spelled in"):
        read_game(file)


def test_tests_without_a_cost_are_said(write, tmp_path: Path, caplog) -> None:
    (tmp_path / "costs.csv").write_text("code,cost\nbeak,2\n")
    birds(write, more='costs = "costs.csv"\n')
    assert re.search(r"costs.csv: has costs of 1 of \d tests, and the others cost 1", caplog.text)


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


@pytest.mark.parametrize(
    ("written", "meant"),
    [("garnett", "garnet"), ("quarz", "quartz"), ("talc (wite)", "talc (white)"), ("malachit", "malachite")],
)
def test_a_misspelt_hypothesis_is_answered_with_its_name_and_not_with_that_of_a_variant(
    written: str, meant: str
) -> None:
    game = find_game(DIAGNOSIS / "minerals.toml")
    for taken in (lambda: game.weighted({written: 2}), lambda: game.grouped({written: "red"})):
        with pytest.raises(TreebuildError, match=re.escape(f"did you mean {meant!r}?")):
            taken()


def test_a_hypothesis_may_be_written_in_capitals(write) -> None:
    game = birds(write)
    assert game.weighted({"GULL": 5}).conditions == game.weighted({"gull": 5}).conditions


def test_what_refuses_weights_says_that_variants_have_them(write) -> None:
    said = "weights of secrets and groups of them: cells of several answers, or of none, make them; fill these in"
    with pytest.raises(TreebuildError, match=said):
        birds(write).require("a front", Supports(guesses=GUESSES))


def test_variants_need_not_be_told_apart(write, tmp_path: Path) -> None:
    game = birds(write)
    assert game.conditions.group_names == ("owl or gull", "duck", "duck or gull", "swift", "gull")
    (tmp_path / "groups.csv").write_text("duck,swims\ngull,swims\n")
    names = group(game, tmp_path / "groups.csv").conditions.group_names
    assert names == ("owl or swims", "swims", "swift")


def test_a_tree_file_says_what_secrets_are_variants_of(write, tmp_path: Path) -> None:
    """A name with brackets may be that of a variant or of a hypothesis: nothing guesses."""
    game = birds(write, BIRDS.replace("owl", "duck (old)"))
    tree = build("minavg", game)
    save(tree, file := tmp_path / "birds.msgpack")
    read = load(file)
    assert read.game.variants == game.variants and load(file, game).game.variants == game.variants
    assert [*read.game.variants] == ["duck (old)", "duck", "swift", "gull"]
    assert codec_msgpack.encode(read) == file.read_bytes() and codec_msgpack.document(tree)["version"] == 6
    validator("tree").validate(codec_msgpack.document(tree))
    whole = birds(write, "bird,size\nowl,large\nduck,small\n")
    assert codec_msgpack.document(build("minavg", whole))["version"] == 4


@pytest.mark.parametrize(
    "hypotheses",
    [["owl"] * 10, "owl", [1] * 11, [f"h{i}" for i in range(11)], ["owl", *["duck", "swift"] * 5]],
)
def test_hypotheses_that_a_file_cannot_have_are_refused(write, hypotheses: object) -> None:
    document = codec_msgpack.document(build("minavg", birds(write)))
    document["game"]["parts"]["hypotheses"] = hypotheses
    with pytest.raises(TreebuildError, match=r"game\.parts\.hypotheses is not the hypothesis of every secret"):
        codec_msgpack.decode(msgpack.packb(document))


def test_every_way_to_a_hypothesis_is_shown(write, tmp_path: Path) -> None:
    save(build("minavg", birds(write)), file := tmp_path / "birds.msgpack")
    assert "\neach variant counted once, also below: worst " in prints("show", file)
    printed = prints("show", file, "--secret", "Gull")
    ways = [line for line in printed.splitlines() if line.startswith("gull (")]
    told = [name for way in ways for name in way.split("; ") if name != "..."]
    assert len(ways) > 1 and len(told) == len(set(told)) and len(told) <= 6
    records = json.loads(prints("show", file, "--secret", "gull", "--json"))
    assert [record["secret"] for record in records] == ["gull"] * len(ways)
    assert sorted(name for record in records for name in record["variants"]) == sorted(load(file).game.variants["gull"])
    for record in records:
        for name in record["variants"]:
            (alone,) = json.loads(prints("show", file, "--secret", name, "--json"))
            assert (alone["replies"], alone["turns"]) == (record["replies"], record["turns"])


def test_equal_rows_and_variants_that_no_test_separates_are_told_apart(write, caplog) -> None:
    birds(write, BIRDS + "hawk,large,hooked,hiss\neagle,large,hooked,hiss\n")
    said = "no test separates owl, gull; duck, gull; gull, hawk, eagle in some of their variants: the tree names"
    assert said in caplog.text  # a gull, of which the call is unknown, may hiss as well
    caplog.clear()
    birds(write, BIRDS + "hawk,small,hooked,hiss\neagle,small,hooked,hiss\n")
    said = "no test separates hawk, eagle, nor owl, gull; duck, gull in some of their variants: the tree names them"
    assert f"{said} together, as `hawk or eagle`" in caplog.text
    caplog.clear()
    birds(write, "bird,size,beak\nowl,large,hooked\nduck,small/large,flat\nhawk,?,round\nkite,?,round\n")
    assert "no test separates hawk, kite: the tree names them together" in caplog.text


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
        (BIRDS + "swift,large/small,flat,hoot\n", "", "birds.csv: line 6: 'swift' is there already"),
        (BIRDS, 'win = "hoot"', "line 5: column 4 is empty, expected a text"),
        (
            BIRDS.replace("hooked/ flat,", "flat,hoot"),
            'win = "hoot"\ninapplicable = "x"',
            "line 7: inapplicable is about",
        ),
        (BIRDS, 'inapplicable = "NA"', "line 6: inapplicable is 'NA', which says that nothing is known"),
        (BIRDS, 'inapplicable = "?"', "line 6: inapplicable is '?', which says that nothing is known"),
        (BIRDS, 'inapplicable = ""', "line 6: inapplicable is '', which says that nothing is known"),
        ("bird,size\nowl,?\nduck,\n", "", "no answer to any test is known"),
        (
            "bird,size,beak\nowl,large,flat\nduck,large,flat\nowl or duck,small,flat\n",
            "",
            "no test separates owl from duck, and together they would be named owl or duck, as others are: rename one",
        ),
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


@pytest.mark.parametrize("costs", ["costs = { call = 3, size = 2 }", 'costs = "costs.csv"'])
def test_a_cost_of_a_test_that_is_left_out_is_not_used(write, costs: str) -> None:
    (write("").parent / "costs.csv").write_text("call,3\nsize,2\n")
    game = birds(write, "bird,size,call\nowl,large,?\nduck,small,\n", costs)
    assert game.conditions.costs == (2, 0, 0)
    with pytest.raises(TreebuildError, match="'cal' is not a code"):
        birds(write, "bird,size,call\nowl,large,?\nduck,small,\n", "costs = { cal = 3 }")


def test_too_many_variants_name_the_cells(write) -> None:
    tests = [f"t{i}" for i in range(13)]
    rows = ["a", *"0" * 13], ["b", *"1" * 13], ["c", *"?" * 13], ["d", *"00?" * 4, "1"]
    table = "".join(f"{','.join(row)}\n" for row in (["name", *tests], *rows))
    with pytest.raises(TreebuildError) as error:
        birds(write, table)
    assert f"answers make at least 8,210 variants, at most {MOST_SECRETS:,} are supported" in str(error.value)
    assert "most are of c (8,192: t0, t1, t2, ...), d (16: t2, t5, t8, ...): fill in such cells" in str(error.value)
    assert str(error.value).endswith(", or leave out tests: without t2, t5 2,054 are left")
    without = [[cell for at, cell in enumerate(row) if at not in (3, 6)] for row in (["name", *tests], *rows)]
    assert len(birds(write, "".join(f"{','.join(row)}\n" for row in without)).secrets) == 2054
    with pytest.raises(TreebuildError, match=r"or leave out tests that few hypotheses answer$"):
        birds(write, "name" + "".join(f",t{i}" for i in range(40)) + f"\na{',0' * 40}\nb{',1' * 40}\nc{',?' * 40}\n")


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
    for language in "py", "js", "c":
        title = f"minerals: 54 hypotheses ({len(game.secrets)} variants), {float(tree.tests):.2f} tests on average"
        assert title in export(tree, language).source.splitlines()[0]
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


def test_a_review_takes_the_first_variant_that_gives_all_replies(write) -> None:
    game = birds(write)
    for turns, last in {
        ("beak:flat", "call", "swift"): "swift (flat)",
        ("beak", "call", "swift"): "swift (hooked)",
        ("size:large", "duck"): "duck (large)",
        ("beak:flat", "call:shriek", "size", "gull"): "gull (flat, shriek)",
    }.items():
        moves = review(game, turns, turns[-1]).moves
        assert (moves[-1].guess, moves[-1].reply) == (last, "found")
        told = [f"{move.guess}:{move.reply}" for move in moves]
        assert {turn for turn in turns if ":" in turn} <= {*told}
    with pytest.raises(TreebuildError, match="the secret swift gives shriek"):
        review(game, ["beak:flat", "call:hoot"], "swift")
