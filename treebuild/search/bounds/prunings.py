"""The flags that switch the bounds of the exact search on and off, each with its proof; and two bounds in Python.

`Prunings` has a flag for every bound, and the docstring of the flag is the proof and what it assumes. `fill` and
`huffman` are the bounds FILL and HUFFMAN in plain Python. All other bounds are computed elsewhere:
`kernels/filling.py` bounds parts, `kernels/weighted_bounds.py` does so with weights, and `kernels/ruled_bounds.py` with
a rule of guesses or costs. `of_parts.py` bounds parts and guesses in Python, near the root. `near/bound.py` bounds a
whole game for `near`, where one more bound is used, KRAFT: see `kraft`.

A node is a set S of candidates and a depth d. Its value is the smallest cost of a tree for S whose first guess is at
depth d. A secret that is solved at depth d costs c[d], an exact integer that never falls with d. Where secrets have
weights, a secret of weight w costs w * a[d] + b[d], and neither a nor b ever falls. A code wins against one secret at
most. A member is a code that wins against a candidate. A part is the set of the candidates that give one reply; the
part of the winning reply needs no more guesses. A bound may make the search faster. No bound may change a value, and
each can be switched off alone.

A search of a whole game rests on all bounds together: the claims "searched" and "proved" rest on these paragraphs, on
the code, and, for TABLE alone, on chance (see there).

With a rule of guesses (`game.guess_rules`) or costs of guesses, `kernels.ruled` searches, by these bounds:

FILL, PARTS   hold when w is counted over all codes that may be guessed now or later. By `candidates`, `consistent` and
              `hard`, a code that is permitted after a turn was permitted before it, so it is enough to count the codes
              permitted now. By `identify` all codes are counted. CAPS count all codes for every rule.
PERFECT       needs that every candidate may be guessed, as it may by all rules but `identify`, and that no guess costs
              less than another. It is used with `consistent` and `hard`, without weights and costs.
TABLE         The key has the permitted codes too, each with two random words of its own.
SYMBOLS, SAME_PARTITION   are not used: an exchange of symbols, or two guesses with equal parts, may permit other codes.
SURCHARGE     Let every guess cost `base` at least, and call its cost above `base` its surcharge. A secret that is found
              at depth d was asked d guesses, so it costs d * base and the surcharges on its way. Where the guess that
              finds a secret is free, as with `identify`, it costs (d - 1) * base and the surcharges. The multiple of
              `base` is a cost by depth that never falls, so the bounds hold for it, and surcharges are not negative. So
              a guess costs at least its surcharge times the weight of S, plus the bounds of its parts.
HUFFMAN       With `identify`, let a secret be named where it is the last candidate, and nowhere else
              (`permitted.names_last`). Then the candidates are the leaves of a tree whose other nodes have at most w
              children, and the number of tests is the depth of the leaf. The least sum of weight times depth over such
              trees is that of Huffman's code with w digits.
CHEAPEST      holds where HUFFMAN does, and the cost by depth rises by the same step with every depth. No test is asked
              twice on the way to a leaf: it tells nothing the second time. A test that tells a subset of S apart tells
              S apart. So k tests on the way to a leaf cost at least C(k), the cost of the k cheapest tests that tell S
              apart. C is convex and rises; between whole numbers let it be a straight line. Let a candidate of weight v
              take k tests, let all candidates weigh W together, and let H be the sum of v * k. Then the sum of v * C(k)
              is at least W * C(H / W). Since C rises, H may be replaced by HUFFMAN's bound (Pattipati and Alexandridis
              1990).

Where the game has groups of secrets, a node whose candidates are all of one group solves them all at its depth; any
other node solves one secret at most. Only totals are searched for then, so a secret of weight w costs w * a[d], and no
tree goes beyond a depth limit. The bounds hold when they count groups in place of secrets:

FILL          Let the weight of a group be that of its secrets in S together, and let e be the first depth at which one
              of these is solved. The secrets of the group cost at least their weight times a[e]. A node solves secrets
              of one group only, so each group has another node that solves its first secret: e is d for one group at
              most, d + 1 for w groups, d + 2 for w * w, and so on. From here the proof of FILL goes on with groups. The
              scan does not weigh groups: it charges a[d + 1] to each secret that the guess does not solve, and no such
              secret costs less.
HUFFMAN       Of a tree for S keep, for each group, the leaf that solves its first secret, and give this leaf the weight
              of the whole group. Leave out all other leaves, and nodes with one child. No depth grows. There remains a
              tree whose leaves are the groups, so the least sum is that of Huffman's code for their weights. It is used
              where tests tell any two secrets of different groups apart.
CHEAPEST      as above: it is about the tests on the way to each secret, and uses HUFFMAN's bound as H.
TABLE, SURCHARGE   as above: the groups are those of the game, and the guess that names is free.
SYMMETRY      Images of positions and guesses are used where a symmetry maps every secret to a secret of its group.
PERFECT       is not used, as it never is with `identify`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntFlag
from heapq import heappop, heappush

from treebuild.search.goal.vectors import Vector


class Prunings(IntFlag):
    """The bounds that a search uses to skip work, each with its proof; a search may be given any set of them."""

    FILL = 1
    """A tree of narrow nodes fills its levels from the top.

    Let no guess make more than w non-winning parts of S. Every node of a tree for S holds a subset of S, and a part of
    a subset is a subset of a part. So no node has more than w children; and a node solves one secret at most. So a tree
    solves at most 1 secret at depth d, w at d + 1, w * w at d + 2, and so on. Costs never fall with depth, so filling
    the levels from the top is cheapest. With weights, the heaviest secrets come first. For let a tree solve a secret of
    weight v at depth d, and a heavier one, of weight v', at a later depth d'. If the two change places, the cost falls
    by (v' - v) * (a[d'] - a[d]), which is at least 0. So a cheapest filling need not do this.
    Assumes: w holds for every code that may be guessed for S, or for a subset of S, at this depth or later.
    """

    PARTS = 2
    """The w of FILL is the most non-winning parts that any guess makes of S, as the scan of S finds it.

    Assumes: the scan saw every code that may be guessed at this depth or later, or for each such code one that a
    symmetry of S maps onto it. So it is not used where a list of guesses is given, unless the list has one guess of
    each orbit of a group that maps S onto itself. It is not used below a heuristic's choice either, nor where this
    guess must be one of the candidates and a later guess may be any code.
    """

    CAPS = 4
    """The w of a part that gives reply r is cap[r], which is computed once for the game.

    The part lies within the set of all secrets that give reply r to the guess, whatever was guessed before. cap[r] is
    the most non-winning parts that any code makes of such a set, over all guesses; one guess of each orbit of the
    game's symmetries is enough. Where that would take too long (see `game_tables.cap_parts`), every cap is the most
    parts that any code makes of all secrets, which contain the part too: 149 for Wordle, which has 242 non-winning
    replies.
    Assumes nothing: all codes were counted.
    """

    PERFECT = 8
    """A member solves a secret at once, but the scan knows how many parts members make; another code solves no secret.

    Let n be the number of candidates. Let no member make more than m parts of S, the winning one included, and let no
    code make more than w non-winning parts of S or, as in FILL, of a subset of S. A tree that begins with a member
    solves this member at d. It solves at most m - 1 secrets at d + 1, because the guess has no more other parts. No
    later node has more than w children, so it solves at most (m - 1) * w secrets at d + 2, and so on. A tree that
    begins with another code solves nothing at d, at most w secrets at d + 1, w * w at d + 2, and so on. Both are filled
    from the top; the smaller cost is a lower bound. With weights, the heaviest come first, as in FILL, and each member
    is charged for the number of parts that it makes itself.

    If m = n, a member that makes n parts is solved at d, and all others at d + 1. No tree costs less, because at most
    one secret is solved at d. If m = n - 1, a member that makes m parts leaves one pair, and single candidates
    otherwise. It costs c[d] + (n - 2) * c[d + 1] + c[d + 2], as does every such member. Other members cost no less, and
    other codes cost at least n * c[d + 1]. So if the former is no more than the latter, it is the value.
    Assumes: every secret has one winning code. In other games this is switched off.
    """

    SYMBOLS = 16
    """Of the codes that differ by an exchange of exchangeable symbols only the first is guessed.

    The table also exchanges pegs when it looks up images of a set: see TABLE.

    Two symbols are exchangeable if exchanging them everywhere maps S onto itself. The exchange maps a tree for S that
    begins with g onto a tree of equal cost that begins with the image of g. The relation is transitive:
    (a c) = (a b)(b c)(a b). So the only codes to guess are those in which the symbols of each class of exchangeable
    symbols occur in ascending order, by their first occurrences.
    Assumes: the exchange keeps codes, secrets and replies, so only symbols of one class of `game.symmetry.exchangeable`
    are exchanged; and it keeps the set of later guesses. A heuristic that prefers the highest index does not keep that
    set, so with a heuristic in the plan this is switched off.
    """

    SAME_PARTITION = 32
    """Two guesses that make the same parts, the winning part included, have equal costs.

    So the search tries only the first of them. It compares their partitions, candidate by candidate.
    Assumes nothing.
    """

    TABLE = 64
    """Values and bounds of sets already seen are looked up.

    The key of a set is the exclusive or of random words of 128 bits, one for each of its secrets, and its depth; the
    sets themselves are not stored. Two given sets have the same key with probability 2^-128 over the choice of the
    words. Among N sets some two have the same key with probability below N^2 / 2^129. The longest search for a shipped
    tree writes fewer than 10^8 keys, so for it this probability is less than 2 * 10^-23. The words are fixed, so that
    results can be repeated: by a seed that was chosen before any search was run, and in a game that is no pNcM game or
    has weights, costs or groups, by a digest of the game and of these, too. If they were known before, somebody could
    make a game in which sets of a search share keys: any 129 words of 128 bits depend on each other
    (`engine.game_tables.hash_key`).

    Where two searches share a table, as for DEEPER, each has random words of its own.

    A set is looked up as it is and as one of its images (`kernels.symbols`). Exchanges of symbols and of pegs that keep
    codes, secrets and replies map a tree for a set onto a tree of equal cost for the image of the set.
    Assumes: the words behave as if they had been drawn for the search at hand, and so do the seals of entries that two
    threads write at once (`kernels.table`). Without TABLE nothing is left to chance. The exchanges are those that
    SYMBOLS assumes, and of pegs, those of one class of `game.symmetry.exchangeable`.
    """

    RELAX = 128
    """Where the plan restricts guesses, the value with all codes allowed is a lower bound of the value by the plan.

    A tree that follows the plan is a tree, so it costs no less than the best one. So the exact search over all codes
    bounds every guess, before its parts are searched by the plan.
    Assumes nothing.
    """

    REACH = 256
    """A tree solves no more with k guesses after reply r than the most that any tree for candidates that give r solves.

    `bounds.reach` has the proof, and computes the numbers. At positions of few candidates no part is so large that the
    bound helps. So it is used for the parts of first and second guesses, and in the lower bound of `near`.
    Assumes: all codes were counted. `bounds.reach` says where it is not used.
    """

    DEEPER = 512
    """The smallest cost with a greater depth limit is a lower bound of the cost with this one.

    A tree that keeps a limit keeps a greater one too, and costs the same. So a guess that costs too much with the
    greater limit costs too much with this one. `engine.limited_solver` bounds single guesses in this way.
    Assumes: at depths that both limits allow, a secret costs the same. `Objective.without_limit` says where that holds.
    """

    ALL = 1023


def huffman(weights: Sequence[int], width: int) -> int:
    """HUFFMAN: the least sum of weight times depth over the leaves of a tree whose nodes have at most `width` children.

    `weights` are those of the leaves, and the root has depth 0. The algorithm is Huffman's (1952).
    """
    heap, total, width = sorted(weights), 0, max(width, 2)
    take = 2 + (len(heap) - 2) % (width - 1)
    while len(heap) > 1:
        together = sum(heappop(heap) for _ in range(take))
        heappush(heap, together)
        total, take = total + together, width
    return total


def fill(
    costs: Sequence[Vector],
    depth: int,
    width: int,
    size: int,
    by_weight: Sequence[bool] = (),
    heaviest: Sequence[int] = (),
    reach: Sequence[int] = (),
) -> Vector | None:
    """FILL: the least cost of `size` secrets from `depth` on; None when they do not fit the depths that have a cost.

    costs      costs[d] is the cost vector of a secret at depth d
    width      no node has more children
    by_weight  for every place of the vectors, whether it goes by weight; empty if no place does
    heaviest   heaviest[i] is the weight of the i heaviest secrets together; needed with `by_weight`
    reach      REACH: k + 1 guesses solve reach[k] secrets at most, and more guesses solve reach[-1] at most
    """
    total, done = [0] * len(costs[0]), 0
    for at, number in levels(len(costs), depth, width, size, reach):
        for place, cost in enumerate(costs[at]):
            by_its_weight = bool(by_weight) and by_weight[place]
            total[place] += cost * (heaviest[done + number] - heaviest[done] if by_its_weight else number)
        done += number
    return tuple(total) if done == size else None


def levels(depths: int, depth: int, width: int, size: int, reach: Sequence[int] = ()) -> Iterator[tuple[int, int]]:
    """FILL: each depth from `depth` on, and how many of `size` secrets are solved there, as early as possible.

    There are fewer than `size` if they do not fit the depths below `depths`. `width` and `reach` are as for `fill`.
    """
    slots, done, level = 1, 0, 0
    while done < size and depth < depths and not (reach and done >= reach[-1]):
        then = min(done + slots, size)
        if reach:
            then = min(then, reach[min(level, len(reach) - 1)])
        yield depth, then - done
        done, slots, depth, level = then, slots * width, depth + 1, level + 1
