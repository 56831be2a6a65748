#pragma once

#include "host/graph/engine.hpp"
#include "host/plan/plan.hpp"
#include "host/report/comparison_index.hpp"
#include "host/results/terms.hpp"

#include <cstdint>

namespace gridcensus::host {

/// Returns the standing of a value that nothing was compared with.
///
/// @param is_recounted  units of it were counted again in another session, with the same result
Standing standing_alone(Kind kind, bool is_recounted);

/// What speaks for a value.
struct Evidence {
  Standing standing = Standing::unfinished;
  /// By how many strategies that share nothing the value was reached, the run's own included; 0 where there is none.
  /// Only exact values can be the same, so any other has its own alone.
  std::uint64_t witnesses = 0;
};

/// What speaks for one quantity of one run. What follows from another of its quantities stands at least as that.
Evidence evidence_for(const ExperimentResult& result, const ComparisonIndex& index, const Run& run, Quantity quantity);

}  // namespace gridcensus::host
