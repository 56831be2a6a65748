#pragma once

#include "host/compare/comparer.hpp"
#include "host/experiment/experiment.hpp"
#include "host/graph/part.hpp"
#include "host/graph/progress_board.hpp"
#include "host/graph/run_result.hpp"
#include "host/graph/stop_signal.hpp"
#include "host/graph/totals.hpp"
#include "host/ledger/ledger.hpp"
#include "host/plan/plan.hpp"

#include <string>
#include <vector>

namespace gridcensus::host {

struct ExperimentResult {
  std::vector<RunResult> runs;  ///< by run number
  std::vector<Total> totals;    ///< of lists of layouts; none of a part
  std::vector<Comparison> comparisons;
  std::string storage_error;  ///< not empty: the ledger failed, and what is not in it is lost

  ExitCode exit_code() const;
};

struct ExecuteOptions {
  int threads = 1;
  Ledger* ledger = nullptr;  ///< nullptr: nothing is kept
  bool fresh = false;        ///< count again what the ledger has
  Part part = {};            ///< of the units of each run; a part compares nothing
  const PublishedValues* published = nullptr;
  ProgressBoard* board = nullptr;           ///< nullptr: nobody watches
  const StopSignal* stop_signal = nullptr;  ///< nullptr: nothing stops it
};

/// Runs a plan as one flow graph: prepare -> units -> conclude -> comparisons. The units of all runs share the threads.
///
/// A run that fails or stops ends its own branch; the comparisons say so. Same plan and seed: same result at any
/// number of threads, in how many parts, and whether or not earlier sessions did part of the work (but for times, and
/// for jobs that stop by a limit of seconds).
ExperimentResult execute(const Experiment& experiment, const Plan& plan, const ExecuteOptions& options);

}  // namespace gridcensus::host
