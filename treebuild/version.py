"""The version of treebuild, which every tree that it builds names."""

__version__ = "2.0.0"
