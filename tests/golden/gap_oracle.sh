#!/usr/bin/env bash
# gap_oracle.sh GRIDCENSUS R C [STRATEGY]: the order of the RxC symmetry group, the number of its conjugacy classes and
# their sizes by GAP, which shares no code with this project, against the table `symmetry_class_sizes` of a strategy
# (burnside_bfs). The source of that strategy had its 275 classes from GAP.
#
# Exit 77, which ctest takes for "skipped", where GAP is not installed.
set -euo pipefail

gridcensus="$1" box_rows="$2" box_cols="$3" strategy="${4:-burnside_bfs}"
if ! command -v gap >/dev/null; then
  echo "skipped: gap is not installed (Debian: apt-get install gap-core)"
  exit 77
fi

# The group is put together in another way than here: no turn, but exchanges of the first two and cycles of all lines of
# the first band and stack and of all bands and stacks, and the transposition where R = C. GAP composes from the left,
# as we do, and counts from 1.
oracle="$(gap -q --quitonbreak <<GAP
R := $box_rows;; C := $box_cols;; N := R * C;;
# The permutation of cells that takes (row, column), from 0, to move(row, column).
cells := move -> PermList(List([0 .. N * N - 1], function(cell)
  local image;
  image := move(QuoInt(cell, N), cell mod N);
  return image[1] * N + image[2] + 1;
end));;
# An exchange of the first two of \`count\` blocks of \`size\` lines from line 0, and a cycle of them all.
exchange := function(line, count, size)
  local block;
  block := QuoInt(line, size);
  if count < 2 or block > 1 then return line; fi;
  return (1 - block) * size + line mod size;
end;;
cycle := function(line, count, size)
  if line >= count * size then return line; fi;
  return (line + size) mod (count * size);
end;;
generators := [];;
for step in [exchange, cycle] do
  Add(generators, cells({r, c} -> [step(r, C, R), c]));  # C bands of R rows
  Add(generators, cells({r, c} -> [step(r, R, 1), c]));  # the R rows of the first band
  Add(generators, cells({r, c} -> [r, step(c, R, C)]));  # R stacks of C columns
  Add(generators, cells({r, c} -> [r, step(c, C, 1)]));  # the C columns of the first stack
od;;
if R = C then Add(generators, cells({r, c} -> [c, r])); fi;;
G := Group(generators);;
Print("order ", Size(G), "\n");
for class in ConjugacyClasses(G) do Print("class ", Size(class), "\n"); od;
QUIT;
GAP
)"
gap_order="$(sed -n 's/^order \([0-9]*\)$/\1/p' <<<"$oracle")"
gap_sizes="$(sed -n 's/^class \([0-9]*\)$/\1/p' <<<"$oracle" | sort -n)"
if [[ -z "$gap_order" || -z "$gap_sizes" ]]; then
  printf 'gap said:\n%s\n' "$oracle"
  exit 1
fi

document="$("$gridcensus" count "${box_rows}x${box_cols}" --with "$strategy" --quantity conjugacy_classes --json -)"
# The column `size` of the rows of the finding, one value a line. The document has one value or bracket to a line.
our_sizes="$(awk '
  /"name": "symmetry_class_sizes"/ { in_finding = 1 }
  in_finding && /"columns": \[/ { in_columns = 1; next }
  in_columns && /"size"/ { size_column = column }
  in_columns { ++column }
  in_columns && /\]/ { in_columns = 0 }
  in_finding && /"rows": \{/ { in_rows = 1; next }
  in_rows && /\[$/ { column = 0; next }
  in_rows && /^ *\}/ { exit }
  in_rows && /^ *"/ { if (column++ == size_column) { gsub(/[^0-9]/, ""); print } }
' <<<"$document" | sort -n)"
our_order="$(awk '{ order += $1 } END { printf "%.0f\n", order }' <<<"$our_sizes")"

echo "${box_rows}x${box_cols}: gap has order $gap_order in $(wc -l <<<"$gap_sizes") classes," \
  "$strategy has $our_order in $(wc -l <<<"$our_sizes")"
diff <(echo "$gap_sizes") <(echo "$our_sizes") && [[ "$gap_order" == "$our_order" ]]
