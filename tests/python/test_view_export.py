"""`gridcensus export` on documents of the program, and on documents made entry by entry, without the program."""

import copy
import csv
import io
import json
import pathlib

import support

import gridcensus
import pytest
from gridcensus._numbers import decimal
from gridcensus.paper import Column, PaperTable, rounded
from gridcensus.records import Estimate, Problem
from gridcensus.results import Results
from gridcensus.views import _command, export

DOCUMENTS = support.SOURCE / "tests/python/documents"
VALUES, SWEEP, CLASSES = (str(DOCUMENTS / f"export_{name}.json") for name in ("values", "sweep", "classes"))
GRIDS = 6670903752021072936960


class Made:
    """A document, built entry by entry."""

    def __init__(self, origin="made.json"):
        self.origin = origin
        self.json = {"gridcensus": "0.1.0", "format_version": 8, "produced": {"date": "2026-11-22T23:10:00Z"},
                     "experiment": {"title": "?", "file": "q.yaml", "sha256": "cd", "seed": 1, "confidence": 0.99},
                     "runs": [], "outcomes": [], "findings": [], "verdicts": [], "totals": [], "not_applicable": [],
                     "answer": {"word": "COUNTED", "reason": "By one_strategy.", "severity": "open"},
                     "evidence": ["COUNTED. By one_strategy.", "Weakest: 100 %"], "exit": 0}

    def _add(self, member, shape, configuration, **others):
        self.json[member].append({"problem": {"shape": shape, "rules": "classic"}, "strategy": configuration,
                                  "configuration": configuration, **others})
        return self

    def run(self, shape, configuration, **others):
        return self._add("runs", shape, configuration, **{
            "version": "1.0.0", "plugin_sha256": "ab", "parameters": {"samples": "1000"}, "question": {}, "inputs": {},
            "state": "concluded", "units": 7, "reused": False, "seconds": 1, **others})

    def outcome(self, shape, configuration, value, quantity="grids", **others):
        return self._add("outcomes", shape, configuration, **{
            "quantity": quantity, **_value(value), "standing": "computed", "witnesses": 1, "recounted_units": 0,
            "seconds": 0.5, **others})

    def counted(self, shape, configuration, value, quantity="grids"):
        return self.run(shape, configuration).outcome(shape, configuration, value, quantity)

    def finding(self, shape, configuration, name, value, **others):
        return self._add("findings", shape, configuration, name=name, help="for a test", confirmation="alone", **_value(value), **others)

    def results(self):
        return Results.from_document(self.json, origin=self.origin)

    def write(self, folder, name="made.json"):
        (folder / name).write_text(json.dumps(self.json), encoding="utf-8")
        return str(folder / name)


def _value(value):
    """Returns the members of an exact number, of an estimate (value, error) or of a table, which is a dict."""
    if isinstance(value, dict):
        return {"kind": "table", **value}
    if isinstance(value, tuple):
        number, error = value
        return {"kind": "estimate", "value": str(number), "standard_error": error, "low": number - 2 * error,
                "high": number + 2 * error, "confidence": 0.95, "samples": 1000}
    return {"kind": "exact", "value": decimal(value)}


def table(key, columns, **rows):
    return {"key": key, "columns": columns, "rows": {name: list(map(str, row)) for name, row in rows.items()}}


@pytest.fixture
def run(capfd):
    """Returns a function that runs the command: its output, or its error if it ends with another exit code than 0."""
    def start(*words, status=0):
        code = _command.start("export", list(map(str, words)))
        out, err = capfd.readouterr()
        assert code == status, (code, out, err)
        return err if status else out
    return start


def rows_of(text):
    return list(csv.DictReader(io.StringIO(text, newline="")))


def estimate(value, error):
    return Estimate(value, error, value - 2 * error, value + 2 * error, 0.95, 1000)


