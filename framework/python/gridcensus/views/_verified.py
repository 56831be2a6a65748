"""Makes all checks of a ledger, for `verify` and `certify`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

from gridcensus._program import data_file
from gridcensus.verifier.documents import check_documents, declared_bases
from gridcensus.verifier.ledger import Ledger
from gridcensus.verifier.runs import READING_ERRORS, Checks, Concluded, check_rows, check_sums, message_of
from gridcensus.verifier.strategies import Replies, Strategies, check_with_strategy
from gridcensus.verifier.theorems import check_theorems
from gridcensus.verifier.values import Published, check_values

@dataclass
class Verified:
    """The result of verifying a ledger."""

    checks: Checks
    runs: Sequence[Concluded]
    replies: dict[int, Replies]
    """By id() of a run, if its strategy could be asked."""


def verified(ledger: Ledger, strategies: Strategies | None, published: Published | None = None) -> Verified:
    """Makes every check. Without strategies, none is asked. Published values are those of the data files by default."""
    sys.set_int_max_str_digits(0)  # counts may be long
    checks = Checks()
    check_rows(ledger, checks)
    runs = [found for run in ledger.runs if (found := check_sums(ledger, run, checks))]
    bases = declared_bases(ledger)
    replies = {}
    for concluded in runs:
        if strategies is None:
            checks.not_made(concluded.name, "divisors of units, and the conclusion: no strategy was asked")
        elif reply := check_with_strategy(strategies, ledger, concluded, checks):
            replies[id(concluded)] = reply
        try:
            check_theorems(concluded, bases, checks)
        except READING_ERRORS as error:
            checks.fails(concluded.name, f"a value cannot be read: {message_of(error)}")
    if published is None:
        published = _published(checks)
    check_values(runs, published, checks)
    check_documents(ledger, runs, published, bases, checks)
    return Verified(checks, runs, replies)


def _published(checks: Checks) -> Published:
    """Returns the published values, which need the package yaml."""
    from gridcensus.views import _known

    try:
        known = _known.read_known(data_file(""))
    except ModuleNotFoundError:
        checks.not_made("ledger", "published values: they are YAML, and this Python lacks the package yaml "
                        "(Debian: apt install python3-yaml)")
        return Published(())
    return Published([(each.name, each.problem, each.value) for each in known.values
                      if each.value is not None and not each.contested_by])
