"""A game in a terminal, in three languages: what `play` and `review` read and say."""
