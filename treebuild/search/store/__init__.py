"""What a search knows of positions: in memory, in a SQLite file, and how to look into such a file."""
