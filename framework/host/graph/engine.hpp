#pragma once

#include "host/compare/compare.hpp"
#include "host/experiment/plan.hpp"
#include "host/graph/progress_board.hpp"
#include "host/graph/stop_signal.hpp"
#include "host/ledger/ledger.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace gridcensus::host {

/// How a run ended.
enum class RunState {
  concluded,  ///< its outcomes are values
  stopped,    ///< by a signal or a budget, or an input was missing: can be resumed
  failed,     ///< the strategy threw, or gave no sound report
  broken,     ///< a unit broke a declared invariant
};

struct RunResult {
  RunState state = RunState::stopped;
  std::string message;  ///< why it did not conclude
  Outcomes outcomes;    ///< one for each quantity of the run, `Unfinished` where it did not conclude
  Findings findings;
  std::uint64_t units = 0;          ///< how many are in the sum
  std::uint64_t resumed_units = 0;  ///< how many of them an earlier session had finished
  double seconds = 0;               ///< wall clock in which a thread worked for it, over all sessions
  bool reused = false;              ///< the ledger had the whole run
  bool can_go_on = false;           ///< stopped by a signal or for lack of time: a ledger lets it go on
};

struct ExperimentResult {
  std::vector<RunResult> runs;  ///< by run number
  std::vector<Comparison> comparisons;
  std::string storage_error;  ///< not empty: the ledger failed, and what is not in it is lost

  ExitCode exit_code() const;
};

struct ExecuteOptions {
  int threads = 1;
  Ledger* ledger = nullptr;  ///< nullptr: nothing is kept
  bool fresh = false;        ///< count again what the ledger has
  const PublishedValues* published = nullptr;
  ProgressBoard* board = nullptr;           ///< nullptr: nobody watches
  const StopSignal* stop_signal = nullptr;  ///< nullptr: nothing stops it
};

/// Runs a plan as one flow graph: prepare -> units -> conclude -> comparisons. The units of all runs share the threads.
///
/// A run that fails or stops ends its own branch; the comparisons say so. Same plan and seed: same result at any
/// number of threads, and whether or not earlier sessions did part of the work (but for times, and for jobs that stop
/// by a limit of seconds).
ExperimentResult execute(const Experiment& experiment, const Plan& plan, const ExecuteOptions& options);

/// The provenance of a run whose inputs are known.
Provenance provenance_of(const Experiment& experiment, const Run& run, const Inputs& inputs);

}  // namespace gridcensus::host
