#!/usr/bin/env python3
"""class_sizes.py BANDS.csv R C EACH: counts the bands of each EACH-th class of a table of signature classes of RxC
(signature_table.py) from the name of the class, and compares them with its size. The first class is included. For
boxes of two columns it compares the completions, too. For R <= 4, because it fills bands in all ways, row by row."""
import csv
import sys
from collections import Counter
from itertools import permutations, product
from math import factorial

from signature_table import DIGITS


def boxes_of(name, rows, columns):
    """Returns each box of the class as its columns, a column as the set of its symbols."""
    symbols = range(rows * columns)
    boxes = [[set(symbols[column::columns]) for column in range(columns)]]
    for text in name.split():
        box = [{DIGITS.index(digit) for digit in column} for column in text.split("/")]
        box.append(set(symbols).difference(*box))
        boxes.append(box)
    if len(boxes) != rows or any(sorted(map(len, box)) != [rows] * columns for box in boxes):
        sys.exit(f"error: {name} is not a signature of {rows}x{columns}")
    return boxes


def two_row_fillings(columns):
    """Returns the number of fillings of two rows with these symbols in each column: 2 for each cycle."""
    holders = {}
    for column, symbols in enumerate(columns):
        for symbol in symbols:
            holders.setdefault(symbol, []).append(column)
    unseen = set(range(len(columns)))
    cycles = 0
    while unseen:
        cycles += 1
        stack = [unseen.pop()]
        while stack:
            for symbol in columns[stack.pop()]:
                for column in holders[symbol]:
                    if column in unseen:
                        unseen.remove(column)
                        stack.append(column)
    return 2**cycles


def first_rows(columns, used, row):
    """Generates the rows that have one symbol of each column, and continue the given beginning of a row."""
    if len(row) == len(columns):
        yield row
        return
    for symbol in columns[len(row)] - used:
        yield from first_rows(columns, used | {symbol}, [*row, symbol])


def fillings(columns):
    """Returns the number of fillings of all rows with these symbols in each column."""
    rows = len(columns[0])
    if rows == 2:
        return two_row_fillings(columns)
    # By exchange of rows, each symbol of column 1 is in row 1 equally often.
    first = min(columns[0])
    return rows * sum(
        fillings([column - {symbol} for column, symbol in zip(columns, row)])
        for row in first_rows(columns, {first}, [first])
    )


def symmetries(boxes):
    """Returns the number of relabellings, with permutations of the boxes and their columns, that fix the signature."""
    places = [tuple(next(i for i, column in enumerate(box) if symbol in column) for box in boxes)
              for symbol in range(sum(map(len, boxes[0])))]
    alike = Counter(places)
    relabellings = 1
    for count in alike.values():
        relabellings *= factorial(count)
    count = 0
    inside = list(permutations(range(len(boxes[0]))))
    for order in permutations(range(len(boxes))):
        for maps in product(inside, repeat=len(boxes)):
            count += all(
                alike[tuple(maps[box][place[box]] for box in order)] == times for place, times in alike.items()
            )
    return count * relabellings


def main(path, rows, columns, each):
    rows, columns, each = int(rows), int(columns), int(each)
    tried = 0
    with open(path, encoding="utf-8") as file:
        for row in list(csv.DictReader(file))[::each]:
            boxes = boxes_of(row["class"], rows, columns)
            bands = fillings([column for box in boxes for column in box])
            # Of all signatures, R! (C!)^R N! / symmetries are of this class; for the division see moments.py.
            if int(row["size"]) * symmetries(boxes) != rows * factorial(columns) * bands:
                sys.exit(f"error: {row['class']} has another size than its {bands} bands a signature give")
            if columns == 2 and int(row["completions"]) * factorial(rows) != bands:
                sys.exit(f"error: {row['class']} has another number of completions than its {bands} bands give")
            tried += 1
    print(f"{tried} classes have the size that their names give")


if __name__ == "__main__":
    main(*sys.argv[1:])
