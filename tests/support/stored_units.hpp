#pragma once

#include "host/ledger/ledger.hpp"

#include <utility>
#include <vector>

namespace gridcensus::host {

/// Returns the finished units of a run, in unit order.
inline std::vector<UnitRecord> units_of(Ledger& ledger, RunKey run) {
  std::vector<UnitRecord> units;
  ledger.for_each_unit(run, [&](UnitRecord unit) { units.push_back(std::move(unit)); });
  return units;
}

}  // namespace gridcensus::host
