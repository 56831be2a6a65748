#!/usr/bin/env bash
# open_mpi.sh FILE.yaml PROCESSES: counts the parts of an experiment, one in each process, then concludes. mpirun only
# starts the processes. After an interruption, run the same command again to resume.
set -euo pipefail
experiment="$1" processes="$2"

# If a process fails, mpirun ends the others, too; each ledger keeps what was counted. (The parameter that would let
# them continue, orte_abort_on_non_zero_status, makes mpirun 4.1 wait forever if a process was killed.)
mpirun -n "$processes" \
  gridcensus run "$experiment" --part auto --ledger "part-{part}.ledger" --threads 1 --quiet
gridcensus merge -o all.ledger part-*.ledger
gridcensus run "$experiment" --ledger all.ledger --json results.json
