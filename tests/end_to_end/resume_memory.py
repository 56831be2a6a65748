#!/usr/bin/env python3
"""resume_memory.py PROGRAM: a resumed run must not take more memory the more units its ledger has. A strategy with large
units fails in the last of them; then the run is resumed, and its peak is compared with that of the first run."""
import os
import pathlib
import subprocess
import sys
import tempfile

STRATEGY = """
import pathlib
from gridcensus.strategy import Plan, Strategy, Tally

HERE = pathlib.Path(__file__).parent
UNITS, ROWS = 250, 500
my = Strategy("large_units", version="1", summary="Counts with large tables.", source="elementary",
              quantities=["grids"])


@my.prepare
def prepare(job):
    return Plan(units=UNITS)


@my.unit
def unit(job, unit):
    if unit == UNITS - 1 and not (HERE / "complete").exists():
        raise RuntimeError("not yet")
    tally = Tally()
    tally.add("grids", 288 if unit == 0 else 0)
    tally.table("rows", "row", ["count"],
                {f"{row:0900}": [1] for row in range(ROWS)})
    return tally


my.main()
"""
DESCRIPTION = "strategy: large_units\ncommand: [python3, ./large_units.py]\nprotocol: 1\nis: large_units\n"
ALLOWED = 40 << 20  # all units together are more than 100 MiB


def peak(program, folder, expected):
    """Runs the experiment; returns the largest resident size of its processes in bytes."""
    package = pathlib.Path(__file__).resolve().parents[2] / "framework/python"
    process = subprocess.Popen(
        [program, "count", "2x2", "--with", "large_units", "--quantity", "grids", "--plugin-dir", folder, "--threads", "1",
         "--ledger", f"{folder}/ledger", "--quiet"],
        cwd=folder, env={**os.environ, "PYTHONPATH": str(package), "PYTHONDONTWRITEBYTECODE": "1"},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != expected:
        sys.exit(f"exit code {process.returncode}, not {expected}:\n{output}")
    return usage.ru_maxrss * 1024


def main(program):
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "large_units.py").write_text(STRATEGY, encoding="utf-8")
        pathlib.Path(folder, "large_units.strategy.yaml").write_text(DESCRIPTION, encoding="utf-8")
        first = peak(program, folder, 1)
        pathlib.Path(folder, "complete").touch()
        resumed = peak(program, folder, 0)
    print(f"peak of the first run {first >> 20} MiB, resumed {resumed >> 20} MiB")
    if resumed > first + ALLOWED:
        sys.exit(f"error: the resumed run takes {(resumed - first) >> 20} MiB more")


if __name__ == "__main__":
    main(*sys.argv[1:])
