#!/usr/bin/env python3
"""Checks what `gridcensus certify` wrote, without gridcensus: python3 check_certificate.py FILE

For each run: the chain of hashes from its origin through all units to its conclusion; that the units are numbered from 0
without a gap; that their sums add up to the stored ones; that the declared divisors divide each of them; that the outcome
is the sum times the stated factorials; the divisor theorem; and that runs on one problem, or its transpose, agree.
Exit code: 0 all holds, 3 something does not, 2 no certificate.
"""
import hashlib
import json
import re
import sys
from fractions import Fraction
from math import factorial

ROUNDING = Fraction(1, 2**40)  # of the moments of samples, which were merged in floating point of 64 bits
SAME_WHEN_TRANSPOSED = {"grids", "essentially_different", "symmetry_group_order", "conjugacy_classes",
                        "classes_with_fixed_grids"}


class Wrong(Exception):
    """What does not hold."""


def need(holds, what):
    if not holds:
        raise Wrong(what)


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


def real(text):
    """A hexadecimal real number, "-9.c4fp-22", exactly."""
    match = re.fullmatch(r"(-?)([0-9a-f]+)(?:\.([0-9a-f]+))?p([+-]?[0-9]{1,6})", text)
    need(match, f"{text} is no hexadecimal number")
    sign, whole, part, exponent = match.groups()
    part = part or ""
    value = Fraction(int(whole + part, 16), 16 ** len(part)) * Fraction(2) ** int(exponent)
    return -value if sign else value


def shape_of(problem):
    match = re.fullmatch(r"([1-9][0-9]?)x([1-9][0-9]?)", problem)
    return tuple(map(int, match.groups())) if match else None


def powers(moments):
    """Count, and sums of the samples' powers, from count, mean and central sums."""
    n, (mean, second, third, fourth) = int(moments[0]), map(real, moments[1:5])
    return [n, n * mean, second + n * mean**2, third + 3 * mean * second + n * mean**3,
            fourth + 4 * mean * third + 6 * mean**2 * second + n * mean**4]


def central(sums):
    """Mean and central sums from sums of powers."""
    n, one, two, three, four = sums
    mean = Fraction(one) / n
    return [mean, two - n * mean**2, three - 3 * mean * two + 2 * n * mean**3,
            four - 4 * mean * three + 6 * mean**2 * two - 3 * n * mean**4]


def add(total, tally):
    for name, value in tally.get("sums", {}).items():
        total["sums"][name] = total["sums"].get(name, 0) + int(value)
    for name, table in tally.get("tables", {}).items():
        for row, cells in table["rows"].items():
            key = (name, row)
            before = total["tables"].get(key, [0] * len(cells))
            total["tables"][key] = [a + int(b) for a, b in zip(before, cells)]
    for name, moments in tally.get("moments", {}).items():
        sums = powers(moments)
        before = total["moments"].setdefault(name, [[0] * 5, []])
        before[0] = [a + b for a, b in zip(before[0], sums)]
        if sums[0]:
            before[1] += [real(moments[5]), real(moments[6])]
            before[1] = [min(before[1]), max(before[1])]


def check_moments(name, added, stored):
    sums, ends = added
    need(sums[0] == int(stored[0]), f"moments {name}: {sums[0]} samples in the units, {stored[0]} in the sum")
    if not sums[0]:
        return
    need(ends == [real(stored[5]), real(stored[6])], f"moments {name}: least or greatest sample")
    n, (mean, second, third, fourth) = sums[0], central(sums)
    there = list(map(real, stored[1:5]))
    blur = ROUNDING * abs(mean)
    need((there[0] - mean) ** 2 <= 2 * ROUNDING**2 * (mean**2 + second / n), f"moments {name}: the mean")
    need(abs(there[1] - second) <= ROUNDING * second + n * blur**2, f"moments {name}: the sum of squares")
    need((there[2] - third) ** 2 <= 2 * (ROUNDING**2 * abs(second * fourth) + (n * blur**3) ** 2),
         f"moments {name}: the sum of cubes")
    need(abs(there[3] - fourth) <= ROUNDING * fourth + n * blur**4, f"moments {name}: the sum of fourth powers")


def check_chain(run):
    chain, link = run["chain"], sha256(canonical(run["origin"]))
    need(link == chain["begin"], "the origin does not give the beginning of the chain")
    for unit in run["units"]:
        link = sha256(link + canonical(unit))
    need(link == chain["after_units"], "the units do not give the chain")
    need(sha256(link + canonical(run["conclusion"])) == chain["end"], "the conclusion does not give the end of the chain")


def check_origin(origin):
    need(sha256(origin["identity"]) == origin["identity_sha256"], "the identity does not give its hash")
    identity = json.loads(origin["identity"])
    for name, of in (("strategy", "strategy"), ("strategy_version", "version"), ("plugin_sha256", "plugin")):
        need(origin[name] == identity[of], f"{name} is not that of the identity")
    need(origin["problem"].startswith(identity["problem"]["shape"]), "the problem is not that of the identity")
    for name, value in identity["parameters"].items():
        need(origin["parameters"].get(name) == value, f"the parameter {name} is not that of the identity")


