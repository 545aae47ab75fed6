"""Notebooks: the one in docs/examples runs in a kernel and shows what it says, and bars of progress show there."""

import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).parent.parent / "docs" / "examples" / "trees.ipynb"


@pytest.fixture(autouse=True)
def own_kernels_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels that the user of this machine has installed are not used."""
    for name in "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR", "IPYTHONDIR":
        monkeypatch.setenv(name, str(tmp_path / name))


def run(notebook, folder: Path) -> list[str]:
    """What each cell of code shows, as HTML if it can."""
    NotebookClient(notebook, timeout=240, resources={"metadata": {"path": str(folder)}}).execute()
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    shown = [[out.get("data", {"text/plain": out.get("text")}) for out in cell.outputs] for cell in cells]
    return ["".join(data.get("text/html", data.get("text/plain")) for data in outputs) for outputs in shown]


def test_the_notebook_runs_and_carries_no_output(tmp_path: Path) -> None:
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells)
    tree, look, suggested, compared, plotted, nodes, averages = run(notebook, tmp_path)
    assert "5.2131" in tree and tree.count("<path") == 7 and "<progress" not in tree
    assert "Node(p4c10n after 0.1 1.1: guess" in look and "<table" in suggested
    assert "total_a=26274" in compared and "Figure" in plotted
    assert nodes.count("<tr") == 9 and averages.count("<tr") == 6
    assert not list(tmp_path.glob("*.*"))


def test_a_bar_shows_and_goes(tmp_path: Path) -> None:
    cells = [
        "import time; from treebuild import progress_bar; bar = progress_bar(); report = bar.__enter__()\n"
        "time.sleep(0.3); report(1, 4, 'after <0123>')",
        "1",
    ]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    shown = run(notebook, tmp_path)[0]
    assert shown.startswith('<progress max="4" value="1"></progress> elapsed 0:00:0')
    assert shown.endswith(", 25% of this step after &lt;0123&gt;")
    notebook.cells[1].source = "bar.__exit__(None, None, None)"
    assert run(notebook, tmp_path)[0] == ""


def test_a_command_of_a_notebook_prints_lines(tmp_path: Path) -> None:
    """It has a terminal that nobody sees: a bar would be stored with the notebook, frame by frame."""
    cell = f"!{sys.executable} -m treebuild build exact --objective total --game p3c5n -o tree.msgpack"
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell)])
    (shown,) = run(notebook, tmp_path)
    assert "searched: no tree of this game has a smaller total" in shown and "elapsed" not in shown
