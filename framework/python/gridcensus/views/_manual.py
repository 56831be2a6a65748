"""Writes the manual page from the declarations of all commands."""

from __future__ import annotations

from gridcensus.views import _command, _declarations
from gridcensus.views._command import Command, Option

DESCRIPTION = r"""
.SH NAME
gridcensus \- count completed Sudoku grids by independent strategies and compare all answers
.SH SYNOPSIS
.B gridcensus
.I COMMAND
.RI [ arguments ]
.SH DESCRIPTION
Strategies count grids, bands and classes for boxes of any shape, exactly or as estimates with errors.
All answers are compared with each other and with published values.
Results go to standard output, everything else to standard error.
.SH OPTIONS
.TP
\fB\-V\fR, \fB\-\-version\fR
Print the version, and the toolchain that plugins need.
.PP
Every command also has:
"""
END = r""".SH FILES
.TP
.I NAME.ledger
The ledger of the experiment NAME.yaml: its results and finished units, from which a run resumes.
.SH SEE ALSO
The pages in share/doc/gridcensus/docs of the installation; start with README.md.
"""


def manual_page() -> str:
    """Returns the manual page, in the language of roff."""
    declared = _declarations.of_program()
    text = f'.TH GRIDCENSUS 1 "" "gridcensus {declared["version"]}" "User Commands"' + DESCRIPTION
    text += "".join(map(_entry, _command.SHARED))
    for group in declared["groups"]:
        text += f".SH {group['title'].upper()}\n"
        commands = [_declarations.command(name, declared) for name in group["names"]]
        text += "".join(_section(command) for command in commands if command)
    text += ".SH ENVIRONMENT\nUsed if neither the option nor the experiment file has a value:\n"
    text += "".join(f".TP\n.B {variable}\nsets \\fB\\-\\-{_roff(option)}\\fR\n"
                    for variable, option in declared["environment"])
    text += ".SH EXIT STATUS\n" + "".join(f".TP\n.B {code}\n{meaning}\n" for code, meaning in declared["exit_codes"])
    return text + END


def _roff(text: str) -> str:
    """Returns the text of a line with the characters escaped that roff would interpret."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return f"\\&{escaped}" if text.startswith(".") else escaped


def _entry(option: Option) -> str:
    letter = rf"\fB\-{option.letter}\fR, " if option.letter else ""
    value = rf" \fI{_roff(option.value_name)}\fR" if option.value_name else ""
    repeatable = " Repeatable." if option.often else ""
    return f".TP\n{letter}\\fB\\-\\-{_roff(option.name)}\\fR{value}\n{_roff(option.help + repeatable)}\n"


def _section(command: Command) -> str:
    entries = "".join(map(_entry, command.options))
    text = f'.SS "gridcensus {_roff(command.name)} {_roff(command.usage)}"\n{_roff(command.summary)}\n{entries}'
    if command.examples:
        text += ".PP\nExamples:\n.nf\n" + "".join(f"{_roff(example)}\n" for example in command.examples) + ".fi\n"
    return text