def test_csv_and_jsonl_have_all_outcomes_of_a_document(run):
    document = json.loads(pathlib.Path(VALUES).read_text())
    rows = rows_of(run(VALUES, "--format", "csv"))
    lines = [json.loads(line) for line in run(VALUES, "--format", "jsonl").splitlines()]
    assert len(rows) == len(lines) == len(document["outcomes"]) > 4
    for row, line, outcome in zip(rows, lines, document["outcomes"]):
        for name in ("value", "quantity", "configuration", "standing", "kind"):
            assert row[name] == line[name] == outcome[name]
        assert row["samples"] == str(outcome.get("samples", "")) and line.get("samples") == outcome.get("samples")
        assert (row["seed"], row["experiment"], row["version"]) == ("1", "values.yaml", document["gridcensus"])
        if "low" in outcome:
            assert float(row["low"]) == line["low"] == outcome["low"]
    assert {row["param_samples"] for row in rows if row["base"] == "rows"} == {"1000"}
    assert all("" != value for line in lines for value in line.values()), "unknown members are left out"


def test_rows_and_frame_have_the_columns_of_the_export(run):
    results = Made().run("3x3", "one").outcome("3x3", "one", GRIDS).results()
    header = export.to_csv(results.rows()).splitlines()[0]
    assert header == (
        "shape,rules,strategy,configuration,quantity,kind,value,standard_error,low,high,confidence,samples,"
        "degrees_of_freedom,standing,witnesses,recounted_units,follows_from,reason,interim_value,"
        "interim_standard_error,interim_samples,seconds,plugin_sha256,experiment,date,version,base,seed,param_samples")
    assert export.to_csv(results.rows()).endswith("1,ab,q.yaml,2026-11-22T23:10:00Z,0.1.0,one,1,1000\r\n")
    for file, what in ((VALUES, "outcomes"), (VALUES, "deviation_of_grids"), (CLASSES, "symmetry_class_sizes")):
        is_finding = what != "outcomes"
        rows = rows_of(run(file, "--format", "csv", *(["--finding", what] if is_finding else [])))
        pytest.importorskip("pandas")
        frame = gridcensus.load(file).frame(*(["findings", what] if is_finding else []))
        assert list(frame.columns) == list(rows[0]) and len(frame) == len(rows)
        assert [str(each) for each in frame["shape"]] == [row["shape"] for row in rows]


def test_a_selection_that_matches_nothing_names_what_there_is(tmp_path, run):
    file = Made().counted("3x3", "one", 1).outcome("3x3", "one", 7, "bands").write(tmp_path)
    for words, message in (
            (["--quantity", "grid"], "no grid; there is: bands of 3x3, grids of 3x3 (did you mean grids?)"),
            (["--shape", "4x4"], "no outcome of 4x4; there is: bands of 3x3, grids of 3x3"),
            (["--with", "oen"], "--with oen: no run is of this configuration or strategy; there are: one"),
            (["--finding", "x"], "no finding x; there is none at all"),
            (["--totals"], "no total; there is none at all"),
            (["--sweep"], "no configuration has several values of a parameter or several seeds")):
        assert message in run(file, "--format", "csv", *words, status=2)


def test_options_that_contradict_each_other_are_refused(run):
    for words, message in (
            ([], "expected --format with one of: csv, jsonl, latex, markdown, bfile"),
            (["--format", "cvs"], "(did you mean csv?)"),
            (["--format", "csv", "--shape", "9"], "--shape: expected box rows x box columns"),
            (["--format", "csv", "--shape", "9x9"], "rows * columns is at most 64"),
            (["--format", "csv", "--finding", "x", "--quantity", "grids"], "contradict"),
            (["--format", "csv", "--sweep", "--totals"], "--totals and --sweep contradict each other"),
            (["--format", "csv", "--totals", "--shape", "2x2"], "--totals and --shape contradict"),
            (["--format", "latex", "--sweep"], "use --format csv or jsonl for data"),
            (["--format", "bfile", "--sweep"], "cannot be combined with"),
            (["--format", "csv", "--sequence", "A1"], "--sequence needs --format bfile"),
            (["--format", "bfile", "--sequence", "A1"], "unknown sequence A1"),
            (["--format", "csv", "-o", VALUES], "is read from")):
        assert message in run(VALUES, *words, status=2)
    assert "expected at least one FILE" in run("--format", "csv", status=2)
    assert "none.json: cannot be read" in run("none.json", "--format", "csv", status=2)


