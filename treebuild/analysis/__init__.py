"""What guesses are worth, and how players do: figures of positions, games and players."""
