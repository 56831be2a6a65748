"""Commands of `gridcensus` that view results and write files: each module is the command of its name, `_` for `-`.

A module has COMMAND, a `gridcensus.views._command.Command`.
"""
