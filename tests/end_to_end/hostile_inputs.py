#!/usr/bin/env python3
"""hostile_inputs.py PROGRAM PYTHON_PACKAGE [--all]: whatever a reader is given instead of its file, the program ends with one
of its exit codes and a message of its own, soon and in little memory, whichever command reads it."""
import itertools
import json
import os
import pathlib
import re
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading

PROGRAM = pathlib.Path(sys.argv[1]).resolve()
PACKAGE = pathlib.Path(sys.argv[2]).resolve()
IS_LONG = "--all" in sys.argv
QUESTION = "problems: [{shape: 2x2}]\nstrategies: {enumeration: {}, exact_cover: {}}\n"
COUNT = [PROGRAM, "count", "2x2", "--with", "enumeration", "--with", "exact_cover", "--quiet"]
# These read grids as they are written, so they wait for the writer of a pipe.
READ_AS_IT_COMES = ("canonical", "sample --rank", "shuffle --grid")
FAILURES = []
# What a library, or the system without a name of a file, would print.
WORDS = re.compile(r"filesystem error|json\.exception|std::|stoull|stoi|basic_string|bad_alloc|what\(\)|terminate|regex"
                   r"|yaml-cpp|bad conversion|vector::|map::|Traceback", re.IGNORECASE)
OTHER_USER = 65534
LINE_BYTES = 100_000_000
# A program that reads a line of 100 MB to its end, and one copy of it, takes more.
MAX_BYTES = 180_000_000


