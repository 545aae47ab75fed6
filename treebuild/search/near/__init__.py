"""Good trees in the time given, with a lower bound."""
