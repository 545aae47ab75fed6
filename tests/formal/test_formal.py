"""The sources of the theorems, and the checker that Coq extracts beside the one in C."""

from __future__ import annotations

import gzip
import json
import random
import re
import resource
import subprocess
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pytest

from tests.conftest import missing, mostly_long
from tests.helpers.certificates import extracted_checker
from treebuild.certificate import checkers
from treebuild.errors import TreebuildError

ROOT = Path(__file__).parents[2]
FORMAL = ROOT / "formal"
RESULTS = ROOT / "trees" / "RESULTS.md"
VECTORS = json.loads((ROOT / "schema" / "vectors" / "proof.json").read_text())
ASSUMES = re.compile(
    r"\b(Admitted|admit|Abort|Axioms?|Parameters?|Conjectures?|bypass_check|type.in.type|"
    r"(Uns|S)et (Guard|Positivity|Universe) Checking)\b"
)
LOCAL = re.compile(r"^\s*(Variables?|Hypothes[ie]s|Context)\b", re.MULTILINE)
PRIMITIVES = re.compile(
    r"((PArray|PrimInt63)\.\w+|(add|sub|mul|div|mod|lsl|lsr|land|lor|eqb|ltb|leb)(_\w+)?|int|of_to_Z) "
)


def _assumed(text: str) -> list[str]:
    """What a Coq source assumes: forbidden words, and variables and hypotheses outside sections, which are axioms."""
    outside, last = text, None
    while outside != last:  # the innermost sections, then those around them
        last, outside = (
            outside,
            re.sub(r"\bSection (\w+)\.(?:(?!\bSection \w+\.).)*?\bEnd \1\.", "", outside, flags=re.DOTALL),
        )
    return [found[0].strip() for found in (*ASSUMES.finditer(text), *LOCAL.finditer(outside))]


@pytest.mark.parametrize("source", sorted(FORMAL.rglob("*.v")), ids=lambda path: path.name)
def test_nothing_is_assumed(source):
    assert _assumed(source.read_text()) == []


def test_coq_is_not_told_to_check_less():
    for name in ("Makefile", "_CoqProject", "certificate.sh", "text.sh"):
        assert not ASSUMES.search((FORMAL / name).read_text()), name


@pytest.mark.parametrize(
    "line",
    [
        "Lemma l : False. Admitted.",
        "Lemma l : False. Proof. admit. Qed.",
        "Axiom a : False.",
        "Axioms a b : False.",
        "Parameter p : nat.",
        "Local Parameters p q : nat.",
        "Conjecture c : False.",
        "Variable v : False.",
        "Section A. Variable v : nat. End A.\n  Hypothesis h : False.",
        "Section A. Section B. End B. End A.\nVariables v w : False.",
        "Section A. End A.\nHypotheses h i : False.\nSection B. End B.",
        "Context (c : False).",
        "Unset Guard Checking.",
        "Unset Positivity Checking.",
        "Unset Universe Checking.",
        "#[bypass_check(guard)] Fixpoint f (n : nat) : False := f n.",
        "(* -type-in-type *)",
    ],
)
def test_assumptions_are_found(line):
    assert _assumed(line)
    assert not _assumed(
        "Section A.\n  Variable v : nat.\n  Section B.\n  Hypothesis h : v = v.\nEnd B.\nContext (n : nat).\nEnd A."
    )


@pytest.mark.parametrize("theorems", ["Results", "ResultsAll"])
def test_theorems_rest_on_the_integers_and_arrays_of_coq_alone(theorems):
    named = [
        line for line in (FORMAL / f"{theorems}.expected").read_text().splitlines() if re.match(r"[\w.]+ *:", line)
    ]
    assert named and all(PRIMITIVES.match(line.replace(":", " :", 1)) for line in named if line != "Axioms:")


def test_results_say_which_are_theorems():
    """Those whose certificates Coq checks, for the bound that they state."""
    lemma = re.compile(r"Lemma \w+ :\s+is_accepted \(check .* (\d+) (\w+)\.body\) = true\.")
    checked = {
        name.replace("_", "-"): bound
        for source in FORMAL.glob("*.v")
        for bound, name in lemma.findall(source.read_text())
    }
    status = {
        name: (status, statement)
        for statement, status, name in re.findall(
            r"^\| (.*) \| (.*) \| \[\d+ bytes\]\(proofs/(.*)\.proof\), .* \|$", RESULTS.read_text(), re.MULTILINE
        )
    }
    assert (
        status.keys() == {path.stem for path in (ROOT / "trees" / "proofs").glob("*.proof")} >= checked.keys() > set()
    )
    for name, (word, statement) in status.items():
        assert word == ("theorem" if name in checked else "proved")
        if name in checked:
            assert f" at least {checked[name]} " in statement


