#!/usr/bin/env bash
# open_mpi.sh FILE.yaml PROCESSES: counts the parts of an experiment, one in each process, then concludes. mpirun only
# starts the processes. After an interruption, run the same command again to resume.
set -euo pipefail
experiment="$1" processes="$2"

# If a process fails, mpirun ends the others, too; each ledger keeps what was counted. (The parameter that would let
# them continue, orte_abort_on_non_zero_status, makes mpirun 4.1 wait forever if a process was killed.)
# shellcheck disable=SC2016  # each process has a rank of its own
mpirun -n "$processes" sh -c 'exec gridcensus run "$1" --part "$((OMPI_COMM_WORLD_RANK + 1))/$OMPI_COMM_WORLD_SIZE" \
  --ledger "part-{part}.ledger" --threads 1 --quiet' part "$experiment"
gridcensus merge -o all.ledger part-*.ledger
gridcensus run "$experiment" --ledger all.ledger --json results.json
