"""The verifier replays every secret with the game's own reply function, and trusts nothing else in the tree.

It imports no search, no kernel and no reply matrix: a bug in those cannot hide here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise

from treebuild.errors import check_type, too_long
from treebuild.game.game import Game
from treebuild.game.guessing import permits
from treebuild.game.positions import History
from treebuild.tree.gap import claimed_bound, claimed_total
from treebuild.tree.tree import NONE, Tree

MOST_REPLAYED = 400_000  # guesses in all that are replayed in a second or two; p6c6r takes 300,000


@dataclass(frozen=True)
class Verification:
    """What the replay showed; the tree is sound if `problems` is empty.

    distribution  for every number of guesses, from 1 to the most that a secret takes: how many secrets take so many
    weighted      the same by weight: what those secrets weigh together; empty in a game without weights
    guesses       the rule of guesses of the game
    cost          where guesses have costs: what finding a secret costs, expected of one that is drawn by weight
    tests         with guesses `identify`: the expected number of guesses that name no candidate
    groups        the number of groups of the secrets; 0 in a game without groups
    claimed       what the tree says that its search showed

    A replay shows how good a tree is; it never shows that no tree is better.

    >>> replayed = verify(build("minavg", "p3c4r"))
    >>> replayed.ok, replayed.distribution
    (True, {1: 1, 2: 6, 3: 33, 4: 24})
    """

    game: str
    algorithm: str
    secrets: int
    nodes: int
    distribution: dict[int, int]
    problems: tuple[str, ...] = field(default=())
    claimed: str = ""
    weighted: dict[int, int] = field(default_factory=dict)
    guesses: str = "all"
    cost: Fraction | None = None
    tests: Fraction | None = None
    groups: int = 0

    @property
    def ok(self) -> bool:
        """Whether no problem was found."""
        return not self.problems

    @property
    def total(self) -> int:
        """Guesses over all secrets that were found."""
        return sum(depth * count for depth, count in self.distribution.items())

    @property
    def expected(self) -> Fraction:
        """Guesses expected for a secret that was found, drawn by weight."""
        drawn = self.weighted or self.distribution
        return Fraction(sum(depth * weight for depth, weight in drawn.items()), max(sum(drawn.values()), 1))

    @property
    def max_depth(self) -> int:
        """Guesses the worst secret took."""
        return max(self.distribution, default=0)


def verify(tree: Tree, patient: bool = True) -> Verification:
    """Replay every secret from the root, count its guesses, and check all that the tree says of itself against them.

    Of what its search showed, only what contradicts its own total is refuted.

    Raises TreebuildError, unless `patient`, when all secrets together take more than MOST_REPLAYED guesses.

    >>> tree = build("exact", "p3c4r", objective="total")
    >>> replayed = verify(tree)
    >>> replayed.ok, replayed.total == tree.total
    (True, True)
    """
    check_type(tree, Tree, "tree: expected a Tree, as build and load(path) return")
    said = Verification(
        game=tree.game.name,
        algorithm=tree.built.algorithm if tree.built else "unknown",
        secrets=len(tree.game.secrets),
        nodes=len(tree),
        distribution={},
        problems=tuple(_shape(tree)),
        claimed=tree.built.searched if tree.built else "",
        guesses=tree.game.conditions.guesses,
        groups=len(tree.game.conditions.group_names),
    )
    if said.problems:
        return said
    replay = _Replay(tree, patient)
    problems = [*replay.problems, *_structure(tree, replay)] or [*_figures(tree, replay), *_claims(tree, replay)]
    return replace(
        said,
        distribution=replay.distribution(),
        problems=tuple(problems),
        weighted=replay.weighted(tree.game.conditions.weights),
        cost=replay.cost(tree) if tree.game.conditions.costs else None,
        tests=replay.tests(tree) if tree.game.conditions.guesses == "identify" else None,
    )


def _shape(tree: Tree) -> Iterator[str]:
    """Entries of the arrays that are of no tree of the game: with these, nothing can be replayed.

    Where `first_child` ascends from 1 to the number of nodes, and children come after their parents, every node but the
    root is the child of exactly one other, and replies never lead in a circle.
    """
    nodes, game = len(tree), tree.game
    lengths = {"reply": nodes, "first_child": nodes + 1, "solved": nodes, "size": nodes}
    yield from (
        f"`{name}` has {len(getattr(tree, name))} entries for {nodes} nodes"
        for name, length in lengths.items()
        if len(getattr(tree, name)) != length or not nodes
    )
    least_and_most = {"guess": (0, len(game.codes) - 1), "solved": (NONE, len(game.secrets) - 1)}
    for name, (least, most) in least_and_most.items():
        for node, entry in enumerate(getattr(tree, name).tolist()):
            if not least <= entry <= most:
                yield f"node {node}: {name} is stored as {entry}, expected {least} to {most}"
    first_child, reply = tree.first_child.tolist(), tree.reply.tolist()
    if first_child[:1] != [1] or first_child[-1] != nodes or reply[:1] != [NONE]:
        yield f"the children of all nodes are not the nodes from 1 to {nodes - 1}"
    for node, (first, end) in enumerate(pairwise(first_child)):
        before = (-1, *reply[first:end], len(game.replies))
        if first > end or node >= first != end or any(one >= other for one, other in pairwise(before)):
            yield f"node {node} has the children {first} to {end - 1}, expected later nodes in the order of replies"


class _Replay:
    """Plays every secret from the root, and notes which nodes it passes, and where and when it is found."""

    def __init__(self, tree: Tree, patient: bool) -> None:
        self.problems: list[str] = []
        self.depth: dict[int, int] = {}  # secret -> guesses it took
        self.found: dict[int, int] = {}  # node -> secret found there
        self.ended: dict[int, int] = {}  # node without branches -> another secret for which the game ends there
        self.passing: list[list[int]] = [[] for _ in range(len(tree))]  # node -> secrets that reach it
        self.answers: list[Counter[int]] = [Counter() for _ in range(len(tree))]  # node -> replies to its guess
        self.history: dict[int, History] = {}  # node -> the turns before it
        self._guess = tree.guess.tolist()
        self._reply = tree.reply.tolist()
        self._first_child = tree.first_child.tolist()
        self._play(tree.game, None if patient else MOST_REPLAYED)

    def distribution(self) -> dict[int, int]:
        """How many secrets take 1, 2, ... guesses, up to the most that one takes; 0 where none takes so many."""
        tally = Counter(self.depth.values())
        return {depth: tally[depth] for depth in self._depths()}

    def weighted(self, weights: Sequence[int]) -> dict[int, int]:
        """What the secrets weigh together that take 1, 2, ... guesses; empty without weights."""
        if not weights:
            return {}
        tally = Counter[int]()
        for secret, depth in self.depth.items():
            tally[depth] += weights[secret]
        return {depth: tally[depth] for depth in self._depths()}

    def cost(self, tree: Tree) -> Fraction:
        """What the guesses cost that a secret takes, drawn by weight."""
        return self._mean(tree, [tree.game.conditions.cost(guess) for guess in self._guess])

    def tests(self, tree: Tree) -> Fraction:
        """How many guesses of a secret, drawn by weight, are made where they win against no candidate."""
        return self._mean(tree, [Fraction(node not in self.found) for node in range(len(tree))])

    def _mean(self, tree: Tree, of_node: Sequence[Fraction]) -> Fraction:
        """The sum of a figure over the nodes that a secret passes, drawn by weight."""
        weights = tree.game.secret_weights
        passed = zip(of_node, self.passing, strict=True)
        whole = sum((figure * sum(weights[secret] for secret in some) for figure, some in passed), Fraction(0))
        return whole / sum(weights)

    def leads_on(self, node: int) -> bool:
        """Whether a node has branches."""
        return bool(self.children(node))

    def children(self, node: int) -> dict[int, int]:
        """The children of a node by reply."""
        nodes = range(*self._first_child[node : node + 2])
        return {self._reply[child]: child for child in nodes}

    def _depths(self) -> range:
        return range(1, max(self.depth.values(), default=0) + 1)

    def _play(self, game: Game, most: int | None) -> None:
        """Play all secrets; those that have given the same replies so far take their turn together.

        Raises TreebuildError when they take more than `most` guesses in all.
        """
        made = 0
        waiting: list[tuple[int, list[int], History]] = [(0, list(range(len(game.secrets))), ())]
        while waiting:
            node, secrets, turns = waiting.pop()
            made += len(secrets)
            if most is not None and made > most:
                raise too_long(f"the secrets take more than {most} guesses in all")
            self.passing[node], self.history[node], children = secrets, turns, self.children(node)
            code, parts = game.codes[self._guess[node]], dict[int, list[int]]()
            for secret in secrets:
                parts.setdefault(game.reply(code, game.secrets[secret]), []).append(secret)
            for reply, part in parts.items():
                self.answers[node][reply] += len(part)
                if reply == game.win or (game.conditions.groups and not children):
                    self._end(game, node, part, len(turns) + 1, found=reply == game.win)
                elif reply in children:
                    waiting.append((children[reply], part, (*turns, (self._guess[node], reply))))
                else:
                    self._fail(game, part, f"is lost: node {node} has no branch for {game.replies[reply]}")

    def _fail(self, game: Game, secrets: list[int], problem: str) -> None:
        self.problems += [f"secret {game.spell(game.secrets[secret])} {problem}" for secret in secrets]

    def _end(self, game: Game, node: int, secrets: list[int], depth: int, *, found: bool) -> None:
        """Note that the game ends at a node for some secrets, of which one may be found there."""
        for secret in secrets:
            self.depth[secret] = depth
            if not found:
                self.ended[node] = secret
                continue
            if node in self.found:
                self.problems.append(f"node {node} finds both {game.spell(game.secrets[secret])} and another secret")
            self.found[node] = secret


def _structure(tree: Tree, replay: _Replay) -> Iterator[str]:
    """Branches that nothing takes, nodes that nothing reaches, guesses that tell nothing or are not permitted."""
    game = tree.game
    for node in range(len(tree)):
        for reply in replay.children(node):
            if not replay.answers[node][reply] or reply == game.win:
                yield f"node {node} has a branch for {game.replies[reply]}, which cannot come"
        answers = replay.answers[node]
        if game.conditions.groups and replay.passing[node] and (problem := _group(game, replay, node)):
            yield f"node {node} {problem}"
        if not replay.passing[node]:
            yield f"node {node} is unreachable"
        elif len(answers) == 1 and game.win not in answers:
            yield f"node {node} wastes its guess: all its {len(replay.passing[node])} candidates reply the same"
        elif not permits(game, replay.history[node], replay.passing[node], int(tree.guess[node])):
            code = game.spell(game.codes[tree.guess[node]])
            yield f"node {node} guesses {code}, which the rule `{game.conditions.guesses}` does not permit there"


def _group(game: Game, replay: _Replay, node: int) -> str:
    """What is wrong with where a node ends the game: it is to do so where all its candidates are of one group."""
    groups = {game.conditions.groups[secret] for secret in replay.passing[node]}
    if len(groups) > 1 and node in replay.ended:
        spelled = game.spell(game.secrets[replay.ended[node]])
        return f"ends the game, and {spelled} is lost: its candidates are of {len(groups)} groups"
    if len(groups) == 1 and replay.leads_on(node):
        return f"goes on, and all its candidates are of one group, {game.conditions.group_names[groups.pop()]!r}"
    return ""


def _figures(tree: Tree, replay: _Replay) -> Iterator[str]:
    """Candidates, secret found, n-th and e of every node, and the counts of the tree."""
    stored = zip(tree.size.tolist(), tree.solved.tolist(), tree.nth.tolist(), tree.e.tolist(), strict=True)
    for node, figures in enumerate(stored):
        depths = [replay.depth[secret] for secret in replay.passing[node] if secret in replay.depth]
        nth = max(depths, default=0)
        e = sum(depths) if tree.criterion == "total" else depths.count(nth)
        own = (len(replay.passing[node]), replay.found.get(node, NONE), nth, e)
        for name, value, expected in zip(("candidates", "secret found", "n-th", "e"), figures, own, strict=True):
            if value != expected:
                yield f"node {node}: {name} is stored as {value}, the replay gives {expected}"
    tallies = replay.distribution(), replay.weighted(tree.game.conditions.weights)
    counts, weighted = (tuple(tally.values()) for tally in tallies)
    if tree.counts != counts:
        yield f"the tree's counts are {tree.counts}, the replay gives {counts}"
    if tree.game.conditions.costs and tree.cost != (cost := replay.cost(tree)):
        yield f"the tree's cost is {tree.cost}, the replay gives {cost}"
    if tree.weighted_counts != weighted:
        yield f"the tree's counts by weight are {tree.weighted_counts}, the replay gives {weighted}"


def _claims(tree: Tree, replay: _Replay) -> Iterator[str]:
    """What the tree claims of its own total, and of the totals of all trees, where the replay refutes it."""
    total = sum(replay.depth.values())
    claimed, bound = claimed_total(tree.built.searched if tree.built else ""), claimed_bound([tree])
    if claimed is not None and claimed != total:
        yield f"the tree claims a total of {claimed}, the replay gives {total}"
    if bound is not None and bound > total:
        yield f"the tree claims that none has a smaller total than {bound}, the replay gives {total}"
