"""Runs a checker on a certificate: the one in C, the one in Python, or the one that Coq extracts."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from time import perf_counter
from typing import IO

import numpy as np

from treebuild.checker.check import Checked, Progress, check, concluded, described
from treebuild.checker.game import Game as CheckedGame
from treebuild.checker.proof_file import Header, ProofFile, read_header
from treebuild.codec.files import STREAM
from treebuild.errors import MissingFileError, Remedy, TreebuildError
from treebuild.game.lookup import find_game, known_by
from treebuild.game.reply_matrix import reply_matrix
from treebuild.kernels.processor import folder, levels
from treebuild.regular_file import check_regular, kind_by_name
from treebuild.tree.policy import Progress as Told

CHECKERS = Path(__file__).parents[1] / "checker"  # has a folder for each level of processors
EXTRACTED = Path(__file__).parents[2] / "formal" / "extracted" / "treecheck-verified"  # in a checkout
GZIP = b"\x1f\x8b"  # the first bytes of every certificate
BLOCK = 1 << 16  # bytes that are inflated at a time
PIPED_LIMIT = 1 << 30  # bytes of the standard input, which is copied into the folder for temporary files, often memory
_COUNTS = re.compile(rb"claims: ([0-9]+), sets looked at: ([0-9]+)")
_AT = re.compile(rb"([0-9]+) ([0-9]+) ([0-9]+)\n")  # bytes read, claims, looks


@dataclass(frozen=True)
class Accepted:
    """A certificate that a checker has accepted.

    proved   what it proves
    checker  the language of the checker
    seconds  the time that the checker took
    """

    proved: Checked
    checker: str
    seconds: float


def accept(file: Path, *, python: bool = False, verified: bool = False, progress: Told | None = None) -> Accepted:
    """Check a certificate with the checker in C, or in Python where the installation has none in C.

    `python` asks for the checker in Python, `verified` for the one that Coq extracts. `progress` is called with (bytes
    read, bytes in all, what is being done); the verified checker does not call it. Raises TreebuildError for a file
    that is not accepted, and for one that has the name of a game that treebuild knows and is of another.
    """
    if not file.exists():
        raise MissingFileError(file)
    check_regular(file, file.stat(), "a certificate")
    with suppress(OSError), file.open("rb") as source:  # the checker will say why the file cannot be read
        if source.read(len(GZIP)) != GZIP:
            raise _no_certificate(file)
    check_called(file)
    if verified:
        return _verified(file)
    start, treecheck = perf_counter(), None if python else compiled()

    def report(at: Progress) -> None:
        if progress:
            progress(at.read, at.size, f"{at.claims} claims, {at.looks} sets looked at")

    if treecheck is not None:
        return Accepted(_in_c(treecheck, file, report), "C", perf_counter() - start)
    return Accepted(check(file, progress=report), "Python", perf_counter() - start)


def check_called(file: Path, title: str = "") -> None:
    """Raise TreebuildError for a certificate of another game than the one that treebuild knows by this name.

    `title` is the name that the theorem has of the game, by default the title in the certificate. To checkers it means
    nothing, but people take the theorem to be about the game that it names.
    """
    try:
        with file.open("rb") as source:
            proof = ProofFile(source)
            header = read_header(proof)
            title = title or header.title
            name = known_by(title)
            if name is None or _is_of(name, title, header, proof):
                return
    except (OSError, TreebuildError):
        return  # the checker says what is wrong
    raise TreebuildError(f"{file}: is called {title}, and is of another game ({described(header)})")


def _is_of(name: str, title: str, header: Header, proof: ProofFile) -> bool:
    """Whether a certificate, of which the header has been read, is of the game of this name: whether all replies agree.

    The title may be a little different. Somebody's own game may be called Wordle, too: that counts as another game only
    if it has as many codes and secrets, because otherwise `check` prints what tells them apart.
    """
    try:
        game = find_game(name)
    except TreebuildError:
        return title != name  # there is no such game, or it needs word lists that are not installed
    space, listed = game.space, {header.codes[0], header.secrets[0]}
    if space and listed == {"any" if space.repeat else "distinct"} and header.rule != "table":
        return (header.rule, header.pegs, header.symbols) == ("bulls-cows", space.pegs, space.symbols)
    if header.codes[1] != len(game.codes) or header.secrets[1] != len(game.secrets):
        return title != name
    read = CheckedGame(proof, header)
    return read.win == game.win and np.array_equal(read.reply.T, reply_matrix(game).matrix)


@contextmanager
def readable(file: Path) -> Iterator[Path]:
    """A file that can be read twice: `file` itself, or a copy of the standard input, which errors call `-`."""
    if file != STREAM:
        yield file
        return
    with tempfile.TemporaryDirectory(prefix="treebuild-") as folder:
        copy = Path(folder) / "certificate"
        try:
            with copy.open("wb") as target:
                _copy_stdin(target)
        except OSError as error:
            raise TreebuildError(f"{STREAM}: cannot be copied into {folder}: {error.strerror}") from None
        try:
            yield copy
        except TreebuildError as error:
            raise TreebuildError(error.message.replace(str(copy), "-"), error.kind, error.remedy) from None


def _copy_stdin(target: IO[bytes]) -> None:
    """Copy a certificate. Raises TreebuildError for bytes that begin as none does, and for more than PIPED_LIMIT."""
    block = begin = sys.stdin.buffer.read(len(GZIP))
    if begin != GZIP:
        raise _no_certificate(STREAM)
    while block:
        if target.tell() + len(block) > PIPED_LIMIT:
            raise TreebuildError(f"{STREAM}: is larger than {PIPED_LIMIT >> 30} GiB: check it as a file", "limit")
        target.write(block)
        block = sys.stdin.buffer.read(BLOCK)


def _no_certificate(file: Path) -> TreebuildError:
    if kind := kind_by_name(file, ".proof"):
        return TreebuildError(f"{file}: is no certificate; {kind}")
    return TreebuildError(f"{file}: is no certificate (a .proof file), or a damaged one")


def compiled() -> Path | None:
    """The checker in C for the best level of this processor; None where the installation has none."""
    name = "treecheck.exe" if sys.platform == "win32" else "treecheck"
    paths = (CHECKERS / folder(level) / name for level in levels())
    return next(filter(Path.exists, paths), None)


def _verified(file: Path) -> Accepted:
    """Check with treecheck-verified, the checker that Coq extracts: the one on the PATH, or the one of a checkout."""
    program = shutil.which("treecheck-verified") or (str(EXTRACTED) if EXTRACTED.exists() else None)
    if program is None:
        raise TreebuildError(
            "there is no treecheck-verified: `make treecheck-verified` in a checkout builds it, with ocamlopt"
        )
    start, name = perf_counter(), f"./{file}" if str(file).startswith("-") else str(file)
    done = subprocess.run([program, name], capture_output=True, check=False)
    if done.returncode:
        problem = done.stderr.decode(errors="replace").strip()
        raise TreebuildError(problem or f"{file}: the checker ended with {done.returncode}")
    return Accepted(_concluded(file, name, done.stdout), "OCaml, extracted from Coq", perf_counter() - start)


def _in_c(treecheck: Path, file: Path, report: Callable[[Progress], None]) -> Checked:
    """Check with the program in C, which reads the inflated file from its standard input.

    The result is in the words of `checker.check`, from the header as Python reads it.
    """
    name = f"./{file}" if str(file).startswith("-") else str(file)  # so that it is no option
    size, errors, pipe = 0, b"", subprocess.PIPE
    with suppress(OSError), file.open("rb") as source:
        size = ProofFile(source).size
    try:
        started = subprocess.Popen([treecheck, "-p", name], stdin=pipe, stdout=pipe, stderr=pipe)
    except OSError as error:
        raise _broken(treecheck, f"cannot be run: {error.strerror}") from None
    with started as program:
        assert program.stdin and program.stdout and program.stderr
        inflated = _Inflated(file, program.stdin)
        try:
            for line in program.stderr:
                if at := _AT.fullmatch(line):
                    read, claims, looks = map(int, at.groups())
                    report(Progress(claims, looks, read, size))
                else:
                    errors += line
            printed = program.stdout.read()
        except BaseException:  # also Ctrl-C, which the program may not have received
            program.kill()
            raise
        finally:
            inflated.join()
    if inflated.problem:
        raise TreebuildError(f"{file}: {inflated.problem}")
    if program.returncode < 0:
        raise _broken(treecheck, f"was ended by signal {-program.returncode}")
    if program.returncode:
        problem = errors.decode(errors="replace").strip()
        raise TreebuildError(problem or f"{file}: the checker ended with {program.returncode}")
    return _concluded(file, name, printed)


def _broken(treecheck: Path, what: str) -> TreebuildError:
    remedy = Remedy("{} checks without it", "python")
    return TreebuildError(f"{treecheck}: {what}: install treebuild again", remedy=remedy)


class _Inflated(Thread):
    """Writes an inflated file to a program. Afterwards `problem` says what was wrong with the file; "" if nothing."""

    def __init__(self, file: Path, target: IO[bytes]) -> None:
        super().__init__(daemon=True)
        self.file, self.target, self.problem = file, target, ""
        self.start()

    def run(self) -> None:
        """Inflate one gzip member, and nothing else."""
        reader = zlib.decompressobj(16 + zlib.MAX_WBITS)
        try:
            with suppress(BrokenPipeError), self.target, self.file.open("rb") as source:
                while block := source.read(BLOCK):
                    if reader.eof:
                        break
                    while block:
                        self.target.write(reader.decompress(block, BLOCK))
                        block = reader.unconsumed_tail
                if reader.unused_data or (reader.eof and block):
                    self.problem = "something follows the gzip member"
                elif not reader.eof:
                    self.problem = "this is no gzip file, or a damaged one, or one that ends too early"
        except zlib.error:
            self.problem = "this is no gzip file, or a damaged one, or one that ends too early"
        except OSError as error:
            self.problem = f"cannot be read: {error.strerror}"


def _concluded(file: Path, name: str, printed: bytes) -> Checked:
    """What an accepted certificate proves. Raises TreebuildError where the program printed another theorem."""
    try:
        with file.open("rb") as source:
            header = read_header(ProofFile(source))
    except TreebuildError as error:
        raise error.at(file) from None
    counts = _COUNTS.findall(printed)  # the name of the file may look like some
    proved = concluded(header, *map(int, counts[-1] if counts else (0, 0)))
    if not printed.startswith(os.fsencode(f"{name}: checked: {proved.theorem}\n")):
        raise TreebuildError(f"{file}: has changed while it was checked")
    return proved
