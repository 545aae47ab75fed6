"""The players that are shipped: one file a language, each standing alone, importing nothing of treebuild."""
