"""Draws with matplotlib: axes that become a figure of a page, whose colours follow light and dark."""

from __future__ import annotations

import io
import math
import pathlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from markupsafe import Markup
from matplotlib import style  # type: ignore[import]
from matplotlib.figure import Figure as Canvas  # type: ignore[import]
from matplotlib.ticker import FixedLocator, FuncFormatter, LogLocator  # type: ignore[import]

from gridcensus._text import printable

if TYPE_CHECKING:
    from matplotlib.axes import Axes  # type: ignore[import]

WIDTH = 496
"""All figures have one width [px], so their letters have one size."""
MOST_SERIES = 8
_LETTER = 7.2  # the width of a letter [px], at most
INK, SOFT, _RULE, PAPER = "#1c1c1e", "#63636b", "#dcdce0", "#ffffff"
# After Okabe and Ito. The page has them as --s0 to --s7, for light and dark.
SERIES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a5195", "#6b6b6b")
GREY = SERIES[7]
_VARIABLES = {INK: "--ink", SOFT: "--soft", _RULE: "--rule", PAPER: "--paper",
              **{colour: f"--s{place}" for place, colour in enumerate(SERIES)}}
_MARKERS = {"o": "M8 5a4 4 0 1 0 8 0a4 4 0 1 0-8 0", "^": "M12 1l4.5 8h-9z", "s": "M8.5 1.5h7v7h-7z",
            "D": "M12 0l5 5-5 5-5-5z", "v": "M12 9l4.5-8h-9z"}
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_STYLE = {"font.family": "DejaVu Sans", "font.size": 12, "svg.fonttype": "none", "text.color": INK,
          "axes.edgecolor": INK, "axes.labelcolor": INK, "xtick.color": INK, "ytick.color": INK,
          "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "axes.axisbelow": True,
          "grid.color": _RULE, "grid.linewidth": 0.6, "lines.markersize": 5, "lines.linewidth": 1.6,
          "figure.facecolor": "none", "axes.facecolor": "none", "text.parse_math": False,
          "svg.hashsalt": "gridcensus"}
style.use(["default", _STYLE])  # whatever the user's own settings are


@dataclass(frozen=True)
class Figure:
    """A figure of a page."""

    name: str
    """Its id, once a page has numbered it."""
    svg: Markup
    caption: Markup
    legend: Sequence[tuple[Markup, str]] = ()
    """A sample of each series as SVG, and its text."""

    def named(self, name: str) -> Figure:
        """Returns the figure with another name, which also begins the ids in the picture."""
        svg = re.sub(r'( id="| href="#|url\(#)', lambda found: f"{found[0]}{name}-", self.svg)
        return replace(self, name=name, svg=Markup(svg))


class Drawing:
    """Axes, which become a figure. Only the data is drawn; the legend is text of the page, where it can be wrapped."""

    def __init__(self, height: int, labels: Iterable[str] = ()) -> None:
        left = max([62.0, *(20 + _LETTER * len(label) for label in labels)])
        self.canvas = Canvas(figsize=(WIDTH / 72, height / 72))
        right = 32  # half of a label such as 5 × 10⁻¹², if its tick is at the end of the axis
        self.axes: Axes = self.canvas.add_axes((left / WIDTH, 46 / height, 1 - (left + right) / WIDTH, 1 - 58 / height))
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
        return Figure(name, svg_in_page(self.canvas, label, f'style="max-width:{WIDTH}px"'), caption,
                      tuple(self.legend))


def svg_in_page(canvas: Canvas, label: str, attributes: str = "") -> Markup:
    """Returns a picture as part of a page, whose colours it takes over."""
    body = re.sub(r"((?:fill|stroke): ?)(#[0-9a-f]{6})", lambda found: (
        f"{found[1]}var({_VARIABLES[found[2]]})" if found[2] in _VARIABLES else found[0]), _body(canvas))
    return _svg(canvas, label, attributes, body)


def svg_file(canvas: Canvas, label: str) -> str:
    """Returns a picture as a file. In a browser, it follows the reader's choice of light or dark."""
    page = (pathlib.Path(__file__).parents[1] / "templates/page.css").read_text(encoding="utf-8")
    dark = dict(re.findall(r"(--\w+): (#\w+)", page.partition("@media")[2].partition("}")[0]))
    rules = "\n".join(f'[style*="{kind}: {light}"] {{ {kind}: {dark[name]} !important }}'
                      for light, name in _VARIABLES.items() for kind in ("fill", "stroke"))
    style = (f'<style>\ntext {{ font-family: system-ui, "Liberation Sans", sans-serif }}\n'
             f"@media screen and (prefers-color-scheme: dark) {{\n{rules}\n}}\n</style>\n")
    return _svg(canvas, label, 'xmlns="http://www.w3.org/2000/svg"', style + _body(canvas)) + "\n"


def _svg(canvas: Canvas, label: str, attributes: str, body: str) -> Markup:
    width, height = (round(72 * length) for length in canvas.get_size_inches())
    return Markup('<svg viewBox="0 0 {} {}" width="{}" role="img" aria-label="{}" {}>').format(
        width, height, width, printable(label), Markup(attributes)) + Markup(body)


def _body(canvas: Canvas) -> str:
    """Returns what is drawn, without what Matplotlib's files have around it. An id "NAME-..." becomes a class."""
    stream = io.StringIO()
    canvas.savefig(stream, format="svg", metadata={"Date": None})
    svg = stream.getvalue()
    body = svg[svg.index("<defs>"):]  # metadata is before it
    body = re.sub(r"<defs>\s*<style.*?</style>\s*</defs>", "", body, count=1, flags=re.DOTALL)
    body = re.sub(r"<!--.*?-->", "", body, flags=re.DOTALL)
    body = re.sub(r'<g id="([a-z]+)-[^"]*">', r'<g class="\1">', body)
    body = re.sub(r'<g id="[a-z][\w.]*">(?=\n)', "<g>", body)
    body = re.sub(r"font: ([\d.]+)px '[^']*'", r"font-size: \1px", body).replace("xlink:href", "href")
    return re.sub(r"\s*\n\s*", "\n", body)


def marker_of(series: int) -> str:
    """Returns the marker of a series."""
    return list(_MARKERS)[series % len(_MARKERS)]


def power_text(number: float) -> str:
    """Returns "10³", "2 × 10⁴" or "0.5", for axes."""
    if 0.1 <= number < 1000:
        return f"{number:g}"
    mantissa, _, exponent = f"{number:.0e}".partition("e")
    raised = f"10{str(int(exponent)).translate(RAISED)}"
    return raised if mantissa == "1" else f"{mantissa} × {raised}"


def shortened(text: str) -> str:
    """Returns a printable text with as many characters as there is room for at an axis."""
    shown = printable(text)
    return shown if len(shown) <= 34 else shown[:33] + "…"
