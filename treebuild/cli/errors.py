"""Errors in the words of the command line: where Python names an argument, it names the option."""

from __future__ import annotations

from treebuild.errors import TreebuildError

_ONLY = {"patient": "convert", "normalise": "convert"}  # options of a single command: named with it


def told(error: TreebuildError) -> str:
    """The error's line, with the option that helps instead of the argument."""
    remedy = error.remedy
    if remedy is None:
        return error.message
    option = "--" + remedy.argument.replace("_", "-") + ("" if remedy.value is True else f" {remedy.value}")
    if command := _ONLY.get(remedy.argument):
        option = f"`treebuild {command} {option}`"
    return f"{error.message}; {remedy.advice.format(option)}"
