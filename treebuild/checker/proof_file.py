"""The file of a certificate: its header and the bytes of its body, as schema/proof.md specifies them.

It is written from that page alone. Of the package, it imports only the error.
"""

from __future__ import annotations

import itertools
import math
import re
import zlib
from dataclasses import dataclass
from functools import cached_property
from os import SEEK_END
from typing import BinaryIO, Literal

import numpy as np
import numpy.typing as npt

from treebuild.errors import TreebuildError

Bytes = npt.NDArray[np.uint8]
Booleans = npt.NDArray[np.bool_]
Integers = npt.NDArray[np.int64]

LIMIT = 1 << 62  # amounts and costs are less
MOST_CODES = 65536  # codes, and also secrets
MEMBERS_TO = 13  # candidates for which Members is used, at most
MOST_REPLIES = 1 << 29  # codes times secrets
_PIECE = 1 << 16  # bytes that are read at a time, and as many that are decompressed
_VERSIONS = [f"treebuild proof {version}" for version in (1, 2, 3)]
_GUESSES = ("all", "candidates", "consistent", "hard", "identify")
_LONGEST_LINE = 2048  # characters of a line of the header; 64 costs of 19 digits take 1286


class ProofFile:
    """The bytes of one gzip member, decompressed piece by piece, so that memory stays small.

    `size` is the number of bytes of the decompressed file; 0 if it is not known.
    """

    def __init__(self, source: BinaryIO) -> None:
        self.size = _unpacked_size(source)
        self._source = source
        self._gzip = zlib.decompressobj(wbits=31)
        self._piece, self._at, self._before = b"", 0, 0

    @property
    def read(self) -> int:
        """The number of decompressed bytes that have been taken."""
        return self._before + self._at

    def error(self, what: str) -> TreebuildError:
        """The error for the bytes that were taken last."""
        return TreebuildError(f"byte {self.read} of the decompressed file: {what}")

    def take(self, count: int, what: str) -> bytes:
        """The next `count` bytes. Raises TreebuildError, which names `what` was expected, where the file ends."""
        taken = bytearray()
        while len(taken) < count:
            if self._at == len(self._piece) and not self._more():
                raise self.error(f"the file ends, expected {what}")
            end = min(len(self._piece), self._at + count - len(taken))
            taken += self._piece[self._at : end]
            self._at = end
        return bytes(taken)

    def number(self, what: str) -> int:
        """A number of the body, as unsigned LEB128. Raises TreebuildError for one with more bytes than it needs."""
        value = shift = 0
        while True:
            byte = self.take(1, what)[0]
            value |= (byte & 127) << shift
            if value >= LIMIT or shift > 63:
                raise self.error(f"{what} is 2^62 or more")
            if byte < 128:
                if shift and not byte:
                    raise self.error(f"{what} takes more bytes than it needs")
                return value
            shift += 7

    def line(self, what: str) -> str:
        """A line of the header, without its LF."""
        line = bytearray()
        while (byte := self.take(1, what)) != b"\n":
            line += byte
            if not 32 <= byte[0] < 127:
                raise self.error(f"a byte {byte[0]} in the header, expected {what} in printable ASCII, then LF")
            if len(line) > _LONGEST_LINE:
                raise self.error(f"a line of more than {_LONGEST_LINE} characters, expected {what}")
        return line.decode("ascii")

    def finish(self) -> None:
        """Raise TreebuildError where the gzip member or the file has more bytes."""
        if self._at < len(self._piece) or self._more():
            raise self.error("bytes after the first claim, expected the end")
        if self._gzip.unused_data or self._source.read(1):
            raise TreebuildError("bytes after the gzip member, expected the end")

    def _more(self) -> bool:
        """Decompress the next piece; False where there is none."""
        try:
            while not self._gzip.eof:
                data = self._gzip.unconsumed_tail
                if not data:
                    data = self._source.read(_PIECE)
                piece = self._gzip.decompress(data, _PIECE)
                if piece:
                    self._before += len(self._piece)
                    self._piece, self._at = piece, 0
                    return True
                if not data and not self._gzip.eof:
                    raise TreebuildError("the file ends in the middle of its gzip member")
        except zlib.error as error:
            raise TreebuildError(f"no gzip file, or a damaged one ({error})") from None
        return False


