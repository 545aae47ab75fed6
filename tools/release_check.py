"""`make release-check`: checks whether this checkout can be released. It prints a line for each problem."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
VERSIONS = {
    "treebuild/version.py": r'^__version__ = "(.*)"$',
    "CITATION.cff": r"^version: (.*)$",
    "CHANGELOG.md": r"^## ([\w.]+)",
    "schema/tree-msgpack.md": r'^  "treebuild": "(.*)"',
}
"""The files that name the version, each with a pattern: its first match has the version."""


def problems(root: Path) -> list[str]:
    """The problems that the files show, a line for each."""
    found = []
    if changed := _run(["git", "status", "--porcelain"], root).stdout.splitlines():
        found.append(f"the checkout is not clean: {len(changed)} changed or new files, such as {changed[0][3:]}")
    texts = {name: (root / name).read_text("utf-8") for name in VERSIONS}
    versions = {name: _first(pattern, texts[name]) for name, pattern in VERSIONS.items()}
    if len(set(versions.values())) > 1:
        said = ", ".join(f"{name} says {version or 'nothing'}" for name, version in versions.items())
        found.append(f"the versions differ: {said}")
    if not re.match(r"## [\w.]+, \d{4}-\d\d-\d\d$", _first(r"^(## .*)$", texts["CHANGELOG.md"])):
        found.append("CHANGELOG.md: the top entry has no date; expected a heading such as ## 1.0.0, 2026-12-01")
    return found


def main() -> int:
    """Look at the files, build the documents and the package, check all proofs, and run the tests.

    Unlike CI it also checks proofs that have not changed since the last release. Returns the exit code.
    """
    found = problems(ROOT)
    for problem in found:
        print(f"refused: {problem}")
    if found:
        return 1
    version = _first(VERSIONS["treebuild/version.py"], (ROOT / "treebuild/version.py").read_text("utf-8"))
    for target in ("docs", "dist", "formal", "check", "test"):
        done = _run(["make", target], ROOT)
        if done.returncode:
            print(f"refused: make {target} fails: {last_line(done.stdout + done.stderr)}")
            return 1
        print(f"make {target}: {last_line(done.stdout) if target == 'test' else 'ok'}")
    for pattern in f"treebuild-{version}-*.whl", f"treebuild-{version}.tar.gz":
        if not list((ROOT / "dist").glob(pattern)):
            print(f"refused: dist/ has no {pattern}")
            return 1
    print(f"treebuild {version} is ready")
    return 0


def last_line(printed: str) -> str:
    """The last line that a target prints, without lines of make, such as `make: *** [Makefile:40: test] Error 1`."""
    lines = [line.strip() for line in printed.splitlines() if line.strip() and not line.startswith("make")]
    return lines[-1] if lines else ""


def _first(pattern: str, text: str) -> str:
    found = re.search(pattern, text, re.MULTILINE)
    return found[1] if found else ""


def _run(command: list[str], root: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)


if __name__ == "__main__":
    sys.exit(main())
