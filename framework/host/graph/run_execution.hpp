#pragma once

#include "host/graph/engine.hpp"

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

/// Wall clock in which at least one thread was at work: what a run takes, less the time in which it waited its turn.
///
/// @threads  the owner guards it.
class WorkClock {
 public:
  void begin_work() {
    if (workers_++ == 0) since_ = Clock::now();
  }
  void end_work() {
    if (--workers_ == 0) seconds_ += std::chrono::duration<double>(Clock::now() - since_).count();
  }
  double seconds() const {
    return workers_ == 0 ? seconds_ : seconds_ + std::chrono::duration<double>(Clock::now() - since_).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  int workers_ = 0;
  double seconds_ = 0;
  Clock::time_point since_;
};

/// What the runs of one execution share.
struct Session {
  const Experiment& experiment;
  const Plan& plan;
  const ExecuteOptions& options;
  /// Called with the message when the ledger fails.
  std::function<void(const std::string&)> on_storage_error;
};

/// One run on its way from `prepare` to `conclude`: which unit is next, what the units so far add up to, what the
/// ledger has.
///
/// The engine moves it through the graph: `prepare` once, then `work` for every token that `prepare` gave, again and
/// again until it retires, then `conclude` once.
class RunExecution {
 public:
  RunExecution(const Session& session, const Run& run);

  /// Fetches the inputs, looks into the ledger, prepares the job. Never throws: what goes wrong ends the run.
  ///
  /// @param results  of all runs; those of the sources have ended
  /// @return         how many tokens to put in play: at most one a thread, none where there is nothing to count
  int prepare(const std::vector<RunResult>& results);

  /// What becomes of a token after one call of `work`.
  enum class Token {
    plays_on,
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
  void request_stop(const std::string& reason);

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

  /// What a unit gave.
  struct UnitDone {
    std::uint64_t unit = 0;
    std::optional<Tally> tally;  ///< nullopt: stopped or failed
    double seconds = 0;
    std::string error;  ///< not empty: it failed
  };

  /// For as long as it lives, a thread is at work for the run.
  class Working {
   public:
    explicit Working(RunExecution& run) : run_{run} {
      const std::scoped_lock lock{run_.units_mutex_};
      run_.clock_.begin_work();
    }
    ~Working() {
      const std::scoped_lock lock{run_.units_mutex_};
      run_.clock_.end_work();
    }
    Working(const Working&) = delete;
    Working& operator=(const Working&) = delete;
    Working(Working&&) = delete;
    Working& operator=(Working&&) = delete;

   private:
    RunExecution& run_;
  };

  bool is_stopping() const { return stop_.load(std::memory_order_relaxed); }
  std::optional<std::uint64_t> draw_unit();
  UnitDone count(std::uint64_t unit) const;
  void accept(UnitDone done);
  double seconds_so_far() const { return earlier_seconds_ + clock_.seconds(); }
  void prepare_unguarded(const std::vector<RunResult>& results);
  Inputs collect_inputs(const std::vector<RunResult>& results);
  void check_memory();
  void open_ledger(const Inputs& inputs);
  std::vector<UnitRecord> stored_units() const;
  void resume(const std::vector<UnitRecord>& records);
  void prepare_job(const Inputs& inputs);
  void fold();
  void note_convergence();
  std::optional<std::string> broken_invariant(std::uint64_t unit, const Tally& tally) const;
  void fail(std::uint64_t unit, RunState state, const std::string& message);
  void end(RunState state, const std::string& message);
  std::vector<UnitRecord> take_buffer(bool force);
  void write(const std::vector<UnitRecord>& records, const Conclusion* conclusion);
  Report checked_report() const;
  double guarded_seconds();
  void guard_storage(const std::function<void()>& action);

  const Session& session_;
  const Run& run_;
  ProgressBoard::Lane* lane_ = nullptr;

  std::unique_ptr<const Job> job_;
  std::mutex units_mutex_;  ///< guards the members below, to `message_`, while tokens play
  std::uint64_t units_ = 0;
  bool closed_ = false;        ///< no further unit is needed: enough, out of time, or ended
  bool is_sum_ready_ = false;  ///< `sum_` is what `conclude` wants
  int tokens_ = 0;             ///< still in play
  std::uint64_t drawn_ = 0;    ///< every unit below has been drawn, or is in the ledger
  Tally sum_;                  ///< of the units below `folded_`
  std::uint64_t folded_ = 0;
  std::map<std::uint64_t, Tally> waiting_;  ///< done, but a lower unit is not
  /// What the estimates were after 1, 2, 4, 8, ... units.
  std::map<Quantity, std::vector<Checkpoint>> convergence_;
  std::optional<double> seconds_limit_;

  std::optional<Conclusion> reused_;
  std::uint64_t resumed_units_ = 0;
  WorkClock clock_;
  double earlier_seconds_ = 0;  ///< of earlier sessions
  Clock::time_point started_;
  std::atomic<bool> has_started_{false};

  struct Failure {
    std::uint64_t unit = 0;
    RunState state{};
    std::string message;
  };
  std::optional<Failure> failure_;  ///< the lowest unit that failed so far
  std::optional<RunState> ended_;
  std::string message_;

  std::atomic<bool> stop_{false};
  mutable std::mutex stop_mutex_;
  std::string stop_reason_;

  std::optional<Provenance> provenance_;  ///< set where there is a ledger
  std::optional<RunKey> key_;             ///< set by `prepare` where the ledger has the run already
  bool must_reset_ = false;               ///< `--fresh`: the ledger's old units go with the first write
  std::mutex buffer_mutex_;
  std::vector<UnitRecord> buffer_;  ///< done, not yet in the ledger
  Clock::time_point last_flush_ = Clock::now();
};

}  // namespace gridcensus::host
