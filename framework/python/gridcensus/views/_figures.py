"""The figures of a page: what they show, and their captions."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup
from matplotlib.ticker import FixedLocator, FuncFormatter  # type: ignore[import]

from gridcensus._analysis import EstimateGroup
from gridcensus._html import integer_html, problem_text, real_html
from gridcensus._numbers import ratio
from gridcensus._text import printable, value_text
from gridcensus.records import Checkpoint, Finding, Outcome, Problem, Run
from gridcensus.sweep import Score, SweepTable
from gridcensus.views._drawing import GREY, INK, MOST_SERIES, RAISED, SERIES, Drawing, Figure, marker_of, shortened

if TYPE_CHECKING:
    from matplotlib.axes import Axes  # type: ignore[import]

_MOST_LINES = 70


def convergence(group: EstimateGroup) -> Figure | None:
    """Returns how estimates of one number converge, with bands of one and two standard errors.

    The scale is linear near the reference and logarithmic beyond, so both the first and the last samples are visible.
    """
    if not any(len(each.convergence) > 1 for each in group.estimates):
        return None
    drawing = Drawing(300)
    is_crowded = len(group.estimates) > MOST_SERIES
    names: list[str] = []
    largest = 0.0
    last_errors = []
    lines = [_deviations(each, group) for each in group.estimates]
    for each, points in zip(group.estimates, lines):
        largest = max([largest, *(abs(deviation) + 2 * error for _, deviation, error in points)])
        last_errors += [points[-1][2]] if points and points[-1][2] > 0 else []
        name = group.name_of(each)
        name = name.partition("@")[0] if is_crowded else name
        if name not in names:
            names.append(name)
            if len(names) <= MOST_SERIES:
                drawing.add_entry(len(names) - 1, name)
        _add_convergence(drawing.axes, points, names.index(name), is_crowded)
    scale = math.sqrt(min(last_errors) * max(last_errors)) if last_errors else largest / 100 or 1e-6
    farthest = _add_approximations(drawing, group, largest)
    drawing.add_entry(-1, Markup("exact: " if group.truth else "last estimate: ") + _reference_html(group),
                      has_marker=False, dashes="" if group.truth else "6 3")
    drawing.axes.axhline(0, color=INK, linewidth=1.4, linestyle="-" if group.truth else "--")
    drawing.axes.set_yscale("asinh", linear_width=scale)
    drawing.axes.set_ylim(-1.15 * farthest or -1, 1.15 * farthest or 1)
    marks = _deviation_marks(scale, farthest)
    drawing.axes.yaxis.set_major_locator(FixedLocator([sign * mark for mark in marks for sign in (1, -1)]))
    drawing.axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: f"{y:+g} %".replace("-", "−") if y else "0"))
    drawing.set_log("x", [samples for points in lines for samples, _, _ in points])
    drawing.axes.set_xlabel("samples")
    first = group.estimates[0]
    subject = f"{first.quantity} of {problem_text(first.problem)}"
    bands = ", a line for each run" if is_crowded else ", with bands of one and two standard errors"
    caption = Markup("<strong>{}.</strong> Deviation from {}, {}, after so many samples{}. The scale is linear near "
                     "zero and logarithmic beyond.").format(printable(subject), printable(_reference(group)),
                                                       _reference_html(group), bands)
    return drawing.figure("convergence", f"Convergence of the estimates of {subject}", caption)


def _deviations(outcome: Outcome, group: EstimateGroup) -> list[tuple[int, float, float]]:
    """Returns samples, deviation and standard error [% of the reference] of each point."""
    estimate = outcome.estimate
    assert estimate is not None
    points = outcome.convergence or (Checkpoint(estimate.samples, estimate.value, estimate.standard_error),)
    return [(point.samples, 100 * (ratio(point.value, group.reference) - 1),
             100 * ratio(point.standard_error, group.reference)) for point in points if point.samples > 0]


def _add_convergence(axes: Axes, points: Sequence[tuple[int, float, float]], series: int, is_crowded: bool) -> None:
    samples, deviations, errors = zip(*points) if points else ((), (), ())
    colour = SERIES[series % MOST_SERIES]
    if not is_crowded:
        for factor in (2, 1) if len(points) > 1 else ():
            axes.fill_between(samples, [d - factor * e for d, e in zip(deviations, errors)],
                              [d + factor * e for d, e in zip(deviations, errors)], color=colour, alpha=0.16,
                              linewidth=0)
        if len(points) == 1:
            axes.errorbar(samples, deviations, [2 * error for error in errors], color=colour, capsize=3)
    axes.plot(samples, deviations, color=colour, marker=marker_of(series), linewidth=1 if is_crowded else 1.6,
              markersize=3 if is_crowded else 4)


def _add_approximations(drawing: Drawing, group: EstimateGroup, largest: float) -> float:
    """Draws the approximations that are not too far off, and returns the farthest deviation."""
    farthest = largest
    for each in group.approximations:
        assert each.value is not None
        deviation = 100 * (ratio(each.value, group.reference) - 1)
        # One that is far off would leave no room for those that converge.
        if abs(deviation) <= 2 * largest:
            farthest = max(farthest, abs(deviation))
            drawing.axes.axhline(deviation, color=GREY, linewidth=1.4, linestyle=":")
            drawing.add_entry(7, f"approximation: {each.configuration}", has_marker=False, dashes="2 3")
    return farthest


def _deviation_marks(scale: float, largest: float) -> list[float]:
    """Returns as many marks as can be told apart: powers of ten of a percent, then fives and twos."""
    apart = 0.17 * math.asinh(largest / scale)
    marks = [0.0]
    last = math.floor(math.log10(largest)) if largest > 0 else 0
    for leading in (1, 5, 2):
        for exponent in range(last, last - 8, -1):
            mark = leading * 10.0 ** exponent
            if mark <= largest and all(abs(math.asinh(mark / scale) - math.asinh(one / scale)) >= apart
                                       for one in marks):
                marks.append(mark)
    return marks


def _reference_html(group: EstimateGroup) -> Markup:
    if group.truth and group.truth.exact < 10 ** 7:
        return integer_html(group.truth.exact)
    return real_html(group.reference, 5)


def _reference(group: EstimateGroup) -> str:
    if not group.truth:
        return f"the last estimate of {group.most_precise.configuration}"
    how = "counted exactly by " if group.truth.exact_kind == "run" else ""
    return f"the exact value, {how}{group.truth.exact_from}"


def scores(all_scores: Sequence[tuple[Outcome, Score]]) -> Figure | None:
    """Returns the distance of each estimate from its exact value; runs that differ only in the seed share a line."""
    if not all_scores:
        return None
    problems = {of.problem for of, _ in all_scores}
    quantities = {of.quantity for of, _ in all_scores}
    lines: dict[str, list[float]] = {}
    for of, score in all_scores:
        words = [of.problem.name] if len(problems) > 1 else []
        words += [of.quantity] if len(quantities) > 1 else []
        lines.setdefault(" ".join([*words, of.configuration.partition("@seed=")[0]]), []).append(score.z)
    shown = list(lines.items())
    if len(shown) > _MOST_LINES:
        shown = sorted(shown, key=lambda line: -max(abs(z) for z in line[1]))[:_MOST_LINES]
    labels = [shortened(label) for label, _ in shown]
    drawing = Drawing(max(150, 74 + 18 * len(shown)), labels)
    drawing.set_lines(labels)
    largest = max([3.0, *(abs(score.z) for _, score in all_scores)])
    drawing.axes.axvspan(-1.959964, 1.959964, color=GREY, alpha=0.14, linewidth=0)
    drawing.axes.axvline(0, color=INK, linewidth=1.4)
    drawing.axes.set_xlim(-1.12 * largest, 1.12 * largest)
    drawing.axes.set_xlabel("off by [s.e.]")
    for place, (_, distances) in enumerate(shown):
        drawing.axes.plot(distances, [place] * len(distances), "o", color=SERIES[0])
    drawn = sum(len(distances) for _, distances in shown)
    squares = sum(score.z ** 2 for _, score in all_scores) / len(all_scores)
    some = f", the {drawn} farthest drawn" if drawn < len(all_scores) else ""
    caption = Markup("<strong>Estimates against exact values.</strong> {} in standard errors{}. 95 of 100 lie "
                     "in the grey band if the stated errors are right, and the mean square is near 1; here it is {}."
                     ).format(
        "One estimate" if len(all_scores) == 1 else f"{len(all_scores)} estimates", some, f"{squares:.2f}")
    return drawing.figure("z_scores", "Estimates against exact values, in standard errors", caption)


def sweep_figures(tables: Sequence[SweepTable]) -> Iterator[Figure]:
    """Returns the error of all sweeps of one number against the samples."""
    together: dict[tuple[Problem, str], list[SweepTable]] = {}
    for table in tables:
        together.setdefault((table.problem, table.quantity), []).append(table)
    for alike in together.values():
        if figure := _error(alike):
            yield figure


def _error(tables: Sequence[SweepTable]) -> Figure | None:
    errors: dict[str, dict[int, list[float]]] = {}
    misses: dict[str, list[tuple[int, float]]] = {}
    for table in tables:
        for row in table.rows:
            if row["kind"] != "estimate" or not row["relative_error"]:
                continue
            others = ", ".join(f"{axis.removeprefix('param_')}={value_text(row[axis])}" for axis in table.axes
                               if axis not in ("param_samples", "seed"))
            name = f"{table.base} {others}" if others else table.base
            errors.setdefault(name, {}).setdefault(row["samples"], []).append(float(row["relative_error"]))
            miss = abs(ratio(row["value"], row["exact"]) - 1) if row["exact"] else 0
            if 0 < miss < math.inf:
                misses.setdefault(name, []).append((row["samples"], miss))
    samples = [count for series in errors.values() for count in series]
    if not samples or max(samples) < 1.5 * min(samples):
        return None
    drawing = Drawing(300)
    shown = list(errors)[:MOST_SERIES]
    numbers: list[float] = []
    for place, name in enumerate(shown):
        points = sorted((count, statistics.fmean(each)) for count, each in errors[name].items())
        numbers += [error for _, error in points] + [miss for _, miss in misses.get(name, [])]
        if name in misses:
            drawing.axes.plot(*zip(*misses[name]), "o", color=SERIES[place], fillstyle="none", markersize=4,
                              markeredgewidth=0.9)
        drawing.axes.plot(*zip(*points), color=SERIES[place], marker=marker_of(place))
        drawing.add_entry(place, name)
    begin, at_first = min((count, statistics.fmean(each)) for count, each in errors[shown[0]].items())
    ends = [min(samples) / 1.6, max(samples) * 1.6]
    drawing.axes.plot(ends, [at_first * math.sqrt(begin / end) for end in ends], color=INK, linewidth=1.2,
                      linestyle="--")
    drawing.add_entry(-1, "n^(−1/2)", has_marker=False, dashes="6 3")
    drawing.set_log("x", samples)
    drawing.set_log("y", numbers)
    drawing.axes.set_xlabel("samples")
    drawing.axes.set_ylabel("relative error")
    first = tables[0]
    subject = f"{first.quantity} of {problem_text(first.problem)}"
    caption = Markup("<strong>Error against samples, {}.</strong> Lines: the relative standard error, the mean of the "
                     "seeds.{} An error that falls like the broken line halves with four times the samples.{}").format(
        printable(subject),
        " Circles: by how much each run is off the exact value; about a third lie above their line." if misses else "",
        f" The first {len(shown)} of {len(errors)} series are drawn." if len(errors) > len(shown) else "")
    return drawing.figure("error", f"Error against samples: {subject}", caption)


@dataclass(frozen=True)
class Dot:
    """A number of a strategy on a problem."""

    problem: Problem
    series: str
    number: float


def times(runs: Iterable[Run], problems: Sequence[Problem]) -> Figure | None:
    """Returns the seconds of each run."""
    dots = [Dot(run.problem, run.base, run.seconds) for run in runs if run.state == "concluded"]
    return _dots(problems, dots, "seconds", "times", "Time of each strategy on each problem",
                 "<strong>Time.</strong> Wall clock of each run in which a thread worked for it.")


def efficiency(outcomes: Iterable[Outcome], problems: Sequence[Problem]) -> Figure | None:
    """Returns the squared relative error times the seconds of each sampling run, if there are several."""
    dots, runs = [], set()
    for each in outcomes:
        run = (each.problem, each.configuration)
        if each.estimate and run not in runs and each.estimate.relative_error > 0:
            runs.add(run)
            dots.append(Dot(each.problem, each.base, each.estimate.relative_error ** 2 * each.seconds))
    return None if len(dots) < 2 else _dots(
        problems, dots, "relative error² × seconds", "efficiency", "Efficiency of each strategy that samples",
        "<strong>Efficiency.</strong> The square of the relative standard error, times the seconds of the run: the "
        "time for a relative error of 1. It does not depend on the number of samples; smaller is better.")


def _dots(problems: Sequence[Problem], dots: Sequence[Dot], axis: str, name: str, label: str,
          caption: str) -> Figure | None:
    """Returns dots on a log axis: a line for each problem and a legend, or a line for each problem and strategy."""
    shown = [dot for dot in dots if dot.number > 0]
    if not shown:
        return None
    series = list(dict.fromkeys(dot.series for dot in shown))
    has_legend = len(series) <= MOST_SERIES
    order = {problem: place for place, problem in enumerate(problems)}
    shown.sort(key=lambda dot: order.get(dot.problem, len(order)))
    line_of = [dot.problem.name if has_legend else f"{dot.problem.name} {dot.series}" for dot in shown]
    lines = {line: place for place, line in enumerate(dict.fromkeys(line_of)) if place < _MOST_LINES}
    labels = [shortened(line) for line in lines]
    drawing = Drawing(74 + (26 if has_legend else 18) * max(3, len(lines)), labels)
    drawing.set_lines(labels)
    for place, one in enumerate(series if has_legend else ["run"]):
        # Each series is slightly shifted from the line, so none hides another.
        shift = 0.5 * ((place + 1) / (len(series) + 1) - 0.5) if has_legend else 0
        points = [(dot.number, lines[line] + shift) for dot, line in zip(shown, line_of)
                  if line in lines and (dot.series == one or not has_legend)]
        if points:
            drawing.axes.plot(*zip(*points), marker_of(place), color=SERIES[place])
        if has_legend:
            drawing.add_entry(place, one, dashes="none")
    drawing.set_log("x", [dot.number for dot in shown])
    drawing.axes.set_xlabel(axis)
    cut = " The first lines are drawn; the table has all." if len(set(line_of)) > len(lines) else ""
    return drawing.figure(name, label, Markup(caption + cut))


def histograms(finding: Finding) -> Iterator[Figure]:
    """Returns the distribution of each column of a table over its rows, if there is much to show."""
    table = finding.table
    if not table or len(table.columns) > 3:
        return
    for column, head in enumerate(table.columns):
        numbers = [row[column] for row in table.rows.values()]
        if min(numbers) > 0 and len(set(numbers)) >= 8 and max(numbers) < 10 ** 300:
            yield _histogram(finding, head, numbers)


def _histogram(finding: Finding, head: str, numbers: Sequence[int]) -> Figure:
    least, greatest = min(numbers), max(numbers)
    is_log = greatest > 10 * least
    # For large numbers, the axis shows the factor before a power of ten.
    shift = 0 if is_log or greatest < 1e5 else int(math.log10(greatest))
    bins = round(min(30, max(8, 2 * len(numbers) ** (1 / 3))))
    edges = [least * (greatest / least) ** (place / bins) if is_log else
             (least + (greatest - least) * place / bins) / 10 ** shift for place in range(bins + 1)]
    drawing = Drawing(270)
    drawing.axes.hist([number / 10 ** shift for number in numbers], edges, color=SERIES[0], alpha=0.6, rwidth=0.92)
    drawing.axes.grid(visible=False, axis="x")
    drawing.axes.set_xlabel(shortened(head) + (f" / 10{str(shift).translate(RAISED)}" if shift else ""))
    drawing.axes.set_ylabel("rows")
    if is_log:
        drawing.set_log("x", numbers)
    subject = f"{finding.name} of {problem_text(finding.problem)}"
    caption = Markup("<strong>{}</strong> of the {} rows of {}.").format(printable(head), len(numbers),
                                                                         printable(subject))
    return drawing.figure("histogram", f"Distribution of {head} of {subject}", caption)
