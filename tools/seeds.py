"""Makes docs/seeds.md: figures of the four texts that treebuild grew from, beside ours. Its text is tools/seeds.md."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from pathlib import Path
from string import Template

from tools import paper_figures as paper
from treebuild.algorithms import build
from treebuild.analysis import pictures
from treebuild.analysis.canvas import Picture, page
from treebuild.analysis.players import Expected, Sampled, expected, sampled
from treebuild.analysis.position import Position
from treebuild.codec.files import write_bytes
from treebuild.codec.formats import OWN
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.reply_matrix import partition
from treebuild.game.reply_rules import Rule
from treebuild.tree.policy import Progress
from treebuild.tree.tree import Tree

SEVEN, COLOURS = "three-of-seven", "four-colours"
PLAYERS = ("random", "information", "information-candidates")
HEADINGS = ("algorithm", "seed 3", "worst", "treebuild", "worst")
GAMES = 10_000  # games of players whose figures are not computed exactly
SPACE = ("437:0.1", "123:1.1", "325:0.3")  # seed 0's game in space
SHRINKING = ("6091:1.2", "7016:0.4", "6170:1.3")  # its first game of four digits

Section = tuple[dict[str, str], dict[str, Picture]]
"""(texts by their names in the template, pictures by the names of their files)."""


def write(folder: Path, progress: Progress | None = None, games: int = GAMES, jobs: int = 1) -> list[Path]:
    """Write seeds.md, its pictures, and the page of all pictures into a folder, over older ones. Returns the files.

    Raises TreebuildError when they cannot be written, and without matplotlib.
    """
    try:
        (folder / "study").mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TreebuildError(f"{folder}: no study can be written there: {error.strerror}") from None
    sections: Sequence[Callable[[], Section]] = (
        positions_of_seed_0,
        lambda: players_of_seed_0(jobs),
        lambda: pictures_of_seed_0(jobs),
        questions_of_seed_1,
        trees_of_seed_2,
        lambda: players_of_seed_3(games, jobs),
        lambda: players_of_seed_3_repeating(games, jobs),
        parts_of_seed_3,
    )
    words: dict[str, str] = {}
    drawn: dict[str, Picture] = {}
    for number, section in enumerate(sections):
        if progress is not None:
            progress(number, len(sections), "sections")
        some, new = section()
        words |= some
        drawn |= new
    template = Template(Path(__file__).with_suffix(".md").read_text("utf-8"))
    files = {Path("seeds.md"): template.substitute(words)}
    files |= {Path("study") / f"{name}.svg": picture.svg() for name, picture in drawn.items()}
    files[Path("study/pictures.html")] = page("The four seeds: the pictures", list(drawn.values()))
    for name, text in files.items():
        write_bytes(folder / name, text.encode(), force=True)
    return [folder / name for name in files]


def _table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [headings, ["---"] * len(headings), *rows]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)


def positions_of_seed_0() -> Section:
    """The section about the candidates that guesses leave."""
    swapped, bulls = Position(SEVEN, ["213:0.2"]), Position(SEVEN, ["123:2.0"])
    others = [worth for worth in swapped.best(top=len(swapped.game.codes)) if not worth.candidate]
    members = bulls.best(top=len(bulls.game.codes), candidates=True)
    least, most = members[0].expected_left, members[-1].expected_left
    rows = [
        ("four digits, after 1234:1.1: 1567", "119.9", Position("p4c10n", ["1234:1.1"]).of("1567").expected_left),
        ("after 213:0.2: the best guess that is no candidate", "6.944444", others[0].expected_left),
        ("after 213:0.2: the best candidate", "6.722222", swapped.best(top=1, candidates=True)[0].expected_left),
        ("after 123:2.0: 134", "2.5", bulls.of("134").expected_left),
        ("after 123:2.0: the best candidate", "4.166667", least),
        ("after 123:2.0: the worst candidate", "4.166667", most),
    ]
    words = {
        "positions": _table(("position and guess", "seed 0", "treebuild"), [(*row[:2], _six(row[2])) for row in rows]),
        "left_by_secret": _left_by_secret(bulls, ("124", "134")),
    }
    return words, {
        "remainders-213": pictures.remainders(["213:0.2"], SEVEN),
        "remainders-123": pictures.remainders(["123:2.0"], SEVEN),
    }


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
    return _table(("secret", *(f"after {code}" for code in codes)), rows)


def players_of_seed_0(jobs: int) -> Section:
    """The section about players, with exact figures."""
    found = {name: expected(name, SEVEN, jobs=jobs, ties="lowest") for name in PLAYERS}
    random, informed, members = (found[name] for name in PLAYERS)
    others = [expected(name, SEVEN) for name in PLAYERS[1:]]
    best = build("exact", SEVEN, objective="total", jobs=jobs)
    published = {
        "random": ("4.105143", 21_000),
        "information": ("4.285", 200),
        "information-candidates": ("4.037143", 2_100),
    }
    rows: list[Sequence[object]] = []
    for name, (said, games) in published.items():
        ours = found[name]
        off = abs(float(said) - float(ours.average)) / (_deviation(ours) / math.sqrt(games))
        rows.append(
            (name, f"{said} in {games} games", f"{_six(ours.average)} = {ours.average}", ours.worst, f"{off:.1f}")
        )
    rows.append(("the best tree", "", f"{_six(best.average)} = {best.total}/210", best.max_depth, ""))
    words = {
        "players_of_seed_0": _table(("player", "seed 0", "treebuild", "worst case", "off by"), rows),
        "random_gains": _six(informed.average - random.average),
        "candidates_gain": _six(random.average - members.average),
        "percent": f"{100 * float(1 - members.average / random.average):.2f} %",
        "any_ties": " and ".join(f"{_six(one.average)} for *{one.player}*" for one in others),
    }
    return words, {"players-seven": pictures.distributions([random, *others], best)}


def _deviation(player: Expected) -> float:
    """The standard deviation of the number of guesses in a game."""
    mean, secrets = player.average, sum(player.counts)
    return math.sqrt(sum(count * (guess - mean) ** 2 for guess, count in enumerate(player.counts, 1)) / secrets)


def pictures_of_seed_0(jobs: int) -> Section:
    """The section with its scatter plot, and the better pictures that it asks for."""
    left = [str(len(Position(SEVEN, SPACE[:turn]).candidates)) for turn in range(1, len(SPACE) + 1)]
    return {"space": f"{', '.join(left[:-1])} and {left[-1]}"}, {
        "space": pictures.suspects(SPACE, SEVEN),
        "shrinking": pictures.shrinking(SHRINKING),
        "rings": pictures.rings(build("avg", jobs=jobs), "the best tree of Bulls and Cows"),
    }


def questions_of_seed_1() -> Section:
    """The section about worst cases, distributions and limits."""
    colours, pair = build("entropy", COLOURS), build("entropy", "twod")
    smallest = build("exact", COLOURS, objective="total")
    rows = [
        ("worst case of greedy entropy", 5, colours.max_depth),
        ("secrets found in 2, 3, 4, 5 guesses", "7 55 229 69", " ".join(map(str, colours.counts[1:]))),
        ("can any tree do with 4?", "no", _limit(COLOURS, 4)),
        ("form of the most informative first guess", "AABC", _form(Position(COLOURS))),
        ("the same with 3 holes and 6 colours", "ABC", _form(Position(_mixed(3, 6)))),
        ("the same with 5 holes and 8 colours", "AABCD", _form(Position(_mixed(5, 8)))),
        ("twoD: worst case of greedy entropy", 5, pair.max_depth),
        ("twoD: can any tree do with 4?", "yes", _limit("twod", 4)),
        ("twoD: with 3?", "not asked", _limit("twod", 3)),
    ]
    words = {
        "questions": _table(("question", "seed 1", "treebuild"), rows),
        "greedy": f"{float(colours.average):.4f}",
        "smallest": _tree(smallest)[0],
    }
    return words, {}


def _limit(game: str, limit: int) -> str:
    try:
        build("exact", game, objective=f"limit:{limit}")
    except TreebuildError:
        return "no"
    return "yes"


def _form(position: Position) -> str:
    """The form of the most informative guess: its repeated symbols first, then the others, A, B, ..."""
    symbols = Counter(position.game.spell(position.game.parse(position.best("entropy", 1)[0].code)))
    return "".join(name * count for name, (_, count) in zip("ABCDEFGH", symbols.most_common(), strict=False))


def _mixed(pegs: int, colours: int) -> Game:
    """A game whose secrets have different colours. Its codes also have some that repeat colours, of every form."""
    secrets = Game.from_rules(f"p{pegs}c{colours}n").secrets
    repeated = [code for code in combinations_with_replacement(range(pegs), pegs) if len(set(code)) < pegs]
    rule, names = Rule("bulls-cows", pegs), "ABCDEFGH"[:colours]
    return Game.from_symbols(f"p{pegs}c{colours} mixed", rule, names, [*secrets, *repeated], secrets)


def trees_of_seed_2() -> Section:
    """The section about the paper's trees: sevens, totals and the lengths of its texts."""
    crush35, crush45, crush5 = (build(name) for name in ("crush35", "crush45o", "crush5o"))
    average = {name: build(name) for name in paper.TOTALS}
    sevens = {"crush35": crush35, "crush45": crush45, "crush5": crush5}
    rows: list[Sequence[object]] = [
        (f"{name}: sevens", sum(paper.SEVENS[name].values()), sum(tree.counts[6:])) for name, tree in sevens.items()
    ]
    rows += [(f"{name}: total", sum(paper.TOTALS[name]), tree.total) for name, tree in average.items()]
    explicit, implicit, ranked = (len(OWN[form].encode(crush5).strip()) for form in (".b92", ".b92i", ".rank"))
    rows += [
        ("crush5: characters of its text (section 8.2)", "31.6 KB", explicit),
        ("without the guesses that follow from a rule (2017)", "about 820", implicit),
        ("only the guesses that a score would not make", "", ranked),
    ]
    return {"paper": _table(("question", "seed 2", "treebuild"), rows)}, {}


