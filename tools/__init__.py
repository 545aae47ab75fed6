"""What only this project runs: shipping its trees, proving, the frontier, its study, the paper's tables."""
