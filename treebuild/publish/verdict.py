"""Trees of one game beside each other, in words: who wins, by how much, and where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from treebuild.tree.figures import compare
from treebuild.tree.tree import NONE, Tree

Trees = Sequence[tuple[str, Tree]]
NAMED = 3  # replies that a sentence names


@dataclass(frozen=True)
class Branch:
    """What follows a reply to the first guess: its secrets, how many take 1, 2, ... guesses, the next guess or none."""

    secrets: int
    counts: tuple[int, ...]
    guess: str

    @property
    def total(self) -> int:
        """Guesses over its secrets, those before included."""
        return sum(depth * count for depth, count in enumerate(self.counts, 1))


def first_replies(tree: Tree) -> dict[str, Branch]:
    """The replies that can come to the first guess, in order; counts are as long as those of the tree."""
    game, branches = tree.game, {}
    for reply, label in enumerate(game.replies):
        node = int(tree.child[0, reply])
        if node != NONE:
            guess = game.spell(game.codes[tree.guess[node]])
            branches[label] = Branch(int(tree.size[node]), tuple(tree.below[node, 1:].tolist()), guess)
        elif reply == game.win and tree.solved[0] != NONE:
            branches[label] = Branch(1, (1, *[0] * (tree.max_depth - 1)), "")
    return branches


def ranked(trees: Trees) -> list[tuple[str, Tree]]:
    """Fewest guesses first; of equals the one whose worst secrets are fewer."""
    return sorted(trees, key=lambda pair: (pair[1].total, pair[1].max_depth, pair[1].counts[::-1]))


def same_first(trees: Trees) -> bool:
    """Whether all begin with the same guess, so that what follows each reply can be compared."""
    return len({int(tree.guess[0]) for _, tree in trees}) == 1


def verdict(trees: Trees) -> list[str]:
    """Sentences: who needs fewest guesses, the worst cases, the first's races with the others, where it saves.

    `trees` are (name, tree) pairs of one game, two or more. Raises TreebuildError for trees of different games.
    """
    order = ranked(trees)
    (first, best), others = order[0], order[1:]
    races = [_race((first, best), other) for other in others]
    where = [_where(first, best, name, tree) for name, tree in others]
    return [_totals(order), _far_end(order), *races, *filter(None, where)]


def _totals(order: Trees) -> str:
    (first, best), *others = order
    equal = [name for name, tree in others if tree.total == best.total]
    told = [
        f"{name} {tree.total - best.total} more, {float(tree.average - best.average):.4f} a secret"
        for name, tree in others
        if tree.total > best.total
    ]
    who = " and ".join([first, *equal])
    lead = f"{who} need{'s' * (not equal)} {best.total} guesses for all {len(best.game.secrets)} secrets"
    return (f"{lead}, the fewest: " + "; ".join(told) if told else f"{lead}, equally many") + "."


def _far_end(order: Trees) -> str:
    """The greatest number of guesses that a secret takes, by tree, and how many take so many."""
    told = []
    for depth in sorted({tree.max_depth for _, tree in order}):
        worst = [(name, tree.counts[-1]) for name, tree in order if tree.max_depth == depth]
        (first, count), *others = sorted(worst, key=lambda pair: pair[1])
        more = "".join(f", {name} ({count})" for name, count in others)
        told.append(f"{depth} guesses with {first} ({count} secret{'s' * (count > 1)}){more}")
    return f"Worst case: {'; '.join(told)}."


def _race(a: tuple[str, Tree], b: tuple[str, Tree]) -> str:
    """Secret by secret, and with a secret each, where all pairs of secrets are as likely."""
    found = compare(a[1], b[1])
    pairs = len(a[1].game.secrets) ** 2
    won, lost = (100 * _sooner(one, other) / pairs for one, other in ((a[1], b[1]), (b[1], a[1])))
    same = f"{a[0]} finds {found.a_faster} secrets sooner than {b[0]}, {found.b_faster} later"
    return f"{same}. In a race, with a secret each, it wins {won:.1f} % and loses {lost:.1f} %."


def _sooner(tree: Tree, other: Tree) -> int:
    """For how many pairs of a secret of each the tree needs fewer guesses than the other."""
    return sum(count * sum(other.counts[depth:]) for depth, count in enumerate(tree.counts, 1))


def _where(first: str, best: Tree, name: str, tree: Tree) -> str:
    """After which replies the best tree gains most on another, and loses most; or, of other first guesses, how deep."""
    if not same_first([(first, best), (name, tree)]):
        return f"{first} begins with {_spelled(best)}, {name} with {_spelled(tree)}: their replies are not the same."
    ours, theirs = first_replies(best), first_replies(tree)
    gains = {label: theirs[label].total - branch.total for label, branch in ours.items()}
    up = sorted((label for label in gains if gains[label] > 0), key=lambda label: -gains[label])[:NAMED]
    down = sorted((label for label in gains if gains[label] < 0), key=lambda label: gains[label])[:NAMED]
    if not up and not down:
        return f"After every reply to {_spelled(best)}, {first} and {name} take equally many guesses."
    parts = [
        f"{what} {', '.join(f'{abs(gains[label])} after {label}' for label in labels)}"
        for what, labels in (("saves", up), ("loses", down))
        if labels
    ]
    return f"Against {name}, {first} {' and '.join(parts)}: {tree.total - best.total} guesses fewer in all."


def _spelled(tree: Tree) -> str:
    return tree.game.spell(tree.game.codes[tree.guess[0]])
