#!/usr/bin/env python3
"""A ledger stays usable after a change of the SDK that changes no number: of comments, and so of line numbers, in all
headers.

    changed_comment.py PROGRAM COMPILER SOURCE_FOLDER BUILD_FOLDER

Builds the plugin of the sampling template against the headers before and after such a change, and resumes the ledger
of one plugin with the other.
"""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile


def main():
    program, compiler = sys.argv[1:3]
    source, build = map(pathlib.Path, sys.argv[3:5])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        plugins = folder / "plugins"
        plugins.mkdir()
        shutil.copytree(source / "framework/include/gridcensus", folder / "include/gridcensus")
        shutil.copytree(source / "framework/data/templates/sampling", folder / "template")

        def compile_plugin():
            subprocess.run(
                [compiler, "-std=c++20", "-DNDEBUG", "-fPIC", "-shared", "-fvisibility=hidden",
                 "-I", folder / "include", "-I", build / "generated", "-o", plugins / "new_strategy.so", folder / "template/mathematics.cpp",
                 folder / "template/plugin.cpp", "-L", build / "lib/gridcensus", "-lgridcensus_sdk",
                 f"-Wl,-rpath,{build}/lib/gridcensus"],
                check=True)

        def was_reused():
            """Counts with the ledger. Returns whether the ledger had the estimate."""
            done = subprocess.run(
                [program, "count", "2x2", "--with", "new_strategy", "--param", "samples=20000", "--plugin-dir", plugins,
                 "--ledger", folder / "x.ledger", "--json", "-", "-q"],
                stdout=subprocess.PIPE, check=True)
            return json.loads(done.stdout)["runs"][0]["reused"]

        compile_plugin()
        if was_reused():
            sys.exit("the first count was reused")
        for header in folder.glob("include/gridcensus/*.hpp"):
            header.write_text("// Another comment,\n// of two lines.\n" + header.read_text())
        compile_plugin()
        if not was_reused():
            sys.exit("the estimate was not reused after a comment of the SDK changed")


if __name__ == "__main__":
    main()
