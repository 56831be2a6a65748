"""The strategy's end of the protocol, tested by a separate host."""

import contextlib
import os
import pathlib
import pty
import subprocess
import sys
import tempfile
import time
import unittest

import support
from support import EXAMPLES, Host, problem

from gridcensus._numbers import decimal, integer
from gridcensus.problem import Problem
from gridcensus.strategy import Parameter
from gridcensus.tally import Moments, read_real, write_real

FAULTY = '''\
import subprocess, sys, time
from gridcensus.strategy import *

my = Strategy("faulty", version="1", summary="Behaves as a unit selects.", source="tests",
              quantities=["grids", Quantity("corners", definition="Corners of all grids.", unit="corners",
                                            same_for="symmetries")],
              parameters=[Parameter("depth", 3, "How deep.", low=1, unit="rows"), Parameter("note", type="text"),
                          Parameter("way", "up", choices=["up", "down"]), Parameter("exactly", True)],
              rules="any", shapes=["2x2", "2x3"])

@my.offer
def offer(job):
    if job.problem.side > 4:
        return "too large"
    return Offer(refused={"corners": "no corners"}, units=3, inputs={"grids": ["bands"]},
                 kinds={"grids": "upper_bound"})

@my.prepare
def prepare(job):
    return Plan(units=20, tables=job.parameters, times={"grids": 2 ** 70})

@my.traits
def traits(job, unit):
    return Traits(weight=unit + 0.5, sums=["grids"], divisors={"grids": 10 ** 30})

def deeper(job):
    return 1 // 0

@my.unit
def unit(job, unit):
    if unit == 0: return deeper(job)
    if unit == 1: raise Broken("the sum is odd")
    if unit == 2:
        while True: job.poll()
    if unit == 3: print("chatter"); return 10 ** 5000
    if unit == 4: return 3.0
    if unit == 5: sys.exit(3)
    if unit == 6: return int(sorted(["x"], key=lambda word: int(word))[0])
    if unit == 7: return {"grids": 1, "corners": 4}
    if unit == 8:
        tally = Tally()
        tally.add("grids", 5)
        tally.sample("height", 0.1)
        tally.table("classes", "class", ["size"], {"a": [10 ** 30]})
        tally.moments["width"] = Moments()
        tally.moments["width"].add(1 / 3)
        return tally
    if unit == 9: return len(sys.stdin.read()) + len(subprocess.run(["echo", "noise"]).args)
    if unit == 10: return job.inputs["bands"] * job.tables["depth"] + len(job.tables["way"]) * job.tables["exactly"]
    if unit == 11: return float("nan")
    if unit == 12: time.sleep(1000)
    if unit == 13: return True

@my.is_enough
def enough(job, tally, units):
    return tally.sums["grids"] > 10 ** 29 and units == 3 and tally.moments["width"].mean == 1.5

@my.conclude
def conclude(job, tally, units):
    return Conclusion({"grids": tally.sums["grids"] * 2, "corners": mean("height", times=4)},
                      {"half": Finding(tally.sums["grids"], "the half"),
                       "classes": Finding(tally.tables["classes"], "the classes", same_when_transposed=True)})

my.main()
'''


class Strategies(unittest.TestCase):
    def host(self, script: "pathlib.Path | str") -> Host:
        if isinstance(script, str):
            folder = self.enterContext(tempfile.TemporaryDirectory())
            path = pathlib.Path(folder) / "faulty.py"
            path.write_text(script, encoding="utf-8")
            script = path
        host = Host(script)

        def end() -> None:
            with contextlib.suppress(OSError):
                host.close()
            host.process.kill()
            host.process.wait()
            host.process.stderr.close()
        self.addCleanup(end)
        return host

    def faulty(self) -> Host:
        host = self.host(FAULTY)
        host.ask("prepare", problem=problem("2x2"), quantities=["grids"], parameters={"depth": "5"},
                 inputs={"bands": str(10**30)})
        return host

    def failure_of(self, unit: int) -> str:
        message = self.faulty().answer("run", unit=str(unit))
        self.assertEqual(list(message), ["failed"])
        return str(message["failed"])


