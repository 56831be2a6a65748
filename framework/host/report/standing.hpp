#pragma once

#include "host/graph/engine.hpp"
#include "host/plan/plan.hpp"
#include "host/report/comparison_index.hpp"

#include <string_view>

namespace gridcensus::host {

/// How well a value is founded by what it was compared with.
enum class Standing {
  unfinished,
  approximated,   ///< nobody can bound its error
  estimated,      ///< sampled
  computed,       ///< by one strategy, every invariant held
  replicated,     ///< two runs agree that share something: the strategy, mathematics that counts, or an input
  cross_checked,  ///< two strategies agree that share nothing that counts, and no input
  published,      ///< equal to a published value
  disputed        ///< something disagrees
};

std::string_view name_of(Standing standing);

/// The standing of one quantity of one run. What follows from another of its quantities stands at least as that.
Standing standing_of(const ExperimentResult& result, const ComparisonIndex& index, const Run& run, Quantity quantity);

}  // namespace gridcensus::host
