#!/usr/bin/env python3
"""reach_test.py BUILD: checks which tests framework/scripts/reach.py finds for some changes, and that each test of
ctest needs something whose change it may notice."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "framework/scripts"))
from reach import PROGRAM_ALONE, BuildGraph, is_near, reached, tests_of

# A change of these files: tests that it must reach, tests that it must not reach, plugins that it must reach.
CHANGES = [
    (["plugins/enumeration/search.cpp"],
     ["enumeration_tests", "agreement", "random_rules", "experiments.latin_squares", "dependencies.symbols"],
     ["exact_cover_tests", "conformance", "engine", "fault_ledger", "docs.blocks"], ["enumeration"]),
    (["plugins/enumeration/tests/laws.cpp"], ["enumeration_tests"], ["agreement", "experiments.latin_squares"], []),
    (["plugins/gap/gap.strategy.yaml"], ["experiments.outside"], ["engine", "third_method.2x4"], []),
    (["framework/mathematics/symmetry_names/symmetry_names.hpp"], ["mathematics", "russell_jarvis_tests"],
     ["enumeration_tests", "fault_merge"], ["burnside_bfs", "russell_jarvis"]),
    (["framework/host/ledger/rows.hpp"],
     ["ledger", "fault_merge", "engine", "conformance", "experiments.latin_squares", "python.results", "shells.manual"],
     ["sdk", "enumeration_tests", "class_table.2x6"], []),
    (["framework/app/show.cpp"], ["end_to_end_commands", "docs.blocks"], ["engine", "ledger"], []),
    (["framework/sdk/rules.cpp"], ["sdk", "engine", "enumeration_tests", "interface.recorded"], ["class_table.2x6"],
     ["enumeration", "ksp"]),
    (["framework/python/gridcensus/results.py"],
     ["python.results", "python.view_export", "exports.read_back", "report.page", "end_to_end_runs", "clusters.slurm",
      "certificates.checker"], ["engine", "ledger"], []),
    (["framework/python/gridcensus/asked/program.py"],
     ["python.asked", "fault_program_runs", "experiments.outside", "end_to_end_runs"], ["engine", "ledger"], []),
    (["framework/data/found_here.yaml"], ["shells.manual"], ["sdk", "enumeration_tests"], []),
    (["tests/support/bench.py"], ["campaign.short", "ledgers.some_features"], ["engine", "certificates.checker"], []),
    (["tests/evidence/lin_table.cpp"], ["evidence.lin_table.6x2"], ["sdk", "class_table.2x6", "third_method.2x4"], []),
    (["tests/evidence/moments.py"], ["exchanged_stacks.2x4", "evidence.signature_classes.4x3"], ["class_table.2x6"], []),
    (["tests/puzzles/bom.txt"], ["grid_reader", "end_to_end_commands"], ["engine", "sdk"], []),
    (["experiments/puzzles.yaml"], ["experiments.puzzles", "schema.second_opinion"], ["experiments.symbols"], []),
    (["docs/rules.md", ".ci/passed"], ["docs.blocks", "docs.named_files"], ["engine", "certificates.checker"], []),
    (["docs/data/essentially_different_2x5.csv.gz"], ["third_method.2x5"], ["engine", "conformance"], []),
    (["framework/python/gridcensus/views/deleted.py"], ["python.view_export", "certificates.checker"], ["engine"], []),
    (["framework/cmake/packages.cmake"], ["docs.named_files"], ["engine", "docs.blocks"], []),
    (["tests/faults/CMakeLists.txt"], ["fault_ledger", "bad_experiments"], ["engine", "enumeration_tests"], []),
]
# A change of this file: tests that it reaches otherwise than through the program, and tests that it does not.
NEAR = [
    ("framework/host/ledger/rows.hpp", ["ledger", "engine", "conformance"], ["docs.blocks", "python.results"]),
    ("framework/app/show.cpp", ["docs.named_files"], ["end_to_end_commands", "engine", "docs.blocks"]),
    ("plugins/enumeration/search.cpp", ["enumeration_tests", "experiments.latin_squares", "agreement"], []),
    ("tests/support/bench.py", ["campaign.short"], []),
    ("CMakeLists.txt", ["docs.blocks"], []),
]
EVERYTHING = ["CMakeLists.txt", "framework/cmake/testing.cmake", "framework/scripts/prepare.sh", "plugins/new.kind"]


def main(build):
    graph = BuildGraph(build, PROGRAM_ALONE)
    tests = tests_of(graph)
    failures = [f"{test.name} needs nothing" for test in tests if not graph.made_from(*test.needs)]
    names = {test.name for test in tests}

    def at_top(file):
        return graph.source / file

    for files, expected, others, plugins in CHANGES:
        found, found_plugins = reached(graph, tests, map(at_top, files))
        found = {test.name for test in found}
        failures += [f"{files}: {name} is not a test" for name in {*expected, *others} - names]
        failures += [f"{files}: {name} is not reached" for name in set(expected) & names - found]
        failures += [f"{files}: {name} is reached" for name in set(others) & found]
        if not {f"lib/gridcensus/plugins/{plugin}.so" for plugin in plugins} <= set(found_plugins):
            failures.append(f"{files}: reaches {found_plugins}, not {plugins}")
    for file, expected, others in NEAR:
        near = {test.name for test in tests if is_near(graph, test, [at_top(file)])}
        failures += [f"{file}: {name} is not near" for name in set(expected) & names - near]
        failures += [f"{file}: {name} is near" for name in near.intersection(others)]
    for file in EVERYTHING:
        if len(reached(graph, tests, [at_top(file)])[0]) != len(tests):
            failures.append(f"{file}: does not reach everything")
    if found := reached(graph, tests, [])[0]:
        failures.append(f"no change reaches {len(found)} tests")
    print("\n".join(failures) or f"{len(CHANGES) + len(EVERYTHING)} changes, {len(tests)} tests")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
