"""Declarations of all commands, for completion and the manual page: those of the views, and the program's."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from gridcensus._program import ask, repeated
from gridcensus.views import _command
from gridcensus.views._command import Arguments, Command, Option


def of_program(plugin_folders: Iterable[str] = ()) -> dict[str, Any]:
    """Returns what the program declares.

    `groups` has the names of all commands, also of the views, under titles; `others` the names of programs
    `gridcensus-NAME`; `commands` the declarations of the program's own commands; `version`, `environment` (variables
    and options) and `exit_codes` (with meanings) are those of the manual page; `quantities`, `rules` and `strategies`
    are names, the strategies also of these folders. Raises GridcensusError.
    """
    declared: dict[str, Any] = json.loads(ask(["declarations", *repeated("--plugin-dir", plugin_folders)]).output)
    return declared


def command(name: str, declared: dict[str, Any]) -> Command | None:
    """Returns a command by its name; None if there is none."""
    if name in _command.names():
        return _command.find(name)
    for each in declared["commands"]:
        if each["name"] == name:
            return Command(each["name"], each["brief"], each["summary"], each["usage"],
                           [line.strip() for line in each["examples"].splitlines()],
                           [Option(**option) for option in each["options"]], _of_program)
    return None


def _of_program(_: Arguments) -> int:
    raise AssertionError("the program carries this command out")
