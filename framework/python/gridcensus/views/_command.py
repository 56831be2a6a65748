"""What the views share: declared options, errors with their exit codes, and the files that they read and write."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import json
import logging
import os
import pathlib
import re
import shutil
import stat
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, NoReturn

from gridcensus._files import is_ledger, write_whole
from gridcensus._program import BadInput, GridcensusError, ProgramNotFound, StorageFailed, repeated
from gridcensus._text import nearest, printable, wrapped
from gridcensus.results import EXPECTED, Results, load_all

Arguments = argparse.Namespace
COLUMNS = 80


@dataclass(frozen=True)
class Option:
    """An option, declared once for parsing, `--help` and completion."""

    name: str
    value_name: str
    """FILE; csv|jsonl for one of a few values; empty if the option takes none."""
    help: str
    letter: str = ""
    often: bool = False

    @property
    def flags(self) -> list[str]:
        """Its long and short forms."""
        return [f"--{self.name}", *([f"-{self.letter}"] if self.letter else [])]

    @property
    def choices(self) -> list[str]:
        """The few values; empty if there are others."""
        is_few = "|" in self.value_name and self.value_name == self.value_name.lower()
        return self.value_name.split("|") if is_few else []


@dataclass(frozen=True)
class Command:
    """A command, with everything for parsing, `--help` and completion."""

    name: str
    brief: str
    """A few words."""
    summary: str
    """One sentence."""
    usage: str
    """The rest of the line after the name: "FILE... [options]"."""
    examples: Sequence[str]
    options: Sequence[Option]
    run: Callable[[Arguments], int]
    """Returns the exit code. The words without an option are `arguments.words`; an option is None if it is not given,
    and a list if it may be given often."""
    most_words: int | None = None


SHARED = (Option("quiet", "", "Print only results, warnings and errors.", "q"),
          Option("verbose", "", "Also print sources, choices and states of runs.", "v"),
          Option("help", "", "Print this text.", "h"))
JSON = Option("json", "FILE", "Also write a JSON document; - writes it to stdout instead of the text.")
PLUGINS = (
    Option("plugin-dir", "DIR", "Also load the plugins in this folder (absolute path).", often=True),
    Option("allow-insecure-plugins", "", "Load plugins even from files and folders that other users can write."))
SELECTION = (Option("quantity", "QUANTITY", "Only this quantity, such as grids."),
             Option("shape", "RxC", "Only this shape of boxes, such as 3x3."))


def find(name: str) -> Command:
    """Returns the command of a name."""
    module = importlib.import_module(f"gridcensus.views.{name.replace('-', '_')}")
    command = module.COMMAND
    assert isinstance(command, Command)
    return command


def names() -> list[str]:
    """Returns the names of all views."""
    files = pathlib.Path(__file__).parent.iterdir()
    return sorted(file.stem.replace("_", "-") for file in files if file.suffix == ".py" and file.stem[0] != "_")


def start(name: str, words: Sequence[str]) -> int:
    """Runs a command like `guarded`."""
    command = find(name)

    def run() -> int:
        arguments = parsed(command, words)
        if not arguments.help:
            return command.run(arguments)
        write_text("-", help_text(command))
        return 0
    return guarded(run)


def drawing(module: str) -> Any:
    """Returns a module of the views that draws. What needs no picture does not wait for Matplotlib."""
    # A home that cannot be written, where Matplotlib keeps its list of fonts, does not matter to pictures.
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    return importlib.import_module(f"gridcensus.views.{module}")


def guarded(run: Callable[[], int]) -> int:
    """Returns the exit code of `run`. Its errors go to stderr. Raises ModuleNotFoundError if a package is missing."""
    try:
        return run()
    except GridcensusError as error:
        exit_code = error.exit_code if 0 < error.exit_code < 128 else 1
        if not error.messages:
            return _failed(str(error), exit_code)
        sys.stderr.write(error.messages)
        return exit_code
    except ProgramNotFound as error:
        return _failed(str(error), 2)
    except OSError as error:
        return _failed(": ".join(str(each) for each in (error.filename, error.strerror) if each), 6)
    except json.JSONDecodeError as error:
        return _failed(f"the program's answer is not JSON ({error}); does GRIDCENSUS_PROGRAM name another program?", 2)
    except MemoryError:
        return _failed("out of memory", 1)
    except KeyboardInterrupt:
        return 130


def _failed(message: str, exit_code: int) -> int:
    for line in message.split("\n"):
        sys.stderr.write(f"error: {printable(line)}\n")
    return exit_code


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        lacks = re.fullmatch(r"argument (--[a-z-]+).*: expected one argument", message)
        raise BadInput(f"command line: {lacks[1]} needs a value" if lacks else f"command line: {message}")


class _Value(argparse.Action):
    """Takes the value of an option."""

    def __init__(self, option: Option, **others: Any) -> None:
        super().__init__(default=[] if option.often else None, **others)
        self.option = option

    def __call__(self, parser: object, namespace: Arguments, value: Any, flag: str | None = None) -> None:
        name, choices, given = f"--{self.option.name}", self.option.choices, getattr(namespace, self.dest)
        if given and not self.option.often:
            raise BadInput(f"command line: {name} is given twice")
        if value == "":
            raise BadInput(f"command line: {name} is empty")
        if choices and value not in choices:
            raise BadInput(f"command line: {name} {value}: expected {name} with one of: {', '.join(choices)}"
                           f"{nearest(value, choices)}")
        setattr(namespace, self.dest, [*given, value] if self.option.often else value)


def parsed(command: Command, words: Sequence[str]) -> Arguments:
    """Returns the parsed words of a command line. Raises BadInput."""
    parser = _Parser(prog=f"gridcensus {command.name}", add_help=False, allow_abbrev=False)
    options = (*command.options, *SHARED)
    for option in options:
        if option.value_name:
            parser.add_argument(*option.flags, action=_Value, option=option)
        else:
            parser.add_argument(*option.flags, action="store_true", default=None)
    found, others = parser.parse_known_args(words)
    unknown = [word for word in others if word.startswith("-") and word != "-"]
    if unknown and "--" not in words:
        raise BadInput(f"command line: unknown option {unknown[0]} of the command {command.name}"
                       + nearest(unknown[0], [f"--{option.name}" for option in options]))
    found.words = [word for word in others if word != "--"]
    if "" in found.words:
        raise BadInput(f"command line: an argument of the command {command.name} is empty")
    if command.most_words is not None and len(found.words) > command.most_words:
        raise BadInput(f"command line: unexpected argument {found.words[command.most_words]} of the command "
                       f"{command.name}; usage: gridcensus {command.name} {command.usage}")
    if found.quiet and found.verbose:
        raise BadInput("command line: --quiet and --verbose contradict each other")
    return found


def all_words(arguments: Arguments, name: str) -> list[str]:
    """Returns the words without an option. Raises BadInput if there is none."""
    words: list[str] = arguments.words
    if not words:
        raise BadInput(f"command line: expected at least one {name}")
    return words


def only_word(arguments: Arguments, name: str) -> str:
    """Returns the only word without an option. Raises BadInput if there is none."""
    if not arguments.words:
        raise BadInput(f"command line: expected the argument {name}")
    return str(arguments.words[0])


def integer_option(arguments: Arguments, option: str, low: int, high: int) -> int | None:
    """Returns the value of an option: 1000, 1_000, 1,000 or 1e3; None if it is not given. Raises BadInput."""
    given: str | None = getattr(arguments, option.replace("-", "_"))
    if given is None:
        return None
    digits = given
    if re.fullmatch(r"[1-9][0-9]{0,2}((,[0-9]{3})+|(_[0-9]{3})+)", given):
        digits = re.sub("[,_]", "", given)
    elif re.fullmatch(r"[1-9][0-9]*(\.[0-9]+)?[eE]\+?[0-9]{1,2}", given):
        digits = f"{Decimal(given):f}"
    if not re.fullmatch("0|[1-9][0-9]{0,29}", digits) or not low <= int(digits) <= high:
        raise BadInput(f"command line: --{option} {given}: expected an integer from {low} to {high}")
    return int(digits)


def plugin_words(arguments: Arguments) -> list[str]:
    """Returns the options by which the program finds the same plugins. Raises BadInput."""
    for folder in arguments.plugin_dir:
        if not os.path.isabs(folder) or not os.path.isdir(folder):
            raise BadInput(f"command line: --plugin-dir: {folder} is not the absolute path of a folder")
    insecure = ["--allow-insecure-plugins"] if arguments.allow_insecure_plugins else []
    return [*repeated("--plugin-dir", arguments.plugin_dir), *insecure]


def help_text(command: Command) -> str:
    """Returns the text of `--help`, at most 80 columns wide."""
    column = 28
    lines = wrapped(f"gridcensus {command.name} {command.usage}", COLUMNS, 4)
    lines += ["", *wrapped(command.summary, COLUMNS), "", "Options:"]
    for option in (*command.options, *SHARED):
        name = f"  {'-' + option.letter + ', ' if option.letter else ''}--{option.name} {option.value_name}".rstrip()
        text = wrapped(option.help + (" Repeatable." if option.often else ""), COLUMNS - column)
        if len(name) + 2 > column:
            lines.append(name)
            name = ""
        lines += [f"{name if i == 0 else '':{column}}{line}" for i, line in enumerate(text)]
    lines += ["", "Examples:", *(f"  {example}" for example in command.examples)]
    if variables := environment_of(command):
        lines += ["", "Environment, if neither the option nor the file has a value:"]
        lines += [f"  {variable}" for variable in variables]
    return "\n".join([*lines, ""])


def environment_of(command: Command) -> list[str]:
    """Returns the environment variables that a command heeds, or passes on to the program."""
    known = [option.name for option in command.options]
    return [f"GRIDCENSUS_{name.replace('-', '_').upper()}" for name in ("threads", "seed", "plugin-dir")
            if name in known]


def note(arguments: Arguments, text: str) -> None:
    """Writes a note to stderr, unless --quiet was given."""
    if not arguments.quiet:
        sys.stderr.write(f"{text}\n")


def answer(arguments: Arguments, text: str, document: Any) -> None:
    """Writes an answer: the text to stdout, and with --json FILE the document to the file."""
    if arguments.json is not None:
        write_text(arguments.json, json.dumps(document, indent=2, ensure_ascii=False) + "\n")
    if arguments.json is None or not _is_stdout(arguments.json):
        write_text("-", text)


def _is_stdout(place: str) -> bool:
    if place == "-":
        return True
    try:
        return os.path.samestat(os.stat(place), os.fstat(1)) and not stat.S_ISREG(os.stat(place).st_mode)
    except OSError:
        return False


def write_text(place: str, text: str) -> None:
    """Writes a file, which appears whole or not at all; "-" is stdout. Raises StorageFailed."""
    if place == "-":
        sys.stdout.flush()
        try:
            with open(1, "wb", closefd=False) as stream:
                stream.write(text.encode("utf-8", "surrogateescape"))
        except BrokenPipeError:
            pass  # a reader that stops early
        except OSError as error:
            raise StorageFailed(f"stdout cannot be written: {error.strerror}") from None
        return
    check_place(place)
    try:
        write_whole(place, [text])
    except OSError as error:
        raise StorageFailed(f"{place} cannot be written: {error.strerror}") from None


def check_place(place: str) -> None:
    """Checks that a file can be written before the work for it begins. Raises BadInput and StorageFailed."""
    if place == "-":
        return
    if os.path.isdir(place):
        raise StorageFailed(f"{place} cannot be written: Is a directory")
    folder = os.path.dirname(os.path.realpath(place)) or "."
    if not os.path.isdir(folder):
        raise StorageFailed(f"{place} cannot be written: No such file or directory")
    if not os.access(place if os.path.exists(place) else folder, os.W_OK):
        raise StorageFailed(f"{place} cannot be written: Permission denied")
    if is_ledger(place):
        raise BadInput(f"{place}: is a ledger; choose another file")


def write_folder(folder: str, files: Mapping[str, str]) -> None:
    """Writes files into a new folder, or leaves nothing behind. Raises FileExistsError and StorageFailed."""
    try:
        os.mkdir(folder)
        try:
            for name, text in files.items():
                pathlib.Path(folder, name).write_text(text, "utf-8", "surrogateescape")
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
    except FileExistsError:
        raise
    except OSError as error:
        raise StorageFailed(f"{folder} cannot be created: {error.strerror}") from None


def refuse_inputs(option: str, output: str | None, files: Sequence[str]) -> None:
    """Raises BadInput if an output is one of the files that are read."""
    for file in files if output is not None and output != "-" else ():
        assert output is not None
        with contextlib.suppress(OSError):
            if os.path.realpath(file) == os.path.realpath(output) or os.path.samefile(file, output):
                raise BadInput(f"command line: {option}: {output} is read from; choose another file")


def documents(files: Sequence[str]) -> list[Results]:
    """Returns the results in ledgers and documents, in order. Raises BadInput, and GridcensusError for a ledger."""
    found = []
    for file in files:
        try:
            found += load_all(file)
        except OSError as error:
            if isinstance(error, ProgramNotFound):
                raise
            raise BadInput(f"{file}: cannot be read ({error.strerror}); {EXPECTED}") from None
        except ValueError as error:
            raise BadInput(str(error)) from None
    return found


def width() -> int:
    """Returns the columns for output: the variable COLUMNS, else those of the terminal, else 80."""
    return shutil.get_terminal_size((COLUMNS, 24)).columns
