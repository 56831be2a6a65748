"""Draws experiments: problems under random rules, strategies with random parameters, and mistakes in their files."""

import collections
import copy
import json
import math
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from bench import Failure, need

BAD_INPUT = 2
SMALL = "1x1 1x2 2x1 1x3 3x1 1x4 4x1 2x2 2x2 1x5 5x1 1x6 6x1 2x3 2x3 3x2 3x2".split()
LARGE = ["2x4", "4x2", "3x3"]
# Strategies that take too long on a large shape; and parameters that take too long on shapes other than these.
SLOW = {"enumeration", "orbit_search", "exact_cover"}
QUICK = {"1x1", "1x2", "2x1", "1x3", "3x1", "1x4", "4x1", "2x2", "2x3", "3x2"}
SLOW_PARAMETERS = {"mode", "automorphisms"}
# Numbers of samples that take a moment, and values of integers without their own limit.
MAX_SAMPLES, MAX_INTEGER = 3000, 300
PLACES = re.compile(r"^error: \S+?:\d+:\d+: ")


def sides(shape):
    return tuple(int(side) for side in shape.split("x"))


def cell(row, col):
    return f"r{row + 1}c{col + 1}"


def place(name):
    return tuple(int(number) - 1 for number in name[1:].split("c"))


class Rules:
    """Draws rules, and rewords or moves them."""

    def __init__(self, chance, families):
        self.chance, self.families = chance, families

    def problem(self):
        chance = self.chance
        shape = chance.choice(LARGE) if chance.random() < 0.15 else chance.choice(SMALL)
        problem = {"shape": shape}
        side = math.prod(sides(shape))
        if shape in LARGE or chance.random() < 0.4:
            return problem
        if chance.random() < 0.6:
            problem["rules"] = chance.sample(self.families, chance.choice([1, 1, 2]))
        if chance.random() < 0.25:
            problem["layout"] = self.layout(side)
        if chance.random() < 0.25:
            cells = [cell(row, col) for row in range(side) for col in range(side)]
            problem["regions"] = [chance.sample(cells, side) if chance.random() < 0.5 else
                                  [cell(row, chance.randrange(side)) for row in range(side)]
                                  for _ in range(chance.choice([1, 1, 2]))]
        if chance.random() < 0.3 and side > 1:
            cells = [cell(row, col) for row in range(side) for col in range(side)]
            problem["different"] = [chance.sample(cells, 2) for _ in range(chance.randrange(1, 5))]
            if chance.random() < 0.4:
                problem["different"].append({"offset": [chance.randrange(1, side), chance.randrange(1 - side, side)],
                                             "wrap": chance.random() < 0.5})
        return problem

    def layout(self, side):
        """Returns rows, after exchanges of cells that keep all regions connected."""
        letters = [[row] * side for row in range(side)]
        for _ in range(20 * side):
            (row, col), (down, right) = [(self.chance.randrange(side), self.chance.randrange(side)) for _ in "ab"]
            one, other = letters[row][col], letters[down][right]
            letters[row][col], letters[down][right] = other, one
            if not all(in_one_piece(letters, region) for region in (one, other)):
                letters[row][col], letters[down][right] = one, other
        return ["".join(chr(ord("a") + letter) for letter in row) for row in letters]

    def in_other_words(self, problem):
        """Returns the same problem: a layout as regions, regions and pairs in another order, an offset reversed."""
        reworded = copy.deepcopy(problem)
        names = reworded.get("rules", ["latin" if "layout" in reworded else "classic"])
        if "layout" in reworded and "both_boxes" not in names and self.chance.random() < 0.5:
            names = list(dict.fromkeys([*names, "latin"]))
            reworded["regions"] = reworded.get("regions", []) + regions_of(reworded.pop("layout"))
        elif "layout" in reworded:
            reworded["layout"] = [line.swapcase() for line in reworded["layout"]]
        for region in reworded.get("regions", []):
            self.chance.shuffle(region)
        for i, pair in enumerate(reworded.get("different", [])):
            reworded["different"][i] = pair[::-1] if isinstance(pair, list) else {
                **pair, "offset": [-step for step in pair["offset"]]}
        for key in {"regions", "different"} & set(reworded):
            self.chance.shuffle(reworded[key])
        if "classic" in names and len(set(names)) > 1:
            names = [name for name in names if name != "latin"]
        if "layout" not in reworded or names != ["latin"]:
            reworded["rules"] = self.chance.sample(names, len(names))
        return reworded

    def moved(self, problem):
        """Returns the problem with lines permuted, perhaps transposed. Returns None if its rules have names."""
        if set(problem.get("rules", [])) - {"classic", "latin"}:
            return None
        rows, cols = sides(problem["shape"])
        side = rows * cols
        maps = [self.lines(rows, cols), self.lines(cols, rows)]
        transposes = self.chance.random() < 0.5

        def image(name):
            row, col = (lines[line] for lines, line in zip(maps, place(name)))
            return cell(col, row) if transposes else cell(row, col)

        shape = f"{cols}x{rows}" if transposes else problem["shape"]
        image_of = {"shape": shape, "rules": problem.get("rules", ["classic"])}
        regions = problem.get("regions", [])
        if "layout" in problem:
            regions = regions + regions_of(problem["layout"])
            image_of["rules"] = problem.get("rules", ["latin"])
        pairs = []
        for entry in problem.get("different", []):
            pairs += [entry] if isinstance(entry, list) else pairs_of(entry, side)
        image_of["regions"] = [[image(name) for name in region] for region in regions]
        image_of["different"] = [[image(name) for name in pair] for pair in pairs]
        return {key: value for key, value in image_of.items() if value}

    def lines(self, in_a_block, blocks):
        order = self.chance.sample(range(blocks), blocks)
        return [block * in_a_block + line for block in order
                for line in self.chance.sample(range(in_a_block), in_a_block)]


