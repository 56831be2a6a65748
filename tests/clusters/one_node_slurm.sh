# shellcheck shell=bash
# A Slurm of one node on this computer, for tests. Sourced after support.sh.
#
# start_slurm FOLDER starts munged, slurmctld and slurmd, which listen on the loopback device only and write all files
# in the folder; it skips the test if they cannot be started. stop_slurm ends them, and with them all jobs. They also
# end by themselves after a while, so a killed test leaves no process behind.
need munged slurmctld slurmd sbatch scontrol squeue scancel python3

slurm_daemons=()

two_free_ports() {
  python3 -c '
import socket
sockets = [socket.socket(), socket.socket()]
for each in sockets:
    each.bind(("127.0.0.1", 0))
print(*(each.getsockname()[1] for each in sockets))'
}

# daemon NAME COMMAND...: stays a child of this shell.
daemon() {
  timeout "${slurm_seconds:-1800}" "${@:2}" >"$slurm/$1.out" 2>&1 &
  slurm_daemons+=($!)
}

slurm_is_idle() { [[ $(sinfo --noheader --format=%T 2>/dev/null) == idle ]]; }

start_slurm() {
  slurm="$1"
  local user host controller_port node_port
  user="$(id -un)"
  host="$(hostname -s)"
  read -r controller_port node_port < <(two_free_ports)
  mkdir -p "$slurm/state" "$slurm/spool"
  # munged refuses a socket in a folder that others cannot enter.
  chmod 755 "$(dirname "$slurm")" "$slurm"
  head -c 128 /dev/urandom >"$slurm/munge.key"
  chmod 600 "$slurm/munge.key"
  # A requeued task waits until its old credential has expired: two minutes without cred_expire. The node claims more
  # processors than it may have, so tasks run in parallel.
  cat >"$slurm/slurm.conf" <<CONF
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$controller_port
SlurmdPort=$node_port
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
AuthType=auth/munge
AuthInfo=socket=$slurm/munge.socket,cred_expire=5
SlurmUser=$user
SlurmdUser=$user
MailProg=/bin/true
StateSaveLocation=$slurm/state
SlurmdSpoolDir=$slurm/spool
SlurmctldPidFile=$slurm/slurmctld.pid
SlurmdPidFile=$slurm/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0,sched_interval=1,bf_interval=1
ReturnToService=2
KillWait=10
NodeName=node1 NodeAddr=127.0.0.1 CPUs=8
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
  export SLURM_CONF="$slurm/slurm.conf"
  daemon munged munged --foreground --force --num-threads=2 --key-file="$slurm/munge.key" \
    --socket="$slurm/munge.socket" --pid-file="$slurm/munged.pid" --log-file="$slurm/munged.log" \
    --seed-file="$slurm/munge.seed"
  until_true 120 test -S "$slurm/munge.socket" || skip "munged does not start: $(tail -n 3 "$slurm/munged.out")"
  daemon slurmctld slurmctld -D -i
  daemon slurmd slurmd -D -N node1
  until_true 120 slurm_is_idle ||
    skip "Slurm does not start: $(tail -n 3 "$slurm/slurmctld.out" "$slurm/slurmd.out")"
}

stop_slurm() {
  ((${#slurm_daemons[@]} > 0)) || return 0
  scancel --quiet --user="$(id -un)" 2>/dev/null || true
  until_true 15 queue_is_empty || true
  kill "${slurm_daemons[@]}" 2>/dev/null || true
  wait "${slurm_daemons[@]}" 2>/dev/null || true
  slurm_daemons=()
}

# The output of squeue is also empty if it does not answer.
queue_is_empty() {
  local queue
  queue="$(squeue --noheader)" && [[ -z $queue ]]
}

# expect_exit JOB CODE: checks the exit code of a job that has ended.
expect_exit() {
  [[ $(scontrol --oneliner show job "$1") == *" ExitCode=$2:0 "* ]] ||
    fail "job $1 did not exit with $2: $(scontrol show job "$1")"
}
