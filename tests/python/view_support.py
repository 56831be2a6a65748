"""Shared by the tests of views that ask a program, for which a script answers."""

import os
import pathlib
from dataclasses import dataclass

import pytest
from gridcensus.views import _command


@dataclass
class Ended:
    """The exit code of a command, and what it wrote."""

    code: int
    out: str
    err: str


class ViewFolder:
    """The folder in which a view is started, and the script that answers for the program."""

    def __init__(self, folder: pathlib.Path, program: pathlib.Path, capfd: "pytest.CaptureFixture[str]",
                 monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.program, self.capfd = folder, program, capfd
        folder.mkdir(exist_ok=True)
        program.parent.mkdir(parents=True)
        monkeypatch.chdir(folder)
        for name in [name for name in os.environ if name.startswith("GRIDCENSUS_")]:
            monkeypatch.delenv(name)
        monkeypatch.setenv("GRIDCENSUS_PROGRAM", str(program))

    def write_program(self, script: str) -> None:
        """Writes the script."""
        self.program.write_text(f"#!/bin/sh\n{script}\n")
        self.program.chmod(0o755)

    def start(self, view: str, *words: str) -> Ended:
        """Runs a view in this process."""
        code = _command.start(view, words)
        return Ended(code, *self.capfd.readouterr())

    def read(self, name: str) -> str:
        """Returns the text of a file."""
        return (self.folder / name).read_text()
