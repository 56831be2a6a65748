#pragma once

#include "host/verify/strategy_checks.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host::verify {

/// Which units are counted again.
struct RecountOptions {
  double percent = 1;  ///< of the units of each run, at least one
  std::uint64_t seed = 1;
  int threads = 1;
};

/// A unit that was counted again, with the same result.
struct Recounted {
  const RunRow* run = nullptr;
  std::uint64_t unit = 0;
  Tally tally;
  double seconds = 0;
  double weight = 1;
};

/// The units of a run that are counted again: those whose hash with the seed is least. Depends on nothing else, so that
/// nobody knows beforehand which they are, and everybody can tell afterwards.
std::vector<Row> units_to_recount(const RunRow& run, std::vector<Row> units, const RecountOptions& options);

/// Counts a share of the units of every run again, and compares the tallies name by name.
///
/// @param on_equal  is handed what was found equal, a second's worth at a time; calls of it do not overlap
void recount(const Catalog& catalog, const Tables& tables, const RecountOptions& options,
             const std::function<void(const std::vector<Recounted>&)>& on_equal, Checks& checks);

}  // namespace gridcensus::host::verify
