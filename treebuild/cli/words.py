"""What `treebuild play` says, in three languages. {names} are filled in; where a plural differs, it follows a "|"."""

from __future__ import annotations

import os
from enum import StrEnum


class Language(StrEnum):
    """A language of `treebuild play`."""

    EN, RU, ZH = "en", "ru", "zh"


WORDS: dict[str, dict[str, str]] = {
    "en": {
        "think": "Think of a secret such as {code}. For each guess say how much is in the right place,\n"
        "then how much is in the wrong place: 1 2 means one and two.",
        "keep": "I have a secret such as {code} in mind. {right} is a symbol in the right place, {wrong} one in the "
        "wrong place.",
        "commands": "u takes back, h shows the game, ? helps, q quits",
        "guess": "Guess {n}: {code}",
        "left": "{n} possibility left|{n} possibilities left",
        "worst": "at most {n} more guess|at most {n} more guesses",
        "answer": "Right and wrong place",
        "your_guess": "Guess {n}",
        "one_of": "One of {codes}",
        "contradiction": "Nothing fits these replies. Check the reply to {guesses}, or take back with u.",
        "or": " or ",
        "no_undo": "There is nothing to take back.",
        "found": "Found in {n} guess.|Found in {n} guesses.",
        "hint": "The tree would guess {code}.",
        "no_hint": "The tree would have guessed otherwise.",
        "tree": "The tree needs {n}:",
        "was": "It was {code}.",
        "bye": "Bye.",
        "columns": "guess reply left",
    },
    "ru": {
        "think": "Загадайте, например, {code}. На каждый ход ответьте, сколько стоит на своём месте,\n"
        "затем сколько не на своём: 1 2 значит один и два.",
        "keep": "Загадано, например, {code}. {right} стоит на своём месте, {wrong} не на своём.",
        "commands": "u назад, h ходы, ? подсказка, q выход",
        "guess": "Ход {n}: {code}",
        "left": "осталось вариантов: {n}",
        "worst": "ещё ходов, не больше: {n}",
        "answer": "На месте и не на месте",
        "your_guess": "Ход {n}",
        "one_of": "Одно из {codes}",
        "contradiction": "Такие ответы ничему не подходят. Проверьте ответ на {guesses} или вернитесь: u.",
        "or": " или ",
        "no_undo": "Возвращать нечего.",
        "found": "Угадано, ходов: {n}.",
        "hint": "Дерево назвало бы {code}.",
        "no_hint": "Дерево ходило бы иначе.",
        "tree": "Дереву хватает ходов: {n}.",
        "was": "Было загадано {code}.",
        "bye": "До встречи.",
        "columns": "ход ответ осталось",
    },
    "zh": {
        "think": "想好一个答案，例如 {code}。每次请回答：几个位置正确，几个位置不对。\n1 2 表示 1A2B。",
        "keep": "我想好了一个答案，例如 {code}。{right} 表示位置正确，{wrong} 表示位置不对。",
        "commands": "u 撤销，h 记录，? 提示，q 退出",
        "guess": "第 {n} 次：{code}",
        "left": "还剩 {n} 种可能",
        "worst": "最多再猜 {n} 次",
        "answer": "位置正确与不对",
        "your_guess": "第 {n} 次",
        "one_of": "其中之一：{codes}",
        "contradiction": "没有符合的答案。请检查对 {guesses} 的回答，或用 u 撤销。",
        "or": " 或 ",
        "no_undo": "没有可撤销的。",
        "found": "{n} 次猜中。",
        "hint": "决策树会猜 {code}。",
        "no_hint": "决策树不会这样猜。",
        "tree": "决策树需要 {n} 次：",
        "was": "答案是 {code}。",
        "bye": "再见。",
        "columns": "猜测 回答 剩余",
    },
}


class Words:
    """The words of one language."""

    def __init__(self, language: Language | None) -> None:
        self._words = WORDS[language.value if language else _of_the_environment()]

    def __call__(self, key: str, **values: str | int) -> str:
        """The words for a key."""
        singular, _, plural = self._words[key].partition("|")
        return (plural if plural and values.get("n") != 1 else singular).format(**values)


def _of_the_environment() -> str:
    """The language of the locale, where it is one of ours."""
    locale = next(filter(None, (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return locale[:2] if locale[:2] in WORDS else "en"
