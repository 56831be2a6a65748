#!/usr/bin/env bash
# named_files.sh SOURCE_DIR: checks that the targets of the docs exist: every file and folder that they link or name,
# every heading that they link to, every test (`Suite.Name`), every source ([key] of docs/mathematics.md). In comments of
# the code, checks paths from the top of the repository.
set -euo pipefail
cd "$1"

mapfile -t documents < <(ls README.md CONTRIBUTING.md docs/*.md plugins/*/README.md)
path='(?<![\w./<-])(framework|plugins|tests|docs|experiments)/[\w./-]*\w'
quote='`' # in a variable, so it is not taken for a command substitution
files=$(find framework plugins tests docs -type f)
tests=$(grep -rhoE '^(TEST|TEST_F|TEST_P|RC_GTEST_PROP)\(\w+, \w+' --include='*.cpp' tests plugins |
  sed -E 's/.*\((\w+), /\1./')

# Prints a page without blocks of code, where brackets are not links.
prose() { awk '/^ *```/ { in_code = !in_code } !in_code' "$1"; }
is_path() { [[ -e $2 || -e $(dirname "$1")/$2 ]]; }
ends_a_path() { grep -qE "(^|/)${1//./\\.}\$" <<<"$files"; }
is_test() { grep -qxF "$1" <<<"$tests"; }
is_source() { grep -qF "| $1 |" docs/mathematics.md; }
# Compares headings as links spell them: lower-case letters and digits, hyphens for blanks.
has_heading() {
  grep -E '^#+ ' "$1" | sed -E 's/^#+ //' | tr '[:upper:] ' '[:lower:]-' | tr -cd '[:alnum:]_\n-' | grep -qxF -- "$2"
}

named=0
missing=0
# expect FILE WORD CONDITION...: checks that the WORD that FILE names exists.
expect() {
  named=$((named + 1))
  "${@:3}" && return
  echo "$1 names $2, which does not exist"
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

echo "$named targets, $missing of them missing"
((named > 0 && missing == 0))
