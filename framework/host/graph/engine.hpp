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
  std::vector<Total> totals;    ///< of lists of layouts; a part has none
  std::vector<Comparison> comparisons;
  std::vector<Problem> unanswered = {};  ///< the problems of the experiment without a run; a part has none
  std::string storage_error;             ///< not empty if the ledger failed; results that it does not have are lost

  /// Returns `incomplete` only if another session makes progress. If a question has no answer although every run ended,
  /// the same command would end in the same way, as after a failure.
  ExitCode exit_code() const;
};

struct ExecuteOptions {
  int threads = 1;
  Ledger* ledger = nullptr;  ///< nullptr: nothing is stored
  bool recount = false;      ///< recount what the ledger has
  Part part = {};            ///< of the units of each run; a part compares nothing
  const PublishedValues* published = nullptr;
  ProgressBoard* board = nullptr;           ///< nullptr: progress is not shown
  const StopSignal* stop_signal = nullptr;  ///< nullptr: nothing stops it
};

/// Runs a plan as one flow graph: prepare -> units -> conclude -> comparisons. The units of all runs share the threads.
///
/// A run that fails or stops ends its own branch, and the comparisons report it. The same plan and seed give the same
/// result at any number of threads, in any number of parts, and whether or not earlier sessions did some of the work.
/// Exceptions: times, and jobs that stop at a limit of seconds.
ExperimentResult execute(const Experiment& experiment, const Plan& plan, const ExecuteOptions& options);

}  // namespace gridcensus::host
