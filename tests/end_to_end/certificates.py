#!/usr/bin/env python3
"""Certifies a ledger, checks the certificate with the shipped checker, then tampers with the certificate.

  certificates.py PROGRAM CHECKER

The ledger is merged from two parts, and has exact sums with and without a formula, tables and samples. Every tampering
is tried twice: as it is, and with a recomputed chain of hashes. Then only tamperings go undetected that the chain alone
can reveal, by the printed hash at its end.
"""

import contextlib
import copy
import importlib.util
import io
import json
import pathlib
import subprocess
import sys
import tempfile

EXPERIMENT = """title: What is certified
problems: [{shape: [2x3, 2x4, 3x3]}, {shape: 2x3, rules: diagonal}]
strategies:
  band_classes: {quantities: [grids]}
  box_class_zc: {only: [2x4]}
  enumeration: {only: [2x3]}
  exact_cover: {only: [2x3]}
  rows: {strategy: row_sampler, samples: 3000, batch: 250, quantities: [grids], only: [2x4]}
"""


def run_of(document, configuration, problem):
    return next(run for run in document["runs"]
                if (run["origin"]["configuration"], run["origin"]["problem"]) == (configuration, problem))


def enumeration(document):
    return run_of(document, "enumeration", "2x3")


def add(value, summand):
    return str(int(value) + summand)


def with_a_diagonal(document):
    return next(run for run in document["runs"] if run["origin"]["configuration"] == "enumeration"
                and json.loads(run["origin"]["identity"])["problem"]["rules"] != "classic")


def change_tally(document, by=48, of=enumeration):
    sums = of(document)["units"][7]["tally"]["sums"]
    sums["counts"] = add(sums["counts"], by)


def change_sum(document, by=48, of=enumeration):
    sums = of(document)["conclusion"]["sum"]["sums"]
    sums["counts"] = add(sums["counts"], by)


def change_outcome(document, by=48 * 720, of=enumeration):
    outcome = of(document)["conclusion"]["outcomes"]["grids"]["outcome"]
    outcome["value"] = add(outcome["value"], by)


def change_all(document, by, of=enumeration):
    change_tally(document, by, of)
    change_sum(document, by, of)
    change_outcome(document, by * 720, of)


def drop_unit(document):
    del enumeration(document)["units"][7]


def drop_last_unit(document):
    run = enumeration(document)
    counts = int(run["units"].pop()["tally"]["sums"]["counts"])
    change_sum(document, -counts)
    change_outcome(document, -counts * 720)


def swap_units(document):
    units = enumeration(document)["units"]
    units[0], units[3] = units[3], units[0]


def change_formula(document):
    enumeration(document)["conclusion"]["outcomes"]["grids"]["follows"]["times"] = "721"


def change_plugin(document):
    enumeration(document)["origin"]["plugin_sha256"] = "ab" * 32


def change_parameter(document):
    enumeration(document)["origin"]["parameters"]["max_side"] = "7"


def change_identity(document):
    origin = enumeration(document)["origin"]
    origin["identity"] = origin["identity"].replace('"max_side":"6"', '"max_side":"7"')


def change_sample(document):
    moments = run_of(document, "rows", "2x4")["units"][0]["tally"]["moments"]["samples.even"]
    moments[1] = moments[1].replace("p", "1p", 1) if "." in moments[1] else moments[1].replace("p", ".8p", 1)
    moments[1] = ("1" if moments[1][0] != "1" else "2") + moments[1][1:]


def change_interval(document):
    outcome = run_of(document, "rows", "2x4")["conclusion"]["outcomes"]["grids"]["outcome"]
    outcome["low"] = outcome["high"]


def change_table(document):
    table = next(iter(run_of(document, "band_classes", "2x4")["units"][0]["tally"]["tables"].values()))
    row = next(iter(table["rows"].values()))
    row[0] = add(row[0], 24)


def change_host(document):
    next(iter(enumeration(document)["origin"]["sessions"].values()))["host"] = "another"


