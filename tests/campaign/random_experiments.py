#!/usr/bin/env python3
"""Draws experiments, runs each in many ways, and checks that all give the same numbers and report no fault.

  random_experiments.py PROGRAM CHECKER [--experiments N] [--seed S] [--only K]

An experiment has one to three problems, classic or under random rules, and one to four strategies with random
parameters, as `describe` declares them. Some have a wrong expectation, which must be detected. Each experiment is run
in one go; killed or stopped, and resumed; in parts; isolated; in another order; and with its rules reworded. Every
command reads its ledger, also after damage to a row and a repair. A counted number is used as an input, right and
wrong. Mistakes are inserted into the file: the program must locate them, and change nothing.

PROGRAM is in its tree, CHECKER is check_certificate.py. Seed and number determine an experiment and its treatment, but
not when a signal arrives. After a failure, the folder and the commands are kept. Exits with 1 if any law is broken.
"""

import argparse
import collections
import json
import math
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from bench import (Bench, DISAGREEMENT, Failure, Feature, INCOMPLETE, RUN_FAILED, check_damage, damage, look, need,
                   numbers)
from campaign import descendants
from drawn_experiments import BAD_INPUT, PLACES, draw, mistaken, refusals_of, written

try:
    import jsonschema
except ImportError:
    jsonschema = None

REFUSED = 5


def answers(document):
    """Returns outcomes and findings, sorted, and without the wording of the file."""
    def bare(entry):
        problem = {key: value for key, value in entry["problem"].items() if key != "asked"}
        deviations = sorted(entry.get("deviations", []), key=json.dumps)
        return json.dumps({**entry, "problem": problem, "deviations": deviations}, sort_keys=True)
    return [sorted(bare(entry) for entry in numbers(document[section])) for section in ("outcomes", "findings")]


def asked(experiment, document, problem):
    """Returns a problem of the document as the file words it. The file may ask for a problem that was counted as this
    one."""
    counted_as_it = [refused["problem"] for refused in document["not_applicable"]
                     if problem["rules"] == "classic" and refused.get("counted_as") == problem["shape"]]
    return next(worded for worded, known in zip(experiment["problems"], document["experiment"]["problems"])
                if any(all(known[key] == one[key] for key in ("shape", "rules")) for one in [problem, *counted_as_it]))


def check_exit(status, document):
    """Checks that the exit code fits problems, runs and outcomes. Returns whether no outcome is unfinished."""
    states = {run["state"] for run in document["runs"]}
    need(states <= {"concluded", "unfinished"}, f"states of runs: {states}")
    is_whole = states == {"concluded"} and all(outcome["kind"] != "unfinished" for outcome in document["outcomes"])
    wrong = [verdict for verdict in document["verdicts"] if verdict["verdict"] in ("disagree", "broken")]
    answered = [entry["problem"] for entry in document["runs"] + document["not_applicable"]
                if "state" in entry or "counted_as" in entry]
    has_gaps = any(all((each["shape"], each["rules"]) != (known["shape"], known["rules"]) for known in answered)
                   for each in document["experiment"]["problems"])
    need(status == (0 if is_whole and not has_gaps else RUN_FAILED),
         f"exit {status} of runs that are {states}: {json.dumps(wrong)}")
    return is_whole


def check_agreement(document, is_twin):
    """Checks that all exact strategies count the same number of grids, also for a moved problem."""
    found = collections.defaultdict(set)
    for outcome in document["outcomes"]:
        if outcome["kind"] == "exact" and outcome["quantity"] in ("grids", "relabelling_classes"):
            found[outcome["problem"]["shape"], outcome["problem"]["rules"], outcome["quantity"]].add(outcome["value"])
    need(all(len(values) == 1 for values in found.values()), f"exact numbers differ: {found}")
    if is_twin:
        first, last = (document["experiment"]["problems"][i] for i in (0, -1))
        for quantity in ("grids", "relabelling_classes"):
            values = [found.get((problem["shape"], problem["rules"], quantity)) for problem in (first, last)]
            need(None in values or values[0] == values[1], f"a moved problem has other {quantity}: {values}")


