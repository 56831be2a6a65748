#!/usr/bin/env python3
"""moments.py BANDS.csv C BANDS GRIDS: whether a table of signature classes of Cx2 (signature_table.py) adds up to all
BANDS of Cx2, class by class their size, and to all GRIDS of 2xC: each band times those that complete it."""
import csv
import sys
from math import factorial


def main(path, columns, bands, grids):
    columns = int(columns)
    sums = [0, 0]
    with open(path, encoding="utf-8") as file:
        for row in csv.DictReader(file):
            # What the numbers of the table were divided by: see plugins/band_classes/README.md.
            size = int(row["size"]) * factorial(2 * columns) * 2 ** (columns - 1) * factorial(columns - 1)
            sums[0] += size
            sums[1] += size * int(row["completions"]) * factorial(columns)
    print(f"{sums[0]} bands, {sums[1]} grids")
    if sums != [int(bands), int(grids)]:
        sys.exit(f"error: not the {bands} bands and {grids} grids that are expected")


if __name__ == "__main__":
    main(*sys.argv[1:])
