"""Tables as people have them: separators, encodings and decimal commas of spreadsheets, secrets in rows."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.helpers.command_line import prints
from tests.helpers.game_files import TABLE_OF_TESTS, TESTS
from treebuild import build, load, save, verify
from treebuild.codec.files import SIZE_LIMIT
from treebuild.errors import TreebuildError
from treebuild.game.csv_rows import read_rows
from treebuild.game.game import Game
from treebuild.game.game_file import group, price, read_game, weigh
from treebuild.game.reply_matrix import reply_matrix

IDENTIFY = f'{TABLE_OF_TESTS}guesses = "identify"\n'
DIAGNOSIS = Path(__file__).parents[2] / "docs" / "examples" / "diagnosis"
MANY = ",a,b\n" + "".join(f"{i},{i},0\n" for i in range(1, 7))
TURNED_WITHOUT_MARKS = """\
tree,leaf,margin,bark
ash,pinnate,toothed,grey
elm,simple,toothed,brown
oak,lobed,entire,brown
yew,needle,entire,red
"""
YES_OR_NO = """\
{0},hair,feathers,eggs,milk
{1},yes,no,no,yes
{2},no,yes,yes,no
{3},yes,no,yes,yes
{4},no,no,yes,no
"""
ANIMALS, LATIN = ("owl", "seal", "dog", "cod"), ("Felis catus", "T. alba", "Ornithorhynchus_anatinus", "Gadus morhua")
TURNED = "animal,flies?,swims?\nowl,yes,no\nseal,no,yes\ndog,no,no\n"


def answers(game: Game) -> dict[tuple[str, str], str]:
    """The answer to every code for every secret, in words."""
    codes, secrets = ([game.spell(code) for code in some] for some in (game.codes, game.secrets))
    return {(code, secret): game.answer(code, secret) for code in codes for secret in secrets}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_the_separator_is_found_from_the_file(write, separator: str, end: str) -> None:
    expected = answers(read_game(write(IDENTIFY, tests_csv=TESTS)))
    table = TESTS.replace(",", separator).replace("\n", end)
    for text in table, f"\ufeff{table}", f"sep={separator}{end}{table}", table.replace("owl", '"owl"'):
        assert answers(read_game(write(IDENTIFY, tests_csv=text))) == expected


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("a;b\n1;0,5\n", [["a", "b"], ["1", "0,5"]]),  # as many commas as semicolons, but not in the first row
        ("1;0,5\n2;0,7\n", [["1", "0,5"], ["2", "0,7"]]),
        ('a,"b;c",d\n1,2,3\n', [["a", "b;c", "d"], ["1", "2", "3"]]),
        ('a,b\n"x\r\ny","he said ""no"""\n', [["a", "b"], ["x y", 'he said "no"']]),
        ("a,b,,\n1,2,,\n,,,\n", [["a", "b"], ["1", "2"]]),  # cells to the right and below that were once filled
        ("a, b\n1, \xa02\n", [["a", "b"], ["1", "2"]]),
        ('a,"b; c",d\n1,"2; 3",4\n', [["a", "b; c", "d"], ["1", "2; 3", "4"]]),
        ('a;"b, c";d\n1;"2, 3";4\n', [["a", "b, c", "d"], ["1", "2, 3", "4"]]),
        ("a,b; c,d\n1,2; 3,4\n", [["a", "b; c", "d"], ["1", "2; 3", "4"]]),
        ("a\tb, c, d\n1\t2, 3, 4\n", [["a", "b, c, d"], ["1", "2, 3, 4"]]),
        ("a;b\n1\n", [["a", "b"], ["1"]]),  # no separator gives all rows as many cells
        ("", []),
    ],
)
def test_rows(text: str, rows: list[list[str]]) -> None:
    assert [cells for _, cells in read_rows(Path("t.csv"), text).rows] == rows


def test_a_table_may_have_the_secrets_in_its_rows(write) -> None:
    game = read_game(write(f'{IDENTIFY}rows = "secrets"', tests_csv=TURNED))
    assert answers(game) == answers(read_game(write(f'{IDENTIFY}rows = "guesses"', tests_csv=TESTS)))
    won = f'{TABLE_OF_TESTS}win = "yes"\nrows = "secrets"'
    assert read_game(write(won, tests_csv=",a,b\nx,yes,no\ny,no,yes\n")).answer("a", "x") == "yes"


def test_places_of_cells_are_those_of_the_file(write) -> None:
    for rows, table in ("guesses", TESTS.replace("no,yes,no", "no,,no")), ("secrets", TURNED.replace("no,yes", "no,")):
        with pytest.raises(TreebuildError, match=r"tests\.csv: line 3: column 3 is empty, expected a text"):
            read_game(write(f'{TABLE_OF_TESTS}win = "yes"\nrows = "{rows}"', tests_csv=table))