@pytest.fixture(scope="module")
def verified(tmp_path_factory):
    return extracted_checker(tmp_path_factory)


def _run(program: Path, data: bytes, folder: Path) -> tuple[bool, str]:
    """Whether a checker accepts a certificate, and its first line."""
    path = folder / "some.proof"
    path.write_bytes(gzip.compress(data, mtime=0))
    done = subprocess.run([program, path], capture_output=True, text=True, errors="replace", check=False, timeout=100)
    assert done.returncode in (0, 1), done
    return done.returncode == 0, (done.stdout + done.stderr).split("\n")[0]


def _is_covered(header: str) -> bool:
    return header.startswith("treebuild proof 1\n") and "\nrule bulls\n" not in header


@pytest.mark.parametrize("vector", mostly_long(VECTORS, VECTORS[::4]), ids=lambda vector: vector["name"])
def test_the_extracted_checker_accepts_just_the_sound_vectors(vector, verified, tmp_path):
    accepted, said = _run(verified, vector["header"].encode() + bytes.fromhex(vector["body"]), tmp_path)
    assert accepted == (vector["checked"] == "yes" and _is_covered(vector["header"])), said


def test_says_the_same_words(verified):
    file = ROOT / "trees" / "proofs" / "p4c6r-total.proof"
    done = subprocess.run([verified, file], capture_output=True, text=True, check=True)
    c = checkers.compiled() or missing("this installation has no checker in C")
    said = subprocess.run([c, file], input=gzip.decompress(file.read_bytes()), capture_output=True, check=True).stdout
    line, game = said.decode().splitlines()
    assert done.stdout.splitlines() == [line, f"    {game.partition('; ')[2]}"]
    assert line == f"{file}: checked: every tree of p4c6r has a total of at least 5625 guesses"
    assert subprocess.run([verified], capture_output=True, check=False).returncode == 2


def test_the_command_runs_the_extracted_checker(verified, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(verified.parent), prepend=":")
    file = ROOT / "trees" / "proofs" / "p4c6r-total.proof"
    accepted = checkers.accept(file, verified=True)
    assert (accepted.checker, accepted.proved.bound) == ("OCaml, extracted from Coq", (5625,))
    bad = tmp_path / "bad.proof"
    bad.write_bytes(gzip.compress(gzip.decompress(file.read_bytes()).replace(b"bound 5625", b"bound 5626")))
    with pytest.raises(TreebuildError, match="costs at least"):
        checkers.accept(bad, verified=True)


@pytest.mark.parametrize("version", [2, 3])
def test_check_verified_refuses_other_versions_in_a_line(version, verified, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(verified.parent), prepend=":")
    vector = next(vector for vector in VECTORS if vector["header"].startswith(f"treebuild proof {version}\n"))
    file = tmp_path / "other.proof"
    file.write_bytes(gzip.compress(vector["header"].encode() + bytes.fromhex(vector["body"])))
    with pytest.raises(
        TreebuildError, match=rf"version {version}, of .*: this checker takes version 1 alone$"
    ) as refused:
        checkers.accept(file, verified=True)
    assert "\n" not in str(refused.value)


