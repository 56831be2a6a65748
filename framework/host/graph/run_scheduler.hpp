#pragma once

#include "host/plan/plan.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

namespace gridcensus::host {

/// Chooses the run that a free thread works for next.
///
/// The next run is the one with the least work time so far, in steps that double. A short run therefore does not wait
/// for a long one, although run times are unknown in advance. Ties go to the smaller problem, then to the run with
/// fewer forecast units, then to the order of the plan. A wrong guess costs one step.
///
/// A run is ready once its sources have ended, and active between its preparation and its conclusion. An active run has
/// tables in memory, so the number of slots is fixed. Runs with a small memory forecast need no slot while the sum of
/// their forecasts is small, because short runs must not wait for slots that long ones hold.
///
/// A *work item* is the preparation of a ready run or one unit of an active run. The engine sends one message through
/// its graph for each item; every call reports how many messages to add.
///
/// @threads  any function from any thread.
class RunScheduler {
 public:
  using RunNumber = std::size_t;

  /// The memory that all active runs without slots may need in total [bytes].
  static constexpr std::uint64_t slotless_memory_limit = std::uint64_t{512} << 20U;

  /// @param slots                 the number of runs that may be active in slots
  /// @param may_run_without_slot  asked of each run with a memory forecast
  RunScheduler(const Plan& plan, std::size_t slots, const std::function<bool(const Run&)>& may_run_without_slot);

  /// Returns the number of runs that are ready from the start.
  std::size_t items_at_start() const { return ready_.size() + ready_slotless_.size(); }

  struct Dispatch {
    RunNumber run = 0;
    bool is_first = false;     ///< prepare the run; otherwise count a unit
    std::size_t messages = 0;  ///< to add: another run may become active, too
  };
  /// Returns the next item, or nullopt if all ready runs wait for a slot; the message is parked for them.
  std::optional<Dispatch> take();

  /// Adds items of an active run.
  ///
  /// @param seconds  that a thread has worked for the run since its dispatch
  void put(RunNumber run, std::size_t items, double seconds);

  /// Frees the slot of a run that has ended.
  ///
  /// @return  the number of messages to add: for runs that waited for its slot or for its end.
  std::size_t end(RunNumber run);

  bool have_all_ended() const;

 private:
  /// Orders the runs; the smallest is next.
  struct Rank {
    int step = 0;  ///< of the work time
    int side = 0;
    std::uint64_t units = 0;
    RunNumber run = 0;

    auto operator<=>(const Rank&) const = default;
  };
  struct State {
    Rank rank;
    double seconds = 0;
    std::size_t items = 0;
    std::optional<std::uint64_t> memory;  ///< of a run that may be active without a slot
    bool holds_no_slot = false;
    std::size_t missing_sources = 0;
    std::vector<RunNumber> dependent_runs;
  };

  using Ranks = std::set<Rank>;

  void make_ready(const State& state);
  Ranks* next_ready();
  std::size_t release_message();

  mutable std::mutex mutex_;
  std::size_t slots_;
  std::vector<State> states_;  ///< by run number
  Ranks ready_;                ///< not yet active
  Ranks ready_slotless_;       ///< ready runs that need no slot
  Ranks active_;               ///< active runs with work items that no thread has taken
  std::size_t slots_used_ = 0;
  std::uint64_t slotless_memory_ = 0;  ///< forecast by the active runs without slots
  std::size_t parked_messages_ = 0;
  std::size_t ended_ = 0;
};

}  // namespace gridcensus::host
