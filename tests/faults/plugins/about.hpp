#pragma once

#include "gridcensus/plugin.hpp"

#include <string>
#include <utility>

namespace gridcensus::faults {

/// Returns the description of a strategy of the fault tests.
inline About about(std::string id, Quantity quantity = Quantity::grids, Kind kind = Kind::exact) {
  return {std::move(id), "1", "A plugin for the tests of the host.", "none: it tests the host", {{quantity, kind}}};
}

}  // namespace gridcensus::faults
