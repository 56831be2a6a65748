#!/usr/bin/env bash
# slurm.sh PROGRAM: the scripts that `gridcensus slurm` writes, on a real Slurm. One task is killed, one reaches its
# time limit, one is requeued, one fails: the merge reports the missing units. After resubmission the rest is counted,
# and the numbers equal those of an undivided run. They are also equal if processes within array tasks take their part
# by `auto`.

# shellcheck source-path=SCRIPTDIR source=support.sh
source "$(dirname -- "$(readlink -f -- "$0")")/support.sh"
# shellcheck source=one_node_slurm.sh
source "$sources/tests/clusters/one_node_slurm.sh"
cleanup() { stop_slurm; }
start_slurm "$work/slurm"
small_experiment 20000

gridcensus slurm small.yaml --parts 4 --folder scripts
! command -v shellcheck >/dev/null || (cd scripts && shellcheck --external-sources -- *) || fail "ShellCheck"
make_faulty
sed -i "s|^program=.*|program=$work/faulty/gridcensus|; s/^pause=.*/pause=0/" scripts/common.sh

# Sets the numbers of both jobs from the output of submit.sh.
submit() {
  scripts/submit.sh >submitted.log
  read -r array conclusion < <(grep -oP 'job \K[0-9]+' submitted.log | xargs)
}

# shellcheck disable=SC2016  # the variables are those of the tasks
{
  echo 'kill -KILL $$' >fault-1
  echo 'scontrol requeue "$SLURM_JOB_ID"' >fault-2
  echo 'scancel --batch --signal=USR1 "$SLURM_JOB_ID"' >fault-3
}
touch fails-4
submit
until_true 600 queue_is_empty || fail "the jobs do not end: $(squeue)"

expect_log scripts/task-1.log "try 1: exit 137"
expect_log scripts/task-2.log "DUE TO JOB REQUEUE"
expect_log scripts/task-3.log "time limit reached; finished work is saved"
expect_exit "${array}_4" 1
expect_exit "$conclusion" 4
expect_log scripts/conclude.log "there is no ledger of part 4/4"
[[ ! -e scripts/results.json ]] || fail "an incomplete count was concluded"
grep -c 'try' scripts/task-4.log | grep -qx 1 || fail "a part that would fail again was retried"

rm fails-4
submit
until_true 600 queue_is_empty || fail "the jobs do not end: $(squeue)"
expect_exit "$conclusion" 0
expect_same scripts
