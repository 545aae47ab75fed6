"""The data of the search where a position allows some guesses only, or guesses have costs: see `kernels.ruled`."""

from typing import Annotated, Any, NamedTuple, get_type_hints

import numpy as np

from treebuild.search.kernels.layout import ENTRY_FIELDS, MAX_LEVELS, Array

ANY, WINNERS, SHRINKING, TESTS = range(4)
"""What a position allows: every code; codes that win against a candidate; those that each reply keeps; tests."""

REPLY, FIRST, COUNT, LOWER, STATE, PART_FIELDS = range(6)  # columns of RuledWorkspace.parts
SETTLED, OPEN = range(2)  # STATE of a part


class RuledTables(NamedTuple):
    """The game. Searches only read it. Secrets are numbered by falling weight, as in layout.GameTables."""

    reply: Annotated[Array, np.uint8, 2]  # (codes, secrets): the reply matrix
    among: Annotated[Array, np.uint8, 2]  # (codes, codes): the replies if codes were secrets; or (0, 0)
    keeps: Annotated[Array, np.uint8, 3]  # (shapes, replies, replies): see `permitted.keeping`
    shape: Annotated[Array, np.uint8, 1]  # (codes,): the row of `keeps` that is for the guess
    secret_of: Annotated[Array, np.int32, 1]  # (codes,): the secret that a code wins against, or -1
    code_of: Annotated[Array, np.uint32, 1]  # (secrets,): the lowest code that wins against each secret
    secret_word: Annotated[Array, np.int64, 2]  # (secrets, 2): random words, from which keys of positions are made
    code_word: Annotated[Array, np.int64, 2]  # (codes, 2): likewise
    weight: Annotated[Array, np.int64, 1]  # (secrets,): what each secret weighs, 1 where all are equal
    group: Annotated[Array, np.int32, 1]  # (secrets,): the group of each secret, below the number of secrets
    surcharge: Annotated[Array, np.int64, 1]  # (codes,): what a guess costs a unit of weight, above the cheapest
    win: int  # index of the winning reply
    allows: int  # ANY, WINNERS, SHRINKING or TESTS
    members: int  # whether `ruled_bounds.bound_by_members` holds
    names_last: int  # whether only a last group is named: see `permitted.names_last`
    grouped: int  # whether some group has several secrets; then guesses are TESTS, and costs flat but for the limit


class RuledCosts(NamedTuple):
    """What a search minimises: a secret of weight w that is solved at depth d costs w * cost[d] + flat[d]."""

    cost: Annotated[Array, np.int64, 1]  # (depths,)
    flat: Annotated[Array, np.int64, 1]  # (depths,): INFINITE beyond the depth limit
    step: int  # what `cost` rises by with every depth, where it always does; else 0


class RuledWorkspace(NamedTuple):
    """Working space. Only one search at a time may use it."""

    table: Annotated[Array, np.int64, 2]  # (entries, 4): as layout.Workspace.table
    counter: Annotated[Array, np.int64, 1]  # (replies + 1,): part sizes above a stamp, the last entry
    mark: Annotated[Array, np.uint8, 1]  # (secrets,): zero between uses
    bound: Annotated[Array, np.int64, 1]  # (space,): a stack of heaps: the bounds of the guesses that scans keep
    tie: Annotated[Array, np.int64, 1]  # (space,): decides between equal bounds: squares << 32 | code
    sets: Annotated[Array, np.uint32, 1]  # (space,): a stack of sets of secrets
    allowed: Annotated[Array, np.uint32, 1]  # (space,): a stack of lists of codes; at first all codes
    rise: Annotated[Array, np.int64, 3]  # (levels, 2, secrets + 1): see `ruled_bounds.fill_rises`
    cheapest: Annotated[Array, np.int64, 2]  # (levels, MAX_LEVELS + 1): see `ruled_bounds.sum_cheapest`
    parts: Annotated[Array, np.int64, 3]  # (levels, replies, PART_FIELDS): the parts of a guess, the smallest first
    heavy: Annotated[Array, np.int64, 1]  # (secrets,): see `ruled_bounds.weigh_groups`
    place: Annotated[Array, np.int64, 1]  # (secrets,): zero between uses
    merged: Annotated[Array, np.int64, 1]  # (secrets,): see `ruled_bounds.shortest`
    start: Annotated[Array, np.int64, 1]  # (replies + 1,): where each part begins, while parts are written
    state: Annotated[Array, np.int64, 1]  # (4,): [0] why to stop, or 0; [1] positions searched; [3] the most, or 0


class Position(NamedTuple):
    """Where a search stands."""

    depth: int  # depth of the guess to make
    level: int  # row of those arrays of the workspace that have a row for each level
    width: int  # the most non-winning parts that an allowed guess makes, here and later
    top: int  # where `bound` and `tie` are free
    sets: int  # where `sets` is free
    first: int  # where the allowed codes begin in `allowed`
    codes: int  # how many there are
    complete: int  # whether a list of guesses, if one is given, stands for all that are allowed
    key: int  # two words that stand for the allowed codes
    key2: int


def ruled_workspace(tables: RuledTables, entries: int) -> RuledWorkspace:
    """Working space of one search at a time, with a table of so many entries, a power of two."""
    codes, secrets = tables.reply.shape
    replies, levels = tables.keeps.shape[1], min(MAX_LEVELS, secrets + 2) + 1
    shapes = {
        "table": (entries, ENTRY_FIELDS),
        "counter": replies + 1,
        "mark": secrets,
        "bound": codes * levels,
        "tie": codes * levels,
        "sets": secrets * (levels + 1),
        "allowed": codes * (levels + 1),
        "rise": (levels, 2, secrets + 1),
        "cheapest": (levels, MAX_LEVELS + 1),
        "parts": (levels, replies, PART_FIELDS),
        "heavy": secrets,
        "place": secrets,
        "merged": secrets,
        "start": replies + 1,
        "state": 4,
    }
    types = get_type_hints(RuledWorkspace, include_extras=True)
    arrays: dict[str, Any] = {name: np.zeros(shape, types[name].__metadata__[0]) for name, shape in shapes.items()}
    arrays["allowed"][:codes] = np.arange(codes)
    return RuledWorkspace(**arrays)
