"""The search turns the replies of a game into a policy.

Callers use `exact`, `near.solve`, `greedy`, `pareto`, `race` and `estimate`. Below them are these folders, and each may
import only later ones: `near` (good trees in the time given), `cluster` (the walk on other machines), `walk` (the
first guesses; its module `walk` explains the words of a search), `store` (the results of positions), `engine` (the
compiled search as objects), `bounds` (lower bounds, with proofs) and `goal` (objectives, permitted guesses and prices).
"""
