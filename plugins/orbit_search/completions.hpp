#pragma once

#include "gridcensus/poll.hpp"
#include "orbit_search/templates.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridcensus::orbit_search {

/// A template that may complete a partial grid.
struct Candidate {
  CellSet cells;
  bool is_marked = false;  ///< completions are classified by their number of marked templates
};

/// A share of a count: every `parts`-th choice for the first cell, from `part` on.
struct Share {
  std::size_t part = 0;   ///< from 0
  std::size_t parts = 1;  ///< the number of shares of the whole
};

/// The number of completions, by number of marked templates.
using Completions = std::array<std::uint64_t, max_side_of_search + 1>;

/// Counts the ways to fill the rest of a grid with templates, one for each remaining symbol, symbols not told apart.
///
/// The candidates are grouped by their cell in one region. The free cells of the region are as many as the remaining
/// symbols, so each free cell has its own candidate. Counted are the choices of one candidate for each cell of that
/// region such that no two have a common cell:
///
///     free cell    candidates                      row of candidate c
///     r1c4         a b c d                         the candidates of the other cells without a cell in common with it
///     r1c7         e f g          choose c   ->    0110 | 101 | ...      one bit each
///     r1c9         h i            next: the cell with the fewest candidates, after an AND of the rows chosen
///
/// With three symbols left, nothing more is chosen: for each candidate of one cell, the rows of the second cell's
/// candidates are intersected with the third cell's candidates.
///
/// @param candidates  templates with no cell in common with `covered`
/// @param symbols     the number of remaining symbols: the side minus the templates in `covered`
/// @return            less than 2^64 in all; otherwise the count of a unit would take centuries
/// @cost              candidates^2 for the rows; 20 to 100 ns for each completion (README.md)
Completions completions_of(const Constraints& constraints, const CellSet& covered,
                           const std::vector<Candidate>& candidates, int symbols, const Share& share = {},
                           const Poll& poll = {});

}  // namespace gridcensus::orbit_search
