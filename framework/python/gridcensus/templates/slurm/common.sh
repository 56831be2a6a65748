# shellcheck shell=bash disable=SC2034
# What parts.sbatch and conclude.sbatch share. Slurm runs a copy of those from elsewhere, but in this folder.
program=@PROGRAM@
experiment=@EXPERIMENT@
options=(@OPTIONS@)
@VARIABLES@max_restarts=100  # of a task that ran out of time
pause=30           # seconds before another try

child=
told=      # the signal that ends this shell
failure=0  # the first one of those that last

# Some two minutes before its time is up, a task gets USR1, which Slurm sends to this shell alone. A task that is
# cancelled, preempted or requeued gets TERM, which Slurm sends to all its processes. The program saves its units, and
# ends with 4.
told_by() {
  told=$1
  [[ -z $child ]] || kill -s "$1" "$child" 2>/dev/null
}
trap 'told_by USR1' USR1
trap 'told_by TERM' TERM

# After TERM, Slurm knows what comes next. After USR1, the task goes back into the queue.
leave() {
  if [[ $told == USR1 ]] && ((${SLURM_RESTART_COUNT:-0} < max_restarts)); then
    echo "$(date): time limit reached; finished work is saved, and the task is queued again"
    scontrol requeue "$SLURM_JOB_ID"
  fi
  exit 4
}

# count ARGUMENT...: one command of the program. Ended by a signal (the memory of the node?) or by an error of storage
# (exit 6), it is tried twice more. Any other failure would repeat: its exit code is the final one, and the other commands still run.
count() {
  local status try
  for try in 1 2 3; do
    [[ -z $told ]] || leave
    "$program" "$@" &
    child=$!
    # A signal to this shell ends `wait`, but not the program.
    while kill -0 "$child" 2>/dev/null; do wait "$child"; done
    wait "$child"
    status=$?
    child=
    ((status != 0)) || return 0
    if [[ -n $told ]] && ((status == 4 || status > 128)); then leave; fi
    echo "$(date): try $try: exit $status: gridcensus $*"
    ((status == 6 || status > 128)) || break
    ((try == 3)) || sleep "$pause"
  done
  ((failure != 0)) || failure=$status
}
