#pragma once

#include "host/graph/run_result.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <vector>

namespace gridcensus::host {

/// How long units took. Of many it keeps a random sample of fixed size.
///
/// @threads  the owner guards it.
class UnitTimes {
 public:
  void add(double seconds);
  /// nullopt where there were none.
  std::optional<UnitSeconds> summary() const;

 private:
  std::uint64_t counted_ = 0;
  double total_ = 0;
  double least_ = std::numeric_limits<double>::infinity();
  double greatest_ = 0;
  std::vector<double> sample_;
  std::minstd_rand random_;
};

}  // namespace gridcensus::host
