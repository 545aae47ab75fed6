"""The search turns the replies of a game into a policy.

Callers use `greedy`, `near`, `exact`, `pareto`, `race` and `estimate`. Every bound stands with its proof in `bounds`.
`game_search` explains the words of a search, such as position and option; `open_node` has the incumbent. `kernels/` has
the compiled code, `store/` keeps what is known of positions, and `parallel/` shares the work out among workers.
"""
