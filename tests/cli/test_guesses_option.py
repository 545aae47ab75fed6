"""--guesses and --costs of the commands that play or look at turns: suggest, review and play."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.helpers.command_line import fails, prints, run_text
from treebuild.analysis.review import review
from treebuild.game.lookup import find_game

WORDS = ["aback", "abase", "abate", "abbey", "crane", "salet", "slate", "stale", "trace"]
TREE = "AsTHPttPkIhyk1zsCLe8_I4K"
REFUSED = "2. Hard mode: salet does not use all letters that were marked, green ones in their place."


@pytest.fixture
def game(tmp_path: Path) -> str:
    path = tmp_path / "words.toml"
    path.write_text(f'rule = "wordle"\ncodes = {json.dumps(WORDS)}\n')
    return str(path)


def test_guesses_lists_only_what_is_permitted(game: str) -> None:
    def listed(*more: str) -> set[str]:
        told = json.loads(prints("suggest", "--game", game, "crane:..g.g", "--json", *more))
        return {guess["code"] for guess in told["guesses"]}

    fits = {"abase", "abate", "slate", "stale"}
    assert listed() == set(WORDS)
    assert listed("--guesses", "hard") == fits | {"trace", "crane"}
    assert listed("--guesses", "candidates") == fits
    words = "suggest", "--game", game, "--guesses", "hard", "crane:..g.g", "--code"
    done = run_text(*words, "salet")
    assert "salet" in done.stdout and done.stderr == "note: guesses `hard` do not allow salet here\n"
    assert "trace" in prints(*words, "trace")


def test_the_option_goes_before_what_the_file_says(game: str) -> None:
    path = Path(game)
    path.write_text(f'guesses = "candidates"\n{path.read_text()}')
    told = json.loads(prints("suggest", "--game", game, "crane:..g.g", "--guesses", "all", "--json"))
    assert {guess["code"] for guess in told["guesses"]} == set(WORDS)


def test_review_remarks_on_what_is_not_permitted(game: str) -> None:
    turns = ("crane", "salet", "slate", "--secret", "slate", "--game", game)
    assert REFUSED in prints("review", *turns, "--guesses", "hard").splitlines()
    assert "Hard mode" not in prints("review", *turns)
    moves = json.loads(prints("review", *turns, "--guesses", "hard", "--json"))["moves"]
    assert [move.get("permitted") for move in moves] == [None, False, None]


def test_a_guess_that_is_not_permitted_is_no_best_guess(tmp_path: Path) -> None:
    """It may leave fewer than all that are permitted: the best is one that is permitted, and its own skill is 0."""
    path = tmp_path / "words.toml"
    path.write_text(
        'rule = "wordle"\ncodes = ["bat", "cat", "hat", "mat", "bch"]\nsecrets = ["bat", "cat", "hat", "mat"]'
    )
    for rule, best, permitted in (("all", "bch", True), ("hard", "bat", False)):
        move = review(find_game(path, rule), ["mat", "bch", "cat"], secret="cat").moves[1]
        assert (move.best, move.permitted, move.skill) == (best, permitted, int(permitted))
        assert (move.best_expected > move.expected) is not permitted


def test_help_elsewhere_goes_by_the_rule(game: str) -> None:
    """It proposes what is permitted, and remarks on a guess that is not."""
    words, lines = ("play", "--elsewhere", "--game", game), "crane ..g.g\nsalet gyyyy\nslate ggggg\n"
    printed = prints(*words, "--guesses", "hard", stdin=lines)
    assert printed.count(REFUSED) == 2  # at once, and in the review
    assert "One of slate stale" in printed
    assert "Hard mode" not in prints(*words, stdin=lines)


def test_play_goes_by_the_rule(game: str) -> None:
    rules = ("play", "--game", game, "--guess", "--secret", "slate")
    printed = prints(*rules, "--guesses", "hard", stdin="crane\nsalet\nslate\n")
    assert REFUSED[3:] in printed and "Found in 2 guesses." in printed
    assert "Found in 3 guesses." in prints(*rules, stdin="crane\nsalet\nslate\n")


def test_play_goes_by_the_costs(game: str, tmp_path: Path) -> None:
    """The program begins with another word where its own costs much."""
    (tmp_path / "costs.csv").write_text("code,cost\nslate,9\n")
    assert "Guess 1: slate" in prints("play", "--game", game, stdin="q\n")
    printed = prints("play", "--game", game, "--costs", tmp_path / "costs.csv", stdin="q\n")
    assert "Guess 1: " in printed and "Guess 1: slate" not in printed


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        *(
            case
            for command in ("suggest", "review 1234:0.2", "play --elsewhere", "play")
            for case in (
                (f"{command} --guesses hrad", 2, "unknown rule of guesses 'hrad': did you mean 'hard'"),
                (f"{command} --guesses hard", 1, "p4c10n: guesses `hard` are those of the rule wordle"),
            )
        ),
        (f"play {TREE} --guesses candidates", 2, f"--guesses is for a game without a tree, and {TREE} is a tree"),
        (f"play {TREE} --costs costs.csv", 2, "--costs is for a game without a tree"),
        (f"review 1234:0.2 --tree {TREE} --guesses all", 2, "--guesses is for a game without a tree"),
    ],
)
def test_rules_of_guesses_that_do_not_fit_are_refused(words: str, code: int, message: str) -> None:
    fails(words, message=f"error: {message}", code=code)


@pytest.mark.parametrize("command", [("pareto",), ("estimate", "--objective", "total", "--seconds", "1")])
@pytest.mark.parametrize("guesses", ["hard", "identify", "consistent"])
def test_fronts_and_estimates_go_by_a_rule_and_fronts_refuse_costs(
    tmp_path: Path, command: tuple[str, ...], guesses: str
) -> None:
    path = tmp_path / "game.toml"
    rule = (
        'name = "words"\nrule = "wordle"\ncodes = ["abc", "cab", "bca", "aaa"]\nsecrets = ["abc", "cab", "bca"]\n'
        f'guesses = "{guesses}"\n'
    )
    path.write_text(rule)
    prints(*command, "--game", path)
    (tmp_path / "costs.csv").write_text("code,cost\naaa,2\n")
    path.write_text(rule + 'costs = "costs.csv"\n')
    if command[0] == "pareto":
        message = "a front takes every guess to cost 1, and words has costs of guesses: leave the costs out"
        fails(*command, "--game", path, message=message)
    else:
        prints(*command, "--game", path)
