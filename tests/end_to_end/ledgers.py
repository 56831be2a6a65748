#!/usr/bin/env python3
"""Takes every kind of experiment through every command that reads, checks or repairs its ledger.

  ledgers.py PROGRAM CHECKER FAULT_PLUGINS [--damage] [NAME|FILE.yaml]...
  ledgers.py --list

Each NAME is one of the features below, which --list prints; without any, all of them. FILE.yaml is an experiment that
ends in seconds. Each is run, resumed, reused, shown, exported, reported, verified with a recount, certified and checked
by CHECKER, and its ledger is repaired though nothing is wrong. All commands must agree that nothing is.

With --damage, one row of each of its tables is then deleted, and one torn: a text cut short, a number changed. No
command may crash or be taken in: a run ends as the first one did with a ledger that verifies, or with exit 6 and the
command that repairs the ledger. After the repair, the next run must count again what was lost, end as the first one,
and leave a ledger that verifies. The rows are drawn by the names of feature and table, so that a failure comes back.
"""

import collections
import json
import pathlib
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile

INCOMPLETE, DISAGREEMENT, STORAGE = 4, 3, 6

# The commands that make x.ledger of an experiment; the one that then ends it, and again and again; its exit code, and
# that of `certify` after it; whether it may be without a ledger, or afresh.
RUN = "run x.yaml"
OVERRIDDEN = "run x.yaml --set problems[0].shape=2x3 --set strategies.rows.samples=1000 --seed 7,8"
Feature = collections.namedtuple("Feature", "text commands again status certified is_whole",
                                 defaults=([RUN], RUN, 0, 0, True))

