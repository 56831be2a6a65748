#pragma once

#include "box_class_zc/border.hpp"
#include "box_class_zc/interior.hpp"
#include "gridcensus/findings.hpp"
#include "gridcensus/integer.hpp"

#include <string>
#include <utility>
#include <vector>

namespace gridcensus::box_class_zc {

/// Returns a table of named counts.
Table figures(const std::vector<std::pair<std::string, Integer>>& counts);

/// Computes the tables that the source prints for 3x3: the algebra of boxes and the hands.
///
/// @throws BrokenInvariant  the hands contradict the theory.
/// @cost  10 ms
Findings source_tables(const Border& border, const Interior& interior);

}  // namespace gridcensus::box_class_zc
