#!/usr/bin/env python3
"""Checks a certificate of `gridcensus certify` without gridcensus: python3 check_certificate.py FILE

For each run, checks the chain of hashes from its origin over all units to its conclusion; that the units are numbered
from 0 without a gap, are multiples of the declared divisors, and add up to the stored sum; that an outcome is the sum
times the stated factorials; the divisor theorem; and that runs on one problem, or its transpose, agree.
Exit code: 0 if every check passes, 3 if one fails, 2 if the file cannot be read.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from fractions import Fraction
from math import factorial
from typing import Any

ROUNDING = Fraction(1, 2**40)  # of the moments of samples, which were merged in floating point of 64 bits
MOMENTS = ("mean", "sum of squares", "sum of cubes", "sum of fourth powers")
TRANSPOSABLE = "grids essentially_different symmetry_group_order conjugacy_classes classes_with_fixed_grids".split()


class Wrong(Exception):
    """A check that failed."""


def need(holds: object, what: str) -> None:
    if not holds:
        raise Wrong(what)


def canonical(value: Any) -> str:
    """JSON without blanks, its members sorted."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(value: Any, link: str = "") -> str:
    """Hash of the previous link and the canonical text of the value."""
    return hashlib.sha256((link + canonical(value)).encode()).hexdigest()


def real(text: str) -> Fraction:
    """Exact value of a decimal number such as "-9.25e-22", or of the hexadecimal "1.8p+1" of gridcensus 1.0.0."""
    if re.fullmatch(r"-?[0-9]{1,60}(\.[0-9]{1,60})?(e[+-]?[0-9]{1,4})?", text):
        return Fraction(text)
    match = re.fullmatch(r"(-?[0-9a-f]+)\.?([0-9a-f]*)p([+-]?[0-9]{1,6})", text)
    if not match:
        raise Wrong(f"{text} is no real number")
    whole, part, exponent = match.groups()
    return Fraction(int(whole + part, 16), 16 ** len(part)) * Fraction(2) ** int(exponent)


def powers(moments: list[str]) -> list[Any]:
    """Count, and sums of the samples' powers, from count, mean and central sums."""
    n, (mean, second, third, fourth) = int(moments[0]), map(real, moments[1:5])
    return [n, n * mean, second + n * mean**2, third + 3 * mean * second + n * mean**3,
            fourth + 4 * mean * third + 6 * mean**2 * second + n * mean**4]


def central(sums: list[Any]) -> list[Fraction]:
    """Mean and central sums from sums of powers."""
    n, one, two, three, four = sums
    mean = Fraction(one) / n
    return [mean, two - n * mean**2, three - 3 * mean * two + 2 * n * mean**3,
            four - 4 * mean * three + 6 * mean**2 * two - 3 * n * mean**4]


def add(total: Any, tally: Any) -> None:
    for name, value in tally.get("sums", {}).items():
        total["sums"][name] = total["sums"].get(name, 0) + int(value)
    for name, table in tally.get("tables", {}).items():
        for row, cells in table["rows"].items():
            before = total["tables"].get((name, row), [0] * len(cells))
            total["tables"][name, row] = [a + int(b) for a, b in zip(before, cells)]
    for name, moments in tally.get("moments", {}).items():
        sums = powers(moments)
        before = total["moments"].setdefault(name, [[0] * 5, []])
        before[0] = [a + b for a, b in zip(before[0], sums)]
        ends = before[1] + [real(end) for end in moments[5:] if sums[0]]
        before[1] = [min(ends), max(ends)] if ends else []


def check_moments(name: str, added: Any, stored: Any) -> None:
    (sums, ends), (stored_sums, stored_ends) = added, stored
    n = sums[0]
    need(n == stored_sums[0] and ends == stored_ends, f"moments {name}: their number, the smallest or the largest one")
    if n:
        here, there, blur = central(sums), central(stored_sums), ROUNDING * abs(sums[1] / n)
        mean, second, _, fourth = here
        squares = (mean**2 + second / n, second**2, abs(second * fourth), fourth**2)
        for power, (left, right, square) in enumerate(zip(here, there, squares), start=1):
            allowed = ROUNDING**2 * square + (blur**power * (n if power > 1 else 1)) ** 2
            need((left - right) ** 2 <= 2 * allowed,
                 f"moments {name}: the {MOMENTS[power - 1]} of the units and of the sum")


def check_chain(run: Any) -> None:
    chain, link = run["chain"], digest(run["origin"])
    need(link == chain["begin"], "the origin is not that of the chain")
    for unit in run["units"]:
        link = digest(unit, link)
    need(link == chain["after_units"], "the units are not those of the chain")
    need(digest(run["conclusion"], link) == chain["end"], "the conclusion is not that of the chain")


def check_origin(origin: Any) -> None:
    of_identity = hashlib.sha256(origin["identity"].encode()).hexdigest()
    need(of_identity == origin["identity_sha256"], "the identity does not give its hash")
    identity = json.loads(origin["identity"])
    for name, of in (("strategy", "strategy"), ("strategy_version", "version"), ("plugin_sha256", "plugin")):
        need(origin[name] == identity[of], f"{name} is not that of the identity")
    need(origin["problem"].startswith(identity["problem"]["shape"]), "the problem is not that of the identity")
    need(identity["parameters"].items() <= origin["parameters"].items(), "the parameters are not those of the identity")


