"""Counts grids as exact covers, by Knuth's Algorithm X with a memo. Speaks the strategy protocol, version 1."""

import functools
import json
import math
import sys

ABOUT = {"protocol": 1, "id": "python_exact_cover", "version": "1.0", "answers": [],
         "summary": "Exact covers in plain Python: Algorithm X, and a memo of what was covered before",
         "source": "D. E. Knuth, The Art of Computer Programming 4B, 7.2.2.1",
         "quantities": [{"name": "grids", "kind": "exact"}], "takes": {"rules": "any", "largest_side": 6}}
most_units = 64


def prepare(request):
    global completions, states
    problem, side = request["problem"], request["problem"]["side"]
    values, cells = range(1, side + 1), range(side * side)
    covers = {(cell, value): 1 << cell for cell in cells for value in values}  # by option: a bit for each item
    regions = [[(cell, value) for cell in region] for region in problem["regions"] for value in values]
    conflicts = [((one, value), (other, value)) for one, other in problem["pairs"] for value in values]
    for relation in problem.get("relations", []):
        (one, other), allowed = relation["cells"], {tuple(pair) for pair in relation["allowed"]}
        conflicts += [((one, u), (other, v)) for u in values for v in values if (u, v) not in allowed]
    for item, options in enumerate(regions + conflicts, side * side):
        for option in options:
            covers[option] |= 1 << item
    allowed = problem.get("allowed", [values] * side * side)
    fixes_row = problem["symbols_are_alike"] and list(range(side)) in problem["regions"]
    first_row = {cell: [cell + 1] for cell in range(side)} if fixes_row else {}
    choices = {(cell, value) for cell in cells for value in first_row.get(cell, allowed[cell])}
    items = [[(cell, value) for value in values] for cell in cells] + regions  # what must be covered
    items = [(1 << item, [covers[option] for option in options if option in choices]) for item, options in enumerate(items)]
    all_covered = (1 << len(items)) - 1

    def children(covered):  # what is covered after each choice for the item that has the fewest
        open_items = ([option for option in options if not option & covered] for item, options in items if not item & covered)
        return [covered | option for option in min(open_items, key=len)]

    @functools.lru_cache(maxsize=1 << 20)
    def completions(covered):
        return 1 if covered & all_covered == all_covered else sum(map(completions, children(covered)))

    states = [0]
    while 0 < len(states) < most_units and states[0] & all_covered != all_covered:
        states = [child for state in states for child in children(state)]
    return {"units": max(1, len(states)), "times": {"grids": str(math.factorial(side) if fixes_row else 1)}}


def run(request):
    return {"sums": {"grids": str(sum(map(completions, states[int(request["unit"]):][:1])))}}


for line in sys.stdin:
    request = json.loads(line)
    if request["call"] != "stop":  # a unit is short: it is done before the host asks again
        answer = {"about": lambda _: ABOUT, "prepare": prepare, "run": run}[request["call"]](request)
        print(json.dumps({"id": request["id"], "result": answer}), flush=True)
