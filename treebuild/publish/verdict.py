"""Trees of one game beside each other, in words: who wins, by how much, and where."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from treebuild.tree.figures import compare
from treebuild.tree.tree import Tree

Trees = Sequence[tuple[str, Tree]]
NAMED = 3  # replies that a sentence names


@dataclass(frozen=True)
class Branch:
    """What follows a reply to the first guess: its secrets, how many take 1, 2, ... guesses, the next guess or ""."""

    secrets: int
    counts: tuple[int, ...]
    guess: str

    @property
    def total(self) -> int:
        """Guesses summed over its secrets, from the first guess on."""
        return sum(depth * count for depth, count in enumerate(self.counts, 1))


def first_replies(tree: Tree) -> dict[str, Branch]:
    """What follows each reply that can come to the first guess, in order; the counts go on to the tree's depth."""
    game, branches = tree.game, {}
    children = tree.root.children
    for label in (game.replies[reply] for reply in tree.answers(0)):
        node = children.get(label)
        counts = node.counts if node else (1,)
        padded = (*counts, *[0] * (tree.max_depth - len(counts)))
        branches[label] = Branch(node.size, padded, node.guess) if node else Branch(1, padded, "")
    return branches


def ranked(trees: Trees) -> list[tuple[str, Tree]]:
    """The trees in order: fewest guesses first; of equal trees, fewer secrets at the greatest depth first.

    Where guesses have costs, the tree of the least expected cost comes first, and guesses order trees of equal cost.
    """
    in_order = _by_guesses(trees)
    return sorted(in_order, key=lambda pair: pair[1].cost) if in_order[0][1].game.conditions.costs else in_order


def _by_guesses(trees: Trees) -> list[tuple[str, Tree]]:
    return sorted(trees, key=lambda pair: (pair[1].total, pair[1].max_depth, pair[1].counts[::-1]))


def same_first(trees: Trees) -> bool:
    """Whether all trees begin with the same guess, so that one can compare what follows each reply."""
    return len({int(tree.guess[0]) for _, tree in trees}) == 1


def verdict(trees: Trees) -> list[str]:
    """Sentences: who needs fewest guesses, the worst cases, how the best races with the others, and where it saves.

    Where guesses have costs, the first sentence says who costs least, and that tree is the best one. `trees` are
    (name, tree) pairs of one game, two or more. Raises TreebuildError for trees of different games.
    """
    order = ranked(trees)
    (first, best), others = order[0], order[1:]
    races = [_race((first, best), other) for other in others]
    where = [_where(first, best, name, tree) for name, tree in others]
    costs = [_costs(order)] if best.game.conditions.costs else []
    return [*costs, _totals(_by_guesses(order)), _far_end(order), *races, *filter(None, where)]


def _costs(order: Trees) -> str:
    """Which trees cost least, and how much more the others cost; `order` is that of `ranked`."""
    least = order[0][1].cost
    cheapest = [_quoted(name) for name, tree in order if tree.cost == least]
    more = [f"{_quoted(name)} costs {float(tree.cost - least):.4f} more" for name, tree in order[len(cheapest) :]]
    a_secret = "a secret drawn by weight" if order[0][1].game.conditions.weights else "a secret"
    expected = f"{float(least):.4f} expected for {a_secret}"
    if not more:
        return f"{_listed(cheapest)} cost equally much: {expected}."
    costs = "costs" if len(cheapest) == 1 else "cost"
    return f"{_listed(cheapest)} {costs} least, {expected}. {'; '.join(more)}."


