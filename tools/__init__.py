"""What only this project runs: shipping trees, proving, the frontier, worst cases, its study, the paper's tables."""
