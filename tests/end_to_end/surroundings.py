#!/usr/bin/env python3
"""surroundings.py PROGRAM: state that a program inherits from its parent (signals, descriptors, limits, a folder)
changes no answer, and a killed report leaves no folder behind."""
import contextlib
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time

PROGRAM = pathlib.Path(sys.argv[1]).resolve()
COUNT = [PROGRAM, "count", "2x2", "--with", "enumeration", "--with", "exact_cover", "--quiet"]
FAILURES = []


def expect(what, holds, output=""):
    if not holds:
        FAILURES.append(f"{what}: {output}")


def run(arguments, before=None, **options):
    """Runs a command. `before` runs in the new process before the program begins."""
    return subprocess.run(arguments, preexec_fn=before, capture_output=True, text=True, timeout=120, check=False,
                          **({"restore_signals": False, "stdin": subprocess.DEVNULL} | options))


def answer(ended):
    """Returns the part of the screen that does not depend on the machine, and the exit code."""
    return re.sub(r" +\d runs, [0-9.]+ m?s", "", ended.stdout), ended.returncode


def inherited_signals():
    usual = answer(run(COUNT))
    expect("usual", "YES" in usual[0] and usual[1] == 0, usual)
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        if number >= signal.SIGRTMIN:
            continue
        for how in ("ignored", "blocked"):
            def before(number=number, how=how):
                if how == "ignored":
                    signal.signal(number, signal.SIG_IGN)
                else:
                    signal.pthread_sigmask(signal.SIG_BLOCK, [number])
            for more in ([], ["--isolate"]):
                ended = run(COUNT + more, before)
                expect(f"{number} {how} {more}", answer(ended) == usual, f"{answer(ended)} {ended.stderr}")


def blocked_signals_still_stop():
    def before():
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
    with subprocess.Popen([PROGRAM, "count", "3x3", "--with", "enumeration", "--param", "max_side=9", "--quiet"],
                          preexec_fn=before, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        caught = ""
        while not caught or int(caught, 16) >> signal.SIGTERM - 1 & 1 == 0:
            status = pathlib.Path(f"/proc/{program.pid}/status").read_text(encoding="utf-8")
            caught = status.split("SigCgt:")[1].split()[0]
            time.sleep(0.01)
        time.sleep(0.5)
        program.send_signal(signal.SIGTERM)
        output = program.communicate(timeout=60)
        expect("SIGTERM blocked", program.returncode == 4, f"{program.returncode} {output}")


def closed_descriptors():
    usual = answer(run(COUNT))
    with tempfile.TemporaryDirectory() as folder:
        for mask in range(1, 8):
            closed = [number for number in range(3) if mask >> number & 1]
            ledger = pathlib.Path(folder, f"{mask}.ledger")
            document = pathlib.Path(folder, f"{mask}.json")

            def before(closed=closed):
                for number in closed:
                    os.close(number)
            ended = run(COUNT + ["--ledger", ledger, "--json", document], before)
            expect(f"closed {closed}", ended.returncode == (6 if 1 in closed else 0), f"{ended.returncode} {ended.stderr}")
            if 1 not in closed:
                expect(f"closed {closed}", answer(ended) == usual, ended.stdout)
            expect(f"closed {closed}: document", json.loads(document.read_text(encoding="utf-8"))["exit"] == 0)
            shown = run([PROGRAM, "show", ledger])
            expect(f"closed {closed}: ledger", shown.returncode == 0 and "YES" in shown.stdout, shown.stderr)
        missing = run([PROGRAM, "check", "-"], lambda: os.close(0))
        expect("no standard input", missing.returncode == 2 and "cannot be read" in missing.stderr, missing.stderr)


def masks_and_limits():
    def limited(kind, soft):
        return lambda: resource.setrlimit(kind, (soft, resource.getrlimit(kind)[1]))
    usual = answer(run(COUNT))
    for name, before in {"mask 0777": lambda: os.umask(0o777), "mask 0": lambda: os.umask(0),
                         "32 open files": limited(resource.RLIMIT_NOFILE, 32),
                         "a stack of 256 KiB": limited(resource.RLIMIT_STACK, 256 << 10),
                         "no core files": limited(resource.RLIMIT_CORE, 0)}.items():
        with tempfile.TemporaryDirectory() as folder:
            ended = run(COUNT + ["--ledger", "x.ledger", "--json", "x.json"], before, cwd=folder)
            expect(name, answer(ended) == usual, f"{answer(ended)} {ended.stderr}")
            for file in ("x.ledger", "x.json"):
                mode = pathlib.Path(folder, file).stat().st_mode
                expect(f"{name}: {file}", mode & 0o600 == 0o600, oct(mode))


def odd_beginnings():
    usual = answer(run(COUNT))
    with tempfile.TemporaryDirectory() as folder:
        gone = pathlib.Path(folder, "gone")
        gone.mkdir()
        ended = run(["/bin/sh", "-c", 'rmdir ../gone && exec "$@"', "sh", *COUNT], cwd=gone)
        expect("a folder that is gone", answer(ended) == usual, ended.stderr)
    for environment in ({}, {"PATH": ""}, {"COLUMNS": "-1", "HOME": "/nowhere", "TMPDIR": "/nowhere"}):
        ended = run(COUNT, env=environment)
        expect(f"environment {environment}", answer(ended) == usual, ended.stderr)


def names_of_stdout():
    with tempfile.TemporaryDirectory() as folder:
        ledger = pathlib.Path(folder, "x.ledger")
        run(COUNT + ["--ledger", ledger])
        pathlib.Path(folder, "link").symlink_to("/dev/stdout")
        names = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "/dev/../dev/stdout", "link"]
        for command in (["export", ledger, "--format", "csv", "-o"], ["report", ledger, "-o"], ["certify", ledger, "-o"],
                        ["count", "2x2", "--with", "enumeration", "--quiet", "--json"], ["list", "--json"],
                        ["sample", "2x2", "-o"], ["shuffle", "2x2", "-o"]):
            output = {name: run([PROGRAM, *command, name], cwd=folder) for name in names}
            for name, ended in output.items():
                what = f"{command[0]} {command[-1]} {name}"
                expect(what, ended.returncode == 0 and ended.stdout and not ended.stderr, ended.stderr[:200])
                expect(what, len(ended.stdout) > 0.9 * len(output["-"].stdout), f"{len(ended.stdout)} characters")


