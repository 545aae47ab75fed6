"""Certificates: the search writes them, and checkers that use nothing of the search check them."""
