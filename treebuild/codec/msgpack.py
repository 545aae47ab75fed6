"""The self-describing format, .msgpack: a document whose fields schema/tree.schema.json specifies."""

from __future__ import annotations

import gc
import io
from dataclasses import replace
from fractions import Fraction
from typing import Any, NoReturn

import msgpack

from treebuild.codec.carried import HYPOTHESES, game_from, is_carried, keeps_all, kept_codes, parts_of
from treebuild.codec.files import PATIENT_LIMIT, SIZE_LIMIT, check_size
from treebuild.errors import Remedy, TreebuildError, UsageError
from treebuild.game.conditions import UNGROUPED
from treebuild.game.game import Game
from treebuild.game.lookup import as_game
from treebuild.game.reply_rules import MOST_CODES, Table, reply_dtype
from treebuild.game.space import is_rule_string
from treebuild.tree.links import from_links
from treebuild.tree.tree import Built, Tree

NAME = "treebuild-tree"
_BYTES = (0xC4, 0xC5, 0xC6)  # what values that are bytes begin with in msgpack
MOST_MAPS = 100  # of a document, which has seven
MOST_LISTS = 6 * MOST_CODES  # a tree has less than two nodes for each secret, and a node less than three lists
NAMED = 1  # version: the game is a pNcM game, or the reader names it
CARRIED = 2  # version: the document has the parts of the game
WEIGHED = 3  # version: secrets have weights
RULED = 4  # version: there is a rule of guesses, or guesses have costs
GROUPED = 5  # version: secrets have groups
VARIED = 6  # version: some secrets are variants of hypotheses
_FIELDS = {
    "": ("format", "version", "game", "built", "criterion", "counts", "node_fields", "nodes"),
    "game": ("name", "codes", "secrets", "replies"),
    "built": ("algorithm", "objective", "tie_rule", "treebuild", "proved"),
    "counts": ("nodes", "secrets", "total", "max_depth", "distribution"),
}
"""The fields of the document and of the maps in it, in version NAMED.

A game that is carried also has `parts`. A game with weights has `weights`, and so have its counts. From version RULED
on a game has the fields _RULE, and from version GROUPED on the fields _GROUPS. In version VARIED the parts have the
hypotheses.
"""
_RULE = ("guesses", "costs", "cost_unit")
_GROUPS = ("groups", "group_names")
_GAME = Remedy("{} names the file that makes it", "game", "game.py")


def document(tree: Tree) -> dict[str, Any]:
    """The document of a tree as plain values, with the fields in the order in which they are written."""
    game, played = tree.game, tree.game.conditions
    built = tree.built or Built("unknown", "unknown", "unknown", "unknown")
    kept = kept_codes(tree)
    place = {code: i for i, code in enumerate(kept)}
    parts = {"parts": parts_of(game, kept)} if is_carried(game) else {}
    weights = {"weights": list(played.weights)} if played.weights else {}
    rule = dict(zip(_RULE, (played.guesses, list(played.costs), played.cost_unit), strict=True)) if played.ruled else {}
    groups = dict(zip(_GROUPS, (list(played.groups), list(played.group_names)), strict=True)) if played.groups else {}
    least = RULED if played.ruled else WEIGHED if weights else CARRIED if parts else NAMED
    most = VARIED if HYPOTHESES in parts.get("parts", {}) else GROUPED if groups else least
    children = [[[reply, child] for reply, child in tree.children(node)] for node in range(len(tree))]
    return {
        "format": NAME,
        "version": most,
        "game": {
            "name": game.name,
            "codes": len(game.codes) + game.left_out,
            "secrets": len(game.secrets),
            "replies": list(game.replies),
            **parts,
            **weights,
            **rule,
            **groups,
        },
        "built": {
            "algorithm": built.algorithm,
            "objective": built.objective,
            "tie_rule": built.tie_rule,
            "treebuild": built.version,
            "proved": built.searched,  # versions before 1.0 called it so
        },
        "criterion": tree.criterion,
        "counts": {
            "nodes": len(tree),
            "secrets": len(game.secrets),
            "total": tree.total,
            "max_depth": tree.max_depth,
            "distribution": list(tree.counts),
            **({"weights": list(tree.weighted_counts)} if weights else {}),
        },
        "node_fields": ["guess", "children", "nth", "e"],
        "nodes": [
            [place[guess], *node]
            for guess, *node in zip(tree.guess.tolist(), children, tree.nth.tolist(), tree.e.tolist(), strict=True)
        ],
    }


