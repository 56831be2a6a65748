#!/usr/bin/env python3
"""Prints the binary interface between program and plugins as text, and checks whether it may change like this.

    interface.py BUILD_DIR [--compiler CXX] [--renew]

Compiles the headers of the SDK with all debug information, reads it with abidw (libabigail), and writes for each type
and function in the namespace gridcensus everything that a compiled plugin relies on: sizes, offsets and types of
members, places in the virtual table, values of enumerators, symbols of the library. framework/sdk/interface.txt is the
record of it. Within one interface number (GRIDCENSUS_API) types, functions and enumerators may be added; existing ones
may not be removed, change or grow, because that would break plugins built earlier. No tool can check that functions
still mean the same: docs/write-a-strategy.md.

Exit code 0: as recorded. 1: the record is old, and --renew writes it. 3: the interface changed, but its number did not;
--renew refuses that, too.
"""

import argparse
import functools
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECORD = ROOT / "framework/sdk/interface.txt"
HEADERS = ROOT / "framework/include/gridcensus"


def interface_number():
    text = (HEADERS / "plugin.hpp").read_text(encoding="utf-8")
    return int(re.search(r"^#define GRIDCENSUS_API (\d+)$", text, re.MULTILINE)[1])


def compile_sdk(build_dir, compiler, folder):
    """Compiles the headers of the SDK as one library, with the debug information of every type, used or not.

    The symbols come from the built library.
    """
    source = folder / "sdk.cpp"
    source.write_text("".join(f'#include "{file}"\n' for file in sorted(HEADERS.glob("*.hpp"))), encoding="utf-8")
    library = folder / "sdk.so"
    subprocess.run(
        [compiler, "-std=c++20", "-g", "-O0", "-fPIC", "-shared", "-fno-eliminate-unused-debug-types",
         "-femit-class-debug-always", f"-I{HEADERS.parent}", f"-I{ROOT}/framework",
         f"-I{build_dir}/generated", source, "-o", library],
        check=True)
    return library


def read_abi(library, folder):
    abi = folder / "sdk.abi"
    subprocess.run(["abidw", "--load-all-types", "--no-show-locs", "--out-file", abi, library], check=True)
    return ElementTree.parse(abi).getroot()


def declarations(node, names):
    """Yields each declaration below a node that has its own name, with that name."""
    for child in node:
        if child.tag in ("abi-instr", "abi-corpus"):
            yield from declarations(child, [])
        elif child.tag == "namespace-decl":
            yield from declarations(child, [*names, child.get("name")])
        elif child.tag in ("class-decl", "enum-decl", "union-decl") and child.get("name"):
            yield "::".join([*names, child.get("name")]), child
            if child.tag == "class-decl":
                for member in child.findall("member-type"):
                    yield from declarations(member, [*names, child.get("name")])


class Types:
    """Names of types by their ids."""

    def __init__(self, root):
        self.by_id = {node.get("id"): node for node in root.iter() if node.get("id")}

    def name(self, type_id):
        node = self.by_id.get(type_id)
        if node is None:
            return "?"
        if node.tag == "pointer-type-def":
            return self.name(node.get("type-id")) + "*"
        if node.tag == "reference-type-def":
            return self.name(node.get("type-id")) + "&"
        if node.tag == "qualified-type-def":
            return "const " + self.name(node.get("type-id"))
        if node.tag == "typedef-decl":
            return self.name(node.get("type-id"))
        return node.get("name") or node.tag


def lines_of(name, node, types):
    if node.tag == "enum-decl":
        for enumerator in node.findall("enumerator"):
            yield f"{name}::{enumerator.get('name')} = {enumerator.get('value')}"
        return
    yield f"{name}: {node.get('size-in-bits')} bits"
    for base in node.findall("base-class"):
        yield f"{name}: base {types.name(base.get('type-id'))} at {base.get('layout-offset-in-bits')}"
    for member in node.findall("data-member"):
        variable = member.find("var-decl")
        if member.get("static") != "yes":
            offset = member.get("layout-offset-in-bits")
            yield f"{name}::{variable.get('name')} at {offset}: {types.name(variable.get('type-id'))}"
    for member in node.findall("member-function"):
        place = member.get("vtable-offset")
        if place is not None and member.get("destructor") != "yes":
            function = member.find("function-decl")
            yield f"{name}::{function.get('name')} is virtual {place}: {function.get('mangled-name')}"


@functools.cache
def header_text():
    return "".join(file.read_text(encoding="utf-8") for file in HEADERS.glob("*.hpp"))


def is_interface(name):
    """Returns true for a name of the namespace that is defined in a header, but not for the content of an unnamed
    namespace, nor for what each plugin instantiates itself."""
    if not name.startswith("gridcensus::") or "::::" in name or "<" in name:
        return False
    return bool(re.search(rf"\b(class|struct|union|enum)\s+{name.split('::')[-1]}\b[^;{{]*{{", header_text()))


def record(build_dir, compiler):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        library = compile_sdk(build_dir, compiler, folder)
        root = read_abi(library, folder)
    types = Types(root)
    lines = set()
    for full_name, node in declarations(root, []):
        if is_interface(full_name) and node.get("is-declaration-only") != "yes":
            lines.update(lines_of(full_name, node, types))
    # The symbols that the built library provides to plugins; instantiated templates of other libraries are not ours.
    symbols = subprocess.run(["nm", "-D", "--defined-only", f"{build_dir}/lib/gridcensus/libgridcensus_sdk.so"],
                             check=True, capture_output=True, text=True).stdout
    for symbol in re.findall(r" [TDRBV] (_Z\w+)$", symbols, re.MULTILINE):
        if re.match(r"_Z(N[KVRO]*|T[VIS]N)10gridcensus", symbol):
            lines.add(f"symbol {symbol}")
    return [f"interface {interface_number()}", *sorted(lines)]


def breaks(then, now):
    """Returns the lines by which a plugin built earlier can notice the difference."""
    gone = set(then) - set(now)
    classes = {line.rpartition(":")[0] for line in then if line.endswith(" bits")}
    grown = set()
    for line in set(now) - set(then):
        member = re.match(r"gridcensus::(.+)::\w+ (at|is virtual) ", line)
        if member and f"gridcensus::{member[1]}" in classes:
            grown.add(line)
    return gone, grown


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build_dir")
    parser.add_argument("--compiler", default="c++")
    parser.add_argument("--record", type=pathlib.Path, default=RECORD)
    parser.add_argument("--renew", action="store_true")
    arguments = parser.parse_args()

    now = record(arguments.build_dir, arguments.compiler)
    then = arguments.record.read_text(encoding="utf-8").splitlines() if arguments.record.exists() else [now[0]]
    if then == now:
        return 0
    gone, grown = breaks(then, now)
    if then[0] == now[0] and (gone or grown):
        print(f"The interface changed under plugins that are built ({now[0]}). Undo it, or raise GRIDCENSUS_API:")
        print("\n".join([*sorted("- " + line for line in gone), *sorted("+ " + line for line in grown)]))
        return 3
    if arguments.renew:
        arguments.record.write_text("\n".join(now) + "\n", encoding="utf-8")
        return 0
    print("\n".join(sorted("+ " + line for line in set(now) - set(then))))
    print(f"The record of the interface is old. Renew it: {pathlib.Path(__file__).name} BUILD_DIR --renew")
    return 1


if __name__ == "__main__":
    sys.exit(main())
