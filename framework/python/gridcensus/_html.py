"""Text and numbers as HTML, tables, and the pages for notebooks. Needs jinja2."""

from __future__ import annotations

import functools
import math
import pathlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import jinja2
from markupsafe import Markup

from gridcensus._analysis import Analysis, Mark
from gridcensus._numbers import Number, decimal, exact, integer, ratio
from gridcensus._text import groups, printable, value_text
from gridcensus.records import Comparison, Finding, Outcome, Problem, Side, Total, Value

if TYPE_CHECKING:
    from gridcensus.results import Results

NAMED_ERROR = "(± 1 s.e.)"
"""The name of the error in headings, as in exports."""
STANDARD_ERROR = "± is one standard error (s.e.)."
_MOST_ROWS = 60
_MOST_DIGITS = 200
_templates = pathlib.Path(__file__).parent / "templates"


@dataclass
class Table:
    """A table: pairs of a heading and the CSS class of its column, and rows of text or Markup."""

    heads: Sequence[tuple[str, str]]
    rows: list[list[Any]] = field(default_factory=list)
    kind: str = ""
    """The CSS class; a stacked table becomes a list on a narrow page."""


@functools.cache
def templates() -> jinja2.Environment:
    """Returns the templates. All text in them is escaped, and its control characters are visible."""
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(_templates), autoescape=True, trim_blocks=True, lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        finalize=lambda value: value if isinstance(value, Markup) else "" if value is None else printable(str(value)))


def style_sheet(name: str) -> Markup:
    """Returns a style sheet of the package, which is trusted."""
    return Markup((_templates / name).read_text(encoding="utf-8"))


def name_html(name: str) -> Markup:
    """Returns a name, in which a line may break after "_" and before "@"."""
    return Markup(str(Markup.escape(printable(name))).replace("_", "_<wbr>").replace("@", "<wbr>@"))


def problem_text(problem: Problem) -> str:
    """Returns "3×3", followed by the rules if they are not classic."""
    return problem.name.replace("x", "×", 1)


def integer_html(value: int, most_digits: int = _MOST_DIGITS) -> Markup:
    """Returns digits in groups of three, between which a line may break. A longer number lacks digits in the middle."""
    digits = decimal(abs(value))
    parts = list(groups(digits))
    remark = ""
    if len(digits) > most_digits:
        kept = most_digits // 12
        parts = [*parts[:kept], "…", *parts[-kept:]]
        remark = f" ({len(digits)} digits)"
    return ("-" if value < 0 else "") + Markup(",<wbr>").join(parts) + remark


def real_html(value: Number, digits: int = 6) -> Markup:
    """Returns "6.671 × 10²¹" with the exponent raised, or plain digits if the number is short in that form."""
    number = exact(value)
    if not number.is_finite():
        return Markup("-")
    if number == 0 or -4 <= number.adjusted() < 0:
        return Markup(f"{float(number):.{digits}g}")
    if 0 <= number.adjusted() < 7:
        return Markup(f"{number:,.{max(0, digits - 1 - number.adjusted())}f}")
    mantissa, _, exponent = f"{number:.{digits - 1}e}".partition("e")
    return Markup("{} × 10<sup>{}</sup>").format(mantissa, int(exponent))


def range_html(low: Number, high: Number) -> Markup:
    """Returns "5.96278 to 5.96305 × 10⁹⁸"."""
    first, last = real_html(low, 7), real_html(high, 7)
    mantissa, times, exponent = first.partition(Markup(" ×"))
    return Markup("{} to {}").format(mantissa if times and last.endswith(times + exponent) else first, last)


def percent(share: float) -> str:
    """Returns "0.012 %"; "-" if the share is not a number."""
    return f"{100 * share:.2g} %" if math.isfinite(share) else "-"


def seconds_text(seconds: float) -> str:
    """Returns "5.2 ms" or "12 min 05 s"."""
    if seconds < 1:
        return f"{seconds * 1e6:.3g} µs" if seconds < 0.001 else f"{seconds * 1e3:.3g} ms"
    if seconds < 100:
        return f"{seconds:.3g} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest:02} s" if minutes < 120 else f"{minutes // 60} h {minutes % 60:02} min"