FEATURES = {
    "exact": Feature("""
problems: [{shape: [2x3, 3x2]}]
strategies: {enumeration: {only: [2x3]}, band_classes: {}, box_class_zc: {quantities: [grids]}, band_counts: {}}
expect: [{shape: 2x3, quantity: grids, value: 28200960, source: OEIS A291187}]
"""),
    "other_methods": Feature("""
problems: [{shape: [2x2, 2x3, 1x4]}]
strategies:
  ksp: {quantities: [grids]}
  signature_burnside: {}
  as_given: {strategy: band_classes, orientation: as_given}
  drawn: {strategy: band_classes, classes: drawn, samples: 40, quantities: [bands], only: [2x3]}
  stacks: {strategy: stack_product, quantities: [grids], samples: 2000, only: [2x3]}
  bands: {strategy: band_monte_carlo, samples: 4000, batch: 500, only: [2x3]}
"""),
    "symmetries": Feature("""
problems: [{shape: [2x2, 2x3]}]
strategies:
  band_classes: {quantities: [grids]}
  burnside_bfs: {}
  russell_jarvis: {inputs: {grids: band_classes}, automorphisms: true}
"""),
    "shuffles": Feature("""
problems: [{shape: 2x2}]
strategies:
  by_stabiliser: {strategy: grid_shuffle}
  by_collisions:
    {strategy: grid_shuffle, method: collisions, samples: 4000, quantities: [shuffle_options, orbit_size]}
  by_exchanges: {strategy: grid_shuffle, method: exchanges, samples: 2000, quantities: [returning_sequences]}
"""),
    "rules": Feature("""
problems:
  - {shape: [2x2, 2x3], rules: diagonals}
  - {shape: 2x3, rules: [diagonal, disjoint_groups]}
strategies:
  enumeration: {}
  orbit_search: {}
  exact_cover: {}
  row_sampler: {quantities: [grids], samples: 2000, only: [2x3]}
  burnside_bfs: {inputs: {grids: orbit_search}}
"""),
    "layouts": Feature("""
problems:
  - {shape: 2x3, layout: [aaabbb, aaacbb, dcccbe, dccfee, ddfffe, ddffee]}
  - {shape: 2x2, regions: [[r1c1, r2c2, r3c3, r4c4]], different: [[r1c4, r4c1]]}
  - {shape: 2x2}
strategies: {enumeration: {}, exact_cover: {}}
"""),
    "seeds": Feature("""
problems: [{shape: [2x3, 3x2]}]
strategies:
  enumeration: {only: [2x3]}
  rows: {strategy: row_sampler, quantities: [grids], samples: 1000}
seed: [1, 2, 18446744073709551615]
"""),
    "sweeps": Feature("""
problems: [{shape: 2x3}, {shape: 2x3, rules: diagonal}]
strategies:
  enumeration: {max_side: [6, 7]}
  rows: {strategy: row_sampler, quantities: [grids], sweep: {samples: [500, 1000]}}
seed: [1, 2]
"""),
    "targets": Feature("""
problems: [{shape: 2x3}]
strategies:
  band_classes: {quantities: [grids]}
  rows: {strategy: row_sampler, quantities: [grids], relative_error: 0.02}
"""),
    "given": Feature("""
problems: [{shape: 2x3}]
strategies:
  band_classes: {quantities: [grids]}
  burnside_bfs: {inputs: {grids: {value: 28200960, source: OEIS A291187}}}
"""),
    "disagreement": Feature("""
problems: [{shape: 2x2}]
strategies: {enumeration: {}, band_classes: {}}
expect: [{shape: 2x2, quantity: grids, value: 289, source: a mistake}]
""", status=DISAGREEMENT),
    "isolation": Feature("""
problems: [{shape: 2x3}]
strategies: {enumeration: {}, band_classes: {isolate: none}}
isolate: process
"""),
    "parts": Feature("""
problems: [{shape: [2x3, 2x4]}]
strategies:
  enumeration: {only: [2x3]}
  band_classes: {quantities: [grids]}
  rows: {strategy: row_sampler, quantities: [grids], samples: 2000}
  russell_jarvis: {only: [2x3], inputs: {grids: band_classes}}
""", commands=["run x.yaml --part 1/2 --ledger 1.ledger", "run x.yaml --part 2/2 --ledger 2.ledger",
               "merge -o x.ledger 1.ledger 2.ledger"]),
    "one_part": Feature("""
problems: [{shape: 2x3}]
strategies: {enumeration: {}, rows: {strategy: row_sampler, quantities: [grids], samples: 2000}}
""", again="run x.yaml --part 1/2", commands=["run x.yaml --part 1/2"], certified=INCOMPLETE, is_whole=False),
    "interrupted": Feature("""
problems: [{shape: [2x3, 3x3]}]
strategies: {enumeration: {only: [2x3]}, box_class_zc: {only: [3x3]}}
""", commands=["run x.yaml --set budget.seconds=0.03 --threads 1"]),
    "too_few_samples": Feature("""
problems: [{shape: 2x3}]
strategies:
  band_classes: {quantities: [grids]}
  source: {strategy: band_monte_carlo, mode: source, samples: 20, batch: 5}
""", status=INCOMPLETE, certified=INCOMPLETE),
    "half_an_answer": Feature("""
problems: [{shape: 3x3}]
strategies:
  few: {strategy: grid_shuffle, method: collisions, samples: 4, quantities: [shuffle_options, orbit_size]}
""", status=INCOMPLETE, certified=INCOMPLETE),
    "recounted": Feature("""
problems: [{shape: 2x3}]
strategies: {enumeration: {}, rows: {strategy: row_sampler, quantities: [grids], samples: 1000}}
""", commands=["run x.yaml", "run x.yaml --fresh", "verify x.ledger --recount 50%"]),
    "reused": Feature("""
problems: [{shape: [2x3, 3x2]}, {shape: 2x3, rules: diagonal}]
strategies:
  mine: {strategy: enumeration}
  rows: {strategy: row_sampler, quantities: [grids], samples: 1000}
seed: [1, 2]
""", commands=["count 2x3 --with enumeration --ledger x.ledger",
               "count 2x3 --rules diagonal --with enumeration --ledger x.ledger",
               "run x.yaml --set seed=1"]),
    "overridden": Feature("""
problems: [{shape: 2x2}]
strategies: {enumeration: {}, rows: {strategy: row_sampler, quantities: [grids], samples: 10}}
""", commands=[OVERRIDDEN], again=OVERRIDDEN),
    "failed": Feature("""
problems: [{shape: 2x2}]
strategies: {enumeration: {}, throws_in_unit: {}}
""", status=1, certified=INCOMPLETE),
}

