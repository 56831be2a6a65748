"""Checks framework/data/found_here.yaml against experiments: values, strategies, numbers of independent ways.

    found_here.py PROGRAM SOURCES
"""

import importlib.util
import json
import pathlib
import subprocess
import sys

import yaml

EXPERIMENTS = ["cross_validation", "rectangles", "latin_squares", "squares", "symmetry_classes"]


def main(program, sources):
    spec = importlib.util.spec_from_file_location("found_here", sources / "framework/scripts/found_here.py")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    entries = yaml.load((sources / "framework/data/found_here.yaml").read_text(), Loader=yaml.BaseLoader)["values"]
    failures = []
    checked = 0
    for experiment in EXPERIMENTS:
        file = f"experiments/{experiment}.yaml"
        answer = subprocess.run([program, "run", file, "--no-ledger", "--quiet", "--json", "-"], cwd=sources,
                                capture_output=True, check=True)
        found = script.found_in(json.loads(answer.stdout))
        for entry in entries:
            if entry["experiment"] != file:
                continue
            checked += 1
            key = (entry["shape"], entry.get("rules", "classic"), entry["quantity"], entry["value"])
            now = found.get(key)
            if now is None:
                failures.append(f"{file} does not find {key}")
            elif (now["ways"], sorted(now["strategies"])) != (int(entry["ways"]), entry["strategies"]):
                failures.append(f"{file}: {key} has {entry}, and now {now}")
    if checked < 50:
        failures.append(f"only {checked} entries are of these experiments")
    print("\n".join(failures) or f"{checked} entries are what {len(EXPERIMENTS)} experiments find")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], pathlib.Path(sys.argv[2]).resolve()))
