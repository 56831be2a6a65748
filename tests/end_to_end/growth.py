#!/usr/bin/env python3
"""growth.py PROGRAM: the results document and the peak memory grow in proportion to every list of an
experiment: twice the list takes twice as much, never four times.

The keys that take a list are those of the schema, so a new one fails here until `LISTS` has it."""
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


SOLUTION = [[(3 * (row % 3) + row // 3 + column) % 9 + 1 for column in range(9)] for row in range(9)]


def pairs_of_cells(count):
    """Returns pairs of cells, the lesser value of `SOLUTION` first."""
    cells = [(SOLUTION[row][column], f"r{row + 1}c{column + 1}") for row in range(9) for column in range(9)]
    pairs = [(one, other) for one in cells for other in cells if one[0] < other[0]]
    return random.Random(1).sample(pairs, count)


def rules_of_pairs(key, entry):
    """Returns a maker of 9x9 puzzles of which the list `key` has an entry for each of many pairs of cells."""
    def make(count):
        givens = "".join(str(value) for row in SOLUTION for value in row)[:60] + "." * 21
        entries = ", ".join(entry(*one, *other) for one, other in pairs_of_cells(count))
        return (f"problems: [{{shape: 3x3, givens: {givens}, {key}: [{entries}]}}]\n"
                "strategies: {enumeration: {quantities: grids}, exact_cover: {quantities: grids}}\n")
    make.__name__ = key
    return make


def given_values(count):
    """As many configurations, each with another value for its input."""
    names = ", ".join(f"c{i}: {{strategy: burnside_bfs, quantities: essentially_different, "
                      f"inputs: {{grids: {{value: {288 * i}, source: a test}}}}}}" for i in range(1, count + 1))
    return f"problems: [{{shape: 2x2}}]\nstrategies: {{{names}}}\n"


def layouts(count):
    """As many jigsaw layouts, in a file: every two rows are divided into two regions."""
    cuts = [one * cut + other * (6 - cut) + one * (6 - cut) + other * cut for one, other in ("AB", "CD", "EF")
            for cut in range(1, 6)]
    both = ["".join((cuts[i // 25], cuts[5 + i // 5 % 5], cuts[10 + i % 5])) for i in range(count)]
    return ("problems: [{shape: 1x6, layouts: layouts.txt}]\n"
            "strategies: {row_sampler: {quantities: grids, samples: 100}}\n", {"layouts.txt": "\n".join(both) + "\n"})


def published_files(count):
    value = "values:\n  - {shape: 2x2, quantity: grids, value: 288, standing: verified, source: a test}\n"
    names = [f"values_{i}.yaml" for i in range(count)]
    return (f"problems: [{{shape: 2x2}}]\nstrategies: {{enumeration: {{quantities: grids}}}}\n"
            f"published: [{', '.join(names)}]\n", dict.fromkeys(names, value))


CELLS = "at most as many as a grid has cells"
SHAPES = "at most as many as there are shapes"
QUANTITIES = "at most as many as a strategy yields or takes"

# By key: the experiments of which that list grows, with its shortest length; or the reason why it is never long.
LISTS = {
    "problems": {similar_problems: 150, unrelated_problems: 40},
    "problems.shape": SHAPES,
    "problems.rules": {rules_of_pairs("rules", lambda less, one, more, other: f"different:{one}.{other}"): 100},
    "problems.layout": CELLS,
    "problems.layouts": {layouts: 15},
    "problems.regions": {rules_of_pairs("regions", lambda less, one, more, other: f"[{one}, {other}]"): 100},
    "problems.different": {rules_of_pairs("different", lambda less, one, more, other: f"[{one}, {other}]"): 100},
    "problems.different.offset": "two numbers",
    "problems.different.within": CELLS,
    "problems.givens": CELLS,
    "problems.allowed": {rules_of_pairs(
        "allowed", lambda less, one, more, other: f"{{cells: [{one}, {other}], symbols: [{less}, {more}]}}"): 100},
    "problems.allowed.cells": CELLS,
    "problems.allowed.symbols": CELLS,
    "problems.less": {rules_of_pairs("less", lambda less, one, more, other: f"[{one}, {other}]"): 100},
    "problems.relations": {rules_of_pairs(
        "relations", lambda less, one, more, other: f"{{cells: [{one}, {other}], sum: {less + more}}}"): 100},
    "problems.relations.cells": CELLS,
    "problems.relations.offset": "two numbers",
    "problems.relations.within": CELLS,
    "problems.relations.table": CELLS,
    "strategies": {configurations: 50},
    "strategies.parameter": {sweep: 50},
    "strategies.sweep.parameter": {sweep: 50, swept_with_seeds: 50},
    "strategies.quantities": QUANTITIES,
    "strategies.only": SHAPES,
    "strategies.inputs": {given_values: 50},
    "seed": {seeds: 50},
    "expect": {expectations: 300},
    "published": {published_files: 50},
}


def lists_in(schema):
    """Returns the keys of experiments that take a list, or a map with names of the user."""
    found = {"problems.layouts"}  # the lines of a file
    parameters = set.union(*(set(strategy["properties"]["sweep"].get("properties", {}))
                             for strategy in schema["definitions"].values() if "sweep" in strategy["properties"]))

    def search(node, path):
        if isinstance(node, list):
            for each in node:
                search(each, path)
        if not isinstance(node, dict):
            return
        if node.get("type") == "array" or isinstance(node.get("additionalProperties"), dict):
            found.add(".".join(path))
        for name, member in node.get("properties", {}).items():
            search(member, path + ["parameter" if name in parameters and path[:1] == ["strategies"] else name])
        for part in ("items", "additionalProperties", "anyOf"):
            search(node.get(part), path)

    search({**schema, "definitions": None}, [])
    for strategy in schema["definitions"].values():
        search(strategy, ["strategies"])
    # Problems and expectations have the same rules.
    return {key.replace("expect.", "problems.") for key in found}


def measured(program, made, folder):
    """Returns the size of the document and the peak memory of a run [bytes]."""
    text, files = made if isinstance(made, tuple) else (made, {})
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8")
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
    # Read by line: the peak of a new process is at least the memory of the one that starts it.
    with document.open(encoding="utf-8") as lines:
        alone = sum('"standing": "replicated"' in line for line in lines)
    if alone and "exact_cover" in text:
        FAILURES.append(f"{alone} values were not compared with an independent strategy")
    return document.stat().st_size, usage.ru_maxrss * 1024


def is_linear(sizes, slack):
    """Returns whether a list of twice the length takes twice the size; the shortest one may have all pairs."""
    return sizes[2] <= 2.25 * sizes[1] + slack


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    schema = json.loads(subprocess.run([program, "schema"], capture_output=True, check=True).stdout)
    found = lists_in(schema)
    FAILURES.extend(f"{key}: takes a list, whose growth is not tested (`LISTS`)" for key in sorted(found - set(LISTS)))
    FAILURES.extend(f"{key}: is in `LISTS`, but takes no list" for key in sorted(set(LISTS) - found))
    grown = {make: count for makers in LISTS.values() if isinstance(makers, dict) for make, count in makers.items()}
    with tempfile.TemporaryDirectory() as made:
        for make, count in grown.items():
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
