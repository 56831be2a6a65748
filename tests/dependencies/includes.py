"""Rejects violations of the dependency rules: includes, links, namespaces, and files in the wrong place.

includes.py SOURCE_DIR LIBRARIES_FILE

Each library is one folder. CMake writes LIBRARIES_FILE: for each library, a line "FOLDER: LIBRARY..." with the
libraries that it links, and a line "counting: NAME..." of the counting libraries. The rules:

- An include of the project's files names the folder of its library ("host/base/text.hpp", "grids/grids.hpp"). A name
  that the compiler would find relative to the including file, by "../" or in another way is refused.
- A library includes itself, the SDK, and the libraries that it links directly. It may not include libraries that it
  links only through others, so its list of links is complete; a link to a library from which it includes nothing is an
  error.
- Mathematics links mathematics, the host links the host and elementary mathematics, the program links both, a strategy
  links mathematics, and there are no cycles. So no strategy sees the host or another strategy, and what compares counts
  does not count.
- The tests and benchmarks of a strategy may also include all mathematics, and tests/support. Files in tests/ may
  include everything.
- The code of a library is in the namespace of the library, by which symbols.py recognises it in a plugin.
"""

import dataclasses
import graphlib
import pathlib
import re
import subprocess
import sys

TOP_LEVEL = {
    *(".ci", ".clang-format", ".clang-tidy", ".clangd", ".editorconfig", ".gitignore", ".pre-commit-config.yaml"),
    *("CHANGELOG.md", "CMakeLists.txt", "CMakePresets.json", "CONTRIBUTING.md", "LICENSE", "README.md", "run", "test"),
    *("docs", "experiments", "framework", "plugins", "tests"),
    # Hosted services and container tools look for these only here.
    *(".containerignore", ".github", "CITATION.cff", "Containerfile"),
}
CPP_ENDINGS = {".cpp", ".hpp", ".cc", ".hh", ".cxx", ".hxx", ".c", ".h", ".ipp", ".inl"}
TEMPLATES = "framework/data/templates"
SDK_HEADERS = "framework/include/gridcensus"
SDK_SOURCES = "framework/sdk"
WRITTEN_BY_CMAKE = "gridcensus/build_id.hpp"


@dataclasses.dataclass(frozen=True)
class Kind:
    """A kind of library: the folder that it is or is in, the root of include names, and the permitted links."""

    folder: str
    include_root: str
    may_link: tuple


KINDS = (
    Kind("framework/mathematics", "framework/mathematics", ("framework/mathematics",)),
    Kind("framework/host", "framework", ("framework/host", "framework/mathematics")),
    Kind("framework/app", "framework", ("framework/host", "framework/mathematics")),
    Kind("plugins", "plugins", ("framework/mathematics",)),
)


def inside(path, folder):
    return path == folder or path.startswith(folder + "/")


def kind_of(folder):
    return next((kind for kind in KINDS if inside(folder, kind.folder)), None)


def read_libraries(text):
    """Returns the libraries, each with a list of those that it links, and the names of the counting libraries."""
    libraries = {}
    for line in text.splitlines():
        folder, _, names = line.partition(":")
        libraries[folder] = names.split()
    counting = libraries.pop("counting")
    return {folder: [f"framework/{name}" for name in names] for folder, names in libraries.items()}, counting


