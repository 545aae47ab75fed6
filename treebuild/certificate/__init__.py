"""Certificates: writing one, from a search; checking one, with nothing of the search."""
