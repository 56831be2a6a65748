"""Exports and comparisons of real results, read by third-party programs.

exports.py PROGRAM

CSV and JSON lines must equal the document; `export` and `compare` must give the same output for a ledger as for its
document; a ledger with an unfinished session must still show its content.
"""

import copy
import csv
import io
import json
import pathlib
import subprocess
import sys
import tempfile

EXPERIMENT = """\
title: Results to export
problems: [{shape: [2x2, 2x3, 2x4]}]
strategies:
  enumeration: {only: [2x2, 2x3]}
  band_classes: {quantities: [grids, bands]}
  rows: {strategy: row_sampler, samples: 2000, quantities: [grids]}
"""

SWEEP = """\
problems: [{shape: 2x3}]
strategies:
  enumeration: {quantities: [grids]}
  mc: {strategy: row_sampler, sweep: {samples: [500, 2000], batch: [100, 250]}, quantities: [grids]}
seed: [5, 9]
"""


class Folder:
    def __init__(self, program, path):
        self.program = program
        self.path = pathlib.Path(path)

    def run(self, arguments, status=0):
        ended = subprocess.run([self.program, *arguments.split()], cwd=self.path, capture_output=True, check=False)
        out, err = ended.stdout.decode(), ended.stderr.decode()
        assert ended.returncode == status, f"{arguments}: exit {ended.returncode}, expected {status}: {out} {err}"
        return out, err

    def write(self, name, document):
        (self.path / name).write_text(json.dumps(document), encoding="utf-8")


def check_tables(folder, document):
    rows = list(csv.DictReader(io.StringIO(folder.run("export x.ledger --format csv")[0], newline="")))
    lines = [json.loads(line) for line in folder.run("export x.json --format jsonl")[0].splitlines()]
    assert len(rows) == len(lines) == len(document["outcomes"])
    for row, line, outcome in zip(rows, lines, document["outcomes"]):
        for key in ("value", "quantity", "configuration", "standing", "kind"):
            assert row[key] == line[key] == outcome[key], key
        assert row["shape"] == outcome["problem"]["shape"]
        assert row["samples"] == str(outcome.get("samples", ""))
        assert row["seed"] == "1" and row["experiment"] == "x.yaml"
    tables = [f for f in document["findings"] if f["name"] == "signature_class_table"]
    rows = list(csv.DictReader(io.StringIO(
        folder.run("export x.json --format csv --finding signature_class_table")[0], newline="")))
    expected = [(f["problem"]["shape"], name, *numbers) for f in tables for name, numbers in f["rows"].items()]
    assert [(r["shape"], r["class"], r["size"], r["completions"]) for r in rows] == expected and expected
    assert {r["by"] for r in rows} == {"band_classes"}
    with_parameters = [r for r in csv_rows(folder, "export x.ledger") if r["param_samples"]]
    assert {(r["base"], r["param_samples"]) for r in with_parameters} == {("rows", "2000")}
    of_rows = csv_rows(folder, "export x.json --with rows")
    assert of_rows == [{name: row[name] for name in of_rows[0]} for row in with_parameters], "only columns are left out"
    markdown = folder.run("export x.json --format markdown --quantity grids")[0].splitlines()
    table = [line for line in markdown if line.startswith("|")]
    assert len(table) == 2 + sum(o["quantity"] == "grids" for o in document["outcomes"])
    unescaped = [line.replace("\\", "") for line in markdown]
    assert [line for line in unescaped[len(table):] if line] == document["evidence"], "how sure, in the same words"
    assert folder.run("export x.json --format csv -o -") == folder.run("export x.json --format csv")
    folder.run("export x.json --format csv -o out.csv")
    assert (folder.path / "out.csv").read_bytes().startswith(b"shape,rules,")


def csv_rows(folder, command):
    return list(csv.DictReader(io.StringIO(folder.run(f"{command} --format csv")[0], newline="")))