class SourceTree:
    def __init__(self, source, libraries_text):
        self.source = pathlib.Path(source)
        self.links, self.counting = read_libraries(libraries_text)
        self.used = {library: set() for library in self.links}
        # By the first element of an include.
        self.prefixes = {"gridcensus": SDK_HEADERS, "sdk": SDK_SOURCES, "support": "tests/support"}
        self.errors = []

    def error(self, place, message):
        self.errors.append(f"{place}: {message}")

    def check(self):
        """Returns the violations, one a line."""
        for library in self.links:
            self.check_library(library)
        try:
            graphlib.TopologicalSorter(self.links).prepare()
        except graphlib.CycleError as error:
            cycle = sorted(set(error.args[1]))
            self.error(self.declaration(cycle[0]), f"cyclic links: {', '.join(cycle)}")
        for folder in ("framework", "plugins", "tests"):
            for path in sorted((self.source / folder).rglob("*")):
                if path.suffix in CPP_ENDINGS:
                    self.check_file(path.relative_to(self.source).as_posix())
        for library, links in self.links.items():
            for link in links:
                if link not in self.used[library]:
                    self.error(self.declaration(library), f"{library} links {link} but includes nothing from it")
        self.check_top_level()
        return self.errors

    def declaration(self, library):
        """Returns the place of a declaration: the first line of the CMakeLists.txt there, or above, that names the library."""
        folder = self.source / library
        for file in (folder / "CMakeLists.txt", folder.parent / "CMakeLists.txt"):
            for number, line in enumerate(file.read_text().splitlines() if file.exists() else [], 1):
                if re.search(rf"\((framework/)?{folder.name}\b", line):
                    return f"{file.relative_to(self.source)}:{number}"
        return f"{library}/CMakeLists.txt:1"

    def check_library(self, library):
        place = self.declaration(library)
        kind = kind_of(library)
        if not kind:
            self.error(place, f"{library} must not be a library: expected one in {', '.join(k.folder for k in KINDS)}")
            return
        prefix = library.removeprefix(kind.include_root + "/")
        other = self.prefixes.setdefault(prefix, library)
        if other != library:
            self.error(place, f'both {other} and {library} would be included as "{prefix}/..."')
        for link in self.links[library]:
            if link not in self.links:
                self.error(place, f"{library} links {link}, which is not a library")
            elif not any(inside(link, folder) for folder in kind.may_link) or (
                inside(library, "framework/host") and pathlib.PurePath(link).name in self.counting
            ):
                self.error(place, f"{library} must not link {link}")

    def check_file(self, path):
        if inside(path, TEMPLATES):  # of authors' own folders, outside this source tree
            return
        library = next((library for library in self.links if inside(path, library)), None)
        if not library and not any(inside(path, folder) for folder in (SDK_HEADERS, SDK_SOURCES, "tests")):
            self.error(f"{path}:1", "is not in a declared library")
            return
        for number, line in enumerate((self.source / path).read_text(encoding="utf-8").splitlines(), 1):
            if match := re.match(r"\s*#\s*(?:include|include_next|import)\b\s*(.*)", line):
                if message := self.wrong_include(path, library, match[1]):
                    self.error(f"{path}:{number}", message)
            elif library and (match := re.match(r"namespace (gridcensus::\w+)", line)):
                expected = self.namespace(library)
                is_test_help = match[1] == "gridcensus::testing" and inside(path, f"{library}/tests")
                if match[1] != expected and not is_test_help:
                    self.error(f"{path}:{number}", f"the namespace of {library} is {expected}, not {match[1]}")

    def target(self, name):
        """Returns the library that an include names (or the SDK, or tests/support) if it has such a file."""
        if name == WRITTEN_BY_CMAKE:
            return SDK_HEADERS
        for prefix, folder in self.prefixes.items():
            if inside(name, prefix) and (self.source / folder / name[len(prefix) + 1 :]).is_file():
                return folder
        return None

    def wrong_include(self, path, library, text):
        """Returns the error of an include in the file `path` of `library` (None for the SDK and the tests), or None."""
        match = re.match(r'"([^"]+)"|<([^>]+)>', text)
        if not match:
            return f"include of {text}, which is not the name of a file"
        name = match[1] or match[2]
        if ".." in name.split("/"):
            return f'"{name}" uses .. instead of naming the folder'
        if inside(path, "tests"):
            return None
        target = self.target(name)
        if not target:
            # In angle brackets it is of a foreign library, unless the compiler would find a file of the project by it.
            is_another = match[2] and not any((self.source / kind.include_root / name).is_file() for kind in KINDS)
            return None if is_another else f'"{name}" does not name a file by the folder of its library'
        if target == SDK_HEADERS:
            return None
        if target == SDK_SOURCES:
            return None if inside(path, SDK_SOURCES) else f'"{name}" is internal to the SDK'
        if not library:
            return f'"{name}": the SDK must include only itself'
        if inside(library, "plugins") and (inside(path, f"{library}/tests") or path == f"{library}/benchmarks.cpp"):
            is_right = target == library or inside(target, "framework/mathematics") or target == "tests/support"
            return None if is_right else f'"{name}": the tests of {library} must not include {target}'
        if target == library:
            is_right = not inside(name, f"{pathlib.PurePath(library).name}/tests")
            return None if is_right else f'"{name}" belongs to the tests'
        self.used[library].add(target)
        return None if target in self.links[library] else f'"{name}": {library} does not link {target}'

    def namespace(self, library):
        name = pathlib.PurePath(library).name
        if inside(library, "framework/host"):
            name = "host"
        elif inside(library, "framework/mathematics") and name not in self.counting:
            name = "mathematics"
        return f"gridcensus::{name}"

    def check_top_level(self):
        if not (self.source / ".git").exists():
            return  # an unpacked archive has no list of its files
        command = ["git", "-c", "safe.directory=*", "ls-files"]
        files = subprocess.run(command, cwd=self.source, check=True, capture_output=True, text=True).stdout
        for name in sorted({file.partition("/")[0] for file in files.splitlines()} - TOP_LEVEL):
            self.error(f"{name}:1", "does not belong on the top level of the repository")


def main():
    source, libraries_file = sys.argv[1:]
    tree = SourceTree(source, pathlib.Path(libraries_file).read_text(encoding="utf-8"))
    errors = tree.check()
    print("\n".join(errors) or f"the dependency rules hold for {len(tree.links)} libraries")
    sys.exit(1 if errors else 0)


if __name__ == "__main__":
    main()
