#pragma once

#include "host/graph/engine.hpp"
#include "host/graph/run_end.hpp"
#include "host/graph/run_journal.hpp"
#include "host/graph/run_result.hpp"
#include "host/graph/run_units.hpp"
#include "host/graph/unit_times.hpp"
#include "host/graph/work_clock.hpp"
#include "host/plan/plan.hpp"

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host {

/// State shared by all runs of one execution.
struct ExecutionContext {
  const Experiment& experiment;
  const Plan& plan;
  const ExecuteOptions& options;
  /// Called with the message when the ledger fails. Stops all runs.
  std::function<void(const std::string&)> on_storage_error;
};

/// Takes one run from `prepare` to `conclude`. Calls the strategy and confines its failures to this run. RunUnits
/// chooses the next unit and adds up tallies; RunJournal writes to the ledger.
///
/// The engine calls `prepare` once, then `work` for every token that `prepare` returned, repeatedly until the token
/// retires, then `conclude` once.
class RunExecution {
 public:
  RunExecution(const ExecutionContext& context, const Run& run);

  /// Registers the run in the ledger of a part, if its inputs are already known.
  void register_part();

  /// Fetches the inputs, reads the ledger and prepares the job. Never throws: an error ends the run.
  ///
  /// @param results  of all runs; those of the sources have ended
  /// @return         the number of tokens to start: at most one per thread, none if there is nothing to count
  int prepare(const std::vector<RunResult>& results);

  /// The state of a token after one call of `work`.
  enum class Token {
    continues,
    retires,      ///< nothing is left to begin
    retires_last  ///< the last token has retired, so the run can conclude
  };

  /// Counts the next unit. Its number is drawn here, when a thread is available, so units begin in order however the
  /// tokens are scheduled.
  ///
  /// @threads  as many at the same time as there are tokens.
  Token work();

  /// Stores the conclusion in `result`, or the reason why there is none, and frees the job.
  void conclude(RunResult& result);

  /// Requests the run to stop; the first reason counts.
  ///
  /// @threads  any time from any thread.
  void request_stop(const std::string& reason) { end_.set({.message = reason, .can_resume = true}); }

  /// Writes finished units to the ledger if enough time has passed since the last write.
  ///
  /// @threads  any time from any thread.
  void flush_if_due();

  /// Stops the run if its own budget is used up.
  ///
  /// @threads  any time from any thread.
  void check_budget();

 private:
  using Clock = std::chrono::steady_clock;

  void prepare_unguarded(const std::vector<RunResult>& results);
  void end_without_input(Quantity missing);
  void prepare_job(const Inputs& inputs);
  void select_units();
  void resume();
  void resume(UnitRecord record);
  void count(std::uint64_t unit);
  void hand_in(std::uint64_t unit, Tally tally);
  void end(RunState state, const std::string& message) { end_.set({.state = state, .message = message}); }
  void end_with_current_failure(const std::string& where);
  std::optional<Conclusion> conclude_sum();
  void report_ending(const Ending& ending, RunResult& result);
  std::map<Quantity, Estimate> estimates_so_far();
  void show_estimate();
  double seconds();

  const ExecutionContext& context_;
  const Run& run_;
  ProgressBoard::RunProgress* progress_ = nullptr;
  RunEnd end_;
  RunJournal journal_;

  std::unique_ptr<const Job> job_;
  std::mutex mutex_;  ///< guards the members below, to `shown_samples_`, while tokens are active
  std::optional<RunUnits> units_;
  WorkClock clock_;
  UnitTimes unit_times_;
  int tokens_ = 0;  ///< not yet retired
  std::uint64_t resumed_units_ = 0;
  std::uint64_t shown_samples_ = 0;  ///< behind the estimate on the board

  Clock::time_point started_;
  std::atomic<bool> has_started_{false};
};

}  // namespace gridcensus::host