def estimate_html(value: Number, standard_error: Number) -> Markup:
    """Returns an estimate with as many digits as its error allows, and the error in percent."""
    share = abs(ratio(standard_error, value)) if value else 0.0
    digits = min(12, max(3, math.ceil(-math.log10(share)) + 2)) if share > 0 else 12
    return Markup("{} ± {}").format(real_html(value, digits), percent(share))


def value_html(of: Outcome | Total | Finding, most_digits: int = _MOST_DIGITS) -> Markup:
    """Returns the value of an outcome, or the reason why there is none."""
    if of.value is None:
        reason = "" if isinstance(of, Finding) else of.reason
        text = Markup("unfinished{}{}").format(": " if reason else "", printable(reason))
        if isinstance(of, Outcome) and of.interim:
            so_far = estimate_html(of.interim.value, of.interim.standard_error)
            text = Markup("{}<br><small>so far {}, never judged</small>").format(text, so_far)
        return text
    if of.estimate:
        return estimate_html(of.estimate.value, of.estimate.standard_error)
    return number_html(of.kind, of.value, most_digits)


def number_html(kind: str, value: Number, most_digits: int = _MOST_DIGITS) -> Markup:
    """Returns a number that is exact, a bound or an approximation."""
    if not isinstance(value, int):
        return Markup("about {}").format(real_html(value, 8))
    sign = {"lower_bound": "at least ", "upper_bound": "at most "}.get(kind, "")
    return sign + integer_html(value, most_digits)


def mark_html(mark: Mark, has_words: bool = True) -> Markup:
    """Returns the sign of a mark and its words, or the sign alone, with the words for those who hear the page."""
    if not has_words:
        return Markup('<span class="mark {}" role="img" aria-label="{}">{}</span>').format(
            mark.shade, printable(mark.words), mark.sign)
    return Markup('<span class="mark {}"><span aria-hidden="true">{}</span> {}</span>').format(
        mark.shade, mark.sign, printable(mark.words))


def finders_text(value: Value) -> str:
    """Returns which strategies found a value, with the same words as the evidence."""
    names = value.strategies
    if value.best.kind == "unfinished":
        return "–"
    if value.best.kind != "exact":
        how = {"estimate": "estimated", "approximation": "approximated"}.get(value.best.kind, "bounded")
        return f"{how} by {names[0] if len(names) == 1 else f'{len(names)} strategies'}"
    if value.witnesses > 1:
        return f"{value.witnesses} independent strategies"
    return f"one strategy alone ({names[0]})" if len(names) == 1 else f"{len(names)} related strategies"


def known_html(value: Value) -> Markup:
    """Returns how a value relates to one that is published or expected."""
    shades = {"published": ("good", "✓ equal"), "agrees": ("good", "✓ agrees"), "expected": ("good", "✓ as expected"),
              "contested": ("open", "contested"), "differs": ("bad", "✗ differs")}
    if value.known in shades:
        return Markup('<span class="mark {}">{}</span>').format(*shades[value.known])
    return Markup('<span class="none">{}</span>').format(f"from {value.follows_from}" if value.follows_from else "–")


def values_table(analysis: Analysis, values: Iterable[Value]) -> Table:
    """Returns one row for each problem, quantity and question, and one for each exact value if they differ."""
    shown = list(values)
    has_estimates = any(value.best.estimate for value in shown)
    has_scores = any(value.largest_z is not None for value in shown)
    heads = [("problem", "head"), ("quantity", ""), (f"value {NAMED_ERROR}" if has_estimates else "value", "value"),
             ("found by", ""), *([("estimate off by", "number")] if has_scores else []), ("published", "")]
    table = Table(heads, kind="stacked")
    for value in shown:
        mark = Mark("✗", "disputed", "bad") if value.is_disputed else analysis.mark(value.best)
        off = [f"{value.largest_z:.1f} s.e." if value.largest_z is not None else ""] if has_scores else []
        table.rows.append([" = ".join(map(problem_text, value.problems)), name_html(value.best.quantity),
                           mark_html(mark, has_words=False) + " " + value_html(value.best), finders_text(value), *off,
                           known_html(value)])
    return table


