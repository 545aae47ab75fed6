"""Games: their codes, secrets and replies, how people write them, and their symmetries. Rules are known only here."""
