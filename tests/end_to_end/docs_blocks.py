#!/usr/bin/env python3
"""docs_blocks.py PROGRAM SOURCE_DIR DOCUMENT...: checks every fenced block of the documents.

| block | check |
|---|---|
| below `<!-- file: PATH -->` | equals that file exactly; other tests compile and run the file |
| below `<!-- walk: NAME -->` | none here: ten_minutes.sh runs it |
| below `<!-- not run: REASON -->` | commands of gridcensus and their options exist; no other check |
| `sh` | runs in its own folder, and exits with 0, or with N below `<!-- exit: N -->` |
| `text` below a line `./run ARGUMENTS`: | equals the program's output, 80 columns wide, except times |
| `yaml` | is an experiment that `gridcensus check` accepts; missing required keys are added |
| `python` | runs in such a folder, too, with the package of framework/python, and exits with 0 |
| `json` | is JSON, and its keys are in a schema of the program |

Any other block is an error, so a new block is checked or has a reason why not. The folder of an `sh` block has the
experiment of the README as question.yaml, its ledger and its results, under each name that the docs use, and the
experiments of the repository. A sampler's limit in seconds becomes one in samples, because the load of the machine is
unknown.
"""

import difflib
import functools
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile

LEDGERS = ["question", "x", "a", "b", "cross_validation", "two_by_n"]
DOCUMENTS = ["results", "x", "b", "monday", "tuesday"]
SECONDS = 60  # far more than any block takes, on a busy machine too
MARK = re.compile(r"^<!-- (file|walk|not run|exit): (.+) -->$")
QUOTE = re.compile(r"^`\./run ([^`]+)`:$")
# The required keys of an experiment that an excerpt may leave out.
REST = {"title": "title: A piece", "problems": "problems: [{shape: 2x2}]",
        "strategies": "strategies: {enumeration: {}}"}


class Wrong(Exception):
    """An error in a block."""


class Block:
    """A fenced block: its language, its text, its first line, and the mark or line of text above it."""

    def __init__(self, document, number, language, lines, above):
        self.where, self.language, self.above = f"{document}:{number}", language, above
        self.text = "\n".join(lines) + "\n"
        mark = MARK.match(above)
        self.mark, self.says = mark.groups() if mark else ("", "")


def blocks_of(document, name):
    """Returns the blocks of a document in order. An unclosed block is an error, because it would extend to the end."""
    block, above = None, ""
    for number, line in enumerate(document.read_text(encoding="utf-8").splitlines(), 1):
        fence = re.match(r"^ *```(.*)$", line)
        if block is None and fence:
            block = (number, fence[1], [])
        elif block and fence and not fence[1]:
            yield Block(name, *block, above)
            block = None
        elif block:
            block[2].append(line)
        if line.strip() and not block:
            above = line
    if block:
        raise Wrong(f"{name}:{block[0]}: the block is not closed")


def without_times(text):
    """Returns the lines without times, and with runs of blanks or hyphens reduced to one."""
    text = re.sub(r"\b[\d.]+ (ms|s|min|h)\b(?!\.e\.)", "TIME", text)
    return [re.sub(r"([ -])\1+", r"\1", line).rstrip() for line in text.splitlines()]


def must_be_equal(wanted, found, name):
    difference = difflib.unified_diff(wanted, found, "the document", name, lineterm="")
    if text := "\n".join(difference):
        raise Wrong(text)


def keys_of(value):
    """Returns all keys of a JSON value, at any depth."""
    if isinstance(value, dict):
        return set(value).union(*map(keys_of, value.values()))
    return set().union(*map(keys_of, value)) if isinstance(value, list) else set()