class Examples(Strategies):
    def test_an_exact_example_is_short_and_counts(self) -> None:
        lines = (EXAMPLES / "my_count.py").read_text().splitlines()
        code = [line for line in lines if line.strip() and not line.strip().startswith('"""')]
        self.assertLessEqual(len(code), 20)
        host = self.host(EXAMPLES / "my_count.py")
        about = host.ask("about", protocol="1")
        self.assertEqual(about["protocol"], 2)
        self.assertEqual(about["id"], "my_count")
        self.assertEqual(about["quantities"], [{"name": "grids", "kind": "exact"}])
        self.assertEqual(about["takes"], {"rules": "different_cells", "largest_side": 6})
        self.assertEqual(about["answers"], [])
        for shape, grids in (("2x2", 288), ("1x1", 1), ("2x3", 28200960)):
            plan = host.prepare(shape)
            total = sum(int(host.ask("run", unit=str(unit))["sums"]["grids"]) for unit in range(int(plan["units"])))
            self.assertEqual(total * int(plan.get("times", {"grids": "1"})["grids"]), grids)
        self.assertEqual(host.close(), 0)

    def test_samples_depend_on_the_random_text_alone(self) -> None:
        first = self.host(EXAMPLES / "my_descent.py")
        self.assertEqual(first.ask("about", protocol=1)["quantities"], [{"name": "grids", "kind": "estimate"}])
        self.assertEqual(first.prepare("2x3"), {})
        request = {"unit": "7", "samples": "400"}
        one = first.ask("run", random="ab" * 32, **request)
        another = first.ask("run", random="cd" * 32, **request)
        second = self.host(EXAMPLES / "my_descent.py")
        second.prepare("2x3")
        self.assertEqual(second.ask("run", random="ab" * 32, **request), one)
        self.assertNotEqual(one, another)
        values = [read_real(text) for text in one["samples"]["grids"]]
        self.assertEqual(len(values), 400)
        self.assertAlmostEqual(sum(values) / 400 / 28200960, 1, delta=0.2)


