"""Writes a working strategy as a template for the user's own mathematics."""

from __future__ import annotations

import keyword
import os
import pathlib
import re
import shlex
import sys
from collections.abc import Iterable
from dataclasses import dataclass

from gridcensus._program import BadInput, StorageFailed, ask, data_file, find_program, repeated
from gridcensus._text import printable
from gridcensus.views._command import Arguments, Command, Option, only_word, write_folder, write_text

LONGEST_NAME = 60
# The names that cannot be those of a namespace and a target of CMake.
WORDS_OF_CPP = frozenset("""
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char class clean co_await co_return co_yield
    compl concept const const_cast consteval constexpr constinit continue decltype default delete do double dynamic_cast
    else enum explicit export extern false final float for friend goto gridcensus help if inline install int linux long
    mathematics_test mutable namespace new noexcept not not_eq nullptr operator or or_eq override package private
    protected public register reinterpret_cast requires return short signed sizeof static static_assert static_cast std
    struct switch template test testing this thread_local throw true try typedef typeid typename union unix unsigned
    using virtual void volatile wchar_t while xor xor_eq""".split())
# The names that cannot be those of a module of Python: keywords, and modules that it would hide.
WORDS_OF_PYTHON = frozenset({*keyword.kwlist, *keyword.softkwlist, *sys.stdlib_module_names, "gridcensus"})


@dataclass(frozen=True)
class Kind:
    """A kind of template."""

    option: str
    what: str
    made: str = "plugin"
    """Or "python" or "program"."""

    @property
    def folder(self) -> pathlib.Path:
        """The folder of the installation with its files."""
        return data_file("templates") / self.option.replace("-", "_")


KINDS = (Kind("exact", "an exact sum: bands of 3xC (the default)"),
         Kind("sampling", "an estimate with its error: grids by random descents"),
         Kind("with-input", "exact values of others as inputs: a bound of essentially different grids"),
         Kind("python", "a script in Python: grids row by row", "python"),
         Kind("program", "a program of any language that prints a number: grids cell by cell, in C", "program"))


def chosen_kind(arguments: Arguments) -> Kind:
    """Returns the kind that the options name, by default the first. Raises BadInput."""
    chosen = [kind for kind in KINDS if getattr(arguments, kind.option.replace("-", "_"))]
    if len(chosen) > 1:
        raise BadInput(f"command line: --{chosen[0].option} and --{chosen[1].option} contradict each other")
    return chosen[0] if chosen else KINDS[0]


def check_name(name: str, made: str, plugin_folders: Iterable[str]) -> None:
    """Checks that a strategy of this kind can have the name, and that no other one has it. Raises BadInput."""
    reason = ""
    if not re.fullmatch("[a-z][a-z0-9]*(_[a-z0-9]+)*", name) or len(name) > LONGEST_NAME:
        reason = (f"{name} is not snake_case, such as row_by_row; expected lower-case letters, digits and single "
                  f"underscores, starting with a letter, at most {LONGEST_NAME} characters")
    elif made == "plugin" and name in WORDS_OF_CPP:
        reason = f"{name} is a reserved word of C++ or CMake"
    elif made == "python" and name in WORDS_OF_PYTHON:
        reason = f"{name} is a keyword or a module of Python"
    elif name == "null":
        reason = "null is not a name in YAML"
    elif name in strategies(name, plugin_folders):
        reason = f"{name} is already the id of a strategy (gridcensus describe {name}); choose another name"
    if reason:
        raise BadInput(f"command line: NAME: {reason}")


def strategies(beginning: str, plugin_folders: Iterable[str]) -> list[str]:
    """Returns the ids of strategies that begin like this, without opening a plugin. Raises BadInput."""
    folders = list(plugin_folders)
    for folder in folders:
        if not os.path.isabs(folder) or not os.path.isdir(folder):
            raise BadInput(f"command line: --plugin-dir: {folder} is not the absolute path of a folder")
    return ask(["complete", "count", "1x1", *repeated("--plugin-dir", folders), "--with", beginning]).output.split()


def files_of(kind: Kind, name: str) -> dict[str, str]:
    """Returns the files of a new strategy. Raises BadInput if the templates are missing."""
    class_name = "".join(word.capitalize() for word in name.split("_"))
    try:
        files = {place.name.replace("new_strategy", name):
                 place.read_text("utf-8").replace("new_strategy", name).replace("NewStrategy", class_name)
                 for place in kind.folder.iterdir()}
    except OSError:
        raise BadInput(f"the templates in {kind.folder} are missing; install gridcensus again") from None
    return dict(sorted(files.items()))


