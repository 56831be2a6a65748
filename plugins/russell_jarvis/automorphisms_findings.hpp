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

/// The counts that the listed grids are compared with.
struct CountedGrids {
  const std::vector<std::optional<Integer>>& fixed_grids;  ///< by class: the grids up to relabelling that it fixes
  Integer essentially_different;
  Integer grids;
  Integer relabellings;
};

/// Returns the numbers of grids by number of automorphisms, from the tallies of all tasks.
///
/// @throws BrokenInvariant  a class fixes different numbers of grids by listing and by counting, or the orbits do not
///                          add up to all grids.
Findings by_automorphisms(const Automorphisms& automorphisms, const SymmetryClasses& classes, const Tally& total,
                          const CountedGrids& counted);

}  // namespace gridcensus::russell_jarvis
