"""The sections of the page of a document: tables, notes and figures, which the template lays out."""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from markupsafe import Markup

from gridcensus._analysis import Analysis
from gridcensus._html import (NAMED_ERROR, Table, integer_html, mark_html, name_html, percent, problem_text, range_html,
                              real_html, seconds_text, seeds_text, side_text, sweep_table, value_html)
from gridcensus._numbers import exact, ratio, real
from gridcensus._program import GridcensusError, ProgramNotFound, ask
from gridcensus._text import pluralise, printable, value_text
from gridcensus.records import Finding, Outcome, Problem, Run
from gridcensus.results import Results
from gridcensus.sweep import Score, SweepTable, sweep_tables
from gridcensus.views._command import drawing

_MOST_CELLS = 20_000  # a page with more is slow in every browser
_MOST_POINTS = 300
_LEAST_ROWS_DRAWN = 30
_MOST_PICTURES = 12
_MOST_SCORES = 20
_EVERY_DIGIT = 10 ** 9
# With fewer samples, the interval of an estimate is Student's in name only.
_FEW_SAMPLES = 100
# With fewer samples that carry the spread, a few large ones dominate it.
_FEW_SPREAD_SAMPLES = 30
_LEGEND = (("good", "✓", "exact, and equal to the value of the row"), ("open", "○", "exact, by this strategy alone"),
           ("near", "≈", "estimated, and below it how far the estimate is off the exact value"),
           ("open", "~", "approximated"), ("open", "…", "unfinished"), ("bad", "✗", "disputed"))

Parts = list[tuple[str, Any]]
"""Names of macros of the template, each with its argument."""


@dataclass(frozen=True)
class Section:
    """A section of a page."""

    id: str
    heading: str
    about: str
    """For the contents."""
    parts: Parts


