"""A tree as a booklet to play from on paper: numbered positions, each with its guess and where every reply leads."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from treebuild.errors import TreebuildError
from treebuild.game import user_input
from treebuild.game.colour_names import COLOURS
from treebuild.game.game import Game
from treebuild.game.reply_rules import Code
from treebuild.publish import printed_key
from treebuild.publish.templates import paper
from treebuild.publish.titles import title
from treebuild.tree.tree import Tree

MAX_POSITIONS = 20_000  # positions that are printed: some hundred pages
MEANINGS = {  # of a reply, by its style
    "counts": " A reply of 1.2 is one in the right place and two in the wrong place.",
    "count": " A reply of 2 is two in the right place.",
    "marks": " A reply has a mark for each symbol of the guess: g in the right place, y elsewhere in the secret, "
    ". not there, or no more of it.",
    "labels": "",
}
NAMES = dict(zip(user_input.LETTERS, COLOURS["en"].split(), strict=True))


def booklet(tree: Tree, most: int = MAX_POSITIONS) -> str:
    """An HTML page to print: begin at position 1, make its guess in bold, and go where the reply leads.

    "0.1 > 23" leads to position 23; "0.1 = 4510" means that only the secret 4510 is left. Positions are numbered
    breadth first. A key is printed as couplets instead (`publish.printed_key`). Raises
    TreebuildError for a tree of more than `most` positions.
    """
    numbers = _numbers(tree)
    if len(numbers) > most:
        raise TreebuildError(f"the booklet would have {len(numbers)} positions: expected at most {most}")
    if user_input.is_key(tree.game):
        heading = f"{title(tree.game)}: a key"
        return paper(heading, heading, "printed_key.css", printed_key.couplets(tree))
    letters = user_input.letters(tree.game)
    positions = "\n".join(_position(tree, node, number, numbers, letters) for node, number in numbers.items())
    body = f'{_how(tree)}\n<div class="positions">\n{positions}\n</div>'
    return paper(title(tree.game), title(tree.game), "booklet.css", body)


def _numbers(tree: Tree) -> dict[int, int]:
    """The number of each node that needs a position. A node whose guess is the only secret left needs none."""
    nodes = [node for node in range(len(tree)) if node == 0 or tree.children(node)]
    return {node: number for number, node in enumerate(nodes, 1)}


def _position(tree: Tree, node: int, number: int, numbers: dict[int, int], letters: dict[str, str]) -> str:
    ways = "".join(f"<span>{escape(way)}</span> " for way in _ways(tree, node, numbers, letters))
    return f'<p id="p{number}"><b>{number}</b> <b>{escape(_spelled(tree, node, letters))}</b> {ways}</p>'


def _ways(tree: Tree, node: int, numbers: dict[int, int], letters: dict[str, str]) -> Iterator[str]:
    for reply, child in tree.children(node):
        leads = f"> {numbers[child]}" if child in numbers else f"= {_spelled(tree, child, letters)}"
        yield f"{tree.game.replies[reply]} {leads}"


def _spelled(tree: Tree, node: int, letters: dict[str, str]) -> str:
    return _lettered(tree.game, tree.game.codes[tree.guess[node]], letters)


def _lettered(game: Game, code: Code, letters: dict[str, str]) -> str:
    return "".join(letters.get(symbol, symbol) for symbol in game.spell(code))


def _how(tree: Tree) -> str:
    """How to use the booklet, and how good its tree is."""
    game = tree.game
    meaning = MEANINGS[user_input.style(game)]
    letters = user_input.letters(game)
    names = [f"{letter} {NAMES[letter]}" for letter in letters.values()]
    meaning += f" The letters are {', '.join(names)}." if names else ""
    secrets = len(game.secrets)
    example = escape(_lettered(game, game.secrets[0], letters))
    secret = "a secret" if game.space else f"one of {secrets} secrets, such as {example}"
    average = tree.total / secrets
    return (
        f'<p class="how">Think of {secret}. Begin at position 1 and make the guess in '
        f"bold.{meaning} Find the reply: after &gt; stands the position to go to, after = the only secret left. "
        f"Every secret is found in at most {tree.max_depth} guesses, on average in {average:.3f}.</p>"
    )
