"""The first guesses of a search: positions, their options, and who tries them."""
