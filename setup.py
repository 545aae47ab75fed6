"""What setuptools cannot be told in pyproject.toml: the compiled modules. `tools/compile_kernels.py` makes them."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext

from tools.compile_kernels import CannotBuildError, all_levels, compile_all, here, wheel_platform


class Build(build):
    """Begins with nothing: what an earlier build left behind goes into no wheel."""

    def run(self) -> None:
        """Called once, before all else."""
        shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()


class CompileKernels(build_ext):
    """Compiles the modules: of all levels for a wheel, and of this processor alone in a checkout."""

    made: Sequence[Path] = ()  # nothing yet

    def run(self) -> None:
        """Called once, whatever is built."""
        in_checkout = self.editable_mode or self.inplace
        try:
            root, levels = (Path(), here()) if in_checkout else (Path(self.build_lib), all_levels())
            self.made = compile_all(root.resolve(), levels, lambda line: print(line, file=sys.stderr, flush=True))
        except CannotBuildError as error:
            sys.exit(f"error: {error}")

    def get_outputs(self) -> list[str]:
        """The files made."""
        return list(map(str, self.made))

    def get_output_mapping(self) -> dict[str, str]:
        """Nothing is made elsewhere and then copied."""
        return {}


class Wheel(bdist_wheel):
    """Names the platform of the wheel after what its modules need."""

    def get_tag(self) -> tuple[str, str, str]:
        """For Python 3.11 and later."""
        made = self.get_finalized_command("build_ext")
        assert isinstance(made, CompileKernels)
        return "cp311", "abi3", wheel_platform(made.made)


setup(
    ext_modules=[Extension("treebuild.kernels", [])],  # that there are compiled modules
    cmdclass={"build": Build, "build_ext": CompileKernels, "bdist_wheel": Wheel},
)
