#pragma once

#include "host/compare/comparer.hpp"

namespace gridcensus::host {

/// What the runs of one configuration on one problem with several seeds say together: of each estimate the mean, of
/// each exact value and table the first, since all are the same if they are right.
///
/// Against it each run of another configuration is held, in place of each of these runs: that finds more, by fewer
/// tests (docs/decisions.md, 54).
///
/// Its voices are called by the name of the configuration.
Answers pool_of(const Repeats& repeats);

}  // namespace gridcensus::host
