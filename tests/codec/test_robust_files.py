"""Where a file goes, and what becomes of what was there: links, modes, pipes, two writers, signals in the middle."""

from __future__ import annotations

import errno
import io
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

import pytest

from tests.helpers.command_line import fails, prints
from treebuild import build, save
from treebuild.codec import files
from treebuild.errors import TreebuildError


def fifo(path: Path) -> None:
    os.mkfifo(path)


def bound_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))


def device(path: Path) -> None:
    path.symlink_to("/dev/null")


KINDS = [(fifo, "a FIFO"), (bound_socket, "a socket"), (device, "a device"), (Path.mkdir, "a directory")]


@pytest.mark.parametrize(("make", "kind"), KINDS, ids=[kind for _, kind in KINDS])
def test_only_regular_files_are_read_or_replaced(
    make: Callable[[Path], None], kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # the name of a socket has to be short
    path = Path("t.b92")
    make(path)
    before = path.stat()
    for force in (False, True):
        with pytest.raises(TreebuildError, match=f"t.b92: is {kind}, expected a file to write"):
            files.write_bytes(path, b"abc", force)
    with pytest.raises(TreebuildError, match=f"is {kind}, expected a tree file|cannot be read: No such device"):
        files.read_bytes(path)  # returns at once: nobody writes into the FIFO
    assert os.path.samestat(path.stat(), before) and len(list(tmp_path.iterdir())) == 1


def test_a_symbolic_link_stays_and_its_file_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    file, link = tmp_path / "folder" / "t.b92", tmp_path / "link.b92"
    file.write_bytes(b"old")
    link.symlink_to("folder/t.b92")
    with pytest.raises(TreebuildError, match="already exists; use force=True to replace the file it leads to"):
        files.write_bytes(link, b"new")
    files.write_bytes(link, b"new", force=True)
    assert link.is_symlink() and not file.is_symlink() and file.read_bytes() == b"new"
    assert sorted(tmp_path.rglob("*")) == [tmp_path / "folder", file, link]


def test_a_link_to_nothing_is_a_name_that_is_taken(tmp_path: Path) -> None:
    link = tmp_path / "link.b92"
    link.symlink_to("missing.b92")
    with pytest.raises(TreebuildError, match="already exists; use force=True"):
        files.write_bytes(link, b"new")
    files.write_bytes(link, b"new", force=True)
    assert link.is_symlink() and (tmp_path / "missing.b92").read_bytes() == b"new"


def test_links_in_a_circle_are_refused(tmp_path: Path) -> None:
    link = tmp_path / "link.b92"
    link.symlink_to("link.b92")
    for force in (False, True):
        with pytest.raises(TreebuildError, match=r"link.b92: cannot be written|already exists"):
            files.write_bytes(link, b"new", force)
    with pytest.raises(TreebuildError, match="cannot be read"):
        files.read_bytes(link)


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o444, 0o666])
def test_a_file_that_is_replaced_keeps_its_mode(mode: int, tmp_path: Path) -> None:
    path = tmp_path / "t.b92"
    path.write_bytes(b"old")
    path.chmod(mode)
    files.write_bytes(path, b"new", force=True)
    assert path.stat().st_mode & 0o7777 == mode and path.read_bytes() == b"new"


def test_other_names_of_a_file_keep_what_they_had(tmp_path: Path) -> None:
    path, other = tmp_path / "t.b92", tmp_path / "other.b92"
    path.write_bytes(b"old")
    other.hardlink_to(path)
    files.write_bytes(path, b"new", force=True)
    assert other.read_bytes() == b"old" and path.read_bytes() == b"new"