def test_an_output_file_is_written_whole_or_not_at_all(tmp_path, run):
    assert run(VALUES, "--format", "csv", "-o", tmp_path / "out.csv") == ""
    assert (tmp_path / "out.csv").read_bytes().decode() == run(VALUES, "--format", "csv", "-o", "-")
    run(VALUES, "--format", "csv", "--shape", "7x7", "-o", tmp_path / "other.csv", status=2)
    run(VALUES, "--format", "csv", "-o", tmp_path / "no/out.csv", status=6)
    assert [each.name for each in tmp_path.iterdir()] == ["out.csv"]


def test_damaged_documents_are_refused_with_their_place(tmp_path, run):
    made = Made().counted("3x3", "one", 1)
    for path, value, message in (
            (("runs", 0, "problem", "shape"), "3", "runs[0]: expected a shape such as 2x3"),
            (("runs", 0, "strategy"), 5, "runs[0]: 'strategy' is 5; expected text"),
            (("runs", 0, "seconds"), "x", "runs[0]: 'seconds' is 'x'; expected a number"),
            (("outcomes", 0, "value"), "x", "outcomes[0]: "),
            (("outcomes", 0, "value"), "000", "outcomes[0]: '000' is not a whole number"),
            (("outcomes", 0, "configuration"), "two", "outcomes[0]: no run of two on 3x3"),
            (("experiment", "file"), None, "experiment: 'file' is None; expected text"),
            (("produced",), [], "produced: expected an object"),
            (("format_version",), 6, "the document has format 6"),
            (("findings",), [{"kind": "exact", "configuration": "two", "problem": {"shape": "3x3", "rules": "x"}}],
             "findings[0]: no run of two on 3x3 x")):
        broken = Made()
        broken.json = copy.deepcopy(made.json)
        entry = broken.json
        for step in path[:-1]:
            entry = entry[step]
        entry[path[-1]] = value
        assert message in run(broken.write(tmp_path), "--format", "csv", status=2)
    for text in ('{"gridcensus": NaN}', '{"gridcensus": "\\ud800"}', "[" * 100_000, "", "{}"):
        (tmp_path / "no.json").write_text(text)
        assert "no.json" in run(tmp_path / "no.json", "--format", "csv", status=2)


def test_odd_members_of_a_table_are_shown_as_text(tmp_path, run):
    made = Made().counted("3x3", "one", 1)
    made.json["findings"] = [
        {"kind": "table", "configuration": "one", "problem": {"shape": "3x3", "rules": "classic"}, "name": "odd",
         "help": "", "confirmation": "alone", "key": [], "columns": [{}], "rows": {"row": ["5"]}}]
    assert "[],{},seconds" in run(made.write(tmp_path), "--format", "csv", "--finding", "odd")


def test_only_the_named_runs_are_kept():
    made = Made()
    for name in ("mc@samples=10@seed=1", "mc@samples=10@seed=2", "mc@samples=20@seed=1", "mcx", "exact"):
        made.counted("3x3", name, 7).finding("3x3", name, "found", 1)
    for member in ("runs", "outcomes", "findings"):
        made.json[member][4]["strategy"] = "enumeration"
    results = made.results()

    def left(*names):
        return [row["configuration"] for row in results.only(*names).rows()]

    assert len(left()) == 5
    assert len(left("mc")) == 3, "mcx is another configuration"
    assert left("mc@samples=10") == ["mc@samples=10@seed=1", "mc@samples=10@seed=2"]
    assert left("enumeration", "mcx") == ["mcx", "exact"], "a strategy, and a configuration"
    with pytest.raises(LookupError, match="--with enumeratoin.*did you mean enumeration?"):
        left("mcx", "enumeratoin")
    with pytest.raises(LookupError, match="there are: enumeration, exact, mc, .*did you mean mc@samples="):
        left("mc@samples=30")


def test_each_run_has_its_own_seed_and_parameters():
    made = Made().run("3x3", "mc@seed=5", seed=5, parameters={"samples": "2e-04", "mode": "a", "seconds": "unset"})
    made.run("3x3", "exact", parameters={"max_side": "6"})
    rows = made.outcome("3x3", "mc@seed=5", (7, 1)).outcome("3x3", "exact", 7).results().rows()
    assert [row["seed"] for row in rows] == [5, 1], "exact values have the seed of their experiment"
    assert [row["base"] for row in rows] == ["mc", "exact"]
    assert [name for name in rows[0] if name.startswith("param_")] == ["param_max_side", "param_mode", "param_samples",
                                                                      "param_seconds"]
    assert [row["param_seconds"] for row in rows] == [None, None], "not set"
    assert [line.split(",")[-4:] for line in export.to_csv(rows).splitlines()[1:]] == [["", "a", "2e-04", ""],
                                                                                      ["6", "", "", ""]]


