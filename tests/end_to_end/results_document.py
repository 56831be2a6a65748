"""Checks results documents of every kind with the schema of results, by a third-party implementation.

results_document.py PROGRAM FAULT_PLUGINS_FOLDER

Every document must be valid and of its intended kind, and together they must have every key of the schema. A document
with an unknown key anywhere, or with a wrong type, must not be valid. Exits with 77 (skipped) if a module is missing.
"""

import copy
import functools
import json
import operator
import pathlib
import resource
import subprocess
import sys
import tempfile

try:
    import jsonschema
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

EXPERIMENT = """\
title: Every key of a comparison
problems: [{shape: [2x2, 2x3, 3x3]}]
strategies:
  enumeration: {}
  ksp: {}
  band_classes: {}
  sampled: {strategy: row_sampler, samples: 3000, only: [2x3]}
  russell_jarvis: {only: [3x3]}
expect:
  - {shape: 2x3, quantity: grids, value: 28200960, source: OEIS A291187}
"""

STOPPED = """\
problems: [{shape: 2x3}]
strategies: {row_sampler: {samples: 1000000000, batch: 100, quantities: [grids], budget: {seconds: 1}}}
"""

# A contested value need not be counted.
CONTESTED = """\
problems: [{shape: 2x5}]
strategies:
  band_classes: {quantities: [grids]}
  russell_jarvis: {quantities: [essentially_different], budget: {seconds: 0.1}}
"""

# A list of layouts from a file, and all of a side.
LAYOUTS = """\
problems: [{shape: 1x2, layouts: list.txt}, {shape: 1x3, layouts: all}]
strategies:
  exact_cover: {quantities: [grids]}
expect:
  - {shape: 1x3, layouts: all, quantity: grids, value: 72, source: OEIS A172478}
"""

# The command, the condition on its document, and its exit code; {} stands for the folder of the faulty plugins.
DOCUMENTS = [
    ("run x.yaml --no-ledger", lambda d: d["experiment"]["title"], 0),
    ("run x.yaml --ledger all.ledger", lambda d: not d["runs"][0]["reused"], 0),
    ("run x.yaml --ledger all.ledger", lambda d: d["runs"][0]["reused"], 0),
    ("run x.yaml --ledger all.ledger --recount",
     lambda d: any(o["standing"] == "recounted" and o["recounted_units"] > 0 for o in d["outcomes"]), 0),
    ("run x.yaml --part 1/2", lambda d: {r["state"] for r in d["runs"]} == {"part_done", "deferred"}, 0),
    ("show x.part-1-of-2.ledger", lambda d: "rows of the ledger" in d["assembled"], 0),
    ("run x.yaml --no-ledger --seed 1,2 --set strategies.sampled.samples=1_000",
     lambda d: d["experiment"]["overrides"] and any(r.get("base_configuration") == "sampled" for r in d["runs"])
     and any(v["subject"].startswith("spread of grids of 2x3 by sampled over 2") for v in d["verdicts"]), 0),
    ("count 3x3 --with ksp --with band_classes", lambda d: any(f["kind"] == "deviation" for f in d["findings"]), 0),
    ("count 2x3 --with ksp --with stack_product --param stack_product.samples=20000",
     lambda d: "tail" in json.dumps(d), 0),
    ("count 2x2 --with sampler --param relative_error=0.02 --plugin-dir {}/sampler",
     lambda d: any("convergence" in o for o in d["outcomes"]), 0),
    ("run contested.yaml --no-ledger", lambda d: any("contested_by" in v["right"] for v in d["verdicts"]), 4),
    ("count 2x3 --with box_class_zc", lambda d: any("same_when_transposed" in f for f in d["findings"]), 0),
    ("count 2x2 --with enumeration --rules region:r1c1.r2c2.r3c3.r4c4",
     lambda d: d["experiment"]["problems"][0]["asked"].startswith("region:"), 0),
    ("count 2x3 --with band_classes --quantity grids --rules latin", lambda d: d["not_applicable"][0]["counted_as"] == "1x6", 0),
    ("run layouts.yaml --no-ledger", lambda d: d["totals"][0]["value"] == "4", 0),
    ("run stopped.yaml --no-ledger", lambda d: d["outcomes"][0]["interim"]["samples"] > 0, 4),
    ("count 2x3 --with needs_input --input grids=28200960 --plugin-dir {}/needs_input",
     lambda d: "given" in d["outcomes"][0]["rests_on"]["inputs"][0], 0),
    ("count 2x2 --with misbehaves --param mode=throw_text --plugin-dir {}/misbehaves",
     lambda d: d["runs"][0]["state"] == "failed", 1),
    ("count 2x2 --with misbehaves --param mode=throw_broken --plugin-dir {}/misbehaves",
     lambda d: d["runs"][0]["state"] == "broken", 3),
    ("count 2x2 --with faulty --param faulty.fault=false_bound --with enumeration --plugin-dir {}/faulty",
     lambda d: any(o["kind"].endswith("_bound") for o in d["outcomes"]), 3),
    ("count 2x2 --with faulty --param faulty.fault=counts_wrong --with enumeration --plugin-dir {}/faulty",
     lambda d: any(v["verdict"] == "disagree" for v in d["verdicts"]), 3),
    ("count 2x2 --with grid_transversals --quantity transversals --plugin-dir {}/grid_transversals",
     lambda d: [q["name"] for q in d["quantities"]] == ["transversals"], 0),
    ("count 2x2 --with other_transversals --quantity transversal_classes --plugin-dir {}/other_transversals",
     lambda d: d["quantities"][0]["relabelling_classes_of"] == "transversals", 0),
    ("count 2x2 --with python_exact_cover", lambda d: d["runs"][0]["program"], 0),
    ("count 3x3 --with russell_jarvis --ledger full.ledger", lambda d: "storage_error" in d, 6),
]