VIEWS = ["show x.ledger", "show x.ledger --full", "show x.ledger --json -", "status x.ledger",
         "plan x.yaml --ledger x.ledger", "export x.ledger --format csv", "export x.ledger --format markdown",
         "report x.ledger -o page.html", "verify x.ledger", "verify x.ledger --without-plugins"]

NOT_OF_THE_NUMBERS = {"produced", "reused", "seconds", "unit_seconds", "recounted_units"}


class Failure(Exception):
    """A command did what it must not do."""


def need(holds, what):
    if not holds:
        raise Failure(what)


def numbers(value):
    """What must not depend on how a document came about."""
    if isinstance(value, list):
        return [numbers(entry) for entry in value]
    if not isinstance(value, dict):
        return value
    kept = {name: numbers(entry) for name, entry in value.items() if name not in NOT_OF_THE_NUMBERS}
    if kept.get("standing") == "recounted":
        kept["standing"] = "computed"
    return kept


class Bench:
    """A folder with an experiment in it, and the program."""

    def __init__(self, folder, program, checker, fault_plugins):
        self.folder, self.program, self.checker = folder, program, checker
        self.plugins = ["--plugin-dir", fault_plugins / "throws_in_unit"]

    def execute(self, command, *statuses):
        words = command.split() if isinstance(command, str) else command
        if words[0] in ("run", "count", "plan", "verify", "certify"):
            words = [*words, *self.plugins]
        if words[0] in ("run", "count"):
            words = [*words, "--quiet"]
        ended = subprocess.run([self.program, *words], cwd=self.folder, capture_output=True, text=True, check=False)
        told = [line for line in (ended.stdout + ended.stderr).splitlines() if not line.startswith("ok ")]
        need(ended.returncode in statuses, "\n".join([f"{' '.join(map(str, words))}: exit {ended.returncode}, expected "
                                                      f"{statuses}", *told]))
        return ended

    def count(self, command, storage, *statuses):
        """Runs an experiment. Returns the exit code, and the document; of a ledger that is refused the message."""
        document = self.folder / "document.json"
        document.unlink(missing_ok=True)
        ended = self.execute([*command.split(), *storage.split(), "--json", document], *statuses)
        if ended.returncode == STORAGE:
            return STORAGE, ended.stderr
        return ended.returncode, numbers(json.loads(document.read_text(encoding="utf-8")))

    def certify(self, ledger, status):
        self.execute(f"certify {ledger} -o certificate.json", status)
        if status == 0:
            ended = subprocess.run([sys.executable, self.checker, "certificate.json"], cwd=self.folder,
                                   capture_output=True, text=True, check=False)
            need(ended.returncode == 0 and ended.stdout.endswith("verified\n"), ended.stdout + ended.stderr)


def make(bench, feature):
    """Makes x.ledger, and what is known when it has been counted to the end."""
    for command in feature.commands:
        is_named = "--ledger" in command or not command.startswith("run")
        bench.execute(command if is_named else command + " --ledger x.ledger", 0, 1, DISAGREEMENT, INCOMPLETE)
    shutil.copy(bench.folder / "x.ledger", bench.folder / "sound.ledger")
    for view in VIEWS:
        bench.execute(view, 0)
    return bench.count(feature.again, "--ledger x.ledger", feature.status)[1]


def look(bench, feature, document):
    """Nothing is wrong: every command must say so."""
    for view in [*VIEWS, "verify x.ledger --recount 20%"]:
        bench.execute(view, 0)
    bench.certify("x.ledger", feature.certified)
    for storage in ["--ledger x.ledger"] + ["--ledger x.ledger --fresh", "--no-ledger"] * feature.is_whole:
        again = bench.count(feature.again, storage, feature.status)[1]
        need(again == document, f"{storage} gives another document")
    bench.execute("verify x.ledger", 0)
    for ledger in ("x.ledger", "sound.ledger"):
        told = bench.execute(f"repair {ledger}", 0).stdout
        need("set aside" not in told, f"repair finds damage where there is none: {told}")
        need(not list(bench.folder.glob(f"{ledger}.*")), "repair left a file")


