#!/usr/bin/env bash
# quoted_files.sh SOURCE_DIR: every code block of the docs that stands below a line <!-- file: PATH --> is that file, to
# the letter. Since the file is compiled and run by other tests, so is what the docs show.
set -euo pipefail
cd "$1"

blocks=0
while IFS=: read -r document line marker; do
  file="${marker#*file: }"
  file="${file% -->}"
  # The block is what lies between the next two fences.
  if ! diff -u --label "$document, line $line" --label "$file" \
    <(tail -n +"$((line + 1))" "$document" | awk '/^```/ { if (++fences == 2) exit; next } fences') "$file"; then
    echo "$document quotes $file wrongly"
    exit 1
  fi
  blocks=$((blocks + 1))
done < <(grep -rn --include='*.md' '^<!-- file: .* -->$' README.md docs)

echo "$blocks quoted files"
((blocks > 0))
