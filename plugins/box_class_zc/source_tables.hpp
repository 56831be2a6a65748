#pragma once

#include "box_class_zc/border.hpp"
#include "box_class_zc/interior.hpp"
#include "gridcensus/findings.hpp"
#include "gridcensus/integer.hpp"

#include <string>
#include <utility>
#include <vector>

namespace gridcensus::box_class_zc {

/// A table of counts, each under a name.
Table figures(const std::vector<std::pair<std::string, Integer>>& counts);

/// The tables that the source prints for 3x3, computed: the algebra of boxes and the hands.
///
/// @throws BrokenInvariant  the hands are not what the theory says.
/// @cost  10 ms
Findings source_tables(const Border& border, const Interior& interior);

}  // namespace gridcensus::box_class_zc