def _unpacked_size(source: BinaryIO) -> int:
    """The decompressed size of a file, from its last four bytes; 0 where these cannot be read first."""
    if not source.seekable():
        return 0
    source.seek(max(source.seek(0, SEEK_END) - 4, 0))
    size = int.from_bytes(source.read(4), "little")
    source.seek(0)
    return size


@dataclass(frozen=True)
class Header:
    """The lines of the header. `codes` and `secrets` are (how they are given: distinct, any or list, their number)."""

    title: str
    pegs: int
    symbols: int
    codes: tuple[str, int]
    secrets: tuple[str, int]
    weights: int  # the sum of all weights; 0 in a game without weights
    rule: str
    table: tuple[int, int]  # R and W, with rule "table"
    guesses: str  # the rule of guesses
    groups: int  # G, the number of groups; 0 in a game without groups
    unit: int  # U, the unit of surcharges; 0 without surcharges
    dearest: int  # M, the largest surcharge
    costs: tuple[tuple[int, ...], ...]
    weighted: tuple[bool, ...]  # which lines of costs count by weight
    bound: tuple[int, ...]
    version: int

    @property
    def candidates_only(self) -> bool:
        """Whether only codes that win against a candidate are guessed."""
        return self.guesses == "candidates"

    @property
    def charged(self) -> int:
        """The sum of D guesses of the largest surcharge, for all secrets."""
        return (self.weights or self.secrets[1]) * len(self.costs[0]) * self.dearest

    @cached_property
    def most(self) -> tuple[int, ...]:
        """The largest cost of all secrets together by each line, within D guesses."""
        all_of_them = (self.weights if weighted else self.secrets[1] for weighted in self.weighted)
        most = [many * max(line) for many, line in zip(all_of_them, self.costs, strict=True)]
        return (*most[:-1], most[-1] + self.charged)

    @cached_property
    def factors(self) -> tuple[int, ...]:
        """The factor of each line in one cost: more than all lines after it can add up to."""
        factors = [1]
        for most in reversed(self.most[1:]):
            factors.insert(0, factors[0] * (most + 1))
        return tuple(factors)

    def cost(self, weighted: bool) -> tuple[int, ...]:
        """One cost of several: a[1], a[2], ..., a[D] from the weighted lines, or b[1], ..., b[D] from the others."""
        factors = [factor * (kind == weighted) for factor, kind in zip(self.factors, self.weighted, strict=True)]
        by_depth = zip(*self.costs, strict=True)
        return tuple(sum(factor * number for factor, number in zip(factors, at, strict=True)) for at in by_depth)

    @cached_property
    def amount(self) -> int:
        """T, the amount of the first claim."""
        return sum(factor * number for factor, number in zip(self.factors, self.bound, strict=True))


