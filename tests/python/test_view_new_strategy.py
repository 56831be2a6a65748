"""Tests of the files that `gridcensus new-strategy` writes and of its refusals.

Most run in an installation that has only the templates. install.prefix tests that plugins build and count.
"""

import os
import pathlib
import subprocess

import pytest
import support
from gridcensus.views import new_strategy
from view_support import Ended, ViewFolder

PLUGIN_FILES = ["CMakeLists.txt", "README.md", "experiment.yaml", "mathematics.cpp", "mathematics.hpp",
                "mathematics_test.cpp", "plugin.cpp"]


class Place(ViewFolder):
    """A folder, and an installation whose program knows one strategy."""

    def __init__(self, folder: pathlib.Path, capfd: "pytest.CaptureFixture[str]",
                 monkeypatch: pytest.MonkeyPatch) -> None:
        self.prefix = folder / "a prefix"
        super().__init__(folder / "work", self.prefix / "bin/gridcensus", capfd, monkeypatch)
        self.write_program("printf '%s\\n' \"$@\" >words\necho enumeration")
        data = self.prefix / "share/gridcensus"
        data.mkdir(parents=True)
        (data / "templates").symlink_to(support.SOURCE / "framework/data/templates")

    def create(self, *words: str) -> Ended:
        return self.start("new-strategy", *words)

    def refusal(self, *words: str) -> str:
        ended = self.create(*words)
        assert ended.code == 2, ended
        return ended.err

    def names(self, folder: str = ".") -> "list[str]":
        return sorted(each.name for each in (self.folder / folder).iterdir() if each.name != "words")


@pytest.fixture
def place(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, capfd: "pytest.CaptureFixture[str]") -> Place:
    return Place(tmp_path.resolve(), capfd, monkeypatch)


@pytest.mark.parametrize("kind, files", [
    ("", PLUGIN_FILES), ("--exact", PLUGIN_FILES), ("--sampling", PLUGIN_FILES), ("--with-input", PLUGIN_FILES),
    ("--python", ["README.md", "experiment.yaml", "row_by_row.py", "row_by_row.strategy.yaml", "test_row_by_row.py"]),
    ("--program", ["Makefile", "README.md", "count.c", "experiment.yaml", "row_by_row.strategy.yaml"])])
def test_writes_every_file_under_its_name(place: Place, kind: str, files: "list[str]") -> None:
    ended = place.create("row_by_row", *[kind][:len(kind)])
    assert (ended.code, ended.err) == (0, "")
    assert place.names() == ["row_by_row"] and place.names("row_by_row") == files
    for file in files:
        text = place.read(f"row_by_row/{file}")
        assert "new_strategy" not in text and "NewStrategy" not in text
        source = new_strategy.Kind((kind or "--exact")[2:], "").folder / file.replace("row_by_row", "new_strategy")
        assert text.replace("row_by_row", "new_strategy").replace("RowByRow", "NewStrategy") == source.read_text()
    lines = ended.out.splitlines()
    assert lines[0].startswith(f"{place.folder}/row_by_row: ")
    assert lines[1:len(files) + 2] == [*(f"  {file}" for file in files), "Next:"]
    assert ("cmake --build build" in ended.out) == (files == PLUGIN_FILES)
    assert ("--python" == kind) == ("class RowByRowTest" in place.read(f"row_by_row/{files[-1]}"))


def test_prints_the_next_commands_for_the_installation(place: Place) -> None:
    prefix = f"'{place.prefix}'"
    docs = f"{place.prefix}/share/doc/gridcensus/docs"
    plugin = place.create("one").out
    assert (f"Next:\n  cd {place.folder}/one\n  cmake -B build -DCMAKE_PREFIX_PATH={prefix}\n  cmake --build build\n"
            "  ctest --test-dir build --output-on-failure\n") in plugin
    assert plugin.endswith(f"\n  {docs}/write-a-strategy.md\n")
    script = place.create("two", "--python", "-C", ".").out
    assert (f"  PYTHONPATH='{place.prefix}/share/gridcensus/python' python3 -m unittest\n"
            '  export GRIDCENSUS_PLUGIN_DIR="$PWD"\n'
            f"  '{place.program}' conformance two\n  '{place.program}' run experiment.yaml\n") in script
    assert script.endswith(f"\n  {docs}/python.md\n")
    (place.prefix / "CMakeCache.txt").touch()
    built = place.create("three").out
    assert f'Next:\n  cmake --install {prefix} --prefix "$HOME/gridcensus"\n  cd ' in built
    assert '\n  cmake -B build -DCMAKE_PREFIX_PATH="$HOME/gridcensus"\n' in built
    assert built.endswith("\n  docs/write-a-strategy.md\n")


