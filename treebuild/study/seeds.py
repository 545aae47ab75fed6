"""docs/study.md: the figures and tables of three studies of these games, beside ours, with the commands that make ours.

The studies are called seeds 0, 1 and 3, as treebuild grew from them: a blog in Russian (three digits of 1 to 7, random
and informed players), an answer in English and Chinese (four different colours of six, greedy entropy), and a blog in
English (5040 and 10,000 secrets, four players).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from pathlib import Path

from treebuild.algorithms import build
from treebuild.codec.files import write_bytes
from treebuild.errors import TreebuildError
from treebuild.game.files import find_game
from treebuild.game.game import Game
from treebuild.game.replies import partition, reply_matrix
from treebuild.game.rules import Rule
from treebuild.study import pictures
from treebuild.study.canvas import Picture, page
from treebuild.study.players import Expected, Sampled, expected, sampled
from treebuild.study.positions import Position
from treebuild.tree.policy import Progress
from treebuild.tree.tree import Tree

SEVEN, COLOURS = "three-of-seven", "four-colours"
GAMES = 10_000  # of players that are not summed up
SPACE = ("437:0.1", "123:1.1", "325:0.3")  # seed 0's game, but for its last guess
SHRINKING = ("6091:1.2", "7016:0.4", "6170:1.3")  # seed 0's first game of four digits

INTRO = """# Three studies again

treebuild grew from four texts. One is a paper, whose tables are in [trees/RESULTS.md](../trees/RESULTS.md); three are
studies that sampled, timed out or argued where one can compute. Here are their figures and tables beside ours, and
under each the command that makes ours. `make study` writes this page and its pictures; [the pictures on one
page](study/pictures.html). [seed-0.md](seed-0.md) walks through the first study in Python.

"Exactly" means as a fraction, by sums over all positions, and not from games that were played. Where games were played,
the interval holds the expected number with 95 % confidence.
"""


@dataclass(frozen=True)
class Section:
    """A part of the page: text in Markdown, and pictures by the names of their files."""

    text: str
    pictures: dict[str, Picture]


def write(folder: Path, progress: Progress | None = None, games: int = GAMES, jobs: int = 1) -> list[Path]:
    """Write study.md, its pictures, and the page of all pictures into a folder; what is there is replaced.

    Returns the files. Raises TreebuildError when they cannot be written, and without matplotlib.
    """
    try:
        (folder / "study").mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TreebuildError(f"{folder}: no study can be written there: {error.strerror}") from None
    makers: Sequence[Callable[[], Section]] = (
        lambda: positions_of_seed_0(),
        lambda: players_of_seed_0(jobs),
        lambda: pictures_of_seed_0(jobs),
        lambda: questions_of_seed_1(),
        lambda: players_of_seed_3(games, jobs),
    )
    found = []
    for number, make in enumerate(makers):
        if progress is not None:
            progress(number, len(makers), "sections")
        found.append(make())
    files = {Path("study.md"): "\n".join([INTRO, *(section.text for section in found)])}
    drawn = {name: picture for section in found for name, picture in section.pictures.items()}
    files |= {Path("study") / f"{name}.svg": picture.svg() for name, picture in drawn.items()}
    files[Path("study/pictures.html")] = page("Three studies again: the pictures", list(drawn.values()))
    for name, text in files.items():
        write_bytes(folder / name, text.encode(), force=True)
    return [folder / name for name in files]


def table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table in Markdown."""
    lines = [headings, ["---"] * len(headings), *rows]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)


def command(*lines: str) -> str:
    """Commands in Markdown."""
    return "```sh\n" + "\n".join(lines) + "\n```\n"


def shown(name: str, picture: Picture) -> str:
    """A picture in Markdown."""
    return f"![{picture.caption}](study/{name}.svg)\n"


