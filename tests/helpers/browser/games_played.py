"""Every mode of the page, played from its first screen to its end, for tests that look at every step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

from tests.helpers.browser.screens import PLAY, word_page
from tests.helpers.browser.table import Table, copied, reply_label, secret_of
from treebuild.algorithms import build
from treebuild.game.game import Game
from treebuild.game.lookup import find_game
from treebuild.publish import page as web

SHARE = 0.75  # what the page's dice show: the secret is the code at this share of all
LINK = "k3x9qa"
NOT_READ = "what is this"  # a line that is no guess
OWN = "p3c5r"
ANIMALS = Path(__file__).parents[3] / "docs" / "examples" / "diagnosis" / "animals.toml"
MOST = 12  # guesses of a game that comes to its end
DAY = "2026-11-22"
Visit = Callable[..., Table]
Steps = Iterator[tuple[str, Table]]


def games_played(visit: Visit, folder: Path, **context: object) -> Steps:
    """What is to be seen in every mode: (name, page), the last step of a mode being its end."""
    modes = (of_home, of_guesses, of_learning, of_answers, of_races, of_turns, of_friends, of_days)
    for mode in (*modes, of_training, of_help, of_own_games, of_exploring):
        yield from mode(visit, **context)
    for mode in (of_words, of_questions):
        yield from mode(visit, folder, **context)


def _sit(visit: Visit, game: str, view: str, path: Path = PLAY, **context: object) -> Table:
    table = visit("", path=path, **context)
    table.page.clock.set_fixed_time(f"{DAY}T09:00:00")
    table.page.evaluate(f"Math.random = () => {SHARE}")
    table.go(f"#g={game}&v={view}")
    return table


def _secret(game: Game) -> str:
    """What the dice choose."""
    return game.spell(game.secrets[int(len(game.secrets) * SHARE)])


def _other(game: Game, secret: str) -> str:
    """A guess that is not the secret."""
    return next(code for code in map(game.spell, game.codes) if code != secret)


def _enter(table: Table, game: Game, code: str) -> None:
    for symbol in game.parse(code):
        table.tap(f"#key{symbol}")
    table.tap("#submit")


def _reviewed(table: Table) -> Table:
    """With all that is worked out at the end of a game."""
    table.page.wait_for_selector("#share")
    if table.shows(".trees"):
        table.page.wait_for_selector(".trees .board")
    return table


def of_home(visit: Visit, **context: object) -> Steps:
    table = visit("", path=PLAY, **context)
    yield "home, first visit", table
    table.tap("#how")
    yield "home", table


def of_guesses(visit: Visit, **context: object) -> Steps:
    for name in ("p4c10n", "p4c6r", "p5c8r", "no-leading-zero"):
        game = find_game(name)
        table = _sit(visit, quote(game.name), "hides", **context)
        secret = _secret(game)
        yield f"{name}: you guess", table
        _enter(table, game, _other(game, secret))
        table.tap("#hint")
        table.page.wait_for_selector("#hinted p:not(.hint)")
        yield f"{name}: hint", table
        _enter(table, game, secret)
        yield f"{name}: review", _reviewed(table)
    table.open("statistics")
    yield "statistics", table


def of_learning(visit: Visit, **context: object) -> Steps:
    """What games have to teach, once there are three."""
    game = Game.from_rules("p4c10n")
    table = _sit(visit, game.name, "hides", **context)
    for _ in range(3):
        for code in ("0123", "0132", "0132", _secret(game)):
            table.enter(code)
        table.page.wait_for_selector("#share")
        table.tap("#again")
    table.open("statistics")
    table.page.wait_for_selector("#rating")
    yield "statistics: what games teach", table


def of_answers(visit: Visit, **context: object) -> Steps:
    for name, secret in (("p4c10n", "4721"), ("p4c6r", "1025")):
        game = Game.from_rules(name)
        table = _sit(visit, name, "finds", **context)
        yield f"{name}: it guesses", table
        _answer(table, game, secret)
        yield f"{name}: answered once", table
        for _ in range(MOST):
            if table.shows("#again"):
                break
            _answer(table, game, secret)
        assert table.shows("#again")
        yield f"{name}: it has found", table


def _answer(table: Table, game: Game, secret: str) -> None:
    """Answer a guess in the large tiles, however its symbols are shown."""
    shown = table.guess
    if not shown.isdigit():
        shown = "".join(str("OBGYPRWC".index(letter)) for letter in shown)
    bulls, cows = reply_label(game, shown, game.parse(secret)).split(".")
    table.tap(f"#bulls{bulls}")
    if table.shows(f"#bulls{bulls}[aria-pressed]"):  # otherwise the rules leave no other meaning
        table.tap(f"#cows{cows}")


def of_races(visit: Visit, **context: object) -> Steps:
    game = Game.from_rules("p4c10n")
    table = _sit(visit, "p4c10n", "race", **context)
    yield "race: invitation", table
    for at, code in enumerate(("0123", "4567", _secret(game))):
        _enter(table, game, code)
        yield f"race: question {at}", table
        _answer(table, game, "4721")
    yield "race: over", _reviewed(table)


def of_turns(visit: Visit, **context: object) -> Steps:
    game = Game.from_rules("p4c6r")
    table = _sit(visit, "p4c6r", "turns", **context)
    yield "turns: choosing", table
    _enter(table, game, "0123")
    _enter(table, game, "0001")
    yield "turns: guessing", table
    _enter(table, game, "0123")
    yield "turns: half", table
    table.tap("#again")
    _enter(table, game, "5555")
    _enter(table, game, "5555")
    yield "turns: over", table


def of_friends(visit: Visit, **context: object) -> Steps:
    game = Game.from_rules("p4c10n")
    secret = secret_of(LINK, game, "p4c10n")
    table = _sit(visit, "p4c10n", f"duel&s={LINK}", **context)
    yield "friend: begun", table
    _enter(table, game, _other(game, secret))
    yield "friend: on", table
    _enter(table, game, secret)
    result = copied(_reviewed(table), "#share")
    table.page.fill("#theirs", result)
    assert table.text("#duelVerdict")
    yield "friend: compared", table


def of_days(visit: Visit, **context: object) -> Steps:
    game = Game.from_rules("p4c10n")
    secret = secret_of(DAY, game, "p4c10n")
    table = _sit(visit, "p4c10n", "daily", **context)
    yield "daily: begun", table
    _enter(table, game, _other(game, secret))
    _enter(table, game, secret)
    yield "daily: over", _reviewed(table)
    table.go("")
    yield "daily: home after it", table


def of_training(visit: Visit, **context: object) -> Steps:
    for name in ("p4c10n", "p4c6r"):
        table = _sit(visit, name, "hides", **context)
        table.page.evaluate("let seed = 1; Math.random = () => (seed = seed * 16807 % 2147483647) / 2147483647")
        table.open("train")
        for at in range(3):
            table.page.wait_for_selector(".option:not([disabled])")
            if not at:
                yield f"{name}: train", table
            table.page.locator(".option").nth(at).click()
            table.page.wait_for_selector("#why")
            if at == 1:
                yield f"{name}: trained", table
            table.tap("#next")


def of_help(visit: Visit, **context: object) -> Steps:
    game = Game.from_rules("p4c10n")
    secret = "4721"
    table = _sit(visit, "p4c10n", "help", **context)
    table.page.wait_for_selector("#best .option")
    yield "help: begun", table
    table.page.fill("#lines", f"0123 {reply_label(game, '0123', game.parse(secret))}\n{NOT_READ}")
    table.tap("#read")
    table.page.wait_for_selector("#best .option")
    yield "help: read", table
    table.page.fill("#lines", "")
    _enter(table, game, secret)
    yield "help: asked", table
    table.tap("#bulls4")
    table.page.wait_for_selector("#share")
    yield "help: review", table


def of_own_games(visit: Visit, **context: object) -> Steps:
    game = Game.from_rules(OWN)
    table = _sit(visit, "p4c10n", "hides", **context)
    table.go("")
    for slider, value in (("pegs", 3), ("symbols", 5)):
        table.page.locator(f"#own{slider}").evaluate(
            "(slider, value) => { slider.value = value; slider.dispatchEvent(new InputEvent('input')); }", value
        )
    yield "own game: chosen", table
    table.tap("#ownPlay")
    table.page.wait_for_selector("#submit")
    table.wait()
    secret = _secret(game)
    _enter(table, game, _other(game, secret))
    table.tap("#hint")
    table.page.wait_for_selector("#hinted p:not(.hint)")
    yield "own game: hint", table
    _enter(table, game, secret)
    yield "own game: review", _reviewed(table)


def of_exploring(visit: Visit, **context: object) -> Steps:
    for name in ("p4c10n", "p5c10n"):
        table = _sit(visit, name, "explore", **context)
        table.page.wait_for_selector("#search")
        yield f"{name}: explore", table
    table = _sit(visit, "p4c10n", "finds", **context)
    for answer in ("0 4", "0 0"):
        table.press(answer)
    yield "contradiction", table


def of_words(visit: Visit, folder: Path, **context: object) -> Steps:
    path = word_page(folder)
    table = visit("#v=hides", path=path, **context)
    yield "words: first visit", table
    table.restart(SHARE)
    table.enter("jumpy")
    yield "words: you guess", table
    table.tap("#reveal")
    yield "words: review", _reviewed(table)
    table.open("finds")
    yield "words: it guesses", table
    for _ in range(MOST):
        if table.shows("#again"):
            break
        table.press("g g g g g" if table.page.locator(".history .board li").count() else ". . . . .")
    assert table.shows("#again")
    yield "words: it has found", table
    table.open("help")
    table.page.wait_for_selector("#best .option")
    yield "words: help", table
    table.open("train")
    table.page.wait_for_selector(".option")
    yield "words: train", table
    table.go("#v=turns")
    for code in ("crane", "slate", "crane"):
        table.enter(code)
    yield "words: turns", table


def of_questions(visit: Visit, folder: Path, **context: object) -> Steps:
    """A key: the page asks what is to be found out."""
    path = folder / "key.html"
    path.write_text(web.page([("", build("minavg", find_game(ANIMALS)))]), "utf-8")
    table = visit("", path=path, **context)
    yield "key: asked", table
    table.tap("#unknown")
    table.tap("#several")
    table.tap("#others > summary")
    yield "key: several answers, other questions", table
    table.tap("#several")
    table.page.locator(".answers button:not(.unfit)").first.click()
    table.page.locator(".answers .unfit").first.click()
    yield "key: an answer that nothing has", table
    for _ in range(MOST):
        if table.shows(".found"):
            break
        table.page.locator(".answers button:not(.unfit)").first.click()
    assert table.shows(".found")
    table.tap("#all > summary")
    table.page.locator("#all details summary").first.click()
    yield "key: found", table
