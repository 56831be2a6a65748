"""Asks strategies again: about units, weights and divisors, what they conclude from a sum, and for counts of units."""

from __future__ import annotations

import contextlib
import hashlib
import heapq
import itertools
import json
import math
import os
import queue
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import factorial
from typing import Any

from gridcensus._numbers import decimal
from gridcensus._program import VARIABLE, GridcensusError, ask, find_program
from gridcensus._text import printable
from gridcensus.verifier.documents import is_stored
from gridcensus.verifier.ledger import Ledger, Malformed, Run, parsed
from gridcensus.verifier.runs import READING_ERRORS, Checks, Concluded, message_of, plain
from gridcensus.verifier.sums import Sums, whole

_units_at_once = 1024
# If a job has more units, the program treats all as alike.
_most_weighed = 1_000_000


class StrategyFailed(Exception):
    """Raised if a strategy fails, or its process ends."""


ERRORS = (*READING_ERRORS, StrategyFailed, OSError)


class Strategies:
    """The plugins and programs of this installation, as the program describes them."""

    def __init__(self, options: Sequence[str]) -> None:
        """`options` are those of the program that name folders of plugins."""
        self._options = options
        self._known: dict[str, Any] = {}

    def description(self, strategy: str) -> Any:
        """Returns what `describe --json` says of a strategy; None if there is none."""
        if strategy not in self._known:
            try:
                known = json.loads(ask(["describe", "--json", "-", "--quiet", *self._options, "--", strategy]).output)
                self._known[strategy] = known if "plugin" in known else None  # a shape has none
            except GridcensusError as error:
                if error.exit_code != 2:
                    raise
                self._known[strategy] = None
        return self._known[strategy]

    def why_not(self, run: Run) -> str:
        """Returns why the strategy that counted a run cannot be asked; empty if it can be."""
        strategy, sha256 = run["strategy"], run["plugin_sha256"]
        known = self.description(strategy)
        if known is None:
            return f"there is no strategy {strategy} here"
        if known["plugin_sha256"] != sha256:
            return (f"the plugin {strategy} here is not the one that counted (SHA-256 "
                    f"{known['plugin_sha256'][:12]}..., not {sha256[:12]}...)")
        return ""

    @contextlib.contextmanager
    def worker(self, run: Run) -> Iterator[Worker]:
        """Starts a process in which the strategy has prepared a run again. Raises one of ERRORS."""
        identity, parameters = json.loads(run["identity"]), json.loads(run["parameters"])
        known = self.description(run["strategy"])
        own = {each["name"]: parameters[each["name"]] for each in known["parameters"]}
        if {each["name"]: own[each["name"]] for each in known["parameters"]
                if not each["speed_only"]} != identity["parameters"]:
            raise Malformed("the parameters are not those of the identity")
        request = {"protocol": 2, "plugin": known["plugin"], "sha256": run["plugin_sha256"],
                   "problem": identity["problem"], "quantities": identity["quantities"],
                   "inputs": identity["inputs"],
                   "parameters": {each["name"]: own[each["name"]] for each in known["parameters"]
                                  if own[each["name"]] != each["default"]}}
        with Worker() as worker:
            worker.units = whole(worker.ask("prepare", **request)["units"])
            worker.context = {"seed": identity.get("seed", "0"), "stream": identity.get("stream", "0")}
            yield worker