def disagreements_table(comparisons: Iterable[Comparison]) -> Table:
    """Returns both sides of each contradiction."""
    heads = [("of", "head"), ("verdict", ""), ("one side", ""), ("its value", "value"), ("other side", ""),
             ("its value", "value"), ("off by [s.e.]", "number"), ("note", "")]
    rows = [[each.subject, Markup('<span class="mark bad">✗ {}</span>').format(printable(each.verdict)),
             side_text(each.left), _compared(each.left), side_text(each.right), _compared(each.right),
             f"{each.z:+.2f}" if each.z is not None else "", each.note] for each in comparisons if each.contradicts]
    return Table(heads, rows, "stacked")


def side_text(side: Side) -> str:
    """Returns the origin of a side of a comparison."""
    if side.kind == "run":
        return f"{side.name} on {problem_text(side.problem)}"
    return f"{side.kind} ({side.source})" if side.source else side.kind


def _compared(side: Side) -> Markup | str:
    return integer_html(integer(side.value)) if re.fullmatch("-?[0-9]+", side.value) else side.value


def answer_of(results: Results) -> dict[str, Any]:
    """Returns the sign, shade, word and reason of the verdict, and the other lines of evidence as terms and texts."""
    verdict = results.verdict
    lines = [line.partition(": ") for line in results.evidence[1:]]
    return {"sign": {"good": "✓", "bad": "✗"}.get(verdict.severity, "…"), "shade": verdict.severity, "word": verdict.word,
            "reason": verdict.reason,
            "evidence": [(term, text) if colon else ("", term) for term, colon, text in lines]}


def title_of(results: Results) -> str:
    """Returns the question of a document, else its title or its file."""
    experiment = results.experiment
    return results.verdict.question or str(experiment.get("title") or experiment.get("file", ""))


def seeds_text(results: Results) -> str:
    """Returns the seeds of an experiment: "1, 2"."""
    return ", ".join(map(str, results.experiment.get("seeds", ())))


def page_of(results: Results) -> str:
    """Returns a page for a notebook: the verdict, disagreements and failures, and the values with their standing."""
    analysis = Analysis(results)
    troubles = [run for run in results.runs if run.state in ("failed", "broken", "stopped")]
    return templates().get_template("notebook.html.j2").render(
        style=style_sheet("notebook.css"), title=title_of(results), answer=answer_of(results),
        disagreements=disagreements_table(results.comparisons), troubles=troubles,
        storage_error=results.document.get("storage_error"), problem_text=problem_text,
        values=values_table(analysis, results.values[:_MOST_ROWS]), left=len(results.values) - _MOST_ROWS,
        standard_error=STANDARD_ERROR if any(each.estimate for each in results.outcomes) else "",
        made=f"{results.experiment.get('file', '')}, seed {seeds_text(results)}, {results.produced.get('date', '')}, "
             f"gridcensus {results.produced.get('version', '')}")


def sweep_table(rows: Iterable[Mapping[str, Any]], axes: Sequence[str],
                link: Callable[[Mapping[str, Any], Markup], Markup]) -> Table:
    """Returns the runs of a sweep: the parameters that vary, the value, its error, its deviation and its cost."""
    table = Table([*((axis.removeprefix("param_"), "head") for axis in axes),
                   (f"value {NAMED_ERROR}", "number"), ("off the exact value", "number"), ("samples", "number"),
                   ("time", "number"), ("inefficiency", "number")])
    for row in rows:
        table.rows.append([
            *(value_text(row[axis]) for axis in axes), link(row, _swept_value(row)),
            "" if row["z"] is None else f"{row['z']:+.2f} s.e.",
            "" if row["samples"] is None else integer_html(row["samples"]), seconds_text(row["seconds"]),
            "" if row["inefficiency"] is None else real_html(row["inefficiency"], 3) + " s"])
    return table


def _swept_value(row: Mapping[str, Any]) -> Markup:
    if row["kind"] == "estimate":
        return estimate_html(row["value"], row["standard_error"])
    return Markup.escape(row["kind"]) if row["value"] is None else number_html(row["kind"], row["value"])
