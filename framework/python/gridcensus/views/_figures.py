"""The figures of a page, drawn by matplotlib as SVG that is part of the page: its colours follow light and dark."""

from __future__ import annotations

import io
import math
import re
import statistics
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from markupsafe import Markup
from matplotlib import style  # type: ignore[import]
from matplotlib.figure import Figure as Canvas  # type: ignore[import]
from matplotlib.ticker import FixedLocator, FuncFormatter, LogLocator  # type: ignore[import]

from gridcensus._analysis import EstimateGroup
from gridcensus._html import integer_html, problem_text, real_html
from gridcensus._numbers import ratio
from gridcensus._text import printable, value_text
from gridcensus.records import Checkpoint, Finding, Outcome, Problem, Run
from gridcensus.sweep import Score, SweepTable

if TYPE_CHECKING:
    from matplotlib.axes import Axes  # type: ignore[import]

WIDTH = 496
"""All figures have one width [px], so their letters have one size."""
MOST_SERIES = 8
_MOST_LINES = 70
_LETTER = 7.2  # the width of a letter [px], at most
_INK, _RULE = "#1c1c1e", "#dcdce0"
# After Okabe and Ito. The page has them as --s0 to --s7, for light and dark.
_SERIES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a5195", "#6b6b6b")
_GREY = _SERIES[7]
_VARIABLES = {_INK: "--ink", _RULE: "--rule", **{colour: f"--s{place}" for place, colour in enumerate(_SERIES)}}
_MARKERS = {"o": "M8 5a4 4 0 1 0 8 0a4 4 0 1 0-8 0", "^": "M12 1l4.5 8h-9z", "s": "M8.5 1.5h7v7h-7z",
            "D": "M12 0l5 5-5 5-5-5z", "v": "M12 9l4.5-8h-9z"}
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_STYLE = {"font.family": "DejaVu Sans", "font.size": 12, "svg.fonttype": "none", "text.color": _INK,
          "axes.edgecolor": _INK, "axes.labelcolor": _INK, "xtick.color": _INK, "ytick.color": _INK,
          "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "axes.axisbelow": True,
          "grid.color": _RULE, "grid.linewidth": 0.6, "lines.markersize": 5, "lines.linewidth": 1.6,
          "text.parse_math": False, "svg.hashsalt": "gridcensus"}
style.use(["default", _STYLE])  # whatever the user's own settings are


@dataclass(frozen=True)
class Figure:
    """A figure of a page."""

    name: str
    """Its id."""
    svg: Markup
    caption: Markup
    legend: Sequence[tuple[Markup, str]] = ()
    """A sample of each series as SVG, and its text."""

    def named(self, name: str) -> Figure:
        """Returns the figure with another name, which also begins the ids in the picture."""
        svg = re.sub(r'( id="| href="#|url\(#)', lambda found: f"{found[0]}{name}-", self.svg)
        return replace(self, name=name, svg=Markup(svg))


class _Drawing:
    """Axes, which become a figure. Only the data is drawn; the legend is text of the page, where it can be wrapped."""

    def __init__(self, height: int, labels: Iterable[str] = ()) -> None:
        left = max([62.0, *(20 + _LETTER * len(label) for label in labels)])
        self.height = height
        self.canvas = Canvas(figsize=(WIDTH / 72, height / 72))
        self.axes: Axes = self.canvas.add_axes((left / WIDTH, 46 / height, 1 - (left + 16) / WIDTH, 1 - 58 / height))
        self.legend: list[tuple[Markup, str]] = []

    def add_entry(self, series: int, text: str, *, has_marker: bool = True, dashes: str = "") -> None:
        """Adds an entry of the legend: a line and a marker, or a broken line."""
        colour = f"var(--s{series % MOST_SERIES})" if series >= 0 else "var(--ink)"
        line = "" if has_marker and dashes == "none" else Markup(
            '<path d="M0 5H24" stroke="{}" stroke-width="2" stroke-dasharray="{}"/>').format(colour, dashes or "none")
        marker = Markup('<path d="{}" fill="{}"/>').format(_MARKERS[marker_of(series)], colour) if has_marker else ""
        self.legend.append((Markup('<svg viewBox="0 0 24 10" width="24" height="10" aria-hidden="true">{}{}</svg>')
                            .format(line, marker), text))

    def set_lines(self, labels: Sequence[str]) -> None:
        """Names the lines of the vertical axis, from the top."""
        self.axes.yaxis.set_major_locator(FixedLocator(list(range(len(labels)))))
        self.axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: labels[round(y)]))
        self.axes.set_ylim(len(labels) - 0.4, -0.6)

    def set_log(self, axis: str, numbers: Iterable[float]) -> None:
        """Makes an axis logarithmic, with room at both ends."""
        shown = [number for number in numbers if number > 0]
        low, high = min(shown) / 1.6, max(shown) * 1.6
        getattr(self.axes, f"set_{axis}scale")("log")
        getattr(self.axes, f"set_{axis}lim")(low, high)
        of = self.axes.xaxis if axis == "x" else self.axes.yaxis
        step = max(1, math.ceil(math.log10(high / low) / 7))
        of.set_major_locator(LogLocator(10.0 ** step) if step > 1 else LogLocator(
            10.0, (1.0,) if high / low > 30 else (1.0, 2.0, 5.0)))
        of.set_major_formatter(FuncFormatter(lambda value, _: power_text(value)))

    def figure(self, name: str, label: str, caption: Markup) -> Figure:
        """Returns the figure. Equal data gives equal bytes."""
        self.axes.minorticks_off()
        stream = io.StringIO()
        self.canvas.savefig(stream, format="svg", transparent=True, metadata={"Date": None})
        svg = stream.getvalue()
        return Figure(name, Markup(_inline(svg, label, self.height)), caption, tuple(self.legend))


