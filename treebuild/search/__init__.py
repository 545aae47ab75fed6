"""From a game's replies to a policy.

Callers use `greedy`, `near`, `exact`, `pareto`, `race` and `estimate`. Every bound stands with its proof in `bounds`.
`game_search` has the words of a search. `kernels/` is compiled code, `store/` what is known of positions, `parallel/`
who searches.
"""