def test_numbers_keep_all_their_digits():
    long = int("7" * 3000) * 10**3000 + 1
    made = Made().counted("3x3", "one", long)
    made.run("3x3", "two").outcome("3x3", "two", (28201842.5, 1.5))
    made.json["outcomes"][1]["value"] = "28201842.481632654446"
    made.run("3x3", "big").outcome("3x3", "big", (1.5, 1.5))
    made.json["outcomes"][2] |= {"value": "1.2345678901234567890e+400", "standard_error": "1.5e+399"}
    results = made.results()
    rows = rows_of(export.to_csv(results.rows()))
    assert rows[0]["value"] == decimal(long) and len(rows[0]["value"]) == 6000
    assert [row["value"] for row in rows[1:]] == ["28201842.481632654446", "1.2345678901234567890e+400"]
    lines = [json.loads(line) for line in export.to_jsonl(results.rows(), {"samples"}).splitlines()]
    assert lines[0]["value"] == decimal(long) and lines[1]["value"] == "28201842.481632654446"
    assert (lines[1]["standard_error"], lines[1]["samples"]) == (1.5, 1000)
    assert "(1.23 ± 0.15) × 10^400" in results.paper_tables()[0].markdown()


def test_csv_is_harmless_to_terminals_and_spreadsheets():
    rows = [{"a": "=1+1", "=b": "@SUM(A1)"}, {"a": "-12", "=b": "+cmd|' /C calc'!A0"},
            {"a": "\x1b[31mred", "=b": "-x"}, {"a": 'say "x", then\nstop', "=b": None}]
    assert export.to_csv(rows) == ("a,'=b\r\n'=1+1,'@SUM(A1)\r\n-12,'+cmd|' /C calc'!A0\r\n\\x1b[31mred,'-x\r\n"
                                   '"say ""x"", then\nstop",\r\n')


def test_jsonl_has_one_object_for_each_row():
    rows = [{"a": "x", "b": None}, {"a": True, "b": 0.5}, {"a": 10**30, "b": 1}]
    assert export.to_jsonl(rows, {"b"}) == '{"a":"x"}\n{"a":"true","b":0.5}\n{"a":"%d","b":1}\n' % 10**30


def test_an_estimate_ends_at_the_second_digit_of_its_error():
    for value, error, text in (
            (6.67123e21, 3.4567e18, "6.6712 ± 0.0035 e21"), (6.67123e21, 9.96e19, "6.67 ± 0.10 e21"),
            (9.9996e21, 1.2e20, "10.00 ± 0.12 e21"), (288.4, 12.34, "288 ± 12 e0"), (1.5, 0.25, "1.50 ± 0.25 e0"),
            (2e30, 3e31, "0.2 ± 3.0 e31"), (-6.67e21, 3.4e19, "-6.670 ± 0.034 e21"),
            (5e21, 0.0, "5.00000 ± 0.00000 e21"), (0.0, 0.0, "0 ± 0 e0")):
        assert "{} ± {} e{}".format(*rounded(estimate(value, error))) == text


class Valued:
    def __init__(self, kind, value, of=None):
        self.kind, self.value, self.estimate = kind, value, of


def test_markdown_escapes_text_and_groups_digits():
    made = PaperTable([Column("class"), Column("size", True)], [["12|34*", 1234], ["1e+09", -1234567], [None, 7]],
                      ["A note_1."])
    assert made.markdown() == ("| class | size |\n|---|---:|\n| 12\\|34\\* | 1,234 |\n| 1 × 10^9 | -1,234,567 |\n"
                               "|  | 7 |\n\nA note\\_1.\n")
    hostile = PaperTable([Column("a\x1b[1m")], [["b\x1b]0;title\x07\nc\td\u009b"], ["<script>\u202e"]])
    assert hostile.markdown() == ("| a\\\\x1b\\[1m |\n|---|\n| b\\\\x1b\\]0;title\\\\x07 c d\\\\u009b |\n"
                                  "| \\<script\\>\\\\u202e |\n")


