"""Finds the program gridcensus, runs it, and raises an exception for each exit code but 0."""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gridcensus.results import Results

VARIABLE = "GRIDCENSUS_PROGRAM"
"""The environment variable that names the program."""


class GridcensusError(Exception):
    """Raised if the program ends with another exit code than 0."""

    _usual_code = 1

    def __init__(self, message: str, exit_code: int | None = None, messages: str = "",
                 results: Results | None = None) -> None:
        super().__init__(message)
        self.message = message
        """The program's own message, or the verdict."""
        self.exit_code = self._usual_code if exit_code is None else exit_code
        self.messages = messages
        """Everything that the program printed to stderr."""
        self.results = results
        """The results, if the program got as far as a document."""


class RunFailed(GridcensusError):
    """A run failed or has no value, or a problem has no answer (exit code 1). The same call would end the same way."""


class BadInput(GridcensusError):
    """The question has mistakes (exit code 2). Nothing was changed."""

    _usual_code = 2


class Disagreement(GridcensusError):
    """Answers disagree, or an invariant is broken (exit code 3). Both numbers are in `results`."""


class Incomplete(GridcensusError):
    """Counting is incomplete (exit code 4). The same call with the same ledger resumes."""


class PluginRefused(GridcensusError):
    """A plugin was refused (exit code 5). The message has the remedy."""


class StorageFailed(GridcensusError):
    """A ledger or an output file cannot be used (exit code 6)."""

    _usual_code = 6


class ProgramDied(GridcensusError):
    """The program was ended by a signal. The same call with the same ledger resumes."""


class ProgramNotFound(FileNotFoundError):
    """The program gridcensus was not found."""


_meanings: dict[int, type[GridcensusError]] = {
    1: RunFailed, 2: BadInput, 3: Disagreement, 4: Incomplete, 5: PluginRefused, 6: StorageFailed}


@dataclass(frozen=True)
class Answer:
    """The output of the program."""

    output: str
    messages: str


def find_program(program: str | os.PathLike[str] | None = None) -> str:
    """Returns the path of the program.

    The first of: the argument; the variable GRIDCENSUS_PROGRAM; the program of the installation or build tree that this
    package belongs to; the one in PATH. Raises ProgramNotFound.
    """
    for source, name in (("program", program), (VARIABLE, os.environ.get(VARIABLE))):
        if name:
            path = shutil.which(os.fspath(name))
            if path is None:
                raise ProgramNotFound(f"{source}: {os.fspath(name)} is not a program")
            return os.path.abspath(path)
    # PREFIX/lib/python3/dist-packages/gridcensus or PREFIX/share/gridcensus/python/gridcensus; or framework/python of
    # the sources, which a build tree links to in the second place.
    file = pathlib.Path(__file__)
    places = [folder.parents[depth] / place
              for folder, depth, place in ((file.absolute().parent, 3, "bin/gridcensus"),
                                           (file.resolve().parent, 2, "build/release/bin/gridcensus"))
              if depth < len(folder.parents)]
    for place in places:
        if os.access(place, os.X_OK) and place.is_file():
            return str(place)
    path = shutil.which("gridcensus")
    if path is None:
        raise ProgramNotFound(f"the program gridcensus was not found: looked at "
                              f"{', '.join(dict.fromkeys(map(str, places)))} and in PATH; name it by program=... or "
                              f"the variable {VARIABLE}")
    return os.path.abspath(path)


def data_file(name: str) -> pathlib.Path:
    """Returns the place of a data file of the program's installation. Raises ProgramNotFound."""
    return pathlib.Path(find_program()).resolve().parents[1] / "share/gridcensus" / name


def repeated(option: str, values: Iterable[str]) -> list[str]:
    """Returns the words of an option that is given with each of these values."""
    return [word for value in values for word in (option, value)]


