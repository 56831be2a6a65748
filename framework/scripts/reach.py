#!/usr/bin/env python3
"""Prints what a change of files reaches, according to a configured build tree, in which nothing need be built.

    framework/scripts/reach.py BUILD FILE...

prints a line `KIND NAME` for each of these:

    test       a test of ctest
    near       the same, if the change reaches it otherwise than through the program
    far        a slow test that the change reaches only through the program
    evidence   the same, if only tests/evidence/run runs it
    plugin     a plugin, as a path below BUILD
    build      what ninja must build for the tests

A test needs the files that its command, its environment and its property REQUIRED_FILES name. A program or plugin needs
its sources, the files that these include, and what it is linked with. A script needs the files beside it, and those from
the top of the repository, that it names; the source of a test, the latter, and the places of tests/support/places.cpp.
An experiment needs the plugins of the strategies that it names. Each needs the CMakeLists.txt of its folder. A test that
runs `gridcensus` needs the program, not each plugin that the program finds; one that names a view needs the package for
Python. What else it needs must be declared.

A change of the build system reaches everything. So does a file that no test is known to need, unless it is one of QUIET.
A deleted file reaches what its neighbours reach.
"""

import collections
import json
import os
import pathlib
import re
import subprocess
import sys

PLUGINS = "lib/gridcensus/plugins/"
PROGRAM = "bin/gridcensus"
PACKAGE = "framework/python/gridcensus"
HOW_ALL_IS_BUILT = re.compile(r"((framework/|plugins/|tests/)?CMakeLists\.txt|CMakePresets\.json|test"
                              r"|framework/cmake/(?!packages).*|framework/scripts/(prepare\.sh|cached_compile))$")
# Read by people, by tools that are no tests (.ci/packages tries the Debian packages), and by what a test names.
QUIET = re.compile(r"(.*\.md|docs/.*|\.ci/.*|\.github/.*|framework/cmake/packages\.cmake|tests/(mutation|fuzz)/.*"
                   r"|.*/benchmarks\.cpp|[^/]*ignore|LICENSE|CITATION\.cff|Containerfile|\.clang.*|\.editorconfig"
                   r"|\.pre-commit-config\.yaml)$")
# A target for the program and all plugins, and the part of it that a test of the program relies on.
PROGRAM_ALONE = {"programs": [PROGRAM]}
# What a script that runs the program may need: all strategies, and the faulty plugins of tests/faults.
BUILT_FOR_SCRIPTS = ("programs", "loaded_plugins", "refused_plugins")

BUILD_LINE = re.compile(r"build (.*?): \S+(.*)")
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.M)
IMPORT = re.compile(r"^\s*(?:from|import) (\w+)", re.M)
WORD = re.compile(r"[\w.-]+(?:/[\w.-]+)*")


