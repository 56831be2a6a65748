#!/usr/bin/env bash
# out_of_tree_plugin.sh BUILD_DIR CXX: installs the build somewhere else, builds the example of the docs against what was
# installed and nothing else, and counts with it and with an installed plugin.
set -euo pipefail

build_dir="$1" compiler="$2"
work_dir="$(mktemp -d)"
trap 'rm -rf "$work_dir"' EXIT
example="$(cd -- "$(dirname -- "$0")/../../docs/examples/three_row_bands" && pwd)"
prefix="$work_dir/prefix"

umask 022  # plugins that others can write are refused
cmake --install "$build_dir" --prefix "$prefix" >"$work_dir/install.log"
cmake -S "$example" -B "$work_dir/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER="$compiler" \
  -DCMAKE_PREFIX_PATH="$prefix"
cmake --build "$work_dir/build"
! grep -q "$build_dir" "$work_dir/build/build.ninja" || {
  echo "the example was built with files of the build tree"
  exit 1
}

# What was installed is what the program expects to be installed.
(cd "$prefix/lib/gridcensus/plugins" && sha256sum --quiet --check ./*.sha256)

cd "$work_dir"
plugins="$work_dir/build/lib/gridcensus/plugins"
for shape_bands in 3x2=460800 3x3=948109639680; do
  shape="${shape_bands%=*}" expected="${shape_bands#*=}"
  "$prefix/bin/gridcensus" count "$shape" --quantity bands --with three_row_bands --with band_classes \
    --plugin-dir "$plugins" --quiet --json - >result.json
  python3 - "$expected" <<'PYTHON'
import json, sys
report = json.load(open("result.json"))
values = {outcome["configuration"]: outcome["value"] for outcome in report["outcomes"]}
assert values == {"three_row_bands": sys.argv[1], "band_classes": sys.argv[1]}, values
PYTHON
done
