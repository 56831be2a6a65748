"""Tests of `gridcensus slurm` without a cluster; tests/clusters runs the scripts. A script answers for `plan`."""

import json
import os
import pathlib
import re
import shlex
import subprocess

import pytest
import support
from gridcensus.views import slurm
from view_support import Ended, ViewFolder

PLAN = {"runs": [{"configuration": "enumeration", "problem": {"shape": "2x3", "rules": "classic"},
                  "why_not_split": None},
                 {"configuration": "row_sampler", "problem": {"shape": "2x3", "rules": "diagonals"},
                  "why_not_split": "it never ends"}],
        "threads": None}


class Place(ViewFolder):
    """A folder with an experiment, and a program that prints a plan and messages, and ends with an exit code."""

    def __init__(self, folder: pathlib.Path, capfd: "pytest.CaptureFixture[str]",
                 monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__(folder, folder / "bin/gridcensus", capfd, monkeypatch)
        (folder / "x.yaml").write_text("problems: []\n")
        self.answers(PLAN)

    def answers(self, plan: object, messages: str = "", exit_code: int = 0) -> None:
        self.write_program(f"printf '%s' {shlex.quote(json.dumps(plan))}\n"
                           f"printf '%s' {shlex.quote(messages)} >&2\nprintf '%s\\n' \"$@\" >words\n"
                           f"exit {exit_code}")

    def slurm(self, *words: str) -> Ended:
        return self.start("slurm", *words)

    def folders(self) -> "list[str]":
        return sorted(each.name for each in self.folder.iterdir() if each.is_dir() and each.name != "bin")


@pytest.fixture
def place(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, capfd: "pytest.CaptureFixture[str]") -> Place:
    return Place(tmp_path.resolve(), capfd, monkeypatch)


def test_writes_a_new_folder_and_never_overwrites_one(place: Place) -> None:
    written = place.slurm("x.yaml", "--parts", "8", "--time", "12:00:00", "--threads", "2")
    assert (written.code, written.err) == (0, "")
    assert written.out == "x-slurm: 2 runs in 8 parts; read its files, then: x-slurm/submit.sh\n"
    assert f"\nprogram={place.program}\nexperiment={place.folder}/x.yaml\n" in place.read("x-slurm/common.sh")
    parts = place.read("x-slurm/parts.sbatch")
    assert "--array=1-8\n" in parts and "--time=12:00:00\n" in parts
    executable = {each.name: os.access(each, os.X_OK) for each in (place.folder / "x-slurm").iterdir()}
    assert executable == {"submit.sh": True, "parts.sbatch": False, "conclude.sbatch": False, "common.sh": False}

    again = place.slurm("x.yaml", "--parts", "9")
    assert again.code == 2 and "x-slurm already exists; give a new folder" in again.err
    assert "\nparts=8\n" in place.read("x-slurm/parts.sbatch")
    assert "'other one/submit.sh'" in place.slurm("x.yaml", "--parts", "9", "--folder", "other one").out
    assert place.slurm("x.yaml", "--parts", "9", "--folder", "none/there").code == 6
    assert "a\\x1b[2J: " in place.slurm("x.yaml", "--parts", "9", "--folder", "a\x1b[2J").out


@pytest.mark.parametrize("words, expected", [
    ([], "expected the argument FILE.yaml"),
    (["x.yaml"], "--parts N"),
    (["x.yaml", "--parts", "0"], "expected an integer from 1 to 100000"),
    (["x.yaml", "--parts", "100001"], "expected an integer from 1 to 100000"),
    (["x.yaml", "--parts", "1.5"], "expected an integer from 1 to 100000"),
    (["x.yaml", "--parts", "9" * 5000], "expected an integer from 1 to 100000"),
    (["x.yaml", "--parts", "2", "--time", "90"], "expected hours, minutes and seconds"),
    (["x.yaml", "--parts", "2", "--time", "00:04:59"], "at least 00:05:00"),
    (["x.yaml", "--parts", "2", "--array-limit", "1"], "from 2 to 4000001"),
    (["-", "--parts", "2"], "not standard input")])
def test_refuses_wrong_options(place: Place, words: list[str], expected: str) -> None:
    refused = place.slurm(*words)
    assert refused.code == 2 and expected in refused.err and refused.err.startswith("error: command line: ")
    assert not place.folders()


def test_passes_messages_and_exit_codes_of_the_program_on(place: Place) -> None:
    place.answers(PLAN, "warning: x.yaml: a gap\n")
    assert place.slurm("x.yaml", "--parts", "2").err == "warning: x.yaml: a gap\n"
    for exit_code in (2, 5):
        place.answers(PLAN, "error: x.yaml:2:3: a mistake\nerror: x.yaml:9:1: another\n", exit_code)
        refused = place.slurm("x.yaml", "--parts", "2", "--folder", "y")
        assert refused.code == exit_code
        assert refused.err == "error: x.yaml:2:3: a mistake\nerror: x.yaml:9:1: another\n"
    place.program.write_text("#!/bin/sh\necho no JSON\n")
    refused = place.slurm("x.yaml", "--parts", "2", "--folder", "y")
    assert refused.code == 2 and refused.err.startswith("error: the program's answer is not JSON (")
    assert place.folders() == ["x-slurm"]


def test_refuses_parts_of_nothing(place: Place) -> None:
    place.answers({**PLAN, "runs": []}, "warning: x.yaml: no strategy takes 5x5\n")
    nothing = place.slurm("x.yaml", "--parts", "1")
    assert nothing.code == 2
    assert nothing.err.startswith("warning: x.yaml: no strategy takes 5x5\nerror: x.yaml: no strategy ")
    place.answers({**PLAN, "runs": PLAN["runs"][1:]})
    whole = place.slurm("x.yaml", "--parts", "2")
    assert whole.code == 2 and "can be split" in whole.err
    assert "row_sampler on 2x3 diagonals: it never ends" in whole.err
    assert place.slurm("x.yaml", "--parts", "1").code == 0


def test_gives_the_tasks_the_options_and_the_threads_of_the_plan(place: Place,
                                                                 monkeypatch: pytest.MonkeyPatch) -> None:
    place.answers({**PLAN, "threads": 6})
    monkeypatch.setenv("GRIDCENSUS_PLUGIN_DIR", "/a")
    plugins = str(place.folder / "p q")
    (place.folder / "p q").mkdir()
    ran = place.slurm("x.yaml", "--parts", "1e1", "--set", "threads=6", "--set", "a.b=it's", "--seed", "1,2",
                      "--plugin-dir", plugins, "--allow-insecure-plugins", "-v")
    assert ran.code == 0
    assert place.read("words").splitlines() == [
        "plan", "--json", "-", "--no-ledger", "--plugin-dir", plugins, "--allow-insecure-plugins", "--set", "threads=6",
        "--set", "a.b=it's", "--seed", "1,2", "--verbose", "--", "x.yaml"]
    common = place.read("x-slurm/common.sh")
    assert (f"options=(--threads \"$SLURM_CPUS_PER_TASK\" --quiet --plugin-dir '{plugins}' --allow-insecure-plugins "
            "--set 'a.b=it'\"'\"'s' --seed 1,2)\n") in common
    assert "export" not in common
    for name in ("parts.sbatch", "conclude.sbatch"):
        assert "#SBATCH --cpus-per-task=6\n#SBATCH --requeue\n" in place.read(f"x-slurm/{name}")


def test_passes_variables_on_as_variables(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRIDCENSUS_PLUGIN_DIR", "/a:/b c")
    assert place.slurm("x.yaml", "--parts", "2").code == 0
    common = place.read("x-slurm/common.sh")
    assert "--quiet)\nexport GRIDCENSUS_PLUGIN_DIR='/a:/b c'\nmax_restarts=" in common


@pytest.mark.parametrize("name, strategies, code, expected", [
    ("good", "{enumeration: {}, ksp: {}}", 0, ""),
    ("bad", "{enumerate: {}}", 2, "bad.yaml:2"),
    ("empty", "{enumeration: {max_side: 4}}", 2, "nothing to count"),
    ("endless", "{row_sampler: {relative_error: 0.01}}", 2, "no run of this experiment can be split")])
def test_checks_the_experiment_by_the_program(place: Place, monkeypatch: pytest.MonkeyPatch, name: str, strategies: str,
                                              code: int, expected: str) -> None:
    monkeypatch.setenv("GRIDCENSUS_PROGRAM", support.PROGRAM)
    (place.folder / f"{name}.yaml").write_text(f"problems: [{{shape: 2x3}}]\nstrategies: {strategies}\n")
    ended = place.slurm(f"{name}.yaml", "--parts", "2")
    assert ended.code == code and expected in ended.err, ended
    assert bool(place.folders()) == (code == 0)


@pytest.mark.parametrize("limit", [2, 3, 10, 1001, 4_000_001])
def test_limits_tasks_to_the_array_without_idle_ones(limit: int) -> None:
    for parts in (1, 2, 9, 10, 11, 999, 1000, 1001, 2500, 100_000):
        script = slurm.scripts("a", "/e", parts, program="/p", array_limit=limit)["parts.sbatch"]
        tasks, told, per_task = (int(number) for number in re.search(
            r"--array=1-(\d+)\n(?:.*\n)*parts=(\d+)\nparts_per_task=(\d+)\n", script).groups())
        assert told == parts and tasks < limit
        assert (tasks - 1) * per_task < parts <= tasks * per_task


def test_fills_every_name_once() -> None:
    files = slurm.scripts("a b", "/@PROGRAM@", 8, program="/it's/a $(b)", threads=4, time="12:00:00")
    assert "program='/it'\"'\"'s/a $(b)'\nexperiment=/@PROGRAM@\n" in files["common.sh"]
    for name in ("parts.sbatch", "conclude.sbatch"):
        assert "#SBATCH --job-name=a_b" in files[name]
        assert "#SBATCH --cpus-per-task=4\n#SBATCH --time=12:00:00\n#SBATCH --requeue\n" in files[name]
        assert "#SBATCH --signal=B:USR1@120\n" in files[name]
        assert not re.search("@[A-Z_]+@", files[name])
    for text in files.values():
        subprocess.run(["bash", "-n"], input=text, text=True, check=True, timeout=60)
