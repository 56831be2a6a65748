# shellcheck shell=bash
# What .ci/run and .ci/nightly share: stages that are timed, and checks that both make. Sourced, never run.

# shellcheck source-path=SCRIPTDIR source=../framework/scripts/prepare.sh
source "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/../framework/scripts/prepare.sh"

# shellcheck disable=SC2034  # read by the scripts that source this one
readonly lint_packages="\
$test_packages
ccache|command ccache|ccache, which keeps what was compiled
clang-format|command clang-format|clang-format
clang-tidy|command clang-tidy|clang-tidy
shellcheck|command shellcheck|ShellCheck
pyflakes3|command pyflakes3|pyflakes
yamllint|command yamllint|yamllint
pre-commit|command pre-commit|pre-commit, which runs most of these
gringo|command clingo|gringo and clasp in one program, which counts grids as answer sets
clasp|command clasp|clasp, which counts models of a CNF
minizinc|command minizinc|MiniZinc, which hands models to Gecode
flatzinc|command fzn-gecode|Gecode, which counts their solutions
mypy|command mypy|mypy, which checks the types of the Python package
python3-nbclient|module nbclient|nbclient, which executes the notebook
python3-ipykernel|module ipykernel|the kernel of the notebook
python3-numpy|module numpy|NumPy, in which grids are arrays
gap-core|command gap|GAP, which lists conjugacy classes
munge|command munged|MUNGE, which the parts of Slurm use to authenticate each other
slurmctld|command slurmctld|the controller of Slurm
slurmd|command slurmd|the daemon of a node of Slurm
slurm-client|command sbatch|the commands of Slurm
openmpi-bin|command mpirun|Open MPI, as a launcher
parallel|command parallel|GNU parallel
snakemake|command snakemake|Snakemake
doxygen|command doxygen|Doxygen, which makes the reference of the SDK
python3-sphinx|command sphinx-build|Sphinx, which makes the site
python3-myst-parser|module myst_parser|MyST, by which Sphinx reads Markdown
furo|module furo|Furo, how the site looks
libjs-mathjax|file /usr/share/javascript/mathjax/MathJax.js|MathJax, which sets the formulas of the site"

cd "$source_dir" || exit
# What was compiled once is kept between runs and clones; framework/scripts/cached_compile says why that is safe. Entries
# that no clone has used for long go when the cache is full.
export CCACHE_DIR="${CCACHE_DIR:-$HOME/.cache/ccache}"
export CCACHE_MAXSIZE="${CCACHE_MAXSIZE:-2G}"
CCACHE_STATSLOG="$(mktemp)"  # of this run alone
export CCACHE_STATSLOG
jobs="$(nproc)"
logs="$source_dir/build/ci/$(basename -- "$0")"
readonly jobs logs
rm -rf "$logs"
mkdir -p "$logs"
declare -a stage_times=()
stage_now=  # what runs

# stage NAME COMMAND...: runs the command and notes how long it took. Ends the script if it fails.
stage() {
  local name="$1" begin=$SECONDS verdict=passed
  shift
  stage_now="$name"
  say "==== $name"
  "$@" || verdict=FAILED
  stage_now=
  stage_times+=("$(printf '%6d s  %-6s  %s' $((SECONDS - begin)) "$verdict" "$name")")
  [[ "$verdict" == passed ]] || exit 1
}

# How much of what was compiled in this run came from the cache.
summarise_cache() {
  local hits calls
  hits="$(grep -cE '^(direct|preprocessed)_cache_hit$' "$CCACHE_STATSLOG" || true)"
  calls="$((hits + $(grep -c '^cache_miss$' "$CCACHE_STATSLOG" || true)))"
  rm -f "$CCACHE_STATSLOG"
  ((calls == 0)) || echo "ccache: $hits of $calls compilations from the cache, $((100 * hits / calls)) %"
}

# The last lines of the output: the result of each run of ctest, and where the time went. $1: the status of the script,
# where a trap did something before.
summarise() {
  local status=${1:-$?} log
  for log in "$logs"/ctest-*.log; do
    [[ -e "$log" ]] || continue
    printf '\n%s:\n' "$(basename "$log" .log)"
    sed -n '/tests passed/p; /tests failed/{/tests passed/!p}; /The following tests FAILED/,$p' "$log"
  done
  printf '\n'
  summarise_cache
  printf '%s\n' "${stage_times[@]}" "$(printf '%6d s  in all' "$SECONDS")"
  # A signal leaves the status of the command before.
  if [[ -n "$stage_now" ]]; then
    echo "ended in: $stage_now"
  elif ((status == 0)); then
    echo "all stages passed"
  else
    echo "FAILED"
  fi
}
trap summarise EXIT

# run_tests PRESET [ARGS...]: all tests of the preset, with more arguments for ctest.
run_tests() {
  local preset="$1"
  shift
  ctest --preset "$preset" -j "$jobs" --output-log "$logs/ctest-$preset.log" "$@"
}

# regex_of NAME...: matches these tests.
regex_of() { printf '^(%s)$' "$(IFS='|'; echo "${*//./\\.}")"; }

# configure_lint ON|OFF: how each file is compiled alone and without precompiled headers, so that it must include what it
# uses; the benchmarks too, or not. Nothing is built of it. Anew each time, since only a build would notice that a
# CMakeLists.txt has changed.
configure_lint() {
  cmake --preset dev --fresh -DGRIDCENSUS_BENCHMARKS="$1" >"$logs/configure-dev.log" 2>&1 ||
    { cat "$logs/configure-dev.log"; return 1; }
}

# Every C++ file of the project that configure_lint found.
compiled_files() {
  sed -n 's/^ *"file": "\(.*\)".*/\1/p' build/dev/compile_commands.json | grep -v "^$source_dir/build/" | sort -u
}

# tidy LIST: clang-tidy over the files that the file LIST names. After configure_lint.
tidy() {
  xargs -r -d '\n' .ci/tidy.py build/dev "$jobs" <"$1" || return 1
  say "clang-tidy: $(wc -l <"$1") files"
}
