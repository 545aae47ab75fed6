"""The main commands of treebuild, one after another: `make demo` runs them after it has set everything up.

It prints each command and its time. The files are in the folder that is given, by default demo/.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path
from time import perf_counter

STEPS = (
    ("Build the best tree of Bulls and Cows", "build exact --objective total -o total.msgpack --force"),
    ("Replay its 5040 secrets", "verify total.msgpack"),
    ("Pack it into 24 characters", "convert total.msgpack total.rank --pack --keep total --force"),
    ("Write the page that plays", "export web -o play.html --force"),
    ("Certify that no tree is better", "certify --objective total -o total.proof --force"),
    ("Check the certificate", "check total.proof"),
)


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "demo")
    folder.mkdir(parents=True, exist_ok=True)
    for what, words in STEPS:
        print(f"\n{what}: treebuild {words}", flush=True)
        start = perf_counter()
        done = subprocess.run([sys.executable, "-m", "treebuild", *shlex.split(words)], cwd=folder)
        if done.returncode:
            sys.exit(done.returncode)
        print(f"-- {perf_counter() - start:.1f} s", flush=True)
    print(f"\nThe tree: {(folder / 'total.rank').read_text('ascii').strip()}. The page: {folder / 'play.html'}")
    print(f"Open the page in a browser, or play here: {Path(sys.executable).with_name('treebuild')} play --guess")


if __name__ == "__main__":
    main()
