"""The compiled search as objects: tables of a game, and solvers of its positions."""
