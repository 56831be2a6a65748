#pragma once

#include "gridcensus/rules.hpp"
#include "host/report/listing.hpp"

#include <string>
#include <vector>

namespace gridcensus::host {

/// Returns what can be done with a problem: its drawing, rules, symmetries, and which open strategy counts what, or
/// refuses it for which reason.
///
/// @param rules  in the words of the user
Listing describe_problem(Shape shape, const RuleSpec& rules, const Catalog& catalog, std::size_t width);

/// Returns which shapes have a side, and which open strategy counts what of their classic grids.
Listing list_shapes_of_side(int side, const Catalog& catalog, std::size_t width);

/// Returns the key `problems` of an experiment that asks for these rules: with the keys `layout` and `givens`, and all
/// else as words under `rules`.
std::string problem_yaml(Shape shape, RuleSpec rules);

}  // namespace gridcensus::host
