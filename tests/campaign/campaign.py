#!/usr/bin/env python3
"""Faults that a long run meets: kills, damaged plugins, full disks. They must not change a number.

campaign.py PROGRAM [--only kills,plugins,disk,overhead] [--kills N] [--plugins N] [--places N] [--samples N]
              [--seed S]

Prints a line for each kind of fault with their number and their effects; exits with 0 if nothing was lost and nothing
wrong. The experiment takes only a second or two, so a kill can strike anywhere in it. PROGRAM is the built or installed
program in its tree, because the plugins are searched relative to it.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from bench import Failure, need as expect, numbers

EXPERIMENT = """\
title: Does it come out the same?
problems: [{shape: [2x3, 2x4, 3x3]}]
strategies:
  enumeration: {only: [2x3, 2x4]}
  band_classes: {only: [2x4, 3x3]}
  box_class_zc: {only: [2x4, 3x3]}
  rows: {strategy: row_sampler, samples: SAMPLES}
  precise: {strategy: row_sampler, samples: 200000, relative_error: 0.004, only: [2x4]}
  russell_jarvis: {only: [2x4], inputs: {grids: band_classes}}
"""


class Bench:
    """A folder with the experiment, and the program."""

    def __init__(self, program, folder, samples):
        self.program = str(program)
        self.folder = pathlib.Path(folder)
        (self.folder / "x.yaml").write_text(EXPERIMENT.replace("SAMPLES", str(samples)), encoding="ascii")

    def start(self, *arguments, limit=None):
        def limit_files():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        # Pipes instead of files, to which the limit would apply, too.
        return subprocess.Popen(
            [self.program, *arguments],
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=limit_files if limit is not None else None,
        )

    def run(self, *arguments, limit=None):
        process = self.start(*arguments, limit=limit)
        out, err = process.communicate()
        return process.returncode, out, err

    def run_and_strike(self, arguments, strike):
        """Runs while another thread calls `strike(process)`, whose result is the last element of the returned tuple."""
        process = self.start(*arguments)
        struck = []
        striker = threading.Thread(target=lambda: struck.append(strike(process)))
        striker.start()
        out, err = process.communicate()
        striker.join()
        return process.returncode, out, err, struck[0]

    def conclude(self, ledger, limit=None):
        return self.run("run", "x.yaml", "--ledger", ledger, "--quiet", "--json", "-", limit=limit)

    def whole(self):
        started = time.monotonic()
        code, out, err = self.run("run", "x.yaml", "--no-ledger", "--quiet", "--json", "-")
        expect(code == 0, f"the undisturbed run ended with {code}: {err}")
        return numbers(json.loads(out)), time.monotonic() - started

    def clear(self):
        for file in self.folder.iterdir():
            if file.name != "x.yaml":
                file.unlink()

    def expect_nothing_else(self, *names):
        found = sorted(file.name for file in self.folder.iterdir() if file.name != "x.yaml")
        expect(set(found) <= set(names), f"left behind: {found}")


def descendants(pid):
    """Returns the children of a process and their descendants."""
    found = []
    try:
        for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                found += [int(child), *descendants(int(child))]
    except OSError:
        pass
    return found


def is_alive(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def is_worker(pid):
    try:
        return b"worker" in pathlib.Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")[1]
    except (OSError, IndexError):
        return False


def kill_later(process, delay, chance, whom):
    """Sends SIGKILL after a time. Returns whether it struck a living process."""
    deadline = time.monotonic() + delay
    while time.monotonic() < deadline:
        if not is_alive(process.pid):
            return False
        time.sleep(0.001)
    if whom == "worker":
        workers = [pid for pid in descendants(process.pid) if is_worker(pid)]
        if not workers:
            return False
        victim = chance.choice(workers)
    else:
        # The counting process, or the one that waits for it, if there are two.
        victim = chance.choice([process.pid, *descendants(process.pid)])
    try:
        os.kill(victim, signal.SIGKILL)
        return True
    except ProcessLookupError:
        return False


def until_done(bench, arguments, latest, chance, counts, kind):
    """Runs a command that is killed repeatedly, each time later, until it ends by itself."""
    for attempt in range(100):
        delay = chance.uniform(0, latest * (0.3 + 0.3 * attempt))
        code, out, err, struck = bench.run_and_strike(
            arguments, lambda process, delay=delay: kill_later(process, delay, chance, kind)
        )
        counts[kind] += struck
        if code == 0:
            return out
        expect(struck, f"{arguments} ended with {code}: {err}")
    raise Failure(f"{arguments} never ended")


def kill_hosts(bench, whole, latest, chance, counts):
    out = until_done(
        bench, ["run", "x.yaml", "--ledger", "x.ledger", "--quiet", "--json", "-"], latest, chance, counts, "host"
    )
    expect(numbers(json.loads(out)) == whole, "a killed host's numbers differ")
    bench.expect_nothing_else("x.ledger")


def kill_workers(bench, whole, latest, chance, counts):
    delay = chance.uniform(0, latest)
    code, out, err, struck = bench.run_and_strike(
        ["run", "x.yaml", "--no-ledger", "--quiet", "--json", "-", "--isolate", "process"],
        lambda process: kill_later(process, delay, chance, "worker"),
    )
    counts["worker"] += struck
    expect(code == 0, f"a killed worker ended the run with {code}: {err}")
    expect(numbers(json.loads(out)) == whole, "a killed worker's numbers differ")


def kill_parts(bench, whole, latest, chance, counts):
    ledgers = [f"part-{part}.ledger" for part in (1, 2, 3)]
    for part in (1, 2, 3):
        until_done(
            bench,
            ["run", "x.yaml", "--part", f"{part}/3", "--ledger", "part-{part}.ledger", "--quiet"],
            latest / 2,
            chance,
            counts,
            "part",
        )
    until_done(bench, ["merge", "-o", "all.ledger", *ledgers], 0.05, chance, counts, "merge")
    out = until_done(
        bench, ["run", "x.yaml", "--ledger", "all.ledger", "--quiet", "--json", "-"], latest / 3, chance, counts, "host"
    )
    expect(numbers(json.loads(out)) == whole, "killed parts' numbers differ")
    bench.expect_nothing_else("all.ledger", *ledgers)


def kills(bench, whole, latest, options):
    counts = collections.Counter()
    rounds = 0
    chance = random.Random(options.seed)
    while sum(counts.values()) < options.kills:
        for game in (kill_hosts, kill_workers, kill_parts):
            bench.clear()
            game(bench, whole, latest, chance, counts)
            rounds += 1
    while not counts["worker"]:  # the other kills may have reached the number without one
        kill_workers(bench, whole, latest, chance, counts)
        rounds += 1
    bench.clear()
    kinds = ", ".join(f"{number} of a {whom}" for whom, number in sorted(counts.items()))
    print(f"kills: {sum(counts.values())} by SIGKILL ({kinds}) in {rounds} experiments: no number changed")


def plugins(bench, options):
    """Damages copies of the project's plugins in a copy of the tree: each must be refused, or do no harm."""
    chance = random.Random(options.seed)
    source = pathlib.Path(bench.program).resolve().parent.parent
    names = sorted(file.name for file in (source / "lib/gridcensus/plugins").glob("*.so"))
    strategy = {"name": "enumeration.so", "shape": "2x3"}
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as place:
        copy = pathlib.Path(place).resolve() / "tree"
        for part in ("bin", "lib", "share"):
            if (source / part).is_dir():
                shutil.copytree(source / part, copy / part, symlinks=True)
        expect(strategy["name"] in names, "the strategy enumeration is missing")
        victim = copy / "lib/gridcensus/plugins" / strategy["name"]
        sound = victim.read_bytes()
        program = str(copy / "bin" / pathlib.Path(bench.program).name)
        for _ in range(options.plugins):
            bad = bytearray(sound)
            kind = chance.choice(["flip", "flip", "flip", "bytes", "cut", "zeros"])
            place_of = chance.randrange(len(bad))
            if kind == "flip":
                bad[place_of] ^= 1 << chance.randrange(8)
            elif kind == "bytes":
                for i in range(place_of, min(len(bad), place_of + 64)):
                    bad[i] = chance.randrange(256)
            elif kind == "cut":
                bad = bad[:place_of]
            else:
                for i in range(place_of, min(len(bad), place_of + 4096)):
                    bad[i] = 0
            victim.write_bytes(bad)
            result = subprocess.run(
                [program, "count", strategy["shape"], "--with", "enumeration", "--quiet", "--json", "-"],
                capture_output=True,
                text=True,
                check=False,
            )
            counts[result.returncode] += 1
            if result.returncode == 0:
                expect(bytes(bad) == sound, f"a damaged plugin ({kind} at {place_of}) was used")
            else:
                expect(result.returncode == 5, f"a damaged plugin ({kind} at {place_of}) ended with {result.returncode}")
                expect(strategy["name"] in result.stderr, "the refusal does not name the plugin")
    print(f"plugins: {options.plugins} damaged copies: {counts[5]} refused by name, {counts[0]} unchanged by the damage")