def check_classes(folder):
    """Tables of the same classes, found by two strategies, have each row once, with its name in papers."""
    folder.run("count 3x3 --with band_classes --with burnside_bfs --with russell_jarvis --quiet --json classes.json")
    found = json.loads((folder.path / "classes.json").read_text(encoding="utf-8"))["findings"]
    sizes = next(f["rows"] for f in found if f["name"] == "symmetry_class_sizes")
    fixed = next(f for f in found if f["name"] == "fixed_grids_of_classes")
    rows = csv_rows(folder, "export classes.json --finding symmetry_class_sizes")
    assert [r["class"] for r in rows] == list(sizes) and len(rows) == 275
    assert sum(int(r["size"]) for r in rows) == 3359232, "the classes make up the group once"
    assert {r["by"] for r in rows} == {"burnside_bfs, russell_jarvis"} or {r["by"] for r in rows} == {
        "russell_jarvis, burnside_bfs"}, rows[0]
    assert all([row["size"], row["order"]] == list(sizes[row["class"]]) for row in rows)
    for row in csv_rows(folder, "export classes.json --finding fixed_grids_of_classes"):
        assert row["fixed_grids"] == fixed["rows"][row["class"]][1], row
        assert row["called"] == fixed["row_names"].get(row["class"], ""), row
    of_one = csv_rows(folder, "export classes.json --finding symmetry_class_sizes --with russell_jarvis")
    assert len(of_one) == 275
    assert {r["configuration"] for r in of_one} == {r["by"] for r in of_one} == {"russell_jarvis"}
    assert of_one[0]["param_automorphisms"] and not rows[0]["param_automorphisms"], "only one of the two has it"
    for text in (folder.run("export classes.json --format markdown --finding fixed_grids_of_classes")[0],
                 folder.run("show classes.json fixed_grids_of_classes")[0]):
        assert "How to read a name" in text and "Russell and Jarvis 79; habr 114" in text, text
    message = folder.run("export classes.json --format csv --finding symmetry_class_sizes "
                         "--finding signature_class_table", 2)[1]
    assert "has the columns class, size, order, and signature_class_table of 3x3 has the columns" in message, message


def check_sweep(folder):
    """Every axis is a column, and the numbers equal those of the document."""
    folder.run("run sweep.yaml --quiet --json sweep.json")
    document = json.loads((folder.path / "sweep.json").read_text(encoding="utf-8"))
    grids = {o["configuration"]: o for o in document["outcomes"] if o["quantity"] == "grids"}
    rows = csv_rows(folder, "export sweep.ledger --sweep")
    axes = [(r["param_samples"], r["param_batch"], r["seed"]) for r in rows]
    assert axes == [(n, b, s) for n in ("500", "2000") for b in ("100", "250") for s in ("5", "9")], axes
    for row in rows:
        outcome = grids[row["configuration"]]
        assert row["value"] == outcome["value"] and float(row["standard_error"]) == outcome["standard_error"]
        assert (row["exact"], row["exact_from"], row["base"]) == ("28200960", "published", "mc"), row
        assert abs(float(row["z"]) - (float(row["value"]) - 28200960) / float(row["standard_error"])) < 0.5, row
    seeds = {r["configuration"]: r["seed"] for r in csv_rows(folder, "export sweep.ledger")}
    assert seeds["mc@samples=500@batch=100@seed=9"] == "9" and seeds["enumeration"] == "5", seeds
    lines = folder.run("export sweep.json --format jsonl --sweep")[0].splitlines()
    assert [json.loads(line)["configuration"] for line in lines] == [row["configuration"] for row in rows]


def check_sequences(folder, document):
    text = folder.run("export x.ledger --format bfile --sequence A291187")[0]
    assert text.splitlines()[1:] == ["2 288", "3 28200960", "4 29136487207403520"], text
    gap = copy.deepcopy(document)
    gap["values"] = []
    gap["outcomes"] = [o for o in gap["outcomes"] if o["problem"]["shape"] != "2x3"]
    folder.write("gap.json", gap)
    assert "A291187(3), grids of 2x3 is missing" in folder.run("export gap.json --format bfile --sequence A291187", 2)[1]
    wrong = copy.deepcopy(document)
    wrong["outcomes"][0]["value"] = "289"
    folder.write("wrong.json", wrong)
    message = folder.run("export x.json wrong.json --format bfile --sequence A291187", 3)[1]
    assert "grids of 2x2 is 288" in message and "289" in message, message


