#pragma once

#include "gridcensus/strategy.hpp"

#include <cstdint>
#include <memory>

namespace gridcensus::signature_burnside {

/// Returns the number of units of the sum over the relabellings of a shape.
std::uint64_t units_of(Shape shape);

/// Returns the job of the sum, over all relabellings, of the unordered signatures that each fixes; it counts one
/// relabelling of each cycle type. Burnside's lemma turns the sum into the number of classes of signatures.
std::unique_ptr<Job> sum_over_relabellings(const Request& request);

}  // namespace gridcensus::signature_burnside
