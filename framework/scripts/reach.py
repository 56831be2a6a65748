#!/usr/bin/env python3
"""Prints everything that a change of files reaches, one name per line, according to a build tree.

    framework/scripts/reach.py BUILD FILE...    the test programs and plugins, as paths below BUILD

BUILD is a build tree in which everything was built. A program or plugin is reached if it is linked from an object that
was compiled from one of the files, or from a library with such an object, or if it depends on a reached program or
plugin. A test that runs `gridcensus` depends on the program, not on every plugin that the program finds. A change of
the build system reaches everything.
"""

import collections
import os
import pathlib
import re
import subprocess
import sys

FOLDERS = ("tests/programs/", "lib/gridcensus/plugins/")
HOW_ALL_IS_BUILT = re.compile(r"(CMakeLists\.txt|CMakePresets\.json|framework/cmake/.*|framework/CMakeLists\.txt)$")
# A target for the program and all plugins, and the part of it that a test of the program relies on.
PROGRAM_ALONE = {"programs": ["bin/gridcensus"]}
BUILD_LINE = re.compile(r"build (.*?): \S+(.*)")


class BuildGraph:
    """The graph of a tree that ninja built: objects from sources, outputs from inputs.

    `instead` replaces the inputs of some outputs.
    """

    def __init__(self, build, instead=()):
        self.build = pathlib.Path(build).resolve()
        self.inputs = collections.defaultdict(list)  # by output: its inputs, and files that must exist before
        for line in (self.build / "build.ninja").read_text().splitlines():
            if match := BUILD_LINE.match(line):
                inputs = [word for word in match[2].split() if not word.startswith("|")]
                for output in match[1].split():
                    self.inputs[output] += inputs
        self.inputs.update(instead)
        self.objects = collections.defaultdict(set)  # absolute path of a source: the objects compiled from it
        deps = subprocess.run(["ninja", "-C", self.build, "-t", "deps"], check=True, capture_output=True, text=True).stdout
        for made, sources in re.findall(r"^(\S+): #deps.*\n((?: .*\n)*)", deps, re.M):
            for source in sources.split():
                self.objects[os.path.normpath(self.build / source)].add(made)

    def made_from(self, target):
        """Returns everything that the target is made of, directly or not, as ninja names it."""
        found, waiting = set(), [target]
        while waiting:
            for name in self.inputs.get(waiting.pop(), []):
                if name not in found:
                    found.add(name)
                    waiting.append(name)
        return found

    def reached(self, files):
        """Returns the outputs in FOLDERS that one of the files reaches."""
        names = sorted(name for name in self.inputs if name.startswith(FOLDERS))
        if any(HOW_ALL_IS_BUILT.match(os.path.relpath(file)) for file in files):
            return names
        objects = set().union(*(self.objects[os.path.abspath(file)] for file in files))
        return [name for name in names if objects & self.made_from(name)]


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    for name in BuildGraph(sys.argv[1], PROGRAM_ALONE).reached(sys.argv[2:]):
        print(name)


if __name__ == "__main__":
    main()
