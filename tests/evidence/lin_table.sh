#!/usr/bin/env bash
# lin_table.sh BANDS.csv.gz PROGRAM: checks that the table of docs/data, in the form of Lin's release
# c6-verified-2026-09-07, has the two SHA-256 and the size of this release, and that a wrong value is detected.
set -euo pipefail

bands="$1" program="$2"
folder="$(mktemp -d)"
trap 'rm -rf -- "$folder"' EXIT
gzip -dc "$bands" >"$folder/bands.csv"

hash_of() { "$program" "${@:2}" <"$1" | sha256sum | cut -d' ' -f1; }

[[ "$("$program" <"$folder/bands.csv" | wc -c)" == 4766612 ]]
[[ "$(hash_of "$folder/bands.csv")" == 84f2720e7ba8296d78604153b934b7291af93c329c07f5d46538f9d7101127c7 ]]
[[ "$(hash_of "$folder/bands.csv" lines)" == 292f8121743016528c0e523c4c7a14f4b4471dca8bd93a279006dacdff8fdb91 ]]

sed '2s/2$/3/' "$folder/bands.csv" >"$folder/wrong.csv"
[[ "$(hash_of "$folder/wrong.csv")" != "$(hash_of "$folder/bands.csv")" ]]
