"""Decision trees for Bulls and Cows and games like it: build, prove, verify, ship."""

__version__ = "0.1.0"
