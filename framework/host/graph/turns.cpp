#include "host/graph/turns.hpp"

#include <cmath>
#include <limits>
#include <variant>

namespace gridcensus::host {

namespace {

/// Up to here all runs are alike: a batch of samples takes as long.
constexpr double first_step = 0.1;

int step_of(double seconds) { return seconds < first_step ? 0 : 1 + std::ilogb(seconds / first_step); }

}  // namespace

Turns::Turns(const Plan& plan, std::size_t places, const std::function<bool(const Run&)>& may_be_guest)
    : places_{places}, states_(plan.runs.size()) {
  for (const auto& run : plan.runs) {
    State& state = states_[run.number];
    state.rank = {.step = 0,
                  .side = run.problem.shape.side(),
                  .units = run.offer.units.value_or(std::numeric_limits<std::uint64_t>::max()),
                  .run = run.number};
    const auto& memory = run.offer.memory_bytes;
    if (memory && *memory <= memory_of_guests && may_be_guest(run)) state.memory = memory;
    for (const auto& [quantity, source] : run.sources) {
      if (const auto* const number = std::get_if<RunNumber>(&source)) {
        states_[*number].dependent_runs.push_back(run.number);
        ++state.missing_sources;
      }
    }
    if (state.missing_sources == 0) make_ready(state);
  }
}

void Turns::make_ready(const State& state) { (state.memory ? ready_as_guests_ : ready_).insert(state.rank); }

/// Where the run stands that is the next to come into play; nullptr where none can.
Turns::Ranks* Turns::next_ready() {
  const bool has_place = places_taken_ < places_;
  Ranks* next = has_place && !ready_.empty() ? &ready_ : nullptr;
  if (ready_as_guests_.empty()) return next;
  const auto needed = states_[ready_as_guests_.begin()->run].memory.value_or(0);
  if (!has_place && memory_taken_ + needed > memory_of_guests) return next;
  return next == nullptr || *ready_as_guests_.begin() < *next->begin() ? &ready_as_guests_ : next;
}

std::optional<Turns::Turn> Turns::take() {
  const std::scoped_lock lock{mutex_};
  Ranks* const ready = next_ready();
  if (ready != nullptr && (in_play_.empty() || *ready->begin() < *in_play_.begin())) {
    State& state = states_[ready->begin()->run];
    ready->erase(ready->begin());
    // A place is for those that need one.
    state.is_guest = state.memory && memory_taken_ + *state.memory <= memory_of_guests;
    if (state.is_guest)
      memory_taken_ += *state.memory;
    else
      ++places_taken_;
    return Turn{state.rank.run, true, release_signal()};
  }
  if (in_play_.empty()) {
    ++kept_signals_;
    return std::nullopt;
  }
  State& state = states_[in_play_.begin()->run];
  if (--state.pieces == 0) in_play_.erase(in_play_.begin());
  return Turn{state.rank.run, false};
}

void Turns::put(RunNumber run, std::size_t pieces, double seconds) {
  const std::scoped_lock lock{mutex_};
  State& state = states_[run];
  in_play_.erase(state.rank);
  state.pieces += pieces;
  state.seconds += seconds;
  state.rank.step = step_of(state.seconds);
  if (state.pieces > 0) in_play_.insert(state.rank);
}

std::size_t Turns::end(RunNumber run) {
  const std::scoped_lock lock{mutex_};
  const State& state = states_[run];
  if (state.is_guest)
    memory_taken_ -= *state.memory;
  else
    --places_taken_;
  ++ended_;
  std::size_t signals = release_signal();
  for (const RunNumber dependent : state.dependent_runs) {
    State& other = states_[dependent];
    if (--other.missing_sources > 0) continue;
    make_ready(other);
    ++signals;
  }
  return signals;
}

/// One of those that were kept, for a run that may come into play now. With each that does, the next one follows.
std::size_t Turns::release_signal() {
  if (kept_signals_ == 0) return 0;
  --kept_signals_;
  return 1;
}

bool Turns::have_all_ended() const {
  const std::scoped_lock lock{mutex_};
  return ended_ == states_.size();
}

}  // namespace gridcensus::host
