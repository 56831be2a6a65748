#pragma once

#include "gridcensus/strategy.hpp"

#include <cstdint>

namespace gridcensus::testing {

/// Returns the sum of all units of a job, run in order with one seed.
inline Tally sum_of_units(const Job& job) {
  Tally total;
  for (std::uint64_t unit = 0; unit < job.units(); ++unit) {
    const UnitContext context{{1, 0, unit}};
    total.add(job.run(unit, context));
  }
  return total;
}

/// Returns the report that a job concludes from all of its units.
inline Report report_of(const Job& job) { return job.conclude(sum_of_units(job), job.units()); }

}  // namespace gridcensus::testing
