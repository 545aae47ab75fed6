"""What guesses are worth, and what players do: figures of positions, exact where others sample."""
