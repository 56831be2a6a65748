#!/usr/bin/env bash
# signature_classes.sh R C TABLE EACH CLASSES BANDS GRIDS: checks that a table of the signature classes of RxC adds
# up to all BANDS of RxC and all GRIDS with CLASSES classes, that each EACH-th class has the size that follows from its
# name, and that wrong numbers and wrong names are detected. TABLE: a packed table of docs/data, or gridcensus itself,
# which then counts them.
set -euo pipefail

rows="$1" columns="$2" table="$3" each="$4" expected=("${@:5}")
here="$(dirname -- "$(readlink -f -- "$0")")"
folder="$(mktemp -d)"
trap 'rm -rf -- "$folder"' EXIT

case "$table" in
  *.gz) gzip -dc "$table" >"$folder/bands.csv" ;;
  *)
    "$table" count "${rows}x$columns" --with band_classes --param orientation=as_given --json "$folder/results.json" \
      >/dev/null
    "$here/signature_table.py" "$folder/results.json" >"$folder/bands.csv"
    ;;
esac
"$here/moments.py" "$folder/bands.csv" "$rows" "$columns" "${expected[@]}"
"$here/class_sizes.py" "$folder/bands.csv" "$rows" "$columns" "$each"

for column in 2 3; do
  awk -F, -v OFS=, -v column="$column" 'NR == 2 { $column = "1" $column } { print }' "$folder/bands.csv" \
    >"$folder/wrong.csv"
  if "$here/moments.py" "$folder/wrong.csv" "$rows" "$columns" "${expected[@]}" >/dev/null 2>&1; then
    echo "a wrong number in column $column was not noticed"
    exit 1
  fi
done
# The sums are the same if two classes exchange their names.
awk -F, -v OFS=, 'NR == 2 { first = $1; getline other; split(other, second, ",")
  print second[1], $2, $3; print first, second[2], second[3]; next } { print }' "$folder/bands.csv" >"$folder/wrong.csv"
"$here/moments.py" "$folder/wrong.csv" "$rows" "$columns" "${expected[@]}" >/dev/null
if "$here/class_sizes.py" "$folder/wrong.csv" "$rows" "$columns" 1000000 >/dev/null 2>&1; then
  echo "two classes with exchanged names were not noticed"
  exit 1
fi