class Sections:
    """The sections of one document."""

    def __init__(self, results: Results, analysis: Analysis, prefix: str) -> None:
        self.results = results
        self.analysis = analysis
        self.prefix = prefix
        self.problems = results.problems
        self.sweeps = sweep_tables(results)

    def all(self) -> list[Section]:
        """Returns the sections that have something to show."""
        sections = [
            Section("matrix", "Strategies and problems", "each value with its standing", self._matrix()),
            Section("sweeps", "Sweeps", "the effect of a parameter or the seed", self._sweeps()),
            Section("convergence", "Convergence", "estimates by number of samples", self._convergence()),
            Section("scores", "Estimates against exact values", "in standard errors", self._scores()),
            Section("outcomes", "Every outcome", "values, intervals, comparisons, refusals", self._outcomes()),
            Section("classes", "Findings", "tables and other values beside the answers", self._findings()),
            Section("times", "Time and efficiency", "of each run", self._times()),
            Section("warnings", "Warnings", "failures, few samples, heavy tails", self._warnings()),
            Section("provenance", "Provenance", "machine, file, hashes, parameters", self._provenance())]
        return [section for section in sections if section.parts]

    def _link(self, outcome: Outcome) -> str:
        return f"{self.prefix}outcome-{self.analysis.places[outcome.key]}"

    def _matrix(self) -> Parts:
        tables = [(quantity, self._matrix_of(quantity))
                  for quantity in dict.fromkeys(each.quantity for each in self.results.outcomes)]
        if not tables:
            return []
        signs = Markup(" · ").join(Markup('<span class="mark {}">{}</span> {}').format(*each) for each in _LEGEND)
        return [*self._pictures(), ("note", signs), ("tables", tables),
                *(("note", f"{each.name}: {each.definition}") for each in self.results.quantities)]

    def _matrix_of(self, quantity: str) -> Table:
        """Returns a table problems × configurations; all runs of a sweep are one column."""
        swept = {table.base for table in self.sweeps}
        columns: dict[str, dict[Problem, list[Outcome]]] = {}
        problems: dict[Problem, None] = {}
        for each in self.results.outcomes:
            if each.quantity == quantity:
                column = columns.setdefault(each.base if each.base in swept else each.configuration, {})
                column.setdefault(each.problem, []).append(each)
                problems[each.problem] = None
        refusals = {(each.problem, each.configuration): each.reason for each in reversed(self.results.refusals)}
        table = Table([("problem", "head"), ("value", "wide value"), *((name_html(name), "") for name in columns)],
                      kind="matrix")
        for problem in problems:
            best, value = self._best(problem, quantity)
            row = [problem_text(problem), value]
            for name, outcomes in columns.items():
                if problem not in outcomes:
                    row.append(_missing(refusals.get((problem, name))))
                elif name in swept:
                    row.append(self._sweep_cell(outcomes[problem]))
                else:
                    row.append(self._cell(outcomes[problem][0], best))
            table.rows.append(row)
        return table

    def _best(self, problem: Problem, quantity: str) -> tuple[Outcome | None, Markup]:
        """Returns the best value of a problem, unless there are several, and a cell with it."""
        values = [value for value in self.results.values
                  if value.best.quantity == quantity and problem in value.problems]
        if len(values) == 1:
            best = values[0].best
            return best, Markup("{}<br><small>{}</small>").format(value_html(best), mark_html(self.analysis.mark(best)))
        if any(value.is_disputed for value in values):
            return None, Markup('<span class="mark bad">✗ values differ</span>')
        return None, Markup('<span class="none">several questions</span>')

    def _cell(self, outcome: Outcome, best: Outcome | None) -> Markup:
        """Returns "equal" if the row already has the value, otherwise the value and its difference from the row."""
        mark = self.analysis.mark(outcome)
        value = value_html(outcome)
        below = mark.words if outcome.estimate else ""
        truth = best.value if best and best.kind == "exact" else None
        if outcome.kind == "unfinished":
            value = Markup("unfinished")
        elif outcome.kind == "exact" and outcome.value == truth and mark.shade != "bad":
            value = Markup("alone" if mark.shade == "open" else "equal")
        elif outcome.kind == "exact":
            below = mark.words
        elif outcome.kind == "approximation" and truth and outcome.value is not None:
            share = ratio(outcome.value, truth) - 1
            below = f"off by {'+' if share > 0 else ''}{percent(share)}"
        return Markup('<a class="mark {}" href="#{}"><span aria-hidden="true">{}</span> {}</a>').format(
            mark.shade, self._link(outcome), mark.sign, _with_small(value, below))

    def _sweep_cell(self, outcomes: Sequence[Outcome]) -> Markup:
        """Returns the number of runs of a sweep, their errors, and how far they are off."""
        is_bad = any(self.analysis.mark(each).shade == "bad" for each in outcomes)
        errors = [each.estimate.relative_error for each in outcomes if each.estimate and each.value]
        scores = [self.analysis.scores.get(each.key) for each in outcomes]
        text = _with_small(Markup(pluralise(len(outcomes), "run")),
                           f"± {percent(min(errors))} to {percent(max(errors))}" if errors else "")
        misses = [abs(score.z) for score in scores if score]
        text = _with_small(text, f"off by at most {max(misses):.1f} s.e." if misses else "")
        return Markup('<a class="mark {}" href="#{}sweeps"><span aria-hidden="true">{}</span> {}</a>').format(
            "bad" if is_bad else "near", self.prefix, "✗" if is_bad else "≈", text)

    def _pictures(self) -> Parts:
        """Returns the pictures of rules other than classic."""
        special = [problem for problem in self.problems if problem.rules != "classic"]
        words = {Problem.from_json(each): each.get("asked", "") for each in self.results.experiment["problems"]}
        drawn: list[tuple[str, str, Markup]] = []
        for problem in special[:_MOST_PICTURES]:
            asked = words[problem] if len(words[problem]) <= 160 else words[problem][:159] + "…"
            if picture := _picture(problem):
                drawn.append((problem_text(problem), f"given as {asked}" if asked else "", picture))
        left = len(special) - len(drawn)
        note = Markup("{} without a picture here: <code>gridcensus picture SHAPE --rules RULES</code> draws one.").format(pluralise(left, "problem"))
        return [*([("pictures", drawn)] if drawn else []), *([("note", note)] if left else [])]

    def _sweeps(self) -> Parts:
        if not self.sweeps:
            return []
        figures = [*_figures().sweep_figures(self.sweeps),
                   _figures().efficiency(self.results.outcomes, self.problems)]
        parts: Parts = [("figures", [figure for figure in figures if figure])]
        for table in self.sweeps:
            parts.append(("heading", f"{table.base}: {table.quantity} of {problem_text(table.problem)}"))
            parts.append(("table", _summary_of(table)))
            rows = table.rows[:_MOST_POINTS]
            summary = f"Every run ({len(table.rows)})" if len(rows) == len(table.rows) else (
                f"The first {len(rows)} of {len(table.rows)} runs; gridcensus export --sweep has all")
            parts.append(("details", (summary, sweep_table(rows, table.axes, self._run_link))))
        return [*parts, ("note", (
            "1 s.e. is the relative standard error that one run states, spread the standard deviation of the runs: "
            "they are alike if the stated errors are right. The root mean square (rms) of how far the runs are off is "
            "then near 1. Inefficiency is the squared relative error times the seconds, the time for a relative error "
            "of 1: smaller is better."))]

    def _run_link(self, row: Mapping[str, Any], value: Markup) -> Markup:
        key = (Problem(row["shape"], row["rules"]), row["configuration"], row["quantity"])
        if key not in self.analysis.places:
            return value
        return Markup('<a href="#{}outcome-{}">{}</a>').format(self.prefix, self.analysis.places[key], value)

    def _convergence(self) -> Parts:
        figures = [figure for group in self.analysis.groups if (figure := _figures().convergence(group))]
        table = Table([("problem", "head"), ("quantity", ""), ("configuration", ""), ("samples", "number"),
                       ("estimate", "number"), ("1 s.e.", "number"), ("deviation", "number")])
        for group in self.analysis.groups:
            for each in group.estimates:
                for point in each.convergence:
                    table.rows.append([problem_text(each.problem), name_html(each.quantity),
                                       name_html(each.configuration), integer_html(point.samples),
                                       real_html(point.value, 8), real_html(point.standard_error, 3),
                                       percent(ratio(point.value, group.reference) - 1)])
        if not table.rows:
            return []
        first = ("figures", figures) if figures else (
            "note", "Each estimate has a single unit of work, so there is no convergence to show.")
        return [first, ("details", (f"Every point ({len(table.rows)})", table))]

    def _scores(self) -> Parts:
        scores = self.analysis.own_scores
        if not scores:
            return []
        table = Table([("problem", "head"), ("quantity", ""), ("configuration", ""),
                       (f"estimate {NAMED_ERROR}", "number"), ("exact value", "number wide"), ("from", ""),
                       ("off by [s.e.]", "number"), ("p", "number")],
                      [_score_row(outcome, score) for outcome, score in scores])
        rows: Parts = [("table", table)] if len(scores) <= _MOST_SCORES else [
            ("details", (f"Every estimate ({len(scores)})", table))]
        return [("figures", [_figures().scores(scores)]), *rows]

    def _outcomes(self) -> Parts:
        table = Table([("problem", "head"), ("quantity", ""), ("configuration", ""), ("standing", ""),
                       (f"value {NAMED_ERROR}", "number wide"), ("samples", "number"), ("compared with", ""),
                       ("time", "number")], [self._outcome_row(each) for each in self.results.outcomes])
        refused = Table([("configuration", ""), ("problem", "head"), ("reason", "")],
                        [[name_html(each.configuration), problem_text(each.problem), each.reason]
                         for each in self.results.refusals])
        parts: Parts = [("table", table)] if table.rows else []
        if refused.rows:
            parts.append(("details", (f"Not applicable, with reasons ({len(refused.rows)})", refused)))
        return parts

    def _outcome_row(self, outcome: Outcome) -> list[Any]:
        value = value_html(outcome, _EVERY_DIGIT)
        estimate = outcome.estimate
        if estimate:
            value = Markup('<span class="whole">{}<br><small>{:g} %: {}</small></span>').format(
                value, 100 * estimate.confidence, range_html(estimate.low, estimate.high))
        name = printable(problem_text(outcome.problem))
        source = f"from {outcome.follows_from}" if outcome.follows_from else ""
        return [Markup('<span id="{}">{}</span>').format(self._link(outcome), name),
                _with_small(name_html(outcome.quantity), source), name_html(outcome.configuration),
                mark_html(self.analysis.mark(outcome)), value, integer_html(estimate.samples) if estimate else "",
                self._compared(outcome), seconds_text(outcome.seconds)]

    def _compared(self, outcome: Outcome) -> Markup | str:
        views = self.analysis.views(outcome)
        if not views:
            return f"as {outcome.follows_from}" if outcome.follows_from else "nothing"
        items = []
        for view in views:
            text = f"{view.comparison.verdict}: {view.other.name}"
            if view.other.kind == "run" and view.other.problem != outcome.problem:
                text += f" on {view.other.problem.name}"
            if view.z is not None:
                text += f" ({view.z:+.2f} s.e.)"
            items.append("; ".join([text, *view.comparison.shared, *filter(None, [view.comparison.note])]))
        listed = Markup("").join(Markup("<li>{}</li>").format(printable(item)) for item in items)
        return Markup("<details><summary>{}</summary><ul>{}</ul></details>").format(pluralise(len(views), "comparison"),
                                                                                    listed)

    def _findings(self) -> Parts:
        parts: Parts = []
        table = Table([("problem", "head"), ("finding", ""), ("by", ""), ("value", "number wide"), ("compared", "")])
        shown = [each for each in self.results.findings if not each.is_internal or each.confirmation == "disputed"]
        for each in shown:
            if each.table:
                figures = list(_figures().histograms(each)) if len(each.table.rows) >= _LEAST_ROWS_DRAWN else []
                parts += [*([("figures", figures)] if figures else []), _rows_of(each)]
            finding = Markup('<span title="{}">{}</span>').format(printable(each.help), name_html(each.name))
            table.rows.append([problem_text(each.problem), finding, Markup(", ").join(map(name_html, each.by)),
                               _found(each), self._compared_finding(each)])
        left = len(self.results.findings) - len(shown)
        note = Markup("{} of methods: <code>gridcensus show FILE --findings</code> has them.").format(
            pluralise(left, "more check"))
        return [*parts, *([("details", (f"Every finding ({len(table.rows)})", table))] if table.rows else []),
                *([("note", note)] if left else [])]

    def _compared_finding(self, finding: Finding) -> Markup | str:
        views = [view for name in finding.by for view in self.analysis.views_of_finding(finding, name)]
        others = ", ".join(dict.fromkeys(view.other.name for view in views))
        if any(view.comparison.contradicts for view in views):
            return Markup('<strong class="bad">✗ disputed</strong>: {}').format(printable(others))
        return f"✓ compared with {others}" if views else "not compared"

    def _times(self) -> Parts:
        if not self.results.runs:
            return []
        figures = []
        if any(run.state == "concluded" for run in self.results.runs):
            figures.append(_figures().times(self.results.runs, self.problems))
        if not self.sweeps and any(each.estimate for each in self.results.outcomes):
            figures.append(_figures().efficiency(self.results.outcomes, self.problems))
        has_units = any(run.unit_quantiles for run in self.results.runs)
        table = Table([("problem", "head"), ("configuration", ""), ("state", ""), ("time", "number"),
                       ("units", "number"), ("samples", "number"), ("a second", "number"),
                       ("error after 1 s", "number"),
                       *([("unit: shortest / median / longest", "number")] if has_units else [])])
        for run in self.results.runs:
            estimate = next((each.estimate for each in self.analysis.of_run.get((run.problem, run.configuration), [])
                             if each.estimate), None)
            table.rows.append([
                problem_text(run.problem), name_html(run.configuration),
                run.state.replace("_", " ") + (", from the ledger" if run.reused else ""), seconds_text(run.seconds),
                integer_html(run.units), integer_html(estimate.samples) if estimate else "",
                real_html((estimate.samples if estimate else run.units) / run.seconds, 3)
                if run.seconds > 0 and (run.units or estimate) else "",
                percent(estimate.relative_error * math.sqrt(run.seconds)) if estimate and estimate.value else "",
                *([_unit_times(run)] if has_units else [])])
        shown = [figure for figure in figures if figure]
        return [*([("figures", shown)] if shown else []), ("heading", "Every run"), ("table", table)]

    def _warnings(self) -> Parts:
        points = [("Storage", each)] if (each := self.results.document.get("storage_error")) else []
        points += [(run.state.capitalize(), f"{run.configuration} on {problem_text(run.problem)}"
                    + (f": {run.message}" if run.message else ""))
                   for run in self.results.runs if run.state not in ("concluded", "part_done", "deferred")]
        for outcome in self.results.outcomes:
            points += _warnings_on(outcome)
        points += [("Contested", f"{each.subject}: {each.note}") for each in self.results.comparisons
                   if each.verdict == "not comparable" and (each.left.contested_by or each.right.contested_by)]
        exact = [each for each in self.results.outcomes if each.kind == "exact" and not each.follows_from]
        if left := sum(each.recounted_units == 0 for each in exact):
            points.append(("Not recounted", Markup(
                "no unit of {} of {} exact values was recounted (<code>run --recount</code> or <code>verify "
                "--recount</code> does)").format(left, len(exact))))
        return [("points", points)] if points else []

    def _provenance(self) -> Parts:
        experiment = self.results.experiment
        facts = [("experiment", experiment.get("file")), ("its SHA-256", experiment.get("sha256")),
                 ("seed", seeds_text(self.results))]
        facts += [("over the file", each) for each in experiment.get("overrides", ())]
        facts += [("confidence", experiment.get("confidence")), *self.results.produced.items()]
        facts += dict.fromkeys((f"program {run.strategy} {run.version}", run.program) for run in self.results.runs
                               if run.program)
        facts.append(("exit code", self.results.exit_code))
        table = Table([("problem", "head"), ("configuration", ""), ("strategy", ""), ("parameters", ""), ("inputs", ""),
                       ("plugin SHA-256", "hash")])
        for run in self.results.runs:
            parameters = {name: value_text(value) for name, value in run.parameters.items()}
            table.rows.append([problem_text(run.problem), name_html(run.configuration), f"{run.strategy} {run.version}",
                               _pairs(parameters), _pairs(run.inputs), run.plugin_sha256])
        every = ("details", (f"Every run with its parameters and plugin ({len(table.rows)})", table))
        return [("facts", [(name, value) for name, value in facts if value not in (None, "")]),
                *([every] if table.rows else [])]


