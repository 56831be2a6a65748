#!/usr/bin/env bash
# named_files.sh SOURCE_DIR: what the docs point to is there: every file and folder that they link or name, every heading
# that they link to, every test (`Suite.Name`), every source ([key] of docs/mathematics.md). Comments in the code are
# held to the same, as far as they begin a path at the top of the repository.
set -euo pipefail
cd "$1"

mapfile -t documents < <(ls README.md CONTRIBUTING.md docs/*.md plugins/*/README.md)
path='(?<![\w./<-])(framework|plugins|tests|docs|experiments)/[\w./-]*\w'
quote='`' # apart, so that it is not taken for the beginning of a command
files=$(find framework plugins tests docs -type f)
tests=$(grep -rhoE '^(TEST|TEST_F|TEST_P|RC_GTEST_PROP)\(\w+, \w+' --include='*.cpp' tests plugins |
  sed -E 's/.*\((\w+), /\1./')

# Without blocks of code, where brackets are no links.
prose() { awk '/^ *```/ { in_code = !in_code } !in_code' "$1"; }
is_path() { [[ -e $2 || -e $(dirname "$1")/$2 ]]; }
ends_a_path() { grep -qE "(^|/)${1//./\\.}\$" <<<"$files"; }
is_test() { grep -qxF "$1" <<<"$tests"; }
is_source() { grep -qF "| $1 |" docs/mathematics.md; }
# A heading as links spell it: small letters and digits, hyphens for blanks.
has_heading() {
  grep -E '^#+ ' "$1" | sed -E 's/^#+ //' | tr '[:upper:] ' '[:lower:]-' | tr -cd '[:alnum:]_\n-' | grep -qxF -- "$2"
}

named=0
missing=0
# expect FILE WORD CONDITION...: what FILE names must be there.
expect() {
  named=$((named + 1))
  "${@:3}" && return
  echo "$1 names $2, which is not there"
  missing=$((missing + 1))
}

for document in "${documents[@]}"; do
  while read -r link; do
    target="$(dirname "$document")/${link%%#*}"
    [[ $link == \#* ]] && target=$document
    expect "$document" "$link" test -e "$target"
    [[ $link != *\#* ]] || expect "$document" "$link" has_heading "$target" "${link#*#}"
  done < <(prose "$document" | grep -oP '\]\(\K[^)]+' | grep -v '^https\?:')
  while read -r word; do
    expect "$document" "$word" ends_a_path "$word"
  done < <(grep -oP "$quote\K[\w/]+\.(hpp|cpp|sh|cmake)(?=$quote)" "$document")
  while read -r test; do
    expect "$document" "$test" is_test "$test"
  done < <(grep -oP "$quote\K[A-Z]\w+\.[A-Z]\w+(?=$quote)" "$document")
  while read -r key; do
    expect "$document" "$key" is_source "$key"
  done < <(grep -oP '\[[A-Z]\w*\d\d[a-z]?\](?!\()' "$document")
done
while IFS=: read -r file word; do
  expect "$file" "$word" is_path "$file" "$word"
done < <(
  grep -oP "$path" "${documents[@]}"
  grep -roP --include='*.hpp' --include='*.cpp' "^\s*//.*?\K$path" framework plugins tests docs
)

echo "$named things named, $missing of them missing"
((named > 0 && missing == 0))
