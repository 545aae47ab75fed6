"""Programs that only this project runs: shipped trees, proofs, frontier, worst cases, studies, the paper's tables."""
