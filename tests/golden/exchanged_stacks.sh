#!/usr/bin/env bash
# exchanged_stacks.sh C TABLE PROGRAM GRIDCENSUS [BANDS]: holds a TABLE of docs/data, of the classes of symmetries of
# 2xC, against exchanged_stacks.cpp, with the BANDS of docs/data or those that GRIDCENSUS counts.
set -euo pipefail

columns="$1" table="$2" program="$3" gridcensus="$4" bands="${5:-}"
here="$(dirname -- "$(readlink -f -- "$0")")"
folder="$(mktemp -d)"
trap 'rm -rf -- "$folder"' EXIT

if [[ -n "$bands" ]]; then
  xz -dc -- "$bands" >"$folder/bands.csv"
else
  "$gridcensus" count "2x$columns" --with band_classes --json "$folder/results.json" >/dev/null
  "$here/signature_table.py" "$folder/results.json" >"$folder/bands.csv"
fi
"$program" "$columns" "$folder/bands.csv" "$table"

# With other bands of one class, another number must be found.
sed "2s/,\([0-9]*\)\$/,9\1/" "$folder/bands.csv" >"$folder/wrong.csv"
if "$program" "$columns" "$folder/wrong.csv" "$table" >"$folder/says" 2>&1; then
  echo "bands that are wrong were not noticed:"
  cat "$folder/says"
  exit 1
fi