def write_strategy(folder: str, files: dict[str, str]) -> None:
    """Writes the files into a new folder. Raises BadInput and StorageFailed."""
    parent = os.path.dirname(folder)
    if not os.path.isdir(parent):
        first = "" if os.path.exists(parent) else "; create it first"
        raise BadInput(f"command line: -C: {parent} is not a folder{first}")
    try:
        write_folder(folder, files)
    except FileExistsError:
        raise BadInput(f"command line: NAME: {folder} already exists and is not overwritten; choose another name or "
                       "-C DIR") from None


class Installation:
    """The program, and the location of its files."""

    def __init__(self) -> None:
        program = pathlib.Path(find_program()).resolve()
        self.prefix = program.parents[1]
        self.is_installed = not (self.prefix / "CMakeCache.txt").exists()
        self.is_found_anyway = str(self.prefix) in ("/usr", "/usr/local")
        """True if shells and CMake find it without its prefix."""
        self.program = "gridcensus" if self.is_found_anyway else shlex.quote(str(program))

    def page(self, name: str) -> str:
        """Returns the path of a page of the docs."""
        return str(self.prefix / "share/doc/gridcensus/docs" / name) if self.is_installed else f"docs/{name}"


def steps_of_plugin(folder: str) -> str:
    """Returns the next commands for a plugin."""
    here = Installation()
    prefix = shlex.quote(str(here.prefix))
    install = option = ""
    if not here.is_installed:
        install = f'  cmake --install {prefix} --prefix "$HOME/gridcensus"\n'
        option = ' -DCMAKE_PREFIX_PATH="$HOME/gridcensus"'
    elif not here.is_found_anyway:
        option = f" -DCMAKE_PREFIX_PATH={prefix}"
    return (f"{install}  cd {shlex.quote(folder)}\n"
            f"  cmake -B build{option}\n"
            "  cmake --build build\n"
            "  ctest --test-dir build --output-on-failure\n"
            "Then put your mathematics into mathematics.cpp, and declare in plugin.cpp what\n"
            f"it counts. The purpose of each file:\n  {here.page('write-a-strategy.md')}\n")


def steps_of_program(made: str, folder: str, name: str) -> str:
    """Returns the next commands for a program, which gridcensus starts in its own folder."""
    here = Installation()
    if made == "python":
        build, page = f"PYTHONPATH={shlex.quote(str(data_file('python')))} python3 -m unittest", "python.md"
        own = f"your mathematics into {name}.py"
    else:
        build, page = "make  # or: cc -O2 -o count count.c", "write-a-strategy.md"
        own = "your program in place of count.c"
    return (f"  cd {shlex.quote(folder)}\n  {build}\n"
            '  export GRIDCENSUS_PLUGIN_DIR="$PWD"\n'
            f"  {here.program} conformance {name}\n"
            f"  {here.program} run experiment.yaml\n"
            f"Then put {own}. README.md describes each\nfile; more:\n  {here.page(page)}\n")


def run(arguments: Arguments) -> int:
    """Writes the template and prints the next commands."""
    name = only_word(arguments, "NAME")
    kind = chosen_kind(arguments)
    check_name(name, kind.made, arguments.plugin_dir)
    try:
        folder = os.path.join(os.path.abspath(arguments.directory or "."), name)
    except FileNotFoundError:
        raise StorageFailed("the current folder was deleted; change to another one") from None
    files = files_of(kind, name)
    write_strategy(folder, files)
    steps = steps_of_plugin(folder) if kind.made == "plugin" else steps_of_program(kind.made, folder, name)
    listed = "".join(f"  {file}\n" for file in files)
    lines = f"{printable(folder)}: {kind.what}\n{listed}Next:\n{steps}".split("\n")
    write_text("-", "\n".join(map(printable, lines)))
    return 0


COMMAND = Command(
    name="new-strategy",
    brief="write a template",
    summary="Write a working strategy as a template for your own mathematics.",
    usage="NAME [options]",
    examples=["gridcensus new-strategy row_by_row",
              'gridcensus new-strategy my_sampler --sampling -C "$HOME/strategies"',
              "gridcensus new-strategy my_script --python"],
    options=[*(Option(kind.option, "", f"Start from {kind.what}.") for kind in KINDS),
             Option("directory", "DIR", "Create the folder NAME in this folder; by default in the current one.", "C"),
             Option("plugin-dir", "DIR", "Also avoid the ids of the strategies in this folder (absolute path).",
                    often=True)],
    run=run,
    most_words=1)
