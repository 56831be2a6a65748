"""The examples of the page, and a faulty strategy, with the program itself as the host.

GRIDCENSUS_PROGRAM comes from the environment.
"""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import typing
import unittest

import support

import gridcensus

FAULTY = '''\
import time
from gridcensus.strategy import Broken, Conclusion, Finding, Job, Parameter, Plan, Strategy, Table, Traits

my = Strategy("faulty", version="1", summary="Behaves as its parameter selects.", source="tests", quantities=["grids"],
              parameters=[Parameter("way", "well", "The way.",
                                    choices=["well", "raise", "break", "divide", "return_float", "exit", "wait"])])

@my.prepare
def prepare(job):
    return Plan(units=6, times=2)

@my.traits
def traits(job, unit):
    return Traits(weight=unit + 1, divisors={"grids": 8})

@my.unit
def unit(job, unit):
    way = job.parameters["way"]
    if way == "raise":
        return 1 // (unit - unit)
    if way == "break":
        raise Broken("the two halves differ")
    if way == "exit":
        raise SystemExit(0)
    while way == "wait" and unit > 2:
        job.poll()
        time.sleep(0.01)
    print("chatter")
    return {"divide": 25, "return_float": 24.0}.get(way, 48)

@my.conclude
def conclude(job, tally, units):
    table = Table("row", ("some", "more"), {"first": (1, 10**30)})
    return Conclusion({"grids": tally.sums["grids"]},
                      {"half": Finding(tally.sums["grids"] // 2, "Half."), "rows": Finding(table, "Rows.")})

my.main()
'''

# A slow count and a slow sampler that leave a mark for each step.
SLOW = '''\
import time
from gridcensus.strategy import Plan, Strategy

my = Strategy("slow", version="1", summary="Counts slowly.", source="tests", quantities=["grids"])

@my.prepare
def prepare(job):
    return Plan(units=24)

@my.unit
def unit(job, unit):
    for _ in range(5):
        job.poll()
        time.sleep(0.01)
    with open(__file__ + ".steps", "a") as steps:
        steps.write("x")
    return unit or 12

my.main()
'''
SLOW_SAMPLER = '''\
import time
from gridcensus.strategy import Plan, Strategy

my = Strategy("slow", version="1", summary="Samples slowly.", source="tests", quantities={"grids": "estimate"})

@my.prepare
def prepare(job):
    return Plan(batch=20)

@my.draw
def grids(job, source):
    job.poll()
    time.sleep(0.002)
    with open(__file__ + ".steps", "a") as steps:
        steps.write("x")
    return 288 + source.choice([-24, -12, 0, 12, 24])

my.main()
'''


def values_of(document: dict[str, typing.Any]) -> list[dict[str, object]]:
    """Returns the outcomes without their times."""
    return [{name: value for name, value in each.items() if name != "seconds"} for each in document["outcomes"]]


def can_run_programs() -> bool:
    asked = subprocess.run([support.PROGRAM, "describe", "my_count", "--plugin-dir", support.EXAMPLES],
                           capture_output=True, text=True)
    return asked.returncode == 0 or "my_count.strategy.yaml" in asked.stderr


