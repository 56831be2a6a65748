"""Compares the counting libraries that each plugin declares with the symbols in the plugin.

symbols.py LIBRARIES_FILE PLUGIN...

The code of each counting library, and of each strategy, is in a namespace of that name (includes.py ensures this). So a
plugin must have the namespaces of the libraries that it declares, and of no other counting library. LIBRARIES_FILE is
described in includes.py.

Code that the compiler inlined completely leaves no symbol, and code that was copied into another namespace has another
name: neither is found.
"""

import pathlib
import re
import subprocess
import sys

from includes import read_libraries


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def declared_by(plugin):
    """Returns the names in the string gridcensus_mathematics, "NAME NAME=QUANTITIES"; none if there is no such symbol."""
    match = re.search(r"^(\w+) (\w+) \w gridcensus_mathematics$", output_of("nm", "-S", plugin), re.MULTILINE)
    if not match:
        return set()
    begin, size = int(match[1], 16), int(match[2], 16)
    dump = output_of("objdump", "-s", f"--start-address={begin}", f"--stop-address={begin + size}", plugin)
    # Lines like " 2010 62616e64 5f726563 75727369 6f6e00    band_recursion.", with five groups if an address is odd.
    parts = re.findall(r"^ [0-9a-f]+ ((?:[0-9a-f]{2,8} ){1,5}) ", dump, re.MULTILINE)
    text = bytes.fromhex("".join(parts)).rstrip(b"\0").decode()
    return {entry.partition("=")[0] for entry in text.split()}


def errors_of(plugin, counting, strategies):
    declared = declared_by(plugin)
    symbols = output_of("nm", "--demangle", "--defined-only", plugin)
    found = set(re.findall(r"\bgridcensus::(\w+)::", symbols))
    if not found and not declared:
        return [f"{plugin}: no symbol of gridcensus: not a plugin, or stripped"]
    foreign = strategies - {pathlib.Path(plugin).stem}
    return [
        *(f"{plugin}: has code of {name} but does not declare it" for name in sorted(found & counting - declared)),
        *(f"{plugin}: declares {name} but has no code of it" for name in sorted(declared - found)),
        *(f"{plugin}: has code of the strategy {name}" for name in sorted(found & foreign)),
    ]


def main():
    libraries_file, *plugins = sys.argv[1:]
    libraries, counting = read_libraries(pathlib.Path(libraries_file).read_text(encoding="utf-8"))
    strategies = {folder.removeprefix("plugins/") for folder in libraries if folder.startswith("plugins/")}
    errors = [error for plugin in plugins for error in errors_of(plugin, set(counting), strategies)]
    print("\n".join(errors) or f"plugins with correct declarations: {len(plugins)}")
    sys.exit(1 if errors or not plugins else 0)


if __name__ == "__main__":
    main()
