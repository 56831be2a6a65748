"""Documents and ledgers of every kind, read by the package and compared with the output of the program.

GRIDCENSUS_PROGRAM and FAULT_PLUGINS, the folder of the faulty plugins, come from the environment.
"""

import functools
import html
import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unittest
import unittest.mock
import warnings

import support

import gridcensus
from gridcensus._numbers import parameter
from gridcensus.results import Results

FAULTS = os.environ.get("FAULT_PLUGINS", str(support.SOURCE / "build/release/tests/faults"))

EXPERIMENT = """\
title: "<script>alert('<b>')</script> & title"
problems: [{shape: [2x2, 2x3, 3x3]}]
strategies:
  enumeration: {only: [2x2, 2x3]}
  ksp: {}
  band_classes: {}
  sampled: {strategy: row_sampler, samples: 3000, only: [2x3]}
  russell_jarvis: {only: [2x3, 3x3], inputs: {grids: band_classes}}
  burnside_bfs: {only: [2x3], inputs: {grids: band_classes}}
  box_class_zc: {only: [2x3, 3x3]}
expect:
  - {shape: 2x3, quantity: grids, value: 28200960, source: OEIS A291187}
"""
STOPPED = """\
problems: [{shape: 2x3}]
strategies: {row_sampler: {samples: 1000000000, batch: 100, quantities: [grids], budget: {seconds: 1}}}
"""
LAYOUTS = """\
problems: [{shape: 1x3, layouts: all}]
strategies: {exact_cover: {quantities: [grids]}}
"""
SWEEP = """\
problems: [{shape: [2x3, 2x2]}]
strategies:
  enumeration: {}
  rows: {strategy: row_sampler, sweep: {samples: [2000, 8000]}, batch: 500, quantities: [grids]}
seed: [5, 9]
"""
# By name: the command and the exit code.
DOCUMENTS = {
    "all": ("run all.yaml --ledger all.ledger", 0),
    "seeds": ("run sweep.yaml --ledger sweep.ledger", 0),
    "stopped": ("run stopped.yaml --ledger stopped.ledger", 4),
    "totals": ("run layouts.yaml --no-ledger", 0),
    "part": ("run all.yaml --part 1/2", 0),
    "approximated": ("count 3x3 --with ksp", 0),
    "estimated": ("count 2x7 --with row_sampler --param samples=300 --quantity grids", 0),
    "huge": ("count 1x25 --with row_sampler --param samples=50 --param batch=10 --quantity grids", 0),
    "counted": ("count 2x2 --with enumeration --given 1.............2. --quantity grids", 0),
    "wrong": (f"count 2x2 --with faulty --param faulty.fault=counts_wrong --with enumeration "
              f"--plugin-dir {FAULTS}/faulty", 3),
    "broken": (f"count 2x2 --with misbehaves --param mode=throw_broken --plugin-dir {FAULTS}/misbehaves", 3),
    "failed": (f"count 2x2 --with misbehaves --param mode=throw_text --plugin-dir {FAULTS}/misbehaves", 1),
}


def setUpModule() -> None:
    global folder
    made = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(made.cleanup)
    folder = pathlib.Path(made.name)
    for name, text in (("all", EXPERIMENT), ("stopped", STOPPED), ("layouts", LAYOUTS), ("sweep", SWEEP)):
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")


def run(arguments: str, status: int = 0) -> str:
    environment = {**os.environ, "COLUMNS": "200"}
    environment.pop("GRIDCENSUS_PROGRAM")
    ended = subprocess.run([support.PROGRAM, *arguments.split()], cwd=folder, capture_output=True, text=True,
                           env=environment)
    assert ended.returncode == status, f"{arguments}: exit {ended.returncode}, not {status}: {ended.stderr}"
    return ended.stdout


@functools.cache
def results(name: str) -> Results:
    arguments, status = DOCUMENTS[name]
    if not pathlib.Path(FAULTS, "faulty/faulty.so").exists() and FAULTS in arguments:
        raise unittest.SkipTest("the faulty plugins are not built")
    run(f"{arguments} --json {name}.json", status)
    return gridcensus.load(folder / f"{name}.json")


def each_document() -> "list[tuple[str, Results]]":
    pairs = []
    for name in DOCUMENTS:
        try:
            pairs.append((name, results(name)))
        except unittest.SkipTest as reason:
            print(f"left out: {name}: {reason}", file=sys.stderr)
    return pairs