def in_one_piece(letters, region):
    cells = {(row, col) for row, line in enumerate(letters) for col, letter in enumerate(line) if letter == region}
    reached = [min(cells)]
    for row, col in reached:
        reached += {(row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)} & cells - set(reached)
    return len(set(reached)) == len(cells)


def regions_of(layout):
    regions = collections.defaultdict(list)
    for row, line in enumerate(layout):
        for col, letter in enumerate(line):
            regions[letter].append(cell(row, col))
    return list(regions.values())


def pairs_of(entry, side):
    down, right = entry["offset"]
    for row in range(side):
        for col in range(side):
            other = (row + down, col + right)
            if entry["wrap"]:
                other = tuple(line % side for line in other)
            if all(0 <= line < side for line in other):
                yield [cell(row, col), cell(*other)]


class Strategies:
    """Draws configurations of the program's strategies, with parameters as they are declared."""

    def __init__(self, chance, offers):
        self.chance, self.offers = chance, offers

    def value(self, parameter):
        chance, expects = self.chance, parameter["expects"]
        if parameter["type"] in ("choice", "boolean"):
            return chance.choice(parameter.get("choices", [True, False]))
        low, *high = (float(number) for number in re.findall(r"-?\d[\d.]*(?:e[+-]?\d+)?", expects))
        if parameter["type"] == "real":
            exponents = math.log10(max(low, 0.003)), math.log10(high[0] if high else 100)
            return round(10 ** chance.uniform(*exponents), 6)
        most = MAX_SAMPLES if parameter["unit"] == "samples" else MAX_INTEGER
        return min(int(low) + int(math.exp(chance.uniform(0, math.log(most)))) - 1, int((high or [most])[0]))

    def configuration(self, shapes):
        chance = self.chance
        identity = chance.choice(sorted(self.offers))
        parameters = {parameter["name"]: parameter for parameter in self.offers[identity]["parameters"]
                      if parameter["type"] != "text" and parameter["name"] != "seconds"}
        if set(shapes) - QUICK:
            parameters = {name: value for name, value in parameters.items() if name not in SLOW_PARAMETERS}
        drawn = {name: self.value(parameter) for name, parameter in parameters.items() if chance.random() < 0.35}
        if "samples" in parameters and (drawn.keys() & {"relative_error", "batch"} or chance.random() < 0.7):
            drawn["samples"] = chance.choice([self.value(parameters["samples"]), MAX_SAMPLES])
        if drawn and chance.random() < 0.15:
            name = chance.choice(sorted(drawn))
            drawn[name] = list(dict.fromkeys([drawn[name], self.value(parameters[name])]))
            if chance.random() < 0.5:
                drawn["sweep"] = {name: drawn.pop(name)}
        allowed = [shape for shape in shapes if identity not in SLOW or shape not in LARGE]
        if len(allowed) < len(shapes) or chance.random() < 0.2:
            drawn["only"] = sorted(chance.sample(allowed, chance.randint(1, len(allowed)))) if allowed else shapes
        if chance.random() < 0.25:
            yields = [entry["quantity"] for entry in self.offers[identity]["yields"]]
            drawn["quantities"] = chance.sample(yields, chance.randint(1, len(yields)))
        if chance.random() < 0.15:
            drawn["isolate"] = chance.choice(["process", "none"])
        return None if allowed == [] else (identity, drawn)


def written(experiment):
    """Returns the text of an experiment file."""
    lines = []
    for key, value in experiment.items():
        if key == "problems" and isinstance(value, list) and value:
            lines += [f"{key}:", *(f"  - {json.dumps(problem)}" for problem in value)]
        elif key == "strategies" and isinstance(value, dict) and value:
            lines += [f"{key}:", *(f"  {name}: {json.dumps(entry)}" for name, entry in value.items())]
        else:
            lines.append(f"{key}: {json.dumps(value)}")
    return "\n".join(lines) + "\n"


def refusals_of(bench, experiment, name):
    """Returns the messages that refuse the file; none if it is valid."""
    (bench.folder / name).write_text(written(experiment), encoding="utf-8")
    ended = bench.execute(f"check {name}", 0, BAD_INPUT)
    bench.commands.pop()
    need(ended.returncode == 0 or all(PLACES.match(line) for line in ended.stderr.splitlines()), ended.stderr)
    return ended.stderr.splitlines() if ended.returncode else []