def test_ctrl_c_without_hard_links_leaves_no_empty_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As soon as the empty file is there that keeps the name."""

    def refused(*paths: object, **options: object) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    def interrupted(path: Path, mode: str, **options: Any) -> IO[bytes]:
        file = open(path, mode, **options)  # noqa: PTH123, SIM115 - as the module does
        if path == target:
            file.close()
            raise KeyboardInterrupt
        return file

    target = tmp_path / "t.b92"
    monkeypatch.setattr(os, "link", refused)
    monkeypatch.setattr(files, "open", interrupted, raising=False)
    with pytest.raises(KeyboardInterrupt):
        files.write_bytes(target, b"new")
    assert list(tmp_path.iterdir()) == []


def failing_at(number: int, call: Callable[..., Any]) -> Callable[..., Any]:
    """The call, which finds no room at this one of its uses."""
    uses = iter(range(1, 100))

    def fail_or_call(*given: Any) -> Any:
        if next(uses) == number:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return call(*given)

    return fail_or_call


@pytest.mark.parametrize("old", [True, False])
@pytest.mark.parametrize("full", [1, 2, 3])
@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("export npm {folder} tree.msgpack", ["game.d.ts", "game.js", "package.json"]),
        pytest.param(
            "export npm {folder}", ["package.json", "treeplayer.d.ts", "treeplayer.js"], marks=pytest.mark.long
        ),
        ("export js tree.msgpack -o {folder}/m.mjs", ["m.d.mts", "m.mjs"]),
        pytest.param(
            "export web --pwa {folder}",
            ["icon.svg", "index.html", "manifest.webmanifest", "worker.js"],
            marks=pytest.mark.long,
        ),
    ],
)
def test_a_full_disk_leaves_all_files_of_an_export_or_none(
    words: str, names: list[str], full: int, old: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(build("minavg", "p2c3n"), tmp_path / "tree.msgpack")
    (folder := tmp_path / "made").mkdir()
    for name in names if old else []:
        (folder / name).write_text("old")
    before = {path: path.read_bytes() for path in folder.iterdir()}
    monkeypatch.setattr(os, "fsync", failing_at(min(full, len(names)), os.fsync))
    line = words.format(folder=folder) + " --force" * old
    fails(line, message="cannot be written: No space left on device\n", cwd=tmp_path)
    assert {path: path.read_bytes() for path in folder.iterdir()} == before
    prints(line, cwd=tmp_path)
    assert sorted(path.name for path in folder.iterdir()) == names


def test_files_that_are_written_before_another_fails_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last step, giving the files their names, is one for each file."""
    one, two, three = (tmp_path / name for name in ("one", "two", "three"))
    for path in one, two, three:
        path.write_text("old")
    monkeypatch.setattr(os, "replace", failing_at(3, os.replace))
    with pytest.raises(TreebuildError, match=rf"{three}: cannot be written: .*; written already: {one} and {two}$"):
        files.write_files({one: b"1", two: b"2", three: b"3"}, force=True)
    assert [path.read_text() for path in (one, two, three)] == ["1", "2", "old"] and len([*tmp_path.iterdir()]) == 3