def positions_of_seed_0() -> Section:
    """What guesses tell."""
    swapped, bulls = Position(SEVEN, ["213:0.2"]), Position(SEVEN, ["123:2.0"])
    others = [worth for worth in swapped.best(top=len(swapped.game.codes)) if not worth.candidate]
    members = bulls.best(top=len(bulls.game.codes), candidates=True)
    same = len({worth.expected_left for worth in members}) == 1
    rows = [
        ("four digits, after 1234:1.1, the guess 1567", 119.9, _six(Position("p4c10n", ["1234:1.1"]).of("1567").expected_left)),
        ("after 213:0.2, the best guess that is no candidate", 6.944444, f"{_six(others[0].expected_left)}, {others[0].code}"),
        ("after 213:0.2, the best candidate", 6.722222, _six(swapped.best(top=1, candidates=True)[0].expected_left)),
        ("after 123:2.0, the guess 134", 2.5, _six(bulls.of("134").expected_left)),
        ("after 123:2.0, any candidate", 4.166667, _six(members[0].expected_left) + (", all twelve" if same else "")),
    ]  # fmt: skip
    boxes = {"remainders-213": pictures.remainders(["213:0.2"], SEVEN), "remainders-123": pictures.remainders(["123:2.0"], SEVEN)}
    text = [
        "## Seed 0: what does a guess tell?\n",
        "Three different digits of 1 to 7, 210 numbers; the expected number of candidates left, the secret among them.\n",
        table(("position", "seed 0", "treebuild"), rows),
        "All agree. It is not always best to guess what may be right, and candidates are not all worth the same.\n",
        command(
            "treebuild guesses 1234:1.1 --code 1567",
            f"treebuild guesses 213:0.2 --game {SEVEN}",
            f"treebuild guesses 123:2.0 --game {SEVEN}",
        ),
        "What 124, a candidate, and 134, which is none, would leave of the twelve candidates after 123:2.0, by secret:\n",
        _left_by_secret(bulls, ("124", "134")),
        "As in seed 0's lists. Its box plot, of all 210 guesses, and the same one for 123:2.0:\n",
        *(shown(name, picture) for name, picture in boxes.items()),
        command(f"treebuild plot remainders 213:0.2 --game {SEVEN} -o box.svg"),
    ]
    return Section("\n".join(text), boxes)


def _six(value: Fraction) -> str:
    return f"{float(value):.6f}".rstrip("0").rstrip(".")


def _left_by_secret(position: Position, codes: Sequence[str]) -> str:
    game = position.game
    left: dict[int, list[str]] = {int(secret): [] for secret in position.candidates}
    for code in codes:
        for _, part in partition(position.replies, game.code_index[game.parse(code)], position.candidates):
            for secret in part.tolist():
                left[secret].append(" ".join(game.spell(game.secrets[other]) for other in part))
    rows = [(game.spell(game.secrets[secret]), *lists) for secret, lists in left.items()]
    return table(("secret", *(f"after {code}" for code in codes)), rows)


def players_of_seed_0(jobs: int) -> Section:
    """Who wins, exactly."""
    found = [expected(name, SEVEN, jobs=jobs) for name in ("random", "information", "information-candidates")]
    lowest = {one.player: expected(one.player, SEVEN, ties="lowest") for one in found[1:]}
    random, informed, members = found[0], lowest["information"], lowest["information-candidates"]
    best = build("exact", SEVEN, objective="total", jobs=jobs)
    published = {"random": ("4.105143", 21_000), "information": ("4.285", 200), "information-candidates": ("4.037143", 2_100)}
    rows = []
    for one in (random, informed, members):
        said, games = published[one.player]
        distance = abs(float(said) - float(one.average)) / (_deviation(one) / math.sqrt(games))
        rows.append((one.player, f"{said} in {games} games", f"{float(one.average):.6f} = {one.average}", one.worst, f"{distance:.1f}"))
    rows.append(("the best tree", "", f"{float(best.average):.6f} = {best.total}/210", best.max_depth, ""))
    gain = (random.average - members.average) / random.average
    picture = pictures.distributions(found, best)
    text = [
        "## Seed 0: who wins?\n",
        "Its players, exactly; equally good guesses are told apart as in seed 0, by the lowest code. The last column is how "
        "many standard errors of its sample seed 0 was off.\n",
        table(("player", "seed 0", "treebuild", "worst case", "off by"), rows),
        f"So random against information is {float(informed.average - random.average):.6f} guesses for random, for certain "
        "(seed 0: a t-test, p = 0.0004), and information among candidates against random "
        f"{float(random.average - members.average):.6f} (p = 0.0011): {float(gain):.1%} better, where seed 0 says 1.5 %. "
        f"No tree is better than {float(best.average):.4f}.\n",
        "What is guessed of equally good codes matters: with any of them, each with the same chance, "
        + " and ".join(f"{one.player} needs {float(one.average):.6f}" for one in found[1:]) + ".\n",
        shown("players-seven", picture),
        command(
            f"treebuild players random information information-candidates --game {SEVEN}",
            f"treebuild players information --game {SEVEN} --ties lowest",
            f"treebuild build exact --objective total --game {SEVEN} -o seven.msgpack",
            f"treebuild plot players random information information-candidates --game {SEVEN} --tree seven.msgpack -o who.svg",
        ),
    ]
    return Section("\n".join(text), {"players-seven": picture})


