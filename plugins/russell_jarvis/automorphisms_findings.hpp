#pragma once

#include "gridcensus/findings.hpp"
#include "gridcensus/integer.hpp"
#include "gridcensus/poll.hpp"
#include "gridcensus/tally.hpp"
#include "russell_jarvis/automorphisms.hpp"
#include "russell_jarvis/symmetry_classes.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace gridcensus::russell_jarvis {

/// Counts a task of `Automorphisms` and adds it to the tally, by kind.
void add_kinds(const Automorphisms& automorphisms, std::size_t task, const Poll& poll, Tally& tally);

/// What the listed grids are held against.
struct CountedGrids {
  const std::vector<std::optional<Integer>>& fixed_grids;  ///< by class: grids up to relabelling that it keeps
  Integer essentially_different;
  Integer grids;
  Integer relabellings;
};

/// How many grids have how many automorphisms, from the tallies of all tasks.
///
/// @throws BrokenInvariant  a class keeps another number of grids by listing than by counting, or the orbits do not
/// make
///                          up all grids.
Findings by_automorphisms(const Automorphisms& automorphisms, const SymmetryClasses& classes, const Tally& total,
                          const CountedGrids& counted);

}  // namespace gridcensus::russell_jarvis
