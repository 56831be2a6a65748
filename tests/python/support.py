"""Shared by the tests of the Python package: paths, and a host that communicates with a strategy like the program."""

import json
import os
import pathlib
import socket
import subprocess
import sys
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = SOURCE / "framework/python"
EXAMPLES = SOURCE / "docs/examples/python"
PROGRAM = os.environ.get("GRIDCENSUS_PROGRAM", str(SOURCE / "build/release/bin/gridcensus"))
sys.path.insert(0, str(PACKAGE))
os.environ["GRIDCENSUS_PROGRAM"] = PROGRAM
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
# Strategies run in the interpreter of the test: python3 may be a script that takes longer to find one than it to start.
os.environ["PATH"] = f"{pathlib.Path(sys.executable).parent}:{os.environ['PATH']}"


def skip(reason: str) -> None:
    """Ends the test as skipped, for ctest."""
    print(f"SKIPPED: {reason}", file=sys.stderr)
    sys.exit(77)


def main() -> None:
    """Runs the tests of the file that was started."""
    unittest.main(module="__main__", verbosity=1)


def problem(shape: str, **others: object) -> dict[str, object]:
    """Returns the problem of a request, with classic rules."""
    from gridcensus.problem import Problem

    made = Problem.classic_of(shape)
    return {"shape": shape, "box_rows": str(made.box_rows), "box_cols": str(made.box_cols), "side": str(made.side),
            "rules": "classic", "classic": True, "symbols_are_alike": True,
            "regions": [list(region) for region in made.regions], "pairs": [], **others}


class Host:
    """Starts a script and sends it requests. Both directions are one socket, as with the program."""

    def __init__(self, script: pathlib.Path) -> None:
        own, other = socket.socketpair()
        self.socket = own
        self.lines = own.makefile("r", encoding="utf-8")
        self.process = subprocess.Popen([sys.executable, str(script)], stdin=other, stdout=other,
                                        stderr=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(PACKAGE)})
        other.close()
        own.settimeout(300)  # only ends what hangs
        self.count = 0

    def send(self, call: str, **members: object) -> int:
        """Sends a request and returns its number."""
        self.count += 1
        self.write({"call": call, "id": str(self.count), **members})
        return self.count

    def write(self, message: object) -> None:
        """Sends a message."""
        self.socket.sendall((json.dumps(message) + "\n").encode())

    def receive(self) -> dict[str, object]:
        """Returns the next message of the strategy."""
        line = self.lines.readline()
        assert line, f"the strategy has closed the connection: {self.errors()}"
        message = json.loads(line)
        assert isinstance(message, dict)
        return message

    def answer(self, call: str, **members: object) -> dict[str, object]:
        """Returns the answer to a request, without its number."""
        number = self.send(call, **members)
        message = self.receive()
        assert message.pop("id") == str(number), message
        return message

    def ask(self, call: str, **members: object):  # type: ignore[no-untyped-def]
        """Returns the result of a request."""
        message = self.answer(call, **members)
        assert "result" in message, message
        return message["result"]

    def prepare(self, shape: str = "2x2", quantities: tuple[str, ...] = ("grids",), **others: object):  # type: ignore
        """Prepares a job."""
        return self.ask("prepare", problem=problem(shape), quantities=quantities, parameters={}, inputs={}, **others)

    def close(self) -> int:
        """Ends the connection and returns the exit code of the strategy."""
        self.lines.close()
        self.socket.close()
        return self.process.wait(timeout=300)

    def errors(self) -> str:
        """Returns the output of the strategy after the connection is closed."""
        assert self.process.stderr is not None
        return self.process.stderr.read().decode()
