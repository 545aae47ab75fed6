"""Games: their codes, secrets and replies, how people write them, and their symmetries. Only this room knows rules."""
