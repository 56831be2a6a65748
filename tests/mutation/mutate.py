#!/usr/bin/env python3
"""Mutation testing: makes small changes in code that counts or hosts, and lists those that no test detects.

    tests/mutation/mutate.py --work /var/tmp/mutants              # 200 mutants of seed 1; stop and resume at any time
    tests/mutation/mutate.py --work /var/tmp/mutants --mutants 0  # the results so far

It works on a clone of HEAD in the work folder and never touches the repository. Needs git and the requirements of
./test. The mutants depend on the sources and the seed alone. The results are a line of JSON for each mutant; delete the
line to judge a mutant again, for example after adding a test. A mutant survives if every test that its file can reach
has passed. The slow tests that are not its own may run on mutants of several files together.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import re
import subprocess
import sys

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "framework/scripts"))
from reach import BuildGraph

AREAS = {  # area: (share of the mutants, folders)
    "strategies": (0.50, ["plugins"]),
    "mathematics": (0.12, ["framework/mathematics"]),
    "SDK": (0.12, ["framework/sdk", "framework/include/gridcensus"]),
    "host": (0.26, ["framework/host"]),
}
# Code that neither counts nor hosts: benchmarks, tests, and the text of the reference.
NOT_MUTATED = re.compile(r"/tests/|benchmarks\.cpp$|form_reference\.cpp$")
# Some read the sources, so any change may fail them. The browser of the other needs more address space than a mutant
# may use.
NOT_RUN = re.compile(r"^(docs\.named_files$|dependencies\.|report\.page$)")
LIMITED = ("prlimit", f"--as={8 << 30}", f"--fsize={1 << 30}", "--core=0")  # a mutant may request anything
TEST = ("ctest", "--preset", "release")

TOKEN = re.compile(
    r"""(?P<skipped>//[^\n]*|/\*.*?\*/|^[ \t]*\#(?:\\\n|[^\n])*|R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)"
        |"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+')
       |(?P<number>\d(?:[\w.]|'\w)*)|(?P<word>[A-Za-z_]\w*)
       |(?P<operator><=>|<<=|>>=|->|\+\+|--|<<|>>|[<>=!+\-*/%&|^]=|&&|\|\||::|[-+*/%<>=!&|^~?:;,.(){}\[\]])""",
    re.S | re.M | re.X)
# clang-format puts spaces around binary operators, but not around brackets of templates, `T*` and `T&&`.
CHANGES = {
    "comparison": {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="},
    "arithmetic": {"+": "-", "-": "+", "*": "+", "/": "*", "%": "/", "+=": "-=", "-=": "+=", "*=": "+="},
    "logic": {"&&": "||", "||": "&&"},
    "bits": {"&": "|", "|": "&", "^": "|", "<<": ">>", ">>": "<<", "&=": "|=", "|=": "&=", "^=": "|="},
    "extremum": {"min": "max", "max": "min", "min_element": "max_element", "max_element": "min_element"},
    "boolean": {"true": "false", "false": "true", "any_of": "all_of", "all_of": "any_of", "none_of": "any_of"},
    "step": {"++": "--", "--": "++"},
}
SKIPPED_STATEMENTS = {"static_assert", "throw", "using", "operator", "help", "summary", "source"}
DROPPABLE = re.compile(
    r"^ +((?!return|co_|delete|if|for|while|else|do|switch|case|throw|using|goto|static_assert)[A-Za-z_][\w:.\[\]]*"
    r"(?:->[\w:.\[\]]+)*(?:\([^;\n]*\)| [-+*/%&|^]?=(?!=) [^;\n]*| (?:<<|>>)= [^;\n]*);)$", re.M)
STATEMENT_ENDS = re.compile(r"(^\s*|[;{}]|^\s*(if|for|while) \(.*\)|\belse|^\s*//.*)$")

# Tests should detect changes that only cause warnings of g++, which -Werror would refuse.
WARNINGS = ("parentheses", "unused-variable", "unused-but-set-variable", "unused-parameter", "unused-function")
ALLOWED = "".join(f'_Pragma("GCC diagnostic ignored \\"-W{warning}\\"")\n' for warning in WARNINGS)

Mutant = collections.namedtuple("Mutant", "number area file kind start end text")
Group = collections.namedtuple("Group", "target pattern is_slow")


def next_number(literal):
    """Returns the literal of the number plus one, with its suffix and base, or None if it is not a plain number."""
    match = re.fullmatch(r"(0[xX][\da-fA-F']+|\d[\d']*)((?:\.\d*)?(?:e-?\d+)?)([uUlLfF]*)", literal)
    if not match or (match[1].startswith("0") and len(match[1]) > 1 and match[1][1] not in "xX"):
        return None
    whole = int(match[1].replace("'", ""), 0) + 1
    return (hex(whole) if match[1][:2] in ("0x", "0X") else str(whole)) + match[2] + match[3]


def code_tokens(text):
    """Returns the tokens of the code without comments, literals, directives, thrown messages and template arguments."""
    tokens, depth, skipping = [], 0, False
    for match in TOKEN.finditer(text):
        token, start = match[0], match.start()
        before = text[start - 1 : start]
        if token in SKIPPED_STATEMENTS:
            skipping = True
        elif token in (";", "{"):
            skipping, depth = False, 0
        opens = token == "<" and (before.isalnum() or before == "_" or text[:start].endswith("template "))
        closes = token in (">", ">>") and depth and not before.isspace()
        if opens or closes:
            depth = depth + 1 if opens else max(0, depth - len(token))
        elif not (match["skipped"] or skipping or depth):
            tokens.append(match)
    return tokens


def negated_condition(text, tokens, i):
    """Returns begin and end of the condition of the `if` at tokens[i]; None for `if constexpr` and declarations."""
    depth = 0
    for token in tokens[i + 1 :]:
        depth += {"(": 1, ")": -1}.get(token[0], 0)
        if depth == 0 or token[0] in (";", "="):
            return (tokens[i + 1].end(), token.start()) if token[0] == ")" else None
    return None


def changes(text):
    """Returns all small changes of a text, by kind: lists of (start, end, replacement)."""
    found = collections.defaultdict(list)
    tokens = code_tokens(text)
    for i, match in enumerate(tokens):
        token, start, end = match[0], match.start(), match.end()
        if match["number"]:
            if (other := next_number(token)) is not None:
                found["constant"].append((start, end, other))
            continue
        is_binary = text[start - 1] == " " and text[end] in " \n"
        joins_texts = '"' in text[start - 2 : start] + text[end + 1 : end + 2]
        # A loop in the other direction would never end.
        is_step = token in ("++", "--") and not text[text.rfind("\n", 0, start) + 1 :].lstrip().startswith("for (")
        if match["word"] or is_step or (is_binary and not joins_texts):
            for kind, others in CHANGES.items():
                if token in others:
                    found[kind].append((start, end, others[token]))
        if token == "!":
            found["negation"].append((start, end, ""))
        elif token == "if" and (span := negated_condition(text, tokens, i)):
            found["negation"].append((*span, f"!({text[slice(*span)]})"))
    in_code = {match.start() for match in tokens}
    for match in DROPPABLE.finditer(text):
        last = text[: match.start() - 1].rpartition("\n")[2]
        is_whole = all(match[0].count(left) == match[0].count(right) for left, right in ("()", "{}"))
        if is_whole and match.start(1) in in_code and STATEMENT_ENDS.search(last):
            found["dropped"].append((match.start(1), match.end(), "{}"))
    return found


def draw(tree, seed):
    """Yields mutants without end, each change once: draws an area, a file of it by weight, a kind, and a change."""
    texts, weights = {}, collections.defaultdict(dict)
    for area, (_, folders) in AREAS.items():
        for path in sorted(path for folder in folders for path in (tree / folder).rglob("*.[ch]pp")):
            name = str(path.relative_to(tree))
            if not NOT_MUTATED.search(name):
                texts[name] = path.read_text()
                # A changed header recompiles every file that includes it; a header of the SDK, everything.
                factor = 0.05 if "framework/include/" in name else 0.25 if name.endswith(".hpp") else 1
                weights[area][name] = factor * texts[name].count("\n")
    dice, seen = random.Random(seed), set()
    while True:
        area = dice.choices(list(AREAS), [share for share, _ in AREAS.values()])[0]
        name = dice.choices(list(weights[area]), weights[area].values())[0]
        if kinds := changes(texts[name]):
            kind = dice.choice(sorted(kinds))
            mutant = Mutant(len(seen), area, name, kind, *dice.choice(kinds[kind]))
            if mutant[2:] not in seen:
                seen.add(mutant[2:])
                yield mutant


def changed(text, mutant):
    """Returns the text of the mutant's file with its change."""
    return text[: mutant.start] + mutant.text + text[mutant.end :]


class Laboratory:
    """A built clone of the repository, and the dependencies of tests on files, from its build."""

    def __init__(self, work, jobs):
        self.jobs, self.tree, self.build = jobs, work / "tree", work / "tree/build/release"
        self.environment = {**os.environ, "TEST_EACH_CASE": "1"}

    def call(self, *command):
        """Runs a command in the tree. Returns its exit status and output."""
        done = subprocess.run([str(part) for part in command], cwd=self.tree, env=self.environment, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode, done.stdout

    def must(self, *command):
        status, output = self.call(*command)
        return output if status == 0 else sys.exit(f"{' '.join(map(str, command))} failed:\n{output[-3000:]}")

    def prepare(self):
        """Clones HEAD or updates the clone, builds everything, and runs every test once on the unchanged code."""
        if not self.tree.exists():
            subprocess.run(["git", "clone", "--quiet", "--no-checkout", REPOSITORY, self.tree], check=True)
        self.must("git", "fetch", "--quiet", "origin", "HEAD")
        self.must("git", "checkout", "--quiet", "--force", "--detach", "FETCH_HEAD")
        # The SDK is a shared library, so its mutants do not require that everything is linked again.
        self.must("cmake", "--preset", "release", "-DGRIDCENSUS_TESTS=ON", "-DCMAKE_LINK_DEPENDS_NO_SHARED=ON")
        self.must("ninja", "-C", self.build, "-j", self.jobs)
        passed = self.build / ("passed-" + self.must("git", "rev-parse", "HEAD").strip())
        if not passed.exists():
            self.must(*LIMITED, *TEST, "-j", self.jobs, "-E", NOT_RUN.pattern)
            passed.touch()
        # Only the first build of the unchanged code fills the cache, so restoring that code is cheap.
        self.environment["CCACHE_READONLY"] = "1"
        self.read_tests()

    def read_tests(self):
        """Reads the groups of tests, the targets that each group needs, and the sources of these targets."""
        self.groups, self.inputs, self.graph = {}, {}, BuildGraph(self.build)
        for test in json.loads(self.must(*TEST, "--show-only=json-v1"))["tests"]:
            program, name = pathlib.Path(test["command"][0]), test["name"]
            if NOT_RUN.match(name):
                continue
            is_slow = any(of["name"] == "LABELS" and "slow" in of["value"] for of in test["properties"])
            if program.parent != self.build / "tests/programs":
                # Scripts and the program itself use everything that ./run builds.
                self.groups[name] = Group("programs", re.escape(name) + "$", is_slow)
            elif match := re.match(r"conformance\.\w+/EveryPlugin\..*/(\w+)  # GetParam", name):
                pattern = rf"conformance\..*/EveryPlugin\..*/{match[1]} "
                self.groups[f"{match[1]}_conformance"] = Group(program.name, pattern, is_slow)
            elif program.name == "conformance":  # tests of the suite itself, with faulty plugins
                suite = name.split(".")[1]
                self.groups[f"conformance.{suite}"] = Group(program.name, re.escape(f"conformance.{suite}."), is_slow)
            else:
                self.groups[program.name] = Group(program.name, re.escape(program.name) + r"\.", is_slow)
        for target in {group.target for group in self.groups.values()}:
            self.inputs[target] = self.graph.made_from(target) | {target}

    def rounds(self, mutant):
        """Returns groups of tests that the file can reach: near and fast, other fast, near and slow, other slow."""
        file = str(self.tree / mutant.file)
        strategy = re.match(r"plugins/(\w+)/", mutant.file)
        rounds = [set() for _ in range(4)]
        for name, group in self.groups.items():
            inputs = self.inputs[group.target]
            # The SDK is a shared library, so programs are not relinked for it, but all use it. A conformance test
            # covers only one strategy.
            if not (mutant.area == "SDK" or file in inputs) or (
                    strategy and group.target == "conformance" and name != f"{strategy[1]}_conformance"):
                continue
            is_near = name.startswith(strategy[1] + "_") if strategy else not any("plugins/" in path for path in inputs)
            rounds[2 * group.is_slow + (not is_near)].add(name)
        return rounds

    def judge(self, mutants, names):
        """Makes the changes, builds, runs groups of tests, reverts. Returns the state and what rejected the changes."""
        if not names:
            return "passed", ""
        texts = {self.tree / mutant.file: (self.tree / mutant.file).read_text() for mutant in mutants}
        try:
            for mutant, (path, text) in zip(mutants, texts.items()):
                path.write_text(ALLOWED + changed(text, mutant))
            targets = sorted({self.groups[name].target for name in names})
            status, output = self.call("ninja", "-C", self.build, "-j", self.jobs, *targets)
            if status:
                return "does not compile", (re.findall(r"error: .*", output) or [""])[0]
            chosen = "|".join(self.groups[name].pattern for name in sorted(names))
            seconds = 600 if any(self.groups[name].is_slow for name in names) else 60
            status, output = self.call(
                *LIMITED, *TEST, "-j", self.jobs, "--stop-on-failure", "--timeout", seconds, "-R", f"^({chosen})",
                "-E", NOT_RUN.pattern)
        finally:
            for path, text in texts.items():
                path.write_text(text)
        if not status:
            return "passed", ""
        failed = re.search(r"\d+ - (\S+).*\((.*)\)", output.partition("The following tests FAILED:")[2])
        name, how = failed.groups() if failed else ("discovery of tests", "Failed")
        return ("timed out" if how == "Timeout" else "killed"), name

    def judge_by_slow(self, mutants):
        """Yields each mutant with its state by the last round. Tests mutants together while no test detects one."""
        names = set().union(*(self.rounds(mutant)[3] for mutant in mutants))
        state, by = self.judge(mutants, names)
        if state == "passed" or len(mutants) == 1:
            yield from ((mutant, "survived" if state == "passed" else state, by) for mutant in mutants)
        else:
            middle = len(mutants) // 2
            yield from self.judge_by_slow(mutants[:middle])
            yield from self.judge_by_slow(mutants[middle:])


def summary(results):
    """Prints a table of the libraries, and the survivors."""
    states = ["killed", "timed out", "passed", "survived", "does not compile"]
    print(f"| area | compiled | {' | '.join(states)} |\n|---|---|{'---|' * len(states)}")
    for area in [*AREAS, "all"]:
        counts = collections.Counter(r["state"] for r in results.values() if area in (r["area"], "all"))
        numbers = [counts.total() - counts["does not compile"], *(counts[state] for state in states)]
        print(f"| {area} | {' | '.join(map(str, numbers))} |")
    for result in results.values():
        if result["state"] in ("passed", "survived"):
            print("\n{number}: {file}:{line} ({kind})\n  - {before}\n  + {after}".format(**result))


def known_results(file):
    """Returns the results by number. A mutant has a line for each time that it was judged; the last line counts."""
    lines = file.read_text().splitlines() if file.exists() else []
    return {result["number"]: result for result in map(json.loads, lines)}


def experiment(arguments, file):
    """Judges mutants that are not judged yet: alone by near and fast tests, then survivors together by the others."""
    laboratory = Laboratory(file.parent, arguments.jobs)
    laboratory.prepare()
    results, passed = known_results(file), []

    def add(mutant, state, by):
        text = (laboratory.tree / mutant.file).read_text()
        line = text.count("\n", 0, mutant.start)
        before, after = (lines.splitlines()[line].strip() for lines in (text, changed(text, mutant)))
        result = {name: getattr(mutant, name) for name in ("number", "area", "file", "kind")}
        result |= {"line": line + 1, "before": before, "after": after, "state": state, "by": by}
        results[mutant.number] = result
        with file.open("a") as out:
            out.write(json.dumps(result) + "\n")
        print("{number:4}  {state} {by}  {file}:{line}: {after}".format(**result), flush=True)

    for mutant in draw(laboratory.tree, arguments.seed):
        known = results.get(mutant.number)
        if known and known["file"] != mutant.file:
            sys.exit("the sources have changed since these mutants were drawn: use another work folder")
        if not known:
            if sum(result["state"] != "does not compile" for result in results.values()) >= arguments.mutants:
                break
            for names in laboratory.rounds(mutant)[:3]:
                state, by = laboratory.judge([mutant], names)
                if state != "passed":
                    break
            add(mutant, state, by)
        if results[mutant.number]["state"] == "passed":
            passed.append(mutant)
    while passed:
        # One of each file.
        together = list({mutant.file: mutant for mutant in reversed(passed)}.values())[:8]
        for mutant, state, by in laboratory.judge_by_slow(together):
            add(mutant, state, by)
        passed = [mutant for mutant in passed if mutant not in together]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=pathlib.Path, required=True, metavar="FOLDER", help="of clone and results")
    parser.add_argument("--seed", type=int, default=1, help="which mutants are drawn (%(default)s)")
    parser.add_argument("--mutants", type=int, default=200, help="how many that compile are judged (%(default)s)")
    parser.add_argument("--jobs", type=int, default=2, help="for ninja and ctest (%(default)s)")
    arguments = parser.parse_args()
    file = arguments.work.resolve() / f"seed-{arguments.seed}.jsonl"
    if arguments.mutants:
        experiment(arguments, file)
    summary(known_results(file))


if __name__ == "__main__":
    main()
