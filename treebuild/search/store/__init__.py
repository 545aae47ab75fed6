"""Stores keep what a search knows of positions, in memory or in a SQLite file; `inspect` looks into such a file."""