class Protocol(Strategies):
    def test_about_declares_quantities_and_parameters(self) -> None:
        about = self.host(FAULTY).ask("about", protocol=1)
        self.assertEqual(about["takes"], {"rules": "any", "shapes": ["2x2", "2x3"]})
        self.assertEqual(about["quantities"][1], {"name": "corners", "kind": "exact", "unit": "corners",
                                                  "definition": "Corners of all grids.", "same_for": "symmetries"})
        self.assertEqual(about["answers"], ["offer", "traits", "is_enough", "conclude"])
        self.assertEqual(about["parameters"], [
            {"name": "depth", "type": "integer", "default": 3, "unit": "rows", "help": "How deep.", "low": 1},
            {"name": "note", "type": "text"},
            {"name": "way", "type": "choice", "default": "up", "choices": ["up", "down"]},
            {"name": "exactly", "type": "boolean", "default": True}])

    def test_a_limit_of_a_parameter_may_be_zero(self) -> None:
        self.assertEqual(Parameter("depth", 3, low=0, high=0).to_json(),
                         {"name": "depth", "type": "integer", "default": 3, "low": 0, "high": 0})

    def test_an_unknown_version_is_refused(self) -> None:
        self.assertIn("version 3", str(self.host(FAULTY).answer("about", protocol=3)["failed"]))

    def test_offers(self) -> None:
        host = self.host(FAULTY)
        request = {"quantities": ["grids", "corners"], "parameters": {}}
        self.assertEqual(host.ask("offer", problem=problem("2x2"), **request),
                         {"refused": {"corners": "no corners"}, "units": "3", "inputs": {"grids": ["bands"]},
                          "kinds": {"grids": "upper_bound"}})
        self.assertEqual(host.ask("offer", problem=problem("2x3"), **request),
                         {"refused": {"grids": "too large", "corners": "too large"}})

    def test_units_have_traits(self) -> None:
        self.assertEqual(self.faulty().ask("traits", first="1", count="2"), [
            {"weight": weight, "sums": ["grids"], "divisors": {"grids": str(10**30)}}
            for weight in (1.5, 2.5)])

    def test_a_tally_has_all_its_parts(self) -> None:
        tally = self.faulty().ask("run", unit=8)
        self.assertEqual(tally["sums"], {"grids": "5"})
        self.assertEqual(read_real(tally["samples"]["height"][0]), 0.1)
        self.assertEqual(tally["moments"]["width"][0], "1")
        self.assertEqual(read_real(tally["moments"]["width"][1]), 1 / 3)
        self.assertEqual(tally["tables"]["classes"]["rows"], {"a": [str(10**30)]})

    def test_inputs_and_parameters_arrive_as_numbers(self) -> None:
        self.assertEqual(self.faulty().ask("run", unit=10), {"sums": {"grids": str(5 * 10**30 + 2)}})

    def test_conclusions(self) -> None:
        host = self.faulty()
        moments = ["2", "1.8p+0", "1p-1", "0p+0", "0p+0", "1p+0", "1p+1"]
        tally = {"sums": {"grids": str(10**30)}, "moments": {"width": moments},
                 "tables": {"classes": {"kind": "table", "key": "class", "columns": ["size"], "rows": {"a": ["7"]}}}}
        self.assertIs(host.ask("is_enough", tally=tally, units="3"), True)
        self.assertIs(host.ask("is_enough", tally=tally, units="2"), False)
        conclusion = host.ask("conclude", tally=tally, units="3")
        self.assertEqual(conclusion["outcomes"], {"grids": {"kind": "exact", "value": str(2 * 10**30)},
                                                  "corners": {"kind": "mean", "of": "height", "times": "4"}})
        self.assertEqual(conclusion["findings"]["half"], {"value": {"kind": "exact", "value": str(10**30)},
                                                          "help": "the half"})
        self.assertEqual(conclusion["findings"]["classes"]["value"]["rows"], {"a": ["7"]})
        self.assertIs(conclusion["findings"]["classes"]["same_when_transposed"], True)

    def test_printed_text_goes_to_stderr(self) -> None:
        host = self.faulty()
        self.assertEqual(host.ask("run", unit=3), {"sums": {"grids": "1" + "0" * 5000}})
        # The strategy's stdin and child programs cannot reach the connection, either.
        self.assertEqual(host.ask("run", unit=9), {"sums": {"grids": "2"}})
        self.assertEqual(host.close(), 0)
        self.assertEqual(host.errors(), "chatter\nnoise\n")

    def test_a_stop_ends_the_unit_that_it_names(self) -> None:
        host = self.faulty()
        number = host.send("run", unit=2)
        time.sleep(0.2)
        host.write({"call": "stop", "id": "another"})
        host.write({"call": "stop", "id": str(number)})
        self.assertEqual(host.receive(), {"id": str(number), "stopped": True})
        host.write({"call": "stop", "id": str(number)})  # too late
        self.assertIn("result", host.answer("run", unit=3))

    def test_a_stop_sent_together_with_its_request_is_not_lost(self) -> None:
        host = self.faulty()
        host.socket.sendall(b'{"call":"run","id":"x","unit":"2"}\n{"call":"stop","id":"x"}\n')
        self.assertEqual(host.receive(), {"id": "x", "stopped": True})

    def test_a_broken_theorem_is_distinguished_from_a_failure(self) -> None:
        self.assertEqual(self.faulty().answer("run", unit=1), {"broken": "the sum is odd"})

    def test_a_failure_has_its_location_in_the_author_s_code(self) -> None:
        line = FAULTY.splitlines().index("    return 1 // 0") + 1
        self.assertEqual(self.failure_of(0), f"faulty.py:{line}: ZeroDivisionError: integer division or modulo by zero")
        line = next(k for k, text in enumerate(FAULTY.splitlines(), 1) if "unit == 6" in text)
        self.assertTrue(self.failure_of(6).startswith(f"faulty.py:{line}: ValueError: invalid literal"))
        line = next(k for k, text in enumerate(FAULTY.splitlines(), 1) if "sys.exit(3)" in text)
        self.assertEqual(self.failure_of(5), f"faulty.py:{line}: the strategy wanted to exit")

    def test_a_value_that_is_not_a_number_is_refused_with_its_function(self) -> None:
        line = FAULTY.splitlines().index("@my.unit") + 1
        self.assertEqual(self.failure_of(4), f"faulty.py:{line}: unit: it returned 3.0, which is a float and not a "
                                             "whole number")
        self.assertIn("nan", self.failure_of(11))
        self.assertIn("True", self.failure_of(13))
        self.assertIn("None", self.failure_of(14))

    def test_one_number_for_two_quantities_is_refused(self) -> None:
        host = self.host(FAULTY)
        host.prepare(quantities=("grids", "corners"))
        self.assertIn("for 2 quantities (grids, corners)", str(host.answer("run", unit=3)["failed"]))
        self.assertEqual(host.ask("run", unit=7), {"sums": {"grids": "1", "corners": "4"}})

    def test_the_strategy_continues_after_a_failure(self) -> None:
        host = self.faulty()
        host.answer("run", unit=0)
        self.assertIn("result", host.answer("run", unit=3))
        self.assertIn("does not answer 'sing'", str(host.answer("sing")["failed"]))
        host.socket.sendall(b"no json\n")
        self.assertIn("what is not a request", str(host.receive()["failed"]))
        host.close()
        self.assertIn("Traceback", host.errors())

    def test_a_unit_before_prepare_fails(self) -> None:
        self.assertIn("before", str(self.host(FAULTY).answer("run", unit=3)["failed"]))

    def test_the_end_of_the_connection_ends_a_working_strategy(self) -> None:
        for unit, code in ((2, 0), (12, 1)):
            host = self.faulty()
            host.send("run", unit=unit)
            time.sleep(0.3)
            self.assertIn(host.close(), (code, 1))

    def test_a_strategy_started_by_hand_describes_itself(self) -> None:
        leader, follower = pty.openpty()
        ended = subprocess.run([sys.executable, EXAMPLES / "my_count.py"], stdin=follower, capture_output=True,
                               text=True, timeout=300, env={**os.environ, "PYTHONPATH": str(support.PACKAGE)})
        os.close(leader)
        os.close(follower)
        self.assertEqual(ended.returncode, 1)
        self.assertIn("my_count is a strategy of gridcensus", ended.stderr)
        self.assertIn("command: [python3, ./my_count.py]", ended.stderr)
        self.assertIn(f"gridcensus count 2x2 --with my_count --plugin-dir {EXAMPLES}", ended.stderr)