def check_sums(run):
    total = {"sums": {}, "tables": {}, "moments": {}}
    stored, divisors = run["conclusion"]["sum"], run["conclusion"]["unit_divisors"]
    known = {entry["from_unit"]: entry["of"] for entry in divisors} if isinstance(divisors, list) else {}
    current = {}
    for number, unit in enumerate(run["units"]):
        need(unit["unit"] == number, f"unit {number} is missing or not in its place")
        need(str(unit["session"]) in run["origin"]["sessions"], f"unit {number} comes from no session")
        current = known.get(number, current)
        for name, divisor in current.items():
            value = int(unit["tally"].get("sums", {}).get(name, 0))
            need(value % int(divisor) == 0, f"unit {number}: {name} is no multiple of {divisor}")
        add(total, unit["tally"])
    need(total["sums"] == {name: int(value) for name, value in stored.get("sums", {}).items()},
         "the units do not add up to the sums")
    tables = {(name, row): [int(cell) for cell in cells]
              for name, table in stored.get("tables", {}).items() for row, cells in table["rows"].items()}
    need(total["tables"] == tables, "the units do not add up to the tables")
    moments = stored.get("moments", {})
    need(set(moments) == set(total["moments"]), "the units have other moments than the sum")
    for name, value in moments.items():
        check_moments(name, total["moments"][name], value)


def check_formula(name, value, follows, sums, shape):
    factors = re.findall(r"([0-9]+)!(?:\^([0-9]+))?", follows["formula"].split(" / ")[0])
    rows, cols = shape
    times = 1
    for base, exponent in factors:
        need(int(base) in (rows * cols, rows, cols, rows - 1, cols - 1), f"{name}: {base}! has nothing to do here")
        times *= factorial(int(base)) ** int(exponent or 1)
    need(times == int(follows["times"]), f"{name}: the factorials do not give {follows['times']}")
    need(int(follows["divisor"]) in (1, factorial(rows * cols)), f"{name}: the divisor")
    need(int(sums[follows["sum"]]) * times == value * int(follows["divisor"]), f"{name} is not {follows['formula']}")


def check_outcomes(run, told):
    origin, conclusion, shape = run["origin"], run["conclusion"], shape_of(run["origin"]["problem"])
    for name, entry in conclusion["outcomes"].items():
        outcome, follows = entry["outcome"], entry["follows"]
        if outcome["kind"] == "estimate":
            low, value, high = (real(outcome[end]) for end in ("low", "value", "high"))
            need(low <= value <= high, f"{name}: the interval does not hold the value")
        if outcome["kind"] != "exact":
            continue
        value = int(outcome["value"])
        is_sampled = any(other["outcome"]["kind"] == "estimate" for other in conclusion["outcomes"].values())
        need(is_sampled or len(run["units"]) == int(origin["job_units"]), f"{name} is exact, and units are missing")
        if shape is None:
            continue
        rows, cols = shape
        if isinstance(follows, dict):
            check_formula(name, value, follows, conclusion["sum"]["sums"], shape)
        key = name
        if name == "relabelling_classes":
            key, value = "grids", value * factorial(rows * cols)
        if key == "grids":
            free = factorial(rows) ** (cols - 1) * factorial(cols - 1) * factorial(cols) ** (rows - 1) * factorial(rows - 1)
            need(value % (factorial(rows * cols) * free) == 0, f"{name} breaks the divisor theorem")
        elif key not in SAME_WHEN_TRANSPOSED | {"bands", "signature_classes"}:
            continue
        subject = (key, tuple(sorted(shape)) if key in SAME_WHEN_TRANSPOSED else shape)
        need(told.setdefault(subject, value) == value, f"{name} of {origin['problem']}: another run has another value")


def check(document):
    need(document.get("certificate") == "gridcensus 1", "this is no certificate of gridcensus")
    told = {}
    need(document["runs"], "there is no run")
    for run in document["runs"]:
        name = f"{run['origin']['configuration']} on {run['origin']['problem']}"
        try:
            check_chain(run)
            check_origin(run["origin"])
            check_sums(run)
            check_outcomes(run, told)
        except Wrong as wrong:
            raise Wrong(f"{name}: {wrong}") from None
        print(f"{name}: {len(run['units'])} units, chain ends in {run['chain']['end']}")
        for quantity, entry in run["conclusion"]["outcomes"].items():
            value = entry["outcome"].get("value", "none")
            follows = entry["follows"]
            print(f"  {quantity} = {value if entry['outcome']['kind'] == 'exact' else entry['outcome']['kind']}"
                  f" ({follows['formula'] if isinstance(follows, dict) else follows})")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            document = json.load(file)
    except (OSError, ValueError) as error:
        print(f"{sys.argv[1]}: {error}", file=sys.stderr)
        return 2
    try:
        check(document)
    except Wrong as wrong:
        print(f"NOT VERIFIED: {wrong}", file=sys.stderr)
        return 3
    except (KeyError, TypeError, ValueError, AttributeError, ZeroDivisionError) as error:
        print(f"NOT VERIFIED: not written as a certificate is: {error!r}", file=sys.stderr)
        return 3
    print("verified")
    return 0


if __name__ == "__main__":
    sys.exit(main())
