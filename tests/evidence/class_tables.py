#!/usr/bin/env python3
"""class_tables.py RESULTS.json [--alone] > TABLE.csv: the classes of symmetries of the problem in a results document:
name, size, and the number of grids up to relabelling that a member fixes. All strategies that counted them must agree,
and there must be at least two, or with --alone one."""
import csv
import json
import sys


def column(document, finding, name):
    """Returns, by strategy, class -> the value in this column of a finding that is a table."""
    return {entry["strategy"]: {row: int(values[entry["columns"].index(name)]) for row, values in entry["rows"].items()}
            for entry in document["findings"] if entry["name"] == finding}


def main(path, *options):
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    sizes = column(document, "symmetry_class_sizes", "size")
    kept = column(document, "fixed_grids_of_classes", "fixed_grids")
    # A class that is not in the table of fixed grids fixes none.
    tables = {strategy: {name: (size, kept[strategy].get(name, 0)) for name, size in sizes[strategy].items()}
              for strategy in sizes.keys() & kept.keys()}
    least = 1 if "--alone" in options else 2
    if len(tables) < least:
        sys.exit(f"error: {path} has the classes of {len(tables)} strategies, not of {least}")
    table, *others = tables.values()
    if any(other != table for other in others):
        sys.exit(f"error: {' and '.join(sorted(tables))} do not agree")
    lines = csv.writer(sys.stdout, lineterminator="\n")
    lines.writerow(["name", "size", "kept"])
    lines.writerows([name, *values] for name, values in sorted(table.items()))


if __name__ == "__main__":
    main(*sys.argv[1:])