def a_killed_group_leaves_nothing_for_long():
    """If all processes are killed at once, the next start removes their scratch folder."""
    with tempfile.TemporaryDirectory() as folder:
        home = pathlib.Path(folder)
        scratch = home / "tmp"
        scratch.mkdir()
        for name, script in {"slow": ': > "$1"; sleep 60', "quick": "echo grids 288"}.items():
            (home / f"{name}.sh").write_text(script + "\n", encoding="utf-8")
            (home / f"{name}.strategy.yaml").write_text(
                f"strategy: {name}\nsummary: Prints a number.\nsource: tests\nversion: '1'\nis: {name}\n"
                f"quantities: [{{name: grids}}]\ncommand: [sh, ./{name}.sh, {home / 'started'}]\n"
                "answer: {pattern: '^grids ([0-9]+)$'}\n", encoding="utf-8")

        def count(name):
            return [PROGRAM, "count", "2x2", "--with", name, "--plugin-dir", home, "--quiet"]
        environment = os.environ | {"TMPDIR": str(scratch)}
        with subprocess.Popen(count("slow"), env=environment, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL) as program:
            while not (home / "started").exists() and program.poll() is None:
                time.sleep(0.01)
            expect("a scratch folder is used", list(scratch.iterdir()), "none")
            all_processes = [program.pid]
            for process in all_processes:  # grows
                children = pathlib.Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii")
                all_processes += map(int, children.split())
            for number in (signal.SIGSTOP, signal.SIGKILL):  # so none reacts to the end of another
                for process in all_processes:
                    with contextlib.suppress(ProcessLookupError):  # it ends with its parent
                        os.kill(process, number)
        (scratch / "gridcensus-scratch.txt").write_text("of the user", encoding="utf-8")
        ended = run(count("quick"), env=environment)
        expect("quick", ended.returncode == 0, ended.stderr)
        left = [file.name for file in scratch.iterdir()]
        expect("after the next start", left == ["gridcensus-scratch.txt"], left)


def main():
    for test in (inherited_signals, blocked_signals_still_stop, closed_descriptors, masks_and_limits, odd_beginnings,
                 names_of_stdout, a_killed_group_leaves_nothing_for_long):
        test()
    print(*FAILURES, f"{len(FAILURES)} failures", sep="\n")
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