def _inline(svg: str, label: str, height: int) -> str:
    """Returns the picture as part of a page: without what only files need, with the colours of the page."""
    body = svg[svg.index("<defs>"):]  # metadata is before it
    body = re.sub(r"<defs>\s*<style.*?</style>\s*</defs>", "", body, count=1, flags=re.DOTALL)
    body = re.sub(r"<!--.*?-->|<g id=\"[a-z][\w.]*\">(?=\n)", lambda found: "<g>" if found[0][1] == "g" else "", body,
                  flags=re.DOTALL)
    body = re.sub(r"font: ([\d.]+)px '[^']*'", r"font-size: \1px", body).replace("xlink:href", "href")
    body = re.sub(r"((?:fill|stroke): ?)(#[0-9a-f]{6})",
                  lambda found: f"{found[1]}var({_VARIABLES[found[2]]})" if found[2] in _VARIABLES else found[0], body)
    body = re.sub(r"\s*\n\s*", "\n", body)
    return Markup('<svg viewBox="0 0 {} {}" role="img" aria-label="{}" style="max-width:{}px">').format(
        WIDTH, height, printable(label), WIDTH) + Markup(body)


def marker_of(series: int) -> str:
    """Returns the marker of a series."""
    return list(_MARKERS)[series % len(_MARKERS)]


def power_text(number: float) -> str:
    """Returns "10³", "2 × 10⁴" or "0.5", for axes."""
    if 0.1 <= number < 1000:
        return f"{number:g}"
    mantissa, _, exponent = f"{number:.0e}".partition("e")
    raised = f"10{str(int(exponent)).translate(_RAISED)}"
    return raised if mantissa == "1" else f"{mantissa} × {raised}"


def _short(text: str, most: int = 34) -> str:
    shown = printable(text)
    return shown if len(shown) <= most else shown[:most - 1] + "…"


def file_part(text: str) -> str:
    """Returns text as a part of an id."""
    return re.sub("[^0-9a-z]", "_", text.lower()[:60])


def convergence(group: EstimateGroup) -> Figure | None:
    """Returns how estimates of one number converge, with bands of one and two standard errors.

    The scale is linear near the reference and logarithmic beyond, so both the first and the last samples are visible.
    """
    if not any(len(each.convergence) > 1 for each in group.estimates):
        return None
    drawing = _Drawing(300)
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
    drawing.axes.axhline(0, color=_INK, linewidth=1.4, linestyle="-" if group.truth else "--")
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
    return drawing.figure(f"convergence_{first.quantity}_{file_part(first.problem.name)}",
                          f"Convergence of the estimates of {subject}", caption)


def _deviations(outcome: Outcome, group: EstimateGroup) -> list[tuple[int, float, float]]:
    """Returns samples, deviation and standard error [% of the reference] of each point."""
    estimate = outcome.estimate
    assert estimate is not None
    points = outcome.convergence or (Checkpoint(estimate.samples, estimate.value, estimate.standard_error),)
    return [(point.samples, 100 * (ratio(point.value, group.reference) - 1),
             100 * ratio(point.standard_error, group.reference)) for point in points if point.samples > 0]


