#!/usr/bin/env python3
"""Recounts the grids that each class of symmetries fixes, by a program that shares no line with gridcensus.

    third_method.py SHAPE                    name,size,kept of every class, as CSV
    third_method.py SHAPE --check FILE.csv   adds the file up, and compares every class with it; exit 1 if one differs
    third_method.py ... --only NAMES.txt     counts only these classes, one name per line
    third_method.py ... --sweep PROGRAM      steps 3 and 4 by third_method_sweep.cpp

Results and times: docs/new-counts.md. For 2x5 only the identity is not counted: it fixes every grid.

SHAPE is RxC, 1 < R < C: boxes of R rows and C columns, N = RC symbols, R stacks of boxes and C bands. Plain Python, no
libraries. The method, in the order of this file:

1. Permutations of the rows (bands may be exchanged, and the rows of a band), and those of the columns: two groups
   small enough to list. Their classes are found by conjugating.
2. A pair (r, c) of representatives moves the cells; call it g. It fixes a grid up to relabelling if g(cell) always
   has p(symbol of cell) for some permutation p of the symbols. Up to names, p is its cycle type.
3. Grids with g and p are counted orbit by orbit: one symbol determines all cells of an orbit under g. The program
   follows one symbol of each cycle of p, and stores only the cells where it may still go. These sets, one for each
   cycle of p, are the state: the filled cells and the names of the cycles do not matter. Fillings with the same state
   are counted together.
4. A state is merged with its images under maps of rows or of columns that commute with g.
5. With --sweep, a stack that g maps to itself is filled separately, because stacks share only rows. If g maps every
   stack to itself, the number of grids is a sum of products over the rows of the followed symbols in each stack. Of
   three stacks, two may be exchanged: then their sweep starts from one member of each class of rows that the third one
   leaves.
"""
import argparse
import collections
import csv
import gzip
import functools
import math
import multiprocessing
import subprocess
import sys

# ---------------------------------------------------------------------------------------------- permutations of lines


def after(x, y):
    """Returns the product: first y, then x."""
    return tuple(x[i] for i in y)


def closure(generators):
    """Returns all products of the generators, the identity first."""
    found = [tuple(range(len(generators[0])))]
    seen = set(found)
    for x in found:  # grows while it is read
        for generator in generators:
            y = after(generator, x)
            if y not in seen:
                seen.add(y)
                found.append(y)
    return found