# A tampering, and the checker's message after the chain was recomputed; None: no message.
TAMPERINGS = [
    ("a tally", change_tally, "do not add up"),
    ("a tally, not by a multiple of the divisor", lambda document: change_tally(document, 1), "not a multiple of"),
    ("a unit dropped", drop_unit, "unit 7 is missing"),
    ("the last unit dropped, sum and outcome to fit", drop_last_unit, "units are missing"),
    ("two units exchanged", swap_units, "unit 0 is missing"),
    ("the sum", change_sum, "do not add up"),
    ("the outcome", change_outcome, "is not counts"),
    ("unit, sum and outcome", lambda document: change_all(document, 48), "another run has another value"),
    ("the same with other rules", lambda document: change_all(document, 48, with_a_diagonal),
     "another run has another value"),
    ("the same against the theorem", lambda document: change_all(document, 16), "breaks the divisor theorem"),
    ("the formula", change_formula, "the factorials do not give"),
    ("the plugin", change_plugin, "plugin_sha256 is not that of the identity"),
    ("a parameter", change_parameter, "the parameters are not those"),
    ("the identity", change_identity, "does not give its hash"),
    ("samples", change_sample, "moments samples.even"),
    ("an interval", change_interval, "the interval does not hold the value"),
    ("a table", change_table, "do not add up to the tables"),
    ("the host", change_host, None),
]


def execute(command, folder, status=0):
    ended = subprocess.run([str(part) for part in command], cwd=folder, capture_output=True, text=True, check=False)
    if ended.returncode != status:
        sys.exit(f"{command}: exit {ended.returncode}, expected {status}\n{ended.stdout}{ended.stderr}")
    return ended.stdout + ended.stderr


def recompute_chains(document, digest):
    for run in document["runs"]:
        link = run["chain"]["begin"] = digest(run["origin"])
        for unit in run["units"]:
            link = digest(unit, link)
        run["chain"]["after_units"] = link
        run["chain"]["end"] = digest(run["conclusion"], link)


def checker_module(file):
    spec = importlib.util.spec_from_file_location("check_certificate", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def verdict_on(document, checker):
    """Returns the failed checks; empty if all hold."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            checker.check(document)
    except checker.Wrong as wrong:
        return str(wrong)
    return ""


def main():
    program, checker_file = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "x.yaml").write_text(EXPERIMENT, encoding="utf-8")
        for part in (1, 2):
            execute([program, "run", "x.yaml", "--quiet", "--part", f"{part}/2", "--ledger", f"{part}.ledger"], folder)
        execute([program, "merge", "-o", "all.ledger", "1.ledger", "2.ledger"], folder)
        incomplete = execute([program, "certify", "all.ledger", "-o", "c.json"], folder, status=4)
        assert "has unfinished runs" in incomplete and not (folder / "c.json").exists()
        execute([program, "run", "x.yaml", "--quiet", "--ledger", "all.ledger"], folder)
        execute([program, "verify", "all.ledger", "--recount", "10%"], folder)
        output = execute([program, "certify", "all.ledger", "-o", "c.json"], folder)
        assert "9 runs" in output, output
        text = (folder / "c.json").read_text(encoding="utf-8")
        execute([program, "certify", "all.ledger", "-o", "again.json"], folder)
        assert text == (folder / "again.json").read_text(encoding="utf-8"), "two certificates of one ledger differ"
        assert execute([sys.executable, checker_file, "c.json"], folder).endswith("verified\n")
        (folder / "cut.json").write_text(text[:1000], encoding="utf-8")
        execute([sys.executable, checker_file, "cut.json"], folder, status=2)

    checker = checker_module(checker_file)
    document = json.loads(text)
    follows = {(run["origin"]["configuration"], run["origin"]["problem"]):
               run["conclusion"]["outcomes"]["grids"]["follows"] for run in document["runs"]}
    assert follows["enumeration", "2x3"]["formula"] == "counts * 6!", follows
    assert follows["rows", "2x4"] == "concluded by the strategy", follows
    for what, tamper, expected in TAMPERINGS:
        changed = copy.deepcopy(document)
        tamper(changed)
        assert changed != document, what
        assert "of the chain" in verdict_on(changed, checker), f"{what}: the chain does not reveal it"
        recompute_chains(changed, checker.digest)
        failed = verdict_on(changed, checker)
        assert (expected in failed) if expected else not failed, f"{what}: {failed}"
    print(f"{len(TAMPERINGS)} tamperings were detected as expected")


if __name__ == "__main__":
    main()
