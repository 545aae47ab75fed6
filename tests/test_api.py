"""What Python programs import: the public names, their documentation, and how errors speak to them."""

import ast
import doctest
import inspect
import pkgutil
import pydoc
import subprocess
import sys
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import treebuild
from tests.helpers.command_line import prints
from treebuild.cli.error_line import error_line
from treebuild.errors import Remedy, TreebuildError

ROOT = Path(treebuild.__file__).parent
MODULES = [
    module.name
    for module in pkgutil.walk_packages([str(ROOT)], "treebuild.")
    if not module.name.endswith("__main__")  # which runs the command line
]


def test_public_names_are_functions_and_classes_whatever_has_been_imported() -> None:
    for module in MODULES:
        import_module(module)
    for name in treebuild.__all__:
        public = getattr(treebuild, name)
        assert inspect.isfunction(public) or inspect.isclass(public), name
        assert public.__name__ == name


def test_no_module_has_the_name_of_a_public_function() -> None:
    assert not {module.name for module in pkgutil.iter_modules([str(ROOT)])} & set(treebuild.__all__)


def test_public_functions_can_be_called_again_and_again() -> None:
    for _ in range(2):
        tree = treebuild.build("minavg", "p2c3n")
        assert treebuild.verify(tree).ok and treebuild.compare(tree, tree).equal == 6


def test_a_fresh_process_imports_them_all() -> None:
    code = f"from treebuild import {', '.join(treebuild.__all__)}; from treebuild import *; build('simple', 'p2c3n')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_importing_treebuild_imports_nothing_else() -> None:
    code = "import sys, treebuild; print([name for name in ('numpy', 'rich', 'typer') if name in sys.modules])"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "[]\n"


def test_dir_and_help_show_the_public_names() -> None:
    assert dir(treebuild) == sorted([*treebuild.__all__, "__version__"])
    shown = pydoc.plain(pydoc.render_doc(treebuild))
    own = shown[shown.index("\nCLASSES\n") : shown.index("\nVERSION\n")]
    for name in treebuild.__all__:
        assert f" {name}(" in own, name
    assert "__getattr__" not in shown and "SUBMODULES" not in shown


def test_unknown_names_are_attribute_errors() -> None:
    with pytest.raises(AttributeError, match="no attribute 'biuld'"):
        treebuild.biuld  # noqa: B018


def example_of(public: object) -> list[doctest.Example]:
    return doctest.DocTestParser().get_examples(inspect.getdoc(public) or "")


@pytest.mark.parametrize("name", treebuild.__all__)
def test_every_public_name_has_an_example(name: str) -> None:
    assert example_of(getattr(treebuild, name))


