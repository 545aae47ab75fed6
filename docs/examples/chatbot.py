"""Guesses your number. Answer with bulls and cows, such as 1 2; u takes an answer back."""

import sys

from game import start  # treebuild export py trees/p4c10n/minavg.b92i -o game.py

player = start()
print("Think of 4 different digits. Is it", *player.guess)
for line in sys.stdin:
    if line.strip() == "u":
        player.undo()
    elif not line.split() or not all(word.isdecimal() for word in line.split()):
        print("Say bulls and cows, such as 1 2, or u.")
    elif player.answer(*map(int, (line + " 0").split()[:2])) == "contradiction":
        print("No number fits all your answers.")
    if player.guess is None:
        sys.exit(f"Found after {len(player.history)} guesses.")
    print("Is it", *player.guess)