class Documents(unittest.TestCase):
    def test_the_verdict_equals_that_of_the_screen(self) -> None:
        words = set()
        for name, made in each_document():
            with self.subTest(name):
                screen = run(f"show {name}.json")
                screen = re.sub(r" {2,}\d+ runs?, [\d.]+ \w+\n", "\n", screen)
                screen = re.sub(r"\s+", " ", screen)
                self.assertIn(str(made.verdict), screen)
                self.assertEqual(made.verdict.is_good, made.verdict.word == "YES")
                words.add(made.verdict.word)
        self.assertLessEqual({"YES", "NO", "NOT YET", "COUNTED", "ESTIMATED"}, words)

    def test_the_evidence_equals_that_of_the_document(self) -> None:
        for name, made in each_document():
            with self.subTest(name):
                self.assertEqual(list(made.evidence), made.document["evidence"])
                self.assertTrue(made.evidence[0].startswith(made.verdict.word + ". "))
                page = made._repr_html_()
                for line in made.evidence[1:]:
                    self.assertIn(html.escape(line), page)

    def test_ledgers_have_the_same_content_as_documents(self) -> None:
        for name in ("all", "sweep"):
            made = results("all" if name == "all" else "seeds")
            self.assertEqual(gridcensus.load(folder / f"{name}.ledger").document, made.document)
        unfinished = gridcensus.load(folder / "stopped.ledger") if results("stopped") else None
        assert unfinished is not None
        self.assertEqual(unfinished.verdict.word, "NOT YET")
        self.assertEqual(unfinished.exit_code, 4)

    def test_a_ledger_of_several_seeds_gives_the_last_with_a_warning(self) -> None:
        for seed in (7, 8):
            time.sleep(1.1 * (seed - 7))  # documents record when they were made, to the second
            run(f"count 2x3 --with row_sampler --param samples=500 --seed {seed} --ledger two.ledger")
        with self.assertWarnsRegex(UserWarning, "has 2 experiments or seeds"):
            self.assertEqual(gridcensus.load(folder / "two.ledger").experiment["seed"], 8)

    def test_other_formats_are_refused_or_read_with_a_warning(self) -> None:
        document = dict(results("counted").document)
        with self.assertRaisesRegex(ValueError, "format 7; expected 8 or newer"):
            Results.from_document(document | {"format_version": 7})
        with self.assertWarnsRegex(UserWarning, "format 99"):
            Results.from_document(document | {"format_version": 99, "new": 1})

    def test_a_document_of_the_last_release_is_converted(self) -> None:
        document = dict(results("counted").document) | {"format_version": 7}
        for name in ("values", "answer"):
            del document[name]
        (folder / "old.json").write_text(json.dumps(document))
        again = gridcensus.load(folder / "old.json")
        self.assertEqual(again.document, results("counted").document)

    def test_saved_results_are_loaded_again(self) -> None:
        for name, made in each_document():
            made.save(folder / "saved.json")
            again = gridcensus.load(folder / "saved.json")
            self.assertEqual((again, again.document), (made, made.document), name)
        with self.assertRaises(FileNotFoundError):
            made.save(folder / "none/saved.json")
        self.assertEqual([each.name for each in folder.glob("*gridcensus*")], [])
        with self.assertRaisesRegex(ValueError, "is a ledger"):
            results("all").save(folder / "all.ledger")

    def test_a_file_that_is_not_a_document_is_an_error(self) -> None:
        (folder / "no.json").write_text("{}")
        (folder / "no.txt").write_text("hello")
        for name in ("no.json", "no.txt"):
            with self.assertRaises(ValueError):
                gridcensus.load(folder / name)
        with self.assertRaises(FileNotFoundError):
            gridcensus.load(folder / "missing.json")


