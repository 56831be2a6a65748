"""The functions that call the program: arguments, exit codes, interruption.

GRIDCENSUS_PROGRAM and FAULT_PLUGINS, the folder of the faulty plugins, come from the environment.
"""

import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import typing
import unittest
import unittest.mock

import support

import gridcensus
from gridcensus import _program

FAULTS = os.environ.get("FAULT_PLUGINS", str(support.SOURCE / "build/release/tests/faults"))
DISAGREEING = {"title": "A wrong value", "problems": [{"shape": "2x2"}], "strategies": {"enumeration": {}},
               "expect": [{"shape": "2x2", "quantity": "grids", "value": 289, "source": "a guess"}]}


class InFolder(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        before = os.getcwd()
        os.chdir(self.folder)
        self.addCleanup(os.chdir, before)

    def program(self, text: str) -> str:
        """Returns a program that is not gridcensus."""
        file = self.folder / "program"
        file.write_text(f"#!/bin/sh\n{text}\n")
        file.chmod(0o755)
        return str(file)


class Calls(InFolder):
    def test_count_accepts_all_options(self) -> None:
        made = gridcensus.count((2, 3), ["enumeration", "row_sampler"], quantities="grids", rules="classic",
                                params={"row_sampler.samples": 2000, "enumeration.max_side": 6}, seed=[3, 4],
                                ledger="x.ledger", threads=1, isolate="none")
        self.assertEqual(made.verdict.word, "YES")
        self.assertEqual({run.seed for run in made.runs}, {None, 3, 4})
        again = gridcensus.load("x.ledger")
        self.assertEqual(again.document, made.document)
        self.assertIn("enumeration on 2x3", made.messages)
        fresh = gridcensus.count("2x3", "enumeration", quantities="grids", ledger="x.ledger", recount=True)
        self.assertFalse(fresh.runs[0].reused)

    def test_count_chooses_strategies(self) -> None:
        self.assertEqual(gridcensus.count((2, 2)).outcome().value, 288)

    def test_count_names_an_argument_of_another_type(self) -> None:
        for arguments, message in (({"params": ["samples=1000"]}, "params: expected a dict"),
                                   ({"params": {"samples": [1, 2]}}, "params: samples is .*; expected one value"),
                                   ({"inputs": "grids=288"}, "inputs: expected a dict"),
                                   ({"shape": (3,)}, r"shape: expected the rows and columns of a box.*found \(3,\)")):
            with self.assertRaisesRegex(TypeError, message):
                gridcensus.count(**{"shape": "2x2", **arguments})  # type: ignore[arg-type]

    def test_the_version_equals_that_of_the_program(self) -> None:
        printed = subprocess.run([support.PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout
        self.assertIn(gridcensus.__version__, printed)

    def test_count_accepts_inputs_givens_and_overrides(self) -> None:
        made = gridcensus.count("2x3", "russell_jarvis", quantities=["essentially_different"],
                                inputs={"grids": 28200960})
        self.assertEqual(made.outcome("essentially_different").value, 49)
        given = gridcensus.count("2x2", "enumeration", given="1...............", quantities="grids",
                                 overrides={"strategies.enumeration.max_side": 4})
        self.assertEqual(given.outcome("grids").value, 72)
        self.assertEqual(given.runs[0].parameters["max_side"], 4)

    def test_run_accepts_a_file_or_a_dict(self) -> None:
        experiment = {**DISAGREEING, "expect": [{**DISAGREEING["expect"][0], "value": 288}]}  # type: ignore[index]
        self.assertTrue(gridcensus.run(experiment).verdict.is_good)
        self.assertTrue(gridcensus.run(experiment, ledger="y.ledger").verdict.is_good)
        pathlib.Path("question.yaml").write_text("problems: [{shape: 2x2}]\nstrategies: {enumeration: {}}\n")
        gridcensus.run("question.yaml", ledger_dir=".")
        self.assertTrue(pathlib.Path("question.ledger").exists())
        made = gridcensus.run(pathlib.Path("question.yaml"), part="1/2")
        self.assertEqual(made.produced["part"], "1/2")
        self.assertEqual(gridcensus.run("question.yaml", no_ledger=True, seed=5).experiment["seed"], 5)

    def test_messages_are_shown_on_request(self) -> None:
        script = "import gridcensus; gridcensus.count('2x2', 'enumeration', echo={})"
        for echo, text in ((True, "enumeration on 2x2"), (False, "")):
            ended = subprocess.run([sys.executable, "-c", script.format(echo)], capture_output=True, text=True,
                                   env={**os.environ, "PYTHONPATH": str(support.PACKAGE)}, check=True)
            self.assertEqual(ended.stdout, "")
            self.assertIn(text, ended.stderr)
            self.assertEqual(bool(ended.stderr), echo)

    def test_samples_are_grids(self) -> None:
        for shape, side in (("2x3", 6), ("2x5", 10)):
            grids = gridcensus.sample(shape, 3, seed=4)
            self.assertEqual(len(grids), 3)
            for grid in grids:
                self.assertEqual({tuple(sorted(row)) for row in grid}, {tuple(range(1, side + 1))})
                self.assertEqual({tuple(sorted(column)) for column in zip(*grid)}, {tuple(range(1, side + 1))})
        later = gridcensus.sample("2x3", 2, seed=4, first=1)
        self.assertEqual([[list(map(int, row)) for row in grid] for grid in later],
                         [[list(map(int, row)) for row in grid] for grid in gridcensus.sample("2x3", 3, seed=4)[1:]])
        self.assertEqual(len(gridcensus.sample("2x3", essentially_different=True)), 1)
        diagonal = gridcensus.sample("2x2", rules="diagonals", given="1...............", memory="1 GiB", threads=1)
        self.assertEqual(diagonal[0][0][0], 1)

    def test_samples_are_an_array_if_numpy_is_installed(self) -> None:
        with unittest.mock.patch.dict(sys.modules, {"numpy": None}):
            lists = gridcensus.sample("2x2", 2)
        self.assertIs(type(lists[0][0][0]), int)
        try:
            import numpy
        except ImportError:
            self.skipTest("numpy is missing (Debian: python3-numpy)")
        array = gridcensus.sample("2x2", 2)
        self.assertIsInstance(array, numpy.ndarray)
        self.assertEqual(array.shape, (2, 4, 4))
        self.assertEqual(array.tolist(), lists)


class ExitCodes(InFolder):
    def test_a_failed_run(self) -> None:
        folder = pathlib.Path(FAULTS, "misbehaves")
        if not folder.exists():
            self.skipTest("the faulty plugins are not built")
        with self.assertRaises(gridcensus.RunFailed) as caught:
            gridcensus.count("2x2", "misbehaves", params={"mode": "throw_text"}, plugin_dirs=folder)
        assert caught.exception.results is not None
        self.assertEqual(caught.exception.results.runs[0].state, "failed")
        self.assertIn("misbehaves on 2x2: ", caught.exception.message)

    def test_bad_input(self) -> None:
        with self.assertRaisesRegex(gridcensus.BadInput, "unknown strategy; known: ") as caught:
            gridcensus.count("2x2", "nonsense")
        self.assertEqual(caught.exception.exit_code, 2)
        self.assertIsNone(caught.exception.results)
        with self.assertRaisesRegex(gridcensus.BadInput, "problem"):
            gridcensus.run({"title": "nothing"})
        with self.assertRaises(gridcensus.BadInput):
            gridcensus.run("missing.yaml")
        with self.assertRaisesRegex(gridcensus.BadInput, "cannot be drawn"):
            gridcensus.sample("5x5")

    def test_an_experiment_of_which_nothing_runs_is_bad_input(self) -> None:
        with self.assertRaisesRegex(gridcensus.BadInput, "no strategy takes 2x2"):
            gridcensus.run({"problems": [{"shape": "2x2"}], "strategies": {"row_sampler": {}}})

    def test_a_problem_without_an_answer_raises_with_the_other_results(self) -> None:
        with self.assertRaises(gridcensus.RunFailed) as caught:
            gridcensus.run({"problems": [{"shape": ["2x2", "4x4"]}], "strategies": {"enumeration": {}}})
        self.assertIn("1 of 2 problems has no answer (4x4)", caught.exception.message)
        assert caught.exception.results is not None
        self.assertEqual(caught.exception.results.outcome(quantity="grids").value, 288)

    def test_a_disagreement_has_both_numbers(self) -> None:
        with self.assertRaises(gridcensus.Disagreement) as caught:
            gridcensus.run(DISAGREEING)
        self.assertIn("NO. 2 of 3 comparisons disagree", caught.exception.message)
        self.assertIn("grids of 2x2: 288 by enumeration, 289 by expected (a guess)", caught.exception.message)
        assert caught.exception.results is not None
        self.assertEqual(caught.exception.results.outcome().value, 288)
        self.assertIn("✗ differs", caught.exception.results._repr_html_())

    def test_an_incomplete_count_raises_with_its_results(self) -> None:
        with self.assertRaises(gridcensus.Incomplete) as caught:
            gridcensus.run({"problems": [{"shape": "2x3"}], "strategies": {"row_sampler": {
                "samples": 10**9, "batch": 100, "quantities": ["grids"], "budget": {"seconds": 0.5}}}})
        assert caught.exception.results is not None
        self.assertGreater(caught.exception.results.outcome().convergence[-1].samples, 0)

    def test_a_plugin_that_others_can_write_is_refused(self) -> None:
        plugins = pathlib.Path(support.PROGRAM).resolve().parents[1] / "lib/gridcensus/plugins"
        folder = self.folder / "open"
        folder.mkdir()
        for file in plugins.glob("ksp.so*"):
            shutil.copy(file, folder)
        folder.chmod(0o777)
        with self.assertRaisesRegex(gridcensus.PluginRefused, "can be written by everybody"):
            gridcensus.count("2x2", "ksp", plugin_dirs=[folder])

    def test_a_file_that_is_not_a_ledger(self) -> None:
        pathlib.Path("x.ledger").write_text("hello")
        with self.assertRaisesRegex(gridcensus.StorageFailed, "not a ledger"):
            gridcensus.count("2x2", "enumeration", ledger="x.ledger")

    def test_every_other_end(self) -> None:
        with self.assertRaisesRegex(gridcensus.ProgramDied, "SIGSEGV.*\n?last words"):
            gridcensus.count("2x2", "x", program=self.program("echo last words >&2; kill -SEGV $$"))
        with self.assertRaisesRegex(gridcensus.ProgramDied, "SIGKILL"):
            gridcensus.count("2x2", "x", program=self.program("exit 137"))
        with self.assertRaises(gridcensus.GridcensusError) as caught:
            gridcensus.count("2x2", "x", program=self.program("exit 77"))
        self.assertIs(type(caught.exception), gridcensus.GridcensusError)
        self.assertEqual(caught.exception.exit_code, 77)


class Places(InFolder):
    def test_the_program_is_found_in_this_order(self) -> None:
        path = self.program("exit 0")
        with unittest.mock.patch.dict(os.environ, {"GRIDCENSUS_PROGRAM": path}):
            self.assertEqual(gridcensus.find_program(), path)
            self.assertEqual(gridcensus.find_program("/bin/true"), "/bin/true")
            self.assertEqual(gridcensus.find_program("true"), shutil.which("true"))
        with unittest.mock.patch.dict(os.environ, {"GRIDCENSUS_PROGRAM": "/missing"}):
            with self.assertRaisesRegex(gridcensus.ProgramNotFound, "GRIDCENSUS_PROGRAM: /missing"):
                gridcensus.find_program()

    def test_the_program_is_found_in_the_same_installation(self) -> None:
        package = self.folder / "prefix/lib/python3/dist-packages"
        shutil.copytree(support.PACKAGE / "gridcensus", package / "gridcensus")
        (self.folder / "elsewhere").mkdir()
        environment = {"PYTHONPATH": str(package), "PATH": str(self.folder / "elsewhere")}
        script = [sys.executable, "-c", "import gridcensus; print(gridcensus.find_program())"]
        ended = subprocess.run(script, env=environment, capture_output=True, text=True)
        self.assertIn("was not found: looked at", ended.stderr)
        for folder in ("elsewhere", "prefix/bin"):
            (self.folder / folder).mkdir(exist_ok=True)
            wanted = self.folder / folder / "gridcensus"
            wanted.write_text("#!/bin/sh\n")
            wanted.chmod(0o755)
            ended = subprocess.run(script, env=environment, capture_output=True, text=True)
            self.assertEqual(ended.stdout.strip(), str(wanted))

    def test_the_variable_of_the_program_is_not_inherited(self) -> None:
        program = self.program("env | grep GRIDCENSUS_ >&2; exit 77")
        with unittest.mock.patch.dict(os.environ, {"GRIDCENSUS_PROGRAM": program, "GRIDCENSUS_LEDGER_DIR": "/a"}):
            with self.assertRaises(gridcensus.GridcensusError) as caught:
                gridcensus.count("2x2", "x")
        self.assertEqual(caught.exception.messages, "GRIDCENSUS_LEDGER_DIR=/a\n")


INTERRUPTED = """\
import sys, gridcensus
try:
    gridcensus.count("3x3", "band_monte_carlo", params={"seconds": 100}, ledger="long.ledger", threads=1)
except KeyboardInterrupt as interrupt:
    print(interrupt.__notes__[0])
    made = gridcensus.load("long.ledger")
    print(made.verdict, made.outcome("grids").interim is not None, made.runs[0].units > 0)
"""


class Interrupts(InFolder):
    def start(self, script: str) -> "subprocess.Popen[str]":
        environment = {**os.environ, "PYTHONPATH": str(support.PACKAGE)}
        child = subprocess.Popen([sys.executable, "-c", script], text=True, env=environment, stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, start_new_session=True)
        self.addCleanup(child.kill)
        return child

    def wait_until(self, condition: "typing.Callable[[], bool]", child: "subprocess.Popen[str]") -> None:
        while not condition() and child.poll() is None:
            time.sleep(0.05)

    def has_units(self) -> bool:
        """Checks whether the ledger of a running program has units."""
        asked = subprocess.run([support.PROGRAM, "status", "long.ledger", "--json", "-"], capture_output=True,
                               text=True)
        return asked.returncode == 0 and any(run["done"] for run in json.loads(asked.stdout)["runs"])

    def running(self) -> "list[str]":
        """Returns the command lines of processes whose current directory is this folder."""
        found = []
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if os.readlink(process / "cwd") == str(self.folder) and process.name != str(os.getpid()):
                    found.append((process / "cmdline").read_text().replace("\0", " "))
            except OSError:
                continue
        return found

    def test_the_program_is_stopped_and_no_process_remains(self) -> None:
        for whole_group in (False, True):  # an interrupt by a notebook, and Ctrl-C at a terminal
            with self.subTest(whole_group=whole_group):
                pathlib.Path("long.ledger").unlink(missing_ok=True)
                child = self.start(INTERRUPTED)
                self.wait_until(self.has_units, child)
                self.assertTrue(any("band_monte_carlo" in line for line in self.running()))
                (os.killpg if whole_group else os.kill)(child.pid, signal.SIGINT)
                out, err = child.communicate(timeout=60)
                self.assertEqual(err, "")
                self.assertIn("ended with exit code 4", out)
                self.assertIn("NOT YET. The only run is unfinished, nothing was compared yet. True True", out)
                self.assertEqual(self.running(), [])

    def test_the_third_interrupt_kills_a_program_that_does_not_stop(self) -> None:
        program = self.program("trap '' INT; : > here; while :; do sleep 0.1; done")
        child = self.start(f"import gridcensus; gridcensus.count('2x2', 'x', program={program!r})")
        self.wait_until(pathlib.Path("here").exists, child)
        sent = 0
        while child.poll() is None:  # a busy machine may take two interrupts for one
            os.kill(child.pid, signal.SIGINT)
            sent += 1
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.wait(timeout=0.7)
        self.assertGreaterEqual(sent, 3)
        _, err = child.communicate()
        self.assertIn("KeyboardInterrupt", err)
        self.assertIn("ended with exit code -9", err)
        for _ in range(600):
            if self.running():
                time.sleep(0.05)
        self.assertEqual(self.running(), [])


class Errors(unittest.TestCase):
    def test_each_exit_code_has_its_own_exception(self) -> None:
        kinds = {code: type(_program.error_of(code, "", "")) for code in range(1, 7)}
        self.assertEqual([kind.__name__ for kind in kinds.values()],
                         ["RunFailed", "BadInput", "Disagreement", "Incomplete", "PluginRefused", "StorageFailed"])
        self.assertTrue(all(issubclass(kind, gridcensus.GridcensusError) for kind in kinds.values()))


if __name__ == "__main__":
    support.main()
