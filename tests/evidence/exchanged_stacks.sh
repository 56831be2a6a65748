#!/usr/bin/env bash
# exchanged_stacks.sh C TABLE PROGRAM CLASSES BANDS GRIDS: compares a TABLE of docs/data, of the classes of symmetries
# of 2xC, with exchanged_stacks.cpp, using the signature classes of Cx2, which must add up to all BANDS of Cx2 and all
# GRIDS of 2xC. CLASSES: a packed table of them in docs/data, or gridcensus itself, which then counts them.
set -euo pipefail

columns="$1" table="$2" program="$3" classes="$4" bands="$5" grids="$6"
here="$(dirname -- "$(readlink -f -- "$0")")"
folder="$(mktemp -d)"
trap 'rm -rf -- "$folder"' EXIT

case "$classes" in
  *.gz) gzip -dc "$classes" >"$folder/bands.csv" ;;
  *)
    "$classes" count "2x$columns" --with band_classes --json "$folder/results.json" >/dev/null
    "$here/signature_table.py" "$folder/results.json" >"$folder/bands.csv"
    ;;
esac
gzip -dc "$table" >"$folder/table.csv"
classes=$(($(wc -l <"$folder/bands.csv") - 1))
"$here/moments.py" "$folder/bands.csv" "$columns" 2 "$classes" "$bands" "$grids"
"$program" "$columns" "$folder/bands.csv" "$folder/table.csv"

# With other bands of one class, other numbers must be found.
sed "2s/,\([0-9]*\)\$/,9\1/" "$folder/bands.csv" >"$folder/wrong.csv"
if "$here/moments.py" "$folder/wrong.csv" "$columns" 2 "$classes" "$bands" "$grids" >"$folder/says" 2>&1 ||
  "$program" "$columns" "$folder/wrong.csv" "$folder/table.csv" until_different >"$folder/says" 2>&1; then
  echo "bands that are wrong were not noticed:"
  cat "$folder/says"
  exit 1
fi
