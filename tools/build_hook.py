"""What hatchling runs to build a wheel: compile the kernels ahead, and name the platform that the wheel is for.

A wheel has a library for every level of processors. An editable installation, which is how a checkout is set up, gets
one for this processor, in the checkout; without a C compiler it gets none, and compiles at the first use.
"""

from __future__ import annotations

import platform
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDER = "treebuild/search/kernels/native"


class LibrariesHook(BuildHookInterface[Any]):
    """Adds the libraries to a wheel."""

    _work: tempfile.TemporaryDirectory[str] | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before a wheel is put together."""
        if version == "editable":
            try:
                self._compile(Path(self.root, FOLDER), "--here")
            except RuntimeError as error:
                self.app.display_warning(f"{error}; the search will be compiled at its first use")
            return
        self._work = tempfile.TemporaryDirectory()
        try:
            paths = self._compile(Path(self._work.name))
        except RuntimeError as error:
            self.app.abort(str(error))
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform_tag()}"
        build_data["force_include"].update({str(path): f"{FOLDER}/{path.name}" for path in paths})

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Called when the wheel is written."""
        if self._work:
            self._work.cleanup()

    def _compile(self, folder: Path, *options: str) -> list[Path]:
        """Write libraries into a folder. Raises RuntimeError with the one line that says why that cannot be done."""
        self.app.display_info("compiling the search for every kind of processor: some minutes")
        words = [sys.executable, "-m", "tools.compile_kernels", *options, str(folder)]
        done = subprocess.run(words, cwd=self.root, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError((done.stderr.strip() or "the compiler says nothing").splitlines()[-1])
        return [Path(line) for line in done.stdout.splitlines()]


def platform_tag() -> str:
    """The platform of the wheel.

    The libraries name no version of the C library, and need nothing of it but memset and log, which all have. So on
    Linux with glibc they run wherever today's Python does, and the tag is the oldest that is in use.
    """
    if sys.platform == "linux" and platform.libc_ver()[0] == "glibc":
        return f"manylinux_2_17_{platform.machine()}"
    if sys.platform == "darwin":
        return f"macosx_11_0_{platform.machine()}"
    return sysconfig.get_platform().replace("-", "_").replace(".", "_")