def check_comparisons(folder):
    out, _ = folder.run("compare x.ledger x.json")
    assert out.startswith("AGREE. ") and "Changed  nothing but the date" in out, out
    out, _ = folder.run("compare x.json other_seed.json")
    assert out.startswith("AGREE. ") and "seed: 1 -> 2" in out and "within their errors" in out, out
    out, _ = folder.run("compare x.json wrong.json", 3)
    assert out.startswith("DISAGREE: 1 value differs.") and "A enumeration: 288\n    B enumeration: 289" in out, out
    output = json.loads(folder.run("compare x.json wrong.json --json -", 3)[0])
    disagreements = [c["subject"] for c in output["comparisons"] if c["verdict"] == "disagree"]
    assert disagreements == ["grids of 2x2"], output
    assert output["exit"] == 3


def check_unfinished(folder):
    """Parts have no document, so their content and that of their merged ledger is read from the rows."""
    for part in (1, 2):
        folder.run(f"run x.yaml --part {part}/2 --ledger part{part}.ledger --quiet")
    folder.run("merge part1.ledger part2.ledger -o merged.ledger")
    document = json.loads(folder.run("show merged.ledger --json -")[0])
    assert document["exit"] == 4 and "rows of the ledger" in document["assembled"], document["exit"]
    assert document["outcomes"] and {o["kind"] for o in document["outcomes"]} == {"unfinished"}
    assert any("36 of 36 units are in the ledger" in r["message"] for r in document["runs"]), document["runs"]
    folder.run("run x.yaml --ledger merged.ledger --quiet")
    out, _ = folder.run("compare merged.ledger x.ledger")
    assert out.startswith("AGREE. ") and "3 estimates or bounds identical" in out, out
    assert "assembled" not in json.loads(folder.run("show merged.ledger --json -")[0])


def check_mistakes(folder):
    for arguments, message in (
            ("export x.json", "expected --format with one of: csv, jsonl, latex"),
            ("export x.json --format cvs", "did you mean csv?"),
            ("export x.json --format csv --quantity grid", "did you mean grids?"),
            ("export x.json --format csv --shape 9", "--shape: expected box rows x box columns"),
            ("export x.json --format csv --finding x --quantity grids", "contradict"),
            ("export x.json --format csv --with row_sampeler", "--with row_sampeler: no run is of this configuration"),
            ("export x.json --format csv --with row_sampeler", "did you mean row_sampler?"),
            ("export x.json --format csv --finding signature_class_tabel", "did you mean signature_class_table?"),
            ("export x.json --format csv --sweep", "no configuration has several values of a parameter"),
            ("export x.json --format csv --sweep --totals", "--totals and --sweep contradict each other"),
            ("export x.json --format bfile --sweep", "cannot be combined with"),
            ("export x.json --format latex --sweep", "use --format csv or jsonl"),
            ("export x.json --format csv --sequence A1", "--sequence needs --format bfile"),
            ("export x.json --format bfile --sequence A29187", "did you mean A291187?"),
            ("export x.json --format csv -o x.json", "is read from"),
            ("compare x.ledger x.json --json ./x.json", "--json: ./x.json is read from"),
            ("show x.json --full --json x.json", "is read from"),
            ("report x.ledger x.json -o x.json", "-o: x.json is read from"),
            ("export x.yaml --format csv", "expected a ledger or a document"),
            ("export none.json --format csv", "none.json: cannot be read"),
            ("compare x.json", "expected two files")):
        assert message in folder.run(arguments, 2)[1], f"{arguments}: {folder.run(arguments, 2)[1]}"


def main(program):
    with tempfile.TemporaryDirectory() as path:
        folder = Folder(program, path)
        (folder.path / "x.yaml").write_text(EXPERIMENT, encoding="utf-8")
        (folder.path / "sweep.yaml").write_text(SWEEP, encoding="utf-8")
        folder.run("run x.yaml --quiet --json x.json")
        folder.run("run x.yaml --quiet --seed 2 --no-ledger --json other_seed.json")
        document = json.loads((folder.path / "x.json").read_text(encoding="utf-8"))
        assert json.loads(folder.run("show x.ledger --json -")[0]) == document, "the ledger's is the reported one"
        check_tables(folder, document)
        check_classes(folder)
        check_sweep(folder)
        check_sequences(folder, document)
        check_comparisons(folder)
        check_unfinished(folder)
        check_mistakes(folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