def test_overwrites_nothing(place: Place) -> None:
    assert place.create("mine").code == 0
    (place.folder / "mine/plugin.cpp").write_text("hours of work")
    assert "already exists and is not overwritten" in place.refusal("mine", "--sampling")
    assert place.read("mine/plugin.cpp") == "hours of work"
    (place.folder / "linked").symlink_to("nowhere")
    place.refusal("linked")
    assert place.names() == ["linked", "mine"]


def test_leaves_nothing_behind_that_cannot_be_written(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")
    monkeypatch.setattr(pathlib.Path, "write_text", full)
    ended = place.create("mine")
    assert ended.code == 6 and ended.err == f"error: {place.folder}/mine cannot be created: No space left on device\n"
    assert place.names() == []


@pytest.mark.parametrize("words, expected", [
    *[([name], "is not snake_case") for name in
      ("Mine", "2x2", "a-b", "a__b", "a_", "../up", "\x1b[2J", "é", "a" * 61)],
    ([], "expected the argument NAME"),
    (["namespace"], "a reserved word of C++"),
    (["enumeration"], "is already the id of"),
    (["mine", "--exact", "--sampling"], "--exact and --sampling contradict"),
    (["mine", "--python", "--program"], "--python and --program contradict"),
    *[([name, "--python"], "a keyword or a module of Python") for name in ("lambda", "random", "gridcensus", "match")],
    (["null", "--program"], "not a name in YAML"),
    (["Mine", "--python"], "is not snake_case"),
    (["enumeration", "--program"], "is already the id of"),
    (["mine", "-C", "not/there"], "not/there is not a folder; create it first"),
    (["mine", "-C", "words"], "words is not a folder\n"),
    (["mine", "--plugin-dir", "."], "--plugin-dir: . is not the absolute path of a folder")])
def test_rejects_names_that_cannot_be_built_or_found(place: Place, words: "list[str]", expected: str) -> None:
    refusal = place.refusal(*words)
    assert expected in refusal and refusal.startswith("error: command line: ") and "\x1b" not in refusal
    assert place.names() == []


def test_asks_for_the_ids_in_the_folders_of_plugins(place: Place) -> None:
    assert place.create("mine", "--plugin-dir", "/").code == 0
    assert place.read("words").splitlines() == ["complete", "count", "1x1", "--plugin-dir", "/", "--with", "mine"]


def test_names_what_is_missing(place: Place) -> None:
    os.unlink(place.prefix / "share/gridcensus/templates")
    assert "templates/exact are missing; install gridcensus again" in place.refusal("mine")
    (place.folder / "words").unlink()
    place.folder.rmdir()
    ended = place.create("mine")
    assert ended.code == 6 and ended.err == "error: the current folder was deleted; change to another one\n"


@pytest.mark.parametrize("kind", ["python", "program"])
def test_writes_a_program_that_counts(place: Place, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    monkeypatch.setenv("GRIDCENSUS_PROGRAM", support.PROGRAM)
    assert place.create("cell_by_cell", f"--{kind}").code == 0
    assert "already the id" in place.refusal("enumeration")
    here = place.folder / "cell_by_cell"
    if kind == "program":
        subprocess.run(["make", "--silent"], cwd=here, check=True, timeout=60)
    for words, expected in ((["check", "experiment.yaml"], "correct"),
                            (["count", "2x2", "--with", "cell_by_cell", "--with", "enumeration"], "YES.")):
        ended = subprocess.run([support.PROGRAM, *words], cwd=here, capture_output=True, text=True, timeout=300,
                               env={**os.environ, "GRIDCENSUS_PLUGIN_DIR": str(here)}, check=False)
        assert ended.returncode == 0 and expected in ended.stdout, ended