def check_sums(run: Any) -> None:
    total: dict[str, Any] = {"sums": {}, "tables": {}, "moments": {}}
    stored, divisors = run["conclusion"]["sum"], run["conclusion"]["unit_divisors"]
    known = {entry["from_unit"]: entry["of"] for entry in divisors} if isinstance(divisors, list) else {}
    current: dict[str, str] = {}
    for number, unit in enumerate(run["units"]):
        need(unit["unit"] == number, f"unit {number} is missing or not in its place")
        need(str(unit["session"]) in run["origin"]["sessions"], f"unit {number} comes from no session")
        current = known.get(number, current)
        for name, divisor in current.items():
            value = int(unit["tally"].get("sums", {}).get(name, 0))
            need(value % int(divisor) == 0, f"unit {number}: {name} is not a multiple of {divisor}")
        add(total, unit["tally"])
    alone: dict[str, Any] = {"sums": {}, "tables": {}, "moments": {}}
    add(alone, stored)
    need(total["sums"] == alone["sums"], "the units do not add up to the sums")
    need(total["tables"] == alone["tables"], "the units do not add up to the tables")
    need(set(total["moments"]) == set(alone["moments"]), "the units have other moments than the sum")
    for name, added in total["moments"].items():
        check_moments(name, added, alone["moments"][name])


def check_formula(name: str, value: int, follows: Any, sums: Any, rows: int, cols: int) -> None:
    times = 1
    for base, exponent in re.findall(r"([0-9]+)!(?:\^([0-9]+))?", follows["formula"].split(" / ")[0]):
        need(int(base) in (rows * cols, rows, cols, rows - 1, cols - 1), f"{name}: {base}! has nothing to do here")
        times *= factorial(int(base)) ** int(exponent or 1)
    need(times == int(follows["times"]), f"{name}: the factorials do not give {follows['times']}")
    need(int(follows["divisor"]) in (1, factorial(rows * cols)), f"{name}: the divisor")
    need(int(sums[follows["sum"]]) * times == value * int(follows["divisor"]), f"{name} is not {follows['formula']}")


def check_outcomes(run: Any, told: dict[tuple[Any, ...], int]) -> None:
    origin, conclusion = run["origin"], run["conclusion"]
    is_sampled = any(entry["outcome"]["kind"] == "estimate" for entry in conclusion["outcomes"].values())
    problem = json.loads(origin["identity"])["problem"]
    rows, cols = map(int, problem["shape"].split("x"))
    is_classic = problem["rules"] == "classic"
    for name, entry in conclusion["outcomes"].items():
        outcome, follows = entry["outcome"], entry["follows"]
        if outcome["kind"] == "estimate":
            low, middle, high = (real(outcome[end]) for end in ("low", "value", "high"))
            need(low <= middle <= high, f"{name}: the interval does not hold the value")
        if outcome["kind"] != "exact":
            continue
        value = int(outcome["value"])
        need(is_sampled or len(run["units"]) == int(origin["job_units"]), f"{name} is exact, and units are missing")
        if is_classic and isinstance(follows, dict):
            check_formula(name, value, follows, conclusion["sum"]["sums"], rows, cols)
        key, factor = ("grids", factorial(rows * cols)) if name == "relabelling_classes" else (name, 1)
        if key == "grids" and is_classic:
            moves = factorial(rows) ** (cols - 1) * factorial(cols - 1) * factorial(cols) ** (rows - 1)
            moves *= factorial(rows - 1) * factorial(rows * cols)
            need(value * factor % moves == 0, f"{name} breaks the divisor theorem")
        elif key not in TRANSPOSABLE + ["bands", "signature_classes"]:
            continue
        is_turned = is_classic and key in TRANSPOSABLE
        subject = (key, problem["rules"], *(sorted((rows, cols)) if is_turned else (rows, cols)))
        need(told.setdefault(subject, value * factor) == value * factor, f"{name}: another run has another value")


def check(document: Any) -> None:
    need(document.get("certificate") in ("gridcensus 1", "gridcensus 2"), "this is not a certificate of gridcensus")
    told: dict[tuple[Any, ...], int] = {}
    need(document["runs"], "there is no run")
    for run in document["runs"]:
        print(f"{run['origin']['configuration']} on {run['origin']['problem']}")
        check_chain(run)
        check_origin(run["origin"])
        check_sums(run)
        check_outcomes(run, told)
        print(f"  {len(run['units'])} units, chain ends in {run['chain']['end']}")
        for quantity, entry in run["conclusion"]["outcomes"].items():
            outcome, follows = entry["outcome"], entry["follows"]
            print(f"  {quantity}: {outcome['kind']} {outcome['value'] if outcome['kind'] == 'exact' else ''}"
                  f" ({follows['formula'] if isinstance(follows, dict) else follows})")


def deepest(text: str) -> str:
    """Line and column, from 1, of the most deeply nested list or object."""
    depth, most, place = 0, 0, 0
    for token in re.finditer(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(token[0], 0)
        if depth > most:
            most, place = depth, token.start()
    return f"{text.count(chr(10), 0, place) + 1}:{place - text.rfind(chr(10), 0, place)}"


def main() -> int:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    text = ""
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            text = file.read()
        check(json.loads(text))
    except Wrong as wrong:
        print(f"NOT VERIFIED: {wrong}", file=sys.stderr)
        return 3
    except RecursionError:
        print(f"NOT VERIFIED: {sys.argv[1]}:{deepest(text)}: nested too deeply for a certificate", file=sys.stderr)
        return 2
    except (OSError, ValueError, KeyError, TypeError, AttributeError, ArithmeticError) as error:
        print(f"NOT VERIFIED: {sys.argv[1]} is not written as a certificate is: {error!r}", file=sys.stderr)
        return 2
    print("verified")
    return 0


if __name__ == "__main__":
    sys.exit(main())
