"""`make release-check` refuses a checkout that is not ready, with a line for each reason."""

import subprocess
from pathlib import Path

from tools.release_check import last_line, problems


def checkout(folder: Path, version: str, cited: str, heading: str) -> Path:
    (folder / "treebuild").mkdir(parents=True)
    (folder / "schema").mkdir()
    (folder / "treebuild" / "version.py").write_text(f'"""The version."""\n\n__version__ = "{version}"\n')
    (folder / "CITATION.cff").write_text(f"cff-version: 1.2.0\nversion: {cited}\n")
    (folder / "CHANGELOG.md").write_text(f"# Changes\n\n## {heading}\n\nText.\n\n## 0.1.0, 2026-01-01\n")
    (folder / "schema" / "tree-msgpack.md").write_text(f'{{\n  "treebuild": "{version}",\n}}\n')
    git = ["git", "-c", "user.name=x", "-c", "user.email=x", "-C", str(folder)]
    for command in ["init", "-q"], ["add", "."], ["commit", "-qm", "all"]:
        subprocess.run([*git, *command], check=True)
    return folder


def test_a_ready_checkout_has_no_problems(tmp_path: Path) -> None:
    assert problems(checkout(tmp_path, "1.2.0", "1.2.0", "1.2.0, 2026-12-01")) == []


def test_each_problem_is_a_line(tmp_path: Path) -> None:
    folder = checkout(tmp_path, "1.2.0", "1.1.0", "1.2.0 (unreleased)")
    (folder / "new.txt").touch()
    dirty, versions, date = problems(folder)
    assert dirty == "the checkout is not clean: 1 changed or new files, such as new.txt"
    assert versions == (
        "the versions differ: treebuild/version.py says 1.2.0, CITATION.cff says 1.1.0, CHANGELOG.md says 1.2.0, "
        "schema/tree-msgpack.md says 1.2.0"
    )
    assert date.startswith("CHANGELOG.md: the top entry has no date")


def test_a_target_that_fails_says_why() -> None:
    """And not what make says of it."""
    printed = "1 failed, 5 passed in 3.00s\nmake: *** [Makefile:40: test] Error 1\n"
    assert last_line(printed) == "1 failed, 5 passed in 3.00s"
    assert last_line("make[1]: Leaving directory\n\n") == ""
