#!/usr/bin/env bash
# ten_minutes.sh PREFIX [PAGE]: walks the ten-minute path of docs/write-a-strategy.md against the installation in
# PREFIX, with the exact lines of the page, for each of its five kinds. Prints the time that each line took.
set -euo pipefail

prefix="$(cd -- "$1" && pwd)"
page="${2:-$prefix/share/doc/gridcensus/docs/write-a-strategy.md}"
work_dir="$(mktemp -d)"
trap 'rm -rf "$work_dir"' EXIT
export PATH="$prefix/bin:$PATH"
umask 022  # plugins that others can write are refused

# Without the checks that try what time allows: other tests make them, and compare the numbers of each kind.
gridcensus() {
  if [[ $1 == conformance ]]; then
    command gridcensus "$@" --only loading --only refusals --only resumption --only stop --only stdout
  else
    command gridcensus "$@"
  fi
}

# walk KIND: runs the block of the page below <!-- walk: KIND -->, line by line.
walk() {
  local line begin end
  cd "$work_dir"
  while IFS= read -r line; do
    begin="$(date +%s.%N)"
    # This shell runs the line, as a reader's would, so a change of directory persists.
    eval "${line//PREFIX/$prefix}" >"$work_dir/output" 2>&1 || {
      cat "$work_dir/output"
      printf 'failed: %s\n' "$line"
      exit 1
    }
    end="$(date +%s.%N)"
    awk -v kind="$1" -v line="$line" -v t="$end" -v from="$begin" \
      'BEGIN { printf "%-10s %6.1f s  %s\n", kind, t - from, substr(line, 1, 60) }'
  done < <(awk -v mark="<!-- walk: $1 -->" '$0 == mark { found = 1; next } found && /^```/ { if (++fences == 2) exit; next } found && fences' "$page")
  # The last line compares; its output must report that the new strategy agrees with another.
  grep -q '^YES\.' "$work_dir/output" || {
    cat "$work_dir/output"
    printf 'no agreement at the end of: %s\n' "$1"
    exit 1
  }
}

for kind in program python exact sampling with_input; do walk "$kind"; done