def read_header(file: ProofFile) -> Header:
    """Read and check the lines up to `body`. Raises TreebuildError for lines that are no header."""
    first = file.line("'treebuild proof 1'")
    if first not in _VERSIONS:
        raise file.error("expected the line 'treebuild proof 1', or 2, or 3")
    version = _VERSIONS.index(first) + 1
    title = _field(file, "game")
    if not re.fullmatch("[!-~]{1,64}", title):
        raise file.error(f"the title {title!r}, expected 1 to 64 printable ASCII characters without a space")
    pegs = _number(file, _field(file, "pegs"), "pegs", 0, 16)
    symbols = _number(file, _field(file, "symbols"), "symbols", 0, 64)
    codes = _set(file, "codes", pegs, symbols)
    secrets = _set(file, "secrets", pegs, symbols)
    if codes[1] * secrets[1] > MOST_REPLIES:
        raise file.error(f"{codes[1]} codes times {secrets[1]} secrets, expected at most 2^29")
    fields, weights = _Fields(file), 0
    if version == 2 or (version == 3 and fields.comes("weights")):
        weights = _number(file, fields.take("weights"), "weights", 1, LIMIT - 1)
    rule, table = _rule(file, fields.take("rule"), version)
    if (pegs == 0, symbols == 0) != ((rule == "table"),) * 2:
        raise file.error(f"{pegs} pegs and {symbols} symbols: with rule table both are 0, else neither is")
    if rule == "table" and (codes[0], secrets[0]) != ("list", "list"):
        raise file.error("with rule table, codes and secrets are lists")
    if rule == "wordle" and pegs > 5:
        raise file.error(f"rule wordle of {pegs} pegs, expected at most 5")
    guesses = fields.take("guesses")
    if guesses not in _GUESSES[:2] and (version < 3 or guesses not in _GUESSES):
        raise file.error(f"guesses {guesses!r}, expected {' or '.join(_GUESSES[: 2 if version < 3 else None])}")
    if (guesses == "hard" and rule != "wordle") or (guesses == "consistent" and rule == "table"):
        raise file.error(f"guesses {guesses} with rule {rule}, which does not say what they are")
    unit = dearest = groups = 0
    if version == 3 and fields.comes("groups"):
        if guesses != "identify":
            raise file.error(f"groups with guesses {guesses}, expected identify")
        groups = _number(file, fields.take("groups"), "groups", 2, secrets[1] - 1)
    if version == 3 and fields.comes("surcharges"):
        words = fields.take("surcharges").split(" ")
        if len(words) != 2:
            raise file.error(f"surcharges {' '.join(words)!r}, expected two numbers")
        unit = _number(file, words[0], "unit", 1, LIMIT - 1)
        dearest = _number(file, words[1], "surcharge", 1, LIMIT - 1)
    costs, weighted, bound = _costs_and_bound(file, fields, weights > 0)
    if (line := file.line("'body'")) != "body":
        raise file.error(f"{line!r}, expected the line 'body'")
    game = title, pegs, symbols, codes, secrets, weights, rule, table
    header = Header(*game, guesses, groups, unit, dearest, costs, weighted, bound, version)
    _check_amounts(file, header)
    return header


class _Fields:
    """The lines of a header from `weights` on. Some are optional: `comes` looks at the next line without taking it."""

    def __init__(self, file: ProofFile) -> None:
        self._file = file
        self._line: str | None = None  # what has been read and not taken; a line may be empty

    def line(self, what: str) -> str:
        """Take the next line."""
        line, self._line = self._file.line(what) if self._line is None else self._line, None
        return line

    def comes(self, key: str) -> bool:
        """Whether the next line begins with this key."""
        if self._line is None:
            self._line = self._file.line(f"the line '{key} ...'")
        return self._line.startswith(key + " ")

    def take(self, key: str) -> str:
        """Take the next line, and return its text after this key."""
        return _after_key(self._file, self.line(f"the line '{key} ...'"), key)


def _field(file: ProofFile, key: str) -> str:
    """The text of the next line after its key."""
    return _after_key(file, file.line(f"the line '{key} ...'"), key)


def _after_key(file: ProofFile, line: str, key: str) -> str:
    if not line.startswith(key + " "):
        raise file.error(f"the line {line!r}, expected '{key} ...'")
    return line[len(key) + 1 :]


def _number(file: ProofFile, word: str, what: str, least: int, most: int) -> int:
    """A decimal number of the header."""
    if not re.fullmatch("0|[1-9][0-9]*", word):
        raise file.error(f"{what} {word!r}, expected a decimal number without leading zeros")
    if len(word) > 19 or not least <= int(word) <= most:
        raise file.error(f"{what} {word}, expected {least} to {most}")
    return int(word)


