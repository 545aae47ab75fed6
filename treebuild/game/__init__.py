"""What is played: games, their reply matrix, their symmetries. Only here is known what a bull is."""
