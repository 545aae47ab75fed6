"""The version, which stands in every tree that is built."""

__version__ = "0.1.0"
