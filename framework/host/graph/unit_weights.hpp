#pragma once

#include "gridcensus/strategy.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <stdexcept>

namespace gridcensus::host {

/// The weights of a job's units. If there are too many to add up one by one, all count as equal.
class UnitWeights {
 public:
  /// @param job  must outlive this object
  UnitWeights(const Job& job, std::uint64_t units) : job_{job}, units_{units} {}

  /// @throws std::runtime_error  the job gives a weight that is negative or not finite.
  double of(std::uint64_t unit) const {
    if (!are_individual()) return 1;
    const double weight = job_.weight(unit);
    if (weight >= 0 && std::isfinite(weight)) return weight;
    throw std::runtime_error{
        fmt::format("unit {} has the weight {}: a weight is a number of at least 0", unit, weight)};
  }

  /// @throws std::runtime_error  as `of`; the sum is 0, or too large for a number.
  double total() const {
    if (!are_individual()) return static_cast<double>(units_);
    double sum = 0;
    for (std::uint64_t unit = 0; unit < units_; ++unit) sum += of(unit);
    if (units_ > 0 && (!(sum > 0) || !std::isfinite(sum))) {
      throw std::runtime_error{fmt::format("the weights of the units add up to {}", sum)};
    }
    return sum;
  }

  bool are_individual() const { return units_ <= max_individual; }

 private:
  static constexpr std::uint64_t max_individual = 1'000'000;

  const Job& job_;
  std::uint64_t units_;
};

}  // namespace gridcensus::host
