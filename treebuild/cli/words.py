"""What `treebuild play` says, in three languages. {names} are filled in; where a plural differs, it follows a "|"."""

from __future__ import annotations

import os
from enum import StrEnum

from treebuild.game.spelling import COLOURS


class Language(StrEnum):
    """A language of `treebuild play`."""

    EN, RU, ZH = "en", "ru", "zh"


WORDS: dict[str, dict[str, str]] = {
    "en": {
        "think": "Think of a secret such as {code}. ",
        "reply_counts": "For each guess say how much is in the right place,\n"
        "then how much is in the wrong place: 1 2 means one and two.",
        "reply_count": "For each guess say how much is in the right place.",
        "reply_marks": "For each guess mark every symbol in turn: g is green, in the right place;\n"
        "y is yellow, in the wrong place; . is grey, not there (or no more of it).\n"
        "Capitals, 2 1 0, and squares copied from a shared result will do as well.",
        "reply_labels": "Reply to each guess with one of:\n{labels}",
        "keep": "I have a secret such as {code} in mind. ",
        "see_counts": "{right} is a symbol in the right place, {wrong} one in the wrong place.",
        "see_count": "{right} is a symbol in the right place.",
        "see_marks": "g is a symbol in the right place, y one in the wrong place,\n"
        ". one that is not there (or no more of it).",
        "see_labels": "The replies are:\n{labels}",
        "commands": "u takes back, h shows the game, ? helps, q quits",
        "guess": "Guess {n}: {code}",
        "left": "{n} possibility left|{n} possibilities left",
        "worst": "at most {n} more guess|at most {n} more guesses",
        "answer": "Right and wrong place",
        "reply": "Reply",
        "your_guess": "Guess {n}",
        "one_of": "One of {codes}",
        "contradiction": "Nothing fits these replies. Check the reply to {guesses}, or take back with u.",
        "or": " or ",
        "no_undo": "There is nothing to take back.",
        "found": "Found in {n} guess.|Found in {n} guesses.",
        "hint": "The tree would guess {code}.",
        "tree": "The tree needs {n}:",
        "was": "It was {code}.",
        "bye": "Bye.",
        "columns": "guess reply left",
        "race": "A race: you guess my secret and I guess yours, by turns, you first.\nThink of one such as {code}. ",
        "colours": COLOURS["en"],
        "code_length": "{text} has length {given}, a code has length {pegs}.",
        "code_symbol": "{symbol} is not used here: codes are made of {symbols}.",
        "code_twice": "{text} has {symbol} twice: all symbols must differ.",
        "code_first": "No code begins with {symbol}.",
        "code_other": "{text} is not a code that may be guessed; {code} is one.",
        "bad_numbers": "{text} is no reply: say two numbers, such as 1 2, for the right and the wrong place.",
        "bad_cannot": "{text} cannot be the reply to a guess of {pegs} symbols.",
        "bad_marks": "{text} is no reply: expected {pegs} marks, g, y or . for each symbol, such as {example}.",
        "bad_mixed": "{text} mixes several ways to write marks: use g y . or 2 1 0, or squares.",
        "advice": "{code} leaves fewest, {average} on average.",
        "guess_next": "{code} leaves {average} on average.",
        "may_be": "It may be the secret.",
        "help_open": "Type each guess of your game with its reply, such as {code} {reply}.",
        "help_prompt": "Guess {n} and its reply",
        "help_expected": "{text}: expected a guess and its reply, such as {example}.",
        "mine": "My guess {n}: {code}",
        "won": "You win, in {n} guess.|You win, in {n} guesses.",
        "lost": "I win. My secret was {code}.",
        "drawn": "A draw: both found it in {n} guess.|A draw: both found it in {n} guesses.",
        "review": "What the guesses left, on average, and what the best would have left:",
        "review_columns": "guess reply left average best average tree",
        "skill": "Skill {percent} %, luck: ",
        "luck_for": "the replies left {times} times fewer possibilities than expected.",
        "luck_against": "the replies left {times} times as many possibilities as expected.",
        "luck_none": "as expected.",
        "learn_nothing": "Guess {number}, {guess}, told nothing: all possibilities give the same reply to it.",
        "learn_better": "Guess {number}, {guess}, left {left} on average; {code} would have left {fewest}.",
        "learn_good": "Every guess was close to the best there was.",
        "learn_lucky": "Good guesses, and luck on top of them.",
        "learn_unlucky": "Good guesses, poor luck: nothing to regret.",
    },
    "ru": {
        "think": "Загадайте, например, {code}. ",
        "reply_counts": "На каждый ход ответьте, сколько стоит на своём месте,\n"
        "затем сколько не на своём: 1 2 значит один и два.",
        "reply_count": "На каждый ход ответьте, сколько стоит на своём месте.",
        "reply_marks": "На каждый ход отметьте каждый знак по порядку: g зелёный, на своём месте;\n"
        "y жёлтый, не на своём; . серый, его нет (или больше нет).\n"
        "Подойдут и заглавные буквы, и 2 1 0, и квадратики из чужого результата.",
        "reply_labels": "На каждый ход ответьте одно из:\n{labels}",
        "keep": "Загадано, например, {code}. ",
        "see_counts": "{right} стоит на своём месте, {wrong} не на своём.",
        "see_count": "{right} стоит на своём месте.",
        "see_marks": "g: знак на своём месте, y: не на своём, . его нет (или больше нет).",
        "see_labels": "Возможные ответы:\n{labels}",
        "commands": "u назад, h ходы, ? подсказка, q выход",
        "guess": "Ход {n}: {code}",
        "left": "осталось вариантов: {n}",
        "worst": "ещё ходов, не больше: {n}",
        "answer": "На месте и не на месте",
        "reply": "Ответ",
        "your_guess": "Ход {n}",
        "one_of": "Одно из {codes}",
        "contradiction": "Такие ответы ничему не подходят. Проверьте ответ на {guesses} или вернитесь: u.",
        "or": " или ",
        "no_undo": "Возвращать нечего.",
        "found": "Угадано, ходов: {n}.",
        "hint": "Дерево назвало бы {code}.",
        "tree": "Дереву хватает ходов: {n}.",
        "was": "Было загадано {code}.",
        "bye": "До встречи.",
        "columns": "ход ответ осталось",
        "race": "Гонка: вы угадываете моё, я ваше, по очереди, вы первым.\nЗагадайте, например, {code}. ",
        "colours": COLOURS["ru"],
        "code_length": "{text}: знаков {given}, нужно {pegs}.",
        "code_symbol": "{symbol} не бывает, только {symbols}.",
        "code_twice": "{text}: {symbol} встречается дважды, а все должны быть разными.",
        "code_first": "Первым {symbol} не бывает.",
        "code_other": "{text}: такого нет; есть, например, {code}.",
        "bad_numbers": "{text} не ответ: назовите два числа, например 1 2: на своём месте и не на своём.",
        "bad_cannot": "{text} не бывает ответом на ход из {pegs} знаков.",
        "bad_marks": "{text} не ответ: нужно отметок: {pegs}, для каждого знака g, y или . — например {example}.",
        "bad_mixed": "{text}: смешаны разные записи; пишите g y . или 2 1 0, или квадратики.",
        "advice": "Меньше всего, в среднем {average}, оставляет {code}.",
        "guess_next": "{code} оставит в среднем {average}.",
        "may_be": "Возможно, это оно.",
        "help_open": "Вводите ходы своей игры с ответами, например {code} {reply}.",
        "help_prompt": "Ход {n} и ответ",
        "help_expected": "{text}: нужен ход и ответ, например {example}.",
        "mine": "Мой ход {n}: {code}",
        "won": "Вы выиграли, ходов: {n}.",
        "lost": "Я выиграл. Было загадано {code}.",
        "drawn": "Ничья, ходов: {n}.",
        "review": "Что ходы оставляли в среднем и что оставил бы лучший:",
        "review_columns": "ход ответ осталось среднее лучший среднее дерево",
        "skill": "Мастерство {percent} %, удача: ",
        "luck_for": "осталось в {times} раза меньше ожидаемого.",
        "luck_against": "осталось в {times} раза больше ожидаемого.",
        "luck_none": "как ожидалось.",
        "learn_nothing": "Ход {number}, {guess}, ничего не сказал: все варианты отвечают одинаково.",
        "learn_better": "Ход {number}, {guess}, оставлял в среднем {left}; {code} оставил бы {fewest}.",
        "learn_good": "Каждый ход был близок к лучшему.",
        "learn_lucky": "Хорошие ходы, да ещё и удача.",
        "learn_unlucky": "Ходы хороши, удача подвела.",
    },
    "zh": {
        "think": "想好一个答案，例如 {code}。",
        "reply_counts": "每次请回答：几个位置正确，几个位置不对。\n1 2 表示 1A2B。",
        "reply_count": "每次请回答：几个位置正确。",
        "reply_marks": "每次请依次标出每个符号：\ng 绿，位置正确；y 黄，位置不对；. 灰，没有（或没有更多）。\n"
        "大写字母、2 1 0、分享结果里的方块也可以。",
        "reply_labels": "每次请从下列回答中选一个：\n{labels}",
        "keep": "我想好了一个答案，例如 {code}。",
        "see_counts": "{right} 表示位置正确，{wrong} 表示位置不对。",
        "see_count": "{right} 表示位置正确。",
        "see_marks": "g 表示位置正确，y 表示位置不对，. 表示没有（或没有更多）。",
        "see_labels": "可能的回答：\n{labels}",
        "commands": "u 撤销，h 记录，? 提示，q 退出",
        "guess": "第 {n} 次：{code}",
        "left": "还剩 {n} 种可能",
        "worst": "最多再猜 {n} 次",
        "answer": "位置正确与不对",
        "reply": "回答",
        "your_guess": "第 {n} 次",
        "one_of": "其中之一：{codes}",
        "contradiction": "没有符合的答案。请检查对 {guesses} 的回答，或用 u 撤销。",
        "or": " 或 ",
        "no_undo": "没有可撤销的。",
        "found": "{n} 次猜中。",
        "hint": "决策树会猜 {code}。",
        "tree": "决策树需要 {n} 次：",
        "was": "答案是 {code}。",
        "bye": "再见。",
        "columns": "猜测 回答 剩余",
        "race": "比赛：你猜我的答案，我猜你的，轮流进行，你先猜。\n想好一个，例如 {code}。",
        "colours": COLOURS["zh"],
        "code_length": "{text} 有 {given} 个，应为 {pegs} 个。",
        "code_symbol": "没有 {symbol}，只有 {symbols}。",
        "code_twice": "{text} 中 {symbol} 出现两次，应各不相同。",
        "code_first": "不能以 {symbol} 开头。",
        "code_other": "没有 {text}；例如 {code} 可以。",
        "bad_numbers": "{text} 不是回答：请说两个数，例如 1 2，即位置正确的和位置不对的。",
        "bad_cannot": "{text} 不可能是对 {pegs} 个的回答。",
        "bad_marks": "{text} 不是回答：需要 {pegs} 个标记，每个符号用 g、y 或 .，例如 {example}。",
        "bad_mixed": "{text} 混用了几种写法：请用 g y . 或 2 1 0，或方块。",
        "advice": "{code} 剩得最少，平均 {average}。",
        "guess_next": "{code} 平均剩 {average} 种。",
        "may_be": "可能就是它。",
        "help_open": "请输入你的每次猜测和回答，例如 {code} {reply}。",
        "help_prompt": "第 {n} 次猜测和回答",
        "help_expected": "{text}：应为猜测和回答，例如 {example}。",
        "mine": "我的第 {n} 次：{code}",
        "won": "你赢了，{n} 次猜中。",
        "lost": "我赢了。我的答案是 {code}。",
        "drawn": "平局：都用了 {n} 次。",
        "review": "各次猜测平均剩余，以及最佳猜测的平均剩余：",
        "review_columns": "猜测 回答 剩余 平均 最佳 平均 决策树",
        "skill": "水平 {percent} %，运气：",
        "luck_for": "剩余比预期少 {times} 倍。",
        "luck_against": "剩余比预期多 {times} 倍。",
        "luck_none": "符合预期。",
        "learn_nothing": "第 {number} 次 {guess} 没有信息：所有可能的回答都一样。",
        "learn_better": "第 {number} 次 {guess} 平均剩 {left}；{code} 只剩 {fewest}。",
        "learn_good": "每一次都接近最佳。",
        "learn_lucky": "猜得好，运气也好。",
        "learn_unlucky": "猜得好，运气差，不必遗憾。",
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
