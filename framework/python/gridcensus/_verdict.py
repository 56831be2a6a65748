"""The verdict of a results document, from its evidence."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Verdict:
    """A word and its reason: "YES", "9 comparisons agree, 2 invariants hold."."""

    word: str
    reason: str

    @property
    def is_good(self) -> bool:
        """True if something was compared and everything agrees."""
        return self.word == "YES"

    def __str__(self) -> str:
        return f"{self.word}. {self.reason}"


def verdict_of(evidence: tuple[str, ...]) -> Verdict:
    """Returns the verdict, which is the first line of the evidence."""
    if not evidence:
        return Verdict("UNKNOWN", "The document has no evidence.")
    word, _, reason = evidence[0].partition(". ")
    return Verdict(word, reason)
