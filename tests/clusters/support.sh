# shellcheck shell=bash
# Shared by the tests of clusters. Sourced with the program as first argument; creates a folder for the test, which is
# left when the test ends, and the results of an undivided run to compare with. Sets: program, sources, work.
set -euo pipefail
program="$(readlink -f -- "$1")"
sources="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)"
work="$(mktemp -d)"

# The test may define cleanup, which ends the processes that the test has started.
cleanup() { :; }
trap 'cleanup; rm -rf "$work"' EXIT
cd "$work"
# As on computers of users, which have the program installed.
PATH="$(dirname -- "$program"):$PATH"

skip() {
  echo "skipped: $*"
  exit 77
}

fail() {
  echo "failed: $*"
  exit 1
}

need() {
  local command
  for command in "$@"; do
    command -v "$command" >/dev/null || skip "$command is not installed"
  done
}

# until_true SECONDS COMMAND...: succeeds if the command succeeds within that time.
until_true() {
  local deadline=$((SECONDS + $1))
  shift
  until "$@"; do
    ((SECONDS < deadline)) || return 1
    sleep 0.1
  done
}

# expect_log FILE TEXT: checks that the log of a job contains the text.
expect_log() {
  grep -qF -- "$2" "$1" || {
    cat "$1"
    fail "$1 does not contain: $2"
  }
}

# An estimate and exact numbers that are counted in parts, and runs that depend on them.
small_experiment() {
  cat >small.yaml <<YAML
title: Does a cluster count what one computer counts?
problems: [{shape: 3x3}]
strategies:
  row_sampler: {samples: $1, quantities: [grids]}
  band_classes: {quantities: [grids, relabelling_classes]}
  russell_jarvis: {}
YAML
  count_alone small.yaml
}

# count_alone FILE.yaml: the undivided run, into alone/.
count_alone() {
  mkdir -p alone
  gridcensus run "$1" --no-ledger --quiet --json "alone/$(basename "$1" .yaml).json" >alone.log ||
    fail "the undivided run of $1"
}

# expect_same FOLDER: checks that the results.json there has the numbers of the undivided run.
expect_same() {
  local name
  name="$(basename alone/*.json)"
  mkdir -p "$1/compared"
  cp "$1/results.json" "$1/compared/$name"
  python3 "$sources/tests/end_to_end/same_numbers.py" compare alone "$1/compared" || fail "$1: other numbers"
}

# A folder with the program under its name, and with faults: part I fails while the file fails-I exists. If fault-I
# exists, part I is halted as soon as it counts, and the command in the file is run once. The part, which are two
# processes, continues once another process continues it or a signal waits for it, so it cannot end before the fault.
make_faulty() {
  mkdir faulty
  cat >faulty/gridcensus <<SCRIPT
#!/usr/bin/env bash
all="\$*"
part="\${all##*--part }"
part="\${part%%[/ ]*}"
[[ ! -e $work/fails-\$part ]] || exit 1
if [[ \$all == *--part* && -e $work/fault-\$part ]]; then
  mv $work/fault-\$part $work/done-\$part
  {
    until [[ -e part-\$part.ledger ]]; do sleep 0.01; done
    counting="\$(pgrep --parent \$\$ --exact gridcensus)"
    kill -STOP \$\$ \$counting
    source $work/done-\$part
    while grep -q '^State:.*stopped' /proc/\$\$/status && ! grep -q '^S[hi][dg]Pnd:.*[1-9a-f]' /proc/\$\$/status; do
      sleep 0.05
    done 2>/dev/null
    kill -CONT \$\$ \$counting
  } &
fi
exec $program "\$@"
SCRIPT
  chmod +x faulty/gridcensus
}