def _totals(order: Trees) -> str:
    (first, best), *others = order
    fewest = [first, *(name for name, tree in others if tree.total == best.total)]
    more = [
        f"{_quoted(name)} needs {tree.total - best.total} more, {float(tree.average - best.average):.4f} a secret"
        for name, tree in others
        if tree.total > best.total
    ]
    who, secrets = _listed(map(_quoted, fewest)), f"{len(best.game.secrets)} secrets"
    if best.game.conditions.weights:
        secrets += ", each counted once"
    needs = "needs" if len(fewest) == 1 else "need"
    if not more:
        return f"{who} {needs} equally many guesses: {best.total} for all {secrets}."
    return f"{who} {needs} the fewest guesses, {best.total} for all {secrets}. {'; '.join(more)}."


def _far_end(order: Trees) -> str:
    """The greatest number of guesses that a secret takes, by tree, and the number of secrets that take it."""
    worst = sorted(order, key=lambda pair: (pair[1].max_depth, pair[1].counts[-1]))
    parts = []
    for name, tree in worst:
        secrets = f"{tree.counts[-1]} secret{'s' * (tree.counts[-1] > 1)}"
        parts.append(f"{_quoted(name)} needs {tree.max_depth} guesses, for {secrets}")
    return f"In the worst case {'; '.join(parts)}."


def _race(a: tuple[str, Tree], b: tuple[str, Tree]) -> str:
    """Two trees compared secret by secret, and in a race with a secret each, drawn by weight."""
    compared = compare(a[1], b[1])
    pairs = sum(_likely(a[1])) ** 2
    won, lost = (100 * _sooner(one, other) / pairs for one, other in ((a[1], b[1]), (b[1], a[1])))
    same = (
        f"{_quoted(a[0])} finds {compared.a_faster} secrets sooner than {_quoted(b[0])}, and {compared.b_faster} later"
    )
    own = "a secret of its own, drawn by weight" if a[1].game.conditions.weights else "a secret of its own"
    return f"{same}. In a race, where each player seeks {own}, it wins {won:.1f} % and loses {lost:.1f} %."


def _sooner(tree: Tree, other: Tree) -> int:
    """The pairs of secrets, one for each tree, of which `tree` needs fewer guesses than `other`; by weight, if any."""
    others = _likely(other)
    return sum(count * sum(others[depth:]) for depth, count in enumerate(_likely(tree), 1))


def _likely(tree: Tree) -> tuple[int, ...]:
    """The sums of the weights of secrets by the guesses that they take; their numbers in a game without weights."""
    return tree.weighted_counts or tree.counts


def _where(first: str, best: Tree, name: str, tree: Tree) -> str:
    """After which replies the best tree gains most on another, and loses most; or that the trees begin differently."""
    one, other = _quoted(first), _quoted(name)
    if not same_first([(first, best), (name, tree)]):
        return f"{one} begins with {_first_guess(best)}, {other} with {_first_guess(tree)}: replies cannot be compared."
    ours, theirs = first_replies(best), first_replies(tree)
    gains = {label: theirs[label].total - branch.total for label, branch in ours.items()}
    up = sorted((label for label in gains if gains[label] > 0), key=lambda label: -gains[label])[:NAMED]
    down = sorted((label for label in gains if gains[label] < 0), key=lambda label: gains[label])[:NAMED]
    if not up and not down:
        return f"After every reply to {_first_guess(best)}, {one} and {other} take equally many guesses."
    parts = [
        f"{verb} {_listed(f'{abs(gains[label])} after {label}' for label in labels)}"
        for verb, labels in (("saves most:", up), ("loses most:", down))
        if labels
    ]
    total = tree.total - best.total
    needs = f"it needs {abs(total)} guess{'es' * (abs(total) > 1)} {'fewer' if total > 0 else 'more'}"
    in_all = f"in all {needs}" if total else "in all both need equally many"
    return f"Compared with {other}, {one} {'; it '.join(parts)}; {in_all}."


def _first_guess(tree: Tree) -> str:
    return tree.game.spell(tree.game.codes[tree.guess[0]])


def _quoted(name: str) -> str:
    """The name of a tree in a sentence, where a name such as "total" would be read as a word."""
    return f"“{name}”"


def _listed(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