def torn(value):
    if isinstance(value, str):
        return value[:len(value) // 2] if len(value) > 1 else value + "x"
    return value + 1


def damage(ledger, table, kind, chance):
    """Deletes or tears a row. Says which; None if the table has no row."""
    with sqlite3.connect(ledger) as database:
        columns = list(database.execute(f"PRAGMA table_info({table})"))
        keys = [column[1] for column in columns if column[5]]
        where = " AND ".join(f"{key} = ?" for key in keys)
        rows = list(database.execute(f"SELECT {', '.join(keys)} FROM {table} ORDER BY {', '.join(keys)}"))
        if not rows:
            return None
        row = chance.choice(rows)
        if kind == "deleted":
            database.execute(f"DELETE FROM {table} WHERE {where}", row)
            return f"{table} {row}: deleted"
        column = chance.choice([column[1] for column in columns if column[1] not in keys])
        (value,) = database.execute(f"SELECT {column} FROM {table} WHERE {where}", row).fetchone()
        database.execute(f"UPDATE {table} SET {column} = ? WHERE {where}", (torn(value), *row))
        return f"{table} {row}: {column} torn"


def check_damage(bench, feature, document):
    """No command is taken in by the damage in damaged.ledger; after a repair all is as before."""
    shutil.copy(bench.folder / "damaged.ledger", bench.folder / "run.ledger")
    status, told = bench.count(feature.again, "--ledger run.ledger", feature.status, STORAGE)
    if status == STORAGE:
        need("gridcensus repair" in told, f"the run does not name the repair: {told}")
    else:
        need(told == document, "the run gives another document")
        bench.execute("verify run.ledger", 0)
    bench.execute("verify damaged.ledger", 0, DISAGREEMENT)
    bench.execute("show damaged.ledger", 0, STORAGE)
    repaired = bench.execute("repair damaged.ledger", 0).stdout
    need("set aside" in repaired or status != STORAGE, "the run refuses what the repair finds sound")
    told = bench.count(feature.again, "--ledger damaged.ledger", feature.status)[1]
    need(told == document, "after the repair the run gives another document")
    bench.execute("verify damaged.ledger", 0)


def check_all_damage(bench, name, feature, document):
    with sqlite3.connect(bench.folder / "sound.ledger") as database:
        tables = [row[0] for row in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    tried = 0
    for table in tables:
        for kind in ("deleted", "torn"):
            shutil.copy(bench.folder / "sound.ledger", bench.folder / "damaged.ledger")
            what = damage(bench.folder / "damaged.ledger", table, kind, random.Random(f"{name} {table} {kind}"))
            if what is None:
                continue
            tried += 1
            try:
                check_damage(bench, feature, document)
            except Failure as failure:
                raise Failure(f"{what}: {failure}") from failure
            for file in bench.folder.glob("*.damaged*"):
                file.unlink()
    return tried


def check(name, feature, with_damage, *arguments):
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(pathlib.Path(folder), *arguments)
        (bench.folder / "x.yaml").write_text(feature.text, encoding="utf-8")
        document = make(bench, feature)
        look(bench, feature, document)
        tried = check_all_damage(bench, name, feature, document) if with_damage else 0
        print(f"{name}: {tried} damaged rows" if with_damage else f"{name}: as it should be", flush=True)


def main(arguments):
    if arguments == ["--list"]:
        print(" ".join(FEATURES))
        return 0
    with_damage = "--damage" in arguments
    program, checker, fault_plugins, *names = [word for word in arguments if word != "--damage"]
    paths = [pathlib.Path(path).resolve() for path in (program, checker, fault_plugins)]
    failures = 0
    for name in names or FEATURES:
        # A file takes seconds: it is counted once.
        feature = FEATURES.get(name) or Feature(pathlib.Path(name).read_text(encoding="utf-8"), is_whole=False)
        try:
            check(name, feature, with_damage, *paths)
        except Failure as failure:
            print(f"{name}: FAILED: {failure}", flush=True)
            failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
