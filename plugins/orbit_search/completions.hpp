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
  bool is_marked = false;  ///< completions are told apart by how many marked templates they have
};

/// A share of a count: that of every `parts`-th choice for the first cell, from `part` on.
struct Share {
  std::size_t part = 0;   ///< from 0
  std::size_t parts = 1;  ///< how many shares make up the whole
};

/// By number of marked templates: how many completions there are.
using Completions = std::array<std::uint64_t, max_side_of_search + 1>;

/// Counts the ways to fill the rest of a grid with templates, one for each symbol that is left, symbols not told apart.
///
/// The candidates are parted by their cell in one region: there the cells that are free and the symbols that are left
/// are as many, so that each free cell has a candidate of its own. What is counted are the choices of one candidate for
/// each cell of that region, each two of them without a common cell:
///
///     free cell    candidates                      row of candidate c
///     r1c4         a b c d                         those of the other cells that have no cell in common with it
///     r1c7         e f g          choose c   ->    0110 | 101 | ...      one bit each
///     r1c9         h i            next: the cell whose candidates are fewest, after an AND of the rows chosen
///
/// With three symbols left nothing is chosen any more: for each candidate of one, the rows of those of the second are
/// held against the third.
///
/// @param candidates  templates with no cell in common with `covered`
/// @param symbols     how many are left: those of the side less the templates that make up `covered`
/// @return            less than 2^64 in all, or the count of a unit would take centuries
/// @cost              candidates^2 for the rows; 20 to 100 ns for each completion (README.md)
Completions completions_of(const Constraints& constraints, const CellSet& covered,
                           const std::vector<Candidate>& candidates, int symbols, const Share& share = {},
                           const Poll& poll = {});

}  // namespace gridcensus::orbit_search
