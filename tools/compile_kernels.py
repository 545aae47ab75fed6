"""Compile the kernels ahead: a shared library for each level of processors, as `search.kernels.native` loads them.

`python -m tools.compile_kernels FOLDER` writes them into a folder: a minute of one core for each. Numba, llvmlite and a
C compiler to link with are needed. The same sources, compiled by the same numba and linked by the same linker, make the
same bytes, in whatever folders the sources and numba lie.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from treebuild.search.kernels.native.libraries import ABOUT, SUFFIX, file_name, symbol
from treebuild.search.kernels.native.processor import X86, levels

ROOT = Path(__file__).parent.parent
# LLVM's x86-64-v4 prefers vectors of 256 bits, since the first processors of that level slowed down with larger ones.
# On Zen 4, code with vectors of 512 bits takes 0.95 of the time for the least total, 0.9 for the sevens.
FEATURES = {"x86-64-v4": "-prefer-256-bit"}

# What numba would raise in Python where compiled code fails. It is never read here, as `calling.Entry` has an error of
# its own, and it names the folder that numba lies in.
ERRORS = re.compile(r"^(@\.const\.picklebuf\.\S+ = internal constant \{[^{}]*\}) \{.*\}", re.MULTILINE)


class CannotBuildError(Exception):
    """No library can be made here; the message says what is missing."""


def wheel_levels() -> list[str]:
    """The levels that a wheel for this platform has."""
    here = levels()
    return list(X86) if here and here[0] in X86 else here


def build(folder: Path, wanted: Sequence[str]) -> list[Path]:
    """Write the libraries of these levels into a folder, each by a process of its own. Returns their paths.

    Raises CannotBuildError where a processor, a linker or the compiler is missing.
    """
    linker()
    if not wanted:
        raise CannotBuildError("there is no code for this processor")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(lambda level: _build_one(folder, level), wanted))


def linker() -> str:
    """The C compiler that links. Raises CannotBuildError where there is none."""
    for name in (os.environ.get("CC", ""), "cc", "clang", "gcc"):
        if name and shutil.which(name):
            return name
    raise CannotBuildError("no C compiler is there to link the compiled search with: install gcc or clang, or set CC")


def _build_one(folder: Path, level: str) -> Path:
    """Numba reads what processor to compile for when it is imported, so that every level takes a new process."""
    path = folder / file_name(level)
    cpu = level if level in X86 else "generic"
    environment = os.environ | {"NUMBA_CPU_NAME": cpu, "NUMBA_CPU_FEATURES": FEATURES.get(level, "")}
    environment = {name: value for name, value in environment.items() if name != "NUMBA_DISABLE_JIT"}
    with tempfile.TemporaryDirectory() as work:
        code = Path(work) / "kernels.o"
        call = f"from tools.compile_kernels import compile_object; compile_object({str(code)!r})"
        _run([sys.executable, "-c", call], cwd=ROOT, env=environment)
        linked = Path(work) / path.name
        _run([linker(), *_link_options(path.name), "-o", str(linked), str(code)], cwd=work)
        folder.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=folder)
        os.close(handle)
        shutil.copyfile(linked, temporary)
        Path(temporary).chmod(0o755)
        Path(temporary).replace(path)  # whole or not at all: another process may be about to load it
    return path


def _link_options(name: str) -> list[str]:
    """How a shared library is linked that needs no other, so that it runs with any C library, old or new."""
    if sys.platform == "darwin":
        return ["-dynamiclib", f"-Wl,-install_name,{name}"]
    if sys.platform == "win32":
        return ["-shared"]
    return ["-shared", "-nostdlib", "-s", "-Wl,--build-id=none", f"-Wl,-soname,{name}", "-Wl,-z,relro,-z,now"]


def _run(words: list[str], **options: Any) -> None:
    done = subprocess.run(words, capture_output=True, text=True, **options)
    if done.returncode:
        said = (done.stderr.strip() or "it says nothing").splitlines()[-1]
        raise CannotBuildError(f"{Path(words[0]).name} fails: {said}")


def compile_object(path: str) -> None:
    """Write the machine code of all entry points, for the processor that numba is told of, as one object file.

    The process is of no other use afterwards: numba makes no machine code for it, which would take a fifth of the time,
    and no garbage is collected, as hardly anything is garbage.
    """
    import llvmlite.binding as llvm
    import numba.core.codegen

    from treebuild.search.kernels.native.calling import HOME, definition, kinds_of

    gc.disable()
    codegen: Any = numba.core.codegen
    codegen.JITCodeLibrary._finalize_specific = lambda library: None
    codegen.JITCPUCodegen.set_env = lambda owner, name, environment: None
    kinds, names, modules = {}, {}, []
    for name in HOME:
        (result,) = definition(name).overloads.values()
        kinds[name] = list(kinds_of(result.signature.args))
        names[result.fndesc.llvm_func_name] = symbol(name)
        modules.append(result.library._final_module.clone())
    about = json.dumps({"kinds": kinds}).encode() + b"\0"
    text = "".join(f"\\{byte:02x}" for byte in about)
    whole = llvm.parse_assembly(f'@{ABOUT} = constant [{len(about)} x i8] c"{text}"')
    for module in modules:
        whole.link_in(module)
    whole = llvm.parse_assembly(ERRORS.sub(r"\1 zeroinitializer", str(whole)))
    _export(whole, names)
    machine = llvm.Target.from_triple(whole.triple).create_target_machine(
        cpu=os.environ["NUMBA_CPU_NAME"],
        features=os.environ["NUMBA_CPU_FEATURES"],
        opt=3,
        reloc="pic",
        codemodel="default",
    )
    passes = llvm.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(whole, llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options()))
    Path(path).write_bytes(machine.emit_object(whole))


def _export(module: Any, names: dict[str, str]) -> None:
    """Give entry points their symbols, and hide everything else."""
    for value in [*module.functions, *module.global_variables]:
        if value.is_declaration or value.name == ABOUT:
            continue
        if value.name not in names:
            value.linkage = "internal"
            continue
        value.linkage, value.visibility = "external", "default"
        value.name = names[value.name]
        if sys.platform == "win32":
            value.storage_class = "dllexport"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.compile_kernels", description="Compile the kernels ahead.")
    parser.add_argument("--here", action="store_true", help="only for the best level that runs here; remove old ones")
    parser.add_argument("folder", type=Path, help="where the libraries are written")
    given = parser.parse_args()
    try:
        paths = build(given.folder, levels()[:1] if given.here else wheel_levels())
    except CannotBuildError as error:
        sys.exit(f"error: {error}")
    for old in given.folder.glob(f"*{SUFFIX}") if given.here else ():
        if old not in paths:
            old.unlink()
    print(*paths, sep="\n")


if __name__ == "__main__":
    main()
