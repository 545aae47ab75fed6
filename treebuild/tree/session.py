"""Games in progress: a tree guesses a person's secret, a person guesses a secret, or both race."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Literal

import numpy as np

from treebuild.errors import TreebuildError, check_type
from treebuild.game.findings import count_left, first_code_naming, names_left, permits_person
from treebuild.game.game import Game
from treebuild.game.positions import Candidates
from treebuild.game.reply_matrix import answers_to, candidates_after
from treebuild.game.reply_rules import Code
from treebuild.game.user_input import answers_of, read_answer, read_reply, style
from treebuild.tree.tree import NONE, Tree


@dataclass(frozen=True)
class Turn:
    """A guess, the index of the reply to it, and the number of candidates, or of their groups, left after it."""

    guess: Code
    reply: int
    left: int


class Session:
    """A tree guesses a secret that somebody else knows: ask for `guess`, give its reply, and so on until `done`.

    guess       the guess to reply to, spelled; None once the secret is found
    candidates  the number of secrets that give all replies so far
    worst       the most guesses that may still be needed, this one included
    done        whether the secret is found
    history     the turns so far, as `suggest` and `review` read them: ["0123:1.1", ...]

    `play` makes sessions.

    >>> session = play(build("minavg", "p3c4r"))
    >>> session
    Session(p3c4r: guess 012, 64 candidates)
    >>> session.guess, session.candidates, session.worst
    ('012', 64, 4)
    """

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.turns: list[Turn] = []
        self._nodes = [0]  # the nodes from the root to the present one; NONE once the secret is found

    def __repr__(self) -> str:
        state = f"found {self.history[-1]}" if self.done else f"guess {self.guess}, {self.candidates} candidates"
        return f"Session({self.tree.game.name}: {state})"

    @property
    def done(self) -> bool:
        """Whether the last reply was the winning one."""
        return self._nodes[-1] == NONE

    @property
    def code(self) -> Code:
        """The guess to reply to, as a code of the game. Not to be used once the secret is found."""
        return self.tree.game.codes[self.tree.guess[self._nodes[-1]]]

    @property
    def guess(self) -> str | None:
        """The guess to reply to, spelled; None once the secret is found."""
        return None if self.done else self.tree.game.spell(self.code)

    @property
    def group(self) -> str | None:
        """The group of all candidates; None where there are several groups, or none, and once the secret is found."""
        return None if self.done else self.tree.group(self._nodes[-1])

    @property
    def answers(self) -> list[str]:
        """The replies that can come to `guess`, spelled; none once the secret is found."""
        if self.done:
            return []
        return [self.tree.game.replies[reply] for reply in self.tree.answers(self._nodes[-1])]

    @property
    def candidates(self) -> int:
        """The number of secrets that give all replies so far; 1 once the secret is found."""
        return 1 if self.done else int(self.tree.size[self._nodes[-1]])

    @property
    def worst(self) -> int:
        """The most guesses that may still be needed, this one included; 0 once the secret is found."""
        return 0 if self.done else int(self.tree.nth[self._nodes[-1]]) - len(self.turns)

    @property
    def history(self) -> list[str]:
        """The turns so far: guess, colon, reply."""
        game = self.tree.game
        return [f"{game.spell(turn.guess)}:{game.replies[turn.reply]}" for turn in self.turns]

    def reply(self, reply: str | int) -> str | None:
        """Give the reply to `guess`: a text like "1.1" or " Claws ", or its index in `game.replies`.

        `user_input.read_reply` says how texts are spelled; capitals, spaces around them and the form of Unicode do not
        matter. Where replies are labels, the beginning of one is enough that no other reply to `guess` has.

        Returns the next guess, or None when the secret is found. Raises TreebuildError, and changes nothing, for a text
        or number that is no reply of the game, when no secret gives all these replies, and once the secret is found.

        >>> session = play(build("minavg", "p3c4r"))
        >>> session.reply("0.1"), session.candidates
        ('133', 9)
        >>> session.reply("1.1"), session.reply("3.0"), session.done
        ('303', None, True)
        """
        game = self.tree.game
        if self.done:
            raise TreebuildError("the secret is found: there is no guess to reply to; undo() takes the last reply back")
        index = self._read(reply) if isinstance(reply, str) else reply
        if not 0 <= index < len(game.replies):
            raise TreebuildError(f"{reply} is not the index of a reply: expected 0 to {len(game.replies) - 1}")
        node = self.tree.after([index], self._nodes[-1])
        self.turns.append(Turn(self.code, index, 1 if node == NONE else int(self.tree.size[node])))
        self._nodes.append(node)
        return self.guess

    def _read(self, text: str) -> int:
        """The index of the reply that a text means. Where replies are labels, only those to `guess` count."""
        game = self.tree.game
        return read_answer(game, self.code, text) if style(game) == "labels" else read_reply(game, text)

    def undo(self) -> bool:
        """Take the last reply back; False when there is none."""
        if not self.turns:
            return False
        self.turns.pop()
        self._nodes.pop()
        return True

    def doubtful(self, reply: int) -> list[int]:
        """The turns whose reply alone may be wrong, when `reply`, the index of a reply to `guess`, cannot come.

        They are indices into `turns`; len(turns) stands for the present turn. For each of them some secret gives all
        other replies.
        """
        turns = [*self.turns, Turn(self.code, reply, 0)]
        game = self.tree.game
        return [at for at in range(len(turns)) if len(candidates_of(game, turns[:at] + turns[at + 1 :]))]


class KeySession:
    """A key in progress: it asks the tree's questions, and goes on where somebody is not sure of an answer.

    question    the index of the code to ask; None once nothing is left to ask
    turns       the questions so far, each with the indices of all replies that may be the answer
    candidates  int32 (candidates,): the secrets that give one of these replies every time, ascending

    Off the tree it looks one step ahead: it asks the question that rules out the most candidates on average for what it
    costs, of `questions` and not asked before. Groups count in place of their secrets.
    """

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.questions = questions_of(tree)
        self.turns: list[tuple[int, tuple[int, ...]]] = []
        self._found()

    @property
    def names(self) -> list[str]:
        """The candidates by their names, or by those of their groups, each once."""
        return names_left(self.tree.game, self.candidates.tolist())

    @property
    def left(self) -> list[int]:
        """How many names were left after each turn."""
        fitting = (self._fitting(self.turns[: at + 1]).tolist() for at in range(len(self.turns)))
        return [count_left(self.tree.game, some) for some in fitting]

    @property
    def code(self) -> Code:
        """The question, as a code of the game. Not to be used where nothing is left to ask."""
        assert self.question is not None
        return self.tree.game.codes[self.question]

    @property
    def answers(self) -> list[str]:
        """The replies, spelled, that some secret gives to the question; none where nothing is left to ask."""
        return [] if self.question is None else answers_of(self.tree.game, self.code)

    def answer(self, replies: Sequence[int]) -> None:
        """Take all replies that may be the answer to the question.

        Raises TreebuildError, and changes nothing, when no secret gives any of them with the answers so far, and when
        nothing is left to ask.
        """
        if self.question is None:
            raise TreebuildError("nothing is left to ask: undo() takes the last answer back")
        turn = self.question, tuple(replies)
        if not len(self._fitting([*self.turns, turn])):
            raise TreebuildError("no secret has all these answers")
        self.turns.append(turn)
        self._found()

    def undo(self) -> bool:
        """Take the last answer back; False when there is none."""
        if not self.turns:
            return False
        self.turns.pop()
        self._found()
        return True

    def doubtful(self, replies: Sequence[int]) -> list[int]:
        """The turns of which one must be wrong if the question has one of these replies, which do not fit them all."""
        assert self.question is not None
        turn = self.question, tuple(replies)
        others = (self.turns[:at] + self.turns[at + 1 :] for at in range(len(self.turns)))
        return [at for at, some in enumerate(others) if len(self._fitting([*some, turn]))]

    def _fitting(self, turns: Sequence[tuple[int, tuple[int, ...]]]) -> Candidates:
        left = np.arange(len(self.tree.game.secrets), dtype=np.int32)
        for question, replies in turns:
            left = left[np.isin(answers_to(self.tree.game, question, left), replies)]
        return left

    def _found(self) -> None:
        """Find the candidates and the next question."""
        self.candidates = self._fitting(self.turns)
        node = self._node()
        if len(self.names) == 1:
            self.question = None
        elif node != NONE and self.tree.asks(node):
            self.question = int(self.tree.guess[node])
        else:
            self.question = self._best()

    def _node(self) -> int:
        """The node of the tree after the turns; NONE where they leave the tree."""
        node = 0
        for question, replies in self.turns:
            if node == NONE or len(replies) != 1 or self.tree.guess[node] != question:
                return NONE
            node = self.tree.child(node, replies[0])
        return node

    def _best(self) -> int | None:
        """The question that rules out the most for its cost, the first of several; None where there is none.

        A question that may name a candidate comes last, and has to tell the others apart.
        """
        game, left = self.tree.game, self.candidates
        chosen = np.array(game.secret_weights)[left]
        weights = chosen if chosen.any() else np.ones(len(left), np.int64)
        now = count_left(game, left.tolist()) * int(weights.sum())
        worth = list[tuple[bool, Fraction, int]]()
        for code in set(self.questions).difference(question for question, _ in self.turns):
            replies = answers_to(game, code, left)
            given = set(replies.tolist())
            if len(given - {game.win}) > 1:
                parts = [replies == reply for reply in given]
                names = [count_left(game, left[part].tolist()) for part in parts]
                total = sum(n * int(weights[part].sum()) for n, part in zip(names, parts, strict=True))
                worth.append((game.win in given, (total - now) / game.conditions.cost(code), code))
        return min(worth)[2] if worth else None


def questions_of(tree: Tree) -> list[int]:
    """The codes that a key may ask, ascending: those of its tree, and if replies are labels all that name no secret."""
    asked = {int(tree.guess[node]) for node in range(len(tree)) if tree.asks(node)}
    if style(tree.game) == "labels":
        asked |= set(range(len(tree.game.codes))).difference(tree.game.namings)
    return sorted(asked)


class SecretSession:
    """The program keeps a secret, and a person guesses it; a tree, if there is one, gives hints.

    turns       the guesses with their replies, and how many candidates each left
    candidates  the number of secrets that give all replies so far
    likely      the index of the secret, then those of the candidates

    Groups count in place of their secrets. Where one group is left, who names a candidate has found the
    secret. `findings.read_naming` reads what else a person may call the group.

    `tree` is a function that makes the tree. It is called when the tree is first needed, so that nobody waits for the
    tree before the first guess.
    """

    def __init__(self, game: Game, secret: Code, tree: Callable[[], Tree] | None = None) -> None:
        self.game, self.secret, self._tree = game, secret, tree
        self.turns: list[Turn] = []
        self._left = [candidates_of(game, ())]  # before the first turn, and after each

    @cached_property
    def tree(self) -> Tree | None:
        """The tree, if there is one."""
        return self._tree() if self._tree else None

    @property
    def done(self) -> bool:
        """Whether the last guess was the secret, or named its group."""
        if not self.turns or self.turns[-1].reply == self.game.win:
            return bool(self.turns)
        played = self.game.conditions
        return bool(played.groups) and played.identified(self._left[-2])

    @property
    def candidates(self) -> int:
        """The number of secrets that give all replies so far, or of their groups."""
        return count_left(self.game, self._left[-1].tolist())

    @property
    def likely(self) -> list[int]:
        """The index of the secret, then those of the candidates: which of them a person means who names a group."""
        return [self.game.secrets.index(self.secret), *self._left[-1].tolist()]

    def guess(self, code: Code) -> Turn:
        """Guess a code, and return the turn. Raises TreebuildError where the game does not permit the guess."""
        game = self.game
        if not self.permits(code):
            raise TreebuildError(f"{game.spell(code)} is not allowed here: guesses are `{game.conditions.guesses}`")
        reply, left = game.reply(code, self.secret), self._left[-1]
        told = answers_to(game, game.code_index[code], left) == reply
        self._left.append(left if told.all() else left[told])
        self.turns.append(Turn(code, reply, self.candidates))
        return self.turns[-1]

    def permits(self, code: Code) -> bool:
        """Whether the game allows this guess now. Where one group is left, it may be named."""
        game = self.game
        history = tuple((game.code_index[turn.guess], turn.reply) for turn in self.turns)
        return permits_person(game, history, self._left[-1].tolist(), game.code_index[code])

    def hint(self) -> Code | None:
        """The tree's guess, if all guesses so far were the tree's and the game goes on; otherwise None."""
        path = self.path()
        same = [turn.guess for turn in self.turns] == [turn.guess for turn in path[: len(self.turns)]]
        return path[len(self.turns)].guess if same and path and not self.done else None

    def path(self) -> list[Turn]:
        """The turns in which the tree would find the secret; none without a tree."""
        if self.tree is None:
            return []
        game, session, turns = self.game, Session(self.tree), list[Turn]()
        while not session.done:
            code, named = session.code, session.group is not None
            session.reply(game.reply(code, self.secret))
            turn = session.turns[-1]
            if named:
                turn = Turn(first_code_naming(game, self.likely[0]), game.win, 1)
            elif game.conditions.groups:
                turn = replace(turn, left=count_left(game, candidates_of(game, session.turns).tolist()))
            turns.append(turn)
        return turns

    def undo(self) -> bool:
        """Take the last guess back; False when there is none."""
        if not self.turns:
            return False
        self.turns.pop()
        self._left.pop()
        return True


class Race:
    """A person and a tree guess each other's secrets in turns, the person first. A round is one guess of each."""

    def __init__(self, tree: Tree, secret: Code) -> None:
        self.person = SecretSession(tree.game, secret, lambda: tree)
        self.machine = Session(tree)

    @property
    def persons_turn(self) -> bool:
        """Whether it is the person's turn to guess; otherwise the tree waits for the reply to its guess."""
        return len(self.person.turns) <= len(self.machine.turns)

    @property
    def outcome(self) -> Literal["", "won", "lost", "drawn"]:
        """The result for the person; "" until the end of the round in which one of them finds the secret."""
        if not self.persons_turn or not (self.person.done or self.machine.done):
            return ""
        return "lost" if not self.person.done else "drawn" if self.machine.done else "won"


def play(tree: Tree) -> Session:
    """Let a tree guess: a session that names its guess, takes the reply, and names the next guess.

    >>> session = play(build("minavg", "p4c10n"))
    >>> while not session.done:
    ...     _ = session.reply(session.tree.game.answer(session.guess, "4721"))
    >>> session.history
    ['0123:1.1', '0145:0.2', '4621:3.0', '4718:2.1', '4721:4.0']
    """
    check_type(tree, Tree, "tree: expected a Tree, as build and load(path) return")
    return Session(tree)


def candidates_of(game: Game, turns: Sequence[Turn]) -> Candidates:
    """int32 (candidates,): the secrets that give the replies of all these turns, ascending."""
    return candidates_after(game, tuple((game.code_index[turn.guess], turn.reply) for turn in turns))
