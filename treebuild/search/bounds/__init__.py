"""Lower bounds of the cost of trees, each with its proof and its assumptions."""
