"""Draws the rules of a problem."""

from __future__ import annotations

import json
import sys

from gridcensus._program import ask
from gridcensus.views._command import Arguments, Command, Option, check_place, drawing, only_word, write_text


def run(arguments: Arguments) -> int:
    """Writes the picture of a problem, which the program describes."""
    place = arguments.output or "-"
    check_place(place)
    words = [only_word(arguments, "SHAPE")]
    for name in ("rules", "given"):
        given = getattr(arguments, name)
        words += [] if given is None else [f"--{name}", given]
    words += ["--quiet"] if arguments.quiet else []
    described = ask(["describe", *words, "--format", "json"])
    sys.stderr.write(described.messages)
    write_text(place, drawing("_rules").picture_file(json.loads(described.output)))
    return 0


COMMAND = Command(
    name="picture", brief="draw the rules as SVG",
    summary="Draw the rules of a problem as SVG: boxes and regions, diagonals, givens, pairs of cells.",
    usage="SHAPE [options]",
    examples=["gridcensus picture 3x3 --rules windows -o windows.svg",
              "gridcensus picture 2x3 --rules diagonals,anti_king -o rules.svg"],
    options=[Option("rules", "RULES", "Rules beyond rows and columns; `gridcensus list rules` lists them."),
             Option("given", "TEXT|FILE", "Given symbols: a puzzle, or a file with one; docs/grids.md has the forms."),
             Option("output", "FILE", "Write to this file; - is stdout, the default.", "o")], run=run, most_words=1)
