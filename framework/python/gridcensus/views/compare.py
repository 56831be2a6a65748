"""Compares two results: values, times and what changed."""

from __future__ import annotations

from typing import Any

from gridcensus._program import BadInput
from gridcensus._text import pluralise, grouped, printable, wrapped
from gridcensus.views._command import JSON, Arguments, Command, all_words, answer, documents, note, refuse_inputs
from gridcensus.views._difference import Difference, Document, difference_of
from gridcensus.views._judge import Judgement

COLUMNS = 80
MAX_LISTED = 8


def text_of(left: Document, right: Document, found: Difference) -> str:
    """Returns the verdict, then the differences, for 80 columns."""
    lines = [*_verdict_lines(found), *_disagreements(found), "", *_document_lines(left), *_document_lines(right), "",
             *_after("Times    ", _times_text(found))]
    # A limit in seconds causes this, and another processor can.
    lines += _listed("Redrawn  ", found.not_repeated, "different values from the same seed, parameters and plugin, ")
    label = "Changed  "
    if not found.changes:
        lines.append(f"{label}nothing but the date")
    for change in found.changes:
        what, before, after = map(printable, change)
        lines += _after(label, f"{what}: {before} -> {after}", 2)
        label = " " * len(label)
    lines += [*_listed("Only in A  ", found.only_a), *_listed("Only in B  ", found.only_b)]
    return "\n".join(lines) + "\n"


def _after(label: str, text: str, hanging: int = 0) -> list[str]:
    """Returns the words after a label, in lines that are aligned with the first word."""
    lines = wrapped(text, COLUMNS - len(label), hanging)
    return [(label if place == 0 else " " * len(label)) + line for place, line in enumerate(lines)]


def _verdict_lines(found: Difference) -> list[str]:
    differing = found.count("disagree")
    headline = f"DISAGREE: {pluralise(differing, 'value differs', 'values differ')}" if differing else "AGREE"
    farthest = max((abs(judgement.z or 0) for _, _, judgement in found.comparisons
                    if judgement.verdict == "consistent"), default=0)
    within = "within their errors" + (f" (at most {farthest:.1f} standard errors)" if farthest else "")
    identical = "estimate or bound identical" if found.identical == 1 else "estimates or bounds identical"
    counts = [f"{number} {what}" for number, what in (
        (found.count("equal"), "exact and equal"), (found.identical, identical), (found.count("consistent"), within),
        (found.count("not comparable"), "not comparable")) if number]
    return wrapped(headline + (f". {', '.join(counts)}" if counts else "") + ".", COLUMNS)


def _disagreements(found: Difference) -> list[str]:
    most = 20
    lines: list[str] = []
    differing = [each for each in found.comparisons if each[2].verdict == "disagree"]
    for subject, names, judgement in differing[:most]:
        apart = "" if judgement.z is None else f": {abs(judgement.z):.1f} standard errors apart"
        lines.append(f"  {printable(subject)}{apart}")
        for letter, name, value in zip("AB", names, judgement.values):
            lines.append(f"    {letter} {printable(name[:-5])}: {printable(grouped(value))}")
        if judgement.note:
            lines += _after("    ", printable(judgement.note))
    return lines + ["  ... (--json lists all)"] * (len(differing) > most)


def _experiment(document: Document, between: str) -> str:
    return f"{document.experiment.get('file', '')}{between} {document.experiment.get('seed', '')}"


def _document_lines(document: Document) -> list[str]:
    host = document.produced.get("host")
    text = (f"{document.file}: {_experiment(document, ', seed')}, {document.produced.get('date', '')}"
            + (f" on {host}" if host else ""))
    return _after(f"{document.letter}  ", printable(text))


def _times_text(found: Difference) -> str:
    if not found.ratios:
        return "no run was timed in both" + ("; one has copies of the other's times" if found.copies else "")
    mean = "" if len(found.ratios) == 1 else "geometric mean of "
    return f"B takes {found.ratio:.3g} of A's time ({mean}{pluralise(len(found.ratios), 'run')})"


def _listed(label: str, names: list[str], what: str = "") -> list[str]:
    if not names:
        return []
    more = "; ... (--json lists all)" if len(names) > MAX_LISTED else ""
    return _after(label, f"{what}{len(names)}: {'; '.join(map(printable, names[:MAX_LISTED]))}{more}")


def json_of(found: Difference) -> dict[str, Any]:
    """Returns everything that was found."""
    times: dict[str, Any] = {"runs": len(found.ratios), "copies": found.copies}
    if found.ratios:
        times["ratio"] = found.ratio
    return {"exit": found.exit_code, "confidence": found.confidence, "identical": found.identical,
            "comparisons": [_json_of(*each) for each in found.comparisons], "not_repeated": found.not_repeated,
            "changes": [{"what": what, "a": before, "b": after} for what, before, after in found.changes],
            "only_a": found.only_a, "only_b": found.only_b, "times": times}


def _json_of(subject: str, names: tuple[str, str], judgement: Judgement) -> dict[str, Any]:
    sides = [{"name": name, "value": value} for name, value in zip(names, judgement.values)]
    entry: dict[str, Any] = {"subject": subject, "verdict": judgement.verdict, "a": sides[0], "b": sides[1]}
    if judgement.z is not None:
        entry["z"] = judgement.z
    if judgement.p_value is not None:
        entry["p_value"] = judgement.p_value
    if judgement.note:
        entry["note"] = printable(judgement.note)
    return entry


def _last_of(file: str, letter: str, arguments: Arguments) -> Document:
    """Returns the last of a file's documents."""
    found = documents([file])
    document = Document(file, letter, found[-1])
    if len(found) > 1:
        note(arguments, f"{file} has {len(found)} experiments; the last is compared: "
                        f"{_experiment(document, ' with seed')}")
    return document


def run(arguments: Arguments) -> int:
    """Compares the files, and returns the exit code."""
    files = all_words(arguments, "FILE")
    if len(files) != 2:
        raise BadInput(f"command line: expected two files to compare (ledgers or results documents); got {len(files)}")
    refuse_inputs("--json", arguments.json, files)
    left, right = (_last_of(file, letter, arguments) for file, letter in zip(files, "AB"))
    found = difference_of(left, right)
    answer(arguments, text_of(left, right, found), json_of(found))
    return found.exit_code


COMMAND = Command(
    name="compare",
    brief="two results",
    summary="Compare two results: values, times and what changed.",
    usage="A B [options]",
    examples=("gridcensus compare yesterday.json cross_validation.ledger",
              "gridcensus compare one_machine.ledger another.ledger --json -"),
    options=(JSON,),
    run=run)
