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

/// What the runs of one execution have in common.
struct ExecutionContext {
  const Experiment& experiment;
  const Plan& plan;
  const ExecuteOptions& options;
  /// Called with the message when the ledger fails. Stops all runs.
  std::function<void(const std::string&)> on_storage_error;
};

/// One run on its way from `prepare` to `conclude`: it calls the strategy, and sees to it that whatever comes of that
/// ends this run only. Which unit is next and what they add up to is its units' business (RunUnits), what goes to the
/// ledger its journal's (RunJournal).
///
/// The engine moves it through the graph: `prepare` once, then `work` for every token that `prepare` gave, again and
/// again until it retires, then `conclude` once.
class RunExecution {
 public:
  RunExecution(const ExecutionContext& context, const Run& run);

  /// Gives the run its place in the ledger of a part, where its inputs are known already.
  void register_part();

  /// Fetches the inputs, looks into the ledger, prepares the job. Never throws: what goes wrong ends the run.
  ///
  /// @param results  of all runs; those of the sources have ended
  /// @return         how many tokens to put in play: at most one a thread, none where there is nothing to count
  int prepare(const std::vector<RunResult>& results);

  /// What becomes of a token after one call of `work`.
  enum class Token {
    continues,
    retires,      ///< nothing is left to begin
    retires_last  ///< and no other token plays any more: time to conclude
  };

  /// Does the next unit. The number is drawn only here, when a thread is at hand, so that units begin in order however
  /// the tokens are scheduled.
  ///
  /// @threads  as many at the same time as there are tokens.
  Token work();

  /// Draws the conclusion, or says why there is none, and frees the job.
  void conclude(RunResult& result);

  /// Asks the run to stop; the first reason counts.
  ///
  /// @threads  any time from any thread.
  void request_stop(const std::string& reason) { end_.set({.message = reason, .can_go_on = true}); }

  /// Writes finished units to the ledger if the last time was a while ago.
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
  void resume(const std::vector<UnitRecord>& records);
  void count(std::uint64_t unit);
  void hand_in(std::uint64_t unit, Tally tally);
  void end(RunState state, const std::string& message) { end_.set({.state = state, .message = message}); }
  void end_with_thrown(const std::string& where);
  std::optional<Conclusion> conclude_sum();
  void report_ending(const Ending& ending, RunResult& result);
  std::map<Quantity, Estimate> estimates_so_far();
  void show_estimate();
  double seconds();

  const ExecutionContext& context_;
  const Run& run_;
  ProgressBoard::Lane* lane_ = nullptr;
  RunEnd end_;
  RunJournal journal_;

  std::unique_ptr<const Job> job_;
  std::mutex mutex_;  ///< guards the members below, to `shown_samples_`, while tokens play
  std::optional<RunUnits> units_;
  WorkClock clock_;
  UnitTimes unit_times_;
  int tokens_ = 0;  ///< still in play
  std::uint64_t resumed_units_ = 0;
  std::uint64_t shown_samples_ = 0;  ///< behind the estimate on the board

  Clock::time_point started_;
  std::atomic<bool> has_started_{false};
};

}  // namespace gridcensus::host
