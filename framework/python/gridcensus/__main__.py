"""Starts a view: `python3 -m gridcensus NAME ARGUMENT...`, and the program for `gridcensus NAME ARGUMENT...`.

Not for users: `complete WORD...` completes a command line, `manual` prints the manual page, and `encode FORMAT FILE`
writes the problem on stdin for other programs.

A view needs Python 3.11, and some views need packages. If this Python lacks one, the view starts in another Python in
PATH or /usr/bin whose folders have it.
"""

import glob
import json
import os
import sys

# Keeps to what every Python 3 can read, because the first one in PATH may be old.
TRIED = "PYTHONS_TRIED_FOR_GRIDCENSUS"  # The program reports variables GRIDCENSUS_... that it does not know.
OLDEST = (3, 11)
PACKAGES = {"jinja2": "python3-jinja2", "markupsafe": "python3-markupsafe", "matplotlib": "python3-matplotlib",
            "numpy": "python3-numpy", "pandas": "python3-pandas", "yaml": "python3-yaml"}


PLACE = os.path.abspath(__file__)


def pythons() -> "list[str]":
    """Returns the Pythons in PATH and in /usr/bin, each once."""
    folders = os.environ.get("PATH", "").split(os.pathsep) + ["/usr/bin"]
    names = ["python3"] + ["python3.%d" % minor for minor in range(OLDEST[1], OLDEST[1] + 9)]
    places = [os.path.join(folder, name) for folder in folders if folder for name in names]
    return list(dict.fromkeys(place for place in places if os.access(place, os.X_OK) and os.path.isfile(place)))


def has(python: str, module: str) -> bool:
    """Returns whether the folders of a Python have a module. Looks only, because each start takes a tenth of a second.

    Finds what Debian, virtual environments and `pip install` have, also with `--user`, perhaps for another version.
    """
    prefix = os.path.dirname(os.path.dirname(python))  # not of its target: a virtual environment links to a Python
    libraries = [os.path.join(each, "lib/python3*") for each in
                 (glob.escape(prefix), glob.escape(prefix) + "/local", os.path.expanduser("~/.local"))]
    return any(glob.glob(os.path.join(each, folder, module)) for each in libraries for folder in ("", "*-packages"))


def start_in_another(lack: str) -> int:
    """Starts the view in the next Python that may have what this one lacks. Returns the exit code if there is none."""
    tried = [each for each in os.environ.get(TRIED, "").split(os.pathsep) if each] + [sys.executable]
    others = [python for python in pythons() if python not in tried]
    for python in others:
        if has(python, lack):
            os.environ[TRIED] = os.pathsep.join(tried + [python])
            os.execv(python, [python, PLACE] + sys.argv[1:])
    tried = list(dict.fromkeys(tried + others))
    wanted = "Python %d.%d or newer" % OLDEST
    if lack in PACKAGES:
        wanted += " with %s (Debian: apt install %s)" % (lack, PACKAGES[lack])
    sys.stderr.write("error: gridcensus %s needs %s; tried: %s\n" % (sys.argv[1], wanted, ", ".join(tried)))
    return 2


def print_for(name: str, words: "list[str]") -> int:
    """Prints completions for shells, the manual page for the build, or an encoding of a problem."""
    from gridcensus.views import _command, _completion, _manual

    if name == "encode":
        from gridcensus.asked.encodings import ENCODINGS
        from gridcensus.problem import Problem

        _command.write_text(words[1], "".join(ENCODINGS[words[0]](Problem.from_json(json.load(sys.stdin)), False)))
        return 0
    lines = _completion.completions(words) if name == "complete" else [_manual.manual_page().rstrip("\n")]
    _command.write_text("-", "".join("%s\n" % each for each in lines))
    return 0


def main() -> int:
    """Runs the view that the arguments name, and returns its exit code."""
    if sys.version_info < OLDEST:
        return start_in_another("json")
    from gridcensus.views import _command

    name = sys.argv[1] if len(sys.argv) > 1 else ""
    is_tool = name in ("complete", "encode", "manual")
    if not is_tool and name not in _command.names():
        sys.stderr.write("error: unknown command %r; expected one of: %s\n" % (name, ", ".join(_command.names())))
        return 2
    try:
        if is_tool:
            return _command.guarded(lambda: print_for(name, sys.argv[2:]))
        return _command.start(name, sys.argv[2:])
    except ModuleNotFoundError as error:
        lack = (error.name or "").partition(".")[0]
        if lack not in PACKAGES:
            raise
        return start_in_another(lack)


if __name__ == "__main__":
    if not __package__:  # started by its path, as the program does: modules are found beside the package
        sys.path[0] = os.path.dirname(os.path.dirname(PLACE))
    sys.exit(main())