class Entries(unittest.TestCase):
    def test_estimates_have_interval_and_convergence(self) -> None:
        made = results("seeds")
        outcome = made.outcome("grids", "2x3", "rows@samples=8000@seed=9")
        estimate = outcome.estimate
        assert estimate is not None
        self.assertTrue(estimate.low < 28200960 < estimate.high)
        self.assertEqual(estimate.samples, 8000)
        self.assertEqual(outcome.value, estimate.value)
        self.assertEqual(outcome.convergence[-1].samples, 8000)
        self.assertGreater(len(outcome.convergence), 3)
        points = [row for row in made.rows("convergence") if row["configuration"] == outcome.configuration]
        self.assertIn(8000, [row["samples"] for row in points])
        self.assertEqual({row["param_samples"] for row in points}, {8000})

    def test_numbers_beyond_floats_stay_finite(self) -> None:
        outcome = results("huge").outcome()
        self.assertGreater(outcome.value or 0, 10**308)
        self.assertIn("× 10<sup>", results("huge")._repr_html_())

    def test_an_interrupted_run_has_an_interim_estimate(self) -> None:
        outcome = results("stopped").outcome()
        self.assertIsNone(outcome.value)
        assert outcome.interim is not None
        self.assertTrue(outcome.reason)
        self.assertTrue(outcome.convergence)
        self.assertIn("so far", results("stopped")._repr_html_())

    def test_seeds_equal_those_of_the_runs(self) -> None:
        rows = results("seeds").rows("outcomes")
        self.assertEqual({row["seed"] for row in rows if row["strategy"] == "row_sampler"}, {5, 9})
        self.assertEqual({row["seed"] for row in rows if row["strategy"] == "enumeration"}, {5}, "the first one")
        self.assertEqual({row["base"] for row in rows}, {"enumeration", "rows"})

    def test_a_finding_of_several_strategies_appears_once(self) -> None:
        made = results("all")
        shared = [each for each in made.findings if len(each.by) > 1]
        self.assertTrue(shared)
        self.assertEqual(sum(len(each.by) for each in made.findings), len(made.document["findings"]))
        table = next(each for each in made.findings if each.name == "signature_class_table")
        assert table.table is not None
        rows = made.rows("findings", "signature_class_table")
        of_it = [row for row in rows if row["shape"] == table.problem.shape and row["by"] == ", ".join(table.by)]
        self.assertGreaterEqual(len(of_it), len(table.table.rows))
        self.assertIn("class", rows[0])
        deviations = made.rows("findings", next(each.name for each in made.findings if each.deviations))
        self.assertIn("relative", deviations[0])
        with self.assertRaisesRegex(LookupError, "there is: .*signature_class_table"):
            made.rows("findings", "nonsense")

    def test_a_sweep_has_its_axes_as_columns(self) -> None:
        made = results("seeds")
        sweep = made.sweep("grids", "2x3")
        self.assertEqual(sweep.axes, ["param_samples", "seed"])
        self.assertEqual([(row["param_samples"], row["seed"]) for row in sweep],
                         [(2000, 5), (2000, 9), (8000, 5), (8000, 9)])
        for row in sweep:
            outcome = made.outcome("grids", "2x3", row["configuration"])
            assert outcome.estimate is not None
            self.assertEqual((row["value"], row["standard_error"]), (outcome.value, outcome.estimate.standard_error))
            self.assertAlmostEqual(row["relative_error"], row["standard_error"] / row["value"])
            self.assertAlmostEqual(row["inefficiency"] / (row["relative_error"]**2 * row["seconds"]), 1)
            self.assertEqual((row["exact"], row["exact_from"], row["base"]), (28200960, "published", "rows"))
            # The error comes from the half of the interval towards the exact value, so this is nearly z.
            self.assertAlmostEqual(row["z"], (row["value"] - row["exact"]) / row["standard_error"], delta=0.2)
        self.assertEqual(len(made.sweep(configuration="rows")), 8)
        if importlib.util.find_spec("pandas"):
            for text in (">param_samples</th>", ">seed</th>", ">value</th>", ">inefficiency</th>"):
                self.assertIn(text, sweep._repr_html_())
        for wanted in ({"shape": "3x3"}, {"configuration": "enumeration"}):
            with self.assertRaisesRegex(LookupError, "no (such sweep|configuration has several values)"):
                made.sweep(**wanted)  # type: ignore[arg-type]
        with self.assertRaisesRegex(LookupError, "did you mean rows"):
            made.sweep(configuration="row")

    def test_comparisons_name_both_sides(self) -> None:
        rows = results("all").rows("comparisons")
        self.assertEqual(len(rows), len(results("all").document["verdicts"]))
        self.assertTrue(any("OEIS A291187" in row["right"] for row in rows))

    def test_totals_and_refusals(self) -> None:
        totals = results("totals").rows("totals")
        self.assertEqual([(row["list"], row["value"]) for row in totals][0][1], 72)
        self.assertTrue(results("all").rows("refusals")[0]["reason"])

    def test_one_outcome_is_found_by_name(self) -> None:
        made = results("all")
        self.assertEqual(made.outcome("grids", "3x3", "band_classes").value, 6670903752021072936960)
        with self.assertRaisesRegex(LookupError, "outcomes are grids; there is: grids 2x2"):
            made.outcome("grids")
        with self.assertRaisesRegex(LookupError, "no outcomes"):
            made.outcome("grids", "9x9")

    def test_several_outcomes_that_agree_are_one_answer(self) -> None:
        made = results("all")
        best = made.outcome("grids", "3x3")
        self.assertEqual((best.value, best.kind, best.standing), (6670903752021072936960, "exact", "published"))
        estimates = [each for each in results("seeds").only("rows").outcomes if each.problem.shape == "2x3"]
        smallest = min(estimates, key=lambda each: each.estimate.standard_error if each.estimate else 0)
        self.assertEqual(results("seeds").only("rows").outcome("grids", "2x3"), smallest)
        with self.assertRaisesRegex(LookupError, "2 outcomes are grids; there is: .*disputed"):
            results("wrong").outcome()

    def test_parameters_have_their_types(self) -> None:
        self.assertEqual([parameter(text) for text in ("unset", "true", "12", "1e+09", "auto", "0.5", "1x3")],
                         [None, True, 12, 1e9, "auto", 0.5, "1x3"])