def test_latex_escapes_text_and_typesets_numbers():
    made = PaperTable([Column("a_b"), Column("n", True)], [
        ['\\{}$&#%^~|<>"[', 1234567],
        [Problem("2x3", "classic"), Valued("estimate", 1, estimate(6.67123e21, 3.4567e18))],
        ["x", Valued("lower_bound", 12)], ["y", Valued("approximation", 2.5e9)], ["1.5 %", Valued("unfinished", None)]],
        ["A note_1."], ["Weakest: 100 %"])
    escaped = (r"\textbackslash{}\{\}\$\&\#\%\textasciicircum{}\textasciitilde{}\textbar{}\textless{}\textgreater{}"
               "\'\'{[}")
    assert made.latex().splitlines() == [
        r"% Needs \usepackage{booktabs}", "% Weakest: 100 %", r"\begin{tabular}{@{}lr@{}}", r"\toprule",
        r"a\_b & n ($\pm$ 1 s.e.) \\", r"\midrule", escaped + r" & $1\,234\,567$ \\",
        r"$2\times 3$ & $(6.6712 \pm 0.0035) \times 10^{21}$ \\", r"x & $\geq 12$ \\",
        r"y & $\approx 2.5 \times 10^{9}$ \\", r"1.5 \% & unfinished \\", r"\bottomrule", r"\end{tabular}",
        r"\par\smallskip{\footnotesize A note\_1.\par}"]


def test_latex_breaks_long_numbers_and_long_tables():
    text = PaperTable([Column("n", True)], [[10**25]] * 50).latex()
    assert text.startswith(r"% Needs \usepackage{booktabs,array,longtable}; wide")
    assert r"\begin{longtable}{@{}>{\raggedright\arraybackslash}p{4cm}@{}}" in text and r"\endfoot" in text
    assert r"$10\,\allowbreak 000" in text
    assert "p{4cm}" not in PaperTable([Column("n", True)], [[10**25 - 1]]).latex()


def test_tables_for_readers_have_the_evidence(run):
    results = Made().counted("3x3", "one", 7).results()
    markdown = results.paper_tables()[0].markdown()
    assert markdown == ("| Boxes | Quantity | Counted by | Value | Standing | Seconds |\n|---|---|---|---:|---|---:|\n"
                        "| 3x3 | grids | one | 7 | computed | 0.5 |\n\nCOUNTED. By one\\_strategy.\n\nWeakest: 100 %\n")
    assert results.paper_tables()[0]._repr_markdown_() == markdown
    lines = run(VALUES, SWEEP, "--format", "markdown", "--quantity", "grids").replace("\\", "").splitlines()
    evidence = [line for line in lines if line and not line.startswith("|")]
    expected = [line for file in (VALUES, SWEEP)
                for line in (f"{file}:", *json.loads(pathlib.Path(file).read_text())["evidence"])]
    assert evidence == expected, "of several documents, each has its name before it"


def test_a_finding_of_several_runs_comes_once():
    classes = table("class", ["size"], a=[3], b=[4])
    made = Made().run("3x3", "one").run("3x3", "two").run("3x3", "three")
    made.finding("3x3", "one", "classes", classes).finding("3x3", "two", "classes", classes)
    results = made.finding("3x3", "three", "classes", table("class", ["size"], a=[3], b=[5])).results()
    rows = results.rows("findings", "classes")
    assert [row["by"] for row in rows] == ["one, two", "one, two", "three", "three"]
    assert [row["size"] for row in rows] == [3, 4, 3, 5]
    assert [row["configuration"] for row in rows] == [None, None, "three", "three"], "what all runs have in common"
    assert [row["param_samples"] for row in rows] == [1000] * 4
    assert "| 3x3 | one, two | a | 3 |" in results.paper_tables("classes")[0].markdown()
    assert [row["by"] for row in results.only("two").rows("findings", "classes")] == ["two", "two"]


