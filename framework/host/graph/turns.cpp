#include "host/graph/turns.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

namespace gridcensus::host {

namespace {

/// Up to here all runs are alike: a batch of samples takes as long.
constexpr double first_step = 0.1;

int step_of(double seconds) { return seconds < first_step ? 0 : 1 + std::ilogb(seconds / first_step); }

}  // namespace

Turns::Turns(const Plan& plan, std::size_t places) : places_{places}, states_(plan.runs.size()) {
  for (const auto& run : plan.runs) {
    State& state = states_[run.number];
    state.rank = {.step = 0,
                  .side = run.problem.shape.side(),
                  .units = run.forecast.units.value_or(std::numeric_limits<std::uint64_t>::max()),
                  .run = run.number};
    for (const auto& [quantity, source] : run.sources) {
      if (const auto* const number = std::get_if<RunNumber>(&source)) {
        states_[*number].dependent_runs.push_back(run.number);
        ++state.missing_sources;
      }
    }
    if (state.missing_sources == 0) ready_.insert(state.rank);
  }
}

std::optional<Turns::Turn> Turns::take() {
  const std::scoped_lock lock{mutex_};
  const Rank* next = nullptr;
  for (const RunNumber run : in_play_) {
    const State& state = states_[run];
    if (state.pieces > 0 && (next == nullptr || state.rank < *next)) next = &state.rank;
  }
  const bool has_place = in_play_.size() < places_ && !ready_.empty();
  if (has_place && (next == nullptr || *ready_.begin() < *next)) {
    const RunNumber run = ready_.begin()->run;
    ready_.erase(ready_.begin());
    in_play_.push_back(run);
    return Turn{run, true};
  }
  if (next == nullptr) {
    ++kept_signals_;
    return std::nullopt;
  }
  --states_[next->run].pieces;
  return Turn{next->run, false};
}

void Turns::put(RunNumber run, std::size_t pieces, double seconds) {
  const std::scoped_lock lock{mutex_};
  State& state = states_[run];
  state.pieces += pieces;
  state.seconds += seconds;
  state.rank.step = step_of(state.seconds);
}

std::size_t Turns::end(RunNumber run) {
  const std::scoped_lock lock{mutex_};
  std::erase(in_play_, run);
  ++ended_;
  std::size_t signals = 0;
  // One place is free, so that one of the ready runs may take it.
  if (kept_signals_ > 0) {
    --kept_signals_;
    ++signals;
  }
  for (const RunNumber dependent : states_[run].dependent_runs) {
    State& state = states_[dependent];
    if (--state.missing_sources > 0) continue;
    ready_.insert(state.rank);
    ++signals;
  }
  return signals;
}

bool Turns::have_all_ended() const {
  const std::scoped_lock lock{mutex_};
  return ended_ == states_.size();
}

}  // namespace gridcensus::host