def _figures() -> Any:
    return drawing("_figures")


def totals_table(results: Results) -> Table:
    """Returns the totals of lists of layouts."""
    table = Table([("list", "head"), ("layouts", "number"), ("problems", "number"), ("quantity", ""),
                   ("configuration", ""), ("total", "number wide"), ("expected", "")])
    for total in results.totals:
        expected = [f"{each.verdict}: {side_text(each.right)}" for each in results.comparisons
                    if each.subject == f"total {total.quantity} of {total.list}"
                    and total.configuration in each.left.name.split()]
        of = results.layout_list(total.list)
        table.rows.append([total.list, integer_html(of.layouts) if of else "", integer_html(of.problems) if of else "",
                           name_html(total.quantity), name_html(total.configuration), value_html(total),
                           "; ".join(expected)])
    return table


def _with_small(value: Markup, below: str) -> Markup:
    return Markup("{}<br><small>{}</small>").format(value, printable(below)) if below else value


def _missing(reason: str | None) -> Markup:
    if reason is None:
        return Markup('<span class="none">not asked</span>')
    return Markup('<span class="none" title="{}">– refused</span>').format(printable(reason))


def _picture(problem: Problem) -> Markup | None:
    """Returns the picture of the rules of a problem; None if the program does not know them."""
    try:
        known = ask(["describe", problem.shape, "--rules", problem.rules, "--format", "json"]).output
    except (GridcensusError, ProgramNotFound):
        return None
    picture: Markup = drawing("_rules").picture_in_page(json.loads(known))
    return picture


