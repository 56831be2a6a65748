"""The package and the examples of its page pass mypy --strict."""

import os
import shutil
import subprocess
import sys

import support

mypy = shutil.which("mypy")
if mypy is None:
    support.skip("mypy is missing (Debian: mypy)")
command = [mypy, "--strict", "--python-version", "3.11", "--cache-dir", os.devnull]
for paths in ([support.PACKAGE / "gridcensus"], *([example] for example in sorted(support.EXAMPLES.glob("*.py")))):
    checked = subprocess.run([*command, *map(str, paths)], env={**os.environ, "MYPYPATH": str(support.PACKAGE)})
    if checked.returncode:
        sys.exit(1)
