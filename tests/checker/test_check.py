"""The checker of certificates: against plain exhaustive recursions, and what it reports."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pytest

from tests.helpers.plain_checks import (
    GAMES,
    NONE,
    at_bound,
    best_of,
    is_accepted,
    outcome,
    packed,
    proof,
    random_table,
    refusal,
    table,
)
from treebuild.certificate import checkers
from treebuild.checker.check import Checked, Progress, check
from treebuild.checker.proof_file import ProofFile
from treebuild.errors import TreebuildError


@pytest.mark.parametrize("name", GAMES)
def test_optimum_is_accepted_and_one_more_refused(name):
    plain, best = best_of(GAMES[name])
    checked = check(packed(at_bound(GAMES[name], best, plain.full())))
    assert checked.bound == best
    assert (checked.codes, checked.secrets) == (len(plain.codes), len(plain.secrets))
    more = (*best[:-1], best[-1] + 1)
    if len(best) == 1 or more[-1] <= plain.most()[-1]:
        assert "claim refused" in refusal(packed(at_bound(GAMES[name], more, plain.full())))
        assert "claim refused" in refusal(packed(at_bound(GAMES[name], more)))
        images, guesses = plain.full()
        dear = {code for code, _ in guesses if plain.of_guess(code) >= more}  # refuted, but they stand for no other
        dear_only = (images, [guess for guess in guesses if guess[0] in dear])
        assert "claim refused" in refusal(packed(at_bound(GAMES[name], more, dear_only)))


@pytest.mark.parametrize("seed", range(60))
def test_no_bound_above_the_least_cost_is_accepted(seed):
    rng = random.Random(seed)
    secrets = rng.randrange(3, 8)
    fields = random_table(rng, secrets, secrets + rng.randrange(3), rng.randrange(3, 6))
    costs = sorted(rng.randrange(4) for _ in range(rng.randrange(1, 5)))
    fields["costs"] = [" ".join(map(str, costs)), "1 1 2 3 4"[: 2 * len(costs) - 1]]
    fields["guesses"] = rng.choice(["all", "candidates"])
    fields["bound"] = "0 0"
    if seed % 2:
        fields["weights"] = [rng.choice((0, 1, 2, 50)) for _ in range(secrets - 1)] + [1]
        line = rng.randrange(2)
        fields["costs"][line] = f"weighted {fields['costs'][line]}"
    plain, best = best_of(fields)
    if secrets < 6:
        check(packed(at_bound(fields, best, plain.full())))
    accepted = [total for total in range(1, best[1] + 3) if is_accepted(at_bound(fields, (best[0], total)))]
    assert all(total <= best[1] for total in accepted)
    assert not is_accepted(at_bound(fields, (best[0] + 1, 0)))


@pytest.mark.parametrize(("symbols", "sets"), [(4, "distinct"), (3, "any")])
def test_automatic_rules_are_sound(symbols, sets):
    fields = {"symbols": symbols, "codes": sets, "secrets": sets}
    (optimum,) = best_of(fields)[1]
    accepted = [bound for bound in range(1, optimum + 3) if is_accepted(at_bound(fields, (bound,)))]
    assert accepted == list(range(1, len(accepted) + 1)) and optimum - 4 <= len(accepted) <= optimum


def test_what_is_reported(tmp_path: Path):
    path = tmp_path / "p2c3n.proof"
    path.write_bytes(packed(proof()))
    seen: list[Progress] = []
    checked = check(path, progress=seen.append)
    assert isinstance(checked, Checked) and checked == check(str(path)) == check(path.read_bytes())
    assert (checked.title, checked.claims, checked.costs) == ("p2c3n", 1, ((1, 2, 3, 4, 5, 6),))
    assert checked.theorem == "every tree of p2c3n has a total of at least 13 guesses"
    assert checked.game == "2 pegs, 3 symbols, 6 codes (distinct), 6 secrets (distinct), bulls-cows"
    assert checked.cost_of((1, 3, 2)) == (13,) and checked.cost_of([0] * 9 + [1]) == (6,)
    assert [p.claims for p in seen] == [1] and seen[0].read == seen[0].size == len(proof())


def test_progress_of_the_checker_in_c(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """What it says of itself once a second is told; all else that it says is why it refuses a file."""
    path, program, told = tmp_path / "p2c3n.proof", tmp_path / "treecheck", []
    path.write_bytes(packed(proof()))
    program.write_text('#!/bin/sh\necho "100 3 7" >&2\necho "$2: refused: $1" >&2\nexit 1\n')
    program.chmod(0o700)
    monkeypatch.setattr(checkers, "compiled", lambda: program)
    with pytest.raises(TreebuildError, match=f"^{path}: refused: -p$"):
        checkers.accept(path, progress=lambda *now: told.append(now))
    assert told == [(100, len(proof()), "3 claims, 7 sets looked at")]


def test_a_check_in_c_stops_when_it_is_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    path, program = tmp_path / "p2c3n.proof", tmp_path / "treecheck"
    path.write_bytes(packed(proof()))
    program.write_text('#!/bin/sh\necho "100 3 7" >&2\nexec sleep 600\n')
    program.chmod(0o700)
    monkeypatch.setattr(checkers, "compiled", lambda: program)
    with pytest.raises(KeyboardInterrupt):
        checkers.accept(path, progress=interrupted)


@pytest.mark.parametrize(
    ("text", "mode", "said"),
    [
        ("#!/bin/sh\nkill -SEGV $$\n", 0o700, "was ended by signal 11"),
        ("no program", 0o700, "cannot be run: Exec format error"),
        ("#!/bin/sh\n", 0o600, "cannot be run: Permission denied"),
    ],
)
def test_a_damaged_checker_in_c_is_no_fault_of_the_file(
    text: str, mode: int, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path, program = tmp_path / "p2c3n.proof", tmp_path / "treecheck"
    path.write_bytes(packed(proof()))
    program.write_text(text)
    program.chmod(mode)
    monkeypatch.setattr(checkers, "compiled", lambda: program)
    with pytest.raises(
        TreebuildError, match=f"^{program}: {said}: install treebuild again; python=True checks"
    ) as caught:
        checkers.accept(path)
    assert caught.value.remedy and checkers.accept(path, python=True)


def test_a_name_of_a_file_gives_no_counts(tmp_path: Path):
    (path := tmp_path / "claims: 7, sets looked at: 9").write_bytes(packed(proof()))
    assert checkers.accept(path).proved == checkers.accept(path, python=True).proved


def test_a_file_that_cannot_be_read_twice_is_of_unknown_size():
    class Stream(io.BytesIO):
        def seekable(self) -> bool:
            return False

    assert ProofFile(Stream(packed(proof()))).size == 0
    assert ProofFile(io.BytesIO(b"\x01\x02")).size == 513 and ProofFile(io.BytesIO()).size == 0


def test_a_theorem_says_every_criterion_in_words():
    two = {"costs": ["0 0 1 1 1", "0 0 0 0 1", "1 2 3 4 5", "1 1 5 5 5"], "bound": "2 0 13 0", "guesses": "candidates"}
    assert check(packed(proof(**two))).theorem == (
        "every tree of p2c3n that guesses candidates only in which no secret takes more than 4 guesses has at least 2 "
        "secrets that take more than 2 guesses; if no more, then a total of at least 13 guesses; if no more, then a "
        "cost of at least 0 by 1 1 5 5 5"
    )


def test_a_theorem_says_what_counts_by_weight():
    costs = ["weighted 1 2 3 4", "weighted 0 0 1 1", "0 0 0 1"]
    checked = check(packed(proof(weights=[5, 1, 1, 1, 1, 1], costs=costs, bound="17 0 0", guesses="candidates")))
    assert checked.theorem == (
        "every tree of p2c3n (weights: 10 in all) that guesses candidates only in which no secret takes more than 3 "
        "guesses has a weighted total of at least 17 guesses; if no more, then a weighted cost of at least 0 by 0 0 1 1"
    )
    assert (
        checked.game == "2 pegs, 3 symbols, 6 codes (distinct), 6 secrets (distinct), weights of 10 in all, bulls-cows"
    )
    assert checked.weighted == (True, True, False) and checked.weights == 10
    assert checked.cost_of((1, 3, 1, 1), (5, 3, 1, 1)) == (18, 2, 1)


def test_claim_that_fails_is_named():
    wrong = refusal(packed(proof(([], [(0, [(1, 9, NONE)])]))))
    assert wrong == "certificate: claim refused at 01 0.1: the guess 02 costs 6 at least, not 9"
    assert refusal(packed(proof(bound=14))).endswith(
        "claim refused at the start: the guess 01 costs 13 at least, not 14"
    )


def test_images_have_to_be_permutations_that_keep_the_candidates():
    swap = bytes([1, 0, 0, 1, 2])
    check(packed(proof(([swap, bytes([0, 1, 2, 1, 0])], []))))
    assert check(packed(proof(([swap, swap], [])))).claims == 1  # twice is as good as once
    assert "no permutation" in refusal(packed(proof(([bytes([1, 1, 0, 1, 2])], []))))
    assert "no permutation" in refusal(packed(proof(([bytes([1, 0, 0, 1, 3])], []))))
    apart = proof(([], [(0, [(1, 1, ([swap], []))])]))  # after 01 and 0.1, which exchanging the pegs does not keep
    assert "does not map the candidates onto themselves at 01 0.1" in refusal(packed(apart))
    lists = {"codes": "list 3", "secrets": "list 3", "lists": bytes([0, 1, 1, 0, 2, 0] * 2), "bound": "5"}
    assert "no symmetry" in refusal(packed(proof(([swap], []), **lists)))
    fields = table([[0, 1], [1, 0]])
    check(packed(proof(([b""], []), **fields | {"bound": 3})))
    assert "expected at most 4096" in refusal(packed(proof(([b""] * 4097, []), **fields | {"bound": 3})))


def test_images_have_to_keep_weights():
    costs, swap = {"costs": ["weighted 1 2 3 4"], "bound": "1"}, bytes([1, 0, 0, 1, 2])
    check(packed(proof(([swap], []), weights=[1, 2, 1, 3, 2, 3], **costs)))
    moved = refusal(packed(proof(([swap], []), weights=[1, 2, 1, 3, 2, 4], **costs)))
    assert "an image that does not keep the weights of the candidates" in moved
    # After 01 and 1.0, 02 and 21 are left: what 12 and 20 weigh does not matter to an image that exchanges these.
    turn = bytes([1, 0, 1, 0, 2])
    for first, last in ((1, 1), (1, 2)):
        data = proof(([], [(0, [(3, 1, ([turn], []))])]), weights=[1, first, 1, 5, 9, last], **costs)
        assert is_accepted(data) == (first == last)


def test_an_image_stands_for_a_guess():
    """A listed guess stands for its images: with them, fewer guesses have parts that must be listed."""
    fields = {"symbols": 4, "secrets": "list 4", "lists": bytes([0, 1, 1, 0, 2, 3, 3, 2])}
    plain, best = best_of(fields)
    images = [bytes([1, 0, 0, 1, 2, 3]), bytes([0, 1, 2, 3, 0, 1])]
    _, guesses = plain.full()
    assert is_accepted(at_bound(fields, best, (images, guesses)))
    assert "symmetry" not in outcome(at_bound(fields, best, (images, guesses[:1])))
    assert "claim refused" in outcome(at_bound(fields, (best[0] + 1,), (images, guesses[:1])))
    assert "costs 2 at least, not 15" in outcome(proof(([], [(0, [(0, 1, NONE)])]), pegs=1, symbols=5, bound=15))
    assert "no symmetry" in outcome(at_bound(fields, best, ([bytes([0, 1, 1, 2, 0, 3])], guesses)))