def strike(bench, command, chance, sign):
    """Runs a command and sends it a signal at a random time; SIGKILL to it or to a child. Returns its exit status."""
    process = bench.start(command)
    try:
        process.communicate(timeout=0.03 + chance.expovariate(4))
    except subprocess.TimeoutExpired:
        victim = chance.choice([process.pid, *descendants(process.pid)]) if sign == signal.SIGKILL else process.pid
        try:
            os.kill(victim, sign)
        except ProcessLookupError:
            pass
        bench.commands[-1] += f"  # {sign.name}"
        process.communicate()
    return process.returncode


def struck(bench, command, chance, status):
    """Kills and stops a command a few times."""
    for _ in range(chance.choice([1, 2, 3])):
        sign = chance.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
        ended = strike(bench, command, chance, sign)
        # Before counting begins, a signal ends the program like any other, or a plugin while it is probed.
        allowed = {0, status, INCOMPLETE, -sign, 128 + sign, *[REFUSED] * (sign == signal.SIGKILL)}
        need(ended in allowed, f"{bench.commands[-1]}: exit {ended}, expected {allowed}")


# Each function runs the experiment in another way and returns the document.


def by_kills(bench, chance, status):
    command = f"run x.yaml --threads {chance.randrange(1, 5)}" + " --isolate process" * (chance.random() < 0.3)
    struck(bench, f"{command} --ledger killed.ledger", chance, status)
    return bench.count(command, "--ledger killed.ledger", status)[1]


def by_parts(bench, chance, status):
    parts = chance.choice([2, 2, 3, 4, 7])
    ledgers = [f"part{part}.ledger" for part in range(parts)]
    for part, ledger in enumerate(ledgers):
        command = f"run x.yaml --part {part + 1}/{parts} --ledger {ledger} --threads {chance.randrange(1, 5)}"
        if chance.random() < 0.3:
            struck(bench, command, chance, 0)
        bench.execute(command, 0, INCOMPLETE)
    bench.execute(["merge", "-o", "merged.ledger", *chance.sample(ledgers, parts)], 0)
    return bench.count("run x.yaml", "--ledger merged.ledger", status)[1]


def by_isolation(bench, chance, status):
    isolate = chance.choice(["process", "none"])
    return bench.count(f"run x.yaml --isolate {isolate} --threads {chance.randrange(1, 5)}", "--no-ledger", status)[1]


def check_other_order(bench, chance, status, document, experiment):
    """Checks that problems and strategies in another order give the same answers."""
    mixed = {**experiment, "problems": chance.sample(experiment["problems"], len(experiment["problems"])),
             "strategies": dict(chance.sample(list(experiment["strategies"].items()), len(experiment["strategies"])))}
    (bench.folder / "mixed.yaml").write_text(written(mixed), encoding="utf-8")
    mixed = bench.count("run mixed.yaml", chance.choice(["--no-ledger", "--ledger x.ledger"]), status)[1]
    need(answers(mixed) == answers(document), "in another order the answers differ")


def check_other_words(bench, rules, status, document, experiment):
    """Checks that reworded problems are the same problems: the ledger has their results."""
    reworded = {**experiment, "problems": [rules.in_other_words(problem) for problem in experiment["problems"]]}
    reworded["expect"] = [{**problem, **{key: entry[key] for key in ("quantity", "value", "source")}}
                          for entry in experiment.get("expect", []) for problem, before in
                          zip(reworded["problems"], experiment["problems"]) if before.items() <= entry.items()]
    (bench.folder / "words.yaml").write_text(written({key: value for key, value in reworded.items() if value != []}))
    again = bench.count("run words.yaml", "--ledger x.ledger", status)[1]
    need(answers(again) == answers(document), "with reworded problems the answers differ")
    unfinished = [(each["problem"], each["configuration"])
                  for each in again["outcomes"] if each["kind"] == "unfinished"]
    need(all(run["reused"] or (run["problem"], run["configuration"]) in unfinished for run in
             json.loads((bench.folder / "document.json").read_text())["runs"]), "in other words it is counted again")


