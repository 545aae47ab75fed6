"""Certificates: proofs of bounds, as schema/proof.md specifies them."""
