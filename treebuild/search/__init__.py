"""From a game's replies to a policy: greedy scores here, exact searches beside them."""
