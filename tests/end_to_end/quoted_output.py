#!/usr/bin/env python3
"""quoted_output.py PROGRAM DOCUMENT...: what the documents show as output is what the program prints now.

A quote is a line `./run ARGUMENTS`: followed by a block of text, as it is printed in the folder of the document, 80
columns wide. Times differ from run to run, and with them the width of their column; they are left out of the
comparison.
"""

import difflib
import os
import pathlib
import re
import shlex
import subprocess
import sys

QUOTE = re.compile(r"^`\./run ([^`]+)`:\n\n```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def without_times(text):
    """The lines with no times, and with one blank or hyphen for many."""
    text = re.sub(r"\b[\d.]+ (ms|s|min|h)\b(?!\.e\.)", "TIME", text)
    return [re.sub(r"([ -])\1+", r"\1", line).rstrip() for line in text.splitlines()]


def main(program, documents):
    quotes = 0
    for document in documents:
        for arguments, quoted in QUOTE.findall(pathlib.Path(document).read_text(encoding="utf-8")):
            quotes += 1
            printed = subprocess.run([program, *shlex.split(arguments)], capture_output=True, text=True, check=False,
                                     cwd=pathlib.Path(document).parent, env={**os.environ, "COLUMNS": "80"}).stdout
            difference = difflib.unified_diff(without_times(quoted), without_times(printed), document, arguments, lineterm="")
            if text := "\n".join(difference):
                print(text)
                return 1
    print(f"{quotes} quoted outputs")
    return 0 if quotes else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
