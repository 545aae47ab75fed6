"""The trusted base: the checkers of certificates. It imports nothing of the package but its errors."""