def with_expectation(bench, chance, document, experiment):
    """Adds a known answer: the counted one or a wrong one. Returns whether it is wrong."""
    # An expectation of a file applies to all runs on the problem.
    asked_for = {run["configuration"] for run in document["runs"] if run["question"]}
    exact = [outcome for outcome in document["outcomes"]
             if outcome["kind"] == "exact" and outcome["configuration"] not in asked_for]
    if not exact:
        return False
    outcome, is_wrong = chance.choice(exact), chance.random() < 0.4
    experiment["expect"] = [{**asked(experiment, document, outcome["problem"]), "quantity": outcome["quantity"],
                             "value": int(outcome["value"]) + is_wrong, "source": "a random experiment"}]
    need(not refusals_of(bench, experiment, "x.yaml"), "an expectation is refused")
    return is_wrong


def check_given(bench, chance, document, experiment):
    """Gives a number of grids as input: the counted one gives the same results, a wrong one is detected and named."""
    for outcome in document["outcomes"]:
        if outcome["kind"] != "exact" or "grids" not in [each["quantity"] for each in
                                                         outcome.get("rests_on", {}).get("inputs", [])]:
            continue
        (run,) = [run for run in document["runs"] if run["configuration"] == outcome["configuration"]
                  and run["problem"] == outcome["problem"]]
        counted = {each["quantity"]: int(each["value"]) for each in document["outcomes"] if each["kind"] == "exact"
                   and (each["configuration"], each["problem"]) == (run["inputs"]["grids"], run["problem"])}
        side = math.prod(map(int, run["problem"]["shape"].split("x")))
        grids = counted.get("grids", counted.get("relabelling_classes", 0) * math.factorial(side))
        (counter,) = {each["strategy"] for each in document["runs"] if each["configuration"] == run["inputs"]["grids"]}
        is_wrong = chance.random() < 0.5
        value = chance.choice([grids + 1, 2 * grids + 1, abs(grids - 1)]) if is_wrong else grids
        given = {"problems": [asked(experiment, document, run["problem"])], "strategies": {
            "counter": {"strategy": counter, "quantities": ["grids"]},
            "user": {"strategy": run["strategy"], "quantities": [outcome["quantity"]],
                     "inputs": {"grids": {"value": value, "source": "a random experiment"}}}}}
        if refusals_of(bench, given, "given.yaml"):
            return
        given = bench.count("run given.yaml", "--no-ledger", DISAGREEMENT if is_wrong else 0)[1]
        if is_wrong:
            need(any(verdict["verdict"] == "disagree" and "given" in (verdict["left"]["kind"], verdict["right"]["kind"])
                     for verdict in given["verdicts"]), "no verdict names the wrong input")
        else:
            values = [each["value"] for each in given["outcomes"] if each["quantity"] == outcome["quantity"]]
            need(values == [outcome["value"]], f"a given value leads to {values}, a counted one to {outcome['value']}")
        return


def check_mistakes(bench, chance, experiment):
    """Checks that mistakes in the file are located, and that the program then changes nothing."""
    for _ in range(3):
        bad, mistake = mistaken(experiment, chance)
        (bench.folder / "bad.yaml").write_text(written(bad), encoding="utf-8")
        before = sorted(bench.folder.iterdir())
        ended = bench.execute("run bad.yaml --json bad.json", BAD_INPUT, processor_seconds=20)
        need(not ended.stdout and ended.stderr, f"{mistake}: stdout {ended.stdout}")
        need(all(PLACES.match(line) for line in ended.stderr.splitlines()), f"{mistake}: no place in {ended.stderr}")
        need(sorted(bench.folder.iterdir()) == before, f"{mistake}: files were written or removed")
    text = written(experiment)
    for _ in range(3):
        begin = chance.randrange(len(text))
        torn = text[:begin] + chance.choice(["", "'", "[", "}", ":", "- ", "\n", "\t", "&a ", "0", "x", "#", "\u2028"])
        torn += text[begin + chance.choice([0, 1, 1, 5]):]
        (bench.folder / "bad.yaml").write_text(torn, encoding="utf-8")
        ended = bench.execute("check bad.yaml", 0, BAD_INPUT, processor_seconds=20)
        need(ended.returncode == 0 or all(PLACES.match(line) for line in ended.stderr.splitlines()), ended.stderr)