def draw(bench, chance, families, offers):
    """Draws until the program accepts the experiment. Follows its advice about inputs."""
    rules, strategies = Rules(chance, families), Strategies(chance, offers)
    for _ in range(200):
        problems = [rules.problem() for _ in range(chance.choice([1, 1, 2, 3]))]
        twin = rules.moved(problems[0]) if chance.random() < 0.5 else None
        problems += [twin] if twin else []
        shapes = sorted({problem["shape"] for problem in problems})
        experiment = {"problems": problems, "strategies": {}, "compare": {"confidence": 0.999999}}
        if chance.random() < 0.3:
            experiment["seed"] = chance.choice([0, 2 ** 64 - 1, [1, 2], [3, 2, 1], chance.randrange(10 ** 6)])
        if chance.random() < 0.15:
            experiment["isolate"] = "process"
        if refusals_of(bench, {**experiment, "strategies": {"enumeration": {}}}, "draft.yaml"):
            continue
        for number in range(chance.choice([1, 2, 2, 3, 3, 4])):
            for _ in range(20):
                if (drawn := strategies.configuration(shapes)) is None:
                    continue
                identity, entry = drawn
                is_named = identity in experiment["strategies"] or chance.random() < 0.3
                more = {f"c{number}": {"strategy": identity, **entry}} if is_named else {identity: entry}
                draft = copy.deepcopy({**experiment, "strategies": {**experiment["strategies"], **more}})
                refusals = refusals_of(bench, draft, "draft.yaml")
                if refusals and follow(refusals, draft, chance):
                    refusals = refusals_of(bench, draft, "draft.yaml")
                if not refusals:
                    experiment = draft
                    break
        if experiment["strategies"] and not refusals_of(bench, experiment, "x.yaml"):
            plan = json.loads(bench.execute("plan x.yaml --no-ledger --quiet --json -", 0).stdout)
            bench.commands.clear()
            if plan["runs"]:
                return rules, experiment, twin is not None
    raise Failure("no experiment was accepted")


def follow(refusals, draft, chance):
    """Selects one of the producers that the messages name. Returns whether all messages ask for one."""
    for refusal in refusals:
        found = re.search(r"strategies\.(\w+): needs (\w+), which (.*) (?:both|all) count exactly", refusal)
        if not found:
            return False
        name, quantity, producers = found.groups()
        producer = chance.choice(re.split(r", and |, | and ", producers))
        draft["strategies"][name].setdefault("inputs", {})[quantity] = producer
    return True


# By key: invalid values.
WRONG_VALUES = {"seed": [-1, 2 ** 64, "one", 1.5, True, [], {}], "title": [[], {}], "isolate": ["proces", 1, []],
                "compare": [{"confidence": 1}, {"confidence": "high"}, {"confidence": 0.1}, 0.99],
                "threads": [0, -1, 1025, "two"], "budget": [{"seconds": 0}, {"memory": "4 GB"}, 5],
                "expect": [5, [{}], [{"shape": "2x2"}]], "strategies": [[], {}, None], "problems": [{}, [], [5], None]}
WRONG_PROBLEMS = {"shape": ["2", 22, "0x2", "2x65", "2x-1", [], {}], "rules": ["clasic", 1, [], ["latin", "kings"]],
                  "layout": ["aa", [[1]]], "regions": [[["r1c1", "r1c1"]], [["r99c1"]], 5],
                  "different": [[["r1c1"]], [{"offset": [0, 0]}], [{"offset": [1]}], 5, [["r1c1", "c1r2"]]]}
WRONG_ENTRIES = {"strategy": ["enumerat", "Enumeration", 5], "quantities": [["grid"], [], 5], "only": [["7x7"], 2],
                 "inputs": [{"grids": "none_such"}, {"grid": "x"}, [], {"grids": {"value": 5}}],
                 "budget": [{"second": 5}], "sweep": [{"none_such": [1]}, [1]], "relative_error": [0, 2, "small"],
                 "samples": [0, -5, "many", 1.5, [], 1e3], "batch": [0, "all"], "max_side": [0, 99], "units": [0]}


def mistaken(experiment, chance):
    """Returns the experiment with one mistake, and a description of the mistake."""
    bad = copy.deepcopy(experiment)
    entry = chance.choice(list(bad["strategies"].values()))
    place, wrong = chance.choice([(bad, WRONG_VALUES), (chance.choice(bad["problems"]), WRONG_PROBLEMS),
                                  (entry, WRONG_ENTRIES)])
    if place and chance.random() < 0.3:
        key = chance.choice(sorted(place))
        i = chance.randrange(len(key))
        place[chance.choice([key[:i] + key[i + 1:], key[:i] + "q" + key[i:], key + "_", key.upper()])] = place.pop(key)
        return bad, f"{key} misspelt"
    key = chance.choice(sorted(wrong))
    place[key] = chance.choice(wrong[key])
    return bad, f"{key}: {json.dumps(place[key])}"