def test_findings_of_two_questions_and_of_two_documents_are_told_apart(tmp_path, run):
    made = Made().run("3x3", "one").run("3x3", "two", question={"grid": "canonical"})
    made.finding("3x3", "one", "orbit", 9).finding("3x3", "two", "orbit", 9)
    assert [row["by"] for row in made.results().rows("findings", "orbit")] == ["one", "two"]
    files = [made.write(tmp_path, name) for name in ("a.json", "b.json")]
    rows = rows_of(run(*files, "--format", "csv", "--finding", "orbit"))
    assert [row["by"] for row in rows] == ["one", "two"], "the second document has the same findings"


def test_findings_of_a_table_have_all_their_rows(run):
    document = json.loads(pathlib.Path(CLASSES).read_text())
    sizes = next(each["rows"] for each in document["findings"] if each["name"] == "symmetry_class_sizes")
    fixed = next(each for each in document["findings"] if each["name"] == "fixed_grids_of_classes")
    rows = rows_of(run(CLASSES, "--format", "csv", "--finding", "symmetry_class_sizes"))
    assert [row["class"] for row in rows] == sorted(sizes) and {row["by"] for row in rows} == {
        "burnside_bfs, russell_jarvis"}
    assert all([row["size"], row["order"]] == sizes[row["class"]] for row in rows)
    for row in rows_of(run(CLASSES, "--format", "csv", "--finding", "fixed_grids_of_classes")):
        assert row["fixed_grids"] == fixed["rows"][row["class"]][fixed["columns"].index("fixed_grids")]
    of_one = rows_of(run(CLASSES, "--format", "csv", "--finding", "symmetry_class_sizes", "--with", "russell_jarvis"))
    assert {row["configuration"] for row in of_one} == {row["by"] for row in of_one} == {"russell_jarvis"}
    assert "How to read a name" in run(CLASSES, "--format", "markdown", "--finding", "symmetry_class_sizes")


def test_a_finding_of_several_runs_is_there_once():
    sizes = table("class", ["size", "order"], a=[3, 1], b=[4, 2])
    made = Made().run("3x3", "one").run("3x3", "two").run("2x3", "one")
    made.finding("3x3", "one", "sizes", sizes).finding("3x3", "two", "sizes", sizes, row_names={"b": "Author 7"})
    results = made.finding("2x3", "one", "sizes", sizes).results()
    [paper] = results.paper_tables("sizes", shape="3x3")
    assert paper.markdown().startswith(
        "| Boxes | class | called | size | order |\n|---|---|---|---:|---:|\n"
        "| 3x3 | a |  | 3 | 1 |\n| 3x3 | b | Author 7 | 4 | 2 |\n\n"
        "Found by one, two.\n\nsizes: for a test.\n\nCOUNTED.")
    rows = results.rows("findings", "sizes")
    assert [row["by"] for row in rows] == ["one, two"] * 2 + ["one"] * 2
    assert [row["called"] for row in rows] == [None, "Author 7", None, None]


def test_findings_with_different_columns_are_different_tables(tmp_path, run):
    made = Made().run("3x3", "one").finding("3x3", "one", "sizes", table("class", ["size", "order"], a=[3, 1]))
    made.finding("3x3", "one", "others", table("class", ["size", "fixed"], c=[3, 70]))
    made.finding("3x3", "one", "differing", table("class", ["size", "fixed"], a=[4, 70]))
    made.finding("3x3", "one", "number", 5).finding("3x3", "one", "another", (7, 1))
    made.run("2x3", "one").finding("2x3", "one", "sizes", table("row", ["size"], b=[1]))
    file = made.write(tmp_path)
    for other in ("others", "differing", "number"):
        message = run(file, "--format", "csv", "--finding", "sizes", "--finding", other, "--shape", "3x3", status=2)
        assert "sizes of 3x3 has the columns class, size, order, and " + other in message
        text = run(file, "--format", "markdown", "--finding", "sizes", "--finding", other, "--shape", "3x3")
        assert text.count("|---|") == 2
    message = run(file, "--format", "csv", "--finding", "sizes", status=2)
    assert "choose one shape or configuration" in message
    assert "no sizes of 4x4; it exists for 2x3, 3x3" in run(file, "--format", "csv", "--finding", "sizes", "--shape",
                                                            "4x4", status=2)
    rows = rows_of(run(file, "--format", "csv", "--finding", "number", "--finding", "another", "--finding", "number"))
    assert [row["finding"] for row in rows] == ["number", "another"]
    assert run(file, "--format", "markdown", "--finding", "number", "--finding", "another").startswith(
        "| Boxes | Finding | Found by | Value (± 1 s.e.) |\n")


