"""All compiled code: arrays in, arrays out, no Python objects.

One self-contained file per search. Numba's disk cache does not notice a change in a function of another file, and
freezes globals: so no kernel calls a kernel of another file, and tables are arguments.
"""
