"""Tests includes.py: it finds each kind of violation in a small source tree, and nothing else."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from includes import SourceTree

LIBRARIES = """\
framework/mathematics/names:
framework/mathematics/sums: mathematics/names
framework/host/base:
framework/host/graph: host/base
framework/app: host/graph mathematics/names
plugins/fast: mathematics/sums
plugins/slow:
counting: sums
"""
FILES = {
    "CMakeLists.txt": "",
    "framework/include/gridcensus/shape.hpp": "#pragma once\n",
    "framework/sdk/shape.cpp": '#include "gridcensus/shape.hpp"\n#include "gridcensus/build_id.hpp"\n',
    "framework/mathematics/CMakeLists.txt": "add_mathematics(names ELEMENTARY)\nadd_mathematics(sums COUNTING)\n",
    "framework/mathematics/names/names.hpp": "namespace gridcensus::mathematics {\n",
    "framework/mathematics/sums/sums.hpp": '#include "names/names.hpp"\nnamespace gridcensus::sums {\n',
    "framework/host/base/text.hpp": '#include "gridcensus/shape.hpp"\nnamespace gridcensus::host {\n',
    "framework/host/graph/graph.hpp": '#include "host/base/text.hpp"\nnamespace gridcensus::host {\n',
    "framework/host/graph/graph.cpp": '#include "host/graph/graph.hpp"\n#include <tbb/flow_graph.h>\n#include <map>\n',
    "framework/app/CMakeLists.txt": "add_executable(program main.cpp)\ndeclare_library(framework/app host/graph)\n",
    "framework/app/main.cpp": '#include "host/graph/graph.hpp"\n#include "names/names.hpp"\n',
    "plugins/fast/CMakeLists.txt": "gridcensus_add_strategy(fast SOURCES plugin.cpp)\n",
    "plugins/fast/parts/search.hpp": '#include "sums/sums.hpp"\nnamespace gridcensus::fast {\n',
    "plugins/fast/plugin.cpp": '#include "fast/parts/search.hpp"\n#include <gridcensus/shape.hpp>\n',
    "plugins/fast/benchmarks.cpp": '#include "names/names.hpp"\n#include "support/scripted_experiment.hpp"\n',
    "plugins/fast/tests/values.hpp": "namespace gridcensus::testing {\n",
    "plugins/fast/tests/search.cpp": '#include "fast/parts/search.hpp"\n#include "fast/tests/values.hpp"\n',
    "plugins/slow/plugin.cpp": '#include "gridcensus/shape.hpp"\n',
    "tests/support/scripted_experiment.hpp": '#include "host/graph/graph.hpp"\n#include "fast/parts/search.hpp"\n',
    "tests/unit/graph.cpp": '#include "support/scripted_experiment.hpp"\n#include "beside.hpp"\n',
}


class DependencyRules(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.source = pathlib.Path(folder.name)
        for file, text in FILES.items():
            self.write(file, text)

    def write(self, file, text):
        path = self.source / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def check(self, *errors, libraries=LIBRARIES):
        self.assertEqual(SourceTree(self.source, libraries).check(), list(errors))

    def refuse(self, file, line, message):
        """Checks that one line more in a file violates exactly this rule."""
        with self.subTest(file=file, line=line):
            text = FILES.get(file, "")
            self.write(file, text + line + "\n")
            self.check(f"{file}:{text.count(chr(10)) + 1}: {message}")
            self.write(file, text) if text else (self.source / file).unlink()

    def test_a_valid_tree_passes(self):
        self.check()

    def test_an_include_names_the_folder_of_its_room(self):
        unnamed = '"{}" does not name a file by the folder of its library'
        for file, line, name in (
            ("plugins/fast/plugin.cpp", '#include "parts/search.hpp"', "parts/search.hpp"),
            ("plugins/fast/parts/search.hpp", '#include "search.hpp"', "search.hpp"),
            ("framework/host/graph/graph.cpp", '# include "graph.hpp"', "graph.hpp"),
            ("framework/host/graph/graph.cpp", '#include "base/text.hpp"', "base/text.hpp"),
            ("framework/host/graph/graph.cpp", '#include "mathematics/sums/sums.hpp"', "mathematics/sums/sums.hpp"),
            ("framework/host/graph/graph.cpp", "#include <mathematics/sums/sums.hpp>", "mathematics/sums/sums.hpp"),
            ("framework/app/main.cpp", '#include "include/gridcensus/shape.hpp"', "include/gridcensus/shape.hpp"),
            ("framework/app/main.cpp", '#include "host/graph/gone.hpp"', "host/graph/gone.hpp"),
        ):
            self.refuse(file, line, unnamed.format(name))
        for file in ("plugins/fast/parts/search.hpp", "plugins/fast/tests/search.cpp", "tests/unit/graph.cpp"):
            for line in ('#include "../plugin.hpp"', "#include <../plugin.hpp>"):
                self.refuse(file, line, '"../plugin.hpp" uses .. instead of naming the folder')
        self.refuse("plugins/slow/plugin.cpp", "#include HEADER", "include of HEADER, which is not the name of a file")

    def test_a_room_includes_only_rooms_that_it_links_directly(self):
        for file, name, target in (
            ("plugins/fast/plugin.cpp", "host/base/text.hpp", "framework/host/base"),
            ("plugins/fast/plugin.cpp", "names/names.hpp", "framework/mathematics/names"),
            ("plugins/slow/plugin.cpp", "fast/parts/search.hpp", "plugins/fast"),
            ("plugins/slow/plugin.cpp", "sums/sums.hpp", "framework/mathematics/sums"),
            ("plugins/slow/plugin.cpp", "support/scripted_experiment.hpp", "tests/support"),
            ("framework/mathematics/names/names.hpp", "sums/sums.hpp", "framework/mathematics/sums"),
            ("framework/mathematics/names/names.hpp", "host/base/text.hpp", "framework/host/base"),
            ("framework/mathematics/names/names.hpp", "fast/parts/search.hpp", "plugins/fast"),
            ("framework/host/base/text.hpp", "host/graph/graph.hpp", "framework/host/graph"),
            ("framework/host/base/text.hpp", "names/names.hpp", "framework/mathematics/names"),
            ("framework/host/base/text.hpp", "fast/parts/search.hpp", "plugins/fast"),
            ("framework/app/main.cpp", "host/base/text.hpp", "framework/host/base"),
            ("framework/app/main.cpp", "fast/parts/search.hpp", "plugins/fast"),
        ):
            folders = [line.split(":")[0] for line in LIBRARIES.splitlines()]
            library = next(folder for folder in folders if file.startswith(folder + "/"))
            self.refuse(file, f'#include "{name}"', f'"{name}": {library} does not link {target}')
            self.refuse(file, f"# include_next <{name}>", f'"{name}": {library} does not link {target}')

    def test_the_sdk_includes_itself(self):
        for file in ("framework/include/gridcensus/shape.hpp", "framework/sdk/shape.cpp"):
            for name in (
                "host/base/text.hpp",
                "names/names.hpp",
                "fast/parts/search.hpp",
                "support/scripted_experiment.hpp",
            ):
                self.refuse(file, f'#include "{name}"', f'"{name}": the SDK must include only itself')

    def test_the_tests_of_a_strategy_see_no_host_and_no_other_strategy(self):
        for file in ("plugins/fast/tests/search.cpp", "plugins/fast/benchmarks.cpp"):
            for name, target in (
                ("host/base/text.hpp", "framework/host/base"),
                ("slow/plugin.cpp", "plugins/slow"),
            ):
                message = f'"{name}": the tests of plugins/fast must not include {target}'
                self.refuse(file, f'#include "{name}"', message)
        name = "fast/tests/values.hpp"
        self.refuse("plugins/fast/plugin.cpp", f'#include "{name}"', f'"{name}" belongs to the tests')

    def test_a_room_has_its_namespace(self):
        for file, library, expected, found in (
            ("framework/mathematics/names/names.hpp", "framework/mathematics/names", "mathematics", "names"),
            ("framework/mathematics/sums/sums.hpp", "framework/mathematics/sums", "sums", "mathematics"),
            ("framework/host/base/text.hpp", "framework/host/base", "host", "base"),
            ("framework/app/main.cpp", "framework/app", "app", "host"),
            ("plugins/fast/plugin.cpp", "plugins/fast", "fast", "slow"),
            ("plugins/fast/plugin.cpp", "plugins/fast", "fast", "testing"),
            ("plugins/fast/tests/search.cpp", "plugins/fast", "fast", "slow"),
        ):
            message = f"the namespace of {library} is gridcensus::{expected}, not gridcensus::{found}"
            self.refuse(file, f"namespace gridcensus::{found} {{", message)

    def test_a_file_is_in_a_room(self):
        for folder in ("framework/new", "framework/host", "framework", "plugins/fast_too", "plugins"):
            file = f"{folder}/x.hpp"
            self.write(file, "\n")
            self.check(f"{file}:1: is not in a declared library")
            (self.source / file).unlink()

    def test_a_link_is_used(self):
        place = "plugins/fast/CMakeLists.txt:1"
        libraries = LIBRARIES.replace("plugins/fast:", "plugins/fast: mathematics/names")
        message = "plugins/fast links framework/mathematics/names but includes nothing from it"
        self.check(f"{place}: {message}", libraries=libraries)  # an include in its benchmarks does not count
        libraries = LIBRARIES.replace("framework/app:", "framework/app: host/base")
        message = "framework/app links framework/host/base but includes nothing from it"
        self.check(f"framework/app/CMakeLists.txt:2: {message}", libraries=libraries)

    def test_a_link_is_allowed(self):
        sums = "framework/mathematics/CMakeLists.txt:2"
        base = "framework/host/base/CMakeLists.txt:1"
        for library, line, link, place in (
            ("plugins/fast", "plugins/fast: mathematics/sums", "host/base", "plugins/fast/CMakeLists.txt:1"),
            ("framework/mathematics/sums", "framework/mathematics/sums: mathematics/names", "host/base", sums),
            ("framework/host/base", "framework/host/base:", "mathematics/sums", base),
        ):
            idle = f"{place}: {library} links framework/{link} but includes nothing from it"
            libraries = LIBRARIES.replace(line, f"{line} {link}")
            self.check(f"{place}: {library} must not link framework/{link}", idle, libraries=libraries)
        self.write("framework/host/base/names.cpp", '#include "names/names.hpp"\n')
        self.check(libraries=LIBRARIES.replace("framework/host/base:", "framework/host/base: mathematics/names", 1))
        (self.source / "framework/host/base/names.cpp").unlink()
        libraries = LIBRARIES.replace("plugins/slow:", "plugins/slow: mathematics/gone")
        self.check(
            "plugins/slow/CMakeLists.txt:1: plugins/slow links framework/mathematics/gone, which is not a library",
            "plugins/slow/CMakeLists.txt:1: plugins/slow links framework/mathematics/gone but includes nothing from it",
            libraries=libraries,
        )

    def test_links_have_no_cycles(self):
        self.write("framework/mathematics/names/names.hpp", '#include "sums/sums.hpp"\n')
        message = "cyclic links: framework/mathematics/names, framework/mathematics/sums"
        libraries = LIBRARIES.replace("names:\n", "names: mathematics/sums\n", 1)
        self.check(f"framework/mathematics/CMakeLists.txt:1: {message}", libraries=libraries)

    def test_a_room_is_in_an_allowed_folder_and_has_a_unique_name(self):
        self.write("framework/more/x.cpp", '#include "host/base/text.hpp"\n')
        places = "framework/mathematics, framework/host, framework/app, plugins"
        self.check(
            f"framework/more/CMakeLists.txt:1: framework/more must not be a library: expected one in {places}",
            libraries=LIBRARIES + "framework/more: host/base\n",
        )
        (self.source / "framework/more/x.cpp").unlink()
        for name, other in (("names", "framework/mathematics/names"), ("support", "tests/support")):
            self.check(
                f"plugins/{name}/CMakeLists.txt:1: "
                f'both {other} and plugins/{name} would be included as "{name}/..."',
                libraries=LIBRARIES + f"plugins/{name}:\n",
            )

    @unittest.skipUnless(shutil.which("git"), "git is not installed")
    def test_the_top_level_has_only_known_entries(self):
        for name in [name for name in os.environ if name.startswith("GIT_")]:
            del os.environ[name]  # in a git hook these would point to the hook's repository
        git = ["git", "-C", self.source]
        subprocess.run([*git, "init", "-q"], check=True)
        subprocess.run([*git, "add", "."], check=True)
        self.check()
        self.write("notes.txt", "\n")
        self.check()  # it is not added to git
        subprocess.run([*git, "add", "."], check=True)
        self.check("notes.txt:1: does not belong on the top level of the repository")

    def test_the_program_fails_with_its_findings(self):
        self.write("libraries.txt", LIBRARIES)
        script = pathlib.Path(__file__).with_name("includes.py")
        program = [sys.executable, script, self.source, self.source / "libraries.txt"]
        sound = subprocess.run(program, capture_output=True, text=True, check=False)
        self.assertEqual((sound.returncode, sound.stdout), (0, "the dependency rules hold for 7 libraries\n"))
        self.write("plugins/x.cpp", "\n")
        broken = subprocess.run(program, capture_output=True, text=True, check=False)
        self.assertEqual((broken.returncode, broken.stdout), (1, "plugins/x.cpp:1: is not in a declared library\n"))


if __name__ == "__main__":
    unittest.main()
