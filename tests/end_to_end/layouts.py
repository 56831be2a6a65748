#!/usr/bin/env python3
"""Counts the squares of every jigsaw layout of one order in one experiment and adds them up.

layouts.py PROGRAM ORDER EXPECTED

A layout is a partition of the ORDER x ORDER cells into connected regions of ORDER cells. EXPECTED is the sum over all of
them: OEIS A172478 has 72 for order 3, 13872 for order 4 and 11762160 for order 5. The program must find the same total
itself, over the layouts of a file and over all of them, in parts too, and after an interruption.
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
        """Yields each connected region of free cells that contains `region` and no cell that was seen but not taken."""
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


def run(program, folder, *arguments, code=0):
    """Runs a command in a folder, which must end with this exit code, and returns what it printed."""
    ended = subprocess.run([program, *map(str, arguments)], cwd=folder, stdout=subprocess.PIPE)
    if ended.returncode != code:
        sys.exit(f"{arguments}: exit code {ended.returncode}, expected {code}")
    return ended.stdout


def totals(output):
    """Returns the totals of a document: kind and value by list and configuration."""
    document = json.loads(output)
    return {(each["list"], each["configuration"]): each.get("value", each["kind"]) for each in document["totals"]}


def check_totals(program, order, asked, expected, folder):
    # Each layout twice, the second time in other letters.
    lines = ["".join(lines) for lines in asked]
    lines += [line.translate(str.maketrans("abcde", "3.1zQ")) for line in lines]
    pathlib.Path(folder, "list.txt").write_text("# all layouts\n\n" + "\n".join(lines) + "\n")
    pathlib.Path(folder, "lists.yaml").write_text(
        f"problems:\n  - {{shape: 1x{order}, layouts: all}}\n"
        + f"  - {{shape: 1x{order}, layouts: list.txt}}\n"
        + "strategies: {exact_cover: {quantities: grids}, orbit_search: {quantities: grids}}\n"
        + f"expect: [{{shape: 1x{order}, layouts: all, quantity: grids, value: {expected}, source: OEIS A172478}}]\n"
    )
    names = {f"1x{order} layouts:all": expected, f"1x{order} layouts:list.txt": 2 * expected}
    wanted = {
        (name, strategy): str(total) for name, total in names.items() for strategy in ("exact_cover", "orbit_search")
    }

    def check(output, what):
        if totals(output) != wanted:
            sys.exit(f"{what}: totals {totals(output)}, expected {wanted}")

    whole = ["run", "lists.yaml", "--quiet", "--json", "-"]
    none_yet = totals(run(program, folder, *whole, "--set", "budget.seconds=1e-9", code=4))
    if set(none_yet.values()) != {"unfinished"}:
        sys.exit(f"stopped at once: totals {none_yet}")
    check(run(program, folder, *whole), "resumed")
    check(run(program, folder, "show", "lists.ledger", "--json", "-"), "shown")
    run(program, folder, "verify", "lists.ledger")
    parts = [f"part{number}.ledger" for number in (1, 2)]
    for number, part in enumerate(parts, 1):
        run(program, folder, "run", "lists.yaml", "--quiet", "--part", f"{number}/2", "--ledger", part)
    run(program, folder, "merge", *parts, "--output", "merged.ledger")
    check(run(program, folder, *whole, "--ledger", "merged.ledger"), "merged")
    run(program, folder, "verify", "merged.ledger")
    exported = run(program, folder, "export", "merged.ledger", "--format", "csv", "--totals").decode()
    if len(exported.splitlines()) != 1 + len(wanted):
        sys.exit(f"exported: {exported}")
    run(program, folder, *whole, "--no-ledger", "--set", f"expect[0].value={expected + order}", code=3)


def main():
    program, order, expected = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    asked = list(layouts(order))
    with tempfile.TemporaryDirectory() as folder:
        experiment = pathlib.Path(folder, "layouts.yaml")
        entries = "".join(f"  - {{shape: 1x{order}, layout: [{', '.join(lines)}]}}\n" for lines in asked)
        experiment.write_text(f"problems:\n{entries}strategies: {{exact_cover: {{}}, orbit_search: {{}}}}\n")
        counted = run(program, folder, "run", experiment, "--no-ledger", "--quiet", "--json", "-")
        check_totals(program, order, asked, expected, folder)
    values = {}  # by the canonical rules: the value of each strategy
    for outcome in json.loads(counted)["outcomes"]:
        if outcome["quantity"] == "grids":
            values.setdefault(outcome["problem"]["rules"], []).append(int(outcome["value"]))
    # Regions that are all rows, or all columns, add no constraint: both layouts are the Latin squares, counted once.
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