class Problems(unittest.TestCase):
    def test_cells_see_their_row_column_and_box(self) -> None:
        made = Problem.classic_of("2x3")
        self.assertEqual(Problem.from_json(problem("2x3")), made)
        self.assertEqual(len(made.regions), 18)
        self.assertEqual(made.seen[0], {1, 2, 3, 4, 5, 6, 7, 8, 12, 18, 24, 30})
        self.assertEqual([made.box_of(cell) for cell in (0, 3, 12, 35)], [0, 1, 2, 5])
        self.assertEqual(made.symbols(0), {1, 2, 3, 4, 5, 6})
        self.assertEqual(len(Problem.classic_of("1x4").regions), 8)
        self.assertEqual(made.relabellings, 720)

    def test_fitting_takes_restricted_and_related_cells_into_account(self) -> None:
        free = [[1, 2, 3, 4]] * 16
        data = problem("2x2", pairs=[[0, 10]], allowed=[[1, 2, 3], *free[1:]],
                       relations=[{"cells": ["0", "5"], "allowed": [["1", "2"], ["2", "3"]]}])
        made = Problem.from_json(data)
        grid = [0] * 16
        self.assertEqual(made.fitting(grid, 0), [1, 2, 3])
        grid[10] = 3
        self.assertEqual(made.fitting(grid, 0), [1, 2])
        grid[5] = 3
        self.assertEqual(made.fitting(grid, 0), [2])
        grid[0], grid[5] = 1, 0
        self.assertEqual(made.fitting(grid, 5), [2])


class Numbers(unittest.TestCase):
    def test_reals_lose_no_bit(self) -> None:
        for value in (0.1, 1 / 3, -2.5e-300, 5e-324, 1.7976931348623157e308, 0.0):
            self.assertNotIn("0x", write_real(value))
            self.assertEqual(read_real(write_real(value)), value)
        self.assertEqual(write_real(10**30), "1" + "0" * 30)
        self.assertEqual([read_real("1.8p+1"), read_real("12.5"), read_real(3)], [3, 12.5, 3])

    def test_long_integers_are_read_and_written_without_the_limit_of_python(self) -> None:
        for value in (0, 7, -7, 10**4000, 10**4000 - 1, 10**8000 + 3, -(3**40000)):
            self.assertEqual(integer(decimal(value)), value)
        self.assertEqual(decimal(10**8000), "1" + "0" * 8000)
        for text in ("000", "-0", "+1", "1_000", " 1", "1\n", "", "0" * 5000, "\u0661"):
            with self.assertRaisesRegex(ValueError, "is not a whole number"):
                integer(text)

    def test_moments_equal_those_of_the_samples(self) -> None:
        samples = [1.0, 4.0, 4.5, 9.25, -3.0]
        moments = Moments()
        for sample in samples:
            moments.add(sample)
        mean = sum(samples) / 5
        for power, value in ((2, moments.squares), (3, moments.cubes), (4, moments.fourths)):
            self.assertAlmostEqual(value, sum((sample - mean)**power for sample in samples))
        self.assertEqual((moments.count, moments.min, moments.max), (5, -3.0, 9.25))
        self.assertEqual(Moments.from_json(moments.to_json()), moments)


if __name__ == "__main__":
    support.main()
