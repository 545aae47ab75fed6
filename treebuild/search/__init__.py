"""The search turns the replies of a game into a policy.

Callers use `exact`, `near.solve`, `greedy`, `pareto`, `race` and `estimate`. The rooms below, each over those that come
after it: `near` (good trees in the time given), `cluster` (the walk on other machines), `walk` (the first guesses: its
module `walk` explains the words of a search), `store` (what is known of positions), `engine` (the compiled search as
objects), `bounds` (what no tree can beat, with proofs) and `problem` (what is searched for).
"""
