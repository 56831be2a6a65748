#pragma once

#include "gridcensus/strategy.hpp"

#include <cstdint>

namespace gridcensus::host {

/// The weights of a job's units. Where there are too many to be added up one by one, all are taken to be alike.
class UnitWeights {
 public:
  /// @param job  must outlive this object
  UnitWeights(const Job& job, std::uint64_t units) : job_{job}, units_{units} {}

  double of(std::uint64_t unit) const { return are_asked() ? job_.weight(unit) : 1; }

  double of_all() const {
    if (!are_asked()) return static_cast<double>(units_);
    double sum = 0;
    for (std::uint64_t unit = 0; unit < units_; ++unit) sum += job_.weight(unit);
    return sum;
  }

  bool are_asked() const { return units_ <= max_asked; }

 private:
  static constexpr std::uint64_t max_asked = 1'000'000;

  const Job& job_;
  std::uint64_t units_;
};

}  // namespace gridcensus::host
