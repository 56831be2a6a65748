"""Writes a certificate of the results in a ledger."""

from __future__ import annotations

import sys

from gridcensus import check_certificate
from gridcensus._program import BadInput
from gridcensus._text import pluralise, printable
from gridcensus.verifier.certificate import certificate
from gridcensus.verifier.ledger import Ledger
from gridcensus.verifier.strategies import Strategies
from gridcensus.views._command import (PLUGINS, Arguments, Command, Option, check_place, only_word, plugin_words,
                                       refuse_inputs, width, write_text)
from gridcensus.views._verified import verified


def run(arguments: Arguments) -> int:
    """Writes the certificate. Returns 3 if a check fails, and 4 if a run has not concluded."""
    file = only_word(arguments, "LEDGER")
    if not arguments.output:
        raise BadInput("command line: -o: name the certificate to write: -o FILE")
    refuse_inputs("-o", arguments.output, [file])
    ledger = Ledger(file)
    check_place(arguments.output)
    found = verified(ledger, Strategies(plugin_words(arguments)))
    if not found.checks.all_hold:
        sys.stderr.write(found.checks.text(width()))
        sys.stderr.write("error: the ledger failed these checks; no certificate was written\n")
        return 3
    if not ledger.runs or any(run.conclusion is None for run in ledger.runs):
        sys.stderr.write("error: the ledger has unfinished runs, or none; run its experiment to the end first\n")
        return 4
    write_text(arguments.output, certificate(ledger, found.runs, found.replies))
    if arguments.output != "-":
        place = printable(arguments.output)
        write_text("-", f"{place}: {pluralise(len(found.runs), 'run')}; to check it with Python: python3 "
                        f"{printable(check_certificate.__file__)} {place}\n")
    return 0


COMMAND = Command(
    name="certify",
    brief="write a certificate",
    summary="Write a certificate of the results in a ledger, which others can check without gridcensus.",
    usage="LEDGER -o FILE [options]",
    examples=("gridcensus certify cross_validation.ledger -o certificate.json",),
    options=(Option("output", "FILE", "Certificate to write; - is stdout.", "o"), *PLUGINS),
    run=run,
    most_words=1)