def check_game(game: Game, most: int = PATIENT_LIMIT - SIZE_LIMIT) -> None:
    """Raise TreebuildError for a game whose table takes more than `most` bytes, so that nothing could read a tree."""
    if isinstance(game.rule, Table) and keeps_all(game):
        size = len(game.codes) * len(game.secrets) * reply_dtype(len(game.replies))().itemsize
        if size > most:
            raise TreebuildError(
                f".msgpack has {most >> 20} MiB for a table, a byte or two for each code and secret, and {game.name} "
                f"takes {-(-size >> 20)}: leave out some secrets, or write .csv, .dot or .graphml",
                "limit",
            )


def encode(tree: Tree) -> bytes:
    """The document of a tree as bytes. Equal trees give equal bytes."""
    packed: bytes = msgpack.packb(document(tree))
    return packed


def decode(data: bytes, game: Game | str | None = None, patient: bool = False) -> Tree:
    """The tree of a document. With `game`, it is a tree of this game, and the document must be of the same game.

    Raises TreebuildError for anything but a whole document whose figures are those of its tree. Memory is bounded by
    the size of the data and by msgpack's own limits: nothing is longer than the data. Every node is visited once.
    Without `patient`, a document may be as large as with it if that is owed to the rows of a table, which take no time.
    """
    check_size(len(data), PATIENT_LIMIT)
    if not patient and len(data) > SIZE_LIMIT:
        check_size(len(data) - _size_of_rows(data), SIZE_LIMIT)
    collecting = gc.isenabled()
    gc.disable()  # the collector would visit millions of new lists again and again, in vain
    try:
        made = _Made()
        loaded = msgpack.unpackb(
            data, strict_map_key=True, object_pairs_hook=made.map_of, list_hook=made.list_of, ext_hook=made.extension
        )
    except (TreebuildError, MemoryError):
        raise
    except Exception:  # msgpack raises a dozen kinds of exceptions for bytes that are no msgpack
        raise TreebuildError("is not msgpack, or is damaged or cut short") from None
    finally:
        if collecting:
            gc.enable()
    expected = None if game is None else as_game(game)
    try:
        return _Reader(loaded).tree(expected, patient)
    except UsageError as error:  # the document is wrong, not the words of the user
        raise TreebuildError(error.message, error.kind, error.remedy) from None


def _size_of_rows(data: bytes) -> int:
    """How many bytes the rows of a table take in a document; 0 where there are none. It makes no values."""
    walk = msgpack.Unpacker(io.BytesIO(data), max_buffer_size=0)
    try:
        for name in "game", "parts", "table":
            for _ in range(walk.read_map_header()):
                key = walk.tell()
                walk.skip()
                if data[key : walk.tell()] == msgpack.packb(name):
                    break
                walk.skip()
        before: int = walk.tell()
        for _ in range(walk.read_array_header()):
            if data[walk.tell()] not in _BYTES:
                return 0
            walk.skip()
        return int(walk.tell()) - before
    except Exception:  # as in `decode`, which says what is wrong
        return 0


class _Made:
    """Makes the maps and lists of a document, which take many times the memory of their bytes, and counts them."""

    def __init__(self) -> None:
        self._maps = self._lists = 0

    def list_of(self, items: list[Any]) -> list[Any]:
        """A list. Raises TreebuildError for more than MOST_LISTS."""
        self._lists += 1
        if self._lists > MOST_LISTS:
            raise TreebuildError(f"has more than {MOST_LISTS} lists, expected those of a tree")
        return items

    def extension(self, code: int, data: bytes) -> NoReturn:
        """Raise TreebuildError: no document has an extension of msgpack."""
        raise TreebuildError(f"has a value of type {code}, an extension of msgpack, expected a tree")

    def map_of(self, pairs: list[tuple[Any, Any]]) -> dict[Any, Any]:
        """A map. Raises TreebuildError for a key that comes twice, as readers differ in which of its values they take.

        Raises it for more than MOST_MAPS maps as well.
        """
        self._maps += 1
        if self._maps > MOST_MAPS:
            raise TreebuildError(f"has more than {MOST_MAPS} maps, expected those of a tree")
        found = dict(pairs)
        if len(found) < len(pairs):
            raise TreebuildError("a map has a field twice, expected every field once")
        return found