def ask(arguments: Sequence[str], *, program: str | os.PathLike[str] | None = None, text: str | None = None,
        echo: bool = False) -> Answer:
    """Runs the program and returns its output.

    `text` is its standard input. With `echo`, its stderr is shown as it comes. Raises a GridcensusError for each exit
    code but 0. On KeyboardInterrupt, sends SIGINT to the program and waits for it.
    """
    command = [find_program(program), *arguments]
    # The variable is for this package. The program would print a note about an unknown variable.
    environment = {name: value for name, value in os.environ.items() if name != VARIABLE}
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as given:
        given.write((text or "").encode())
        given.seek(0)
        # In its own process group: Ctrl-C at a terminal reaches all processes of a group, and a second SIGINT ends the
        # program at once. It gets one from here.
        with subprocess.Popen(command, stdin=given, stdout=output, stderr=subprocess.PIPE, env=environment,
                              process_group=0) as child:
            messages, interrupt = _follow(child, echo)
        output.seek(0)
        printed = output.read().decode("utf-8", "replace")
    if interrupt is not None:
        interrupt.add_note(f"gridcensus was stopped and ended with exit code {child.returncode}\n{messages}".rstrip())
        raise interrupt
    if child.returncode != 0:
        raise error_of(child.returncode, printed, messages)
    return Answer(printed, messages)


def _follow(child: subprocess.Popen[bytes], echo: bool) -> tuple[str, KeyboardInterrupt | None]:
    """Reads messages until the program ends. Passes each interrupt on to it; the third one kills it."""
    assert child.stderr is not None
    lines: list[str] = []
    interrupt: KeyboardInterrupt | None = None
    interrupts = 0
    while True:
        try:
            for line in child.stderr:
                lines.append(line.decode("utf-8", "replace"))
                if echo:
                    sys.stderr.write(lines[-1])
                    sys.stderr.flush()
            child.wait()
            return "".join(lines), interrupt
        except KeyboardInterrupt as caught:
            interrupts += 1
            interrupt = interrupt or caught
            child.send_signal(signal.SIGINT if interrupts < 3 else signal.SIGKILL)
        except BaseException:
            child.kill()  # `echo` cannot write any more
            raise


def error_of(exit_code: int, printed: str, messages: str) -> GridcensusError:
    """Returns the exception for an exit code, with the document if one was printed."""
    from gridcensus.results import Results

    results = None
    try:
        document: Any = json.loads(printed)
        if isinstance(document, dict) and "gridcensus" in document:
            results = Results.from_document(document, messages)
    except ValueError:
        pass
    if exit_code < 0 or exit_code > 128:
        number = -exit_code if exit_code < 0 else exit_code - 128
        names = {each.value: each.name for each in signal.Signals}
        return ProgramDied(f"gridcensus was ended by {names.get(number, number)}\n{messages}".strip(), exit_code,
                           messages, results)
    errors = [line.removeprefix("error: ") for line in messages.splitlines()
              if line.startswith(("error: ", "plugin refused: "))]
    text = "\n".join(errors)
    if not text and results is not None:
        text = "\n".join([str(results.verdict), *_causes(results)])
    kind = _meanings.get(exit_code, GridcensusError)
    text = text or messages.strip() or f"gridcensus ended with exit code {exit_code}"
    return kind(text, exit_code, messages, results)


def _causes(results: Results) -> list[str]:
    """Returns a line for each contradiction, each run that has not concluded, and each value that is missing."""
    lines = [f"{each.subject}: {each.left.value} by {each.left}, {each.right.value} by {each.right}"
             for each in results.comparisons if each.contradicts]
    lines += [f"{run.configuration} on {run.problem}: {run.message}" for run in results.runs if run.message]
    stated = {(run.configuration, str(run.problem)) for run in results.runs if run.message}
    return lines + [f"{each.configuration} on {each.problem}: {each.reason}" for each in results.outcomes
                    if each.reason and (each.configuration, str(each.problem)) not in stated]
