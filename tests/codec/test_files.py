import errno
import os
from pathlib import Path

import pytest

from treebuild import build, load, save
from treebuild.codec import files
from treebuild.errors import TreebuildError


def test_a_file_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "t.b92"
    path.write_bytes(b"abc")
    assert files.read_bytes(path) == b"abc"


def test_an_oversized_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "huge.msgpack"
    with path.open("wb") as file:
        file.truncate(files.SIZE_LIMIT + 1)
    with pytest.raises(TreebuildError, match="larger than 2 MiB"):
        files.read_bytes(path)


def test_an_unreadable_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*arguments: object, **options: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(os, "open", refused)  # root, who runs CI, may read every real file
    with pytest.raises(TreebuildError, match="cannot be read: Permission denied"):
        files.read_bytes(tmp_path / "t.b92")


def test_a_name_too_long_is_refused(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 300 + ".b92")
    with pytest.raises(TreebuildError, match="File name too long"):
        files.read_bytes(path)
    with pytest.raises(TreebuildError, match="cannot be written: File name too long"):
        files.write_bytes(path, b"abc")


def test_a_file_written_has_the_usual_mode(tmp_path: Path) -> None:
    path = tmp_path / "t.b92"
    files.write_bytes(path, b"abc")
    (tmp_path / "other").write_bytes(b"")
    assert path.stat().st_mode == (tmp_path / "other").stat().st_mode
    assert path.read_bytes() == b"abc" and len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize(
    ("name", "around"),
    [
        ("t.b92i", "{}\n\n"), ("t.b92", "{}\r\n \r\n"), ("t.rank", " {} \n"), ("T.RANK", "{}\n"), ("T.MSGPACK", ""),
        ("t.rank", "https://example.org/play.html#g=p3c4r&v=finds&t={}\n"), ("t.rank", "Look: #t={}&g=p3c4r"),
    ],
)  # fmt: skip
def test_what_editors_and_chats_put_around_a_tree_is_no_part_of_it(name: str, around: str, tmp_path: Path) -> None:
    tree, path = build("minavg", "p3c4r"), tmp_path / name
    save(tree, path, normalise=True)
    if around:
        path.write_text(around.format(path.read_text("ascii").strip()), "ascii")
    assert load(path, "p3c4r").total == tree.total
