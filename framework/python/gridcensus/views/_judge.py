"""Judges pairs of values: exact ones by equality, estimates by a test, bounds, and tables row by row.

The program does, by the same rules as in a run.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gridcensus._program import BadInput, RunFailed, ask


@dataclass(frozen=True)
class Judgement:
    """The result of comparing two values."""

    values: tuple[str, str]
    """As compared, for people."""
    verdict: str
    note: str
    z: float | None
    p_value: float | None
    """Two-sided, before the correction for many comparisons."""


def side(name: str, entry: Mapping[str, Any]) -> dict[str, Any]:
    """Returns one side of a pair: an outcome or a finding of a document, and its name in notes."""
    return {"name": name, "problem": entry["problem"], "value": entry}


def judged(pairs: Sequence[Mapping[str, Any]], confidence: float) -> list[Judgement]:
    """Returns the judgements of pairs.

    A pair has the members `left` and `right`, and the `quantity` of outcomes. All tests of estimates together reject at
    this confidence. Raises BadInput if a value or a problem cannot be read.
    """
    try:
        answers = json.loads(ask(["comparisons"], text=json.dumps({"confidence": confidence, "pairs": pairs})).output)
    except RunFailed as error:
        raise BadInput(f"a value in one of the documents cannot be compared: {error}") from None
    return [Judgement((each["values"][0], each["values"][1]), each["verdict"], each["note"], each.get("z"),
                      each.get("p_value")) for each in answers]
