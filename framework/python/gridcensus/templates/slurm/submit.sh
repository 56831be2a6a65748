#!/bin/bash
# Submits the parts, and the job that combines them. Call it again after a failure: only missing units are counted.
set -euo pipefail
cd "$(dirname -- "${BASH_SOURCE[0]}")"

parts=$(sbatch --parsable parts.sbatch)
# afterany, since afterok would wait forever where a task failed. The merge then reports what is missing.
conclusion=$(sbatch --parsable --dependency="afterany:${parts%%;*}" conclude.sbatch)
echo "job $parts counts the parts, job $conclusion merges them and concludes (conclude.log, results.json)"
echo "how far they are: gridcensus status $PWD/part-*.ledger"
