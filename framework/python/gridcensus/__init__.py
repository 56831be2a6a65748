"""gridcensus for Python: runs the program, reads its results, and lets Python programs be strategies.

    import gridcensus

    results = gridcensus.count("2x3", ["enumeration", "band_classes"])
    results.outcome("grids", configuration="enumeration").value    # 28200960
    results.frame("outcomes")                                      # a DataFrame, if pandas is installed
    gridcensus.load("results.json").findings
    gridcensus.sample("3x3", 1000, seed=7)                         # an array of numpy, if it is installed

Strategies in Python: `gridcensus.strategy`. Documentation: docs/python.md.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gridcensus._program import (BadInput, Disagreement, GridcensusError, Incomplete, PluginRefused, ProgramDied,
                                     ProgramNotFound, RunFailed, StorageFailed, find_program)
    from gridcensus.commands import count, run, sample
    from gridcensus.paper import PaperTable
    from gridcensus.records import Verdict
    from gridcensus.results import Results, load
    from gridcensus.sweep import Sweep

__version__ = "1.0.0"
"""The version of the program that this package belongs to."""

__all__ = ["BadInput", "Disagreement", "GridcensusError", "Incomplete", "PaperTable", "PluginRefused",
           "ProgramDied", "ProgramNotFound", "Results", "RunFailed", "StorageFailed", "Sweep", "Verdict", "count",
           "find_program", "load", "run", "sample"]


if not TYPE_CHECKING:  # type checkers then report a wrong name
    def __getattr__(name: str) -> Any:
        """Imports a name on first use: a strategy, which is started in many processes, needs none of them."""
        homes = {"PaperTable": "paper", "Results": "results", "Sweep": "sweep", "Verdict": "records",
                 "count": "commands", "load": "results", "run": "commands", "sample": "commands"}
        if name not in __all__:
            raise AttributeError(f"module 'gridcensus' has no attribute {name!r}")
        return getattr(importlib.import_module(f"gridcensus.{homes.get(name, '_program')}"), name)

    def __dir__() -> list[str]:
        return [*globals(), *__all__]
