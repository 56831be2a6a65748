#!/usr/bin/env python3
"""moments.py BANDS.csv R C CLASSES BANDS GRIDS: checks that a table of signature classes of RxC (signature_table.py)
has CLASSES different classes, that their sizes add up to all BANDS of RxC, and that each band times its completions
adds up to all GRIDS."""
import csv
import sys
from math import factorial


def completions_divisor(rows, columns):
    """Returns what the completions of a table were divided by: plugins/band_classes/README.md."""
    return factorial(rows) ** (columns - 1) * factorial(columns - 1)


def main(path, rows, columns, classes, bands, grids):
    rows, columns = int(rows), int(columns)
    # The sizes of the table were divided by this: plugins/band_classes/README.md.
    bands_of_one = factorial(rows * columns) * factorial(columns) ** (rows - 1) * factorial(rows - 1)
    completions_of_one = completions_divisor(rows, columns)
    names = set()
    sums = [0, 0]
    with open(path, encoding="utf-8") as file:
        for row in csv.DictReader(file):
            names.add(row["class"])
            size = int(row["size"]) * bands_of_one
            sums[0] += size
            sums[1] += size * int(row["completions"]) * completions_of_one
    print(f"{len(names)} classes, {sums[0]} bands, {sums[1]} grids")
    if [len(names), *sums] != [int(classes), int(bands), int(grids)]:
        sys.exit(f"error: not the {classes} classes, {bands} bands and {grids} grids that are expected")


if __name__ == "__main__":
    main(*sys.argv[1:])
