#!/usr/bin/env bash
# gnu_parallel.sh FILE.yaml PARTS: counts the parts of an experiment with GNU parallel, as many at a time as there are
# cores, then concludes. After an interruption, run the same command again to resume. With --sshloginfile HOSTS and
# --workdir "$PWD", the parts run on other computers that see this folder.
set -euo pipefail
experiment="$1" parts="$2"

# An interrupted part gets ten seconds to store its work. By default parallel gives it a third of a second.
seq "$parts" | parallel --will-cite --retries 3 --termseq TERM,10000,KILL,25 \
  gridcensus run "$experiment" --part "{}/$parts" --ledger "part-{}.ledger" --threads 1 --quiet
gridcensus merge -o all.ledger part-*.ledger
gridcensus run "$experiment" --ledger all.ledger --json results.json