class Hosts(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        before = os.getcwd()
        os.chdir(self.folder)
        self.addCleanup(os.chdir, before)
        # Files that others can write are refused; the permissions of the sources are not tested here.
        for name in ("my_count", "my_descent"):
            for ending in (".py", ".strategy.yaml"):
                shutil.copy(support.EXAMPLES / f"{name}{ending}", self.folder)
        pathlib.Path("faulty.py").write_text(FAULTY)
        pathlib.Path("faulty.strategy.yaml").write_text("strategy: faulty\ncommand: [python3, ./faulty.py]\n"
                                                        "protocol: 1\nis: faulty\n")
        for file in self.folder.iterdir():
            file.chmod(0o644)

    def run_program(self, *words: str) -> str:
        ended = subprocess.run([support.PROGRAM, *words, "--plugin-dir", str(self.folder)], capture_output=True,
                               text=True, timeout=300)
        self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)
        return ended.stdout

    def count(self, *strategies: str, shape: str = "2x2", **options: object) -> gridcensus.Results:
        return gridcensus.count(shape, strategies, plugin_dirs=".", **options)  # type: ignore[arg-type]

    def test_an_exact_strategy_agrees_under_any_rules_that_it_accepts(self) -> None:
        for rules in ("classic", "diagonals", "anti_knight", "layout:aabb/aabb/ccdd/ccdd"):
            made = self.count("my_count", "enumeration", rules=rules, quantities="grids")
            self.assertTrue(made.verdict.is_good, made)
            self.assertEqual(made.outcome("grids", configuration="my_count").witnesses, 2)

    def test_a_sampler_is_the_same_on_any_number_of_threads(self) -> None:
        made = [self.count("my_descent", "enumeration", shape="2x3", threads=threads, seed=[1, 2],
                           params={"my_descent.samples": 3000}, quantities="grids") for threads in (1, 3)]
        self.assertTrue(all(each.verdict.is_good for each in made))
        values = [[each.value for each in one.outcomes] for one in made]
        self.assertEqual(values[0], values[1])
        self.assertNotEqual(values[0][0], values[0][1])

    def test_it_conforms(self) -> None:
        for name in ("my_count", "my_descent"):
            self.assertIn("conforms: ", self.run_program("conformance", name, *(
                word for check in ("purity", "resumption", "stop")
                for word in ("--only", check))))

    def test_its_parts_are_counted_merged_and_verified(self) -> None:
        pathlib.Path("question.yaml").write_text("problems: [{shape: 2x2}]\n"
                                                 "strategies: {my_count: {}, enumeration: {}}\n")
        for part in range(1, 5):
            gridcensus.run("question.yaml", part=f"{part}/4", plugin_dirs=".")
        parts = sorted(file.name for file in self.folder.glob("question.part-*.ledger"))
        self.assertEqual(len(parts), 4)
        subprocess.run([support.PROGRAM, "merge", "-o", "whole.ledger", *parts], check=True, capture_output=True)
        self.assertTrue(gridcensus.run("question.yaml", ledger="whole.ledger", plugin_dirs=".").verdict.is_good)
        self.assertIn("my_count on 2x2: 4 of its units counted again",
                      self.run_program("verify", "whole.ledger", "--recount", "100%"))

    def test_an_interrupted_count_resumes_with_the_same_result(self) -> None:
        for script, params, some_steps in ((SLOW, "{}", 6), (SLOW_SAMPLER, "{samples: 480}", 120)):
            pathlib.Path("slow.py").write_text(script)
            pathlib.Path("slow.strategy.yaml").write_text("strategy: slow\ncommand: [python3, ./slow.py]\n"
                                                          "protocol: 1\nis: slow\n")
            pathlib.Path("slow.yaml").write_text(f"problems: [{{shape: 2x2}}]\nstrategies: {{slow: {params}}}\n")
            whole = self.run_slow("--no-ledger")
            for threads in ("1", "3"):
                with self.subTest(params, threads=threads):
                    words = ("--threads", threads, "--ledger", f"{len(params)}-{threads}.ledger")
                    stopped = self.run_slow(*words, interrupt_after=some_steps)
                    self.assertIn(stopped["runs"][0]["units"], range(1, 24))
                    self.assertEqual(stopped["runs"][0]["state"], "stopped")
                    resumed = self.run_slow(*words)
                    self.assertEqual(resumed["runs"][0]["units"], 24)
                    self.assertEqual(values_of(resumed), values_of(whole))

    def run_slow(self, *words: str, interrupt_after: int = 0) -> dict[str, typing.Any]:
        steps = self.folder / "slow.py.steps"
        steps.write_text("")
        process = subprocess.Popen([support.PROGRAM, "run", "slow.yaml", "--json", "-", "--plugin-dir", self.folder,
                                    *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while steps.stat().st_size < interrupt_after and process.poll() is None:
            time.sleep(0.01)
        if interrupt_after:
            process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=100)
        self.assertEqual(process.returncode, 4 if interrupt_after else 0, err)
        document = json.loads(out)
        assert isinstance(document, dict)
        return document

    def test_findings_and_divisors_reach_the_document(self) -> None:
        made = self.count("faulty")
        self.assertEqual({each.name: each.value for each in made.findings}, {"half": 144, "rows": None})
        table = made.findings[-1].table
        assert table is not None
        self.assertEqual(table.rows, {"first": (1, 10**30)})
        self.assertEqual(made.outcome("grids").value, 288)

    def test_failures_are_located(self) -> None:
        line = {text: number for number, text in enumerate(FAULTY.splitlines(), 1)}
        for way, text in (("raise", f"faulty.py:{line['        return 1 // (unit - unit)']}: ZeroDivisionError"),
                          ("exit", f"faulty.py:{line['        raise SystemExit(0)']}: the strategy wanted to exit"),
                          ("return_float", f"faulty.py:{line['@my.unit']}: unit: it returned 24.0")):
            with self.subTest(way), self.assertRaises(gridcensus.RunFailed) as failed:
                self.count("faulty", params={"way": way})
            self.assertIn(text, failed.exception.message)
        for way, text in (("break", "the two halves differ"), ("divide", "25 is not a multiple of 8")):
            with self.subTest(way), self.assertRaises(gridcensus.Disagreement) as broken:
                self.count("faulty", params={"way": way})
            self.assertIn(text, broken.exception.message)

    def test_a_stop_saves_finished_units(self) -> None:
        with self.assertRaises(gridcensus.Incomplete) as stopped:
            gridcensus.run({"problems": [{"shape": "2x2"}],
                            "strategies": {"faulty": {"way": "wait", "budget": {"seconds": 4}}}},
                           ledger="x.ledger", plugin_dirs=".")
        assert stopped.exception.results is not None
        self.assertEqual(stopped.exception.results.runs[0].units, 3)


if __name__ == "__main__":
    if not can_run_programs():
        support.skip(f"{support.PROGRAM} knows no strategies that are programs")
    support.main()