def ended(arguments, **options):
    """Runs a command with little time and memory. Returns its exit code, its output, and its peak memory in bytes."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if options.get("as_other_user") and os.geteuid() == 0:
            os.setgroups([])
            os.setgid(OTHER_USER)
            os.setuid(OTHER_USER)
    with tempfile.TemporaryFile("w+b") as output:
        with subprocess.Popen(arguments, stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                              cwd=options.get("cwd"), env=options.get("env"), preexec_fn=limit,
                              start_new_session=True) as program:
            guard = threading.Timer(60, program.kill)
            guard.start()
            _, status, usage = os.wait4(program.pid, 0)
            guard.cancel()
            program.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read(1 << 20).decode("utf-8", "replace")
    return program.returncode, text, usage.ru_maxrss * 1024


def check(what, arguments, codes, **options):
    """Checks that a command ends with one of the codes, and prints no word of a library."""
    code, text, peak = ended(arguments, **options)
    said = text.replace(str(PROGRAM.parents[1]), "").strip()
    reasons = []
    if code not in codes:
        reasons.append(f"exit {code}, expected one of {codes}")
    if WORDS.search(said):
        reasons.append("words of a library")
    if code != 0 and code != 4 and not said:
        reasons.append("no message")
    if peak > MAX_BYTES:
        reasons.append(f"{peak >> 20} MiB")
    if reasons:
        FAILURES.append(f"{what}: {'; '.join(reasons)}: {said[:300]}")


def readers(file, folder):
    """Returns, by name, the commands that read a file, and the exit codes for a file that is something else."""
    file = str(file)
    new = str(folder / "new")
    document = str(folder / "good.json")
    every = {
        "check": ([PROGRAM, "check", file], {2}),
        "plan": ([PROGRAM, "plan", file], {2}),
        "run": ([PROGRAM, "run", file, "--no-ledger", "--quiet"], {2}),
        "run --ledger": ([PROGRAM, "run", str(folder / "good.yaml"), "--ledger", file, "--quiet"], {2, 6}),
        "run with layouts": ([PROGRAM, "run", layouts_of(folder, file), "--no-ledger", "--quiet"], {2}),
        "count --given": ([PROGRAM, "count", "2x2", "--given", file, "--with", "enumeration", "--quiet"], {2}),
        "canonical": ([PROGRAM, "canonical", file], {2}),
        "sample --rank": ([PROGRAM, "sample", "2x2", "--rank", file], {2}),
        "shuffle --grid": ([PROGRAM, "shuffle", "2x2", "--grid", file], {2}),
        "show": ([PROGRAM, "show", file], {2, 6}),
        "report": ([PROGRAM, "report", file, "-o", new], {2, 6}),
        "export": ([PROGRAM, "export", file, "--format", "csv", "-o", new], {2, 6}),
        "compare": ([PROGRAM, "compare", file, document], {2, 6}),
        "compare the other way": ([PROGRAM, "compare", document, file], {2, 6}),
        "identify": ([PROGRAM, "identify", "288", file], {2, 6}),
        "status": ([PROGRAM, "status", file], {2, 6}),
        "verify": ([PROGRAM, "verify", file], {2, 3, 6}),
        "certify": ([PROGRAM, "certify", file, "-o", new], {2, 3, 6}),
        "merge": ([PROGRAM, "merge", new, file], {2, 6}),
    }
    # The others read by the same functions.
    chosen = ("check", "run --ledger", "run with layouts", "canonical", "count --given", "show", "status", "verify",
              "merge")
    return {name: reader for name, reader in every.items() if IS_LONG or name in chosen}


def layouts_of(folder, file):
    """Returns an experiment that reads its layouts from a file."""
    experiment = folder / "layouts.yaml"
    experiment.write_text(f"problems: [{{shape: 1x4, layouts: {json.dumps(file)}}}]\nstrategies: {{enumeration: {{}}}}\n",
                          encoding="utf-8")
    return str(experiment)


def hostile_files(folder):
    """Makes files that are none of those that a reader expects; returns them by name."""
    line = folder / "line"
    with open(line, "wb") as file:
        for _ in range(100):
            file.write(b"1" * (LINE_BYTES // 100))
    zeros = folder / "zeros"
    with open(zeros, "wb") as file:
        file.truncate(LINE_BYTES)
    files = {"a missing file": folder / "missing", "a folder": folder, "an endless device": pathlib.Path("/dev/zero"),
             "an empty device": pathlib.Path("/dev/null"), "one line of 100 MB": line, "100 MB of zero bytes": zeros}
    for name, content in {"an empty file": b"", "a NUL byte": b"problems: \0\n", "no UTF-8": b"\xff\xfe\xfd\n",
                          "deep lists": b"[" * 200_000, "deep objects": b'{"a":' * 200_000,
                          "a long text": b'{"a": "' + b"x" * 3_000_000 + b'"}',
                          "other JSON": b'{"format_version": 7, "runs": 3}',
                          "the beginning of a ledger": b"SQLite format 3\0" + b"\0" * 5000}.items():
        files[name] = folder / name.replace(" ", "_")
        files[name].write_bytes(content)
    files["a pipe"] = folder / "pipe"
    os.mkfifo(files["a pipe"])
    closed = folder / "closed"
    closed.mkdir()
    shutil.copy(folder / "good.json", closed / "file")
    closed.chmod(0)
    files["a folder that may not be entered"] = closed / "file"
    return files


def every_reader():
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        folder.chmod(0o777)
        (folder / "good.yaml").write_text(QUESTION, encoding="utf-8")
        ended(COUNT + ["--json", folder / "good.json"])
        for what, file in hostile_files(folder).items():
            for reader, (arguments, codes) in readers(file, folder).items():
                if what == "a pipe" and reader in READ_AS_IT_COMES:
                    continue
                # `--ledger` and `merge` create a file that is missing or empty, and `--ledger` fills it.
                may_be_new = reader == "run --ledger" and what in ("a missing file", "an empty file")
                check(f"{reader} of {what}", arguments, codes | {0} if may_be_new else codes, as_other_user=True)
                if may_be_new:
                    file.unlink(missing_ok=True)
                    if what == "an empty file":
                        file.write_bytes(b"")
                (folder / "new").unlink(missing_ok=True)
            if what != "a folder that may not be entered":  # Python itself may be where another user may not go
                load(what, file)
        (folder / "closed").chmod(0o700)


def load(what, file):
    """Checks that the package for Python raises an error of its own, or that of the system."""
    script = ("import sys, gridcensus\ntry:\n    gridcensus.load(sys.argv[1], program=sys.argv[2])\n"
              "except Exception as error:\n    print(type(error).__name__, error)\n"
              "    sys.exit(2)\n")
    check(f"load of {what}", [sys.executable, "-c", script, str(file), str(PROGRAM)], {2},
          env=os.environ | {"PYTHONPATH": str(PACKAGE)})


def a_deleted_folder():
    """Where the current folder was deleted, a file without a folder has no place."""
    question = "problems: [{shape: 2x2}]\\nstrategies: {enumeration: {}}\\n"
    for command, codes in {f"{' '.join(map(str, COUNT))} --ledger x.ledger": {6},
                           f"{' '.join(map(str, COUNT))} --json x.json": {6},
                           f"printf '{question}' | {PROGRAM} run - --quiet --ledger x.ledger": {6},
                           f"{PROGRAM} doctor": {0, 5}, f"{PROGRAM} new-strategy abc --program": {2, 6},
                           f"{PROGRAM} show x.json": {2}, f"{PROGRAM} verify x.ledger": {2, 6},
                           f"{PROGRAM} status x.ledger": {2}, f"{PROGRAM} merge x.ledger y.ledger": {2, 6},
                           f"{PROGRAM} sample 2x2 -o x.txt": {6}}.items():
        with tempfile.TemporaryDirectory() as made:
            gone = pathlib.Path(made, "gone")
            gone.mkdir()
            check(f"in a deleted folder: {command}", ["/bin/sh", "-c", f"rmdir ../gone; {command}"], codes, cwd=gone)


def folders_that_may_not_be_entered():
    """A folder of PATH that may not be entered is skipped; one of plugins is an error with its name."""
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        folder.chmod(0o777)
        closed = folder / "closed"
        closed.mkdir()
        closed.chmod(0)
        ended(COUNT + ["--json", folder / "good.json"])
        environment = {"PATH": f"{closed}:/usr/bin:/bin"}
        for command in (["report", folder / "good.json", "-o", folder / "page.html"], ["doctor"], ["list"],
                        ["describe", "2x2"], ["count", "2x2", "--with", "enumeration", "--quiet"]):
            check(f"PATH: {command[0]}", [PROGRAM, *command], {0}, env=environment, as_other_user=True)
        check("plugins", [PROGRAM, "list", "--plugin-dir", closed], {2, 5}, as_other_user=True)
        closed.chmod(0o700)


def replaced_columns():
    """A ledger in which a text replaces the values of a column is refused, or a check fails."""
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        good = folder / "good.ledger"
        ended(COUNT + ["--with", "row_sampler", "--param", "row_sampler.samples=5000", "--ledger", good])
        with sqlite3.connect(good) as database:
            columns = [(table, column[1]) for table, in database.execute("SELECT name FROM sqlite_schema "
                                                                          "WHERE type = 'table'").fetchall()
                       for column in database.execute(f"PRAGMA table_info({table})").fetchall()]
        damaged = folder / "x.ledger"
        for (table, column), text in itertools.product(columns, ("x", "9" * 20)):
            shutil.copy(good, damaged)
            with sqlite3.connect(damaged) as database:
                try:
                    changed = database.execute(f"UPDATE {table} SET {column} = ?", (text,)).rowcount
                except sqlite3.IntegrityError:  # a key, or a column of numbers
                    continue
            if changed <= 0:
                continue
            # The number of a row is not covered by its checksum, and no result depends on the time of the last write.
            free = {0} if column in ("id", "last_write") else set()
            check(f"verify of {table}.{column} = {text}", [PROGRAM, "verify", damaged], {3, 6} | free)
            if IS_LONG:
                check(f"show of {table}.{column} = {text}", [PROGRAM, "show", damaged], {0, 2, 4, 6})


def small_stacks():
    """A stack that is too small is named."""
    check("a stack of 64 KiB", ["/bin/sh", "-c", 'ulimit -s 64; exec "$@"', "sh", *COUNT], {2})


def main():
    for test in (every_reader, a_deleted_folder, folders_that_may_not_be_entered, replaced_columns, small_stacks):
        test()
    print(*FAILURES, f"{len(FAILURES)} failures", sep="\n")
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
