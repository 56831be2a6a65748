#!/usr/bin/env python3
"""growth.py PROGRAM: the results document and the peak memory grow in proportion to every list of an
experiment: twice the list takes twice as much, never four times."""
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

FAILURES = []


def sweep(count):
    samples = ", ".join(str(500 + i) for i in range(count))
    return (f"problems: [{{shape: 2x2}}]\nstrategies: {{rows: {{strategy: row_sampler, quantities: grids, "
            f"sweep: {{samples: [{samples}]}}}}, enumeration: {{quantities: grids}}}}\n")


def swept_with_seeds(count):
    return sweep(count) + "seed: [1, 2]\n"


def configurations(count):
    names = ", ".join(f"c{i}: {{strategy: row_sampler, samples: {500 + i}, quantities: grids}}" for i in range(count))
    return f"problems: [{{shape: 2x2}}]\nstrategies: {{enumeration: {{quantities: grids}}, {names}}}\n"


def two_clues(draw):
    cells = draw.sample([(row, column) for row in range(1, 5) for column in range(1, 5)], 2)
    return ", ".join(f"r{row}c{column}: {draw.randint(1, 4)}" for row, column in sorted(cells))


def similar_problems(count):
    """Puzzles of which many are images of others under maps of cells."""
    draw = random.Random(count)
    problems = set()
    while len(problems) < count:
        problems.add(f"{{shape: 2x2, givens: {{{two_clues(draw)}}}}}")
    return (f"problems: [{', '.join(sorted(problems))}]\n"
            "strategies: {enumeration: {quantities: grids}, exact_cover: {quantities: grids}}\n")


def seeds(count):
    return (f"problems: [{{shape: 2x2}}]\nseed: [{', '.join(str(i + 1) for i in range(count))}]\n"
            "strategies: {rows: {strategy: row_sampler, quantities: grids, samples: 500}}\n")


def unrelated_problems(count):
    """Puzzles of side 9, of which no map of cells carries one to another."""
    draw = random.Random(count)
    cells = [(row, column) for row in range(9) for column in range(9)]
    problems = ", ".join("{shape: 3x3, givens: {" + ", ".join(
        f"r{row + 1}c{column + 1}: {(3 * (row % 3) + row // 3 + column) % 9 + 1}" for row, column in draw.sample(cells, 50))
        + "}}" for _ in range(count))
    return f"problems: [{problems}]\nstrategies: {{exact_cover: {{quantities: grids}}}}\n"


def expectations(count):
    """An expected value for each of the problems."""
    draw = random.Random(1)
    givens = set()
    while len(givens) < count:
        givens.add(two_clues(draw))
    lists = [", ".join(f"{{shape: 2x2, givens: {{{given}}}{more}}}" for given in sorted(givens))
             for more in ("", ", quantity: grids, value: 24, source: a test")]
    return f"problems: [{lists[0]}]\nstrategies: {{enumeration: {{quantities: grids}}}}\nexpect: [{lists[1]}]\n"


def measured(program, text, folder):
    """Returns the size of the document and the peak memory of a run [bytes]."""
    experiment, document = folder / "x.yaml", folder / "x.json"
    experiment.write_text(text, encoding="utf-8")
    with subprocess.Popen([program, "run", experiment, "--no-ledger", "--quiet", "--json", document],
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as run:
        message = run.stderr.read().decode()
        _, status, usage = os.wait4(run.pid, 0)
        run.returncode = os.waitstatus_to_exitcode(status)
    # 3: an expected value is wrong; 4: too few samples for an error.
    if run.returncode not in (0, 3, 4):
        FAILURES.append(f"exit {run.returncode}: {message[:400]}")
        return 0, 0
    outcomes = json.loads(document.read_text(encoding="utf-8"))["outcomes"]
    alone = [outcome for outcome in outcomes if outcome["standing"] == "replicated"]
    if alone and "exact_cover" in text:
        FAILURES.append(f"{len(alone)} values were not compared with an independent strategy: {alone[0]}")
    return document.stat().st_size, usage.ru_maxrss * 1024


def is_linear(sizes, slack):
    """Returns whether a list of twice the length takes twice the size; the shortest one may have all pairs."""
    return sizes[2] <= 2.25 * sizes[1] + slack


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as made:
        for make, count in {sweep: 50, swept_with_seeds: 50, configurations: 50, similar_problems: 150, seeds: 50,
                            unrelated_problems: 40, expectations: 300}.items():
            counts = [count, 2 * count, 4 * count]
            found = [measured(program, make(number), pathlib.Path(made)) for number in counts]
            documents, memories = zip(*found)
            print(f"{make.__name__} {counts}: documents {[size >> 10 for size in documents]} KiB, "
                  f"memory {[size >> 20 for size in memories]} MiB", flush=True)
            if not is_linear(documents, 20_000):
                FAILURES.append(f"{make.__name__}: the document grows faster than the list")
            if not is_linear(memories, 8 << 20):
                FAILURES.append(f"{make.__name__}: the memory grows faster than the list")
    print(*FAILURES, f"{len(FAILURES)} failures", sep="\n")
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
