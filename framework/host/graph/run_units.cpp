#include "host/graph/run_units.hpp"

#include "host/graph/validation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <stdexcept>
#include <utility>

namespace gridcensus::host {

namespace {

/// Returns the smallest number above `units` that is a power of the fourth root of 2, rounded up. About 150 such
/// numbers lead to more units than any run will count.
std::uint64_t next_checkpoint(std::uint64_t units) {
  static constexpr std::array<double, 4> roots{1, 1.189207115002721, 1.4142135623730951, 1.681792830507429};
  std::uint64_t next = 1;
  for (int i = 1; next <= units; ++i) {
    next = static_cast<std::uint64_t>(std::ceil(std::ldexp(roots[static_cast<std::size_t>(i % 4)], i / 4)));
  }
  return next;
}

}  // namespace

Checkpoint checkpoint_of(const Estimate& estimate) {
  return {estimate.samples, estimate.value, estimate.standard_error};
}

RunUnits::RunUnits(const Job& job, bool samples, std::optional<Share> share)
    : job_{job},
      samples_{samples},
      size_{job.units()},
      seconds_limit_{samples ? job.seconds_limit() : std::nullopt},
      share_{std::move(share)} {
  if (size_ == 0) throw std::runtime_error{"the job has no units"};
}

std::uint64_t RunUnits::left() const {
  if (share_) return is_closed_ ? 0 : share_->size() - shared_.size();
  return is_closed_ ? 0 : size_ - std::min<std::uint64_t>(size_, folded_ + waiting_.size());
}

std::optional<std::uint64_t> RunUnits::draw(double seconds) {
  if (is_closed_) return std::nullopt;
  if (share_) {
    while (drawn_ < share_->size() && shared_.contains(share_->at(drawn_))) ++drawn_;
    if (drawn_ >= share_->size()) return std::nullopt;
    return share_->at(drawn_++);
  }
  while (drawn_ < folded_ || waiting_.contains(drawn_)) ++drawn_;
  if (drawn_ >= size_) return std::nullopt;
  // The first unit always runs, so a limit of zero seconds still gives a sample.
  if (seconds_limit_ && drawn_ > 0 && seconds >= *seconds_limit_) {
    is_closed_ = true;
    return std::nullopt;
  }
  return drawn_++;
}

void RunUnits::hand_in(std::uint64_t unit, Tally tally) {
  if (is_sum_ready_) return;
  if (share_) {
    if (!share_->contains(unit)) return;
    check_names(unit, tally);
    shared_.insert(unit);
    return;
  }
  waiting_.emplace(unit, std::move(tally));
  while (!is_sum_ready_ && !waiting_.empty() && waiting_.begin()->first == folded_) {
    check_names(folded_, waiting_.begin()->second);
    sum_.add(waiting_.begin()->second);
    waiting_.erase(waiting_.begin());
    ++folded_;
    record_convergence();
    is_sum_ready_ = folded_ == size_ || (samples_ && job_.is_enough(sum_, folded_));
  }
  is_closed_ = is_closed_ || is_sum_ready_;
}

void RunUnits::fail(std::uint64_t unit, Ending failure) {
  if (is_sum_ready_) return;
  is_closed_ = true;
  if (failure_ && *failure_->unit <= unit) return;
  failure.unit = unit;
  failure.message = fmt::format("unit {}: {}", unit, failure.message);
  failure_ = std::move(failure);
}

/// Checks the names of a unit's sums, because a unit that omits a sum or names it differently would make the total too
/// small. Declared sums were checked when the unit was counted or read.
void RunUnits::check_names(std::uint64_t unit, const Tally& tally) {
  if (samples_ || job_.sums(unit)) return;
  const auto names = sums_in(tally);
  if (!undeclared_) undeclared_.emplace(unit, names);
  const auto& [first, expected] = *undeclared_;
  if (names == expected) return;
  throw std::runtime_error{fmt::format("unit {} has the sums {{{}}}, and unit {} has {{{}}}", unit,
                                       fmt::join(names, ", "), first, fmt::join(expected, ", "))};
}

void RunUnits::record_convergence() {
  if (!samples_ || folded_ < next_record_) return;
  recorded_units_ = folded_;
  next_record_ = next_checkpoint(folded_);
  try {
    for (const auto& [quantity, outcome] : job_.conclude(sum_, folded_).outcomes) {
      const auto* const estimate = std::get_if<Estimate>(&outcome);
      if (estimate != nullptr) convergence_[quantity].push_back(checkpoint_of(*estimate));
    }
  } catch (const std::exception&) {
    // Too few samples for an estimate are not a failure while more will come; `conclude` decides in the end.
  }
}

}  // namespace gridcensus::host
