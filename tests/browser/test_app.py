"""The page as an app: it is kept by its service worker, and plays without a network."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.helpers.browser.chromium import newcomer
from tests.helpers.browser.table import Table, copied
from tests.helpers.command_line import fails, run_text
from treebuild.algorithms import build
from treebuild.codec import save
from treebuild.errors import TreebuildError
from treebuild.publish.app import FILES
from treebuild.publish.app import app as files_of


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *values: object) -> None:
        """Nothing: the tests' output is not the server's."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("app")
    save(build("parts", "p3c4r"), path / "t.msgpack")
    assert run_text("export web t.msgpack --pwa made", cwd=path).stderr == ""
    return path / "made"


@pytest.fixture
def address(folder: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    thread.join()
    server.server_close()


def test_files(folder):
    assert sorted(path.name for path in folder.iterdir()) == sorted(FILES)
    manifest = json.loads((folder / "manifest.webmanifest").read_text())
    html = (folder / "index.html").read_text("utf-8")
    assert f'content="{manifest["description"]}"' in html and 'property="og:title"' in html
    assert manifest["start_url"] == "./" and (folder / manifest["icons"][0]["src"]).is_file()
    fails(f"export web --pwa {folder}", message="index.html")


@pytest.mark.parametrize("options", ["", "-o a.html --pwa b"])
def test_one_of_page_and_app(options):
    fails(f"export web {options}", message="-o FILE", code=2)


def test_only_pages_of_treebuild_become_apps():
    with pytest.raises(TreebuildError, match="expected a page of treebuild"):
        files_of("<html></html>")


def test_it_plays_without_a_network(chromium, address):
    context = newcomer(chromium)
    complaints: list[str] = []
    page = context.new_page()
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(address)
    page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    page.wait_for_function("navigator.serviceWorker.controller")
    context.set_offline(True)
    page.reload()
    table = Table(page, complaints)
    table.open("hides")
    table.enter("012")
    assert len(table.rows) == 1 and complaints == []
    context.close()


def test_a_friends_result_says_where_to_play_the_same_secret(chromium, address):
    context = newcomer(chromium)
    page = context.new_page()
    for view in ("duel&s=k3x9qa", "hides"):
        page.goto("about:blank")
        page.goto(f"{address}#g=p3c4r&v={view}")
        table = Table(page, [])
        table.enter("012")
        table.tap("#reveal")
        page.wait_for_selector("#share")
        last = copied(table, "#share").split("\n")[-1]
        assert last == address + ("#g=p3c4r&v=duel&s=k3x9qa" if "duel" in view else "")
    context.close()
