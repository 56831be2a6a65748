#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>

namespace gridcensus::host {

/// What pairs of times say of how much longer the second takes.
struct PairedTimes {
  std::size_t pairs = 0;
  double ratio = 1;  ///< geometric mean of second / first
  /// Where that lies with 95 % confidence, by Student's distribution of the logarithms; nullopt of one pair.
  std::optional<std::pair<double, double>> interval;
  /// Two-sided, exact: that neither is slower. nullopt where too few differ for it ever to be below 0.05.
  std::optional<double> p_value;
};

/// @param times  each above zero
/// @source       Wilcoxon 1945, signed ranks; ties share their mean rank, pairs without difference are left out.
PairedTimes paired_times(std::span<const std::pair<double, double>> times);

}  // namespace gridcensus::host
