"""What is searched for: what is minimised, what may be guessed, and at what price."""