class Worker:
    """A process of the program that calls a strategy by the protocol of isolated plugins."""

    def __init__(self) -> None:
        self.units = 0
        self.context: dict[str, str] = {}
        """The seed and the stream of its random numbers."""
        self._number = 0
        self._traits: dict[int, Any] = {}
        self._socket, other = socket.socketpair()
        environment = {name: value for name, value in os.environ.items() if name != VARIABLE}
        # The worker expects the connection as its descriptor 3.
        self._process = subprocess.Popen(["/bin/sh", "-c", 'exec "$0" isolated-worker 3<&0 </dev/null', find_program()],
                                         stdin=other.fileno(), stdout=subprocess.DEVNULL, env=environment,
                                         process_group=0)
        other.close()
        self._lines = self._socket.makefile("r", encoding="utf-8")

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self._lines.close()
        self._socket.close()  # which ends the process, with all that the strategy has started
        self._process.kill()
        self._process.wait()

    def ask(self, call: str, **members: Any) -> Any:
        """Returns the result of a call. Raises StrategyFailed."""
        self._number += 1
        request = {"call": call, "id": str(self._number), **members}
        line = ""
        with contextlib.suppress(OSError):
            self._socket.sendall((json.dumps(request) + "\n").encode())
            line = self._lines.readline()
        if not line:
            code = self._process.wait()
            raise StrategyFailed(f"its process ended by signal {-code}" if code < 0 else
                                 f"its process ended with exit code {code}")
        answer = json.loads(line)
        if "result" not in answer:
            raise StrategyFailed(str(answer.get("broken", answer.get("failed", "it stopped"))))
        return answer["result"]

    def traits(self, unit: int) -> Any:
        """Returns the weight, the sums and the divisors of a unit. Those of its neighbours are kept."""
        first = unit - unit % _units_at_once
        if first not in self._traits:
            count = min(_units_at_once, self.units - first)
            self._traits = {first: self.ask("traits", first=str(first), count=str(count))}
        return self._traits[first][unit - first]

    def count(self, unit: int) -> Any:
        """Returns the tally of a unit."""
        return self.ask("run", unit=str(unit), **self.context)

    def conclude(self, total: Sums, stored: Any, units: int) -> Any:
        """Returns the report on a sum of so many units.

        Integers and tables are those that were added up here. Moments are those that are stored, to the last bit, which
        have been compared with those added up here.
        """
        tally = {"sums": {name: decimal(value) for name, value in total.integers.items()},
                 "tables": {name: grid.to_json() for name, grid in total.grids.items()},
                 "moments": stored.get("moments", {})}
        return self.ask("conclude", tally={name: part for name, part in tally.items() if part}, units=str(units))


@dataclass
class Replies:
    """What a strategy says of a run that the ledger does not have."""

    divisors: list[tuple[int, dict[str, str]]] = field(default_factory=list)
    """The first unit with these divisors, and the divisors, by the names of sums."""
    formulas: dict[str, dict[str, str]] = field(default_factory=dict)
    """By quantity: the outcome is a sum times factorials, as certificates have it."""


class _UnitTraits:
    """Compares what a strategy says of the units with what the ledger has of them."""

    def __init__(self) -> None:
        self.weights = self.divisors = ""
        """The mistakes."""
        self.known: list[tuple[int, dict[str, str]]] = []

    def add(self, unit: int, weight: float, tally: str, traits: Any, is_weighed: bool) -> None:
        """Adds a unit."""
        expected = float(traits["weight"]) if is_weighed else 1.0
        if weight != expected:
            self.weights = self.weights or f"unit {unit} weighs {plain(expected)}, stored is {plain(weight)}"
        declared = dict(sorted(traits.get("divisors", {}).items()))
        if not self.known or self.known[-1][1] != declared:
            self.known.append((unit, declared))
        if not self.divisors and (declared or "sums" in traits):
            self.divisors = self._flaw(unit, parsed(tally).get("sums", {}), declared, traits.get("sums"))

    @staticmethod
    def _flaw(unit: int, sums: Mapping[str, Any], declared: Mapping[str, str], names: Iterable[str] | None) -> str:
        if names is not None and {*names} != {*sums}:
            return (f"unit {unit} has the sums {{{', '.join(sorted(sums))}}}, and the strategy declares "
                    f"{{{', '.join(sorted(names))}}}")
        for name, divisor in declared.items():
            if name in sums and (int(divisor) <= 0 or whole(sums[name]) % int(divisor) != 0):
                return f"unit {unit}: {name} = {sums[name]} is not a multiple of {divisor}"
        return ""


def check_with_strategy(strategies: Strategies, ledger: Ledger, concluded: Concluded, checks: Checks) -> Replies | None:
    """Asks a strategy for its units, and what it concludes from their sum. Returns None if it cannot be asked."""
    run, name = concluded.run, concluded.name
    if reason := strategies.why_not(run):
        checks.not_made(name, f"divisors of units, and the conclusion: {reason}")
        return None
    try:
        with strategies.worker(run) as worker:
            return _replies(worker, ledger, concluded, checks)
    except ERRORS as error:
        checks.fails(name, f"the strategy was asked once more: {message_of(error)}")
        return None


