"""The names that commands and options had in version 1. Version 2.0 tells whoever types one of them the new name."""

from __future__ import annotations

from treebuild.errors import UsageError

CHECKOUT = "in a checkout of treebuild"
COMMANDS = {
    "games": "`treebuild list games`",
    "guesses": "`treebuild suggest`",
    "help-me": "`treebuild play --elsewhere`",
    "pack": "`treebuild convert --pack`",
    "sizes": "`treebuild show --sizes`",
    "symmetry": "`treebuild list guesses`",
    **{
        name: f"`python -m tools {name}` {CHECKOUT}"
        for name in ("trees", "prove", "frontier", "worst-cases", "study", "tables")
    },
}
OPTIONS = {
    "build --candidates-only": "--guesses candidates",
    "certify --candidates-only": "--guesses candidates",
    "estimate --candidates-only": "--guesses candidates",
    "suggest --exact": "--by exact",
}


def check_command(name: str) -> None:
    """Raise UsageError for the old name of a command."""
    if new := COMMANDS.get(name):
        raise UsageError(f"`treebuild {name}` is now {new}")


def check_option(command: str, name: str) -> None:
    """Raise UsageError for the old name of an option of a command."""
    if new := OPTIONS.get(f"{command} {name}"):
        raise UsageError(f"{name} of `treebuild {command}` is now {new}")
