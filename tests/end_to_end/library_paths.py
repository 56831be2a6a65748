#!/usr/bin/env python3
"""library_paths.py FOLDER...: checks that every program and library there finds its libraries in absolute folders or
relative to its own location. An empty or relative element of RPATH or RUNPATH would load them from the current
directory."""
import pathlib
import re
import subprocess
import sys


def elves(folder):
    for file in sorted(pathlib.Path(folder).rglob("*")):
        if file.is_file() and not file.is_symlink() and file.suffix != ".o":
            with open(file, "rb") as content:
                if content.read(4) == b"\x7fELF":
                    yield file


def paths_of(file):
    """Returns the elements of each RPATH and RUNPATH; empty if the file is not a program or shared library."""
    output = subprocess.run(["readelf", "--wide", "-d", file], capture_output=True, text=True, check=False).stdout
    return [path.split(":") for path in re.findall(r"\((?:RPATH|RUNPATH)\)\s+Library \w+: \[(.*)\]", output)]


def is_safe(element):
    return element.startswith("/") or re.match(r"\$(ORIGIN|\{ORIGIN\})(/|$)", element)


def main():
    seen, wrong = 0, []
    for folder in sys.argv[1:]:
        for file in elves(folder):
            for elements in paths_of(file):
                seen += 1
                wrong += [f"{file}: the element {element!r} of {':'.join(elements)!r}"
                          for element in elements if not is_safe(element)]
    print(*wrong, f"{seen} paths of libraries", sep="\n")
    return 1 if wrong or not seen else 0


if __name__ == "__main__":
    sys.exit(main())