@pytest.mark.parametrize(
    ("rows", "table", "said"),
    [
        ("", TURNED, "most secrets are named as tests are, such as flies?"),
        ("secrets", TESTS, "most secrets are named as tests are, such as flies?"),
        ("", MANY, "there are 6 tests for 2 secrets"),
        ("", TURNED_WITHOUT_MARKS, "hardly any two secrets have the same answer to a test"),
        ("", YES_OR_NO.format("animal_name", *ANIMALS), "its first column is headed animal_name"),
        ("", YES_OR_NO.format("", *LATIN), "most tests are named as species are, such as Felis catus"),
        ("", "sp,has hair,Leaf.Length\na,yes,no\nb,no,yes\n", "most secrets are named as tests are, such as has hair"),
    ],
)
def test_a_table_that_looks_transposed_is_said(write, caplog, rows: str, table: str, said: str) -> None:
    read_game(write(IDENTIFY + (f'rows = "{rows}"' if rows else ""), tests_csv=table))
    other = "guesses" if rows else "secrets"
    assert f"tests.csv looks transposed, {said}" in caplog.text
    assert f'say rows = "{other}" in the game file' in caplog.text


@pytest.mark.parametrize(
    ("rows", "table"),
    [
        ("guesses", TESTS),
        ("secrets", TURNED),
        ("guesses", MANY),
        ("secrets", TURNED_WITHOUT_MARKS),
        ("secrets", YES_OR_NO.format("animal_name", *LATIN)),
    ],
)
def test_other_tables_are_read_without_a_note(write, caplog, rows: str, table: str) -> None:
    read_game(write(f'{IDENTIFY}rows = "{rows}"', tests_csv=table))
    assert not caplog.text


@pytest.mark.parametrize(
    "table",
    [
        TESTS.replace("?", "").replace("owl,seal,dog", "Strix aluco,Phoca vitulina,Canis lupus"),
        YES_OR_NO.format("character", "Leaf area", "Flower colour", "Petal number", "is hairy"),
        ",Salix alba,Acer campestre\nLeaf lamina,wide,narrow\nSeed size,small,large\n",
        "taxon,Salix alba,S. aurita\nis Eastern,yes,no\n",
    ],
)
def test_tables_with_tests_in_their_rows_are_read_without_a_note(write, caplog, table: str) -> None:
    read_game(write(IDENTIFY, tests_csv=table))
    assert "transposed" not in caplog.text


@pytest.mark.parametrize("name", ["animals", "car", "faces", "minerals"])
def test_the_tables_of_the_documents_are_read_without_a_note(caplog, name: str) -> None:
    read_game(DIAGNOSIS / f"{name}.toml")
    assert "transposed" not in caplog.text


def test_other_files_are_read_as_tables_are(write, tmp_path: Path) -> None:
    game = read_game(write(IDENTIFY, tests_csv=TESTS))
    file = tmp_path / "pairs.csv"
    for separator in ";", "\t":
        file.write_text("secret;weight\r\nowl;1,5\r\nseal;0.5\r\ndog;2\r\n;\r\n".replace(";", separator), "utf-8-sig")
        assert weigh(game, file).conditions.weights == (3, 1, 4)
        file.write_text("flies?;2,5\n".replace(";", separator))
        assert price(game, file).conditions.costs == (5, 2, 0, 0, 0)
        file.write_text("owl;a,5\nseal;a,5\n".replace(";", separator))
        assert group(game, file).conditions.group_names == ("a,5", "dog")
    file.write_text('owl,"1,5"\n')
    with pytest.raises(TreebuildError, match="line 1: '1,5' is no weight"):
        weigh(game, file)
    file.write_text("cause,probability\nowl,0.5\n")
    with pytest.raises(TreebuildError, match=r"'probability' is no weight, .* or the heading secret,weight"):
        weigh(game, file)
    file.write_text("secret,weight\nowl,half\n")
    with pytest.raises(TreebuildError, match=r"line 2: 'half' is no weight, .* 0\.25$"):
        weigh(game, file)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "weight;secret\n20;owl\n20;dog\n",
            "line 1: has the columns weight and secret, expected secret and weight: swap",
        ),
        ("20;owl\n20;dog\n", "line 1: 'owl' is no weight, expected a number .*, or the heading secret,weight"),
        ("chance;animal\n20;owl\n20;dog\n", "line 1: 'animal' is no weight, .*, or the heading secret,weight"),
        ("owl;1\nowl;2\ndog;x\n", "line 2: 'owl' is there already: remove one"),
    ],
)
def test_columns_in_the_wrong_order_are_said_before_their_numbers_are_compared(
    write, tmp_path: Path, text: str, said: str
) -> None:
    game = read_game(write(IDENTIFY, tests_csv=TESTS))
    (file := tmp_path / "pairs.csv").write_text(text)
    with pytest.raises(TreebuildError, match=said):
        weigh(game, file)
    file.write_text("group,secret\nbird,owl\nbird,seal\n")
    with pytest.raises(TreebuildError, match="line 1: has the columns group and secret, expected secret and group"):
        group(game, file)