def _add_convergence(axes: Axes, points: Sequence[tuple[int, float, float]], series: int, is_crowded: bool) -> None:
    samples, deviations, errors = zip(*points) if points else ((), (), ())
    colour = _SERIES[series % MOST_SERIES]
    if not is_crowded:
        for factor in (2, 1) if len(points) > 1 else ():
            axes.fill_between(samples, [d - factor * e for d, e in zip(deviations, errors)],
                              [d + factor * e for d, e in zip(deviations, errors)], color=colour, alpha=0.16,
                              linewidth=0)
        if len(points) == 1:
            axes.errorbar(samples, deviations, [2 * error for error in errors], color=colour, capsize=3)
    axes.plot(samples, deviations, color=colour, marker=marker_of(series), linewidth=1 if is_crowded else 1.6,
              markersize=3 if is_crowded else 4)


def _add_approximations(drawing: _Drawing, group: EstimateGroup, largest: float) -> float:
    """Draws the approximations that are not too far off, and returns the farthest deviation."""
    farthest = largest
    for each in group.approximations:
        assert each.value is not None
        deviation = 100 * (ratio(each.value, group.reference) - 1)
        # One that is far off would leave no room for those that converge.
        if abs(deviation) <= 2 * largest:
            farthest = max(farthest, abs(deviation))
            drawing.axes.axhline(deviation, color=_GREY, linewidth=1.4, linestyle=":")
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
    labels = [_short(label) for label, _ in shown]
    drawing = _Drawing(max(150, 74 + 18 * len(shown)), labels)
    drawing.set_lines(labels)
    _add_standard_errors(drawing.axes, [score.z for _, score in all_scores], is_upright=True)
    for place, (_, distances) in enumerate(shown):
        drawing.axes.plot(distances, [place] * len(distances), "o", color=_SERIES[0])
    drawn = sum(len(distances) for _, distances in shown)
    squares = sum(score.z ** 2 for _, score in all_scores) / len(all_scores)
    some = f", the {drawn} farthest drawn" if drawn < len(all_scores) else ""
    caption = Markup("<strong>Estimates against exact values.</strong> {} in standard errors{}. 95 of 100 lie "
                     "in the grey band if the stated errors are right, and the mean square is near 1; here it is {}."
                     ).format(
        "One estimate" if len(all_scores) == 1 else f"{len(all_scores)} estimates", some, f"{squares:.2f}")
    return drawing.figure("z_scores", "Estimates against exact values, in standard errors", caption)


def _add_standard_errors(axes: Axes, distances: Iterable[float], *, is_upright: bool) -> None:
    """Draws the band in which 95 of 100 distances lie, and sets the scale of the axis."""
    largest = max([3.0, *(abs(z) for z in distances)])
    span, line, scale, label = (axes.axvspan, axes.axvline, axes.set_xlim, axes.set_xlabel) if is_upright else (
        axes.axhspan, axes.axhline, axes.set_ylim, axes.set_ylabel)
    span(-1.959964, 1.959964, color=_GREY, alpha=0.14, linewidth=0)
    line(0, color=_INK, linewidth=1.4)
    scale(-1.12 * largest, 1.12 * largest)
    label("off by [s.e.]")


def sweep_figures(tables: Sequence[SweepTable]) -> Iterator[Figure]:
    """Returns the error of all sweeps of one number against the samples, then the deviations of each sweep."""
    together: dict[tuple[Problem, str], list[SweepTable]] = {}
    for table in tables:
        together.setdefault((table.problem, table.quantity), []).append(table)
    for alike in together.values():
        if figure := _error(alike):
            yield figure
    for table in tables:
        if figure := _deviation(table):
            yield figure


def _others(table: SweepTable, row: dict[str, Any], without: str) -> str:
    """Returns "samples=1000, mode=sharp", without the axis that is already in the picture."""
    return ", ".join(f"{axis.removeprefix('param_')}={value_text(row[axis])}" for axis in table.axes
                     if axis not in (without, "seed"))


