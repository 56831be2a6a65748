"""A folder with an experiment and the program, and the checks of the experiment's ledger."""

import collections
import json
import resource
import shutil
import sqlite3
import subprocess
import sys

RUN_FAILED, INCOMPLETE, DISAGREEMENT, STORAGE = 1, 4, 3, 6

# The commands that make x.ledger of an experiment; the command that then ends it, repeatedly; its exit code, and that
# of `certify` after it; whether it may run without a ledger, or recount; the share of units that `verify` recounts.
RUN = "run x.yaml"
Feature = collections.namedtuple("Feature", "text commands again status certified is_whole recount",
                                 defaults=([RUN], RUN, 0, 0, True, "20%"))

VIEWS = ["show x.ledger", "show x.ledger --full", "show x.ledger --json -", "status x.ledger",
         "plan x.yaml --ledger x.ledger", "export x.ledger --format csv", "export x.ledger --format markdown",
         "report x.ledger -o page.html", "verify x.ledger", "verify x.ledger --without-plugins"]

NOT_OF_THE_NUMBERS = {"produced", "reused", "seconds", "unit_seconds", "recounted_units"}


class Failure(Exception):
    """A check that failed."""


def need(holds, what):
    if not holds:
        raise Failure(what)


def numbers(value):
    """Returns the parts of a document that must not depend on how it was produced."""
    if isinstance(value, list):
        return [numbers(entry) for entry in value]
    if not isinstance(value, dict):
        return value
    kept = {name: numbers(entry) for name, entry in value.items() if name not in NOT_OF_THE_NUMBERS}
    if kept.get("standing") == "recounted":
        kept["standing"] = "computed"
    return kept


class Bench:
    """A folder with an experiment, and the program. `commands` lists the executed commands."""

    def __init__(self, folder, program, checker, plugins=()):
        self.folder, self.program, self.checker = folder, program, checker
        self.plugins = [word for plugin in plugins for word in ("--plugin-dir", plugin)]
        self.commands = []

    def start(self, command, processor_seconds=300, **settings):
        """Starts the program, with a limit of processor time far above the need of any command."""
        words = command.split() if isinstance(command, str) else command
        if words[0] in ("run", "count", "plan", "verify", "certify"):
            words = [*words, *self.plugins]
        if words[0] in ("run", "count"):
            words = [*words, "--quiet"]
        self.commands.append(" ".join(map(str, words)))
        return subprocess.Popen([self.program, *words], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                text=True, **settings, preexec_fn=lambda: resource.setrlimit(
                                    resource.RLIMIT_CPU, (processor_seconds, processor_seconds)))

    def execute(self, command, *statuses, **settings):
        process = self.start(command, **settings)
        out, err = process.communicate()
        output = [line for line in (out + err).splitlines() if not line.startswith("ok ")]
        need(process.returncode in statuses, "\n".join([f"{self.commands[-1]}: exit {process.returncode}, expected "
                                                        f"{statuses}", *output]))
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)

    def count(self, command, storage, *statuses):
        """Runs an experiment. Returns the exit code and the document, or the message if the ledger is refused."""
        document = self.folder / "document.json"
        document.unlink(missing_ok=True)
        ended = self.execute([*command.split(), *storage.split(), "--json", document], *statuses)
        if ended.returncode == STORAGE:
            return STORAGE, ended.stderr
        return ended.returncode, numbers(json.loads(document.read_text(encoding="utf-8")))

    def certify(self, ledger, status):
        self.execute(f"certify {ledger} -o certificate.json", status)
        if status == 0:
            ended = subprocess.run([sys.executable, self.checker, "certificate.json"], cwd=self.folder,
                                   capture_output=True, text=True, check=False)
            need(ended.returncode == 0 and ended.stdout.endswith("verified\n"), ended.stdout + ended.stderr)


def look(bench, feature, document):
    """Checks that every command reports a sound ledger."""
    bench.execute(f"verify x.ledger --recount {feature.recount}", 0)
    bench.certify("x.ledger", feature.certified)
    for storage in ["--ledger x.ledger"] + ["--ledger x.ledger --recount", "--no-ledger"] * feature.is_whole:
        again = bench.count(feature.again, storage, feature.status)[1]
        need(again == document, f"{storage} gives another document")
    for view in VIEWS:
        bench.execute(view, 0)
    for ledger in ("x.ledger", "sound.ledger"):
        output = bench.execute(f"verify {ledger} --repair", 0).stdout
        need("set aside" not in output, f"repair finds damage in a sound ledger: {output}")
        need(not list(bench.folder.glob(f"{ledger}.*")), "repair left a file")


def torn(value):
    if isinstance(value, str):
        return value[:len(value) // 2] if len(value) > 1 else value + "x"
    return value + 1


def damage(ledger, table, kind, chance):
    """Deletes or tears a row. Returns its description, or None if the table has no row."""
    with sqlite3.connect(ledger) as database:
        columns = list(database.execute(f"PRAGMA table_info({table})"))
        keys = [column[1] for column in columns if column[5]]
        where = " AND ".join(f"{key} = ?" for key in keys)
        rows = list(database.execute(f"SELECT {', '.join(keys)} FROM {table} ORDER BY {', '.join(keys)}"))
        if not rows:
            return None
        row = chance.choice(rows)
        if kind == "deleted":
            database.execute(f"DELETE FROM {table} WHERE {where}", row)
            return f"{table} {row}: deleted"
        column = chance.choice([column[1] for column in columns if column[1] not in keys])
        (value,) = database.execute(f"SELECT {column} FROM {table} WHERE {where}", row).fetchone()
        database.execute(f"UPDATE {table} SET {column} = ? WHERE {where}", (torn(value), *row))
        return f"{table} {row}: {column} torn"


def check_damage(bench, feature, document):
    """Checks that the damage in damaged.ledger deceives no command, and that a repair restores the results."""
    shutil.copy(bench.folder / "damaged.ledger", bench.folder / "run.ledger")
    status, result = bench.count(feature.again, "--ledger run.ledger", feature.status, STORAGE)
    if status == STORAGE:
        need("--repair" in result, f"the run does not name the repair: {result}")
    else:
        need(result == document, "the run gives another document")
        bench.execute("verify run.ledger", 0)
    bench.execute("verify damaged.ledger", 0, DISAGREEMENT)
    bench.execute("show damaged.ledger", 0, STORAGE)
    repaired = bench.execute("verify damaged.ledger --repair", 0).stdout
    need("set aside" in repaired or status != STORAGE, "the run refuses a ledger that the repair finds sound")
    result = bench.count(feature.again, "--ledger damaged.ledger", feature.status)[1]
    need(result == document, "after the repair the run gives another document")
    bench.execute("verify damaged.ledger", 0)
