"""Reading codes, replies and turns as people write them, and saying what is wrong with a text.

A reply is written in one of four styles:

counts  two numbers: how many symbols are in the right place, and how many in the wrong place (Bulls and Cows)
count   one number: how many symbols are in the right place
marks   a mark for every symbol of the guess: green, yellow or grey (Wordle)
labels  any other game: the text of the reply
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import TypeAlias

from treebuild.errors import TreebuildError, check_type, some_of
from treebuild.game.game import Game
from treebuild.game.reply_rules import WORDLE, Code, Rule, Style
from treebuild.game.text import joined, normal, small

Fault: TypeAlias = tuple[str, dict[str, str | int]]
"""Why a text is no code or no reply: (a kind, the values that a message about it needs). Programs word the message."""

LETTERS = "OBGYPRWC"  # the pegs of Mastermind, in the order of COLOURS
MOST_NAMED = 30  # replies that an error lists
LONGEST_LINE = 1000  # characters of a guess with its reply, or of a line that is typed: it is read in many ways
MOST_TURNS = 100  # of a game: each is compared with all guesses, and few people give more than ten
RIGHT, WRONG, NOTHING = "●*", "○+", "-"  # the signs by which programs draw counts; people type or paste them
_COUNTED = (  # the ways to write counts by signs: (of the right place, of the wrong place, of neither)
    (RIGHT, WRONG, "·"),
    ("=", "+", "-"),
    ("b", "w", ""),  # the black and white pegs of Mastermind
    ("⚫", "⚪", ""),
    ("🟢🟩", "🟡🟨", "⚫⚪⬛⬜"),
)
UNSURE = "?"  # in place of a reply that nobody remembers
_OR = re.compile(r"\s+(?:or|или)\s+|\s*(?:或|\|)\s*")  # between the replies that it may have been
_ALPHABETS = (  # the ways to write marks: (signs of grey, the sign of yellow, the sign of green)
    (".-_xb", "y", "g"),
    ("0", "1", "2"),
    ("⬛⬜", "🟨", "🟩"),
    ("⬛⬜", "🟦", "🟧"),  # the colours of high contrast
    ("⚫⚪", "🟡", "🟢"),
)
_SQUARES = "⬛⬜🟨🟩🟦🟧⚫⚪🟡🟢"
_HEADING = re.compile(  # lines of a shared result without squares: Wordle 1,234 4/6; our head and foot
    r"[^:]*\b[0-9X]+/[0-9]+\*?|.* · .*|.*[0-9]\s?%.*|\S+://\S*|#\w=\S*"
)


def style(game: Game) -> Style:
    """The style in which people write the replies of a game; the docstring of the module lists the styles.

    >>> from treebuild.game.user_input import style
    >>> style(Game.from_rules("mastermind"))
    'counts'
    """
    return game.rule.kind.style if isinstance(game.rule, Rule) else "labels"


def is_key(game: Game) -> bool:
    """Whether a game is a key: its guesses are questions, in words, until a secret or a group of secrets is found."""
    played = game.conditions
    return bool(played.groups) or (played.guesses == "identify" and style(game) == "labels")


def pegs(game: Game) -> int:
    """The number of symbols of a code; 0 in a game without a built-in rule."""
    return game.rule.pegs if isinstance(game.rule, Rule) else 0


def counted(game: Game, reply: int) -> tuple[int, int] | None:
    """(symbols in the right place, symbols in the wrong place) of replies[reply]; None if replies are no counts."""
    if style(game) not in ("counts", "count"):
        return None
    right, _, wrong = game.replies[reply].partition(".")
    return int(right), int(wrong or 0)


def expected_reply(game: Game) -> str:
    """The words for the replies of the game that errors use.

    >>> from treebuild.game.user_input import expected_reply
    >>> expected_reply(Game.from_rules("p2c3n"))
    'one of 0.0, 0.1, 0.2, 1.0, 2.0'
    """
    if style(game) == "marks":
        return (
            f"{pegs(game)} marks, each green (g, 2 or 🟩), yellow (y, 1 or 🟨) or grey (. - b x, 0 or ⬛), "
            f"such as {_example(game)}"
        )
    return f"one of {some_of(game.replies, MOST_NAMED)}"


def _example(game: Game) -> str:
    return (".y..g" * pegs(game))[: pegs(game)]


def read_reply(game: Game, text: str) -> int:
    """The index of the reply that a text means.

    Counts: 1.2, 1 2, 12, 1,2, 1b2c, 1A2B, ●○○, =++, BWW, ⚫⚪⚪ and 🟢🟡🟡⚫ all mean 1.2. The first number is enough
    where the second must be 0.

    Marks, one for each symbol, in small letters or capitals, with or without spaces: g, 2, 🟩, 🟢 or 🟧 is green, y, 1,
    🟨, 🟡 or 🟦 is yellow, and . - _ b x 0 ⬛ ⬜ ⚫ or ⚪ is grey. A text writes all its marks in one way: letters,
    digits, circles, squares, or squares of high contrast, with one sign for grey. Mixtures are refused, because "b"
    could be blue or black beside another sign for grey.

    Labels: the label, with or without quotation marks, or the beginning of one. Capitals matter only where labels
    differ in nothing else.

    Raises TreebuildError for a text that is no reply of the game, or that could be more than one.

    >>> from treebuild.game.user_input import read_reply
    >>> game = Game.from_rules()
    >>> {game.replies[read_reply(game, text)] for text in ("1.2", "12", "1 2", "1A2B")}
    {'1.2'}
    """
    if style(game) == "marks":
        return _read_marks(game, text)
    found = _of_counts(game, text) if style(game) == "counts" else _of_labels(game, text, game.replies)
    if len(found) != 1:
        raise TreebuildError(f"{text!r} is not a reply: expected {expected_reply(game)}")
    return game.replies.index(found[0])


def reply_fault(game: Game, text: str) -> Fault:
    """Why a text is no reply of the game. The names in backticks are keys of the second value.

    Counts: "numbers" (two numbers are needed) or "cannot" (no guess of `pegs` symbols gets these numbers). Marks:
    "marks" (`pegs` marks are needed, such as `example`) or "mixed" (the marks are written in more than one way). Labels
    and single counts: "other".
    """
    if style(game) == "counts":
        numbers = _numbers(text)
        return ("cannot" if len(numbers) == 2 else "numbers"), {"pegs": pegs(game)}
    if style(game) == "marks":
        kind = "mixed" if _mixed(_signs(text), pegs(game)) else "marks"
        return kind, {"pegs": pegs(game), "example": _example(game)}
    return "other", {}


def _numbers(text: str) -> list[str]:
    """The numbers in a text, as digits. Two digits alone are two numbers, and so are signs such as ●○○."""
    if drawn := _drawn(text):
        return drawn
    numbers = "".join(str(int(sign)) if sign.isdecimal() else " " for sign in text).split()
    return list(numbers[0]) if len(numbers) == 1 and len(numbers[0]) == 2 else numbers


def _drawn(text: str) -> list[str]:
    """The two numbers that signs draw, in digits; empty if they draw none."""
    drawn = _signs(text)
    for right, wrong, neither in _COUNTED:
        if set(drawn) <= set(right + wrong + neither) and not set(drawn).isdisjoint(right + wrong):
            return [str(sum(drawn.count(sign) for sign in signs)) for signs in (right, wrong)]
    return ["0", "0"] if drawn == NOTHING else []


def _of_counts(game: Game, text: str) -> list[str]:
    """The labels that a text of counts may mean."""
    if re.match(r"\s*-\s*[0-9]", text):  # a number below 0
        return []
    numbers = _numbers(text)
    found = [label for label in game.replies if label == text.strip() or label.split(".") == numbers]
    if len(numbers) == 1:
        found += [label for label in game.replies if label.split(".")[0] == numbers[0]]
    return found


def _signs(text: str) -> str:
    """The marks in a text without spaces, in small letters."""
    return "".join(sign for sign in small(text) if not sign.isspace())


def _read_marks(game: Game, text: str) -> int:
    signs, number = _signs(text), pegs(game)
    for greys, yellow, green in _ALPHABETS:
        for grey in greys:
            if len(signs) == number and set(signs) <= {grey, yellow, green}:
                marks = str.maketrans(grey + yellow + green, WORDLE)
                return game.replies.index(signs.translate(marks))
    if _mixed(signs, number):
        raise TreebuildError(f"{text!r} mixes several ways to write marks, expected one of them: {_WAYS}")
    raise TreebuildError(f"{text!r} is not a reply: expected {expected_reply(game)}")


def _mixed(signs: str, number: int) -> bool:
    """Whether there are `number` marks, all known, that are written in more than one way."""
    known = {sign for greys, yellow, green in _ALPHABETS for sign in greys + yellow + green}
    ways = ({grey, yellow, green} for greys, yellow, green in _ALPHABETS for grey in greys)
    return len(signs) == number and set(signs) <= known and not any(set(signs) <= way for way in ways)


_WAYS = "g y and one of . - b x, or 2 1 0, or squares such as 🟩🟨⬛"


def _of_labels(game: Game, text: str, labels: Sequence[str]) -> list[str]:
    """The labels that a text may mean: the same, else those equal in small letters, else those that it begins."""
    given = normal(text.strip())
    if style(game) == "count" and (drawn := _drawn(text)) and drawn[1] == "0":
        given = drawn[0]
    bare = given[1:-1] if len(given) > 2 and given[0] == given[-1] == '"' else given
    if same := [label for label in labels if normal(label) in (given, bare)]:
        return same
    folded = small(bare)
    same = [label for label in labels if small(label) == folded]
    return same or [label for label in labels if bare and _begins(folded, small(label))]


def _begins(text: str, label: str) -> bool:
    """Whether a label begins with a text, and not with a longer number: 1 begins 1-3, and neither 10 nor 1.5."""
    longer = text[-1:].isdigit() and re.match(r"[.,]?\d", label[len(text) :])
    return label.startswith(text) and not longer


def read_answer(game: Game, code: Code, text: str) -> int:
    """The index of the answer to a question that a text means, in a game of labels: only its own answers count.

    Raises TreebuildError, which lists these, for a text that means none of them, or more than one.
    """
    own = answers_of(game, code)
    found = _of_labels(game, text, own)
    if len(found) != 1:
        expected = f"expected one of {some_of(own, MOST_NAMED)}"
        raise TreebuildError(f"{text!r} is no answer to {game.spell(code)!r}: {expected}")
    return game.replies.index(found[0])


def read_answers(game: Game, code: Code, text: str) -> tuple[int, ...]:
    """The indices of the answers to a question that a text leaves open: one, those of "red or blue", or all, of "?".

    Raises TreebuildError as `read_answer` does.
    """
    own = answers_of(game, code)
    if normal(text.strip()) == UNSURE and UNSURE not in own:
        return tuple(range(len(game.replies)))
    return tuple(sorted({read_answer(game, code, one) for one in _alternatives(game, text, own)}))


def answers_of(game: Game, code: Code) -> list[str]:
    """The replies that some secret gives to a code."""
    return [game.replies[reply] for reply in sorted({game.reply(code, secret) for secret in game.secrets})]


def read_replies(game: Game, text: str) -> tuple[int, ...]:
    """The indices of the replies that a text leaves open: one, those of "1.1 or 0.2", or all, of "?".

    Raises TreebuildError as `read_reply` does.

    >>> from treebuild.game.user_input import read_replies
    >>> game = Game.from_rules("p2c3n")
    >>> [game.replies[reply] for reply in read_replies(game, "1.0 or 0.2")]
    ['0.2', '1.0']
    """
    given = normal(text.strip())
    if given in map(normal, game.replies):
        return (read_reply(game, text),)
    if given == UNSURE:
        return tuple(range(len(game.replies)))
    return tuple(sorted({read_reply(game, one) for one in _alternatives(game, text, game.replies)}))


def _alternatives(game: Game, text: str, labels: Sequence[str]) -> list[str]:
    """The texts between the "or"s of a text. Labels may have an "or" of their own: the longest are taken."""
    ends = [-1, *(found.start() for found in _OR.finditer(text)), len(text)]
    starts = [0, *(found.end() for found in _OR.finditer(text))]
    own = max(sum(1 for _ in _OR.finditer(label)) for label in labels) if style(game) == "labels" else 0
    found, at = list[str](), 0
    while at < len(starts):
        longer = (to for to in range(min(at + own, len(starts) - 1), at, -1))
        last = next((to for to in longer if _of_labels(game, text[starts[at] : ends[to + 1]], labels)), at)
        found.append(text[starts[at] : ends[last + 1]])
        at = last + 1
    return found


def letters(game: Game) -> dict[str, str]:
    """The letter of the colour of each symbol, in a game of coloured pegs; empty for every other game.

    Games of coloured pegs are pNcMr with at most len(LETTERS) symbols, and games whose own symbols are such letters.

    >>> from treebuild.game.user_input import letters
    >>> letters(Game.from_rules("mastermind"))
    {'0': 'O', '1': 'B', '2': 'G', '3': 'Y', '4': 'P', '5': 'R'}
    """
    if game.space is not None and game.space.repeat and len(game.symbols) <= len(LETTERS):
        return dict(zip(game.symbols, LETTERS, strict=False))
    coloured = style(game) in ("counts", "count") and {*game.symbols} <= {*LETTERS}
    return {symbol: symbol for symbol in game.symbols} if coloured else {}


def read_code(game: Game, text: str) -> Code:
    """The code that a text means. Besides `Game.parse`, it reads spaces between symbols, and the letters of colours.

    Raises TreebuildError where there is no such code.

    >>> from treebuild.game.user_input import read_code
    >>> read_code(Game.from_rules("mastermind"), "o o b b")
    (0, 0, 1, 1)
    """
    code = find_code(game, text)
    return game.parse(text) if code is None else code  # the error quotes the text as it was typed


def find_code(game: Game, text: str) -> Code | None:
    """The code that `read_code` reads, or None. An error would also look for codes like the text, which takes long."""
    spelled = _without_letters(game, normal(text))
    found = map(game.find, (spelled, "".join(spelled.split()), text))
    return next((code for code in found if code is not None), None)


def read_secret(game: Game, text: str) -> Code:
    """The secret that a text means, in letters of colours too. Raises TreebuildError where there is no such secret."""
    try:
        return game.parse_secret(_without_letters(game, text))
    except TreebuildError:
        return game.parse_secret(text)


def read_secrets(game: Game, text: str) -> list[Code]:
    """The secrets that a text may mean: all variants of a hypothesis, or the one that `read_secret` reads."""
    try:
        return game.secrets_called(text)
    except TreebuildError:
        return [read_secret(game, text)]


def _without_letters(game: Game, text: str) -> str:
    """The text with the letters of colours replaced by symbols."""
    symbols = {letter.lower(): symbol for symbol, letter in letters(game).items()}
    return "".join(symbols.get(character.lower(), character) for character in text) if symbols else text


def code_fault(game: Game, text: str) -> Fault:
    """Why a text is no code of the game. The names in backticks are keys of the second value.

    "joined" (`parts` are characters that are shown as one), "length" (the text has `given` symbols, and `pegs` are
    needed), "symbol" (`symbol` is none of the game's `symbols`), "twice" (`symbol` occurs again, and all must differ),
    "first" (no code begins with `symbol`), or "other".
    """
    if not isinstance(game.rule, Rule) or max(map(len, game.symbols)) > 1:
        return "other", {}
    text = "".join(_without_letters(game, normal(text)).split())
    if parts := joined(text):
        return "joined", {"parts": parts}
    used = {game.symbols[symbol].lower() for code in game.codes for symbol in code}
    foreign = [symbol for symbol in text if symbol.lower() not in used]
    if foreign:
        return "symbol", {"symbol": foreign[0], "symbols": " ".join(letters(game).values() or game.symbols)}
    if len(text) != game.rule.pegs:
        return "length", {"given": len(text), "pegs": game.rule.pegs}
    twice = [symbol for place, symbol in enumerate(text) if symbol in text[:place]]
    if twice and all(len(set(code)) == len(code) for code in game.codes):
        return "twice", {"symbol": twice[0]}
    if all(game.symbols[code[0]].lower() != text[0].lower() for code in game.codes):
        return "first", {"symbol": text[0]}
    return "other", {}


def separate_turns(game: Game, texts: Sequence[str]) -> list[str]:
    """The turns in some texts, each as "guess:reply". A text may have several lines, as a shared result has.

    In games without marks the texts come back as they are. A line may have the squares of the reply before the guess:
    "🟩🟨⬛⬛⬛ crane". A line may also be a word, or several with spaces between; the lines of squares that follow are
    the replies to these words, in order, and a word without one comes back alone. Blank lines, headings such as
    "Wordle 1,234 4/6*", and the head, foot and link of our page are left out. Raises TreebuildError for a line of
    squares that is the reply to no word, for a line above LONGEST_LINE, and for more than MOST_TURNS turns.

    >>> from treebuild.game.user_input import separate_turns
    >>> from treebuild.game.reply_rules import Rule
    >>> game = Game.from_symbols("words", Rule("wordle", 5), "acelnrst", [(1, 5, 0, 4, 2), (6, 3, 0, 7, 2)])
    >>> separate_turns(game, ["crane slate", "Wordle 1,234 2/6", "⬛⬛🟩⬛🟩", "🟩🟩🟩🟩🟩"])
    ['crane:⬛⬛🟩⬛🟩', 'slate:🟩🟩🟩🟩🟩']
    """
    marked = style(game) == "marks"
    for text in texts:
        check_type(
            text, str, f"guess and its reply: expected CODE:REPLY, such as {'crane:..y.g' if marked else '1234:1.1'}"
        )
    turns = _with_squares(game, texts) if marked else list(texts)
    if len(turns) > MOST_TURNS:
        raise TreebuildError(f"{len(turns)} turns are too many: expected at most {MOST_TURNS}, without repetitions")
    for turn in turns:
        check_length(turn)
    return turns


def check_length(line: str) -> None:
    """Raise TreebuildError for a line that is longer than any guess with its reply."""
    if len(line) > LONGEST_LINE:
        raise TreebuildError(
            f"{line[:20]!r}... has more than {LONGEST_LINE} characters: expected a guess, a reply or both"
        )


def _with_squares(game: Game, texts: Sequence[str]) -> list[str]:
    """The turns of a game of marks: see `separate_turns`."""
    turns, waiting = list[str](), list[int]()
    signs = set(_SQUARES).difference(game.symbols)
    for line in (line for text in texts for line in normal(text).splitlines()):
        check_length(line)
        squares = "".join(sign for sign in line if sign in signs)
        others = "".join(sign for sign in line if sign not in signs).strip(" :\t")
        words = others.split()
        if squares and others:
            # With a colon between other signs the reply is wrong, and the error quotes the line as it stands.
            turns.append(line if ":" in others else f"{others}:{squares}")
        elif squares:
            if not waiting:
                raise TreebuildError(f"{squares} is a reply to no guess: give the words first, then their rows")
            turns[waiting[0]] += f":{squares}"
            del waiting[0]
        elif words and all(is_code(game, word) for word in words):
            waiting += range(len(turns), len(turns) + len(words))
            turns += words
        elif others and not _HEADING.fullmatch(others):
            turns.append(line)
    return turns


def is_code(game: Game, text: str) -> bool:
    """Whether `read_code` reads a text."""
    return find_code(game, text) is not None


def guesses_words(texts: Sequence[str]) -> bool:
    """Whether the first of these turns is a guess of five letters, as Wordle has them."""
    return bool(texts) and bool(re.match(r"\W*[a-z]{5}(?![a-z])", texts[0], re.IGNORECASE))


def parted(game: Game, text: str) -> tuple[str, str] | None:
    """The guess and the reply of a turn such as 1234:1.1, or with a space for the colon; None where there is neither.

    Questions and answers may have colons and spaces of their own: a turn is parted where both can be read, or else
    where the first is a code.
    """
    halves = [(text[:at], text[at + 1 :]) for sign in ": " for at, here in enumerate(text) if here == sign]
    whole = [half for half in halves if half[0].strip() and is_code(game, half[0])]
    for guess, reply in whole:
        with suppress(TreebuildError):
            _replies_to(game, read_code(game, guess), reply)
            return guess, reply
    colon = text.rpartition(":")
    parts = colon if colon[1] else text.strip().partition(" ")
    return next(iter(whole), (parts[0], parts[2]) if parts[1] else None)


def read_unsure_turn(game: Game, text: str) -> tuple[int, tuple[int, ...]]:
    """A guess and the replies that it may have had: 1234:1.1, "1234:1.1 or 0.2", or "1234:?" for one not remembered.

    Where replies are labels, the guess is a question, and its own answers come first: of one whose answers are red and
    brown, "red or brown" leaves both open, even if another question has this answer. Raises TreebuildError for any
    other text, and when the code or the reply is none of the game's.
    """
    guess, reply = _parted(game, text)
    code = read_code(game, guess)
    return game.code_index[code], _replies_to(game, code, reply)


def _replies_to(game: Game, code: Code, text: str) -> tuple[int, ...]:
    """The indices of the replies to a code that a text leaves open.

    Raises TreebuildError as `read_reply` does, and in a key as `read_answer` does.
    """
    if style(game) != "labels":
        return read_replies(game, text)
    try:
        return read_answers(game, code, text)
    except TreebuildError:
        with suppress(TreebuildError):
            return read_replies(game, text)  # an answer to another question
        if is_key(game):
            raise
    return read_replies(game, text)


def read_turn(game: Game, text: str) -> tuple[int, int]:
    """(index of the code, index of the reply) of a turn that is written as 1234:1.1 or 1234 1.1.

    Raises TreebuildError as `read_unsure_turn` does, and where more than one reply is left open.

    >>> from treebuild.game.user_input import read_turn
    >>> read_turn(Game.from_rules(), "1234:1.1") == read_turn(Game.from_rules(), "1234 1 1")
    True
    """
    guess, replies = read_unsure_turn(game, text)
    if len(replies) > 1:
        own = answers_of(game, game.codes[guess]) if style(game) == "labels" else []
        expected = f"one of {some_of(own, MOST_NAMED)}" if own else expected_reply(game)
        raise TreebuildError(f"{_parted(game, text)[1]!r} is not a reply: expected {expected}")
    return guess, replies[0]


def _parted(game: Game, text: str) -> tuple[str, str]:
    check_type(text, str, "guess and its reply: expected CODE:REPLY, such as 1234:1.1")
    found = parted(game, text)
    if found is None:
        labels = style(game) == "labels"
        code = read_code(game, text) if labels and is_code(game, text) else game.codes[0]
        answer = answers_of(game, code)[0] if labels else game.replies[0]
        example = f"{game.spell(code)}:{answer}"
        wrong = "has no reply" if is_code(game, text) else "is no guess and its reply"
        raise TreebuildError(f"{text!r} {wrong}: expected CODE:REPLY, such as {example}")
    return found
