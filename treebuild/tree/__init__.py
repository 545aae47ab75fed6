"""The tree: growing one, replaying one, playing with one. Knows no search."""
