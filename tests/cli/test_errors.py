"""A name that is none: what is said first, and what the user may have meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_cli import fails


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("show nofile", "error: nofile: there is no such file\n"),
        ("play bulls", "error: bulls: there is no such file; bulls is a rule: a file game.toml makes a game of it"),
        ("verify minavg", "error: minavg: there is no such file; minavg is an algorithm: `treebuild build minavg -o"),
        ("show mastermind", "error: mastermind: there is no such file; mastermind is a game: --game mastermind names"),
        ("show p5c8n", "error: p5c8n: there is no such file; p5c8n is a game: --game p5c8n"),
        ("show mastermnd", "error: mastermnd: there is no such file; did you mean the game mastermind?\n"),
        ("report entrpy -o r.html", "error: entrpy: there is no such file; did you mean the algorithm entropy?\n"),
        ("show tre.msgpack", "error: tre.msgpack: there is no such file; did you mean tree.msgpack?\n"),
        ("compare a b", "error: a: there is no such file\n"),
        (
            "show AsTHPttPkIhyk1zsCLe8_I4J",
            "I4J: there is no such file, and no tree can be read from it as a ranked",
        ),
        ("build minavgg", "unknown algorithm 'minavgg': did you mean 'minavg'?"),
        ("build minavg --game mastermindd", "bad game 'mastermindd': did you mean 'mastermind'? expected pNcM"),
        ("guesses --game four-colors", "bad game 'four-colors': did you mean 'four-colours'?"),
    ],
)
def test_what_a_name_may_stand_for(words: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tree.msgpack").write_bytes(b"")
    fails(*words.split(), message=message, code=2 if "did you mean '" in message else 1)
