#!/usr/bin/env bash
# symmetric_halves.sh TABLE PATTERN PROGRAM: compares the classes of symmetries in a TABLE of docs/data whose names
# match the extended regular expression PATTERN with symmetric_halves.cpp, and checks that a wrong number is detected.
set -euo pipefail

table="$1" pattern="$2" program="$3"
folder="$(mktemp -d)"
trap 'rm -rf -- "$folder"' EXIT
gzip -dc "$table" >"$folder/table.csv"
cut -d, -f1 "$folder/table.csv" | grep -E "$pattern" >"$folder/names.txt"
"$program" "$folder/table.csv" "$folder/names.txt"

head -n 1 "$folder/names.txt" >"$folder/name.txt"
sed 's/\([0-9]*\)$/\11/' "$folder/table.csv" >"$folder/wrong.csv"
if "$program" "$folder/wrong.csv" "$folder/name.txt" >/dev/null; then
  echo "a wrong number was not noticed"
  exit 1
fi