def _replies(worker: Worker, ledger: Ledger, concluded: Concluded, checks: Checks) -> Replies | None:
    run, name = concluded.run, concluded.name
    assert run.size is not None and run.conclusion is not None  # it has concluded
    stored_units = run.size["units"]
    has_all = str(worker.units) == stored_units
    checks.add(name, "the strategy has as many units", "" if has_all else f"{worker.units}, stored is {stored_units}")
    if not has_all:
        return None
    found = _UnitTraits()
    for unit in ledger.units(run):
        if 0 <= unit["unit"] < worker.units:
            found.add(unit["unit"], unit["weight"], unit["tally"], worker.traits(unit["unit"]),
                      worker.units <= _most_weighed)
    checks.add(name, "each unit weighs what the strategy says", found.weights)
    if any(declared for _, declared in found.known):
        checks.add(name, "the divisors that the strategy declares divide the sums of each unit", found.divisors)
    # A strategy is only asked to conclude its own sums.
    if not concluded.is_complete:
        checks.not_made(name, "the conclusion: the units do not give the stored sum")
        return None
    stored = parsed(run.conclusion["total"])
    report = worker.conclude(concluded.total, stored, concluded.units)
    # A strategy may conclude more than it was asked for. The surplus is not stored.
    outcomes = {quantity: value for quantity, value in report["outcomes"].items() if quantity in concluded.quantities}
    checks.add(name, "the strategy concludes the stored outcomes from the sum",
               _first_difference(outcomes, concluded.outcomes))
    if concluded.findings:
        checks.add(name, f"and the {len(concluded.findings)} stored findings", _first_difference(
            *({key: each["value"] for key, each in findings.items()}
              for findings in (report["findings"], concluded.findings))))
    replies = Replies(found.known, _formulas(worker, concluded, stored))
    for quantity, formula in replies.formulas.items():
        checks.holds(name, f"{quantity} = {formula['formula']}")
    return replies


def _first_difference(given: Mapping[str, Any], stored: Mapping[str, Any]) -> str:
    """Returns the first value that differs from the stored one of its name, or that only one side has."""
    for name, value in given.items():
        if name not in stored:
            return f"{name} is not stored"
        if not is_stored(value, stored[name]):
            texts = [json.dumps({key: part for key, part in each.items() if key != "convergence"})
                     for each in (value, stored[name])]
            one, other = (text if len(text) <= 100 else f"{text[:100]}..." for text in texts)
            return f"{name} is {one}, stored is {other}"
    return next((f"{name} is stored, and the strategy does not give it" for name in stored if name not in given), "")


# Formulas.

def _formulas(worker: Worker, concluded: Concluded, stored: Any) -> dict[str, dict[str, str]]:
    """Returns the exact outcomes that are a sum times factorials of the shape.

    To exclude coincidences, the strategy gets twice the sum, and must conclude twice the value.
    """
    formulas: dict[str, dict[str, str]] = {}
    if concluded.problem.rules != "classic":
        return formulas
    for quantity, value in sorted(concluded.exact.items()):
        for name, total in sorted(concluded.total.integers.items()):
            formula = formula_for(*concluded.problem.sides, value, name, total)
            if formula and _is_proportional(worker, concluded, stored, quantity, name):
                formulas[quantity] = formula
                break
    return formulas


def _is_proportional(worker: Worker, concluded: Concluded, stored: Any, quantity: str, name: str) -> bool:
    integers = concluded.total.integers
    twice = Sums({**integers, name: 2 * integers[name]}, concluded.total.samples, concluded.total.grids)
    try:
        report = worker.conclude(twice, stored, concluded.units)
        return is_stored(report["outcomes"][quantity], concluded.outcomes[quantity], factor=2)
    except ERRORS:
        return False  # a sum that breaks a theorem, for one, is more than a factor


