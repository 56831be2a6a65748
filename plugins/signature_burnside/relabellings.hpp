#pragma once

#include "gridcensus/strategy.hpp"

#include <cstdint>
#include <memory>

namespace gridcensus::signature_burnside {

/// How many units the sum over the relabellings of a shape is cut into.
std::uint64_t units_of(Shape shape);

/// The sum, over all relabellings, of the unordered signatures that each keeps: one relabelling of each cycle type is
/// counted. Burnside's lemma makes the classes of signatures of it.
std::unique_ptr<Job> sum_over_relabellings(const Request& request);

}  // namespace gridcensus::signature_burnside
