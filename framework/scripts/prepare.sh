# shellcheck shell=bash
# Shared by ./run, ./test and .ci/run: finds or installs the packages, configures, builds. Sourced, never run.
#
# Everything here writes to stderr only: stdout is for the results of the program.

# The folder of the sources, whatever the caller's working directory.
source_dir="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd -P)"
build_dir="$source_dir/build/release"
package_stamp="$build_dir/.packages-ok"

# One package per line: the Debian name | how to find it on other systems | what it is.
readonly run_packages="\
g++|command g++|C++20 compiler, GCC 12 or later
cmake|command cmake|CMake 3.25 or later
ninja-build|command ninja|Ninja
libboost-dev|header boost/dll/shared_library.hpp|Boost 1.74 or later: headers
libboost-program-options-dev|header boost/program_options.hpp|Boost.Program_options
libtbb-dev|header tbb/flow_graph.h|oneTBB 2021 or later
libyaml-cpp-dev|header yaml-cpp/yaml.h|yaml-cpp
libsqlite3-dev|header sqlite3.h|SQLite 3
libsqlitecpp-dev|header SQLiteCpp/SQLiteCpp.h|SQLiteCpp
nlohmann-json3-dev|header nlohmann/json.hpp|JSON for Modern C++
libfmt-dev|header fmt/format.h|{fmt}
librandom123-dev|header Random123/philox.h|Random123
libssl-dev|header openssl/evp.h|OpenSSL: libcrypto
libgmp-dev|header gmp.h|GMP
libbliss-dev|header bliss/graph.hh|bliss, which finds the automorphisms of graphs"

# shellcheck disable=SC2034  # read by the scripts that source this one
readonly view_packages="\
python3|command python3|Python 3.11 or later
python3-jinja2|module jinja2|Jinja2, which fills the templates of pages
python3-matplotlib|module matplotlib|Matplotlib, which draws figures
python3-pandas|module pandas|pandas, in which results are frames
python3-yaml|module yaml|PyYAML, which reads published values"

# shellcheck disable=SC2034  # read by the scripts that source this one
readonly test_packages="\
$run_packages
$view_packages
libgtest-dev|header gtest/gtest.h|GoogleTest
libgmock-dev|header gmock/gmock.h|GoogleMock
librapidcheck-dev|header rapidcheck.h|RapidCheck
python3-pytest|module pytest|pytest
python3-jsonschema|module jsonschema|jsonschema for Python 3
texlive-latex-recommended|command pdflatex|pdflatex with booktabs
abigail-tools|command abidw|libabigail, which reads the interface of a library
chromium|command chromium|Chromium, in which reports are looked at
man-db|command man|man, which reads the manual page
bash-completion|command bash|bash-completion, without which completion is not tried
zsh|command zsh|zsh, in which completion is tried
fish|command fish|fish, in which completion is tried"

say() { printf 'gridcensus: %s\n' "$*" >&2; }

fail() {
  say "$*"
  exit 1
}

is_debian() {
  [[ -e /etc/debian_version ]] && command -v apt-get >/dev/null && command -v dpkg-query >/dev/null
}

# Returns 0 if a package is present, on a system without dpkg. $1: "command NAME", "header FILE", "module NAME" or
# "file PATH".
is_present() {
  local kind="${1%% *}" name="${1#* }"
  case "$kind" in
    command) command -v "$name" >/dev/null ;;
    header) command -v g++ >/dev/null && g++ -std=c++20 -E -x c++ - <<<"#include <$name>" >/dev/null 2>&1 ;;
    file) [[ -e "$name" ]] ;;
    module) command -v python3 >/dev/null && python3 -c "import $name" 2>/dev/null ;;
  esac
}

# Runs a command as root: directly, or through sudo.
as_root() {
  if ((EUID == 0)); then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    return 1
  fi
}

