"""The version, which stands in every tree that is built."""

__version__ = "1.1.0"
