"""Guesses your number. Answer with bulls and cows, such as 1 2 or 1.2; u takes an answer back."""

import re
import sys

from game import start  # treebuild export py trees/p4c10n/minavg.b92i -o game.py

player = start()
print("Think of 4 different digits. Is it", *player.guess)
for line in sys.stdin:
    if line.strip() == "u":
        player.undo()
    elif not (said := re.fullmatch(r"\s*(\d+)(?:[\s.,]+(\d+))?\s*", line)):
        print("Say bulls and cows, such as 1 2, or u.")
    elif player.answer(int(said[1]), int(said[2] or 0)) == "contradiction":
        print("No number fits all your answers.")
    if player.guess is None:
        print(f"Found after {len(player.history)} guesses.")
        break
    print("Is it", *player.guess)