@pytest.mark.parametrize("number", ["1.200", "1,200"])
def test_a_number_that_may_be_thousands_is_said(write, tmp_path: Path, caplog, number: str) -> None:
    game = read_game(write(IDENTIFY, tests_csv=TESTS))
    (tmp_path / "w.csv").write_text(f"owl;{number}\nseal;0,125\ndog;12,5\n")
    assert weigh(game, tmp_path / "w.csv").conditions.weights == (48, 5, 500)
    said = f"note: {tmp_path / 'w.csv'}: line 1: {number} is taken as 1.200: write 1200 if these are thousands"
    assert caplog.messages == [said]


def test_a_quotation_mark_that_is_not_closed_hides_no_rows() -> None:
    tall = 'question,a,b\nhow tall?,5" or so,"6"" or\nso"\n'
    with pytest.raises(TreebuildError, match=r"t\.csv: line 4: a cell has several lines, and a quotation mark is not"):
        read_rows(Path("t.csv"), 'question,a,b\nflies?,no,"yes\nbarks?,yes,no\nbig?,no,no\n')
    with pytest.raises(TreebuildError, match="close it"):
        read_rows(Path("t.csv"), tall)
    assert read_rows(Path("t.csv"), tall.replace('5"', "5")).rows[1].cells == ["how tall?", "5 or so", '6" or so']
    assert read_rows(Path("t.csv"), 'a,5" tall\n').rows[0].cells == ["a", '5" tall']


def test_what_is_not_utf_8_is_refused_with_what_to_do(write) -> None:
    path = write(IDENTIFY)
    (path.parent / "tests.csv").write_bytes("test;Käuzchen;Hund\r\nfliegt?;ja;nein\r\n".encode("cp1252"))
    with pytest.raises(TreebuildError) as error:
        read_game(path)
    assert "tests.csv: line 1: is not UTF-8: save the file in that encoding, which Excel calls `CSV UTF-8`" in str(
        error.value
    )


def test_unknown_words_for_rows(write) -> None:
    with pytest.raises(TreebuildError, match="line 4: rows is 'tests', expected one of guesses, secrets"):
        read_game(write(f'{IDENTIFY}rows = "tests"', tests_csv=TESTS))


def taxa(characters: int, states: int, number: int) -> str:
    """A table in which every character has words of its own for its states."""
    choose = Random(5)
    rows = [[f"c{at}" for at in range(characters)]]
    rows += [[f"state {at} {choose.randrange(states)}" for at in range(characters)] for _ in range(number)]
    return "".join(f"taxon {number},{','.join(row)}\n" for number, row in enumerate(rows))


@pytest.mark.parametrize(("characters", "states", "number"), [(60, 5, 500), (128, 2, 40), (127, 2, 40)])
def test_tables_with_many_replies_in_all(write, characters: int, states: int, number: int) -> None:
    """More than 256, or just as many without `not it` and `found`, or just as many with them."""
    text = taxa(characters, states, number)
    path = write(f'{IDENTIFY}rows = "secrets"', tests_csv=text)
    game, replies = read_game(path), reply_matrix(read_game(path))
    tree = build("minavg", game)
    save(tree, path.with_suffix(".msgpack"))
    again = load(path.with_suffix(".msgpack"))
    assert verify(again).ok and again.counts == tree.counts and verify(tree).ok
    rows = [line.split(",") for line in text.splitlines()]
    asked = [[game.answer(test, secret) for test in rows[0][1:]] for secret, *_ in rows[1:]]
    assert asked == [row[1:] for row in rows[1:]]
    assert [[game.replies[i] for i in row] for row in replies.matrix[:characters].T] == asked
    assert [[again.game.replies[i] for i in row] for row in reply_matrix(again.game).matrix[:characters].T] == asked


def test_a_table_of_many_hypotheses(write) -> None:
    """Its tree takes more bytes than most trees, and is read without patience, from a pipe too."""
    path = write(f'{IDENTIFY}rows = "secrets"', tests_csv=taxa(9, 4, 1500))
    tree = path.with_suffix(".msgpack")
    save(build("entropy", read_game(path)), tree)
    assert tree.stat().st_size > SIZE_LIMIT
    assert "  1500 left" in prints("show", tree, "--as", "text")
    assert "ok: all 1500 secrets" in prints("verify", "-", stdin=tree.read_bytes())


@pytest.mark.long
def test_a_near_tree_of_500_taxa_and_60_characters(write) -> None:
    game = read_game(write(f'{IDENTIFY}rows = "secrets"', tests_csv=taxa(60, 5, 500)))
    tree = build("near", game, objective="total")
    assert verify(tree).ok and tree.total < build("minavg", game).total


def test_tables_of_too_many_replies() -> None:
    names = [f"h{i}" for i in range((1 << 16) + 1)]
    with pytest.raises(TreebuildError, match="65537 replies, at most 65536 are supported"):
        Game.from_table("wide", ["t"], names, names, 0, [range(len(names))])
