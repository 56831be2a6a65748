#!/usr/bin/env python3
"""signature_table.py RESULTS.json > BANDS.csv: the signature classes in a results document of band_classes that counted
grids by them. A class is written as its boxes except the first, a box as the symbols of its columns except the last,
with "/" between them. The omitted parts follow: the first column of box 1 of RxC has the symbols 1, C+1, 2C+1, .., its
second 2, C+2, .., and each box has every symbol once. Size and completions are divided as band_classes describes."""
import csv
import json
import sys

DIGITS = "123456789ABC"


def short(name):
    """Returns the class "123 456 789 | 124 357 689" as "124/357", "1,2,3 4,5,6 | 1,2,4 3,5,6" as "124"."""
    boxes = []
    for box in name.split(" | "):
        columns = [column.split(",") if "," in column else list(column) for column in box.split()]
        boxes.append("/".join("".join(DIGITS[int(symbol) - 1] for symbol in column) for column in columns[:-1]))
    return " ".join(boxes)


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