def _summary_of(table: SweepTable) -> Table:
    """Returns one row for each combination of parameters, over its seeds."""
    axes = [axis for axis in table.axes if axis != "seed"]
    summary = Table([*((axis.removeprefix("param_"), "head") for axis in axes), ("runs", "number"),
                     ("mean estimate", "number"), ("1 s.e.", "number"), ("spread", "number"),
                     ("rms off [s.e.]", "number"), ("time", "number"), ("inefficiency", "number")])
    for values, rows in table.by_parameters().items():
        estimates = [row["value"] for row in rows if row["kind"] == "estimate"]
        # Estimates may exceed the range of floats; their quotients do not.
        mean = real(str(sum(map(exact, estimates), Decimal()) / len(estimates))) if estimates else 0.0
        seconds = statistics.fmean(row["seconds"] for row in rows)
        errors = [ratio(row["standard_error"], mean) for row in rows if row["kind"] == "estimate"] if mean else []
        error = math.sqrt(statistics.fmean(error ** 2 for error in errors)) if errors else 0.0
        scores = [row["z"] for row in rows if row["z"] is not None]
        parts = [ratio(each, mean) for each in estimates] if mean else []
        spread = statistics.stdev(parts) if len(parts) > 1 else None
        summary.rows.append([
            *values, str(len(rows)), real_html(mean, 8) if mean else "", percent(error) if mean else "",
            percent(spread) if spread is not None else "",
            f"{math.sqrt(statistics.fmean(z * z for z in scores)):.2f}" if scores else "", seconds_text(seconds),
            real_html(error ** 2 * seconds, 3) + " s" if error > 0 and seconds > 0 else ""])
    return summary