def test_check_verified_says_what_is_missing(monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(checkers, "EXTRACTED", Path("/nowhere"))
    with pytest.raises(TreebuildError, match="make treecheck-verified"):
        checkers.accept(ROOT / "trees" / "proofs" / "p4c6r-total.proof", verified=True)


@pytest.mark.long
def test_accepts_the_certificates_of_trees(verified):
    """Those of Mastermind and of the fewest guesses that suffice, but one; `make check-verified` checks larger ones."""
    small = {*(ROOT / "trees" / "worst").glob("*.proof"), *(ROOT / "trees" / "proofs").glob("p4c6r-*.proof")}
    small.remove(ROOT / "trees" / "worst" / "p4c10n-limit6.proof")
    done = subprocess.run([verified, *sorted(small)], capture_output=True, text=True, check=False, timeout=600)
    assert (done.returncode, done.stderr, done.stdout.count(": checked: ")) == (0, "", len(small))


REAL = (ROOT / "trees" / "proofs" / "p4c6r-total.proof").read_bytes()
ODD = {
    "empty": b"",
    "no gzip file": gzip.decompress(REAL),
    "cut short": REAL[:200],
    "bytes after it": REAL + b"x",
    "twice": REAL * 2,
    "an empty text": gzip.compress(b""),
    "a byte after the body": gzip.compress(gzip.decompress(REAL) + b"\0"),
    "a body cut short": gzip.compress(gzip.decompress(REAL)[:-5]),
    "a body of one endless number": gzip.compress(gzip.decompress(REAL).split(b"body\n")[0] + b"body\n" + b"\xff" * 40),
    "a huge bound": gzip.compress(gzip.decompress(REAL).replace(b"bound 5625", b"bound " + b"9" * 26)),
    "a bound of 2^63 - 1": gzip.compress(gzip.decompress(REAL).replace(b"5625", b"9223372036854775807")),
    "a negative bound": gzip.compress(gzip.decompress(REAL).replace(b"5625", b"-1")),
    "a huge game": gzip.compress(gzip.decompress(REAL).replace(b"pegs 4\nsymbols 6", b"pegs 16\nsymbols 64")),
    "a zero in the title": gzip.compress(gzip.decompress(REAL).replace(b"game p4c6r", b"game p4\0c6r")),
}


@pytest.mark.parametrize("name", ODD)
def test_odd_files_are_refused_in_a_line(name, verified, tmp_path):
    path = tmp_path / "odd.proof"
    path.write_bytes(ODD[name])
    _refuses_in_a_line(verified, path)


@pytest.mark.parametrize("claims", [20 << 20, pytest.param(320 << 20, marks=pytest.mark.long)])
def test_what_grows_when_it_is_inflated_is_refused_in_a_line(claims, verified, tmp_path):
    """Within 1.5 GB, whatever the size of the claims."""
    path = tmp_path / "bomb.proof"
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.write(gzip.decompress(REAL).split(b"body\n")[0] + b"body\n")
        for _ in range(claims >> 20):
            file.write(bytes(1 << 20))
    limit = 1500 << 20
    _refuses_in_a_line(verified, path, lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))


def test_what_is_no_file_is_refused_in_a_line(verified, tmp_path):
    _refuses_in_a_line(verified, tmp_path)
    _refuses_in_a_line(verified, tmp_path / "missing.proof")


def _refuses_in_a_line(verified: Path, path: Path, before: Callable[[], None] | None = None) -> None:
    """`before` is called in the checker's process before it starts."""
    done = subprocess.run(
        [verified, path], capture_output=True, text=True, errors="replace", check=False, timeout=100, preexec_fn=before
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"{path}: refused: ") and done.stderr.count("\n") == 1


def _mutants(sources: list[bytes], rng: random.Random) -> Iterator[bytes]:
    """Certificates with one or two bytes changed, inserted or left out: in the body, or one in eight anywhere."""
    while True:
        data = bytearray(rng.choice(sources))
        start = data.index(b"body\n") + len(b"body\n") if rng.randrange(8) else 0
        for _ in range(rng.randrange(1, 3)):
            at = rng.randrange(start, len(data))
            if rng.randrange(3):
                data[at] = rng.choice((data[at] ^ 1 << rng.randrange(8), rng.randrange(8)))
            elif rng.randrange(2):
                data.insert(at, rng.randrange(8))
            elif len(data) > start + 1:
                del data[at]
        if bytes(data) not in sources and _is_covered(data.decode("latin-1")):
            yield bytes(data)


@pytest.mark.timeout(7200)
@pytest.mark.parametrize(
    "mutants", [pytest.param(300, marks=pytest.mark.long), pytest.param(10_000, marks=pytest.mark.prove)]
)
def test_mutants_are_judged_as_in_c(mutants, verified, tmp_path):
    """Of the vectors, and of the certificates of trees/ of two or three pegs, in milliseconds each."""
    c = checkers.compiled() or missing("this installation has no checker in C")
    vectors = [vector for vector in VECTORS if _is_covered(vector["header"]) and vector["checked"] == "yes"]
    sources = [vector["header"].encode() + bytes.fromhex(vector["body"]) for vector in vectors]
    sources += [gzip.decompress(path.read_bytes()) for path in sorted((ROOT / "trees" / "worst").glob("p[23]c*.proof"))]
    accepted = 0
    for number, data in enumerate(islice(_mutants(sources, random.Random(1)), mutants)):
        ours, theirs = _run(verified, data, tmp_path), subprocess.run([c, "mutant"], input=data, capture_output=True)
        assert ours[0] == (theirs.returncode == 0), (number, data, ours, theirs)
        accepted += ours[0]
    assert mutants // 100 < accepted < mutants
