"""Debian's Firefox, driven by Marionette, which is in every Firefox: Playwright drives only builds of its own."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

PROGRAMS = "firefox-esr", "firefox"


def program() -> str | None:
    """Its path, if it is installed."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


class Firefox:
    """A window of Firefox. A message is its length, a colon, and [0, id, command, parameters], or the answer."""

    def __init__(self, connection: socket.socket) -> None:
        self._stream = connection.makefile("rwb")
        self._ids = 0
        assert self._read()["applicationType"] == "gecko"
        self.call("WebDriver:NewSession", capabilities={"alwaysMatch": {"acceptInsecureCerts": False}})
        self.call("WebDriver:SetTimeouts", script=20_000, pageLoad=60_000)

    def call(self, command: str, **parameters: Any) -> Any:
        """The result of a command. Raises RuntimeError with what Firefox says of one that fails."""
        self._ids += 1
        message = json.dumps([0, self._ids, command, parameters]).encode()
        self._stream.write(b"%d:%s" % (len(message), message))
        self._stream.flush()
        _, _, error, result = self._read()
        if error:
            raise RuntimeError(f"{command}: {error['error']}: {error['message']}")
        return result

    def _read(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            byte = self._stream.read(1)
            if not byte:
                raise RuntimeError("Firefox has gone")
            length += byte
        return json.loads(self._stream.read(int(length[:-1])))

    def open(self, address: str) -> None:
        """Go to an address, and wait until the page is ready."""
        self.call("WebDriver:Navigate", url=address)
        self.wait('document.querySelector("#view[aria-busy=false]")')

    def run(self, script: str) -> Any:
        """What the body of a function returns in the page."""
        return self.call("WebDriver:ExecuteScript", script=script, args=[])["value"]

    def wait(self, condition: str, seconds: float = 20) -> None:
        """Until an expression of the page is true."""
        end = time.monotonic() + seconds
        while not self.run(f"return Boolean({condition})"):
            assert time.monotonic() < end, f"not within {seconds} s: {condition}"
            time.sleep(0.05)

    def press(self, keys: str) -> None:
        """Keys, spaces between them, as the page hears them."""
        for key in keys.split():
            self.run(f"""(document.activeElement ?? document.body).dispatchEvent(
                new KeyboardEvent("keydown", {{key: {json.dumps(key)}, bubbles: true, cancelable: true}}))""")


@contextmanager
def launched(folder: Path) -> Iterator[Firefox]:
    """Firefox without a window, with a new profile in `folder`."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    (folder / "user.js").write_text(
        f'user_pref("marionette.port", {port});\nuser_pref("intl.accept_languages", "en-US");\n'
        'user_pref("app.update.enabled", false);\nuser_pref("datareporting.policy.dataSubmissionEnabled", false);\n'
        'user_pref("network.captive-portal-service.enabled", false);\n'
    )
    process = subprocess.Popen(
        [str(program()), "--headless", "--marionette", "--no-remote", "--profile", str(folder)],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ | {"HOME": str(folder)},
    )  # fmt: skip
    try:
        with _connected(port) as connection:
            yield Firefox(connection)
    finally:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(10)
        process.kill()


def _connected(port: int) -> socket.socket:
    """The connection, as soon as Firefox listens. Raises TimeoutError after a minute."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        with suppress(ConnectionRefusedError):
            connection = socket.create_connection(("127.0.0.1", port))
            connection.settimeout(120)
            return connection
        time.sleep(0.2)
    raise TimeoutError("Firefox does not listen")
