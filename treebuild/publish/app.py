"""The page as an app that a phone or a computer installs and plays without a network: its files, for any web server."""

from __future__ import annotations

import base64
import hashlib
import json

from treebuild.errors import TreebuildError

PAGE, MANIFEST, ICON, WORKER = FILES = "index.html", "manifest.webmanifest", "icon.svg", "worker.js"
INK, PAPER = "#0b6e4f", "#f6f2e9"
NAME = "Bulls and Cows"
ABOUT = "Guess the secret, or let the page guess yours: Bulls and Cows, Mastermind and games of your own."

_ICON = f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
<rect width="64" height="64" fill="{INK}"/>
<g fill="none" stroke="#fff" stroke-width="4">
<circle cx="22" cy="22" r="7" fill="#fff"/><circle cx="42" cy="22" r="7" fill="#fff"/>
<circle cx="22" cy="42" r="7"/><circle cx="42" cy="42" r="7" stroke-dasharray="4"/>
</g>
</svg>
"""

_WORKER = """// Keeps the files of this version of the page, and gives them without a network.
const CACHE = "treebuild-{version}";

addEventListener("install", (event) =>
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll({files})).then(() => skipWaiting())));

addEventListener("activate", (event) =>
  event.waitUntil(caches.keys()
    .then((names) => names.filter((name) => name.startsWith("treebuild-") && name !== CACHE))
    .then((old) => Promise.all(old.map((name) => caches.delete(name))))
    .then(() => clients.claim())));

addEventListener("fetch", (event) =>
  event.respondWith(caches.match(event.request, {{ ignoreSearch: true }})
    .then((kept) => kept ?? fetch(event.request))));
"""

_REGISTER = f'\nnavigator.serviceWorker?.register("{WORKER}");\n'
_HEAD = (
    f'<link rel="manifest" href="{MANIFEST}">\n<link rel="icon" href="{ICON}">\n'
    f'<meta name="theme-color" content="{INK}">\n'
    f'<meta property="og:title" content="{NAME}">\n'  # what a messenger shows of a link
    f'<meta name="description" property="og:description" content="{ABOUT}">\n'
)


def app(html: str) -> dict[str, bytes]:
    """The files of an app, by their names, of a page that `page` or `default_page` has made.

    The page registers a service worker, which keeps all files of this version; a later version has another cache. The
    content security policy allows what that takes from the page's own server, and nothing else. Raises TreebuildError
    for a text that is no such page.
    """
    digest = base64.b64encode(hashlib.sha256(_REGISTER.encode()).digest()).decode("ascii")
    for before, after in (
        ("script-src '", f"manifest-src 'self'; img-src 'self'; script-src 'sha256-{digest}' '"),
        ("worker-src blob:", "worker-src 'self' blob:"),
        ("<style>", f"{_HEAD}<style>"),
        ("</body>", f'<script type="module">{_REGISTER}</script>\n</body>'),
    ):
        if html.count(before) != 1:
            raise TreebuildError(f"the page has {before!r} {html.count(before)} times: expected a page of treebuild")
        html = html.replace(before, after)
    version = hashlib.sha256(html.encode()).hexdigest()[:12]
    worker = _WORKER.format(version=version, files=json.dumps(["./", MANIFEST, ICON]))
    files = {PAGE: html, MANIFEST: _manifest(), ICON: _ICON, WORKER: worker}
    return {file: text.encode() for file, text in files.items()}


def _manifest() -> str:
    return json.dumps({
        "name": NAME,
        "short_name": NAME,
        "description": ABOUT,
        "start_url": "./",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": INK,
        "icons": [{"src": ICON, "sizes": "any", "type": "image/svg+xml"}],
    }, indent=1) + "\n"  # fmt: skip
