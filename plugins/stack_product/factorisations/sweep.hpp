#pragma once

#include "stack_product/factorisations/states.hpp"
#include "stack_product/row_structure.hpp"

#include <cstdint>
#include <span>

namespace gridcensus::stack_product {

/// Counts the ordered 1-factorisations of a graph row by row, with equal states merged.
///
/// A state has the colours of each symbol so far. Symbols whose rows are all done are left out, and states that differ
/// only in the names of the colours are the same:
///
///     word of a state    | colour 2 | colour 1 | colour 0 |   a bit for each symbol, colours sorted
///
/// The last colour is left out, because every symbol has as many colours as it has rows so far. The sweep takes the
/// rows in an order in which few symbols are begun and not finished, or the symbols if that is better: the graph is the
/// same.
///
/// Tried and worse: pairs of colours with the ends of their paths as states (twice as many states for 4x4 boxes); a
/// sweep from both ends (as many steps); dropping states that cannot be completed (a tenth of them); better orders than
/// the greedy one by local search (no fewer states).
///
/// @param degree  3 to 5: the symbols of a row, and the rows of a symbol
/// @param rows    at most 64 / (degree - 1), and at most max_side
/// @param now     memory of the sweep, with any content
/// @param next    other memory of the sweep
std::uint64_t count_by_sweep(int degree, std::span<const SymbolSet32> rows, States& now, States& next);

}  // namespace gridcensus::stack_product
