#pragma once

#include "host/graph/engine.hpp"
#include "host/plan/plan.hpp"
#include "host/report/comparison_index.hpp"

#include <cstddef>
#include <string_view>

namespace gridcensus::host {

/// How well a value is founded by what it was compared with.
enum class Standing {
  unfinished,
  approximated,   ///< nobody can bound its error
  estimated,      ///< sampled
  computed,       ///< by one strategy, every invariant held
  recounted,      ///< computed, and units of it were counted again in another session, with the same result
  replicated,     ///< two runs agree that share something: the strategy, mathematics that counts, or an input
  cross_checked,  ///< two strategies agree that share nothing that counts, and no input
  published,      ///< equal to a published value
  disputed        ///< something disagrees
};

std::string_view name_of(Standing standing);

/// What speaks for a value.
struct Evidence {
  Standing standing = Standing::unfinished;
  /// By how many strategies that share nothing the value was reached, the run's own included; 0 where there is none.
  /// Only exact values can be the same, so any other has its own alone.
  std::size_t witnesses = 0;
};

/// What speaks for one quantity of one run. What follows from another of its quantities stands at least as that.
Evidence evidence_for(const ExperimentResult& result, const ComparisonIndex& index, const Run& run, Quantity quantity);

}  // namespace gridcensus::host