class Frames(unittest.TestCase):
    def setUp(self) -> None:
        try:
            import pandas
        except ImportError:
            self.skipTest("pandas is missing (Debian: python3-pandas)")
        self.pandas = pandas

    def test_every_table_of_every_document_has_a_frame(self) -> None:
        for name, made in each_document():
            for what in ("outcomes", "runs", "comparisons", "convergence", "findings", "totals", "refusals"):
                with self.subTest(f"{what} of {name}"):
                    self.assertEqual(len(made.frame(what)), len(made.rows(what)))

    def test_exact_numbers_are_python_integers(self) -> None:
        frame = results("all").frame()
        exact = frame[frame.kind == "exact"]
        self.assertEqual({type(value) for value in exact.value}, {int})
        self.assertIn(6670903752021072936960, set(exact.value))
        self.assertEqual(exact.value.sum(), sum(each.value for each in results("all").outcomes if each.kind == "exact"))

    def test_parameters_are_columns_to_group_by(self) -> None:
        frame = results("seeds").frame()
        rows = frame[frame.strategy == "row_sampler"]
        self.assertEqual(str(frame.dtypes["param_samples"]), "Int64")
        self.assertEqual(str(frame.dtypes["seed"]), "Int64")
        self.assertEqual(str(frame.dtypes["standard_error"]), "float64")
        errors = rows[rows["shape"] == "2x3"].groupby("param_samples")["standard_error"].mean()
        self.assertGreater(errors[2000], errors[8000])

    def test_a_sweep_has_its_own_frame(self) -> None:
        sweep = results("seeds").sweep("grids", "2x3")
        plain, typed = self.pandas.DataFrame(sweep), sweep.frame()
        self.assertEqual(list(plain.columns), list(typed.columns))
        self.assertEqual([str(typed.dtypes[name]) for name in ("param_samples", "seed", "z", "inefficiency")],
                         ["Int64", "Int64", "float64", "float64"])
        errors = typed.pivot(index="param_samples", columns="seed", values="relative_error")
        self.assertEqual(errors.shape, (2, 2))
        self.assertTrue((errors.loc[8000] < errors.loc[2000]).all())

    def test_the_error_names_pandas_if_it_is_missing(self) -> None:
        with unittest.mock.patch.dict(sys.modules, {"pandas": None}):
            with self.assertRaisesRegex(ImportError, "python3-pandas"):
                results("all").frame()


class Notebooks(unittest.TestCase):
    def test_all_text_is_escaped(self) -> None:
        page = results("all")._repr_html_()
        self.assertNotIn("<script", page)
        self.assertIn("&lt;script&gt;", page)

    def test_a_page_shows_verdict_values_and_standing(self) -> None:
        page = results("all")._repr_html_()
        self.assertNotIn("1 s.e.", page, "no estimate is shown")
        self.assertIn(">value (± 1 s.e.)</th>", results("estimated")._repr_html_())
        for text in ('class="good">YES.', "6,670,903,752,021,072,936,960", "3 independent strategies", "28,200,960",
                     "s.e.", "✓ equal"):
            self.assertIn(text, page.replace("<wbr>", ""))

    def test_a_page_shows_failures(self) -> None:
        page = results("wrong")._repr_html_()
        for text in ('class="bad">NO.', "grids of 2x2", "✗ disagree", "✗ differs"):
            self.assertIn(text, page)
        self.assertIn("failed</span>", results("failed")._repr_html_())
        self.assertIn("broken</span>", results("broken")._repr_html_())

    def test_every_document_has_a_well_formed_page(self) -> None:
        from html.parser import HTMLParser
        for name, made in each_document():
            with self.subTest(name):
                opened: "list[str]" = []
                parser = HTMLParser()
                parser.handle_starttag = (  # type: ignore[method-assign]
                    lambda tag, attrs: opened.append(tag) if tag not in ("br", "wbr") else None)
                parser.handle_endtag = lambda tag: self.assertEqual(opened.pop(), tag)  # type: ignore
                parser.feed(made._repr_html_())
                self.assertEqual(opened, [])


if __name__ == "__main__":
    warnings.simplefilter("error", ResourceWarning)
    support.main()