class _Reader:
    """Reads a loaded document field by field. Every error names the field."""

    def __init__(self, loaded: Any) -> None:
        if not isinstance(loaded, dict) or loaded.get("format") != NAME:
            raise TreebuildError(f"is msgpack, but not a tree: expected a map with format = {NAME!r}")
        version = loaded.get("version")
        if type(version) is not int or version not in range(NAMED, VARIED + 1):
            raise TreebuildError(f"has version {version!r} of {NAME}, expected {NAMED} to {VARIED}")
        self.loaded = loaded
        self.fields = dict(_FIELDS)
        said = loaded["game"] if isinstance(loaded.get("game"), dict) else {}
        if version == CARRIED or (version > CARRIED and "parts" in said):
            self.fields["game"] += ("parts",)
        if version == WEIGHED or (version > WEIGHED and "weights" in said):
            self.fields["game"] += ("weights",)
            self.fields["counts"] += ("weights",)
        if version >= RULED:
            self.fields["game"] += _RULE
        if version >= GROUPED:
            self.fields["game"] += _GROUPS
        for name in self.fields:
            self.map(name)

    def tree(self, game: Game | None, patient: bool) -> Tree:
        expected, game = game, self.game(game)
        criterion = self.field("criterion", str)
        if criterion not in ("deepest", "total"):
            fail("criterion", criterion, "'deepest' or 'total'")
        texts = [text(value, f"built.{name}") for name, value in self.map("built").items()]
        if self.field("node_fields", list) != ["guess", "children", "nth", "e"]:
            fail("node_fields", self.loaded["node_fields"], "guess, children, nth, e")
        nodes = self.field("nodes", list)
        guesses: list[int] = []
        children: list[dict[int, int]] = []
        for i, node in enumerate(nodes):
            if not isinstance(node, list) or len(node) != 4 or not isinstance(node[1], list):
                fail(f"node {i}", node, "[guess, children, nth, e]")
            for name, figure in (("nth", node[2]), ("e", node[3])):
                number(figure, f"node {i}: {name}")
            guesses.append(number(node[0], f"node {i}: guess", len(game.codes)))
            children.append(self.children(i, node[1], game, len(nodes)))
        tree = from_links(game, guesses, children, criterion, Built(*texts), patient)
        self.compare(tree)
        if expected is None or "parts" not in self.fields["game"]:
            if expected is None or game.rule is expected.rule:
                return tree
            return from_links(replace(game, rule=expected.rule), guesses, children, criterion, Built(*texts), patient)
        own, played = [expected.parse(game.spell(code)) for code in game.codes], game.conditions
        if played.weights or expected.conditions.weights:
            spelled = map(game.spell, game.secrets)
            weight_of = dict(zip(spelled, played.weights, strict=True)) if played.weights else {}
            expected = self.weighted(expected, [weight_of.get(expected.spell(secret)) for secret in expected.secrets])
        expected = self.ruled(expected, dict(zip(map(game.spell, game.codes), played.costs, strict=False)))
        if played.groups or expected.conditions.groups:
            expected = self.grouped(
                expected, {game.spell(secret): game.named(i) for i, secret in enumerate(game.secrets)}
            )
        guesses = [expected.code_index[own[guess]] for guess in guesses]
        if game.replies != expected.replies:  # in another order, or others
            if sorted(game.replies) != sorted(expected.replies):
                raise TreebuildError(f"holds a tree of {game.name} with other replies")
            place = [expected.replies.index(label) for label in game.replies]
            children = [{place[reply]: child for reply, child in some.items()} for some in children]
        return from_links(expected, guesses, children, criterion, Built(*texts), patient)

    def game(self, expected: Game | None) -> Game:
        """The game that the document carries, or `expected`, or the game that the name stands for, with conditions."""
        stored = self.map("game")
        name = text(stored["name"], "game.name")
        if expected is not None and expected.name != name:
            raise TreebuildError(f"holds a tree of {name}, not of {expected.name}")
        if "parts" in stored:
            labels = stored["replies"]
            if not isinstance(labels, list) or not all(isinstance(label, str) for label in labels):
                fail("game.replies", labels, "a list of texts")
            game = game_from(name, labels, number(stored["codes"], "game.codes"), stored["parts"])
        elif expected is None and not is_rule_string(name):
            raise TreebuildError(f"is a tree of {name!r}, which it names but does not carry", remedy=_GAME)
        else:
            game = expected or Game.from_rules(name)
            if isinstance(game.rule, Table):  # version 1.1 wrote no games of Python files, which are tables today
                game = replace(game, rule=None)
        if game.name != name:
            fail("game.name", name, f"the canonical {game.name}")
        codes, secrets = (number(stored[of], f"game.{of}") for of in ("codes", "secrets"))
        known = {"codes": len(game.codes) + game.left_out, "secrets": len(game.secrets), "replies": list(game.replies)}
        for field, found in ("codes", codes), ("secrets", secrets), ("replies", stored["replies"]):
            if found != known[field]:
                fail(
                    f"game.{field}",
                    found,
                    f"the {known['codes']} codes, {known['secrets']} secrets and the replies of {name}",
                )
        return self.grouped(self.ruled(self.weighted(game, stored.get("weights", ()))))

    def ruled(self, game: Game, costs: dict[str, int] | None = None) -> Game:
        """The game with the document's rule of guesses and costs. If it has some already, they must be equal.

        `costs` are the document's costs by spelled code, for a game whose codes may be in another order.
        """
        own = game.conditions
        if "guesses" not in self.fields["game"]:
            if own.ruled:
                raise TreebuildError(f"holds a tree of {game.name} without a rule of guesses and costs, expected one")
            return game
        stored = self.map("game")
        listed, unit = stored["costs"], number(stored["cost_unit"], "game.cost_unit")
        if not unit:
            fail("game.cost_unit", unit, "a number above 0")
        if not isinstance(listed, list):
            fail("game.costs", listed, "a list")
        numbers = [number(cost, "game.costs") for cost in listed]
        if costs:
            numbers = [costs.get(game.spell(code), 0) for code in game.codes]
        made = game.under(own.unruled()).with_guesses(text(stored["guesses"], "game.guesses"))
        made = made.priced([Fraction(cost, unit) for cost in numbers]) if numbers else made
        played = made.conditions
        if (list(played.costs), played.cost_unit) != (numbers, unit) or not played.ruled:
            fail("game.costs", listed, "costs of which not all are 1, in the least unit, or another rule than `all`")
        if own == played:
            return game
        if own.ruled:
            raise TreebuildError(f"holds a tree of {game.name} with another rule of guesses or other costs")
        return made

    def grouped(self, game: Game, named: dict[str, str] | None = None) -> Game:
        """The game with the groups of the document. If it has groups already, they must be equal.

        `named` has the document's groups by spelled secret, for a game whose secrets may be in another order.
        """
        if "groups" not in self.fields["game"]:
            game.require("the document", UNGROUPED)
            return game
        stored = self.map("game")
        groups, names = stored["groups"], stored["group_names"]
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            fail("game.group_names", names, "a list of texts")
        if not isinstance(groups, list) or len(groups) != len(game.secrets):
            fail("game.groups", groups, "a list with the group of every secret")
        numbers = [number(group, "game.groups", len(names)) for group in groups]
        if named is None:
            named = {game.spell(game.secrets[i]): names[group] for i, group in enumerate(numbers)}
            made = game.under(game.conditions.ungrouped()).grouped(named)
            played = made.conditions
            if (list(played.groups), list(played.group_names)) != (numbers, names):
                fail("game.groups", groups, "groups of different names, numbered in the order of their first secrets")
        else:
            made = game.grouped(named)
        if game.conditions.groups and game.conditions != made.conditions:
            raise TreebuildError(f"holds a tree of {game.name} with other groups of secrets")
        return game if game.conditions.groups else made

    def weighted(self, game: Game, weights: Any) -> Game:
        """The game with the weights of the document. If it has weights already, they must be equal."""
        if "weights" not in self.fields["game"]:
            if game.conditions.weights:
                raise TreebuildError(f"holds a tree of {game.name} without weights of secrets, expected one with them")
            return game
        if not isinstance(weights, list):
            fail("game.weights", weights, "a list")
        made = game.weighted([number(weight, "game.weights") for weight in weights])
        if list(made.conditions.weights) != weights:
            fail("game.weights", weights, "numbers that are not all equal, without a common factor")
        if game.conditions.weights not in ((), made.conditions.weights):
            raise TreebuildError(f"holds a tree of {game.name} with other weights of secrets")
        return made

    def children(self, node: int, pairs: list[Any], game: Game, nodes: int) -> dict[int, int]:
        child = {}
        for pair in pairs:
            if not isinstance(pair, list) or len(pair) != 2:
                fail(f"node {node}: child", pair, "[reply, node]")
            reply = number(pair[0], f"node {node}: reply", len(game.replies))
            if reply in child:
                fail(f"node {node}: reply", reply, "every reply once")
            child[reply] = number(pair[1], f"node {node}: child", nodes)
        return child

    def compare(self, tree: Tree) -> None:
        """Raise TreebuildError where the document is not that of its tree: its game, figures or order of nodes."""
        own = document(tree)
        if (version := self.loaded["version"]) != own["version"]:
            fail("version", version, f"{own['version']}, the least that has all of the tree")
        if "parts" in own["game"] and "parts" not in self.loaded["game"]:
            raise TreebuildError(f"names its game, {tree.game.name}, but does not carry it, expected game.parts")
        for part, value in own["game"].get("parts", {}).items():
            if self.loaded["game"]["parts"][part] != value:
                fail(
                    f"game.parts.{part}", self.loaded["game"]["parts"][part], "what the tree needs, in the shortest way"
                )
        for i, (stored, computed) in enumerate(zip(self.loaded["nodes"], own["nodes"], strict=True)):
            if stored != computed:
                fail(f"node {i}", stored, f"{computed}, as recomputed from the tree")
        counts = self.map("counts")
        for field, value in own["counts"].items():
            stored = counts[field]
            for figure in stored if isinstance(stored, list) else [stored]:
                number(figure, f"counts.{field}")
            if stored != value:
                fail(f"counts.{field}", stored, f"{value}, as recomputed from the tree")

    def map(self, name: str) -> dict[str, Any]:
        """The map of this name, or the document itself for "", with None for missing fields.

        Raises TreebuildError for an unknown field.
        """
        found = self.field(name, dict) if name else self.loaded
        for field in found:
            if field not in self.fields[name]:
                where = f" in {name}" * bool(name)
                raise TreebuildError(f"unknown field {field!r}{where}: expected {', '.join(self.fields[name])}")
        return {field: found.get(field) for field in self.fields[name]}

    def field(self, name: str, kind: type) -> Any:
        value = self.loaded.get(name)
        if not isinstance(value, kind):
            fail(name, value, f"a {kind.__name__}")
        return value


def text(value: Any, name: str) -> str:
    """`value` if it is a text. Raises TreebuildError otherwise."""
    if not isinstance(value, str):
        fail(name, value, "a text")
    return value


def number(value: Any, name: str, below: int | None = None) -> int:
    """`value` if it is a whole number from 0 to below - 1, and no boolean. Raises TreebuildError otherwise."""
    if type(value) is not int or value < 0 or (below is not None and value >= below):
        fail(name, value, "a whole number" if below is None else f"a number from 0 to {below - 1}")
    return value


def fail(name: str, value: Any, expected: str) -> NoReturn:
    """Raise the TreebuildError for a field that is not as expected."""
    shown = repr(value)
    raise TreebuildError(f"{name} is {shown if len(shown) <= 60 else shown[:57] + '...'}, expected {expected}")
