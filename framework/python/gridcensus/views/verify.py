"""Checks a ledger with code that shares nothing with the program that wrote it."""

from __future__ import annotations

import json
import os
import re
import time

from gridcensus._program import BadInput, StorageFailed, ask
from gridcensus._text import wrapped
from gridcensus.verifier.ledger import Ledger
from gridcensus.verifier.runs import Checks, message_of
from gridcensus.verifier.strategies import ERRORS, Recounted, Strategies, recount, units_to_recount
from gridcensus.views._command import (PLUGINS, Arguments, Command, Option, integer_option, only_word, plugin_words,
                                       width, write_text)
from gridcensus.views._verified import verified

MAX_THREADS = 1024


class RecountStore:
    """Stores recounted units in the ledger, about once a second: the program checks the whole ledger each time."""

    def __init__(self, ledger: Ledger, threads: int, is_kept: bool) -> None:
        self._ledger, self._threads, self._is_kept = ledger, threads, is_kept
        self._waiting: list[Recounted] = []
        self._next = time.monotonic() + 1

    def add(self, unit: Recounted) -> None:
        """Adds a unit."""
        self._waiting.append(unit)
        if time.monotonic() >= self._next:
            self.flush()

    def flush(self) -> None:
        """Stores what waits."""
        begin, waiting = time.monotonic(), self._waiting
        self._waiting = []
        if waiting and self._is_kept:
            session = next(iter(self._ledger.sessions.values()))
            units = [{"identity": each.run["identity"], "unit": each.unit, "tally": each.tally,
                      "seconds": each.seconds} for each in waiting]
            ask(["record-recounts", os.path.abspath(self._ledger.file)], text=json.dumps(
                {"session": dict(session), "threads": self._threads, "units": units}))
        end = time.monotonic()
        self._next = end + max(1, 10 * (end - begin))


def _percentage(text: str) -> float:
    """Returns a percentage from "1%" or "1". Raises BadInput."""
    value = float(text.removesuffix("%")) if re.fullmatch(r"[0-9]+(\.[0-9]+)?%?", text) else 0
    if not 0 < value <= 100:
        raise BadInput(f"command line: --recount {text}: expected a share of the units above 0% and at most 100%")
    return value


def _recount_all(strategies: Strategies, ledger: Ledger, percent: float, seed: int, threads: int,
                 checks: Checks) -> None:
    """Recounts a share of the units of every run."""
    # All are chosen before the first is stored. To a ledger that failed a check, nothing is added.
    store = RecountStore(ledger, threads, checks.all_hold)
    chosen = [(run, units_to_recount(ledger, run, percent, seed)) for run in ledger.runs]
    for run, units in chosen:
        if not units:
            continue
        what = f"{len(units)} of its units counted again"
        if reason := strategies.why_not(run):
            checks.not_made(run.name, f"{what}: {reason}")
            continue
        try:
            checks.add(run.name, what, recount(strategies, ledger, run, units, threads, store.add))
        except StorageFailed:
            raise
        except ERRORS as error:
            checks.fails(run.name, f"{what}: {message_of(error)}")
    store.flush()


def run(arguments: Arguments) -> int:
    """Checks the ledger. Returns 3 if a check fails."""
    asks = not arguments.without_plugins
    percent = None if arguments.recount is None else _percentage(arguments.recount)
    for option, contradicts in (("repair", arguments.repair), ("without-plugins", not asks)):
        if percent is not None and contradicts:
            raise BadInput(f"--recount and --{option} contradict each other")
    seed = integer_option(arguments, "seed", 0, 2**64 - 1)
    threads = integer_option(arguments, "threads", 1, MAX_THREADS) or len(os.sched_getaffinity(0))
    file = only_word(arguments, "LEDGER")
    if arguments.repair:
        lines = ask(["repair-ledger", file]).output.splitlines()
        write_text("-", "".join(f"{part}\n" for line in lines for part in wrapped(line, width(), 4, breaks_words=True)))
        return 0
    ledger = Ledger(file)
    strategies = Strategies(plugin_words(arguments))
    checks = verified(ledger, strategies if asks else None).checks
    if percent is not None:
        _recount_all(strategies, ledger, percent, 1 if seed is None else seed, threads, checks)
    write_text("-", checks.text(width(), bool(arguments.quiet)))
    return 0 if checks.all_hold else 3


COMMAND = Command(
    name="verify",
    brief="check a ledger",
    summary="Check a ledger with code independent of the code that wrote it; prints one line per check, with --quiet "
            "only those that fail.",
    usage="LEDGER [options]",
    examples=("gridcensus verify cross_validation.ledger", "gridcensus verify cross_validation.ledger --recount 5%",
              "gridcensus verify cross_validation.ledger --repair"),
    options=(
        Option("repair", "", "Set damaged records aside instead of checking; the next run recounts them."),
        Option("recount", "P%", "Recount this share of the units of every run, at least one; equal results are "
                                "recorded in the ledger."),
        Option("seed", "S", "Seed that chooses the units to recount; 1 by default."),
        Option("threads", "N", "Threads to count with; all cores by default."),
        Option("without-plugins", "", "Check only the ledger itself, without calling strategies."),
        *PLUGINS),
    run=run,
    most_words=1)
