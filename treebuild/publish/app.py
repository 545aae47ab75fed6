"""The page as an app that a phone or a computer installs and plays without a network: its files, for any web server."""

from __future__ import annotations

import hashlib

from treebuild.errors import TreebuildError
from treebuild.publish import templates

FOLDER = "player/app"
PAGE, WORKER, *OTHERS = FILES = "index.html", "worker.js", "manifest.webmanifest", "icon.svg"


def app(html: str) -> dict[str, bytes]:
    """The files of an app, by their names, made from a page of `page` or `default_page`.

    The page registers a service worker, which keeps all files of this version; a later version has another cache. For
    this, the content security policy allows a manifest, images and a worker from the page's own server. Raises
    TreebuildError for any other text.
    """
    for before, after in (
        ("worker-src blob:", "manifest-src 'self'; img-src 'self'; worker-src 'self' blob:"),
        ("<style>", f"{templates.source(f'{FOLDER}/head.html')}<style>"),
    ):
        if html.count(before) != 1:
            raise TreebuildError(f"the page has {before!r} {html.count(before)} times: expected a page of treebuild")
        html = html.replace(before, after)
    version = hashlib.sha256(html.encode()).hexdigest()[:12]
    files = {PAGE: html, WORKER: templates.filled(f"{FOLDER}/{WORKER}", version=version)}
    files |= {name: templates.source(f"{FOLDER}/{name}") for name in OTHERS}
    return {file: text.encode() for file, text in files.items()}
