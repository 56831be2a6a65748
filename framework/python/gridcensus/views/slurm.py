"""Writes scripts that count an experiment in parts on a Slurm cluster."""

from __future__ import annotations

import json
import os
import pathlib
import re
import shlex
import sys
from collections.abc import Sequence
from typing import Any

from gridcensus._program import BadInput, ask, find_program, repeated
from gridcensus._text import pluralise, printable
from gridcensus.records import Problem
from gridcensus.views._command import (PLUGINS, Arguments, Command, Option, integer_option, only_word, plugin_words,
                                       write_folder, write_text)

MAX_PARTS = 100_000
MAX_ARRAY_LIMIT = 4_000_001
ARRAY_LIMIT = 1001
"""The default of MaxArraySize in current versions of Slurm."""

FILES = ("submit.sh", "parts.sbatch", "conclude.sbatch", "common.sh")
FOLDER = pathlib.Path(__file__).parents[1] / "templates/slurm"


def scripts(name: str, experiment: str, parts: int, *, program: str, options: Sequence[str] = (),
            array_limit: int = ARRAY_LIMIT, threads: int = 1, time: str | None = None,
            variables: Sequence[str] = ()) -> dict[str, str]:
    """Returns the files of a folder. Its `./submit.sh` submits an array job and a job that merges and concludes.

    `options` are those of each `run`. All numbers of tasks are below `array_limit`. The tasks get the `variables` of
    this environment even if Slurm is set up to pass none on.
    """
    parts_per_task = -(-parts // (array_limit - 1))
    fillings = {"NAME": re.sub("[^A-Za-z0-9._-]", "_", name), "TASKS": str(-(-parts // parts_per_task)),
                "PARTS": str(parts), "PARTS_PER_TASK": str(parts_per_task), "THREADS": str(threads),
                "TIME": f"#SBATCH --time={time}\n" if time else "",
                "OPTIONS": " ".join(["--threads", '"$SLURM_CPUS_PER_TASK"', "--quiet", *map(shlex.quote, options)]),
                "VARIABLES": "".join(f"export {each}={shlex.quote(os.environ[each])}\n" for each in variables),
                "PROGRAM": shlex.quote(program), "EXPERIMENT": shlex.quote(experiment)}
    resources, *texts = ((FOLDER / file).read_text("utf-8") for file in ("resources.sbatch", *FILES))
    return {file: re.sub("@([A-Z_]+)@", lambda found: fillings[str(found[1])], text.replace("@RESOURCES@\n", resources))
            for file, text in zip(FILES, texts)}


def experiment_options(arguments: Arguments, overrides: Sequence[str]) -> list[str]:
    """Returns the options with which the program finds the same plugins and counts the same experiment."""
    words = plugin_words(arguments) + repeated("--set", overrides)
    return words + (["--seed", arguments.seed] if arguments.seed is not None else [])


def checked_plan(arguments: Arguments, file: str) -> dict[str, Any]:
    """Returns the plan of the experiment, as `gridcensus plan --json` prints it. Raises GridcensusError."""
    words = ["plan", "--json", "-", "--no-ledger", *experiment_options(arguments, arguments.set)]
    words += ["--threads", arguments.threads] if arguments.threads is not None else []
    words += [f"--{each}" for each in ("quiet", "verbose") if getattr(arguments, each)]
    answer = ask([*words, "--", file])
    sys.stderr.write(answer.messages)
    plan: dict[str, Any] = json.loads(answer.output)
    return plan


def check_runs(file: str, plan: dict[str, Any], parts: int) -> None:
    """Checks that there are runs, and that parts can divide one of them. Raises BadInput."""
    runs = plan["runs"]
    if not runs:
        raise BadInput(f"{file}: no strategy of the experiment takes one of its problems, so there is nothing to count")
    reasons = [run.get("why_not_split") for run in runs]
    if parts > 1 and all(reasons):
        texts = [f"; {run['configuration']} on {Problem.from_json(run['problem'])}: {reason}"
                 for run, reason in zip(runs, reasons)]
        raise BadInput("command line: --parts: no run of this experiment can be split; count it with `gridcensus run`"
                       + "".join(texts))


def check_time(time: str | None) -> None:
    """Checks the time limit, which has the form of sbatch. Raises BadInput."""
    found = re.fullmatch("([0-9]{1,4}):([0-5][0-9]):[0-5][0-9]", time or "99:00:00")
    # Tasks get a signal two minutes before the end, and Slurm may send it a minute early.
    if found is None or (int(found[1]) == 0 and int(found[2]) < 5):
        raise BadInput(f"command line: --time: {time}: expected hours, minutes and seconds, HH:MM:SS, at least "
                       "00:05:00")


def scripts_of(arguments: Arguments, file: str, parts: int, plan: dict[str, Any]) -> dict[str, str]:
    """Returns the files for these arguments."""
    # Slurm gives the threads, and a value that is given twice is an error.
    overrides = [each for each in arguments.set if not each.startswith("threads=")]
    # A folder in the variable is opened on demand, one in an option as a whole.
    variable = "GRIDCENSUS_PLUGIN_DIR"
    variables = [variable] if os.environ.get(variable) and not arguments.plugin_dir else []
    return scripts(pathlib.PurePath(file).stem, os.path.realpath(file), parts,
                   program=os.path.realpath(find_program()),
                   options=experiment_options(arguments, overrides),
                   array_limit=integer_option(arguments, "array-limit", 2, MAX_ARRAY_LIMIT) or ARRAY_LIMIT,
                   threads=plan.get("threads", arguments.threads) or 1, time=arguments.time, variables=variables)


def run(arguments: Arguments) -> int:
    """Checks the experiment and writes the scripts."""
    file = only_word(arguments, "FILE.yaml")
    parts = integer_option(arguments, "parts", 1, MAX_PARTS)
    if parts is None:
        raise BadInput("command line: --parts: give the number of parts: --parts N")
    if file == "-":
        raise BadInput("command line: slurm needs an experiment file, not standard input, because every task reads it")
    integer_option(arguments, "array-limit", 2, MAX_ARRAY_LIMIT)
    check_time(arguments.time)
    plan = checked_plan(arguments, file)
    check_runs(file, plan, parts)

    folder = arguments.folder or f"{pathlib.PurePath(file).stem}-slurm"
    files = scripts_of(arguments, file, parts, plan)
    try:
        write_folder(folder, files)
        os.chmod(os.path.join(folder, "submit.sh"), 0o755)
    except FileExistsError:
        raise BadInput(f"command line: --folder: {folder} already exists; give a new folder") from None
    submit = shlex.quote(os.path.normpath(os.path.join(folder, "submit.sh")))
    write_text("-", f"{printable(folder)}: {pluralise(len(plan['runs']), 'run')} in {pluralise(parts, 'part')}; read its "
                    f"files, then: {printable(submit)}\n")
    return 0


COMMAND = Command(
    name="slurm",
    brief="scripts for a cluster",
    summary="Write scripts that count an experiment in parts on a Slurm cluster.",
    usage="FILE.yaml --parts N [options]",
    examples=["gridcensus slurm two_by_six.yaml --parts 200 --time 12:00:00 --threads 4"],
    options=[Option("parts", "N", "Number of parts that divide the units."),
             Option("time", "HH:MM:SS", "Time limit of each task; by default that of the partition. The next task "
                                        "resumes unfinished work."),
             Option("threads", "K", "Threads of each task; by default the number in the file, or 1."),
             Option("set", "PATH=VALUE", "Override a value of the file in every task: seed=7.", often=True),
             Option("seed", "S[,S...]", "Random seeds, as for `gridcensus run`."),
             Option("array-limit", "M",
                    "MaxArraySize of the cluster, 1001 by default. With more parts, a task counts several."),
             Option("folder", "DIR", "New folder to write; by default NAME-slurm in the current folder for NAME.yaml."),
             *PLUGINS],
    run=run,
    most_words=1)
