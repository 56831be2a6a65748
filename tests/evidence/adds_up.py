#!/usr/bin/env python3
"""adds_up.py TABLE.csv.gz ORDER ANSWER: checks that a table of classes of symmetries (name, size, kept) has ORDER
elements in all, and that these fix ORDER * ANSWER grids, as Burnside's lemma gives for ANSWER essentially different
grids."""
import csv
import gzip
import sys


def main(path, order, answer):
    with gzip.open(path, "rt", encoding="utf-8") as file:
        rows = [(row["name"], int(row["size"]), int(row["kept"])) for row in csv.DictReader(file)]
    elements = sum(size for _, size, _ in rows)
    kept = sum(size * grids for _, size, grids in rows)
    if len({name for name, _, _ in rows}) != len(rows):
        sys.exit(f"error: {path} has a class twice")
    if elements != int(order) or kept != int(order) * int(answer):
        sys.exit(f"error: {path} adds up to {elements} elements and {kept} kept grids")


if __name__ == "__main__":
    main(*sys.argv[1:])
