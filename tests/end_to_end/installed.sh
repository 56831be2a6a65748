#!/usr/bin/env bash
# installed.sh BUILD_DIR CXX: installs the build, moves the installation, and builds plugins against it alone: a new
# strategy, without a build type, and one with shared mathematics. Then walks the ten-minute path.
set -euo pipefail

build_dir="$1" compiler="$2"
source_dir="$(cd -- "$(dirname -- "$0")/../.." && pwd)"
work_dir="$(mktemp -d)"
trap 'rm -rf "$work_dir"' EXIT
example="$work_dir/three_row_bands"
prefix="$work_dir/moved"

# A compiler cache has the objects of an earlier run, although the folder has another name each time.
cache=()
if command -v ccache >/dev/null; then
  cache=(CMAKE_CXX_COMPILER_LAUNCHER=ccache CCACHE_DIR="$(ccache --get-config cache_dir)" CCACHE_BASEDIR="$work_dir"
    CCACHE_NOHASHDIR=1)
  export "${cache[@]}"
fi

fail() {
  printf 'installed.sh: %s\n' "$*" >&2
  exit 1
}

# configure SOURCE BINARY ARGS...
configure() { cmake -S "$1" -B "$2" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_PREFIX_PATH="$prefix" "${@:3}"; }

umask 022  # plugins that others can write are refused
cmake --install "$build_dir" --prefix "$work_dir/prefix" >"$work_dir/install.log"
mv "$work_dir/prefix" "$prefix"
libraries="$(dirname "$(find "$prefix" -name libgridcensus_sdk.so)")"

# The files that docs/install.md promises.
for file in bin/gridcensus include/gridcensus/plugin.hpp include/gridcensus/build_id.hpp \
  include/gridcensus/mathematics/symmetry_names/symmetry_names.hpp share/gridcensus/results.schema.json \
  share/gridcensus/experiment.schema.json share/gridcensus/experiments/cross_validation.yaml \
  share/gridcensus/programs.schema.json share/gridcensus/templates/program/count.c \
  share/doc/gridcensus/docs/write-a-strategy.md share/doc/gridcensus/README.md \
  lib/python3/dist-packages/gridcensus/strategy.py lib/python3/dist-packages/gridcensus/py.typed \
  share/gridcensus/python/gridcensus/strategy.py share/gridcensus/python/gridcensus/templates/slurm/common.sh; do
  [[ -f "$prefix/$file" ]] || fail "$file was not installed"
