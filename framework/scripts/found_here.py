#!/usr/bin/env python3
"""Writes framework/data/found_here.yaml from results documents: the exact values that experiments found.

    framework/scripts/found_here.py FILE.json...

A value that one of the documents has replaces the entry of its experiment; entries of other experiments stay. Values
that rest on a given number, are disputed, or have rules of more than 60 characters are left out.
"""

import json
import sys
from pathlib import Path

import yaml

DATA = Path(__file__).resolve().parent.parent / "data/found_here.yaml"
HEADER = """\
# The values that experiments of this project found: exact ones with the number of independent strategies, and
# estimates. framework/scripts/found_here.py writes the exact ones from results documents; the counts of hours and the
# estimates are those of docs/new-counts.md.
# `gridcensus identify` reads them; nothing is compared with them.

values:
"""


def given(grounds):
    return any("given" in each or given(each.get("rests_on", {})) for each in grounds.get("inputs", []))


def found_in(document):
    """Returns the entries of a document, one for each problem, quantity and value."""
    experiment = document["experiment"]["file"]
    entries = {}
    for outcome in document["outcomes"]:
        rules = outcome["problem"]["rules"]
        if (outcome["kind"] != "exact" or outcome["standing"] in ("disputed", "unfinished") or len(rules) > 60
                or given(outcome.get("rests_on", {})) or outcome.get("follows_from")):
            continue
        key = (outcome["problem"]["shape"], rules, outcome["quantity"], outcome["value"])
        entry = entries.setdefault(key, {"ways": 1, "strategies": set(), "experiment": experiment})
        entry["ways"] = max(entry["ways"], outcome["witnesses"])
        entry["strategies"].add(outcome["strategy"])
    return entries


def line_of(entry):
    words = [f"shape: {entry['shape']}"]
    if entry.get("rules", "classic") != "classic":
        words.append(f'rules: "{entry["rules"]}"')
    words += [f"quantity: {entry['quantity']}", f"value: {entry['value']}"]
    if "standard_error" in entry:
        words.append(f"standard_error: {entry['standard_error']}")
    else:
        words.append(f"ways: {entry['ways']}")
    words += [f"strategies: [{', '.join(entry['strategies'])}]", f"experiment: {entry['experiment']}"]
    text = line = "  - {" + words[0]
    for word in words[1:]:
        is_full = len(line) + len(word) > 116
        text += ",\n     " + word if is_full else ", " + word
        line = "     " + word if is_full else line + ", " + word
    return text + "}\n"


def main(files):
    documents = [json.loads(Path(each).read_text()) for each in files]
    renewed = {each["experiment"]["file"] for each in documents}
    # As text, so that no reader makes a number of a value.
    old = yaml.load(DATA.read_text(), Loader=yaml.BaseLoader)["values"] if DATA.exists() else []
    entries = [each for each in old if each["experiment"] not in renewed]
    for document in documents:
        for (shape, rules, quantity, value), entry in found_in(document).items():
            entries.append({"shape": shape, "rules": rules, "quantity": quantity, "value": value,
                            "ways": entry["ways"], "strategies": sorted(entry["strategies"]),
                            "experiment": entry["experiment"]})
    # One entry for each value: that of the experiment in which most independent strategies found it.
    best = {}
    for each in entries:
        key = (each["shape"], each.get("rules", "classic"), each["quantity"], each["value"])
        if key not in best or int(each.get("ways", 1)) > int(best[key].get("ways", 1)):
            best[key] = each
    entries = list(best.values())
    entries.sort(key=lambda each: ([int(number) for number in each["shape"].split("x")], each.get("rules", "classic"),
                                   each["quantity"], each["experiment"]))
    DATA.write_text(HEADER + "".join(line_of(each) for each in entries))


if __name__ == "__main__":
    main(sys.argv[1:])
