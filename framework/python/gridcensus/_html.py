"""The verdict and sweeps as HTML, for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from html import escape
from typing import TYPE_CHECKING, Any

from gridcensus.problem import decimal
from gridcensus.records import Estimate, Number, Outcome, Problem

if TYPE_CHECKING:
    from gridcensus.results import Results

_most_rows = 60
_longest_number = 45
_named = "(± 1 s.e.)"  # the name of the error in headings, as in exports

# The colours are those of the report. A notebook has its own theme: JupyterLab gives it in an attribute of the body,
# other notebooks follow the reader's setting.
_light = "--gc-soft:#63636b;--gc-rule:#dcdce0;--gc-good:#17693b;--gc-near:#0b5a8f;--gc-open:#6b5200;--gc-bad:#b3261e"
_dark = "--gc-soft:#a0a0a8;--gc-rule:#3a3a40;--gc-good:#7fd6a3;--gc-near:#86c5f0;--gc-open:#e5c870;--gc-bad:#ff9a91"
_style = f"""<style>
.gridcensus {{ {_light}; line-height: 1.4; font-variant-numeric: tabular-nums; overflow-x: auto; }}
@media (prefers-color-scheme: dark) {{ .gridcensus {{ {_dark} }} }}
body[data-jp-theme-light="true"] .gridcensus, .vscode-light .gridcensus {{ {_light} }}
body[data-jp-theme-light="false"] .gridcensus, .vscode-dark .gridcensus {{ {_dark} }}
.gridcensus p {{ margin: 0.3em 0; max-width: 60em; }}
.gridcensus table {{ border-collapse: collapse; margin: 0.5em 0; font-size: 0.92em; }}
.gridcensus th, .gridcensus td {{ text-align: left; vertical-align: top; padding: 0.25em 1em 0.25em 0;
  border-bottom: 1px solid var(--gc-rule); background: none; }}
