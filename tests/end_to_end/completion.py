"""completion.py PROGRAM: tests completion in interactive shells.

Types beginnings of commands and a tab into bash, zsh and fish, if installed, and compares the completed lines. Exits
with 77 if bash-completion is not installed.
"""

import os
import pathlib
import pty
import select
import shutil
import subprocess
import sys
import tempfile
import time

PROGRAM = pathlib.Path(sys.argv[1]).resolve()
SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "framework/packaging"
BASH_COMPLETION = pathlib.Path("/usr/share/bash-completion/bash_completion")

# The typed line and its completion. A space at the end means that the word is complete.
CASES = [  # several shapes begin with 5x and with 10x, so nothing is added to those
    ("gridcensus doc", "gridcensus doctor "),
    ("gridcensus --ver", "gridcensus --version "),
    ("gridcensus no_such_command x", "gridcensus no_such_command x"),
    ("gridcensus count 5x", "gridcensus count 5x"),
    ("gridcensus count 10x", "gridcensus count 10x"),
    ("gridcensus count 2x3 --with band_co", "gridcensus count 2x3 --with band_counts "),
    ("gridcensus count 2x3 --quantity relab", "gridcensus count 2x3 --quantity relabelling_classes "),
    ("gridcensus count 2x3 --rules cl", "gridcensus count 2x3 --rules classic "),
    ("gridcensus count 2x3 --with row_sampler --param samp",
     "gridcensus count 2x3 --with row_sampler --param samples="),
    ("gridcensus count 2x3 --with band_monte_carlo --param third_band=sc",
     "gridcensus count 2x3 --with band_monte_carlo --param third_band=scan "),
    ("gridcensus count 2x3 --plugin-dir broken --with enume",
     "gridcensus count 2x3 --plugin-dir broken --with enumeration "),
    ("gridcensus show x.ledger --findi", "gridcensus show x.ledger --findings "),
    ("gridcensus run que", "gridcensus run question.yaml "),
    ("gridcensus verify question.ledger --rep", "gridcensus verify question.ledger --repair "),
    ("gridcensus show que", "gridcensus show question.ledger "),
    ("gridcensus run question.yaml --plugin-dir bro", "gridcensus run question.yaml --plugin-dir broken/"),
    ("gridcensus conformance band_co", "gridcensus conformance band_counts "),
    ("gridcensus conformance ./broken/ju", "gridcensus conformance ./broken/junk.so "),
    ("gridcensus slurm que", "gridcensus slurm question.yaml "),
    ("gridcensus slurm question.yaml --folder bro", "gridcensus slurm question.yaml --folder broken/"),
    ("gridcensus new-strategy mine --wi", "gridcensus new-strategy mine --with-input "),
    ("gridcensus export question.ledger --format lat", "gridcensus export question.ledger --format latex "),
]


def typed(command, setup, folder, line):
    """Returns the line after a shell in a terminal gets `line` and a tab. The setup binds control-G to print it."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.environ["PATH"] = f"{PROGRAM.parent}:{os.environ['PATH']}"
        os.environ.update(TERM="dumb", PS1="", COLUMNS="400")
        os.execvp(command[0], command)
    seen = b""

    def wait_for(mark, begin=0):
        nonlocal seen
        deadline = time.monotonic() + 60
        while mark not in seen[begin:]:
            if time.monotonic() > deadline or not select.select([terminal], [], [], 60)[0]:
                raise SystemExit(f"{command[0]}: no answer to {line!r}; printed {seen[-2000:]!r}")
            seen += os.read(terminal, 65536)
        return seen.index(mark, begin)

    # The mark is in two parts, so the echo of the setup is not mistaken for its output.
    os.write(terminal, setup.encode() + b"\nprintf 'REA%s\\n' DY\n")
    begin = wait_for(b"READY")
    os.write(terminal, line.encode() + b"\t\x07")
    begin = wait_for(b"LINE<", begin)
    end = wait_for(b">LINE", begin)
    os.close(terminal)
    os.kill(child, 9)
    os.waitpid(child, 0)
    return seen[begin + len(b"LINE<"):end].decode()


def in_bash(folder, line):
    setup = (f"source {BASH_COMPLETION}; source {SCRIPTS}/gridcensus.bash; bind 'set bell-style none'; "
             """bind -x '"\\C-g": printf "LI""NE<%s>LINE\\n" "$READLINE_LINE"'""")
    return typed(["bash", "--norc", "--noprofile", "-i"], setup, folder, line)


def in_zsh(folder, line):
    functions = pathlib.Path(folder) / "functions"
    functions.mkdir(exist_ok=True)
    shutil.copy(SCRIPTS / "gridcensus.zsh", functions / "_gridcensus")
    setup = (f"fpath=({functions} $fpath); autoload -Uz compinit; compinit -u -D; unsetopt beep; setopt no_auto_menu; "
             """show_line() { print -r -- "LI""NE<$BUFFER>LINE" }; zle -N show_line; bindkey '^G' show_line; """
             "bindkey '^I' complete-word")
    return typed(["zsh", "-f", "-i"], setup, folder, line)


def in_fish(folder, line):
    """fish has a command that prints what a tab would offer; a single offer is inserted."""
    environment = dict(os.environ, PATH=f"{PROGRAM.parent}:{os.environ['PATH']}", HOME=folder)
    printed = subprocess.run(["fish", "--no-config", "-c", f"source {SCRIPTS}/gridcensus.fish; complete -C '{line}'"],
                             cwd=folder, env=environment, capture_output=True, text=True, check=True).stdout
    offered = [row.split("\t")[0] for row in printed.splitlines()]
    if len(offered) != 1:
        return line
    return line[:line.rindex(" ") + 1] + offered[0] + ("" if offered[0][-1] in "/=" else " ")


def main():
    if not BASH_COMPLETION.exists():
        print("bash-completion is not installed")
        return 77
    shells = {"bash": in_bash, "zsh": in_zsh, "fish": in_fish}
    wrong = 0
    for name, complete in shells.items():
        if shutil.which(name) is None:
            print(f"{name} is not installed: skipped")
            continue
        with tempfile.TemporaryDirectory() as folder:
            for file in "question.yaml", "question.ledger", "question.txt":
                pathlib.Path(folder, file).write_text("- [\n")  # unreadable
            broken = pathlib.Path(folder, "broken")
            broken.mkdir()
            pathlib.Path(broken, "junk.so").write_text("no library\n")
            for line, expected in CASES:
                became = complete(folder, line)
                if became != expected:
                    wrong += 1
                    print(f"{name}: {line!r}: expected {expected!r}, became {became!r}")
        print(f"{name}: {len(CASES)} lines")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
