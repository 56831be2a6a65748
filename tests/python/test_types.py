"""The package, the examples of its page and the template of new-strategy pass mypy --strict."""

import os
import shutil
import subprocess
import sys

import support

mypy = shutil.which("mypy")
if mypy is None:
    support.skip("mypy is missing (Debian: mypy)")
command = [mypy, "--strict", "--python-version", "3.11", "--cache-dir", os.devnull]
template = support.SOURCE / "framework/data/templates/python/new_strategy.py"
scripts = [*sorted(support.EXAMPLES.glob("*.py")), template]
for paths in ([support.PACKAGE / "gridcensus"], *([file] for file in scripts)):
    checked = subprocess.run([*command, *map(str, paths)], env={**os.environ, "MYPYPATH": str(support.PACKAGE)})
    if checked.returncode:
        sys.exit(1)
