"""Guesses your number. Answer with bulls and cows, such as 1 2; u takes an answer back."""

import sys

from game import start  # treebuild export py trees/p4c10n/minavg.b92i -o game.py

player = start()
print("Think of 4 different digits. Is it", *player.guess)
while player.guess and (line := sys.stdin.readline()):
    words = line.replace(".", " ").split()
    if words == ["u"]:
        player.undo()
    elif not words or not all(word.isdecimal() for word in words):
        print("Say bulls and cows, such as 1 2, or u.")
    elif player.answer(*map(int, [*words, 0][:2])) == "contradiction":
        print("No number fits all your answers.")
    print(*(["Is it", *player.guess] if player.guess else ["Found after", len(player.history), "guesses."]))