class BuildGraph:
    """What each output, source, script and experiment needs. Outputs are named as ninja does, other files absolutely.

    `instead` replaces the inputs of some outputs.
    """

    def __init__(self, build, instead=()):
        self.build = pathlib.Path(build).resolve()
        text = (self.build / "build.ninja").read_text()
        home = re.search(r"^CMAKE_HOME_DIRECTORY:INTERNAL=(.*)$", (self.build / "CMakeCache.txt").read_text(), re.M)
        self.source = pathlib.Path(home[1])
        self.inputs = collections.defaultdict(list)
        for line in text.splitlines():
            if match := BUILD_LINE.match(line):
                inputs = [self.named(word) for word in match[2].split() if not word.startswith("|")]
                for output in match[1].split():
                    self.inputs[self.named(output)] += inputs
        self.inputs.update(instead)
        self.include_folders = {path for path in re.findall(r"-I(\S+)", text) if path.startswith(str(self.source))}
        views = sorted(file.stem.replace("_", "-") for file in (self.source / PACKAGE / "views").glob("[a-z]*.py"))
        self.starts_view = re.compile(rf"""(["']|gridcensus |\$\w+"? )({'|'.join(views)})\b""")
        self.strategies = {folder.name: folder for folder in (self.source / "plugins").iterdir() if folder.is_dir()}
        places = (self.source / "tests/support/places.cpp").read_text()
        self.places = dict(re.findall(r'path (\w+)\(\) \{ return source_folder\(\) / "([^"]+)"', places))
        self.known_needs = {}

    def named(self, path):
        """Returns the name of a file in the graph."""
        path = os.path.normpath(path)
        below = os.path.relpath(path, self.build) if os.path.isabs(path) else path
        return path if below.startswith("..") else below

    def path(self, name):
        return os.path.join(self.build, name)

    def is_ours(self, path):
        return path.startswith(f"{self.source}/") and not path.startswith(f"{self.build}/")

    def included(self, path):
        names = INCLUDE.findall(pathlib.Path(path).read_text(errors="replace"))
        places = [os.path.dirname(path), *self.include_folders]
        found = {os.path.normpath(os.path.join(place, name)) for name in names for place in places}
        return [self.named(one) for one in found if one.startswith(str(self.source)) and os.path.isfile(one)]

    def mentioned(self, path):
        """Returns what a script names: files beside it or in tests/support, and files and folders from the top."""
        text = pathlib.Path(path).read_text(errors="replace")
        found, places = [], [os.path.dirname(path), str(self.source / "tests/support")]
        for line in text.splitlines():
            below = [os.path.normpath(self.source / word) for word in WORD.findall(line) if "/" in word]
            if "sys.path" in line:
                places += below
            else:
                found += [one for one in below if str(self.source) not in (one, os.path.dirname(one))]
        names = {f"{module}.py" for module in IMPORT.findall(text)}
        names |= {os.path.basename(word) for word in WORD.findall(text) if "." in word}
        beside = [os.path.join(place, name) for place in places for name in names]
        found += [os.path.normpath(one) for one in beside if os.path.isfile(one)]
        return [one for one in set(found) if os.path.exists(one) and self.is_ours(one)] + self.views_in(text)

    def views_in(self, text):
        """Returns the package for Python, if a text starts one of its views."""
        return [str(self.source / PACKAGE)] if self.starts_view.search(text) else []

    def named_by_test(self, path):
        """Returns the files and folders that the source of a test names from the top, or by their places."""
        text = pathlib.Path(path).read_text(errors="replace")
        below = re.findall(r'"((?:[\w.-]+/)+[\w.-]+)"', text)
        below += [place for function, place in self.places.items() if f"{function}(" in text]
        found = [os.path.join(self.source, one) for one in below]
        return [one for one in found if os.path.exists(one) and self.is_ours(one)] + self.views_in(text)

    def of_strategies(self, path):
        """Returns what the strategies need that an experiment names."""
        words = set(WORD.findall(pathlib.Path(path).read_text(errors="replace")))
        return [need for strategy in sorted(words & self.strategies.keys()) for need in self.of_strategy(strategy)]

    def of_strategy(self, strategy):
        if PLUGINS + f"{strategy}.so" in self.inputs:
            return [PLUGINS + f"{strategy}.so"]
        own = [str(path) for path in self.strategies[strategy].iterdir() if path.is_file() and path.suffix != ".md"]
        return [*own, str(self.source / PACKAGE / "asked")]

    def needs(self, name):
        """Returns what a node of the graph needs itself."""
        if name in self.known_needs:
            return self.known_needs[name]
        path, needs = self.path(name), list(self.inputs.get(name, []))
        if name == PROGRAM:
            needs.append(str(self.source / self.places["data_folder"]))
        if "CMakeFiles" in name and not os.path.isabs(name):
            needs.append(str(self.source / name.partition("CMakeFiles")[0] / "CMakeLists.txt"))
        if os.path.isdir(path) and self.is_ours(path):
            needs += [os.path.join(parent, name) for parent, _, names in os.walk(path) for name in names]
        elif os.path.isfile(path):
            if path.endswith((".cpp", ".hpp", ".cxx", ".hxx", ".h")):
                needs += self.included(path)
                if re.match(r"(tests|plugins/\w+/tests)/(?!support/places)", os.path.relpath(path, self.source)):
                    needs += self.named_by_test(path)
            elif self.is_ours(path) and path.endswith((".py", ".sh")):
                needs += self.mentioned(path)
            elif re.fullmatch(r"(experiments|tests/end_to_end)/.*\.yaml", os.path.relpath(path, self.source)):
                needs += self.of_strategies(path)
        else:  # a folder of the build
            needs += [output for output in self.inputs if output.startswith(f"{name}/") and output.endswith(".so")]
        self.known_needs[name] = needs
        return needs

    def made_from(self, *names, without=None):
        """Returns everything that these need, directly or not, and these themselves, except what only `without` needs.
        """
        found, waiting = set(names), list(names)
        while waiting:
            name = waiting.pop()
            for name in self.needs(name) if name != without else ():
                if name not in found:
                    found.add(name)
                    waiting.append(name)
        return found


