"""gridcensus for Python: runs the program, reads its results, and lets Python programs be strategies.

    import gridcensus

    results = gridcensus.count("2x3", ["enumeration", "band_classes"])
    results.outcome("grids", configuration="enumeration").value    # 28200960
    results.frame("outcomes")                                      # a DataFrame, if pandas is installed
    gridcensus.load("results.json").findings
    gridcensus.sample("3x3", 1000, seed=7)                         # an array of numpy, if it is installed

`gridcensus.strategy` is for strategies in Python, docs/python.md for all of it.
"""

from gridcensus._program import (BadInput, Disagreement, GridcensusError, Incomplete, PluginRefused, ProgramDied,
                                 ProgramNotFound, RunFailed, StorageFailed, find_program)
from gridcensus._verdict import Verdict
from gridcensus.commands import count, run, sample
from gridcensus.results import Results, load

__all__ = ["BadInput", "Disagreement", "GridcensusError", "Incomplete", "PluginRefused", "ProgramDied",
           "ProgramNotFound", "Results", "RunFailed", "StorageFailed", "Verdict", "count", "find_program", "load",
           "run", "sample"]