done
for header in "$source_dir"/framework/include/gridcensus/*.hpp; do
  [[ -f "$prefix/include/gridcensus/${header##*/}" ]] || fail "${header##*/} was not installed"
done
if grep -rl -e "$build_dir" -e "$source_dir" -e "$work_dir" "$prefix"; then fail "these files name a folder of this machine"; fi
(cd "$libraries/plugins" && sha256sum --quiet --check ./*.sha256)
for description in "$source_dir"/plugins/*/*.strategy.yaml; do
  [[ -f "$libraries/plugins/${description#"$source_dir"/plugins/}" ]] || fail "$description was not installed"
done
"$prefix/bin/gridcensus" schema | cmp - "$prefix/share/gridcensus/experiment.schema.json"
"$prefix/bin/gridcensus" check "$prefix/share/gridcensus/experiments/cross_validation.yaml"

# The package for Python finds the program that it was installed with.
for folder in lib/python3/dist-packages share/gridcensus/python; do
  env -u GRIDCENSUS_PROGRAM PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$prefix/$folder" \
    python3 - "$prefix/bin/gridcensus" <<'PYTHON'
import sys
import gridcensus
assert gridcensus.find_program() == sys.argv[1], gridcensus.find_program()
assert gridcensus.count("2x2", ["enumeration", "exact_cover"]).verdict.is_good
PYTHON
done

"$prefix/bin/gridcensus" new-strategy three_row_bands -C "$work_dir" >/dev/null

# Without a build type a strategy is optimised; the author's own build type and flags are kept.
configure "$example" "$work_dir/build"
grep -q -- "-O3" "$work_dir/build/build.ninja" || fail "without a build type the example is not optimised"
configure "$example" "$work_dir/debug" -DCMAKE_BUILD_TYPE=Debug
configure "$example" "$work_dir/flags" -DCMAKE_CXX_FLAGS=-O1
for kind in debug flags; do
  ! grep -q -- "-O3" "$work_dir/$kind/build.ninja" || fail "$kind: optimised despite the author's settings"
done
cmake --build "$work_dir/debug" --target three_row_bands  # the optimised one is built on the ten-minute path

# A plugin declares the counting libraries that it links.
mkdir "$work_dir/recursive_bands"
sed 's/PLACE/recursive_bands SOURCES plugin.cpp MATHEMATICS band_recursion/' >"$work_dir/recursive_bands/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(recursive_bands LANGUAGES CXX)
find_package(gridcensus CONFIG REQUIRED)
gridcensus_add_strategy(PLACE)
CMAKE
sed 's/band_recursion)/no_such)/' "$work_dir/recursive_bands/CMakeLists.txt" >"$work_dir/CMakeLists.txt"
if configure "$work_dir" "$work_dir/unknown" 2>"$work_dir/unknown.log"; then fail "unknown mathematics were accepted"; fi
grep -q '"no_such"; expected one of: uint128' "$work_dir/unknown.log" || fail "$(cat "$work_dir/unknown.log")"
cat >"$work_dir/recursive_bands/plugin.cpp" <<'CPP'
#include "gridcensus/plugin.hpp"

#include "band_recursion/band_sum.hpp"

namespace {

using namespace gridcensus;

struct RecursiveBands final : Strategy {
  static About about() {
    return {"recursive_bands", "1", "Bands by the shared recursion.", "tests", {{Quantity::bands, Kind::exact}}};
  }
  std::unique_ptr<Job> prepare(const Request& request) const override {
    const auto sum = std::make_shared<band_recursion::BandSum>(request.problem.shape, request.poll);
    return exact_sum({.quantity = Quantity::bands,
                      .units = sum->terms(),
                      .count = [sum](std::uint64_t k, const Poll& poll) { return sum->term(k, poll); }});
  }
};

}  // namespace

GRIDCENSUS_PLUGIN(RecursiveBands);
CPP
configure "$work_dir/recursive_bands" "$work_dir/build2" -DCMAKE_BUILD_TYPE=Debug
cmake --build "$work_dir/build2"
cmake --install "$work_dir/build2" --prefix "$prefix"  # the program finds it by name from now on
python3 "$source_dir/tests/end_to_end/library_paths.py" "$prefix" "$work_dir/debug" "$work_dir/build2"

cd "$work_dir"
for shape_bands in 3x2=460800 3x3=948109639680; do
  shape="${shape_bands%=*}" expected="${shape_bands#*=}"
  "$prefix/bin/gridcensus" count "$shape" --quantity bands --with three_row_bands --with band_counts --with recursive_bands \
    --plugin-dir "$work_dir/debug/lib/gridcensus/plugins" --quiet --json - >result.json
  python3 - "$expected" <<'PYTHON'
import json, sys
document = json.load(open("result.json"))
values = {outcome["configuration"]: outcome["value"] for outcome in document["outcomes"]}
assert values == dict.fromkeys(["three_row_bands", "band_counts", "recursive_bands"], sys.argv[1]), values
rests_on = {outcome["configuration"]: outcome.get("rests_on", []) for outcome in document["outcomes"]}
assert rests_on["recursive_bands"] == rests_on["band_counts"] != rests_on["three_row_bands"], rests_on
PYTHON
done

# Without this project's environment variables, as another user would.
env -i PATH="$PATH" HOME="$work_dir" TMPDIR="$work_dir" CXX="$compiler" "${cache[@]}" CMAKE_BUILD_PARALLEL_LEVEL="$(nproc)" \
  "$source_dir/tests/end_to_end/ten_minutes.sh" "$prefix"
