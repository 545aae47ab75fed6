"""Games from TOML files, lists of codes, and CSV files of weights, costs and groups."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from treebuild.errors import TreebuildError, any_of, some_of, warn
from treebuild.game.checks import mixed_case
from treebuild.game.conditions import GUESSES
from treebuild.game.game import SYMBOLS, Game
from treebuild.game.groups import Groups
from treebuild.game.numbers import COST, WEIGHT, Number
from treebuild.game.pairs import read_pairs
from treebuild.game.reply_rules import RULES, Rule, Symbols
from treebuild.game.separation import with_inseparable_grouped
from treebuild.game.space import Space
from treebuild.game.table_file import ROWS, TableFile, read_table
from treebuild.game.text import normal, normal_values, not_alone, small
from treebuild.game.variants import DOES_NOT_APPLY, UNKNOWN, check_known, spread
from treebuild.regular_file import read_regular

MOST_NAMED = 30  # replies that an error lists
REFUSE = "refuse"  # in place of the weight of missing secrets: no answer of a table may be missing either
SIZE_LIMIT = 16 << 20  # bytes of a file: a million words, or a table of 8 million replies, which takes seconds to read
TOML_LIMIT = 1 << 20  # bytes of a TOML file, which takes longer to read; longer lists are files of their own
MOST_DIGITS = 40  # of a number in a TOML file; the weights of a game add up to 13 at most
KEY_PARTS = 20  # of a dotted key, which takes time as their square; no key of a game has more than two
_PART = r"""(?:[\w-]++|"[^"\n]*"|'[^'\n]*')"""
_LONG_KEY = re.compile(rf"(?<![\w-]){_PART}(?:[ \t]*\.[ \t]*{_PART}){{{KEY_PARTS}}}")
_SETS: tuple[str, ...] = ("codes", "secrets")
_KEYS: dict[str, Any] = {
    "name": str,
    "rule": str,
    "codes": (dict, list, str),
    "secrets": (dict, list, str),
    "table": str,
    "rows": str,
    "win": str,
    "inapplicable": str,
    "weights": (list, str),
    "missing": (int, Decimal, str),
    "guesses": str,
    "costs": (dict, list, str),
    "groups": (dict, str),
}
_FILES = ("codes", "secrets", "table", "weights", "costs", "groups")  # keys whose texts are names of files
_ANY = ("name", "rule", "weights", "missing", "guesses", "costs", "groups")  # keys that go with every rule
_KINDS = {
    str: "a text",
    int: "a number",
    Decimal: "a decimal",
    bool: "true or false",
    list: "a list",
    dict: "a table { ... }",
}
_SPACE = {"pegs": int, "symbols": str, "repeat": bool, "not_first": str}


def read_game(path: Path, guesses: str | None = None) -> Game:
    """The game that a TOML file describes: docs/reference/game-file.md has the format.

    `guesses` is a rule of guesses that replaces the one in the file. Raises TreebuildError, naming file and line, when
    the file does not describe a game.
    """
    text = read_text(path, "a game", TOML_LIMIT)
    return _Description(path, text, _loaded(path, text), guesses).game()


def _loaded(path: Path, text: str) -> dict[str, Any]:
    """The content of a TOML file. Raises TreebuildError for a text that is not TOML or exceeds a limit."""
    if found := _LONG_KEY.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise TreebuildError(f"{path}: line {line}: a key has more than {KEY_PARTS} parts, expected two at most")
    try:
        content = tomllib.loads(text, parse_float=_decimal)
    except tomllib.TOMLDecodeError as error:
        raise TreebuildError(f"{path}: is not TOML: {error}") from None
    except RecursionError:
        raise TreebuildError(f"{path}: has lists or tables in one another too deep to read, expected three") from None
    except ValueError:  # Python reads no integer of more than 4,300 digits
        raise _many_digits(path) from None
    if _has_many_digits(content):
        raise _many_digits(path)
    return content


