#include "host/graph/run_scheduler.hpp"

#include <cmath>
#include <limits>
#include <variant>

namespace gridcensus::host {

namespace {

/// Runs with less work time than this rank equally: a batch of samples takes about as long.
constexpr double first_step = 0.1;

int step_of(double seconds) { return seconds < first_step ? 0 : 1 + std::ilogb(seconds / first_step); }

}  // namespace

RunScheduler::RunScheduler(const Plan& plan, std::size_t slots,
                           const std::function<bool(const Run&)>& may_run_without_slot)
    : slots_{slots}, states_(plan.runs.size()) {
  for (const auto& run : plan.runs) {
    State& state = states_[run.number];
    state.rank = {.step = 0,
                  .side = run.problem.shape.side(),
                  .units = run.offer.units.value_or(std::numeric_limits<std::uint64_t>::max()),
                  .run = run.number};
    const auto& memory = run.offer.memory_bytes;
    if (memory && *memory <= slotless_memory_limit && may_run_without_slot(run)) state.memory = memory;
    for (const auto& [quantity, source] : run.sources) {
      if (const auto* const number = std::get_if<RunNumber>(&source)) {
        states_[*number].dependent_runs.push_back(run.number);
        ++state.missing_sources;
      }
    }
    if (state.missing_sources == 0) make_ready(state);
  }
}

void RunScheduler::make_ready(const State& state) { (state.memory ? ready_slotless_ : ready_).insert(state.rank); }

/// Returns the list whose first run becomes active next, or nullptr if no run can.
RunScheduler::Ranks* RunScheduler::next_ready() {
  const bool has_slot = slots_used_ < slots_;
  Ranks* next = has_slot && !ready_.empty() ? &ready_ : nullptr;
  if (ready_slotless_.empty()) return next;
  const auto needed = states_[ready_slotless_.begin()->run].memory.value_or(0);
  if (!has_slot && slotless_memory_ + needed > slotless_memory_limit) return next;
  return next == nullptr || *ready_slotless_.begin() < *next->begin() ? &ready_slotless_ : next;
}

std::optional<RunScheduler::Dispatch> RunScheduler::take() {
  const std::scoped_lock lock{mutex_};
  Ranks* const ready = next_ready();
  if (ready != nullptr && (active_.empty() || *ready->begin() < *active_.begin())) {
    State& state = states_[ready->begin()->run];
    ready->erase(ready->begin());
    // Slots are left to the runs that need one.
    state.holds_no_slot = state.memory && slotless_memory_ + *state.memory <= slotless_memory_limit;
    if (state.holds_no_slot)
      slotless_memory_ += *state.memory;
    else
      ++slots_used_;
    return Dispatch{state.rank.run, true, release_message()};
  }
  if (active_.empty()) {
    ++parked_messages_;
    return std::nullopt;
  }
  State& state = states_[active_.begin()->run];
  if (--state.items == 0) active_.erase(active_.begin());
  return Dispatch{state.rank.run, false};
}

void RunScheduler::put(RunNumber run, std::size_t items, double seconds) {
  const std::scoped_lock lock{mutex_};
  State& state = states_[run];
  active_.erase(state.rank);
  state.items += items;
  state.seconds += seconds;
  state.rank.step = step_of(state.seconds);
  if (state.items > 0) active_.insert(state.rank);
}

std::size_t RunScheduler::end(RunNumber run) {
  const std::scoped_lock lock{mutex_};
  const State& state = states_[run];
  if (state.holds_no_slot)
    slotless_memory_ -= *state.memory;
  else
    --slots_used_;
  ++ended_;
  std::size_t messages = release_message();
  for (const RunNumber dependent : state.dependent_runs) {
    State& other = states_[dependent];
    if (--other.missing_sources > 0) continue;
    make_ready(other);
    ++messages;
  }
  return messages;
}

/// Returns 1 if a message is parked, for a run that may become active now. Each run that does releases the next
/// message.
std::size_t RunScheduler::release_message() {
  if (parked_messages_ == 0) return 0;
  --parked_messages_;
  return 1;
}

bool RunScheduler::have_all_ended() const {
  const std::scoped_lock lock{mutex_};
  return ended_ == states_.size();
}

}  // namespace gridcensus::host
