"""From a game's replies to a policy: greedy scores here, proofs by branch and bound beside them."""