def disk(bench, whole, options):
    """Fills the disk after some bytes: the run must end with exit 6 and a usable ledger, or be unaffected."""
    code, _, err = bench.conclude("x.ledger")
    expect(code == 0, err)
    size = (bench.folder / "x.ledger").stat().st_size
    counts = collections.Counter()
    for place in range(options.places):
        bench.clear()
        limit = size * place // options.places
        code, out, err = bench.conclude("x.ledger", limit=limit)
        counts[code] += 1
        expect(code in (0, 6), f"a disk full at {limit} bytes ended with {code}: {err}")
        if code == 6:
            expect("x.ledger" in err, f"the message does not name the file: {err}")
        for entry in json.loads(out)["outcomes"] if out else []:
            if entry["kind"] == "exact":
                known = [other for other in whole["outcomes"] if other.get("value") == entry["value"]]
                expect(known, f"a wrong number on a full disk: {entry}")
        code, out, err = bench.conclude("x.ledger")
        expect(code == 0, f"resumed after a full disk, it ended with {code}: {err}")
        expect(numbers(json.loads(out)) == whole, "resumed after a full disk, the numbers differ")
    bench.clear()
    print(f"disk: full at {options.places} places: {counts[6]} ended with exit 6, {counts[0]} had enough space; "
          "all resumed")