class Test:
    """A test of ctest."""

    def __init__(self, graph, entry):
        properties = {one["name"]: one["value"] for one in entry["properties"]}
        self.name = entry["name"]
        self.is_evidence = self.name.startswith("evidence.")
        self.is_slow = "slow" in properties.get("LABELS", [])
        declared = properties.get("REQUIRED_FILES", [])
        words = [*entry.get("command", []), *properties.get("ENVIRONMENT", [])]
        named = [word for word in words if not os.path.isabs(word) and os.path.isfile(graph.source / word)]
        paths = [path for word in words for path in re.findall(rf"{re.escape(str(graph.source))}/[\w./-]*\w", word)]
        # A whole tree is not evidence of what a test reads. A test that reads all of the repository declares that.
        paths = [path for path in paths if path not in (str(graph.source), str(graph.build))
                 and not (os.path.isdir(path) and os.path.dirname(path) in (str(graph.source), str(graph.build)))]
        self.reads_all = str(graph.source) in declared
        self.needs = {graph.named(os.path.join(graph.source, path)) for path in [*named, *paths, *declared]}
        self.needs -= {graph.named(str(graph.source))}
        self.folder = graph.source / os.path.relpath(properties["WORKING_DIRECTORY"], graph.build) / "CMakeLists.txt"

    def built(self, graph):
        """Returns what ninja must build for it."""
        outputs = set()
        for need in self.needs:
            if not os.path.isabs(need):  # an output, or a folder of plugins
                outputs |= {need} if need in graph.inputs else set(graph.needs(need))
        is_script = not any(need.startswith("tests/programs/") for need in self.needs)
        return outputs | (set(BUILT_FOR_SCRIPTS) if is_script and PROGRAM in self.needs else set())


def tests_of(graph):
    """Returns the tests of ctest, evidence too, and whole programs instead of cases."""
    environment = {**os.environ, "GRIDCENSUS_EVIDENCE": "1"}
    environment.pop("TEST_EACH_CASE", None)
    listed = subprocess.run(["ctest", "--test-dir", graph.build, "--show-only=json-v1"], check=True, env=environment,
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return [Test(graph, entry) for entry in json.loads(listed.stdout)["tests"]]


def with_neighbours(files):
    """Returns the paths of files. One that was deleted stands for those of its kind in its folder, if there are any."""
    found = set()
    for file in map(pathlib.Path, map(os.path.abspath, files)):
        neighbours = [] if file.exists() else [str(each) for each in file.parent.glob(f"*{file.suffix}")]
        found.update(neighbours or [str(file)])
    return found


def reached(graph, tests, files):
    """Returns the tests and plugins that a change of these files reaches."""
    files = with_neighbours(files)
    names = {os.path.relpath(file, graph.source) for file in files}
    plugins = sorted(name for name in graph.inputs if name.startswith(PLUGINS) and name.endswith(".so"))
    needs = {test: graph.made_from(*test.needs) | {str(test.folder)} for test in tests}
    needs_of_plugins = {plugin: graph.made_from(plugin) for plugin in plugins}
    known = set().union(*needs.values(), *needs_of_plugins.values())
    unknown = {name for name in names if os.path.join(graph.source, name) not in known and not QUIET.match(name)}
    if unknown or any(HOW_ALL_IS_BUILT.match(name) for name in names):
        return tests, plugins
    return ([test for test in tests if files and (test.reads_all or files & needs[test])],
            [plugin for plugin in plugins if files & needs_of_plugins[plugin]])


def is_near(graph, test, files):
    """Returns whether a change of these files reaches a test otherwise than through the program."""
    needs = graph.made_from(*test.needs, without=PROGRAM) | {str(test.folder)}
    known = needs | graph.made_from(PROGRAM)
    return test.reads_all or any(file in needs or file not in known for file in with_neighbours(files))


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    graph, files = BuildGraph(sys.argv[1], PROGRAM_ALONE), sys.argv[2:]
    tests, plugins = reached(graph, tests_of(graph), files)
    near = {test for test in tests if is_near(graph, test, files)}
    chosen = {test for test in tests if not test.is_evidence and (test in near or not test.is_slow)}
    for test in tests:
        print("evidence" if test.is_evidence else "test" if test in chosen else "far", test.name)
        if test in near & chosen:
            print("near", test.name)
    for plugin in plugins:
        print("plugin", plugin)
    for target in sorted(set().union(*(test.built(graph) for test in chosen))):
        print("build", target)


if __name__ == "__main__":
    main()