def _deviation(player: Expected) -> float:
    """The standard deviation of the number of guesses in a game."""
    mean = player.average
    return math.sqrt(sum(count * (guess - mean) ** 2 for guess, count in enumerate(player.counts, 1)) / sum(player.counts))


def pictures_of_seed_0(jobs: int) -> Section:
    """Its scatter, and the better pictures that it asks for."""
    tree = build("avg", jobs=jobs)
    drawn = {
        "space": pictures.suspects(SPACE, SEVEN),
        "shrinking": pictures.shrinking(SHRINKING),
        "rings": pictures.rings(tree, "The best tree of Bulls and Cows"),
    }
    left = [len(Position(SEVEN, SPACE[:turn]).candidates) for turn in range(1, len(SPACE) + 1)]
    text = [
        "## Seed 0: what does it look like?\n",
        f"Its game of the secret 253, in space: after {' '.join(SPACE)} there are {left[0]}, {left[1]} and {left[2]} candidates "
        "left. The larger and darker, the longer a number was possible.\n",
        shown("space", drawn["space"]),
        "Seed 0 finds that inconvenient, and no use for four digits: \"maybe someone will think of a better picture\". Here "
        "is its first game of four digits, 0671, over digits and places: the darker, the more of the numbers that are still "
        "possible have the digit there; white is impossible.\n",
        shown("shrinking", drawn["shrinking"]),
        "And a picture of all games at once, the tree of 26274 guesses. Every ring is a guess, the first in the middle; "
        "areas are numbers of secrets that are still sought, and the last ring is the seventh guess.\n",
        shown("rings", drawn["rings"]),
        command(
            f"treebuild plot suspects {' '.join(SPACE)} --game {SEVEN} -o space.svg",
            f"treebuild plot shrinking {' '.join(SHRINKING)} -o shrinking.svg",
            "treebuild plot tree trees/p4c10n/avg.msgpack -o rings.svg",
        ),
    ]  # fmt: skip
    return Section("\n".join(text), drawn)


def questions_of_seed_1() -> Section:
    """Worst cases, distributions, limits."""
    colours, pair = build("entropy", COLOURS), build("entropy", "twod")
    rows = [
        ("worst case of greedy entropy", 5, colours.max_depth, f"`treebuild build entropy --game {COLOURS}`"),
        ("secrets found in 2, 3, 4, 5", "7 55 229 69", " ".join(map(str, colours.counts[1:])), "the same"),
        ("can any tree do with 4?", "no", _limit(COLOURS, 4), f"`treebuild build exact --objective limit:4 --game {COLOURS}`"),
        ("most informative first guess", "AABC", _pattern(Position(COLOURS)), f"`treebuild guesses --game {COLOURS} --by entropy`"),
        ("the same, 3 holes, 6 colours", "ABC", _pattern(Position(_mixed(3, 6))), "in Python"),
        ("the same, 5 holes, 8 colours", "AABCD", _pattern(Position(_mixed(5, 8))), "in Python"),
        ("twoD: worst case of greedy entropy", 5, pair.max_depth, "`treebuild build entropy --game twod`"),
        ("twoD: can any tree do with 4?", "yes", _limit("twod", 4), "`treebuild build exact --objective limit:4 --game twod`"),
        ("twoD: with 3?", "", _limit("twod", 3), "`treebuild build exact --objective limit:3 --game twod`"),
    ]  # fmt: skip
    smallest = build("exact", COLOURS, objective="total")
    text = [
        "## Seed 1: four different colours of six\n",
        "360 secrets, 1296 guesses, which may repeat colours; and pairs of numbers from 0 to 4 (twoD).\n",
        table(("question", "seed 1", "treebuild", "command"), rows),
        "All agree. The three questions are asked of any game, strategy or limit in the same words: `build` prints the "
        "distribution and the worst case, and with `limit:N` a tree or that there is none. Its \"lazy tree\", which expands "
        "only what is asked, is `treebuild guesses` with the replies so far. What seed 1 does not ask: greedy entropy needs "
        f"{float(colours.average):.4f} guesses on average, the best tree {float(smallest.average):.4f} "
        f"({smallest.total}/{len(smallest.game.secrets)}).\n",
    ]  # fmt: skip
    return Section("\n".join(text), {})


def _limit(game: str, limit: int) -> str:
    try:
        build("exact", game, objective=f"limit:{limit}")
    except TreebuildError:
        return "no"
    return "yes"


