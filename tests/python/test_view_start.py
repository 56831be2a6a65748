"""How the program starts commands that other programs carry out: views in Python, and a user's own programs."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys

import pytest

import support
from gridcensus import __main__ as starter

DOCUMENT = support.SOURCE / "tests/python/documents/report_small.json"


def run(*words: object, path: "str | None" = None) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "PATH": os.environ["PATH"] if path is None else path}
    environment.pop("GRIDCENSUS_PROGRAM", None)
    return subprocess.run([support.PROGRAM, *map(str, words)], env=environment, capture_output=True, text=True,
                          check=False, stdin=subprocess.DEVNULL)


def program(place: pathlib.Path, script: str) -> pathlib.Path:
    place.parent.mkdir(exist_ok=True)
    place.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    place.chmod(0o755)
    return place


def test_a_program_in_path_is_a_command(tmp_path: pathlib.Path) -> None:
    own = program(tmp_path / "gridcensus-mine", 'echo "$# $2 $GRIDCENSUS_PROGRAM"; echo problem >&2; exit 7')
    path = f"{own.parent}:/usr/bin:/bin"
    ended = run("mine", "a", "b c", path=path)
    assert ended.returncode == 7
    assert ended.stdout == f"2 b c {os.path.realpath(support.PROGRAM)}\n"
    assert ended.stderr == "problem\n"
    assert "\nYours\n  mine\n" in run("--help", path=path).stdout
    assert "Yours" not in run("--help", path="/usr/bin:/bin").stdout


def test_a_program_in_path_replaces_no_command(tmp_path: pathlib.Path) -> None:
    for name in ("show", "compare"):
        program(tmp_path / f"gridcensus-{name}", "exit 7")
    for name in ("show", "compare"):
        assert run(name, "--help", path=f"{tmp_path}:/usr/bin:/bin").stdout.startswith(f"gridcensus {name} ")


def test_an_unknown_command_has_the_nearest_of_all(tmp_path: pathlib.Path) -> None:
    program(tmp_path / "gridcensus-special", "exit 7")
    for typed, nearest in (("exprot", "export"), ("specail", "special"), ("shwo", "show")):
        ended = run(typed, path=f"{tmp_path}:/usr/bin:/bin")
        assert ended.returncode == 2 and f"(did you mean {nearest}?)" in ended.stderr, ended.stderr


def test_a_view_needs_python_and_says_so(tmp_path: pathlib.Path) -> None:
    ended = run("compare", DOCUMENT, DOCUMENT, path=str(tmp_path))
    assert ended.returncode == 2
    assert ended.stderr.count("\n") == 1 and "apt install python3" in ended.stderr, ended.stderr
    assert run("show", DOCUMENT, path=str(tmp_path)).returncode == 0, "the program itself needs no Python"


def test_a_view_runs_in_the_python_that_has_its_packages(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("jinja2")
    pytest.importorskip("matplotlib")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "bare"], check=True)
    page = tmp_path / "x.html"
    ended = run("report", DOCUMENT, "-o", page, path=f"{tmp_path / 'bare/bin'}:/usr/bin:/bin")
    assert ended.returncode == 0 and page.exists(), ended.stderr
    drawn = run("picture", "2x2", path=f"{tmp_path / 'bare/bin'}:/usr/bin:/bin")
    assert drawn.returncode == 0 and drawn.stderr == "", "the variable of the search is none of the program's"


def test_a_view_starts_no_python_that_lacks_its_packages(tmp_path: pathlib.Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "bare"], check=True)
    started = tmp_path / "started"
    program(tmp_path / "other/python3", f"touch {started}; exec {tmp_path}/bare/bin/python3 \"$@\"")
    path = f"{tmp_path / 'bare/bin'}:{tmp_path / 'other'}:/usr/bin:/bin"
    page = tmp_path / "x.html"
    assert run("report", DOCUMENT, "-o", page, path=path).returncode == 0 and page.exists()
    assert not started.exists()


def test_a_python_whose_package_cannot_be_imported_is_left_for_the_next(tmp_path: pathlib.Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "bare"], check=True)
    program(tmp_path / "bin/python3", f"echo started >>{tmp_path}/log; exec {tmp_path}/bare/bin/python3 \"$@\"")
    (tmp_path / "lib/python3/dist-packages/jinja2").mkdir(parents=True)  # for another version
    page = tmp_path / "x.html"
    assert run("report", DOCUMENT, "-o", page, path=f"{tmp_path / 'bin'}:/usr/bin:/bin").returncode == 0
    assert page.exists() and (tmp_path / "log").read_text() == "started\nstarted\n"


def test_the_pythons_that_were_tried_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path,
                                               capsys: "pytest.CaptureFixture[str]") -> None:
    other = program(tmp_path / "python3", "exit 1")
    monkeypatch.setattr(starter, "pythons", lambda: [str(other)])
    monkeypatch.setattr(sys, "argv", ["gridcensus", "report"])
    assert starter.start_in_another("jinja2") == 2
    message = capsys.readouterr().err
    assert message.startswith("error: gridcensus report needs Python 3.11 or newer with jinja2 (Debian: apt install ")
    assert message.endswith(f"; tried: {sys.executable}, {other}\n")


def test_a_folder_of_the_same_name_is_not_imported(tmp_path: pathlib.Path) -> None:
    (tmp_path / "gridcensus").mkdir()
    (tmp_path / "gridcensus/__init__.py").write_text("raise SystemExit('wrong package')", encoding="utf-8")
    ended = subprocess.run([support.PROGRAM, "compare", DOCUMENT, DOCUMENT], cwd=tmp_path, capture_output=True,
                           text=True, check=False)
    assert ended.returncode == 0 and ended.stdout.startswith("AGREE."), ended.stderr
