#!/usr/bin/env bash
# third_method.sh SHAPE TABLE EVERY ANSWER GRIDCENSUS [SWEEP [STATES]]: compares a TABLE of docs/data, of the classes
# of symmetries of SHAPE, with third_method.py. It must add up to ANSWER essentially different grids, and have the same
# names, sizes and, for each EVERYth class, fixed grids, counted by SWEEP and with at most STATES states if these are
# given. If GRIDCENSUS is not -, its two strategies must still make the same table; TABLE may then be -, if there is
# none.
set -euo pipefail

shape="$1" table="$2" every="$3" answer="$4" gridcensus="$5" sweep="${6:-}" states="${7:-}"
here="$(dirname -- "$(readlink -f -- "$0")")"
folder="$(mktemp -d)"
trap 'rm -rf -- "$folder"' EXIT

if [[ "$gridcensus" != - ]]; then
  "$gridcensus" count "$shape" --with band_classes --with burnside_bfs --with russell_jarvis \
    --json "$folder/results.json" >/dev/null
  "$here/class_tables.py" "$folder/results.json" >"$folder/table.csv"
  [[ "$table" == - ]] || diff <(gzip -dc "$table") "$folder/table.csv"
else
  gzip -dc "$table" >"$folder/table.csv"
fi

"$here/third_method.py" "$shape" --check "$folder/table.csv" --every "$every" ${sweep:+--sweep "$sweep"} \
  ${states:+--max-states "$states"} |
  tee "$folder/says"
grep -q "; $answer essentially different grids$" "$folder/says"

# The same table must be refused if the last class fixes ten times as many grids and one more.
sed '$s/\([0-9]*\)$/\11/' "$folder/table.csv" >"$folder/wrong.csv"
if "$here/third_method.py" "$shape" --check "$folder/wrong.csv" --every 1000000 >"$folder/says" 2>&1; then
  echo "a table with a wrong class was not refused:"
  cat "$folder/says"
  exit 1
fi