def _error(tables: Sequence[SweepTable]) -> Figure | None:
    errors: dict[str, dict[int, list[float]]] = {}
    misses: dict[str, list[tuple[int, float]]] = {}
    for table in tables:
        for row in table.rows:
            if row["kind"] != "estimate" or not row["relative_error"]:
                continue
            others = _others(table, row, "param_samples")
            name = f"{table.base} {others}" if others else table.base
            errors.setdefault(name, {}).setdefault(row["samples"], []).append(float(row["relative_error"]))
            miss = abs(ratio(row["value"], row["exact"]) - 1) if row["exact"] else 0
            if miss:
                misses.setdefault(name, []).append((row["samples"], miss))
    samples = [count for series in errors.values() for count in series]
    if not samples or max(samples) < 1.5 * min(samples):
        return None
    drawing = _Drawing(300)
    shown = list(errors)[:MOST_SERIES]
    numbers: list[float] = []
    for place, name in enumerate(shown):
        points = sorted((count, statistics.fmean(each)) for count, each in errors[name].items())
        numbers += [error for _, error in points] + [miss for _, miss in misses.get(name, [])]
        if name in misses:
            drawing.axes.plot(*zip(*misses[name]), "o", color=_SERIES[place], fillstyle="none", markersize=4,
                              markeredgewidth=0.9)
        drawing.axes.plot(*zip(*points), color=_SERIES[place], marker=marker_of(place))
        drawing.add_entry(place, name)
    begin, at_first = min((count, statistics.fmean(each)) for count, each in errors[shown[0]].items())
    ends = [min(samples) / 1.6, max(samples) * 1.6]
    drawing.axes.plot(ends, [at_first * math.sqrt(begin / end) for end in ends], color=_INK, linewidth=1.2,
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
    return drawing.figure(f"error_{first.quantity}_{file_part(first.problem.name)}",
                          f"Error against samples: {subject}", caption)


def _deviation(table: SweepTable) -> Figure | None:
    rows = [row for row in table.rows if row["z"] is not None]
    if not rows:
        return None
    across = table.axes[0]
    places = list(dict.fromkeys(value_text(row[across]) for row in table.rows))
    series: dict[str, list[tuple[float, float]]] = {}
    for seeds in table.by_parameters().values():
        for number, row in enumerate(seeds):
            within = 0 if across == "seed" else 0.7 * ((number + 0.5) / len(seeds) - 0.5)
            if row["z"] is not None:
                series.setdefault(_others(table, row, across), []).append(
                    (places.index(value_text(row[across])) + within, row["z"]))
    drawing = _Drawing(270)
    for place, (name, points) in enumerate(list(series.items())[:MOST_SERIES]):
        drawing.axes.plot(*zip(*points), marker_of(place), color=_SERIES[place])
        if name:
            drawing.add_entry(place, name, dashes="none")
    _add_standard_errors(drawing.axes, [row["z"] for row in rows], is_upright=False)
    step = len(places) // 8 + 1
    drawing.axes.xaxis.set_major_locator(FixedLocator(list(range(0, len(places), step))))
    drawing.axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: _short(places[round(x)], 8)))
    drawing.axes.set_xlim(-0.6, len(places) - 0.4)
    drawing.axes.set_xlabel(_short(across.removeprefix("param_")))
    subject = f"{table.quantity} of {problem_text(table.problem)}"
    caption = Markup("<strong>{}: {}, {} by seed.</strong> How far each run is off the exact value, in its own "
                     "standard errors{}. 95 of 100 lie in the grey band if the stated errors are right.").format(
        printable(table.base), printable(subject), printable(across.removeprefix("param_")),
        "; the seeds are side by side" if "seed" in table.axes[1:] else "")
    return drawing.figure(f"deviation_{file_part(table.base)}_{table.quantity}_{file_part(table.problem.name)}",
                          f"Deviation of each run of {table.base}: {subject}", caption)


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
    labels = [_short(line) for line in lines]
    drawing = _Drawing(74 + (26 if has_legend else 18) * max(3, len(lines)), labels)
    drawing.set_lines(labels)
    for place, one in enumerate(series if has_legend else ["run"]):
        # Each series is slightly shifted from the line, so none hides another.
        shift = 0.5 * ((place + 1) / (len(series) + 1) - 0.5) if has_legend else 0
        points = [(dot.number, lines[line] + shift) for dot, line in zip(shown, line_of)
                  if line in lines and (dot.series == one or not has_legend)]
        if points:
            drawing.axes.plot(*zip(*points), marker_of(place), color=_SERIES[place])
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
    drawing = _Drawing(270)
    drawing.axes.hist([number / 10 ** shift for number in numbers], edges, color=_SERIES[0], alpha=0.6, rwidth=0.92)
    drawing.axes.grid(visible=False, axis="x")
    drawing.axes.set_xlabel(_short(head) + (f" / 10{str(shift).translate(_RAISED)}" if shift else ""))
    drawing.axes.set_ylabel("rows")
    if is_log:
        drawing.set_log("x", numbers)
    subject = f"{finding.name} of {problem_text(finding.problem)}"
    caption = Markup("<strong>{}</strong> of the {} rows of {}.").format(printable(head), len(numbers),
                                                                         printable(subject))
    return drawing.figure(f"{file_part(finding.name)}_{file_part(finding.problem.name)}_{file_part(head)}",
                          f"Distribution of {head} of {subject}", caption)
