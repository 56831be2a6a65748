#!/usr/bin/env bash
# open_mpi.sh FILE.yaml PROCESSES: counts the parts of an experiment in as many processes, which mpirun only starts,
# then concludes. After an interruption the same command goes on.
set -euo pipefail
experiment="$1" processes="$2"

# Where a process fails, mpirun ends the others, too; each ledger keeps what was counted. (The parameter that would let
# them go on, orte_abort_on_non_zero_status, makes mpirun 4.1 wait forever where a process was killed.)
mpirun -n "$processes" \
  gridcensus run "$experiment" --part auto --ledger "part-{part}.ledger" --threads 1 --quiet
gridcensus merge -o all.ledger part-*.ledger
gridcensus run "$experiment" --ledger all.ledger --json results.json
