#!/usr/bin/env python3
"""Prints the names of the ledgers in a folder that `verify` refutes: refuted.py FOLDER

No strategy is asked, and no value is compared with published ones.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "framework/python"))
from gridcensus.verifier.ledger import Ledger
from gridcensus.verifier.values import Published
from gridcensus.views._verified import verified

for ledger in sorted(pathlib.Path(sys.argv[1]).glob("*.ledger")):
    checks = verified(Ledger(str(ledger)), None, Published(())).checks
    if not checks.all_hold:
        print(ledger.name)
        sys.stderr.write(checks.text(120, is_quiet=True))
