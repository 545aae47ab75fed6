"""The hybrid algorithms of Slovesnov's paper of 2011."""
