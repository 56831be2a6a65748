#pragma once

#include "gridcensus/problem.hpp"
#include "host/base/json.hpp"

#include <vector>

namespace gridcensus::host {

/// Returns a problem as JSON for programs. A cell is row * side + column, from 0; values are 1 to `side`.
///
///     {"shape": "2x3", "box_rows": 2, "box_cols": 3, "side": 6,
///      "rules": "classic",                      canonical words
///      "classic": true,                         whether these are all: rows, columns, boxes
///      "symbols_are_alike": true,
///      "regions": [[0,1,2,3,4,5], ...],         `side` cells that hold every value once
///      "pairs": [[0,7], ...],                   further pairs of cells with different values
///      "allowed": [[1,2], ...],                 for each cell its values; left out unless a cell is restricted
///      "relations": [{"cells": [0,1], "allowed": [[1,3], ...]}, ...]}
///                                               further pairs of cells, and the pairs of values that they may hold;
///                                               left out if there are none
Json problem_json(const Problem& problem);

/// Returns the values that a set of symbols has, from 1, in ascending order.
std::vector<int> values_of(SymbolBits symbols);

/// Returns the pairs of values that related cells may hold.
Json allowed_pairs(const RelatedCells& related);

}  // namespace gridcensus::host
