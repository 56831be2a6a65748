#!/usr/bin/env python3
"""which_strategy.py PROGRAM PAGE: measures the cost of each strategy for each quantity and shape, one thread at a time,
and writes the tables between the marks of the page (docs/strategies.md).

which_strategy.py PROGRAM PAGE --check: counts nothing; every strategy and quantity of the program must be in the
tables, and `list shapes` must confirm every count that the tables claim. Ends with 1 if anything is missing or wrong.

Strategies that are programs are left out, because not every machine has them: the page lists them by hand.

Times are user and system time of the process and its children, so a busy machine makes little difference; memory is
the largest resident set. It needs GNU time (Debian: time). Exact counts are given LIMIT seconds, samplers
SAMPLING seconds.
"""

import datetime
import json
import math
import pathlib
import re
import subprocess
import sys

LIMIT = 120
SAMPLING = 20
SHAPES = ["1x6", "2x2", "2x3", "2x4", "2x5", "2x6", "3x3", "3x4", "3x5", "4x4", "4x5", "5x5"]
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"


def answer(program, *arguments):
    return json.loads(subprocess.run([program, *arguments, "--json", "-"], stdout=subprocess.PIPE, check=True).stdout)


def yields_of(program):
    """Returns the kinds by strategy and quantity, and those counted for a shape with default parameters; without the
    quantities that follow from another one, by a division that costs nothing."""
    own = {q["quantity"] for q in answer(program, "list", "quantities") if not q["relation"]}
    kinds = {(s["strategy"], y["quantity"]): y["kind"]
             for s in answer(program, "list") for y in s["yields"] if y["quantity"] in own
             if answer(program, "describe", s["strategy"])["program"] is None}
    sides = {math.prod(map(int, shape.split("x"))) for shape in SHAPES}
    counted = {shape["shape"]: {(c["strategy"], c["quantity"]) for c in shape["counted_by"]} & set(kinds)
               for side in sides for shape in answer(program, "list", "shapes", str(side))}
    return kinds, counted


def measure(program, strategy, quantity, shape, kind):
    """Returns the answer with seconds of processor time and MiB, or the reason why there is none."""
    limit = ["--param", f"{strategy}.seconds={SAMPLING}"] if kind == "estimate" else []
    # GNU time, because it is small: a child's memory is never reported as less than that of the process that started
    # it.
    command = ["/usr/bin/time", "-q", "-f", "%U %S %M", "timeout", str(LIMIT), program, "count", shape, "--with",
               strategy, "--quantity", quantity, "--threads", "1", "--quiet", "--json", "-", *limit]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    if ran.returncode == 124:
        return f"more than {LIMIT} s"
    if ran.returncode == 4 and limit:
        return f"nothing in {SAMPLING} s"
    if needed := re.search(r"needs (\w+) of \S+, which no strategy counts exactly", ran.stderr):
        return f"{needed[1]} must be given"
    if ran.returncode != 0:
        raise RuntimeError(f"{' '.join(command)} ends with {ran.returncode}: {ran.stderr}")
    user, system, kibibytes = map(float, ran.stderr.splitlines()[-1].split())
    # An input that was counted first has an outcome of its own.
    outcomes = json.loads(ran.stdout)["outcomes"]
    found = next(o for o in outcomes if (o["strategy"], o["quantity"]) == (strategy, quantity))
    what = f"± {found['standard_error'] / float(found['value']):.1g}" if "standard_error" in found else found["kind"]
    return f"{what}, {user + system:.2g} s, {kibibytes / 1024:.0f} MiB"


def processor():
    text = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8")
    found = re.search(r"^model name\s*: (.*)$", text, re.MULTILINE)
    return found[1] if found else "an unknown processor"


def tables(program):
    kinds, counted = yields_of(program)
    lines = subprocess.run([program, "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout
    version = lines.partition("\n")[0]
    yield f"Measured on {datetime.date.today()}, {processor()}, one thread: {version}. Exact counts were given " \
          f"{LIMIT} s, samplers {SAMPLING} s."
    for quantity in (q["quantity"] for q in answer(program, "list", "quantities")):
        strategies = sorted(s for s, q in kinds if q == quantity)
        if not strategies:
            continue
        yield f"\n### {quantity}\n\n| shape | " + " | ".join(strategies) + " |\n|" + "---|" * (len(strategies) + 1)
        for shape in SHAPES:
            cells = [measure(program, s, quantity, shape, kinds[s, quantity])
                     if (s, quantity) in counted.get(shape, ()) else "-" for s in strategies]
            if any(text != "-" for text in cells):
                yield f"| {shape} | " + " | ".join(cells) + " |"


def check(program, text):
    """Yields the errors of the tables."""
    kinds, counted = yields_of(program)
    claimed, quantity, strategies = set(), "", []
    for line in text.splitlines():
        cells = [c.strip() for c in line.strip("|").split("|")]
        if line.startswith("### "):
            quantity = line[4:]
        elif line.startswith("| shape |"):
            strategies = cells[1:]
            claimed |= {(s, quantity, "") for s in strategies}
        elif line.startswith("| ") and strategies:
            claimed |= {(s, quantity, cells[0]) for s, c in zip(strategies, cells[1:]) if c != "-"}
    for s, q in sorted(set(kinds) - {(s, q) for s, q, _ in claimed}):
        yield f"{q} by {s} is in no table"
    for s, q, shape in sorted(claimed):
        if (s, q) not in kinds:
            yield f"{s} yields no {q}"
        elif shape and (s, q) not in counted.get(shape, ()):
            yield f"{s} does not count {q} of {shape}"
    rows = {(q, shape) for _, q, shape in claimed}
    for shape in SHAPES:
        for s, q in sorted(counted[shape]):
            if (s, q, shape) not in claimed:
                yield f"{s} counts {q} of {shape}, which the table does not say" + (
                    "" if (q, shape) in rows else " (no row)")


def main(program, page, only_check=False):
    page = pathlib.Path(page)
    before, rest = page.read_text(encoding="utf-8").split(BEGIN)
    measured, after = rest.split(END)
    if only_check:
        wrong = list(check(program, measured))
        print("\n".join(wrong) or "the tables name what there is")
        return 1 if wrong else 0
    text = "\n".join(tables(program))
    page.write_text(f"{before}{BEGIN}\n{text}\n{END}{after}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:] == ["--check"]))
