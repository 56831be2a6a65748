#!/usr/bin/env python3
"""class_completions.py TABLE.csv.gz R C CLASSES SEED SAMPLES GRIDCENSUS: compares the completions of CLASSES random
classes of a table of signature classes of RxC (signature_table.py) with estimates by row_sampler, which uses no theory
of bands. A class becomes a problem: a grid whose first band, any band of this class, is given. Exits with 3 if an
estimate contradicts the table, and with an error if it does not contradict completions that are 5 % too large."""
import csv
import gzip
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from class_sizes import boxes_of, first_rows
from moments import completions_divisor
from signature_table import DIGITS


def first_band(name, rows, columns):
    """Returns a band with this signature, row by row. The columns and symbols are a regular bipartite graph, so each
    row exists."""
    rest = [set(column) for box in boxes_of(name, rows, columns) for column in box]
    band = []
    for _ in range(rows):
        band.append(next(first_rows(rest, set(), [])))
        rest = [column - {symbol} for column, symbol in zip(rest, band[-1])]
    return band


def experiment(drawn, rows, columns, samples, percent):
    """Returns an experiment that expects this many percent of the completions."""
    side = rows * columns
    problems, expected = [], []
    for each in drawn:
        band = first_band(each["class"], rows, columns)
        givens = "".join(DIGITS[symbol] for row in band for symbol in row) + "." * (side * (side - rows))
        problem = f"shape: {rows}x{columns}, givens: '{givens}'"
        value = int(each["completions"]) * completions_divisor(rows, columns) * percent // 100
        problems.append(f"  - {{{problem}}}")
        expected.append(f"  - {{{problem}, quantity: grids, value: {value}, source: '{each['class']}'}}")
    strategy = f"  row_sampler: {{quantities: [grids], samples: {samples}}}"
    return "\n".join(["problems:", *problems, "strategies:", strategy, "expect:", *expected, ""])


def main(table, rows, columns, classes, seed, samples, program):
    rows, columns = int(rows), int(columns)
    with gzip.open(table, "rt", encoding="utf-8") as file:
        drawn = random.Random(int(seed)).sample(list(csv.DictReader(file)), int(classes))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "completions.yaml")
        for percent in 100, 105:
            path.write_text(experiment(drawn, rows, columns, samples, percent), encoding="utf-8")
            # The ledger has the samples for the second question.
            done = subprocess.run([program, "run", path, "--ledger", f"{folder}/ledger", "--full", "--quiet"],
                                  text=True, stdout=subprocess.PIPE, check=False)
            if percent == 100:
                print(done.stdout)
                if done.returncode:
                    sys.exit(done.returncode)
            elif done.returncode != 3:
                sys.exit(f"error: exit code {done.returncode}, not 3, with completions that are 5 % too large")


if __name__ == "__main__":
    main(*sys.argv[1:])