def players_of_seed_3(games: int, jobs: int) -> Section:
    """The section with its first table: different digits."""
    first, random, best = build("simple"), expected("random", jobs=jobs), build("avg", jobs=jobs)
    few = [sampled(f"heuristic-{number}", games=games) for number in (4, 5)]
    rows = [
        ("pick first", "6.0051", 9, *_tree(first)),
        ("pick random", "5.9136", 9, *_exact(random)),
        *(("heuristic pick", "5.7201", 8, *_sampled(one)) for one in few),
        ("optimal", "5.2131", 7, *_tree(best)),
    ]
    words = {
        "different": _table(HEADINGS, rows),
        "first_different": _tree(first)[0],
        "random_worst": str(random.worst),
        "rarely": _rarely(random),
    }
    return words, {"players-5040": pictures.distributions([random, *few], best)}


def players_of_seed_3_repeating(games: int, jobs: int) -> Section:
    """The section with its second table: digits may repeat. It takes minutes."""
    first, random = build("simple", "p4c10r", first="0123"), expected("random", "p4c10r", jobs=jobs)
    few = [sampled(f"heuristic-{number}", "p4c10r", games=games) for number in (4, 5)]
    rows = [
        ("pick first", "8.0291", 13, *_tree(first)),
        ("pick random", "6.6323", 11, *_exact(random)),
        *(("heuristic pick", "6.2001", 8, *_sampled(one)) for one in few),
    ]
    words = {
        "repeated": _table(HEADINGS, rows),
        "first_repeated": _tree(first)[0],
        "repeated_worst": str(random.worst),
        "repeated_rarely": _rarely(random),
    }
    return words, {}


def parts_of_seed_3() -> Section:
    """The section with its figure 1."""
    position = Position("p4c10r")
    parts = partition(position.replies, position.game.code_index[(0, 1, 2, 3)], position.candidates)
    rows = [(position.game.replies[reply], len(part)) for reply, part in parts]
    return {"first_parts": _table(("reply", "numbers"), rows)}, {}


def _tree(tree: Tree) -> tuple[str, int]:
    return f"{float(tree.average):.4f} = {tree.total}/{len(tree.game.secrets)}", tree.max_depth


def _exact(player: Expected) -> tuple[str, int]:
    return f"{_six(player.average)}, exactly", player.worst


def _rarely(player: Expected) -> str:
    """The number of games in which a player takes its most guesses once, on average."""
    return f"{round(len(player.game.secrets) / player.counts[-1]):,}"


def _sampled(player: Sampled) -> tuple[str, int]:
    low, high = player.interval
    return f"{player.player}: {float(player.average):.4f} ({low:.4f} to {high:.4f})", player.worst
