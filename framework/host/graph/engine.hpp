#pragma once

#include "host/experiment/experiment.hpp"
#include "host/graph/part.hpp"
#include "host/graph/progress_board.hpp"
#include "host/graph/run_result.hpp"
#include "host/graph/stop_signal.hpp"
#include "host/ledger/ledger.hpp"
#include "host/plan/plan.hpp"

#include <string>
#include <vector>

namespace gridcensus::host {

/// The runs of a plan, executed.
struct ExecutedRuns {
  std::vector<RunResult> runs;     ///< by run number
  Part part = {};                  ///< of their units
  std::string storage_error = {};  ///< not empty if the ledger failed; results that it does not have are lost
};

struct ExecuteOptions {
  int threads = 1;
  Ledger* ledger = nullptr;                 ///< nullptr: nothing is stored
  bool recount = false;                     ///< recount what the ledger has
  Part part = {};                           ///< of the units of each run
  ProgressBoard* board = nullptr;           ///< nullptr: progress is not shown
  const StopSignal* stop_signal = nullptr;  ///< nullptr: nothing stops it
};

/// Runs a plan as one flow graph: prepare -> units -> conclude. The units of all runs share the threads.
///
/// A run that fails or stops ends its own branch. The same plan and seed give the same result at any number of threads,
/// in any number of parts, and whether or not earlier sessions did some of the work. Exceptions: times, and jobs that
/// stop at a limit of seconds.
ExecutedRuns execute(const Experiment& experiment, const Plan& plan, const ExecuteOptions& options);

}  // namespace gridcensus::host
