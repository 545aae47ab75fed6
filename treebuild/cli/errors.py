"""Errors in the words of the command line: where Python names an argument, it names the option."""

from __future__ import annotations

from treebuild.errors import TreebuildError

_OF = {
    "patient": ("convert", "verify"),
    "normalise": ("convert",),
    "unweighed": ("convert",),
}  # the commands that have an option, if few have it


def told(error: TreebuildError, command: str = "") -> str:
    """The error's line, with the option that helps instead of the argument; `command` was run."""
    remedy = error.remedy
    if remedy is None:
        return error.message
    option = "--" + remedy.argument.replace("_", "-") + ("" if remedy.value is True else f" {remedy.value}")
    commands = _OF.get(remedy.argument)
    if commands and command not in commands:
        option = f"`treebuild {commands[0]} {option}`"
    return f"{error.message}; {remedy.advice.format(option)}"
