"""Completes command lines for shells."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from gridcensus._program import ask, repeated
from gridcensus.views import _command, _declarations
from gridcensus.views._command import Command, Option

LARGEST_SIDE = 25
FILES = {"FILE.yaml": "yaml yml", "LEDGER": "ledger"}
"""Arguments that are files with certain endings."""


def completions(words: Sequence[str]) -> list[str]:
    """Returns the completions of the last word, which may be empty: words, or ":files ENDING..." or ":folders".

    Returns none after any error, because this runs inside a shell; the command itself will report the error.
    """
    try:
        found = _Line(words).candidates()
    except Exception:
        return []
    return [each for each in found if each.startswith((":", words[-1] if words else ""))]


class _Line:
    """The words of a command line, up to the one that is completed."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words

    @cached_property
    def declared(self) -> dict[str, Any]:
        """The declarations of the program, which is asked only if they are needed."""
        return _declarations.of_program(filter(_is_open, self.after("--plugin-dir")))

    def after(self, option: str) -> list[str]:
        """Returns the values of an option."""
        return [value for flag, value in zip(self.words, self.words[1:]) if flag == option]

    def candidates(self) -> list[str]:
        """Returns the completions, whatever the last word begins with."""
        if len(self.words) < 2:
            groups = [name for group in self.declared["groups"] for name in group["names"]]
            return [*groups, *self.declared["others"], "--help", "--version"]
        name = self.words[0]
        command = _command.find(name) if name in _command.names() else _declarations.command(name, self.declared)
        if command is None:
            return []
        options = (*command.options, *_command.SHARED)
        for option in options:
            if self.words[-2] in option.flags and option.value_name:
                return self.values(option)
        if self.words[-1].startswith("-"):
            return [f"--{option.name}" for option in options]
        return self.values(Option("", _first_argument(command), ""))

    def values(self, option: Option) -> list[str]:
        """Returns the candidates for a value, by the name that `--help` shows for it."""
        name = option.value_name
        if option.choices:
            return option.choices
        if name in ("FILE", "FILE|-") or name.endswith("|FILE"):
            return [":files"]
        if name in FILES or "FILE.json" in name:
            return [f":files {FILES.get(name, 'ledger json')}"]
        if name == "DIR":
            return [":folders"]
        if name == "PLUGIN|ID" and "/" in self.words[-1]:
            return [":files so"]
        if name == "K=V":
            return self.parameters()
        if name == "RULES":
            before = self.words[-1].rpartition(",")
            return [before[0] + before[1] + each for each in self.declared["rules"]]
        found = list(self.declared["strategies"]) if name in ("STRATEGY", "STRATEGY|SHAPE", "PLUGIN|ID") else []
        found += _shapes() if name in ("SHAPE", "RxC", "STRATEGY|SHAPE") else []
        ending = {"QUANTITY": "", "Q": "", "Q=VALUE": "="}.get(name)
        return found if ending is None else [each + ending for each in self.declared["quantities"]]

    def parameters(self) -> list[str]:
        """Returns the parameters of the strategies of --with as NAME=, with their values if they are few."""
        strategies = self.after("--with")
        folders = repeated("--plugin-dir", filter(_is_open, self.after("--plugin-dir")))
        found = []
        for strategy in strategies:
            prefix = f"{strategy}." if len(strategies) > 1 else ""
            for each in json.loads(ask(["describe", strategy, "--json", "-", *folders]).output)["parameters"]:
                values = ["true", "false"] if each["type"] == "boolean" else each.get("choices", [""])
                found += [f"{prefix}{each['name']}={value}" for value in values]
        return found


def _is_open(folder: str) -> bool:
    """Returns whether the program would look for plugins in a folder."""
    return os.path.isabs(folder) and os.path.isdir(folder) and os.access(folder, os.R_OK)


def _shapes() -> list[str]:
    sides = range(1, LARGEST_SIDE + 1)
    return [f"{rows}x{cols}" for rows in sides for cols in sides if rows * cols <= LARGEST_SIDE]


def _first_argument(command: Command) -> str:
    """Returns the name of the first argument of a usage: "FILE.yaml" of "FILE.yaml [options]"."""
    return command.usage.split(" ")[0].strip("[]").removesuffix("...")