def _set(file: ProofFile, key: str, pegs: int, symbols: int) -> tuple[str, int]:
    """(how codes, or secrets, are given: distinct, any or list; their number)."""
    words = _field(file, key).split(" ")
    if words[0] == "list" and len(words) == 2:
        return "list", _number(file, words[1], key, 1, MOST_CODES)
    if words == ["distinct"]:
        count = math.perm(symbols, pegs)
    elif words == ["any"]:
        count = symbols**pegs
    else:
        raise file.error(f"{key} {' '.join(words)!r}, expected distinct, any or list and a number")
    if not 1 <= count <= MOST_CODES:
        raise file.error(f"{key} {words[0]}: {count} of them, expected 1 to {MOST_CODES}")
    return words[0], count


def _rule(file: ProofFile, rule: str, version: int) -> tuple[str, tuple[int, int]]:
    """(the rule, (R, W) with `table` or (0, 0))."""
    words = rule.split(" ")
    if words in (["bulls-cows"], ["bulls"]) or (words == ["wordle"] and version == 3):
        return words[0], (0, 0)
    if words[0] != "table" or len(words) != 3:
        raise file.error(f"rule {' '.join(words)!r}, expected bulls-cows, bulls or table and two numbers")
    replies = _number(file, words[1], "replies", 2, 256)
    return "table", (replies, _number(file, words[2], "winning reply", 0, replies - 1))


def _costs_and_bound(
    file: ProofFile, fields: _Fields, weights: bool
) -> tuple[tuple[tuple[int, ...], ...], tuple[bool, ...], tuple[int, ...]]:
    """(the lines `costs`, one to eight; which of them are weighted; the line `bound`)."""
    costs: list[tuple[int, ...]] = []
    weighted: list[bool] = []
    expected: Literal["costs", "bound"] = "costs"
    while True:
        line = fields.line(f"the line '{expected} ...'")
        by_weight = weights and line.startswith("weighted costs")
        key, *words = line.split(" ")[by_weight:]
        if key not in ("costs", "bound") or (key == "bound" and not costs):
            raise file.error(f"a line that begins with {line.split(' ')[0]!r}, expected {expected!r}")
        numbers = tuple(_number(file, word, key, 0, LIMIT - 1) for word in words)
        if key == "bound":
            break
        costs.append(numbers)
        weighted.append(by_weight)
        if not 1 <= len(numbers) <= 64 or len(numbers) != len(costs[0]):
            raise file.error(f"{len(numbers)} costs in a line, expected 1 to 64, as many in every line")
        if len(costs) > 8:
            raise file.error("more than 8 lines of costs")
        expected = "bound"
    if len(numbers) != len(costs):
        raise file.error(f"a bound of {len(numbers)} numbers for {len(costs)} lines of costs")
    return tuple(costs), tuple(weighted), numbers


def _check_amounts(file: ProofFile, header: Header) -> None:
    """Raise TreebuildError for costs that fall, bounds that cannot be, and amounts that do not fit into 64 bits."""
    by_weight, flat = header.cost(True), header.cost(False)
    if any(one > other for cost in (by_weight, flat) for one, other in itertools.pairwise(cost)):
        raise file.error("the costs fall with the depth, expected that they never do")
    for most, bound in list(zip(header.most, header.bound, strict=True))[1:]:
        if bound > most:
            raise file.error(f"a bound of {bound}, more than the {header.secrets[1]} secrets cost at most by its line")
    if header.dearest and (any(header.bound[:-1]) or header.weighted[-1] != (header.weights > 0)):
        raise file.error("surcharges count in the last line: it goes by weights where there are, other bounds are 0")
    most = header.weights * by_weight[-1] + header.secrets[1] * flat[-1] + header.charged
    if max(most, header.amount) >= LIMIT:
        raise file.error("all lines of costs in one number come to 2^62 or more, which is too large for this checker")
    if header.amount == 0:
        raise file.error("a bound of 0, which says nothing")
