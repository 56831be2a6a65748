#pragma once

#include "host/verify/strategy_checks.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host::verify {

/// The choice of units to recount.
struct RecountOptions {
  double percent = 1;  ///< share of the units of each run, at least one unit
  std::uint64_t seed = 1;
  int threads = 1;
};

/// A unit that was recounted with the same result.
struct Recounted {
  const RunRow* run = nullptr;
  std::uint64_t unit = 0;
  Tally tally;
  double seconds = 0;
  double weight = 1;
};

/// Returns the units of a run to recount: those with the smallest hash of seed, run and unit. Nothing else enters, so
/// the choice is unpredictable before the seed is chosen and reproducible afterwards.
std::vector<Row> units_to_recount(const RunRow& run, std::vector<Row> units, const RecountOptions& options);

/// Recounts a share of the units of every run, and compares the tallies name by name.
///
/// @param on_equal  receives the units that were equal, about once a second; its calls do not overlap
void recount(const Catalog& catalog, const Tables& tables, const RecountOptions& options,
             const std::function<void(const std::vector<Recounted>&)>& on_equal, Checks& checks);

}  // namespace gridcensus::host::verify