install_debian() {
  local -a missing=("$@")
  local by_hand="apt-get install --no-install-recommends ${missing[*]}"
  if ((EUID != 0)) && ! command -v sudo >/dev/null; then
    fail "packages are missing and neither root nor sudo is at hand; as root: $by_hand"
  fi
  say "installing ${#missing[@]} missing packages: ${missing[*]}"
  local -a apt=(env DEBIAN_FRONTEND=noninteractive apt-get -q -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300)
  as_root "${apt[@]}" update >&2 || say "apt-get update failed; trying with the package lists that are there"
  as_root "${apt[@]}" install -y --no-install-recommends "${missing[@]}" </dev/null >&2 ||
    fail "apt-get could not install all packages; by hand, as root: $by_hand"
}

# need_packages "$list": returns when every package of the list is present, installing missing ones on Debian-like
# systems. Complete lists are remembered beside the build, so the next start does not check them again.
need_packages() {
  local list="$1" name probe what
  local key="${list//$'\n'/ ; }"
  if [[ -e "$package_stamp" ]]; then
    local known
    while IFS= read -r known; do [[ "$known" == "$key" ]] && return; done <"$package_stamp"
  fi

  local -a missing=() described=()
  if is_debian; then
    local installed
    # dpkg-query fails if it does not know one of the names; its output about the others still counts.
    # shellcheck disable=SC2016  # the braces are dpkg-query's own
    installed=" $(cut -d'|' -f1 <<<"$list" | xargs dpkg-query -W -f='${db:Status-Status}=${Package} ' 2>/dev/null || true)"
    while IFS='|' read -r name probe what; do
      [[ "$installed" == *" installed=$name "* ]] || missing+=("$name")
    done <<<"$list"
    ((${#missing[@]} == 0)) || install_debian "${missing[@]}"
  else
    while IFS='|' read -r name probe what; do
      is_present "$probe" || described+=("$what (on Debian: $name)")
    done <<<"$list"
    if ((${#described[@]} > 0)); then
      say "this is not Debian, so nothing is installed for you. Missing:"
      printf '  %s\n' "${described[@]}" >&2
      fail "install them and try again"
    fi
  fi

  mkdir -p "$build_dir"
  printf '%s\n' "$key" >>"$package_stamp"
}

# configure PRESET [-DNAME=VALUE...]: creates the build folder of the preset, if it is missing or does not fit.
#
# Later calls check a few files and return; CMake itself runs again when ninja finds that one of its inputs changed.
configure() {
  local preset="$1"
  shift
  local dir="$source_dir/build/$preset" cache_entry
  local cache="$dir/CMakeCache.txt"
  local -a fresh=()
  local up_to_date=yes
  if [[ ! -e "$dir/build.ninja" || "$source_dir/CMakePresets.json" -nt "$dir/build.ninja" ]]; then
    up_to_date=no
  fi
  if [[ -e "$cache" ]] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$source_dir" "$cache"; then
    # The folder was moved or copied; the paths stored by CMake are wrong.
    fresh=(--fresh)
    up_to_date=no
  fi
  for cache_entry in "$@"; do
    grep -qE "^${cache_entry%%=*}:[A-Z]+=${cache_entry#*=}\$" <(sed 's/^/-D/' "$cache" 2>/dev/null) || up_to_date=no
  done
  [[ "$up_to_date" == no ]] || return 0
  if ! (cd "$source_dir" && cmake --preset "$preset" "${fresh[@]}" "$@" >&2); then
    rm -f "$package_stamp"  # a package may have been removed: look again next time
    fail "configuring build/$preset failed"
  fi
}

# build PRESET [TARGET...]: silent if there is nothing to do.
build() {
  local preset="$1"
  shift
  local dir="$source_dir/build/$preset"
  local foresight
  foresight="$(ninja -C "$dir" -n "$@" 2>&1)" || true
  [[ "${foresight##*$'\n'}" != "ninja: no work to do." ]] || return 0
  if ! ninja -C "$dir" "$@" >&2; then
    rm -f "$package_stamp"
    fail "building build/$preset failed"
  fi
}