def formula_for(rows: int, columns: int, value: int, name: str, total: int) -> dict[str, str] | None:
    """Returns how a sum of this name gives a value, as total * times / divisor; None if there is no such formula.

    Both are products of factorials of the shape. Of several formulas, it is one with few factors.
    """
    if value <= 0 or total <= 0:
        return None
    side = rows * columns
    for divisor in (1, factorial(side)):
        times, rest = divmod(value * divisor, total)
        if rest == 0 and (exponents := _products(rows, columns).get(times)) is not None:
            factors = [f"{n}!" + (f"^{exponent}" if exponent > 1 else "")
                       for n, exponent in sorted(exponents.items(), reverse=True)]
            text = " * ".join([name, *factors]) + (f" / {side}!" if divisor > 1 else "")
            return {"sum": name, "times": decimal(times), "divisor": decimal(divisor), "formula": text}
    return None


def _products(rows: int, columns: int) -> dict[int, dict[int, int]]:
    """Returns the products of factorials that can be numbers of symmetries: by value, the exponents by number."""
    choices = [(n, most) for n, most in ((rows * columns, 1), (rows, columns), (columns, rows), (columns - 1, 1),
                                         (rows - 1, 1)) if n >= 2]  # 0! and 1! are no factors
    found: dict[int, dict[int, int]] = {}
    for exponents in sorted(itertools.product(*(range(most + 1) for _, most in choices)), key=sum):
        product, by_number = 1, dict[int, int]()
        for (n, _), exponent in zip(choices, exponents):
            product *= factorial(n) ** exponent
            if exponent:
                by_number[n] = by_number.get(n, 0) + exponent
        found.setdefault(product, by_number)
    return found


# Recounts.

@dataclass
class Recounted:
    """A unit that was counted again, with the same result."""

    run: Run
    unit: int
    tally: Any
    seconds: float


def units_to_recount(ledger: Ledger, run: Run, percent: float, seed: int) -> list[int]:
    """Returns the units of a run to recount: a share of them, at least one.

    They are those with the smallest hash of seed, run and unit. Nothing else enters, so the choice is unpredictable
    before the seed is chosen, and reproducible afterwards.
    """
    numbers = [unit["unit"] for unit in ledger.units(run)]
    prefix = f"{seed}:{run['identity_sha256']}:"
    wanted = max(1, math.ceil(len(numbers) * percent / 100))
    hashed = ((hashlib.sha256(f"{prefix}{number}".encode()).digest(), number) for number in numbers)
    return sorted(number for _, number in heapq.nsmallest(wanted, hashed))


def recount(strategies: Strategies, ledger: Ledger, run: Run, units: Sequence[int], threads: int,
            on_equal: Callable[[Recounted], None]) -> str:
    """Counts units of a run again, each thread in a process of its own. Returns the first difference, or nothing.

    `on_equal` is called for each unit with the same tally, never twice at once. Raises one of ERRORS.
    """
    left: queue.SimpleQueue[int] = queue.SimpleQueue()
    for number in units:
        left.put(number)
    lock = threading.Lock()
    wrong: dict[int, str] = {}
    failed: list[BaseException] = []

    def work() -> None:
        try:
            with strategies.worker(run) as worker:
                while not failed:
                    number = left.get_nowait()
                    if number >= worker.units:
                        continue
                    begin = time.monotonic()
                    tally = worker.count(number)
                    seconds = time.monotonic() - begin
                    with lock:
                        stored = parsed(ledger.tally(run, number))
                        if tally == stored:
                            on_equal(Recounted(run, number, tally, seconds))
                        else:
                            wrong[number] = _tallies_differ(stored, tally)
        except queue.Empty:
            pass
        except BaseException as error:
            failed.append(error)

    strategies.description(run["strategy"])  # once, not in each thread
    workers = [threading.Thread(target=work) for _ in range(min(threads, len(units)))]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    if failed:
        raise failed[0]
    return f"unit {min(wrong)}: {wrong[min(wrong)]}" if wrong else ""


def _tallies_differ(stored: Any, counted: Any, place: str = "") -> str:
    """Returns the first place at which two tallies differ, with both values."""
    if isinstance(stored, dict) and isinstance(counted, dict):
        for name in sorted({*stored, *counted}):
            if stored.get(name) != counted.get(name):
                return _tallies_differ(stored.get(name), counted.get(name), f"{place}/{name}" if place else name)
    one, other = ("nothing" if each is None else json.dumps(each) for each in (stored, counted))
    return f"{printable(place)}: stored is {one}, counted again {other}"
