#!/usr/bin/env python3
"""Runs clang-tidy over C++ files: tidy.py BUILD JOBS FILE...

BUILD has the compile_commands.json of all FILEs. Exit code 1 if there are findings; they go to stdout.

Most of the time of clang-tidy goes into headers, so files that are compiled alike are checked as one unit: eight take the
time of one. Each is also compiled alone, because a unit hides a missing include. If a unit has findings, its files are
checked alone, and only what is found there counts.
"""

import concurrent.futures
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
from typing import Any

FILES_IN_UNIT = 8
QUIET = ["--quiet", "--extra-arg=-Wno-unknown-warning-option", "--extra-arg=-Wno-unused-command-line-argument"]
SOURCES = "--header-filter=/(framework|plugins|tests)/.*\\.(hpp|cpp)$"  # the files of a unit are like headers

Entry = dict[str, Any]  # of compile_commands.json


def findings(build: pathlib.Path, file: str, *options: str) -> str:
    """Returns what clang-tidy finds in a file; empty if it finds nothing."""
    result = subprocess.run(["clang-tidy", "-p", str(build), *QUIET, *options, file],
                            capture_output=True, text=True, check=False)
    return "" if result.returncode == 0 else result.stdout or result.stderr


def compiler_errors(entry: Entry) -> str:
    """Returns the errors of a file that is compiled alone."""
    command = [*shlex.split(entry["command"].split(" -o ")[0]), "-fsyntax-only", entry["file"]]
    result = subprocess.run(command, cwd=entry["directory"], capture_output=True, text=True, check=False)
    return "" if result.returncode == 0 else result.stderr


def findings_in_unit(build: pathlib.Path, entries: list[Entry]) -> str:
    """Returns what is found in files that are compiled alike."""
    if len(entries) > 1:
        with tempfile.TemporaryDirectory() as folder:
            unit = pathlib.Path(folder, "unit.cpp")
            unit.write_text("".join(f'#include "{entry["file"]}"  // NOLINT\n' for entry in entries))
            first = entries[0]
            command = first["command"].replace(first["file"], str(unit))
            commands = [{"directory": first["directory"], "file": str(unit), "command": command}]
            pathlib.Path(folder, "compile_commands.json").write_text(json.dumps(commands))
            if not findings(pathlib.Path(folder), str(unit), SOURCES, "--config-file=.clang-tidy"):
                return "".join(compiler_errors(entry) for entry in entries)
    return "".join(findings(build, entry["file"]) for entry in entries)


def units_of(entries: list[Entry]) -> list[list[Entry]]:
    """Divides files into units of those of one library that are compiled alike."""
    alike: dict[tuple[str, str], list[Entry]] = {}
    for entry in entries:
        command, _, rest = entry["command"].partition(" -o ")
        alike.setdefault((command, os.path.dirname(rest.split(" ")[0])), []).append(entry)
    return [group[i:i + FILES_IN_UNIT] for group in alike.values() for i in range(0, len(group), FILES_IN_UNIT)]


def main() -> int:
    build, jobs = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    files = {os.path.abspath(file) for file in sys.argv[3:]}
    known = {entry["file"]: entry for entry in json.loads((build / "compile_commands.json").read_text())}
    units = units_of([known[file] for file in sorted(files)])
    is_good = True
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for found in pool.map(lambda unit: findings_in_unit(build, unit), units):
            is_good = is_good and not found
            print(found, end="", flush=True)
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
