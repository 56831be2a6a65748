"""The verdict on a results document, in the words of the screen of `gridcensus run`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gridcensus.results import Results


@dataclass(frozen=True)
class Verdict:
    """A word and its reason: "YES", "9 comparisons agree, 2 invariants hold"."""

    word: str
    reason: str

    @property
    def is_good(self) -> bool:
        """Whether something was compared and everything agrees."""
        return self.word == "YES"

    def __str__(self) -> str:
        return f"{self.word}: {self.reason}"


def verdict_of(results: Results) -> Verdict:
    """Returns the verdict."""
    if not results.runs:
        return Verdict("NOT YET", "no strategy takes any of these problems")
    compared = [each for each in results.comparisons if not each.is_on_invariant]
    invariants = [each for each in results.comparisons if each.is_on_invariant]
    agreeing, disagreeing = sum(each.agrees for each in compared), sum(each.contradicts for each in compared)
    holding, violated = sum(each.agrees for each in invariants), sum(each.contradicts for each in invariants)
    states = [run.state for run in results.runs]
    open_runs = {(each.problem, each.configuration) for each in results.outcomes if each.kind == "unfinished"}
    unfinished = sum(run.state == "stopped" or (run.state == "concluded"
                                                and (run.problem, run.configuration) in open_runs)
                     for run in results.runs)
    broken, failed = states.count("broken"), states.count("failed")
    in_parts = states.count("part_done") + states.count("left")

    def share(number: int, all_of_them: int, noun: str) -> str:
        return f"the only {noun}" if all_of_them == 1 else f"{number} of {all_of_them} {noun}s"

    parts: list[str] = []
    if disagreeing:
        verb = "disagrees" if disagreeing == 1 else "disagree"
        parts.append(f"{share(disagreeing, disagreeing + agreeing, 'comparison')} {verb}")
    if violated:
        parts.append(f"{share(violated, violated + holding, 'invariant')} {_be(violated)} broken")
    if broken:
        parts.append(f"{share(broken, len(states), 'run')} broke a theorem")
    if failed:
        parts.append(f"{share(failed, len(states), 'run')} failed")
    if unfinished:
        parts.append(f"{share(unfinished, len(states), 'run')} {_be(unfinished)} unfinished")
    if in_parts:
        parts.append(f"{share(in_parts, len(states), 'run')} {_be(in_parts)} counted in parts")
    if not disagreeing and agreeing:
        parts.append("1 comparison agrees" if agreeing == 1 else f"{agreeing} comparisons agree")
    elif not disagreeing:
        parts.append(_why_not_compared(results))
    if not violated and holding:
        parts.append("1 invariant holds" if holding == 1 else f"{holding} invariants hold")
    return Verdict(_word(results, disagreeing + violated + broken, failed + unfinished + in_parts, agreeing),
                   ", ".join(parts))


def _word(results: Results, contradictions: int, missing: int, agreeing: int) -> str:
    if contradictions:
        return "NO"
    if missing or "assembled" in results.document:
        return "NOT YET"
    if agreeing:
        return "YES"
    kinds = {each.kind for each in results.outcomes}
    words = {"exact": "COUNTED", "estimate": "ESTIMATED", "approximation": "APPROXIMATED"}
    return next((word for kind, word in words.items() if kind in kinds), "BOUNDED")


def _why_not_compared(results: Results) -> str:
    if "assembled" in results.document or any(run.state not in ("concluded", "failed") for run in results.runs):
        return "nothing was compared yet"
    if all(each.kind == "approximation" for each in results.outcomes):
        return "no error bar to judge by"
    return "nothing to compare with"


def _be(number: int) -> str:
    return "is" if number == 1 else "are"
