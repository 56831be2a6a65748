"""Certificates of ledgers, which papers attach and check_certificate.py checks."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from gridcensus.check_certificate import canonical, digest
from gridcensus.verifier.ledger import UNCOVERED, Ledger, Row, parsed
from gridcensus.verifier.runs import Concluded
from gridcensus.verifier.strategies import Replies


def certificate(ledger: Ledger, all_runs: Sequence[Concluded], replies: Mapping[int, Replies]) -> str:
    """Returns the certificate of a ledger in which no check failed: the same ledger gives the same text.

    Each concluded run is there with its origin, its units in a chain of hashes, their sum, and the formulas of the
    outcomes. `replies` has what strategies said of them, by id().

    Canonical text is JSON without blanks, with sorted members. A run's chain begins with the SHA-256 of the canonical
    text of all members under "origin". Each link is the SHA-256 of the previous link, as hexadecimal digits, followed
    by the canonical text of the next unit; the end is that of the last link and the canonical text of "conclusion".
    """
    document = {"certificate": "gridcensus 2",
                "checked_by": "check_certificate.py, which comes with gridcensus and needs nothing but Python 3",
                "runs": [_run(ledger, concluded, replies.get(id(concluded))) for concluded in all_runs]}
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _run(ledger: Ledger, concluded: Concluded, replies: Replies | None) -> dict[str, Any]:
    rows = [row for row in ledger.units(concluded.run) if row["unit"] < concluded.units]
    origin = _origin(ledger, concluded, rows)
    conclusion = _conclusion(concluded, replies)
    begin = link = digest(origin)
    units = []
    for row in rows:
        unit = {"unit": row["unit"], "session": row["session"], "tally": parsed(row["tally"])}
        link = digest(unit, link)
        units.append(_sorted(unit))
    return {"origin": _sorted(origin), "units": units, "conclusion": _sorted(conclusion),
            "chain": {"begin": begin, "after_units": link, "end": digest(conclusion, link)}}


def _sorted(value: Any) -> Any:
    return json.loads(canonical(value))


def _origin(ledger: Ledger, concluded: Concluded, units: Sequence[Row]) -> dict[str, Any]:
    run = concluded.run
    size, conclusion = run.size, run.conclusion
    assert size is not None and conclusion is not None  # it has concluded
    sessions = {row["session"] for row in (*units, conclusion)}
    columns = ("configuration", "problem", "strategy", "strategy_version", "plugin_sha256", "identity",
               "identity_sha256")
    return {**{column: run[column] for column in columns}, "parameters": json.loads(run["parameters"]),
            "job_units": size["units"],
            "sessions": {str(number): {column: ledger.sessions[number][column]
                                       for column in ledger.sessions[number].keys() if column not in UNCOVERED}
                         for number in sessions},
            "concluded_in_session": conclusion["session"], "concluded": conclusion["ended"]}


def _conclusion(concluded: Concluded, replies: Replies | None) -> dict[str, Any]:
    formulas = replies.formulas if replies else {}
    row = concluded.run.conclusion
    assert row is not None
    return {"sum": parsed(row["total"]),
            "unit_divisors": [{"from_unit": first, "of": of} for first, of in replies.divisors] if replies else
            "not known: the strategy could not be asked",
            "outcomes": {quantity: {"outcome": outcome,
                                    "follows": formulas.get(quantity, "concluded by the strategy")}
                         for quantity, outcome in concluded.outcomes.items()},
            "findings": {name: finding["value"] for name, finding in concluded.findings.items()}}