def _score_row(outcome: Outcome, score: Score) -> list[Any]:
    off = Markup("{}{}").format(f"{score.z:+.2f}", Markup(" <strong>✗ disagrees</strong>")
                                if score.comparison.contradicts else "")
    p_value = score.comparison.p_value
    return [problem_text(outcome.problem), name_html(outcome.quantity), name_html(outcome.configuration),
            value_html(outcome), integer_html(score.exact), score.exact_from, off,
            "" if p_value is None else f"{p_value:.3g}"]


def _rows_of(finding: Finding) -> tuple[str, Any]:
    """Returns a table that runs found, folded; for one that is too large for a page, where it is."""
    table = finding.table
    assert table is not None
    same = "the same by" if len(finding.by) > 1 else "by"
    summary = (f"{finding.name} of {problem_text(finding.problem)}: {pluralise(len(table.rows), 'row')}, {same} "
               f"{', '.join(finding.by)}")
    if len(table.rows) * (len(table.columns) + 1) > _MOST_CELLS:
        return "note", f"{summary} (too large for a page: all rows are in the results document)"
    names = table.row_names
    rows = Table([(table.key, "key"), *([("published as", "")] if names else []),
                  *((column, "number") for column in table.columns)])
    for key, values in table.rows.items():
        rows.rows.append([key, *([names.get(key, "")] if names else []), *map(integer_html, values)])
    return "details", (summary, rows, finding.help)


