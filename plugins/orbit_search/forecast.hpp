#pragma once

#include "orbit_search/templates.hpp"

#include <vector>

namespace gridcensus::orbit_search {

/// About how many grids there are, up to relabelling where symbols are alike: the mean over random fillings, symbol by
/// symbol, of the product of the numbers of templates that there were to choose from. The same for the same templates.
///
/// @return  good to a factor of 2 or so; 0 where every filling came to a dead end
/// @cost    200 times the number of templates, a few ns each
/// @source  D. E. Knuth, "Estimating the efficiency of backtrack programs", 1975.
double estimated_grids(const Constraints& constraints, const std::vector<CellSet>& templates);

/// About how many grids the search comes to: each is met once for each of its templates in one orbit, of which there
/// are at most `side`, and an orbit has no more sets than there are templates, or symmetries.
double estimated_visits(const Constraints& constraints, const std::vector<CellSet>& templates);

}  // namespace gridcensus::orbit_search
