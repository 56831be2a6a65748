#pragma once

#include "host/compare/comparer.hpp"

#include <utility>
#include <vector>

namespace gridcensus::host {

/// Returns the pooled values of runs of one configuration on one problem with several seeds: of each estimate the mean,
/// of each exact value and table the first, because all are equal if they are right.
///
/// Each run of another configuration is compared with the pool instead of with each of these runs, which detects more
/// with fewer tests (docs/decisions.md, 54).
///
/// The origins of its values have the name of the configuration.
RunValues pool_of(const Repeats& repeats);

/// Returns the sum of independent estimates, each times a positive weight. Each half of its interval follows from the
/// corresponding halves of theirs.
///
/// @param estimates  at least one; exact values may be given as estimates without an error
/// @source  Welch-Satterthwaite, for the degrees of freedom; Zou and Donner 2008, for the halves.
Estimate sum_of(const std::vector<std::pair<Real, const Estimate*>>& estimates);

/// Returns the sum of finished outcomes, each times a positive weight; unfinished if bounds are among other kinds than
/// exact values.
Outcome sum_of(const std::vector<std::pair<std::uint64_t, const Outcome*>>& terms);

}  // namespace gridcensus::host