def test_columns_of_a_table_may_have_names_of_other_columns():
    made = Made().run("3x3", "one").finding("3x3", "one", "odd", table("from", ["seed", "samples"], a=[8, 10**20]))
    [row] = made.results().rows("findings", "odd")
    assert (row["from"], row["odd_seed"], row["seed"], row["samples"]) == ("a", 8, 1, 10**20)


def test_totals_have_a_row_for_each_list(tmp_path, run):
    made = Made()
    made.json["experiment"]["layout_lists"] = [{"name": "1x3 layouts:all", "layouts": 10, "problems": 2,
                                                "common": {"shape": "1x3", "rules": "classic"}}]
    for quantity, value in (("grids", {"kind": "exact", "value": "72"}),
                            ("bands", {"kind": "unfinished", "reason": "1 of 2 problems missing"})):
        made.json["totals"].append({"list": "1x3 layouts:all", "strategy": "one", "configuration": "my_one",
                                    "quantity": quantity, "witnesses": 2, **value})
    file = made.write(tmp_path)
    text = run(file, "--format", "csv", "--totals")
    assert text.startswith("list,list_sha256,layouts,problems,strategy,configuration,quantity,kind,value,")
    assert "\r\n1x3 layouts:all,,10,2,one,my_one,grids,exact,72," in text
    assert "\r\n1x3 layouts:all,,10,2,one,my_one,bands,unfinished,," in text
    assert run(file, "--format", "markdown", "--totals", "--quantity", "grids").startswith(
        "| List | Layouts | Quantity | Counted by | Total |\n|---|---:|---|---|---:|\n"
        "| 1x3 layouts:all | 10 | grids | my\\_one | 72 |\n")


def test_a_sweep_has_its_axes_as_columns(run):
    outcomes = {(each["configuration"], each["quantity"]): each
                for each in json.loads(pathlib.Path(SWEEP).read_text())["outcomes"]}
    rows = rows_of(run(SWEEP, "--format", "csv", "--sweep"))
    assert [(row["param_samples"], row["seed"]) for row in rows] == [(n, s) for n in ("500", "2000") for s in "59"]
    assert {row["quantity"] for row in rows} == {"grids"}, "relabelling classes are a constant multiple"
    assert "param_batch" not in rows[0], "it has one value"
    for row in rows:
        outcome = outcomes[row["configuration"], "grids"]
        assert row["value"] == outcome["value"] and float(row["standard_error"]) == outcome["standard_error"]
        assert (row["exact"], row["exact_from"], row["base"]) == ("28200960", "published", "mc")
        off = (float(row["value"]) - 28200960) / float(row["standard_error"])
        assert float(row["z"]) == pytest.approx(off, abs=0.5)
        relative = float(row["relative_error"])
        assert relative == pytest.approx(float(row["standard_error"]) / float(row["value"]))
        assert float(row["inefficiency"]) == pytest.approx(relative**2 * float(row["seconds"]))
    lines = [json.loads(line) for line in run(SWEEP, "--format", "jsonl", "--sweep", "--with", "mc").splitlines()]
    assert [(line["exact"], line["seed"], line["param_samples"]) for line in lines][0] == ("28200960", 5, "500")
    assert "no such sweep; there is: grids of 2x3 by mc" in run(SWEEP, "--format", "csv", "--sweep", "--shape", "3x3",
                                                                status=2)


def test_axes_of_a_sweep_have_the_complete_values_of_parameters():
    made = Made()
    for number, text in ((1, "a text that is too long for a name"), (2, "another text that is too long")):
        name = f"mc@grid=value_{number}"
        made.run("2x2", name, strategy="mc", parameters={"grid": text, "mode": "a"}).outcome("2x2", name, (288, 4))
    made.run("2x2", "other@seed=1").outcome("2x2", "other@seed=1", (288, 4))
    sweep = made.results().sweep()
    assert sweep.axes == ["param_grid"]
    assert [row["param_grid"] for row in sweep] == ["a text that is too long for a name",
                                                    "another text that is too long"]
    assert [(row["exact"], row["z"]) for row in sweep] == [(None, None)] * 2, "no exact value is known"