def overhead(bench, whole):
    """Measures the cost of isolation and parts: processor time relative to the undivided run, best of five, in turn."""
    parts = 4

    def seconds(*commands):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        for command in commands:
            code, out, err = bench.run(*command, "--threads", "2", "--quiet")
            expect(code == 0, err)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    best = collections.defaultdict(lambda: float("inf"))
    for _ in range(5):
        bench.clear()
        best["whole"] = min(best["whole"], seconds(["run", "x.yaml", "--ledger", "x.ledger"]))
        bench.clear()
        isolated = ["run", "x.yaml", "--ledger", "x.ledger", "--isolate", "process"]
        best["isolated"] = min(best["isolated"], seconds(isolated))
        bench.clear()
        took = seconds(
            *(["run", "x.yaml", "--part", f"{part + 1}/{parts}", "--ledger", "part-{part}.ledger"] for part in range(parts))
        )
        code, _, err = bench.run("merge", "-o", "x.ledger", *(f"part-{part + 1}.ledger" for part in range(parts)))
        expect(code == 0, err)
        best["in parts"] = min(best["in parts"], took + seconds(["run", "x.yaml", "--ledger", "x.ledger"]))
    code, out, _ = bench.conclude("x.ledger")
    expect(code == 0 and numbers(json.loads(out)) == whole, "the numbers of the parts differ")
    bench.clear()
    print(
        f"overhead: undivided {best['whole']:.2f} s of processor time; isolated {best['isolated'] / best['whole']:.2f} of it; "
        f"in {parts} parts, with the concluding run, {best['in parts'] / best['whole']:.2f} of it"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--only", default="kills,plugins,disk,overhead")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--plugins", type=int, default=600)
    parser.add_argument("--places", type=int, default=50)
    parser.add_argument("--samples", type=int, default=60000, help="of the experiment, which take most of its time")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chosen = options.only.split(",")
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options.program.resolve(), folder, options.samples)
        try:
            whole, seconds = bench.whole()
            print(f"undisturbed: {len(whole['outcomes'])} outcomes in {seconds:.1f} s")
            if "kills" in chosen:
                kills(bench, whole, seconds, options)
            if "plugins" in chosen:
                plugins(bench, options)
            if "disk" in chosen:
                disk(bench, whole, options)
            if "overhead" in chosen:
                overhead(bench, whole)
        except Failure as failure:
            sys.exit(f"FAILED: {failure}")


if __name__ == "__main__":
    main()