.gridcensus th {{ font-weight: 600; color: var(--gc-soft); white-space: nowrap; }}
.gridcensus td.number {{ text-align: right; white-space: nowrap; }}
.gridcensus .good {{ color: var(--gc-good); }} .gridcensus .near {{ color: var(--gc-near); }}
.gridcensus .open {{ color: var(--gc-open); }} .gridcensus .bad {{ color: var(--gc-bad); font-weight: 700; }}
.gridcensus .small {{ color: var(--gc-soft); font-size: 0.86em; }}
</style>"""


def page_of(results: Results) -> str:
    """Returns a page for a notebook: the verdict, disagreements and failures, and the values with their standing."""
    verdict = results.verdict
    has_failed = any(run.state == "failed" for run in results.runs)
    shade = {"YES": "good", "NO": "bad", "NOT YET": "bad" if has_failed else "open"}.get(verdict.word, "open")
    title = results.experiment.get("title", "")
    parts = [_style, '<div class="gridcensus">']
    if title:
        parts.append(f"<p><strong>{escape(title)}</strong></p>")
    parts.append(f'<p><strong class="{shade}">{verdict.word}.</strong> {escape(verdict.reason)}</p>')
    parts += _troubles(results)
    parts.append(_values(results))
    parts += [f'<p class="small">{escape(line)}</p>' for line in results.evidence[1:]]
    produced = results.produced
    seeds = ", ".join(map(str, results.experiment.get("seeds", [results.experiment["seed"]])))
    source = f"{results.experiment['file']}, seed {seeds}, {produced['date']}, gridcensus {produced.get('version', '')}"
    parts.append(f'<p class="small">{escape(source)}</p></div>')
    return "\n".join(parts)


def sweep_page(rows: Sequence[Mapping[str, Any]], axes: Sequence[str]) -> str:
    """Returns a sweep as a table: the parameters that vary, the value, its error, its deviation and its cost."""
    lines = []
    for row in rows[:_most_rows]:
        at = "".join(f'<td class="number">{escape(_axis_value(row[axis]))}</td>' for axis in axes)
        relative = "" if row["relative_error"] is None else f"{100 * row['relative_error']:.2g} %"
        off = "" if row["z"] is None else f"{row['z']:+.2f} s.e."
        cost = "" if row["inefficiency"] is None else f"{row['inefficiency']:.2g} s"
        lines.append(f"<td>{_problem(Problem(row['shape'], row['rules']))}</td><td>{escape(row['quantity'])}</td>"
                     f"<td>{escape(row['base'])}</td>{at}" + "".join(
                         f'<td class="number">{escape(text)}</td>'
                         for text in (_swept_value(row), relative, off, _time(row["seconds"]), cost)))
    heads = ["problem", "quantity", "by", *(escape(axis.removeprefix("param_")) for axis in axes), f"value {_named}",
             "relative error", "off by", "time", "inefficiency"]
    left = len(rows) - _most_rows
    more = f"; {left} more rows: .frame() has all" if left > 0 else ""
    return (f'{_style}<div class="gridcensus">{_table(heads, lines)}<p class="small">inefficiency: relative error² × '
            f"time, which does not depend on the number of samples; smaller is better{more}</p></div>")


def _time(seconds: float) -> str:
    return f"{seconds:.3g} s" if seconds >= 0.1 else f"{1000 * seconds:.3g} ms"


def _axis_value(value: Any) -> str:
    return "" if value is None else str(value)


def _swept_value(row: Mapping[str, Any]) -> str:
    if row["kind"] == "estimate":
        return _with_error(row["value"], row["standard_error"])
    if isinstance(row["value"], int):
        return _cut(_grouped(decimal(row["value"])))
    return str(row["kind"]) if row["value"] is None else _short(row["value"])


def _table(heads: Iterable[str], rows: Iterable[str]) -> str:
    return (f"<table><thead><tr>{''.join(f'<th>{head}</th>' for head in heads)}</tr></thead>"
            f"<tbody>{''.join(f'<tr>{row}</tr>' for row in rows)}</tbody></table>")


def _troubles(results: Results) -> list[str]:
    parts = []
    contradictions = [each for each in results.comparisons if each.contradicts]
    if contradictions:
        rows = [f'<td class="bad">✗ {escape(each.subject)}</td><td>{escape(str(each.left))}</td>'
                f'<td class="number">{escape(_cut(each.left.value))}</td><td>{escape(str(each.right))}</td>'
                f'<td class="number">{escape(_cut(each.right.value))}</td>' for each in contradictions[:_most_rows]]
        parts.append(_table(["disagree", "one side", "its value", "other side", "its value"], rows))
    for run in results.runs:
        if run.state in ("failed", "broken", "stopped"):
            shade, sign = ("open", "…") if run.state == "stopped" else ("bad", "✗")
            parts.append(f'<p><span class="{shade}">{sign} {run.state}</span>: {escape(run.configuration)} on '
                         f"{_problem(run.problem)}: {escape(run.message)}</p>")
    if "storage_error" in results.document:
        parts.append(f'<p class="bad">{escape(results.document["storage_error"])}</p>')
    return parts


def _values(results: Results) -> str:
    """Returns one row for each problem, quantity and question, and one for each exact value if they differ."""
    groups: dict[tuple[object, ...], list[Outcome]] = {}
    for each in results.outcomes:
        question = tuple(sorted(results.run_of(each).question.items()))
        groups.setdefault((each.quantity, each.problem, question), []).append(each)
    rows: list[tuple[str, str]] = []
    for group in groups.values():
        exact = [each for each in group if each.kind == "exact"]
        estimates = [each for each in group if each.estimate]
        best = exact or estimates or [each for each in group if each.value is not None] or group
        if not exact:
            best = best if best is group else [min(best, key=_error)]
        off = _largest_z(results, estimates)
        for value in dict.fromkeys(each.value for each in best):
            same = [each for each in best if each.value == value]
            sign, words, shade = _mark(results, same)
            by = [each.configuration for each in same]
            rows.append((f"<td>{_problem(same[0].problem)}</td><td>{escape(same[0].quantity)}</td>"
                         f'<td class="number">{escape(_value(same[0]))}</td>'
                         f'<td class="{shade}"><span aria-hidden="true">{sign}</span> {escape(words)}</td>'
                         f"<td>{escape(', '.join(by))}</td>", off))
    has_estimates = any("±" in row for row, _ in rows)
    heads = ["problem", "quantity", f"value {_named}" if has_estimates else "value", "standing", "by"]
    shown = rows[:_most_rows]
    if any(off for _, off in shown):
        table = _table([*heads, "estimates off by"], [f"{row}<td>{off}</td>" for row, off in shown])
    else:
        table = _table(heads, [row for row, _ in shown])
    left = len(rows) - _most_rows
    return table if left <= 0 else f'{table}<p class="small">{left} more: .frame("outcomes") has all</p>'


def _error(outcome: Outcome) -> Number:
    return outcome.estimate.standard_error if outcome.estimate else 0


def _largest_z(results: Results, estimates: list[Outcome]) -> str:
    of = {(each.configuration, each.quantity, each.problem) for each in estimates}
    scores = [abs(each.z) for each in results.comparisons if each.z is not None
              for side in (each.left, each.right) if (side.name, side.quantity, side.problem) in of]
    return f"{max(scores):.1f} s.e." if scores else ""


def _mark(results: Results, outcomes: list[Outcome]) -> tuple[str, str, str]:
    """Returns a sign, words and a colour for the standing of a value. The colour never carries information alone."""
    order = ["unfinished", "approximated", "estimated", "computed", "recounted", "replicated", "cross_checked",
             "published", "disputed"]
    best = max(outcomes, key=lambda each: order.index(each.standing) if each.standing in order else 0)
    words = best.standing.replace("_", " ")
    witnesses = max(each.witnesses for each in outcomes)
    if witnesses > 1:
        words += f", {witnesses} ways"
    signs = {"disputed": ("✗", "bad"), "unfinished": ("…", "open"), "approximated": ("~", "open"),
             "computed": ("○", "open"), "recounted": ("○", "open")}
    if best.standing == "estimated":
        has_company = _largest_z(results, outcomes)
        return "≈", "estimated, consistent" if has_company else "estimated, alone", "near" if has_company else "open"
    sign, shade = signs.get(best.standing, ("✓", "good"))
    return sign, words, shade


def _problem(problem: Problem) -> str:
    if problem.rules == "classic":
        return escape(problem.shape)
    return f'<span title="{escape(problem.rules)}">{escape(problem.shape)} {escape(_cut(problem.rules))}</span>'


def _value(outcome: Outcome) -> str:
    if outcome.value is None:
        return _estimate(outcome.interim) + " so far" if outcome.interim else "–"
    if outcome.estimate:
        return _estimate(outcome.estimate)
    sign = {"lower_bound": "≥ ", "upper_bound": "≤ ", "approximation": "about "}.get(outcome.kind, "")
    if isinstance(outcome.value, int):
        return sign + _cut(_grouped(decimal(outcome.value)))
    return sign + _short(outcome.value)


def _grouped(digits: str) -> str:
    sign, digits = ("-", digits[1:]) if digits.startswith("-") else ("", digits)
    first = len(digits) % 3
    groups = [digits[:first]] if first else []
    return sign + ",".join(groups + [digits[place:place + 3] for place in range(first, len(digits), 3)])


def _cut(text: str) -> str:
    """Returns a long text without its middle; a number is followed by its number of digits."""
    if len(text) <= _longest_number:
        return text
    half = _longest_number // 2 - 2
    number = text.replace(",", "").lstrip("-")
    digits = f" ({len(number)} digits)" if number.isdigit() else ""
    return f"{text[:half]} … {text[-half:]}{digits}"


def _short(number: Number) -> str:
    return f"{number:.6g}" if not isinstance(number, Decimal) else f"{number:.5e}"


def _estimate(estimate: Estimate) -> str:
    return _with_error(estimate.value, estimate.standard_error)


def _with_error(number: Number, standard_error: Number) -> str:
    """Returns an estimate with its standard error, both to the second digit of the error."""
    value, error = Decimal(str(number)), Decimal(str(standard_error))
    if error <= 0:
        return _short(number)
    exponent = max(value.adjusted(), error.adjusted()) if value else error.adjusted()
    exponent = 0 if 0 <= exponent < 6 else exponent
    places = max(0, exponent - error.adjusted() + 1)
    one, other = (f"{number.scaleb(-exponent):.{places}f}" for number in (value, error))
    return f"{one} ± {other}" if exponent == 0 else f"({one} ± {other}) × 10^{exponent}"
