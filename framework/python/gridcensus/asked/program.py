"""Runs a program once, within the limits of the host, and returns what it printed."""

from __future__ import annotations

import os
import re
import selectors
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gridcensus._protocol import Failed, poll
from gridcensus._text import printable

_poll_seconds = 0.02
_most_errors = 4096  # bytes that are kept of stderr
_most_shown = 400  # characters that a message shows of the last lines


@dataclass(frozen=True)
class Printed:
    """What a program printed."""

    output: bytes
    errors: bytes
    """The end of its stderr."""

    def quoted(self) -> str:
        """Returns the last lines for a message: of stderr, or of stdout if there are none."""
        for what, text in (("wrote to stderr", self.errors), ("printed", self.output[-_most_errors:])):
            if lines := _last_lines(text.decode("utf-8", "replace")):
                return f"; the last that it {what}: {lines}"
        return ""


def run(command: Sequence[str], environment: Mapping[str, str], folder: str, file: str | None, success: Sequence[int],
        most_output: int) -> Printed:
    """Runs a program in a folder, with a file as its stdin, and waits for its end.

    If a signal ends it, this process ends by the same signal: for the host, the two are one, and it tries again.
    Raises Failed if it cannot be started, prints too much, or ends with another exit code than those of `success`.
    Raises Stopped after a stop. Whatever it leaves running in its process group is killed.
    """
    with open(file or os.devnull, "rb") as source:
        try:
            process = subprocess.Popen(command, stdin=source, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder,
                                       env=environment, start_new_session=True, bufsize=0)
        except OSError as error:
            raise Failed(f"its program cannot be started: {error}") from None
    try:
        printed = _Reader(process, most_output).printed()
    finally:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
    if process.returncode < 0:
        _end_by(signal.Signals(-process.returncode), printed.errors)
    if process.returncode not in success:
        codes = ", ".join(map(str, success))
        raise Failed(f"its program ended with exit code {process.returncode}, where {codes} {'is' if len(success) == 1 else 'are'} "
                     f"success{printed.quoted()}")
    return printed


def _end_by(number: signal.Signals, last_words: bytes) -> None:
    """Ends this process by a signal, with the program's last lines on its own stderr."""
    sys.stderr.buffer.write(last_words)
    sys.stderr.flush()
    if number != signal.SIGKILL:
        signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


class _Reader:
    """Reads the output of a program until it ends. Descendants that keep the output open are not waited for."""

    def __init__(self, process: subprocess.Popen[bytes], most_output: int) -> None:
        assert process.stdout is not None and process.stderr is not None
        self._output, self._errors = bytearray(), bytearray()
        self._most_output = most_output
        self._end = os.pidfd_open(process.pid)
        self._selector = selectors.DefaultSelector()
        for stream, text in ((process.stdout, self._output), (process.stderr, self._errors)):
            os.set_blocking(stream.fileno(), False)
            self._selector.register(stream.fileno(), selectors.EVENT_READ, text)
        self._selector.register(self._end, selectors.EVENT_READ, None)

    def printed(self) -> Printed:
        try:
            while not self._has_ended():
                poll()
        finally:
            self._selector.close()
            os.close(self._end)
        return Printed(bytes(self._output), bytes(self._errors))

    def _has_ended(self) -> bool:
        """Reads what there is. Everything that was printed before the end is there at the end."""
        ready = [key for key, _ in self._selector.select(_poll_seconds)]
        has_ended = any(key.fd == self._end for key in ready)
        for key in list(self._selector.get_map().values()) if has_ended else ready:
            if key.data is not None:
                self._read(key.fd, key.data)
        return has_ended

    def _read(self, stream: int, text: bytearray) -> None:
        try:
            while more := os.read(stream, 1 << 16):
                text += more
                if text is self._output and len(text) > self._most_output:
                    raise Failed(f"its program printed more than {_bytes_text(self._most_output)}")
                if text is self._errors:
                    del text[:-_most_errors]
                    return  # one that writes without end must not block this process
            self._selector.unregister(stream)
        except BlockingIOError:
            pass


def _last_lines(text: str) -> str:
    """Returns as many of the last lines as a message has room for, without empty ones."""
    found = ""
    for line in reversed(re.split("[\n\r]+", text)):
        shown = printable(line)
        if shown and found and len(shown) + 3 + len(found) > _most_shown:
            break
        if shown:
            found = f"{shown} | {found}" if found else shown if len(shown) <= _most_shown else f"... {shown[-396:]}"
    return found


def _bytes_text(number: int) -> str:
    size, unit = float(number), "bytes"
    for larger in ("KiB", "MiB", "GiB", "TiB"):
        if size < 1024:
            break
        size, unit = size / 1024, larger
    return f"{size:.1f}".removesuffix(".0") + f" {unit}"
