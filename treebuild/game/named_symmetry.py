"""Symmetries of a game from Python code: the ones that the code names, and their products. See `symmetry`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from treebuild.errors import TreebuildError
from treebuild.game.positions import History
from treebuild.game.reply_matrix import Replies

GROUP_LIMIT = 20_000  # elements of a custom game's group, at most; a search with only some of them is slower, not wrong


class NamedSymmetry:
    """The group that a custom game's symmetries generate, or as much of it as GROUP_LIMIT allows."""

    def __init__(self, replies: Replies) -> None:
        game = replies.game
        index = {secret: i for i, secret in enumerate(game.secrets)}
        self.codes = len(game.codes)
        generators = []
        for number, symmetry in enumerate(game.symmetries):
            cause: BaseException | None = None
            try:
                codes = np.array([game.code_index[symmetry(code)] for code in game.codes], np.int32)
                secrets = np.array([index[symmetry(secret)] for secret in game.secrets], np.int32)
                keeps = np.array_equal(replies.matrix[codes][:, secrets], replies.matrix)
            except (Exception, SystemExit) as error:  # from the user's code; a KeyError: an image is no code or secret
                keeps, cause = False, error
            if not keeps:
                raise TreebuildError(
                    f"game {game.name!r}: symmetry {number} does not keep all replies: expected a one-to-one map "
                    "of codes and secrets with reply(s(guess), s(secret)) == reply(guess, secret); mend or drop it"
                ) from cause
            played = game.conditions
            if _keeps(played.weights, secrets) and _keeps(played.costs, codes) and _keeps(played.groups, secrets):
                generators.append(codes)
        self.group = _closure(generators, self.codes)

    def form(self, guesses: tuple[int, ...]) -> tuple[int, ...]:
        """See Symmetry."""
        return min(map(tuple, self.group[:, list(guesses)].tolist()))

    def orbits(self, history: History = (), among: NDArray[np.int32] | None = None) -> NDArray[np.int32]:
        """See Symmetry: the least image under every element that maps the history onto itself."""
        lowest = np.arange(self.codes, dtype=np.int32)
        kept = sorted(history, key=repr)
        for element in self.group:
            if sorted(((int(element[guess]), reply) for guess, reply in history), key=repr) == kept:
                np.minimum(lowest, element, out=lowest)
        return lowest if among is None else lowest[among]


def _keeps(numbers: Sequence[int], images: NDArray[np.int32]) -> bool:
    """Whether numbers[images[i]] == numbers[i] for all i. No numbers stand for equal ones."""
    return not numbers or all(numbers[image] == numbers[i] for i, image in enumerate(images))


def _closure(generators: Sequence[NDArray[np.int32]], codes: int) -> NDArray[np.int32]:
    """int32 (elements, codes): all products of the generators, breadth first, at most GROUP_LIMIT."""
    identity = np.arange(codes, dtype=np.int32)
    found = {identity.tobytes(): identity}
    queue = [identity]
    for element in queue:
        for generator in generators:
            product = generator[element]
            if product.tobytes() not in found and len(found) < GROUP_LIMIT:
                found[product.tobytes()] = product
                queue.append(product)
    return np.stack(queue)
