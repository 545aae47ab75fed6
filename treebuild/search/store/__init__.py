"""Stores keep the results of positions, in memory or in an SQLite file; `inspect` looks into such a file."""