def _found(finding: Finding) -> Markup | str:
    if finding.table:
        return pluralise(len(finding.table.rows), "row")
    if finding.deviations:
        return Markup("<br>").join(f"{percent(each.relative)} from {printable(each.source)}"
                                   for each in finding.deviations)
    return value_html(finding) if finding.value is not None else ""


def _unit_times(run: Run) -> str:
    quantiles = run.unit_quantiles
    if not quantiles or quantiles[0] == quantiles[-1]:
        return seconds_text(quantiles[0]) if quantiles else ""
    return " / ".join(seconds_text(quantiles[place]) for place in (0, len(quantiles) // 2, -1))


def _warnings_on(outcome: Outcome) -> Iterator[tuple[str, Any]]:
    what = f"{outcome.quantity} by {outcome.configuration} on {problem_text(outcome.problem)}"
    if outcome.kind == "unfinished":
        yield "Unfinished", f"{what}: {outcome.reason}"
    estimate = outcome.estimate
    if not estimate:
        return
    if estimate.samples < _FEW_SAMPLES:
        yield "Few samples", f"{what} rests on {estimate.samples}"
    if estimate.tail and estimate.tail.spread_samples < _FEW_SPREAD_SAMPLES:
        yield "Heavy tail", Markup("the spread of {} rests on {} of {} samples").format(
            printable(what), real_html(estimate.tail.spread_samples, 3), integer_html(estimate.samples))
    if estimate.tail and estimate.tail.half_gap > 3:
        yield "Halves apart", Markup("two halves of the samples of {} differ by {} standard errors").format(
            printable(what), real_html(estimate.tail.half_gap, 3))


def _pairs(pairs: Mapping[str, str]) -> str:
    return ", ".join(f"{name}={value}" for name, value in pairs.items())
