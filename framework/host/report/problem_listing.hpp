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
Rendering describe_problem(Shape shape, const RuleSpec& rules, const Catalog& catalog, std::size_t width);

/// Returns the shapes that have a side, and what each open strategy counts of their classic grids.
Rendering list_shapes_of_side(int side, const Catalog& catalog, std::size_t width);

/// Returns a problem as JSON for programs that draw or explain it: `problem_json`, and the rules of its canonical form
/// one by one.
///
///     "families": {"windows": "(R-1)(R-1) further boxes, ..."},     names with definitions
///     "layout": ["aabb", ...],                    letters of the jigsaw boxes; left out if there are none
///     "boxes": [["aabb", ...], ...],              letters of the boxes of R x C cells, and of C x R cells
///     "further_regions": [[0, 7, 14], ...],       cells that all differ, as the rules list them
///     "different": [[0, 7], ...],                 pairs that the rules list
///     "offsets": [{"down": 1, "right": -3, "wraps": false}, ...],
///     "moves": [[0, 7], ...],                     pairs that differ by offsets and families such as anti_knight
///     "related": [{"rule": "sum:5", "definition": "...", "cells": [[0, 1], ...]}, ...]
///     "relabellings": "720"                       exchanges of symbols that preserve the rules
Json described_json(const Problem& problem);

/// Lists the named rules with their definitions.
Rendering list_rules(std::size_t width);

/// Returns the key `problems` of an experiment that asks for these rules, with the keys `layout` and `givens`, and
/// everything else as words under `rules`.
std::string problem_yaml(Shape shape, RuleSpec rules);

}  // namespace gridcensus::host
