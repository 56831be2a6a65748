#!/usr/bin/env bash
# engines.sh PROGRAM ENGINE: the example for the engine in docs/examples/clusters gives the numbers of an undivided run.
# One part is killed. If the engine gives up then, it is started again.

# shellcheck source-path=SCRIPTDIR source=support.sh
source "$(dirname -- "$(readlink -f -- "$0")")/support.sh"
examples="$sources/docs/examples/clusters"
# Tests in containers often run as root.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1

case "$2" in
  gnu_parallel)
    need parallel
    command=("$examples/gnu_parallel.sh" ../small.yaml 3)
    ;;
  open_mpi)
    need mpirun
    command=("$examples/open_mpi.sh" ../small.yaml 3)
    ;;
  snakemake)
    need snakemake
    command=(snakemake --cores 2 --keep-going --snakefile "$examples/Snakefile" --config experiment=../small.yaml parts=3)
    ;;
  *) fail "no example for $2" ;;
esac
small_experiment 15000
make_faulty
# shellcheck disable=SC2016  # the number is that of the program
echo 'kill -KILL $$' >fault-2
mkdir engine
cd engine
PATH="$work/faulty:$PATH"

# The engine may retry the killed part, continue with the others, or give up.
"${command[@]}" >first.log 2>&1 || echo "$2: exit $? after a kill"
[[ -e ../done-2 ]] || fail "part 2 was not begun: $(cat first.log)"
"${command[@]}" >second.log 2>&1 || fail "$2: exit $?: $(cat second.log)"
cd ..
expect_same engine
