#!/usr/bin/env bash
# third_road.sh SHAPE TABLE EVERY ANSWER GRIDCENSUS [SWEEP [STATES]]: holds a TABLE of docs/data, of the classes of
# symmetries of SHAPE, against third_road.py. It must add up to ANSWER essentially different grids, have the names and
# sizes that are found there, and the kept grids that are counted there of each EVERYth class, by SWEEP and with no more
# STATES if these are given. Where GRIDCENSUS is not -, its two strategies must still make the very same table; TABLE
# may then be -, where there is none.
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

"$here/third_road.py" "$shape" --check "$folder/table.csv" --every "$every" ${sweep:+--sweep "$sweep"} \
  ${states:+--most-states "$states"} |
  tee "$folder/says"
grep -q "; $answer essentially different grids$" "$folder/says"

# The same table, but for the last class, which keeps ten times as many and one more, must be refused.
sed '$s/\([0-9]*\)$/\11/' "$folder/table.csv" >"$folder/wrong.csv"
if "$here/third_road.py" "$shape" --check "$folder/wrong.csv" --every 1000000 >"$folder/says" 2>&1; then
  echo "a table with a wrong class was not refused:"
  cat "$folder/says"
  exit 1
fi