def check_views(bench, schema):
    """Checks that the ledger shows the run's output, within the width of the terminal."""
    document = json.loads((bench.folder / "document.json").read_text(encoding="utf-8"))
    if jsonschema:
        mistakes = [mistake.message for mistake in jsonschema.Draft7Validator(schema).iter_errors(document)]
        need(not mistakes, f"the document is not valid: {mistakes[:3]}")
    shown = json.loads(bench.execute("show x.ledger --json -", 0).stdout)
    need(numbers(shown) == numbers(document), "the ledger shows another document")
    one, other = ([numbers(json.loads(line)) for line in
                   bench.execute(f"export {source} --format jsonl", 0).stdout.splitlines()]
                  for source in ("x.ledger", "document.json"))
    need(one == other, "the exports of ledger and document differ")
    for width in (40, 80):
        shown = bench.execute("show x.ledger", 0, env={**os.environ, "COLUMNS": str(width)}).stdout
        need(max(map(len, shown.splitlines())) <= width, f"a line is longer than {width}")


def check_random_damage(bench, chance, feature, document):
    shutil.copy(bench.folder / "x.ledger", bench.folder / "damaged.ledger")
    with sqlite3.connect(bench.folder / "x.ledger") as database:
        tables = list(database.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"))
    what = damage(bench.folder / "damaged.ledger", chance.choice(tables)[0], chance.choice(["deleted", "torn"]), chance)
    if what:
        bench.commands.append(f"# damaged.ledger: {what}")
        check_damage(bench, feature, document)


def check(bench, chance, families, offers, schema):
    """Draws an experiment and checks all laws. Returns a short description of it."""
    rules, experiment, is_twin = draw(bench, chance, families, offers)
    status, plain = bench.count(f"run x.yaml --threads {chance.randrange(1, 5)}", "--no-ledger", 0, RUN_FAILED,
                                DISAGREEMENT)
    is_whole = check_exit(status, plain)
    check_agreement(plain, is_twin)
    check_given(bench, chance, plain, experiment)
    if chance.random() < 0.4 and with_expectation(bench, chance, plain, experiment):
        status = DISAGREEMENT
    feature = Feature(written(experiment), status=status, certified=0 if is_whole else INCOMPLETE)
    document = bench.count("run x.yaml", "--ledger x.ledger", status)[1]
    values, plain_values = ([{**outcome, "standing": ""} for outcome in each["outcomes"]] for each in (document, plain))
    need(values == plain_values and ("expect" in experiment or document == plain), "with a ledger the numbers differ")
    check_views(bench, schema)
    for way in chance.sample([by_kills, by_parts, by_isolation], 2):
        need(way(bench, chance, status) == document, f"{way.__name__}: the numbers differ")
    shutil.copy(bench.folder / "x.ledger", bench.folder / "sound.ledger")
    check_other_order(bench, chance, status, document, experiment)
    check_other_words(bench, rules, status, document, experiment)
    shutil.copy(bench.folder / "sound.ledger", bench.folder / "x.ledger")
    look(bench, feature, document)
    check_random_damage(bench, chance, feature, document)
    check_mistakes(bench, chance, experiment)
    return f"{len(plain['runs'])} runs, exit {status}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("checker", type=pathlib.Path)
    parser.add_argument("--experiments", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int)
    options = parser.parse_args()
    program, checker = options.program.resolve(), options.checker.resolve()
    ask = Bench(pathlib.Path.cwd(), program, checker)
    families = [entry["rules"] for entry in json.loads(ask.execute("list rules --quiet --json -", 0).stdout)]
    offers = {entry["strategy"]: json.loads(ask.execute(f"describe {entry['strategy']} --json -", 0).stdout)
              for entry in json.loads(ask.execute("list strategies --json -", 0).stdout)
              if entry["version"] != "not installed"}
    schema = json.loads(ask.execute("schema --results", 0).stdout)
    failed = 0
    for number in [options.only] if options.only is not None else range(options.experiments):
        folder = pathlib.Path(tempfile.mkdtemp(prefix=f"experiment-{options.seed}-{number}-"))
        bench = Bench(folder, program, checker)
        try:
            drawn = check(bench, random.Random(f"{options.seed} {number}"), families, offers, schema)
            shutil.rmtree(folder)
            print(f"{number}: {drawn}", flush=True)
        except Failure as failure:
            failed += 1
            print(f"{number}: FAILED: {failure}\nAgain: --seed {options.seed} --only {number}; its folder is {folder}:",
                  (folder / "x.yaml").read_text(encoding="utf-8"), *bench.commands, sep="\n", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
