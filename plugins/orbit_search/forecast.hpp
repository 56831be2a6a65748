#pragma once

#include "orbit_search/templates.hpp"

#include <vector>

namespace gridcensus::orbit_search {

/// Estimates the number of grids, up to relabelling if symbols are alike: the mean over random fillings, symbol by
/// symbol, of the product of the numbers of templates to choose from. Equal templates give the same estimate.
///
/// @return  accurate to a factor of 2 or so; 0 if every filling came to a dead end
/// @cost    200 times the number of templates, a few ns each
/// @source  D. E. Knuth, "Estimating the efficiency of backtrack programs", 1975.
double estimated_grids(const Constraints& constraints, const std::vector<CellSet>& templates);

/// Estimates the number of grids that the search meets: each grid is met once for each of its templates in one orbit,
/// of which there are at most `side`; an orbit has at most as many sets as there are templates, or symmetries.
double estimated_visits(const Constraints& constraints, const std::vector<CellSet>& templates);

}  // namespace gridcensus::orbit_search