class Checker:
    def __init__(self, program, source, folder):
        self.program, self.source, self.folder = program, source, folder
        # The interpreter of this script starts faster than a script that looks for one.
        path = f"{folder / 'bin'}:{pathlib.Path(sys.executable).parent}:{os.environ['PATH']}"
        self.environment = {**os.environ, "COLUMNS": "80", "PATH": path}
        self.environment = {k: v for k, v in self.environment.items() if not k.startswith("GRIDCENSUS_")}

    def run(self, *command, **options):
        # In its own process group, so a block that takes too long leaves no process behind.
        with subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=self.environment,
                              stdin=subprocess.DEVNULL, start_new_session=True, **options) as child:
            try:
                stdout, stderr = child.communicate(timeout=SECONDS)
            except subprocess.TimeoutExpired as error:
                os.killpg(child.pid, signal.SIGKILL)
                raise Wrong(f"not finished after {SECONDS} s; mark longer blocks as not run") from error
        return subprocess.CompletedProcess(command, child.returncode, stdout, stderr)

    def make_home(self, experiment):
        """Creates the files that every sh block finds in its folder."""
        (self.folder / "bin").mkdir()
        (self.folder / "bin" / "gridcensus").symlink_to(self.program)
        home = self.folder / "home"
        home.mkdir()
        (home / "run").symlink_to(self.program)
        (home / "experiments").symlink_to(self.source / "experiments")
        (home / "check_certificate.py").symlink_to(self.source / "framework/python/gridcensus/check_certificate.py")
        (home / "question.yaml").write_text(experiment, encoding="utf-8")
        made = self.run(self.program, "run", "question.yaml", "--quiet", "--json", "results.json", cwd=home)
        if made.returncode:
            raise Wrong(f"the experiment of the README ends with {made.returncode}: {made.stderr}")
        for kind, names, first in (("ledger", LEDGERS, "question"), ("json", DOCUMENTS, "results")):
            for name in names:
                if name != first:
                    shutil.copy(home / f"{first}.{kind}", home / f"{name}.{kind}")

    @functools.cache
    def help_of(self, command):
        return self.run(self.program, command, "--help")

    def check_options(self, text):
        """Checks that the commands and options of a block that is not run exist."""
        text = re.sub(r"(^|\s)#.*", "", text.replace("\\\n", " "), flags=re.MULTILINE)
        calls = re.findall(r"(?:^|[|;&])\s*(?:\S*/)?(?:gridcensus|run) ([a-z]\S*)([^\n|;&]*)", text, re.MULTILINE)
        for command, rest in calls:
            known = self.help_of(command)
            if known.returncode:
                raise Wrong(f"no command {command}")
            for option in re.findall(r"(?<=\s)--[a-z][a-z-]*", rest):
                if not re.search(rf"(?<!\S){option}(?![a-z-])", known.stdout):
                    raise Wrong(f"gridcensus {command} has no option {option}")

    def check_python(self, block):
        with tempfile.TemporaryDirectory(dir=self.folder) as here:
            shutil.copytree(self.folder / "home", here, symlinks=True, dirs_exist_ok=True)
            ran = self.run("env", f"PYTHONPATH={self.source / 'framework/python'}", "PYTHONDONTWRITEBYTECODE=1",
                           f"GRIDCENSUS_PROGRAM={self.program}", sys.executable, "-c", block.text, cwd=here)
        if ran.returncode:
            raise Wrong(f"ends with {ran.returncode}: {ran.stderr[-2000:]}")

    def check_sh(self, block):
        with tempfile.TemporaryDirectory(dir=self.folder) as here:
            shutil.copytree(self.folder / "home", here, symlinks=True, dirs_exist_ok=True)
            # A block with a longer time limit has far slower samples.
            text = re.sub(r"\bseconds=(\d+)", lambda found: f"samples={200_000 // int(found[1]) ** 2}", block.text)
            ran = self.run("bash", "-euo", "pipefail", "-c", text, cwd=here)
        wanted = int(block.says) if block.mark == "exit" else 0
        if ran.returncode != wanted:
            raise Wrong(f"ends with {ran.returncode}, not {wanted}: {ran.stderr[-2000:]}")

    def check_yaml(self, block):
        keys = re.findall(r"^(\w+):", block.text, re.MULTILINE)
        text = block.text + "".join(f"{line}\n" for key, line in REST.items() if key not in keys)
        file = self.folder / "block.yaml"
        file.write_text(text, encoding="utf-8")
        checked = self.run(self.program, "check", str(file))
        if checked.returncode:
            raise Wrong(checked.stderr)

    def check_json(self, block):
        try:
            keys = keys_of(json.loads(block.text))
        except json.JSONDecodeError as error:
            raise Wrong(str(error)) from error
        known = self.run(self.program, "schema", "--results").stdout
        if unknown := [key for key in sorted(keys) if f'"{key}"' not in known]:
            raise Wrong(f"keys that are in no results document: {', '.join(unknown)}")

    def check_output(self, block):
        quote = QUOTE.match(block.above)
        if not quote:
            raise Wrong("a text block needs a line `./run ARGUMENTS`: above it, or a mark with the reason why it is "
                        "not compared")
        printed = self.run(self.program, *shlex.split(quote[1]), cwd=self.source)
        must_be_equal(without_times(block.text), without_times(printed.stdout), f"./run {quote[1]}")

    def check(self, block):
        if block.mark == "file":
            file = self.source / block.says
            if not file.is_file():
                raise Wrong(f"no file {block.says}")
            must_be_equal(block.text.splitlines(), file.read_text(encoding="utf-8").splitlines(), block.says)
        elif block.mark == "not run":
            self.check_options(block.text)
        elif block.mark != "walk":
            checks = {"sh": self.check_sh, "python": self.check_python, "yaml": self.check_yaml,
                      "json": self.check_json, "text": self.check_output}
            if block.language not in checks:
                raise Wrong(f"a block of {block.language or 'no language'} is not checked; put a line "
                            "<!-- file: PATH --> or <!-- not run: REASON --> above it")
            checks[block.language](block)


def main(program, source, documents):
    source = pathlib.Path(source).resolve()
    blocks, wrong = [], []
    for document in documents:
        blocks += blocks_of(source / document, document)
    first = next(b for b in blocks_of(source / "README.md", "README.md") if b.language == "yaml")
    with tempfile.TemporaryDirectory() as folder:
        checker = Checker(program, source, pathlib.Path(folder))
        checker.make_home(first.text)
        for block in blocks:
            try:
                checker.check(block)
            except Wrong as error:
                wrong.append(f"{block.where}: {error}")
    print("\n".join(wrong))
    print(f"{len(wrong)} of {len(blocks)} blocks are wrong")
    return 1 if wrong or not blocks else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
