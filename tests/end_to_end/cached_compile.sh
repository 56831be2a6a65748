#!/usr/bin/env bash
# cached_compile.sh REPOSITORY COMPILER: tests what framework/scripts/cached_compile reuses from ccache. A clone in
# another folder gets every equal object, also with a precompiled header, and none compiled from another header.
set -euo pipefail
command -v ccache >/dev/null || { echo "SKIPPED: ccache is not installed"; exit 77; }
repository="$1"
compiler="$2"

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
export CCACHE_DIR="$work/cache" CCACHE_STATSLOG="$work/log"
unset CCACHE_DISABLE CCACHE_READONLY

# compile CLONE ANSWER WHERE: makes a clone with the answer in a header, compiles as CMake does, and checks whether the
# object came from WHERE (cache_hit, cache_miss) and has the answer.
compile() {
  local clone="$work/$1" answer="$2" where="$3"
  mkdir -p "$clone/framework/scripts" "$clone/build"
  cp "$repository/framework/scripts/cached_compile" "$clone/framework/scripts/"
  printf '#pragma once\n#define ANSWER %s\n' "$answer" >"$clone/answer.hpp"
  printf '#include "%s/answer.hpp"\n#include <vector>\n' "$clone" >"$clone/build/pch.hxx"
  printf '\n' >"$clone/build/pch.hxx.cxx"
  printf '#include "answer.hpp"\nint main() { return std::vector<int>(ANSWER, 1).size(); }\n' >"$clone/main.cpp"
  cd "$clone/build"
  rm -f pch.hxx.gch  # clang would include it in the place of pch.hxx
  local -a compile=("$clone/framework/scripts/cached_compile" "$compiler" -O1 "-ffile-prefix-map=$clone/=" -Winvalid-pch
    -I"$clone")
  "${compile[@]}" -x c++-header -include "$clone/build/pch.hxx" -MD -MT pch.hxx.gch -MF pch.d -o pch.hxx.gch \
    -c pch.hxx.cxx
  : >"$CCACHE_STATSLOG"
  "${compile[@]}" -include "$clone/build/pch.hxx" -MD -MT main.o -MF main.d -o main.o -c "$clone/main.cpp"
  "$compiler" main.o -o main
  local status=0
  ./main || status=$?
  if ((status != answer)) || ! grep -q "$where" "$CCACHE_STATSLOG"; then
    echo "$1: expected $where and $answer, got $status and:"
    cat "$CCACHE_STATSLOG"
    exit 1
  fi
  # The dependencies for ninja must name this clone's files, or a change of them would go unnoticed.
  ! grep -F "$work/" main.d | grep -vF "$clone/" || { echo "$1: main.d names files of another clone"; exit 1; }
}

compile first 3 cache_miss
compile second 3 cache_hit
compile third 4 cache_miss
compile first 4 cache_hit
