"""Tests of what is made from the declarations of commands: completion and the manual page."""

import json
import os
import pathlib
import shlex
import subprocess
import sys

import pytest
import support
from gridcensus.views import _command, _completion, _manual

DECLARED = {
    "version": "9.8.7",
    "groups": [{"title": "Count", "names": ["count"]}, {"title": "Long runs", "names": ["merge", "slurm"]}],
    "others": ["mine"],
    "commands": [
        {"name": "count", "brief": "count a shape", "summary": "Count a shape.", "usage": "SHAPE [options]",
         "examples": "  gridcensus count 3x3\n  gridcensus count '2x3'\n",
         "options": [
             {"name": name, "value_name": value, "help": "Help.", "letter": letter, "often": often}
             for name, value, letter, often in (
                 ("with", "STRATEGY", "w", True), ("quantity", "Q", "", False), ("input", "Q=VALUE", "", False),
                 ("rules", "RULES", "", False), ("param", "K=V", "", True), ("format", "csv|jsonl", "", False),
                 ("plugin-dir", "DIR", "", True), ("given", "TEXT|FILE", "", False), ("count", "N", "", False))]},
        {"name": "merge", "brief": "check a ledger", "summary": "Check.", "usage": "LEDGER... [options]",
         "examples": "", "options": []}],
    "environment": [["GRIDCENSUS_LEDGER_DIR", "ledger-dir"]],
    "exit_codes": [[0, "all agree"], [2, "bad input"]],
    "quantities": ["grids", "bands"], "rules": ["classic", "diagonals"], "strategies": ["ksp", "enumeration"]}
PARAMETERS = {"parameters": [{"name": "samples", "type": "integer"}, {"name": "deep", "type": "boolean"},
                             {"name": "third", "type": "choice", "choices": ["scan", "sum"]}]}


@pytest.fixture(autouse=True)
def program(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """A program that prints declarations and parameters, and keeps its words."""
    made = tmp_path / "gridcensus"
    made.write_text("#!/bin/sh\n"
                    f"echo \"$*\" >>{shlex.quote(str(tmp_path / 'words'))}\n"
                    f"case $1 in declarations) printf '%s' {shlex.quote(json.dumps(DECLARED))} ;;\n"
                    f"describe) printf '%s' {shlex.quote(json.dumps(PARAMETERS))} ;; *) exit 2 ;; esac\n")
    made.chmod(0o755)
    monkeypatch.setenv("GRIDCENSUS_PROGRAM", str(made))
    return made


@pytest.mark.parametrize("line, expected", [
    ("", ["count", "merge", "slurm", "mine", "--help", "--version"]),
    ("mer", ["merge"]),
    ("--v", ["--version"]),
    ("no_such_command ", []),
    ("count 5x", ["5x1", "5x2", "5x3", "5x4", "5x5"]),
    ("count 2x3 --wi", ["--with"]),
    ("count 2x3 --", ["--with", "--quantity", "--input", "--rules", "--param", "--format", "--plugin-dir", "--given",
                      "--count", "--quiet", "--verbose", "--help"]),
    ("count 2x3 --with e", ["enumeration"]),
    ("count 2x3 -w ", ["ksp", "enumeration"]),
    ("count 2x3 --quantity b", ["bands"]),
    ("count 2x3 --input g", ["grids="]),
    ("count 2x3 --rules classic,d", ["classic,diagonals"]),
    ("count 2x3 --format j", ["jsonl"]),
    ("count 2x3 --given ", [":files"]),
    ("count 2x3 --plugin-dir x", [":folders"]),
    ("count 2x3 --count ", []),
    ("count 2x3 --with ksp --param ", ["samples=", "deep=true", "deep=false", "third=scan", "third=sum"]),
    ("count 2x3 --with ksp --with a --param a.th", ["a.third=scan", "a.third=sum"]),
    ("merge x", [":files ledger"]),
    ("slurm x", [":files yaml yml"]),
    ("slurm x.yaml --fo", ["--folder"]),
    ("slurm x.yaml --folder ", [":folders"]),
    ("new-strategy x -C ", [":folders"])])
def test_completes_a_line(line: str, expected: "list[str]") -> None:
    assert _completion.completions(line.split(" ")) == expected


def test_asks_the_program_only_for_its_own_facts(program: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = program.parent / "words"
    _completion.completions(["slurm", "x.yaml", "--"])
    assert not words.exists()
    folder = str(program.parent)
    _completion.completions(["count", "2x3", "--plugin-dir", "relative", "--plugin-dir", folder, "--with", ""])
    assert words.read_text() == f"declarations --plugin-dir {folder}\n"
    program.write_text("#!/bin/sh\nexit 2\n")
    assert _completion.completions(["count", ""]) == []
    monkeypatch.setenv("GRIDCENSUS_PROGRAM", str(program.parent / "missing"))
    assert _completion.completions([]) == []


def test_the_manual_page_has_every_command() -> None:
    page = _manual.manual_page()
    assert page.startswith('.TH GRIDCENSUS 1 "" "gridcensus 9.8.7" "User Commands"\n.SH NAME\n')
    assert ('.SH LONG RUNS\n.SS "gridcensus merge LEDGER... [options]"\nCheck.\n'
            '.SS "gridcensus slurm FILE.yaml \\-\\-parts N [options]"\n') in page
    assert ".TP\n\\fB\\-w\\fR, \\fB\\-\\-with\\fR \\fISTRATEGY\\fR\nHelp. Repeatable.\n" in page
    assert "Examples:\n.nf\ngridcensus count 3x3\ngridcensus count \\(aq2x3\\(aq\n.fi\n" in page
    assert ".TP\n.B GRIDCENSUS_LEDGER_DIR\nsets \\fB\\-\\-ledger\\-dir\\fR\n" in page
    assert ".SH EXIT STATUS\n.TP\n.B 0\nall agree\n.TP\n.B 2\nbad input\n.SH FILES\n" in page


def test_declares_all_views() -> None:
    for name in _command.names():
        view = _command.find(name)
        assert view.name == name and view.summary.endswith(".") and view.examples and view.options, name


def test_is_started_by_the_program_and_prints_errors(program: pathlib.Path) -> None:
    def run(*words: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run([sys.executable, support.PACKAGE / "gridcensus/__main__.py", *words], capture_output=True,
                              text=True, timeout=60, check=False, env=os.environ)
    assert run("complete", "count", "2x3", "--wi").stdout == "--with\n"
    program.write_text("#!/bin/sh\necho error: a reason >&2\nexit 2\n")
    ended = run("manual")
    assert (ended.returncode, ended.stdout, ended.stderr) == (2, "", "error: a reason\n")
