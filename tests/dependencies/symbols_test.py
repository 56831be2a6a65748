"""Tests symbols.py with plugins that declare too little or too much.

symbols_test.py LIBRARIES_FILE FOLDER SOUND_PLUGIN

FOLDER contains the libraries of tests/dependencies/plugins.
"""

import pathlib
import subprocess
import sys
import tempfile
import unittest

LIBRARIES_FILE, FOLDER, SOUND_PLUGIN = map(pathlib.Path, sys.argv[1:])


class Symbols(unittest.TestCase):
    def check(self, returncode, *lines, plugins):
        program = [sys.executable, "-B", pathlib.Path(__file__).with_name("symbols.py"), LIBRARIES_FILE, *plugins]
        result = subprocess.run(program, capture_output=True, text=True, check=False)
        self.assertEqual((result.returncode, result.stdout.splitlines()), (returncode, list(lines)), result.stderr)

    def test_a_valid_plugin_passes(self):
        self.check(0, "plugins with correct declarations: 1", plugins=[SOUND_PLUGIN])
        self.check(1, "plugins with correct declarations: 0", plugins=[])

    def test_each_fault_is_detected(self):
        undeclared, idle, other = (
            FOLDER / f"{name}.so" for name in ("undeclared", "idle_declaration", "other_strategy")
        )
        self.check(
            1,
            f"{undeclared}: has code of band_recursion but does not declare it",
            f"{idle}: declares band_recursion but has no code of it",
            f"{idle}: declares symmetric_grids_bound but has no code of it",
            f"{other}: has code of the strategy enumeration",
            plugins=[undeclared, idle, SOUND_PLUGIN, other],
        )

    def test_a_plugin_without_symbols_cannot_be_judged(self):
        with tempfile.TemporaryDirectory() as folder:
            stripped = pathlib.Path(folder) / "undeclared.so"
            subprocess.run(["strip", "-o", stripped, FOLDER / "undeclared.so"], check=True)
            message = "no symbol of gridcensus: not a plugin, or stripped"
            self.check(1, f"{stripped}: {message}", plugins=[stripped])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
