#pragma once

#include "gridcensus/rules.hpp"
#include "host/report/listing.hpp"

#include <string>
#include <vector>

namespace gridcensus::host {

/// Returns what can be done with a problem: its drawing, rules and symmetries, and for each open strategy what it
/// counts, or why it refuses.
///
/// @param rules  in the words of the user
Listing describe_problem(Shape shape, const RuleSpec& rules, const Catalog& catalog, std::size_t width);

/// Returns the shapes that have a side, and what each open strategy counts of their classic grids.
Listing list_shapes_of_side(int side, const Catalog& catalog, std::size_t width);

/// Returns the key `problems` of an experiment that asks for these rules, with the keys `layout` and `givens`, and
/// everything else as words under `rules`.
std::string problem_yaml(Shape shape, RuleSpec rules);

}  // namespace gridcensus::host
