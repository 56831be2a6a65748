#!/usr/bin/env python3
"""Shows that a change of the code moved no number of any experiment.

  same_numbers.py write PROGRAM FOLDER EXPERIMENT.yaml...   runs each experiment, writes FOLDER/EXPERIMENT.json
  same_numbers.py compare BEFORE AFTER                      compares two such folders

Every outcome and every finding of BEFORE must be in AFTER, equal to the last digit: value, interval, samples, and every
point of the estimate's convergence; AFTER may have more points. These may differ: times, whether a ledger had the
result, and what the host reports about a number (its standing and witnesses, its dependencies, the degrees of freedom
of its interval). Findings that only AFTER has, or whose kind of number changed, are listed.

Exit: 0 the same numbers, 1 some differ, 2 bad arguments.
"""

import json
import pathlib
import subprocess
import sys

ABOUT_THE_NUMBER = {"seconds", "reused", "standing", "rests_on", "follows_from", "degrees_of_freedom", "row_names",
                    "witnesses", "recounted_units", "confirmation", "internal"}


def write(program, folder, experiments):
    """Runs the experiments without a ledger; a disagreement (exit 3) has a document, too."""
    folder.mkdir(parents=True, exist_ok=True)
    for experiment in map(pathlib.Path, experiments):
        document = folder / f"{experiment.stem}.json"
        command = [program, "run", experiment, "--no-ledger", "--quiet", "--json", document]
        status = subprocess.run(command, check=False).returncode
        if status not in (0, 3):
            sys.exit(f"{experiment}: exit {status}")
        print(f"{document}: exit {status}", flush=True)


def numbers(path):
    """Returns all fields of each outcome and finding of a document, by shape, configuration and name."""
    document = json.loads(path.read_text(encoding="utf-8"))
    found = {}
    for entry in document["outcomes"] + document["findings"]:
        name = entry.get("quantity", entry.get("name"))
        key = (entry["problem"]["shape"], entry["configuration"], name)
        found[key] = {field: value for field, value in entry.items() if field not in ABOUT_THE_NUMBER}
    return found


def is_same(field, before, after):
    if field == "convergence":
        return all(point in (after or []) for point in before)
    return before == after


def differences(before, after):
    for key, entry in before.items():
        if key not in after:
            yield "missing", key, ""
            continue
        for field, value in entry.items():
            if field != "kind" and not is_same(field, value, after[key].get(field)):
                yield "differs", key, f"{field}: {str(value)[:60]} against {str(after[key].get(field))[:60]}"


def compare(before_folder, after_folder):
    documents = sorted(before_folder.glob("*.json"))
    if not documents:
        sys.exit(f"{before_folder}: expected documents NAME.json")
    found = 0
    for document in documents:
        before, after = numbers(document), numbers(after_folder / document.name)
        for what, key, text in differences(before, after):
            print(f"{document.name}: {what}: {' '.join(key)} {text}")
            found += 1
        new = {name for (_, _, name) in after.keys() - before.keys()}
        kinds = {f"{key[2]} is {after[key]['kind']}, was {entry['kind']}"
                 for key, entry in before.items() if after.get(key, entry)["kind"] != entry["kind"]}
        notes = [f"new: {', '.join(sorted(new))}"] * bool(new) + sorted(kinds)
        print("; ".join([f"{document.name}: {len(before)} outcomes and findings", *notes]))
    print(f"{found} numbers differ" if found else "the same numbers")
    return 1 if found else 0


def main(arguments):
    if len(arguments) >= 4 and arguments[0] == "write":
        write(arguments[1], pathlib.Path(arguments[2]), arguments[3:])
        return 0
    if len(arguments) == 3 and arguments[0] == "compare":
        return compare(pathlib.Path(arguments[1]), pathlib.Path(arguments[2]))
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
