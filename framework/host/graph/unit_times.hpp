#pragma once

#include "host/graph/run_result.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <vector>

namespace gridcensus::host {

/// The times that units took. Keeps a random sample of fixed size if there are many.
///
/// @threads  the owner guards it.
class UnitTimes {
 public:
  void add(double seconds);
  /// Returns nullopt if there were none.
  std::optional<UnitSeconds> summary() const;

 private:
  std::uint64_t counted_ = 0;
  double total_ = 0;
  double min_ = std::numeric_limits<double>::infinity();
  double max_ = 0;
  std::vector<double> sample_;
  std::minstd_rand random_;
};

}  // namespace gridcensus::host
