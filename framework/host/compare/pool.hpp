#pragma once

#include "host/compare/comparer.hpp"

#include <utility>
#include <vector>

namespace gridcensus::host {

/// What the runs of one configuration on one problem with several seeds say together: of each estimate the mean, of
/// each exact value and table the first, since all are the same if they are right.
///
/// Against it each run of another configuration is held, in place of each of these runs: that finds more, by fewer
/// tests (docs/decisions.md, 54).
///
/// Its voices are called by the name of the configuration.
Answers pool_of(const Repeats& repeats);

/// Returns the sum of independent estimates, each times a positive weight, with each half of its interval from those
/// halves of theirs.
///
/// @param estimates  at least one; exact values may be given as estimates without an error
/// @source  Welch-Satterthwaite, for the degrees of freedom; Zou and Donner 2008, for the halves.
Estimate sum_of(const std::vector<std::pair<Real, const Estimate*>>& estimates);

}  // namespace gridcensus::host