def _pattern(position: Position) -> str:
    """The form of the most informative guess: its repeated symbols first, then the others, A, B, ..."""
    code: Sequence[int] = position.game.parse(position.best("entropy", 1)[0].code)  # type: ignore[assignment]
    counts = sorted((code.count(symbol) for symbol in set(code)), reverse=True)
    return "".join(name * count for name, count in zip("ABCDEFGH", counts, strict=False))


def _mixed(pegs: int, colours: int) -> Game:
    """Secrets of different colours; guesses may repeat them, and of those that do there are some of every form."""
    secrets = Game.from_rules(f"p{pegs}c{colours}n").secrets
    repeated = [code for code in combinations_with_replacement(range(pegs), pegs) if len(set(code)) < pegs]
    names = "ABCDEFGH"[:colours]
    return Game.from_symbols(f"p{pegs}c{colours} mixed", Rule("bulls-cows", pegs), names, [*secrets, *repeated], secrets)


def players_of_seed_3(games: int, jobs: int) -> Section:
    """Its two tables."""
    random, first, best = expected("random", jobs=jobs), build("simple"), build("avg", jobs=jobs)
    few = [sampled(f"heuristic-{number}", games=games) for number in (4, 5)]
    rows = [
        ("pick first", "6.0051", 9, *_tree(first), "`treebuild build simple`"),
        ("pick random", "5.9136", 9, f"{float(random.average):.4f}, exactly", random.worst, "`treebuild players random`"),
        *(("heuristic pick", "5.7201", 8, *_sampled(one), f"`treebuild players {one.player} --games {games}`") for one in few),
        ("optimal", "5.2131", 7, *_tree(best), "`treebuild build avg`"),
    ]  # fmt: skip
    repeated, lowest = sampled("random", "p4c10r", games=games), build("simple", "p4c10r")
    few_repeated = [sampled(f"heuristic-{number}", "p4c10r", games=games // 5) for number in (4, 5)]
    more = [
        ("pick first", "8.0291", 13, *_tree(lowest), "`treebuild build simple --game p4c10r`"),
        ("pick random", "6.6323", 11, *_sampled(repeated), f"`treebuild players random --game p4c10r --games {games}`"),
        *(("heuristic pick", "6.2001", 8, *_sampled(one), f"`treebuild players {one.player} --game p4c10r --games {one.games}`")
          for one in few_repeated),
    ]  # fmt: skip
    picture = pictures.distributions([random, *few], best)
    heads = ("algorithm", "seed 3", "worst", "treebuild", "worst", "command")
    unlikely = float(sum(random.counts[9:]) / len(random.game.secrets))
    text = [
        "## Seed 3: first, random, a few random and then informed\n",
        "Four different digits, 5040 secrets:\n",
        table(heads, rows),
        "Four digits that may repeat, 10,000 secrets:\n",
        table(heads, more),
        "Most averages do not come out. *Pick first* is no matter of luck: the lowest consistent code, 0123 first, needs "
        f"{first.total}/5040 guesses, and {lowest.total}/10000 where digits repeat; the worst cases agree. 6.0051 is no whole "
        "number of guesses over 5040 secrets, so it comes from a sample, but no sample of some thousand games is off by 0.4. "
        f"*Pick random* is exact for different digits, {_long(random)} in full; its worst case is {random.worst}, once in "
        f"{round(1 / unlikely):,} games, so that seed 3 saw 9. For *heuristic pick* seed 3 does not say what is guessed of "
        "equally informative codes (here any), nor exactly how many guesses are random before (\"three or four\" times after "
        "the first: four or five here).\n",
        shown("players-5040", picture),
        "The parts of all 10,000 numbers by their reply to 0123 (its figure 1):\n",
        _first_parts(),
        command("treebuild guesses --game p4c10r --code 0123", "treebuild symmetry --game p4c10r"),
    ]  # fmt: skip
    return Section("\n".join(text), {"players-5040": picture})


def _tree(tree: Tree) -> tuple[str, int]:
    return f"{float(tree.average):.4f} = {tree.total}/{len(tree.game.secrets)}", tree.max_depth


def _sampled(player: Sampled) -> tuple[str, int]:
    low, high = player.interval
    return f"{player.player}: {float(player.average):.4f} ({low:.4f} to {high:.4f})", player.worst


def _long(player: Expected) -> str:
    digits = len(str(player.average.denominator))
    return f"{float(player.average):.10f}... (a fraction with a denominator of {digits} digits)"


def _first_parts() -> str:
    replies = reply_matrix(find_game("p4c10r"))
    position = Position(replies.game)
    parts = partition(replies, replies.game.code_index[(0, 1, 2, 3)], position.candidates)
    return table(("reply", "numbers"), [(replies.game.replies[reply], len(part)) for reply, part in parts])
