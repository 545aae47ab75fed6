"""Nerdle: guess an equation of eight characters, such as 12+34=46, which is marked as a word is in Wordle.

Numbers have no leading zero, and only the result may be 0. Products and quotients come before sums, and go from left to
right. Every quotient must be a whole number, and the result must not be negative. There are 17,447 such equations.
"""

from treebuild import Game
from treebuild.game.reply_rules import Rule


def products(places):
    yield from ((str(n), n) for n in range(10 ** (places - 1), 10**places))
    for last in range(1, places - 1):
        for text, value in products(places - 1 - last):
            for n in range(10 ** (last - 1), 10**last):
                yield from [(f"{text}*{n}", value * n), *([] if value % n else [(f"{text}/{n}", value // n)])]


def sums(places):
    yield from products(places)
    for last in range(1, places - 1):
        for text, value in sums(places - 1 - last):
            for more, n in products(last):
                yield from [(f"{text}+{more}", value + n), (f"{text}-{more}", value - n)]


symbols = "0123456789+-*/="
left = ((places, text, value) for places in range(3, 7) for text, value in sums(places) if not text.isdigit())
equations = [f"{text}={value}" for places, text, value in left if value >= 0 and len(f"{value}") == 7 - places]
game = Game.from_symbols("nerdle", Rule("wordle", 8), symbols, [tuple(map(symbols.index, text)) for text in equations])