def exchanges(blocks, size):
    """Generates generators of the permutations of `blocks` blocks of `size` lines: each its own inverse."""
    for line in range(size - 1):
        yield tuple({line: line + 1, line + 1: line}.get(i, i) for i in range(blocks * size))
    for block in range(blocks - 1):
        moved = list(range(blocks))
        moved[block], moved[block + 1] = block + 1, block
        yield tuple(moved[i // size] * size + i % size for i in range(blocks * size))


def classes(group, generators):
    """Returns (representative, members) of each class of conjugates."""
    left = set(group)
    for x in group:
        if x in left:
            left.remove(x)
            members = [x]
            for y in members:
                for h in generators:
                    z = after(h, after(y, h))
                    if z in left:
                        left.remove(z)
                        members.append(z)
            yield x, len(members)


@functools.cache
def lines_group(blocks, size):
    return closure(list(exchanges(blocks, size)))


@functools.cache
def commuting_generators(x, blocks, size):
    """Returns a few permutations of the lines that generate all that commute with x, those that move little first."""
    members = sorted((h for h in lines_group(blocks, size) if after(h, x) == after(x, h)),
                     key=lambda h: (sum(i != j for i, j in enumerate(h)), h))
    generators, reached = [], {members[0]}
    for h in members:
        if h not in reached:
            generators.append(h)
            reached = set(closure(generators))
    return generators


def cycles(permutation):
    """Returns the cycles of a permutation of the keys of a dict, or of 0, 1, 2, ..."""
    image = permutation if isinstance(permutation, dict) else dict(enumerate(permutation))
    seen = set()
    for start in image:
        cycle = []
        while start not in seen:
            seen.add(start)
            cycle.append(start)
            start = image[start]
        if cycle:
            yield cycle


def cycle_type(permutation):
    return tuple(sorted(map(len, cycles(permutation)), reverse=True))


def power(permutation, exponent):
    result = {i: i for i in permutation}
    for _ in range(exponent):
        result = {i: permutation[image] for i, image in result.items()}
    return result


def name(lines, blocks, size):
    """Returns a part for each cycle of blocks: its length, and in brackets the cycle type of one round on a block."""
    parts = []
    for cycle in cycles([lines[block * size] // size for block in range(blocks)]):
        block = range(cycle[0] * size, cycle[0] * size + size)
        round_trip = power(dict(enumerate(lines)), len(cycle))
        parts.append((len(cycle), cycle_type({line: round_trip[line] for line in block})))
    return " ".join(f"{length}({'+'.join(map(str, turn))})" for length, turn in sorted(parts))


def tidy(class_name):
    """Returns the parts of each half in one order, whatever their order in the file."""
    return " | ".join(" ".join(sorted(half.split())) for half in class_name.split("|"))


# -------------------------------------------------------------------------------------------------- fixed grids


def partitions(total, largest):
    if total == 0:
        yield ()
    for first in range(min(total, largest), 0, -1):
        for rest in partitions(total - first, first):
            yield (first, *rest)


class Grid:
    """Cells 0 .. N^2 - 1, then rows, columns and boxes as points N^2 .. N^2 + 3N - 1."""

    def __init__(self, box_rows, box_cols):
        self.box_rows, self.box_cols = box_rows, box_cols
        self.side = side = box_rows * box_cols
        self.cells = side * side
        self.lines_of = [(self.cells + i, self.cells + side + j, self.cells + 2 * side + self.box(i, j))
                         for i in range(side) for j in range(side)]
        self.cells_of = collections.defaultdict(list)
        for cell, lines in enumerate(self.lines_of):
            for line in lines:
                self.cells_of[line].append(cell)
        self.mask_of = {line: sum(1 << cell for cell in cells) for line, cells in self.cells_of.items()}
        # The cells where a symbol in a cell can no longer go, and the three lines that no longer lack it.
        self.shut = [sum(1 << line for line in lines) | self.mask_of[lines[0]] | self.mask_of[lines[1]]
                     | self.mask_of[lines[2]] for lines in self.lines_of]
        # A line of a box: when one is full, many states are alike.
        self.parts = {mask & self.mask_of[box] for line, mask in self.mask_of.items() for box in self.cells_of
                      if line < self.cells + 2 * side <= box} - {0}

    def orders(self, rows):
        """Generates orders of the cells, each good for some classes: box by box, a cycle of bands whole before the
        next, the longest first and the second longest last; band by band; column by column; row by row."""
        n, height, width = self.side, self.box_rows, self.box_cols
        first, *others = sorted(cycles([rows[band * height] // height for band in range(width)]), key=len, reverse=True)
        bands = [band for cycle in [first, *reversed(others)] for band in cycle]
        yield [i * n + j for band in bands for stack in range(height) for j in range(stack * width, (stack + 1) * width)
               for i in range(band * height, (band + 1) * height)]
        yield [band * height * n + k for band in bands for k in range(height * n)]
        yield [i * n + j for j in range(n) for i in range(n)]
        yield list(range(self.cells))

    def box(self, i, j):
        return i // self.box_rows * self.box_rows + j // self.box_cols

    def points(self, rows, columns):
        """Returns the map of all points under these permutations of the lines."""
        n = self.side
        return ([rows[i] * n + columns[j] for i in range(n) for j in range(n)] + [self.cells + i for i in rows]
                + [self.cells + n + j for j in columns]
                + [self.cells + 2 * n + self.box(rows[b // self.box_rows * self.box_rows],
                                                 columns[b % self.box_rows * self.box_cols]) for b in range(n)])

    def cycle_types(self, g):
        """Generates the possible cycle types of p. A line that g^m maps to itself has every symbol once, so there g^m
        moves the cells as p^m moves the symbols."""
        conditions = set()
        move = dict(enumerate(g))
        for orbit in cycles(move):
            if orbit[0] >= self.cells:
                round_trip = power({cell: move[cell] for cell in range(self.cells)}, len(orbit))
                conditions.add((len(orbit), cycle_type({cell: round_trip[cell] for cell in self.cells_of[orbit[0]]})))
        for lengths in partitions(self.side, self.side):
            p, first = {}, 0
            for length in lengths:
                p.update({first + k: first + (k + 1) % length for k in range(length)})
                first += length
            if all(cycle_type(power(p, exponent)) == wanted for exponent, wanted in conditions):
                yield lengths


LARGEST_SIDE_OF_ALL_GRIDS = 8  # the identity fixes every grid: of 2x4 within a minute, too many of 2x5


class TooManyStates(Exception):
    pass


class Sweep:
    """Counts the grids with g and p, where p has cycles of the given lengths."""

    def __init__(self, grid, g, lengths, commuting, order, max_states):
        self.grid, self.g, self.lengths, self.commuting = grid, g, lengths, commuting
        self.max_states = max_states
        self.orbits = list(cycles({cell: g[cell] for cell in order}))

    @staticmethod
    def image(move, mask):
        result = 0
        while mask:
            lowest = mask & -mask
            result |= 1 << move[lowest.bit_length() - 1]
            mask ^= lowest
        return result

    def least(self, length, mask):
        """Returns the least set of the symbols of a cycle of p: any of them may be followed."""
        best = mask
        for _ in range(length - 1):
            mask = self.image(self.g, mask)
            best = min(best, mask)
        return length, best

    def is_alive(self, mask):
        """Checks that each line that lacks the symbol has a cell for it."""
        return all(mask & cells or not mask >> line & 1 for line, cells in self.grid.mask_of.items())

    def placements(self, length, mask, orbit):
        """Generates the sets that a symbol, of a cycle of this length, has after it is placed in the orbit. The cycle
        of p rotates with g, so the first cell of the followed symbol in the orbit determines the others."""
        if len(orbit) % length == 0:
            for start in range(length):
                shut = clash = 0
                for cell in orbit[start::length]:
                    clash |= shut >> cell & 1
                    shut |= self.grid.shut[cell]
                if mask >> orbit[start] & 1 and not clash:
                    yield mask & ~shut

    def joined(self, states, sets, done):
        """Merges states that are images of each other under commuting maps that fix the filled cells as a set."""
        maps = [h for h in self.commuting if self.image(h, done) == done]
        number = {one: k for k, one in enumerate(sets)}
        # The image under h of a state that can be completed can be completed. Sets that are in no state have no number.
        tables = [[number.get(self.least(length, self.image(h, mask))) for length, mask in sets] for h in maps]
        if not tables:
            return states
        left, result = states, {}  # no longer needed
        while left:
            state, ways = left.popitem()
            members = [state]
            for member in members:  # grows while it is read
                for table in tables:
                    other = tuple(sorted([table[k] for k in member]))
                    if other in left:
                        ways += left.pop(other)
                        members.append(other)
            result[state] = ways
        return result

    def count(self):
        everything = (1 << self.grid.cells + 3 * self.grid.side) - 1
        sets = [(length, everything) for length in sorted(set(self.lengths))]  # by number, as states name them
        states = {tuple(sorted(sets.index((length, everything)) for length in self.lengths)): 1}
        done = 0
        for orbit in self.orbits:
            filled = sum(1 << cell for cell in orbit)
            is_full = any(part & filled and not part & ~(done | filled) for part in self.grid.parts)
            done |= filled
            next_number = collections.defaultdict(lambda: len(next_number))
            stays, goes = [], []  # of each set: its number if its cycle is not in this orbit, and the numbers if it is
            for length, mask in sets:
                apart = mask & ~filled
                stays.append(next_number[self.least(length, apart)] if self.is_alive(apart) else None)
                inside = [self.least(length, new & ~filled) for new in self.placements(length, mask, orbit)
                          if self.is_alive(new & ~filled)]
                goes.append(collections.Counter(next_number[one] for one in inside).items())
            next_states = collections.defaultdict(int)
            for state, ways in states.items():
                others = [stays[k] for k in state]
                stuck = others.count(None)
                if stuck > 1:
                    continue
                for place, k in enumerate(state):
                    # Cycles of p with equal sets have the same continuations: the first represents all.
                    if (place and state[place - 1] == k) or (stuck and others[place] is not None):
                        continue
                    rest = others[:place] + others[place + 1:]
                    for one, times in goes[k]:
                        next_states[tuple(sorted(rest + [one]))] += ways * times * state.count(k)
                if len(next_states) > self.max_states:
                    raise TooManyStates
            sets = list(next_number)
            states = self.joined(next_states, sets, done) if is_full else next_states
        return sum(states.values())

    def count_by(self, program):
        """Does the same by third_method_sweep.cpp, which describes its input."""
        def block(rows):
            return [len(rows), *(number for row in rows for number in row)]
        stacks = collections.defaultdict(list)  # each that g maps to itself; the others together
        for orbit in self.orbits:
            touched = {cell % self.grid.side // self.grid.box_cols for cell in orbit}
            stacks[min(touched) if len(touched) == 1 else self.grid.side].append(orbit)
        parts = [orbits for _, orbits in sorted(stacks.items())]
        orbits = sum(parts, [])
        numbers = [self.grid.side, *self.g, len(self.lengths), *self.lengths,
                   *block([(len(orbit), *orbit) for orbit in orbits]), *block(self.commuting), self.grid.box_rows,
                   self.max_states, len(parts), *map(len, parts)]
        text = " ".join(map(str, numbers))
        answer = subprocess.run([program], input=text, stdout=subprocess.PIPE, text=True, check=True)
        if answer.stdout == "many\n":
            raise TooManyStates
        return int(answer.stdout)


def fixed_grids(task):
    """Returns the grids up to relabelling that a map g fixes: for each, all relabellings that commute with p belong to
    one p. Returns None if no order of the cells has few enough states."""
    grid, rows, columns, max_states, program = task
    unmoved = tuple(range(grid.side))
    if rows == columns == unmoved and grid.side > LARGEST_SIDE_OF_ALL_GRIDS:
        return None
    g = grid.points(rows, columns)
    commuting = [grid.points(h, unmoved) for h in commuting_generators(rows, grid.box_cols, grid.box_rows)]
    commuting += [grid.points(unmoved, h) for h in commuting_generators(columns, grid.box_rows, grid.box_cols)]
    # If two of three stacks are exchanged, the program counts the third separately: row by row is best then.
    is_parted = program and len({columns[j] // grid.box_cols == j // grid.box_cols for j in unmoved}) == 2
    orders = [list(range(grid.cells))] if is_parted else list(grid.orders(rows))
    total = 0
    for lengths in grid.cycle_types(g):
        ways, limit = None, 20_000
        while ways is None:
            for order in orders:
                try:
                    sweep = Sweep(grid, g, lengths, commuting, order, limit)
                    ways = sweep.count_by(program) if program else sweep.count()
                    break
                except TooManyStates:
                    pass
            if ways is None and limit >= max_states:
                return None
            limit = min(10 * limit, max_states)
        same_type = math.prod(length ** lengths.count(length) * math.factorial(lengths.count(length))
                              for length in set(lengths))
        if ways % same_type:
            raise SystemExit(f"error: {ways} grids, which {same_type} relabellings cannot permute freely")
        total += ways // same_type
    return total


# ------------------------------------------------------------------------------------------------ the command


def all_classes(grid, max_states, program):
    """Generates (name, members, task) of each class."""
    halves = []
    for blocks, size in ((grid.box_cols, grid.box_rows), (grid.box_rows, grid.box_cols)):
        found = classes(lines_group(blocks, size), list(exchanges(blocks, size)))
        halves.append([(name(x, blocks, size), members, x) for x, members in found])
    for rows_name, rows_members, rows in halves[0]:
        for columns_name, columns_members, columns in halves[1]:
            task = (grid, rows, columns, max_states, program)
            yield f"{rows_name} | {columns_name}", rows_members * columns_members, task


def read_table(path):
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8", newline="") as file:
        return {tidy(row["name"]): (row["name"], int(row["size"]), int(row["kept"])) for row in csv.DictReader(file)}


def main():
    parser = argparse.ArgumentParser(description="Counts the grids that each class of symmetries keeps.")
    parser.add_argument("shape", help="RxC with 1 < R < C")
    parser.add_argument("--check", metavar="FILE.csv", help="a table of name,size,kept to hold the classes against")
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    parser.add_argument("--max-states", type=int, help="more than these: not counted (4000000; with --sweep 20000000)")
    parser.add_argument("--sweep", metavar="PROGRAM", help="third_method_sweep.cpp, compiled: sweeps faster")
    parser.add_argument("--only", metavar="NAMES.txt", help="count only the classes with these names, one a line")
    parser.add_argument("--every", type=int, default=1, help="count only each n-th class (1)")
    arguments = parser.parse_args()
    try:
        box_rows, box_cols = map(int, arguments.shape.split("x"))
    except ValueError:
        parser.error(f"{arguments.shape}: expected a shape, such as 2x4")
    if not 1 < box_rows < box_cols:
        parser.error(f"{arguments.shape}: expected RxC with 1 < R < C")
    if min(arguments.jobs, arguments.every) < 1:
        parser.error("--jobs and --every: expected at least 1")

    table = read_table(arguments.check) if arguments.check else None
    if table is None:
        print("name,size,kept", flush=True)
    else:
        order = sum(size for _, size, _ in table.values())
        orbits, rest = divmod(sum(size * kept for _, size, kept in table.values()), order)
        if rest:
            sys.exit(f"error: {arguments.check}: the sum of size * kept leaves {rest} when it is divided by {order}")
        print(f"{arguments.check}: {len(table)} classes of {order} maps; {orbits} essentially different grids",
              flush=True)

    grid = Grid(box_rows, box_cols)
    max_states = arguments.max_states or (20_000_000 if arguments.sweep else 4_000_000)
    found = list(all_classes(grid, max_states, arguments.sweep))
    wrong = []
    if table is not None and {tidy(one): size for one, size, _ in found} != {key: row[1] for key, row in table.items()}:
        wrong.append("names and sizes of the classes")
    chosen = found[arguments.every - 1::arguments.every]
    if arguments.only:
        with open(arguments.only, encoding="utf-8") as file:
            only = {tidy(line.strip()) for line in file}
        if unknown := only - {tidy(class_name) for class_name, _, _ in found}:
            parser.error(f"{arguments.only}: no class of {arguments.shape} has the name {min(unknown)!r}")
        chosen = [one for one in chosen if tidy(one[0]) in only]
    equal, nonzero, uncounted = 0, 0, []
    with multiprocessing.Pool(arguments.jobs) as pool:
        for (class_name, size, _), kept in zip(chosen, pool.imap(fixed_grids, [task for _, _, task in chosen])):
            if kept is None:
                uncounted.append(class_name)
            if table is None:
                print(f"{class_name},{size},{'?' if kept is None else kept}", flush=True)
            elif kept is not None and kept != table.get(tidy(class_name), (None, None, None))[2]:
                wrong.append(f"{class_name}: {kept} counted, {table.get(tidy(class_name))} in the table")
            elif kept is not None:
                equal, nonzero = equal + 1, nonzero + (kept > 0)
    if table is not None:
        print(f"{arguments.shape}: {len(found)} classes, {len(chosen)} of them tried: {equal} equal to the table, "
              f"{nonzero} of these fix grids, {len(uncounted)} not counted, {len(wrong)} wrong")
    for one in uncounted:
        print(f"not counted (too many states): {one}", file=sys.stderr)
    for one in wrong:
        print(f"error: {one}", file=sys.stderr)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
