"""How often the program calls an honest estimate a disagreement.

false_alarms.py PROGRAM [--seeds 500] [--only TEXT] [--jobs N]

Runs small experiments with many seeds each, in which an estimate is held against a number that is known exactly: every
disagreement is a false alarm, and the program claims that at most 1 % of such experiments end in one. Prints the rates
with their 95 % intervals (Clopper and Pearson). The last column is reckoned from the same runs: how often a test alarms
that counts all samples less one as degrees of freedom. Needs SciPy (apt-get install python3-scipy).
"""

import argparse
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

from scipy import stats

LEVEL = 0.01  # 1 - confidence of an experiment that states none; each has one test
EXCHANGES = "label_exchanges: 2, row_exchanges: 2, column_exchanges: 2"


@dataclasses.dataclass
class Setting:
    """An estimate by as many samples as each of `sizes` says."""

    shape: str
    strategy: str
    parameters: str
    sizes: tuple[int, ...]
    quantity: str = "grids"
    exact: str = ""  # parameters of the exact method, where there is no published number

    def name(self):
        return f"{self.shape} {self.strategy}" + (f" ({self.parameters})" if self.parameters else "")

    def experiment(self, samples):
        """The text of the experiment file."""
        stated = f"strategy: {self.strategy}, quantities: [{self.quantity}]"
        sampled = f"{stated}, samples: {samples}" + (f", {self.parameters}" if self.parameters else "")
        text = f"problems: [{{shape: {self.shape}}}]\nstrategies:\n  sampled: {{{sampled}}}\n"
        return text + (f"  exact: {{{stated}, {self.exact}}}\n" if self.exact else "")


# A watched estimate of fewer than 50 samples is unfinished, as the first line shows.
SETTINGS = [
    Setting("3x3", "stack_product", "", (20, 50, 100, 300, 1000)),
    Setting("4x2", "stack_product", "orientation: as_given", (50, 100, 300, 1000)),
    Setting("4x2", "stack_product", "orientation: transposed", (50, 100, 300)),
    Setting("5x2", "stack_product", "orientation: as_given", (50, 100, 300, 1000)),
    Setting("5x2", "stack_product", "orientation: transposed", (50, 100, 300)),
    Setting("3x3", "row_sampler", "", (50, 300)),
    Setting("2x4", "row_sampler", "", (50, 300, 2500)),
    Setting("2x5", "row_sampler", "", (50, 300)),
    Setting("3x3", "band_monte_carlo", "mode: sharp", (10, 100, 2000)),
    Setting("2x4", "band_monte_carlo", "mode: sharp", (10, 100, 2000)),
    Setting("2x5", "band_monte_carlo", "mode: sharp", (20, 100, 500, 2000)),
    Setting("2x3", "band_monte_carlo", "mode: source", (500, 5000)),
    Setting("3x3", "band_classes", "classes: drawn", (10, 100)),
    Setting("2x2", "grid_shuffle", "method: collisions, batch: 50", (100, 1000), "orbit_size", "method: stabiliser"),
    Setting("2x2", "grid_shuffle", f"method: exchanges, {EXCHANGES}", (100, 2000), "returning_sequences", EXCHANGES),
]


@dataclasses.dataclass
class Judged:
    """What one experiment said of its estimate."""

    disagrees: bool
    p_value: float
    z: float
    freedom: float  # degrees of freedom of the interval
    p_of_all_samples: float


def judge(program, file, seed):
    """Runs the experiment. None where the outcome is unfinished, so that there is nothing to judge."""
    command = [program, "run", file, "--no-ledger", "--quiet", "--threads", "1", "--seed", str(seed), "--json", "-"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 3, 4):
        sys.exit(f"{' '.join(command)}\nended with {done.returncode}: {done.stderr}")
    report = json.loads(done.stdout)
    sampled = next(o for o in report["outcomes"] if o["configuration"] == "sampled")
    tests = [v for v in report["verdicts"] if "p_value" in v]
    if sampled["kind"] != "estimate" or not tests:
        return None
    if len(tests) != 1:
        sys.exit(f"{' '.join(command)}\nmade {len(tests)} tests instead of one")
    disagrees = tests[0]["verdict"] == "disagree"
    if disagrees != (done.returncode == 3):
        sys.exit(f"{' '.join(command)}\nended with {done.returncode}, which is not its verdict")
    z = tests[0].get("z", 0.0)
    all_samples = sampled["samples"] - 1
    return Judged(
        disagrees=disagrees,
        p_value=tests[0]["p_value"],
        z=z,
        freedom=sampled.get("degrees_of_freedom", all_samples),
        p_of_all_samples=float(2 * stats.t.sf(abs(z), all_samples)),
    )


def rate(hits, trials):
    """"1.2 % (0.4 to 2.6)"."""
    if trials == 0:
        return "-"
    interval = stats.binomtest(hits, trials).proportion_ci(0.95, method="exact")
    return f"{100 * hits / trials:.1f} % ({100 * interval.low:.1f} to {100 * interval.high:.1f})"


def row(setting, samples, judged):
    """One line of the table."""
    alarms = [j for j in judged if j.disagrees]
    return [
        setting.name(),
        str(samples),
        str(len(judged)),
        f"{statistics.median(j.freedom for j in judged):.0f}" if judged else "-",
        rate(len(alarms), len(judged)),
        f"{sum(j.z < 0 for j in alarms)}, {sum(j.z > 0 for j in alarms)}",
        rate(sum(j.p_value < 0.05 for j in judged), len(judged)),
        rate(sum(j.p_of_all_samples < LEVEL for j in judged), len(judged)),
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--seeds", type=int, default=500, help="experiments for each line of the table")
    parser.add_argument("--only", default="", help="the settings whose name has this text")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    arguments = parser.parse_args()

    head = ["setting", "samples", "estimates", "degrees of freedom (median)", "alarms", "too low, too high"]
    head += ["p below 5 %", "alarms with all samples"]
    print(f"| {' | '.join(head)} |\n|{'---|' * len(head)}", flush=True)
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        file = pathlib.Path(folder) / "alarms.yaml"
        for setting in SETTINGS:
            if arguments.only not in setting.name():
                continue
            for samples in setting.sizes:
                file.write_text(setting.experiment(samples), encoding="utf-8")
                found = pool.map(lambda seed: judge(arguments.program, str(file), seed), range(1, arguments.seeds + 1))
                judged = [j for j in found if j is not None]
                print(f"| {' | '.join(row(setting, samples, judged))} |", flush=True)


if __name__ == "__main__":
    main()
