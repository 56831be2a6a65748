#include "host/cluster/slurm_files.hpp"

#include "host/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

namespace gridcensus::host {

namespace {

constexpr std::string_view submit_script = R"sh(#!/bin/bash
# Submits the parts, and the job that combines them. Call it again after a failure: only missing units are counted.
set -euo pipefail
cd "$(dirname -- "${BASH_SOURCE[0]}")"

parts=$(sbatch --parsable parts.sbatch)
# afterany, since afterok would wait forever where a task failed. What is missing then, the merge says.
conclusion=$(sbatch --parsable --dependency="afterany:${parts%%;*}" conclude.sbatch)
echo "job $parts counts the parts, job $conclusion merges them and concludes (conclude.log, results.json)"
echo "how far they are: gridcensus status $PWD/part-*.ledger"
)sh";

constexpr std::string_view parts_script = R"sh(#!/bin/bash
#SBATCH --job-name=@NAME@
#SBATCH --array=1-@TASKS@
@RESOURCES@
#SBATCH --output=task-%a.log
# Counts the parts, each into a ledger of its own. One task again: sbatch --array=7 parts.sbatch, from this folder.
parts=@PARTS@
parts_per_task=@PARTS_PER_TASK@

source ./common.sh

last=$((SLURM_ARRAY_TASK_ID * parts_per_task))
for ((part = last - parts_per_task + 1; part <= last && part <= parts; part++)); do
  count run "$experiment" --part "$part/$parts" --ledger "part-$part.ledger" "${options[@]}"
done
exit "$failure"
)sh";

constexpr std::string_view conclude_script = R"sh(#!/bin/bash
#SBATCH --job-name=@NAME@-conclude
@RESOURCES@
#SBATCH --output=conclude.log
# Merges what the parts have counted, counts what cannot be split, and compares. Exit 4 where a part is missing.
source ./common.sh

count merge -o all.ledger part-*.ledger
((failure == 0)) || exit "$failure"
count run "$experiment" --ledger all.ledger --json results.json "${options[@]}"
exit "$failure"
)sh";

constexpr std::string_view resources = R"sh(#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=@THREADS@
@TIME@#SBATCH --requeue
#SBATCH --signal=B:USR1@120
#SBATCH --open-mode=append)sh";

constexpr std::string_view common_script = R"sh(# shellcheck shell=bash disable=SC2034
# What parts.sbatch and conclude.sbatch share. Slurm runs a copy of those from elsewhere, but in this folder.
program=@PROGRAM@
experiment=@EXPERIMENT@
options=(@OPTIONS@)
max_restarts=100  # of a task that ran out of time
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
# (exit 6), it is tried twice more. Any other failure would be the same again: it is kept for the end, and others go on.
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
)sh";

/// The value of each name of a template.
using Fillings = std::vector<std::pair<std::string_view, std::string>>;

std::string filled(std::string_view text, const Fillings& fillings) {
  std::string result{text};
  for (const auto& [name, value] : fillings) {
    for (auto at = result.find(name); at != std::string::npos; at = result.find(name, at + value.size())) {
      result.replace(at, name.size(), value);
    }
  }
  return result;
}

/// Returns a name that a line of #SBATCH accepts without quotes.
std::string job_name(std::string name) {
  constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
  std::ranges::replace_if(
      name, [&](char letter) { return plain.find(letter) == std::string_view::npos; }, '_');
  return name;
}

}  // namespace

std::vector<Script> slurm_files(const SlurmJob& job) {
  const auto max_tasks = job.array_limit - 1;
  const auto parts_per_task = (job.parts + max_tasks - 1) / max_tasks;
  const auto tasks = (job.parts + parts_per_task - 1) / parts_per_task;
  std::vector<std::string> options{"--threads", R"("$SLURM_CPUS_PER_TASK")", "--quiet"};
  std::ranges::transform(job.options, std::back_inserter(options), shell_quoted);

  const Fillings fillings{{"@RESOURCES@", std::string{resources}},
                          {"@NAME@", job_name(job.name)},
                          {"@TASKS@", std::to_string(tasks)},
                          {"@PARTS@", std::to_string(job.parts)},
                          {"@PARTS_PER_TASK@", std::to_string(parts_per_task)},
                          {"@THREADS@", std::to_string(job.threads)},
                          {"@TIME@", job.time ? fmt::format("#SBATCH --time={}\n", *job.time) : ""},
                          {"@OPTIONS@", fmt::format("{}", fmt::join(options, " "))},
                          {"@PROGRAM@", shell_quoted(job.program.string())},
                          {"@EXPERIMENT@", shell_quoted(job.experiment.string())}};
  return {{"submit.sh", filled(submit_script, fillings), true},
          {"parts.sbatch", filled(parts_script, fillings)},
          {"conclude.sbatch", filled(conclude_script, fillings)},
          {"common.sh", filled(common_script, fillings)}};
}

}  // namespace gridcensus::host