def with_keys_once(members):
    """Returns an object of JSON. Refuses duplicate keys, of which Python would silently take the last value."""
    keys = [key for key, _ in members]
    if len(keys) != len(set(keys)):
        sys.exit(f"a key is written twice: {keys}")
    return dict(members)


def schema_of(program):
    text = subprocess.run([program, "schema", "--results"], check=True, capture_output=True).stdout
    schema = json.loads(text, object_pairs_hook=with_keys_once)
    jsonschema.Draft7Validator.check_schema(schema)
    return schema


def objects_in(value):
    """Yields every object of a schema or of a document."""
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
        yield from objects_in(inner)


def described(schema):
    """Checks that every key has a description, and that every object of known keys refuses others."""
    for node in objects_in(schema):
        for name, member in node.get("properties", {}).items() if node.get("type") == "object" else []:
            if "$ref" in member:
                member = functools.reduce(operator.getitem, member["$ref"].split("/")[1:], schema)
            if not member.get("description"):
                yield f"{name} has no description"
        if node.get("type") == "object" and node.get("additionalProperties") in (None, True):
            yield f"an object takes any key: {str(node)[:80]}"


def limited():
    """Limits files to the size of a new ledger, without room for results."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))


def document_of(program, arguments, status, folder):
    quiet = [] if arguments.startswith("show") else ["--quiet"]
    command = [program, *arguments.split(), *quiet, "--json", "-"]
    is_storage = status == 6
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False,
                           preexec_fn=limited if is_storage else None)
    if ended.returncode != status or not ended.stdout:
        sys.exit(f"{arguments}: exit {ended.returncode}, expected {status}: {ended.stderr}")
    return json.loads(ended.stdout)


def spoiled(document):
    """Yields the document with one mistake, of each kind and at each place where the schema names the keys."""
    places = [(), ("produced",), ("experiment",), ("runs", 0), ("runs", 0, "problem"), ("outcomes", 0), ("findings", 0),
              ("verdicts", 0), ("verdicts", 0, "left"), ("not_applicable", 0)]
    for place in places:
        bad = copy.deepcopy(document)
        target = bad
        for step in place:
            target = target[step]
        target["stray"] = 1
        yield f"a stray key in {place}", bad
    for place, value in [(("exit",), "0"), (("format_version",), 1), (("outcomes", 0, "value"), 288),
                         (("outcomes", 0, "witnesses"), "2"), (("produced", "threads"), 1.5),
                         (("produced", "date"), "yesterday"), (("runs", 0, "state"), "done"),
                         (("outcomes", 0, "low"), 1)]:
        bad = copy.deepcopy(document)
        target = bad
        for step in place[:-1]:
            target = target[step]
        target[place[-1]] = value
        yield f"{'.'.join(map(str, place))} = {value!r}", bad
    bad = copy.deepcopy(document)
    del bad["outcomes"][0]["standing"]
    yield "an outcome without a standing", bad


def main(program, plugins):
    schema = schema_of(program)
    validator = jsonschema.Draft7Validator(schema)
    failures = list(described(schema))
    seen = set()
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "x.yaml").write_text(EXPERIMENT, encoding="utf-8")
        pathlib.Path(folder, "stopped.yaml").write_text(STOPPED, encoding="utf-8")
        pathlib.Path(folder, "layouts.yaml").write_text(LAYOUTS, encoding="utf-8")
        pathlib.Path(folder, "list.txt").write_text("aabb\nabab\n", encoding="utf-8")
        pathlib.Path(folder, "contested.yaml").write_text(CONTESTED, encoding="utf-8")
        documents = []
        for arguments, is_of_kind, status in DOCUMENTS:
            document = document_of(program, arguments.replace("{}", plugins), status, folder)
            documents.append(document)
            failures += [f"{arguments}: {'.'.join(map(str, error.absolute_path))}: {error.message[:300]}"
                         for error in validator.iter_errors(document)]
            if not is_of_kind(document):
                failures.append(f"{arguments}: not the document that it was made for")
            seen |= {key for node in objects_in(document) for key in node}
    known = {key for node in objects_in(schema) if node.get("type") == "object" for key in node.get("properties", {})}
    failures += [f"no document has the key {key}" for key in sorted(known - seen)]
    failures += [f"the schema accepts {what}" for what, bad in spoiled(documents[0]) if validator.is_valid(bad)]
    print("\n".join(failures) or f"{len(documents)} documents, {len(known)} keys")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