def test_a_score_takes_the_published_value_unless_another_disagrees():
    made = Made()
    for seed in (1, 2):
        made.run("2x2", f"mc@seed={seed}", strategy="mc", seed=seed).outcome("2x2", f"mc@seed={seed}", (288, 4))

    def side(kind, name, value):
        return {"kind": kind, "name": name, "problem": {"shape": "2x2", "rules": "classic"}, "quantity": "grids",
                "value": value}

    for verdict, other, z in (("consistent", side("run", "exact", "287"), 0.25),
                              ("consistent", side("published", "published", "288"), 0.5),
                              ("consistent", side("run", "rough", "about 288"), 0.7)):
        made.json["verdicts"].append({"subject": "grids of 2x2", "verdict": verdict, "z": z, "right": other,
                                      "left": side("run", "mc@seed=1", "288 +- 4")})
    made.json["verdicts"].append({"subject": "grids of 2x2", "verdict": "disagree", "z": 9, "p_value": 0,
                                  "left": side("given", "given", "999"), "right": side("run", "mc@seed=2", "288 +- 4")})
    made.json["verdicts"].append({"subject": "grids of 2x2", "verdict": "consistent", "z": 1, "right":
                                  side("published", "published", "288"), "left": side("run", "mc@seed=2", "288 +- 4")})
    assert [(row["exact"], row["exact_from"], row["z"]) for row in made.results().sweep()] == [
        (288, "published", 0.5), (999, "given", -9)]


def test_a_bfile_has_the_counted_terms(tmp_path, run):
    made = Made().counted("3x2", "one", 28200960).counted("2x2", "one", 288)
    made.counted("2x4", "mc", (2.9e16, 1e14))
    file = made.write(tmp_path)
    assert run(file, "--format", "bfile", "--sequence", "A291187") == (
        "# A291187: grids of 2xn, counted by gridcensus\n2 288\n3 28200960\n"), "estimates are no terms"
    assert "choose one with --sequence: A107739 (grids of nxn), A291187 (grids of 2xn)" in run(
        file, "--format", "bfile", status=2)
    assert "A107739(1), grids of 1x1 is missing" in run(file, "--format", "bfile", "--sequence", "A107739", status=2)
    assert "there is no exact value of grids of 1xn" in run(file, "--format", "bfile", "--sequence", "A002860",
                                                            status=2)
    assert "no exact value that is a term" in run(file, "--format", "bfile", "--quantity", "bands", status=2)
    file = made.counted("1x1", "one", 1).write(tmp_path)
    assert "\n0 1\n1 1\n2 288\n" in run(file, "--format", "bfile", "--sequence", "A107739"), "a(0) is a convention"


def test_a_bfile_is_not_written_if_two_values_differ(tmp_path, run):
    file = Made().counted("2x2", "one", 288).counted("2x2", "two", 289).write(tmp_path)
    message = run(file, "--format", "bfile", "--sequence", "A291187", status=3)
    assert message == f"error: A291187(2), grids of 2x2 is 288 by one ({file}) and 289 by two ({file})\n"


def test_hostile_texts_of_a_document_stay_text(tmp_path, run):
    made = Made().counted("2x2", "one", 288)
    made.json["experiment"]["file"] = "=HYPERLINK(1)\n<script>\x1b[2J"
    made.json["evidence"] = ["YES. <b>\\input{x}</b>\nnext %"]
    file = made.write(tmp_path)
    assert rows_of(run(file, "--format", "csv"))[0]["experiment"] == "'=HYPERLINK(1)\n<script>\\x1b[2J"
    assert "% YES. <b>\\input{x}</b> next %\n\\begin{tabular}" in run(file, "--format", "latex"), "one comment"
    assert r"YES. \<b\>\\input{x}\</b\> next %" in run(file, "--format", "markdown")


def test_help_names_all_options(run):
    text = run("--help")
    for option in export.COMMAND.options:
        assert f"--{option.name}" in text
    assert max(map(len, text.splitlines())) <= 80
