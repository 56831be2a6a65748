"""Counts grids as exact covers, by Knuth's Algorithm X with a memo. Speaks the strategy protocol, version 2."""

import functools
import json
import math
import sys

ABOUT = {"protocol": 2, "id": "python_exact_cover", "version": "1.0", "answers": [],
         "summary": "Exact covers in plain Python: Algorithm X, and a memo of what was covered before",
         "source": "D. E. Knuth, The Art of Computer Programming 4B, 7.2.2.1",
         "quantities": [{"name": "grids", "kind": "exact"}], "takes": {"rules": "any", "largest_side": 6}}


def prepare(request):
    global completions, states
    problem, side = request["problem"], request["problem"]["side"]
    values, cells = range(1, side + 1), range(side * side)
    fixes_row = problem["symbols_are_alike"] and list(range(side)) in problem["regions"]
    allowed = problem.get("allowed", [values] * side * side)
    if fixes_row:
        allowed = [[cell + 1] if cell < side else allowed[cell] for cell in cells]
    # A choice is a cell and its value. Items that must be covered: each cell, and each value of each region.
    must = [[(cell, value) for value in values] for cell in cells]
    must += [[(cell, value) for cell in region] for region in problem["regions"] for value in values]
    # Items that are covered at most once: pairs of choices that exclude each other.
    may = [[(one, value), (other, value)] for one, other in problem["pairs"] for value in values]
    for relation in problem.get("relations", []):
        (one, other), pairs = relation["cells"], relation["allowed"]
        may += [[(one, u), (other, v)] for u in values for v in values if [u, v] not in pairs]
    covers = {(cell, value): 0 for cell in cells for value in allowed[cell]}  # by choice: a bit for each item
    for item, choices in enumerate(must + may):
        for choice in covers.keys() & choices:
            covers[choice] |= 1 << item
    items = [(1 << item, [covers[each] for each in choices if each in covers]) for item, choices in enumerate(must)]
    all_covered = (1 << len(must)) - 1

    def children(covered):
        """Returns the covered items after each choice for the item with the fewest choices."""
        left = ([choice for choice in choices if not choice & covered] for item, choices in items if not item & covered)
        return [covered | choice for choice in min(left, key=len)]

    @functools.lru_cache(maxsize=1 << 20)
    def completions(covered):
        return 1 if covered & all_covered == all_covered else sum(map(completions, children(covered)))

    states = [0]  # one for each unit
    while 0 < len(states) < 64 and states[0] & all_covered != all_covered:
        states = [child for state in states for child in children(state)]
    return {"units": max(1, len(states)), "times": {"grids": str(math.factorial(side) if fixes_row else 1)}}


def run(request):
    return {"sums": {"grids": str(sum(map(completions, states[int(request["unit"]):][:1])))}}


for line in sys.stdin:
    request = json.loads(line)
    if request["call"] != "stop":  # a unit is short: it is done before this is read
        result = {"about": lambda _: ABOUT, "prepare": prepare, "run": run}[request["call"]](request)
        print(json.dumps({"id": request["id"], "result": result}), flush=True)
