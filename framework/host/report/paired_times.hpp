#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>

namespace gridcensus::host {

/// A comparison of paired times: by which factor the second is slower.
struct PairedTimes {
  std::size_t pairs = 0;
  double ratio = 1;  ///< geometric mean of second / first
  /// The 95 % confidence interval of the ratio, by Student's distribution of the logarithms; nullopt for a single pair.
  std::optional<std::pair<double, double>> interval;
  /// Two-sided and exact, for the hypothesis that neither is slower. nullopt if too few pairs differ for it ever to be
  /// below 0.05.
  std::optional<double> p_value;
};

/// @param times  each above zero
/// @source       Wilcoxon 1945, signed ranks; ties share their mean rank, pairs without difference are excluded.
PairedTimes paired_times(std::span<const std::pair<double, double>> times);

}  // namespace gridcensus::host
