"""The documents: their links lead somewhere, their commands run, the files that they name are there."""

import re
import shlex
import subprocess
from fnmatch import fnmatch
from pathlib import Path

import pytest
import typer

from tests.helpers import documents
from tests.helpers.command_line import commands

ROOT = Path(__file__).parent.parent
TRACKED = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True).stdout.split()
TEMPLATES = ("tools/seeds.md", "tools/wordle_study.md")  # of pages in docs/, from where their links lead
PAGES = [ROOT / name for name in TRACKED if name not in TEMPLATES] or sorted(
    [*ROOT.glob("*.md"), *ROOT.glob("*/**/*.md")]
)
DOCS = [page for page in PAGES if page.is_relative_to(ROOT / "docs")]
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
FENCED = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
NAMED = re.compile(r"`((?:treebuild|tests|schema|trees|docs|tools|[a-z]+)/[\w./-]*\.\w+)`")


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", FENCED.sub("", page.read_text("utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(FENCED.sub("", page.read_text("utf-8"))):
        target, _, anchor = link.partition("#")
        if ":" in target:
            continue
        file = page.parent / target if target else page
        assert file.exists(), f"{link} is not there"
        assert not anchor or anchor in anchors(file), f"{link}: no such heading"


@pytest.mark.parametrize("page", [*DOCS, ROOT / "CONTRIBUTING.md"], ids=name_of)
def test_files_named_in_a_document_exist(page: Path) -> None:
    for name in NAMED.findall(FENCED.sub("", page.read_text("utf-8"))):
        assert any((folder / name).exists() for folder in (ROOT, ROOT / "treebuild")), name


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    "page", [page for page in DOCS if documents.steps(page.read_text("utf-8")) and page.name != "seeds.md"], ids=name_of
)
def test_a_page_runs_from_top_to_bottom(page: Path, tmp_path: Path) -> None:
    """But for the study, whose commands take ten minutes; its own tests make its tables."""
    prepare = documents.prepare_checkout if page.name == "first-change.md" else documents.prepare
    prepare(tmp_path)
    for step in documents.steps(page.read_text("utf-8")):
        documents.run(step, tmp_path)


def test_a_first_change_leaves_nothing_beside_it() -> None:
    """What the page has written is removed before the commit, which takes only files that were there before."""
    text = (ROOT / "docs" / "how-to" / "first-change.md").read_text("utf-8")
    made = {step.name for step in documents.steps(text) if step.kind == "file"} | set(re.findall(r" -o (\S+)", text))
    (removed,) = re.findall(r"^rm (.*)\ngit commit -a ", text, re.MULTILINE)
    assert made and all(any(fnmatch(name, pattern) for pattern in removed.split()) for name in made)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_and_options_exist(page: Path) -> None:
    """Of all that a page shows, run by a test or not; that they run as it says takes longer."""
    for _, _, language, text in documents.BLOCK.findall(page.read_text("utf-8")):
        for line in re.findall("^treebuild .*$" if language == "sh" else r"^\$ (treebuild .*)$", text, re.MULTILINE):
            for part in re.split(r" [|>] ", re.split(r"\s+# ", line)[0]):
                if part.startswith("treebuild "):
                    _parse(shlex.split(part)[1:])


def _parse(words: list[str]) -> None:
    """Raises where a command line names a command or an option that is not there."""
    every = commands()
    name = next((name for name in (" ".join(words[:2]), words[0]) if name in every), None)
    assert name or words[-1] == "--help" or words[0].startswith("-"), words
    if name:
        command = every[name]
        command.make_parser(typer.Context(command)).parse_args(words[len(name.split()) :])


def test_every_block_of_commands_runs_or_says_why_not() -> None:
    """`shell` and `console` blocks would be run by nobody."""
    for page in PAGES:
        assert not re.search(r"^```(?:shell|bash|console)$", page.read_text("utf-8"), re.MULTILINE), page


def test_workflows_make_what_the_makefile_has() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    workflows = [path.read_text("utf-8") for path in sorted((ROOT / ".github" / "workflows").glob("*.yml"))]
    made = {target for text in workflows for target in re.findall(r"run: make ([\w-]+)", text)}
    assert made == {"setup", "site"} and made <= targets


def test_contributing_fits_a_screen() -> None:
    assert len((ROOT / "CONTRIBUTING.md").read_text("utf-8").splitlines()) < 60
