"""Slovesnov 2011: his hybrids, his figures, his tables."""