def _has_many_digits(value: Any) -> bool:
    """Whether an integer in a value of a TOML file has too many digits to be told in an error."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return any(map(_has_many_digits, value))
    return isinstance(value, int) and abs(value) >= 10**MOST_DIGITS


def _many_digits(path: Path) -> TreebuildError:
    return TreebuildError(f"{path}: has a number of more than {MOST_DIGITS} digits, expected fewer")


def read_lists(name: str, rule: str, codes: Path | list[str] | None, secrets: Path | None) -> Game:
    """The game called `name` of a built-in rule, with codes from a file or a list and secrets from a file.

    The files have a code a line. Without `secrets` all codes are secrets. Raises TreebuildError, naming file and line,
    as `read_game` does.
    """
    lists = {
        key: value if isinstance(value, list) else str(value.absolute())
        for key, value in (("codes", codes), ("secrets", secrets))
        if value is not None
    }
    place = codes if isinstance(codes, Path) else secrets or Path(name)
    return _Description(place, "", {"name": name, "rule": rule, **lists}, None).game()


def weigh(game: Game, path: Path, missing: Number | None = None) -> Game:
    """The game with weights from a CSV file of secrets and their weights; omitted secrets weigh `missing`.

    If `missing` is None, they weigh 0, and a warning tells. Raises TreebuildError, naming file and line, for a file
    that is no such table, and as `Game.weighted` does.
    """
    try:
        weights = WEIGHT.read(path, _text(path, "weights"))
        weighed = game.weighted(weights, missing or 0)
    except TreebuildError as error:
        raise error if error.message.startswith(f"{path}: ") else error.at(path) from None
    secrets = game.variants or game.secrets
    if missing is None and len(weights) < len(secrets):
        advice = "add them, or say with `missing` what they weigh"
        warn(f"note: {path}: has weights of {len(weights)} of {len(secrets)} secrets, and the others weigh 0: {advice}")
    return weighed


def price(game: Game, path: Path, left_out: Collection[str] = ()) -> Game:
    """The game with costs from a CSV file of codes and their costs; omitted codes cost 1.

    Where these are tests of hypotheses, a warning tells. Costs of the tests `left_out`, which the game lacks, are not
    used. Raises TreebuildError, naming file and line, for a file that is no such table, and as `Game.priced` does.
    """
    try:
        costs = {code: cost for code, cost in COST.read(path, _text(path, "costs")).items() if code not in left_out}
        priced = game.priced(costs)
    except TreebuildError as error:
        raise error if error.message.startswith(f"{path}: ") else error.at(path) from None
    if game.conditions.guesses == "identify" and len(costs) < (tests := len(game.codes) - len(game.namings)):
        warn(f"note: {path}: has costs of {len(costs)} of {tests} tests, and the others cost 1")
    return priced


def group(game: Game, path: Path) -> Game:
    """The game with groups from a CSV file of secrets and their groups; omitted secrets are groups of their own.

    Raises TreebuildError, naming file and line, for a file that is no such table, and as `Game.grouped` does.
    """
    pairs = read_pairs(path, _text(path, "groups"), "secret", "group")
    if empty := [where for name, where in pairs.values() if not name]:
        raise TreebuildError(f"{empty[0]}: the group has no name, expected a secret and its group")
    try:
        return _in_groups(game, {secret: name for secret, (name, _) in pairs.items()})
    except TreebuildError as error:
        raise error.at(path) from None


def _in_groups(game: Game, groups: Groups) -> Game:
    """The game with these groups, in which secrets that no test separates are grouped too.

    A warning tells where each secret is the only one of its group.
    """
    grouped = game.grouped(groups)
    if not grouped.conditions.groups:
        warn("note: no two secrets are of one group: the groups change nothing, and their names are not used")
    return _inseparable_grouped(grouped)


def _inseparable_grouped(game: Game) -> Game:
    """The game, in which secrets that no test separates are of one group. A warning tells which these are."""
    game, together = with_inseparable_grouped(game)
    if together:
        groups: dict[str, set[str]] = {}  # of which the secrets of each name are now
        for number, name in enumerate(game.own_names):
            groups.setdefault(name, set()).add(game.named(number))
        partly = [some for some in together if any(len(groups[name]) > 1 for name in some)]
        wholly = [some for some in together if some not in set(partly)]
        listed = [some_of([*map(", ".join, sets)], MOST_NAMED, "; ") for sets in (wholly, partly) if sets]
        where = " in some of their variants" * bool(partly)
        said = f"{', nor '.join(listed)}{where}: the tree names them together, as `{any_of([*wholly, *partly][0])}`"
        warn(f"note: no test separates {said}")
    return game


def _decimal(text: str) -> Decimal:
    """A number of a TOML file, exactly; NaN for a text that is too long."""
    return Decimal(text) if len(text) <= MOST_DIGITS else Decimal("nan")


class _Description:
    """A TOML file that describes a game: its text, and its keys and values."""

    def __init__(self, path: Path, text: str, content: dict[str, Any], guesses: str | None) -> None:
        self.path, self.text, self.guesses = path, text, guesses
        self._check(content, _KEYS)
        named = {key: value for key, value in content.items() if key in _FILES and isinstance(value, str)}
        self.content: dict[str, Any] = normal_values(content) | named
        self.name = self.content.get("name", normal(path.stem))
        self._left_out = set[str]()  # tests of which no answer is known

    def game(self) -> Game:
        rule, guesses = self.content.get("rule"), self.content.get("guesses", "all")
        if guesses not in GUESSES:
            raise self.wrong("guesses", f"is {guesses!r}, expected one of {', '.join(GUESSES)}")
        if rule == "table":
            return self._conditioned(self._only((*_ANY, "table", "rows", "win", "inapplicable"))._table())
        if rule in RULES:
            if self._refuses:
                raise self.wrong("missing", "is about tables of tests: remove it")
            return self._conditioned(self._only((*_ANY, "codes", "secrets"))._pegs(rule))
        raise self.wrong("rule", f"is {rule!r}, expected one of {', '.join((*RULES, 'table'))}")

    @property
    def _refuses(self) -> bool:
        """Whether a table must have one answer in every cell."""
        missing = self.content.get("missing")
        if isinstance(missing, str) and missing != REFUSE:
            raise self.wrong("missing", f'is {missing!r}, expected a weight, or "{REFUSE}" with a table of tests')
        return missing == REFUSE

    def wrong(self, key: str, what: str) -> TreebuildError:
        """The error about a key, with the line where the key stands, if it is found."""
        name = re.escape(key)
        found = re.search(rf"(?m)^[ \t]*{name}[ \t]*=", self.text) or re.search(rf"\b{name}[ \t]*=", self.text)
        line = f"line {self.text.count(chr(10), 0, found.start()) + 1}: " if found else ""
        return TreebuildError(f"{self.path}: {line}{key} {what}")

    def _check(self, content: dict[str, Any], kinds: dict[str, Any]) -> None:
        for key, value in content.items():
            if key not in kinds:
                raise self.wrong(key, f"is an unknown key, expected {', '.join(kinds)}")
            expected = kinds[key] if isinstance(kinds[key], tuple) else (kinds[key],)
            if not isinstance(value, expected) or (int in expected and isinstance(value, bool)):
                such = ", a character for each symbol, such as 'RGBY'" if key == "symbols" else ""
                raise self.wrong(key, f"is {value!r}, expected {' or '.join(_KINDS[kind] for kind in expected)}{such}")

    def _only(self, keys: Sequence[str]) -> _Description:
        for key in self.content:
            if key not in keys:
                raise self.wrong(key, f"has no meaning with rule = {self.content['rule']!r}: remove it")
        return self

    def _conditioned(self, game: Game) -> Game:
        """The game under the conditions of the file: weights, allowed guesses, costs, groups."""
        return self._grouped(self._priced(self._ruled(self._weighted(game))))

    def _ruled(self, game: Game) -> Game:
        """The game with its rule of guesses, if it has one."""
        if self.guesses is not None:
            return game.with_guesses(self.guesses)
        try:
            return game.with_guesses(self.content.get("guesses", game.conditions.guesses))
        except TreebuildError as error:
            raise self.wrong("guesses", f"cannot be {self.content['guesses']!r}: {error.message}") from None

    def _priced(self, game: Game) -> Game:
        """The game with the costs of its guesses, if it has any."""
        costs = self.content.get("costs")
        if costs is None:
            return game
        if isinstance(costs, str):
            return price(game, self.path.parent / costs, self._left_out)
        if isinstance(costs, dict):
            costs = {code: cost for code, cost in costs.items() if code not in self._left_out}
        try:
            return game.priced(costs)
        except TreebuildError as error:
            raise self.wrong("costs", f"are no costs: {error.message}") from None

    def _grouped(self, game: Game) -> Game:
        """The game with the groups of its secrets, if it has any."""
        groups = self.content.get("groups")
        if isinstance(groups, str):
            return group(game, self.path.parent / groups)
        try:
            return _inseparable_grouped(game) if groups is None else _in_groups(game, groups)
        except TreebuildError as error:
            if groups is None:
                raise error.at(self.path) from None
            raise self.wrong("groups", f"are no groups: {error.message}") from None

    def _weighted(self, game: Game) -> Game:
        """The game with the weights of its secrets, if it has any."""
        weights = self.content.get("weights")
        missing = None if self._refuses else self.content.get("missing")
        if weights is None:
            if "missing" in self.content and not self._refuses:
                raise self.wrong(
                    "missing",
                    "is the weight of secrets that weights omit, and there are no weights: remove it",
                )
            return game
        if isinstance(weights, str):
            return weigh(game, self.path.parent / weights, missing)
        try:
            return game.weighted(weights, missing or 0)
        except TreebuildError as error:
            raise self.wrong("weights", f"are no weights: {error.message}") from None

    def _table(self) -> Game:
        tests = "win" not in self.content and "identify" in (self.guesses, self.content.get("guesses"))
        for key in "table", *([] if tests else ["win"]):
            if key not in self.content:
                more = ', or guesses = "identify"' * (key == "win")
                raise self.wrong(key, f'is missing: rule = "table" needs it{more}')
        path, rows = self.path.parent / self.content["table"], self.content.get("rows", ROWS[0])
        if rows not in ROWS:
            raise self.wrong("rows", f"is {rows!r}, expected one of {', '.join(ROWS)}")
        table = read_table(path, _text(path, "a table"), rows)
        return self._tests(table) if tests else self._won(table, self.content["win"])

    def _tests(self, table: TableFile) -> Game:
        """The game of a table of tests, in which a hypothesis whose answers are not all known becomes variants."""
        table.note_if_transposed("rows" in self.content)
        if self._refuses:
            check_known(table, f'missing = "{REFUSE}"')
        inapplicable = self.content.get("inapplicable", DOES_NOT_APPLY)
        if inapplicable in UNKNOWN:
            what = f"is {inapplicable!r}, which says that nothing is known: expected another answer"
            raise self.wrong("inapplicable", what)
        found = spread(table, inapplicable)
        self._left_out = set(table.codes).difference(found.tests)
        several = len(found.secrets) > len(table.secrets)
        if several and self.guesses not in (None, "identify"):
            raise TreebuildError(
                f"{table.path}: has unknown or variable answers, which need guesses `identify`: fill them in"
            )
        hypotheses = found.hypotheses if several else []
        return self._from_table(table.path, found.tests, found.secrets, found.answers, None, hypotheses)

    def _won(self, table: TableFile, win: str) -> Game:
        """The game of a table in which a reply ends the game."""
        if self._refuses or "inapplicable" in self.content:
            key = "inapplicable" if "inapplicable" in self.content else "missing"
            raise self.wrong(key, "is about tables of tests, which have no win: remove it")
        table.check_filled()
        if not any(win in row for row in table.cells):
            replies = sorted({reply for row in table.cells for reply in row})
            some = some_of(replies, MOST_NAMED)
            expected = f"expected the reply in {table.path.name} that ends the game: one of {some}"
            raise self.wrong("win", f"is {win!r}, {expected}")
        game = self._from_table(table.path, table.codes, table.secrets, table.cells, win)
        for code, row in zip(table.codes, table.cells, strict=True):
            if row.count(win) > 1:
                raise TreebuildError(f"{table.path}: the code {code!r} wins twice, expected once at most")
        for secret, column in zip(table.secrets, zip(*table.cells, strict=True), strict=True):
            if win not in column:
                raise TreebuildError(
                    f"{table.path}: no code wins against the secret {secret!r}: no row has {win!r} there"
                )
        return game

    def _from_table(
        self,
        path: Path,
        codes: list[str],
        secrets: list[str],
        cells: Sequence[Sequence[str]],
        win: str | None,
        hypotheses: Sequence[str] = (),
    ) -> Game:
        replies = sorted({label for row in cells for label in row})
        index = {label: i for i, label in enumerate(replies)}
        rows = [[index[label] for label in row] for row in cells]
        number = None if win is None else index[win]
        try:
            return Game.from_table(self.name, codes, secrets, replies, number, rows, hypotheses)
        except TreebuildError as error:
            raise error.at(path) from None

    def _pegs(self, name: str) -> Game:
        if "codes" not in self.content:
            raise self.wrong("codes", "is missing: a table { pegs, symbols, repeat }, a list, or the name of a file")
        lists = {key: self._words(key) for key in _SETS if key in self.content}
        if name == "wordle" and (mixed := mixed_case([word for words in lists.values() for word in words])):
            if isinstance(self.content["codes"], dict):
                raise self.wrong("symbols", "have a letter twice: expected small letters or capitals, not both")
            folded = {key: self._words(key, small) for key in lists}
            fewer = sum(map(len, lists.values())) - sum(map(len, folded.values()))
            alike = f", and {fewer} that are then spelled like others before them are left out" if fewer else ""
            lists = folded
            warn(f"{mixed}: all words are read in small letters{alike}")
        symbols = self._symbols(lists)
        index = {symbol: i for i, symbol in enumerate(symbols)}
        codes = self._coded("codes", lists["codes"], index)
        secrets = self._coded("secrets", lists["secrets"], index) if "secrets" in lists else codes
        rule = Rule(name, len(codes[0]))
        if len(secrets[0]) != rule.pegs:
            raise self.wrong("secrets", f"have {len(secrets[0])} pegs and codes {rule.pegs}, expected as many")
        space = self._space("codes")
        standard = space is not None and space.not_first is None and symbols == SYMBOLS[: len(symbols)]
        if name == "bulls-cows" and standard and secrets == codes:
            return Game.from_rules(str(space))  # under the name that its trees have, whatever name the file gives
        try:
            return Game.from_symbols(self.name, rule, symbols, codes, None if secrets == codes else secrets)
        except TreebuildError as error:
            raise error.at(self.path) from None

    def _space(self, key: str) -> Space | None:
        """The space of codes that a table { pegs, symbols, ... } describes."""
        table = self.content.get(key)
        if not isinstance(table, dict):
            return None
        self._check(table, _SPACE)
        for needed in "pegs", "symbols", "repeat":
            if needed not in table:
                raise self.wrong(key, f"lacks {needed}: expected pegs, symbols, repeat, and not_first if need be")
        symbols, first = table["symbols"], table.get("not_first")
        if fault := not_alone(symbols):
            raise self.wrong("symbols", f"are no symbols: {fault}")
        if len(set(symbols)) < len(symbols) or any(symbol.isspace() for symbol in symbols):
            raise self.wrong("symbols", f"are {symbols!r}, expected characters that all differ, and no space")
        if first is not None and (len(first) != 1 or first not in symbols):
            raise self.wrong("not_first", f"is {first!r}, expected one of the symbols {symbols}")
        space = Space(table["pegs"], len(symbols), table["repeat"], None if first is None else symbols.index(first))
        try:
            space.check(self.name, self.content["rule"])
        except TreebuildError as error:
            raise error.at(self.path) from None
        return space

    def _words(self, key: str, fold: Callable[[str], str] = str) -> list[tuple[str, str]]:
        """(the place in the file, the spelling, folded) of each code or secret.

        Spellings that are one when folded are one word, which stands where the first of them does.
        """
        value = self.content[key]
        if isinstance(value, dict):
            space = self._space(key)
            assert space is not None
            symbols = value["symbols"]
            return [("", "".join([symbols[symbol] for symbol in code])) for code in space.codes()]
        if isinstance(value, str):
            path = self.path.parent / value
            lines = enumerate(_text(path, "a code on each line").splitlines(), 1)
            words = [(f"{path}: line {number}", line.strip()) for number, line in lines if line.strip()]
        else:
            words = [(f"{self.path}: {key}: item {number}", word) for number, word in enumerate(value, 1)]
        if not words:
            raise self.wrong(key, "has no codes, expected one at least")
        kept: dict[str, tuple[str, str]] = {}  # of every word, folded: its place, and its spelling there
        twice: list[str] = []
        for where, word in words:
            if not isinstance(word, str) or not word:
                raise TreebuildError(f"{where}: is {word!r}, expected a text such as 'salet'")
            if fault := not_alone(word):
                raise TreebuildError(f"{where}: {fault}")
            folded = fold(word)
            if len(folded) != (pegs := len(fold(words[0][1]))):
                raise TreebuildError(f"{where}: {word!r} has {len(folded)} symbols, expected {pegs} as before")
            before, spelled = kept.setdefault(folded, (where, word))
            if spelled == word and before != where:
                twice.append(f"{where}: {word!r} is there already ({before})")
        if twice:
            more = f", and so are {len(twice) - 1:,} more lines: remove them" if len(twice) > 1 else ": remove one"
            raise TreebuildError(f"{twice[0]}{more}")
        return [(where, folded) for folded, (where, _) in kept.items()]

    def _symbols(self, lists: Mapping[str, list[tuple[str, str]]]) -> str:
        for key in lists:
            if isinstance(self.content[key], dict):
                return str(self.content[key]["symbols"])
        return "".join(sorted({symbol for words in lists.values() for _, word in words for symbol in word}))

    def _coded(self, key: str, words: list[tuple[str, str]], index: dict[str, int]) -> list[Symbols]:
        try:
            return [tuple([index[symbol] for symbol in word]) for _, word in words]
        except KeyError:
            where, word = next((where, word) for where, word in words if not set(word) <= set(index))
            raise TreebuildError(
                f"{where or f'{self.path}: {key}'}: {word!r} has other symbols than {''.join(index)}"
            ) from None


def _text(path: Path, expected: str) -> str:
    """The text of a file, as `normal` has it. Raises TreebuildError as `read_text` does."""
    return normal(read_text(path, expected))


def read_text(path: Path, expected: str, most: int = SIZE_LIMIT) -> str:
    """The text of a file. Raises TreebuildError when it cannot be read, is empty, not UTF-8, or above `most` bytes."""
    data = read_regular(path, most, expected)
    if not data or len(data) > most:
        size = f"is larger than {most >> 20} MiB" if data else "is empty"
        raise TreebuildError(f"{path}: {size}, expected {expected}")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise TreebuildError(
            f"{path}: line {line}: is not UTF-8: save the file in that encoding, which Excel calls `CSV UTF-8`"
        ) from None
