"""Checks experiment files with the emitted JSON Schema, by third-party implementations of YAML and JSON Schema.

schema_check.py PROGRAM GOOD_FOLDER BAD_FILE...

Every *.yaml of GOOD_FOLDER must be valid, and every BAD_FILE must not be. Exits with 77 (skipped) if a module is
missing.
"""

import json
import pathlib
import re
import subprocess
import sys

try:
    import jsonschema
    import yaml
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)


class PlainLoader(yaml.SafeLoader):
    """YAML as the program reads it: no dates, no octal numbers, and only true and false are booleans."""


PlainLoader.yaml_implicit_resolvers = {}
PlainLoader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(true|false)$"), "tf")
PlainLoader.add_implicit_resolver("tag:yaml.org,2002:null", re.compile("^(~|null|)$"), ["~", "n", ""])
PlainLoader.add_implicit_resolver(
    "tag:yaml.org,2002:int", re.compile("^(0|-?[1-9][0-9]*)$"), list("-0123456789")
)
PlainLoader.add_implicit_resolver(
    "tag:yaml.org,2002:float",
    re.compile(r"^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$"),
    list("-0123456789"),
)


def errors_of(validator, file):
    try:
        document = yaml.load(file.read_text(encoding="utf-8"), Loader=PlainLoader)
    except (yaml.YAMLError, ValueError) as error:
        return [str(error)]
    return [error.message for error in validator.iter_errors(document)]


def main():
    program, good_folder, *bad = sys.argv[1:]
    schema = json.loads(subprocess.run([program, "schema"], check=True, capture_output=True, text=True).stdout)
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    failures = 0
    good = sorted(pathlib.Path(good_folder).glob("*.yaml"))
    if not good:
        sys.exit(f"no experiment files in {good_folder}")
    for file in good:
        for message in errors_of(validator, file):
            print(f"{file}: the schema refuses a good file: {message}")
            failures += 1
    for file in map(pathlib.Path, bad):
        if not errors_of(validator, file):
            print(f"{file}: the schema accepts a bad file")
            failures += 1
    sys.exit(1 if failures else 0)


main()
