#include "host/graph/unit_times.hpp"

#include <algorithm>
#include <cmath>

namespace gridcensus::host {

namespace {

constexpr std::size_t sample_size = 4096;

}  // namespace

void UnitTimes::add(double seconds) {
  ++counted_;
  total_ += seconds;
  min_ = std::min(min_, seconds);
  max_ = std::max(max_, seconds);
  if (sample_.size() < sample_size) return sample_.push_back(seconds);
  // Reservoir sampling: every unit so far is in the sample with the same probability.
  const auto place = std::uniform_int_distribution<std::uint64_t>{0, counted_ - 1}(random_);
  if (place < sample_size) sample_[place] = seconds;
}

std::optional<UnitSeconds> UnitTimes::summary() const {
  if (counted_ == 0) return std::nullopt;
  UnitSeconds summary{.counted = counted_, .total = total_, .quantiles = {}};
  std::vector<double> sorted = sample_;
  std::ranges::sort(sorted);
  const std::size_t last = summary.quantiles.size() - 1;
  for (std::size_t i = 0; i <= last; ++i) {
    summary.quantiles[i] = sorted[(sorted.size() - 1) * i / last];
  }
  summary.quantiles.front() = min_;
  summary.quantiles.back() = max_;
  return summary;
}

}  // namespace gridcensus::host
