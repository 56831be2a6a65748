#!/usr/bin/env bash
# clasp_oracle.sh R C CLASSES: counts the RxC grids whose first row is 1..N with gringo and clasp, which share no code
# and no method with this project, and compares with CLASSES = grids / N!.
#
# Exit 77, which ctest takes for "skipped", where the two are not installed.
set -euo pipefail

box_rows="$1" box_cols="$2" expected="$3"
for tool in gringo clasp; do
  if ! command -v "$tool" >/dev/null; then
    echo "skipped: $tool is not installed (Debian: apt-get install gringo clasp)"
    exit 77
  fi
done

# clasp's exit code is a bit set (10: models found, 20: search space exhausted); 30 means that it counted them all.
program="$(gringo -c box_rows="$box_rows" -c box_cols="$box_cols" "$(dirname -- "$0")/grid.lp")"
status=0
answer="$(clasp --models 0 --quiet=2,2 <<<"$program")" || status=$?
if ((status != 30)); then
  printf 'clasp ended with %d instead of 30:\n%s\n' "$status" "$answer"
  exit 1
fi
counted="$(sed -n 's/^Models *: *\([0-9]*\)$/\1/p' <<<"$answer")"
echo "${box_rows}x${box_cols}, first row fixed: clasp counts $counted, expected $expected"
[[ "$counted" == "$expected" ]]
