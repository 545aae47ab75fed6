"""The verifier: it replays every secret with the game's own reply function, and checks every figure of the tree.

It imports no search, no kernel and no reply matrix, so no bug in these can hide an error of a tree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise

from treebuild.errors import check_type, too_long
from treebuild.game.game import Game
from treebuild.game.guess_rules import permits
from treebuild.game.positions import History
from treebuild.tree.gap import claimed_bound, claimed_total
from treebuild.tree.tree import NONE, Tree

MOST_REPLAYED = 400_000  # guesses in all, which are replayed in a second or two; the tree of p6c6r has 300,000


@dataclass(frozen=True)
class Verification:
    """What the replay showed; the tree is sound if `problems` is empty.

    game          the name of the game
    algorithm     the algorithm that built the tree, according to its file, or "unknown"
    secrets       the number of secrets
    nodes         the number of nodes
    distribution  distribution[n] secrets take n guesses, for n from 1 to the most that a secret takes
    problems      one line for each error in the tree
    claimed       the claim of the search, according to the file
    weighted      as `distribution`, with sums of weights; empty in a game without weights
    guesses       the rule of guesses of the game
    cost          where guesses have costs: the expected cost of finding a secret that is drawn by weight
    tests         with guesses `identify`: the expected number of guesses that win against no candidate
    groups        the number of groups of the secrets; 0 in a game without groups

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
        """The number of guesses, summed over all secrets that were found."""
        return sum(depth * count for depth, count in self.distribution.items())

    @property
    def expected(self) -> Fraction:
        """The expected number of guesses for a secret that was found, drawn by weight."""
        drawn = self.weighted or self.distribution
        return Fraction(sum(depth * weight for depth, weight in drawn.items()), max(sum(drawn.values()), 1))

    @property
    def max_depth(self) -> int:
        """The number of guesses that the worst secret took."""
        return max(self.distribution, default=0)


def verify(tree: Tree, patient: bool = True) -> Verification:
    """Replay every secret from the root, count its guesses, and compare the figures of the tree with the counts.

    The claim of the search is a problem only where it contradicts the total of the tree. Raises TreebuildError, unless
    `patient`, when all secrets together take more than MOST_REPLAYED guesses.

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
    """Entries of the arrays that cannot belong to a tree of the game, so that nothing can be replayed.

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
    """Plays every secret from the root, and notes the nodes that it passes, and its last node and guess."""

    def __init__(self, tree: Tree, patient: bool) -> None:
        self.problems: list[str] = []
        self.depth: dict[int, int] = {}  # secret -> the number of its guesses
        self.found: dict[int, int] = {}  # node -> secret found there
        self.ended: dict[int, int] = {}  # node without branches -> a secret that it does not find
        self.passing: list[list[int]] = [[] for _ in range(len(tree))]  # node -> secrets that reach it
        self.answers: list[Counter[int]] = [Counter() for _ in range(len(tree))]  # node -> replies to its guess
        self.history: dict[int, History] = {}  # node -> the turns before it
        self._guess = tree.guess.tolist()
        self._reply = tree.reply.tolist()
        self._first_child = tree.first_child.tolist()
        self._play(tree.game, None if patient else MOST_REPLAYED)

    def distribution(self) -> dict[int, int]:
        """The numbers of secrets that take 1, 2, ... guesses, up to the most that a secret takes."""
        tally = Counter(self.depth.values())
        return {depth: tally[depth] for depth in self._depths()}

    def weighted(self, weights: Sequence[int]) -> dict[int, int]:
        """The sums of the weights of the secrets that take 1, 2, ... guesses; empty without weights."""
        if not weights:
            return {}
        tally = Counter[int]()
        for secret, depth in self.depth.items():
            tally[depth] += weights[secret]
        return {depth: tally[depth] for depth in self._depths()}

    def cost(self, tree: Tree) -> Fraction:
        """The expected cost of all guesses for a secret drawn by weight."""
        return self._mean(tree, [tree.game.conditions.cost(guess) for guess in self._guess])

    def tests(self, tree: Tree) -> Fraction:
        """The expected number of guesses that win against no candidate, for a secret drawn by weight."""
        return self._mean(tree, [Fraction(node not in self.found) for node in range(len(tree))])

    def _mean(self, tree: Tree, of_node: Sequence[Fraction]) -> Fraction:
        """The expected sum of a figure over the nodes that a secret drawn by weight passes."""
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
        """Play all secrets. Secrets that have given the same replies so far are played together.

        Raises TreebuildError when the secrets take more than `most` guesses in all.
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
        """Note that the game ends at a node for some secrets. `found` says whether the reply was the winning one."""
        for secret in secrets:
            self.depth[secret] = depth
            if not found:
                self.ended[node] = secret
                continue
            if node in self.found:
                self.problems.append(f"node {node} finds both {game.spell(game.secrets[secret])} and another secret")
            self.found[node] = secret


def _structure(tree: Tree, replay: _Replay) -> Iterator[str]:
    """Branches that no secret takes, nodes that no secret reaches, guesses that tell nothing or are not permitted."""
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
            way = " ".join(game.replies[reply] for _, reply in replay.history[node])
            where = f"after {way}" if way else "at the root"
            yield f"node {node} guesses {code}, which the rule `{game.conditions.guesses}` does not permit {where}"


def _group(game: Game, replay: _Replay, node: int) -> str:
    """What is wrong at a node that must end the game just when all its candidates are of one group; "" if nothing."""
    groups = {game.conditions.groups[secret] for secret in replay.passing[node]}
    if len(groups) > 1 and node in replay.ended:
        spelled = game.spell(game.secrets[replay.ended[node]])
        return f"ends the game, and {spelled} is lost: its candidates are of {len(groups)} groups"
    if len(groups) == 1 and replay.leads_on(node):
        return f"goes on, and all its candidates are of one group, {game.conditions.group_names[groups.pop()]!r}"
    return ""


def _figures(tree: Tree, replay: _Replay) -> Iterator[str]:
    """Figures that the replay refutes: candidates, secret found, n-th and e of nodes; counts and cost of the tree."""
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
    """Claims about the total of this tree, and about the totals of all trees, that the replay refutes."""
    total = sum(replay.depth.values())
    claimed, bound = claimed_total(tree.built.searched if tree.built else ""), claimed_bound([tree])
    if claimed is not None and claimed != total:
        yield f"the tree claims a total of {claimed}, the replay gives {total}"
    if bound is not None and bound > total:
        yield f"the tree claims that none has a smaller total than {bound}, the replay gives {total}"
