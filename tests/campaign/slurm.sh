#!/usr/bin/env bash
# slurm.sh PROGRAM [FAULTS]: the published method for the number of 3x3 grids, each of its combinations in two variants,
# and a sample of 3x4, in 8 parts over an array of a real Slurm. While they run, FAULTS (default 40) occur at random:
# the program of a task is killed, or the whole task; a task is signalled that its time is up, or requeued. Tasks that
# ended for good are resubmitted until all is counted. Then every number must equal that of an undivided run. Some
# minutes.

# shellcheck source-path=SCRIPTDIR source=../clusters/support.sh
source "$(dirname -- "$(readlink -f -- "$0")")/../clusters/support.sh"
slurm_seconds=3600
# shellcheck source=../clusters/one_node_slurm.sh
source "$sources/tests/clusters/one_node_slurm.sh"
cleanup() { stop_slurm; }
faults="${2:-40}"
RANDOM=1
start_slurm "$work/slurm"

cat >faithful.yaml <<'YAML'
title: Does a cluster whose tasks are killed count what one computer counts?
problems: [{shape: 3x3}, {shape: 3x4}]
strategies:
  lesser_first: {strategy: box_class_zc, mode: faithful, variant: lesser_first, only: [3x3]}
  greater_first: {strategy: box_class_zc, mode: faithful, variant: greater_first, only: [3x3]}
  sample: {strategy: stack_product, samples: 10000, only: [3x4], quantities: [grids]}
YAML
count_alone faithful.yaml
echo "undivided: $SECONDS s"

gridcensus slurm faithful.yaml --parts 8 --folder scripts
sed -i "s/^pause=.*/pause=1/" scripts/common.sh

# Prints the child of a task's script, if it is our program.
program_of() {
  local child
  for child in $(pgrep --parent "$1"); do
    [[ "$(readlink "/proc/$child/exe")" != "$program" ]] || echo "$child"
  done
}

# Finds the scripts of running tasks, by the names that Slurm gives them.
script_of() { pgrep -f "^/bin/bash $slurm/spool/job0*$1/slurm_script\$"; }

declare -A done_to=([program]=0 [task]=0 [time]=0 [requeue]=0)
fault() {
  local running kind job script
  mapfile -t running < <(squeue --noheader --states=RUNNING --name=faithful --format=%A)
  ((${#running[@]} > 0)) || return 1
  job="${running[RANDOM % ${#running[@]}]}"
  script="$(script_of "$job")" || return 1
  case $((RANDOM % 10)) in
    [0-3]) kind=program && kill -KILL "$(program_of "$script")" 2>/dev/null ;;
    [4-6]) kind="time" && scancel --batch --signal=USR1 "$job" ;;
    [7-8]) kind=requeue && scontrol requeue "$job" 2>/dev/null ;;
    *) kind=task && kill -KILL "$script" 2>/dev/null ;;
  esac || return 1
  done_to[$kind]=$((done_to[$kind] + 1))
}

submissions=0
inflicted=0
while [[ ! -e scripts/results.json ]]; do
  ((++submissions <= 20)) || fail "no end: $(cat scripts/conclude.log)"
  scripts/submit.sh >/dev/null
  until queue_is_empty; do
    sleep "0.$((RANDOM % 10))"
    ((inflicted >= faults)) || ! fault || inflicted=$((inflicted + 1))
  done
done
expect_same scripts
echo "faults: $inflicted (programs killed: ${done_to[program]}, tasks killed: ${done_to[task]}," \
  "time limits signalled: ${done_to[time]}, requeued: ${done_to[requeue]}); submissions: $submissions;" \
  "$SECONDS s in all"
