#!/usr/bin/env python3
"""interface.py distinguishes changes that break a built plugin from those that do not."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "framework/scripts"))
import interface

THEN = interface.RECORD.read_text(encoding="utf-8").splitlines()
UNITS = next(line for line in THEN if line.startswith("gridcensus::Job::units is virtual"))


def is_broken(now):
    return any(interface.breaks(THEN, now))


def with_line(line):
    return [*THEN, line]


assert not is_broken(THEN)
# Additions that no built plugin can use.
assert not is_broken(with_line("gridcensus::Quantity::new_quantity = 99"))
assert not is_broken([*THEN, "gridcensus::New: 64 bits", "gridcensus::New::member at 0: int"])
assert not is_broken(with_line("symbol _ZN10gridcensus3newEv"))
# Changes that a built plugin lacks or misinterprets.
assert is_broken(with_line("gridcensus::Job::extra is virtual 9: _ZNK10gridcensus3Job5extraEv"))
assert is_broken(with_line("gridcensus::Shape::extra at 64: int"))
assert is_broken([line for line in THEN if line != UNITS])
assert is_broken([line.replace("gridcensus::Shape: 64 bits", "gridcensus::Shape: 96 bits") for line in THEN])
assert is_broken([line for line in THEN if not line.startswith("symbol _ZN10gridcensus9factorial")])
