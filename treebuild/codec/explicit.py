"""The explicit format, .b92: base-92 text with every guess and every link, as in Slovesnov 2011, section 8.2.

schema/base92-explicit.md specifies it. Each node is an element; elements are in breadth-first order, with `!` between
them. An element is the index of the guess, two digits, and the links. The links are the ids of the children for every
reply, two digits each, "##" (id 0, the root) for none; or, where they are shorter, triples of a reply, one digit, and
an id, two digits. A node without children has no links.
"""

from __future__ import annotations

from treebuild.codec.base92 import BASE, DIGITS, VALUE, check_whole, read_text, two_digits
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.lookup import as_game
from treebuild.tree.links import from_links
from treebuild.tree.tree import Tree

SEPARATOR = "!"
LIMIT = BASE * BASE  # codes and nodes that two digits can number


def encode(tree: Tree) -> bytes:
    """The tree's text as ASCII and a newline.

    Raises TreebuildError for more codes or nodes than LIMIT, and for more replies than BASE.
    """
    game = tree.game
    check_game(game)
    if len(tree) > LIMIT:
        raise TreebuildError(
            f"the explicit format numbers at most {LIMIT} nodes, this tree has {len(tree)}; use .msgpack"
        )
    slots = len(game.replies) - 1
    elements = []
    for node, guess in enumerate(tree.guess.tolist()):
        children = {reply - (reply > game.win): child for reply, child in tree.children(node)}
        if 3 * len(children) < 2 * slots:
            body = "".join(DIGITS[slot] + two_digits(child) for slot, child in children.items())
        else:
            body = "".join(two_digits(children.get(slot, 0)) for slot in range(slots))
        elements.append(two_digits(guess) + body)
    return (SEPARATOR.join(elements) + "\n").encode("ascii")


def decode(data: bytes, game: Game | str | None = None, patient: bool = False) -> Tree:
    """The tree of a text, of `game` or Bulls and Cows. Raises TreebuildError for anything but a sound tree."""
    game = as_game(game)
    check_game(game)
    text = read_text(data, DIGITS + SEPARATOR)
    count = text.count(SEPARATOR) + 1
    if count > LIMIT:
        raise TreebuildError(f"{count} elements, more than the {LIMIT} that ids can number", "structure")
    elements = text.split(SEPARATOR)
    guesses: list[int] = []
    children: list[dict[int, int]] = []
    links = [reply for reply in range(len(game.replies)) if reply != game.win]
    for node, element in enumerate(elements):
        if not 2 <= len(element) <= 2 + 2 * len(links):
            raise TreebuildError(
                f"element {node} has {len(element)} characters, expected the two digits of a guess and its links",
                "structure",
            )
        numbers = [VALUE[digit] for digit in element]
        guess = numbers[0] * BASE + numbers[1]
        if guess >= len(game.codes):
            raise TreebuildError(
                f"element {node} guesses code {guess}, but {game.name} has {len(game.codes)} codes", "guess"
            )
        child = {links[slot]: after for slot, after in _links(node, numbers[2:], len(links))}
        for after in child.values():
            if after >= len(elements):
                raise TreebuildError(f"element {node} links to node {after} of {len(elements)}", "truncated")
            if after <= node:
                raise TreebuildError(f"element {node} links back to node {after}: expected parents first", "structure")
        guesses.append(guess)
        children.append(child)
    return from_links(game, guesses, children, patient=patient)


def _links(node: int, numbers: list[int], slots: int) -> list[tuple[int, int]]:
    """(slot, child) of every link of an element, from the values of its digits. Their number tells how it is written.

    Slots number the replies without the winning one.
    """
    if len(numbers) == 2 * slots:
        full = [high * BASE + low for high, low in zip(numbers[::2], numbers[1::2], strict=True)]
        return [(slot, child) for slot, child in enumerate(full) if child]
    if len(numbers) % 3:
        raise TreebuildError(
            f"element {node} has {len(numbers) + 2} characters: not a guess and a list of links", "structure"
        )
    pairs = [(numbers[i], numbers[i + 1] * BASE + numbers[i + 2]) for i in range(0, len(numbers), 3)]
    order = [slot for slot, _ in pairs]
    if any(slot >= slots for slot in order) or order != sorted(set(order)):
        raise TreebuildError(
            f"element {node} lists replies {order}: expected them ascending and below {slots}", "structure"
        )
    return pairs


def check_game(game: Game) -> None:
    """Raise TreebuildError for a game too large for the format."""
    check_whole(game)
    if len(game.codes) > LIMIT or len(game.replies) > BASE:
        raise TreebuildError(
            f"the explicit format numbers at most {LIMIT} codes and {BASE} replies, {game.name} has {len(game.codes)} "
            f"and {len(game.replies)}; use .msgpack",
            "game",
        )
