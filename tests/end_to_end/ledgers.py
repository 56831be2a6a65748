#!/usr/bin/env python3
"""Takes every kind of experiment through every command that reads, checks or repairs its ledger.

  ledgers.py PROGRAM CHECKER FAULT_PLUGINS [--damage] [NAME|FILE.yaml]...
  ledgers.py --list

Each NAME is one of the features below, which --list prints; the default is all of them. FILE.yaml is an experiment that
ends in seconds. Each is run, resumed, reused, shown, exported, reported, verified with a recount, certified and checked
by CHECKER, and its sound ledger is repaired. All commands must agree that nothing is wrong. A FILE is counted once, and
examined once, after all commands that write to its ledger. If it needs programs that are not installed, it is skipped:
the exit code is 77, and the output names them.

With --damage, one row of each table is then deleted, and one torn: a text truncated, a number changed. No command may
crash or be deceived: a run ends like the first one with a ledger that verifies, or with exit 6 and the command that
repairs the ledger. After the repair, the next run must recount the lost rows, end like the first one, and leave a
ledger that verifies. The rows are drawn by the names of feature and table, so a failure is reproducible.
"""

import json
import pathlib
import random
import re
import shutil
import sqlite3
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from bench import Bench, DISAGREEMENT, Failure, Feature, INCOMPLETE, VIEWS, check_damage, damage, look

SKIPPED = 77
OVERRIDDEN = "run x.yaml --set problems[0].shape=2x3 --set strategies.rows.samples=1000 --seed 7,8"

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
problems: [{shape: [2x3, 1x6]}]
strategies: {enumeration: {only: [1x6]}, box_class_zc: {only: [2x3]}}
""", commands=["run x.yaml --set budget.seconds=0.03 --threads 1"]),
    "too_few_samples": Feature("""
problems: [{shape: 2x3}]
strategies:
  band_classes: {quantities: [grids]}
  drawn: {strategy: band_classes, classes: drawn, samples: 5, quantities: [bands]}
""", status=1, certified=INCOMPLETE),
    "refused_quantity": Feature("""
problems: [{shape: 3x3}]
strategies:
  few: {strategy: grid_shuffle, method: collisions, samples: 4, quantities: [shuffle_options, orbit_size]}
"""),
    "recounted": Feature("""
problems: [{shape: 2x3}]
strategies: {enumeration: {}, rows: {strategy: row_sampler, quantities: [grids], samples: 1000}}
""", commands=["run x.yaml", "run x.yaml --recount", "verify x.ledger --recount 50%"]),
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
strategies: {enumeration: {}, misbehaves: {mode: throw_text}}
""", status=1, certified=INCOMPLETE),
}


def make(bench, name, feature):
    """Makes x.ledger, and its document once it has been counted to the end."""
    for command in feature.commands:
        is_named = "--ledger" in command or not command.startswith("run")
        bench.execute(command if is_named else command + " --ledger x.ledger", 0, 1, DISAGREEMENT, INCOMPLETE)
    shutil.copy(bench.folder / "x.ledger", bench.folder / "sound.ledger")
    if name in FEATURES:  # the ledger of an experiment file is examined once, at the end
        for view in VIEWS:
            bench.execute(view, 0)
    return bench.count(feature.again, "--ledger x.ledger", feature.status)[1]


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


class Skipped(Exception):
    """A requirement of an experiment that this machine does not meet."""


def need_programs(bench):
    refused = json.loads(bench.execute("plan x.yaml --json -", 0).stdout)["not_applicable"]
    missing = [re.fullmatch(r"its program (.*) is not installed", each["reason"]) for each in refused]
    if names := sorted({found[1] for found in missing if found}):
        raise Skipped(", ".join(names))


def check(name, feature, with_damage, program, checker, fault_plugins):
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(pathlib.Path(folder), program, checker, [fault_plugins / "misbehaves"])
        (bench.folder / "x.yaml").write_text(feature.text, encoding="utf-8")
        if name not in FEATURES:
            need_programs(bench)
        document = make(bench, name, feature)
        look(bench, feature, document)
        tried = check_all_damage(bench, name, feature, document) if with_damage else 0
        print(f"{name}: {tried} damaged rows" if with_damage else f"{name}: no failure", flush=True)


def main(arguments):
    if arguments == ["--list"]:
        print(" ".join(FEATURES))
        return 0
    with_damage = "--damage" in arguments
    program, checker, fault_plugins, *names = [word for word in arguments if word != "--damage"]
    paths = [pathlib.Path(path).resolve() for path in (program, checker, fault_plugins)]
    failures = skipped = 0
    for name in names or FEATURES:
        # A file takes seconds: it is counted once.
        feature = FEATURES.get(name) or Feature(pathlib.Path(name).read_text(encoding="utf-8"), is_whole=False,
                                                recount="5%")
        try:
            check(name, feature, with_damage, *paths)
        except Failure as failure:
            print(f"{name}: FAILED: {failure}", flush=True)
            failures += 1
        except Skipped as programs:
            print(f"{name}: SKIPPED: not installed: {programs}", flush=True)
            skipped += 1
    return 1 if failures else SKIPPED if skipped else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
