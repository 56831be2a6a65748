"""The strategy's side of the protocol: one JSON object a line on standard input and output."""

from __future__ import annotations

import json
import os
import queue
import sys
import sysconfig
import threading
import traceback
from collections.abc import Callable, Mapping
from typing import Any

Answer = Callable[[Mapping[str, Any]], Any]

_BY_HAND = """\
{id} is a strategy of gridcensus: gridcensus starts it and talks to it, one JSON object a line.
To use it, write {id}.strategy.yaml into the folder of this file:

    strategy: {id}
    command: [python3, ./{file}]
    protocol: 2
    is: {id}

and count with it:

    gridcensus count 2x2 --with {id} --plugin-dir {folder}
"""
_grace_seconds = 2.0
"""How long work may continue after the host has closed the connection."""


class Stopped(BaseException):
    """Raised by `poll` after a stop. It is not an Exception, so handlers of errors do not catch it."""


class Broken(Exception):
    """Raised by a strategy if a theorem is violated."""


class Failed(Exception):
    """Raised if a call fails for a reason that needs no place in the code: the text is the answer."""


class WrongReturn(Exception):
    """Raised if a function of the author's returned a value that cannot be sent."""

    def __init__(self, function: Callable[..., Any], text: str) -> None:
        super().__init__(f"{function.__name__}: {text}")
        self.place = _short(function.__code__.co_filename, function.__code__.co_firstlineno)


class _StopFlag:
    is_set = False


_stop = _StopFlag()


def poll() -> None:
    """Raises Stopped after a stop. Call it in each step of a long loop."""
    if _stop.is_set:
        raise Stopped


class Connection:
    """Reads requests, passes them on one after the other, and writes the answers."""

    def __init__(self, id: str, answers: Mapping[str, Answer]) -> None:
        self._id, self._answers = id, answers
        self._requests: queue.SimpleQueue[Mapping[str, Any] | str | None] = queue.SimpleQueue()
        self._current: Any = None
        self._has_ended = threading.Event()

    def serve(self) -> None:
        """Answers until the input ends."""
        if os.isatty(0):
            file = os.path.abspath(sys.argv[0])
            folder, name = os.path.split(file)
            sys.exit(_BY_HAND.format(id=self._id, file=name, folder=folder))
        sys.set_int_max_str_digits(0)  # sums may be long
        # The protocol has the connection to itself: output of the author's code goes to stderr, and input that it or a
        # program that it starts reads is empty.
        source = open(os.dup(0), encoding="utf-8")
        sink = open(os.dup(1), "w", encoding="utf-8")
        os.dup2(2, 1)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        reconfigure = getattr(sys.stdout, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(line_buffering=True)
        threading.Thread(target=self._read, args=[source], daemon=True).start()
        try:
            while (request := self._requests.get()) is not None:
                sink.write(self._line(request) + "\n")
                sink.flush()
        except ConnectionError:
            os._exit(1)  # the host is gone; an orderly exit would try to write the rest
        self._has_ended.set()

    def _read(self, source: Any) -> None:
        """Queues requests, and handles stops at once."""
        try:
            for line in source:
                try:
                    request = json.loads(line)
                    if not isinstance(request, dict) or "id" not in request or "call" not in request:
                        raise ValueError("it has no call and id")
                except ValueError as error:
                    self._requests.put(f"the host sent what is not a request: {error}")
                    continue
                if request["call"] == "stop":
                    # A stop for an earlier request has no effect: its answer is on the way already.
                    if request["id"] == self._current:
                        _stop.is_set = True
                    continue
                _stop.is_set = False
                self._current = request["id"]
                self._requests.put(request)
        except OSError:
            pass  # treated as the end of the input
        _stop.is_set = True
        self._requests.put(None)
        if not self._has_ended.wait(_grace_seconds):
            os._exit(1)

    def _line(self, request: Mapping[str, Any] | str) -> str:
        """Returns the answer to a request. An error is an answer, too."""
        if isinstance(request, str):
            return json.dumps({"id": None, "failed": request})
        identity = {"id": request["id"]}
        try:
            answer = self._answers.get(request["call"])
            if answer is None:
                return json.dumps(identity | {"failed": f"{self._id} does not answer {request['call']!r}"})
            return json.dumps(identity | {"result": answer(request)}, allow_nan=False)
        except Stopped:
            other: dict[str, Any] = {"stopped": True}
        except Broken as broken:
            other = {"broken": str(broken) or place_of(broken)}
        except Failed as failed:
            other = {"failed": str(failed)}
        except SystemExit as ending:
            other = {"failed": f"{place_of(ending)}: the strategy wanted to exit"}
        except Exception as error:
            traceback.print_exc()
            other = {"failed": describe(error)}
        return json.dumps(identity | other)


def describe(error: Exception) -> str:
    """Returns place and error: "my_count.py:12: ZeroDivisionError: division by zero"."""
    if isinstance(error, WrongReturn):
        return f"{error.place}: {error}"
    what = "".join(traceback.format_exception_only(type(error), error)).strip()
    return f"{place_of(error)}: {what}"


def place_of(error: BaseException) -> str:
    """Returns the last place in the author's own code, or the last place at all if there is none."""
    frames = traceback.extract_tb(error.__traceback__)
    paths = sysconfig.get_paths()
    others = [os.path.dirname(__file__), *(paths[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")),
              "/usr/lib/python3/dist-packages"]
    own = [frame for frame in frames if not frame.filename.startswith((*(f"{other}/" for other in others), "<"))]
    frame = (own or frames)[-1]
    return _short(frame.filename, frame.lineno or 0)


def _short(path: str, line: int) -> str:
    """Returns a place in a file, relative to the folder of the script if it is there."""
    folder, file = os.path.dirname(os.path.abspath(sys.argv[0])), os.path.abspath(path)
    return f"{os.path.relpath(file, folder) if file.startswith(f'{folder}/') else file}:{line}"
