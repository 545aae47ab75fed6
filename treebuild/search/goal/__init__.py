"""The goal of a search: the objective to minimise, the permitted guesses, and their prices."""
