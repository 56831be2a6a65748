#!/usr/bin/env bash
# gnu_parallel.sh FILE.yaml PARTS: counts the parts of an experiment with GNU parallel, as many at a time as there are
# cores, then concludes. After an interruption the same command goes on. With --sshloginfile HOSTS and --workdir "$PWD"
# the parts go to other computers that see this folder.
set -euo pipefail
experiment="$1" parts="$2"

# What is interrupted gets ten seconds to save what it has, where parallel would give it a third of one.
seq "$parts" | parallel --will-cite --retries 3 --termseq TERM,10000,KILL,25 \
  gridcensus run "$experiment" --part "{}/$parts" --ledger "part-{}.ledger" --threads 1 --quiet
gridcensus merge -o all.ledger part-*.ledger
gridcensus run "$experiment" --ledger all.ledger --json results.json