@pytest.mark.parametrize("name", ["treebuild", *MODULES])
def test_examples(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every example in the package, with the public names at hand, in an empty directory."""
    monkeypatch.chdir(tmp_path)
    public = {name: getattr(treebuild, name) for name in treebuild.__all__}
    problems: list[str] = []
    for test in doctest.DocTestFinder().find(import_module(name), name, globs=public):
        doctest.DocTestRunner().run(test, out=problems.append)
    assert not problems, "".join(problems)


def test_reprs_fit_a_line() -> None:
    game = treebuild.Game.from_rules("p4c10n")
    assert repr(game) == "Game(p4c10n: 5040 codes, 14 replies)"
    assert repr(treebuild.reply_matrix("p2c3n")) == "Replies(p2c3n: 6 codes, 6 secrets)"
    assert repr(treebuild.build("minavg")) == "Tree(p4c10n, minavg: total 26551, 7 guesses at most)"
    few = treebuild.Game.from_parts("few", range(9), range(4), lambda g, s: g == s, [False, True], True)
    assert repr(few) == "Game(few: 9 codes, 4 secrets, 2 replies)"


def test_a_game_may_be_a_string_wherever_a_game_is_taken(tmp_path: Path) -> None:
    from treebuild.codec.formats import OWN
    from treebuild.publish.best import best

    tree = treebuild.build("minavg", "mastermind")
    for extension, form in OWN.items():
        file = tmp_path / f"tree{extension}"
        treebuild.save(tree, file, normalise=True)
        for game in ("p4c6r", "mastermind", tree.game):
            assert treebuild.load(file, game).game.name == "p4c6r"
            assert form.read(file.read_bytes(), game, False).total <= tree.total
    assert repr(best("p3c4r")) == "Tree(p3c4r: total 206, 4 guesses at most)"
    assert treebuild.reply_matrix("mastermind").count == 14


def test_a_race_against_the_tree_in_a_file(tmp_path: Path) -> None:
    other = treebuild.build("simple", "p2c3n")
    treebuild.save(other, tmp_path / "other.msgpack")
    counts = "/".join(map(str, other.counts))
    by_file = treebuild.build("exact", "p2c3n", objective=f"race:{tmp_path / 'other.msgpack'},total")
    assert by_file.built and by_file.built.objective == f"race:{counts},total"


CALLS = [
    (lambda file: treebuild.build("exact", "p2c3n"), "objective='total,sevens'", "--objective total,sevens"),
    (lambda file: treebuild.save(treebuild.build("simple", "p2c3n"), file), "force=True", "--force"),
    (lambda file: treebuild.load(file), "game='p4c6r'", "--game p4c6r"),
]


@pytest.mark.parametrize(("call", "argument", "option"), CALLS)
def test_python_is_told_of_arguments_and_the_command_line_of_options(call, argument, option, tmp_path) -> None:
    file = tmp_path / "tree.rank"
    file.write_text("AAAA\n")
    with pytest.raises(TreebuildError) as error:
        call(file)
    assert argument in str(error.value) and "--" not in str(error.value)
    assert option in error_line(error.value) and argument not in error_line(error.value)


def test_the_remedy_survives_a_place_before_the_error() -> None:
    error = TreebuildError("is wide", "limit", Remedy("{} takes it", "patient")).at("x.rank")
    assert str(error) == "x.rank: is wide; patient=True takes it" and error.kind == "limit"
    assert error_line(error) == "x.rank: is wide; `treebuild convert --patient` takes it"


def test_options_named_by_a_remedy_exist() -> None:
    """Of the command it names; else of every command where the error can come from."""
    for command, option in (
        ("build", "--objective"), ("convert", "--patient"), ("convert", "--normalise"),
        ("convert", "--force"), ("verify", "--game"),
    ):  # fmt: skip
        assert option in prints(f"{command} --help")


def test_no_error_outside_the_command_line_names_an_option() -> None:
    raising = {"TreebuildError", "Remedy", "too_long", "fail", "ValueError", "TreeError"}
    for path in ROOT.rglob("*.py"):
        if path.is_relative_to(ROOT / "cli"):
            continue
        for call in (node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)):
            if isinstance(call.func, ast.Name) and call.func.id in raising:
                texts = [node.value for node in ast.walk(call) if isinstance(node, ast.Constant)]
                assert not [text for text in texts if "--" in str(text)], f"{path}:{call.lineno}"


@pytest.mark.parametrize("name", ["x" * 5000, "a\0b", "a\ud800b"], ids=["long", "zero", "surrogate"])
def test_names_that_no_file_can_have_are_refused_in_one_line(name: str) -> None:
    tree = treebuild.build("minavg", "p2c3n")
    for extension in "", ".msgpack", ".toml":
        for call in (
            lambda file: treebuild.save(tree, file),
            lambda file: treebuild.load(file),
            lambda file: treebuild.convert(file, "-"),
            lambda file: treebuild.build("exact", "p2c3n", objective="total", store=file),
            lambda file: treebuild.certify("p2c3n", "total", store=file),
            lambda file: treebuild.reply_matrix(file),
            lambda file: treebuild.check(file),
        ):
            with pytest.raises(TreebuildError) as refused:
                call(name + extension)
            assert "\n" not in str(refused.value)


def test_no_estimate_takes_longer_than_a_timer_can_wait() -> None:
    for seconds in float("nan"), float("inf"), -1:
        with pytest.raises(TreebuildError, match="bad number of seconds"):
            treebuild.estimate("p2c3n", "total", seconds=seconds)


@pytest.mark.parametrize("name", ["p2c4n", "p2c3r"])
def test_arrays_that_games_and_trees_keep_cannot_be_changed(name: str) -> None:
    tree, replies = treebuild.build("minavg", name), treebuild.reply_matrix(name)
    of_replies = (replies.matrix, replies.by_secret, replies.code_of, replies.secret_of)
    of_tree = (tree.depth, tree.parent, tree.end, tree.found, tree.nth, tree.e, tree.secret_depth)
    for array in (*of_replies, *of_tree, tree.game.code_symbols, tree.game.secret_symbols):
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 0


def test_arguments_of_the_wrong_type_are_refused_in_one_line() -> None:
    tree, game = treebuild.build("minavg", "p2c3n"), treebuild.Game.from_rules("p2c3n")
    calls: list[tuple[str, tuple[Any, ...]]] = [
        *((name, ("t.msgpack",)) for name in ("play", "verify", "pack")),
        ("compare", (tree, game)),
        ("convert", (tree, "t.rank")),
        ("convert", ("t.msgpack", tree)),
        ("export", ("t.msgpack", "py")),
        ("page", ("t.msgpack",)),
        ("page", ([("t", "t.msgpack")],)),
        ("page", ([game],)),
        ("pareto", (["p2c3n"],)),
        ("players", (5,)),
        ("players", (["random", 5],)),
        ("save", ("t.msgpack", tree)),
        ("save", (tree, 5)),
        ("load", (tree,)),
        ("build", (tree,)),
        ("build", ("minavg", ["p2c3n"])),
        ("build", ("exact", 1234)),
        ("suggest", (["p2c3n"],)),
        ("suggest", (game, [1234])),
        ("suggest", (game, "01:0.1")),
        ("review", (game, "01:0.1")),
        ("review", (tree, [5])),
        ("certify", (game, 5)),
        ("estimate", (game, ["total"])),
        ("reply_matrix", (5,)),
        ("check", (5,)),
    ]
    for name, arguments in calls:
        with pytest.raises(TreebuildError, match=r" is no .*expected|is no path") as refused:
            getattr(treebuild, name)(*arguments)
        assert "\n" not in str(refused.value)
    options: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
        ("build", ("exact", "p2c3n"), {"objective": 5}),
        ("build", ("minavg", "p2c3n"), {"memory": 1.5}),
        ("build", ("minavg", "p2c3n"), {"candidates_only": "all"}),
        ("build", ("near", "p2c3n"), {"effort": [1]}),
        ("build", ("near", "p2c3n"), {"seconds": "1"}),
        ("build", ("near", "p2c3n"), {"store": 5}),
        ("build", ("near", "p2c3n"), {"cluster": 5}),
        ("certify", ("p2c3n", "total"), {"near_effort": {}}),
        ("certify", ("p2c3n", "total"), {"candidates_only": None}),
        ("certify", ("p2c3n", "total"), {"solution": tree}),
        ("certify", ("p2c3n", "total"), {"store": [1]}),
        ("certify", ("p2c3n", "total"), {"cluster": 5}),
        ("estimate", ("p2c3n", "total"), {"seconds": Fraction(1, 3)}),
        ("grow", (tree, min), {}),
        ("pack", (tree, 5), {}),
        ("pareto", ("p2c3n", 2.5), {}),
        ("pareto", ("p2c3n",), {"store": 5}),
        ("players", ("random", "p2c3n"), {"games": "2"}),
        ("suggest", ("p2c3n",), {"top": 2.5}),
        ("suggest", ("p2c3n",), {"by": ["minavg"]}),
        ("players", ("random", "p2c3n"), {"games": 2, "seed": 0.5}),
        ("Tree", (game, *[[0]] * 5), {}),
        *((name, (0,), {}) for name in ("reply_matrix", "suggest", "pareto")),
        ("reply_matrix", (np.zeros(3),), {}),
        ("load", ("A7lzj_", 0), {}),
    ]
    for name, arguments, how in options:
        with pytest.raises(TreebuildError, match=r" is no .*expected") as refused:
            getattr(treebuild, name)(*arguments, **how)
        assert "\n" not in str(refused.value)
    with pytest.raises(TreebuildError, match="is no tree: expected a Tree, as build and load"):
        treebuild.play("t.msgpack")  # type: ignore[arg-type]
