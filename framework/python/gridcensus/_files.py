"""Files: tells ledgers apart, and writes a file whole or not at all."""

from __future__ import annotations

import contextlib
import os
import pathlib
import stat
import tempfile
from collections.abc import Iterable

LEDGER = b"SQLite format 3"
"""The first bytes of a ledger."""


def is_ledger(place: str | os.PathLike[str]) -> bool:
    """Returns whether a regular file begins like those of SQLite, as ledgers do."""
    try:
        if not stat.S_ISREG(os.stat(place).st_mode):
            return False
        with open(place, "rb") as stream:
            return stream.read(len(LEDGER)) == LEDGER
    except OSError:
        return False


def write_whole(place: str | os.PathLike[str], texts: Iterable[str]) -> None:
    """Writes texts to a file, which appears whole or not at all, or to a pipe or a device."""
    path = pathlib.Path(place)
    pieces = (text.encode("utf-8", "surrogateescape") for text in texts)
    if path.exists() and not path.is_file():
        with open(path, "wb") as stream:
            stream.writelines(pieces)
        return
    target = path.resolve()
    descriptor, temporary = tempfile.mkstemp(prefix=f".{target.name[:100]}.", dir=target.parent)
    try:
        with open(descriptor, "wb") as stream:
            stream.writelines(pieces)
            stream.flush()
            os.fsync(descriptor)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o666 & ~mask)
        os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
