"""The players that are shipped: one file per language, each standing alone, importing nothing of treebuild."""
