#!/usr/bin/env python3
"""signature_table.py RESULTS.json > BANDS.csv: the signature classes of boxes of two columns in a results document of
band_classes, where grids of boxes of two rows or two columns were counted by them. A class is written as the columns
with symbol 1 of all boxes but the first, where it is 1, 3, 5, ..; size and completions are divided as band_classes says."""
import csv
import json
import sys

DIGITS = "0123456789ABC"


def short(name):
    """The class "1,2,3 4,5,6 | 1,2,4 3,5,6" as "123 124"."""
    boxes = (box.split()[0].split(",") if "," in box else list(box.split()[0]) for box in name.split(" | "))
    return " ".join("".join(DIGITS[int(symbol)] for symbol in box) for box in boxes)


def main(path):
    with open(path, encoding="utf-8") as file:
        findings = json.load(file)["findings"]
    tables = [each for each in findings if each["name"].endswith("signature_class_table")]
    if len(tables) != 1:
        sys.exit(f"error: {path} has {len(tables)} tables of signature classes, not one")
    table = tables[0]
    columns = [table["columns"].index(name) for name in ("size", "completions")]
    lines = csv.writer(sys.stdout, lineterminator="\n")
    lines.writerow(["class", "size", "completions"])
    lines.writerows([short(name), *(values[column] for column in columns)] for name, values in table["rows"].items())


if __name__ == "__main__":
    main(*sys.argv[1:])