@pytest.mark.parametrize("links", [True, False], ids=["links", "no links"])
def test_of_two_writers_one_succeeds(links: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both have looked, and found the name free, before either writes; also where there are no hard links."""

    def refused(*paths: object, **options: object) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    if not links:
        monkeypatch.setattr(os, "link", refused)
    path, both = tmp_path / "t.b92", threading.Barrier(8)
    monkeypatch.setattr(os, "fsync", lambda file: both.wait())
    said: list[str] = []

    def write(text: bytes) -> None:
        try:
            files.write_bytes(path, text)
            said.append(text.decode())
        except TreebuildError as error:
            said.append(str(error))

    writers = [threading.Thread(target=write, args=(b"%d" % i,)) for i in range(8)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    (winner,) = {text for text in said if text.isdecimal()}
    assert path.read_text() == winner and list(tmp_path.iterdir()) == [path]
    assert said.count(f"{path}: already exists; use force=True to replace it") == 7


def test_a_folder_that_cannot_be_written_is_noticed_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # root, who runs CI, may write anywhere
    with pytest.raises(TreebuildError, match=r"cannot be written: no new file may be made in "):
        files.check_writable(tmp_path / "t.b92")


@pytest.mark.parametrize(
    ("number", "word"), [(signal.SIGINT, "interrupted"), (signal.SIGTERM, "terminated"), (signal.SIGHUP, "hung up")]
)
@pytest.mark.parametrize("times", [1, 2])
def test_a_signal_in_the_middle_of_writing(number: signal.Signals, word: str, times: int, tmp_path: Path) -> None:
    target = tmp_path / "t.b92"
    target.write_bytes(b"old")
    code = (
        "import os, sys, signal\n"
        "from treebuild.__main__ import main\n"
        f"os.fsync = lambda file: [signal.raise_signal({number.value}) for _ in range({times})]\n"
        f"sys.argv = ['treebuild', 'build', 'simple', '--game', 'p2c3n', '-o', {str(target)!r}, '--force']\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),
    )
    assert done.returncode == 128 + number
    assert done.stderr == f"{word}; no unfinished file was left behind\n"
    assert target.read_bytes() == b"old" and list(tmp_path.iterdir()) == [target]


def test_a_signal_after_the_tree_was_written(tmp_path: Path) -> None:
    """The certificate is still to come, and the message says what there is."""
    code = (
        "import sys, signal, time\n"
        "from treebuild.__main__ import main\n"
        "import treebuild.certificate.write as write\n"
        "write.certify = lambda *words, **how: (signal.raise_signal(signal.SIGINT), time.sleep(60))\n"
        "sys.argv = 'treebuild build exact --objective total --game p2c3n -o t.b92 --proof t.proof'.split()\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 130 and done.stderr == "interrupted; t.b92 is written\n"
    assert [path.name for path in tmp_path.iterdir()] == ["t.b92"]


@pytest.mark.parametrize(("tree", "said"), [("", "t.proof is"), ("-o t.b92", "t.b92 and t.proof are")])
def test_a_signal_after_the_certificate_was_written(tree: str, said: str, tmp_path: Path) -> None:
    code = (
        "import sys, signal, time\n"
        "from treebuild.__main__ import main\n"
        "import treebuild.cli.replays as replays\n"
        "replays.report = lambda *words, **how: (signal.raise_signal(signal.SIGINT), time.sleep(60))\n"
        f"sys.argv = 'treebuild build exact --objective total --game p2c3n --proof t.proof {tree}'.split()\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 130 and done.stderr == f"interrupted; {said} written\n"


@pytest.mark.parametrize("stream", [None, io.StringIO()])
def test_streams_that_take_no_bytes(stream: io.StringIO | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """As those of a program that has put its own in their place."""
    monkeypatch.setattr(sys, "stdout", stream)
    monkeypatch.setattr(sys, "stdin", stream)
    with pytest.raises(TreebuildError, match="name a file to write"):
        files.write_bytes(files.STREAM, b"tree")
    with pytest.raises(TreebuildError, match="name a file to read"):
        files.read_bytes(files.STREAM)


def test_a_signal_while_a_progress_bar_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    """rich has put a stream of its own in place of the error stream, and nobody takes it away."""
    code = (
        "import sys, signal\n"
        "from rich.live import Live\n"
        "from treebuild.cli import main\n"
        "replaced = Live._enable_redirect_io\n"
        "Live._enable_redirect_io = lambda live: (replaced(live), signal.raise_signal(signal.SIGINT))\n"
        "sys.stderr.isatty = lambda: True\n"
        "sys.argv = 'treebuild pareto --game p2c3n'.split()\n"
        "main()\n"
    )
    monkeypatch.setenv("FORCE_COLOR", "1")  # for rich a terminal, too
    monkeypatch.delenv("JPY_PARENT_PID", raising=False)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 130 and done.stderr.endswith("interrupted; no unfinished file was left behind\n")


def test_a_signal_that_is_ignored_stays_ignored(tmp_path: Path) -> None:
    """As under nohup: the terminal is closed, the work goes on."""
    target = tmp_path / "t.b92"
    code = (
        "import os, sys, signal\n"
        "from treebuild.__main__ import main\n"
        "os.fsync = lambda file: os.kill(os.getpid(), signal.SIGHUP)\n"
        f"sys.argv = ['treebuild', 'build', 'simple', '--game', 'p2c3n', '-o', {str(target)!r}]\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
    )
    assert done.returncode == 0 and target.exists()
