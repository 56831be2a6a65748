"""Reads the tables of a ledger."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import pathlib
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Union

from gridcensus._program import StorageFailed
from gridcensus._text import printable
from gridcensus.check_certificate import canonical

APPLICATION = 0x4743656E  # "GCen" in the header of the file
FORMAT = 5
# SHA-256 of the statements that create its tables, each followed by a line break. Other definitions in a file, such as
# a view, a computed column or an index over an expression, could keep a reader busy forever.
TABLES_SHA256 = "2ecdb16afffe4e7d45902087892f6285de1037e4fa761a3eb6d6a73186d6e2aa"
OF_A_RUN = ("sizes", "efforts", "recounts", "failures", "conclusions")
UNCOVERED = {"id", "checksum", "last_write"}
MAX_TEXT_BYTES = 512 << 20

Row = sqlite3.Row
Field = Union[str, int, float]


class Malformed(Exception):
    """Raised for a text that cannot be in a ledger."""


def parsed(text: str) -> Any:
    """Returns the value of a JSON text. Raises Malformed if it is not in the one form in which it would be written."""
    try:
        value = json.loads(text)
        if canonical(value) == text:
            return value
    except RecursionError:
        raise Malformed("a text is nested too deeply") from None
    except ValueError as error:
        raise Malformed(f"a text is no JSON: {error}") from None
    raise Malformed("a text is not written as it should be")


def checksum_of(fields: Sequence[Field]) -> str:
    """Returns the checksum of a row: SHA-256 of its fields, each preceded by its length, cut to 128 bits."""
    digest = hashlib.sha256()
    for field in fields:
        text = (_bits(field) if isinstance(field, float) else str(field)).encode()
        digest.update(b"%d:%b" % (len(text), text))
    return digest.hexdigest()[:32]


def _bits(value: float) -> str:
    """Returns every bit of a number: "1.8p+0"."""
    text = value.hex().replace("0x", "")
    digits, has_power, power = text.partition("p")
    return f"{digits.rstrip('0').rstrip('.') if '.' in digits else digits}{has_power}{power}"


@dataclass
class Run:
    """A run with its rows, except the units."""

    row: Row
    tables: dict[str, list[Row]]

    def __getitem__(self, column: str) -> Any:
        return self.row[column]

    @property
    def name(self) -> str:
        """The name for people: "band_classes on 3x3"."""
        return f"{self['configuration']} on {self['problem']}"

    @property
    def size(self) -> Row | None:
        """The number of its units, if it is known."""
        return next((row for row in self.tables["sizes"] if not row["part"]), None)

    @property
    def parts(self) -> list[Row]:
        """The numbers of units of its parts."""
        return [row for row in self.tables["sizes"] if row["part"]]

    @property
    def conclusion(self) -> Row | None:
        """The conclusion, if there is one."""
        return next(iter(self.tables["conclusions"]), None)


class Ledger:
    """The tables of a ledger, except the units, which are read run by run."""

    def __init__(self, file: str) -> None:
        """Opens a file to read it. Writes nothing and holds no lock.

        Raises StorageFailed if the file is missing, is not a ledger of this format, or cannot be read.
        """
        self.file = file
        if not os.path.isfile(file):
            raise self._unreadable("is not there, or is no regular file")
        with self._guarded():
            place = pathlib.Path(os.path.abspath(file)).as_uri() + "?mode=ro"
            self._database = sqlite3.connect(place, uri=True, timeout=2, check_same_thread=False)
            self._database.row_factory = sqlite3.Row
            self._database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_TEXT_BYTES)
            self._database.execute("PRAGMA trusted_schema = OFF")
            self._check_tables()
            self.sessions: dict[int, Row] = {row["id"]: row for row in self._rows("sessions")}
            self.runs = [Run(row, {table: list(self._rows(table, row["id"])) for table in OF_A_RUN})
                         for row in self._rows("runs")]
            """In the order in which they were begun."""
            self.documents = list(self._rows("documents"))

    def units(self, run: Run) -> Iterator[Row]:
        """Yields the units of a run, in the order of their numbers."""
        with self._guarded():
            yield from self._rows("units", run["id"])

    def tally(self, run: Run, unit: int) -> str:
        """Returns the stored tally of a unit."""
        with self._guarded():
            (text,) = self._database.execute("SELECT tally FROM units WHERE run = ? AND unit = ?",
                                             (run["id"], unit)).fetchone()
            return str(text)

    def flaws(self) -> Iterator[str]:
        """Yields the damage that SQLite reports for the whole file, and rows without an owner."""
        with self._guarded():
            for (flaw,) in self._database.execute("PRAGMA integrity_check(5)"):
                if flaw != "ok":
                    yield f"SQLite finds it damaged: {printable(flaw)}"
            for table, parent in self._database.execute(
                    'SELECT "table", parent FROM pragma_foreign_key_check LIMIT 5'):
                yield f"a row of the table {table} belongs to nothing in {parent}"

    def covered(self, row: Row, run: Run | None) -> list[Field]:
        """Returns the fields of a row as its checksum covers them.

        The number of a run or session differs between ledgers, so its name takes its place; none that of a session that
        is not there.
        """
        fields: list[Field] = []
        for column in row.keys():
            if column == "run":
                assert run is not None
                fields.append(run["identity_sha256"])
            elif column == "session":
                session = self.sessions.get(row["session"])
                fields.append(session["checksum"] if session else "")
            elif column not in UNCOVERED:
                fields.append(row[column])
        return fields

    def _rows(self, table: str, run: int | None = None) -> sqlite3.Cursor:
        """Returns the rows of a table, or only those of one run, in the order of their keys, the first columns."""
        if run is None:
            return self._database.execute(f"SELECT * FROM {table} ORDER BY 1, 2")
        return self._database.execute(f"SELECT * FROM {table} WHERE run = ? ORDER BY 1, 2", (run,))

    def _check_tables(self) -> None:
        def number(pragma: str) -> int:
            return int(self._database.execute(f"PRAGMA {pragma}").fetchone()[0])

        if number("application_id") != APPLICATION:
            raise self._unreadable("is a database of another program; expected a file that `gridcensus run` wrote")
        if number("user_version") != FORMAT:
            raise self._unreadable(f"has format {number('user_version')}, and this program reads format {FORMAT}")
        statements = "".join(f"{sql}\n" for (sql,) in self._database.execute(
            "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid"))
        if hashlib.sha256(statements.encode()).hexdigest() != TABLES_SHA256:
            raise self._unreadable(
                "has other tables than a ledger of this format; expected a file that `gridcensus run` wrote")

    @contextlib.contextmanager
    def _guarded(self) -> Iterator[None]:
        """Turns errors of SQLite into the one kind of error of a ledger."""
        try:
            yield
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorname", "") == "SQLITE_READONLY_ROLLBACK":
                raise self._unreadable("was left in the middle of a write: `gridcensus status` or the command that "
                                       "wrote it takes that back") from None
            raise self._unreadable(f"cannot be read ({printable(str(error))}): expected a whole file that `gridcensus "
                                   "run` wrote, and that no other process is writing") from None

    def _unreadable(self, what: str) -> StorageFailed:
        return StorageFailed(f"ledger {printable(self.file)} {what}")
