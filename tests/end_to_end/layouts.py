#!/usr/bin/env python3
"""Counts the squares of every jigsaw layout of one order in one experiment, and adds them up.

layouts.py PROGRAM ORDER EXPECTED

A layout is a partition of the ORDER x ORDER cells into connected regions of ORDER cells. EXPECTED is the sum over all of
them: OEIS A172478 has 72 for order 3, 13872 for order 4 and 11762160 for order 5.
"""

import json
import pathlib
import subprocess
import sys
import tempfile


def layouts(order):
    """Yields each layout as lines of letters, regions lettered in the order of their first cells."""
    cells = order * order
    letters = [None] * cells

    def neighbours(cell):
        row, col = divmod(cell, order)
        if row > 0:
            yield cell - order
        if col > 0:
            yield cell - 1
        if col < order - 1:
            yield cell + 1
        if row < order - 1:
            yield cell + order

    def regions(region, edge, seen):
        """Yields each connected region of free cells that has all of `region` and none of those seen but not taken."""
        if len(region) == order:
            yield region
            return
        edge = list(edge)
        while edge:
            cell = edge.pop()
            new = [n for n in neighbours(cell) if letters[n] is None and n not in seen]
            yield from regions(region + [cell], edge + new, seen | set(new))

    def lay(number):
        if number == order:
            yield ["".join(letters[row * order : (row + 1) * order]) for row in range(order)]
            return
        first = letters.index(None)
        for region in regions([], [first], {first}):
            for cell in region:
                letters[cell] = chr(ord("a") + number)
            yield from lay(number + 1)
            for cell in region:
                letters[cell] = None

    yield from lay(0)


def main():
    program, order, expected = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    asked = list(layouts(order))
    with tempfile.TemporaryDirectory() as folder:
        experiment = pathlib.Path(folder, "layouts.yaml")
        entries = "".join(f"  - {{shape: 1x{order}, layout: [{', '.join(lines)}]}}\n" for lines in asked)
        experiment.write_text(f"problems:\n{entries}strategies: {{exact_cover: {{}}, orbit_search: {{}}}}\n")
        run = subprocess.run(
            [program, "run", experiment, "--no-ledger", "--quiet", "--json", "-"], stdout=subprocess.PIPE, check=True
        )
    values = {}  # by the canonical rules: what each strategy says
    for outcome in json.loads(run.stdout)["outcomes"]:
        if outcome["quantity"] == "grids":
            values.setdefault(outcome["problem"]["rules"], []).append(int(outcome["value"]))
    # Regions that are all rows, or all columns, add nothing: both layouts are the Latin squares, counted once.
    letters = [chr(ord("a") + number) for number in range(order)]
    trivial = [[letter * order for letter in letters], ["".join(letters)] * order]
    of_layouts = [values["classic" if layout in trivial else "layout:" + "/".join(layout)] for layout in asked]
    total = sum(each[0] for each in of_layouts)
    print(f"{len(asked)} layouts of order {order}, {len(values)} problems, {total} squares")
    if total != expected:
        sys.exit(f"expected {expected} squares")
    if any(len(each) != 2 for each in of_layouts):
        sys.exit("a strategy refused a layout")


main()
